//! Every body as a union of convex sets (SPEC 2): parts of a shape, cells of a tile map, covered squares of a sprite.

use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::Sprite;
use crate::reference::hull::RoundHull;
use crate::reference::pixels::{extent, runs};
use crate::shape::{CellForm, Convex};

/// Returns the convex sets of a body whose boxes meet a window, in order.
pub(super) fn hulls(form: &Form, window: Bounds) -> Vec<RoundHull> {
    match form {
        Form::Shape(parts) => {
            let near = parts.iter().filter(|part| part.bounds().meets(window));
            near.map(RoundHull::from).collect()
        }
        Form::Sprite(sprite) => squares(sprite, window),
        Form::Tiles(tiles) => {
            let of_cell = |cell: CellForm| match cell {
                CellForm::Convex(convex) if convex.bounds().meets(window) => vec![RoundHull::from(&convex)],
                CellForm::Convex(_) => vec![],
                CellForm::Sprite(sprite) => squares(&sprite, window),
            };
            tiles.cells().flat_map(|cell| of_cell(cell.form)).collect()
        }
    }
}

/// Returns the covered squares of a sprite near a window; those that follow each other in a row are one set.
fn squares(sprite: &Sprite, window: Bounds) -> Vec<RoundHull> {
    let (min, max) = (window.min, window.max);
    let window =
        PixelBox { x0: (min.x >> 8) - 1, y0: (min.y >> 8) - 1, x1: (max.x >> 8) + 1, y1: (max.y >> 8) + 1 };
    runs(sprite, window).into_iter().map(RoundHull::squares).collect()
}

/// Returns all convex sets of a body, in order.
pub(super) fn all_hulls(form: &Form) -> Vec<RoundHull> {
    hulls(form, everywhere())
}

/// Returns a window that holds every body.
pub(super) fn everywhere() -> Bounds {
    Bounds { min: Point::new(i32::MIN / 2, i32::MIN / 2), max: Point::new(i32::MAX / 2, i32::MAX / 2) }
}

/// Returns a box around everything that a body covers; `None` where it covers nothing.
pub(super) fn box_around(form: &Form) -> Option<Bounds> {
    let of_sprite = |sprite: &Sprite| extent(sprite).bounds();
    match form {
        Form::Sprite(sprite) => of_sprite(sprite),
        Form::Shape(parts) => parts.iter().map(Convex::bounds).reduce(Bounds::union),
        Form::Tiles(tiles) => {
            let boxes = tiles.cells().filter_map(|cell| match cell.form {
                CellForm::Convex(convex) => Some(convex.bounds()),
                CellForm::Sprite(sprite) => of_sprite(&sprite),
            });
            boxes.reduce(Bounds::union)
        }
    }
}

/// Returns a form that stands at `at`, as it stands at another lattice point.
pub(super) fn moved_form(form: &Form, at: Point, to: Point) -> Form {
    form.clone().seen_from(at).standing_at(to)
}
