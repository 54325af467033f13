//! A scene that is played with the page's keys, mouse and touches.

use kasuri::{Vec2, World};
use kasuri_stage::scenes::{self, Pad, Session, Tape, button};
use serde_json::{Value, json};

use crate::hashes;

/// The pointer's units in a pixel.
const FINE: f64 = scenes::pad::FINE as f64;
/// The hero rests within this distance of the drag target: about half of its fastest step.
const NEAR: f64 = 1.7;
/// The largest distance of the drag target from the hero, on each axis.
const AHEAD: f64 = 24.0;
/// The native hashes are of steps that are multiples of this.
const EVERY: usize = 100;

/// A session, with the data about its inputs.
pub struct Player {
    session: Session,
    seed: u64,
    /// The inputs that are replayed until the user plays.
    tape: Vec<Pad>,
    /// The step before which the first input came.
    touched: Option<usize>,
    /// The vector from the pointer to the position that the hero is dragged to.
    pull: Option<Vec2>,
    /// The last hash that could be compared: the step, the hash here, and the native hash.
    checked: Option<(usize, u64, u64)>,
}

impl Player {
    /// Opens a scene at its start.
    pub fn open(name: &str, seed: u64) -> Result<Player, String> {
        let stage = scenes::open(name, seed)?;
        let session = Session::new(stage, seed);
        Ok(Player { session, seed, tape: Vec::new(), touched: None, pull: None, checked: None })
    }

    /// Opens a recording at its start.
    pub fn replay(text: &str) -> Result<Player, String> {
        let tape = Tape::read(text)?;
        let player = Player::open(&tape.scene, tape.seed)?;
        Ok(Player { tape: tape.pads, ..player })
    }

    /// Returns the session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Makes one step with the buttons, the pointer at a position in the world, and the notches of the wheel. A
    /// recording is played until a button is held.
    pub fn step(&mut self, held: u16, place: [f64; 2], wheel: i8) -> Result<(), String> {
        if held != 0 {
            self.tape.clear();
        }
        let time = self.session.time();
        let pad = self.tape.get(time).copied().unwrap_or_else(|| self.pad(held, place, wheel));
        if pad != Pad::default() {
            self.touched = Some(self.touched.map_or(time, |touched| touched.min(time)));
        }
        self.session.step(pad).map_err(|error| error.to_string())?;
        self.check();
        Ok(())
    }

    /// Returns the input of this step. Without a held button it is empty, so the pointer alone does not affect the scene.
    fn pad(&mut self, held: u16, place: [f64; 2], wheel: i8) -> Pad {
        let held = self.steered(held, place);
        if held == 0 {
            return Pad::default();
        }
        Pad { held, pointer: place.map(|x| (x * FINE).round() as i32), wheel }
    }

    /// Turns dragging into arrow buttons: the hero moves by as much as the pointer, wherever the drag began.
    fn steered(&mut self, held: u16, [x, y]: [f64; 2]) -> u16 {
        let hero = self.session.stage.hero().filter(|_| held & button::GRAB != 0);
        let Some(hero) = hero else {
            self.pull = None;
            return held;
        };
        let by = self.pull.unwrap_or(Vec2::new(hero.x - x, hero.y - y));
        let trail = |from: f64| from.clamp(-AHEAD, AHEAD);
        let ahead = Vec2::new(trail(x + by.x - hero.x), trail(y + by.y - hero.y));
        self.pull = Some(Vec2::new(hero.x + ahead.x - x, hero.y + ahead.y - y));
        let arrow = |is_held: bool, arrow: u16| if is_held { arrow } else { 0 };
        held & !button::GRAB
            | arrow(ahead.x < -NEAR, button::LEFT)
            | arrow(ahead.x > NEAR, button::RIGHT)
            | arrow(ahead.y < -NEAR, button::UP)
            | arrow(ahead.y > NEAR, button::DOWN)
    }

