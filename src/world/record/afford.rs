//! Estimates the cost of a recorded step before it is made. Programs that replay recordings from strangers set
//! ceilings on it.

use crate::effort::{spend, take_pair};
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point, UNITS};
use crate::query::{BoundsTree, along_a_curve};
use crate::world::World;
use crate::world::table::rows::{NOWHERE, Rows};

/// Returns the memory of forms in units of one body: 16 vertices count as one.
pub(super) fn weight(forms: &[Form]) -> u64 {
    forms.iter().map(|form| vertices(form) / 16).sum()
}

/// Returns the same for all rows, each counted at least as one.
pub(super) fn weight_of_all(rows: &Rows) -> u64 {
    (0..rows.len()).map(|row| 1 + weight(rows.forms(row))).sum()
}

/// Spends the cost of the next step, as far as the ceilings allow. The cost is an upper bound, close for honest
/// worlds.
pub(super) fn spend_step(world: &World) {
    let rows = &world.rows;
    let rules = 1 + (world.touches.between.len() + world.touches.rooted.len()) as u64 / 8;
    let grown = |row: usize| on_way(rows, row).grown(rows.margin(row).max(0));
    let boxes: Vec<Bounds> = (0..rows.len()).map(grown).collect();
    if !rows.living_rows().all(|row| spend(1 + covered(rows.forms(row), rows.bounds[row]))) {
        return;
    }
    let order = along_a_curve(rows.living_rows().map(|row| (row, boxes[row])).collect());
    let Some(tree) = BoundsTree::over(order.iter().map(|&(_, bounds)| bounds)) else { return };
    for (k, &(row, bounds)) in order.iter().enumerate() {
        let is_over = tree.any(bounds, |other| {
            if other >= k {
                return !spend(1);
            }
            let (other, theirs) = order[other];
            let is_pair = rows.wide[row].pair_with(rows.wide[other]);
            !spend(1)
                || is_pair && !(take_pair() && spend(rules * pair(rows, [row, other], [bounds, theirs])))
        });
        if is_over {
            return;
        }
    }
}

fn vertices(form: &Form) -> u64 {
    match form {
        Form::Shape(parts) => parts.pieces().iter().map(|part| part.vertices().len() as u64).sum(),
        Form::Sprite(_) | Form::Tiles(_) => 0,
    }
}

/// Returns the cost of the rows of pixels that sprites are turned into: one per eight pixels.
fn covered(forms: &[Form], bounds: Bounds) -> u64 {
    let is_sprite = forms.iter().any(|form| matches!(form, Form::Sprite(_)));
    if is_sprite { pixels(bounds) / 8 } else { 0 }
}

fn pixels(bounds: Bounds) -> u64 {
    let [width, height] = pixel_sides(bounds);
    width * height
}

fn pixel_sides(bounds: Bounds) -> [u64; 2] {
    let PixelBox { x0, y0, x1, y1 } = PixelBox::around(bounds);
    [x1.abs_diff(x0).into(), y1.abs_diff(y0).into()]
}

/// Returns the box of a body, in a world with swept bodies along its path.
fn on_way(rows: &Rows, row: usize) -> Bounds {
    let (bounds, from, at) = (rows.bounds[row], rows.path_start(row), rows.points[row]);
    if !rows.has_swept() || bounds == NOWHERE || from == at {
        return bounds;
    }
    // A sprite's box lies along pixels.
    let start = bounds.translated(Point::new(from.x - at.x, from.y - at.y)).grown(UNITS);
    bounds.union(start)
}

/// Returns the largest cost of two bodies whose boxes meet; `boxes` are those along their paths.
fn pair(rows: &Rows, pair: [usize; 2], boxes: [Bounds; 2]) -> u64 {
    if pair.iter().any(|&row| rows.is_swept(row)) {
        return swept(rows, pair, boxes);
    }
    let margin = pair.iter().map(|&row| rows.margin(row).max(0)).sum();
    let [p, q] = pair.map(|row| rows.bounds[row]);
    if p.grown(margin).meets(q) { resting(rows, pair, boxes, u64::MAX) } else { 0 }
}

/// Returns the cost of a pair with a swept body: shapes are cast; sprites and maps are tested in steps of a pixel, three
/// times each, for as long as the boxes meet (SPEC 6).
fn swept(rows: &Rows, pair: [usize; 2], boxes: [Bounds; 2]) -> u64 {
    let forms = || pair.iter().flat_map(|&row| rows.forms(row));
    let sides = pair.map(|row| pixel_sides(rows.bounds[row]));
    let smaller = sides.map(|[width, height]| width * height).into_iter().min().unwrap_or(0);
    let once = resting(rows, pair, boxes, smaller);
    if forms().all(|form| matches!(form, Form::Shape(_))) {
        return 64 + 32 * forms().map(vertices).sum::<u64>() + 8 * once;
    }
    let by = |axis: fn(Point) -> i32| {
        let length = |row: usize| i64::from(axis(rows.points[row])) - i64::from(axis(rows.path_start(row)));
        length(pair[0]).abs_diff(length(pair[1]))
    };
    let steps = 1 + by(|at| at.x).max(by(|at| at.y)) / UNITS as u64;
    let together = 2 + sides.iter().flatten().sum::<u64>();
    (3 * steps.min(together)).saturating_mul(once + smaller / 16)
}

/// Returns the largest cost of two bodies at one place each: all their regions tested against each other. At most `most`
/// pixels are shared.
fn resting(rows: &Rows, [a, b]: [usize; 2], [p, q]: [Bounds; 2], most: u64) -> u64 {
    let near = Bounds {
        min: Point::new(p.min.x.max(q.min.x), p.min.y.max(q.min.y)),
        max: Point::new(p.max.x.min(q.max.x), p.max.y.min(q.max.y)),
    };
    let [a, b] = [a, b].map(|row| {
        let Point { x, y } = rows.points[row];
        let seen = |corner: Point| Point::new(corner.x - x, corner.y - y);
        let near = Bounds { min: seen(near.min), max: seen(near.max) };
        rows.forms(row).iter().map(|form| pieces(form, near)).sum::<u64>().max(1)
    });
    4 + a.saturating_mul(b) / 2 + pixels(near).min(most) / 64
}

/// Returns the number of vertices of a form, or the cost of its cells, that may reach into a box. The box is relative
/// to the body's position.
fn pieces(form: &Form, near: Bounds) -> u64 {
    match form {
        Form::Shape(_) => vertices(form),
        Form::Sprite(_) => 1,
        Form::Tiles(tiles) => {
            let cells = tiles.cells_near(near).count() as u64;
            // Counting the cells costs time, too.
            spend(cells);
            8 * cells
        }
    }
}
