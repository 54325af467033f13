//! The shortest push out of an overlap: the nearest free move (SPEC 5).
//!
//! A move of B is blocked where it leaves an overlap. Part by part, the blocked moves are the Minkowski differences of
//! A's and B's parts: convex sets. The free move nearest to the origin lies on the border of one of them, or it is the
//! origin itself, which then lies on a border too. So every piece of border is taken, nearest first; what other sets
//! hide of it is taken away; and the nearest point of what is left is the answer.
//!
//! Sets are open, so that a place exactly as large as B is free. Two parts without interior block a closed set. That
//! is written as an open set which is larger by [`SEAL`], far below the 1e-3 px of SPEC 5. A part without interior is
//! also kept out of the interior of a union (SPEC 3): by a closed set along each seam that it could lie in.

use std::collections::BTreeMap;

use crate::answer::Contact;
use crate::form::{Form, Touching};
use crate::reference::border::{Border, FloatHull, cut, without};
use crate::reference::hull::{RoundHull, meets};
use crate::reference::nearest::common_point;
use crate::reference::pairs::overlaps;
use crate::reference::parts::all_hulls;
use crate::reference::pixels;
use crate::reference::plane::{FINE, Spot};
use crate::reference::seams::{is_inside, seams_of};
use crate::reference::wide::V;

/// By how much a closed set is larger than it is, in lattice units: 7e-7 px. Where two of them cross at a small angle, the free corner
/// beyond moves by many times as much.
const SEAL: f64 = 12.0 * FINE;

/// Returns the contact of two bodies that overlap, as whole bodies. Two sprites have SPEC 4's normal and depth, and the
/// center of their first common pixel as the point. `None` where they do not overlap; two tile maps never do.
pub fn contact(a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
    if let (Form::Sprite(a), Form::Sprite(b)) = (a, b) {
        let common = pixels::common(a, b)?;
        let point = common.first.map(|p| f64::from(p) + 0.5);
        return Some(Contact { normal: common.normal, depth: common.depth.into(), point: point.into() });
    }
    if !overlaps(a, b, touching) {
        return None;
    }
    let (all_a, all_b) = (all_hulls(a), all_hulls(b));
    let free = nearest_free(&blocked_moves(&all_a, &all_b, Spot::ORIGIN))?;
    let mut pairs = all_a.iter().flat_map(|p| all_b.iter().map(move |q| (p, q)));
    let (p, q) = pairs.find(|(p, q)| meets(p, q, Touching::Counts))?;
    Some(Contact {
        normal: free.normal.told().into(),
        depth: free.depth / 256.0,
        point: common_point(p, q).into(),
    })
}

/// Whether a move of B, in pixels, ends within 1e-3 px of a free one.
pub fn separates(a: &Form, b: &Form, by: [f64; 2]) -> bool {
    let start = Spot { x: by[0], y: by[1] } * 256.0;
    let blocked = blocked_moves(&all_hulls(a), &all_hulls(b), start);
    let is_free = blocked.iter().all(|moves| moves.set.height(Spot::ORIGIN) > -FINE);
    is_free || nearest_free(&blocked).is_some_and(|free| free.depth <= 0.256)
}

/// A set of blocked moves, with the ranks of its pieces of border: edges of A in vertex order, then of B, then corners.
struct BlockedMoves {
    set: FloatHull,
    ranks: Vec<usize>,
}

/// Returns the sets of blocked moves, seen from one of the moves: of the pairs of parts in order, and then those along
/// seams.
fn blocked_moves(a: &[RoundHull], b: &[RoundHull], start: Spot) -> Vec<BlockedMoves> {
    let mut all = Vec::new();
    for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
        let difference = RoundHull::difference(q, p);
        let is_sealed = p.is_thin() && q.is_thin();
        let vertices = difference.vertices.iter().map(|&v| Spot::from(v) - start).collect();
        let more = if is_sealed { SEAL } else { 0.0 };
        let set = FloatHull::new(vertices, difference.radius as f64 + more);
        let rank = |e: V| {
            let is_same = |f: V| e.cross(f) == 0 && e.dot(f) > 0;
            let of_a = p.edges().position(|(_, f)| is_same(f));
            // Beside a segment alone both sides are free: the first is the perpendicular of its first edge.
            let is_free = p.vertices.len() == 1 && q.vertices.len() == 2;
            let of_b = || q.edges().position(|(_, f)| is_same(if is_free { f } else { -f }));
            of_a.or_else(|| of_b().map(|k| p.vertices.len() + k))
        };
        let mut ranks: Vec<usize> =
            difference.edges().map(|(_, e)| rank(e).unwrap_or(usize::MAX / 2)).collect();
        ranks.extend((0..set.borders.len() - ranks.len()).map(|k| usize::MAX / 2 + k));
        all.push(BlockedMoves { set, ranks });
    }
    let mut ranked = |set: FloatHull| {
        let ranks = (0..set.borders.len()).map(|k| usize::MAX / 2 + k).collect();
        all.push(BlockedMoves { set, ranks });
    };
    for thin in b.iter().filter(|part| part.is_thin()) {
        let moves =
            along_seams(a, thin).into_iter().map(|ends| ends.into_iter().map(|end| end - start).collect());
        moves.map(|ends| FloatHull::new(ends, SEAL)).for_each(&mut ranked);
    }
    for thin in a.iter().filter(|part| part.is_thin()) {
        let moves =
            along_seams(b, thin).into_iter().map(|ends| ends.into_iter().map(|end| -end - start).collect());
        moves.map(|ends| FloatHull::new(ends, SEAL)).for_each(&mut ranked);
    }
    all
}

