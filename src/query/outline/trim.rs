//! Cuts from faces what other parts hide.

use crate::effort::spend;
use crate::query::outline::face::Face;
use crate::query::outline::screen::{OtherScreen, Screen, Screens};

/// Adds the stretches of a face that no other set covers. Of faces that coincide, the one of the earlier piece is kept.
pub(super) fn trim(face: Face, others: &[OtherScreen], screens: &Screens, free: &mut Vec<Face>) {
    if others.is_empty() {
        free.push(face);
        return;
    }
    let others: Vec<(bool, &Screen)> =
        others.iter().filter_map(|&other| Some((other.is_earlier, screens.get(other)?))).collect();
    let mut cuts = Vec::new();
    for (_, other) in &others {
        other.faces.iter().for_each(|other| face.curve.meet(&other.curve, |p| cuts.push(p)));
    }
    let stretches = face.stretches(cuts);
    let edges: usize = others.iter().map(|(_, other)| 1 + other.edges.len()).sum();
    if !spend((2 * stretches.len() * edges) as u64) {
        return;
    }
    let is_free = |stretch: &Face| {
        let (x, normal) = stretch.middle();
        !others.iter().any(|(is_earlier, other)| other.hides(x, normal, *is_earlier))
    };
    let kept: Vec<bool> = stretches.iter().map(is_free).collect();
    if kept.iter().all(|&kept| kept) {
        free.push(face);
        return;
    }
    let mut last: Option<Face> = None;
    for (stretch, kept) in stretches.into_iter().zip(kept) {
        last = match (last, kept) {
            (Some(before), true) => match before.joined(&stretch) {
                Some(joined) => Some(joined),
                None => {
                    free.push(before);
                    Some(stretch)
                }
            },
            (before, is_kept) => {
                free.extend(before);
                is_kept.then_some(stretch)
            }
        };
    }
    free.extend(last);
}
