//! What a scene asks besides its pairs (SPEC 8).

use crate::error::{Error, Result};
use crate::form::Form;
use crate::lattice::{EDGE, Point, UNITS, Vec2, not_negative, snap};
use crate::scene::bodies::Bodies;
use crate::scene::fields::{Fields, layers, list, number, vec2};
use crate::scene::json::Json;

/// Each is answered under its own name where it is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Requests {
    pub(super) rays: Option<Vec<Ray>>,
    pub(super) points: Option<Vec<Point>>,
    pub(super) sweeps: Option<Vec<Sweep>>,
    /// The margin of grazes, in lattice units.
    pub(super) margin: Option<i32>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ray {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) against: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sweep {
    pub(super) mover: usize,
    pub(super) to: Vec2,
}

impl Requests {
    /// The fields of a scene that are requests.
    pub(super) fn read(scene: &Fields<'_>, bodies: &Bodies) -> Result<Requests> {
        Ok(Requests {
            rays: scene.may("rays", |json| list(json, ray))?,
            points: scene.may("points", |json| list(json, place))?,
            sweeps: scene.may("sweeps", |json| list(json, |json| sweep(json, bodies)))?,
            margin: scene.may("grazes", |json| {
                Fields::of(json, "a request for grazes", &["margin"])?.must("margin", margin)
            })?,
        })
    }
}

fn ray(json: &Json) -> Result<Ray> {
    let fields = Fields::of(json, "a ray", &["from", "to", "against"])?;
    Ok(Ray {
        from: fields.must("from", place)?,
        to: fields.must("to", place)?,
        against: fields.may("against", layers)?.unwrap_or(u32::MAX),
    })
}

fn place(json: &Json) -> Result<Point> {
    Point::snapped(vec2(json)?)
}

fn sweep(json: &Json, bodies: &Bodies) -> Result<Sweep> {
    let fields = Fields::of(json, "a sweep", &["id", "to"])?;
    let mover = fields.must("id", |json| bodies.index(json))?;
    if matches!(bodies.placed[mover].form, Form::Tiles(_)) {
        return Err(Error::TileMapMoves.at("id"));
    }
    let to = fields.must("to", |json| {
        let to = vec2(json)?;
        Point::snapped(to).map(|_| to)
    })?;
    Ok(Sweep { mover, to })
}

fn margin(json: &Json) -> Result<i32> {
    let value = not_negative(number(json)?, "a margin")?;
    let most = f64::from(EDGE / UNITS);
    match snap(value) {
        Ok(units) if units <= EDGE => Ok(units),
        _ => Err(Error::OutOfRange { what: "a margin", value, least: 0.0, most }),
    }
}
