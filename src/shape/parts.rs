//! The convex parts of a shape. Most shapes have one, which is stored without an allocation.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::shape::Convex;

/// The convex parts of a placed shape, in order. It dereferences to a slice.
///
/// ```
/// use kasuri::{query::Form, shape::Parts, Placement, Shape};
/// let parts: Parts = Shape::circle(4.0)?.place(&Placement::at([10.0, 20.0]))?;
/// assert_eq!((parts.len(), parts[0].radius()), (1, 1024));
/// let form = Form::Shape(parts);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Parts(PartList);

#[derive(Clone, PartialEq, Eq)]
enum PartList {
    One(Convex),
    Many(Box<[Convex]>),
}

impl Parts {
    /// Returns an empty list: the parts of a body that was removed.
    pub(crate) fn none() -> Parts {
        Parts(PartList::Many(Box::default()))
    }
}

impl From<Convex> for Parts {
    fn from(part: Convex) -> Parts {
        Parts(PartList::One(part))
    }
}

impl From<Vec<Convex>> for Parts {
    fn from(mut parts: Vec<Convex>) -> Parts {
        match parts.pop() {
            Some(part) if parts.is_empty() => part.into(),
            last => {
                parts.extend(last);
                Parts(PartList::Many(parts.into()))
            }
        }
    }
}

impl FromIterator<Convex> for Parts {
    fn from_iter<I: IntoIterator<Item = Convex>>(parts: I) -> Parts {
        let mut parts = parts.into_iter();
        match (parts.next(), parts.next()) {
            (Some(part), None) => part.into(),
            (first, second) => Parts(PartList::Many(first.into_iter().chain(second).chain(parts).collect())),
        }
    }
}

impl Deref for Parts {
    type Target = [Convex];

    fn deref(&self) -> &[Convex] {
        match &self.0 {
            PartList::One(part) => std::slice::from_ref(part),
            PartList::Many(parts) => parts,
        }
    }
}

impl DerefMut for Parts {
    fn deref_mut(&mut self) -> &mut [Convex] {
        match &mut self.0 {
            PartList::One(part) => std::slice::from_mut(part),
            PartList::Many(parts) => parts,
        }
    }
}

impl<'a> IntoIterator for &'a Parts {
    type Item = &'a Convex;
    type IntoIter = std::slice::Iter<'a, Convex>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Parts {
    type Item = Convex;
    type IntoIter = std::vec::IntoIter<Convex>;

    fn into_iter(self) -> Self::IntoIter {
        match self.0 {
            PartList::One(part) => vec![part].into_iter(),
            PartList::Many(parts) => parts.into_vec().into_iter(),
        }
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
