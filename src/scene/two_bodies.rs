//! Writes two bodies of a world as a scene file (SPEC 8), from the shapes, masks and maps that the world was given.

use std::fmt::{self, Write as _};

use crate::form::{Layers, Touching};
use crate::lattice::{Point, UNITS, Vec2};
use crate::mask::Mask;
use crate::shape::{Cell, Placement, Polygon, Shape, TileMap, written};
use crate::shortest::Shortest;
use crate::world::Solid;

/// A body, or a region of one, as it is written.
pub(crate) struct SceneBody<'a> {
    pub(crate) solid: &'a Solid,
    pub(crate) pivot: Option<Vec2>,
    pub(crate) placement: Placement,
    pub(crate) layers: Layers,
    /// Where its path began, in a pair with a swept body.
    pub(crate) from: Option<Point>,
    pub(crate) is_swept: bool,
}

/// Writes two bodies as a scene that asks for their pair, and for their graze within a margin if there is one.
pub(crate) fn two_bodies(bodies: [&SceneBody<'_>; 2], touching: Touching, margin: Option<i32>) -> String {
    let (mut masks, mut out) = (String::new(), String::new());
    for (id, body) in ["a", "b"].into_iter().zip(bodies) {
        // A text takes whatever is written.
        let _ = self::body(&mut out, &mut masks, id, body);
    }
    let touching = if touching == Touching::Ignored { "ignored" } else { "counts" };
    let grazes = margin.map(|margin| format!(",\"grazes\":{{\"margin\":{}}}", Shortest(pixels(margin))));
    let grazes = grazes.unwrap_or_default();
    format!("{{\"kasuri\":1,\"touching\":\"{touching}\",\"masks\":{{{masks}}},\"bodies\":[{out}]{grazes}}}")
}

fn pixels(units: i32) -> f64 {
    f64::from(units) / f64::from(UNITS)
}

fn body(out: &mut String, masks: &mut String, id: &str, body: &SceneBody<'_>) -> fmt::Result {
    let Placement { at, angle, scale } = body.placement;
    out.push_str(if out.is_empty() { "{" } else { ",{" });
    write!(out, "\"id\":\"{id}\",")?;
    match body.solid {
        Solid::Shape(shape) => out.push_str(&shape_fields(shape)),
        Solid::Mask(mask) => {
            add_mask(masks, id, mask)?;
            write!(out, "\"sprite\":\"{id}\"")?;
        }
        Solid::Tiles(map) => tiles(out, masks, id, map)?,
    }
    write!(out, ",\"at\":{}", vector(at))?;
    if let Some(from) = body.from {
        write!(out, ",\"from\":{}", vector(Vec2::new(pixels(from.x), pixels(from.y))))?;
    }
    if body.is_swept {
        out.push_str(",\"swept\":true");
    }
    if angle != 0.0 {
        write!(out, ",\"angle\":{}", Shortest(angle))?;
    }
    if (scale.x, scale.y) != (1.0, 1.0) {
        write!(out, ",\"scale\":{}", vector(scale))?;
    }
    if let (Solid::Mask(_), Some(pivot)) = (body.solid, body.pivot) {
        write!(out, ",\"pivot\":{}", vector(pivot))?;
    }
    let Layers { layer, against, group } = body.layers;
    write!(out, ",\"layer\":{layer},\"against\":{against},\"group\":{group}}}")
}

fn vector(v: Vec2) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "[{},{}]", Shortest(v.x), Shortest(v.y)))
}

/// Returns a shape as a field of a body.
fn shape_fields(shape: &Shape) -> String {
    let written = written(shape);
    // The braces around the one field are the body's.
    written.trim_start_matches('{').strip_suffix('}').unwrap_or_default().to_owned()
}

fn add_mask(masks: &mut String, name: &str, mask: &Mask) -> fmt::Result {
    let (width, height) = (i64::from(mask.width()), i64::from(mask.height()));
    write!(masks, "{}\"{name}\":{{\"rows\":[", if masks.is_empty() { "" } else { "," })?;
    for y in 0..height {
        masks.push_str(if y == 0 { "\"" } else { ",\"" });
        masks.extend((0..width).map(|x| if mask.get(x, y) { '#' } else { '.' }));
        masks.push('"');
    }
    masks.push_str("]}");
    Ok(())
}

/// Writes a map; each kind of cell gets a character.
fn tiles(out: &mut String, masks: &mut String, id: &str, map: &TileMap) -> fmt::Result {
    let mut kinds: Vec<&Cell> = Vec::new();
    let (columns, rows) = map.size();
    let cell = map.cell_size();
    write!(out, "\"tiles\":{{\"cell\":{},\"rows\":[", vector(Vec2::new(pixels(cell.x), pixels(cell.y))))?;
    for row in 0..rows {
        out.push_str(if row == 0 { "\"" } else { ",\"" });
        for column in 0..columns {
            out.push(match map.cell(column, row).map(Cell::inner) {
                None => '.',
                Some(Cell::Solid) => '#',
                Some(cell) => {
                    let known = kinds.iter().position(|&kind| kind == cell);
                    character(known.unwrap_or_else(|| {
                        kinds.push(cell);
                        kinds.len() - 1
                    }))
                }
            });
        }
        out.push('"');
    }
    out.push_str("],\"legend\":{");
    for (k, kind) in kinds.iter().enumerate() {
        write!(out, "{}\"{}\":", if k == 0 { "" } else { "," }, character(k))?;
        match kind {
            Cell::Polygon(polygon) => write!(out, "{{\"polygon\":{{\"points\":{}}}}}", points(polygon))?,
            Cell::Mask(mask) => {
                let name = format!("{id}{k}");
                add_mask(masks, &name, mask)?;
                write!(out, "{{\"sprite\":\"{name}\"}}")?;
            }
            Cell::Solid | Cell::OneWay { .. } => out.push_str("null"),
        }
    }
    out.push_str("}}");
    Ok(())
}

/// Returns the character of a kind of cell: letters that need no escape in JSON.
fn character(k: usize) -> char {
    const FIRST: u32 = 0x4e00;
    char::from_u32(FIRST + k as u32 % 0x5000).unwrap_or('?')
}

fn points(polygon: &Polygon) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        for (k, point) in polygon.points().iter().enumerate() {
            write!(f, "{}{}", if k == 0 { "[" } else { "," }, vector(*point))?;
        }
        f.write_str("]")
    })
}
