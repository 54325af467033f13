//! The interior of a union (SPEC 3). A point or a segment without interior overlaps a union, where touching is ignored,
//! when it meets the interior of the union, although it may meet the interior of none of its parts.
//!
//! Two facts make this a matter of integers. A lattice point is inside the union when the parts around it leave no
//! direction open. A segment that avoids the interiors of all parts is inside the union only along a seam: a stretch
//! where sides of parts lie on its line from the left and from the right.

use crate::reference::hull::RoundHull;
use crate::reference::wide::V;

/// A stretch of a line through a point `p` along a vector `d`: from and to, as products (q - p) . d of its ends.
pub(super) type SeamStretch = [i128; 2];

/// Returns the stretches of a line where parts with interior lie on both sides of it.
pub(super) fn seams_on(p: V, d: V, parts: &[RoundHull]) -> Vec<SeamStretch> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for part in parts.iter().filter(|part| !part.is_thin()) {
        for (v, e) in part.edges().filter(|&(v, e)| is_side_on(v, e, part.radius, p, d)) {
            let ends = [(v - p).dot(d), (v + e - p).dot(d)];
            let side = if e.dot(d) > 0 { &mut left } else { &mut right };
            side.push([ends[0].min(ends[1]), ends[0].max(ends[1])]);
        }
    }
    let both =
        left.iter().flat_map(|l: &[i128; 2]| right.iter().map(move |r| [l[0].max(r[0]), l[1].min(r[1])]));
    both.filter(|both| both[0] < both[1]).collect()
}

/// Whether a side of a part lies on the line through `p` along `d`.
fn is_side_on(v: V, e: V, radius: i64, p: V, d: V) -> bool {
    let out = e.cross(p - v);
    e.cross(d) == 0 && is_root_times(out, radius, e)
}

/// Whether a number is the product of a radius and the length of a vector.
fn is_root_times(number: i128, radius: i64, vector: V) -> bool {
    number >= 0 && number * number == i128::from(radius) * i128::from(radius) * vector.dot(vector)
}

/// Returns the seams of a union: the edges of one part that another part continues on the other side, as the start and
/// the vector of the first part's edge, its radius, and the stretch of it in products with its vector.
pub(super) fn seams_of(parts: &[RoundHull]) -> Vec<(V, V, i64, SeamStretch)> {
    let mut seams = Vec::new();
    let solids: Vec<&RoundHull> = parts.iter().filter(|part| !part.is_thin()).collect();
    for (k, part) in solids.iter().enumerate() {
        for other in &solids[k + 1..] {
            for (v, e) in part.edges() {
                for (w, f) in other.edges().filter(|&(_, f)| e.cross(f) == 0 && e.dot(f) < 0) {
                    if is_root_times(e.cross(w - v), part.radius + other.radius, e) {
                        let (low, high) = ((w + f - v).dot(e).max(0), (w - v).dot(e).min(e.dot(e)));
                        if low < high {
                            seams.push((v, e, part.radius, [low, high]));
                        }
                    }
                }
            }
        }
    }
    seams
}

/// Whether a lattice point lies in the interior of the union of parts.
pub(super) fn is_inside(x: V, parts: &[RoundHull]) -> bool {
    let mut cones = Vec::new();
    for part in parts.iter().filter(|part| !part.is_thin()) {
        if part.holds_inside(x) {
            return true;
        }
        if part.holds(x, 0) {
            cones.extend(cone(x, part));
        }
    }
    leave_no_gap(&cones)
}

/// The directions from a point of a part's border into the part: from `from` on in the sense from +x towards +y, less
/// than half a turn or half a turn. `straight` says of both ends whether the border begins straight there. Where it is
/// round, a gap is left beside it.
struct InwardCone {
    from: V,
    to: V,
    straight: [bool; 2],
}

/// Returns the cone of a part at a point of its border.
fn cone(x: V, part: &RoundHull) -> Option<InwardCone> {
    let count = part.vertices.len();
    let edges: Vec<(V, V)> = part.edges().collect();
    let along_side = edges.iter().find(|&&(v, e)| {
        let along = (x - v).dot(e);
        along > 0 && along < e.dot(e) && is_root_times(e.cross(x - v), part.radius, e)
    });
    if let Some(&(_, e)) = along_side {
        // The interior is on the side of (y, -x) of an edge: from its reverse on, over the interior, to itself.
        return Some(InwardCone { from: -e, to: e, straight: [true; 2] });
    }
    if part.radius == 0 {
        let k = part.vertices.iter().position(|&v| v == x)?;
        let (before, after) = (edges[(k + count - 1) % count].1, edges[k].1);
        return Some(InwardCone { from: -before, to: after, straight: [true; 2] });
    }
    let v = *part.vertices.iter().min_by_key(|&&v| (x - v).squared())?;
    let out = x - v;
    let tangent = V { x: out.y, y: -out.x };
    // Straight where a side with this normal begins or ends here.
    let is_side = |starts: bool| {
        edges.iter().any(|&(start, e)| {
            (if starts { start } else { start + e }) == v && e.cross(out) > 0 && e.dot(out) == 0
        })
    };
    Some(InwardCone { from: -tangent, to: tangent, straight: [is_side(false), is_side(true)] })
}

/// Whether cones around a point fill a whole neighbourhood of it.
fn leave_no_gap(cones: &[InwardCone]) -> bool {
    // From each end of a cone another one must go on, so that there is no end at all.
    !cones.is_empty()
        && cones.iter().all(|cone| {
            let covers = |other: &InwardCone| is_within(cone.to, other);
            let joins = |other: &InwardCone| {
                cone.straight[1] && other.straight[0] && is_same_direction(cone.to, other.from)
            };
            cones.iter().any(|other| covers(other) || joins(other))
        })
}

fn is_same_direction(a: V, b: V) -> bool {
    a.cross(b) == 0 && a.dot(b) > 0
}

/// Whether a direction lies within a cone, and not at its ends.
fn is_within(u: V, cone: &InwardCone) -> bool {
    let half_turn = cone.from.cross(cone.to) == 0;
    cone.from.cross(u) > 0 && (half_turn || u.cross(cone.to) > 0)
}
