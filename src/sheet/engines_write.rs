//! Writes the parts of a sheet in the formats of engines.

use std::collections::HashSet;
use std::fmt::{self, Write};

use crate::lattice::Vec2;
use crate::scene::Text;
use crate::sheet::engines::{EngineArea, EngineFrame, EnginePart, SheetEngine};
use crate::sheet::{Sheet, SheetRegion};
use crate::shortest::Shortest;

/// Returns the whole document.
pub(super) fn document(sheet: &Sheet, engine: SheetEngine, frames: &[EngineFrame<'_>]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = match engine {
        SheetEngine::Box2d => box2d(&mut out, frames),
        SheetEngine::Matter => matter(&mut out, frames),
        SheetEngine::Godot => godot(&mut out, sheet, frames),
        SheetEngine::Phaser => phaser(&mut out, frames),
    };
    out
}

/// Writes items with commas between them.
fn list<T>(
    f: &mut String,
    items: &[T],
    comma: &str,
    item: impl Fn(&mut String, &T) -> fmt::Result,
) -> fmt::Result {
    for (k, it) in items.iter().enumerate() {
        f.write_str(if k == 0 { "" } else { comma })?;
        item(f, it)?;
    }
    Ok(())
}

fn label<'a>(area: &EngineArea<'a>) -> &'a str {
    area.region.map_or("body", |region| &*region.name)
}

