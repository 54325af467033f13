//! Shapes and tile maps in the format of SPEC 8.

use crate::error::{At, Cause, Result};
use crate::scene::fields::{Fields, key, list, number, object, rows, text, vec2};
use crate::scene::json::{Json, quoted};
use crate::scene::masks::NamedMasks;
use crate::shape::{Cell, Part, Polygon, Shape, TileMap};

/// All kinds of shapes that a part of a compound may be: SPEC 2's table with SPEC 8's names.
const PARTS: [&str; 8] = ["point", "segment", "circle", "ellipse", "capsule", "box", "polygon", "chain"];
/// All kinds of bodies.
pub(super) const KINDS: [&str; 11] = joined::<11>(&joined::<9>(&["sprite"], &PARTS), &["compound", "tiles"]);

/// Returns two lists of names as one of `N`, so that each list of kinds stands once.
pub(super) const fn joined<const N: usize>(
    first: &[&'static str],
    then: &[&'static str],
) -> [&'static str; N] {
    assert!(first.len() + then.len() == N);
    let (mut all, mut k) = ([""; N], 0);
    while k < N {
        all[k] = if k < first.len() { first[k] } else { then[k - first.len()] };
        k += 1;
    }
    all
}

/// Reads a shape of one of the [`KINDS`] except sprite and tiles.
pub(super) fn shape(kind: &'static str, json: Json<'_>) -> Result<Shape> {
    let shape = match kind {
        "point" => Fields::of(json, "a point", &[]).map(|_| Shape::point()),
        "segment" => segment(json),
        "circle" => circle(json),
        "ellipse" => ellipse(json),
        "capsule" => capsule(json),
        "box" => rect(json),
        "polygon" => polygon(json),
        "chain" => chain(json),
        "compound" => compound(json),
        _ => Err(Cause::Scene(format!("{kind} is no kind of shape")).error()),
    };
    shape.at(kind)
}

fn segment(json: Json<'_>) -> Result<Shape> {
    let fields = Fields::of(json, "a segment", &["a", "b"])?;
    Shape::segment(fields.must("a", vec2)?, fields.must("b", vec2)?)
}

fn circle(json: Json<'_>) -> Result<Shape> {
    Shape::circle(Fields::of(json, "a circle", &["r"])?.must("r", number)?)
}

fn ellipse(json: Json<'_>) -> Result<Shape> {
    let fields = Fields::of(json, "an ellipse", &["rx", "ry"])?;
    Shape::ellipse(fields.must("rx", number)?, fields.must("ry", number)?)
}

fn capsule(json: Json<'_>) -> Result<Shape> {
    let fields = Fields::of(json, "a capsule", &["a", "b", "r"])?;
    Shape::capsule(fields.must("a", vec2)?, fields.must("b", vec2)?, fields.must("r", number)?)
}

fn rect(json: Json<'_>) -> Result<Shape> {
    Shape::rect(Fields::of(json, "a box", &["half"])?.must("half", vec2)?)
}

fn polygon(json: Json<'_>) -> Result<Shape> {
    let fields = Fields::of(json, "a polygon", &["points", "r"])?;
    let points = fields.must("points", |json| list(json, vec2))?;
    match fields.may("r", number)? {
        Some(r) => Shape::rounded_polygon(&points, r),
        None => Shape::polygon(&points),
    }
}

/// Reads the vertices of a cell's polygon.
fn points(json: Json<'_>) -> Result<Vec<crate::Vec2>> {
    Fields::of(json, "a polygon", &["points"])?.must("points", |json| list(json, vec2))
}

fn chain(json: Json<'_>) -> Result<Shape> {
    let fields = Fields::of(json, "a chain", &["points", "r"])?;
    Shape::chain(&fields.must("points", |json| list(json, vec2))?, fields.must("r", number)?)
}

fn compound(json: Json<'_>) -> Result<Shape> {
    Shape::compound(Fields::of(json, "a compound", &["parts"])?.must("parts", |json| list(json, part))?)
}

fn part(json: Json<'_>) -> Result<Part> {
    const KNOWN: [&str; 10] = joined(&["offset", "tag"], &PARTS);
    for (name, _) in object(json, "a part")? {
        let what = match &*name {
            "sprite" => "a sprite",
            "tiles" => "a tile map",
            "compound" => "a compound",
            _ => continue,
        };
        return Err(Cause::NotAPart(what).at(key(&name)));
    }
    let fields = Fields::of(json, "a part", &KNOWN)?;
    let (kind, json) = fields.one_of(&PARTS)?;
    let part = Part::new(shape(kind, json)?).offset(fields.may("offset", vec2)?.unwrap_or_default());
    Ok(match fields.may("tag", text)? {
        Some(tag) => part.tag(tag),
        None => part,
    })
}

/// Reads a tile map; the masks of its legend are those of the scene.
pub(super) fn tiles(json: Json<'_>, masks: &NamedMasks<'_>) -> Result<TileMap> {
    let fields = Fields::of(json, "a tile map", &["cell", "rows", "legend"])?;
    let cell = fields.must("cell", vec2)?;
    let legend = fields.may("legend", |json| legend(json, masks))?.unwrap_or_default();
    TileMap::from_rows(cell, &fields.must("rows", rows)?, &legend)
}

fn legend(json: Json<'_>, masks: &NamedMasks<'_>) -> Result<Vec<(char, Cell)>> {
    let mut legend: Vec<(char, Cell)> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (name, json) in object(json, "an object of cells by their character")? {
        let c = legend_char(&name).map_err(|e| e.at(key(&name)))?;
        if !seen.insert(c) {
            return Err(Cause::RepeatedField.at(key(&name)));
        }
        legend.push((c, legend_cell(json, masks).map_err(|e| e.at(key(&name)))?));
    }
    Ok(legend)
}

fn legend_char(name: &str) -> Result<char> {
    let mut chars = name.chars();
    match (chars.next(), chars.next()) {
        (Some('.' | ' ' | '#'), None) => Err(Cause::Scene(format!(
            "{} has its meaning already: '.' and ' ' are empty cells, '#' is a solid one",
            quoted(name)
        ))
        .error()),
        (Some(c), None) => Ok(c),
        _ => {
            Err(Cause::Scene(format!("{} is not one character; a key of a legend is", quoted(name))).error())
        }
    }
}

fn legend_cell(json: Json<'_>, masks: &NamedMasks<'_>) -> Result<Cell> {
    let fields = Fields::of(json, "a cell", &["polygon", "sprite"])?;
    match fields.one_of(&["polygon", "sprite"])? {
        ("sprite", json) => masks.named(json).at("sprite").map(|mask| Cell::Mask(mask.clone())),
        (_, json) => {
            let polygon = points(json).and_then(|points| Polygon::new(&points).at("points"));
            polygon.map(Cell::Polygon).at("polygon")
        }
    }
}
