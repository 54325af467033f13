//! Judges candidates whose larger body is a shape, and which discs alone do not decide: by the smaller body's discs, and then
//! by its vertices, beside the larger one's hull.

use crate::kernels::{BallsAt, Hull, compare_hulls, compare_with_discs, known};
use crate::lattice::Point;
use crate::simd::Lanes;
use crate::world::backend::Asked as Question;
use crate::world::hulls::{Head, Hulled, Hulls};
use crate::world::kind::Kind;
use crate::world::queues::block::{Bodies, EIGHT, Side, eight};
use crate::world::queues::corners::{look_at_corners, prefetch_forms};
use crate::world::queues::judge::{
    AHEAD, BITS, VERDICTS, Verdict, has_grazed, margin_of, ones, ordered, touching_of,
};
use crate::world::queues::settle::settle_by_forms;
use crate::world::rows::Rows;

/// A candidate that discs do not decide.
#[derive(Debug, Clone, Copy, Default)]
struct Listed {
    /// The index of the candidate.
    at: u32,
    /// The larger body: its row, and then its index among those that are listed.
    larger: u32,
    row: u32,
    /// What is known of it, as bits of [`known`].
    known: u32,
}

/// The candidates that discs do not decide. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct BesideShapes {
    listed: Vec<Listed>,
    count: usize,
    /// The larger bodies of the listed candidates, and for each row its index there; [`NOT_LISTED`] before and after.
    larger: Vec<Larger>,
    indices: Vec<u32>,
}

const NOT_LISTED: u32 = u32::MAX;

/// The number of candidates whose forms are prefetched at a time.
const BLOCK: usize = 32;

impl BesideShapes {
    /// Prepares for at most `most` candidates.
    #[inline(always)]
    pub(super) fn begin(&mut self, most: usize) {
        self.listed.resize(most + EIGHT, Listed::default());
        self.count = 0;
    }

    /// Lists candidate `at`, of which this is known, if that is not enough.
    #[inline(always)]
    pub(super) fn list(&mut self, at: u32, [larger, row]: [u32; 2], known: u32, is_listed: bool) {
        self.listed[self.count] = Listed { at, larger, row, known };
        self.count += usize::from(is_listed);
    }

