//! A hand that takes bodies, moves, turns and scales them.

use kasuri::{Filter, Form, Handle, Vec2, World};

use super::pad::{Pad, button};

/// How much an arrow turns and scales in a step.
const TURN: f64 = 0.03;
const GROW: f64 = 1.015;
const NOTCH: f64 = 0.131;

#[derive(Debug, Clone, Default)]
pub(crate) struct Hand {
    held: Option<Handle>,
    /// From the pointer to the body's place.
    offset: Vec2,
    pub(crate) before: Pad,
}

impl Hand {
    pub(crate) fn held(&self) -> Option<Handle> {
        self.held
    }

    /// What it holds follows the pointer; the wheel and arrows turn it, up and down scale it.
    pub(crate) fn act(&mut self, world: &mut World, pad: Pad, takes: Filter) -> kasuri::Result<()> {
        let before = std::mem::replace(&mut self.before, pad);
        if pad.presses(before, button::GRAB) {
            // The last of those that are drawn there: it is on top.
            self.held = world.at_point(pad.at(), takes)?.pop();
            if let Some(held) = self.held {
                let at = world.get(held)?.at();
                self.offset = Vec2::new(at.x - pad.at().x, at.y - pad.at().y);
            }
        }
        if !pad.holds(button::GRAB) {
            self.held = None;
        }
        let Some(held) = self.held.filter(|&held| world.contains(held)) else { return Ok(()) };
        world.set_position(held, [pad.at().x + self.offset.x, pad.at().y + self.offset.y])?;
        let [turn, grow] = pad.arrows();
        let turn = turn * TURN + f64::from(pad.wheel) * NOTCH;
        let seen = world.get(held)?;
        if matches!(seen.form(), Form::Tiles(_)) {
            return Ok(());
        }
        let (angle, scale) = (seen.angle(), seen.scale());
        if turn != 0.0 {
            world.set_angle(held, angle + turn)?;
        }
        let by = if grow < 0.0 { GROW } else { 1.0 / GROW };
        let next = scale.x * by;
        if grow != 0.0 && (0.2..5.0).contains(&next.abs()) {
            world.set_scale(held, [next, scale.y * by])?;
        }
        Ok(())
    }
}
