//! Worlds: creating, stepping and saving them; spawning and removing bodies.

use kasuri::world::{Axes, WorldBuilder};
use kasuri::{Area, Handle, Vec2, World, broad};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::body::RawBody;
use crate::errors::{OrThrow, Result, wrong_type};
use crate::form::RawForm;
use crate::numbers::{
    count, filter, handle, handles, known, number_of, numbers_of, placement, places, same_length, touching,
};
use crate::record::RawSnapshot;
use crate::solid::RawSolid;
use crate::step::Told;

/// A world, and the result of its last step.
#[wasm_bindgen]
pub struct RawWorld {
    pub(crate) world: World,
    pub(crate) told: Told,
}

impl RawWorld {
    pub(crate) fn of(world: World) -> RawWorld {
        RawWorld { world, told: Told::default() }
    }
}

/// The settings of a new world.
#[wasm_bindgen]
pub struct RawBuilder(Option<WorldBuilder>);

impl RawBuilder {
    fn with(&mut self, change: impl FnOnce(WorldBuilder) -> WorldBuilder) {
        self.0 = self.0.take().map(change);
    }
}

#[wasm_bindgen]
impl RawBuilder {
    #[wasm_bindgen(constructor)]
    pub fn new(is_y_up: bool, pixels_per_unit: f64, is_ignored: bool) -> RawBuilder {
        let axes = if is_y_up { Axes::YUp } else { Axes::YDown };
        let builder =
            World::builder().axes(axes).pixels_per_unit(pixels_per_unit).touching(touching(is_ignored));
        RawBuilder(Some(builder))
    }

    pub fn bounds(&mut self, x0: f64, y0: f64, x1: f64, y1: f64) {
        self.with(|builder| builder.bounds([x0, y0], [x1, y1]));
    }

    pub fn touching_between(&mut self, a: u32, b: u32, is_ignored: bool) {
        self.with(|builder| builder.touching_between(a, b, touching(is_ignored)));
    }

    pub fn rooted_circles_between(&mut self, a: u32, b: u32) {
        self.with(|builder| builder.rooted_circles_between(a, b));
    }

    /// Creates the world, and uses up the builder.
    pub fn build(&mut self, broad: &str) -> Result<RawWorld> {
        let builder = self.0.take().ok_or_else(|| wrong_type("the builder was used already"))?;
        let mut world = builder.build().or_throw()?;
        set_broad(&mut world, broad);
        Ok(RawWorld::of(world))
    }
}

/// Sets the broad phase by name. The JavaScript classes accept only these names.
fn set_broad(world: &mut World, name: &str) {
    match name {
        "brute" => world.set_broad(broad::Brute),
        "grid" => world.set_broad(broad::Grid::default()),
        "tree" => world.set_broad(broad::Tree::default()),
        _ => world.set_broad(broad::Auto::default()),
    }
}

#[wasm_bindgen]
impl RawWorld {
    pub fn set_broad(&mut self, name: &str) {
        set_broad(&mut self.world, name);
    }

    pub fn len(&self) -> f64 {
        count(self.world.len())
    }

    pub fn is_empty(&self) -> bool {
        self.world.is_empty()
    }

    pub fn steps(&self) -> f64 {
        self.world.steps() as f64
    }

    pub fn hash(&self) -> u64 {
        self.world.hash()
    }

    pub fn snapshot(&self) -> RawSnapshot {
        RawSnapshot(self.world.snapshot())
    }

    pub fn restore(&mut self, snapshot: &RawSnapshot) {
        self.world.restore(&snapshot.0);
    }

    /// Spawns a body and returns the number of its handle. If a JavaScript number cannot represent the handle, the
    /// body is removed again.
    pub fn spawn(&mut self, body: &RawBody) -> Result<f64> {
        let body = self.world.spawn(body.0.clone()).or_throw()?;
        number_of(body).or_else(|error| {
            self.world.remove(body).or_throw()?;
            Err(error)
        })
    }

    /// Spawns one body at many positions; for an empty column the body's own value is used.
    pub fn spawn_at(
        &mut self,
        body: &RawBody,
        at: &[f64],
        angle: &[f64],
        scale: &[f64],
        data: &[f64],
    ) -> Result<Vec<f64>> {
        let (at, scale) = (places(at), places(scale));
        for (name, values) in [("angle", angle.len()), ("scale", scale.len()), ("data", data.len())] {
            if values > 0 {
                same_length(name, values, at.len())?;
            }
        }
        let body = |k: usize| {
            let mut body = body.0.clone().at(at[k]);
            if let Some(&angle) = angle.get(k) {
                body = body.turned(angle);
            }
            if let Some(&scale) = scale.get(k) {
                body = body.scaled(scale);
            }
            if let Some(&data) = data.get(k) {
                body = body.data(data as u64);
            }
            body
        };
        let spawned = self.world.spawn_many(at.len(), body).or_throw()?;
        self.named(&spawned)
    }

