//! The settings of a body before it is spawned.

use std::sync::Arc;

use kasuri::{Body, Look, Region};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::solid::RawSolid;

/// A named part of a body.
#[wasm_bindgen]
pub struct RawRegion(pub(crate) Region);

#[wasm_bindgen]
impl RawRegion {
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, solid: &RawSolid) -> RawRegion {
        RawRegion(Region::new(name, solid.0.clone()))
    }

    pub fn pivot(&mut self, x: f64, y: f64) {
        self.0 = self.0.clone().pivot([x, y]);
    }

    pub fn layer(&mut self, layer: u32) {
        self.0 = self.0.clone().layer(layer);
    }

    pub fn against(&mut self, against: u32) {
        self.0 = self.0.clone().against(against);
    }
}

/// The look of a body in one frame.
#[wasm_bindgen]
pub struct RawLook(pub(crate) Look);

#[wasm_bindgen]
impl RawLook {
    #[wasm_bindgen(constructor)]
    pub fn new(solid: &RawSolid) -> RawLook {
        RawLook(Look::new(solid.0.clone()))
    }

    pub fn pivot(&mut self, x: f64, y: f64) {
        self.0 = self.0.clone().pivot([x, y]);
    }

    pub fn region(&mut self, region: &RawRegion) {
        self.0 = self.0.clone().region(region.0.clone());
    }
}

/// A list of looks that JavaScript fills.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawLooks(Vec<Look>);

#[wasm_bindgen]
impl RawLooks {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawLooks {
        RawLooks::default()
    }

    pub fn add(&mut self, look: &RawLook) {
        self.0.push(look.0.clone());
    }

    pub fn body(&self) -> RawBody {
        let looks: Arc<[Look]> = self.0.iter().cloned().collect();
        RawBody(Body::frames(&looks))
    }
}

/// The settings of a body that JavaScript fills.
#[wasm_bindgen]
pub struct RawBody(pub(crate) Body);

impl RawBody {
    fn with(&mut self, change: impl FnOnce(Body) -> Body) {
        self.0 = change(self.0.clone());
    }
}

#[wasm_bindgen]
impl RawBody {
    #[wasm_bindgen(constructor)]
    pub fn new(solid: &RawSolid) -> RawBody {
        RawBody(Body::new(Look::new(solid.0.clone())))
    }

    pub fn copied(&self) -> RawBody {
        RawBody(self.0.clone())
    }

    pub fn place(&mut self, x: f64, y: f64, angle: f64, sx: f64, sy: f64) {
        self.with(|body| body.at([x, y]).turned(angle).scaled([sx, sy]));
    }

    pub fn pivot(&mut self, x: f64, y: f64) {
        self.with(|body| body.pivot([x, y]));
    }

    pub fn region(&mut self, region: &RawRegion) {
        self.with(|body| body.region(region.0.clone()));
    }

    pub fn frame(&mut self, frame: u32) {
        self.with(|body| body.frame(frame as usize));
    }

    pub fn layers(&mut self, layer: u32, against: u32) {
        self.with(|body| body.layer(layer).against(against));
    }

    pub fn group(&mut self, group: u32) {
        self.with(|body| body.group(group));
    }

    pub fn sensor(&mut self) {
        self.with(Body::sensor);
    }

    pub fn one_way(&mut self, x: f64, y: f64) {
        self.with(|body| body.one_way([x, y]));
    }

    pub fn graze(&mut self, margin: f64) {
        self.with(|body| body.graze(margin));
    }

    pub fn despawn_beyond(&mut self, margin: f64) {
        self.with(|body| body.despawn_beyond(margin));
    }

    pub fn cooldown(&mut self, steps: u32) {
        self.with(|body| body.cooldown(steps));
    }

    pub fn max_hits(&mut self, hits: u32) {
        self.with(|body| body.max_hits(hits));
    }

    pub fn invulnerable(&mut self, steps: f64) {
        self.with(|body| body.invulnerable(steps as u64));
    }

    pub fn swept(&mut self) {
        self.with(Body::swept);
    }

    pub fn data(&mut self, data: f64) {
        self.with(|body| body.data(data as u64));
    }
}
