//! The first body that a moving body hits (SPEC 5).

use crate::answer::SweepHit;
use crate::error::{At, Cause, Result};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::reference::piece::{meets, pieces, sweep_at};
use crate::reference::wide::V;
use crate::shape::Convex;

/// Returns the first body that `mover` hits on its path to `to` while the others stay.
///
/// A tile map does not move: this is an error, as is an end beyond the world's edge.
pub fn sweep(bodies: &[Placed], mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>> {
    let body =
        bodies.get(mover).ok_or_else(|| Cause::NoSuchBody { index: mover, count: bodies.len() }.error())?;
    if matches!(body.form, Form::Tiles(_)) {
        return Err(Cause::TileMapMoves.error());
    }
    let mut first: Option<SweepHit<usize>> = None;
    let way = Motion::of(body, to)?;
    for (k, other) in bodies.iter().enumerate().filter(|&(k, other)| k != mover && body.pairs_with(other)) {
        let stays = Motion::of(other, other.at)?;
        let met = match &body.form {
            Form::Sprite(_) => step_by_step(&body.form, way, &other.form, stays)?,
            form => glide(form, way, &other.form, stays),
        };
        if let Some(met) = met.filter(|met| first.is_none_or(|first| met.t < first.t)) {
            first = Some(met.of_body(k));
        }
    }
    Ok(first)
}

/// Returns when two bodies first overlap while both move from their positions to others; layers are ignored.
///
/// ```
/// use kasuri::{query::{Form, Placed}, reference, Placement, Shape};
/// let ball = |x: f64| -> kasuri::Result<Placed> {
///     let form = Form::Shape(Shape::circle(2.0)?.place(&Placement::at([x, 0.0]))?);
///     Ok(Placed { form, at: [x, 0.0].into(), layer: 1, against: 1 })
/// };
/// let met = reference::meeting(&ball(0.0)?, [20.0, 0.0].into(), &ball(20.0)?, [0.0, 0.0].into())?;
/// assert_eq!(met.map(|met| met.t), Some(0.4));
/// # Ok::<(), kasuri::Error>(())
/// ```
pub fn meeting(a: &Placed, a_to: Vec2, b: &Placed, b_to: Vec2) -> Result<Option<SweepHit<()>>> {
    let (way_a, way_b) = (Motion::of(a, a_to)?, Motion::of(b, b_to)?);
    let sprite_moves = |body: &Placed, way: &Motion| matches!(body.form, Form::Sprite(_)) && way.moves();
    if sprite_moves(a, &way_a) || sprite_moves(b, &way_b) {
        return step_by_step(&a.form, way_a, &b.form, way_b);
    }
    Ok(glide(&a.form, way_a, &b.form, way_b))
}

/// Returns when two forms first overlap if no sprite moves. Relative to B, only A moves.
fn glide(a: &Form, way_a: Motion, b: &Form, way_b: Motion) -> Option<SweepHit<()>> {
    let t = match (a, b) {
        (Form::Shape(parts), other) => first_of(parts, way_a.vector() - way_b.vector(), other),
        (other, Form::Shape(parts)) => first_of(parts, way_b.vector() - way_a.vector(), other),
        // Two tile maps are never paired (SPEC 4).
        (Form::Tiles(_), Form::Tiles(_)) => None,
        // No shape is left, and neither form moves.
        (a, b) => overlaps(a, b).then_some(0.0),
    };
    t.map(SweepHit::at)
}

/// The path of a moving body.
#[derive(Debug, Clone, Copy)]
struct Motion {
    from: Vec2,
    to: Vec2,
    start: Point,
    end: Point,
}

impl Motion {
    /// Builds a path. Errors for a tile map that would move, and where the end lies beyond the world's edge.
    fn of(body: &Placed, to: Vec2) -> Result<Motion> {
        let start = Point::snapped(body.at).at("at")?;
        let way = Motion { from: body.at, to, start, end: Point::snapped(to).at("to")? };
        match &body.form {
            Form::Tiles(_) if to != body.at => return Err(Cause::TileMapMoves.error()),
            Form::Shape(parts) => {
                let by = Point::new(way.vector().x as i32, way.vector().y as i32);
                parts.iter().try_for_each(|part| part.moved_by(by).map(|_| ())).at("to")?;
            }
            _ => {}
        }
        Ok(way)
    }

    fn moves(&self) -> bool {
        self.from != self.to
    }

    /// Returns the snapped path as a vector.
    fn vector(&self) -> V {
        V::from(self.end) - V::from(self.start)
    }

    /// Returns position k of n, snapped.
    fn place(&self, k: u32, n: u32) -> Point {
        let along = |from: f64, to: f64| from + ((to - from) * f64::from(k)) / f64::from(n);
        let at = Vec2::new(along(self.from.x, self.to.x), along(self.from.y, self.to.y));
        // Both ends are valid positions, and so are all positions between them.
        if k == n { self.end } else { Point::snapped(at).unwrap_or(self.end) }
    }
}

/// Returns the smallest t at which one of the parts, moving along `d`, hits a form that stays.
fn first_of(parts: &[Convex], d: V, form: &Form) -> Option<f64> {
    let reach = |part: &Convex| part.bounds().union(shifted(part.bounds(), d));
    parts.iter().filter_map(|part| sweep_at(form, part, d, reach(part))).map(|hit| hit.t).reduce(f64::min)
}

/// Moves a box along a vector; coordinates are clamped to the range of `i32`.
fn shifted(b: Bounds, by: V) -> Bounds {
    let fit = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let shift = |p: Point| Point::new(fit(i64::from(p.x) + by.x), fit(i64::from(p.y) + by.y));
    Bounds { min: shift(b.min), max: shift(b.max) }
}

/// Sweeps in whole-pixel steps of the larger move, each with three placements, so that no thin line is jumped.
fn step_by_step(a: &Form, way_a: Motion, b: &Form, way_b: Motion) -> Result<Option<SweepHit<()>>> {
    let moves = [way_a, way_b].map(|way| (way.to.x - way.from.x).abs().max((way.to.y - way.from.y).abs()));
    let n = moves[0].max(moves[1]).ceil().max(1.0) as u32;
    // The covered box of a sprite may shift by a pixel, depending on the position within a pixel.
    let (Some(box_a), Some(box_b)) = (a.bounds(), b.bounds()) else { return Ok(None) };
    let (box_a, box_b) = (box_a.grown(256), box_b.grown(256));
    for k in 0..=n {
        let last = k.saturating_sub(1);
        // (x of this step, y of the last), (x of the last, y of this), both of this: the same for both bodies.
        for (x_of, y_of) in [(k, last), (last, k), (k, k)] {
            let place = |way: &Motion| Point::new(way.place(x_of, n).x, way.place(y_of, n).y);
            let (at_a, at_b) = (place(&way_a), place(&way_b));
            let (by_a, by_b) = (V::from(at_a) - V::from(way_a.start), V::from(at_b) - V::from(way_b.start));
            if !shifted(box_a, by_a).meets(shifted(box_b, by_b)) {
                continue;
            }
            if overlaps(&moved(a, way_a.start, at_a)?, &moved(b, way_b.start, at_b)?) {
                return Ok(Some(SweepHit::in_step(k, n)));
            }
        }
    }
    Ok(None)
}

/// Returns a form at another position.
fn moved(form: &Form, from: Point, to: Point) -> Result<Form> {
    let by = Point::new(to.x - from.x, to.y - from.y);
    Ok(match form {
        Form::Sprite(sprite) => Form::Sprite(sprite.moved_to(to)),
        Form::Shape(parts) => Form::Shape(parts.iter().map(|part| part.moved_by(by)).collect::<Result<_>>()?),
        Form::Tiles(tiles) => Form::Tiles(tiles.clone()),
    })
}

/// Whether two forms overlap as closed sets.
fn overlaps(a: &Form, b: &Form) -> bool {
    let b = pieces(b);
    pieces(a).iter().any(|a| b.iter().any(|b| meets(a, b, Touching::Counts)))
}
