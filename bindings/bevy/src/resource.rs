//! The library's world as a resource, and which entity is which body.

use std::collections::HashMap;

use bevy_ecs::prelude::*;
use kasuri::{Handle, Hit, Step, World};

use crate::bodies::Bodies;
use crate::queue::What;
use crate::refused::Reason;

/// The library's world, and which entity is which body.
///
/// What entities say is brought there in [`KasuriSet::Sync`](crate::KasuriSet::Sync), and [`Kasuri::step`] is what the last step
/// told. Questions with entities as answers are methods here; [`Kasuri::world`] answers all others.
#[derive(Resource)]
pub struct Kasuri {
    pub(crate) world: World,
    pub(crate) pixels_per_unit: f64,
    pub(crate) bodies: Bodies,
    pub(crate) last: Option<Step>,
    pub(crate) failed: Option<kasuri::Error>,
    /// What has come, has gone and has changed since the last step, in order.
    pub(crate) arrived: Vec<Entity>,
    pub(crate) leaving: Vec<Handle>,
    pub(crate) noted: Vec<(Entity, What)>,
    /// The entities that have no body yet, in order of arrival: refused, or waiting for an image.
    pub(crate) waiting: Vec<Entity>,
    /// The entities whose body is parked because something was refused.
    pub(crate) stuck: Vec<Entity>,
    /// What was told of refused entities.
    pub(crate) told: HashMap<Entity, String>,
    pub(crate) refusals: Vec<(Entity, Reason)>,
    /// The bodies that were spawned for the next step.
    pub(crate) born: Vec<(Entity, Handle)>,
    /// How often entities were brought here.
    pub(crate) syncs: u64,
    /// Whether what is hidden hits nothing.
    pub(crate) hidden_hit_nothing: bool,
}

impl Kasuri {
    pub(crate) fn new(world: World) -> Kasuri {
        // The world keeps its units to itself, but tells where a place of them lies in pixels.
        let pixels_per_unit = world.pixels_of([1.0, 0.0]).x;
        Kasuri {
            world,
            pixels_per_unit,
            bodies: Bodies::default(),
            last: None,
            failed: None,
            arrived: Vec::new(),
            leaving: Vec::new(),
            noted: Vec::new(),
            waiting: Vec::new(),
            stuck: Vec::new(),
            told: HashMap::new(),
            refusals: Vec::new(),
            born: Vec::new(),
            syncs: 0,
            hidden_hit_nothing: true,
        }
    }

    /// The library's world, to be asked.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The same, to be changed where no component does: backend, broad phase, contacts pushed apart. Bodies are spawned and
    /// removed by entities alone. What moves here moves back when the entity's `Transform` changes.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// What the last step told; `None` before the first.
    pub fn step(&self) -> Option<&Step> {
        self.last.as_ref()
    }

    /// Why the last step was not made; `None` where it was.
    pub fn error(&self) -> Option<&kasuri::Error> {
        self.failed.as_ref()
    }

    /// The body of an entity.
    pub fn body(&self, entity: Entity) -> Option<Handle> {
        self.bodies.of_entity(entity)
    }

    /// The entity of a body, also of one that left in the last step.
    pub fn entity(&self, body: Handle) -> Option<Entity> {
        self.bodies.entity(body)
    }

    /// What overlaps after the last step, whether new or not.
    pub fn hits(&self) -> impl Iterator<Item = ([Entity; 2], &Hit)> {
        self.step().into_iter().flat_map(Step::hits).filter_map(|hit| Some((self.entities(hit)?, hit)))
    }

    /// The entities of a hit.
    pub fn entities(&self, hit: &Hit) -> Option<[Entity; 2]> {
        Some([self.entity(hit.a)?, self.entity(hit.b)?])
    }

    /// What an entity's region is called; `None` for the body itself, and where there is no such region any more.
    pub fn region(&self, entity: Entity, region: u8) -> Option<&str> {
        self.world.get(self.body(entity)?).ok()?.region(region)
    }

    /// Adds to what was noted of an entity's body; whether it is the first, or there is no body.
    pub(crate) fn is_first_noted(&mut self, entity: Entity, what: What) -> bool {
        let syncs = self.syncs;
        let Some(known) = self.bodies.of_entity(entity).and_then(|body| self.bodies.get_mut(body)) else {
            return true;
        };
        // What was spawned now is as its components say.
        let what = if known.born == syncs { What::default() } else { what };
        let all = known.noted.and(what);
        let before = std::mem::replace(&mut known.noted, all);
        before == What::default()
    }

    pub(crate) fn take_noted(&mut self, body: Handle) -> What {
        self.bodies.get_mut(body).map(|known| std::mem::take(&mut known.noted)).unwrap_or_default()
    }

    /// Notes that an entity is refused, or is no more.
    pub(crate) fn tell(&mut self, entity: Entity, reason: Option<Reason>) {
        let Some(reason) = reason else {
            self.told.remove(&entity);
            return;
        };
        // As text: a reason with a NaN in it equals nothing.
        let text = reason.to_string();
        if self.told.get(&entity) != Some(&text) {
            self.told.insert(entity, text);
            self.refusals.push((entity, reason));
        }
    }
}
