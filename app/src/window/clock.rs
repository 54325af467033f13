//! How many steps are due, and how many frames were shown.

use std::time::{Duration, Instant};

/// The duration of a step.
const STEP: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// The most steps that are made up for at once.
const MOST: u32 = 5;
/// About how often the clock is checked for a due step.
const LOOK: Duration = Duration::from_millis(4);
/// How often frames are counted.
const COUNT: Duration = Duration::from_millis(500);

pub(super) struct Clock {
    /// Whether time can change anything in the scene.
    moves: bool,
    is_paused: bool,
    /// The factor by which steps take longer.
    slow: u32,
    /// When the last step was due; `None` before the first and after a pause.
    last: Option<Instant>,
    /// The number of single steps that were requested.
    asked: u32,
    counted: Instant,
    frames: u32,
    told: bool,
}

impl Clock {
    pub(super) fn new(moves: bool) -> Clock {
        let counted = Instant::now();
        Clock { moves, is_paused: false, slow: 1, last: None, asked: 0, counted, frames: 0, told: false }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether steps are made without a request.
    pub(super) fn runs(&self) -> bool {
        self.moves && !self.is_paused
    }

    pub(super) fn pause(&mut self) {
        self.is_paused = !self.is_paused;
        self.last = None;
    }

    pub(super) fn is_slow(&self) -> bool {
        self.slow > 1
    }

    /// Switches to an eighth of the speed, or back to full speed.
    pub(super) fn slow_down(&mut self) {
        self.slow = if self.is_slow() { 1 } else { 8 };
    }

    /// Starts the clock of another scene.
    pub(super) fn begin(&mut self, moves: bool) {
        (self.moves, self.is_paused, self.last) = (moves, false, None);
    }

    /// Stops making steps until one is requested.
    pub(super) fn stop(&mut self) {
        (self.is_paused, self.last) = (true, None);
    }

    /// Requests one step, and pauses.
    pub(super) fn step(&mut self) {
        self.is_paused = true;
        self.asked += 1;
    }

    /// Returns how many steps are due since the last call.
    pub(super) fn due(&mut self, now: Instant) -> u32 {
        if !self.runs() {
            return std::mem::take(&mut self.asked);
        }
        let last = *self.last.get_or_insert(now);
        let step = STEP * self.slow;
        let due = (now.saturating_duration_since(last).as_nanos() / step.as_nanos()) as u32;
        self.last = Some(if due > MOST { now } else { last + step * due });
        due.min(MOST)
    }

    /// Returns when to look again.
    pub(super) fn next(&self, now: Instant) -> Instant {
        let due = self.last.map_or(now, |last| last + STEP);
        due.max(now + LOOK / 4).min(now + 4 * LOOK)
    }

    /// Counts a frame that was shown.
    pub(super) fn shown(&mut self) {
        self.frames += 1;
    }

    /// Marks that something changed which [`rate`](Clock::rate) has to report at once.
    pub(super) fn tell(&mut self) {
        self.told = false;
    }

    /// Returns the frames per second, from time to time, when they have to be shown.
    pub(super) fn rate(&mut self, now: Instant) -> Option<u32> {
        let passed = now.saturating_duration_since(self.counted);
        if self.told && passed < COUNT {
            return None;
        }
        let rate = f64::from(self.frames) / passed.as_secs_f64().max(1e-3);
        (self.counted, self.frames, self.told) = (now, 0, true);
        Some(rate.round() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_sixty_a_second_whatever_the_frames() {
        let start = Instant::now();
        for frame in [3, 7, 16, 40] {
            let mut clock = Clock::new(true);
            let due = (0..=2000 / frame).map(|k| clock.due(start + Duration::from_millis(k * frame)));
            let due: u32 = due.sum();
            assert!((116..=120).contains(&due), "{due} in two seconds of frames of {frame} ms");
        }
    }

    #[test]
    fn a_long_wait_is_not_caught_up_with() {
        let start = Instant::now();
        let mut clock = Clock::new(true);
        assert_eq!(clock.due(start), 0);
        assert_eq!(clock.due(start + Duration::from_secs(60)), MOST);
        assert_eq!(clock.due(start + Duration::from_millis(60_010)), 0);
    }

    #[test]
    fn paused_it_goes_step_by_step() {
        let start = Instant::now();
        let mut clock = Clock::new(true);
        clock.pause();
        assert_eq!((clock.due(start), clock.due(start + Duration::from_secs(1))), (0, 0));
        clock.step();
        assert_eq!(
            (clock.due(start + Duration::from_secs(2)), clock.due(start + Duration::from_secs(3))),
            (1, 0)
        );
        clock.pause();
        assert_eq!(clock.due(start + Duration::from_secs(4)), 0);
        assert_eq!(clock.due(start + Duration::from_millis(4040)), 2);
    }
}
