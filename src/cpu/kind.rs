//! The kind of each body. It often makes a look at the body's forms unnecessary: two boxes or two circles are decided
//! by their bounds.

use crate::broad::Boxed;
use crate::cpu::both;
use crate::cpu::forms::Forms;
use crate::cpu::solids::Solids;
use crate::form::{Form, Touching};
use crate::kernels::PairQuestion;
use crate::lattice::{Bounds, Point, UNITS};
use crate::mask::Turn;
use crate::shape::Convex;

/// The kind of a body. The order has a meaning: `block` tests ranges (`Shape` to `Falling`, `Rising` to `Falling`, `Circle` to `Box`, `Mirrored` to
/// `AsDrawn`, `Mirrored` to `Turned`), and the kinds of sprites are the last ones (`grain`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    /// None of those below.
    Other,
    /// A removed body.
    Gone,
    /// A shape without regions. Its box is exactly the box of what it covers.
    Shape,
    /// A segment or capsule without regions, from the corner of its box where x and y are least to the opposite one.
    Rising,
    /// A segment or capsule without regions between the two other corners.
    Falling,
    /// A circle or point without regions. Its box describes it completely.
    Circle,
    /// A convex shape without regions that fills its bounds. The bounds have an interior.
    Box,
    /// A tile map without regions.
    Map,
    /// A tile map with regions.
    MapWithRegions,
    /// A sprite with regions that are all sprites.
    Sprites,
    /// An upright sprite without regions that is mirrored.
    Mirrored,
    /// An upright sprite without regions that shows its mask as it is.
    AsDrawn,
    /// Any other sprite without regions.
    Turned,
}

impl Kind {
    /// The number of kinds. (`Turned` is the last one.)
    pub(crate) const COUNT: usize = Kind::Turned as usize + 1;

    pub(crate) fn of(forms: &Forms) -> Kind {
        let Forms::One(form) = forms else {
            if let [Form::Tiles(_), ..] = forms.all() {
                return Kind::MapWithRegions;
            }
            let are_sprites = forms.all().iter().all(|form| matches!(form, Form::Sprite(_)));
            return if are_sprites { Kind::Sprites } else { Kind::Other };
        };
        Kind::of_form(form)
    }

    /// Returns the kind of a form without regions.
    pub(crate) fn of_form(form: &Form) -> Kind {
        match form {
            Form::Sprite(sprite) => Kind::of_sprite(sprite.turn(), sprite.flip()),
            Form::Tiles(_) => Kind::Map,
            Form::Shape(parts) => match parts.single() {
                Some(part) => Kind::of_part(part),
                None if parts.pieces().is_empty() => Kind::Other,
                None => Kind::Shape,
            },
        }
    }

    /// Returns the kind of a shape of one part without regions.
    #[inline(always)]
    pub(crate) fn of_part(part: &Convex) -> Kind {
        match part.vertices() {
            [_] => Kind::Circle,
            [a, b] => [Kind::Falling, Kind::Rising][usize::from((a.x <= b.x) == (a.y <= b.y))],
            [_, _, _, _] if is_box(part) => Kind::Box,
            _ => Kind::Shape,
        }
    }

    /// Returns the kind of a sprite without regions.
    #[inline(always)]
    pub(crate) fn of_sprite(turn: Turn, flip: [bool; 2]) -> Kind {
        match (turn.is_upright(), flip) {
            (true, [false, false]) => Kind::AsDrawn,
            (true, _) => Kind::Mirrored,
            _ => Kind::Turned,
        }
    }

    /// Returns the mask of the bits that coordinates of its box keep: for sprites the bits of whole pixels, for all
    /// else all bits.
    #[inline(always)]
    pub(crate) fn grain(self) -> i32 {
        // (The kinds of sprites are the last ones.)
        if self >= Kind::Sprites { -UNITS } else { -1 }
    }

    /// Whether it is a sprite without regions.
    #[inline(always)]
    pub(crate) fn is_sprite(self) -> bool {
        matches!(self, Kind::Mirrored | Kind::AsDrawn | Kind::Turned)
    }

