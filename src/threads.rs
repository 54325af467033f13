//! Several threads where they pay: work is cut into parts, and what they come to is put together in the parts' order,
//! so no answer tells how many threads made it.
//!
//! Who asks works, too, and at once: the others take some 50 us to wake, and find what is left of the queue by then.

#[cfg(feature = "threads")]
use std::sync::Arc;
#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

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
    /// The one that asks, and some of its own beside it.
    #[cfg(feature = "threads")]
    Own(Arc<rayon::ThreadPool>),
}

impl Threads {
    /// The caller's thread alone.
    pub const ONE: Threads = Threads(Kind::One);

    /// More than any step is worth: asked for more, these are made.
    pub const MOST: usize = 256;

    /// So many, the caller's and others of their own, [`MOST`](Threads::MOST) at most; fewer where the system cannot start
    /// so many, and one for 0 or where the feature `threads` is off.
    ///
    /// ```
    /// use kasuri::Threads;
    /// assert_eq!(Threads::new(1).count(), 1);
    /// assert!(Threads::new(usize::MAX).count() <= Threads::MOST);
    /// ```
    pub fn new(count: usize) -> Threads {
        let count = count.min(Threads::MOST);
        #[cfg(feature = "threads")]
        {
            let mut others = count.saturating_sub(1);
            while others > 0 {
                if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(others).build() {
                    note_process();
                    return Threads(Kind::Own(Arc::new(pool)));
                }
                others /= 2;
            }
        }
        let _ = count;
        Threads::ONE
    }

    /// Where the program's shared threads cannot be started, fewer of their own.
    fn kind(&self) -> &Kind {
        match &self.0 {
            #[cfg(feature = "threads")]
            Kind::Shared => shared(),
            kind => kind,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self.kind() {
            Kind::One => 1,
            #[cfg(feature = "threads")]
            Kind::Shared => rayon::current_num_threads(),
            #[cfg(feature = "threads")]
            Kind::Own(others) => others.current_num_threads() + 1,
        }
    }

    /// Into how many parts to cut `items`, each of `least` at least: several for each thread, as some begin later and some
    /// are done sooner.
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

    /// Does every part, told which it is.
    pub(crate) fn each<T: Send>(&self, parts: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        self.share(parts.len(), parts.iter_mut().enumerate(), |(k, part)| work(k, part));
    }

    /// Does everything that comes out of `parts`, about so many.
    pub(crate) fn share<T>(
        &self,
        count: usize,
        parts: impl Iterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
    ) {
        let queue = Queue::new(parts);
        let take = || {
            while let Some(part) = queue.first() {
                work(part);
            }
        };
        self.beside(count.saturating_sub(1), take, take);
    }

    /// Runs the one here and the other on every other thread, `most` of them at most. Both are to take what they do out
    /// of a [`Queue`]: nobody knows when the others begin.
    pub(crate) fn beside(&self, most: usize, here: impl FnOnce(), there: impl Fn() + Sync) {
        let others = most.min(self.count() - 1);
        match self.kind() {
            _ if others == 0 || is_forked() => here(),
            Kind::One => {
                here();
                // Nobody is there.
                drop(there);
            }
            #[cfg(feature = "threads")]
            Kind::Shared => {
                let (done, there) = (&AtomicUsize::new(0), &there);
                rayon::in_place_scope(|scope| with_others(scope, others, done, here, there));
            }
            #[cfg(feature = "threads")]
            Kind::Own(pool) => {
                let (done, there) = (&AtomicUsize::new(0), &there);
                pool.in_place_scope(|scope| with_others(scope, others, done, here, there));
            }
        }
    }
}

/// The threads that the program shares. They are started here, for once rayon has failed to start them by itself, it panics
/// whenever it is asked for them.
#[cfg(feature = "threads")]
fn shared() -> &'static Kind {
    static SHARED: OnceLock<Kind> = OnceLock::new();
    note_process();
    SHARED.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
        // An error of the system's; without one somebody has started them before.
        Err(error) if std::error::Error::source(&error).is_some() => {
            let wanted = std::thread::available_parallelism().map_or(1, usize::from);
            Threads::new(wanted).0
        }
        _ => Kind::Shared,
    })
}

