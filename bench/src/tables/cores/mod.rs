//! All the cores there are: large frames on one thread, on two and on all, stage by stage, and beside a program that keeps a core busy.
//!
//! Frames are played by turns on each number of threads, so that other programs disturb all alike. The share of the work that one
//! thread must do alone is counted in CPU time, so it is right on a busy machine, too: what the calling thread does outside of shared
//! work, beside all that one thread does. By Amdahl's law it says what more cores than this machine has would gain.

mod busy;
mod played;
mod scenes;
mod spinner;

use std::time::Instant;

use crate::tables::cores::busy::{BUSY, beside_spinner};
use crate::tables::cores::played::{Measured, Played};
use crate::tables::cores::scenes::{Scene, scenes};
use crate::tables::{Cell, Effort, Row, Rows};

pub(super) use busy::rows as busy_rows;

/// The numbers of threads for which the gain is predicted.
const MORE: [(&str, f64); 3] = [("at 4", 4.0), ("at 8", 8.0), ("at 16", 16.0)];
/// The frames that are played beside a busy program.
const BUSY_FRAMES: usize = 2000;
/// The fewest frames that are timed.
const LEAST: usize = 3;

/// Whole frames, beside their goals.
pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    for (name, scene) in wanted(effort) {
        let plays = quiet(effort, &name, scene)?;
        let [one, two, all] = of_each(&plays, Played::wall);
        let [one_spent, two_spent, _] = of_each(&plays, |play| play.sums().whole());
        let plays = [1, 2].map(|count| Played::new(scene, effort, count));
        let [busy, worst, worst_alone] = beside_spinner(effort, &name, plays, BUSY_FRAMES)?;
        // The gain on two threads that is the goal leaves so much for one thread alone.
        let most = 2.0 / scene.gain - 1.0;
        let serial = two_spent.alone / one_spent.cpu;
        let mut cells = vec![
            Cell::new("one us", one),
            Cell::new("two us", two),
            Cell::new("all us", all),
            Cell::new("x", one / two).at_least(scene.gain),
            Cell::new("all x", one / all),
            Cell::new("cpu x", two_spent.cpu / one_spent.cpu),
            Cell::new("serial %", 100.0 * serial).goal(100.0 * scene.serial.unwrap_or(most)),
        ];
        cells.extend(predicted(serial));
        cells.push(Cell::new("busy x", busy).goal(BUSY[0]));
        cells.push(Cell::new("worst", worst).goal(BUSY[1]));
        cells.push(Cell::new("of one", worst_alone));
        add(Row { name, cells });
    }
    Ok(())
}

/// The stages of the same frames.
pub(super) fn stages(effort: &Effort, add: Rows) -> Result<(), String> {
    for (name, scene) in wanted(effort) {
        let [one, two, all] = of_each(&quiet(effort, &name, scene)?, Played::sums);
        for (k, stage) in one.names().into_iter().enumerate() {
            let [one, two, all] = [&one, &two, &all].map(|sums| sums.stage(k));
            let serial = two.alone / one.cpu.max(1e-3);
            let mut cells = vec![
                Cell::new("one us", one.wall),
                Cell::new("two us", two.wall),
                Cell::new("all us", all.wall),
                Cell::new("one cpu", one.cpu),
                Cell::new("two cpu", two.cpu),
                Cell::new("all cpu", all.cpu),
                Cell::new("alone", two.alone),
                Cell::new("serial %", 100.0 * serial),
            ];
            cells.extend(predicted(serial));
            add(Row { name: format!("{name}: {stage}"), cells });
        }
    }
    Ok(())
}

fn wanted(effort: &Effort) -> impl Iterator<Item = (String, &'static Scene)> {
    scenes().iter().map(|scene| (scene.name(effort), scene)).filter(|(name, _)| effort.wants(name))
}

/// Returns the gains that Amdahl's law predicts.
fn predicted(serial: f64) -> impl Iterator<Item = Cell> {
    let gain = move |cores: f64| 1.0 / (serial + (1.0 - serial).max(0.0) / cores);
    MORE.into_iter().map(move |(name, cores)| Cell::new(name, gain(cores)))
}

/// Plays a scene by turns on one thread, on two and on all, if those are more. Of every other frame the stages are measured.
fn quiet(effort: &Effort, name: &str, scene: &Scene) -> Result<Vec<Played<'static>>, String> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let counts = [1, 2, all];
    let counts = &counts[..if all > 2 { 3 } else { 2 }];
    let mut plays: Vec<Played<'static>> =
        counts.iter().map(|&count| Played::new(scene, effort, count)).collect();
    let start = Instant::now();
    for frame in 0..LEAST + 2 * effort.frames.max(LEAST) {
        if frame >= 3 * LEAST && start.elapsed() > effort.most {
            break;
        }
        let measured = match frame {
            ..LEAST => Measured::Nothing,
            _ if frame % 2 == 0 => Measured::Wall,
            _ => Measured::Stages,
        };
        plays.iter_mut().for_each(|play| play.frame(frame, measured));
        are_alike(&plays, name)?;
    }
    Ok(plays)
}

/// Returns something of the plays on one thread, on two and on all.
fn of_each<T>(plays: &[Played<'static>], get: impl Fn(&Played<'static>) -> T) -> [T; 3] {
    [0, 1, 2].map(|k| get(&plays[k.min(plays.len() - 1)]))
}

fn are_alike(plays: &[Played], name: &str) -> Result<(), String> {
    if plays.windows(2).all(|two| two[0].checksum == two[1].checksum) {
        return Ok(());
    }
    Err(format!("{name} is another on other numbers of threads"))
}
