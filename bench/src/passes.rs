//! The time of each pass of a whole frame on a GPU, by the GPU's own clock.

use std::sync::Arc;
use std::time::Duration;

use kasuri::Layers;
use kasuri::gpu::{Crowd, Frame, Member};
use kasuri::lattice::Point;
use kasuri::{Mask, Placement, mask::Sprite, query::Form};

use crate::device::Device;
use crate::random::Random;

/// The times of the passes of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passes {
    /// The names of the kernels, in the order of the passes, and the median time of each.
    pub each: Vec<(&'static str, Duration)>,
    /// The number of candidate pairs of the last frame.
    pub pairs: u64,
    /// The number of hits of the last frame.
    pub hits: u64,
}

/// The number of timed frames.
const FRAMES: usize = 9;
/// The shortest side of a sprite, and a bound on the longest.
const SIDES: [f64; 2] = [8.0, 25.0];

/// Times the passes of frames with `n` moving sprites of 8 to 24 px, each with about one neighbour. The error is a
/// clause that says what went wrong.
pub fn frame_passes(device: &Device, n: usize) -> Result<Passes, String> {
    let mut random = Random::new(5);
    let mut crowd = device.gpu().crowd();
    if !crowd.set_timed(true) {
        return Err(format!("{} has no clock of its own", device.name()));
    }
    let side = 32.0 * 256.0 * (n as f64).sqrt();
    fill(&mut crowd, &mut random, n).map_err(|error| error.to_string())?;
    let mut frames: Vec<Frame> = Vec::new();
    for k in 0..FRAMES + 2 {
        for body in 0..n as u32 {
            let at = [(); 2].map(|()| random.between(0.0, side) as i32);
            crowd.move_to(body, Point::new(at[0], at[1])).map_err(|error| error.to_string())?;
        }
        let frame = crowd.frame().map_err(|error| error.to_string())?;
        // The first frames find out how much memory is needed.
        if k >= 2 {
            frames.push(frame);
        }
    }
    Ok(middle(&frames))
}

fn fill(crowd: &mut Crowd, random: &mut Random, n: usize) -> kasuri::Result<()> {
    let disc = |d: i32| {
        let away = |x: i32| (2 * x + 1).abs_diff(d).pow(2);
        Mask::from_fn(d as usize, d as usize, |x, y| away(x) + away(y) <= (d * d) as u32).map(Arc::new)
    };
    let discs = (8..25).map(disc).collect::<kasuri::Result<Vec<_>>>()?;
    for owner in 0..n as u32 {
        let mask = &discs[random.between(SIDES[0], SIDES[1]) as usize - 8];
        let form = Form::Sprite(Sprite::place(mask, &Placement::default(), None)?);
        let (at, layers) = (Point::default(), Layers::default());
        crowd.push(Member { form: &form, at, layers, margin: -1, owner, world: 0 })?;
    }
    Ok(())
}

fn middle(frames: &[Frame]) -> Passes {
    let Some(last) = frames.last() else { return Passes { each: Vec::new(), pairs: 0, hits: 0 } };
    let each = last.passes.iter().map(|&(name, _)| {
        let of = |frame: &Frame| frame.passes.iter().find(|pass| pass.0 == name).map(|pass| pass.1);
        let mut took: Vec<Duration> = frames.iter().filter_map(of).collect();
        took.sort_unstable();
        (name, took[took.len() / 2])
    });
    Passes { each: each.collect(), pairs: last.report.pairs, hits: last.hits.len() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_of_a_frame_are_told_by_their_kernels() {
        let device = Device::open().expect("a GPU, be it a software one");
        let passes = match frame_passes(&device, 2000) {
            Ok(passes) => passes,
            Err(why) => return assert!(!device.tells_time(), "{why}"),
        };
        let names: Vec<&str> = passes.each.iter().map(|pass| pass.0).collect();
        assert_eq!(&names[..6], ["place", "grid", "scan", "pairs", "plan", "queue"]);
        assert!(names.contains(&"sprite_sprite") && names.ends_with(&["gather", "sort"]));
        assert!(passes.hits > 200 && passes.pairs > passes.hits);
        assert!(passes.each.iter().map(|pass| pass.1).sum::<Duration>() > Duration::ZERO);
    }
}
