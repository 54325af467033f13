//! The region that a player can reach, step by step.

use crate::error::Result;
use crate::lattice::Vec2;
use crate::query::PlaceGrid;
use crate::query::dodge::grid::DodgeGrid;
use crate::query::dodge::moves::PlayerMoves;
use crate::query::dodge::place_map::{PlaceMap, PlaceWindow};
use crate::query::dodge::threats::{StepFree, Threats};
use crate::threads::Threads;

/// The region that a player can reach without a hit, step by step: of the positions of a grid, those that some sequence of
/// moves leads to. This is for a look ahead in each frame of a game: free positions are decided only near what is reachable,
/// and nothing is kept of earlier steps. [`Dodge`](crate::query::Dodge) also finds the path.
///
/// Positions are in pixels, +y down. In a world with other units or axes, [`World::pixels_of`](crate::World::pixels_of) says
/// which.
///
/// ```
/// use kasuri::query::{PlaceGrid, Placed, PlayerMoves, Reach, Threats};
/// use kasuri::{Placement, Shape, Touching};
/// let ball = |r: f64, at: [f64; 2]| -> kasuri::Result<Placed> {
///     Ok(Placed::new(Shape::circle(r)?.place(&Placement::at(at))?, at))
/// };
/// let core = [ball(2.0, [0.0, 0.0])?];
/// let moves = PlayerMoves::of_speeds(&[4.0], 2.0)?;
/// let mut reach = Reach::new(&PlaceGrid::new([0.0, 0.0], [2.0, 2.0], [160, 120]), moves)?;
/// reach.start_at([160.0, 200.0])?;
/// // Half a second ahead: a shot comes down on the player.
/// for k in 1..=30 {
///     let shot = ball(6.0, [160.0, 80.0 + 4.0 * f64::from(k)])?;
///     let mut threats = Threats::new(&core, Touching::Counts)?;
///     threats.add(&shot);
///     reach.step(&threats)?;
///     // A heat map counts for each position in how many of these steps it is in this map.
///     assert!(!reach.map().is_empty());
/// }
/// let at = reach.nearest([160.0, 200.0])?;
/// assert!(!reach.map().has(at[0], at[1]));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reach {
    pub(super) grid: DodgeGrid,
    pub(super) moves: PlayerMoves,
    pub(super) map: PlaceMap,
    threads: Threads,
}

impl Reach {
    /// Makes the region of a player that may be anywhere on a grid. It is an error where there are more than 2^26 positions,
    /// or where a step of the grid is no whole multiple of 1/256 px.
    pub fn new(places: &PlaceGrid, moves: PlayerMoves) -> Result<Reach> {
        let grid = DodgeGrid::new(places)?;
        Ok(Reach { grid, moves, map: PlaceMap::full(grid.size), threads: Threads::ONE })
    }

    /// Lets several threads work. The answer is the same.
    #[must_use]
    pub fn on(self, threads: &Threads) -> Reach {
        Reach { threads: threads.clone(), ..self }
    }

    /// Starts anew from one position: the one of the grid that is nearest to a point. It is an error where the point is more
    /// than a step outside of the grid.
    pub fn start_at(&mut self, at: impl Into<Vec2>) -> Result<()> {
        let [x, y] = self.grid.nearest(at.into())?;
        self.map = PlaceMap::empty(self.grid.size);
        self.map.insert(x, y);
        Ok(())
    }

    /// Returns the column and row nearest to a point; an error where the point is more than a step outside of the grid.
    pub fn nearest(&self, at: impl Into<Vec2>) -> Result<[u32; 2]> {
        self.grid.nearest(at.into())
    }

    /// Returns the position in a column and a row, in pixels.
    pub fn place(&self, x: u32, y: u32) -> Vec2 {
        self.grid.place([x, y])
    }

    /// Goes on by a step: the player makes a move, then the step decides what it is hit by.
    pub fn step(&mut self, threats: &Threats<'_>) -> Result<()> {
        let Some(window) = self.window() else { return Ok(()) };
        let free = self.free(threats, window)?;
        self.map = free.after(&self.map, &self.moves);
        Ok(())
    }

    /// Returns where the player can be now.
    pub fn map(&self) -> &PlaceMap {
        &self.map
    }

    pub(super) fn free(&self, threats: &Threats<'_>, window: PlaceWindow) -> Result<StepFree> {
        threats.free(&self.grid, window, &self.moves, &self.threads)
    }

    /// Returns a window of all positions that one move leads to.
    fn window(&self) -> Option<PlaceWindow> {
        let PlaceWindow { words, rows } = self.map.window()?;
        let [w, h] = self.grid.size;
        let [left, right] = PlaceWindow { words, rows }.columns(w);
        let farthest =
            |axis: usize| self.moves.list().iter().map(|by| by[axis].unsigned_abs()).max().unwrap_or(0);
        let (dx, dy) = (farthest(0), farthest(1));
        let [left, right] = [left.saturating_sub(dx), (right + dx).min(w)];
        Some(PlaceWindow {
            words: [left as usize / 64, right.div_ceil(64) as usize],
            rows: [rows[0].saturating_sub(dy), (rows[1] + dy).min(h)],
        })
    }
}
