//! Queries between steps: the bodies at a point, in an area, along a ray, nearest, or on a path.

use kasuri::Area;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};
use crate::numbers::{count, filter, handle, number_of, numbers_of, placement};
use crate::query::{flat, of_distance, of_step};
use crate::solid::RawSolid;
use crate::world::RawWorld;

/// Returns the numbers of a ray's hit: body, region, t, point, normal.
fn of_ray(met: kasuri::answer::RayHit) -> Result<[f64; 7]> {
    let (point, normal) = (met.point, met.normal);
    Ok([number_of(met.body)?, met.region.into(), met.t, point.x, point.y, normal.x, normal.y])
}

/// Returns the numbers of a moving body's hit: body, both regions, t, the step (two numbers), the leg.
pub(crate) fn of_met(met: kasuri::answer::SweepHit) -> Result<Vec<f64>> {
    let ([mine, other], [k, n]) = (met.regions.map(f64::from), of_step(met.step));
    Ok(vec![number_of(met.body)?, mine, other, met.t, k, n, count(met.leg)])
}

#[wasm_bindgen]
impl RawWorld {
    pub fn pixels_of(&self, x: f64, y: f64) -> Vec<f64> {
        flat(&[self.world.pixels_of([x, y])])
    }

    pub fn place_of(&self, x: f64, y: f64) -> Vec<f64> {
        flat(&[self.world.place_of([x, y])])
    }

    pub fn at_point(&self, x: f64, y: f64, against: u32, ignore: f64) -> Result<Vec<f64>> {
        numbers_of(&self.world.overlapping(Area::point([x, y]), filter(against, ignore)?).or_throw()?)
    }

    pub fn in_box(&self, x0: f64, y0: f64, x1: f64, y1: f64, against: u32, ignore: f64) -> Result<Vec<f64>> {
        numbers_of(
            &self.world.overlapping(Area::rect([x0, y0], [x1, y1]), filter(against, ignore)?).or_throw()?,
        )
    }

    pub fn in_circle(&self, x: f64, y: f64, r: f64, against: u32, ignore: f64) -> Result<Vec<f64>> {
        numbers_of(&self.world.overlapping(Area::circle([x, y], r), filter(against, ignore)?).or_throw()?)
    }

    pub fn in_cone(
        &self,
        x: f64,
        y: f64,
        direction: f64,
        half_angle: f64,
        reach: f64,
        against: u32,
        ignore: f64,
    ) -> Result<Vec<f64>> {
        let filter = filter(against, ignore)?;
        numbers_of(
            &self.world.overlapping(Area::cone([x, y], direction, half_angle, reach), filter).or_throw()?,
        )
    }

    pub fn overlapping(
        &self,
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
        numbers_of(&self.world.overlapping(Area::solid(solid.0.clone(), placement), filter).or_throw()?)
    }

    pub fn first_on_ray(
        &self,
        x0: f64,
        y0: f64,
        x1: f64,
        y1: f64,
        against: u32,
        ignore: f64,
    ) -> Result<Option<Vec<f64>>> {
        let met = self.world.first_on_ray([x0, y0], [x1, y1], filter(against, ignore)?).or_throw()?;
        Ok(met.map(of_ray).transpose()?.map(|numbers| numbers.to_vec()))
    }

    /// Returns seven numbers per body.
    pub fn along_ray(
        &self,
        x0: f64,
        y0: f64,
        x1: f64,
        y1: f64,
        against: u32,
        ignore: f64,
    ) -> Result<Vec<f64>> {
        let met = self.world.along_ray([x0, y0], [x1, y1], filter(against, ignore)?).or_throw()?;
        Ok(met.into_iter().map(of_ray).collect::<Result<Vec<_>>>()?.into_flattened())
    }

    /// Returns four numbers per body: body, distance, point.
    pub fn nearest(&self, x: f64, y: f64, most: u32, against: u32, ignore: f64) -> Result<Vec<f64>> {
        let near = self.world.nearest([x, y], most as usize, filter(against, ignore)?).or_throw()?;
        let four = |near: kasuri::world::Neighbor| {
            Ok([number_of(near.body)?, near.distance, near.point.x, near.point.y])
        };
        Ok(near.into_iter().map(four).collect::<Result<Vec<_>>>()?.into_flattened())
    }

    pub fn sweep(&self, body: f64, x: f64, y: f64) -> Result<Option<Vec<f64>>> {
        self.world.sweep(handle(body)?, [x, y]).or_throw()?.map(of_met).transpose()
    }

    pub fn sweep_solid(
        &self,
        solid: &RawSolid,
        x: f64,
        y: f64,
        angle: f64,
        sx: f64,
        sy: f64,
        to_x: f64,
        to_y: f64,
        against: u32,
        ignore: f64,
    ) -> Result<Option<Vec<f64>>> {
        let (placement, filter) = (placement(x, y, angle, sx, sy), filter(against, ignore)?);
        let met = self.world.sweep_solid(solid.0.clone(), &placement, [to_x, to_y], filter).or_throw()?;
        met.map(of_met).transpose()
    }

    pub fn distance(&self, a: f64, b: f64) -> Result<Option<Vec<f64>>> {
        Ok(self.world.distance(handle(a)?, handle(b)?).or_throw()?.map(of_distance))
    }

    pub fn crossings(&self, a: f64, b: f64) -> Result<Vec<f64>> {
        Ok(flat(&self.world.crossings(handle(a)?, handle(b)?).or_throw()?))
    }
}
