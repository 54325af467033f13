//! Letters of a small pixel font, drawn as sprites like everything else.

use std::collections::HashMap;
use std::sync::Arc;

use kasuri::{Mask, Placement, Vec2, mask::Sprite};

use super::Drawing;
use crate::picture::Rgb;

/// The height of a letter, in pixels.
pub const HEIGHT: i32 = 5;
/// The gap between two letters, and the width of a blank.
const GAP: i32 = 1;
const BLANK: i32 = 2;

/// The letters' masks.
#[derive(Debug)]
pub struct Font(HashMap<char, Arc<Mask>>);

impl Font {
    /// Reads lines of a letter and its five rows.
    pub fn read(text: &str) -> Result<Font, String> {
        let letter = |line: &str| {
            let mut words = line.split(' ');
            let sign = words.next().and_then(|word| word.chars().next()).unwrap_or('?');
            let mask =
                Mask::from_rows(&words.collect::<Vec<_>>()).map_err(|error| format!("{sign}: {error}"))?;
            Ok((sign, Arc::new(mask)))
        };
        text.lines().map(letter).collect::<Result<_, _>>().map(Font)
    }

    fn width_of(&self, sign: char) -> i32 {
        self.0.get(&sign).map_or(BLANK, |mask| mask.width() as i32)
    }

    /// Returns the width of a line of text at a scale.
    pub fn width(&self, text: &str, scale: i32) -> i32 {
        let each = text.chars().map(|sign| self.width_of(sign.to_ascii_uppercase()) + GAP);
        (each.sum::<i32>() - GAP).max(0) * scale
    }
}

impl Drawing {
    /// Draws a line of text with its upper left corner at a position. Lower-case letters become capitals.
    pub fn text(&mut self, font: &Font, text: &str, [x, y]: [i32; 2], scale: i32, ink: Rgb) {
        let mut x = x;
        for sign in text.chars().map(|sign| sign.to_ascii_uppercase()) {
            if let Some(mask) = font.0.get(&sign) {
                let placement = Placement::at([f64::from(x), f64::from(y)]).scaled([f64::from(scale); 2]);
                if let Ok(sprite) = Sprite::place(mask, &placement, Some(Vec2::default())) {
                    self.inked(&sprite, ink);
                }
            }
            x += (font.width_of(sign) + GAP) * scale;
        }
    }

    /// Draws a line of text with its middle at `x`.
    pub fn text_about(&mut self, font: &Font, text: &str, [x, y]: [i32; 2], scale: i32, ink: Rgb) {
        self.text(font, text, [x - font.width(text, scale) / 2, y], scale, ink);
    }

    /// Draws a line of text with an outline behind it, so that it is readable on any ground.
    pub fn text_over(&mut self, font: &Font, text: &str, at: [i32; 2], scale: i32, [ink, shadow]: [Rgb; 2]) {
        for by in [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1]] {
            self.text_about(font, text, [at[0] + by[0] * scale, at[1] + by[1] * scale], scale, shadow);
        }
        self.text_about(font, text, at, scale, ink);
    }
}
