//! Sheets for engines without Kasuri: the masks and regions of each frame as convex polygons and circles, in the formats that the
//! engines and their usual tools read. They cover what the sheet covers, up to a tolerance; hits are no longer exact.

use crate::det;
use crate::error::{At, Result};
use crate::lattice::{Vec2, not_negative};
use crate::mask::Mask;
use crate::shape::Polygon;
use crate::sheet::{Sheet, SheetFrame, SheetRegion, SheetShape, engines_write};

/// An engine that reads polygons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SheetEngine {
    /// Box2D: a JSON of bodies with fixtures, as b2dJson reads it. +y goes up, and a polygon has at most 8 vertices.
    Box2d,
    /// Matter.js: a JSON with the parts of each frame, ready for `Body.create`.
    Matter,
    /// Godot 4: a scene (.tscn) with an `Area2D` for the mask and one for each region of a frame.
    Godot,
    /// Phaser's Matter physics: the JSON of PhysicsEditor, coordinates from the frame's top left corner.
    Phaser,
}

impl Sheet {
    /// Returns the masks and regions as polygons for an engine without Kasuri. `tolerance`, in texels, is that of
    /// [`Mask::convex_parts`]; at 0 the polygons are the mask exactly, as rectangles. Except for Phaser, coordinates are relative to
    /// the pivot. Regions are sensors; those without area, and values, are left out. In the repository, `docs/sheets.md` shows each
    /// format.
    ///
    /// ```
    /// use kasuri::{sheet::{Sheet, SheetEngine, SheetFrame}, Mask};
    /// let frame = SheetFrame::new(Mask::from_rows(&["##", "##"])?);
    /// let sheet = Sheet::new(vec![frame], Vec::new())?;
    /// let text = sheet.for_engine(SheetEngine::Box2d, 1.0)?;
    /// assert!(text.contains(r#""polygon":{"vertices":{"x":[-1,-1,1,1],"y":[1,-1,-1,1]}}"#), "{text}");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn for_engine(&self, engine: SheetEngine, tolerance: f64) -> Result<String> {
        not_negative(tolerance, "a tolerance").at("tolerance")?;
        let mut frames = Vec::with_capacity(self.frames().len());
        for (k, frame) in self.frames().iter().enumerate() {
            let frame = EngineFrame::of(frame, k, engine, tolerance);
            frames.push(frame.map_err(|error| error.at(format!("frames[{k}]")))?);
        }
        Ok(engines_write::document(self, engine, &frames))
    }
}

/// The most vertices of a polygon in Box2D.
const MOST_BOX2D: usize = 8;

/// The vertices of a round outline. They are outside: the polygon covers the outline.
const ROUND: usize = 16;

/// A frame as convex parts.
pub(super) struct EngineFrame<'a> {
    pub(super) name: String,
    /// The mask first, if it has solid texels, then the regions with area.
    pub(super) areas: Vec<EngineArea<'a>>,
}

/// A mask or a region as convex parts.
pub(super) struct EngineArea<'a> {
    /// The region; `None` for the mask of the frame.
    pub(super) region: Option<&'a SheetRegion>,
    pub(super) parts: Vec<EnginePart>,
}

/// A convex part.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum EnginePart {
    Circle { at: Vec2, r: f64 },
    Ring(Vec<Vec2>),
}

impl EngineFrame<'_> {
    fn of(frame: &SheetFrame, k: usize, engine: SheetEngine, tolerance: f64) -> Result<EngineFrame<'_>> {
        let pivot = if engine == SheetEngine::Phaser { Vec2::default() } else { frame.pivot };
        let finished = |parts: Vec<EnginePart>| {
            parts.into_iter().flat_map(|part| finished(part, pivot, engine)).collect::<Vec<_>>()
        };
        let mask = finished(rings(&frame.mask, Vec2::default(), tolerance)?);
        let mut areas = vec![EngineArea { region: None, parts: mask }];
        for (k, region) in frame.regions.iter().enumerate() {
            let parts = parts(&region.shape, frame.pivot, tolerance)
                .map_err(|error| error.at(format!("regions[{k}]")))?;
            areas.push(EngineArea { region: Some(region), parts: finished(parts) });
        }
        areas.retain(|area| !area.parts.is_empty());
        let name = if frame.name.is_empty() { format!("frame {k}") } else { frame.name.clone() };
        Ok(EngineFrame { name, areas })
    }
}

/// Returns the convex parts of a mask, whose corner is at this texel coordinate.
fn rings(mask: &Mask, at: Vec2, tolerance: f64) -> Result<Vec<EnginePart>> {
    if mask.count() == 0 {
        return Ok(Vec::new());
    }
    let moved = |ring: Vec<Vec2>| EnginePart::Ring(ring.into_iter().map(|point| point + at).collect());
    Ok(mask.convex_parts(tolerance)?.into_iter().map(moved).collect())
}

