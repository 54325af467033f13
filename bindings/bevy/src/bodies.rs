//! What is known of each body, by the slot of its handle, and of each entity, by its index: nothing is hashed.

use bevy_ecs::prelude::*;
use kasuri::Handle;

use crate::place::Linear;
use crate::queue::What;

/// What is known of a body beside what the library knows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub(crate) handle: Handle,
    pub(crate) entity: Entity,
    /// What its transform was.
    pub(crate) linear: Linear,
    pub(crate) at: [f32; 2],
    /// How large a texel is drawn, mirrored where it is negative; 1 for shapes.
    pub(crate) size: [f64; 2],
    /// Which parts of it have changed since the last step.
    pub(crate) noted: What,
    /// In which synchronisation it was spawned.
    pub(crate) born: u64,
    pub(crate) is_hidden: bool,
    /// Hidden or disabled, so it hits nothing.
    pub(crate) is_off: bool,
    /// Something of it was refused, so it hits nothing.
    pub(crate) is_stuck: bool,
    /// It hits nothing: in the world it is a point on no layer.
    pub(crate) is_parked: bool,
    /// Observers want its hits.
    pub(crate) has_events: bool,
}

/// All bodies.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bodies {
    slots: Vec<Option<Known>>,
    /// By the index of entities.
    handles: Vec<Option<(Entity, Handle)>>,
    /// Those that left before the last step, by their handles.
    gone: Vec<(Handle, Entity)>,
    /// How many want their hits to be triggered.
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

    /// The same bodies of other entities. Those whose entity is gone leave.
    pub(crate) fn mapped(&self, to: impl Fn(Entity) -> Option<Entity>, leaving: &mut Vec<Handle>) -> Bodies {
        let mut bodies = Bodies { gone: self.gone.clone(), ..Bodies::default() };
        for known in self.slots.iter().flatten() {
            match to(known.entity) {
                Some(entity) => bodies.insert(Known { entity, ..*known }),
                None => {
                    // Nobody's, until it leaves: another entity may have its entity's index by now.
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

    /// Forgets a body; whose it was is known until the next step is told.
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

    /// Forgets those that had left before the last step.
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
