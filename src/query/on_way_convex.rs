//! When convex parts first overlap while they move. Only relative motion counts: one part moves, the other stays
//! (SPEC 6, "Swept bodies").

use crate::counts;
use crate::effort::spend;
use crate::form::Touching;
use crate::lattice::{Bounds, Point};
use crate::query::blob::Blob;
use crate::query::cast_convex::{Cast, cast_outside};
use crate::query::exact::Step;
use crate::query::leg::shifted;
use crate::query::overlap_convex_convex::overlap;
use crate::query::piece::Set;
use crate::query::sweep_convex_convex::difference_in;
use crate::query::tree::BoundsTree;
use crate::shape::{CellForm, Convex, Parts, Tiles};

/// Returns the first overlap of a part that moves along `d` with a set; on a tie, the first such pair.
pub(super) fn first_of(parts: &[Convex], sets: &[Set], d: Step, touching: Touching) -> Option<Cast> {
    let tree = BoundsTree::over(sets.iter().map(Set::bounds))?;
    let mut first: Option<Cast> = None;
    for part in parts {
        let path_bounds = part.bounds().union(shifted(part.bounds(), d));
        let is_used_up = tree.any(path_bounds, |k| {
            let set = sets[k].blob();
            let hit = meet(part.into(), set, d, touching);
            first = first.into_iter().chain(hit).reduce(Cast::earlier);
            !spend(64 + 32 * (part.vertices().len() + set.vertices.len()) as u64)
        });
        if is_used_up || !spend(8) {
            break;
        }
    }
    first
}

/// Returns when the parts of body A first overlap those of body B. Each part is relative to its body's position. A's
/// position starts at `by` relative to B's and moves along `d`. The flag `are_apart` says that they do not overlap at
/// the start, so this is not tested again.
pub(crate) fn first_time(a: &Parts, by: Point, b: &Parts, d: Step, asked: (Touching, bool)) -> Option<f64> {
    let [of_a, of_b] = [a.bounds()?, b.bounds()?];
    let from = of_a.translated(by);
    // A moves past B, or B past A.
    let along_a = from.union(shifted(from, d)).grown(1);
    let from = of_b.translated(Point::new(-by.x, -by.y));
    let along_b = from.union(shifted(from, Step::new(-d.x, -d.y))).grown(1);
    let mut first = None;
    for near_b in b.pieces_near(along_a) {
        for near_a in a.pieces_near(along_b) {
            first = first_time_before(near_a, by, near_b, d, asked, first);
        }
    }
    first
}

/// Does the same for the cells of a tile map without masks: `by` is the start of A's position relative to the map's position.
pub(crate) fn first_time_on_map(
    a: &[Convex],
    by: Point,
    tiles: &Tiles,
    d: Step,
    asked: (Touching, bool),
) -> Option<f64> {
    let start = a.iter().map(Convex::bounds).reduce(Bounds::union)?.translated(by);
    let mut first = None;
    for cell in tiles.cells_near(start.union(shifted(start, d))) {
        let CellForm::Convex(part) = cell.form else { continue };
        let by = Point::new(by.x - cell.corner.x, by.y - cell.corner.y);
        first = first_time_before(a, by, std::slice::from_ref(part), d, asked, first);
        if !spend(8) {
            break;
        }
    }
    first
}

/// Does what [`first_time`] does, with an overlap that is already known. The result is the earlier one.
fn first_time_before(
    a: &[Convex],
    by: Point,
    b: &[Convex],
    d: Step,
    (touching, are_apart): (Touching, bool),
    mut first: Option<f64>,
) -> Option<f64> {
    // Of the path only what is before the first overlap so far counts.
    let path_of = |part: &Convex, first: Option<f64>| {
        let start = part.bounds().translated(by);
        let until = first.unwrap_or(1.0);
        let end = [d.x, d.y].map(|d| (d as f64 * until) as i64 + d.signum());
        start.union(shifted(start, Step::new(end[0], end[1])))
    };
    let whole =
        if b.len() > 1 { a.iter().map(|part| path_of(part, None)).reduce(Bounds::union) } else { None };
    let is_near = |other: &&Convex| whole.is_none_or(|whole| whole.meets(other.bounds()));
    for other in b.iter().filter(is_near) {
        for part in a {
            if !path_of(part, first).meets(other.bounds()) {
                continue;
            }
            counts::test();
            if stays_apart(part, by, other, d) {
                continue;
            }
            let hit = part.with_moved(by, |vertices| {
                let (part, other) = (Blob { vertices, radius: part.radius() }, Blob::from(other));
                if are_apart { enter(part, other, d) } else { meet(part, other, d, touching) }
            });
            first = first.into_iter().chain(hit.map(|hit| hit.t)).reduce(f64::min);
        }
    }
    first
}