/// Returns the convex parts of a shape, in texels of the frame; none if it has no area.
fn parts(shape: &SheetShape, pivot: Vec2, tolerance: f64) -> Result<Vec<EnginePart>> {
    Ok(match shape {
        &SheetShape::Circle { at, r } if r > 0.0 => vec![EnginePart::Circle { at, r }],
        &SheetShape::Ellipse { at, radii } if radii.x > 0.0 && radii.y > 0.0 => vec![round(at, radii)],
        &SheetShape::Box { at, half, angle } if half.x > 0.0 && half.y > 0.0 => {
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let corner = |[x, y]: [f64; 2]| at + det::rotate(Vec2::new(x * half.x, y * half.y), angle);
            vec![EnginePart::Ring(corners.map(corner).to_vec())]
        }
        &SheetShape::Capsule { a, b, r } if r > 0.0 => capsule(a, b, r),
        SheetShape::Polygon { points } => polygon(points, pivot)?,
        SheetShape::Mask { at: [x, y], mask } => {
            rings(mask, Vec2::new(f64::from(*x), f64::from(*y)), tolerance)?
        }
        _ => Vec::new(),
    })
}

/// Returns a polygon around an ellipse.
fn round(at: Vec2, radii: Vec2) -> EnginePart {
    let step = std::f64::consts::TAU / ROUND as f64;
    let out = 1.0 / det::cos(step / 2.0);
    let corner = |k: usize| {
        let (sin, cos) = det::sin_cos((k as f64 + 0.5) * step);
        at + Vec2::new(cos * radii.x * out, sin * radii.y * out)
    };
    EnginePart::Ring((0..ROUND).map(corner).collect())
}

/// Returns a capsule as two circles and the box between them.
fn capsule(a: Vec2, b: Vec2, r: f64) -> Vec<EnginePart> {
    let along = b - a;
    let length = det::hypot(along.x, along.y);
    if length == 0.0 {
        return vec![EnginePart::Circle { at: a, r }];
    }
    let side = Vec2::new(-along.y / length * r, along.x / length * r);
    let between = vec![a - side, b - side, b + side, a + side];
    vec![EnginePart::Ring(between), EnginePart::Circle { at: a, r }, EnginePart::Circle { at: b, r }]
}

/// Returns the convex pieces of a polygon. It is cut around the pivot, where a body has it.
fn polygon(points: &[Vec2], pivot: Vec2) -> Result<Vec<EnginePart>> {
    let about = points.iter().map(|&point| point - pivot).collect::<Vec<_>>();
    let rings = Polygon::new(&about).at("polygon.points")?.convex_rings();
    let back = |ring: Vec<Vec2>| EnginePart::Ring(ring.into_iter().map(|point| point + pivot).collect());
    Ok(rings.into_iter().map(back).collect())
}

/// Moves a part to the coordinates of an engine, and cuts what the engine does not take.
fn finished(part: EnginePart, pivot: Vec2, engine: SheetEngine) -> Vec<EnginePart> {
    let is_up = engine == SheetEngine::Box2d;
    let moved = |point: Vec2| {
        let Vec2 { x, y } = point - pivot;
        // Not -0, which reads oddly.
        Vec2::new(x, if is_up { 0.0 - y } else { y })
    };
    let ring = match part {
        EnginePart::Circle { at, r } if engine == SheetEngine::Matter => {
            return finished(round(at, Vec2::new(r, r)), pivot, engine);
        }
        EnginePart::Circle { at, r } => return vec![EnginePart::Circle { at: moved(at), r }],
        EnginePart::Ring(ring) => ring,
    };
    let mut ring: Vec<Vec2> = ring.into_iter().map(moved).collect();
    if area(&ring) < 0.0 {
        ring.reverse();
    }
    match engine {
        SheetEngine::Box2d => fans(&ring).into_iter().map(EnginePart::Ring).collect(),
        _ => vec![EnginePart::Ring(ring)],
    }
}

/// Returns twice the signed area of a ring.
fn area(ring: &[Vec2]) -> f64 {
    let cross = |k: usize| {
        let (a, b) = (ring[k] - ring[0], ring[(k + 1) % ring.len()] - ring[0]);
        a.x * b.y - a.y * b.x
    };
    (1..ring.len()).map(cross).sum()
}

/// Cuts a convex ring into convex rings of at most eight vertices: all have its first vertex.
fn fans(ring: &[Vec2]) -> Vec<Vec<Vec2>> {
    let mut fans = Vec::new();
    let mut from = 1;
    while from + 1 < ring.len() {
        let to = (from + MOST_BOX2D - 2).min(ring.len() - 1);
        fans.push(std::iter::once(ring[0]).chain(ring[from..=to].iter().copied()).collect());
        from = to;
    }
    fans
}
