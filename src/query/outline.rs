//! The outline of a body, the union of its pieces (SPEC 5).

use std::collections::HashMap;

use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::query::around::{around, around_squares};
use crate::query::blob::squares;
use crate::query::covered::{Screen, trim};
use crate::query::curve::{Curve, SLACK};
use crate::query::exact::Step;
use crate::query::face::Face;
use crate::query::piece::{Piece, Set, pieces, sets, window};
use crate::query::plane::{dot, minus, plus};
use crate::query::tree::Tree;

/// The outline of a form as far as it may lie in a box, piece by piece: that of the union of its pieces. What another piece
/// covers is no face of it, what two pieces share is told once, and a straight face that goes on along the next piece is one.
pub(crate) fn outline(form: &Form, origin: Point, near: Bounds) -> Vec<Face> {
    let mut faces = faces(form, origin, near);
    let is_one = match form {
        Form::Shape(parts) => parts.len() < 2,
        Form::Sprite(_) => true,
        Form::Tiles(_) => false,
    };
    if !is_one {
        join(&mut faces);
    }
    faces
}

/// Each straight face with those that go on from it, in the place of the first of them.
fn join(faces: &mut Vec<Face>) {
    let key = |[x, y]: [f64; 2]| ((x * 16.0).round() as i64, (y * 16.0).round() as i64);
    let mut starts: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
    let mut has_lines = false;
    for (k, face) in faces.iter().enumerate() {
        if let Curve::Edge { a, e, .. } = face.curve
            && e != [0.0, 0.0]
        {
            starts.entry(key(a)).or_default().push(k);
            has_lines = true;
        }
    }
    if !has_lines {
        return;
    }
    let next = |faces: &[Face], k: usize| -> Option<usize> {
        let Curve::Edge { a, e, .. } = faces[k].curve else { return None };
        let begins = starts.get(&key(plus(a, e, 1.0)))?;
        begins.iter().copied().find(|&n| n != k && faces[k].goes_on(&faces[n]))
    };
    let follows: Vec<Option<usize>> = (0..faces.len()).map(|k| next(faces, k)).collect();
    let mut is_followed = vec![false; faces.len()];
    follows.iter().flatten().for_each(|&n| is_followed[n] = true);
    let mut kept: Vec<Option<Face>> = faces.iter().copied().map(Some).collect();
    for first in (0..faces.len()).filter(|&k| !is_followed[k] && follows[k].is_some()) {
        let (mut whole, mut place, mut at) = (faces[first], first, first);
        while let Some(n) = follows[at].filter(|_| kept[at].is_some()) {
            let Some(joined) = whole.joined(&faces[n]) else { break };
            kept[at] = None;
            (whole, place, at) = (joined, place.min(n), n);
        }
        kept[at] = None;
        kept[place] = Some(whole);
    }
    *faces = kept.into_iter().flatten().collect();
}

/// The faces of each piece that no other covers.
fn faces(form: &Form, origin: Point, near: Bounds) -> Vec<Face> {
    // Round parts may be off by the slack.
    let pieces: Vec<Piece> = pieces(form, near.grown(2)).collect();
    let mut faces: Vec<(usize, Face)> = Vec::new();
    for (k, piece) in pieces.iter().enumerate() {
        let mut add = |face| faces.push((k, face));
        match piece {
            Piece::Convex(set) => around(set.blob(), origin, &mut add),
            Piece::Sprite(sprite) => around_squares(&sprite.cover_within(window(near)), origin, &mut add),
        }
    }
    if pieces.len() < 2 {
        return faces.into_iter().map(|(_, face)| face).collect();
    }
    let mut sets: Vec<(usize, Set)> = Vec::new();
    for (k, piece) in pieces.into_iter().enumerate() {
        match piece {
            Piece::Convex(set) => sets.push((k, set)),
            Piece::Sprite(sprite) => {
                let runs = sprite.cover_within(window(near));
                sets.extend(runs.runs().map(|run| (k, Set::Run(squares(run)))));
            }
        }
    }
    let Some(tree) = Tree::over(sets.iter().map(|(_, set)| set.bounds())) else { return Vec::new() };
    let mut free = Vec::new();
    for (k, face) in faces {
        let mut others: Vec<(bool, Screen)> = Vec::new();
        tree.any(face.curve.bounds(origin), |n| {
            let (piece, set) = &sets[n];
            if *piece != k {
                others.push((*piece < k, Screen::of(set.blob(), origin)));
            }
            false
        });
        trim(face, &others, &mut free);
    }
    free
}

/// The normal of the outline of a body of several pieces where a ray first meets it: of the faces there the one most
/// against the ray. `None` for a body that is one piece there.
pub(crate) fn normal_at(form: &Form, from: Point, d: Step, t: f64) -> Option<[f64; 2]> {
    let along = |from: i32, d: i64| (f64::from(from) + d as f64 * t).floor() as i32;
    let origin = Point::new(along(from.x, d.x), along(from.y, d.y));
    let near = Bounds { min: origin, max: origin }.grown(2);
    if matches!(form, Form::Shape(_)) && pieces(form, near).nth(1).is_none() {
        return None;
    }
    let [x, y] = Step::between(origin, from).to_f64();
    let d = d.to_f64();
    let at = [x + d[0] * t, y + d[1] * t];
    let normals = faces(form, origin, near).into_iter().filter_map(|face| face.normal_at(at, AT));
    let against = normals.map(|n| (dot(n, d), n)).filter(|&(against, _)| against < 0.0);
    against.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, n)| n)
}

/// How far a ray's computed hit may be off a face that it is on, in lattice units.
const AT: f64 = 1e-4;

/// Whether a segment, given around an origin, reaches further into the interior of a body than a slack.
pub(crate) fn reaches_inside(form: &Form, origin: Point, ends: [[f64; 2]; 2], slack: f64) -> bool {
    let place = |[x, y]: [f64; 2]| Point::new(origin.x + x.floor() as i32, origin.y + y.floor() as i32);
    let Some(near) = Bounds::around(ends.map(place)).map(|b| b.grown(2)) else { return false };
    let faces = faces(form, origin, near);
    let sets = sets(form, near, window(near));
    let screens: Vec<Screen> = sets.iter().map(|set| Screen::of(set.blob(), origin)).collect();
    let is_inside = |q: [f64; 2]| {
        screens.iter().any(|screen| screen.depth(q).0 >= -slack)
            && faces.iter().all(|face| face.normal_at(q, 4.0 * slack).is_none())
    };
    let [a, b] = ends;
    let e = minus(b, a);
    if e == [0.0, 0.0] {
        return is_inside(a);
    }
    // Between the points where it meets the outline or comes nearest to a corner of it.
    let segment = Curve::Edge { a, e, slack: SLACK };
    let mut times = vec![0.0, 1.0];
    let mut cut = |p: [f64; 2]| times.push((dot(minus(p, a), e) / dot(e, e)).clamp(0.0, 1.0));
    for face in &faces {
        segment.meet(&face.curve, &mut cut);
        if let Curve::Edge { a, e, .. } = face.curve {
            cut(a);
            cut(plus(a, e, 1.0));
        }
    }
    times.sort_by(f64::total_cmp);
    times.windows(2).any(|two| two[0] < two[1] && is_inside(plus(a, e, (two[0] + two[1]) / 2.0)))
}
