//! Every kind of bullet against every kind of target, without and with grazes.

use crate::tables::frames::MARGIN;
use crate::tables::kinds::{BULLETS, Kind, LINKS, TARGETS};
use crate::tables::play::{Played, best};
use crate::tables::yardstick::{Stage, Yardstick};
use crate::tables::{Cell, Effort, Row, Rows};

/// Returns the goal for a pair in nanoseconds, on a machine where two circles take 3.
fn goal(bullet: Kind, target: Kind) -> f64 {
    let kinds = [bullet, target];
    if kinds.contains(&Kind::Chain) {
        25.0 * LINKS as f64
    } else if kinds.iter().any(|kind| kind.is_turned_sprite()) {
        40.0
    } else if kinds.iter().any(|kind| kind.is_sprite()) {
        25.0
    } else {
        12.0
    }
}

/// Returns how much longer pairs may take if bullets graze.
fn goal_of_grazes(bullet: Kind, target: Kind) -> f64 {
    if bullet.is_sprite() || target.is_sprite() { 1.3 } else { 2.0 }
}

/// The goal for moving a body, as a multiple of the time for an upright sprite.
const MOVE: f64 = 1.5;
/// The goal for an event, in nanoseconds.
const EVENT: f64 = 10.0;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let stage = Stage::new(effort);
    let yardstick = Yardstick::new(effort, &stage)?;
    let mut circles = None;
    for target in TARGETS {
        for bullet in BULLETS {
            let name = format!("{} x {}", bullet.name(), target.name());
            // (The others are compared with the first row.)
            if circles.is_some() && !effort.wants(&name) {
                continue;
            }
            let cell = |margin: Option<f64>| {
                let scene = || stage.cell(1, bullet, target, margin).play(effort);
                let pairs = stage.tight_pairs(effort, bullet, target, margin.unwrap_or(0.0));
                best(effort, &name, scene).map(|played| Pairs { played, count: pairs })
            };
            let plain = cell(None)?;
            let circles = *circles.get_or_insert(plain.decide());
            let most = goal(bullet, target);
            add(plain.row(&name, &yardstick, most, circles));
            let most = goal_of_grazes(bullet, target) * plain.decide().max(most);
            add(cell(Some(MARGIN))?.row(&format!("{name}, graze"), &yardstick, most, circles));
        }
    }
    Ok(())
}

/// The times of a frame, and its number of pairs whose tight boxes overlap.
struct Pairs {
    played: Played,
    count: f64,
}

impl Pairs {
    /// Returns the nanoseconds per pair.
    fn decide(&self) -> f64 {
        self.played.decide * 1e3 / self.count.max(1.0)
    }

    fn row(&self, name: &str, yardstick: &Yardstick, goal: f64, circles: f64) -> Row {
        let played = &self.played;
        let moves = |played: &Played| played.moves * 1e3 / played.bodies;
        let events = (played.hits + played.grazes).max(1.0);
        let cells = vec![
            Cell::new("frame us", played.frame),
            Cell::new("x upright", played.frame / yardstick.upright.frame),
            Cell::new("move ns", moves(played)).goal(MOVE * moves(&yardstick.upright)),
            Cell::new("pair ns", self.decide()).goal(goal),
            Cell::new("x circles", self.decide() / circles),
            Cell::new("event ns", played.events * 1e3 / events).goal(EVENT),
            Cell::new("broad us", played.broad),
            Cell::new("decide us", played.decide),
            Cell::new("pairs", self.count),
            Cell::new("candidates", played.candidates),
            Cell::new("hits", played.hits),
            Cell::new("grazes", played.grazes),
        ];
        Row { name: name.into(), cells }
    }
}
