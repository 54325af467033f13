//! What is drawn, and how: a list of sprites and boxes of world pixels, back to front, that the CPU and the GPU turn
//! into the same picture. Sprites are drawn as exactly the pixels that they cover (SPEC 4).

mod art;
mod camera;
mod cpu;
mod gpu;
mod headless;
mod instance;
mod light;
mod renderer;
mod rows;
mod store;
mod text;

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{CellForm, Convex, Form, Sprite};

pub(crate) use art::{Art, Palette};
pub(crate) use camera::{Camera, MOST, Zoom};
pub(crate) use cpu::draw as draw_on_cpu;
pub(crate) use gpu::{Gpu, instance, survived};
pub(crate) use headless::draw as draw_on_gpu;
pub(crate) use renderer::Renderer;
pub(crate) use rows::rows;
pub(crate) use text::{Font, HEIGHT};

use crate::picture::Rgb;

/// What a sprite's pixels look like.
#[derive(Debug, Clone)]
pub(crate) enum Paint {
    /// All in one colour.
    Ink(Rgb),
    /// The colours of a picture whose mask the sprite has.
    Art(Arc<Art>),
}

/// One thing to draw.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// Squares of 8 x 8 pixels in two colours by turns, everywhere.
    Ground([Rgb; 2]),
    /// All pixels of a box.
    Fill(PixelBox, Rgb),
    /// The covered pixels of a sprite.
    Sprite(Sprite, Paint),
}

/// Things to draw, back to front.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    items: Vec<Item>,
}

impl Drawing {
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
    }

    /// A ground to stand everything else on.
    pub(crate) fn ground(&mut self, inks: [Rgb; 2]) {
        self.items.push(Item::Ground(inks));
    }

    pub(crate) fn fill(&mut self, pixels: PixelBox, ink: Rgb) {
        self.items.push(Item::Fill(pixels, ink));
    }

    /// A sprite in the colours of its art.
    pub(crate) fn art(&mut self, sprite: &Sprite, art: &Arc<Art>) {
        self.items.push(Item::Sprite(sprite.clone(), Paint::Art(art.clone())));
    }

    /// A body in one colour: sprites' covered pixels; of shapes and solid tiles the pixels whose centres they contain.
    pub(crate) fn body(&mut self, form: &Form, ink: Rgb) {
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
        rows(convex).into_iter().for_each(|pixels| self.fill(pixels, ink));
    }
}
