//! The frames of a bullet hell: sprites upright, turned, spinning, without and with grazes.

use crate::tables::kinds::Kind;
use crate::tables::motion::spins;
use crate::tables::play::{Played, Scene, best};
use crate::tables::yardstick::{CONTROL, Stage, Yardstick};
use crate::tables::{Cell, Effort, Row, Rows};

/// The graze margin of bullets, in pixels.
pub(super) const MARGIN: f64 = 8.0;

/// A scene of this table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) name: &'static str,
    kind: Kind,
    grazes: bool,
    spins: bool,
    /// The goal in units of the yardstick.
    goal: f64,
}

const fn frame(name: &'static str, kind: Kind, grazes: bool, spins: bool, goal: f64) -> Frame {
    Frame { name, kind, grazes, spins, goal }
}

pub(super) const FRAMES: [Frame; 6] = [
    frame("upright", Kind::Sprite, false, false, 0.8),
    frame("upright, graze", Kind::Sprite, true, false, 1.6),
    frame("turned", Kind::TurnedSprite, false, false, 2.2),
    frame("spin", Kind::TurnedSprite, false, true, 2.6),
    frame("turned, graze", Kind::TurnedSprite, true, false, 3.0),
    frame("spin, graze", Kind::TurnedSprite, true, true, 3.4),
];

impl Frame {
    pub(super) fn scene<'a>(&self, stage: &'a Stage, spins: &'a [Vec<f64>], threads: usize) -> Scene<'a> {
        let margin = self.grazes.then_some(MARGIN);
        let scene = stage.cell(threads, self.kind, self.kind, margin);
        Scene { angles: self.spins.then_some(spins), ..scene }
    }
}

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let stage = Stage::new(effort);
    let spins = spins(stage.bodies(), effort.frames);
    let yardstick = Yardstick::new(effort, &stage)?;
    for frame in FRAMES.into_iter().filter(|frame| effort.wants(frame.name)) {
        let played = best(effort, frame.name, || frame.scene(&stage, &spins, 1).play(effort))?;
        add(row(frame.name, &played, &yardstick, frame.goal));
    }
    // The time of the control is CONTROL units by definition.
    add(row("72 turned copies, by hand", &yardstick.control, &yardstick, CONTROL));
    Ok(())
}

fn row(name: &str, played: &Played, yardstick: &Yardstick, goal: f64) -> Row {
    let cells = vec![
        Cell::new("frame us", played.frame),
        Cell::new("units", played.frame / yardstick.unit()).goal(goal),
        Cell::new("x upright", played.frame / yardstick.upright.frame),
        Cell::new("worst us", played.worst()),
        Cell::new("moves", played.moves),
        Cell::new("angles", played.angles),
        Cell::new("broad", played.broad),
        Cell::new("decide", played.decide),
        Cell::new("events", played.events),
        Cell::new("hits", played.hits),
        Cell::new("grazes", played.grazes),
    ];
    Row { name: name.into(), cells }
}
