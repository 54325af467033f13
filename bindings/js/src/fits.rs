//! Where a body fits: at which positions of a grid, and at which of some angles.

use kasuri::query::{self, Fits, FreePose, PlaceGrid, Placed};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::body::RawBody;
use crate::errors::{OrThrow, Result, refused};
use crate::form::RawForm;
use crate::numbers::{count, filter, touching};
use crate::world::RawWorld;

/// A grid of positions.
#[wasm_bindgen]
pub struct RawPlaces(PlaceGrid);

#[wasm_bindgen]
impl RawPlaces {
    #[wasm_bindgen(constructor)]
    pub fn new(x: f64, y: f64, dx: f64, dy: f64, w: u32, h: u32) -> RawPlaces {
        RawPlaces(PlaceGrid::new([x, y], [dx, dy], [w, h]))
    }
}

/// Returns the numbers of a free pose: angle, column, row, position.
fn of_pose(pose: Option<FreePose>) -> Option<Vec<f64>> {
    pose.map(|FreePose { angle, x, y, at }| vec![count(angle), x.into(), y.into(), at.x, at.y])
}

/// Returns one byte for each pose, in order of angle, row and column.
fn bytes_of(fits: &Fits<'_>, places: PlaceGrid, angles: usize) -> Result<Vec<u8>> {
    let [w, h] = places.count.map(u64::from);
    let angles = angles as u64;
    let too_many = || {
        let text = format!("WebAssembly's memory has no room for {} poses; ask for fewer", w * h * angles);
        refused(kasuri::Error::new(kasuri::ErrorKind::Count, text).at("count"))
    };
    let reserved = |number: u64| usize::try_from(number).map_err(|_| too_many());
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(reserved(w * h * angles)?).map_err(|_| too_many())?;
    // The map allocates a word for 64 columns of a row; a failure there would end the module.
    Vec::<u64>::new().try_reserve_exact(reserved(w.div_ceil(64) * h * angles)?).map_err(|_| too_many())?;
    let map = fits.map();
    for row in map.words().chunks_exact(map.stride()) {
        bytes.extend((0..w as usize).map(|x| (row[x / 64] >> (x % 64) & 1) as u8));
    }
    Ok(bytes)
}

impl RawWorld {
    fn fits_of(
        &self,
        body: &RawBody,
        angles: &[f64],
        places: &RawPlaces,
        (against, ignore): (u32, f64),
    ) -> Result<Fits<'_>> {
        self.world.fits(&body.0, angles, &places.0, filter(against, ignore)?).or_throw()
    }
}

#[wasm_bindgen]
impl RawWorld {
    pub fn fits(
        &self,
        body: &RawBody,
        angles: &[f64],
        places: &RawPlaces,
        against: u32,
        ignore: f64,
    ) -> Result<Vec<u8>> {
        bytes_of(&self.fits_of(body, angles, places, (against, ignore))?, places.0, angles.len())
    }

    pub fn count_fits(
        &self,
        body: &RawBody,
        angles: &[f64],
        places: &RawPlaces,
        against: u32,
        ignore: f64,
    ) -> Result<f64> {
        Ok(self.fits_of(body, angles, places, (against, ignore))?.count() as f64)
    }

    pub fn first_fit(
        &self,
        body: &RawBody,
        angles: &[f64],
        places: &RawPlaces,
        against: u32,
        ignore: f64,
    ) -> Result<Option<Vec<f64>>> {
        Ok(of_pose(self.fits_of(body, angles, places, (against, ignore))?.first()))
    }

    pub fn nearest_fit(
        &self,
        body: &RawBody,
        angles: &[f64],
        places: &RawPlaces,
        against: u32,
        ignore: f64,
        x: f64,
        y: f64,
    ) -> Result<Option<Vec<f64>>> {
        let fits = self.fits_of(body, angles, places, (against, ignore))?;
        fits.nearest([x, y]).or_throw().map(of_pose)
    }
}

/// A body placed at each angle, and the bodies that may block it. JavaScript fills it.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawPlacing {
    poses: Vec<Placed>,
    bodies: Vec<Placed>,
}

#[wasm_bindgen]
impl RawPlacing {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawPlacing {
        RawPlacing::default()
    }

    pub fn add_pose(&mut self, form: &RawForm) {
        self.poses.push(form.placed());
    }

    pub fn add_body(&mut self, form: &RawForm) {
        self.bodies.push(form.placed());
    }

    pub fn fits(&self, places: &RawPlaces, is_ignored: bool) -> Result<Vec<u8>> {
        bytes_of(&self.asked(places, is_ignored)?, places.0, self.poses.len())
    }

    pub fn count(&self, places: &RawPlaces, is_ignored: bool) -> Result<f64> {
        Ok(self.asked(places, is_ignored)?.count() as f64)
    }

    pub fn first(&self, places: &RawPlaces, is_ignored: bool) -> Result<Option<Vec<f64>>> {
        Ok(of_pose(self.asked(places, is_ignored)?.first()))
    }

    pub fn nearest(&self, places: &RawPlaces, is_ignored: bool, x: f64, y: f64) -> Result<Option<Vec<f64>>> {
        self.asked(places, is_ignored)?.nearest([x, y]).or_throw().map(of_pose)
    }
}

impl RawPlacing {
    fn asked(&self, places: &RawPlaces, is_ignored: bool) -> Result<Fits<'_>> {
        query::fits(&self.poses, &places.0, &self.bodies, touching(is_ignored)).or_throw()
    }
}
