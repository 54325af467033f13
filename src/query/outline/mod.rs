//! Outlines as faces: straight edges and arcs, in lattice units around an origin (SPEC 5).
//!
//! # How the outline of a union is found
//!
//! The outline of a body of several parts has those stretches of its parts' faces that no other part covers. Most parts
//! are nowhere near a face, so most of the work is to leave parts out:
//!
//! 1. Faces that two parts share from end to end, such as the cuts of a polygon, are dropped first (`seams`).
//! 2. A tree of boxes gives the parts near a face.
//! 3. Of these, a part that lies wholly on one side of a line that the face does not touch can neither cut nor hide it
//!    (`Screen::may_cover`).
//! 4. What is left cuts the face into stretches, and the middle of each stretch says whether it is covered (`trim`).
//!
//! What a part needs for steps 3 and 4 is made once, when the first face asks for it, and kept for the others.
//!
//! A ray asks for the normal at one point. There, faces that do not pass through the point are left out before step 1.

mod curve;
mod face;
mod joints;
mod screen;
mod seams;
mod squares;
mod trim;
mod vectors;

pub(crate) use face::Face;
pub(crate) use joints::{Jointed, is_only_joint};

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::query::blob;
use crate::query::exact::Step;
use crate::query::outline::face::around;
use crate::query::outline::screen::Screens;
use crate::query::outline::seams::drop_seams;
use crate::query::outline::squares::around_squares;
use crate::query::outline::trim::trim;
use crate::query::outline::vectors::dot;
use crate::query::piece::{Piece, Set, keeping, pieces_as_cut, pixels, window};
use crate::query::tree::BoundsTree;

/// Returns the outline of a form as far as it may lie in a box, piece by piece. It is the outline of the union of the
/// pieces: a face that another piece covers is left out, and a face that two pieces share is listed once.
pub(crate) fn outline(form: &Form, origin: Point, near: Bounds) -> Vec<Face> {
    OutlineSearch { origin, near, through: None }.outline(form)
}

/// From this number of pieces on, the faces that two parts share are dropped before the others are trimmed.
const MANY: usize = 8;

/// Which faces of an outline are asked for.
struct OutlineSearch {
    origin: Point,
    near: Bounds,
    /// Only the faces that may pass through this point, where there is one.
    through: Option<[f64; 2]>,
}

impl OutlineSearch {
    fn outline(&self, form: &Form) -> Vec<Face> {
        let pieces = self.pieces(form);
        let mut faces = self.faces(&pieces);
        if pieces.len() < 2 || faces.is_empty() {
            return faces.into_iter().map(|(_, face)| face).collect();
        }
        if pieces.len() > MANY {
            drop_seams(&pieces, &mut faces);
        }
        self.free(self.sets(pieces), faces)
    }

    /// Returns the pieces near the box.
    fn pieces<'a>(&self, form: &'a Form) -> Vec<Piece<'a>> {
        // The computed faces of round parts may be off by the slack.
        let mut pieces = Vec::new();
        for piece in pieces_as_cut(form, self.near.grown(2)) {
            if !spend(keeping(pieces.len())) {
                break;
            }
            pieces.push(piece);
        }
        pieces
    }

    /// Returns the faces of all pieces, each with the index of its piece.
    fn faces(&self, pieces: &[Piece]) -> Vec<(usize, Face)> {
        let mut faces: Vec<(usize, Face)> = Vec::new();
        for (k, piece) in pieces.iter().enumerate() {
            let mut add = |face: Face| {
                if self.is_wanted(&face) && spend(keeping(faces.len())) {
                    faces.push((k, face));
                }
            };
            match piece {
                Piece::Convex(set) => around(set.blob(), self.origin, &mut add),
                // The faces are kept, and there are at most as many as pixels.
                Piece::Sprite(sprite)
                    if !spend(4 * pixels(sprite.reach().intersection(window(self.near)))) =>
                {
                    break;
                }
                Piece::Sprite(sprite) => {
                    around_squares(&sprite.cover_within(window(self.near)), self.origin, &mut add);
                }
            }
        }
        faces
    }

    fn is_wanted(&self, face: &Face) -> bool {
        face.curve.bounds(self.origin).meets(self.near) && self.through.is_none_or(|at| face.is_near(at))
    }

    /// Returns the convex sets of all pieces, each with the index of its piece.
    fn sets<'a>(&self, pieces: Vec<Piece<'a>>) -> Vec<(usize, Set<'a>)> {
        let mut sets: Vec<(usize, Set)> = Vec::new();
        for (k, piece) in pieces.into_iter().enumerate() {
            match piece {
                Piece::Convex(set) => sets.push((k, set)),
                Piece::Sprite(sprite) => {
                    let runs = sprite.cover_within(window(self.near));
                    for run in runs.runs().take_while(|_| spend(32)) {
                        sets.push((k, Set::Run(blob::squares(run))));
                    }
                }
            }
        }
        sets
    }

    /// Returns the stretches of faces that no set of another piece covers.
    fn free(&self, sets: Vec<(usize, Set)>, faces: Vec<(usize, Face)>) -> Vec<Face> {
        let Some(tree) = BoundsTree::over(sets.iter().map(|(_, set)| set.bounds())) else {
            return Vec::new();
        };
        let mut screens = Screens::of(sets, self.origin);
        let (mut free, mut others) = (Vec::new(), Vec::new());
        for (k, face) in faces {
            if !spend(1) {
                break;
            }
            others.clear();
            tree.any(face.curve.bounds(self.origin), |n| {
                screens.add(n, k, &face, &mut others);
                false
            });
            trim(face, &others, &screens, &mut free);
        }
        free
    }
}

