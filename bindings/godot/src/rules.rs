//! The rules of a body: what nodes, crowds of bullets and definitions say of it besides its look and its place.

use godot::prelude::*;
use kasuri::{Body, Handle, Layers, Result, World};

use crate::errors::vec2;

/// The rules of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rules {
    pub(crate) layers: Layers,
    /// The margin for grazes. Negative: none.
    pub(crate) graze: f64,
    /// How far outside the bounds a step removes the body. Negative: never.
    pub(crate) despawn_beyond: f64,
    pub(crate) cooldown: u32,
    pub(crate) data: i64,
    pub(crate) is_swept: bool,
    pub(crate) is_sensor: bool,
    /// Zero: the body stops others from all sides.
    pub(crate) one_way: Vector2,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            layers: Layers::default(),
            graze: -1.0,
            despawn_beyond: -1.0,
            cooldown: 0,
            data: 0,
            is_swept: false,
            is_sensor: false,
            one_way: Vector2::ZERO,
        }
    }
}

impl Rules {
    /// Gives a body these rules.
    pub(crate) fn on(self, body: Body) -> Body {
        let Layers { layer, against, group } = self.layers;
        let mut body = body.layer(layer).against(against).group(group);
        body = body.cooldown(self.cooldown).data(self.data.cast_unsigned());
        if let Some(margin) = given(self.graze) {
            body = body.graze(margin);
        }
        if let Some(distance) = given(self.despawn_beyond) {
            body = body.despawn_beyond(distance);
        }
        if self.is_swept {
            body = body.swept();
        }
        if self.is_sensor {
            body = body.sensor();
        }
        if self.one_way != Vector2::ZERO {
            body = body.one_way(vec2(self.one_way));
        }
        body
    }

    /// Whether a living body can change from these rules to others. If not, it is made anew.
    pub(crate) fn can_become(self, other: Rules) -> bool {
        (self.is_sensor, self.one_way, self.despawn_beyond)
            == (other.is_sensor, other.one_way, other.despawn_beyond)
    }

    /// Gives a living body these rules, as far as it can change.
    pub(crate) fn edit(self, world: &mut World, body: Handle) -> Result<()> {
        let edit = world.edit(body).layers(self.layers)?.graze(given(self.graze))?;
        edit.swept(self.is_swept)?.cooldown(self.cooldown)?.data(self.data.cast_unsigned())?;
        Ok(())
    }
}

/// Returns a distance, where negative ones mean none.
fn given(distance: f64) -> Option<f64> {
    (distance >= 0.0).then_some(distance)
}
