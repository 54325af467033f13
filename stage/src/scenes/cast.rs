//! The art under stage/assets/art, all in one palette.

use std::sync::Arc;

use crate::draw::{Art, Font, Palette};
use crate::picture::Rgb;

/// Everything that scenes are drawn with.
#[derive(Debug)]
pub(crate) struct Cast {
    pub(crate) boss: Arc<Art>,
    /// Two pictures, because its engine flickers.
    pub(crate) ship: [Arc<Art>; 2],
    pub(crate) mine: Arc<Art>,
    pub(crate) fly: Arc<Art>,
    pub(crate) lantern: Arc<Art>,
    pub(crate) orb: Arc<Art>,
    pub(crate) needle: Arc<Art>,
    pub(crate) rice: Arc<Art>,
    pub(crate) star: Arc<Art>,
    pub(crate) shot: Arc<Art>,
    pub(crate) gem: Arc<Art>,
    pub(crate) font: Font,
    palette: Palette,
}

macro_rules! asset {
    ($name:literal) => {
        include_str!(concat!("../../assets/art/", $name, ".txt"))
    };
}

impl Cast {
    /// Reads the art, which is part of the program.
    pub(crate) fn read() -> Result<Arc<Cast>, String> {
        let palette = Palette::read(asset!("palette"))?;
        macro_rules! art {
            ($name:literal) => {
                Art::read(asset!($name), &palette).map_err(|error| format!("{}: {error}", $name))?
            };
        }
        Ok(Arc::new(Cast {
            boss: art!("boss"),
            ship: [art!("ship0"), art!("ship1")],
            mine: art!("mine"),
            fly: art!("fly"),
            lantern: art!("lantern"),
            orb: art!("orb"),
            needle: art!("needle"),
            rice: art!("rice"),
            star: art!("star"),
            shot: art!("shot"),
            gem: art!("gem"),
            font: Font::read(asset!("font"))?,
            palette,
        }))
    }

    /// Returns a colour of the palette; black if the palette lacks it.
    pub(crate) fn ink(&self, sign: char) -> Rgb {
        self.palette.colour(sign).unwrap_or_default()
    }

    pub(crate) fn inks<const N: usize>(&self, signs: [char; N]) -> [Rgb; N] {
        signs.map(|sign| self.ink(sign))
    }
}

/// The ground: squares in two alternating colours.
pub(crate) const GROUND: [char; 2] = ['k', 'K'];
/// The colours of far stars and near ones.
pub(crate) const STARS: [char; 2] = ['d', 's'];
/// The colours of the edge and the middle: of a laser, a pearl and a plate.
pub(crate) const LASER: [char; 2] = ['p', 'w'];
pub(crate) const PEARL: [char; 2] = ['l', 'c'];
pub(crate) const BUNKER: [char; 2] = ['d', 's'];

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour, as WCAG 2 defines it: how bright eyes see it.
    fn luminance(ink: Rgb) -> f64 {
        let [r, g, b] = ink.map(|channel| {
            let light = f64::from(channel) / 255.0;
            if light <= 0.040_45 { light / 12.92 } else { ((light + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns the colours of the texels that have a clear neighbour.
    fn rim(art: &Art) -> Vec<Rgb> {
        let (width, height) = (i64::from(art.mask.width()), i64::from(art.mask.height()));
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let is_rim = |&(x, y): &(i64, i64)| {
            let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            art.mask.get(x, y) && around.into_iter().any(|(x, y)| !art.mask.get(x, y))
        };
        texels.filter(is_rim).map(|(x, y)| art.colour([x as u32, y as u32])).collect()
    }

    #[test]
    fn bullets_stand_out_from_all_that_is_behind_them() {
        let cast = Cast::read().unwrap();
        let rims = [&cast.orb, &cast.needle, &cast.rice, &cast.star].into_iter().flat_map(|art| rim(art));
        let lone = [cast.ink(LASER[0]), cast.ink(PEARL[0]), crate::picture::HIT];
        let behind = [cast.inks(GROUND), cast.inks(STARS), cast.inks(BUNKER)].concat();
        let mut least = f64::INFINITY;
        for ink in rims.chain(lone) {
            for &behind in &behind {
                let contrast = contrast(ink, behind);
                assert!(contrast >= 4.5, "{ink:?} on {behind:?}: {contrast:.2}");
                least = least.min(contrast);
            }
        }
        println!("least contrast {least:.2}:1");
        assert!((contrast([255; 3], [0; 3]) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn art_that_is_wrong_is_refused() {
        let palette = Palette::read("a ff0000 red\nb 00ff00 green\n").unwrap();
        let art = Art::read("mirrored\n.a\nab\n", &palette).unwrap();
        assert_eq!((art.mask.width(), art.mask.count(), art.colour([2, 1])), (3, 4, [255, 0, 0]));
        assert!(Art::read("a?\n", &palette).is_err_and(|why| why == "? is no colour of the palette"));
        assert!(Art::read("ab\na\n", &palette).is_err());
        assert!(Palette::read("a red\n").is_err());
    }
}
