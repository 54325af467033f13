//! Bombs: a ring that grows, removes every bullet that it reaches and hurts every foe that it passes.

use kasuri::{Area, Body, Handle, Placement, Shape, Vec2, World};

use super::field::{BLAST, BULLET, FIELD, FOE};
use super::game::Game;
use crate::scenes::skin::Skin;

#[derive(Debug, Clone)]
pub(super) struct Blast {
    pub(super) body: Handle,
    pub(super) at: Vec2,
    pub(super) age: u32,
}

impl Blast {
    /// The duration in steps.
    pub(super) const LASTS: u32 = 48;

    pub(super) fn spawn(world: &mut World, at: Vec2) -> kasuri::Result<Blast> {
        // With a cooldown, so that it hurts each foe only once per so many steps.
        let body = Body::circle(4.0).at(at).layer(BLAST).against(FOE).cooldown(6).data(Skin::None.data());
        Ok(Blast { body: world.spawn(body)?, at, age: 0 })
    }

    pub(super) fn r(&self) -> f64 {
        let part = f64::from(self.age) / f64::from(Blast::LASTS);
        8.0 + 200.0 * part * (2.0 - part)
    }
}

impl Game {
    /// Advances the blast by a step.
    pub(super) fn explode(&mut self, world: &mut World) -> kasuri::Result<()> {
        let Some(mut blast) = self.blast.take() else { return Ok(()) };
        blast.age += 1;
        if blast.age > Blast::LASTS {
            return world.remove(blast.body);
        }
        world.edit(blast.body).radius(blast.r())?;
        let gone = world
            .remove_overlapping(Area::solid(Shape::circle(blast.r())?, Placement::at(blast.at)), BULLET)?;
        self.tally.score += 10 * gone.len() as u64;
        self.sweep_up(world);
        self.blast = Some(blast);
        Ok(())
    }

    /// Removes all bullets and lasers from the field.
    pub(super) fn clear_bullets(&mut self, world: &mut World) -> kasuri::Result<()> {
        let half = [f64::from(FIELD.x1 - FIELD.x0) / 2.0 + 40.0, f64::from(FIELD.y1 - FIELD.y0) / 2.0 + 40.0];
        let middle = [f64::from(FIELD.x0 + FIELD.x1) / 2.0, f64::from(FIELD.y0 + FIELD.y1) / 2.0];
        let gone =
            world.remove_overlapping(Area::solid(Shape::rect(half)?, Placement::at(middle)), BULLET)?;
        self.tally.score += 10 * gone.len() as u64;
        self.sweep_up(world);
        let lasers: Vec<Handle> = self.lasers.drain(..).map(|laser| laser.body).collect();
        world.remove_many(&lasers)
    }

    /// Replaces removed bullets by sparks.
    fn sweep_up(&mut self, world: &World) {
        let (sparks, bullets) = (&mut self.sparks, &mut self.bullets);
        bullets.retain(|bullet| {
            let is_there = world.contains(bullet.body);
            if !is_there {
                sparks.burst(bullet.at, 1, 'l');
            }
            is_there
        });
    }
}
