//! Whether two bodies overlap while both move linearly from one position to another (SPEC 6, "Swept bodies").

use crate::answer::OnWay;
use crate::effort::spend;
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, Point};
use crate::query::cast_convex::Cast;
use crate::query::exact::Step;
use crate::query::inside::first_on_seam;
use crate::query::leg::shifted;
use crate::query::on_way_convex::first_of;
use crate::query::piece::{Piece, Set, size};
use crate::query::tries::{Tries, Try};
use crate::query::{overlap, overlaps};
use crate::shape::{CellForm, Convex, Tiles};

/// Returns when two moving bodies first overlap, and for sprites how; `None` where they do not. Two tile maps never do.
///
/// ```
/// use kasuri::lattice::Point;
/// use kasuri::{query::{self, Form, Moving}, Placement, Shape, Touching};
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
    let first = first_met(a, b, touching)?;
    let there = match &first {
        First::Try(first) => moved(a, first.at[0]).zip(moved(b, first.at[1])),
        First::Touch(_) => None,
    };
    Some(OnWay { t: first.time(), overlap: there.and_then(|(a, b)| overlap(&a, &b, touching)) })
}

/// How two moving bodies first overlap.
#[derive(Debug, Clone, Copy)]
pub(crate) enum First {
    /// A sprite with any other body.
    Try(Try),
    /// Shapes, including cells of a tile map.
    Touch(Touch),
}

impl First {
    /// Returns the fraction of the motion at the first overlap, 0 to 1.
    pub(crate) fn time(self) -> f64 {
        match self {
            First::Try(first) => first.time(),
            First::Touch(touch) => touch.t,
        }
    }
}

/// The first overlap of shapes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Touch {
    pub(crate) t: f64,
    /// The normal of the surface that is hit, from A to B; (0, 0) where they overlap from the start.
    pub(crate) normal: [f64; 2],
}

/// Returns when and how two moving bodies first overlap.
pub(crate) fn first_met(a: Moving, b: Moving, touching: Touching) -> Option<First> {
    match (a.form, b.form) {
        _ if !a.is_in_world() || !b.is_in_world() => None,
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Sprite(_), _) | (_, Form::Sprite(_)) => by_tries(a, b, touching).map(First::Try),
        (Form::Shape(_), Form::Shape(_)) => of_shapes(a, b, touching).map(|hit| First::Touch(out_of_b(hit))),
        (Form::Tiles(tiles), _) => with_tiles(b, tiles, touching).map(|hit| First::Touch(out_of_a(hit))),
        (_, Form::Tiles(tiles)) => with_tiles(a, tiles, touching).map(|hit| First::Touch(out_of_b(hit))),
    }
}

/// Converts a hit where A moves and hits the surface of B.
fn out_of_b(hit: Cast) -> Touch {
    Touch { t: hit.t, normal: hit.normal.map(|x| 0.0 - x) }
}

/// Converts a hit where B moves and hits the surface of A.
fn out_of_a(hit: Cast) -> Touch {
    Touch { t: hit.t, normal: hit.normal }
}

/// Returns the lattice positions of two bodies at time `t` of their motions. Because t and positions are rounded, the
/// bodies may not overlap there. Then the result is the first of a few later positions at which they do; if there is
/// none, it is the positions at `t`.
pub(crate) fn places_at(a: Moving, b: Moving, t: f64) -> [Point; 2] {
    let Step { x, y } = offset(a) - offset(b);
    let step = 1.0 / x.abs().max(y.abs()).max(1) as f64;
    let places = |t: f64| [along(a, t), along(b, t)];
    let meet = |[p, q]: [Point; 2]| {
        moved(a, p).zip(moved(b, q)).is_some_and(|(a, b)| overlaps(&a, &b, Touching::Counts))
    };
    let tries = (0..ROUNDED).map(|k| places((t + f64::from(k) * step).min(1.0)));
    let mut tries = tries.filter(|&at| meet(at));
    tries.next().unwrap_or(places(t))
}

/// The number of positions to try, one lattice unit apart. Bodies that do more than graze each other overlap by then.
const ROUNDED: u32 = 4;

fn along(body: Moving, t: f64) -> Point {
    let Step { x, y } = offset(body);
    let axis = |from: i32, by: i64| (f64::from(from) + by as f64 * t).round() as i32;
    Point::new(axis(body.from.x, x), axis(body.from.y, y))
}

/// Returns the infimum of the times at which two shapes overlap; the normal points out of B.
fn of_shapes(a: Moving, b: Moving, touching: Touching) -> Option<Cast> {
    let d = offset(a) - offset(b);
    spend(size(a.form) + size(b.form));
    let (start_a, start_b) = (moved(a, a.from)?, moved(b, b.from)?);
    let (Form::Shape(parts_a), Form::Shape(parts_b)) = (&start_a, &start_b) else { return None };
    let sets: Vec<Set> = parts_b.iter().map(Set::from).collect();
    let first = first_of(parts_a, &sets, d, touching);
    first.into_iter().chain(on_seam(&start_a, &start_b, d, touching)).reduce(Cast::earlier)
}

