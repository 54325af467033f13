//! Testing many pairs at a time, without a world.

use std::sync::Arc;

use kasuri::batch::{Batch, BoxPoses, CirclePoses, Poses, ShapePoses, SpritePoses};
use kasuri::{Mask, Shape};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};
use crate::numbers::{count, touching};
use crate::solid::RawSolid;

/// Columns of one of the two float types.
enum Columns<const N: usize> {
    F32([Vec<f32>; N]),
    F64([Vec<f64>; N]),
}

impl<const N: usize> Columns<N> {
    fn first(&self) -> usize {
        match self {
            Columns::F32(columns) => columns.first().map_or(0, Vec::len),
            Columns::F64(columns) => columns.first().map_or(0, Vec::len),
        }
    }
}

/// Makes poses from columns of either float type.
macro_rules! poses {
    ($columns:expr, $names:pat => $poses:expr) => {
        match $columns {
            Columns::F32($names) => $poses.into(),
            Columns::F64($names) => $poses.into(),
        }
    };
}

enum Side {
    Boxes(Columns<5>),
    Circles(Columns<3>),
    Shapes(Vec<Shape>, Vec<u32>, Columns<3>),
    Sprites(Vec<Arc<Mask>>, Vec<u32>, Columns<3>),
}

/// A list of shapes or masks that JavaScript fills.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawSolids(Vec<kasuri::world::Solid>);

#[wasm_bindgen]
impl RawSolids {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawSolids {
        RawSolids::default()
    }

    pub fn add(&mut self, solid: &RawSolid) {
        self.0.push(solid.0.clone());
    }
}

impl RawSolids {
    fn shapes(&self) -> Result<Vec<Shape>> {
        self.0.iter().map(|solid| RawSolid(solid.clone()).shape().cloned()).collect()
    }

    fn masks(&self) -> Result<Vec<Arc<Mask>>> {
        self.0.iter().map(|solid| RawSolid(solid.clone()).mask().cloned()).collect()
    }
}

/// One side of the pairs.
#[wasm_bindgen]
pub struct RawPoses(Side);

#[wasm_bindgen]
impl RawPoses {
    pub fn boxes(x: Vec<f64>, y: Vec<f64>, hx: Vec<f64>, hy: Vec<f64>, angle: Vec<f64>) -> RawPoses {
        RawPoses(Side::Boxes(Columns::F64([x, y, hx, hy, angle])))
    }

    pub fn boxes_f32(x: Vec<f32>, y: Vec<f32>, hx: Vec<f32>, hy: Vec<f32>, angle: Vec<f32>) -> RawPoses {
        RawPoses(Side::Boxes(Columns::F32([x, y, hx, hy, angle])))
    }

    pub fn circles(x: Vec<f64>, y: Vec<f64>, r: Vec<f64>) -> RawPoses {
        RawPoses(Side::Circles(Columns::F64([x, y, r])))
    }

    pub fn circles_f32(x: Vec<f32>, y: Vec<f32>, r: Vec<f32>) -> RawPoses {
        RawPoses(Side::Circles(Columns::F32([x, y, r])))
    }

    pub fn shapes(
        all: &RawSolids,
        which: Vec<u32>,
        x: Vec<f64>,
        y: Vec<f64>,
        angle: Vec<f64>,
    ) -> Result<RawPoses> {
        Ok(RawPoses(Side::Shapes(all.shapes()?, which, Columns::F64([x, y, angle]))))
    }

    pub fn shapes_f32(
        all: &RawSolids,
        which: Vec<u32>,
        x: Vec<f32>,
        y: Vec<f32>,
        angle: Vec<f32>,
    ) -> Result<RawPoses> {
        Ok(RawPoses(Side::Shapes(all.shapes()?, which, Columns::F32([x, y, angle]))))
    }

    pub fn sprites(
        all: &RawSolids,
        which: Vec<u32>,
        x: Vec<f64>,
        y: Vec<f64>,
        angle: Vec<f64>,
    ) -> Result<RawPoses> {
        Ok(RawPoses(Side::Sprites(all.masks()?, which, Columns::F64([x, y, angle]))))
    }

    pub fn sprites_f32(
        all: &RawSolids,
        which: Vec<u32>,
        x: Vec<f32>,
        y: Vec<f32>,
        angle: Vec<f32>,
    ) -> Result<RawPoses> {
        Ok(RawPoses(Side::Sprites(all.masks()?, which, Columns::F32([x, y, angle]))))
    }

    pub fn len(&self) -> f64 {
        count(match &self.0 {
            Side::Boxes(columns) => columns.first(),
            Side::Circles(columns) => columns.first(),
            Side::Shapes(_, which, _) | Side::Sprites(_, which, _) => which.len(),
        })
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0.0
    }

    /// Returns one byte per pair.
    pub fn overlaps(&self, other: &RawPoses, is_ignored: bool) -> Result<Vec<u8>> {
        let bits = batch(is_ignored).overlaps(self.poses(), other.poses()).or_throw()?;
        Ok((0..bits.len()).map(|k| u8::from(bits.get(k))).collect())
    }

    pub fn hits(&self, other: &RawPoses, is_ignored: bool) -> Result<Vec<u32>> {
        batch(is_ignored).hits(self.poses(), other.poses()).or_throw()
    }

    /// Returns the normals, two numbers per pair, then the depths; NaN if the two are apart.
    pub fn separations(&self, other: &RawPoses, is_ignored: bool) -> Result<Vec<f64>> {
        let ways = batch(is_ignored).separations(self.poses(), other.poses()).or_throw()?;
        let mut numbers: Vec<f64> =
            ways.iter().flat_map(|way| way.map_or([f64::NAN; 2], |way| way.normal)).collect();
        numbers.extend(ways.iter().map(|way| way.map_or(f64::NAN, |way| way.depth)));
        Ok(numbers)
    }
}

fn batch(is_ignored: bool) -> Batch {
    Batch::new().touching(touching(is_ignored))
}

impl RawPoses {
    fn poses(&self) -> Poses<'_> {
        match &self.0 {
            Side::Boxes(columns) => {
                poses!(columns, [x, y, hx, hy, angle] => BoxPoses { x, y, hx, hy, angle })
            }
            Side::Circles(columns) => poses!(columns, [x, y, r] => CirclePoses { x, y, r }),
            Side::Shapes(shapes, shape, columns) => {
                poses!(columns, [x, y, angle] => ShapePoses { shapes, shape, x, y, angle })
            }
            Side::Sprites(masks, mask, columns) => {
                poses!(columns, [x, y, angle] => SpritePoses { masks, mask, x, y, angle })
            }
        }
    }
}
