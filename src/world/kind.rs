//! What kind of thing a body is, where that alone tells something without a look at its forms: swarms of upright sprites
//! and boxes are moved by additions, two boxes and two circles are decided by their bounds.

use std::ops::Range;

use crate::broad::Boxed;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, EDGE, Point, UNITS, Vec2, is_within_world, units};
use crate::shape::Convex;
use crate::world::handle::Handle;
use crate::world::look::Forms;
use crate::world::rows::Rows;

/// What kind of thing a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// None of those below.
    Other,
    /// A body that is gone.
    Gone,
    /// A shape without regions: its box is just the box of what it covers.
    Shape,
    /// A circle or point without regions: its box tells all of it.
    Circle,
    /// A convex shape without regions that fills its bounds, which have an inner.
    Box,
    /// An upright sprite without regions that is mirrored.
    Mirrored,
    /// An upright sprite without regions that shows just its mask.
    AsDrawn,
}

/// The rows of a swarm, one after another.
#[derive(Debug, Clone)]
pub(super) enum Swarm {
    Sprites(Range<usize>),
    Boxes(Range<usize>),
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
                [part] if is_box(part) => Kind::Box,
                _ => Kind::Shape,
            },
            _ => Kind::Other,
        }
    }

    /// Whether it meets just what its box meets, where that is a box too.
    #[inline(always)]
    pub(super) fn has_exact_box(self) -> bool {
        matches!(self, Kind::Shape | Kind::Circle | Kind::Box)
    }

    #[inline(always)]
    pub(super) fn is_sprite(self) -> bool {
        matches!(self, Kind::AsDrawn | Kind::Mirrored)
    }
}

/// A hull's vertices are different ones: four in the corners of its bounds are all of these.
fn is_box(part: &Convex) -> bool {
    let Bounds { min, max } = part.bounds();
    let is_corner = |v: &Point| (v.x == min.x || v.x == max.x) && (v.y == min.y || v.y == max.y);
    part.radius() == 0 && part.vertices().len() == 4 && part.vertices().iter().all(is_corner)
}

