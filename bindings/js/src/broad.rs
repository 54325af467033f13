//! The broad phase without a world: finds pairs of boxes that overlap.

use kasuri::broad::{Auto, BoxList, Broad, Brute, Grid, Layers, Tree};
use kasuri::lattice::{Bounds, Point};
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
        self.bounds.clear();
        for (k, &[x0, y0, x1, y1]) in boxes.as_chunks().0.iter().enumerate() {
            let corner = |x, y| Point::snapped([x, y]).map_err(|error| error.at(format!("[{k}]"))).or_throw();
            self.bounds.push(Bounds { min: corner(x0, y0)?, max: corner(x1, y1)? });
        }
        self.find(layers)
    }

    pub fn pairs_f32(&mut self, boxes: &[f32], layers: &[u32]) -> Result<Vec<u32>> {
        self.bounds.clear();
        for (k, corners) in boxes.as_chunks().0.iter().enumerate() {
            let [x0, y0, x1, y1] = corners.map(f64::from);
            let corner = |x, y| Point::snapped([x, y]).map_err(|error| error.at(format!("[{k}]"))).or_throw();
            self.bounds.push(Bounds { min: corner(x0, y0)?, max: corner(x1, y1)? });
        }
        self.find(layers)
    }
}

impl RawBroad {
    fn find(&mut self, layers: &[u32]) -> Result<Vec<u32>> {
        let given = layers.as_chunks().0.iter().map(|&[layer, against]| Layers { layer, against });
        self.layers.clear();
        self.layers.extend(given);
        self.layers.resize(self.bounds.len(), Layers::default());
        self.broad.pairs(BoxList::new(&self.bounds, &self.layers), &mut self.pairs);
        Ok(self.pairs.as_flattened().to_vec())
    }
}
