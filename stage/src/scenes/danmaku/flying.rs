//! Flying things: bullets, shots and gems, many at once.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use kasuri::mask::Sprite;
use kasuri::query::{Form, Placed};
use kasuri::{Body, Handle, Placement, Shape, Vec2, World};

use super::field::{BEYOND, BULLET, CORE, FOE, GEM, SHIP, SHOT};
use crate::draw::Art;
use crate::scenes::cast::Cast;
use crate::scenes::skin::Skin;

/// The graze margin: near misses within this many pixels count.
const GRAZE: f64 = 14.0;

/// The radius of a thing without a picture.
const PLAIN: f64 = 3.0;

/// How a new flying thing looks and moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fired {
    pub(super) skin: Skin,
    pub(super) at: Vec2,
    pub(super) angle: f64,
    /// In pixels per step.
    pub(super) speed: f64,
    /// The change of the angle per step.
    pub(super) turn: f64,
    /// The change of the speed per step, and the speed at which the change ends.
    pub(super) gain: f64,
    pub(super) most: f64,
}

impl Fired {
    pub(super) fn new(skin: Skin, at: Vec2, angle: f64, speed: f64) -> Fired {
        Fired { skin, at, angle, speed, turn: 0.0, gain: 0.0, most: speed }
    }

    pub(super) fn turning(self, turn: f64) -> Fired {
        Fired { turn, ..self }
    }

    pub(super) fn until(self, most: f64, gain: f64) -> Fired {
        Fired { most, gain, ..self }
    }
}

/// A flying thing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flying {
    pub(super) body: Handle,
    pub(super) at: Vec2,
    pub(super) velocity: Vec2,
    way: Fired,
}

impl Flying {
    pub(super) fn spawn(world: &mut World, cast: &Cast, way: Fired) -> kasuri::Result<Flying> {
        let body = world.spawn(body(cast, &way).at(way.at).data(way.skin.data()).despawn_beyond(BEYOND))?;
        Ok(Flying { body, at: way.at, velocity: ahead(Vec2::default(), way.angle, way.speed), way })
    }

    /// Returns what it covers, where it is.
    pub(super) fn placed(&self, cast: &Cast) -> kasuri::Result<Placed> {
        let placement = Placement::at(self.at);
        let form = match self.way.skin.art(cast, 0) {
            Some(art) if is_long(self.way.skin) => {
                Form::Sprite(Sprite::place(&art.mask, &placement.turned(self.way.angle + FRAC_PI_2), None)?)
            }
            Some(art) => Form::Sprite(Sprite::place(&art.mask, &placement, None)?),
            None => Form::Shape(Shape::circle(PLAIN)?.place(&placement)?),
        };
        Ok(Placed::new(form, self.at))
    }

    pub(super) fn fly(&mut self) {
        let way = &mut self.way;
        if way.turn != 0.0 || way.speed != way.most {
            way.angle += way.turn;
            way.speed = if way.gain < 0.0 {
                (way.speed + way.gain).max(way.most)
            } else {
                (way.speed + way.gain).min(way.most)
            };
            self.velocity = ahead(Vec2::default(), way.angle, way.speed);
        }
        self.at = Vec2::new(self.at.x + self.velocity.x, self.at.y + self.velocity.y);
    }
}

/// Moves all by a step, in one call.
pub(super) fn fly(world: &mut World, flying: &mut [Flying]) -> kasuri::Result<()> {
    flying.iter_mut().for_each(Flying::fly);
    let bodies: Vec<Handle> = flying.iter().map(|f| f.body).collect();
    let places: Vec<Vec2> = flying.iter().map(|f| f.at).collect();
    world.set_positions(&bodies, &places)?;
    for f in flying.iter().filter(|f| f.way.turn != 0.0 && is_long(f.way.skin)) {
        world.edit(f.body).angle(f.way.angle + FRAC_PI_2)?;
    }
    Ok(())
}

/// Whether the sprite turns to its direction of flight.
fn is_long(skin: Skin) -> bool {
    matches!(skin, Skin::Needle | Skin::Rice | Skin::Star | Skin::Shot)
}

fn body(cast: &Cast, way: &Fired) -> Body {
    let looks = |art: &Arc<Art>| Body::sprite(&art.mask);
    let body = match (way.skin, way.skin.art(cast, 0)) {
        (skin, Some(art)) if is_long(skin) => looks(art).turned(way.angle + FRAC_PI_2),
        (_, Some(art)) => looks(art),
        _ => Body::circle(PLAIN),
    };
    match way.skin {
        Skin::Shot => body.layer(SHOT).against(FOE).max_hits(1),
        Skin::Gem => body.layer(GEM).against(SHIP),
        _ => body.layer(BULLET).against(CORE).graze(GRAZE),
    }
}

/// Returns the position at a distance ahead of another.
pub(super) fn ahead(at: Vec2, angle: f64, by: f64) -> Vec2 {
    Vec2::new(at.x + by * libm::cos(angle), at.y + by * libm::sin(angle))
}

/// Returns the angle from one position to another.
pub(super) fn towards(from: Vec2, to: Vec2) -> f64 {
    libm::atan2(to.y - from.y, to.x - from.x)
}
