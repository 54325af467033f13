//! An item as the shader draws it: one instance of a quad, in the layout of stage/shaders/draw_world.wgsl.

use bytemuck::{Pod, Zeroable};
use kasuri::lattice::PixelBox;
use kasuri::mask::Sprite;

use super::store::{Store, word};
use super::{Item, Paint};

/// An instance of 64 bytes: the vertex attributes 0 to 3, four integers each.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Instance {
    /// A half-open box of world pixels: x0, y0, x1, y1.
    pixels: [i32; 4],
    /// ux, uy, vx, vy of the sprite's turn.
    steps: [i32; 4],
    /// u1, v1 of the sprite's turn, and its position.
    pivot_at: [i32; 4],
    /// The kind of paint; the mask's size and flips in one word; the index of the mask's first word; the colour, or
    /// the index of the art's first word.
    paint: [u32; 4],
}

/// The values of `paint[0]`.
const FILL: u32 = 0;
const GROUND: u32 = 1;
const INK: u32 = 2;
const ART: u32 = 3;

/// A box around everything: no coordinate is beyond it.
const EVERYWHERE: PixelBox = PixelBox { x0: -(1 << 23), y0: -(1 << 23), x1: 1 << 23, y1: 1 << 23 };

impl Instance {
    /// Makes the instance of an item. Stores its mask and art if they are not stored yet.
    pub fn of(item: &Item, store: &mut Store) -> Instance {
        match item {
            Item::Ground([a, b]) => Instance::flat(EVERYWHERE, [GROUND, 0, word(*a), word(*b)]),
            Item::Fill(pixels, ink) => Instance::flat(*pixels, [FILL, 0, 0, word(*ink)]),
            Item::Sprite(sprite, Paint::Ink(ink)) => Instance::sprite(sprite, store, INK, word(*ink)),
            Item::Sprite(sprite, Paint::Art(art)) => {
                let colours = store.art(art);
                Instance::sprite(sprite, store, ART, colours)
            }
        }
    }

    fn flat(pixels: PixelBox, paint: [u32; 4]) -> Instance {
        Instance { pixels: corners(pixels), steps: [0; 4], pivot_at: [0; 4], paint }
    }

    fn sprite(sprite: &Sprite, store: &mut Store, how: u32, colours: u32) -> Instance {
        let mask = sprite.mask();
        let [ux, uy, vx, vy, u1, v1, x, y, ..] = sprite.shader_placement();
        let [flip_x, flip_y] = sprite.flip().map(u32::from);
        // Sides are at most 4096: 13 bits each.
        let form = mask.width() | mask.height() << 13 | flip_x << 26 | flip_y << 27;
        Instance {
            pixels: corners(sprite.reach()),
            steps: [ux, uy, vx, vy],
            pivot_at: [u1, v1, x, y],
            paint: [how, form, store.mask(mask), colours],
        }
    }
}

fn corners(pixels: PixelBox) -> [i32; 4] {
    [pixels.x0, pixels.y0, pixels.x1, pixels.y1]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use kasuri::{Mask, Placement};

    use super::*;
    use crate::draw::{Art, Drawing};

    #[test]
    fn a_hundred_thousand_sprites_are_made_ready() {
        let mask = Arc::new(Mask::from_rows(&["####", "####", "####"]).unwrap());
        let art = Arc::new(Art::new(mask.clone(), vec![[9; 3]; 12]));
        let place = |k: u32| Placement::at([f64::from(k % 400), f64::from(k / 400)]).turned(f64::from(k));
        let sprites: Vec<Sprite> =
            (0..100_000).map(|k| Sprite::place(&mask, &place(k), None).unwrap()).collect();
        let (mut store, mut drawing) = (Store::default(), Drawing::default());
        // As in a window, where the list already had this length in the previous frame.
        sprites.iter().for_each(|sprite| drawing.art(sprite, &art));
        drawing.clear();
        let start = Instant::now();
        sprites.iter().for_each(|sprite| drawing.art(sprite, &art));
        let instances: Vec<Instance> =
            drawing.items().iter().map(|item| Instance::of(item, &mut store)).collect();
        println!("100,000 sprites made ready in {:?}", start.elapsed());
        assert_eq!((instances.len(), size_of_val(&instances[..])), (100_000, 6_400_000));
        // The mask and the picture are stored once.
        assert_eq!(store.words().len(), 6 + 12);
        assert!(instances.iter().all(|instance| instance.paint[0] == ART));
    }
}
