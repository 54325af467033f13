//! How a body of the world looks: the world itself knows only the body's form.

use std::sync::Arc;

use kasuri::lattice::{PixelBox, Point};
use kasuri::{
    Placement, Shape,
    query::Form,
    shape::{CellForm, Parts},
    world::BodyRef,
};

use super::cast::{self, Cast};
use crate::draw::{Art, Drawing};
use crate::picture::{INKS, Rgb};

/// A look; a body's data contains which one it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Skin {
    Boss,
    Ship,
    Mine,
    Fly,
    Lantern,
    Orb,
    Needle,
    Rice,
    Star,
    Shot,
    Gem,
    Pearl,
    Laser,
    /// The announcement of a laser.
    Thread,
    Bunker,
    /// In one colour, which is part of the body's data.
    Plain,
    /// Not drawn.
    None,
}

/// Data of this value or more is a plain look with an ink.
const INKED: u64 = 256;

impl Skin {
    const ALL: [Skin; 17] = [
        Skin::Boss,
        Skin::Ship,
        Skin::Mine,
        Skin::Fly,
        Skin::Lantern,
        Skin::Orb,
        Skin::Needle,
        Skin::Rice,
        Skin::Star,
        Skin::Shot,
        Skin::Gem,
        Skin::Pearl,
        Skin::Laser,
        Skin::Thread,
        Skin::Bunker,
        Skin::Plain,
        Skin::None,
    ];

    /// Returns the data of a body with this look.
    pub(crate) fn data(self) -> u64 {
        self as u64
    }

    pub(crate) fn of(data: u64) -> Skin {
        let known = usize::try_from(data).ok().and_then(|k| Skin::ALL.get(k));
        known.copied().unwrap_or(Skin::Plain)
    }

    /// Returns its picture, if it has one.
    pub(crate) fn art(self, cast: &Cast, frame: usize) -> Option<&Arc<Art>> {
        match self {
            Skin::Boss => Some(&cast.boss),
            Skin::Ship => cast.ship.get(frame),
            Skin::Mine => Some(&cast.mine),
            Skin::Fly => Some(&cast.fly),
            Skin::Lantern => Some(&cast.lantern),
            Skin::Orb => Some(&cast.orb),
            Skin::Needle => Some(&cast.needle),
            Skin::Rice => Some(&cast.rice),
            Skin::Star => Some(&cast.star),
            Skin::Shot => Some(&cast.shot),
            Skin::Gem => Some(&cast.gem),
            _ => None,
        }
    }
}

/// Returns the data of a body in one of the inks.
pub(crate) fn plain(ink: usize) -> u64 {
    INKED + ink as u64
}

/// Returns the ink of a plain body.
pub(crate) fn ink(data: u64) -> Rgb {
    INKS[(data.saturating_sub(INKED) % INKS.len() as u64) as usize]
}

/// Draws a body at its exact lattice position.
pub(crate) fn draw(body: BodyRef<'_>, cast: &Cast, drawing: &mut Drawing) {
    let skin = Skin::of(body.data());
    match (&body.form(), skin) {
        (_, Skin::None) => {}
        (Form::Sprite(sprite), skin) if skin != Skin::Plain => {
            if let Some(art) = skin.art(cast, body.frame()) {
                drawing.art(sprite, art);
            }
        }
        (form, Skin::Pearl) => {
            let core = Shape::circle(1.5).and_then(|core| core.place(&Placement::at(body.at())));
            rimmed(form, core, cast.inks(cast::PEARL), drawing);
        }
        (form @ Form::Shape(links), Skin::Laser) => {
            let r = links.first().map_or(0.0, |link| f64::from(link.radius()) / 256.0);
            rimmed(form, with_radius(links, r * 0.45), cast.inks(cast::LASER), drawing);
        }
        (form, Skin::Thread) => drawing.body(form, cast.ink('r')),
        (form, Skin::Bunker) => plated(form, cast.inks(cast::BUNKER), drawing),
        // A part thinner than a pixel would hardly be visible.
        (Form::Shape(parts), _)
            if parts.iter().all(|part| part.vertices().len() < 3 && part.radius() < 128) =>
        {
            if let Ok(thick) = with_radius(parts, 0.75) {
                drawing.body(&Form::Shape(thick), ink(body.data()));
            }
        }
        (form, _) => drawing.body(form, ink(body.data())),
    }
}

/// Returns the same capsules with another radius.
fn with_radius(links: &Parts, r: f64) -> kasuri::Result<Parts> {
    let pixels = |p: &Point| [f64::from(p.x) / 256.0, f64::from(p.y) / 256.0];
    let points: Vec<_> = links.iter().flat_map(|link| link.vertices().iter().map(pixels)).collect();
    Shape::chain(&points, r).and_then(|core| core.place(&Placement::default()))
}

/// Draws a form, and another form in its middle.
fn rimmed(form: &Form, core: kasuri::Result<Parts>, [rim, middle]: [Rgb; 2], drawing: &mut Drawing) {
    drawing.body(form, rim);
    if let Ok(core) = core {
        drawing.body(&Form::Shape(core), middle);
    }
}

/// Draws tiles, each with a plate on it.
pub(crate) fn plated(form: &Form, [rim, plate]: [Rgb; 2], drawing: &mut Drawing) {
    drawing.body(form, rim);
    let Form::Tiles(tiles) = form else { return };
    for cell in tiles.cells() {
        match (&cell.form, cell.form.bounds()) {
            (CellForm::Convex(convex), Some(bounds)) if convex.vertices().len() == 4 => {
                let PixelBox { x0, y0, x1, y1 } = PixelBox::around(bounds);
                drawing.fill(PixelBox { x0: x0 + 2, y0: y0 + 2, x1: x1 - 2, y1: y1 - 2 }, plate);
            }
            (CellForm::Convex(convex), _) => drawing.body(&Form::Shape(convex.clone().into()), plate),
            _ => {}
        }
    }
}