/// Bodies with fixtures, as b2dJson names them.
fn box2d(f: &mut String, frames: &[EngineFrame<'_>]) -> fmt::Result {
    f.write_str("{\"body\":[\n")?;
    list(f, frames, ",\n", |f, frame| {
        write!(f, "{{\"name\":{},\"fixture\":[", Text(&frame.name))?;
        let parts: Vec<_> =
            frame.areas.iter().flat_map(|area| area.parts.iter().map(move |part| (area, part))).collect();
        list(f, &parts, ",", |f, (area, part)| {
            write!(f, "{{\"name\":{}", Text(label(area)))?;
            if let Some(SheetRegion { layer, against, .. }) = area.region {
                f.write_str(",\"sensor\":true")?;
                for (name, bits) in [("categoryBits", layer), ("maskBits", against)] {
                    if let Some(bits) = bits {
                        write!(f, ",\"filter-{name}\":{bits}")?;
                    }
                }
            }
            match part {
                EnginePart::Circle { at, r } => {
                    f.write_str(",\"circle\":{\"center\":")?;
                    point(f, at)?;
                    write!(f, ",\"radius\":{}}}}}", Shortest(*r))
                }
                EnginePart::Ring(ring) => {
                    f.write_str(",\"polygon\":{\"vertices\":{\"x\":[")?;
                    list(f, ring, ",", |f, p| write!(f, "{}", Shortest(p.x)))?;
                    f.write_str("],\"y\":[")?;
                    list(f, ring, ",", |f, p| write!(f, "{}", Shortest(p.y)))?;
                    f.write_str("]}}}")
                }
            }
        })?;
        f.write_str("]}")
    })?;
    f.write_str("\n]}\n")
}

fn point(f: &mut String, p: &Vec2) -> fmt::Result {
    write!(f, "{{\"x\":{},\"y\":{}}}", Shortest(p.x), Shortest(p.y))
}

fn ring(f: &mut String, ring: &[Vec2]) -> fmt::Result {
    f.write_str("[")?;
    list(f, ring, ",", point)?;
    f.write_str("]")
}

/// The frames by name, each with parts whose vertices `Body.create` takes.
fn matter(f: &mut String, frames: &[EngineFrame<'_>]) -> fmt::Result {
    f.write_str("{\n")?;
    list(f, frames, ",\n", |f, frame| {
        let name = Text(&frame.name);
        write!(f, "{name}:{{\"label\":{name},\"parts\":[")?;
        let rings: Vec<_> = frame
            .areas
            .iter()
            .flat_map(|area| area.parts.iter().map(move |part| (area, part)))
            .filter_map(|(area, part)| match part {
                EnginePart::Ring(ring) => Some((area, ring)),
                // Circles are polygons already.
                EnginePart::Circle { .. } => None,
            })
            .collect();
        list(f, &rings, ",", |f, (area, vertices)| {
            let is_sensor = area.region.is_some();
            write!(f, "{{\"label\":{},\"isSensor\":{is_sensor},\"vertices\":", Text(label(area)))?;
            ring(f, vertices)?;
            f.write_str("}")
        })?;
        f.write_str("]}")
    })?;
    f.write_str("\n}\n")
}

/// The frames by name, as PhysicsEditor writes them for Phaser.
fn phaser(f: &mut String, frames: &[EngineFrame<'_>]) -> fmt::Result {
    f.write_str("{\n")?;
    list(f, frames, ",\n", |f, frame| {
        let name = Text(&frame.name);
        write!(f, "{name}:{{\"type\":\"fromPhysicsEditor\",\"label\":{name},\"fixtures\":[")?;
        let mut fixtures: Vec<(&EngineArea<'_>, Vec<&EnginePart>)> = Vec::new();
        for area in &frame.areas {
            // A fixture has polygons, or one circle.
            let (circles, rings): (Vec<_>, Vec<_>) =
                area.parts.iter().partition(|part| matches!(part, EnginePart::Circle { .. }));
            fixtures.extend(circles.into_iter().map(|circle| (area, vec![circle])));
            fixtures.extend((!rings.is_empty()).then_some((area, rings)));
        }
        list(f, &fixtures, ",", |f, (area, parts)| {
            let is_sensor = area.region.is_some();
            write!(f, "{{\"label\":{},\"isSensor\":{is_sensor}", Text(label(area)))?;
            if let [EnginePart::Circle { at, r }] = parts[..] {
                let [x, y, r] = [at.x, at.y, *r].map(Shortest);
                return write!(f, ",\"circle\":{{\"x\":{x},\"y\":{y},\"radius\":{r}}}}}");
            }
            f.write_str(",\"vertices\":[")?;
            list(f, parts, ",", |f, part| match part {
                EnginePart::Ring(vertices) => ring(f, vertices),
                EnginePart::Circle { .. } => Ok(()),
            })?;
            f.write_str("]}")
        })?;
        f.write_str("]}")
    })?;
    f.write_str("\n}\n")
}

/// A scene: a node for each frame, and in it an area for the mask and for each region.
fn godot(f: &mut String, sheet: &Sheet, frames: &[EngineFrame<'_>]) -> fmt::Result {
    f.write_str("[gd_scene format=3]\n")?;
    let parts = frames.iter().flat_map(|frame| &frame.areas).flat_map(|area| &area.parts);
    let radii =
        parts.filter_map(|part| if let EnginePart::Circle { r, .. } = part { Some(*r) } else { None });
    for (k, r) in radii.enumerate() {
        write!(f, "\n[sub_resource type=\"CircleShape2D\" id=\"{k}\"]\nradius = {}\n", Shortest(r))?;
    }
    let stem = sheet.image().map_or("sheet", |image| image.split('.').next().unwrap_or_default());
    write!(f, "\n[node name=\"{}\" type=\"Node2D\"]\n", NodeNames::default().unique(stem))?;
    let (mut names, mut circles) = (NodeNames::default(), 0);
    for (k, frame) in frames.iter().enumerate() {
        let name = names.unique(&frame.name);
        write!(f, "\n[node name=\"{name}\" type=\"Node2D\" parent=\".\"]\n")?;
        if k > 0 {
            f.write_str("visible = false\n")?;
        }
        let mut areas = NodeNames::default();
        for area in &frame.areas {
            let area_name = areas.unique(label(area));
            write!(f, "\n[node name=\"{area_name}\" type=\"Area2D\" parent=\"{name}\"]\n")?;
            if let Some(SheetRegion { layer, against, .. }) = area.region {
                for (property, bits) in [("collision_layer", layer), ("collision_mask", against)] {
                    if let Some(bits) = bits {
                        writeln!(f, "{property} = {bits}")?;
                    }
                }
            }
            for (k, part) in area.parts.iter().enumerate() {
                let parent = format_args!("{name}/{area_name}").to_string();
                node_of(f, part, k, &parent, &mut circles)?;
            }
        }
    }
    Ok(())
}

fn node_of(f: &mut String, part: &EnginePart, k: usize, parent: &str, circles: &mut usize) -> fmt::Result {
    match part {
        EnginePart::Circle { at, .. } => {
            let place = format!("Vector2({}, {})", Shortest(at.x), Shortest(at.y));
            let shape = format!("SubResource(\"{circles}\")");
            *circles += 1;
            let head = format!("\n[node name=\"{k}\" type=\"CollisionShape2D\" parent=\"{parent}\"]");
            write!(f, "{head}\nposition = {place}\nshape = {shape}\n")
        }
        EnginePart::Ring(ring) => {
            let head = format!("\n[node name=\"{k}\" type=\"CollisionPolygon2D\" parent=\"{parent}\"]");
            write!(f, "{head}\npolygon = PackedVector2Array(")?;
            list(f, ring, ", ", |f, p| write!(f, "{}, {}", Shortest(p.x), Shortest(p.y)))?;
            f.write_str(")\n")
        }
    }
}

/// Names of nodes under one parent: unique, and without the characters that Godot refuses.
#[derive(Default)]
struct NodeNames(HashSet<String>);

impl NodeNames {
    fn unique(&mut self, name: &str) -> String {
        let allowed = |c: char| if c.is_control() || ".:@/\\\"%".contains(c) { '_' } else { c };
        let plain: String = name.chars().map(allowed).collect();
        let plain = if plain.trim().is_empty() { "_".to_owned() } else { plain };
        let mut found = plain.clone();
        let mut k = 2;
        while !self.0.insert(found.clone()) {
            found = format!("{plain} {k}");
            k += 1;
        }
        found
    }
}
