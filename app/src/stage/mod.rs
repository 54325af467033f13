//! What stands on the stage: a scene file that stays as it is, or a swarm that moves. It says what is to be drawn and
//! what hit; how that is drawn is for others to know.

mod still;
mod swarm;

use kasuri::lattice::PixelBox;

pub(crate) use still::Still;
pub(crate) use swarm::Swarm;

use crate::draw::Drawing;

/// How many bodies there are, and how many pairs of them overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub(crate) bodies: usize,
    pub(crate) hits: usize,
}

/// Something to look at. What moves does so in steps of a sixtieth of a second, the same every time.
pub(crate) trait Stage {
    /// What it is called.
    fn name(&self) -> &str;

    /// The world pixels that are shown at first.
    fn home(&self) -> PixelBox;

    /// Whether steps change anything.
    fn moves(&self) -> bool;

    /// Goes one step further. The error says what went wrong in which body.
    fn step(&mut self) -> kasuri::Result<()>;

    /// What there is to draw now, what hits lit.
    fn draw(&self, drawing: &mut Drawing);

    /// How much there is now.
    fn counts(&self) -> Counts;

    /// What hits what now, in words: lines.
    fn tell(&self) -> String;
}
