//! The separations of pairs of a batch that overlap: the normal and the depth of their contacts.

use crate::answer::Contact;
use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::contact_convex_convex::contact;
use crate::query::overlap_convex_convex::overlap;

/// A [`Contact`] without its point: the same numbers, bit for bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// The unit vector from the first shape to the second.
    pub normal: [f64; 2],
    /// How far the second must move along the normal until the two just touch, in pixels.
    pub depth: f64,
}

impl From<Contact> for Separation {
    fn from(contact: Contact) -> Separation {
        Separation { normal: contact.normal.into(), depth: contact.depth }
    }
}

/// A relative difference. Two squared separations that differ by less are compared exactly: f64 rounds each a few times.
pub(super) const UNSURE: f64 = 1.0 / (1_u64 << 50) as f64;

/// Returns the separation of a single pair that a batch cannot decide.
pub(super) fn exactly(a: &[Point], b: &[Point], touching: Touching) -> Option<Separation> {
    let [a, b] = [a, b].map(|vertices| Blob { vertices, radius: 0 });
    overlap(a, b, touching).then(|| contact(a, b).into())
}
