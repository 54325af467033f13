//! The path with the most room.
//!
//! A position has room r where it and every position less than r columns and rows away are free; what is outside of the grid
//! counts as free. A path is as good as its least room. So for a room r the positions without it are taken away, and the
//! steps are gone back from the end: from which positions can a player live to the end? The greatest r for which the start is
//! one of them is found by bisection. Then the path is walked from the start, each move to where the room is greatest among
//! the positions from which the rest can be lived with r.

use crate::lattice::Vec2;
use crate::query::dodge::grid::DodgeGrid;
use crate::query::dodge::moves::PlayerMoves;
use crate::query::dodge::place_map::PlaceMap;
use crate::query::dodge::threats::StepFree;

/// A path of a player through a pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct DodgePath {
    /// Where it starts, before the first step.
    pub start: PathPlace,
    /// Where it is in each step, after its move.
    pub steps: Vec<PathPlace>,
    /// The least room in all steps: how many steps of the grid the player could be off the path, in each direction, without
    /// a hit, plus 1. It is 0 where the player would be hit if it stood there, and lives because it comes there behind a
    /// swept body; at most [`DodgePath::MOST_ROOM`].
    pub least_room: u32,
}

/// A place on a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathPlace {
    /// Its column.
    pub x: u32,
    /// Its row.
    pub y: u32,
    /// Its position, in pixels.
    pub at: Vec2,
    /// Its room: see [`DodgePath::least_room`].
    pub room: u32,
}

impl DodgePath {
    /// The most room that is told apart.
    pub const MOST_ROOM: u32 = 32;
}

/// The steps that a path leads through, and where it may start.
pub(super) struct Passable<'a> {
    pub(super) grid: &'a DodgeGrid,
    pub(super) moves: &'a PlayerMoves,
    pub(super) start: &'a PlaceMap,
    pub(super) steps: &'a [StepFree],
}

impl Passable<'_> {
    /// Returns the path with the most room. There has to be one.
    pub(super) fn best(&self) -> Option<DodgePath> {
        let (mut least, mut most) = (0, DodgePath::MOST_ROOM);
        while least < most {
            let room = (least + most).div_ceil(2);
            if self.lives_with(room, |_| {}) { least = room } else { most = room - 1 }
        }
        // From which positions of the start and of each step the end can be reached.
        let mut viable = Vec::with_capacity(self.steps.len() + 1);
        self.lives_with(least, |map| viable.push(map.clone())).then_some(())?;
        viable.reverse();
        self.walk(&viable, least)
    }

    /// Whether the end can be reached from the start with so much room; `each` gets the positions from which it can, from
    /// the last step to the start.
    fn lives_with(&self, room: u32, mut each: impl FnMut(&PlaceMap)) -> bool {
        let mut viable = PlaceMap::full(self.grid.size);
        for step in self.steps.iter().rev() {
            if room > 0 {
                viable.intersect(&step.still.with_room(room));
            }
            if viable.is_empty() {
                return false;
            }
            each(&viable);
            viable = step.before(&viable, self.moves);
        }
        viable.intersect(self.start);
        each(&viable);
        !viable.is_empty()
    }

    fn walk(&self, viable: &[PlaceMap], least_room: u32) -> Option<DodgePath> {
        let mut here = viable[0].first()?;
        let place = |[x, y]: [u32; 2], room: u32| PathPlace { x, y, at: self.grid.place([x, y]), room };
        let start = place(here, DodgePath::MOST_ROOM);
        let mut steps = Vec::with_capacity(self.steps.len());
        for (step, viable) in self.steps.iter().zip(&viable[1..]) {
            let mut best: Option<([u32; 2], u32)> = None;
            for (number, &by) in self.moves.list().iter().enumerate() {
                let Some(to) = moved(here, by).filter(|&[x, y]| viable.has(x, y)) else { continue };
                let room = step.is_free(number, to).then(|| room_at(&step.still, to));
                if let Some(room) = room.filter(|&room| best.is_none_or(|(_, most)| room > most)) {
                    best = Some((to, room));
                }
            }
            let (to, room) = best?;
            steps.push(place(to, room));
            here = to;
        }
        Some(DodgePath { start, steps, least_room })
    }
}

fn moved([x, y]: [u32; 2], [dx, dy]: [i32; 2]) -> Option<[u32; 2]> {
    Some([x.checked_add_signed(dx)?, y.checked_add_signed(dy)?])
}

/// Returns the room of a position.
fn room_at(free: &PlaceMap, [x, y]: [u32; 2]) -> u32 {
    let [w, h] = free.size();
    let has_room = |by: u32| {
        let columns = x.saturating_sub(by)..=(x + by).min(w - 1);
        (y.saturating_sub(by)..=(y + by).min(h - 1)).all(|y| columns.clone().all(|x| free.has(x, y)))
    };
    (0..DodgePath::MOST_ROOM).find(|&by| !has_room(by)).unwrap_or(DodgePath::MOST_ROOM)
}
