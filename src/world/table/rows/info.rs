//! What hits tell about their bodies.

use crate::cpu::HitKey;
use crate::form::Layers;
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

/// The columns that hits are made of. They are borrowed once for a list of hits. Otherwise each hit would read the addresses
/// of all columns again.
#[derive(Clone, Copy)]
pub(in crate::world) struct Info<'a> {
    rows: &'a Rows,
    handles: &'a [Handle],
    layers: &'a [Layers],
    data: &'a [u64],
}

impl Rows {
    pub(in crate::world) fn info(&self) -> Info<'_> {
        Info { rows: self, handles: &self.handles, layers: &self.wide, data: self.data.held() }
    }
}

impl Info<'_> {
    #[inline(always)]
    pub(in crate::world) fn handles(&self, key: HitKey) -> [Handle; 2] {
        [self.handles[key.a as usize], self.handles[key.b as usize]]
    }

    #[inline(always)]
    pub(in crate::world) fn data(&self, key: HitKey) -> [u64; 2] {
        let of = |row: u32| self.data.get(row as usize).copied().unwrap_or(0);
        [of(key.a), of(key.b)]
    }

    /// Returns the layers of the two regions.
    #[inline(always)]
    pub(in crate::world) fn layers(&self, key: HitKey) -> [u32; 2] {
        if (key.regions != [0, 0]) | (self.rows.layered > 0) {
            return self.layers_of_regions(key);
        }
        [self.layers[key.a as usize].layer, self.layers[key.b as usize].layer]
    }

    #[cold]
    #[inline(never)]
    fn layers_of_regions(&self, key: HitKey) -> [u32; 2] {
        let [i, j] = key.regions.map(usize::from);
        [self.rows.layers_of(key.a as usize, i).layer, self.rows.layers_of(key.b as usize, j).layer]
    }
}
