//! The same frames on one thread and on two.

use crate::tables::churn::Churn;
use crate::tables::frames::{FRAMES, MARGIN};
use crate::tables::kinds::Kind;
use crate::tables::motion::spins;
use crate::tables::play::{Played, best};
use crate::tables::yardstick::Stage;
use crate::tables::{Cell, Effort, Row, Rows};

/// Returns the goal for the speed-up of a frame that takes `frame` microseconds on one thread.
fn goal(frame: f64) -> f64 {
    match frame {
        _ if frame >= 1000.0 => 1.6,
        _ if frame >= 300.0 => 1.25,
        _ => 0.95,
    }
}

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let stage = Stage::new(effort);
    let spins = spins(stage.bodies(), effort.frames);
    for frame in FRAMES {
        add(row(effort, frame.name, |threads| frame.scene(&stage, &spins, threads).play(effort))?);
    }
    for (name, bullet, target, margin) in [
        ("circle x circle", Kind::Circle, Kind::Circle, None),
        ("hexagon x turned box, graze", Kind::Hexagon, Kind::TurnedBox, Some(MARGIN)),
        ("chain x turned sprite", Kind::Chain, Kind::TurnedSprite, None),
    ] {
        add(row(effort, name, |threads| stage.cell(threads, bullet, target, margin).play(effort))?);
    }
    let count = effort.scaled(100_000);
    let name = format!("{count} bullets, turned");
    add(row(effort, &name, |threads| Churn::new(count, true, threads).play(effort).0)?);
    Ok(())
}

fn row(effort: &Effort, name: &str, mut play: impl FnMut(usize) -> Played) -> Result<Row, String> {
    let [one, two] = [1, 2].map(|threads| best(effort, name, || play(threads)));
    let (one, two) = (one?, two?);
    if one.is_unlike(&two) {
        return Err(format!("{name} on one thread {one:?}, on two {two:?}"));
    }
    let cells = vec![
        Cell::new("one us", one.frame),
        Cell::new("two us", two.frame),
        Cell::new("x", one.frame / two.frame).at_least(goal(one.frame)),
        Cell::new("moves x", one.moves / two.moves),
        Cell::new("broad x", one.broad / two.broad),
        Cell::new("decide x", one.decide / two.decide),
        Cell::new("events x", one.events / two.events),
    ];
    Ok(Row { name: name.into(), cells })
}
