//! What a player does in one step: buttons held, where the pointer is. It is all that a stage learns of the world
//! outside, so that steps can be made again.

use kasuri::Vec2;

/// The buttons; a bit each.
pub(crate) mod button {
    pub(crate) const LEFT: u16 = 1;
    pub(crate) const RIGHT: u16 = 1 << 1;
    pub(crate) const UP: u16 = 1 << 2;
    pub(crate) const DOWN: u16 = 1 << 3;
    /// Shots; also what starts.
    pub(crate) const FIRE: u16 = 1 << 4;
    pub(crate) const BOMB: u16 = 1 << 5;
    /// Slow and narrow.
    pub(crate) const FOCUS: u16 = 1 << 6;
    /// Begins anew.
    pub(crate) const AGAIN: u16 = 1 << 7;
    /// What a scene has two ways of.
    pub(crate) const OTHER: u16 = 1 << 8;
    pub(crate) const LESS: u16 = 1 << 9;
    pub(crate) const MORE: u16 = 1 << 10;
    /// The pointer's left button.
    pub(crate) const GRAB: u16 = 1 << 11;
}

/// How many parts of a pixel the pointer knows.
pub(crate) const FINE: i32 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pad {
    pub(crate) held: u16,
    /// In sixteenths of a world pixel.
    pub(crate) pointer: [i32; 2],
    /// Notches of the wheel, away from the hand.
    pub(crate) wheel: i8,
}

impl Pad {
    pub(crate) fn holds(self, buttons: u16) -> bool {
        self.held & buttons != 0
    }

    /// Whether a button is held that was not the step before.
    pub(crate) fn presses(self, before: Pad, buttons: u16) -> bool {
        self.held & !before.held & buttons != 0
    }

    /// Where the pointer is, in pixels.
    pub(crate) fn at(self) -> Vec2 {
        let [x, y] = self.pointer.map(|x| f64::from(x) / f64::from(FINE));
        Vec2::new(x, y)
    }

    /// Which way the arrows point: -1, 0 or 1 on each axis.
    pub(crate) fn arrows(self) -> [f64; 2] {
        let axis = |less, more| f64::from(i8::from(self.holds(more)) - i8::from(self.holds(less)));
        [axis(button::LEFT, button::RIGHT), axis(button::UP, button::DOWN)]
    }
}
