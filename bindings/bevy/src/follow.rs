//! Updates entities without parents that only moved, turned or were scaled. There are thousands a frame, so bulk calls
//! do it.

use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use kasuri::{Handle, Placement};

use crate::apply::placement_of;
use crate::bodies::Known;
use crate::collider::BodyHandle;
use crate::place::Linear;
use crate::refused::Reason;
use crate::resource::Kasuri;

/// The changes, in columns as the library's bulk calls take them.
#[derive(Default)]
pub(crate) struct Moves {
    moved: Vec<Handle>,
    places: Vec<[f64; 2]>,
    turned: Vec<Handle>,
    angles: Vec<f64>,
    placed: Vec<Handle>,
    placements: Vec<Placement>,
    refused: Vec<(Handle, Reason)>,
}

/// Copies changed transforms to the library's world.
pub(crate) fn follow(
    mut kasuri: ResMut<Kasuri>,
    mut moves: Local<Moves>,
    changed: Query<(&Transform, &BodyHandle), (Changed<Transform>, Without<ChildOf>)>,
) {
    let (kasuri, moves) = (&mut *kasuri, &mut *moves);
    moves.clear();
    for (transform, body) in &changed {
        let Some(known) = body.0.and_then(|handle| kasuri.bodies.get_mut(handle)) else { continue };
        // A parked body is placed when it appears.
        if !known.is_parked {
            moves.note(transform, known);
        }
    }
    moves.make(kasuri);
}

impl Moves {
    fn clear(&mut self) {
        self.moved.clear();
        self.places.clear();
        self.turned.clear();
        self.angles.clear();
        self.placed.clear();
        self.placements.clear();
        self.refused.clear();
    }

    #[inline]
    fn note(&mut self, transform: &Transform, known: &mut Known) {
        let (at, linear) = ([transform.translation.x, transform.translation.y], Linear::of(transform));
        let before = std::mem::replace(&mut known.linear, linear);
        let has_moved = std::mem::replace(&mut known.at, at) != at;
        let angle = if linear == before { None } else { linear.angle_only(before) };
        if linear == before || angle.is_some_and(f64::is_finite) {
            if has_moved {
                self.moved.push(known.handle);
                self.places.push(at.map(f64::from));
            }
            if let Some(angle) = angle {
                self.turned.push(known.handle);
                self.angles.push(angle);
            }
            return;
        }
        match placement_of(linear, at, known.size) {
            Err(reason) => self.refused.push((known.handle, reason)),
            Ok(placement) => {
                self.placed.push(known.handle);
                self.placements.push(placement);
            }
        }
    }

    /// Makes the bulk calls. Each succeeds or fails as a whole. If one fails, the bodies are placed one by one, each
    /// with its final placement; a body that is refused then stays where it was.
    fn make(&mut self, kasuri: &mut Kasuri) {
        let mut is_any_stuck = false;
        if kasuri.world.set_angles(&self.turned, &self.angles).is_err() {
            is_any_stuck = one_by_one(kasuri, &self.turned);
        }
        if is_any_stuck || kasuri.world.set_positions(&self.moved, &self.places).is_err() {
            one_by_one(kasuri, &self.moved);
        }
        if kasuri.world.set_placements(&self.placed, &self.placements).is_err() {
            one_by_one(kasuri, &self.placed);
        }
        for (handle, reason) in self.refused.drain(..) {
            kasuri.stick(handle, Some(reason));
        }
    }
}

/// Places bodies one by one. Returns whether one was refused.
fn one_by_one(kasuri: &mut Kasuri, bodies: &[Handle]) -> bool {
    let mut is_any_stuck = false;
    for &handle in bodies {
        let Some(&Known { linear, at, size, is_parked: false, .. }) = kasuri.bodies.get(handle) else {
            continue;
        };
        let placed = placement_of(linear, at, size)
            .and_then(|placement| kasuri.place(handle, placement).map_err(Reason::from));
        if let Err(reason) = placed {
            kasuri.stick(handle, Some(reason));
            is_any_stuck = true;
        }
    }
    is_any_stuck
}
