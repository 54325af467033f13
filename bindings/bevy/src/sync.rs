//! Copies the changes of entities to the library's world before each step. Bodies leave, arrive and change in the order in
//! which it happened, so two machines with the same events have the same world.

#[cfg(feature = "sprites")]
use bevy_camera::visibility::Visibility;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;

use crate::apply::{Apply, Said};
use crate::collider::BodyHandle;
use crate::family::Families;
use crate::looks::Looks;
use crate::queue::What;
use crate::resource::Kasuri;
use crate::settings::Teleport;

/// Notes the entities whose visibility changed.
#[cfg(feature = "sprites")]
pub(crate) fn watch_visibility(
    mut kasuri: ResMut<Kasuri>,
    changed: Query<Entity, (With<BodyHandle>, Changed<Visibility>, Without<ChildOf>)>,
) {
    kasuri.noted.extend(changed.iter().map(|entity| (entity, What::ACTIVE)));
}

/// Notes the children whose position or visibility changed because of a parent.
pub(crate) fn watch_children(
    mut kasuri: ResMut<Kasuri>,
    families: Families,
    children: Query<(Entity, &BodyHandle), With<ChildOf>>,
) {
    let kasuri = &mut *kasuri;
    for (entity, handle) in &children {
        let Some(known) = handle.0.and_then(|handle| kasuri.bodies.get(handle)) else { continue };
        // `retry` handles stuck bodies anyway.
        if known.is_stuck {
            continue;
        }
        let is_hidden = kasuri.hidden_hit_nothing && families.is_hidden(entity);
        if is_hidden != known.is_hidden {
            kasuri.noted.push((entity, What::ACTIVE));
        } else if !known.is_off && !families.whereabouts(entity).is_ok_and(|now| now.is_that_of(known)) {
            kasuri.noted.push((entity, What::PLACE));
        }
    }
}

/// Notes that an entity lost its parent.
pub(crate) fn on_orphaned(event: On<Remove, ChildOf>, mut kasuri: ResMut<Kasuri>) {
    if kasuri.body(event.entity).is_some() {
        kasuri.noted.push((event.entity, What::PLACE.and(What::ACTIVE)));
    }
}

/// Notes that an entity was disabled.
pub(crate) fn on_disabled(event: On<Add, Disabled>, mut kasuri: ResMut<Kasuri>) {
    if kasuri.body(event.entity).is_some() {
        kasuri.noted.push((event.entity, What::ACTIVE));
    }
}

/// Notes that an entity was enabled.
pub(crate) fn on_enabled(event: On<Remove, Disabled>, mut kasuri: ResMut<Kasuri>) {
    if kasuri.body(event.entity).is_some() {
        // Its transform was not followed while it was disabled.
        kasuri.noted.push((event.entity, What::ACTIVE.and(What::PLACE)));
    }
}

/// All entities with a collider, disabled or not.
type All<'w, 's> = Query<'w, 's, Said, Allow<Disabled>>;

/// Updates the bodies of changed entities. Entities without parents that only moved are updated in bulk by `follow`.
pub(crate) fn bring(
    mut kasuri: ResMut<Kasuri>,
    all: All,
    families: Families,
    mut looks: Looks,
    mut commands: Commands,
) {
    let kasuri = &mut *kasuri;
    kasuri.bodies.forget_gone();
    kasuri.born.clear();
    kasuri.syncs += 1;
    for handle in std::mem::take(&mut kasuri.leaving) {
        kasuri.remove(handle);
    }
    // Nothing needs to be reported about entities whose collider is gone.
    kasuri.told.retain(|&entity, _| all.contains(entity));
    let mut apply = Apply { kasuri, families: &families, looks: &mut looks };
    retry(&mut apply, &all);
    arrive(&mut apply, &all);
    change(&mut apply, &all, &mut commands);
    apply.kasuri.bodies.sort_gone();
}

/// Tries again to update bodies that were refused, and to spawn bodies that were refused or had no image.
fn retry(apply: &mut Apply, all: &All) {
    for entity in std::mem::take(&mut apply.kasuri.stuck) {
        let (Some(handle), Ok(said)) = (apply.kasuri.body(entity), all.get(entity)) else { continue };
        if !apply.change(&said, handle, What::default()) {
            apply.kasuri.stuck.push(entity);
        }
    }
    for entity in std::mem::take(&mut apply.kasuri.waiting) {
        spawn(apply, all, entity);
    }
}

fn arrive(apply: &mut Apply, all: &All) {
    for entity in std::mem::take(&mut apply.kasuri.arrived) {
        spawn(apply, all, entity);
    }
}

fn spawn(apply: &mut Apply, all: &All, entity: Entity) {
    let Ok(said) = all.get(entity) else { return };
    // An entity that arrived, left and arrived again is in the list twice.
    if apply.kasuri.body(entity).is_none() && !apply.spawn(&said) {
        apply.kasuri.waiting.push(entity);
    }
}

/// Applies the noted changes, all changes of an entity at once: if one is refused, the entity is refused as a whole.
fn change(apply: &mut Apply, all: &All, commands: &mut Commands) {
    let mut noted = std::mem::take(&mut apply.kasuri.noted);
    noted.retain(|&(entity, what)| apply.kasuri.is_first_noted(entity, what));
    for (entity, _) in noted.drain(..) {
        let Ok(said) = all.get(entity) else { continue };
        if said.teleports {
            commands.entity(entity).try_remove::<Teleport>();
        }
        let Some(handle) = apply.kasuri.body(entity) else { continue };
        let what = apply.kasuri.take_noted(handle);
        if what != What::default() {
            apply.change(&said, handle, what);
        }
    }
    apply.kasuri.noted = noted;
}

/// Writes the new body handles to their entities.
pub(crate) fn name(kasuri: Res<Kasuri>, mut handles: Query<&mut BodyHandle, Allow<Disabled>>) {
    for &(entity, handle) in &kasuri.born {
        if let Ok(mut named) = handles.get_mut(entity) {
            named.0 = Some(handle);
        }
    }
}
