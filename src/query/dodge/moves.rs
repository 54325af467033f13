//! The moves that a player can make in a step.

use std::f64::consts::FRAC_1_SQRT_2;

use crate::error::{At, Cause, Result};
use crate::lattice::finite;

/// What a player can do in a step: a list of moves by whole columns and rows of a grid of positions, and standing still.
///
/// ```
/// use kasuri::query::PlayerMoves;
/// // 3.25 px a step, or 1.5 px while focused, on a grid of 1 px: rounded down to what the grid has.
/// let moves = PlayerMoves::of_speeds(&[3.25, 1.5], 1.0)?;
/// assert_eq!(moves.list().len(), 1 + 8 + 8);
/// assert_eq!(moves.list()[..4], [[0, 0], [3, 0], [2, 2], [0, 3]]);
/// assert_eq!(PlayerMoves::of_speeds(&[3.25], 0.25)?.list()[1..3], [[13, 0], [9, 9]]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerMoves(Vec<[i32; 2]>);

/// The most moves of a player, and the most columns or rows of one.
const MOST_MOVES: usize = 256;
const FARTHEST: f64 = 4096.0;

impl PlayerMoves {
    /// Makes the eight directions at each of some speeds, and standing still. Speeds are in pixels a step, `step` is the
    /// distance between two positions of the grid. A diagonal move is as long as a straight one. Both are rounded down to
    /// whole steps of the grid, so that a player is never taken to be faster than it is.
    pub fn of_speeds(speeds: &[f64], step: f64) -> Result<PlayerMoves> {
        if finite(step).at("step")? <= 0.0 {
            let (what, least) = ("the step of a grid of positions", 1.0 / 256.0);
            return Err(Cause::OutOfRange { what, value: step, least, most: FARTHEST }.at("step"));
        }
        let mut moves = Vec::new();
        for (k, &speed) in speeds.iter().enumerate() {
            let place = || format!("speeds[{k}]");
            let steps = (finite(speed).at(place())? / step).floor();
            if !(1.0..=FARTHEST).contains(&steps) {
                let what = "a speed, on this grid of positions,";
                let (least, most) = (step, FARTHEST * step);
                return Err(Cause::OutOfRange { what, value: speed, least, most }.at(place()));
            }
            let (straight, aside) = (steps as i32, (speed / step * FRAC_1_SQRT_2).floor() as i32);
            let eighth = [[straight, 0], [aside, aside]];
            let turned = |turns: usize| eighth.map(|by| (0..turns).fold(by, |[x, y], _| [-y, x]));
            moves.extend((0..4).flat_map(turned));
        }
        PlayerMoves::new(&moves).at("speeds")
    }

    /// Makes a list of moves, each by so many columns and rows. Standing still comes first, whether it is listed or not;
    /// repeated moves count once.
    pub fn new(moves: &[[i32; 2]]) -> Result<PlayerMoves> {
        let mut list = vec![[0, 0]];
        for (k, &by) in moves.iter().enumerate() {
            for (axis, x) in by.into_iter().enumerate() {
                if f64::from(x).abs() > FARTHEST {
                    let (what, value) = ("a move, in columns or rows,", f64::from(x));
                    let cause = Cause::OutOfRange { what, value, least: -FARTHEST, most: FARTHEST };
                    return Err(cause.at(format!("moves[{k}][{axis}]")));
                }
            }
            if !list.contains(&by) {
                list.push(by);
            }
        }
        if list.len() > MOST_MOVES {
            let (what, count) = ("moves", list.len());
            return Err(Cause::Count { what, count, least: 1, most: MOST_MOVES }.at("moves"));
        }
        Ok(PlayerMoves(list))
    }

    /// Returns the moves in columns and rows; the first is standing still.
    pub fn list(&self) -> &[[i32; 2]] {
        &self.0
    }
}