/// Returns the first overlap of A, which moves along `d`, with B.
pub(super) fn meet(a: Blob, b: Blob, d: Step, touching: Touching) -> Option<Cast> {
    if pass_by(a, b, d) {
        return None;
    }
    let hit = if overlap(a, b, Touching::Counts) { Cast::AT_START } else { enter(a, b, d)? };
    (touching == Touching::Counts || gets_deep(a, b, d)).then_some(hit)
}

/// Returns the first overlap of two shapes that are apart at the start; touching counts.
fn enter(a: Blob, b: Blob, d: Step) -> Option<Cast> {
    counts::test();
    let radii = i64::from(a.radius) + i64::from(b.radius);
    let mut room = [Step::new(0, 0); MOST];
    let (p, q) = (a.vertices, b.vertices);
    let hull = match (p, q) {
        // If one hull is a single vertex, the difference is the other hull, in the same order. This needs no allocation.
        (&[p], q) if q.len() <= MOST => {
            room.iter_mut().zip(q).for_each(|(to, &v)| *to = Step::between(p, v));
            &room[..q.len()]
        }
        (p, &[q]) if p.len() <= MOST => {
            let turn = (0..p.len()).max_by_key(|&k| p[k]).unwrap_or(0);
            let turned = p[turn..].iter().chain(&p[..turn]);
            room.iter_mut().zip(turned).for_each(|(to, &v)| *to = Step::between(v, q));
            &room[..p.len()]
        }
        _ => return cast_outside(d, &difference_in(a, b, &mut room), radii),
    };
    cast_outside(d, hull, radii)
}

/// The largest number of vertices of a hull that is handled without allocation.
const MOST: usize = 32;

/// Returns when two discs first overlap. `between` is the vector between their centers; the first disc moves along `d`
/// relative to the other.
pub(crate) fn discs_meet(between: Step, d: Step, radii: i64, touching: Touching) -> Option<f64> {
    match disc_path(between, d, radii) {
        DiscPath::Within => return Some(0.0),
        DiscPath::Away => return None,
        DiscPath::Unsure => {}
    }
    let (hull, reach) = ([between], i128::from(radii));
    let is_in = wide_dot(between, between) <= reach * reach;
    let hit = if is_in { Cast::AT_START } else { cast_outside(d, &hull, radii)? };
    let is_deep = || radii > 0 && comes_near(&hull, d, reach);
    (touching == Touching::Counts || is_deep()).then_some(hit.t)
}

/// How a path lies relative to a disc.
#[derive(Clone, Copy)]
pub(crate) enum DiscPath {
    /// The path begins strictly inside.
    Within,
    /// No point of the path is in the disc; this is certain.
    Away,
    Unsure,
}

/// Classifies the path along `d` relative to a disc around `between`. This decides most pairs in few operations, without
/// a branch that depends on the pair.
#[inline(always)]
pub(crate) fn disc_path(between: Step, d: Step, radius: i64) -> DiscPath {
    // For coordinates below 2^24, sums of products are exact in f64.
    let most = between.x.abs().max(between.y.abs()).max(d.x.abs()).max(d.y.abs()).max(radius);
    let (x, y, dx, dy) = (between.x as f64, between.y as f64, d.x as f64, d.y as f64);
    let (along, length, away) = (x * dx + y * dy, dx * dx + dy * dy, x * x + y * y);
    let (beside, square) = (dx * y - dy * x, radius as f64 * radius as f64);
    let is_before = along <= 0.0;
    let is_behind = along >= length;
    // Each side of the last comparison has a rounding error of less than 2^-51 of itself.
    let is_away = (is_before & (away > square))
        | (is_behind & (away - 2.0 * along + length > square))
        | (!is_before & !is_behind & (beside * beside > square * length * ROUNDED_UP));
    const VERDICTS: [DiscPath; 4] = [DiscPath::Unsure, DiscPath::Within, DiscPath::Away, DiscPath::Within];
    let number = usize::from(away < square) + 2 * usize::from(is_away);
    VERDICTS[if most < 1 << 24 { number } else { 0 }]
}

/// A little more than 1: a bound on rounding errors.
const ROUNDED_UP: f64 = 1.0 + 1.0 / (1_u64 << 49) as f64;

