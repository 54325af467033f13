//! The state of a world, without its working memory: this part is hashed, saved in snapshots, and written to files.

use crate::cpu::Touches;
use crate::lattice::Bounds;
use crate::world::World;
use crate::world::axes::Boundary;
use crate::world::rows::Rows;
use crate::world::rules::RuleMemory;
use crate::world::step::Contacts;

/// The state of a world or of a snapshot.
#[derive(Clone, Copy)]
pub(super) struct State<'a> {
    pub(super) boundary: Boundary,
    pub(super) walls: Option<Bounds>,
    pub(super) touches: &'a Touches,
    pub(super) rows: &'a Rows,
    pub(super) memory: &'a RuleMemory,
    pub(super) last: &'a Contacts,
    pub(super) steps: u64,
}

impl World {
    pub(super) fn state(&self) -> State<'_> {
        let World { boundary, walls, touches, rows, memory, last, steps, .. } = self;
        State { boundary: *boundary, walls: *walls, touches, rows, memory, last, steps: *steps }
    }
}
