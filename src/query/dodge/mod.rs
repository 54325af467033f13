//! Whether a pattern of bullets can be dodged, and where: the positions that a player can reach step by step, and the path
//! with the most room.
//!
//! # How it is decided
//!
//! The player stands on the positions of a grid, 1 px apart unless the caller says otherwise, and has a list of moves by
//! whole columns and rows ([`PlayerMoves`]). In each step the game moves everything, the player too; then the step decides
//! who hits whom at the positions after the move (SPEC 6). So
//!
//! ```text
//! reached after step k  =  free in step k  AND  (reached after step k - 1, moved by each move)
//! ```
//!
//! Free positions are those of [`fits`](crate::query::fits()): exact for every kind of body. Both sets are rows of bits, and a
//! move shifts rows, 64 positions a word.
//!
//! Swept bodies are decided on their path while the player goes from its last position to its next one (SPEC 6, "Swept
//! bodies"). Then what is free depends on the move, and `free` above is one map for each move (`swept`).
//!
//! Where nothing is reached any more there is a **wall**: no player lives past this step, whatever it does.
//!
//! The answer holds for what the grid and the moves can express. A player that moves by other vectors may find a gap between
//! the positions of a coarse grid; a finer grid sees more.

mod grid;
mod moves;
mod path;
mod place_map;
mod reach;
mod swept;
mod threats;

pub use moves::PlayerMoves;
pub use path::{DodgePath, PathPlace};
pub use place_map::PlaceMap;
pub use reach::Reach;
pub(crate) use threats::PlayerRegion;
pub use threats::Threats;

use crate::error::{Cause, Result};
use crate::query::dodge::path::Passable;
use crate::query::dodge::place_map::PlaceWindow;
use crate::query::dodge::threats::StepFree;

/// Whether and how a pattern can be dodged. It is told the threats of one step after the other.
///
/// It keeps what is free in each step: for a field of 300 x 300 px, 12 kB a step at 1 px. After a wall no more is kept.
///
/// ```
/// use kasuri::query::{Dodge, PlaceGrid, Placed, PlayerMoves, Reach, Threats};
/// use kasuri::{Placement, Shape, Touching};
/// let rect = |half: [f64; 2], at: [f64; 2]| -> kasuri::Result<Placed> {
///     Ok(Placed::new(Shape::rect(half)?.place(&Placement::at(at))?, at))
/// };
/// let core = [Placed::new(Shape::circle(2.0)?.place(&Placement::default())?, [0.0, 0.0])];
/// let mut reach = Reach::new(&PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [101, 101]), PlayerMoves::of_speeds(&[2.0], 1.0)?)?;
/// reach.start_at([20.0, 80.0])?;
/// let mut dodge = Dodge::new(reach);
/// // A bar comes down, with a gap of 6 px at x = 60.
/// for k in 0..60 {
///     let y = 2.0 * f64::from(k);
///     let bars = [rect([28.5, 2.0], [28.5, y])?, rect([28.5, 2.0], [91.5, y])?];
///     let mut threats = Threats::new(&core, Touching::Counts)?;
///     bars.iter().for_each(|bar| threats.add(bar));
///     dodge.step(&threats)?;
/// }
/// assert!(dodge.walls().is_empty());
/// let path = dodge.path().expect("there is no wall");
/// // In the gap the core has a pixel to spare on each side.
/// assert_eq!((path.steps.len(), path.least_room), (60, 1));
/// assert!(path.steps.iter().any(|place| place.at.x == 60.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias("bullet hell", "danmaku", "reachability", "planning"))]
#[derive(Debug, Clone)]
pub struct Dodge {
    reach: Reach,
    start: PlaceMap,
    /// The steps up to the first wall, that one included.
    steps: Vec<StepFree>,
    /// How many steps there were, and how many positions could be reached in each.
    counts: Vec<u64>,
    walls: Vec<usize>,
    /// Whether nothing has been free since the last wall.
    is_shut: bool,
    bytes: usize,
    most_bytes: usize,
}

/// What is kept at most unless the caller says otherwise: 1 GiB.
const MOST_BYTES: usize = 1 << 30;

impl Dodge {
    /// Makes a search that starts where a player can be now.
    pub fn new(reach: Reach) -> Dodge {
        Dodge {
            start: reach.map.clone(),
            reach,
            steps: Vec::new(),
            counts: Vec::new(),
            walls: Vec::new(),
            is_shut: false,
            bytes: 0,
            most_bytes: MOST_BYTES,
        }
    }

    /// Sets the most bytes to keep; by default 1 GiB.
    #[must_use]
    pub fn within(self, most_bytes: usize) -> Dodge {
        Dodge { most_bytes, ..self }
    }

    /// Goes on by a step. After a wall the search goes on from every position that is free in that step, or in the first one
    /// in which any is. It is an error where more would be kept than allowed; the step is then not made.
    pub fn step(&mut self, threats: &Threats<'_>) -> Result<()> {
        let free = self.reach.free(threats, PlaceWindow::whole(self.reach.grid.size))?;
        if self.walls.is_empty() {
            let bytes = self.bytes + free.bytes();
            if bytes > self.most_bytes {
                let (what, most) = ("bytes of free positions", self.most_bytes as u64);
                return Err(Cause::Ceiling { what, most, raise: "Dodge::within" }.error());
            }
            self.bytes = bytes;
        }
        let reached = free.after(&self.reach.map, &self.reach.moves);
        self.counts.push(reached.count());
        let is_over = reached.is_empty();
        if is_over && !self.is_shut {
            self.walls.push(self.counts.len() - 1);
        }
        self.reach.map = if is_over { free.still.clone() } else { reached };
        self.is_shut = is_over && self.reach.map.is_empty();
        if self.walls.first().is_none_or(|&wall| wall + 1 == self.counts.len()) {
            self.steps.push(free);
        }
        Ok(())
    }

    /// Returns the region that is reachable now: after a wall, that of the new search.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Returns the steps, counted from 0, in which the reachable region narrows to nothing: no player lives past the first
    /// one, and none that comes alive out of one lives past the next one.
    pub fn walls(&self) -> &[usize] {
        &self.walls
    }

    /// Returns how many positions could be reached in each step.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the path with the most room from the start to the last step, or to the last step before the first wall.
    ///
    /// Of all paths it is one whose least room is the greatest. At each step it goes to where the room is greatest, among the
    /// positions from which the rest can be lived with the least room; of several such moves, the first in the list. Of
    /// several positions to start from, it takes the first in order of row and column.
    pub fn path(&self) -> Option<DodgePath> {
        let lived = self.walls.first().map_or(self.steps.len(), |&wall| wall);
        let Reach { grid, moves, .. } = &self.reach;
        Passable { grid, moves, start: &self.start, steps: &self.steps[..lived] }.best()
    }

    /// Calls `each` with every step up to the first wall, that one included: its index, where the player would be free if it
    /// stood there, and where it can be.
    pub fn each_step(&self, mut each: impl FnMut(usize, &PlaceMap, &PlaceMap)) {
        let mut reached = self.start.clone();
        for (k, step) in self.steps.iter().enumerate() {
            reached = step.after(&reached, &self.reach.moves);
            each(k, &step.still, &reached);
        }
    }
}
