//! A budget for the work of an answer, counted the same on every machine. Programs that answer untrusted input set a
//! ceiling.
//!
//! Work is counted where it may grow without bound: in pairs of boxes and of parts, rows of pixels, steps of sweeps.
//! Once a ceiling is exceeded, loops end early. Their results are then worthless, and [`within`] returns an error.

use std::cell::Cell;

/// An amount of work: units of work and candidate pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effort {
    pub(crate) work: u64,
    pub(crate) pairs: u64,
}

/// Which ceiling was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMuch {
    Work,
    Pairs,
}

/// A ceiling that is never reached.
const NONE: Effort = Effort { work: u64::MAX, pairs: u64::MAX };

thread_local! {
    /// The budget that is left on this thread.
    static LEFT: Cell<Effort> = const { Cell::new(NONE) };
}

/// Runs `work` with the given budget.
pub(crate) fn within<T>(most: Effort, work: impl FnOnce() -> T) -> Result<T, TooMuch> {
    // Restores the previous budget, however the work ends.
    struct Before(Effort);
    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    // One more than the ceiling, because a budget of 0 means that the ceiling was exceeded.
    let more = |most: u64| most.saturating_add(1).min(u64::MAX - 1);
    let _before = Before(LEFT.replace(Effort { work: more(most.work), pairs: more(most.pairs) }));
    let done = work();
    match LEFT.get() {
        // Too many pairs also set the work to 0, so pairs are checked first.
        Effort { pairs: 0, .. } => Err(TooMuch::Pairs),
        Effort { work: 0, .. } => Err(TooMuch::Work),
        _ => Ok(done),
    }
}

/// Spends units of work; returns false when the budget is used up and the results are worthless.
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

/// Like [`spend`], for work that takes time to count: it is counted only where there is a ceiling.
#[inline]
pub(crate) fn spend_by(work: impl FnOnce() -> u64) -> bool {
    LEFT.get().work == u64::MAX || spend(work())
}

/// Spends one pair; returns false when no pair is left.
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
        // A nested budget is independent of the outer one.
        assert_eq!(within(most(5), || (within(most(20), || count(20)), count(5))), Ok((Ok(20), 5)));
        assert_eq!(within(most(9), || (0..7).all(|_| take_pair())), Ok(true));
        assert_eq!(within(most(9), || (0..8).all(|_| take_pair())), Err(TooMuch::Pairs));
    }
}
