//! Exact answers for two placed bodies. Answers are numbers in a row; js/answers.js says which.

use kasuri::answer::{Contact, Overlap};
use kasuri::lattice::{Point, UNITS};
use kasuri::{Placed, query};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};
use crate::form::RawForm;
use crate::mask::rect;
use crate::numbers::{count, touching};

pub(crate) fn of_contact(contact: Contact) -> Vec<f64> {
    let Contact { normal: [nx, ny], depth, point: [x, y] } = contact;
    vec![nx, ny, depth, x, y]
}

/// The kind first: 0 of two sprites, 1 of a sprite and a shape, 2 of two shapes, 3 with a tile map.
pub(crate) fn of_overlap(overlap: Overlap) -> Vec<f64> {
    match overlap {
        Overlap::SpriteSprite(common) => {
            let mut flat = vec![0.0, common.pixels as f64];
            flat.extend(rect(common.bounds));
            flat.extend(common.first.map(f64::from));
            flat.extend(common.centroid);
            flat.extend(common.normal);
            flat.push(common.depth.into());
            flat
        }
        Overlap::SpriteShape { pixels } => vec![1.0, pixels as f64],
        Overlap::ShapeShape(contact) => [vec![2.0], of_contact(contact)].concat(),
        Overlap::Tiles { cells } => {
            std::iter::once(3.0).chain(cells.iter().flat_map(|cell| cell.map(f64::from))).collect()
        }
    }
}

pub(crate) fn of_distance(gap: kasuri::answer::Distance) -> Vec<f64> {
    vec![gap.distance, gap.a[0], gap.a[1], gap.b[0], gap.b[1]]
}

/// At which of how many steps; of nothing there are 0.
pub(crate) fn of_step(step: Option<(u32, u32)>) -> [f64; 2] {
    step.map_or([0.0; 2], |(k, n)| [k.into(), n.into()])
}

fn point(x: f64, y: f64) -> Result<Point> {
    Point::snapped([x, y]).or_throw()
}

#[wasm_bindgen]
impl RawForm {
    pub fn overlaps(&self, other: &RawForm, is_ignored: bool) -> bool {
        query::overlaps(self.form(), other.form(), touching(is_ignored))
    }

    pub fn overlap(&self, other: &RawForm, is_ignored: bool) -> Option<Vec<f64>> {
        query::overlap(self.form(), other.form(), touching(is_ignored)).map(of_overlap)
    }

    pub fn contact(&self, other: &RawForm, is_ignored: bool) -> Option<Vec<f64>> {
        query::contact(self.form(), other.form(), touching(is_ignored)).map(of_contact)
    }

    pub fn distance(&self, other: &RawForm) -> Option<Vec<f64>> {
        query::distance(self.form(), other.form()).map(of_distance)
    }

    pub fn grazes(&self, other: &RawForm, margin: f64, is_ignored: bool) -> Result<bool> {
        let margin = kasuri::lattice::snap(margin).or_throw()?;
        Ok(query::grazes(self.form(), other.form(), margin, touching(is_ignored)))
    }

    pub fn contains(&self, x: f64, y: f64) -> Result<bool> {
        Ok(query::contains(self.form(), point(x, y)?))
    }

    /// t, point, normal.
    pub fn cast(&self, x0: f64, y0: f64, x1: f64, y1: f64) -> Result<Option<Vec<f64>>> {
        let (from, to) = (point(x0, y0)?, point(x1, y1)?);
        let along = |from: i32, to: i32, t: f64| {
            (f64::from(from) + (f64::from(to) - f64::from(from)) * t) / f64::from(UNITS)
        };
        let hit = query::cast(self.form(), from, to);
        Ok(hit.map(|(t, [x, y])| vec![t, along(from.x, to.x, t), along(from.y, to.y, t), x, y]))
    }

    /// t and the step.
    pub fn sweep(&self, x: f64, y: f64, other: &RawForm, ox: f64, oy: f64) -> Result<Option<Vec<f64>>> {
        let meeting = query::sweep(&self.placed(), [x, y], &other.placed(), [ox, oy]).or_throw()?;
        Ok(meeting.map(|meeting| {
            let [k, n] = of_step(meeting.step);
            vec![meeting.t, k, n]
        }))
    }

    pub fn crossings(&self, other: &RawForm) -> Vec<f64> {
        query::crossings(self.form(), other.form()).into_flattened()
    }
}

/// Two lists of forms, being gathered.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawSides {
    bodies: Vec<Placed>,
    first: usize,
}

#[wasm_bindgen]
impl RawSides {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawSides {
        RawSides::default()
    }

    /// The first list is to be complete before the second begins.
    pub fn add(&mut self, form: &RawForm, is_first: bool) {
        let (layer, against) = if is_first { (1, 2) } else { (2, 1) };
        self.bodies.push(Placed { layer, against, ..form.placed() });
        self.first += usize::from(is_first);
    }

    /// Which overlap which: two places a pair.
    pub fn pairs(&self, is_ignored: bool) -> Vec<u32> {
        let pairs = query::pairs(&self.bodies, touching(is_ignored));
        pairs.iter().flat_map(|pair| [pair.a as u32, (pair.b - self.first) as u32]).collect()
    }

    pub fn len(&self) -> f64 {
        count(self.bodies.len())
    }

    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }
}