/// Returns the normal of the outline of a body of several pieces where a ray first hits it: that of the face most
/// against the ray, of equals the earlier. `None` for a body that is one piece there.
pub(crate) fn normal_at(form: &Form, from: Point, d: Step, t: f64) -> Option<[f64; 2]> {
    let along = |from: i32, d: i64| (f64::from(from) + d as f64 * t).floor() as i32;
    let origin = Point::new(along(from.x, d.x), along(from.y, d.y));
    let near = Bounds { min: origin, max: origin }.grown(2);
    if matches!(form, Form::Shape(_)) && pieces_as_cut(form, near).nth(1).is_none() {
        return None;
    }
    let [x, y] = Step::between(origin, from).to_f64();
    let d = d.to_f64();
    let at = [x + d[0] * t, y + d[1] * t];
    // A point on the face of another part is covered by it: its own direction counts only where it stands alone.
    let facing = |face: Face| {
        let normal = face.normal_at(at, AT)?;
        Some((face.is_point(), dot(normal, d), normal))
    };
    let rounding = AS_MUCH_AGAINST * dot(d, d).sqrt();
    let faces = OutlineSearch { origin, near, through: Some(at) }.outline(form);
    let hit = faces.into_iter().filter_map(facing).reduce(|best, next| {
        let is_better = match (best.0, next.0) {
            (true, false) => true,
            (false, true) => false,
            _ => next.1 < best.1 - rounding,
        };
        if is_better { next } else { best }
    });
    hit.map(|(_, _, normal)| normal)
}

/// Two faces whose cosines with a ray differ by less than this are equally against it.
const AS_MUCH_AGAINST: f64 = 1e-12;

/// How far a ray's computed hit may be off the face that it hits, in lattice units.
const AT: f64 = 1e-4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::crossings;
    use crate::shape::{Placement, Shape};

    fn form(shape: crate::Result<Shape>) -> Form {
        Form::Shape(shape.and_then(|shape| shape.place(&Placement::at([100.0, 200.0]))).unwrap())
    }

    #[test]
    fn an_arc_ends_where_the_edge_begins() {
        let capsule = form(Shape::capsule([0.0, 0.0], [40.0, 0.0], 10.0));
        for x in [5.0, 35.0] {
            let line = form(Shape::segment([x, -20.0], [x, 20.0]));
            let mut met = crossings(&capsule, &line);
            met.sort_by(|p, q| p.y.total_cmp(&q.y));
            assert_eq!(met, [[100.0 + x, 190.0], [100.0 + x, 210.0]]);
        }
    }

    #[test]
    fn a_point_on_a_circle_is_a_crossing() {
        let (circle, on) = (form(Shape::circle(5.0)), |x: f64| form(Shape::segment([x, 0.0], [x, 0.0])));
        assert_eq!(crossings(&circle, &on(5.0)), [[105.0, 200.0]]);
        assert_eq!(crossings(&circle, &on(4.0)), [[0.0; 2]; 0]);
    }
}
