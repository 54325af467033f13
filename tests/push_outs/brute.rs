//! What a move leaves of an overlap, by brute force over all pairs of parts.

use kasuri::lattice::Point;
use kasuri::mask::{Cover, Sprite};
use kasuri::shape::{CellForm, Convex};
use kasuri::{Touching, query, query::Form};

/// The tolerance of SPEC 5, in lattice units.
pub const ALLOWED: f64 = 0.256;

/// A part: a hull in lattice units and a radius.
pub struct Solid {
    hull: Vec<[f64; 2]>,
    radius: f64,
}

pub fn solids(form: &Form) -> Vec<Solid> {
    let convex = |c: &Convex| Solid {
        hull: c.vertices().iter().map(|v| [f64::from(v.x), f64::from(v.y)]).collect(),
        radius: c.radius().into(),
    };
    let pixels = |sprite: &Sprite| -> Vec<Solid> {
        let cover = Cover::of(sprite);
        let squares = cover.iter().map(|(i, j)| {
            let [x, y] = [i, j].map(|k| f64::from(k) * 256.0);
            Solid { hull: vec![[x, y], [x, y + 256.0], [x + 256.0, y + 256.0], [x + 256.0, y]], radius: 0.0 }
        });
        squares.collect()
    };
    match form {
        Form::Shape(parts) => parts.iter().map(convex).collect(),
        Form::Sprite(sprite) => pixels(sprite),
        Form::Tiles(tiles) => {
            let of_cell = |form: CellForm| match form {
                CellForm::Convex(part) => vec![convex(&part)],
                CellForm::Sprite(sprite) => pixels(&sprite),
            };
            tiles.cells().flat_map(|cell| of_cell(cell.form)).collect()
        }
    }
}

/// Returns the hull of some points by Andrew's monotone chain.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut half: Vec<[f64; 2]> = Vec::new();
        for q in points {
            while let [.., o, a] = half[..] {
                if (a[0] - o[0]) * (q[1] - o[1]) - (a[1] - o[1]) * (q[0] - o[0]) > 0.0 {
                    break;
                }
                half.pop();
            }
            half.push(q);
        }
        half.pop();
        half
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

/// Returns how deep two parts overlap after a move of the second one, in lattice units; below 0 if they are apart.
fn depth(a: &Solid, b: &Solid, by: [f64; 2]) -> f64 {
    let all =
        a.hull.iter().flat_map(|p| b.hull.iter().map(move |q| [q[0] + by[0] - p[0], q[1] + by[1] - p[1]]));
    let h = hull(all.collect());
    let sides = || (0..h.len()).map(|k| (h[k], h[(k + 1) % h.len()]));
    let far = |(p, q): ([f64; 2], [f64; 2])| {
        let e = [q[0] - p[0], q[1] - p[1]];
        let length = e[0] * e[0] + e[1] * e[1];
        let t = if length == 0.0 { 0.0 } else { (-(p[0] * e[0] + p[1] * e[1]) / length).clamp(0.0, 1.0) };
        (p[0] + e[0] * t).hypot(p[1] + e[1] * t)
    };
    let nearest = sides().map(far).fold(f64::INFINITY, f64::min);
    let holds = h.len() > 2 && sides().all(|(p, q)| (q[0] - p[0]) * -p[1] - (q[1] - p[1]) * -p[0] >= 0.0);
    a.radius + b.radius + if holds { nearest } else { -nearest }
}

/// Returns the depth of the deepest two parts after a move.
pub fn left_after(a: &[Solid], b: &[Solid], by: [f64; 2]) -> f64 {
    let around = |solid: &Solid| {
        let side = |axis: usize, sign: f64| {
            solid.hull.iter().map(|v| v[axis] * sign).fold(f64::NEG_INFINITY, f64::max) + solid.radius
        };
        [side(0, 1.0), side(1, 1.0), side(0, -1.0), side(1, -1.0)]
    };
    let boxes: Vec<[f64; 4]> = b.iter().map(around).collect();
    let mut most = 0.0_f64;
    for p in a {
        let near = around(p);
        let meets =
            |q: &[f64; 4]| (0..2).all(|k| near[k] + q[k + 2] >= by[k] && q[k] + near[k + 2] >= -by[k]);
        for (q, _) in b.iter().zip(&boxes).filter(|(_, around)| meets(around)) {
            most = most.max(depth(p, q, by));
        }
    }
    most
}

/// Returns a form moved by lattice units; `None` for a sprite, which covers other squares there, and beyond the world.
pub fn moved(form: &Form, by: Point) -> Option<Form> {
    match form {
        Form::Shape(parts) => {
            let parts = parts.iter().map(|part| part.moved_by(by).ok()).collect::<Option<Vec<_>>>()?;
            Some(Form::Shape(parts.into()))
        }
        Form::Sprite(_) => None,
        Form::Tiles(tiles) if tiles.cells().any(|cell| matches!(cell.form, CellForm::Sprite(_))) => None,
        Form::Tiles(tiles) => {
            let at = Point::new(tiles.at().x + by.x, tiles.at().y + by.y);
            tiles.moved_to(at).ok().map(Form::Tiles)
        }
    }
}

/// Whether two bodies do not overlap: they may touch, but not two parts without interior.
pub fn is_free(a: &Form, b: &Form) -> bool {
    let thin = |form: &Form| -> Vec<Form> {
        let Form::Shape(parts) = form else { return Vec::new() };
        let thin = parts.iter().filter(|part| part.radius() == 0 && part.vertices().len() < 3);
        thin.map(|part| Form::Shape(part.clone().into())).collect()
    };
    let (thin_a, thin_b) = (thin(a), thin(b));
    !query::overlaps(a, b, Touching::Ignored)
        && !thin_a.iter().any(|p| thin_b.iter().any(|q| query::overlaps(p, q, Touching::Counts)))
}
