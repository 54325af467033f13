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
                stars: inks(['s', 'S'])?,
                laser: inks(['p', 'w'])?,
                pearl: inks(['l', 'c'])?,
                bunker: inks(['s', 'S'])?,
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
