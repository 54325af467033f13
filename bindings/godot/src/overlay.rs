//! What the editor draws over a node: the pixels that hit, as the node's world would have them.

use godot::classes::{Engine, Node2D};
use godot::prelude::*;
use kasuri::{Body, World};

use crate::drawing::DebugLayer;
use crate::world::KasuriWorld2D;

/// After so many pictures of the editor the drawing is made anew, because the pixels of a texture may have changed.
const PICTURES: u32 = 120;

/// The drawing over a node, and of what it was made.
pub(crate) struct Overlay<K> {
    /// It is drawn as long as this is here.
    _layer: DebugLayer,
    made_of: K,
    from_world: Transform2D,
    age: u32,
}

impl<K: PartialEq> Overlay<K> {
    /// Draws a body over a node, unless it is drawn there already. `made_of` is all that the body depends on, `lasts` whether it
    /// depends on nothing else. Without a body nothing is drawn.
    pub(crate) fn show(
        overlay: &mut Option<Overlay<K>>,
        node: &Gd<Node2D>,
        world: &Gd<KasuriWorld2D>,
        made_of: K,
        lasts: bool,
        body: impl FnOnce() -> Result<Body, String>,
    ) {
        // The node's canvas item is turned and scaled with it; the pixels are the world's.
        let from_world = node.get_global_transform().affine_inverse() * world.get_global_transform();
        let known = overlay.take();
        if let Some(mut known) = known {
            known.age += 1;
            let is_fresh = lasts || known.age < PICTURES;
            if is_fresh && known.made_of == made_of && known.from_world == from_world {
                *overlay = Some(known);
                return;
            }
        }
        let mut alone = World::new();
        if body().is_ok_and(|body| alone.spawn(body).is_ok()) {
            // A layer of its own is above the sprite, which is a child of the node.
            let mut layer = DebugLayer::new(node.get_canvas_item());
            layer.place(from_world);
            layer.draw(&alone);
            *overlay = Some(Overlay { _layer: layer, made_of, from_world, age: 0 });
        }
    }
}

/// Whether the editor runs the code, not a game.
pub(crate) fn is_in_editor() -> bool {
    Engine::singleton().is_editor_hint()
}
