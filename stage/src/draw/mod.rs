//! What is drawn, and how: a list of sprites and boxes of world pixels, back to front, that the CPU and the GPU turn
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
use kasuri::{CellForm, Convex, Form, Sprite};

pub use art::{Art, Palette};
pub use camera::{Camera, Canvas, MOST, Zoom};
pub use cpu::draw as draw_on_cpu;
pub use instance::Instance;
pub use rows::rows;
pub use store::Store;
pub use text::{Font, HEIGHT};
pub use view::View;

use crate::picture::Rgb;

/// What a sprite's pixels look like.
#[derive(Debug, Clone)]
pub enum Paint {
    /// All in one colour.
    Ink(Rgb),
    /// The colours of a picture whose mask the sprite has.
    Art(Arc<Art>),
}

/// One thing to draw.
#[derive(Debug, Clone)]
pub enum Item {
    /// Squares of 8 x 8 pixels in two colours by turns, everywhere.
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
    /// What is beyond is left out where that saves time.
    seen: Option<PixelBox>,
}

impl Drawing {
    /// A drawing of which no more than a box is looked at: so shapes larger than it take no longer.
    pub fn within(seen: PixelBox) -> Drawing {
        Drawing { items: Vec::new(), seen: Some(seen) }
    }

    /// What there is so far.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// A ground to stand everything else on.
    pub fn ground(&mut self, inks: [Rgb; 2]) {
        self.items.push(Item::Ground(inks));
    }

    /// All pixels of a box in one colour.
    pub fn fill(&mut self, pixels: PixelBox, ink: Rgb) {
        self.items.push(Item::Fill(pixels, ink));
    }

    /// A sprite in the colours of its art.
    pub fn art(&mut self, sprite: &Sprite, art: &Arc<Art>) {
        self.items.push(Item::Sprite(sprite.clone(), Paint::Art(art.clone())));
    }

    /// A body in one colour: sprites' covered pixels; of shapes and solid tiles the pixels whose centres they contain.
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
        self.items.push(Item::Sprite(sprite.clone(), Paint::Ink(ink)));
    }

    fn convex(&mut self, convex: &Convex, ink: Rgb) {
        rows(convex, self.seen).into_iter().for_each(|pixels| self.fill(pixels, ink));
    }
}
