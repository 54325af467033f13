//! Frames shown over time.

use crate::error::{Cause, Result};

/// A sequence of frames with durations; it repeats when it ends.
///
/// Time is counted in whole units of the caller's choice, such as milliseconds or steps.
///
/// ```
/// use kasuri::mask::Animation;
/// let walk = Animation::new(&[(0, 100), (1, 50), (2, 100), (1, 50)])?;
/// assert_eq!((walk.frame_at(0), walk.frame_at(100), walk.frame_at(299)), (0, 1, 1));
/// assert_eq!(walk.frame_at(walk.length()), 0);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Animation {
    /// Each frame, and the time at which it ends.
    frames: Vec<(usize, u64)>,
}

impl Animation {
    /// Makes an animation from indices into a list of frames, each with its duration, which is at least 1.
    pub fn new(frames: &[(usize, u32)]) -> Result<Animation> {
        if frames.is_empty() {
            return Err(Cause::Count {
                what: "frames in the animation",
                count: 0,
                least: 1,
                most: usize::MAX,
            }
            .error());
        }
        let mut end = 0;
        let timed = frames.iter().enumerate().map(|(k, &(frame, duration))| {
            end += u64::from(duration);
            check_duration(duration).map(|()| (frame, end)).map_err(|e| e.at(format!("frames[{k}]")))
        });
        Ok(Animation { frames: timed.collect::<Result<_>>()? })
    }

    /// Returns the total duration.
    pub fn length(&self) -> u64 {
        self.frames.last().map_or(1, |&(_, end)| end)
    }

    /// Returns the frame that is shown at a time after the start.
    pub fn frame_at(&self, time: u64) -> usize {
        let time = time % self.length();
        let k = self.frames.partition_point(|&(_, end)| end <= time);
        self.frames.get(k).map_or(0, |&(frame, _)| frame)
    }

    /// Returns the frames in the order in which they are shown.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = usize> {
        self.frames.iter().map(|&(frame, _)| frame)
    }
}

/// Refuses a duration of 0.
pub(crate) fn check_duration(duration: u32) -> Result<()> {
    let (value, most) = (duration.into(), u32::MAX.into());
    if duration > 0 {
        Ok(())
    } else {
        Err(Cause::OutOfRange { what: "a duration", value, least: 1.0, most }.error())
    }
}
