//! The definition of a body without a node.

use std::sync::Arc;

use godot::prelude::*;
use kasuri::{Body, Layers, Look};

use crate::errors::{items, vec2};
use crate::look::KasuriLook;
use crate::rules::Rules;

/// Defines a body without a node: give it to [method KasuriWorld2D.spawn]. It may be used again.
#[derive(GodotClass)]
#[class(init)]
pub(crate) struct KasuriBodyDefinition {
    /// What the body consists of.
    #[var]
    look: Option<Gd<KasuriLook>>,
    /// Several looks instead of one. [method KasuriWorld2D.set_body_frame] changes between them.
    #[var]
    frames: Array<Gd<KasuriLook>>,
    /// The position in the world's coordinates.
    #[var]
    position: Vector2,
    /// The angle in radians.
    #[var]
    pub(crate) rotation: f64,
    /// The scale. Negative numbers mirror.
    #[var]
    #[init(val = Vector2::ONE)]
    scale: Vector2,
    /// The layers that the body is on.
    #[var]
    #[init(val = 1)]
    layer: u32,
    /// The layers that the body hits. Two bodies hit only if each is on a layer that the other hits.
    #[var]
    #[init(val = u32::MAX)]
    against: u32,
    /// The group of the body; 0 for none. Two bodies of one group do not hit each other, such as a boss and its shots.
    #[var]
    group: u32,
    /// Within this distance other bodies graze this one. Negative: no grazes.
    #[var]
    #[init(val = -1.0)]
    graze: f64,
    /// How far outside the world's bounds a step removes the body. Negative: never.
    #[var]
    #[init(val = -1.0)]
    despawn_beyond: f64,
    /// How many steps a pair pauses after a hit.
    #[var]
    cooldown: u32,
    /// How many hits the body may begin. Negative: any number.
    #[var]
    #[init(val = -1)]
    max_hits: i64,
    /// How many steps the body takes no hits.
    #[var]
    invulnerable: u32,
    /// Whether the body hits everything on its way, however fast it is.
    #[var]
    swept: bool,
    /// Whether other bodies travel through it.
    #[var]
    sensor: bool,
    /// If not zero, it stops other bodies only at faces that point there.
    #[var]
    one_way: Vector2,
    /// A number of the game.
    #[var]
    data: i64,
}

impl KasuriBodyDefinition {
    /// Makes the library's description.
    pub(crate) fn body(&self) -> Result<Body, String> {
        let mut body = match &self.look {
            _ if !self.frames.is_empty() => {
                let frames = items(&self.frames, "frames")?;
                let frames: Arc<[Look]> = frames.iter().map(|look| look.bind().look.clone()).collect();
                Body::frames(&frames)
            }
            Some(look) => Body::new(look.bind().look.clone()),
            None => return Err("the definition has neither a look nor frames".into()),
        };
        body = body.at(vec2(self.position)).turned(self.rotation).scaled(vec2(self.scale));
        body = self.rules().on(body).invulnerable(self.invulnerable.into());
        if self.max_hits >= 0 {
            body = body.max_hits(u32::try_from(self.max_hits).unwrap_or(u32::MAX));
        }
        Ok(body)
    }

    fn rules(&self) -> Rules {
        Rules {
            layers: Layers { layer: self.layer, against: self.against, group: self.group },
            graze: self.graze,
            despawn_beyond: self.despawn_beyond,
            cooldown: self.cooldown,
            data: self.data,
            is_swept: self.swept,
            is_sensor: self.sensor,
            one_way: self.one_way,
        }
    }
}
