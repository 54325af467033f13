//! Reads the regions of a frame.

use std::sync::Arc;

use crate::error::{At, Cause, Result};
use crate::lattice::Vec2;
use crate::scene::fields::{Fields, expected, layers, list, number, text, vec2};
use crate::scene::json::Json;
use crate::sheet::read::{SheetReader, own_mask, point, size, values};
use crate::sheet::{SheetRegion, SheetShape};

const SHAPES: &[&str] = &["circle", "ellipse", "box", "capsule", "polygon", "mask"];

/// Reads the field `regions`.
pub(super) fn regions(fields: &Fields<'_>, reader: &mut SheetReader<'_>) -> Result<Vec<SheetRegion>> {
    let all = fields.may("regions", |json| list(json, |json| region(json, reader)))?;
    Ok(all.unwrap_or_default())
}

fn region(json: Json<'_>, reader: &mut SheetReader<'_>) -> Result<SheetRegion> {
    const KNOWN: &[&str] =
        &["name", "layer", "against", "values", "circle", "ellipse", "box", "capsule", "polygon", "mask"];
    let fields = Fields::of(json, "a region", KNOWN)?;
    let (kind, json) = fields.one_of(SHAPES)?;
    Ok(SheetRegion {
        name: fields.must("name", name)?,
        shape: shape(kind, json, reader).at(kind)?,
        layer: fields.may("layer", layers)?,
        against: fields.may("against", layers)?,
        values: values(&fields)?,
    })
}

fn name(json: Json<'_>) -> Result<String> {
    match text(json)? {
        name if name.is_empty() => Err(Cause::Scene("\"\" is empty; a region has a name".to_owned()).error()),
        name => Ok(name.into()),
    }
}

fn shape(kind: &'static str, json: Json<'_>, reader: &mut SheetReader<'_>) -> Result<SheetShape> {
    match kind {
        "circle" => {
            let fields = Fields::of(json, "a circle", &["at", "r"])?;
            Ok(SheetShape::Circle { at: point(&fields, "at")?, r: fields.must("r", number)? })
        }
        "ellipse" => {
            let fields = Fields::of(json, "an ellipse", &["at", "rx", "ry"])?;
            let radii = Vec2::new(fields.must("rx", number)?, fields.must("ry", number)?);
            Ok(SheetShape::Ellipse { at: point(&fields, "at")?, radii })
        }
        "box" => {
            let fields = Fields::of(json, "a box", &["at", "half", "angle"])?;
            let angle = fields.may("angle", number)?.unwrap_or(0.0);
            Ok(SheetShape::Box { at: point(&fields, "at")?, half: point(&fields, "half")?, angle })
        }
        "capsule" => {
            let fields = Fields::of(json, "a capsule", &["a", "b", "r"])?;
            let (a, b) = (point(&fields, "a")?, point(&fields, "b")?);
            Ok(SheetShape::Capsule { a, b, r: fields.must("r", number)? })
        }
        "polygon" => {
            let fields = Fields::of(json, "a polygon", &["points"])?;
            Ok(SheetShape::Polygon { points: fields.must("points", |json| list(json, vec2))? })
        }
        _ => mask(json, reader),
    }
}

/// Reads a mask of its own, which is smaller than the frame in most cases.
fn mask(json: Json<'_>, reader: &mut SheetReader<'_>) -> Result<SheetShape> {
    let fields = Fields::of(json, "a mask", &["at", "size", "runs", "rows"])?;
    let (kind, json) = fields.one_of(&["runs", "rows"])?;
    let size = fields.must("size", size)?;
    reader.claim(size)?;
    let mask = own_mask(kind, json, size).at(kind)?;
    Ok(SheetShape::Mask { at: fields.must("at", texel)?, mask: Arc::new(mask) })
}

/// Reads the corner of a mask: whole texels, which may be outside the frame.
fn texel(json: Json<'_>) -> Result<[i32; 2]> {
    let at = vec2(json)?;
    let is_whole = |x: f64| x.fract() == 0.0 && x.abs() <= 16_384.0;
    match is_whole(at.x) && is_whole(at.y) {
        true => Ok([at.x as i32, at.y as i32]),
        false => Err(expected(json, "a pair of integers from -16384 to 16384")),
    }
}
