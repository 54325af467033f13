//! Whether two answers to one question agree: yes and no, counts and choices exactly; of bodies of several parts the numbers
//! as SPEC 5 has it, as there are several ways to the same number.

use std::fmt::Debug;

use kasuri::answer::{Contact, Overlap};
use kasuri::{CellForm, Convex, Cover, Form, Sprite};

/// How far numbers of the same thing may differ, in pixels: a thousandth of what SPEC 5 allows.
const SAME: f64 = 1e-6;
/// What SPEC 5 allows, in pixels.
const ALLOWED: f64 = 1e-3;

/// Equal, and equal as text: -0 is not 0 there.
pub fn assert_same<T: PartialEq + Debug>(ours: &T, theirs: &T, asked: &impl Debug) {
    assert_eq!(ours, theirs, "{asked:?}");
    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{asked:?}");
}

/// How two forms overlap.
pub fn assert_overlap(ours: &Option<Overlap>, theirs: &Option<Overlap>, [a, b]: [&Form; 2]) {
    match (ours, theirs) {
        (Some(Overlap::ShapeShape(ours)), Some(Overlap::ShapeShape(theirs))) => {
            assert_contact(&Some(*ours), &Some(*theirs), [a, b]);
        }
        _ => assert_same(ours, theirs, &(a, b)),
    }
}

/// How two forms touch. Of bodies of several parts the depth is the same, and so is the normal; or there are two ways as
/// short, and both lead out.
pub fn assert_contact(ours: &Option<Contact>, theirs: &Option<Contact>, [a, b]: [&Form; 2]) {
    let (Some(p), Some(q)) = (ours, theirs) else { return assert_same(ours, theirs, &(a, b)) };
    let is_one = |form: &Form| matches!(form, Form::Shape(parts) if parts.len() == 1);
    let are_sprites = matches!((a, b), (Form::Sprite(_), Form::Sprite(_)));
    if is_one(a) && is_one(b) || are_sprites {
        return assert_same(ours, theirs, &(a, b));
    }
    assert_eq!(p.point, q.point, "{a:?} {b:?}");
    assert!((p.depth - q.depth).abs() <= SAME * (1.0 + q.depth), "{p:?} {q:?} {a:?} {b:?}");
    if !are_near(p.normal, q.normal) {
        for contact in [p, q] {
            let [x, y] = contact.normal;
            assert!((x.hypot(y) - 1.0).abs() < 1e-9, "{contact:?} {a:?} {b:?}");
            let left = depth_after(a, b, [x * contact.depth, y * contact.depth]);
            assert!(left <= ALLOWED, "{contact:?}, of {p:?} {q:?}, leaves {left}: {a:?} {b:?}");
        }
    }
}

/// Where two outlines cross: the same points, along a shape of one part in the same order.
pub fn assert_crossings(ours: &[[f64; 2]], theirs: &[[f64; 2]], [a, b]: [&Form; 2]) {
    let all_in = |p: &[[f64; 2]], q: &[[f64; 2]]| p.iter().all(|&p| q.iter().any(|&q| are_near(p, q)));
    let is_same = match a {
        Form::Shape(parts) if parts.len() == 1 => ours.iter().zip(theirs).all(|(&p, &q)| are_near(p, q)),
        _ => all_in(ours, theirs) && all_in(theirs, ours),
    };
    assert!(is_same && ours.len() == theirs.len(), "{ours:?} {theirs:?} {a:?} {b:?}");
}

/// Where a ray hits: the same t, the same normal.
pub fn assert_hit(ours: Option<(f64, [f64; 2])>, theirs: Option<(f64, [f64; 2])>, asked: &impl Debug) {
    assert_eq!(ours.map(|hit| hit.0), theirs.map(|hit| hit.0), "{asked:?}");
    if let (Some((_, n)), Some((_, m))) = (ours, theirs) {
        assert!(are_near(n, m), "{n:?} {m:?} {asked:?}");
    }
}

pub fn are_near([x, y]: [f64; 2], [u, v]: [f64; 2]) -> bool {
    (x - u).abs() <= SAME && (y - v).abs() <= SAME
}