/// Whether A certainly stays apart from B. A starts at its given vertices plus `by` and moves along `d`. A is apart
/// where the boxes are, or where a line along an edge or along the path separates the two.
fn stays_apart(a: &Convex, by: Point, b: &Convex, d: Step) -> bool {
    let start = a.bounds().translated(by);
    if !start.union(shifted(start, d)).meets(b.bounds()) {
        return true;
    }
    let far = i64::from(by.x).abs().max(i64::from(by.y).abs()).max(d.x.abs()).max(d.y.abs());
    if far >= 1 << 23 || !is_close(a.bounds()) || !is_close(b.bounds()) {
        return false;
    }
    // No distance is over 2^23, and no vertex is further than 2^22 from its position: sums of products are exact in f64.
    let radii = f64::from(a.radius()) + f64::from(b.radius());
    let (by, d) = ([f64::from(by.x), f64::from(by.y)], d.to_f64());
    let (p, q) = (a.vertices(), b.vertices());
    if edge_parts(q, p, by, d, radii) || edge_parts(p, q, [-by[0], -by[1]], [-d[0], -d[1]], radii) {
        return true;
    }
    let (least_p, most_p) = heights([-d[1], d[0]], p);
    let (least_q, most_q) = heights([-d[1], d[0]], q);
    let lift = d[0] * by[1] - d[1] * by[0];
    let gap = (least_p + lift - most_q).max(least_q - most_p - lift);
    is_wider_than(gap, radii, d[0] * d[0] + d[1] * d[1])
}

/// Whether a part lies near its body's position, as most do.
fn is_close(Bounds { min, max }: Bounds) -> bool {
    const FAR: i32 = 1 << 22;
    (min.x > -FAR) & (min.y > -FAR) & (max.x < FAR) & (max.y < FAR)
}

/// Whether all vertices of `others` stay in front of one edge of a hull. They start at their given points plus `by` and
/// move along `d`.
fn edge_parts(hull: &[Point], others: &[Point], by: [f64; 2], d: [f64; 2], radii: f64) -> bool {
    if hull.len() < 2 {
        return false;
    }
    let mut from = hull[hull.len() - 1];
    for &to in hull {
        let out = [f64::from(from.y) - f64::from(to.y), f64::from(to.x) - f64::from(from.x)];
        let (least, _) = heights(out, others);
        let rise = out[0] * d[0] + out[1] * d[1];
        let start = out[0] * (by[0] - f64::from(from.x)) + out[1] * (by[1] - f64::from(from.y));
        if is_wider_than(least + start + rise.min(0.0), radii, out[0] * out[0] + out[1] * out[1]) {
            return true;
        }
        from = to;
    }
    false
}

/// Returns the least and the greatest height of the vertices along a direction, times the direction's length.
#[inline(always)]
fn heights(along: [f64; 2], vertices: &[Point]) -> (f64, f64) {
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for v in vertices {
        let height = along[0] * f64::from(v.x) + along[1] * f64::from(v.y);
        (least, most) = (least.min(height), most.max(height));
    }
    (least, most)
}

/// Whether a gap is certainly wider than `radii`. The gap is multiplied by a length, whose square is `square`.
#[inline(always)]
fn is_wider_than(gap: f64, radii: f64, square: f64) -> bool {
    gap > 0.0 && gap * gap > radii * radii * square * ROUNDED_UP
}

/// Returns when two circles first overlap, where the reach is the root of the sum of their squared radii; `square` is
/// that sum.
pub(crate) fn rooted_discs_meet(between: Step, d: Step, square: i64) -> Option<f64> {
    let square = i128::from(square);
    let (away, along, length) = (wide_dot(between, between), wide_dot(between, d), wide_dot(d, d));
    let beside = wide_cross(d, between);
    let nearest_is_in = match along {
        _ if along <= 0 => away < square,
        _ if along >= length => wide_dot(between - d, between - d) < square,
        _ => beside * beside < square * length,
    };
    let root = ((square * length - beside * beside) as f64).sqrt();
    let t = || ((away - square) as f64 / (along as f64 + root)).clamp(0.0, 1.0);
    nearest_is_in.then(|| if away <= square { 0.0 } else { t() })
}