    /// Whether it is an upright sprite without regions.
    #[inline(always)]
    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, Kind::Mirrored | Kind::AsDrawn)
    }

    /// Whether it is a shape or a sprite without regions.
    #[inline(always)]
    pub(crate) fn is_bare(self) -> bool {
        self.is_sprite() | self.has_exact_box()
    }

    /// Whether it is a shape, a sprite or a tile map without regions.
    #[inline(always)]
    pub(crate) fn has_no_regions(self) -> bool {
        self.is_bare() | (self == Kind::Map)
    }

    /// Whether it is a tile map, with or without regions.
    #[inline(always)]
    pub(crate) fn is_map(self) -> bool {
        matches!(self, Kind::Map | Kind::MapWithRegions)
    }

    /// Whether it is a circle or an upright box, which its box describes completely.
    #[inline(always)]
    pub(crate) fn is_upright(self) -> bool {
        matches!(self, Kind::Circle | Kind::Box)
    }

    /// Whether it is a segment or a capsule without regions: the ends are in the corners of its box, without the radius.
    #[inline(always)]
    pub(crate) fn is_segment(self) -> bool {
        matches!(self, Kind::Rising | Kind::Falling)
    }

    /// Whether it is a shape without regions whose discs must be stored.
    #[inline(always)]
    pub(crate) fn stores_discs(self) -> bool {
        matches!(self, Kind::Shape) | self.is_segment()
    }

    /// Whether its box is exactly the box of what it covers.
    #[inline(always)]
    pub(crate) fn has_exact_box(self) -> bool {
        matches!(self, Kind::Shape | Kind::Rising | Kind::Falling | Kind::Circle | Kind::Box)
    }
}

/// Whether a part is an upright box. A hull's vertices are distinct, so four vertices in the corners of its bounds
/// are all four corners.
pub(crate) fn is_box(part: &Convex) -> bool {
    let Bounds { min, max } = part.bounds();
    let is_corner = |v: &Point| (v.x == min.x || v.x == max.x) && (v.y == min.y || v.y == max.y);
    part.radius() == 0 && part.vertices().len() == 4 && part.vertices().iter().all(is_corner)
}

/// A circle or an upright box. The core of a circle is its center.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Upright {
    pub(crate) core: Bounds,
    pub(crate) radius: i32,
}

impl Upright {
    /// Returns a circle or an upright box that fills a box.
    #[inline(always)]
    pub(crate) fn within(Bounds { min, max }: Bounds, kind: Kind) -> Upright {
        let radius = if kind == Kind::Circle { (max.x - min.x) / 2 } else { 0 };
        let (min, max) =
            (Point::new(min.x + radius, min.y + radius), Point::new(max.x - radius, max.y - radius));
        Upright { core: Bounds { min, max }, radius }
    }

    /// Whether two overlap or come within a margin, decided exactly.
    #[inline(always)]
    pub(crate) fn meets(self, other: Upright, PairQuestion { touching, margin }: PairQuestion) -> bool {
        let (p, q) = (self.core, other.core);
        let x = apart([p.min.x, p.max.x], [q.min.x, q.max.x]);
        let y = apart([p.min.y, p.max.y], [q.min.y, q.max.y]);
        let reach = i64::from(self.radius) + i64::from(other.radius) + i64::from(margin);
        are_close([x, y], reach, touching)
    }
}

/// Returns the distance between two intervals; below 0 where they overlap.
#[inline(always)]
fn apart(p: [i32; 2], q: [i32; 2]) -> i64 {
    i64::from((q[0] - p[1]).max(p[0] - q[1]))
}

/// Whether two boxes that are this far apart along both axes are within reach of each other.
#[inline(always)]
fn are_close([x, y]: [i64; 2], reach: i64, touching: Touching) -> bool {
    let (dx, dy) = (x.max(0), y.max(0));
    // Coordinates differ by at most 2^30, so the sum of the squares fits (SPEC 1).
    let (square, most) = (dx * dx + dy * dy, reach * reach);
    match touching {
        Touching::Counts => square <= most,
        // Two boxes overlap if their interiors do.
        Touching::Ignored => (square < most) | ((reach == 0) & (x < 0) & (y < 0)),
    }
}

/// Returns the center of a circle and its radius, given its bounds.
#[inline(always)]
pub(crate) fn circle_of(bounds: Bounds) -> (Point, i64) {
    let r = (bounds.max.x - bounds.min.x) / 2;
    (Point::new(bounds.min.x + r, bounds.min.y + r), r.into())
}

