//! What a player does in one step: buttons held, where the pointer is. It is all that a stage learns of the world
//! outside, so that steps can be made again.

use kasuri::Vec2;

/// The buttons; a bit each.
pub mod button {
    /// An arrow.
    pub const LEFT: u16 = 1;
    /// An arrow.
    pub const RIGHT: u16 = 1 << 1;
    /// An arrow.
    pub const UP: u16 = 1 << 2;
    /// An arrow.
    pub const DOWN: u16 = 1 << 3;
    /// Shots; also what starts.
    pub const FIRE: u16 = 1 << 4;
    /// Clears the field.
    pub const BOMB: u16 = 1 << 5;
    /// Slow and narrow.
    pub const FOCUS: u16 = 1 << 6;
    /// Begins anew.
    pub const AGAIN: u16 = 1 << 7;
    /// What a scene has two ways of.
    pub const OTHER: u16 = 1 << 8;
    /// Fewer of what there is a number of.
    pub const LESS: u16 = 1 << 9;
    /// More of it.
    pub const MORE: u16 = 1 << 10;
    /// The pointer's left button.
    pub const GRAB: u16 = 1 << 11;
}

/// How many parts of a pixel the pointer knows.
pub const FINE: i32 = 16;

/// Buttons and pointer in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pad {
    /// A bit a [`button`].
    pub held: u16,
    /// In sixteenths of a world pixel.
    pub pointer: [i32; 2],
    /// Notches of the wheel, away from the hand.
    pub wheel: i8,
}

impl Pad {
    /// Whether one of some buttons is held.
    pub fn holds(self, buttons: u16) -> bool {
        self.held & buttons != 0
    }

    /// Whether a button is held that was not the step before.
    pub fn presses(self, before: Pad, buttons: u16) -> bool {
        self.held & !before.held & buttons != 0
    }

    /// Where the pointer is, in pixels.
    pub fn at(self) -> Vec2 {
        let [x, y] = self.pointer.map(|x| f64::from(x) / f64::from(FINE));
        Vec2::new(x, y)
    }

    /// Which way the arrows point: -1, 0 or 1 on each axis.
    pub fn arrows(self) -> [f64; 2] {
        let axis = |less, more| f64::from(i8::from(self.holds(more)) - i8::from(self.holds(less)));
        [axis(button::LEFT, button::RIGHT), axis(button::UP, button::DOWN)]
    }
}
