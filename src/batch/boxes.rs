//! Boxes from poses against boxes and against circles.

use crate::batch::circles::PlacedCircles;
use crate::batch::prepared::OverlapBoxesCircles;
use crate::batch::run::PairKernel;
use crate::batch::side::{CHUNK, Column};
use crate::form::Touching;
use crate::lattice::{EDGE, LONGEST, UNITS, rounded};
use crate::simd::{Kernel, Lanes, Simd, pack, sin_cos_chunk};

/// The columns of both sides: x, y, half the sides and angle.
pub(super) struct BoxPairs<'a>(pub(super) [[Column<'a>; 5]; 2]);

/// Boxes on the lattice: centers and half-axes (SPEC 2).
pub(super) struct PlacedBoxes {
    columns: [[f64; CHUNK]; 5],
    sin: [f64; CHUNK],
    cos: [f64; CHUNK],
    pub(super) x: [f64; CHUNK],
    pub(super) y: [f64; CHUNK],
    /// The x and y of the first half-axis, and of the second.
    pub(super) halves: [[f64; CHUNK]; 4],
    pub(super) fits: [u8; CHUNK],
    /// The same as bits.
    fit: u64,
}

impl Default for PlacedBoxes {
    fn default() -> PlacedBoxes {
        let none = [0.0; CHUNK];
        let (columns, halves) = ([none; 5], [none; 4]);
        PlacedBoxes { columns, sin: none, cos: none, x: none, y: none, halves, fits: [0; CHUNK], fit: 0 }
    }
}

impl PlacedBoxes {
    /// Places the boxes from `from` on. The result equals that of [`Side::form`](super::side::Side::form), where that
    /// accepts them and they have an area. (A kernel of its own: it is compiled once for each instruction set, not at
    /// every call.)
    pub(super) fn place(&mut self, simd: Simd, of: &[Column<'_>; 5], from: usize) {
        simd.run(PlaceBoxes { placed: self, of, from });
    }

    /// Orders the half-axes as a hull's vertices run: both point away from the vertex with the least (x, y), and the
    /// first is the one whose (-dy, dx) points outwards there.
    #[inline(always)]
    pub(super) fn order(&mut self) {
        let [px, py, qx, qy] = &mut self.halves;
        for k in 0..CHUNK {
            let flip_p = (px[k] < 0.0) | ((px[k] == 0.0) & (py[k] < 0.0));
            let flip_q = (qx[k] < 0.0) | ((qx[k] == 0.0) & (qy[k] < 0.0));
            let (sign_p, sign_q) = (if flip_p { -1.0 } else { 1.0 }, if flip_q { -1.0 } else { 1.0 });
            let (p, q) = ([px[k] * sign_p, py[k] * sign_p], [qx[k] * sign_q, qy[k] * sign_q]);
            let is_first = p[0] * q[1] - p[1] * q[0] < 0.0;
            (px[k], qx[k]) = if is_first { (p[0], q[0]) } else { (q[0], p[0]) };
            (py[k], qy[k]) = if is_first { (p[1], q[1]) } else { (q[1], p[1]) };
        }
    }
}

struct PlaceBoxes<'a, 'b> {
    placed: &'a mut PlacedBoxes,
    of: &'a [Column<'b>; 5],
    from: usize,
}

impl Kernel for PlaceBoxes<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let PlaceBoxes { placed, of, from } = self;
        let PlacedBoxes { columns, sin, cos, x, y, halves: [px, py, qx, qy], fits, fit } = placed;
        let [room_x, room_y, room_hx, room_hy, room_angle] = columns;
        let (at_x, at_y) = (of[0].chunk(from, room_x), of[1].chunk(from, room_y));
        let (hx, hy) = (of[2].chunk(from, room_hx), of[3].chunk(from, room_hy));
        sin_cos_chunk(of[4].chunk(from, room_angle), sin, cos);
        let mut all_fit = true;
        for k in 0..CHUNK {
            (x[k], y[k]) = (rounded(at_x[k]), rounded(at_y[k]));
            (px[k], py[k]) = (rounded(hx[k] * cos[k]), rounded(hx[k] * sin[k]));
            (qx[k], qy[k]) = (rounded(-hy[k] * sin[k]), rounded(hy[k] * cos[k]));
            // Such a box surely fits, and has an area. (NaN compares false.)
            let least = if hx[k] < hy[k] { hx[k] } else { hy[k] };
            all_fit &= (x[k].abs() <= f64::from(EDGE - LONGEST))
                & (y[k].abs() <= f64::from(EDGE - LONGEST))
                & (hx[k] + hy[k] <= f64::from(LONGEST / UNITS / 4))
                & (least >= 0.125)
                & (cos[k].abs() <= 1.0);
        }
        (*fits, *fit) = ([1; CHUNK], u64::MAX);
        if all_fit {
            return;
        }
        for k in 0..CHUNK {
            let (wide, high) = (px[k].abs() + qx[k].abs(), py[k].abs() + qy[k].abs());
            let area = px[k] * qy[k] - py[k] * qx[k];
            // NaN compares false.
            let is_good = (x[k].abs() + wide <= f64::from(EDGE))
                & (y[k].abs() + high <= f64::from(EDGE))
                & (wide <= f64::from(LONGEST / 2))
                & (high <= f64::from(LONGEST / 2))
                & (hx[k] >= 0.0)
                & (hy[k] >= 0.0)
                & (area != 0.0);
            fits[k] = u8::from(is_good);
        }
        *fit = pack(fits);
    }
}

