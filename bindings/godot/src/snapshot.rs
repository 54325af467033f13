//! Snapshots: the library's world, and what the nodes add to it.

use std::sync::Arc;

use godot::prelude::*;
use kasuri::{Handle, Snapshot, Vec2};

use crate::body::InWorld;
use crate::sheet_play::Playing;

/// The state of a [KasuriWorld2D] at one time: its bodies, contacts and rules, the places of the nodes and the bullets.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriSnapshot {
    pub(crate) snapshot: Snapshot,
    pub(crate) clock: u64,
    pub(crate) bodies: Vec<KeptBody>,
    pub(crate) flocks: Vec<(InstanceId, Arc<Flock>)>,
}

#[godot_api]
impl KasuriSnapshot {
    /// Returns the hash of the world in the snapshot, as 16 hexadecimal digits.
    #[func]
    fn hash_text(&self) -> GString {
        format!("{:016x}", self.snapshot.hash()).as_str().into()
    }

    /// Returns how many steps the world had made.
    #[func]
    fn steps(&self) -> i64 {
        self.snapshot.steps().cast_signed()
    }
}

/// What a snapshot keeps of a node with a body.
pub(crate) struct KeptBody {
    pub(crate) node: InstanceId,
    pub(crate) state: InWorld,
    pub(crate) position: Vector2,
    pub(crate) rotation: f32,
    pub(crate) scale: Vector2,
    /// The frame that its sprite shows, and how far it is in it.
    pub(crate) frame: Option<(i32, f32)>,
    /// The frame of its sheet, and the tag that it plays.
    pub(crate) sheet_frame: i64,
    pub(crate) playing: Option<Playing>,
}

/// Bullets that fly straight.
#[derive(Clone, Default)]
pub(crate) struct Flock {
    pub(crate) bodies: Vec<Handle>,
    pub(crate) at: Vec<Vec2>,
    pub(crate) velocities: Vec<Vec2>,
    pub(crate) angles: Vec<f64>,
}

impl Flock {
    /// Keeps the bullets that the test accepts, in order.
    pub(crate) fn keep(&mut self, is_kept: impl Fn(Handle) -> bool) {
        let mut kept = 0;
        for k in 0..self.bodies.len() {
            if is_kept(self.bodies[k]) {
                self.bodies[kept] = self.bodies[k];
                self.at[kept] = self.at[k];
                self.velocities[kept] = self.velocities[k];
                self.angles[kept] = self.angles[k];
                kept += 1;
            }
        }
        self.bodies.truncate(kept);
        self.at.truncate(kept);
        self.velocities.truncate(kept);
        self.angles.truncate(kept);
    }
}