/// Whether A passes B on one side on its whole path, or stops in front of one of B's edges, with a gap between them.
/// This cheaply excludes most pairs that do not overlap.
fn pass_by(a: Blob, b: Blob, d: Step) -> bool {
    let radii = (i64::from(a.radius) + i64::from(b.radius)) as f64;
    // Heights over a line, times its length: below 2^63, as all within a world are.
    let heights = |line: Step, from: Point, blob: Blob| {
        let heights = blob.vertices.iter().map(|&v| line.cross(Step::between(from, v)));
        heights.fold((i64::MAX, i64::MIN), |(least, most), height| (least.min(height), most.max(height)))
    };
    let from = a.vertices[0];
    let (a_heights, b_heights) = (heights(d, from, a), heights(d, from, b));
    let gap = b_heights.0.saturating_sub(a_heights.1).max(a_heights.0.saturating_sub(b_heights.1));
    if is_wider(gap, radii, d) {
        return true;
    }
    b.edges().any(|(start, edge)| {
        let least = heights(edge, start, a).0;
        is_wider(least.min(least.saturating_add(edge.cross(d))), radii, edge)
    })
}

/// Whether a gap is certainly wider than `radii`. The gap is multiplied by the length of a line. The factor covers a few
/// roundings of 2^-53 each.
fn is_wider(gap: i64, radii: f64, line: Step) -> bool {
    let [x, y] = line.to_f64();
    gap > 0 && gap as f64 > radii * (x * x + y * y).sqrt() * (1.0 + 1.0 / (1_u64 << 40) as f64)
}

/// Whether two convex shapes overlap with depth somewhere on the path: whether the path enters the interior of their
/// difference.
fn gets_deep(a: Blob, b: Blob, d: Step) -> bool {
    let mut room = [Step::new(0, 0); MOST];
    let hull = &difference_in(a, b, &mut room)[..];
    let radius = i128::from(a.radius) + i128::from(b.radius);
    if radius == 0 { hull.len() > 2 && comes_inside(hull, d) } else { comes_near(hull, d, radius) }
}

fn edges(hull: &[Step]) -> impl Iterator<Item = (Step, Step)> {
    let n = if hull.len() < 2 { 0 } else { hull.len() };
    (0..n).map(move |k| (hull[k], hull[(k + 1) % n] - hull[k]))
}

/// Whether a path from the origin meets the interior of a hull.
fn comes_inside(hull: &[Step], d: Step) -> bool {
    // Fractions of the path: it is inside after `from` and before `until`.
    let (mut from, mut until) = ((-1_i128, 1_i128), (2_i128, 1_i128));
    let is_less = |p: (i128, i128), q: (i128, i128)| p.0 * q.1 < q.0 * p.1;
    for (a, e) in edges(hull) {
        // Inside the edge: t * rise < height.
        let (rise, height) = (wide_cross(e, d), wide_cross(e, a));
        match rise.signum() {
            0 if height <= 0 => return false,
            0 => {}
            1 if is_less((height, rise), until) => until = (height, rise),
            -1 if is_less(from, (-height, -rise)) => from = (-height, -rise),
            _ => {}
        }
    }
    is_less(from, until) && is_less(from, (1, 1)) && is_less((0, 1), until)
}

/// Whether a path from the origin comes nearer to a hull than a radius.
fn comes_near(hull: &[Step], d: Step, radius: i128) -> bool {
    if hull.len() > 2 && comes_inside(hull, d) {
        return true;
    }
    let zero = Step::new(0, 0);
    let is_near = |p: Step, a: Step, e: Step| squared_less(p, (a, e), radius);
    let to_path = hull.iter().any(|&v| is_near(v, zero, d));
    let to_hull =
        edges(hull).any(|(a, e)| is_near(zero, a, e) || is_near(d, a, e) || cross_each_other(a, e, d));
    to_path || to_hull
}

/// Whether a point is nearer to an edge than a radius.
fn squared_less(p: Step, (a, e): (Step, Step), radius: i128) -> bool {
    let (w, squared) = (p - a, radius * radius);
    let (along, length) = (wide_dot(w, e), wide_dot(e, e));
    if along <= 0 {
        wide_dot(w, w) < squared
    } else if along >= length {
        wide_dot(w - e, w - e) < squared
    } else {
        wide_cross(e, w).pow(2) < squared * length
    }
}

/// Whether the path from the origin along `d` and an edge cross: each has its ends on both sides of the other.
fn cross_each_other(a: Step, e: Step, d: Step) -> bool {
    let sides = |p: i128, q: i128| p.signum() * q.signum() <= 0;
    let end = a + e;
    wide_cross(d, e) != 0
        && sides(wide_cross(d, a), wide_cross(d, end))
        && sides(wide_cross(e, -a), wide_cross(e, d - a))
}

fn wide_cross(p: Step, q: Step) -> i128 {
    i128::from(p.x) * i128::from(q.y) - i128::from(p.y) * i128::from(q.x)
}

fn wide_dot(p: Step, q: Step) -> i128 {
    i128::from(p.x) * i128::from(q.x) + i128::from(p.y) * i128::from(q.y)
}