/// How deep any two parts lie in each other once B has moved by some pixels, in pixels: below 0 how far they are apart.
pub fn depth_after(a: &Form, b: &Form, by: [f64; 2]) -> f64 {
    let (parts_a, parts_b) = (parts(a), parts(b));
    let origin = parts_a.first().map_or([0.0; 2], |(vertices, _)| vertices[0]);
    let local = |(vertices, radius): &(Vec<[f64; 2]>, f64), by: [f64; 2]| {
        let moved = vertices.iter().map(|v| [0, 1].map(|k| v[k] - origin[k] + by[k]));
        (moved.collect::<Vec<_>>(), *radius)
    };
    let parts_b: Vec<_> = parts_b.iter().map(|part| local(part, by)).collect();
    let mut deepest = f64::NEG_INFINITY;
    for p in parts_a.iter().map(|part| local(part, [0.0; 2])) {
        for q in &parts_b {
            deepest = deepest.max(p.1 + q.1 - gap(&p.0, &q.0));
        }
    }
    deepest
}

/// Vertices and radius of each part, in pixels.
fn parts(form: &Form) -> Vec<(Vec<[f64; 2]>, f64)> {
    let of_convex = |part: &Convex| {
        let pixels = part.vertices().iter().map(|v| [f64::from(v.x) / 256.0, f64::from(v.y) / 256.0]);
        (pixels.collect(), f64::from(part.radius()) / 256.0)
    };
    let of_sprite = |sprite: &Sprite| -> Vec<(Vec<[f64; 2]>, f64)> {
        let square = |(i, j): (i32, i32)| {
            let [x, y] = [i, j].map(f64::from);
            (vec![[x, y], [x, y + 1.0], [x + 1.0, y + 1.0], [x + 1.0, y]], 0.0)
        };
        Cover::of(sprite).iter().map(square).collect()
    };
    match form {
        Form::Shape(parts) => parts.iter().map(of_convex).collect(),
        Form::Sprite(sprite) => of_sprite(sprite),
        Form::Tiles(tiles) => {
            let cells = tiles.cells().flat_map(|cell| match &cell.form {
                CellForm::Convex(convex) => vec![of_convex(convex)],
                CellForm::Sprite(sprite) => of_sprite(sprite),
            });
            cells.collect()
        }
    }
}

/// How far apart two hulls are; below 0 how far one must move until they only touch.
fn gap(p: &[[f64; 2]], q: &[[f64; 2]]) -> f64 {
    let dot = |n: [f64; 2], v: [f64; 2]| n[0] * v[0] + n[1] * v[1];
    let along = |n: [f64; 2]| {
        let most = p.iter().map(|&v| dot(n, v)).fold(f64::NEG_INFINITY, f64::max);
        q.iter().map(|&v| dot(n, v)).fold(f64::INFINITY, f64::min) - most
    };
    let edges = |v: &[[f64; 2]]| -> Vec<[f64; 2]> {
        let n = if v.len() < 2 { 0 } else { v.len() };
        let vector = |k: usize| [0, 1].map(|c: usize| v[(k + 1) % n][c] - v[k][c]);
        (0..n).map(vector).map(|e| e.map(|x| x / e[0].hypot(e[1]))).collect()
    };
    let edges: Vec<[f64; 2]> = edges(p).into_iter().chain(edges(q)).collect();
    let across = edges.iter().flat_map(|e| [along([-e[1], e[0]]), along([e[1], -e[0]])]);
    let across = across.fold(f64::NEG_INFINITY, f64::max);
    let beyond = edges.iter().map(|&e| along(e)).fold(f64::NEG_INFINITY, f64::max);
    if across <= 0.0 && beyond <= 0.0 && !edges.is_empty() {
        return across;
    }
    nearest(p, q).min(nearest(q, p))
}

/// How near the vertices of one hull come to the edges of another.
fn nearest(vertices: &[[f64; 2]], hull: &[[f64; 2]]) -> f64 {
    let to_edge = |v: [f64; 2], k: usize| {
        let (a, b) = (hull[k], hull[(k + 1) % hull.len()]);
        let (e, w) = ([b[0] - a[0], b[1] - a[1]], [v[0] - a[0], v[1] - a[1]]);
        let t = (w[0] * e[0] + w[1] * e[1]) / (e[0] * e[0] + e[1] * e[1]).max(f64::MIN_POSITIVE);
        let t = t.clamp(0.0, 1.0);
        (w[0] - e[0] * t).hypot(w[1] - e[1] * t)
    };
    let all = vertices.iter().flat_map(|&v| (0..hull.len()).map(move |k| to_edge(v, k)));
    all.fold(f64::INFINITY, f64::min)
}
