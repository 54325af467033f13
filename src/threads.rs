//! Several threads where they pay: work is cut into parts, and what they come to is put together in the parts' order,
//! so no answer tells how many threads made it.

#[cfg(feature = "threads")]
use std::sync::Arc;

/// How many threads may work on a step.
///
/// ```
/// use kasuri::Threads;
/// assert_eq!(Threads::ONE.count(), 1);
/// assert!(Threads::default().count() >= 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Threads(Kind);

#[derive(Debug, Clone, Default)]
enum Kind {
    #[cfg_attr(not(feature = "threads"), default)]
    One,
    /// Those that the whole program shares, as many as the machine gives it.
    #[cfg(feature = "threads")]
    #[default]
    Shared,
    #[cfg(feature = "threads")]
    Own(Arc<rayon::ThreadPool>),
}

impl Threads {
    /// The caller's thread alone.
    pub const ONE: Threads = Threads(Kind::One);

    /// More than any step is worth: asked for more, these are made.
    pub const MOST: usize = 256;

    /// So many, of their own, [`MOST`](Threads::MOST) at most; one for 0, where the feature `threads` is off, and where the
    /// system gives no more.
    ///
    /// ```
    /// use kasuri::Threads;
    /// assert_eq!(Threads::new(1).count(), 1);
    /// assert!(Threads::new(usize::MAX).count() <= Threads::MOST);
    /// ```
    pub fn new(count: usize) -> Threads {
        let count = count.min(Threads::MOST);
        #[cfg(feature = "threads")]
        if count > 1
            && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(count).build()
        {
            return Threads(Kind::Own(Arc::new(pool)));
        }
        let _ = count;
        Threads::ONE
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match &self.0 {
            Kind::One => 1,
            #[cfg(feature = "threads")]
            Kind::Shared => rayon::current_num_threads(),
            #[cfg(feature = "threads")]
            Kind::Own(pool) => pool.current_num_threads(),
        }
    }

    /// Into how many parts to cut `items`, each of `least` at least: several for each thread, as some are done sooner.
    pub(crate) fn parts(&self, items: usize, least: usize) -> usize {
        let most = items / least;
        if most < 2 {
            return 1;
        }
        match self.count() {
            1 => 1,
            threads => most.min(4 * threads),
        }
    }

    /// Does both, beside each other where there are threads.
    pub(crate) fn join(&self, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
        match &self.0 {
            Kind::One => {
                a();
                b();
            }
            #[cfg(feature = "threads")]
            Kind::Shared => drop(rayon::join(a, b)),
            #[cfg(feature = "threads")]
            Kind::Own(pool) => drop(pool.join(a, b)),
        }
    }

    /// Does every part, told which it is.
    pub(crate) fn each<T: Send>(&self, parts: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        self.each_from(0, parts, &work);
    }

    fn each_from<T: Send>(&self, from: usize, parts: &mut [T], work: &(impl Fn(usize, &mut T) + Sync)) {
        match parts {
            [] => {}
            [part] => work(from, part),
            _ => {
                let (left, right) = parts.split_at_mut(parts.len() / 2);
                let middle = from + left.len();
                self.join(|| self.each_from(from, left, work), || self.each_from(middle, right, work));
            }
        }
    }
}

/// The `part`-th of `parts` stretches of `items`, all about as long.
pub(crate) fn stretch(items: usize, part: usize, parts: usize) -> std::ops::Range<usize> {
    items * part / parts..items * (part + 1) / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once_in_its_place() {
        for threads in [Threads::ONE, Threads::default(), Threads::new(3)] {
            for n in [0, 1, 2, 7, 100] {
                let mut parts = vec![0; n];
                threads.each(&mut parts, |k, part| *part += k + 1);
                assert!(parts.into_iter().eq(1..=n));
            }
        }
    }

    #[test]
    fn stretches_follow_each_other() {
        for (items, parts) in [(0, 3), (2, 5), (100, 7), (9, 1)] {
            let mut next = 0;
            for part in 0..parts {
                let stretch = stretch(items, part, parts);
                assert_eq!(stretch.start, next);
                next = stretch.end;
            }
            assert_eq!(next, items);
        }
    }

    #[test]
    fn few_items_stay_in_one_part() {
        let threads = Threads::new(4);
        assert_eq!(threads.parts(1000, 600), 1);
        assert!(threads.parts(1000, 100) == 10 || threads.count() == 1);
        assert_eq!(Threads::ONE.parts(1 << 20, 1), 1);
    }
}
