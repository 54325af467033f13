//! Several threads, where they make a step faster. The work is cut into parts, and the results are combined in the
//! order of the parts, so no answer depends on the number of threads.
//!
//! The calling thread starts to work at once. The other threads take about 50 us to wake, then take what is left in the
//! queue. The calling thread does not wait for a thread that has not begun when nothing is left.
//!
//! A world uses as many of its threads as gained something in its last steps (`threads/pace.rs`).
//!
//! The library seldom shares work out, because threads need long to wake. Nothing that depends on the number of threads reaches an
//! answer: lists are joined in the order of the parts. A process made by `fork` has none of the threads; there the calling thread
//! does all the work.

#[cfg(feature = "threads")]
mod lent;
mod pace;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::clock::Instant;
use crate::laps;
use crate::threads::pace::Pace;

/// The number of items for which a thread is worth its cost to copy them.
const BLOCK: usize = 1 << 14;

/// How many threads may work on a step.
///
/// ```
/// use kasuri::parallel::Threads;
/// assert_eq!(Threads::ONE.count(), 1);
/// assert!(Threads::default().count() >= 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Threads {
    source: ThreadSource,
    /// How many of them work, if that follows from what they gain. Clones share it.
    pace: Option<Arc<Pace>>,
}

#[derive(Debug, Clone, Default)]
enum ThreadSource {
    #[cfg_attr(not(feature = "threads"), default)]
    One,
    /// The pool that the whole program shares, with as many threads as the machine offers.
    #[cfg(feature = "threads")]
    #[default]
    Shared,
    /// The calling thread, together with a private pool.
    #[cfg(feature = "threads")]
    Own(Arc<rayon::ThreadPool>),
}

impl Threads {
    /// Only the caller's thread.
    pub const ONE: Threads = Threads::of(ThreadSource::One);

    const fn of(source: ThreadSource) -> Threads {
        Threads { source, pace: None }
    }

    /// The most threads. No step gains from more; a request for more gets this many.
    pub const MOST: usize = 256;

