//! What stands on the stage: a scene file that stays as it is, or a scene of the program's that moves. It says what is
//! to be drawn and what hit; how that is drawn is for others to know.

mod bounce;
mod broad;
mod bucket;
mod carve;
mod cast;
mod catalogue;
mod danmaku;
mod file;
mod hand;
mod outlines;
pub mod pad;
mod pixels;
mod playground;
mod random;
mod recorded;
mod scenery;
mod session;
mod shots;
mod skin;
mod still;
mod stress;
mod table;
mod tape;
mod tiles;

use std::any::Any;

use kasuri::lattice::PixelBox;
use kasuri::{Step, Vec2, World};

pub use catalogue::{SCENES, list, open};
pub use pad::{Pad, button};
pub use recorded::Recorded;
pub use session::Session;
pub use still::Still;
pub use tape::Tape;

use crate::draw::Drawing;

/// How many bodies there are, and how many pairs of them overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Of the world, or of a file.
    pub bodies: usize,
    /// Overlapping pairs.
    pub hits: usize,
}

/// Why a game's life was lost: after which step, where, and in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Why {
    /// The world's step.
    pub step: u64,
    /// Where it happened.
    pub at: Vec2,
    /// What met what.
    pub words: String,
}

/// A stage's state, kept to go back to: what it is made of only the stage knows.
pub struct Kept(Box<dyn Any>);

/// Something to look at. What moves does so in steps of a sixtieth of a second, the same every time: all that a step
/// knows of the world outside is its pad.
pub trait Stage {
    /// What it is called.
    fn name(&self) -> &str;

    /// The world pixels that are shown at first.
    fn home(&self) -> PixelBox;

    /// Whether steps change anything.
    fn moves(&self) -> bool;

    /// Whether steps listen to their pads.
    fn plays(&self) -> bool {
        self.moves()
    }

    /// How many steps there are, where they are given.
    fn length(&self) -> Option<u32> {
        None
    }

    /// Goes one step further. The error says what went wrong in which body.
    fn step(&mut self, pad: Pad) -> kasuri::Result<()>;

    /// What there is to draw now, what hits lit.
    fn draw(&self, drawing: &mut Drawing);

    /// How much there is now.
    fn counts(&self) -> Counts;

    /// What hits what now, in words: lines.
    fn tell(&self) -> String;

    /// What keys and pointer do in it, a line each: keys, two blanks or more, what they do.
    fn keys(&self) -> &'static str {
        ""
    }

    /// What it has to tell that is not the same every time: lines.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Reads its file again where that has changed; whether it did.
    fn reload(&mut self) -> bool {
        false
    }

    /// Its world, where it has one.
    fn world(&self) -> Option<&World> {
        None
    }

    /// The world, to be worked on otherwise.
    fn world_mut(&mut self) -> Option<&mut World> {
        None
    }

    /// What the last step told.
    fn last(&self) -> Option<&Step> {
        None
    }

    /// Why the last life was lost.
    fn why(&self) -> Option<Why> {
        None
    }

    /// Where that is which the arrows move, while they do.
    fn hero(&self) -> Option<Vec2> {
        None
    }

    /// Its state, where it moves.
    fn keep(&self) -> Option<Kept> {
        None
    }

    /// Goes back to a state that it kept.
    fn recall(&mut self, kept: &Kept) {
        let _ = kept;
    }
}
