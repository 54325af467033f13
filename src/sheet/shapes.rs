//! The shapes of regions as solids of a body: relative to the pivot instead of the frame's corner.

use crate::det;
use crate::error::{At, Result};
use crate::lattice::Vec2;
use crate::mask::Sprite;
use crate::shape::{Part, Placement, Shape};
use crate::sheet::{SheetRegion, SheetShape};
use crate::world::Region;

impl SheetRegion {
    /// Returns the region of a look whose pivot is at this texel coordinate.
    pub(super) fn region(&self, pivot: Vec2) -> Result<Region> {
        let region = match &self.shape {
            SheetShape::Mask { at, mask } => {
                let pivot = pivot - Vec2::new(f64::from(at[0]), f64::from(at[1]));
                Sprite::place(mask, &Placement::default(), Some(pivot)).at("mask.at")?;
                Region::new(&self.name, mask).pivot(pivot)
            }
            shape => {
                let shape = shape.shape(pivot)?.unwrap_or_else(Shape::point);
                shape.place(&Placement::default())?;
                Region::new(&self.name, shape).in_texels()
            }
        };
        let region = self.layer.into_iter().fold(region, Region::layer);
        Ok(self.against.into_iter().fold(region, Region::against))
    }
}

impl SheetShape {
    /// Returns the word for the shape in a file.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            SheetShape::Circle { .. } => "circle",
            SheetShape::Ellipse { .. } => "ellipse",
            SheetShape::Box { .. } => "box",
            SheetShape::Capsule { .. } => "capsule",
            SheetShape::Polygon { .. } => "polygon",
            SheetShape::Mask { .. } => "mask",
        }
    }

    /// Returns the shape of a body whose position is at this texel coordinate; `None` for a mask, which is no shape.
    ///
    /// ```
    /// use kasuri::{Placement, sheet::SheetShape};
    /// let core = SheetShape::Circle { at: [8.0, 6.0].into(), r: 2.0 };
    /// let parts = core.shape([8.0, 6.0])?.map(|shape| shape.place(&Placement::at([100.0, 50.0]))).transpose()?;
    /// assert_eq!(parts.map(|parts| parts.len()), Some(1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn shape(&self, pivot: impl Into<Vec2>) -> Result<Option<Shape>> {
        let pivot = pivot.into();
        let shape = match self {
            &SheetShape::Circle { at, r } => Shape::circle(r).and_then(|circle| moved(circle, at - pivot)),
            &SheetShape::Ellipse { at, radii } => {
                Shape::ellipse(radii.x, radii.y).and_then(|ellipse| moved(ellipse, at - pivot))
            }
            &SheetShape::Box { at, half, angle } if angle != 0.0 => turned_box(at - pivot, half, angle),
            &SheetShape::Box { at, half, .. } => Shape::rect(half).and_then(|rect| moved(rect, at - pivot)),
            &SheetShape::Capsule { a, b, r } => Shape::capsule(a - pivot, b - pivot, r),
            SheetShape::Polygon { points } => {
                Shape::polygon(&points.iter().map(|&p| p - pivot).collect::<Vec<_>>())
            }
            SheetShape::Mask { .. } => return Ok(None),
        };
        shape.map(Some).at(self.kind())
    }
}

/// Returns a shape around another point than the body's position.
fn moved(shape: Shape, by: Vec2) -> Result<Shape> {
    match by == Vec2::default() {
        true => Ok(shape),
        false => Shape::compound(vec![Part::new(shape).offset(by.finite().at("at")?)]),
    }
}

/// Returns a box that is turned about its own middle, as a polygon. A body's own angle comes on top.
fn turned_box(at: Vec2, half: Vec2, angle: f64) -> Result<Shape> {
    // The box refuses negative halves with its own words.
    Shape::rect(half)?;
    angle_is_finite(angle)?;
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    Shape::polygon(&corners.map(|[x, y]| at + det::rotate(Vec2::new(x * half.x, y * half.y), angle)))
}

fn angle_is_finite(value: f64) -> Result<()> {
    match value.is_finite() {
        true => Ok(()),
        false => Err(crate::error::Cause::NotFinite { value }.at("angle")),
    }
}
