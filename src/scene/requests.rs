//! The queries of a scene, other than its pairs (SPEC 8).

use crate::error::{At, Cause, Result};
use crate::form::{Form, Placed};
use crate::lattice::{Margin, Point, Vec2};
use crate::query::PlaceGrid;
use crate::scene::bodies::{SceneBodies, placed_poses};
use crate::scene::fields::{Fields, integer, layers, list, number, truth, vec2};
use crate::scene::json::Json;
use crate::scene::masks::NamedMasks;

/// The queries; each that is requested is answered under its own name.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Requests {
    pub(super) rays: Option<Vec<Ray>>,
    pub(super) points: Option<Vec<PointRequest>>,
    pub(super) distances: Option<Vec<Two>>,
    pub(super) contacts: Option<Vec<Two>>,
    pub(super) crossings: Option<Vec<Two>>,
    pub(super) sweeps: Option<Vec<Sweep>>,
    /// The margin of grazes.
    pub(super) margin: Option<Margin>,
    pub(super) fits: Option<Vec<FitsRequest>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ray {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) against: u32,
    /// Whether every body that it hits is reported, not only the first.
    pub(super) all: bool,
}

/// A point, and the layers that are queried.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PointRequest {
    pub(super) at: Point,
    pub(super) against: u32,
}

/// Two bodies, by their indices.
pub(super) type Two = (usize, usize);

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sweep {
    pub(super) mover: usize,
    pub(super) to: Vec2,
}

/// A body at several angles, and the grid of positions where it may fit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FitsRequest {
    /// The body at each angle, at the grid's first position.
    pub(super) poses: Vec<Placed>,
    pub(super) places: PlaceGrid,
}

impl Requests {
    /// Reads the fields of a scene that are requests.
    pub(super) fn read(scene: &Fields<'_>, bodies: &SceneBodies, masks: &NamedMasks<'_>) -> Result<Requests> {
        Ok(Requests {
            rays: scene.may("rays", |json| list(json, ray))?,
            points: scene.may("points", |json| list(json, at))?,
            distances: scene.may("distances", |json| list(json, |json| two(json, bodies)))?,
            contacts: scene.may("contacts", |json| list(json, |json| contact(json, bodies)))?,
            crossings: scene.may("crossings", |json| list(json, |json| two(json, bodies)))?,
            sweeps: scene.may("sweeps", |json| list(json, |json| sweep(json, bodies)))?,
            margin: scene.may("grazes", |json| {
                Fields::of(json, "a request for grazes", &["margin"])?.must("margin", margin)
            })?,
            fits: scene.may("fits", |json| list(json, |json| fit(json, masks)))?,
        })
    }
}

fn ray(json: Json<'_>) -> Result<Ray> {
    let fields = Fields::of(json, "a ray", &["from", "to", "against", "all"])?;
    Ok(Ray {
        from: fields.must("from", place)?,
        to: fields.must("to", place)?,
        against: fields.may("against", layers)?.unwrap_or(u32::MAX),
        all: fields.may("all", truth)?.unwrap_or(false),
    })
}

fn at(json: Json<'_>) -> Result<PointRequest> {
    if json.items().is_some() {
        return Ok(PointRequest { at: place(json)?, against: u32::MAX });
    }
    let fields = Fields::of(json, "a point, [x, y] or an object,", &["at", "against"])?;
    let against = fields.may("against", layers)?.unwrap_or(u32::MAX);
    Ok(PointRequest { at: fields.must("at", place)?, against })
}

fn two(json: Json<'_>, bodies: &SceneBodies) -> Result<Two> {
    let fields = Fields::of(json, "two bodies", &["a", "b"])?;
    Ok((fields.must("a", |json| bodies.index(json))?, fields.must("b", |json| bodies.index(json))?))
}

/// Refuses two tile maps, which have no contact.
fn contact(json: Json<'_>, bodies: &SceneBodies) -> Result<Two> {
    let (a, b) = two(json, bodies)?;
    let is_map = |k: usize| matches!(bodies.placed[k].form, Form::Tiles(_));
    if is_map(a) && is_map(b) {
        return Err(
            Cause::Scene("two tile maps have no contact; one of the two is another body".into()).error()
        );
    }
    Ok((a, b))
}

fn place(json: Json<'_>) -> Result<Point> {
    Point::snapped(vec2(json)?)
}

fn sweep(json: Json<'_>, bodies: &SceneBodies) -> Result<Sweep> {
    let fields = Fields::of(json, "a sweep", &["id", "to"])?;
    let mover = fields.must("id", |json| bodies.index(json))?;
    if matches!(bodies.placed[mover].form, Form::Tiles(_)) {
        return Err(Cause::TileMapMoves.at("id"));
    }
    let to = fields.must("to", |json| {
        let to = vec2(json)?;
        Point::snapped(to).map(|_| to)
    })?;
    Ok(Sweep { mover, to })
}

fn margin(json: Json<'_>) -> Result<Margin> {
    number(json).and_then(Margin::new)
}

fn fit(json: Json<'_>, masks: &NamedMasks<'_>) -> Result<FitsRequest> {
    let fields = Fields::of(json, "a request for fits", &["body", "angles", "from", "step", "count"])?;
    let from = fields.must("from", vec2)?;
    Point::snapped(from).at("from")?;
    let places = PlaceGrid { from, step: fields.must("step", vec2)?, count: fields.must("count", count)? };
    let angles = fields.must("angles", |json| list(json, number))?;
    let poses = fields.must("body", |json| placed_poses(json, masks, from, &angles))?;
    Ok(FitsRequest { poses, places })
}

/// Reads the numbers of columns and rows.
fn count(json: Json<'_>) -> Result<[u32; 2]> {
    let sides = list(json, |json| integer(json, "a number of columns or rows", u32::MAX))?;
    <[u32; 2]>::try_from(sides)
        .map_err(|_| crate::scene::fields::expected(json, "a pair of numbers [columns, rows]"))
}
