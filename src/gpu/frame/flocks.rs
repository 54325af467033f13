//! A flock is the bodies with equal layers. Flocks whose layers do not match never search each other.

use std::collections::HashMap;

use crate::form::Layers;
use crate::gpu::constants::{MIXED, NOWHERE};

/// The layers of each flock.
#[derive(Debug, Default)]
pub(super) struct FlockLayers {
    known: HashMap<Layers, u32>,
    layers: Vec<Layers>,
}

impl FlockLayers {
    /// Returns the flock of some layers; makes it if it is new.
    pub(super) fn of(&mut self, layers: Layers) -> u32 {
        if layers.layer == 0 || layers.against == 0 {
            return NOWHERE;
        }
        let next = (self.layers.len() as u32).min(MIXED);
        let flock = *self.known.entry(layers).or_insert(next);
        if flock == next && next < MIXED {
            self.layers.push(layers);
        }
        flock
    }

    /// Returns for each flock one bit per flock whose layers match. The mixed flock matches all.
    pub(super) fn partners(&self) -> [u32; 32] {
        let mixed = u32::from(self.known.len() > self.layers.len()) << MIXED;
        let mut partners = [0; 32];
        for (k, &a) in self.layers.iter().enumerate() {
            let bits = self.layers.iter().enumerate().map(|(j, &b)| u32::from(a.pair_with(b)) << j);
            partners[k] = bits.fold(mixed, |all, bit| all | bit);
        }
        partners[MIXED as usize] = if mixed == 0 { 0 } else { u32::MAX };
        partners
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flocks_that_do_not_match_are_no_partners() {
        let mut flocks = FlockLayers::default();
        let (bullet, ship) = (Layers::new(1, 2), Layers::new(2, 3));
        assert_eq!([bullet, ship, bullet].map(|layers| flocks.of(layers)), [0, 1, 0]);
        assert_eq!(flocks.of(Layers::new(0, 1)), NOWHERE);
        assert_eq!(flocks.partners()[..3], [0b10, 0b11, 0]);
    }

    #[test]
    fn layers_past_the_last_flock_are_mixed() {
        let mut flocks = FlockLayers::default();
        let layers = |k: u32| Layers::new(1 << (k % 8), k + 1);
        let all: Vec<u32> = (0..40).map(|k| flocks.of(layers(k))).collect();
        assert_eq!(all[..31], (0..31).collect::<Vec<_>>());
        assert!(all[31..].iter().all(|&flock| flock == MIXED));
        assert_eq!(flocks.of(layers(35)), MIXED);
        let partners = flocks.partners();
        assert!(partners.iter().all(|bits| bits >> MIXED == 1) && partners[31] == u32::MAX);
    }
}