/// The process that the first threads were started in.
#[cfg(all(feature = "threads", unix))]
fn process() -> u32 {
    static PROCESS: OnceLock<u32> = OnceLock::new();
    *PROCESS.get_or_init(std::process::id)
}

/// Notes which process starts the first threads. (Only Unix has `fork`, and WebAssembly has no process ids.)
#[cfg(feature = "threads")]
fn note_process() {
    #[cfg(unix)]
    process();
}

/// Whether this process was made by `fork` after the threads were started, as Python's `multiprocessing` does. Such a process
/// has none of the threads, and would wait for them forever.
fn is_forked() -> bool {
    #[cfg(all(feature = "threads", unix))]
    return process() != std::process::id();
    #[cfg(not(all(feature = "threads", unix)))]
    return false;
}

/// How often to look whether the others are done before going to sleep over it: some 50 us.
#[cfg(feature = "threads")]
const LOOKS: usize = 2000;
/// How often to look for what the others wait for, who cannot be woken as soon: some 20 ms.
const MOST_LOOKS: usize = 1_000_000;

#[cfg(feature = "threads")]
fn with_others<'a>(
    scope: &rayon::Scope<'a>,
    others: usize,
    done: &'a AtomicUsize,
    here: impl FnOnce(),
    there: &'a (impl Fn() + Sync),
) {
    for _ in 0..others {
        scope.spawn(move |_| {
            there();
            done.fetch_add(1, Ordering::Relaxed);
        });
    }
    here();
    // A thread of the pool does in the meantime what others wait for.
    if rayon::current_thread_index().is_some() {
        return;
    }
    for look in 0..LOOKS {
        if done.load(Ordering::Relaxed) == others {
            return;
        }
        rest(look);
    }
}

/// What another thread is about to give; `None` where that takes unreasonably long, or it has failed.
pub(crate) fn soon<T: Copy>(given: &OnceLock<T>) -> Option<T> {
    for look in 0..MOST_LOOKS {
        if let Some(given) = given.get() {
            return Some(*given);
        }
        rest(look);
    }
    None
}

/// Between two looks.
fn rest(look: usize) {
    if look % 64 == 63 { std::thread::yield_now() } else { std::hint::spin_loop() }
}

/// Work that several threads take from.
pub(crate) struct Queue<I>(Mutex<I>);

impl<I: Iterator> Queue<I> {
    pub(crate) fn new(work: I) -> Queue<I> {
        Queue(Mutex::new(work))
    }

    /// The first that nobody has taken.
    pub(crate) fn first(&self) -> Option<I::Item> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// The last that nobody has taken.
    pub(crate) fn last(&self) -> Option<I::Item>
    where
        I: DoubleEndedIterator,
    {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next_back()
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
    fn both_ends_of_a_queue_meet() {
        for threads in [Threads::ONE, Threads::default(), Threads::new(3)] {
            let (queue, sums) = (Queue::new(1..=1000_u64), [Mutex::new(0), Mutex::new(0)]);
            let add = |k: usize, n: u64| *sums[k].lock().unwrap_or_else(PoisonError::into_inner) += n;
            let here = || {
                while let Some(n) = queue.first() {
                    add(0, n);
                }
            };
            threads.beside(9, here, || {
                while let Some(n) = queue.last() {
                    add(1, n);
                }
            });
            let [first, last] = sums.map(|sum| sum.into_inner().unwrap_or_else(PoisonError::into_inner));
            assert_eq!(first + last, 500_500);
            assert!(threads.count() > 1 || last == 0);
        }
    }

    #[test]
    fn within_a_thread_of_the_pool_it_goes_on() {
        let (outer, inner) = (Threads::new(3), Threads::default());
        let mut sums = [0; 8];
        outer.each(&mut sums, |k, sum| {
            let mut parts = [0; 20];
            [&outer, &inner][k % 2].each(&mut parts, |n, part| *part = n);
            *sum = parts.iter().sum();
        });
        assert_eq!(sums, [190; 8]);
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
