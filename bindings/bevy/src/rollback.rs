//! Going back to a frame that was, as games that are played over a network do.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use kasuri::{Handle, Snapshot, Step};

use crate::bodies::Bodies;
use crate::collider::{BodyHandle, Collider};
use crate::queue::What;
use crate::resource::Kasuri;

/// All that the next steps depend on and that is not in entities' components: the library's world, and which entity is which
/// body. Masks are shared with it, not copied.
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
    /// The library's snapshot, whose hash two machines compare.
    pub fn world(&self) -> &Snapshot {
        &self.world
    }
}

impl Kasuri {
    /// Keeps the state as it is now, to be given to [`restore`].
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

/// Goes back to a snapshot, once the entities' components are again what they were: from here everything goes on identically.
///
/// `entity_of` says which entity is now the one of the snapshot, for games that spawn anew what was despawned since: itself in
/// others, `None` for one that is gone. Entities with a collider that the snapshot knows nothing of get a body in the next step.
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

/// Tells entities which body they have; those that have none arrive.
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
