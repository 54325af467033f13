//! What kind of thing a body is, where that alone tells something: seen without a look at its forms.

use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::world::look::Forms;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// None of those below.
    Other,
    /// A body that is gone.
    Gone,
    /// One shape without regions: its box is just the box of what it covers.
    Shape,
    /// One circle or point without regions: its box tells all of it.
    Circle,
    /// An upright sprite without regions that is mirrored.
    Mirrored,
    /// An upright sprite without regions that shows just its mask.
    AsDrawn,
}

impl Kind {
    pub(super) fn of(forms: &Forms) -> Kind {
        let Forms::One(form) = forms else { return Kind::Other };
        match form {
            Form::Sprite(sprite) if sprite.is_as_drawn() => Kind::AsDrawn,
            Form::Sprite(sprite) if sprite.turn().is_upright() => Kind::Mirrored,
            Form::Shape(parts) => match &parts[..] {
                [] => Kind::Other,
                [part] if part.vertices().len() == 1 => Kind::Circle,
                _ => Kind::Shape,
            },
            _ => Kind::Other,
        }
    }

    /// Whether it is an upright sprite and nothing else.
    #[inline(always)]
    pub(super) fn is_upright(self) -> bool {
        matches!(self, Kind::Mirrored | Kind::AsDrawn)
    }

    /// Whether it meets just what its box meets, where that is a box too.
    #[inline(always)]
    pub(crate) fn has_exact_box(self) -> bool {
        matches!(self, Kind::Shape | Kind::Circle)
    }
}

/// The middle of a circle, and its radius.
#[inline(always)]
pub(crate) fn circle_of(bounds: Bounds) -> (Point, i64) {
    let r = (bounds.max.x - bounds.min.x) / 2;
    (Point::new(bounds.min.x + r, bounds.min.y + r), r.into())
}
