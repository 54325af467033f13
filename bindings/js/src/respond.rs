//! Responses to a hit: how two bodies touch, and bodies that are pushed, stopped, slid and bounced.

use kasuri::travel::Response;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::ask::of_met;
use crate::errors::{OrThrow, Result};
use crate::form::RawCover;
use crate::numbers::{handle, vectors};
use crate::query::{of_contact, of_overlap};
use crate::step::hit;
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    pub fn overlap(
        &self,
        a: f64,
        b: f64,
        la: u32,
        lb: u32,
        regions: u32,
        t: f64,
    ) -> Result<Option<Vec<f64>>> {
        Ok(self.world.overlap(&hit(a, b, [la, lb], regions, t)?).or_throw()?.map(of_overlap))
    }

    pub fn contact(
        &self,
        a: f64,
        b: f64,
        la: u32,
        lb: u32,
        regions: u32,
        t: f64,
    ) -> Result<Option<Vec<f64>>> {
        Ok(self.world.contact(&hit(a, b, [la, lb], regions, t)?).or_throw()?.map(of_contact))
    }

    /// Returns the contacts of many hits, six numbers each: 1 and the contact, or 0 and five NaN.
    pub fn contacts(
        &self,
        a: &[f64],
        b: &[f64],
        layers: &[u32],
        regions: &[u32],
        t: &[f64],
    ) -> Result<Vec<f64>> {
        let mut all = Vec::with_capacity(6 * a.len());
        for (k, &layers) in layers.as_chunks::<2>().0.iter().enumerate().take(a.len()) {
            let contact = self.world.contact(&hit(a[k], b[k], layers, regions[k], t[k])?).or_throw()?;
            all.push(if contact.is_some() { 1.0 } else { 0.0 });
            all.extend(contact.map_or_else(|| vec![f64::NAN; 5], of_contact));
        }
        Ok(all)
    }

    pub fn common_pixels(
        &self,
        a: f64,
        b: f64,
        la: u32,
        lb: u32,
        regions: u32,
        t: f64,
    ) -> Result<Option<RawCover>> {
        Ok(self.world.common_pixels(&hit(a, b, [la, lb], regions, t)?).or_throw()?.map(RawCover))
    }

    /// Returns the tags of the parts of one of the two bodies: `side` is 0 for the first, 1 for the second.
    pub fn part_tags(
        &self,
        a: f64,
        b: f64,
        la: u32,
        lb: u32,
        regions: u32,
        t: f64,
        side: u8,
    ) -> Result<Vec<String>> {
        let [first, second] = self.world.part_tags(&hit(a, b, [la, lb], regions, t)?).or_throw()?;
        let tags = if side == 0 { first } else { second };
        Ok(tags.into_iter().map(str::to_owned).collect())
    }

    pub fn push_apart(
        &mut self,
        a: f64,
        b: f64,
        la: u32,
        lb: u32,
        regions: u32,
        t: f64,
        share: f64,
    ) -> Result<Option<Vec<f64>>> {
        let moved = self.world.push_apart(&hit(a, b, [la, lb], regions, t)?, share).or_throw()?;
        Ok(moved.map(|moved| moved.map(<[f64; 2]>::from).as_flattened().to_vec()))
    }

    pub fn advance(&mut self, body: f64, path: &[f64]) -> Result<Option<Vec<f64>>> {
        self.world.advance(handle(body)?, &vectors(path)).or_throw()?.map(of_met).transpose()
    }

    /// Moves a body. Returns its position and velocity, then nine numbers for each hit: those of `of_met`, and the
    /// normal. `how` is 0 for stick, 1 for slide, 2 for bounce.
    pub fn travel(&mut self, body: f64, x: f64, y: f64, how: u8, restitution: f64) -> Result<Vec<f64>> {
        let response = match how {
            0 => Response::Stick,
            1 => Response::Slide,
            _ => Response::Bounce { restitution },
        };
        let travel = self.world.travel(handle(body)?, [x, y], response).or_throw()?;
        let mut numbers = vec![travel.at.x, travel.at.y, travel.velocity.x, travel.velocity.y];
        for impact in travel.hits {
            numbers.extend(of_met(impact.hit)?);
            numbers.extend([impact.normal.x, impact.normal.y]);
        }
        Ok(numbers)
    }

    pub fn keep_inside(&mut self, body: f64, vx: f64, vy: f64, restitution: f64) -> Result<Option<Vec<f64>>> {
        let velocity = self.world.keep_inside(handle(body)?, [vx, vy], restitution).or_throw()?;
        Ok(velocity.map(|velocity| vec![velocity.x, velocity.y]))
    }
}
