//! The state of a world, without its working memory: this part is hashed, saved in snapshots, and written to files.

use crate::cpu::Touches;
use crate::lattice::Bounds;
use crate::world::World;
use crate::world::step::Contacts;
use crate::world::step::rules::RuleMemory;
use crate::world::table::axes::Boundary;
use crate::world::table::rows::Rows;

/// The state of a world or of a snapshot.
#[derive(Clone, Copy)]
pub(in crate::world) struct State<'a> {
    pub(in crate::world) boundary: Boundary,
    pub(in crate::world) walls: Option<Bounds>,
    pub(in crate::world) touches: &'a Touches,
    pub(in crate::world) rows: &'a Rows,
    pub(in crate::world) memory: &'a RuleMemory,
    pub(in crate::world) last: &'a Contacts,
    pub(in crate::world) steps: u64,
}

impl World {
    pub(in crate::world) fn state(&self) -> State<'_> {
        let World { boundary, walls, touches, rows, memory, last, steps, .. } = self;
        State { boundary: *boundary, walls: *walls, touches, rows, memory, last, steps: *steps }
    }
}