    /// Makes a set of `count` threads: the caller's and those of a private pool. There are at most
    /// [`MOST`](Threads::MOST), fewer where the system cannot start that many, and one where `count` is 0 or the
    /// feature `threads` is off.
    ///
    /// ```
    /// use kasuri::parallel::Threads;
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
                    return Threads::of(ThreadSource::Own(Arc::new(pool)));
                }
                others /= 2;
            }
        }
        let _ = count;
        Threads::ONE
    }

    /// Returns the threads to use. Where the program's shared threads cannot be started, this is a smaller private
    /// pool.
    fn kind(&self) -> &ThreadSource {
        match &self.source {
            #[cfg(feature = "threads")]
            ThreadSource::Shared => shared(),
            kind => kind,
        }
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        match self.kind() {
            ThreadSource::One => 1,
            #[cfg(feature = "threads")]
            ThreadSource::Shared => rayon::current_num_threads(),
            #[cfg(feature = "threads")]
            ThreadSource::Own(others) => others.current_num_threads() + 1,
        }
    }

    /// Lets their number follow from what they gain. Those who get clones use as many.
    pub(crate) fn paced(self) -> Threads {
        match self.source {
            ThreadSource::One => self,
            #[cfg(feature = "threads")]
            _ => Threads { pace: Some(Arc::default()), ..self },
        }
    }

    /// Ends a step, which tells how much they gain.
    pub(crate) fn end_step(&self) {
        if let Some(pace) = &self.pace {
            pace.end_step();
        }
    }

    /// Returns how many threads work now.
    pub(crate) fn at_work(&self) -> usize {
        match &self.pace {
            Some(pace) if !laps::are_told() => pace.level(self.count()),
            _ => self.count(),
        }
    }

    /// Returns how many parts to cut `items` into, each of at least `least` items. There are several parts for each
    /// thread, because some threads begin later and some finish earlier.
    pub(crate) fn parts(&self, items: usize, least: usize) -> usize {
        let most = items / least;
        if most < 2 {
            return 1;
        }
        match self.at_work() {
            1 => 1,
            threads => most.min(4 * threads),
        }
    }

    /// Calls `work` with every part and its index. This thread begins with the first parts, the others with the last
    /// ones. So with two threads, a part of the data mostly stays in the caches of one of them.
    pub(crate) fn each<T: Send>(&self, parts: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        let (count, queue) = (parts.len(), WorkQueue::new(parts.iter_mut().enumerate()));
        let here = || queue.each_first(|(k, part)| work(k, part));
        let there = || queue.each_last(|(k, part)| work(k, part));
        self.beside(count, count.saturating_sub(1), here, there);
    }

    /// Does the same, and each thread has one of the `tools` while it works. There must be as many as there are threads, or as
    /// parts.
    pub(crate) fn each_with<T: Send, U: Send>(
        &self,
        tools: &mut [U],
        parts: &mut [T],
        work: impl Fn(usize, &mut U, &mut T) + Sync,
    ) {
        let Some((own, others)) = tools.split_first_mut() else { return };
        let (count, most) = (parts.len(), others.len().min(parts.len().saturating_sub(1)));
        let (queue, tools) =
            (WorkQueue::new(parts.iter_mut().enumerate()), WorkQueue::new(others.iter_mut()));
        let here = || queue.each_first(|(k, part)| work(k, own, part));
        let there = || {
            if let Some(tool) = tools.first() {
                queue.each_last(|(k, part)| work(k, tool, part));
            }
        };
        self.beside(count, most, here, there);
    }

    /// Calls `work` with every item of `parts`; `count` is about how many there are.
    pub(crate) fn share<T>(
        &self,
        count: usize,
        parts: impl Iterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
    ) {
        let queue = WorkQueue::new(parts);
        let here = || queue.each_first(&work);
        let there = || {
            queue.each_first(&work);
        };
        self.beside(count, count.saturating_sub(1), here, there);
    }

    /// Appends lists to a list, in their order.
    pub(crate) fn append<'a, T: Copy + Send + Sync + 'a>(
        &self,
        to: &mut Vec<T>,
        lists: impl Iterator<Item = &'a [T]> + Clone + Send,
    ) {
        let more = lists.clone().map(<[T]>::len).sum();
        to.reserve(more);
        let mut room = &mut to.spare_capacity_mut()[..more];
        let blocks =
            lists.flat_map(|list| list.chunks(BLOCK)).map(|from| (from, take(&mut room, from.len())));
        self.share(more / BLOCK, blocks, |(from, to)| {
            to.write_copy_of_slice(from);
        });
        // SAFETY: `more` items were written, one block after another.
        #[allow(unsafe_code)]
        unsafe {
            to.set_len(to.len() + more);
        }
    }

    /// Runs `here` on this thread and `there` on the other threads, at most `most` of them. Both must take their work
    /// out of a [`WorkQueue`], because it is unknown when the other threads begin. `here` returns how many of the `parts` it did.
    pub(crate) fn beside(
        &self,
        parts: usize,
        most: usize,
        here: impl FnOnce() -> usize,
        there: impl Fn() + Sync,
    ) {
        let others = most.min(self.at_work() - 1);
        if others == 0 || is_forked() {
            here();
            return;
        }
        let start = Instant::now();
        let (mut done, at_work) = ((0, Duration::ZERO), AtomicU64::new(0));
        let here = || {
            let start = Instant::now();
            let own = here();
            done = (own, Instant::now().duration_since(start));
        };
        let there = || {
            let start = Instant::now();
            there();
            let spent = Instant::now().duration_since(start).as_nanos();
            at_work.fetch_add(spent as u64, Ordering::Relaxed);
        };
        match self.kind() {
            ThreadSource::One => {
                here();
                // There are no other threads.
                let _ = there;
            }
            #[cfg(feature = "threads")]
            ThreadSource::Shared => lent::lend(others, here, &there, rayon::spawn),
            #[cfg(feature = "threads")]
            ThreadSource::Own(pool) => lent::lend(others, here, &there, |job| pool.spawn(job)),
        }
        if let Some(pace) = &self.pace {
            let there = Duration::from_nanos(at_work.into_inner());
            pace.note(Instant::now().duration_since(start), [done.1, there], [done.0, parts]);
        }
    }
}

/// Returns the threads that the program shares. They are started here, because rayon panics on every use once it has
/// failed to start them by itself.
#[cfg(feature = "threads")]
fn shared() -> &'static ThreadSource {
    static SHARED: OnceLock<ThreadSource> = OnceLock::new();
    note_process();
    SHARED.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
        // An error with a source comes from the system. An error without one means that the threads were already
        // started.
        Err(error) if std::error::Error::source(&error).is_some() => {
            let wanted = std::thread::available_parallelism().map_or(1, usize::from);
            Threads::new(wanted).source
        }
        _ => ThreadSource::Shared,
    })
}

/// Returns the id of the process in which the first threads were started.
#[cfg(all(feature = "threads", unix))]
fn process() -> u32 {
    static PROCESS: OnceLock<u32> = OnceLock::new();
    *PROCESS.get_or_init(std::process::id)
}

/// Records which process starts the first threads. (Only Unix has `fork`, and WebAssembly has no process ids.)
#[cfg(feature = "threads")]
fn note_process() {
    #[cfg(unix)]
    process();
}

/// Whether this process was made by `fork` after the threads were started, as Python's `multiprocessing` does. Such a
/// process has none of the threads and would wait for them forever.
fn is_forked() -> bool {
    #[cfg(all(feature = "threads", unix))]
    return process() != std::process::id();
    #[cfg(not(all(feature = "threads", unix)))]
    return false;
}

