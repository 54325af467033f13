//! The worst frame of many, which a player notices. Bullets come and go, turn and graze. The same game is played five
//! times, and the shortest time of each frame counts, so that other programs on the machine do not matter.

use crate::tables::churn::Churn;
use crate::tables::play::Played;
use crate::tables::{Cell, Effort, Row, Rows};

/// The number of frames of a play where other tables use 120.
const FRAMES: usize = 2000;
const PLAYS: usize = 5;
/// The goal for the worst frame, as a multiple of the median.
const TIMES: f64 = 3.0;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let frames = effort.warm_up + effort.frames * FRAMES / Effort::default().frames;
    let effort = Effort { frames, most: effort.most * 100, ..*effort };
    for count in [5_000, 20_000] {
        for is_turned in [false, true] {
            let count = effort.scaled(count);
            let name = format!("{count} bullets, {}", if is_turned { "turned" } else { "upright" });
            let play = || Churn::new(count, is_turned, 1).play(&effort).0;
            add(row(&name, play)?);
        }
    }
    Ok(())
}

fn row(name: &str, play: impl Fn() -> Played) -> Result<Row, String> {
    let first = play();
    let mut frames = first.frames.clone();
    for _ in 1..PLAYS {
        let next = play();
        if next.is_unlike(&first) {
            return Err(format!("{name} gave {first:?} and then {next:?}"));
        }
        frames.iter_mut().zip(&next.frames).for_each(|(least, &time)| *least = least.min(time));
    }
    frames.sort_by(f64::total_cmp);
    let at = |part: f64| frames.get((frames.len() as f64 * part) as usize).copied().unwrap_or(0.0);
    let (median, worst) = (at(0.5), frames.last().copied().unwrap_or(0.0));
    let cells = vec![
        Cell::new("median us", median),
        Cell::new("99 % us", at(0.99)),
        Cell::new("worst us", worst),
        Cell::new("x median", worst / median).goal(TIMES),
        Cell::new("frames", frames.len() as f64),
        Cell::new("hits", first.hits),
        Cell::new("grazes", first.grazes),
    ];
    Ok(Row { name: name.into(), cells })
}
