//! Work that is lent to other threads and taken back. A thread that begins too late finds nothing to do, so the lender waits
//! only for threads that are at work: waking one can take longer than the work itself.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{rest, stretch};
use crate::laps::lap;

/// The bit that is set once the work was taken back; the other bits count the threads at work.
const CLOSED: usize = 1 << (usize::BITS - 1);
/// How often the lender looks whether the others are done before it lets other programs run between two looks: about
/// 50 us.
const LOOKS: usize = 2000;
/// How often it looks before it sleeps between two looks: about a millisecond.
const MOST_LOOKS: usize = 4000;
/// With so many jobs that no thread has begun, all threads are busy with other work. Then no more jobs are spawned, so that
/// they do not pile up.
const MOST_WAITING: usize = 1024;

/// The number of jobs that no thread has begun.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Counts a job until it begins or is dropped.
struct Waiting(&'static AtomicUsize);

impl Waiting {
    fn on(count: &'static AtomicUsize) -> Waiting {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What lender and borrowers share.
struct Lent {
    state: AtomicUsize,
    /// The work. It exists until the work was taken back and no thread is at work.
    work: &'static (dyn Fn() + Sync),
    /// The payload of a borrower's panic.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Lent {
    /// Does the work, unless it was taken back.
    fn borrow(&self) {
        let enter = |state: usize| (state & CLOSED == 0).then_some(state + 1);
        if self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, enter).is_err() {
            return;
        }
        let at_work = AtWork(self);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(self.work)) {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        }
        drop(at_work);
    }

    /// Takes the work back, and waits until nobody is at work.
    fn take_back(&self) {
        self.state.fetch_or(CLOSED, Ordering::Acquire);
        let mut look = 0;
        while self.state.load(Ordering::Acquire) != CLOSED {
            match look {
                ..LOOKS => rest(look),
                LOOKS..MOST_LOOKS => std::thread::yield_now(),
                _ => std::thread::sleep(Duration::from_micros(50)),
            }
            look += 1;
        }
    }
}

/// A thread at work, until it is dropped.
struct AtWork<'a>(&'a Lent);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}

/// Takes the work back, also if the lender panics.
struct Lender(Arc<Lent>);

impl Drop for Lender {
    fn drop(&mut self) {
        self.0.take_back();
    }
}

/// Lends `there` to `others` threads, runs `here`, and takes `there` back. `spawn` gives a job to another thread. A panic
/// of another thread goes on here.
pub(super) fn lend(others: usize, here: impl FnOnce(), there: &(dyn Fn() + Sync), spawn: impl Fn(Job)) {
    lend_and_count(&WAITING, others, here, there, (spawn, rayon::spawn));
}

/// Work for another thread.
type Job = Box<dyn FnOnce() + Send>;

/// How many threads a thread wakes. Those wake the others, so that the calling thread can begin soon.
const BRANCHES: usize = 3;

/// Wakes `others` threads. `spawn` gives a job to one; `further` does so from a thread that is awake.
fn wake(
    waiting: &'static AtomicUsize,
    others: usize,
    lent: &Arc<Lent>,
    spawn: &dyn Fn(Job),
    further: fn(Job),
) {
    let branches = others.min(BRANCHES);
    for branch in 0..branches {
        if waiting.load(Ordering::Relaxed) >= MOST_WAITING {
            break;
        }
        let below = stretch(others - branches, branch, branches).len();
        let (lent, one) = (lent.clone(), Waiting::on(waiting));
        spawn(Box::new(move || {
            drop(one);
            if lent.state.load(Ordering::Relaxed) & CLOSED == 0 {
                wake(waiting, below, &lent, &further, further);
                lent.borrow();
            }
        }));
    }
}

