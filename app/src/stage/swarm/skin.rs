//! How a body of the world looks: the world knows only what it hits with.

use std::sync::Arc;

use kasuri::lattice::{PixelBox, Point};
use kasuri::{Form, Placement, Seen, Shape};

use super::cast::Cast;
use crate::draw::{Art, Drawing};
use crate::picture::Rgb;

/// A look; a body's data says which it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Skin {
    Boss,
    Ship,
    Mine,
    Orb,
    Needle,
    Rice,
    Shot,
    Pearl,
    Laser,
    Bunker,
}

impl Skin {
    const ALL: [Skin; 10] = [
        Skin::Boss,
        Skin::Ship,
        Skin::Mine,
        Skin::Orb,
        Skin::Needle,
        Skin::Rice,
        Skin::Shot,
        Skin::Pearl,
        Skin::Laser,
        Skin::Bunker,
    ];

    /// What a body has as its data.
    pub(super) fn data(self) -> u64 {
        self as u64
    }

    fn of(body: Seen<'_>) -> Option<Skin> {
        Skin::ALL.get(usize::try_from(body.data()).ok()?).copied()
    }

    /// Its picture, where it is one.
    fn art(self, cast: &Cast, frame: usize) -> Option<&Arc<Art>> {
        match self {
            Skin::Boss => Some(&cast.boss),
            Skin::Ship => cast.ship.get(frame),
            Skin::Mine => Some(&cast.mine),
            Skin::Orb => Some(&cast.orb),
            Skin::Needle => Some(&cast.needle),
            Skin::Rice => Some(&cast.rice),
            Skin::Shot => Some(&cast.shot),
            Skin::Pearl | Skin::Laser | Skin::Bunker => None,
        }
    }
}

/// Draws a body as it stands on the lattice.
pub(super) fn draw(body: Seen<'_>, cast: &Cast, drawing: &mut Drawing) {
    let Some(skin) = Skin::of(body) else { return };
    match (body.form(), skin) {
        (Form::Sprite(sprite), skin) => {
            if let Some(art) = skin.art(cast, body.frame()) {
                drawing.art(sprite, art);
            }
        }
        (form, Skin::Pearl) => {
            let core = Shape::circle(1.5).and_then(|core| core.place(&Placement::at(body.at())));
            rimmed(form, core, cast.inks.pearl, drawing);
        }
        (form @ Form::Shape(links), Skin::Laser) => {
            // The same chain, thinner.
            let pixels = |p: &Point| [f64::from(p.x) / 256.0, f64::from(p.y) / 256.0];
            let points: Vec<_> = links.iter().flat_map(|link| link.vertices().iter().map(pixels)).collect();
            let core = Shape::chain(&points, 0.75).and_then(|core| core.place(&Placement::default()));
            rimmed(form, core, cast.inks.laser, drawing);
        }
        (form, _) => plated(form, cast.inks.bunker, drawing),
    }
}

/// A form, and another in its middle.
fn rimmed(form: &Form, core: kasuri::Result<kasuri::Parts>, [rim, middle]: [Rgb; 2], drawing: &mut Drawing) {
    drawing.body(form, rim);
    if let Ok(core) = core {
        drawing.body(&Form::Shape(core), middle);
    }
}

/// Tiles, each with a plate on it.
fn plated(form: &Form, [rim, plate]: [Rgb; 2], drawing: &mut Drawing) {
    drawing.body(form, rim);
    let Form::Tiles(tiles) = form else { return };
    for bounds in tiles.cells().iter().filter_map(|cell| cell.form.bounds()) {
        let PixelBox { x0, y0, x1, y1 } = PixelBox::around(bounds);
        drawing.fill(PixelBox { x0: x0 + 2, y0: y0 + 2, x1: x1 - 2, y1: y1 - 2 }, plate);
    }
}
