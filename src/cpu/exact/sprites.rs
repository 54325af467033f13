//! The pixels of the sprites in tests: covers, and covers widened by margins. They are made once for all tests of a block.

use crate::cpu::covers::{Covers, NO_COVER, Other, Pixels, WideCovers, WidePixels};
use crate::cpu::exact::Test;
use crate::cpu::solids::Solids;
use crate::kernels::Strips;

/// With fewer tests of sprites, or fewer covers, the tests run in the order they are in.
const ENOUGH_TO_GROUP: usize = 256;

/// The covers that tests need. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct SpritePixels {
    pub(super) covers: Covers,
    pub(super) wide: WideCovers,
    pub(super) pixels: Pixels,
    pub(super) wide_pixels: WidePixels,
    /// The strips of the covers; empty between blocks.
    views: Vec<Strips<'static>>,
    /// Tests of sprites, grouped by their larger sprite.
    grouped: Vec<Test>,
    starts: Vec<u32>,
}

impl SpritePixels {
    pub(super) fn clear(&mut self) {
        self.covers.clear();
        self.wide.clear(0);
    }

    /// Requests the covers of the sprites among two solids. With a margin of at least 0 they also decide a graze.
    #[inline(always)]
    pub(super) fn ask_both(&mut self, pair: [u32; 2], solids: &Solids<'_>, margin: i32) -> [u32; 2] {
        let mut covers = [NO_COVER; 2];
        for k in 0..2 {
            let (own, other) = (pair[k], pair[1 - k]);
            if solids.kind(own).is_sprite() {
                let is_sprite = solids.kind(other).is_sprite();
                let other = Other { bounds: solids.bounds(other), is_sprite, margin };
                covers[k] = self.covers.ask(solids, own, other);
            }
        }
        covers
    }

    /// Makes the requested pixels.
    pub(super) fn make(&mut self, solids: &Solids<'_>) {
        self.pixels.make(solids, &mut self.covers);
    }

    /// Makes the requested widened covers.
    pub(super) fn widen(&mut self, solids: &Solids<'_>) {
        let SpritePixels { covers, wide, pixels, wide_pixels, .. } = self;
        wide_pixels.make(solids, covers, pixels, wide);
    }

    /// Returns the strips of all covers, relative to the first pixels of their sprites' boxes, in the memory of a list that
    /// [`keep`](SpritePixels::keep) kept.
    pub(super) fn views<'a>(
        &'a self,
        solids: &'a Solids<'a>,
        memory: Vec<Strips<'static>>,
    ) -> Vec<Strips<'a>> {
        self.pixels.views(solids, &self.covers, memory)
    }

    /// Lends the memory for views.
    pub(super) fn memory(&mut self) -> Vec<Strips<'static>> {
        std::mem::take(&mut self.views)
    }

    /// Keeps the memory of views for the next ones.
    pub(super) fn keep(&mut self, memory: Vec<Strips<'static>>) {
        self.views = memory;
    }

    /// Groups tests of sprites by their larger sprite, so that it stays in the cache. The larger sprite becomes the second
    /// one of each pair.
    pub(super) fn group(&mut self, tests: &mut Vec<Test>) {
        let SpritePixels { covers, grouped, starts, .. } = self;
        if tests.len().min(covers.len()) < ENOUGH_TO_GROUP {
            return;
        }
        starts.clear();
        starts.resize(covers.len() + 1, 0);
        for test in &mut *tests {
            if covers.is_larger(test.covers) {
                test.covers.swap(0, 1);
                test.offset = test.offset.map(|pixels| -pixels);
            }
            starts[test.covers[1] as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut *starts {
            sum += *start;
            *start = sum;
        }
        grouped.clear();
        grouped.resize(tests.len(), Test { number: 0, covers: [0; 2], offset: [0; 2] });
        for test in &*tests {
            let place = &mut starts[test.covers[1] as usize];
            grouped[*place as usize] = *test;
            *place += 1;
        }
        std::mem::swap(tests, grouped);
    }
}
