//! Rings with fewer vertices: none is further than a tolerance from the edge that replaces it, and no edges cross.

use crate::mask::crossing::offenders;
use crate::mask::trace::Corner;

/// An edge that replaces a chain of a ring: its corners from..to. `to` may be the ring's length, which means corner 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chord {
    pub(super) ring: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether the chord was found to do no harm together with all other checked chords.
    pub(super) is_checked: bool,
}

impl Chord {
    /// Whether the chord is an edge of the original ring.
    pub(super) fn is_exact(self) -> bool {
        self.to == self.from + 1
    }

    /// Returns the two ends.
    pub(super) fn ends(self, rings: &[Vec<Corner>]) -> [Corner; 2] {
        let ring = &rings[self.ring];
        [ring[self.from], ring[self.to % ring.len()]]
    }
}

/// Drops corners of the rings; each ring keeps its first corner.
pub(super) fn simplify(rings: &mut [Vec<Corner>], tolerance: f64) {
    if tolerance == 0.0 {
        return;
    }
    let mut chords = Vec::new();
    for (k, ring) in rings.iter().enumerate() {
        span_chain(
            ring,
            Chord { ring: k, from: 0, to: ring.len(), is_checked: false },
            tolerance,
            &mut chords,
        );
    }
    // Every round halves the chains that do harm, and single edges do none, so the loop ends.
    loop {
        let harms = offenders(rings, &chords);
        if !harms.contains(&true) {
            break;
        }
        chords = divide(rings, &chords, &harms, tolerance);
    }
    let mut kept = chords.into_iter().peekable();
    for (k, ring) in rings.iter_mut().enumerate() {
        let of_ring = std::iter::from_fn(|| kept.next_if(|chord| chord.ring == k));
        let corners: Vec<Corner> = of_ring.map(|chord| ring[chord.from]).collect();
        *ring = corners;
    }
}

/// Halves the chains of the harmful chords, and covers the halves with new chords.
fn divide(rings: &[Vec<Corner>], chords: &[Chord], harms: &[bool], tolerance: f64) -> Vec<Chord> {
    let mut divided = Vec::with_capacity(chords.len());
    for (&chord, &harm) in chords.iter().zip(harms) {
        if !harm {
            divided.push(Chord { is_checked: true, ..chord });
            continue;
        }
        let middle = chord.from.midpoint(chord.to);
        span_chain(&rings[chord.ring], Chord { to: middle, ..chord }, tolerance, &mut divided);
        span_chain(&rings[chord.ring], Chord { from: middle, ..chord }, tolerance, &mut divided);
    }
    divided
}

/// Covers a chain with chords, each as long as the tolerance allows.
fn span_chain(ring: &[Corner], chain: Chord, tolerance: f64, chords: &mut Vec<Chord>) {
    let mut from = chain.from;
    while from < chain.to {
        let to = furthest(ring, from, chain.to, tolerance);
        chords.push(Chord { ring: chain.ring, from, to, is_checked: false });
        from = to;
    }
}

/// Returns the last corner, up to `last`, that a chord from corner `from` may go to: all corners between are in its
/// sleeve.
fn furthest(ring: &[Corner], from: usize, last: usize, tolerance: f64) -> usize {
    let origin = ring[from];
    let (mut best, mut most) = (from + 1, 0.0);
    let mut sleeve = Sleeve { tolerance, cone: None };
    for to in from + 1..=last {
        let corner = ring[to % ring.len()];
        let v = [f64::from(corner[0] - origin[0]), f64::from(corner[1] - origin[1])];
        let distance = dot(v, v);
        // An end that is the furthest so far has no corner beyond it.
        if distance >= most && sleeve.admits(v) {
            best = to;
        }
        most = f64::max(most, distance);
        // A limit on looking ahead, as a multiple of the length reached, keeps the total time linear.
        if !sleeve.narrow(v) || to - best > 2 * (best - from) + 64 {
            break;
        }
    }
    best
}

/// The directions from an origin that pass within a tolerance of all corners so far.
struct Sleeve {
    tolerance: f64,
    /// The unit vectors along both sides, less than a half turn apart; `None` while every direction is possible.
    cone: Option<[[f64; 2]; 2]>,
}

impl Sleeve {
    fn admits(&self, v: [f64; 2]) -> bool {
        self.cone
            .is_none_or(|[low, high]| ahead(v, [low, high]) && cross(low, v) >= 0.0 && cross(v, high) >= 0.0)
    }

    /// Adds one more corner; returns false where no direction is left.
    fn narrow(&mut self, v: [f64; 2]) -> bool {
        let (distance, reach) = (dot(v, v), self.tolerance * self.tolerance);
        if distance <= reach {
            return true;
        }
        // The direction of v, turned both ways by the angle whose sine is tolerance / |v|.
        let (c, s) = ((distance - reach).sqrt() / distance, self.tolerance / distance);
        let own = [[v[0] * c + v[1] * s, v[1] * c - v[0] * s], [v[0] * c - v[1] * s, v[1] * c + v[0] * s]];
        let [low, high] = self.cone.unwrap_or(own);
        if !ahead(v, [low, high]) {
            return false;
        }
        let low = if cross(low, own[0]) > 0.0 { own[0] } else { low };
        let high = if cross(own[1], high) > 0.0 { own[1] } else { high };
        self.cone = Some([low, high]);
        cross(low, high) >= 0.0
    }
}

/// Whether v is in the half plane in which a cone opens.
fn ahead(v: [f64; 2], [low, high]: [[f64; 2]; 2]) -> bool {
    dot(v, low) + dot(v, high) > 0.0
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
