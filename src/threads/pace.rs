//! How many of its threads a world uses: as many as paid in its last steps.
//!
//! Of each piece of shared work it is known how many parts the calling thread did, and in what time. At that pace it would have done
//! all parts alone in a time that is compared with the time the work took. So no step is made on one thread to find out, and what
//! other programs take is counted: a thread that has no core takes no part.
//!
//! Parts can cost very different times. So the parts of the other threads count for no more than the time these worked. That time is
//! too long where another program took their core; then the pace of the calling thread tells more.
//!
//! A world begins with all threads. From time to time it tries half as many or twice as many for a few steps. The longer nothing
//! changes, the seldomer it tries. Where the work takes longer than the calling thread would need alone, it uses fewer at once, and
//! in the end one. No answer depends on any of this: results are joined in the order of the parts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The steps of a try, and the fewest and most steps between two tries.
const TRY: u32 = 2;
const SOONEST: u32 = 8;
const LATEST: u32 = 1024;

/// With a smaller gain threads are not worth what they take from other programs.
const LEAST: f64 = 1.05;
/// Twice as many threads must gain this much more; so half as many stay if they gain no less than the inverse.
const MORE: f64 = 1.04;
/// A step in which shared work takes this many times as long as on one thread is judged at once. Two of them in a row end the use of
/// so many threads; one alone may be a chance.
const LOSS: f64 = 1.25;

/// The number of threads that a world uses, and what they gained.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// 0 for as many as there are.
    level: AtomicUsize,
    /// How many there are; 0 until they are needed.
    most: AtomicUsize,
    progress: Mutex<Progress>,
}

/// What is known since the last change.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    /// The times of this step.
    step: SharedTime,
    /// The times of the steps since the last decision, and how many those are.
    sum: SharedTime,
    steps: u32,
    /// How many steps are waited for.
    wait: u32,
    /// The number of threads before this try, and their gain.
    tried_from: Option<(usize, f64)>,
    /// Whether the next try is one of more threads.
    goes_up: bool,
    /// The steps before the next try.
    patience: u32,
}

/// How long shared work took, and how long one thread would have taken.
#[derive(Debug, Clone, Copy, Default)]
struct SharedTime {
    took: f64,
    alone: f64,
}

impl SharedTime {
    fn gain(self) -> f64 {
        if self.took > 0.0 { self.alone / self.took } else { 1.0 }
    }

    fn and(self, other: SharedTime) -> SharedTime {
        SharedTime { took: self.took + other.took, alone: self.alone + other.alone }
    }
}

impl Pace {
    /// Returns how many of `most` threads work now.
    pub(super) fn level(&self, most: usize) -> usize {
        self.most.store(most, Ordering::Relaxed);
        match self.level.load(Ordering::Relaxed) {
            0 => most,
            level => level.min(most),
        }
    }

    /// Notes a piece of shared work: its parts, those that the calling thread did within `here`, and how long the other threads
    /// worked in all.
    pub(super) fn note(&self, took: Duration, [here, there]: [Duration; 2], [own, parts]: [usize; 2]) {
        if own == 0 {
            return;
        }
        let here = here.as_secs_f64();
        let alone = here + (here * parts.saturating_sub(own) as f64 / own as f64).min(there.as_secs_f64());
        let mut progress = self.progress();
        progress.step = progress.step.and(SharedTime { took: took.as_secs_f64(), alone });
    }

    /// Ends a step of a world.
    pub(super) fn end_step(&self) {
        let most = self.most.load(Ordering::Relaxed);
        if most < 2 {
            return;
        }
        let level = self.level(most);
        let next = self.progress().end_step(level, most);
        if next != level {
            self.level.store(next, Ordering::Relaxed);
        }
    }

