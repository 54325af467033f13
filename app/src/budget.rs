//! A bound on the work in flight, so that a stream of any length needs constant memory.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A number of pieces of work, and their bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Load {
    pub(crate) count: usize,
    pub(crate) bytes: usize,
}

/// Lets work in while there is room. It always lets work in when none is in flight.
pub(crate) struct Budget {
    most: Load,
    used: Mutex<Load>,
    freed: Condvar,
}

impl Budget {
    pub(crate) fn new(most: Load) -> Budget {
        Budget { most, used: Mutex::default(), freed: Condvar::new() }
    }

    /// Waits until a piece of work fits.
    pub(crate) fn take(&self, bytes: usize) {
        let full = |used: &mut Load| {
            used.count > 0 && (used.count >= self.most.count || used.bytes + bytes > self.most.bytes)
        };
        let waited = self.freed.wait_while(self.used(), full);
        let mut used = waited.unwrap_or_else(PoisonError::into_inner);
        used.count += 1;
        used.bytes += bytes;
    }

    /// Changes the size of a piece of work. Never waits, because a holder of work must be able to finish it.
    pub(crate) fn resize(&self, from: usize, to: usize) {
        let mut used = self.used();
        used.bytes = used.bytes - from + to;
        self.freed.notify_one();
    }

    /// Removes a finished piece of work.
    pub(crate) fn give_back(&self, bytes: usize) {
        let mut used = self.used();
        used.count -= 1;
        used.bytes -= bytes;
        self.freed.notify_one();
    }

    fn used(&self) -> MutexGuard<'_, Load> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn work_waits_for_room_and_one_piece_always_fits() {
        let budget = Budget::new(Load { count: 2, bytes: 100 });
        let done = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for bytes in [1000, 60, 60, 10, 10, 10] {
                    budget.take(bytes);
                    let used = *budget.used();
                    assert!(used.count <= 2 && (used.bytes <= 100 || used.count == 1), "{used:?}");
                    done.fetch_add(1, Ordering::SeqCst);
                }
            });
            for (k, bytes) in [1000, 60, 60, 10, 10, 10].into_iter().enumerate() {
                while done.load(Ordering::SeqCst) <= k {
                    std::thread::yield_now();
                }
                budget.resize(bytes, bytes + 5);
                budget.give_back(bytes + 5);
            }
        });
        let left = *budget.used();
        assert_eq!((left.count, left.bytes), (0, 0));
    }
}
