//! Settles solids beside tile maps by the four cells near each solid, eight solids at a time.

use crate::cpu::Question;
use crate::cpu::block::{EIGHT, EightSolids, eight};
use crate::cpu::classify::{FINDINGS, Finding, has_grazed, margin_of, ordered};
use crate::cpu::solids::Solids;
use crate::form::Form;
use crate::kernels::{Ball, EightOnMaps, known};
use crate::lattice::Point;
use crate::shape::Tiles;
use crate::simd::{Kernel, Lanes};

/// A pair of a map and a solid.
#[derive(Debug, Clone, Copy, Default)]
struct MapPair {
    /// The index of the pair.
    at: u32,
    map: u32,
    solid: u32,
    /// What is known of it, as bits of [`known`].
    known: u32,
}

/// The pairs of maps and solids. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(in crate::cpu) struct BesideMaps {
    listed: Vec<MapPair>,
    /// Those of which a graze is needed and not known.
    open: Vec<MapPair>,
}

impl BesideMaps {
    #[inline(always)]
    pub(in crate::cpu) fn begin(&mut self) {
        self.listed.clear();
    }

    /// Lists pair `at`: a map and a solid.
    #[inline(always)]
    pub(in crate::cpu) fn list(&mut self, at: u32, [map, solid]: [u32; 2]) {
        self.listed.push(MapPair { at, map, solid, known: 0 });
    }

    /// Judges the listed pairs: whether they overlap, and then the grazes that are needed.
    #[inline(always)]
    pub(in crate::cpu) fn settle<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        findings: &mut [Finding],
    ) {
        if self.listed.is_empty() {
            return;
        }
        lanes.call(CompareMaps { solids: question.solids, listed: &mut self.listed, are_grazes: false });
        self.open.clear();
        for listed in &mut self.listed {
            let margin = margin_of(question.solids, [listed.map, listed.solid]);
            let is_open = (margin >= 0) & (listed.known & known::HIT == 0);
            if is_open && !has_grazed(question, ordered(listed.map, listed.solid)) {
                self.open.push(*listed);
            } else {
                findings[listed.at as usize] = FINDINGS[(listed.known | known::ENOUGH) as usize];
            }
        }
        lanes.call(CompareMaps { solids: question.solids, listed: &mut self.open, are_grazes: true });
        for listed in &self.open {
            findings[listed.at as usize] = FINDINGS[listed.known as usize];
        }
    }
}

/// Adds what the four cells near each solid say: whether they overlap, or whether they come within their margins.
struct CompareMaps<'a> {
    solids: &'a Solids<'a>,
    listed: &'a mut [MapPair],
    are_grazes: bool,
}

impl Kernel for CompareMaps<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let CompareMaps { solids, listed, are_grazes } = self;
        for of_map in listed.chunk_by_mut(|a, b| a.map == b.map) {
            let map = of_map[0].map;
            let Form::Tiles(tiles) = solids.form(map) else { continue };
            for some in of_map.chunks_mut(EIGHT) {
                // The last block is filled with its last pair.
                let last = some.len() - 1;
                let block = eight(|k| some[k.min(last)].solid);
                let margins =
                    if are_grazes { eight(|k| margin_of(solids, [map, block[k]])) } else { [0; EIGHT] };
                let known = compare_eight(lanes, solids, (tiles, map), block, margins);
                let said = if are_grazes { known::NEAR | known::FAR } else { known::HIT | known::APART };
                for (listed, known) in some.iter_mut().zip(known) {
                    listed.known |= known & said;
                }
            }
        }
    }
}

/// Returns what the four cells near each of eight solids say, as bits of [`known`]. No margin is below 0.
#[inline(always)]
fn compare_eight<L: Lanes>(
    lanes: L,
    solids: &Solids<'_>,
    (tiles, map): (&Tiles, u32),
    block: [u32; EIGHT],
    margins: [i32; EIGHT],
) -> [u32; EIGHT] {
    let none = [0; EIGHT];
    let (mut corners, mut filled, mut whole, mut bits) = ([none; 2], none, none, none);
    let at = solids.point(map);
    for k in 0..EIGHT {
        let bounds = solids.bounds(block[k]);
        let (mut four, mut said) =
            (tiles.four_cells_near(bounds.grown(margins[k]).seen_from(at)), known::END - 1);
        if four.is_none() {
            // Other cells may be near too. But if the solid meets one of these four, that is enough.
            let Ball { centre, .. } = solids.ball(block[k], bounds, solids.kind(block[k]));
            four = tiles.four_cells_around(Point::new(centre.x - at.x, centre.y - at.y));
            said = known::HIT | known::NEAR;
        }
        if let Some(four) = four {
            corners[0][k] = (four.corner.x + at.x).cast_unsigned();
            corners[1][k] = (four.corner.y + at.y).cast_unsigned();
            (filled[k], whole[k], bits[k]) = (four.filled, four.whole_boxes, said);
        }
    }
    let side = EightSolids::of(lanes, solids, block);
    let (centres, discs) = side.discs(lanes, solids);
    let on_maps = EightOnMaps {
        boxes: side.boxes(),
        centres,
        discs,
        are_circles: side.are_circles(lanes),
        are_boxes: side.are_boxes(lanes),
        corner: [lanes.ints(&corners[0], 0), lanes.ints(&corners[1], 0)],
        filled: lanes.ints(&filled, 0),
        whole_boxes: lanes.ints(&whole, 0),
    };
    let known = on_maps.compare(lanes, lanes.ints(&eight(|k| margins[k].cast_unsigned()), 0));
    let mut out = [0; EIGHT];
    lanes.put_ints(lanes.and_ints(known, lanes.ints(&bits, 0)), &mut out, 0);
    out
}
