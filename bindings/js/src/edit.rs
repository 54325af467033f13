//! Bodies are moved, turned and changed, many at a time where many change.

use kasuri::{Layers, Placement, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::body::RawLook;
use crate::errors::{OrThrow, Result};
use crate::numbers::{handle, handles, places, same_length, vectors};
use crate::solid::RawSolid;
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    pub fn set_position(&mut self, body: f64, x: f64, y: f64) -> Result<()> {
        self.world.set_position(handle(body)?, [x, y]).or_throw()
    }

    pub fn set_positions(&mut self, bodies: &[f64], at: &[f64]) -> Result<()> {
        self.world.set_positions(&handles(bodies)?, places(at)).or_throw()
    }

    pub fn set_positions_f32(&mut self, bodies: &[f64], at: &[f32]) -> Result<()> {
        let at: Vec<[f64; 2]> = at.as_chunks::<2>().0.iter().map(|at| at.map(f64::from)).collect();
        self.world.set_positions(&handles(bodies)?, &at).or_throw()
    }

    pub fn teleport(&mut self, body: f64, x: f64, y: f64) -> Result<()> {
        self.world.teleport(handle(body)?, [x, y]).or_throw()
    }

    pub fn teleport_many(&mut self, bodies: &[f64], at: &[f64]) -> Result<()> {
        self.world.teleport_many(&handles(bodies)?, places(at)).or_throw()
    }

    pub fn set_swept(&mut self, body: f64, is_swept: bool) -> Result<()> {
        self.world.set_swept(handle(body)?, is_swept).or_throw()
    }

    pub fn set_angle(&mut self, body: f64, angle: f64) -> Result<()> {
        self.world.set_angle(handle(body)?, angle).or_throw()
    }

    pub fn set_angles(&mut self, bodies: &[f64], angles: &[f64]) -> Result<()> {
        self.world.set_angles(&handles(bodies)?, angles).or_throw()
    }

    pub fn set_scale(&mut self, body: f64, x: f64, y: f64) -> Result<()> {
        self.world.set_scale(handle(body)?, [x, y]).or_throw()
    }

    pub fn set_scales(&mut self, bodies: &[f64], scales: &[f64]) -> Result<()> {
        self.world.set_scales(&handles(bodies)?, places(scales)).or_throw()
    }

    pub fn set_frame(&mut self, body: f64, frame: u32) -> Result<()> {
        self.world.set_frame(handle(body)?, frame as usize).or_throw()
    }

    pub fn set_frames(&mut self, bodies: &[f64], frames: &[u32]) -> Result<()> {
        let frames: Vec<usize> = frames.iter().map(|&frame| frame as usize).collect();
        self.world.set_frames(&handles(bodies)?, &frames).or_throw()
    }

    /// Columns that are not given stay as they are.
    pub fn set_placements(
        &mut self,
        bodies: &[f64],
        at: Option<Vec<f64>>,
        angle: Option<Vec<f64>>,
        scale: Option<Vec<f64>>,
    ) -> Result<()> {
        let bodies = handles(bodies)?;
        let (at, angle, scale) = (at.as_deref().map(places), angle.as_deref(), scale.as_deref().map(places));
        let lengths =
            [("at", at.map(<[_]>::len)), ("angle", angle.map(<[_]>::len)), ("scale", scale.map(<[_]>::len))];
        for (name, length) in lengths {
            same_length(name, length.unwrap_or(bodies.len()), bodies.len())?;
        }
        let placement = |k: usize| {
            let seen = self.world.get(bodies[k]).map_err(|error| error.at(format!("[{k}]")))?;
            Ok(Placement {
                at: at.map_or_else(|| seen.at(), |at| Vec2::from(at[k])),
                angle: angle.map_or_else(|| seen.angle(), |angle| angle[k]),
                scale: scale.map_or_else(|| seen.scale(), |scale| Vec2::from(scale[k])),
            })
        };
        let placements = (0..bodies.len()).map(placement).collect::<kasuri::Result<Vec<_>>>().or_throw()?;
        self.world.set_placements(&bodies, &placements).or_throw()
    }

    pub fn set_chain(&mut self, body: f64, vertices: &[f64]) -> Result<()> {
        self.world.set_chain(handle(body)?, &vectors(vertices)).or_throw()
    }

    pub fn set_radius(&mut self, body: f64, r: f64) -> Result<()> {
        self.world.set_radius(handle(body)?, r).or_throw()
    }

    pub fn set_radii(&mut self, bodies: &[f64], radii: &[f64]) -> Result<()> {
        self.world.set_radii(&handles(bodies)?, radii).or_throw()
    }

    pub fn set_shape(&mut self, body: f64, shape: &RawSolid) -> Result<()> {
        self.world.set_shape(handle(body)?, shape.shape()?.clone()).or_throw()
    }

    pub fn set_mask(&mut self, body: f64, mask: &RawSolid) -> Result<()> {
        self.world.set_mask(handle(body)?, mask.mask()?).or_throw()
    }

    pub fn set_look(&mut self, body: f64, look: &RawLook) -> Result<()> {
        self.world.set_look(handle(body)?, look.0.clone()).or_throw()
    }

    pub fn set_layers(&mut self, body: f64, layer: u32, against: u32) -> Result<()> {
        self.world.set_layers(handle(body)?, Layers { layer, against }).or_throw()
    }

    pub fn set_graze(&mut self, body: f64, margin: Option<f64>) -> Result<()> {
        self.world.set_graze(handle(body)?, margin).or_throw()
    }

    pub fn set_invulnerable(&mut self, body: f64, steps: f64) -> Result<()> {
        self.world.set_invulnerable(handle(body)?, steps as u64).or_throw()
    }

    pub fn set_cooldown(&mut self, body: f64, steps: u32) -> Result<()> {
        self.world.set_cooldown(handle(body)?, steps).or_throw()
    }

    pub fn set_max_hits(&mut self, body: f64, hits: Option<u32>) -> Result<()> {
        self.world.set_max_hits(handle(body)?, hits).or_throw()
    }

    pub fn set_despawn_beyond(&mut self, body: f64, margin: Option<f64>) -> Result<()> {
        self.world.set_despawn_beyond(handle(body)?, margin).or_throw()
    }

    pub fn set_data(&mut self, body: f64, data: f64) -> Result<()> {
        self.world.set_data(handle(body)?, data as u64).or_throw()
    }
}
