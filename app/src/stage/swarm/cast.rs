//! Who plays: the art under assets/art, in its one palette.

use std::sync::Arc;

use kasuri::{Cell, Polygon, TileMap};

use crate::draw::{Art, Palette};
use crate::picture::Rgb;

/// Everything that the swarm is drawn with.
pub(super) struct Cast {
    pub(super) boss: Arc<Art>,
    /// Its engine flickers.
    pub(super) ship: [Arc<Art>; 2],
    pub(super) mine: Arc<Art>,
    pub(super) orb: Arc<Art>,
    pub(super) needle: Arc<Art>,
    pub(super) rice: Arc<Art>,
    pub(super) shot: Arc<Art>,
    pub(super) bunker: Arc<TileMap>,
    pub(super) inks: Inks,
}

/// The colours of what is no picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inks {
    pub(super) ground: [Rgb; 2],
    /// Far stars and near ones.
    pub(super) stars: [Rgb; 2],
    /// A laser's edge and its middle.
    pub(super) laser: [Rgb; 2],
    /// A pearl's rim and its middle.
    pub(super) pearl: [Rgb; 2],
    /// A plate's rim and its middle.
    pub(super) bunker: [Rgb; 2],
}

macro_rules! art {
    ($palette:expr, $name:literal) => {
        Art::read(include_str!(concat!("../../../../assets/art/", $name, ".txt")), $palette)
            .map_err(|error| format!("{}: {error}", $name))
    };
}

impl Cast {
    /// Reads the art, which comes with the program.
    pub(super) fn read() -> Result<Cast, String> {
        let palette = &Palette::read(include_str!("../../../../assets/art/palette.txt"))?;
        let ink = |sign| palette.colour(sign).ok_or_else(|| format!("the palette lacks {sign}"));
        let inks = |[a, b]: [char; 2]| Ok::<_, String>([ink(a)?, ink(b)?]);
        Ok(Cast {
            boss: art!(palette, "boss")?,
            ship: [art!(palette, "ship0")?, art!(palette, "ship1")?],
            mine: art!(palette, "mine")?,
            orb: art!(palette, "orb")?,
            needle: art!(palette, "needle")?,
            rice: art!(palette, "rice")?,
            shot: art!(palette, "shot")?,
            bunker: Arc::new(bunker().map_err(|error| error.to_string())?),
            inks: Inks {
                ground: inks(['k', 'K'])?,
                stars: inks(['d', 's'])?,
                laser: inks(['p', 'w'])?,
                pearl: inks(['l', 'c'])?,
                bunker: inks(['d', 's'])?,
            },
        })
    }
}

/// Something to hide behind: solid cells with sloping corners.
fn bunker() -> kasuri::Result<TileMap> {
    let slope = |corners: [[f64; 2]; 3]| Polygon::new(&corners.map(Into::into)).map(Cell::Polygon);
    let legend = [
        ('/', slope([[0.0, 6.0], [6.0, 0.0], [6.0, 6.0]])?),
        ('\\', slope([[0.0, 0.0], [6.0, 6.0], [0.0, 6.0]])?),
    ];
    TileMap::from_rows([6.0, 6.0], &["/####\\", "######", "##..##"], &legend)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of light, as WCAG 2 has it: what eyes make of a colour.
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

    /// The colours of texels that have a neighbour that is not set.
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
        let Inks { ground, stars, bunker, laser, pearl } = cast.inks;
        let rims = [&cast.orb, &cast.needle, &cast.rice].into_iter().flat_map(|art| rim(art));
        for ink in rims.chain([laser[0], pearl[0], crate::picture::HIT]) {
            for behind in [ground, stars, bunker].concat() {
                let contrast = contrast(ink, behind);
                assert!(contrast >= 4.5, "{ink:?} on {behind:?}: {contrast:.2}");
            }
        }
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