    /// Goes to a step that was made before. The inputs after it are replayed until the user plays.
    pub fn go_to(&mut self, time: usize) -> Result<(), String> {
        let played = self.session.tape().pads;
        if played.len() > self.tape.len() {
            self.tape = played;
        }
        self.session.go_to(time).map_err(|error| error.to_string())?;
        self.touched = self.touched.filter(|&touched| touched < self.session.time());
        Ok(())
    }

    /// Compares the hash with the native one, if there is one.
    fn check(&mut self) {
        let time = self.session.time();
        if self.touched.is_some() || self.seed != 0 || !time.is_multiple_of(EVERY) {
            return;
        }
        let here = self.session.stage.world().map(World::hash);
        let native = hashes::native(self.session.stage.name(), time);
        if let (Some(here), Some(native)) = (here, native) {
            self.checked = Some((time, here, native));
        }
    }

    /// Returns the state that the panel shows.
    pub fn state(&self) -> Value {
        let stage = &self.session.stage;
        let report = stage.last().map(|step| *step.report()).unwrap_or_default();
        let checked = self.checked.filter(|_| self.touched.is_none());
        let checked = checked.map(|(step, here, native)| {
            json!({ "step": step, "here": format!("{here:016x}"), "native": format!("{native:016x}") })
        });
        let lost = self.session.lost().map(|(time, why)| json!({ "step": time, "words": why.words }));
        json!({
            "name": stage.name(),
            "keys": stage.keys(),
            "step": self.session.time(),
            "bodies": stage.counts().bodies,
            "candidates": report.candidates,
            "overlaps": report.overlaps,
            "hits": report.hits,
            "grazes": report.near,
            "broad": report.broad,
            "notes": stage.notes(),
            "hash": stage.world().map(|world| format!("{:016x}", world.hash())),
            "checked": checked,
            "is_played": self.touched.is_some(),
            "is_dragged": stage.hero().is_some(),
            "lost": lost,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_that_nobody_plays_is_compared() {
        let mut player = Player::open("bounce", 0).unwrap();
        for k in 0..EVERY {
            // The pointer without a button is not an input.
            player.step(0, [k as f64, 50.0], 0).unwrap();
        }
        let checked = player.state()["checked"].clone();
        assert_eq!(checked["here"], checked["native"]);
        assert_eq!(checked["step"], EVERY);
        player.step(button::FIRE, [50.0, 50.0], 0).unwrap();
        assert_eq!(player.state()["checked"], Value::Null);
    }

    #[test]
    fn the_ship_follows_the_hand() {
        let mut player = Player::open("danmaku", 0).unwrap();
        player.step(button::FIRE, [0.0; 2], 0).unwrap();
        player.step(0, [0.0; 2], 0).unwrap();
        let start = player.session.stage.hero().unwrap();
        for k in 0..60 {
            let to = f64::from(k.min(30));
            player.step(button::GRAB, [200.0 + to, 100.0 - 2.0 * to], 0).unwrap();
        }
        let end = player.session.stage.hero().unwrap();
        assert!((end.x - start.x - 30.0).abs() < 4.0 && (end.y - start.y + 60.0).abs() < 4.0, "{end:?}");
    }

    #[test]
    fn what_was_played_is_played_again() {
        let mut player = Player::open("tiles", 0).unwrap();
        for k in 0..80 {
            player.step(if k % 20 < 12 { button::RIGHT } else { button::UP }, [0.0; 2], 0).unwrap();
        }
        let text = player.session.tape().write();
        let end = player.state()["hash"].clone();
        player.go_to(20).unwrap();
        (20..80).for_each(|_| player.step(0, [9.0; 2], 0).unwrap());
        assert_eq!(player.state()["hash"], end);
        let mut again = Player::replay(&text).unwrap();
        (0..80).for_each(|_| again.step(0, [9.0; 2], 0).unwrap());
        assert_eq!(again.state()["hash"], end);
        assert!(Player::replay("{}").is_err());
    }
}
