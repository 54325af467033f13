//! Several masks in one picture, told apart by colour: red hurts, blue can be hit.

use std::collections::HashSet;

use crate::error::{Cause, Result};
use crate::mask::Mask;
use crate::mask::picture::Opaque;

/// The least alpha of a pixel that has a colour.
const SEEN: u8 = 128;

/// Pixels are solid where they have this colour, within a tolerance, and an alpha of at least 128.
///
/// Everything that makes masks from pictures takes it: with `Mask::frames_from_image` it gives the masks of one colour for each
/// frame. Where several colours of one picture are asked for, [`Mask::by_colour`] gives each pixel to one of them.
///
/// ```
/// use kasuri::{mask::Colour, Mask};
/// let pixels = [[255, 0, 0, 255], [250, 9, 0, 255], [255, 0, 0, 90]].concat();
/// assert_eq!(Mask::from_rgba(3, 1, &pixels, Colour::new([255, 0, 0]))?.count(), 1);
/// assert_eq!(Mask::from_rgba(3, 1, &pixels, Colour::new([255, 0, 0]).within(9))?.count(), 2);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    rgb: [u8; 3],
    tolerance: u8,
}

impl Colour {
    /// Makes pixels solid that have exactly this colour.
    pub const fn new(rgb: [u8; 3]) -> Colour {
        Colour { rgb, tolerance: 0 }
    }

    /// Makes pixels solid of which no channel differs by more than a tolerance.
    #[must_use]
    pub const fn within(self, tolerance: u8) -> Colour {
        Colour { tolerance, ..self }
    }

    /// Returns the largest difference of a channel; `None` where it is too large, or the pixel too clear.
    fn distance(self, [r, g, b, a]: [u8; 4]) -> Option<u8> {
        let [p, q, s] = self.rgb;
        let far = r.abs_diff(p).max(g.abs_diff(q)).max(b.abs_diff(s));
        (a >= SEEN && far <= self.tolerance).then_some(far)
    }
}

impl Opaque for Colour {
    fn is_opaque(&self, rgba: [u8; 4]) -> bool {
        self.distance(rgba).is_some()
    }
}

impl Mask {
    /// Makes a mask for each of several named colours of a picture: RGBA, 8 bits each, row by row. All masks have the size of
    /// the picture. A pixel belongs to the nearest of the colours that it is within the tolerance of, and to the first of those
    /// that are as near; so no pixel is in two masks. Pixels of other colours are in none.
    ///
    /// A name and a mask make a [`Region`](crate::Region).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{mask::{Alpha, Colour}, Body, Mask, World};
    /// // A drawn helper layer: the sword's edge in red, the body in blue, as an editor saved it.
    /// let [red, blue, clear] = [[250, 8, 0, 255], [0, 0, 255, 255], [0; 4]];
    /// let pixels = [blue, blue, red, red, blue, blue, clear, clear].concat();
    /// let colours = [("hurts", Colour::new([255, 0, 0]).within(16)), ("hit box", Colour::new([0, 0, 255]))];
    ///
    /// let art = Arc::new(Mask::from_rgba(4, 2, &pixels, Alpha(128))?);
    /// let mut hero = Body::sprite(&art).at([50.0, 50.0]);
    /// for (name, mask) in Mask::by_colour(4, 2, &pixels, &colours)? {
    ///     hero = hero.region((name, &Arc::new(mask)));
    /// }
    /// let mut world = World::new();
    /// let hero = world.spawn(hero)?;
    /// world.spawn(Body::point().at([51.5, 49.5]))?;
    /// let step = world.step()?;
    /// let met: Vec<_> = step.began().iter().filter_map(|hit| world.get(hero).ok()?.region(hit.regions[0])).collect();
    /// assert_eq!(met, ["hurts"]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("hitbox", "hurtbox", "palette"))]
    pub fn by_colour<'a>(
        width: usize,
        height: usize,
        pixels: &[u8],
        colours: &[(&'a str, Colour)],
    ) -> Result<Vec<(&'a str, Mask)>> {
        check_colours(colours)?;
        let of_colour = |k: usize| {
            Mask::from_rgba(width, height, pixels, |rgba: [u8; 4]| nearest(colours, rgba) == Some(k))
        };
        colours.iter().enumerate().map(|(k, &(name, _))| Ok((name, of_colour(k)?))).collect()
    }
}

/// Returns the index of the colour that a pixel belongs to.
fn nearest(colours: &[(&str, Colour)], rgba: [u8; 4]) -> Option<usize> {
    let near = colours.iter().enumerate().filter_map(|(k, (_, colour))| Some((colour.distance(rgba)?, k)));
    near.min().map(|(_, k)| k)
}

/// Refuses lists with no colours, and names or colours that are there twice: the second would have no pixels.
fn check_colours(colours: &[(&str, Colour)]) -> Result<()> {
    if !(1..=MOST_COLOURS).contains(&colours.len()) {
        let count = colours.len();
        return Err(Cause::Count { what: "colours", count, least: 1, most: MOST_COLOURS }.at("colours"));
    }
    let (mut names, mut known) = (HashSet::new(), HashSet::new());
    for (k, (name, colour)) in colours.iter().enumerate() {
        let place = format!("colours[{k}]");
        if !names.insert(*name) {
            return Err(Cause::RepeatedRegion { name: (*name).into() }.at(place));
        }
        if !known.insert(colour.rgb) {
            let [r, g, b] = colour.rgb;
            return Err(Cause::RepeatedColour { r, g, b }.at(place));
        }
    }
    Ok(())
}

/// A body has at most this many regions.
const MOST_COLOURS: usize = 255;