/// Returns what the kinds of few bodies say about their boxes.
pub(crate) fn boxed(kinds: &[Kind]) -> Boxed {
    let mut boxes = Boxed::default();
    for (k, kind) in kinds.iter().enumerate() {
        boxes.exact[k / 64] |= u64::from(kind.has_exact_box()) << (k % 64);
        boxes.removed[k / 64] |= u64::from(*kind == Kind::Gone) << (k % 64);
    }
    boxes
}

impl Solids<'_> {
    /// Whether both bodies are single sprites that show their masks as they are.
    #[inline(always)]
    pub(crate) fn are_as_drawn(&self, a: u32, b: u32) -> bool {
        both([a, b], |row| self.kinds[row as usize]) == [Kind::AsDrawn; 2]
    }

    /// Whether both bodies are single circles.
    #[inline(always)]
    pub(crate) fn are_circles(&self, a: u32, b: u32) -> bool {
        both([a, b], |row| self.kinds[row as usize]) == [Kind::Circle; 2]
    }

    /// Whether both bodies are single circles or upright boxes.
    #[inline(always)]
    pub(crate) fn are_upright(&self, a: u32, b: u32) -> bool {
        self.kinds[a as usize].is_upright() && self.kinds[b as usize].is_upright()
    }

    /// Returns the center and radius of a body that is a circle.
    #[inline(always)]
    pub(crate) fn circle(&self, row: u32) -> (Point, i32) {
        let (middle, radius) = circle_of(self.bounds[row as usize]);
        (middle, radius as i32)
    }

    /// Returns a body that is a circle or an upright box, from its bounds.
    #[inline(always)]
    pub(crate) fn upright(&self, row: u32) -> Upright {
        Upright::within(self.bounds[row as usize], self.kinds[row as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query;
    use crate::world::{Body, Handle, World};

    /// Boxes, and shapes that are nearly boxes, are decided as their forms are, whether they overlap, touch or miss.
    #[test]
    fn boxes_are_decided_as_their_forms() {
        let mut state = 7_u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((state >> 33) % n) as f64
        };
        for touching in [Touching::Counts, Touching::Ignored] {
            let mut world = World::builder().touching(touching).build().expect("a world");
            let mut body = |k: usize| {
                let [w, h] = [below(5), 1.0 + below(4)];
                match k % 8 {
                    0 => Body::polygon(&[[0.0, 0.0], [w + 1.0, 0.0], [w + 1.0, h], [0.0, h + 1.0]]),
                    1 => Body::polygon(&[[0.0, 0.0], [w + 1.0, 0.0], [0.0, h]]),
                    2 => Body::rect([w, h]).turned(1e-3),
                    3 => Body::segment([0.0, 0.0], [0.0, h]),
                    4 => Body::polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
                        .turned(std::f64::consts::FRAC_PI_2),
                    _ => Body::rect([w + 1.0, h]),
                }
            };
            let bodies: Vec<Handle> = (0..160).map(|k| world.spawn(body(k)).expect("a body")).collect();
            let (mut boxes, mut hits, mut touches) = (0, 0, 0);
            for _ in 0..20 {
                let places: Vec<[f64; 2]> =
                    bodies.iter().map(|_| [below(60) / 2.0, below(60) / 2.0]).collect();
                world.set_positions(&bodies, &places).expect("places in the world");
                let step = world.step().expect("a step");
                let mut all = step.hits().map(|hit| [hit.a, hit.b]).peekable();
                for (a, &first) in (0..).zip(&bodies) {
                    for (b, &second) in (0..).zip(&bodies).skip(a as usize + 1) {
                        let forms = [a, b].map(|row: u32| world.rows.form(row as usize, 0));
                        let expected = query::overlaps(&forms[0], &forms[1], touching);
                        assert_eq!(all.next_if_eq(&[first, second]).is_some(), expected, "{forms:?}");
                        if [a, b].iter().all(|&row| world.rows.solids().kinds[row as usize] == Kind::Box) {
                            boxes += 1;
                            hits += usize::from(expected);
                            touches += usize::from(
                                query::overlaps(&forms[0], &forms[1], Touching::Counts) != expected,
                            );
                        }
                    }
                }
            }
            assert!(boxes > 50_000 && hits > 1000, "{boxes} {hits}");
            assert!(touches > 100 || touching == Touching::Counts, "{touches}");
        }
    }
}
