//! The broad phase without a world: finds pairs of boxes that overlap.

use kasuri::Layers;
use kasuri::broad::{Auto, BoxList, Broad, Brute, Grid, Tree};
use kasuri::lattice::{Bounds, EDGE, Point, UNITS};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};

/// A broad phase and the memory that it reuses from call to call.
#[wasm_bindgen]
pub struct RawBroad {
    broad: Box<dyn Broad>,
    bounds: Vec<Bounds>,
    layers: Vec<Layers>,
    pairs: Vec<[u32; 2]>,
}

/// A number of this size has no fraction bits, so adding this one rounds to the nearest whole number, ties to even. The
/// low bits of the sum are that number.
const ROUNDS: f64 = 1.5 * (1_u64 << 52) as f64;

#[wasm_bindgen]
impl RawBroad {
    /// Creates a broad phase by name. The JavaScript classes accept only these names.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> RawBroad {
        let broad: Box<dyn Broad> = match name {
            "brute" => Box::new(Brute),
            "grid" => Box::<Grid>::default(),
            "tree" => Box::<Tree>::default(),
            _ => Box::<Auto>::default(),
        };
        RawBroad { broad, bounds: Vec::new(), layers: Vec::new(), pairs: Vec::new() }
    }

    /// Returns two numbers per pair of overlapping boxes. A box is four numbers; `layers` has two numbers per box, or
    /// is empty.
    pub fn pairs(&mut self, boxes: &[f64], layers: &[u32]) -> Result<Vec<u32>> {
        self.snap(boxes.as_chunks().0.iter().copied())?;
        self.find(layers)
    }

    pub fn pairs_f32(&mut self, boxes: &[f32], layers: &[u32]) -> Result<Vec<u32>> {
        self.snap(boxes.as_chunks().0.iter().map(|corners| corners.map(f64::from)))?;
        self.find(layers)
    }
}

impl RawBroad {
    /// Snaps the corners of boxes. All are rounded first, several at a time; only if one is beyond the edge, each is
    /// checked for the error.
    fn snap(&mut self, boxes: impl Iterator<Item = [f64; 4]> + Clone) -> Result<()> {
        let mut are_inside = true;
        let rounded = boxes.clone().map(|corners| {
            let units = corners.map(|x| x * f64::from(UNITS));
            // The edge is even, so half a unit beyond it rounds to it.
            are_inside &= units.iter().fold(true, |all, u| all & (u.abs() <= f64::from(EDGE) + 0.5));
            let [x0, y0, x1, y1] = units.map(|u| (u + ROUNDS).to_bits() as i32);
            Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) }
        });
        self.bounds.clear();
        self.bounds.extend(rounded);
        if !are_inside {
            for (k, [x0, y0, x1, y1]) in boxes.enumerate() {
                for corner in [[x0, y0], [x1, y1]] {
                    Point::snapped(corner).map_err(|error| error.at(format!("[{k}]"))).or_throw()?;
                }
            }
        }
        Ok(())
    }

    fn find(&mut self, layers: &[u32]) -> Result<Vec<u32>> {
        let given = layers.as_chunks().0.iter().map(|&[layer, against]| Layers::new(layer, against));
        self.layers.clear();
        self.layers.extend(given);
        self.layers.resize(self.bounds.len(), Layers::default());
        self.broad.pairs(BoxList::new(&self.bounds, &self.layers), &mut self.pairs);
        Ok(self.pairs.as_flattened().to_vec())
    }
}