    /// Judges the listed candidates: by the smaller bodies' discs and then by their vertices, beside the hulls of the larger
    /// ones.
    #[inline(always)]
    pub(super) fn judge<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        hulls: &mut Hulls,
        verdicts: &mut [Verdict],
    ) {
        if self.count == 0 {
            return;
        }
        self.list_larger(lanes, question.rows, hulls);
        self.measure(lanes, question, hulls, verdicts);
        self.keep_undecided();
        if question.grazed.is_some() {
            self.note_grazed(question, verdicts);
            self.keep_undecided();
        }
        self.look_at_corners(lanes, question, hulls, verdicts);
    }

    /// Lists the larger bodies.
    #[inline(always)]
    fn list_larger<L: Lanes>(&mut self, lanes: L, rows: &Rows, hulls: &mut Hulls) {
        self.indices.resize(rows.len(), NOT_LISTED);
        self.larger.clear();
        for listed in &mut self.listed[..self.count] {
            let index = &mut self.indices[listed.larger as usize];
            if *index == NOT_LISTED {
                *index = self.larger.len() as u32;
                self.larger.push(Larger::of(lanes, rows, hulls, listed.larger));
            }
            listed.larger = *index;
        }
        for larger in &self.larger {
            self.indices[larger.row as usize] = NOT_LISTED;
        }
    }

    /// Compares the smaller bodies of the listed candidates with the hulls of the larger ones.
    #[inline(always)]
    fn measure<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        hulls: &Hulls,
        verdicts: &mut [Verdict],
    ) {
        // The last block is filled with its last candidate.
        let last = self.listed[self.count - 1];
        self.listed[self.count..self.count + EIGHT].fill(last);
        for block in self.listed[..self.count + EIGHT - 1].as_chunks_mut::<EIGHT>().0 {
            measure_eight(lanes, question, hulls, &self.larger, block);
            for listed in block {
                verdicts[listed.at as usize] = VERDICTS[listed.known as usize];
            }
        }
    }

    /// Keeps only the listed candidates of which more can be found out.
    #[inline(always)]
    fn keep_undecided(&mut self) {
        let (mut count, mut k) = (0, 0);
        while k < self.count {
            let listed = self.listed[k];
            self.listed[count] = listed;
            count += usize::from(VERDICTS[listed.known as usize].is_undecided());
            k += 1;
        }
        self.count = count;
    }

    /// Notes which candidates have grazed before.
    #[inline(always)]
    fn note_grazed(&mut self, question: Question<'_>, verdicts: &mut [Verdict]) {
        let Some(grazed) = question.grazed else { return };
        let pair =
            |listed: &Listed, larger: &[Larger]| ordered(larger[listed.larger as usize].row, listed.row);
        for k in 0..self.count {
            if let Some(later) = self.listed[..self.count].get(k + AHEAD) {
                grazed.prefetch_entry(pair(later, &self.larger));
            }
            let listed = &mut self.listed[k];
            // (Only those are looked up whose grazes would need a further test.)
            if VERDICTS[listed.known as usize].needs_graze_test() {
                let has_grazed = has_grazed(question, pair(listed, &self.larger));
                listed.known |= u32::from(has_grazed) * known::ENOUGH;
                verdicts[listed.at as usize] = VERDICTS[listed.known as usize];
            }
        }
    }

    /// Settles listed candidates by the vertices of the smaller bodies.
    #[inline(always)]
    fn look_at_corners<L: Lanes>(
        &self,
        lanes: L,
        question: Question<'_>,
        hulls: &Hulls,
        verdicts: &mut [Verdict],
    ) {
        for some in self.listed[..self.count].chunks(BLOCK) {
            prefetch_forms(question.rows, some.iter().map(|listed| listed.row));
            for &Listed { at, larger, row, known } in some {
                let more = look_at_corners(lanes, question, hulls, &self.larger[larger as usize], row);
                verdicts[at as usize] = VERDICTS[(known | more) as usize];
            }
        }
    }
}

/// What is needed of the larger body of a candidate: its only part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Larger {
    pub(super) row: u32,
    /// Where the centre of a circle is, or the origin of the hulls.
    pub(super) at: Point,
    pub(super) radius: i32,
    /// [`Hull::size`] and [`Hull::thin`] of the hulls.
    size: f32,
    thin: f32,
    /// Empty if it is a circle or has several parts.
    pub(super) hulls: Hulled,
    /// If it has several parts, only its row is set.
    pub(super) has_one_part: bool,
}

impl Larger {
    /// A body of several parts.
    const NONE: Larger = Larger {
        row: 0,
        at: Point::new(0, 0),
        radius: 0,
        size: 0.0,
        thin: 0.0,
        hulls: Hulled::NONE,
        has_one_part: false,
    };

    #[inline(always)]
    fn is_circle(&self) -> bool {
        self.has_one_part & self.hulls.is_empty()
    }

    #[inline(always)]
    fn of<L: Lanes>(lanes: L, rows: &Rows, hulls: &mut Hulls, row: u32) -> Larger {
        if rows.kinds[row as usize] == Kind::Circle {
            let (at, radius) = rows.circle(row);
            return Larger { row, at, radius, has_one_part: true, ..Larger::NONE };
        }
        let &Head { count, part, .. } = hulls.head(lanes, rows, row, 0);
        if count != 1 {
            return Larger { row, ..Larger::NONE };
        }
        let (size, thin) =
            hulls.of(part.hulls()).first().map_or((0.0, 0.0), |hull| (hull.size(), hull.thin()));
        Larger {
            row,
            at: part.centre_at(rows.points[row as usize]),
            radius: part.radius,
            size,
            thin,
            hulls: part.hulls(),
            has_one_part: true,
        }
    }
}