/// The middle of a circle, and its radius.
#[inline(always)]
fn circle_of(bounds: Bounds) -> (Point, i64) {
    let r = (bounds.max.x - bounds.min.x) / 2;
    (Point::new(bounds.min.x + r, bounds.min.y + r), r.into())
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
    /// Whether two bodies are sprites that show just their masks, and nothing else.
    #[inline(always)]
    pub(super) fn are_as_drawn(&self, a: u32, b: u32) -> bool {
        [a, b].map(|row| self.kinds[row as usize]) == [Kind::AsDrawn; 2]
    }

    /// Whether two bodies are upright boxes, and nothing else.
    #[inline(always)]
    pub(super) fn are_boxes(&self, a: u32, b: u32) -> bool {
        [a, b].map(|row| self.kinds[row as usize]) == [Kind::Box; 2]
    }

    /// Whether two bodies are circles, and nothing else.
    #[inline(always)]
    pub(super) fn are_circles(&self, a: u32, b: u32) -> bool {
        [a, b].map(|row| self.kinds[row as usize]) == [Kind::Circle; 2]
    }

    /// Whether two such circles overlap.
    #[inline(always)]
    pub(super) fn circles_overlap(&self, a: u32, b: u32, touching: Touching) -> bool {
        let [(p, r), (q, s)] = [a, b].map(|row| circle_of(self.bounds[row as usize]));
        // Coordinates differ by at most 2^30: the squares fit (SPEC 1).
        let [dx, dy] = [i64::from(p.x) - i64::from(q.x), i64::from(p.y) - i64::from(q.y)];
        let (square, reach) = (dx * dx + dy * dy, (r + s) * (r + s));
        if touching == Touching::Counts { square <= reach } else { square < reach }
    }

    /// Whether two such boxes overlap: closed sets, where touching is ignored those that share an inner (SPEC 3).
    #[inline(always)]
    pub(super) fn boxes_overlap(&self, a: u32, b: u32, touching: Touching) -> bool {
        let [a, b] = [a, b].map(|row| self.bounds[row as usize]);
        let least = i32::from(touching == Touching::Ignored);
        // (The world's edge is at 2^29: no difference is too large.)
        (b.max.x - a.min.x >= least)
            & (a.max.x - b.min.x >= least)
            & (b.max.y - a.min.y >= least)
            & (a.max.y - b.min.y >= least)
    }

    /// The rows of some bodies, where they are all upright sprites, or all upright boxes, and stand one after another as
    /// they were spawned: as swarms mostly do, and then nothing need be looked up.
    #[inline(always)]
    pub(super) fn swarm(&self, bodies: &[Handle]) -> Option<Swarm> {
        let first = self.row(*bodies.first()?).ok()?;
        let run = first..first + bodies.len();
        let (handles, kinds) = (self.handles.get(run.clone())?, &self.kinds[run.clone()]);
        // (Rows of removed bodies are not upright. No early end: several are compared at a time.)
        let are_these = handles.iter().zip(bodies).fold(true, |so_far, (p, q)| so_far & (p == q));
        let are = |is_one: fn(Kind) -> bool| kinds.iter().fold(true, |so_far, &kind| so_far & is_one(kind));
        match are_these {
            true if are(Kind::is_sprite) => Some(Swarm::Sprites(run)),
            true if are(|kind| kind == Kind::Box) => Some(Swarm::Boxes(run)),
            _ => None,
        }
    }

    /// Whether the bodies of a swarm can all be moved to these places.
    #[inline(always)]
    pub(super) fn swarm_moves(&self, swarm: Swarm, points: &[Point]) -> bool {
        // Sprites may stand wherever their places may.
        let Swarm::Boxes(run) = swarm else { return true };
        let bodies = self.at[run.clone()].iter().zip(&self.bounds[run]).zip(points);
        bodies.fold(true, |so_far, ((&at, &bounds), &point)| {
            let (by, can_be) = way(at, point);
            let Bounds { min, max } = bounds.translated(by);
            so_far & can_be & (min.x >= -EDGE) & (min.y >= -EDGE) & (max.x <= EDGE) & (max.y <= EDGE)
        })
    }

    /// Moves them.
    #[inline(always)]
    pub(super) fn move_swarm(&mut self, swarm: Swarm, at: &[Vec2], points: &[Point]) {
        let run = match swarm {
            Swarm::Sprites(run) => self.move_sprites(run, points),
            Swarm::Boxes(run) => self.move_boxes(run, points),
        };
        self.at[run.clone()].copy_from_slice(at);
        if self.index.get().is_some() {
            run.for_each(|row| self.loosen(row));
        }
    }

    #[inline(always)]
    fn move_sprites(&mut self, run: Range<usize>, points: &[Point]) -> Range<usize> {
        let bodies = self.forms[run.clone()].iter_mut().zip(&mut self.bounds[run.clone()]);
        for ((forms, bounds), &point) in bodies.zip(points) {
            if let Forms::One(Form::Sprite(sprite)) = forms {
                sprite.move_to(point);
                let (offset, Bounds { min, max }) = (sprite.upright_offset(), *bounds);
                let corner = |at: i32, offset: i32| (at + offset) & -UNITS;
                let to = Point::new(corner(point.x, offset.x), corner(point.y, offset.y));
                *bounds = Bounds { min: to, max: Point::new(to.x + (max.x - min.x), to.y + (max.y - min.y)) };
            }
        }
        run
    }

    #[inline(always)]
    fn move_boxes(&mut self, run: Range<usize>, points: &[Point]) -> Range<usize> {
        let bodies = self.forms[run.clone()].iter_mut().zip(&mut self.bounds[run.clone()]);
        for ((forms, bounds), (&at, &point)) in bodies.zip(self.at[run.clone()].iter().zip(points)) {
            let (by, _) = way(at, point);
            *bounds = bounds.translated(by);
            if let Forms::One(Form::Shape(parts)) = forms {
                parts.iter_mut().for_each(|part| part.translate(by));
            }
        }
        run
    }
}

/// How far a body at a place has to be moved to stand on a point, and whether it stands in the world now.
#[inline(always)]
fn way(at: Vec2, to: Point) -> (Point, bool) {
    let [x, y] = [units(at.x), units(at.y)];
    let by = Point::new(to.x.wrapping_sub(x as i32), to.y.wrapping_sub(y as i32));
    (by, is_within_world(x) & is_within_world(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query;
    use crate::world::{Body, World};

    /// Boxes, and what only nearly is one: that are decided as their forms are, whether they cross, touch or miss.
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
                        let forms = [a, b].map(|row: u32| &world.rows.forms[row as usize].all()[0]);
                        let expected = query::overlaps(forms[0], forms[1], touching);
                        assert_eq!(all.next_if_eq(&[first, second]).is_some(), expected, "{forms:?}");
                        if world.rows.are_boxes(a, b) {
                            boxes += 1;
                            hits += usize::from(expected);
                            touches += usize::from(
                                query::overlaps(forms[0], forms[1], Touching::Counts) != expected,
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
