//! The rules: a moth fires, a ship dodges and shoots back.

use std::collections::HashMap;
use std::sync::Arc;

use kasuri::mask::Alpha;
use kasuri::world::BodyRef;
use kasuri::{Body, Handle, Mask, Region, Shape, World};

use crate::art::{self, Picture};

const SHIP: u32 = 1;
const BULLET: u32 = 2;
const MOTH: u32 = 4;
const SHOT: u32 = 8;
const SIZE: [f64; 2] = [480.0, 640.0];
/// The number of steps of a demonstration.
pub const STEPS: u64 = 600;

/// The pictures, in drawing order. A body's data is the index of its picture.
pub const PICTURES: [fn() -> Picture; 6] =
    [art::boss, art::shot, art::ship0, art::rice, art::orb, art::needle];
const MOTH_ART: usize = 0;
const SHOT_ART: usize = 1;
const SHIP_ART: usize = 2;
const RICE: usize = 3;
const ORB: usize = 4;
const NEEDLE: usize = 5;

/// The effect that a body shows after a hit or a graze.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Glow {
    None,
    Hit,
    Grazed,
}

pub struct Game {
    world: World,
    masks: Vec<Arc<Mask>>,
    ship: Handle,
    ship_at: [f64; 2],
    moth: Handle,
    /// The flying bodies, their positions and their velocities, in columns.
    flying: Vec<Handle>,
    at: Vec<[f64; 2]>,
    velocities: Vec<[f64; 2]>,
    /// The bodies that glow, each with the step at which its glow ends.
    glows: HashMap<Handle, (Glow, u64)>,
    pub steps: u64,
    /// The hits of the moth, the grazes, and the lives lost.
    pub score: [u32; 3],
}

impl Game {
    pub fn new(pictures: &[Picture]) -> kasuri::Result<Game> {
        let mask =
            |p: &Picture| Mask::from_rgba(p.width as usize, p.height as usize, &p.rgba, Alpha::default());
        let masks =
            pictures.iter().map(|picture| mask(picture).map(Arc::new)).collect::<kasuri::Result<Vec<_>>>()?;
        let mut world = World::builder().bounds([0.0, 0.0], SIZE).build()?;
        let ship_at = [240.0, 550.0];
        let ship = Body::sprite(&masks[SHIP_ART])
            .region(Region::new("core", Shape::circle(2.5)?))
            .data(SHIP_ART as u64);
        let ship = world.spawn(ship.at(ship_at).layer(SHIP).against(BULLET))?;
        let moth = Body::sprite(&masks[MOTH_ART]).scaled([2.0, 2.0]).data(MOTH_ART as u64);
        let moth = world.spawn(moth.at([240.0, 110.0]).layer(MOTH).against(SHOT))?;
        let (flying, at, velocities, glows, steps, score) = Default::default();
        Ok(Game { world, masks, ship, ship_at, moth, flying, at, velocities, glows, steps, score })
    }

    /// Returns all bodies with their glow.
    pub fn bodies(&self) -> kasuri::Result<impl Iterator<Item = (BodyRef<'_>, Glow)>> {
        let glow = |body| match self.glows.get(&body) {
            Some(&(glow, until)) if until > self.steps => glow,
            _ => Glow::None,
        };
        Ok(self.world.iter().map(move |seen| (seen, glow(seen.handle()))))
    }

    fn spawn(&mut self, art: usize, at: [f64; 2], velocity: [f64; 2]) -> kasuri::Result<()> {
        let angle = velocity[1].atan2(velocity[0]) + std::f64::consts::FRAC_PI_2;
        let body = Body::sprite(&self.masks[art]).at(at).turned(angle).despawn_beyond(12.0).data(art as u64);
        let body = match art {
            SHOT_ART => body.layer(SHOT).against(MOTH),
            // Needles cross the screen in half a second. They are swept, so they miss nothing.
            NEEDLE => body.layer(BULLET).against(SHIP).graze(10.0).swept(),
            _ => body.layer(BULLET).against(SHIP).graze(10.0),
        };
        self.flying.push(self.world.spawn(body)?);
        self.at.push(at);
        self.velocities.push(velocity);
        Ok(())
    }

