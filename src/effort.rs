//! How much an answer may take, counted the same on every machine: whoever lets strangers ask sets a ceiling.
//!
//! Work is counted where it may grow without bound: in pairs of boxes and of parts, rows of pixels, steps of sweeps. Past a
//! ceiling loops end early; what they come to then is worth nothing, and [`within`] says so.

use std::cell::Cell;

/// So many units of work, so many candidate pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effort {
    pub(crate) work: u64,
    pub(crate) pairs: u64,
}

/// What would have taken too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMuch {
    Work,
    Pairs,
}

/// A ceiling that nothing reaches.
const NONE: Effort = Effort { work: u64::MAX, pairs: u64::MAX };

thread_local! {
    /// What is left on this thread.
    static LEFT: Cell<Effort> = const { Cell::new(NONE) };
}

/// Does work that may take so much.
pub(crate) fn within<T>(most: Effort, work: impl FnOnce() -> T) -> Result<T, TooMuch> {
    // Put back however the work ends.
    struct Before(Effort);
    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    // The last unit is never taken.
    let more = |most: u64| most.saturating_add(1).min(u64::MAX - 1);
    let _before = Before(LEFT.replace(Effort { work: more(most.work), pairs: more(most.pairs) }));
    let done = work();
    match LEFT.get() {
        // Work is set to nothing, too, where there are too many pairs.
        Effort { pairs: 0, .. } => Err(TooMuch::Pairs),
        Effort { work: 0, .. } => Err(TooMuch::Work),
        _ => Ok(done),
    }
}

/// Takes so much work; false where nothing is left, and what is done is worth nothing.
#[inline]
pub(crate) fn spend(work: u64) -> bool {
    let mut left = LEFT.get();
    if left.work == u64::MAX {
        return true;
    }
    left.work = left.work.saturating_sub(work);
    LEFT.set(left);
    left.work > 0
}

/// The same of work that takes some to count: only where there is a ceiling.
#[inline]
pub(crate) fn spend_by(work: impl FnOnce() -> u64) -> bool {
    LEFT.get().work == u64::MAX || spend(work())
}

/// Takes a pair; false where nothing is left.
pub(crate) fn take_pair() -> bool {
    let mut left = LEFT.get();
    if left.pairs == u64::MAX {
        return true;
    }
    left.pairs = left.pairs.saturating_sub(1);
    if left.pairs == 0 {
        left.work = 0;
    }
    LEFT.set(left);
    left.pairs > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_more_comes_to_nothing() {
        let most = |work| Effort { work, pairs: 7 };
        let count = |rounds: u64| (0..rounds).take_while(|_| spend(1)).count();
        assert_eq!(within(most(10), || count(10)), Ok(10));
        assert_eq!(within(most(10), || count(11)), Err(TooMuch::Work));
        assert_eq!(count(1000), 1000);
        // Within another, each has its own.
        assert_eq!(within(most(5), || (within(most(20), || count(20)), count(5))), Ok((Ok(20), 5)));
        assert_eq!(within(most(9), || (0..7).all(|_| take_pair())), Ok(true));
        assert_eq!(within(most(9), || (0..8).all(|_| take_pair())), Err(TooMuch::Pairs));
    }
}
