//! Restores an earlier frame, as networked games with rollback do.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use kasuri::{Handle, Snapshot, Step};

use crate::bodies::Bodies;
use crate::collider::{BodyHandle, Collider};
use crate::queue::What;
use crate::resource::Kasuri;

/// The state that the next steps depend on, except the entities' components: the library's world, and the map between
/// entities and bodies. Masks are shared, not copied.
#[derive(Debug, Clone)]
pub struct KasuriSnapshot {
    world: Snapshot,
    bodies: Bodies,
    last: Option<Step>,
    arrived: Vec<Entity>,
    leaving: Vec<Handle>,
    noted: Vec<(Entity, What)>,
    waiting: Vec<Entity>,
    stuck: Vec<Entity>,
}

impl KasuriSnapshot {
    /// Returns the library's snapshot. Two machines can compare its hash.
    pub fn world(&self) -> &Snapshot {
        &self.world
    }
}

impl Kasuri {
    /// Returns the current state, for [`restore`].
    pub fn snapshot(&self) -> KasuriSnapshot {
        KasuriSnapshot {
            world: self.world.snapshot(),
            bodies: self.bodies.clone(),
            last: self.last.clone(),
            arrived: self.arrived.clone(),
            leaving: self.leaving.clone(),
            noted: self.noted.clone(),
            waiting: self.waiting.clone(),
            stuck: self.stuck.clone(),
        }
    }
}

/// Restores a snapshot. Call it once the entities' components are as they were then: the game then goes on identically.
///
/// `entity_of` maps an entity of the snapshot to the entity that replaces it now. Games that spawn despawned entities
/// anew need this; other games return the entity itself, and `None` if it is gone. Entities with a collider that are
/// not in the snapshot get a body in the next step.
pub fn restore(world: &mut World, snapshot: &KasuriSnapshot, entity_of: impl Fn(Entity) -> Option<Entity>) {
    let mut colliders =
        world.query_filtered::<(Entity, &mut BodyHandle), (With<Collider>, Allow<Disabled>)>();
    let living: EntityHashMap<()> = colliders.iter(world).map(|(entity, _)| (entity, ())).collect();
    let entity_of = |entity: Entity| entity_of(entity).filter(|entity| living.contains_key(entity));
    let Some(mut kasuri) = world.get_resource_mut::<Kasuri>() else { return };
    let kasuri = &mut *kasuri;
    kasuri.world.restore(&snapshot.world);
    kasuri.last.clone_from(&snapshot.last);
    kasuri.leaving.clone_from(&snapshot.leaving);
    kasuri.bodies = snapshot.bodies.mapped(entity_of, &mut kasuri.leaving);
    let mapped =
        |entities: &[Entity]| -> Vec<Entity> { entities.iter().filter_map(|&e| entity_of(e)).collect() };
    kasuri.arrived = mapped(&snapshot.arrived);
    kasuri.waiting = mapped(&snapshot.waiting);
    kasuri.stuck = mapped(&snapshot.stuck);
    let noted = snapshot.noted.iter();
    kasuri.noted = noted.filter_map(|&(entity, what)| Some((entity_of(entity)?, what))).collect();
    name_bodies(world, &mut colliders);
}

/// Sets the body handles of entities. Entities without a body are added to the arrivals.
fn name_bodies(
    world: &mut World,
    colliders: &mut QueryState<(Entity, &mut BodyHandle), (With<Collider>, Allow<Disabled>)>,
) {
    world.resource_scope(|world, mut kasuri: Mut<Kasuri>| {
        let mut new = Vec::new();
        for (entity, mut handle) in colliders.iter_mut(world) {
            handle.0 = kasuri.body(entity);
            if handle.0.is_none() {
                new.push(entity);
            }
        }
        let known: EntityHashMap<()> =
            kasuri.arrived.iter().chain(&kasuri.waiting).map(|&entity| (entity, ())).collect();
        kasuri.arrived.extend(new.into_iter().filter(|entity| !known.contains_key(entity)));
    });
}
