//! The input of a player in one step: buttons held and the pointer's position. A stage gets no other input, so steps
//! can be repeated.

use kasuri::Vec2;

/// The buttons, one bit each.
pub mod button {
    /// The left arrow.
    pub const LEFT: u16 = 1;
    /// The right arrow.
    pub const RIGHT: u16 = 1 << 1;
    /// The up arrow.
    pub const UP: u16 = 1 << 2;
    /// The down arrow.
    pub const DOWN: u16 = 1 << 3;
    /// Shoots; also starts a game.
    pub const FIRE: u16 = 1 << 4;
    /// Fires a bomb, which clears bullets.
    pub const BOMB: u16 = 1 << 5;
    /// Slow flight and narrow shots.
    pub const FOCUS: u16 = 1 << 6;
    /// Starts again.
    pub const AGAIN: u16 = 1 << 7;
    /// Switches between two variants of a scene.
    pub const OTHER: u16 = 1 << 8;
    /// Decreases a scene's number of things.
    pub const LESS: u16 = 1 << 9;
    /// Increases it.
    pub const MORE: u16 = 1 << 10;
    /// The pointer's left button.
    pub const GRAB: u16 = 1 << 11;
}

/// The pointer's units per pixel.
pub const FINE: i32 = 16;

/// The buttons and the pointer in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pad {
    /// One bit per [`button`].
    pub held: u16,
    /// The pointer's position in sixteenths of a world pixel.
    pub pointer: [i32; 2],
    /// Notches of the wheel, positive away from the hand.
    pub wheel: i8,
}

impl Pad {
    /// Whether at least one of some buttons is held.
    pub fn holds(self, buttons: u16) -> bool {
        self.held & buttons != 0
    }

    /// Whether a button is held that was not held in the step before.
    pub fn presses(self, before: Pad, buttons: u16) -> bool {
        self.held & !before.held & buttons != 0
    }

    /// Returns the pointer's position, in pixels.
    pub fn at(self) -> Vec2 {
        let [x, y] = self.pointer.map(|x| f64::from(x) / f64::from(FINE));
        Vec2::new(x, y)
    }

    /// Returns the direction of the arrows: -1, 0 or 1 on each axis.
    pub fn arrows(self) -> [f64; 2] {
        let axis = |less, more| f64::from(i8::from(self.holds(more)) - i8::from(self.holds(less)));
        [axis(button::LEFT, button::RIGHT), axis(button::UP, button::DOWN)]
    }
}
