//! The scenes: scene files, which do not move, and the program's own scenes, which move. A scene says what is drawn
//! and what hit; other code decides how it is drawn.
//!
//! A scene (`table::Play`) is plain data next to a world. Its only input in a step is a `Pad`: buttons and pointer. So a `Session`
//! keeps a tape of pads and, now and then, a state. It goes back to any step by making the steps since the state before it again.
//! A recording of the program is that tape, its seed, and the world's hash at its end. A recording of a world (`recorded.rs`) is a
//! stage whose steps are those of a `Replay`; clones of the replay are the states it goes back to.

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
use std::fmt::{Display, Formatter};

use kasuri::lattice::PixelBox;
use kasuri::{Step, Vec2, World};

pub use catalogue::{SCENES, list, open};
pub use pad::{Pad, button};
pub use recorded::Recorded;
pub use session::Session;
pub use still::Still;
pub use tape::Tape;

use crate::draw::Drawing;

/// The number of bodies, and the number of pairs of them that overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// The bodies of the world, or of a file.
    pub bodies: usize,
    /// Overlapping pairs.
    pub hits: usize,
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", counted(self.bodies, "body", "bodies"), counted(self.hits, "hit", "hits"))
    }
}

/// Returns a number and its noun, such as "1 hit" or "2 hits".
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Why a life was lost: after which step, where, and a description.
#[derive(Debug, Clone, PartialEq)]
pub struct Why {
    /// The number of the world's step.
    pub step: u64,
    /// The position where it happened.
    pub at: Vec2,
    /// A description of what hit what.
    pub words: String,
}

/// A number of bodies that the buttons [`LESS`](button::LESS) and [`MORE`](button::MORE) change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dial {
    /// The numbers to choose from, in order.
    pub counts: &'static [usize],
    /// The index of the present one.
    pub at: usize,
}

/// A stage's state, kept to go back to. Only the stage knows its content.
pub struct Kept(Box<dyn Any>);

/// Something to look at. A moving stage makes steps of a sixtieth of a second. Steps are deterministic: the pad is
/// all that a step knows of the world outside.
pub trait Stage {
    /// Its name.
    fn name(&self) -> &str;

    /// The world pixels that are visible at first.
    fn home(&self) -> PixelBox;

    /// Whether steps change anything.
    fn moves(&self) -> bool;

    /// Whether steps use their pads.
    fn plays(&self) -> bool {
        self.moves()
    }

    /// The number of steps, if it is fixed.
    fn length(&self) -> Option<u32> {
        None
    }

    /// Makes a step. The error says what went wrong in which body.
    fn step(&mut self, pad: Pad) -> kasuri::Result<()>;

    /// Does the same, and shows the world before it makes its step, if it makes one: all bodies stand where that step finds
    /// them.
    fn step_seen(&mut self, pad: Pad, seen: &mut dyn FnMut(&World)) -> kasuri::Result<()> {
        let _ = seen;
        self.step(pad)
    }

    /// Draws the current state, with hits lit.
    fn draw(&self, drawing: &mut Drawing);

    /// The current counts.
    fn counts(&self) -> Counts;

    /// Returns lines that describe the current hits.
    fn tell(&self) -> String;

    /// Describes its keys and pointer, one line each: keys, two or more blanks, what they do.
    fn keys(&self) -> &'static str {
        ""
    }

    /// Returns lines of information that is not deterministic.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Reads its file again if that has changed. Returns whether it did. The error says what is wrong with the new file;
    /// the old scene stays.
    fn reload(&mut self) -> Result<bool, String> {
        Ok(false)
    }

    /// The number that a person can change, if it has one.
    fn dial(&self) -> Option<Dial> {
        None
    }

    /// Its world, if it has one.
    fn world(&self) -> Option<&World> {
        None
    }

    /// Its world, for changes from outside, such as another backend.
    fn world_mut(&mut self) -> Option<&mut World> {
        None
    }

    /// The last step's report.
    fn last(&self) -> Option<&Step> {
        None
    }

    /// Why the last life was lost.
    fn why(&self) -> Option<Why> {
        None
    }

    /// The position of the body that the arrows move, while they move one.
    fn hero(&self) -> Option<Vec2> {
        None
    }

    /// A copy of its state, if it moves.
    fn keep(&self) -> Option<Kept> {
        None
    }

    /// Goes back to a state that it kept.
    fn recall(&mut self, kept: &Kept) {
        let _ = kept;
    }
}
