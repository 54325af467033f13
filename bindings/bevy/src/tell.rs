//! Reports the results of a step, as messages and to observers.

use bevy_ecs::prelude::*;
use kasuri::{Handle, Hit, Step};

use crate::refused::Refused;
use crate::resource::Kasuri;

/// Makes a message about two entities that is also an event on an entity.
macro_rules! meeting {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Message, EntityEvent, Debug, Clone, Copy, PartialEq)]
        pub struct $name {
            /// The entity that was spawned earlier; for observers, the entity that they watch.
            #[event_target]
            pub entity: Entity,
            /// The other entity.
            pub other: Entity,
            /// The region of each: 0 is the body itself. [`Kasuri::region`] returns its name.
            pub regions: [u8; 2],
            /// The layers of the two.
            pub layers: [u32; 2],
            /// The time of the hit between the step before (0) and this one (1), if one of them is [`Swept`](crate::Swept).
            pub t: Option<f64>,
        }

        impl $name {
            fn of(kasuri: &Kasuri, hit: &Hit) -> Option<$name> {
                let [entity, other] = kasuri.entities(hit)?;
                Some($name { entity, other, regions: hit.regions, layers: hit.layers(), t: hit.t() })
            }

            /// Returns the same message with the two entities exchanged.
            #[must_use]
            pub fn turned_round(self) -> $name {
                let ([ra, rb], [la, lb]) = (self.regions, self.layers);
                $name { entity: self.other, other: self.entity, regions: [rb, ra], layers: [lb, la], ..self }
            }

            /// Returns the same message with the entity on layers `a` first; `None` if it is not between layers `a` and
            /// `b`.
            pub fn between(self, a: impl crate::LayerBits, b: impl crate::LayerBits) -> Option<$name> {
                let ([la, lb], a, b) = (self.layers, a.bits(), b.bits());
                match () {
                    () if la & a != 0 && lb & b != 0 => Some(self),
                    () if lb & a != 0 && la & b != 0 => Some(self.turned_round()),
                    () => None,
                }
            }
        }
    };
}

meeting! {
    /// Two bodies overlap that did not overlap after the step before.
    HitBegan
}
meeting! {
    /// Two bodies no longer overlap, or one of them is gone.
    HitEnded
}
meeting! {
    /// Two bodies came within a [`Graze`](crate::Graze)'s margin and do not overlap. Sent once for each pair.
    Grazed
}

/// A body left the world's bounds.
#[derive(Message, EntityEvent, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftBounds {
    /// The entity that left.
    pub entity: Entity,
}

/// A body came back into the world's bounds.
#[derive(Message, EntityEvent, Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnteredBounds {
    /// The entity that came back.
    pub entity: Entity,
}

/// Makes a step.
pub(crate) fn step(mut kasuri: ResMut<Kasuri>) {
    match kasuri.world.step() {
        Ok(step) => {
            kasuri.last = Some(step);
            kasuri.failed = None;
        }
        Err(error) => {
            log::error!("kasuri: {error}");
            kasuri.last = None;
            kasuri.failed = Some(error);
        }
    }
}

/// Writes the messages of a step.
pub(crate) fn write(
    kasuri: Res<Kasuri>,
    mut began: MessageWriter<HitBegan>,
    mut ended: MessageWriter<HitEnded>,
    mut grazed: MessageWriter<Grazed>,
    mut left: MessageWriter<LeftBounds>,
    mut entered: MessageWriter<EnteredBounds>,
) {
    let Some(step) = kasuri.step() else { return };
    began.write_batch(step.began().iter().filter_map(|hit| HitBegan::of(&kasuri, hit)));
    ended.write_batch(step.ended().iter().filter_map(|hit| HitEnded::of(&kasuri, hit)));
    grazed.write_batch(step.grazes().iter().filter_map(|hit| Grazed::of(&kasuri, hit)));
    let entity = |&body: &Handle| kasuri.entity(body);
    left.write_batch(step.left().iter().filter_map(entity).map(|entity| LeftBounds { entity }));
    entered.write_batch(step.entered().iter().filter_map(entity).map(|entity| EnteredBounds { entity }));
}

/// Triggers observers of the entities with `HitEvents`.
pub(crate) fn trigger(kasuri: Res<Kasuri>, mut commands: Commands) {
    let Some(step) = kasuri.step() else { return };
    if kasuri.bodies.observed == 0 {
        return;
    }
    let has_events = |body: Handle| kasuri.bodies.get(body).is_some_and(|known| known.has_events);
    macro_rules! trigger {
        ($hits:expr, $event:ident) => {
            for hit in $hits {
                let (first, second) = (has_events(hit.a), has_events(hit.b));
                let Some(event) = (first || second).then(|| $event::of(&kasuri, hit)).flatten() else {
                    continue;
                };
                if first {
                    commands.trigger(event);
                }
                if second {
                    commands.trigger(event.turned_round());
                }
            }
        };
    }
    trigger!(step.began(), HitBegan);
    trigger!(step.ended(), HitEnded);
    trigger!(step.grazes(), Grazed);
    for &body in step.left().iter().filter(|&&body| has_events(body)) {
        kasuri.entity(body).into_iter().for_each(|entity| commands.trigger(LeftBounds { entity }));
    }
    for &body in step.entered().iter().filter(|&&body| has_events(body)) {
        kasuri.entity(body).into_iter().for_each(|entity| commands.trigger(EnteredBounds { entity }));
    }
}

/// Despawns the entities whose bodies are too far outside the world's bounds.
pub(crate) fn despawn(mut kasuri: ResMut<Kasuri>, mut commands: Commands) {
    let gone = kasuri.step().map(Step::despawned).unwrap_or_default().to_vec();
    for body in gone {
        if let Some(entity) = kasuri.entity(body) {
            commands.entity(entity).try_despawn();
            kasuri.bodies.remove(body);
        }
    }
    kasuri.bodies.sort_gone();
}

/// Writes and logs the refusals.
pub(crate) fn refuse(mut kasuri: ResMut<Kasuri>, mut refused: MessageWriter<Refused>) {
    for (entity, reason) in std::mem::take(&mut kasuri.refusals) {
        log::warn!("kasuri: {entity}: {reason}");
        refused.write(Refused { entity, reason });
    }
}