/// Returns the first hit with a tile map: each cell by its own kind, the least t. The normal points out of the map.
fn with_tiles(body: Moving, tiles: &Tiles, touching: Touching) -> Option<Cast> {
    let start = moved(body, body.from)?;
    let Form::Shape(parts) = &start else { return None };
    let d = offset(body);
    let mut sets = Vec::new();
    let mut first: Option<Cast> = None;
    for cell in tiles.cells_near(body.bounds()?) {
        match (cell.form, Piece::from(cell)) {
            (CellForm::Convex(_), Piece::Convex(set)) => sets.push(set),
            (_, Piece::Sprite(sprite)) => {
                let form = Form::Sprite(sprite.into_owned());
                let met = by_tries(body, Moving::still(&form, cell.corner), touching);
                let hit = met.map(|first| Cast { t: first.time(), ..Cast::AT_START });
                first = first.into_iter().chain(hit).reduce(Cast::earlier);
            }
            _ => {}
        }
    }
    let solid = first_of(parts, &sets, d, touching);
    let on_seam = on_seam(&start, &Form::Tiles(tiles.clone()), d, touching);
    first.into_iter().chain(solid).chain(on_seam).reduce(Cast::earlier)
}

fn on_seam(a: &Form, b: &Form, d: Step, touching: Touching) -> Option<Cast> {
    let t = if touching == Touching::Ignored { first_on_seam(a, b, d) } else { None };
    t.map(|t| Cast { t, ..Cast::AT_START })
}

/// Returns the first try at which a sprite and another body overlap: whole-pixel steps, each with three placements, so
/// that no thin line is jumped.
fn by_tries(a: Moving, b: Moving, touching: Touching) -> Option<Try> {
    // The covered box of a sprite may shift by a pixel, depending on the position within a pixel.
    let boxes = [a.form.bounds()?.grown(256), b.form.bounds()?.grown(256)];
    let boxes = [seen_from(boxes[0], a.to), seen_from(boxes[1], b.to)];
    let mut tries = Tries::new([[a.from, a.to], [b.from, b.to]], boxes);
    let work = 32 + size(a.form) + size(b.form);
    let (mut a, mut b) = (FormOnPath::new(a), FormOnPath::new(b));
    while let Some(next) = tries.next() {
        if let Some(stretch) = tries.stretch(next)
            && !are_cells_near([&a.form, &b.form], boxes, stretch.ends)
        {
            spend(1);
            tries.leave(stretch);
            continue;
        }
        if !spend(work) {
            break;
        }
        if overlaps(a.form_at(next.at[0])?, b.form_at(next.at[1])?, touching) {
            return Some(next);
        }
    }
    None
}

/// A form on its path. It moves in place: a copy at each try would count references that other threads count, too.
struct FormOnPath {
    form: Form,
    at: Point,
    /// The box of a shape's vertices at the end of the path, and where that is.
    last: Option<(Bounds, Point)>,
}

impl FormOnPath {
    fn new(body: Moving) -> FormOnPath {
        let core = match body.form {
            Form::Shape(parts) => parts.pieces().iter().map(Convex::core).reduce(Bounds::union),
            _ => None,
        };
        FormOnPath { form: body.form.clone(), at: body.to, last: core.map(|core| (core, body.to)) }
    }

    /// Returns the form at a position of its path; `None` beyond the world's edge, where no path leads.
    fn form_at(&mut self, at: Point) -> Option<&Form> {
        if at != self.at {
            if let Some((core, end)) = self.last {
                let by = Point::new(at.x - end.x, at.y - end.y);
                core.min.offset(by).and(core.max.offset(by)).ok()?;
            }
            let by = Point::new(at.x - self.at.x, at.y - self.at.y);
            match &mut self.form {
                Form::Sprite(sprite) => sprite.move_to(at),
                Form::Shape(parts) => parts.translate(by),
                // Tile maps do not move.
                Form::Tiles(_) => {}
            }
            self.at = at;
        }
        Some(&self.form)
    }
}

/// Whether cells of a map are near the other body in a stretch of tries; true where neither is a map. The boxes are relative to the
/// bodies' positions.
fn are_cells_near(forms: [&Form; 2], boxes: [Bounds; 2], ends: [[Point; 2]; 2]) -> bool {
    let near = |k: usize| {
        let [first, last] = ends.map(|at| boxes[k].translated(at[k]));
        // Positions between the ends are rounded.
        first.union(last).grown(2)
    };
    match forms {
        [Form::Tiles(tiles), _] => tiles.cells_near(near(1)).next().is_some(),
        [_, Form::Tiles(tiles)] => tiles.cells_near(near(0)).next().is_some(),
        _ => true,
    }
}

/// Returns a box relative to the position `at`.
fn seen_from(b: Bounds, at: Point) -> Bounds {
    shifted(b, Step::new(-i64::from(at.x), -i64::from(at.y)))
}

fn offset(body: Moving) -> Step {
    Step::between(body.from, body.to)
}

/// Returns the form of a body at another position of its path; `None` beyond the world's edge, where no path leads.
fn moved(body: Moving, to: Point) -> Option<Form> {
    let by = Point::new(to.x - body.to.x, to.y - body.to.y);
    Some(match body.form {
        Form::Sprite(sprite) => Form::Sprite(sprite.moved_to(to)),
        Form::Shape(parts) => Form::Shape(parts.moved_by(by).ok()?),
        Form::Tiles(tiles) => Form::Tiles(tiles.clone()),
    })
}