impl PairKernel for BoxPairs<'_> {
    type Scratch = [PlacedBoxes; 2];

    /// Two boxes with an area are apart exactly where an edge of one of them has the whole other box in front of it. The
    /// cross product of a half-axis, below 2^21, and a distance in the world, below 2^31, is exact in f64, and so are
    /// all sums.
    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        (simd, lanes): (Simd, L),
        from: usize,
        _: usize,
        touching: Touching,
        [a, b]: &mut [PlacedBoxes; 2],
    ) -> [u64; 2] {
        a.place(simd, &self.0[0], from);
        b.place(simd, &self.0[1], from);
        let most = if touching == Touching::Counts { 0.0 } else { -0.5 };
        let mut hits = [0; CHUNK];
        let ([apx, apy, aqx, aqy], [bpx, bpy, bqx, bqy]) = (&a.halves, &b.halves);
        for k in 0..CHUNK {
            let d = [b.x[k] - a.x[k], b.y[k] - a.y[k]];
            let (ap, aq) = ([apx[k], apy[k]], [aqx[k], aqy[k]]);
            let (bp, bq) = ([bpx[k], bpy[k]], [bqx[k], bqy[k]]);
            let (pp, pq) = (lanes.cross(ap, bp).abs(), lanes.cross(ap, bq).abs());
            let (qp, qq) = (lanes.cross(aq, bp).abs(), lanes.cross(aq, bq).abs());
            let (area_a, area_b) = (lanes.cross(ap, aq).abs(), lanes.cross(bp, bq).abs());
            let is_hit = (lanes.cross(ap, d).abs() - (area_a + pp + pq) <= most)
                & (lanes.cross(aq, d).abs() - (area_a + qp + qq) <= most)
                & (lanes.cross(bp, d).abs() - (area_b + pp + qp) <= most)
                & (lanes.cross(bq, d).abs() - (area_b + pq + qq) <= most);
            hits[k] = u8::from(is_hit);
        }
        [pack(&hits), !(a.fit & b.fit)]
    }
}

/// Boxes against circles.
pub(super) struct BoxesAndCircles<'a>(pub(super) [Column<'a>; 5], pub(super) [Column<'a>; 3]);

pub(super) struct BoxRoom {
    boxes: PlacedBoxes,
    discs: PlacedCircles,
    hits: [bool; CHUNK],
    unsure: [u8; CHUNK],
}

impl Default for BoxRoom {
    fn default() -> BoxRoom {
        let (boxes, discs) = (PlacedBoxes::default(), PlacedCircles::default());
        BoxRoom { boxes, discs, hits: [false; CHUNK], unsure: [0; CHUNK] }
    }
}

impl PairKernel for BoxesAndCircles<'_> {
    type Scratch = BoxRoom;

    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        (simd, lanes): (Simd, L),
        from: usize,
        _: usize,
        touching: Touching,
        room: &mut BoxRoom,
    ) -> [u64; 2] {
        let BoxRoom { boxes, discs, hits, unsure } = room;
        boxes.place(simd, &self.0, from);
        discs.place(&self.1, from);
        let [px, py, qx, qy] = &boxes.halves;
        let overlap = OverlapBoxesCircles {
            boxes: [&boxes.x, &boxes.y],
            halves: [px, py, qx, qy],
            circles: [&discs.x, &discs.y, &discs.r],
            touching,
            hits,
            unsure,
        };
        overlap.run(lanes);
        let (mut flags, mut fits) = ([0; CHUNK], [0; CHUNK]);
        for k in 0..CHUNK {
            flags[k] = u8::from(hits[k]);
            fits[k] = boxes.fits[k] & discs.fits[k] & (1 - unsure[k]);
        }
        [pack(&flags), !pack(&fits)]
    }
}
