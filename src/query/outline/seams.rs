//! Faces that two parts share from end to end.

use crate::effort::spend;
use crate::query::outline::curve::Curve;
use crate::query::outline::face::Face;
use crate::query::outline::vectors::plus;
use crate::query::piece::{Piece, Set};

/// Drops straight faces that two parts share from end to end: both sides of them are inside. A polygon that is cut has many,
/// and they are long, so that many parts are near them.
pub(super) fn drop_seams(pieces: &[Piece], faces: &mut Vec<(usize, Face)>) {
    // Sorted, the two sides of a seam stand side by side.
    let mut sides: Vec<SeamSide> = Vec::with_capacity(faces.len());
    for (n, (k, face)) in faces.iter().enumerate() {
        if let Piece::Convex(set) = &pieces[*k] {
            sides.extend(SeamSide::of(set, face, n));
        }
    }
    if !spend(8 * sides.len() as u64) {
        return;
    }
    sides.sort_unstable_by_key(|side| side.ends);
    let mut is_seam = vec![false; faces.len()];
    for same in sides.chunk_by(|p, q| p.ends == q.ends) {
        if same.iter().any(|side| side.is_back != same[0].is_back) {
            same.iter().for_each(|side| is_seam[side.face] = true);
        }
    }
    let mut seams = is_seam.into_iter();
    faces.retain(|_| !seams.next().unwrap_or(false));
}

/// A straight face with exact ends.
struct SeamSide {
    /// Both ends, the lesser one first.
    ends: [(i32, i32); 2],
    /// Whether the face runs from the greater end to the lesser one.
    is_back: bool,
    face: usize,
}

impl SeamSide {
    fn of(set: &Set, face: &Face, number: usize) -> Option<SeamSide> {
        match face.curve {
            Curve::Edge { a, e, slack: 0.0 } if set.blob().vertices.len() > 2 => {
                let [p, q] = [a, plus(a, e, 1.0)].map(|[x, y]| (x as i32, y as i32));
                Some(SeamSide { ends: [p.min(q), p.max(q)], is_back: q < p, face: number })
            }
            _ => None,
        }
    }
}
