//! Writes a sheet: a line for each frame and tag, numbers as the shortest text that reads back.

use std::fmt::{self, Display, Formatter, Write};

use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::mask::aseprite::{Direction, Tag};
use crate::scene::Text;
use crate::sheet::read::VERSION;
use crate::sheet::{Sheet, SheetFrame, SheetRegion, SheetShape, SheetValue, SheetValues, runs};
use crate::shortest::Shortest;

/// Returns the whole document.
pub(super) fn sheet(sheet: &Sheet) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = document(&mut out, sheet);
    out
}

fn document(f: &mut String, sheet: &Sheet) -> fmt::Result {
    write!(f, "{{\"kasuri_sheet\":{VERSION}")?;
    if let Some(image) = sheet.image() {
        write!(f, ",\"image\":{}", Text(image))?;
    }
    values(f, sheet.values())?;
    f.write_str(",\"frames\":[")?;
    lines(f, sheet.frames(), frame)?;
    f.write_str("],\"tags\":[")?;
    lines(f, sheet.tags(), tag)?;
    f.write_str("]}\n")
}

/// Writes a list, each item on a line of its own.
fn lines<T>(f: &mut String, items: &[T], item: impl Fn(&mut String, &T) -> fmt::Result) -> fmt::Result {
    for (k, it) in items.iter().enumerate() {
        f.write_str(if k == 0 { "\n" } else { ",\n" })?;
        item(f, it)?;
    }
    Ok(())
}

fn frame(f: &mut String, frame: &SheetFrame) -> fmt::Result {
    write!(f, "{{\"name\":{},\"size\":{}", Text(&frame.name), SizeText(&frame.mask))?;
    if let Some([x, y]) = frame.at {
        write!(f, ",\"at\":[{x},{y}]")?;
    }
    write!(f, ",\"duration\":{},\"pivot\":{}", frame.duration, PointText(frame.pivot))?;
    write!(f, ",\"mask\":{{\"runs\":{}}}", RunsText(&frame.mask))?;
    values(f, &frame.values)?;
    f.write_str(",\"regions\":[")?;
    for (k, region) in frame.regions.iter().enumerate() {
        f.write_str(if k == 0 { "" } else { "," })?;
        self::region(f, region)?;
    }
    f.write_str("]}")
}

fn tag(f: &mut String, tag: &Tag) -> fmt::Result {
    write!(f, "{{\"name\":{},\"from\":{},\"to\":{}", Text(&tag.name), tag.from, tag.to)?;
    if tag.direction != Direction::Forward {
        write!(f, ",\"direction\":\"{}\"", tag.direction.word())?;
    }
    f.write_str("}")
}

fn region(f: &mut String, region: &SheetRegion) -> fmt::Result {
    write!(f, "{{\"name\":{},\"{}\":{{", Text(&region.name), region.shape.kind())?;
    shape(f, &region.shape)?;
    f.write_str("}")?;
    for (name, bits) in [("layer", region.layer), ("against", region.against)] {
        if let Some(bits) = bits {
            write!(f, ",\"{name}\":{bits}")?;
        }
    }
    values(f, &region.values)?;
    f.write_str("}")
}

fn shape(f: &mut String, shape: &SheetShape) -> fmt::Result {
    match shape {
        SheetShape::Circle { at, r } => write!(f, "\"at\":{},\"r\":{}", PointText(*at), Shortest(*r)),
        SheetShape::Ellipse { at, radii } => {
            write!(f, "\"at\":{},\"rx\":{},\"ry\":{}", PointText(*at), Shortest(radii.x), Shortest(radii.y))
        }
        SheetShape::Box { at, half, angle } => {
            write!(f, "\"at\":{},\"half\":{}", PointText(*at), PointText(*half))?;
            if *angle == 0.0 { Ok(()) } else { write!(f, ",\"angle\":{}", Shortest(*angle)) }
        }
        SheetShape::Capsule { a, b, r } => {
            write!(f, "\"a\":{},\"b\":{},\"r\":{}", PointText(*a), PointText(*b), Shortest(*r))
        }
        SheetShape::Polygon { points } => {
            let points: Vec<String> = points.iter().map(|&point| PointText(point).to_string()).collect();
            write!(f, "\"points\":[{}]", points.join(","))
        }
        SheetShape::Mask { at: [x, y], mask } => {
            write!(f, "\"at\":[{x},{y}],\"size\":{},\"runs\":{}", SizeText(mask), RunsText(mask))
        }
    }
}

/// Writes the field `values`, if there are any.
fn values(f: &mut String, values: &SheetValues) -> fmt::Result {
    for (k, (name, value)) in values.iter().enumerate() {
        f.write_str(if k == 0 { ",\"values\":{" } else { "," })?;
        write!(f, "{}:", Text(name))?;
        match value {
            SheetValue::Number(number) => write!(f, "{}", Shortest(*number))?,
            SheetValue::Text(text) => write!(f, "{}", Text(text))?,
            SheetValue::Truth(truth) => write!(f, "{truth}")?,
        }
    }
    if values.iter().len() == 0 { Ok(()) } else { f.write_str("}") }
}

struct PointText(Vec2);

impl Display for PointText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", Shortest(self.0.x), Shortest(self.0.y))
    }
}

struct SizeText<'a>(&'a Mask);

impl Display for SizeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", self.0.width(), self.0.height())
    }
}

struct RunsText<'a>(&'a Mask);

impl Display for RunsText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (k, run) in runs::runs(self.0).into_iter().enumerate() {
            f.write_str(if k == 0 { "" } else { "," })?;
            run.fmt(f)?;
        }
        f.write_char(']')
    }
}
