//! The frames of a bullet hell, measured by the GPU's own clock. In a world's step the host works too, and the device
//! is idle meanwhile.

use std::sync::Arc;
use std::time::Duration;

use kasuri::Layers;
use kasuri::gpu::{Crowd, Gpu, Member};
use kasuri::lattice::Point;
use kasuri::{Mask, Placement, mask::Sprite, query::Form};

/// Bodies on a device with a clock.
pub(crate) struct OnDevice(Crowd);

impl OnDevice {
    /// Copies the bodies to the device; `None` if it has no clock. The device does the same work as for a world with
    /// these bodies.
    pub(crate) fn new(gpu: &Gpu, bodies: &[(Arc<Mask>, Layers)]) -> Option<OnDevice> {
        let mut crowd = gpu.crowd();
        if !crowd.set_timed(true) {
            return None;
        }
        for (owner, (mask, layers)) in (0..).zip(bodies) {
            let sprite = Sprite::place(mask, &Placement::default(), Some([0.0; 2].into())).expect("a pivot");
            let (form, at) = (&Form::Sprite(sprite), Point::default());
            let member = Member { form, at, layers: *layers, margin: -1, owner, world: 0 };
            crowd.push(member).expect("as many bodies as a world may have");
        }
        Some(OnDevice(crowd))
    }

    /// Returns the total time of all passes of these frames. A first run finds out how much memory is needed. The
    /// frames must have as many hits as in a world.
    pub(crate) fn all(&mut self, frames: &[Vec<[i32; 2]>], hits: usize) -> Option<Duration> {
        let mut once = || -> (Duration, usize) {
            frames
                .iter()
                .map(|places| self.frame(places))
                .fold(Default::default(), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        };
        once();
        let (took, found) = once();
        assert_eq!(found, hits, "a crowd and a world find the same");
        Some(took)
    }

    fn frame(&mut self, places: &[[i32; 2]]) -> (Duration, usize) {
        for (body, at) in (0..).zip(places) {
            let [x, y] = at.map(|x| 256 * x);
            self.0.move_to(body, Point::new(x, y)).expect("a place in the world");
        }
        let frame = self.0.frame().expect("a GPU that is there");
        (frame.passes.iter().map(|pass| pass.1).sum(), frame.hits.len())
    }
}
