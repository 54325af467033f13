//! The positions of bullets and enemies.

use std::fmt;
use std::sync::Arc;

use bevy::prelude::*;
use kasuri::Mask;

pub const BULLETS: usize = 10_000;
pub const ENEMIES: usize = 200;

/// The orientation of the bullets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Upright,
    /// Turned to their direction of flight, which does not change.
    Turned,
    /// Every angle is new in each frame.
    Turning,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Upright => "upright",
            Kind::Turned => "turned, angles fixed",
            Kind::Turning => "turned, all angles new each frame",
        })
    }
}

/// Makes the masks of a bullet of 8 px and of an enemy of 64 px.
pub fn masks() -> [Arc<Mask>; 2] {
    let disc = |size: i32, squash: i32| {
        let inside = move |x: i32, y: i32| {
            let (x, y) = (2 * x + 1 - size, squash * (2 * y + 1 - size));
            x * x + y * y <= size * size
        };
        Arc::new(Mask::from_fn(size as usize, size as usize, inside).unwrap())
    };
    [disc(8, 2), disc(64, 1)]
}

#[derive(Debug, Clone)]
pub struct Course {
    kind: Kind,
    starts: Vec<[f32; 2]>,
    angles: Vec<f32>,
}

impl Course {
    pub fn new(kind: Kind) -> Course {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f32 / (1 << 24) as f32
        };
        let starts = (0..BULLETS).map(|_| [random() * 1920.0, random() * 1080.0]).collect();
        let angles = (0..BULLETS).map(|_| random() * std::f32::consts::TAU).collect();
        Course { kind, starts, angles }
    }

    pub fn turns(&self) -> bool {
        self.kind == Kind::Turning
    }

    pub fn enemy(&self, k: usize) -> Vec2 {
        Vec2::new((k % 20) as f32 * 96.0 + 48.0, (k / 20) as f32 * 108.0 + 54.0)
    }

    fn now(&self, k: usize, frame: usize) -> (Vec2, f32) {
        let fly = Vec2::from_angle(self.angles[k]) * 2.3 * frame as f32;
        let [x, y] = self.starts[k];
        let at = Vec2::new((x + fly.x).rem_euclid(1920.0), (y + fly.y).rem_euclid(1080.0));
        let angle = match self.kind {
            Kind::Upright => 0.0,
            Kind::Turned => self.angles[k],
            Kind::Turning => (self.angles[k] + frame as f32 * 0.05) % std::f32::consts::TAU,
        };
        (at, angle)
    }

    pub fn bullet(&self, k: usize, frame: usize) -> Transform {
        let (at, angle) = self.now(k, frame);
        Transform::from_translation(at.extend(0.0)).with_rotation(Quat::from_rotation_z(angle))
    }

    pub fn place(&self, k: usize, frame: usize) -> ([f64; 2], f64) {
        let (at, angle) = self.now(k, frame);
        (at.to_array().map(f64::from), f64::from(angle))
    }
}
