//! A hand that grabs bodies, moves, turns and scales them.

use kasuri::{Area, Filter, Handle, Vec2, World, query::Form};

use super::pad::{Pad, button};

/// How much an arrow turns and scales a body per step.
const TURN: f64 = 0.03;
const GROW: f64 = 1.015;
const NOTCH: f64 = 0.131;

#[derive(Debug, Clone, Default)]
pub(crate) struct Hand {
    held: Option<Handle>,
    /// The vector from the pointer to the body's position.
    offset: Vec2,
    pub(crate) before: Pad,
}

impl Hand {
    pub(crate) fn held(&self) -> Option<Handle> {
        self.held
    }

    /// Moves the grabbed body with the pointer. The wheel and the left and right arrows turn it, the up and down
    /// arrows scale it.
    pub(crate) fn act(&mut self, world: &mut World, pad: Pad, takes: Filter) -> kasuri::Result<()> {
        let before = std::mem::replace(&mut self.before, pad);
        if pad.presses(before, button::GRAB) {
            // The last of the bodies drawn there is on top.
            self.held = world.overlapping(Area::point(pad.at()), takes)?.pop();
            if let Some(held) = self.held {
                let at = world.get(held)?.at();
                self.offset = Vec2::new(at.x - pad.at().x, at.y - pad.at().y);
            }
        }
        if !pad.holds(button::GRAB) {
            self.held = None;
        }
        let Some(held) = self.held.filter(|&held| world.contains(held)) else { return Ok(()) };
        world.edit(held).position([pad.at().x + self.offset.x, pad.at().y + self.offset.y])?;
        let [turn, grow] = pad.arrows();
        let turn = turn * TURN + f64::from(pad.wheel) * NOTCH;
        let seen = world.get(held)?;
        if matches!(seen.form(), Form::Tiles(_)) {
            return Ok(());
        }
        let (angle, scale) = (seen.angle(), seen.scale());
        if turn != 0.0 {
            world.edit(held).angle(angle + turn)?;
        }
        let by = if grow < 0.0 { GROW } else { 1.0 / GROW };
        let next = scale.x * by;
        if grow != 0.0 && (0.2..5.0).contains(&next.abs()) {
            world.edit(held).scale([next, scale.y * by])?;
        }
        Ok(())
    }
}