#[allow(unsafe_code)]
fn lend_and_count(
    waiting: &'static AtomicUsize,
    others: usize,
    here: impl FnOnce(),
    there: &(dyn Fn() + Sync),
    (spawn, further): (impl Fn(Job), fn(Job)),
) {
    // SAFETY: `work` is used only by threads that entered before the lender took the work back, and the lender waits for
    // all of them before this function returns or unwinds. So nobody uses it after its lifetime.
    let work = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static (dyn Fn() + Sync)>(there) };
    let lender = Lender(Arc::new(Lent { state: AtomicUsize::new(0), work, panic: Mutex::new(None) }));
    wake(waiting, others, &lender.0, &spawn, further);
    lap("alone");
    here();
    lender.0.take_back();
    lap("shared");
    let panic = lender.0.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    fn on_a_thread(job: Box<dyn FnOnce() + Send>) {
        std::thread::spawn(job);
    }

    /// Lends work as [`super::lend`] does, with a count of its own: other tests of this program leave many jobs waiting, and then
    /// none would be spawned.
    macro_rules! lend {
        ($others:expr, $here:expr, $there:expr, $spawn:expr) => {{
            static OWN: AtomicUsize = AtomicUsize::new(0);
            lend_and_count(&OWN, $others, $here, $there, ($spawn, on_a_thread))
        }};
    }

    #[test]
    fn who_comes_late_does_nothing() {
        let calls = AtomicU32::new(0);
        let late = Mutex::new(Vec::new());
        let keep = |job| late.lock().unwrap().push(job);
        let there = || {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        lend!(3, || {}, &there, keep);
        late.into_inner().unwrap().into_iter().for_each(|job| job());
        assert_eq!(calls.into_inner(), 0);
    }

    #[test]
    fn jobs_do_not_pile_up() {
        static WAITING: AtomicUsize = AtomicUsize::new(0);
        let late = Mutex::new(Vec::new());
        let keep = |job| late.lock().unwrap().push(job);
        (0..2 * MOST_WAITING).for_each(|_| lend_and_count(&WAITING, 2, || {}, &|| {}, (keep, on_a_thread)));
        assert_eq!(late.lock().unwrap().len(), MOST_WAITING);
        late.into_inner().unwrap().into_iter().enumerate().for_each(|(k, job)| {
            if k % 2 == 0 {
                job();
            }
        });
        assert_eq!(WAITING.load(Ordering::Relaxed), 0);
    }

    /// Threads wake each other: as many as asked come, and no more.
    #[test]
    fn as_many_as_asked_are_woken() {
        for others in 1..if cfg!(miri) { 6 } else { 40 } {
            let begun = AtomicUsize::new(0);
            let all_are_there = || {
                while begun.load(Ordering::SeqCst) < others {
                    std::thread::yield_now();
                }
            };
            let there = || {
                begun.fetch_add(1, Ordering::SeqCst);
                all_are_there();
            };
            lend!(others, all_are_there, &there, on_a_thread);
            assert_eq!(begun.into_inner(), others);
        }
    }

    #[test]
    fn who_is_at_work_is_waited_for() {
        for _ in 0..50 {
            let (begun, done) = (AtomicU32::new(0), AtomicU32::new(0));
            let there = || {
                begun.fetch_add(1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_micros(200));
                done.fetch_add(1, Ordering::SeqCst);
            };
            let here = || {
                while begun.load(Ordering::SeqCst) == 0 {
                    std::thread::yield_now();
                }
            };
            lend!(2, here, &there, on_a_thread);
            assert_eq!(begun.into_inner(), done.into_inner());
        }
    }

    #[test]
    fn a_panic_goes_on_in_the_lender() {
        let begun = AtomicU32::new(0);
        let there = || {
            begun.fetch_add(1, Ordering::SeqCst);
            panic!("on purpose");
        };
        let wait = || {
            while begun.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| lend!(1, wait, &there, on_a_thread)));
        assert!(outcome.is_err());
        let outcome = catch_unwind(|| lend!(1, || panic!("here, on purpose"), &|| {}, on_a_thread));
        assert!(outcome.is_err());
    }
}