    fn fire(&mut self, from: [f64; 2]) -> kasuri::Result<()> {
        let time = self.steps as f64;
        let fan = |angle: f64, speed: f64| [angle.cos() * speed, angle.sin() * speed];
        if self.steps.is_multiple_of(4) {
            (0..9).try_for_each(|arm| {
                self.spawn(RICE, from, fan(f64::from(arm) * 0.698 - time * 0.021, 2.2))
            })?;
        }
        if self.steps.is_multiple_of(30) {
            (0..24)
                .try_for_each(|arm| self.spawn(ORB, from, fan(f64::from(arm) * 0.2618 + time * 0.01, 1.4)))?;
        }
        if self.steps % 80 < 9 && self.steps.is_multiple_of(3) {
            let towards = (self.ship_at[1] - from[1]).atan2(self.ship_at[0] - from[0]);
            self.spawn(NEEDLE, from, fan(towards, 18.0))?;
        }
        Ok(())
    }

    /// Returns the ship's motion in a demonstration, and whether it shoots: it circles and always shoots.
    pub fn by_itself(&self) -> ([f64; 2], bool) {
        let time = self.steps as f64 / 40.0;
        ([time.cos() * 2.8, time.sin() * 2.8], true)
    }

    /// Returns the score as text.
    pub fn line(&self) -> String {
        let [hits, grazes, lives] = self.score;
        format!("{hits} hits  {grazes} grazes  {lives} lives lost")
    }

    pub fn step(&mut self, by: [f64; 2], shoots: bool) -> kasuri::Result<()> {
        self.steps += 1;
        let time = self.steps as f64;
        self.ship_at = std::array::from_fn(|k| (self.ship_at[k] + by[k]).clamp(16.0, SIZE[k] - 16.0));
        let moth_at = [240.0 + (time / 70.0).sin() * 120.0, 110.0];
        self.world.edit(self.ship).position(self.ship_at)?;
        self.world.edit(self.moth).position(moth_at)?.angle((time / 30.0).sin() * 0.25)?;
        if shoots && self.steps.is_multiple_of(5) {
            let [x, y] = self.ship_at;
            [-7.0, 7.0]
                .into_iter()
                .try_for_each(|side| self.spawn(SHOT_ART, [x + side, y - 14.0], [0.0, -11.0]))?;
        }
        self.fire(moth_at)?;
        for (at, velocity) in self.at.iter_mut().zip(&self.velocities) {
            *at = [at[0] + velocity[0], at[1] + velocity[1]];
        }
        self.world.set_positions(&self.flying, &self.at)?;
        self.judge()
    }

    /// Makes a step and counts hits. A bullet that hits the ship's core costs a life; one that only hits its wings does
    /// not.
    fn judge(&mut self) -> kasuri::Result<()> {
        let (step, now) = (self.world.step()?, self.steps);
        for hit in step.began() {
            if let Some(hit) = hit.between(SHIP, BULLET) {
                if self.world.get(hit.a)?.region(hit.regions[0]) == Some("core") {
                    self.score[2] += 1;
                    self.glows.insert(hit.a, (Glow::Hit, now + 30));
                    self.world.edit(hit.a).invulnerable(90)?;
                    self.world.remove(hit.b)?;
                }
            } else if let Some(hit) = hit.between(MOTH, SHOT) {
                self.score[0] += 1;
                self.glows.insert(hit.a, (Glow::Hit, now + 4));
                self.world.remove(hit.b)?;
            }
        }
        for graze in step.grazes().iter().filter_map(|graze| graze.between(SHIP, BULLET)) {
            self.score[1] += 1;
            self.glows.insert(graze.b, (Glow::Grazed, now + 20));
        }
        self.glows.retain(|_, (_, until)| *until > now);
        self.forget_gone();
        Ok(())
    }

    fn forget_gone(&mut self) {
        for k in (0..self.flying.len()).rev() {
            if !self.world.contains(self.flying[k]) {
                self.flying.swap_remove(k);
                self.at.swap_remove(k);
                self.velocities.swap_remove(k);
            }
        }
    }
}
