//! What kind of thing a body is, where that alone tells something: seen without a look at its forms.

use crate::broad::Boxed;
use crate::form::Form;
use crate::lattice::{Bounds, Point};
use crate::world::look::Forms;
use crate::world::rows::Rows;

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

/// What the kinds of few bodies tell about their boxes.
pub(super) fn boxed(kinds: &[Kind]) -> Boxed {
    let mut boxes = Boxed::default();
    for (k, kind) in kinds.iter().enumerate() {
        boxes.exact[k / 64] |= u64::from(kind.has_exact_box()) << (k % 64);
        boxes.gone[k / 64] |= u64::from(*kind == Kind::Gone) << (k % 64);
    }
    boxes
}

impl Rows {
    /// Whether two bodies are circles and nothing else.
    #[inline(always)]
    pub(crate) fn are_circles(&self, pair: [u32; 2]) -> bool {
        pair.map(|row| self.kinds[row as usize]) == [Kind::Circle; 2]
    }

    /// Whether two bodies are sprites that show just their masks, and nothing else.
    #[inline(always)]
    pub(crate) fn are_as_drawn(&self, pair: [u32; 2]) -> bool {
        pair.map(|row| self.kinds[row as usize]) == [Kind::AsDrawn; 2]
    }
}

/// The middle of a circle, and its radius.
#[inline(always)]
pub(crate) fn circle_of(bounds: Bounds) -> (Point, i64) {
    let r = (bounds.max.x - bounds.min.x) / 2;
    (Point::new(bounds.min.x + r, bounds.min.y + r), r.into())
}
