//! Whether two bodies overlap while both go from one place to another, linearly (SPEC 6, "Swept bodies").

use crate::answer::{OnWay, Overlap};
use crate::effort::spend;
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, Point};
use crate::query::blob::Blob;
use crate::query::exact::Step;
use crate::query::inside::first_on_seam;
use crate::query::leg::shifted;
use crate::query::piece::{Piece, Set, size};
use crate::query::sweep_convex_convex::{difference, sweep};
use crate::query::tree::Tree;
use crate::query::{overlap, overlaps};
use crate::shape::{CellForm, Convex, Tiles};

/// When two bodies on their ways first overlap, and for sprites how; `None` where they do not, as two tile maps never do.
///
/// ```
/// use kasuri::lattice::Point;
/// use kasuri::{Form, Moving, Placement, Shape, Touching, query};
/// let form = |shape: kasuri::Result<Shape>, at: [f64; 2]| -> kasuri::Result<Form> {
///     Ok(Form::Shape(shape?.place(&Placement::at(at))?))
/// };
/// let (wall, shot) = (form(Shape::rect([0.5, 30.0]), [100.0, 0.0])?, form(Shape::circle(0.5), [900.0, 0.0])?);
/// let stays = Moving::still(&wall, Point::snapped([100.0, 0.0])?);
/// let flies = Moving { form: &shot, from: Point::snapped([0.0, 0.0])?, to: Point::snapped([900.0, 0.0])? };
/// let met = query::overlap_on_way(stays, flies, Touching::Counts);
/// assert_eq!(met.map(|met| met.t), Some(0.11));
/// # Ok::<(), kasuri::Error>(())
/// ```
pub fn overlap_on_way(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    match (a.form, b.form) {
        _ if !a.is_in_world() || !b.is_in_world() => None,
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Sprite(_), _) | (_, Form::Sprite(_)) => by_tries(a, b, touching),
        (Form::Shape(_), Form::Shape(_)) => of_shapes(a, b, touching).map(|t| OnWay { t, overlap: None }),
        (Form::Tiles(tiles), _) => with_tiles(b, tiles, touching),
        (_, Form::Tiles(tiles)) => with_tiles(a, tiles, touching),
    }
}

/// The infimum of the times at which two shapes overlap.
fn of_shapes(a: Moving, b: Moving, touching: Touching) -> Option<f64> {
    let d = way(a) - way(b);
    spend(size(a.form) + size(b.form));
    let (start_a, start_b) = (moved(a, a.from)?, moved(b, b.from)?);
    let (Form::Shape(parts_a), Form::Shape(parts_b)) = (&start_a, &start_b) else { return None };
    let sets: Vec<Set> = parts_b.iter().map(Set::from).collect();
    let first = first_of(parts_a, &sets, d, touching);
    let on_seam = if touching == Touching::Ignored { first_on_seam(&start_a, &start_b, d) } else { None };
    first.into_iter().chain(on_seam).reduce(f64::min)
}

/// Each cell by its own kind, the least t.
fn with_tiles(body: Moving, tiles: &Tiles, touching: Touching) -> Option<OnWay> {
    let start = moved(body, body.from)?;
    let Form::Shape(parts) = &start else { return None };
    let d = way(body);
    let mut sets = Vec::new();
    let mut first: Option<f64> = None;
    for cell in tiles.cells_near(body.bounds()?) {
        match (cell.form, Piece::from(cell)) {
            (CellForm::Convex(_), Piece::Convex(set)) => sets.push(set),
            (_, Piece::Sprite(sprite)) => {
                let form = Form::Sprite(sprite.into_owned());
                let met = by_tries(body, Moving::still(&form, cell.corner), touching);
                first = first.into_iter().chain(met.map(|met| met.t)).reduce(f64::min);
            }
            _ => {}
        }
    }
    let solid = first_of(parts, &sets, d, touching);
    let on_seam = match touching {
        Touching::Ignored => first_on_seam(&start, &Form::Tiles(tiles.clone()), d),
        Touching::Counts => None,
    };
    let t = first.into_iter().chain(solid).chain(on_seam).reduce(f64::min)?;
    Some(OnWay { t, overlap: None })
}

/// The least time at which a part that moves along `d` overlaps a set.
fn first_of(parts: &[Convex], sets: &[Set], d: Step, touching: Touching) -> Option<f64> {
    let tree = Tree::over(sets.iter().map(Set::bounds))?;
    let mut first: Option<f64> = None;
    for part in parts {
        let way = part.bounds().union(shifted(part.bounds(), d));
        let is_used_up = tree.any(way, |k| {
            let set = sets[k].blob();
            let hit = sweep(part.into(), set, d).filter(|hit| first.is_none_or(|first| hit.t < first));
            let hit = hit.filter(|_| touching == Touching::Counts || gets_deep(part.into(), set, d));
            first = hit.map_or(first, |hit| Some(hit.t));
            !spend(32 + 16 * (part.vertices().len() + set.vertices.len()) as u64)
        });
        if is_used_up || !spend(8) {
            break;
        }
    }
    first
}

