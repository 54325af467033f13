//! How pairs of a batch that overlap come apart: the normal and the depth of their contacts.

use crate::answer::Contact;
use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::contact_convex_convex::contact;
use crate::query::overlap_convex_convex::overlap;

/// A [`Contact`] without its point: the same numbers, bit for bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WayOut {
    /// Unit vector from the first shape to the second.
    pub normal: [f64; 2],
    /// How far the second must move along the normal until the two just touch, in pixels.
    pub depth: f64,
}

impl From<Contact> for WayOut {
    fn from(contact: Contact) -> WayOut {
        WayOut { normal: contact.normal, depth: contact.depth }
    }
}

/// Two squared ways that differ by less, relative to their size, are compared exactly: f64 rounds each a few times.
pub(super) const UNSURE: f64 = 1.0 / (1_u64 << 50) as f64;

/// One by one, where a batch cannot tell.
pub(super) fn exactly(a: &[Point], b: &[Point], touching: Touching) -> Option<WayOut> {
    let [a, b] = [a, b].map(|vertices| Blob { vertices, radius: 0 });
    overlap(a, b, touching).then(|| contact(a, b).into())
}