/// Adds what the smaller bodies' discs say beside the larger ones' hulls, or what both forms say if the discs prove
/// nothing.
#[inline(always)]
fn measure_eight<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    hulls: &Hulls,
    all_larger: &[Larger],
    block: &mut [Listed; EIGHT],
) {
    let rows = question.rows;
    let larger = eight(|k| &all_larger[block[k].larger as usize]);
    let kinds = eight(|k| rows.kinds[block[k].row as usize]);
    let has_hulls = larger.iter().any(|larger| !larger.hulls.is_empty());
    // Distances from circles decide segments and capsules.
    let on_circles = eight(|k| if kinds[k].is_segment() & larger[k].is_circle() { u32::MAX } else { 0 });
    let has_circles = on_circles.iter().any(|&mask| mask != 0);
    // (Beside circles and bodies of several parts there is nothing else to measure.)
    if !has_hulls && !has_circles && !kinds.iter().any(|kind| kind.is_sprite()) {
        return;
    }
    let small = Side::of(lanes, Bodies::of(rows), eight(|k| block[k].row));
    let ([x, y], discs) = small.discs(lanes, Bodies::of(rows));
    let margin = |k: usize| margin_of(rows, [larger[k].row, block[k].row]);
    let origin_x = lanes.ints(&eight(|k| larger[k].at.x.cast_unsigned()), 0);
    let origin_y = lanes.ints(&eight(|k| larger[k].at.y.cast_unsigned()), 0);
    let balls = BallsAt {
        at: [lanes.floats_of(lanes.sub_ints(x, origin_x)), lanes.floats_of(lanes.sub_ints(y, origin_y))],
        discs,
        are_segments: small.are_segments(lanes),
        halves: small.halves(lanes, discs[0]),
        radii: lanes.floats(&eight(|k| larger[k].radius as f32)),
        sizes: lanes.floats(&eight(|k| larger[k].size)),
        thin: lanes.floats(&eight(|k| larger[k].thin)),
        margins: match rows.grazing {
            0 => lanes.float(0.0),
            _ => lanes.floats(&eight(|k| margin(k).max(0) as f32)),
        },
    };
    let are_unknown = lanes.bits_of(lanes.less(discs[0], lanes.float(0.0)));
    let are_sprites = lanes.bits_of(small.are_sprites(lanes));
    let mut parts: [&[Hull]; EIGHT] = [&[]; EIGHT];
    for k in 0..EIGHT {
        parts[k] = hulls.of(larger[k].hulls);
    }
    let mut all = [0; EIGHT];
    let mut known = if has_hulls { compare_hulls(lanes, &balls, parts) } else { lanes.int(0) };
    if has_circles {
        let are_circles = lanes.ints(&on_circles, 0);
        let others = lanes.sub_ints(lanes.int(u32::MAX), are_circles);
        let of_circles = lanes.and_ints(compare_with_discs(lanes, &balls), are_circles);
        known = lanes.or_ints(lanes.and_ints(known, others), of_circles);
    }
    lanes.put_ints(known, &mut all, 0);
    // (What is known to overlap shares a point in the interior of one of the two: that counts in any case (SPEC 3).)
    for k in 0..EIGHT {
        let counts = if are_unknown >> k & 1 == 0 { u32::MAX } else { known::APART | known::FAR };
        let is_nothing = parts[k].is_empty() & (on_circles[k] == 0);
        block[k].known |= if is_nothing { 0 } else { all[k] & counts };
    }
    for k in ones(are_sprites & are_unknown) {
        let pair = [larger[k].row, block[k].row];
        if VERDICTS[block[k].known as usize].is_undecided() {
            let touching = touching_of(question, ordered(pair[0], pair[1]));
            let settled = settle_by_forms(rows, pair, touching, margin_of(rows, pair));
            block[k].known |= BITS[settled as usize];
        }
    }
}
