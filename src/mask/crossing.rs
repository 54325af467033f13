//! Finds chords of simplified rings that do harm: that cross something, fold back, jump over a ring, or turn a ring
//! inside out.

use crate::mask::simplify::Chord;
use crate::mask::trace::{Corner, area};

/// The side of the grid cells in which chords and rings are looked up.
const CELL: i32 = 8;

/// Returns for each chord whether its chain must be halved. Edges of the original rings never must.
pub(super) fn offenders(rings: &[Vec<Corner>], chords: &[Chord]) -> Vec<bool> {
    let mut harms = vec![false; chords.len()];
    mark_crossings(rings, chords, &mut harms);
    mark_jumps(rings, chords, &mut harms);
    mark_inside_out(rings, chords, &mut harms);
    harms.iter_mut().zip(chords).for_each(|(harm, chord)| *harm &= !chord.is_exact());
    harms
}

/// Marks chords that meet another chord, except at the corner that two neighbours on a ring share.
fn mark_crossings(rings: &[Vec<Corner>], chords: &[Chord], harms: &mut [bool]) {
    let mut entries: Vec<([i32; 2], usize)> = Vec::new();
    for (k, chord) in chords.iter().enumerate() {
        cells(chord.ends(rings), |cell| entries.push((cell, k)));
    }
    entries.sort_unstable();
    for cell in entries.chunk_by(|a, b| a.0 == b.0) {
        for (i, &(_, a)) in cell.iter().enumerate() {
            for &(_, b) in &cell[i + 1..] {
                let (one, two) = (chords[a], chords[b]);
                let is_known = one.is_checked && two.is_checked || one.is_exact() && two.is_exact();
                if !is_known && clash(rings, one, two) {
                    (harms[a], harms[b]) = (true, true);
                }
            }
        }
    }
}

/// Whether two chords, the earlier one first, share more than the corner that makes them neighbours.
fn clash(rings: &[Vec<Corner>], a: Chord, b: Chord) -> bool {
    let ([p, q], [r, s]) = (a.ends(rings), b.ends(rings));
    let follows = a.ring == b.ring && a.to == b.from;
    let closes = a.ring == b.ring && a.from == 0 && b.to == rings[b.ring].len();
    match (follows, closes) {
        (false, false) => meet([p, q], [r, s]),
        (follows, closes) => (follows && folds(p, q, s)) || (closes && folds(r, s, q)),
    }
}

/// Marks chords for which the first corner of another ring lies between the chord and its chain.
fn mark_jumps(rings: &[Vec<Corner>], chords: &[Chord], harms: &mut [bool]) {
    let mut firsts: Vec<([i32; 2], usize)> =
        rings.iter().enumerate().map(|(k, ring)| (cell_of(ring[0]), k)).collect();
    firsts.sort_unstable();
    for (chord, harm) in chords.iter().zip(harms).filter(|(chord, _)| !chord.is_checked && !chord.is_exact())
    {
        let [low, high] = chain_box(rings, *chord).map(cell_of);
        let columns = (low[0]..=high[0]).flat_map(|x| {
            let start = firsts.partition_point(|&(cell, _)| cell < [x, low[1]]);
            firsts[start..].iter().take_while(move |(cell, _)| *cell <= [x, high[1]])
        });
        *harm |= columns
            .map(|&(_, k)| k)
            .filter(|&k| k != chord.ring)
            .any(|k| is_between(rings, *chord, rings[k][0]));
    }
}

/// Returns the least and the greatest coordinates of a chord's chain.
fn chain_box(rings: &[Vec<Corner>], chord: Chord) -> [Corner; 2] {
    let [a, b] = chord.ends(rings);
    rings[chord.ring][chord.from..chord.to].iter().fold([a, b], |[low, high], p| {
        let pick = |k: usize| (low[k].min(high[k]).min(p[k]), low[k].max(high[k]).max(p[k]));
        let ((x0, x1), (y0, y1)) = (pick(0), pick(1));
        [[x0, y0], [x1, y1]]
    })
}

/// Whether a point lies inside the loop of a chord and its chain; corners of the chain itself do not.
fn is_between(rings: &[Vec<Corner>], chord: Chord, p: Corner) -> bool {
    let ring = &rings[chord.ring];
    let [a, b] = chord.ends(rings);
    let chain = (chord.from..chord.to).map(|k| [ring[k], ring[(k + 1) % ring.len()]]);
    chain.chain([[b, a]]).fold(false, |inside, [a, b]| inside ^ passes_left(a, b, p))
}

/// Whether an edge crosses the ray from p to the left.
fn passes_left(a: Corner, b: Corner, p: Corner) -> bool {
    (a[1] > p[1]) != (b[1] > p[1]) && (side(a, b, p) > 0) == (b[1] < a[1])
}

/// Marks all chords of rings whose area has changed its sign.
fn mark_inside_out(rings: &[Vec<Corner>], chords: &[Chord], harms: &mut [bool]) {
    let mut start = 0;
    for of_ring in chords.chunk_by(|a, b| a.ring == b.ring) {
        let ring = &rings[of_ring[0].ring];
        let kept: Vec<Corner> = of_ring.iter().map(|chord| ring[chord.from]).collect();
        if area(&kept).signum() != area(ring).signum() {
            harms[start..start + of_ring.len()].fill(true);
        }
        start += of_ring.len();
    }
}

/// Returns on which side of the line a b the point c lies; the sign is that of the turn at b.
fn side(a: Corner, b: Corner, c: Corner) -> i64 {
    let d = |p: i32, q: i32| i64::from(p) - i64::from(q);
    d(b[0], a[0]) * d(c[1], a[1]) - d(b[1], a[1]) * d(c[0], a[0])
}

/// Whether the path a b c turns back on itself.
fn folds(a: Corner, b: Corner, c: Corner) -> bool {
    let along = (0..2).map(|k| i64::from(b[k] - a[k]) * i64::from(c[k] - b[k])).sum::<i64>();
    side(a, b, c) == 0 && along < 0
}

/// Whether two closed segments share a point.
fn meet([a, b]: [Corner; 2], [c, d]: [Corner; 2]) -> bool {
    let boxes = (0..2).all(|k| a[k].min(b[k]) <= c[k].max(d[k]) && c[k].min(d[k]) <= a[k].max(b[k]));
    let splits = |p, q, r, s| side(p, q, r).signum() * side(p, q, s).signum() <= 0;
    boxes && splits(a, b, c, d) && splits(c, d, a, b)
}

fn cell_of(corner: Corner) -> [i32; 2] {
    corner.map(|x| x.div_euclid(CELL))
}

/// Visits the grid cells that a segment may touch.
fn cells([a, b]: [Corner; 2], mut visit: impl FnMut([i32; 2])) {
    let (a, b) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    let slope = f64::from(b[0] - a[0]) / f64::from((b[1] - a[1]).max(1));
    let x_at = |y: i32| f64::from(a[0]) + slope * f64::from(y.clamp(a[1], b[1]) - a[1]);
    for row in a[1].div_euclid(CELL)..=b[1].div_euclid(CELL) {
        let (x0, x1) = match a[1] == b[1] {
            true => (f64::from(a[0]), f64::from(b[0])),
            false => (x_at(row * CELL), x_at((row + 1) * CELL)),
        };
        // The range is a little wider than computed, so that rounding loses no cell.
        let first = (x0.min(x1) - 0.01).floor() as i32;
        let last = (x0.max(x1) + 0.01).floor() as i32;
        for column in first.div_euclid(CELL)..=last.div_euclid(CELL) {
            visit([column, row]);
        }
    }
}