    /// Spawns several bodies.
    pub fn spawn_all(&mut self, bodies: &RawBodies) -> Result<Vec<f64>> {
        let bodies = &bodies.0;
        let spawned = self.world.spawn_many(bodies.len(), |k| bodies[k].clone()).or_throw()?;
        self.named(&spawned)
    }

    pub fn remove(&mut self, body: f64) -> Result<()> {
        self.world.remove(handle(body)?).or_throw()
    }

    pub fn remove_many(&mut self, bodies: &[f64]) -> Result<()> {
        self.world.remove_many(&handles(bodies)?).or_throw()
    }

    pub fn remove_overlapping(
        &mut self,
        solid: &RawSolid,
        x: f64,
        y: f64,
        angle: f64,
        sx: f64,
        sy: f64,
        against: u32,
        ignore: f64,
    ) -> Result<Vec<f64>> {
        let (placement, filter) = (placement(x, y, angle, sx, sy), filter(against, ignore)?);
        numbers_of(
            &self.world.remove_overlapping(Area::solid(solid.0.clone(), placement), filter).or_throw()?,
        )
    }

    pub fn clear(&mut self) {
        self.world.clear();
    }

    pub fn contains(&self, body: f64) -> bool {
        known(body).is_some_and(|body| self.world.contains(body))
    }

    pub fn contains_many(&self, bodies: &[f64]) -> Vec<u8> {
        bodies.iter().map(|&body| u8::from(self.contains(body))).collect()
    }

    pub fn bodies(&self) -> Result<Vec<f64>> {
        self.world.bodies().map(number_of).collect()
    }

    /// Returns the state of a body: position, angle, scale, layers, frame, data, whether it is swept, hits left (-1
    /// for no limit), invulnerable steps.
    pub fn get(&self, body: f64) -> Result<Vec<f64>> {
        let seen = self.world.get(handle(body)?).or_throw()?;
        let (at, scale, layers) = (seen.at(), seen.scale(), seen.layers());
        Ok(vec![
            at.x,
            at.y,
            seen.angle(),
            scale.x,
            scale.y,
            layers.layer.into(),
            layers.against.into(),
            count(seen.frame()),
            seen.data() as f64,
            f64::from(u8::from(seen.is_swept())),
            seen.hits_left().map_or(-1.0, f64::from),
            seen.invulnerable_for() as f64,
            layers.group.into(),
            f64::from(u8::from(seen.is_sensor())),
            f64::from(u8::from(seen.one_way().is_some())),
            seen.one_way().unwrap_or_default().x,
            seen.one_way().unwrap_or_default().y,
        ])
    }

    pub fn regions(&self, body: f64) -> Result<Vec<String>> {
        let seen = self.world.get(handle(body)?).or_throw()?;
        Ok(seen.regions().map(|(name, ..)| name.to_owned()).collect())
    }

    pub fn region_index(&self, body: f64, name: &str) -> Result<Option<u8>> {
        Ok(self.world.get(handle(body)?).or_throw()?.region_index(name))
    }

    pub fn form(&self, body: f64) -> Result<RawForm> {
        let seen = self.world.get(handle(body)?).or_throw()?;
        Ok(RawForm::new(seen.form(), seen.at()))
    }

    /// Returns the positions (0), angles (1), scales (2) or data (3) of bodies, by `what`.
    pub fn column(&self, bodies: &[f64], what: u8) -> Result<Vec<f64>> {
        let mut column = Vec::with_capacity(bodies.len() * if what.is_multiple_of(2) { 2 } else { 1 });
        for (k, body) in handles(bodies)?.into_iter().enumerate() {
            let seen = self.world.get(body).map_err(|error| error.at(format!("[{k}]"))).or_throw()?;
            match what {
                0 => column.extend(<[f64; 2]>::from(seen.at())),
                1 => column.push(seen.angle()),
                2 => column.extend(<[f64; 2]>::from(seen.scale())),
                _ => column.push(seen.data() as f64),
            }
        }
        Ok(column)
    }
}

impl RawWorld {
    /// Returns the numbers of bodies that were just spawned. If one cannot be represented, all of them are removed
    /// again.
    fn named(&mut self, spawned: &[Handle]) -> Result<Vec<f64>> {
        numbers_of(spawned).or_else(|error| {
            self.world.remove_many(spawned).or_throw()?;
            Err(error)
        })
    }
}

/// A list of bodies that JavaScript fills.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawBodies(Vec<kasuri::Body>);

#[wasm_bindgen]
impl RawBodies {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawBodies {
        RawBodies::default()
    }

    pub fn add(&mut self, body: &RawBody) {
        self.0.push(body.0.clone());
    }
}

/// Returns a velocity after a bounce off a surface.
#[wasm_bindgen]
pub fn deflected(vx: f64, vy: f64, nx: f64, ny: f64, restitution: f64) -> Vec<f64> {
    let Vec2 { x, y } = kasuri::travel::deflected([vx, vy], [nx, ny], restitution);
    vec![x, y]
}
