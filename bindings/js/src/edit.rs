//! Moving, turning and changing bodies, also many in one call.

use kasuri::world::BodyEditor;
use kasuri::{Layers, Placement, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::body::{RawLook, RawRegion};
use crate::errors::{OrThrow, Result};
use crate::numbers::{handle, handles, places, same_length, vectors};
use crate::solid::RawSolid;
use crate::world::RawWorld;

impl RawWorld {
    /// Changes one property of a body.
    fn edit<F>(&mut self, body: f64, change: F) -> Result<()>
    where
        F: FnOnce(BodyEditor<'_>) -> kasuri::Result<BodyEditor<'_>>,
    {
        change(self.world.edit(handle(body)?)).or_throw().map(drop)
    }
}

#[wasm_bindgen]
impl RawWorld {
    pub fn set_position(&mut self, body: f64, x: f64, y: f64) -> Result<()> {
        self.edit(body, |body| body.position([x, y]))
    }

    pub fn set_positions(&mut self, bodies: &[f64], at: &[f64]) -> Result<()> {
        self.world.set_positions(&handles(bodies)?, places(at)).or_throw()
    }

    pub fn set_positions_f32(&mut self, bodies: &[f64], at: &[f32]) -> Result<()> {
        let at: Vec<[f64; 2]> = at.as_chunks::<2>().0.iter().map(|at| at.map(f64::from)).collect();
        self.world.set_positions(&handles(bodies)?, &at).or_throw()
    }

    pub fn teleport(&mut self, body: f64, x: f64, y: f64) -> Result<()> {
        self.edit(body, |body| body.teleport([x, y]))
    }

    pub fn teleport_many(&mut self, bodies: &[f64], at: &[f64]) -> Result<()> {
        self.world.teleport_many(&handles(bodies)?, places(at)).or_throw()
    }

    pub fn set_swept(&mut self, body: f64, is_swept: bool) -> Result<()> {
        self.edit(body, |body| body.swept(is_swept))
    }

    pub fn set_angle(&mut self, body: f64, angle: f64) -> Result<()> {
        self.edit(body, |body| body.angle(angle))
    }

    pub fn set_angles(&mut self, bodies: &[f64], angles: &[f64]) -> Result<()> {
        self.world.set_angles(&handles(bodies)?, angles).or_throw()
    }

    pub fn set_scale(&mut self, body: f64, x: f64, y: f64) -> Result<()> {
        self.edit(body, |body| body.scale([x, y]))
    }

    pub fn set_scales(&mut self, bodies: &[f64], scales: &[f64]) -> Result<()> {
        self.world.set_scales(&handles(bodies)?, places(scales)).or_throw()
    }

    pub fn set_frame(&mut self, body: f64, frame: u32) -> Result<()> {
        self.edit(body, |body| body.frame(frame as usize))
    }

    pub fn set_frames(&mut self, bodies: &[f64], frames: &[u32]) -> Result<()> {
        let frames: Vec<usize> = frames.iter().map(|&frame| frame as usize).collect();
        self.world.set_frames(&handles(bodies)?, &frames).or_throw()
    }

    /// Changes the placements of bodies; columns that are not given do not change.
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
        self.edit(body, |body| body.chain(&vectors(vertices)))
    }

    pub fn set_radius(&mut self, body: f64, r: f64) -> Result<()> {
        self.edit(body, |body| body.radius(r))
    }

    pub fn set_radii(&mut self, bodies: &[f64], radii: &[f64]) -> Result<()> {
        self.world.set_radii(&handles(bodies)?, radii).or_throw()
    }

    pub fn set_shape(&mut self, body: f64, shape: &RawSolid) -> Result<()> {
        let shape = shape.shape()?.clone();
        self.edit(body, |body| body.shape(shape))
    }

    pub fn set_mask(&mut self, body: f64, mask: &RawSolid) -> Result<()> {
        let mask = mask.mask()?;
        self.edit(body, |body| body.mask(mask))
    }

    pub fn set_look(&mut self, body: f64, look: &RawLook) -> Result<()> {
        self.edit(body, |body| body.look(look.0.clone()))
    }

    /// Sets the layers of a body; its group stays.
    pub fn set_layers(&mut self, body: f64, layer: u32, against: u32) -> Result<()> {
        let group = self.world.get(handle(body)?).or_throw()?.layers().group;
        self.edit(body, |body| body.layers(Layers { layer, against, group }))
    }

    pub fn set_group(&mut self, body: f64, group: u32) -> Result<()> {
        self.edit(body, |body| body.group(group))
    }

    pub fn set_sensor(&mut self, body: f64, is_sensor: bool) -> Result<()> {
        self.edit(body, |body| body.sensor(is_sensor))
    }

    /// Makes a body one-way; without a direction it stops travels from all sides.
    pub fn set_one_way(&mut self, body: f64, has: bool, x: f64, y: f64) -> Result<()> {
        self.edit(body, |body| body.one_way(has.then_some(Vec2::new(x, y))))
    }

    pub fn set_region(&mut self, body: f64, region: &RawRegion) -> Result<()> {
        self.edit(body, |body| body.region(region.0.clone()))
    }

    pub fn remove_region(&mut self, body: f64, name: &str) -> Result<()> {
        self.edit(body, |body| body.remove_region(name))
    }

    pub fn set_chains(&mut self, bodies: &[f64], points: &[f64]) -> Result<()> {
        self.world.set_chains(&handles(bodies)?, places(points)).or_throw()
    }

    pub fn set_graze(&mut self, body: f64, margin: Option<f64>) -> Result<()> {
        self.edit(body, |body| body.graze(margin))
    }

    pub fn set_invulnerable(&mut self, body: f64, steps: f64) -> Result<()> {
        self.edit(body, |body| body.invulnerable(steps as u64))
    }

    pub fn set_cooldown(&mut self, body: f64, steps: u32) -> Result<()> {
        self.edit(body, |body| body.cooldown(steps))
    }

    pub fn set_max_hits(&mut self, body: f64, hits: Option<u32>) -> Result<()> {
        self.edit(body, |body| body.max_hits(hits))
    }

    pub fn set_despawn_beyond(&mut self, body: f64, margin: Option<f64>) -> Result<()> {
        self.edit(body, |body| body.despawn_beyond(margin))
    }

    pub fn set_data(&mut self, body: f64, data: f64) -> Result<()> {
        self.edit(body, |body| body.data(data as u64))
    }
}
