//! The library's world as a resource, with the map between entities and bodies.

use std::collections::HashMap;

use bevy_ecs::prelude::*;
use kasuri::{Handle, Hit, Step, World};

use crate::bodies::Bodies;
use crate::queue::What;
use crate::refused::Reason;

/// The library's world, with the map between entities and bodies.
///
/// [`KasuriSet::Sync`](crate::KasuriSet::Sync) copies the entities' components to the world. [`Kasuri::step`] returns the
/// results of the last step. Queries that return entities are methods here; [`Kasuri::world`] answers all other queries.
#[derive(Resource)]
pub struct Kasuri {
    pub(crate) world: World,
    pub(crate) pixels_per_unit: f64,
    pub(crate) bodies: Bodies,
    pub(crate) last: Option<Step>,
    pub(crate) failed: Option<kasuri::Error>,
    /// The arrivals, departures and changes since the last step, each in order.
    pub(crate) arrived: Vec<Entity>,
    pub(crate) leaving: Vec<Handle>,
    pub(crate) noted: Vec<(Entity, What)>,
    /// The entities that have no body yet, in order of arrival: they were refused or wait for an image.
    pub(crate) waiting: Vec<Entity>,
    /// The entities whose body is parked because one of its components was refused.
    pub(crate) stuck: Vec<Entity>,
    /// The last reported reason of each refused entity.
    pub(crate) told: HashMap<Entity, String>,
    pub(crate) refusals: Vec<(Entity, Reason)>,
    /// The bodies that the last synchronization spawned.
    pub(crate) born: Vec<(Entity, Handle)>,
    /// The number of synchronizations so far.
    pub(crate) syncs: u64,
    /// Whether hidden bodies hit nothing.
    pub(crate) hidden_hit_nothing: bool,
}

impl Kasuri {
    pub(crate) fn new(world: World) -> Kasuri {
        // The world does not return its pixels per unit, but it converts a position in units to pixels.
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

    /// Returns the library's world, for queries.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the library's world, for changes that no component makes: the backend, the broad phase, push_apart. Only
    /// entities spawn and remove bodies. A body that is moved here moves back when the entity's `Transform` changes.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Returns the results of the last step; `None` before the first step and after a failed one.
    pub fn step(&self) -> Option<&Step> {
        self.last.as_ref()
    }

    /// Returns the reason why the last step failed; `None` if it did not fail.
    pub fn error(&self) -> Option<&kasuri::Error> {
        self.failed.as_ref()
    }

    /// Returns the body of an entity.
    pub fn body(&self, entity: Entity) -> Option<Handle> {
        self.bodies.of_entity(entity)
    }

    /// Returns the entity of a body, also for a body that left in the last step.
    pub fn entity(&self, body: Handle) -> Option<Entity> {
        self.bodies.entity(body)
    }

    /// Returns all pairs that overlap after the last step, new or not.
    pub fn hits(&self) -> impl Iterator<Item = ([Entity; 2], &Hit)> {
        self.step().into_iter().flat_map(Step::hits).filter_map(|hit| Some((self.entities(hit)?, hit)))
    }

    /// Returns the entities of a hit.
    pub fn entities(&self, hit: &Hit) -> Option<[Entity; 2]> {
        Some([self.entity(hit.a)?, self.entity(hit.b)?])
    }

    /// Returns the name of an entity's region; `None` for the body itself, and if the region does not exist any more.
    pub fn region(&self, entity: Entity, region: u8) -> Option<&str> {
        self.world.get(self.body(entity)?).ok()?.region(region)
    }

    /// Adds to the noted changes of an entity's body. Returns whether this is the first change, or there is no body.
    pub(crate) fn is_first_noted(&mut self, entity: Entity, what: What) -> bool {
        let syncs = self.syncs;
        let Some(known) = self.bodies.of_entity(entity).and_then(|body| self.bodies.get_mut(body)) else {
            return true;
        };
        // A body that this synchronization spawned is up to date with its components.
        let what = if known.born == syncs { What::default() } else { what };
        let all = known.noted.and(what);
        let before = std::mem::replace(&mut known.noted, all);
        before == What::default()
    }

    pub(crate) fn take_noted(&mut self, body: Handle) -> What {
        self.bodies.get_mut(body).map(|known| std::mem::take(&mut known.noted)).unwrap_or_default()
    }

    /// Reports that an entity is refused for a reason, or, with `None`, that it no longer is.
    pub(crate) fn tell(&mut self, entity: Entity, reason: Option<Reason>) {
        let Some(reason) = reason else {
            self.told.remove(&entity);
            return;
        };
        // The comparison uses the text: a reason with a NaN in it does not even equal itself.
        let text = reason.to_string();
        if self.told.get(&entity) != Some(&text) {
            self.told.insert(entity, text);
            self.refusals.push((entity, reason));
        }
    }
}
