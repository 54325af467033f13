//! Frames beside a program that keeps a core busy: two threads may lose nothing against one.
//!
//! The scenes are those of `frames`, and every seventh of `cliffs`.

use std::time::Duration;

use crate::tables::cliffs;
use crate::tables::cores::played::{Measured, Played};
use crate::tables::cores::scenes::{STEP, standing};
use crate::tables::cores::spinner::Spinner;
use crate::tables::cores::{LEAST, are_alike};
use crate::tables::frames::FRAMES;
use crate::tables::motion::spins;
use crate::tables::play::Scene;
use crate::tables::yardstick::Stage;
use crate::tables::{Cell, Effort, Row, Rows};

/// While a program keeps a core busy, two threads may take this much longer than one, and no frame more than so many medians.
pub(super) const BUSY: [f64; 2] = [1.05, 2.0];
/// The number of frames that are played one after another on the same number of threads.
const STRETCH: usize = 50;
/// The frames of each scene of another table.
const FRAMES_EACH: usize = 400;
/// Of so many scenes of `cliffs` one is played.
const SAMPLE: usize = 7;

/// The scenes of other tables, by turns on one thread and on two.
pub(in crate::tables) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let some = &Effort { frames: effort.frames.min(24), ..*effort };
    let stage = Stage::new(some);
    let spins = spins(stage.bodies(), some.frames);
    for frame in FRAMES {
        add_row(effort, frame.name, |threads| frame.scene(&stage, &spins, threads), &mut *add)?;
    }
    let is_named = effort.only.is_some();
    for (k, cell) in cliffs::cells().enumerate() {
        if is_named || k % SAMPLE == 0 {
            let name = format!("cliffs: {}", cell.name());
            add_row(effort, &name, |threads| cell.scene(&stage, threads), &mut *add)?;
        }
    }
    Ok(())
}

/// Adds the row of a scene, which is made for a number of threads.
fn add_row<'a>(
    effort: &Effort,
    name: &str,
    scene: impl Fn(usize) -> Scene<'a>,
    add: Rows,
) -> Result<(), String> {
    if effort.only.is_some_and(|only| !name.contains(only)) {
        return Ok(());
    }
    let plays = [1, 2].map(|threads| Played::of(standing(scene(threads)), STEP));
    let [busy, worst, worst_alone] = beside_spinner(effort, name, plays, FRAMES_EACH)?;
    let cells = vec![
        Cell::new("busy x", busy).goal(BUSY[0]),
        Cell::new("worst", worst).goal(BUSY[1]),
        Cell::new("of one", worst_alone),
    ];
    add(Row { name: name.into(), cells });
    Ok(())
}

/// Plays a scene by turns on one thread and on two, while a program keeps a core busy. Returns how many times as long the median
/// frame takes on two, and how many medians the longest is on two and on one.
pub(super) fn beside_spinner(
    effort: &Effort,
    name: &str,
    mut plays: [Played<'_>; 2],
    frames: usize,
) -> Result<[f64; 3], String> {
    let spinner = Spinner::start()?;
    let frames = if effort.measure == Duration::ZERO { LEAST } else { frames };
    // Each number of threads gets stretches of its own: what the last frames gained is of use to the next.
    for from in (0..frames).step_by(STRETCH) {
        for play in &mut plays {
            for frame in from..frames.min(from + STRETCH) {
                play.frame(frame, if frame < LEAST - 1 { Measured::Nothing } else { Measured::Wall });
            }
        }
        if from > 0 && spinner.spent() > 4 * effort.most {
            break;
        }
    }
    drop(spinner);
    are_alike(&plays, name)?;
    let [one, two] = plays.map(|play| play.walls());
    let median = |walls: &[f64]| walls.get(walls.len() / 2).copied().unwrap_or_default();
    let worst = |walls: &[f64]| walls.last().copied().unwrap_or_default() / median(walls);
    Ok([median(&two) / median(&one), worst(&two), worst(&one)])
}