/// Whether two convex shapes overlap with depth somewhere on the way: whether the way comes into the interior of their
/// difference.
fn gets_deep(a: Blob, b: Blob, d: Step) -> bool {
    let hull = difference(a, b);
    let radius = i128::from(a.radius) + i128::from(b.radius);
    if radius == 0 { hull.len() > 2 && comes_inside(&hull, d) } else { comes_near(&hull, d, radius) }
}

fn edges(hull: &[Step]) -> impl Iterator<Item = (Step, Step)> {
    let n = if hull.len() < 2 { 0 } else { hull.len() };
    (0..n).map(move |k| (hull[k], hull[(k + 1) % n] - hull[k]))
}

/// Whether a way from the origin meets the interior of a hull.
fn comes_inside(hull: &[Step], d: Step) -> bool {
    // Fractions of the way: after `from` and before `until`.
    let (mut from, mut until) = ((-1_i128, 1_i128), (2_i128, 1_i128));
    let is_less = |p: (i128, i128), q: (i128, i128)| p.0 * q.1 < q.0 * p.1;
    for (a, e) in edges(hull) {
        // Behind the edge: t * rise < height.
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

/// Whether a way from the origin comes nearer to a hull than a radius.
fn comes_near(hull: &[Step], d: Step, radius: i128) -> bool {
    if hull.len() > 2 && comes_inside(hull, d) {
        return true;
    }
    let zero = Step::new(0, 0);
    let is_near = |p: Step, a: Step, e: Step| squared_less(p, (a, e), radius);
    let to_way = hull.iter().any(|&v| is_near(v, zero, d));
    let to_hull =
        edges(hull).any(|(a, e)| is_near(zero, a, e) || is_near(d, a, e) || cross_each_other(a, e, d));
    to_way || to_hull
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

/// Whether the way from the origin along `d` and an edge cross, each with its ends on both sides of the other.
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

/// A sprite with anything: whole-pixel steps, each trying three placements so that no thin line is jumped.
fn by_tries(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    let n = steps(a).max(steps(b));
    // A sprite's reach may shift by a pixel with its place within one.
    let (box_a, box_b) = (a.form.bounds()?.grown(256), b.form.bounds()?.grown(256));
    let place = |body: Moving, x_of: i64, y_of: i64| Point::new(at(body, x_of, n).x, at(body, y_of, n).y);
    let boxes = |at_a: Point, at_b: Point| {
        [shifted(box_a, Step::between(a.to, at_a)), shifted(box_b, Step::between(b.to, at_b))]
    };
    let mut k = 0;
    while k <= n && spend(2) {
        let [p, q] = boxes(at(a, k, n), at(b, k, n));
        // In a step each body moves by little more than a pixel an axis, and a try lies one step back.
        let skip = gap(p, q) / (2 * 258) - 1;
        if skip > 0 {
            k += skip;
            continue;
        }
        let last = (k - 1).max(0);
        let tries = [(k, last), (last, k), (k, k)];
        for (x_of, y_of) in tries.into_iter().skip(if k == 0 { 2 } else { 0 }) {
            let (at_a, at_b) = (place(a, x_of, y_of), place(b, x_of, y_of));
            let [p, q] = boxes(at_a, at_b);
            if !p.meets(q) {
                continue;
            }
            spend(32 + size(a.form) + size(b.form));
            let (there_a, there_b) = (moved(a, at_a)?, moved(b, at_b)?);
            if overlaps(&there_a, &there_b, touching) {
                let overlap: Option<Overlap> = overlap(&there_a, &there_b, touching);
                return Some(OnWay { t: k as f64 / n as f64, overlap });
            }
        }
        k += 1;
    }
    None
}

/// How far apart two boxes are on the axis on which they are furthest; below 0 where they meet.
fn gap(a: Bounds, b: Bounds) -> i64 {
    let apart = |a0: i32, a1: i32, b0: i32, b1: i32| {
        (i64::from(b0) - i64::from(a1)).max(i64::from(a0) - i64::from(b1))
    };
    apart(a.min.x, a.max.x, b.min.x, b.max.x).max(apart(a.min.y, a.max.y, b.min.y, b.max.y))
}

fn way(body: Moving) -> Step {
    Step::between(body.from, body.to)
}

/// How many steps of at most a pixel a way takes.
fn steps(body: Moving) -> i64 {
    let Step { x, y } = way(body);
    (x.abs().max(y.abs()) + 255).div_euclid(256).max(1)
}

/// Position k of n.
fn at(body: Moving, k: i64, n: i64) -> Point {
    let Step { x, y } = way(body);
    let along = |from: i32, d: i64| (i64::from(from) + (2 * d * k + n).div_euclid(2 * n)) as i32;
    Point::new(along(body.from.x, x), along(body.from.y, y))
}

/// The form of a body at another place of its way; `None` beyond the world's edge, where no way leads.
fn moved(body: Moving, to: Point) -> Option<Form> {
    let by = Point::new(to.x - body.to.x, to.y - body.to.y);
    Some(match body.form {
        Form::Sprite(sprite) => Form::Sprite(sprite.moved_to(to)),
        Form::Shape(parts) => {
            Form::Shape(parts.iter().map(|part| part.moved_by(by).ok()).collect::<Option<_>>()?)
        }
        Form::Tiles(tiles) => Form::Tiles(tiles.clone()),
    })
}
