//! Solids that are not placed yet: shapes, tile maps, masks.

use std::sync::Arc;

use kasuri::mask::Sprite;
use kasuri::query::Form;
use kasuri::shape::{Cell, Part, Polygon};
use kasuri::world::Solid;
use kasuri::{Mask, Shape, TileMap, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result, wrong_type};
use crate::form::RawForm;
use crate::numbers::{placement, vectors};

/// A shape, a mask or a tile map.
#[wasm_bindgen]
pub struct RawSolid(pub(crate) Solid);

impl RawSolid {
    pub(crate) fn of_mask(mask: Mask) -> RawSolid {
        RawSolid(Solid::Mask(Arc::new(mask)))
    }

    /// Returns the mask; refuses other solids.
    pub(crate) fn mask(&self) -> Result<&Arc<Mask>> {
        match &self.0 {
            Solid::Mask(mask) => Ok(mask),
            _ => Err(wrong_type("a Mask is expected")),
        }
    }

    /// Returns the mask for a change. If bodies or forms share the mask, it is copied first.
    pub(crate) fn mask_mut(&mut self) -> Result<&mut Mask> {
        match &mut self.0 {
            Solid::Mask(mask) => Ok(Arc::make_mut(mask)),
            _ => Err(wrong_type("a Mask is expected")),
        }
    }

    pub(crate) fn shape(&self) -> Result<&Shape> {
        match &self.0 {
            Solid::Shape(shape) => Ok(shape),
            _ => Err(wrong_type("a Shape is expected")),
        }
    }

    fn of(shape: kasuri::Result<Shape>) -> Result<RawSolid> {
        shape.or_throw().map(|shape| RawSolid(Solid::Shape(shape)))
    }
}

#[wasm_bindgen]
impl RawSolid {
    pub fn point() -> RawSolid {
        RawSolid(Solid::Shape(Shape::point()))
    }

    pub fn segment(ax: f64, ay: f64, bx: f64, by: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::segment([ax, ay], [bx, by]))
    }

    pub fn circle(r: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::circle(r))
    }

    pub fn ellipse(rx: f64, ry: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::ellipse(rx, ry))
    }

    pub fn capsule(ax: f64, ay: f64, bx: f64, by: f64, r: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::capsule([ax, ay], [bx, by], r))
    }

    pub fn rect(hx: f64, hy: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::rect([hx, hy]))
    }

    pub fn polygon(vertices: &[f64]) -> Result<RawSolid> {
        RawSolid::of(Shape::polygon(&vectors(vertices)))
    }

    pub fn rounded_polygon(vertices: &[f64], r: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::rounded_polygon(&vectors(vertices), r))
    }

    pub fn chain(vertices: &[f64], r: f64) -> Result<RawSolid> {
        RawSolid::of(Shape::chain(&vectors(vertices), r))
    }

    /// Returns the name of the kind: "circle", "polygon" and so on.
    pub fn kind(&self) -> String {
        match &self.0 {
            Solid::Shape(shape) => shape.kind(),
            Solid::Mask(_) => "mask",
            Solid::Tiles(_) => "tiles",
        }
        .into()
    }

    /// Places the solid, for queries about two bodies.
    pub fn place(&self, x: f64, y: f64, angle: f64, sx: f64, sy: f64) -> Result<RawForm> {
        let at = Vec2::new(x, y);
        let form = match &self.0 {
            Solid::Shape(shape) => Form::Shape(shape.place(&placement(x, y, angle, sx, sy)).or_throw()?),
            Solid::Mask(mask) => {
                Form::Sprite(Sprite::place(mask, &placement(x, y, angle, sx, sy), None).or_throw()?)
            }
            Solid::Tiles(map) => Form::Tiles(map.place(at).or_throw()?),
        };
        Ok(RawForm::new(form, at))
    }

    /// Does the same for a mask, with a pivot in texels.
    pub fn place_around(
        &self,
        x: f64,
        y: f64,
        angle: f64,
        sx: f64,
        sy: f64,
        px: f64,
        py: f64,
    ) -> Result<RawForm> {
        let pivot = Some(Vec2::new(px, py));
        let sprite = Sprite::place(self.mask()?, &placement(x, y, angle, sx, sy), pivot).or_throw()?;
        Ok(RawForm::new(Form::Sprite(sprite), Vec2::new(x, y)))
    }

    /// Returns the numbers of columns and rows of a tile map.
    pub fn size(&self) -> Vec<f64> {
        match &self.0 {
            Solid::Tiles(map) => [map.size().0, map.size().1].map(crate::numbers::count).to_vec(),
            Solid::Mask(mask) => vec![mask.width().into(), mask.height().into()],
            Solid::Shape(_) => Vec::new(),
        }
    }
}

/// The parts of a compound that JavaScript fills.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawParts(Vec<Part>);

#[wasm_bindgen]
impl RawParts {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawParts {
        RawParts::default()
    }

    pub fn add(&mut self, shape: &RawSolid, dx: f64, dy: f64, tag: Option<String>) -> Result<()> {
        let part = Part::new(shape.shape()?.clone()).offset([dx, dy]);
        self.0.push(match tag {
            Some(tag) => part.tag(tag),
            None => part,
        });
        Ok(())
    }

    pub fn compound(&self) -> Result<RawSolid> {
        RawSolid::of(Shape::compound(self.0.clone()))
    }
}

/// The legend of a tile map that JavaScript fills.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawLegend(Vec<(char, Cell)>);

impl RawLegend {
    fn add(&mut self, name: &str, cell: Cell) -> Result<()> {
        let mut characters = name.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return Err(wrong_type(&format!("legend: expected one character, but found {name:?}")));
        };
        self.0.push((character, cell));
        Ok(())
    }
}

#[wasm_bindgen]
impl RawLegend {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawLegend {
        RawLegend::default()
    }

    pub fn add_mask(&mut self, name: &str, mask: &RawSolid) -> Result<()> {
        self.add(name, Cell::Mask(mask.mask()?.clone()))
    }

    pub fn add_polygon(&mut self, name: &str, vertices: &[f64]) -> Result<()> {
        self.add(name, Cell::Polygon(Polygon::new(&vectors(vertices)).or_throw()?))
    }

    pub fn tiles(&self, width: f64, height: f64, rows: Vec<String>) -> Result<RawSolid> {
        let map = TileMap::from_rows([width, height], &rows, &self.0).or_throw()?;
        Ok(RawSolid(Solid::Tiles(Arc::new(map))))
    }
}
