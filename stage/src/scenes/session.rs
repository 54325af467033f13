//! A stage being played. Its tape records the input, and some states are kept, so that it can go back to any step.

use std::collections::VecDeque;

use super::pad::Pad;
use super::{Kept, SCENES, Stage, Tape, Why, catalogue};

/// The number of steps between two kept states.
const APART: usize = 20;
/// The number of kept states: a minute.
const MOST: usize = 180;
/// With more bodies than this no states are kept: that would take longer than the steps.
const MANY: usize = 20_000;

/// A stage, the input of its steps, and the states to go back to.
pub struct Session {
    /// The stage that is played.
    pub stage: Box<dyn Stage>,
    tape: Tape,
    /// The number of steps of the tape that were made.
    time: usize,
    /// States, each with its time in steps.
    kept: VecDeque<(usize, Kept)>,
    /// The times at which lives were lost, and why.
    lost: Vec<(usize, Why)>,
}

impl Session {
    /// Makes a session of a stage at its start.
    pub fn new(stage: Box<dyn Stage>, seed: u64) -> Session {
        let tape = Tape { scene: stage.name().to_owned(), seed, ..Tape::default() };
        let mut session = Session { stage, tape, time: 0, kept: VecDeque::new(), lost: Vec::new() };
        session.keep();
        session
    }

    /// Switches to another scene at its start. The error says why it cannot be opened.
    pub fn switch(&mut self, name: &str) -> Result<(), String> {
        let seed = self.tape.seed;
        *self = Session::new(catalogue::open(name, seed)?, seed);
        Ok(())
    }

    /// Switches to the next scene in the list, and from a file to the first.
    pub fn next_scene(&mut self) -> Result<(), String> {
        let now = SCENES.iter().position(|scene| scene.name == self.stage.name());
        let next = now.map_or(0, |now| (now + 1) % SCENES.len());
        self.switch(SCENES[next].name)
    }

    /// Returns how many steps were made.
    pub fn time(&self) -> usize {
        self.time
    }

    /// Makes a step. If the session went back before, the old input after this step is removed.
    pub fn step(&mut self, pad: Pad) -> kasuri::Result<()> {
        if self.stage.length().is_some_and(|length| self.time >= length as usize) {
            return Ok(());
        }
        self.tape.pads.truncate(self.time);
        self.kept.truncate(self.kept.partition_point(|&(time, _)| time <= self.time));
        self.stage.step(pad)?;
        self.tape.pads.push(pad);
        self.time += 1;
        self.note_loss();
        if self.time.is_multiple_of(APART) {
            self.keep();
        }
        Ok(())
    }

    /// Begins the scene again. The error says why it cannot be opened.
    pub fn restart(&mut self) -> Result<(), String> {
        let name = self.stage.name().to_owned();
        if SCENES.iter().any(|scene| scene.name == name) {
            return self.switch(&name);
        }
        // What comes from a file has no other beginning than its first state.
        self.go_to(0).map(drop).map_err(|error| error.to_string())
    }

    /// Reads the stage's file again if that has changed. Returns whether it did. A moving stage then begins again. The error
    /// says what is wrong with the new file.
    pub fn reload(&mut self) -> Result<bool, String> {
        let is_other = self.stage.reload()?;
        if is_other {
            (self.time, self.lost) = (0, Vec::new());
            self.tape.pads.clear();
            self.kept.clear();
            self.keep();
        }
        Ok(is_other)
    }

    fn note_loss(&mut self) {
        self.lost.retain(|&(time, _)| time < self.time);
        if let Some(why) = self.stage.why()
            && self.lost.last().is_none_or(|(_, last)| *last != why)
        {
            self.lost.push((self.time, why));
        }
    }

    /// Returns after how many steps the last life was lost, and why.
    pub fn lost(&self) -> Option<(usize, Why)> {
        self.lost.last().cloned()
    }

    fn keep(&mut self) {
        if self.stage.counts().bodies > MANY {
            return self.kept.clear();
        }
        self.kept.extend(self.stage.keep().map(|kept| (self.time, kept)));
        // The start is always kept: from it every step can be repeated.
        if self.kept.len() > MOST {
            self.kept.remove(1);
        }
    }

    /// Goes back to a step that was made before. Returns whether it could.
    pub fn go_to(&mut self, time: usize) -> kasuri::Result<bool> {
        let before = self.kept.partition_point(|&(kept, _)| kept <= time);
        let Some((from, kept)) = before.checked_sub(1).and_then(|k| self.kept.get(k)) else {
            return Ok(false);
        };
        self.stage.recall(kept);
        self.time = *from;
        for k in *from..time.min(self.tape.pads.len()) {
            self.stage.step(self.tape.pads[k])?;
            self.time += 1;
        }
        Ok(true)
    }

    /// Returns the tape of what was played so far.
    pub fn tape(&self) -> Tape {
        let pads = self.tape.pads[..self.time].to_vec();
        Tape { pads, hash: self.stage.world().map(kasuri::World::hash), ..self.tape.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an arbitrary input for step `k`.
    fn pad(k: usize) -> Pad {
        Pad {
            held: (k / 7 * 29 % 512) as u16,
            pointer: [(k * 40) as i32 % 5000, (k * 13) as i32 % 3000],
            wheel: 0,
        }
    }

    #[test]
    fn going_back_leads_on_the_same_way() {
        for scene in SCENES.iter().filter(|scene| scene.name != "broad") {
            let mut session = Session::new(catalogue::open(scene.name, 3).unwrap(), 3);
            let mut told = Vec::new();
            for k in 0..150 {
                told.push(session.stage.tell());
                session.step(pad(k)).unwrap();
            }
            for time in [149, 57, 20, 3, 0] {
                assert!(session.go_to(time).unwrap());
                assert_eq!(
                    (session.time(), session.stage.tell()),
                    (time, told[time].clone()),
                    "{}",
                    scene.name
                );
            }
            session.step(pad(0)).unwrap();
            assert_eq!(session.stage.tell(), told[1], "{}", scene.name);
            assert_eq!(session.tape().pads.len(), 1);
        }
    }
}