/// How often [`wait_for`] checks for a value that another thread computes: about 20 ms. A sleeping thread could not be
/// woken as fast.
const MOST_LOOKS: usize = 1_000_000;

/// Waits for a value that another thread is about to set. Returns `None` where that takes unreasonably long, or where
/// the other thread has failed.
pub(crate) fn wait_for<T: Copy>(given: &OnceLock<T>) -> Option<T> {
    for look in 0..MOST_LOOKS {
        if let Some(given) = given.get() {
            return Some(*given);
        }
        rest(look);
    }
    None
}

/// Pauses between two checks.
fn rest(look: usize) {
    if look % 64 == 63 { std::thread::yield_now() } else { std::hint::spin_loop() }
}

/// A queue of work that several threads take from.
pub(crate) struct WorkQueue<I>(Mutex<I>);

impl<I: Iterator> WorkQueue<I> {
    pub(crate) fn new(work: I) -> WorkQueue<I> {
        WorkQueue(Mutex::new(work))
    }

    /// Takes the first item that is left.
    fn first(&self) -> Option<I::Item> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Takes the first items one after another. Returns how many it got.
    pub(crate) fn each_first(&self, mut work: impl FnMut(I::Item)) -> usize {
        std::iter::from_fn(|| self.first()).map(&mut work).count()
    }

    /// Takes the last items one after another.
    pub(crate) fn each_last(&self, work: impl FnMut(I::Item))
    where
        I: DoubleEndedIterator,
    {
        std::iter::from_fn(|| self.last()).for_each(work);
    }

    /// Takes the last item that is left.
    fn last(&self) -> Option<I::Item>
    where
        I: DoubleEndedIterator,
    {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next_back()
    }
}

/// Returns the `part`-th of `parts` ranges of `items`, all of about the same length.
pub(crate) fn stretch(items: usize, part: usize, parts: usize) -> std::ops::Range<usize> {
    items * part / parts..items * (part + 1) / parts
}

/// Takes the first items of a list, such as the part of it that a thread writes.
pub(crate) fn take<'a, T>(list: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(list).split_at_mut(count);
    *list = rest;
    first
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

    /// Many short pieces of work, from several threads at a time: every part is done once, and no tool by two threads at a time.
    #[test]
    fn many_pieces_of_work_at_a_time() {
        let (rounds, lenders) = if cfg!(miri) { (3, 2) } else { (3000, 4) };
        let pools = [Threads::new(2), Threads::new(3).paced(), Threads::new(8), Threads::default()];
        let lend = &|lender: usize| {
            for round in 0..rounds {
                let threads = &pools[(lender + round) % pools.len()];
                let mut parts = vec![0_usize; round % 23];
                let mut tools = vec![(false, 0_usize); threads.at_work()];
                threads.each_with(&mut tools, &mut parts, |k, (is_used, count), part| {
                    assert!(!std::mem::replace(is_used, true));
                    *part += k + round;
                    *count += 1;
                    *is_used = false;
                });
                assert!(parts.iter().enumerate().all(|(k, &part)| part == k + round));
                assert_eq!(tools.iter().map(|tool| tool.1).sum::<usize>(), parts.len());
                let (lists, mut all) = ([&parts[..], &[7; 3], &[], &parts], vec![1, 2]);
                threads.append(&mut all, lists.iter().copied());
                assert!(all.iter().copied().eq([1, 2].into_iter().chain(lists.concat())));
                threads.end_step();
            }
        };
        std::thread::scope(|scope| {
            (0..lenders).for_each(|lender| drop(scope.spawn(move || lend(lender))));
        });
    }

    #[test]
    fn long_lists_are_joined_in_order() {
        let each = if cfg!(miri) { 1500 } else { 9001 };
        let lists: Vec<Vec<u32>> = (0..9).map(|k| (0..k * each).map(|n| n ^ k << 20).collect()).collect();
        for threads in [Threads::ONE, Threads::new(3), Threads::new(8)] {
            let mut all = vec![5];
            threads.append(&mut all, lists.iter().map(|list| &list[..]));
            assert!(all.iter().copied().eq(std::iter::once(5).chain(lists.concat())));
        }
    }

    #[test]
    fn both_ends_of_a_queue_meet() {
        for threads in [Threads::ONE, Threads::default(), Threads::new(3)] {
            let (queue, sums) = (WorkQueue::new(1..=1000_u64), [Mutex::new(0), Mutex::new(0)]);
            let add = |k: usize, n: u64| *sums[k].lock().unwrap_or_else(PoisonError::into_inner) += n;
            let here = || queue.each_first(|n| add(0, n));
            threads.beside(1000, 9, here, || queue.each_last(|n| add(1, n)));
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
