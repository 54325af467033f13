//! The positions of bodies in every frame: they fly straight and turn back at the edges of the screen.

use crate::random::Random;
use crate::tables::Effort;

pub(super) const SCREEN: [f64; 2] = [1920.0, 1080.0];

/// The positions of all bodies, frame by frame.
pub(super) type Places = Vec<Vec<[f64; 2]>>;

/// Bodies of one size.
pub(super) struct Swarm {
    pub(super) count: usize,
    /// The side in pixels; bodies also keep this distance from the edges.
    pub(super) side: f64,
    /// The largest distance per frame on each axis.
    pub(super) fastest: f64,
}

/// The bullets and enemies of most scenes.
pub(super) fn bullets_and_enemies(effort: &Effort) -> [Swarm; 2] {
    [
        Swarm { count: effort.bullets, side: 8.0, fastest: 6.0 },
        Swarm { count: effort.scaled(200), side: 64.0, fastest: 2.0 },
    ]
}

/// Returns positions of bodies that start and move by fractions of pixels.
pub(super) fn places(swarms: &[Swarm], frames: usize) -> Places {
    places_on(SCREEN, swarms, frames)
}

/// Does the same on a screen of another size.
pub(super) fn places_on(screen: [f64; 2], swarms: &[Swarm], frames: usize) -> Places {
    let random = &mut Random::new(4242);
    let mut bodies = Vec::new();
    for &Swarm { count, side, fastest } in swarms {
        for _ in 0..count {
            let at = screen.map(|most| random.between(side, most - side));
            let by = [(); 2].map(|()| random.between(-fastest, fastest));
            bodies.push((at, by, side));
        }
    }
    let mut step = || {
        for (at, by, side) in &mut bodies {
            for k in 0..2 {
                at[k] += by[k];
                if at[k] < *side || at[k] > screen[k] - *side {
                    by[k] = -by[k];
                    at[k] += 2.0 * by[k];
                }
            }
        }
        bodies.iter().map(|body| body.0).collect()
    };
    (0..frames).map(|_| step()).collect()
}

/// Returns the angle of body `k`; every body has another angle.
pub(super) fn angle(k: usize) -> f64 {
    k as f64 * 0.7
}

/// Returns the angles of spinning bodies, frame by frame.
pub(super) fn spins(bodies: usize, frames: usize) -> Vec<Vec<f64>> {
    let frame = |f| (0..bodies).map(|k| angle(k) + f as f64 * 0.05).collect();
    (0..frames).map(frame).collect()
}
