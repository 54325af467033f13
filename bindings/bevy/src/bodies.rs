//! The plugin's data of each body, indexed by its handle's slot, and of each entity, indexed by its index. Nothing is
//! hashed.

use bevy_ecs::prelude::*;
use kasuri::Handle;

use crate::place::Linear;
use crate::queue::What;

/// The plugin's data of a body, in addition to what the library keeps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub(crate) handle: Handle,
    pub(crate) entity: Entity,
    /// The transform, without its position, at the last update.
    pub(crate) linear: Linear,
    pub(crate) at: [f32; 2],
    /// The drawn size of a texel, negative where it is mirrored; 1 for shapes.
    pub(crate) size: [f64; 2],
    /// The parts that have changed since the last step.
    pub(crate) noted: What,
    /// The number of the synchronization that spawned it.
    pub(crate) born: u64,
    pub(crate) is_hidden: bool,
    /// Whether it is hidden or disabled. Then it hits nothing.
    pub(crate) is_off: bool,
    /// Whether one of its components was refused. Then it hits nothing.
    pub(crate) is_stuck: bool,
    /// Whether it is parked: it hits nothing, and in the world it is a point on no layer.
    pub(crate) is_parked: bool,
    /// Whether its hits trigger observers.
    pub(crate) has_events: bool,
}

/// All bodies.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bodies {
    slots: Vec<Option<Known>>,
    /// The bodies of entities, by the entity's index.
    handles: Vec<Option<(Entity, Handle)>>,
    /// The bodies that left before the last step, sorted by handle.
    gone: Vec<(Handle, Entity)>,
    /// The number of bodies whose hits trigger observers.
    pub(crate) observed: usize,
}

fn slot(handle: Handle) -> usize {
    handle.to_bits() as u32 as usize
}

impl Bodies {
    #[inline]
    pub(crate) fn get(&self, handle: Handle) -> Option<&Known> {
        self.slots.get(slot(handle))?.as_ref().filter(|known| known.handle == handle)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, handle: Handle) -> Option<&mut Known> {
        self.slots.get_mut(slot(handle))?.as_mut().filter(|known| known.handle == handle)
    }

    pub(crate) fn of_entity(&self, entity: Entity) -> Option<Handle> {
        let (owner, handle) = (*self.handles.get(entity.index_u32() as usize)?)?;
        (owner == entity).then_some(handle)
    }

    #[inline]
    pub(crate) fn entity(&self, handle: Handle) -> Option<Entity> {
        match self.get(handle) {
            Some(known) => Some(known.entity),
            None => self.entity_gone(handle),
        }
    }

    fn entity_gone(&self, handle: Handle) -> Option<Entity> {
        let k = self.gone.binary_search_by_key(&handle, |gone| gone.0).ok()?;
        Some(self.gone[k].1)
    }

    /// Returns the same bodies with mapped entities. Bodies whose entity is gone are added to `leaving`.
    pub(crate) fn mapped(&self, to: impl Fn(Entity) -> Option<Entity>, leaving: &mut Vec<Handle>) -> Bodies {
        let mut bodies = Bodies { gone: self.gone.clone(), ..Bodies::default() };
        for known in self.slots.iter().flatten() {
            match to(known.entity) {
                Some(entity) => bodies.insert(Known { entity, ..*known }),
                None => {
                    // It belongs to no entity until it leaves: another entity may have the index of its entity now.
                    bodies.observed += usize::from(known.has_events);
                    put(&mut bodies.slots, slot(known.handle), *known);
                    if !leaving.contains(&known.handle) {
                        leaving.push(known.handle);
                    }
                }
            }
        }
        bodies
    }

    pub(crate) fn insert(&mut self, known: Known) {
        put(&mut self.slots, slot(known.handle), known);
        put(&mut self.handles, known.entity.index_u32() as usize, (known.entity, known.handle));
        self.observed += usize::from(known.has_events);
    }

    /// Forgets a body. Its entity stays known until the next step has been reported.
    pub(crate) fn remove(&mut self, handle: Handle) {
        let Some(known) =
            self.slots.get_mut(slot(handle)).and_then(|s| s.take_if(|known| known.handle == handle))
        else {
            return;
        };
        self.observed -= usize::from(known.has_events);
        self.gone.push((handle, known.entity));
        if let Some(place) = self.handles.get_mut(known.entity.index_u32() as usize) {
            place.take_if(|(_, owned)| *owned == handle);
        }
    }

    pub(crate) fn set_events(&mut self, handle: Handle, has_events: bool) {
        let Some(known) = self.get_mut(handle) else { return };
        let had = std::mem::replace(&mut known.has_events, has_events);
        self.observed = self.observed + usize::from(has_events) - usize::from(had);
    }

    /// Forgets the bodies that left before the last step.
    pub(crate) fn forget_gone(&mut self) {
        self.gone.clear();
    }

    pub(crate) fn sort_gone(&mut self) {
        self.gone.sort_unstable_by_key(|gone| gone.0);
    }
}

fn put<T: Clone>(list: &mut Vec<Option<T>>, k: usize, what: T) {
    if list.len() <= k {
        list.resize(k + 1, None);
    }
    list[k] = Some(what);
}
