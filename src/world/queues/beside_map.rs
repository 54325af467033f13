//! Judges bodies beside tile maps, none of them with regions: by the four cells near each body, eight bodies at a time.

use crate::form::Form;
use crate::kernels::{Ball, EightOnMaps, known};
use crate::lattice::Point;
use crate::shape::Tiles;
use crate::simd::{Kernel, Lanes};
use crate::world::backend::Asked as Question;
use crate::world::queues::block::{Bodies, EIGHT, Side, eight};
use crate::world::queues::judge::{VERDICTS, Verdict, has_grazed, margin_of, ordered};
use crate::world::rows::Rows;

/// A candidate of a map and a body.
#[derive(Debug, Clone, Copy, Default)]
struct Listed {
    /// The index of the candidate.
    at: u32,
    map: u32,
    row: u32,
    /// What is known of it, as bits of [`known`].
    known: u32,
}

/// The candidates of maps and bodies. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct BesideMaps {
    listed: Vec<Listed>,
    /// Those of which a graze is needed and not known.
    open: Vec<Listed>,
}

impl BesideMaps {
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        self.listed.clear();
    }

    /// Lists candidate `at`: a map and a body.
    #[inline(always)]
    pub(super) fn list(&mut self, at: u32, [map, row]: [u32; 2]) {
        self.listed.push(Listed { at, map, row, known: 0 });
    }

    /// Judges the listed candidates: whether they overlap, and then the grazes that are needed.
    #[inline(always)]
    pub(super) fn judge<L: Lanes>(&mut self, lanes: L, question: Question<'_>, verdicts: &mut [Verdict]) {
        if self.listed.is_empty() {
            return;
        }
        lanes.call(Compare { rows: question.rows, listed: &mut self.listed, are_grazes: false });
        self.open.clear();
        for listed in &mut self.listed {
            let margin = margin_of(question.rows, [listed.map, listed.row]);
            let is_open = (margin >= 0) & (listed.known & known::HIT == 0);
            if is_open && !has_grazed(question, ordered(listed.map, listed.row)) {
                self.open.push(*listed);
            } else {
                verdicts[listed.at as usize] = VERDICTS[(listed.known | known::ENOUGH) as usize];
            }
        }
        lanes.call(Compare { rows: question.rows, listed: &mut self.open, are_grazes: true });
        for listed in &self.open {
            verdicts[listed.at as usize] = VERDICTS[listed.known as usize];
        }
    }
}

/// Adds what the four cells near each body say: whether they overlap, or whether they come within their margins.
struct Compare<'a> {
    rows: &'a Rows,
    listed: &'a mut [Listed],
    are_grazes: bool,
}

impl Kernel for Compare<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Compare { rows, listed, are_grazes } = self;
        for of_map in listed.chunk_by_mut(|a, b| a.map == b.map) {
            let map = of_map[0].map;
            let [Form::Tiles(tiles)] = rows.forms(map as usize) else { continue };
            for some in of_map.chunks_mut(EIGHT) {
                // The last block is filled with its last candidate.
                let last = some.len() - 1;
                let block = eight(|k| some[k.min(last)].row);
                let margins =
                    if are_grazes { eight(|k| margin_of(rows, [map, block[k]])) } else { [0; EIGHT] };
                let known = compare_eight(lanes, rows, (tiles, map), block, margins);
                let said = if are_grazes { known::NEAR | known::FAR } else { known::HIT | known::APART };
                for (listed, known) in some.iter_mut().zip(known) {
                    listed.known |= known & said;
                }
            }
        }
    }
}

/// Returns what the four cells near each of eight bodies say, as bits of [`known`]. No margin is below 0.
#[inline(always)]
fn compare_eight<L: Lanes>(
    lanes: L,
    rows: &Rows,
    (tiles, map): (&Tiles, u32),
    block: [u32; EIGHT],
    margins: [i32; EIGHT],
) -> [u32; EIGHT] {
    let none = [0; EIGHT];
    let (mut corners, mut filled, mut whole, mut bits) = ([none; 2], none, none, none);
    let at = rows.points[map as usize];
    for k in 0..EIGHT {
        let bounds = rows.bounds[block[k] as usize];
        let (mut four, mut said) =
            (tiles.four_cells_near(bounds.grown(margins[k]).seen_from(at)), known::END - 1);
        if four.is_none() {
            // Other cells may be near too. But if the body meets one of these four, that is enough.
            let Ball { centre, .. } = rows.ball(block[k], bounds, rows.kinds[block[k] as usize]);
            four = tiles.four_cells_around(Point::new(centre.x - at.x, centre.y - at.y));
            said = known::HIT | known::NEAR;
        }
        if let Some(four) = four {
            corners[0][k] = (four.corner.x + at.x).cast_unsigned();
            corners[1][k] = (four.corner.y + at.y).cast_unsigned();
            (filled[k], whole[k], bits[k]) = (four.filled, four.whole_boxes, said);
        }
    }
    let (bodies, side) = (Bodies::of(rows), Side::of(lanes, Bodies::of(rows), block));
    let (centres, discs) = side.discs(lanes, bodies);
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