/// Returns the moves that bring a part without interior onto a seam of a union: segments, and points where seams end
/// inside the union.
fn along_seams(union: &[RoundHull], thin: &RoundHull) -> Vec<Vec<Spot>> {
    let (p, q) = (thin.vertices[0], thin.vertices[thin.vertices.len() - 1]);
    let mut all = Vec::new();
    for (v, e, radius, [low, high]) in seams_of(union).into_iter().filter(|(_, e, ..)| e.cross(q - p) == 0) {
        let unit = Spot::from(e).unit();
        let length = Spot::from(e).length();
        let at = |along: i128| unit * (along as f64 / length) + unit.turned() * radius as f64;
        let mut ends =
            [(low, p), (low, q), (high, p), (high, q)].map(|(along, end)| Spot::from(v - end) + at(along));
        ends.sort_by(|a, b| a.dot(unit).total_cmp(&b.dot(unit)));
        // A little shorter than it is, so that it does not reach out of the union.
        all.push(vec![ends[0] + unit * (2.0 * SEAL), ends[3] - unit * (2.0 * SEAL)]);
    }
    if p == q {
        let corners = union.iter().filter(|part| part.radius == 0).flat_map(|part| &part.vertices);
        let inside = corners.filter(|&&v| is_inside(v, union)).map(|&v| Spot::from(v - p));
        // Around it the seams end that are a little too short.
        let reach = 3.0 * SEAL;
        all.extend(inside.map(|v| {
            [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]
                .map(|(x, y)| v + Spot { x, y } * reach)
                .to_vec()
        }));
    }
    all
}

/// A free move.
struct FreeMove {
    normal: Spot,
    depth: f64,
}

/// A stretch of a piece of border of which nothing is known to be hidden.
struct OpenStretch<'a> {
    border: &'a Border,
    ends: [f64; 2],
    /// The set and the rank of the border.
    key: (usize, usize),
}

/// Stretches by the distance of their nearest point, as the bits of a positive f64, then by set and rank.
type Nearest<'a> = BTreeMap<(u64, (usize, usize), usize), OpenStretch<'a>>;

/// Returns the free move nearest to the origin; of equally near ones that of the earlier set, then of the lower rank.
fn nearest_free(blocked: &[BlockedMoves]) -> Option<FreeMove> {
    let mut nearest = Nearest::new();
    for (k, moves) in blocked.iter().enumerate() {
        for (border, &rank) in moves.set.borders.iter().zip(&moves.ranks) {
            insert(&mut nearest, OpenStretch { border, ends: [0.0, border.length()], key: (k, rank) });
        }
    }
    let mut best: Option<(f64, (usize, usize), FreeMove)> = None;
    while let Some(((bits, ..), stretch)) = nearest.pop_first() {
        let least = f64::from_bits(bits);
        if best.as_ref().is_some_and(|best| least > best.0 + FINE) {
            break;
        }
        let OpenStretch { border, ends: [low, high], key } = stretch;
        let s = border.nearest(Spot::ORIGIN, low, high);
        let at = border.at(s);
        let hides = |set: &FloatHull, at: Spot| set.is_around(at) && set.height(at) < -FINE;
        let hider = blocked.iter().enumerate().find(|(k, moves)| *k != key.0 && hides(&moves.set, at));
        if let Some((_, hider)) = hider {
            let set = &hider.set;
            let mut left = without(border, &[[low, high]], set, &|s| hides(set, border.at(s)));
            if left == [[low, high]] {
                // Hidden on a length that is too small to be seen.
                left = cut([low, high], [s - 2.0 * FINE, s + 2.0 * FINE]);
            }
            for ends in left {
                insert(&mut nearest, OpenStretch { border, ends, key });
            }
        } else if best.as_ref().is_none_or(|(far, other, _)| least < far - FINE || key < *other) {
            best = Some((least, key, free_move(at, border.out(s))));
        }
    }
    best.map(|best| best.2)
}

fn insert<'a>(nearest: &mut Nearest<'a>, stretch: OpenStretch<'a>) {
    let [low, high] = stretch.ends;
    let least = stretch.border.at(stretch.border.nearest(Spot::ORIGIN, low, high)).length();
    // The start of the stretch tells stretches of one border from each other.
    let key = (least.to_bits(), stretch.key, (low.max(0.0) * 65536.0) as usize);
    nearest.insert(key, stretch);
}

/// Returns the move to a point of a border with an outward normal. At a foot of the origin the move is along the normal,
/// whichever of the two is more exact.
fn free_move(at: Spot, out: Spot) -> FreeMove {
    let depth = at.length();
    let is_foot = depth < FINE || at.cross(out).abs() < 1e-9 * depth;
    let normal = match is_foot {
        true if depth < FINE || at.dot(out) > 0.0 => out,
        true => -out,
        false => at.unit(),
    };
    FreeMove { normal, depth }
}
