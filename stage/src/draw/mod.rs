//! What is drawn, and how: a list of sprites and boxes of world pixels, back to front. The CPU and the GPU turn it
//! into the same picture. Sprites are drawn as exactly the pixels that they cover (SPEC 4).

mod art;
mod camera;
mod cpu;
mod instance;
mod light;
mod rows;
mod store;
mod text;
mod view;

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{
    mask::Sprite,
    query::Form,
    shape::{CellForm, Convex},
};

pub use art::{Art, Palette};
pub use camera::{Camera, Canvas, MOST, Zoom};
pub use cpu::draw as draw_on_cpu;
pub use instance::Instance;
pub(crate) use light::around;
pub use rows::rows;
pub use store::Store;
pub use text::{Font, HEIGHT};
pub use view::View;

use crate::picture::Rgb;

/// The shader that draws items onto the canvas. [`PLACEMENT_WGSL`](kasuri::mask::PLACEMENT_WGSL) must precede it.
pub const WORLD_WGSL: &str = include_str!("../../shaders/draw_world.wgsl");

/// The shader that enlarges the canvas onto the screen.
pub const SCREEN_WGSL: &str = include_str!("../../shaders/draw_screen.wgsl");

/// The text of the small font, for [`Font::read`].
pub const FONT: &str = include_str!("../../assets/art/font.txt");

/// The colours of a sprite's pixels.
#[derive(Debug, Clone)]
pub enum Paint {
    /// All pixels in one colour.
    Ink(Rgb),
    /// The colours of a picture; the sprite uses the picture's mask.
    Art(Arc<Art>),
}

/// One thing to draw.
#[derive(Debug, Clone)]
pub enum Item {
    /// Squares of 8 x 8 pixels in two alternating colours, everywhere.
    Ground([Rgb; 2]),
    /// All pixels of a box.
    Fill(PixelBox, Rgb),
    /// The covered pixels of a sprite.
    Sprite(Sprite, Paint),
}

/// Things to draw, back to front.
#[derive(Debug, Default)]
pub struct Drawing {
    items: Vec<Item>,
    /// If set, pixels outside this box may be left out to save time.
    seen: Option<PixelBox>,
    is_dim: bool,
}

impl Drawing {
    /// Makes a drawing of which only a box is looked at. Shapes larger than the box then take no extra time.
    pub fn within(seen: PixelBox) -> Drawing {
        Drawing { seen: Some(seen), ..Drawing::default() }
    }

    /// Returns the items so far.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.items.clear();
        self.is_dim = false;
    }

    /// Draws in dark colours from here on, or no more.
    pub fn dim(&mut self, is_dim: bool) {
        self.is_dim = is_dim;
    }

    fn shade(&self, ink: Rgb) -> Rgb {
        if self.is_dim { art::dim(ink) } else { ink }
    }

    /// Draws a ground that covers everything; call it first.
    pub fn ground(&mut self, inks: [Rgb; 2]) {
        self.items.push(Item::Ground(inks.map(|ink| self.shade(ink))));
    }

    /// Fills all pixels of a box with one colour.
    pub fn fill(&mut self, pixels: PixelBox, ink: Rgb) {
        self.items.push(Item::Fill(pixels, self.shade(ink)));
    }

    /// Draws a sprite in the colours of its art.
    pub fn art(&mut self, sprite: &Sprite, art: &Arc<Art>) {
        let art = if self.is_dim { art.dim() } else { art };
        self.items.push(Item::Sprite(sprite.clone(), Paint::Art(art.clone())));
    }

    /// Draws a body in one colour: the covered pixels of sprites; for shapes and solid tiles, the pixels whose
    /// centres they contain.
    pub fn body(&mut self, form: &Form, ink: Rgb) {
        match form {
            Form::Sprite(sprite) => self.inked(sprite, ink),
            Form::Shape(parts) => parts.iter().for_each(|part| self.convex(part, ink)),
            Form::Tiles(tiles) => tiles.cells().for_each(|cell| match &cell.form {
                CellForm::Convex(convex) => self.convex(convex, ink),
                CellForm::Sprite(sprite) => self.inked(sprite, ink),
            }),
        }
    }

    fn inked(&mut self, sprite: &Sprite, ink: Rgb) {
        self.items.push(Item::Sprite(sprite.clone(), Paint::Ink(self.shade(ink))));
    }

    fn convex(&mut self, convex: &Convex, ink: Rgb) {
        rows(convex, self.seen).into_iter().for_each(|pixels| self.fill(pixels, ink));
    }
}
