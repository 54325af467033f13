//! One that moves: where it is, how it looks, what becomes of it.

use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::{Form, Placed, Placement, Shape, Sprite, Vec2};

use crate::draw::{Art, Drawing};
use crate::picture::Rgb;

/// The layers of the swarm: bullets meet the ship and what shelters it, its shots meet the enemies.
pub(super) const SHIP: u32 = 1;
pub(super) const ENEMY: u32 = 2;
pub(super) const BULLET: u32 = 4;
pub(super) const SHOT: u32 = 8;
pub(super) const BUNKER: u32 = 16;

/// What it is made of.
#[derive(Debug, Clone)]
pub(super) enum Body {
    /// A picture's covered pixels.
    Art(Sprite, Arc<Art>),
    /// A circle with a rim.
    Pearl(Shape, [Rgb; 2]),
}

#[derive(Debug, Clone)]
pub(super) struct Mover {
    pub(super) body: Body,
    pub(super) at: [f64; 2],
    /// Pixels a step.
    pub(super) velocity: [f64; 2],
    pub(super) layer: u32,
    pub(super) against: u32,
    /// Steps until it goes, once it has hit what stops it.
    pub(super) fades: Option<u32>,
}

impl Mover {
    /// A picture, turned so that its top looks along an angle; it flies there at a speed.
    pub(super) fn flying(art: &Arc<Art>, at: [f64; 2], angle: f64, speed: f64) -> kasuri::Result<Mover> {
        let turned = Placement::at(at).turned(angle + std::f64::consts::FRAC_PI_2);
        let sprite = Sprite::place(&art.mask, &turned, None)?;
        let velocity = [speed * libm::cos(angle), speed * libm::sin(angle)];
        let body = Body::Art(sprite, art.clone());
        Ok(Mover { body, at, velocity, layer: BULLET, against: SHIP | BUNKER, fades: None })
    }

    /// A circle.
    pub(super) fn pearl(inks: [Rgb; 2], at: [f64; 2], angle: f64, speed: f64) -> kasuri::Result<Mover> {
        let body = Body::Pearl(Shape::circle(3.0)?, inks);
        let velocity = [speed * libm::cos(angle), speed * libm::sin(angle)];
        Ok(Mover { body, at, velocity, layer: BULLET, against: SHIP | BUNKER, fades: None })
    }

    /// Not turned: what is round looks best so.
    pub(super) fn upright(self, art: &Arc<Art>) -> kasuri::Result<Mover> {
        let sprite = Sprite::place(&art.mask, &Placement::default(), None)?;
        Ok(Mover { body: Body::Art(sprite, art.clone()), ..self })
    }

    /// On other layers.
    pub(super) fn on(self, layer: u32, against: u32) -> Mover {
        Mover { layer, against, ..self }
    }

    pub(super) fn step(&mut self) {
        self.at = [self.at[0] + self.velocity[0], self.at[1] + self.velocity[1]];
        self.fades = self.fades.map(|steps| steps.saturating_sub(1));
    }

    /// As the library takes it.
    pub(super) fn placed(&self) -> kasuri::Result<Placed> {
        let form = match &self.body {
            Body::Art(sprite, _) => Form::Sprite(sprite.moved_to(Point::snapped(self.at)?)),
            Body::Pearl(circle, _) => Form::Shape(circle.place(&Placement::at(self.at))?),
        };
        Ok(Placed { form, at: Vec2::from(self.at), layer: self.layer, against: self.against })
    }

    pub(super) fn draw(&self, form: &Form, drawing: &mut Drawing) {
        match (&self.body, form) {
            (Body::Art(_, art), Form::Sprite(sprite)) => drawing.art(sprite, art),
            (Body::Pearl(_, [rim, middle]), form) => {
                drawing.body(form, *rim);
                let core = Shape::circle(1.5).and_then(|core| core.place(&Placement::at(self.at)));
                if let Ok(core) = core {
                    drawing.body(&Form::Shape(core), *middle);
                }
            }
            // A picture is always a sprite.
            (Body::Art(..), _) => {}
        }
    }
}