    fn progress(&self) -> std::sync::MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress {
    /// Returns how many threads the next step uses.
    fn end_step(&mut self, level: usize, most: usize) -> usize {
        let step = std::mem::take(&mut self.step);
        if level > 1 && step.took == 0.0 {
            // The step was too small for threads. It tells nothing.
            return level;
        }
        self.sum = self.sum.and(step);
        self.steps += 1;
        let is_loss = step.took > LOSS * step.alone;
        if self.steps < self.wait.max(TRY) && !is_loss {
            return level;
        }
        let gain = std::mem::take(&mut self.sum).gain();
        self.steps = 0;
        match self.tried_from.take() {
            Some((before, gained)) => self.judge(level, before, [gain, gained]),
            None => self.go_on(level, most, gain),
        }
    }

    /// Ends a try. Returns the number of threads from now on.
    fn judge(&mut self, level: usize, before: usize, [gain, gained]: [f64; 2]) -> usize {
        let is_better = if level > before {
            gain >= LEAST && gain >= MORE * gained
        } else {
            MORE * gain >= gained || gained < LEAST
        };
        self.patience = if is_better { SOONEST } else { (2 * self.patience).clamp(SOONEST, LATEST) };
        self.wait = self.patience;
        if is_better { level } else { before }
    }

    /// Begins a try, or leaves what does not pay.
    fn go_on(&mut self, level: usize, most: usize, gain: f64) -> usize {
        if level > 1 && gain < LEAST {
            self.patience = (2 * self.patience).clamp(SOONEST, LATEST);
            self.wait = self.patience;
            return level / 2;
        }
        self.goes_up = level == 1 || (!self.goes_up && level < most);
        let next = if self.goes_up { (2 * level).min(most) } else { level / 2 };
        if next == level || next == 1 && !self.goes_up {
            // One thread gains 1: it needs no try.
            self.patience = (2 * self.patience).clamp(SOONEST, LATEST);
            self.wait = self.patience;
            return level;
        }
        (self.tried_from, self.wait) = (Some((level, gain)), TRY);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays steps on a machine where threads gain what `gain` says, and returns the number of threads of each step.
    fn play(most: usize, steps: usize, gain: impl Fn(usize, usize) -> f64) -> Vec<usize> {
        let pace = Pace::default();
        let step = |k: usize| {
            let level = pace.level(most);
            if level > 1 {
                let took = Duration::from_micros(1000);
                let here = took.mul_f64(gain(k, level) / 4.0);
                pace.note(took, [here, 3 * here], [1, 4]);
            }
            pace.end_step();
            level
        };
        (0..steps).map(step).collect()
    }

    fn usual(levels: &[usize]) -> usize {
        let mut sorted = levels.to_vec();
        sorted.sort_unstable();
        sorted[levels.len() / 2]
    }

    #[test]
    fn threads_that_pay_are_used() {
        for most in [2, 3, 8, 16] {
            let levels = play(most, 2000, |_, level| 0.8 * level as f64);
            assert_eq!(levels[0], most);
            assert_eq!(usual(&levels), most);
            let other = levels[200..].iter().filter(|&&level| level != most).count();
            assert!(other < 40, "{most}: {other}");
        }
    }

    #[test]
    fn threads_that_do_not_pay_are_seldom_tried() {
        let levels = play(16, 3000, |_, _| 0.7);
        assert_eq!(levels[10..].iter().max(), Some(&2));
        let tries = levels[100..].iter().filter(|&&level| level > 1).count();
        assert!((1..20).contains(&tries), "{tries}");
    }

    #[test]
    fn as_many_as_pay_are_found() {
        // Four threads gain the most.
        let levels = play(16, 4000, |_, level| {
            [1.0, 1.0, 1.8, 2.4, 3.0, 2.9, 2.8, 2.7, 2.6][level.min(8)] - level as f64 / 40.0
        });
        assert_eq!(usual(&levels[500..]), 4);
    }

    #[test]
    fn what_changes_is_noticed() {
        let levels = play(2, 6000, |k, _| if (2000..4000).contains(&k) { 0.6 } else { 1.7 });
        assert_eq!([usual(&levels[..1900]), usual(&levels[2100..3900]), usual(&levels[5500..])], [2, 1, 2]);
        // The second step that loses is the last one.
        assert!(levels[2002..2008].iter().all(|&level| level == 1));
    }

    /// The calling thread had the part that is the work, and the other one had parts that are nothing.
    #[test]
    fn parts_that_cost_nothing_are_no_gain() {
        let pace = Pace::default();
        for _ in 0..100 {
            if pace.level(2) == 2 {
                let ms = Duration::from_millis;
                pace.note(ms(10), [ms(10), Duration::from_micros(200)], [1, 8]);
            }
            pace.end_step();
        }
        assert_eq!(pace.level(2), 1);
    }

    #[test]
    fn steps_without_shared_work_change_nothing() {
        let pace = Pace::default();
        (0..100).for_each(|_| pace.end_step());
        assert_eq!(pace.level(8), 8);
    }

    #[test]
    fn where_there_is_no_clock_all_threads_are_used() {
        let pace = Pace::default();
        for _ in 0..100 {
            pace.level(4);
            pace.note(Duration::ZERO, [Duration::ZERO; 2], [1, 2]);
            pace.end_step();
        }
        assert_eq!(pace.level(4), 4);
    }
}
