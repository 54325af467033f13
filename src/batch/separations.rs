//! The separations of pairs of poses.

use crate::batch::boxes::PlacedBoxes;
use crate::batch::circles::PlacedCircles;
use crate::batch::prepared::{APART, Out, SURE, SeparateBoxes};
use crate::batch::run;
use crate::batch::side::{CHUNK, Column, Side};
use crate::batch::{Bits, Separation};
use crate::error::{At, Result};
use crate::form::Touching;
use crate::query;
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::Threads;

/// The least number of pairs of a thread's part.
const LEAST: usize = 2048;

type PairSeparation = Option<Separation>;

/// Returns the separation of each pair.
pub(super) fn separations(
    simd: Simd,
    threads: &Threads,
    sides: [Side<'_>; 2],
    count: usize,
    touching: Touching,
) -> Result<Vec<PairSeparation>> {
    match sides {
        [Side::Boxes(a), Side::Boxes(b)] => in_parts(threads, count, |from, separations| {
            simd.run(OfBoxes { simd, sides, columns: [a, b], from, touching, separations })
        }),
        [Side::Circles(a), Side::Circles(b)] => in_parts(threads, count, |from, separations| {
            simd.run(OfCircles { sides, columns: [a, b], from, touching, separations })
        }),
        _ => of_hits(threads, sides, &run::overlaps(simd, threads, sides, count, touching)?, touching),
    }
}

/// Returns the separation of each pair where it is known which pairs overlap.
pub(super) fn of_hits(
    threads: &Threads,
    sides: [Side<'_>; 2],
    hits: &Bits,
    touching: Touching,
) -> Result<Vec<PairSeparation>> {
    in_parts(threads, hits.len(), |from, separations| {
        for (separation, k) in separations.iter_mut().zip(from..).filter(|&(_, k)| hits.get(k)) {
            *separation = alone(sides, k, touching)?;
        }
        Ok(())
    })
}

/// Computes separations part by part. If several pairs are invalid, the error names the first.
fn in_parts(
    threads: &Threads,
    count: usize,
    work: impl Fn(usize, &mut [PairSeparation]) -> Result<()> + Sync,
) -> Result<Vec<PairSeparation>> {
    let mut separations = vec![None; count];
    let length = count.div_ceil(threads.parts(count, LEAST).max(1)).next_multiple_of(CHUNK).max(1);
    let mut parts: Vec<(&mut [PairSeparation], Result<()>)> =
        separations.chunks_mut(length).map(|part| (part, Ok(()))).collect();
    threads.each(&mut parts, |number, (separations, result)| *result = work(number * length, separations));
    parts.into_iter().try_for_each(|(_, result)| result)?;
    Ok(separations)
}

/// Returns the separation of a single pair.
#[inline(never)]
fn alone(sides: [Side<'_>; 2], k: usize, touching: Touching) -> Result<PairSeparation> {
    let (a, b) = (sides[0].form(k).at("a")?, sides[1].form(k).at("b")?);
    Ok(query::contact(&a, &b, touching).map(Separation::from))
}

struct OfBoxes<'a> {
    simd: Simd,
    sides: [Side<'a>; 2],
    columns: [[Column<'a>; 5]; 2],
    from: usize,
    touching: Touching,
    separations: &'a mut [PairSeparation],
}

impl Kernel for OfBoxes<'_> {
    type Out = Result<()>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<()> {
        let OfBoxes { simd, sides, columns, mut from, touching, separations } = self;
        let (mut a, mut b, mut out) = (PlacedBoxes::default(), PlacedBoxes::default(), Out::default());
        for separations in separations.chunks_mut(CHUNK) {
            a.place(simd, &columns[0], from);
            b.place(simd, &columns[1], from);
            a.order();
            b.order();
            let centres = [[&a.x[..], &a.y[..]], [&b.x[..], &b.y[..]]];
            let ([apx, apy, aqx, aqy], [bpx, bpy, bqx, bqy]) = (&a.halves, &b.halves);
            let halves = [[&apx[..], apy, aqx, aqy], [&bpx[..], bpy, bqx, bqy]];
            SeparateBoxes { centres, halves, touching, out: &mut out }.run(lanes);
            for (k, separation) in separations.iter_mut().enumerate() {
                *separation = match out.state[k] {
                    _ if a.fits[k] & b.fits[k] == 0 => alone(sides, from + k, touching)?,
                    APART => None,
                    SURE => Some(Separation { normal: [out.x[k], out.y[k]], depth: out.depth[k] }),
                    _ => alone(sides, from + k, touching)?,
                };
            }
            from += CHUNK;
        }
        Ok(())
    }
}

struct OfCircles<'a> {
    sides: [Side<'a>; 2],
    columns: [[Column<'a>; 3]; 2],
    from: usize,
    touching: Touching,
    separations: &'a mut [PairSeparation],
}

impl Kernel for OfCircles<'_> {
    type Out = Result<()>;

    /// Where circles overlap, their centers are within 2^22: squares are exact, and roots and quotients are rounded
    /// once, as in `query`.
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Result<()> {
        let OfCircles { sides, columns, mut from, touching, separations } = self;
        let (mut a, mut b) = (PlacedCircles::default(), PlacedCircles::default());
        let (mut x, mut y, mut depth, mut hits) = ([0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK], [0; CHUNK]);
        let counts = touching == Touching::Counts;
        for separations in separations.chunks_mut(CHUNK) {
            a.place(&columns[0], from);
            b.place(&columns[1], from);
            for k in 0..CHUNK {
                let (dx, dy, reach) = (b.x[k] - a.x[k], b.y[k] - a.y[k], a.r[k] + b.r[k]);
                let square = dx * dx + dy * dy;
                let most = reach * reach;
                let length = square.sqrt();
                // Of concentric circles, the direction is free.
                let is_free = square == 0.0;
                x[k] = if is_free { 1.0 } else { (dx + 0.0) / length };
                y[k] = if is_free { 0.0 } else { (dy + 0.0) / length };
                let out = reach - length;
                depth[k] = if out > 0.0 { out } else { 0.0 } / 256.0;
                hits[k] = u8::from((square < most) | ((square == most) & counts));
            }
            for (k, separation) in separations.iter_mut().enumerate() {
                *separation = if a.fits[k] & b.fits[k] == 0 {
                    alone(sides, from + k, touching)?
                } else if hits[k] != 0 {
                    Some(Separation { normal: [x[k], y[k]], depth: depth[k] })
                } else {
                    None
                };
            }
            from += CHUNK;
        }
        Ok(())
    }
}
