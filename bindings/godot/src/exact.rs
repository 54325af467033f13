//! Drawing exactly what hits: a sprite's material with the shader `kasuri_exact.gdshader`.

use godot::classes::{AtlasTexture, Node2D, Shader, ShaderMaterial};
use godot::prelude::*;
use kasuri::Vec2;
use kasuri::mask::Sprite;

use crate::errors::vector2;
use crate::picture::{Drawn, Picture};

const SHADER: &str = "res://addons/kasuri/kasuri_exact.gdshader";

/// How a sprite is shown: the parameters of the shader.
#[derive(Clone, PartialEq)]
struct Shown {
    placement: [i32; 12],
    picture: Picture,
    pivot: Vec2,
    world: Transform2D,
}

/// The material of a sprite that is drawn exactly.
pub(crate) struct Exact {
    material: Gd<ShaderMaterial>,
    node: InstanceId,
    shown: Option<Shown>,
}

impl Exact {
    /// Gives a sprite node the material.
    pub(crate) fn of(node: &Gd<Node2D>) -> Result<Exact, String> {
        let shader = try_load::<Shader>(SHADER).map_err(|_| format!("there is no {SHADER}."))?;
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&shader);
        node.clone().set_material(&material);
        Ok(Exact { material, node: node.instance_id(), shown: None })
    }

    /// Whether it is the material of this node.
    pub(crate) fn is_of(&self, node: &Gd<Node2D>) -> bool {
        self.node == node.instance_id()
    }

    /// Takes the material away.
    pub(crate) fn end(self) {
        if let Ok(mut node) = Gd::<Node2D>::try_from_instance_id(self.node) {
            node.set_material(Gd::null_arg());
        }
    }

    /// Shows the sprite where it hits, in a world that is at a place of the canvas.
    pub(crate) fn show(&mut self, sprite: &Sprite, drawn: &Drawn, world: Transform2D) {
        let picture = drawn.picture.clone();
        let shown = Shown { placement: sprite.shader_placement(), picture, pivot: drawn.pivot, world };
        if self.shown.as_ref() == Some(&shown) {
            return;
        }
        let [ux, uy, vx, vy, u, v, x, y, width, height, mirror_x, mirror_y] = shown.placement;
        let reach = sprite.reach();
        let box_of = |x: i32, y: i32, w: i32, h: i32| Vector4::new(x as f32, y as f32, w as f32, h as f32);
        let atlas = drawn.texture.clone().try_cast::<AtlasTexture>();
        let corner = atlas.map_or(Vector2::ZERO, |atlas| atlas.get_region().position);
        let ([left, top], flips) = (drawn.picture.corner(), drawn.picture.flips().map(i32::from));
        let corner = Vector4i::new(corner.x as i32 + left, corner.y as i32 + top, flips[0], flips[1]);
        let at = vector2(-drawn.pivot);
        let rectangle = Vector4::new(at.x, at.y, width as f32, height as f32);
        let reach = box_of(reach.x0, reach.y0, reach.x1 - reach.x0, reach.y1 - reach.y0);
        let mut set = |name: &str, value: Variant| self.material.set_shader_parameter(name, &value);
        set("steps", Vector4i::new(ux, uy, vx, vy).to_variant());
        set("pivot_and_position", Vector4i::new(u, v, x, y).to_variant());
        set("size_and_mirror", Vector4i::new(width, height, mirror_x, mirror_y).to_variant());
        set("corner_and_flip", corner.to_variant());
        set("alpha_threshold", drawn.picture.alpha().to_variant());
        set("reach", reach.to_variant());
        set("rectangle", rectangle.to_variant());
        set("world_x", world.a.to_variant());
        set("world_y", world.b.to_variant());
        set("world_origin", world.origin.to_variant());
        self.shown = Some(shown);
    }
}
