//! Exact answers about two placed bodies. Answers are flat lists of numbers; js/answers.js documents their order.

use kasuri::Vec2;
use kasuri::answer::{Contact, Distance, Overlap, SpriteStep};
use kasuri::lattice::{Margin, Point};
use kasuri::query::{self, Placed};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};
use crate::form::RawForm;
use crate::mask::rect;
use crate::numbers::{count, touching};

pub(crate) fn of_contact(contact: Contact) -> Vec<f64> {
    let Contact { normal, depth, point } = contact;
    vec![normal.x, normal.y, depth, point.x, point.y]
}

/// Returns the numbers of an overlap. The first is the kind: 0 for two sprites, 1 for a sprite and a shape, 2 for two
/// shapes, 3 with a tile map.
pub(crate) fn of_overlap(overlap: Overlap) -> Vec<f64> {
    match overlap {
        Overlap::SpriteSprite(common) => {
            let mut flat = vec![0.0, common.pixels as f64];
            flat.extend(rect(common.bounds));
            flat.extend(common.first.map(f64::from));
            flat.extend([common.centroid.x, common.centroid.y, common.normal.x, common.normal.y]);
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

pub(crate) fn of_distance(gap: Distance) -> Vec<f64> {
    vec![gap.distance, gap.a.x, gap.a.y, gap.b.x, gap.b.y]
}

/// Returns the step and the number of steps; 0 and 0 if there are none.
pub(crate) fn of_step(step: Option<SpriteStep>) -> [f64; 2] {
    step.map_or([0.0; 2], |step| [step.number.into(), step.count.into()])
}

/// Returns two numbers per point.
pub(crate) fn flat(points: &[Vec2]) -> Vec<f64> {
    points.iter().flat_map(|point| [point.x, point.y]).collect()
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
        let margin = Margin::new(margin).or_throw()?;
        Ok(query::grazes(self.form(), other.form(), margin, touching(is_ignored)))
    }

    pub fn contains(&self, x: f64, y: f64) -> Result<bool> {
        Ok(query::contains(self.form(), point(x, y)?))
    }

    /// Returns t, point, normal.
    pub fn cast(&self, x0: f64, y0: f64, x1: f64, y1: f64) -> Result<Option<Vec<f64>>> {
        let (from, to) = (point(x0, y0)?, point(x1, y1)?);
        let hit = query::cast(self.form(), from, to);
        Ok(hit.map(|hit| vec![hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y]))
    }

    /// Returns t and the step.
    pub fn sweep(&self, x: f64, y: f64, other: &RawForm, ox: f64, oy: f64) -> Result<Option<Vec<f64>>> {
        let meeting = query::sweep(&self.placed(), [x, y], &other.placed(), [ox, oy]).or_throw()?;
        Ok(meeting.map(|meeting| {
            let [k, n] = of_step(meeting.step);
            vec![meeting.t, k, n]
        }))
    }

    pub fn crossings(&self, other: &RawForm) -> Vec<f64> {
        flat(&query::crossings(self.form(), other.form()))
    }
}

/// Two lists of forms that JavaScript fills.
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

    /// Adds a form. The first list must be complete before the second begins.
    pub fn add(&mut self, form: &RawForm, is_first: bool) {
        let (layer, against) = if is_first { (1, 2) } else { (2, 1) };
        self.bodies.push(Placed { layer, against, ..form.placed() });
        self.first += usize::from(is_first);
    }

    /// Returns the pairs that overlap, two indices per pair.
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
