//! Forms: what bodies are, seen from where they stand. Bodies that were spawned alike share one; a body that turns owns one,
//! which is rewritten in place.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Result;
use crate::form::Form;
use crate::lattice::{Bounds, EDGE, LONGEST, Point, UNITS, Vec2};
use crate::mask::{Mask, Sprite, Turn};
use crate::query::has_thin_parts;
use crate::simd::bring_near;
use crate::world::kind::Kind;
use crate::world::table::{Table, Uses};

/// A body and its regions, each seen from the body's position.
#[derive(Debug, Clone)]
pub(crate) enum Forms {
    One(Form),
    Many(Box<[Form]>),
}

impl Forms {
    pub(crate) fn all(&self) -> &[Form] {
        match self {
            Forms::One(form) => std::slice::from_ref(form),
            Forms::Many(forms) => forms,
        }
    }
}

/// What moving a body reads of its form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extent {
    /// The box around all that the body is, radii included, from its position.
    pub(super) bounds: Bounds,
    /// The box around its position and its placed vertices, without radii: it stays within the world (SPEC 1).
    reach: Bounds,
    /// What kind of thing it is.
    pub(super) kind: Kind,
}

/// All bits of a coordinate, and those of whole pixels.
const FINE: i32 = -1;
const PIXELS: i32 = -UNITS;

/// Seen from anywhere in the world this lies beyond it: the box of a body that has nothing.
const NOTHING: Bounds = {
    let far = Point::new(2 * EDGE, 2 * EDGE);
    Bounds { min: far, max: far }
};

impl Extent {
    /// Of forms, and the box around their vertices, all seen from the body's position.
    pub(super) fn of(forms: &Forms, reach: Bounds) -> Extent {
        let boxes = forms.all().iter().filter_map(extent_of);
        let whole = boxes.reduce(|a, b| match a.1 == b.1 {
            true => (a.0.union(b.0), a.1),
            // Of sprites and shapes together: the sprites' boxes at their largest, wherever in a pixel they stand.
            false => (loosened(a).union(loosened(b)), FINE),
        });
        let (kind, whole) = (Kind::of(forms), whole.unwrap_or((NOTHING, FINE)));
        // (Sprites beside a part that covers nothing are no mere sprites.)
        let bounds = if whole.1 == kind.grain() { whole.0 } else { loosened(whole) };
        Extent { bounds, reach, kind }
    }

    /// Of a sprite without regions.
    #[inline(always)]
    pub(super) fn of_sprite(turn: Turn, flip: [bool; 2], mask: &Mask) -> Extent {
        Extent::of_turned(Sprite::extent(turn, mask), Kind::of_sprite(turn, flip))
    }

    /// Of a sprite without regions, given the box of its reach.
    #[inline(always)]
    pub(super) fn of_turned(bounds: Bounds, kind: Kind) -> Extent {
        let here = Point::default();
        Extent { bounds, reach: Bounds { min: here, max: here }, kind }
    }

    /// The box of a body that stands somewhere in the world.
    #[inline(always)]
    pub(super) fn bounds_at(&self, at: Point) -> Bounds {
        placed(self.bounds, self.kind.grain(), at)
    }

    /// Where within a pixel the box begins and ends, as seen from the position, where it lies along pixels.
    #[inline(always)]
    pub(super) fn phases(&self) -> [u8; 4] {
        let Bounds { min, max } = self.bounds;
        let phase = |x: i32| (x & !self.kind.grain()) as u8;
        [phase(min.x), phase(min.y), phase(max.x), phase(max.y)]
    }

    /// Whether all vertices of a body that stands somewhere in the world lie in it too.
    #[inline(always)]
    pub(super) fn fits_at(&self, at: Point) -> bool {
        let Bounds { min, max } = self.reach;
        (at.x + min.x >= -EDGE) & (at.y + min.y >= -EDGE) & (at.x + max.x <= EDGE) & (at.y + max.y <= EDGE)
    }

    /// Whether a body that stands somewhere can be turned to any angle there: it stays within the world, and is not too
    /// large.
    #[inline(always)]
    pub(super) fn turns_at(&self, at: Point) -> bool {
        let far = reach_of_turned(self.widest());
        let fits = |at: i32| i64::from(at).abs() + far <= i64::from(EDGE);
        (self.kind != Kind::Map) & fits(at.x) & fits(at.y) & (2 * far <= i64::from(LONGEST))
    }

    /// How far its box or its vertices are from its position at most.
    #[inline(always)]
    fn widest(&self) -> i32 {
        let Bounds { min, max } = self.bounds;
        max.x.max(max.y).max(-min.x).max(-min.y).max(self.furthest())
    }

    /// How far its vertices are from its position at most.
    fn furthest(&self) -> i32 {
        let Bounds { min, max } = self.reach;
        max.x.max(max.y).max(-min.x).max(-min.y)
    }
}

/// How far a body reaches at any angle that reaches so far at one: turned, a point is no further away on either axis than
/// both its coordinates together, and snapping adds little.
#[inline(always)]
fn reach_of_turned(widest: i32) -> i64 {
    2 * i64::from(widest) + i64::from(UNITS)
}

/// The box of a body that had another box when it stood elsewhere, given its phases and its grain.
#[inline(always)]
pub(super) fn moved(from: Point, bounds: Bounds, phases: [u8; 4], grain: i32, to: Point) -> Bounds {
    let coordinate = |from: i32, x: i32, phase: u8, to: i32| {
        // What the grain took away when the body stood there.
        let lost = (from + i32::from(phase)) & !grain;
        (x + lost + (to - from)) & grain
    };
    let (Bounds { min, max }, [p, q, r, s]) = (bounds, phases);
    Bounds {
        min: Point::new(coordinate(from.x, min.x, p, to.x), coordinate(from.y, min.y, q, to.y)),
        max: Point::new(coordinate(from.x, max.x, r, to.x), coordinate(from.y, max.y, s, to.y)),
    }
}

#[inline(always)]
fn placed(bounds: Bounds, grain: i32, at: Point) -> Bounds {
    let corner = |by: Point| Point::new((at.x + by.x) & grain, (at.y + by.y) & grain);
    Bounds { min: corner(bounds.min), max: corner(bounds.max) }
}

/// The box of one form of a body that stands somewhere in the world.
pub(super) fn box_at(form: &Form, at: Point) -> Bounds {
    let (bounds, grain) = extent_of(form).unwrap_or((NOTHING, FINE));
    placed(bounds, grain, at)
}

/// The box of one form and its grain; none where it has nothing.
fn extent_of(form: &Form) -> Option<(Bounds, i32)> {
    match form {
        Form::Sprite(sprite) => Some((Sprite::extent(sprite.turn(), sprite.mask()), PIXELS)),
        Form::Tiles(tiles) if tiles.has_masks() => Some((tiles.bounds()?.grown(UNITS), FINE)),
        form => form.bounds().map(|bounds| (bounds, FINE)),
    }
}

fn loosened((bounds, grain): (Bounds, i32)) -> Bounds {
    let Bounds { min, max } = bounds;
    let by = if grain == PIXELS { UNITS - 1 } else { 0 };
    Bounds { min: Point::new(min.x - by, min.y - by), max }
}

/// A sprite's form that is turned otherwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turned {
    pub(super) form: u32,
    pub(super) turn: Turn,
    pub(super) extent: Extent,
}

/// What bodies share a form by: the look and frame, the angle and the scale that they were placed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Alike {
    look: u32,
    frame: u32,
    angle: u64,
    scale: [u64; 2],
}

impl Alike {
    pub(super) fn new(look: u32, frame: u32, angle: f64, scale: Vec2) -> Alike {
        Alike { look, frame, angle: angle.to_bits(), scale: [scale.x.to_bits(), scale.y.to_bits()] }
    }
}

/// The form that bodies which are gone have: nothing.
pub(super) const NONE: u32 = 0;

/// At most so many forms wait to be shared; what more are, is mostly as many angles as bodies.
const MOST_SHARED: usize = 4096;

/// Stamps for writes, from 1 on. A table takes many at a time; a clone takes its own.
#[derive(Debug, Default)]
struct Writes {
    last: u64,
    end: u64,
}

impl Clone for Writes {
    fn clone(&self) -> Writes {
        Writes::default()
    }
}

impl Writes {
    #[inline(always)]
    fn next(&mut self) -> u64 {
        if self.last == self.end {
            self.take_more();
        }
        self.last += 1;
        self.last
    }

    #[cold]
    fn take_more(&mut self) {
        /// So many at a time: worlds come and go, and none of them would ever use up all there are.
        const MANY: u64 = 1 << 16;
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        self.last = TAKEN.fetch_add(MANY, Ordering::Relaxed);
        self.end = self.last + MANY;
    }
}

/// The forms of a world's bodies, by number.
#[derive(Debug, Clone)]
pub(crate) struct FormTable {
    forms: Table<Forms>,
    extents: Table<Extent>,
    uses: Uses,
    shared: HashMap<Alike, u32>,
    /// Of each whether it may be among the shared ones.
    is_shared: Vec<bool>,
    /// Of each when it was last written.
    stamps: Vec<u64>,
    writes: Writes,
    last: Option<(Alike, u32)>,
    /// How far a vertex of any of them is from its body's position at most.
    furthest: i32,
    /// How far the box of a body without regions reaches from its position at most.
    widest: i32,
    /// Whether one of them has, or had, parts without interior.
    has_thin_parts: bool,
}

impl Default for FormTable {
    fn default() -> FormTable {
        let mut table = FormTable {
            forms: Table::default(),
            extents: Table::default(),
            uses: Uses::default(),
            shared: HashMap::new(),
            is_shared: Vec::new(),
            stamps: Vec::new(),
            writes: Writes::default(),
            last: None,
            furthest: 0,
            widest: 0,
            has_thin_parts: false,
        };
        let here = Point::default();
        let nothing = Forms::One(Form::Shape(crate::shape::Parts::none()));
        let extent = Extent::of(&nothing, Bounds { min: here, max: here });
        table.add(nothing, extent);
        table
    }
}

impl FormTable {
    #[inline(always)]
    pub(super) fn forms(&self, id: u32) -> &Forms {
        self.forms.get(id)
    }

    #[inline(always)]
    pub(super) fn extent(&self, id: u32) -> &Extent {
        self.extents.get(id)
    }

    /// How far a vertex of any form is from its body's position at most.
    #[inline(always)]
    pub(super) fn furthest(&self) -> i32 {
        self.furthest
    }

    /// How far from the world's origin, on either axis, every body without regions can be turned to any angle.
    pub(super) fn furthest_that_turns(&self) -> Option<u32> {
        let far = reach_of_turned(self.widest);
        if 2 * far > i64::from(LONGEST) {
            return None;
        }
        u32::try_from(i64::from(EDGE) - far).ok()
    }

    /// Whether a form has, or had, parts without interior.
    #[cfg(feature = "gpu")]
    pub(super) fn has_thin_parts(&self) -> bool {
        self.has_thin_parts
    }

    /// The form of bodies that are placed alike, with one use more.
    pub(super) fn find(&mut self, alike: &Alike) -> Option<u32> {
        let id = match self.last {
            Some((last, id)) if last == *alike => id,
            _ => *self.shared.get(alike)?,
        };
        self.last = Some((*alike, id));
        self.uses.add(id);
        Some(id)
    }

    /// One use more of a form that is in use.
    pub(super) fn use_again(&mut self, id: u32) {
        self.uses.add(id);
    }

    /// A new form with one use, which bodies that are placed alike share.
    pub(super) fn share(&mut self, alike: Alike, forms: Forms, extent: Extent) -> u32 {
        let id = self.add(forms, extent);
        if self.shared.len() >= MOST_SHARED {
            self.shared.clear();
        }
        self.shared.insert(alike, id);
        self.is_shared[id as usize] = true;
        self.last = Some((alike, id));
        id
    }

    /// One use of a form less; its bodies were placed alike.
    pub(super) fn release(&mut self, id: u32, alike: &Alike) {
        if id != NONE && self.uses.release(id) {
            self.forget(id, alike);
            *self.forms.get_mut(id) = Forms::One(Form::Shape(crate::shape::Parts::none()));
        }
    }

    /// Writes what a body is now in the place of what it was, or where it shared that, to a form of its own.
    pub(super) fn rewrite(&mut self, id: u32, alike: &Alike, forms: Forms, extent: Extent) -> u32 {
        if !self.uses.is_single(id) {
            self.uses.release(id);
            return self.add(forms, extent);
        }
        self.forget(id, alike);
        self.has_thin_parts |= forms.all().iter().any(has_thin_parts);
        *self.forms.get_mut(id) = forms;
        self.set_extent(id, extent);
        id
    }

    /// The same for a sprite without regions, of which only the turn changes.
    #[inline(always)]
    pub(super) fn turn(
        &mut self,
        id: u32,
        alike: &Alike,
        turn: Turn,
        flip: [bool; 2],
        extent: Extent,
    ) -> u32 {
        if !self.uses.is_single(id) {
            let mut forms = self.forms.get(id).clone();
            turn_to(&mut forms, turn, flip);
            self.uses.release(id);
            return self.add(forms, extent);
        }
        self.forget(id, alike);
        turn_to(self.forms.get_mut(id), turn, flip);
        self.set_extent(id, extent);
        id
    }

    /// Whether one body has a form to itself, and none will share it.
    #[inline(always)]
    pub(super) fn is_own(&self, id: u32) -> bool {
        self.uses.is_single(id) && !self.is_shared[id as usize]
    }

    /// Of one body a form to itself, which none will share: its own, or a copy.
    #[inline(never)]
    pub(super) fn own(&mut self, id: u32, alike: &Alike) -> u32 {
        if self.uses.is_single(id) {
            self.forget(id, alike);
            return id;
        }
        let (forms, extent) = (self.forms.get(id).clone(), *self.extents.get(id));
        self.uses.release(id);
        self.add(forms, extent)
    }

    /// Changes a form that one body has to itself.
    pub(super) fn rewrite_with(
        &mut self,
        id: u32,
        change: impl FnOnce(&mut Forms) -> Result<Extent>,
    ) -> Result<Extent> {
        // Also where it is refused: what was written by then is not what it was.
        self.stamp(id);
        let forms = self.forms.get_mut(id);
        let extent = change(forms)?;
        self.has_thin_parts |= forms.all().iter().any(has_thin_parts);
        self.set_extent(id, extent);
        Ok(extent)
    }

    /// The sprite that a form is.
    #[inline(always)]
    pub(super) fn sprite(&self, id: u32) -> Option<&Sprite> {
        match self.forms.get(id) {
            Forms::One(Form::Sprite(sprite)) => Some(sprite),
            _ => None,
        }
    }

    /// Writes the turns of sprites that have their forms to themselves: chunk by chunk, since to ask for one that may be
    /// written takes longer than to write.
    #[inline(always)]
    pub(super) fn turn_own(&mut self, turned: &[Turned]) {
        let mut rest = turned;
        while let Some(first) = rest.first() {
            let (chunk, _) = Table::<Forms>::place(first.form);
            let (forms, extents) = (self.forms.chunk_mut(first.form), self.extents.chunk_mut(first.form));
            while let Some((one, others)) = rest.split_first() {
                let (its_chunk, at) = Table::<Forms>::place(one.form);
                if its_chunk != chunk {
                    break;
                }
                if let Forms::One(Form::Sprite(sprite)) = &mut forms[at] {
                    sprite.turn_to(one.turn, sprite.flip());
                }
                extents[at] = one.extent;
                self.widest = self.widest.max(one.extent.widest());
                self.stamps[one.form as usize] = self.writes.next();
                rest = others;
            }
        }
    }

    #[inline(always)]
    fn stamp(&mut self, id: u32) {
        self.stamps[id as usize] = self.writes.next();
    }

    /// When a form was last written: no two writes of any worlds have the same stamp, so whoever holds what a form was
    /// knows by that whether it still is the same.
    #[inline(always)]
    pub(super) fn stamp_of(&self, id: u32) -> u64 {
        self.stamps[id as usize]
    }

    fn add(&mut self, forms: Forms, extent: Extent) -> u32 {
        self.has_thin_parts |= forms.all().iter().any(has_thin_parts);
        let (id, is_new) = self.uses.claim();
        if is_new {
            self.forms.push(forms);
            self.extents.push(extent);
            self.is_shared.push(false);
            self.stamps.push(0);
        } else {
            *self.forms.get_mut(id) = forms;
        }
        self.set_extent(id, extent);
        id
    }

    #[inline(always)]
    fn set_extent(&mut self, id: u32, extent: Extent) {
        self.furthest = self.furthest.max(extent.furthest());
        if extent.kind.is_bare() {
            self.widest = self.widest.max(extent.widest());
        }
        self.stamp(id);
        *self.extents.get_mut(id) = extent;
    }

    /// Nobody shares a form any more.
    #[inline(always)]
    fn forget(&mut self, id: u32, alike: &Alike) {
        if std::mem::take(&mut self.is_shared[id as usize]) {
            self.stop_sharing(id, alike);
        }
    }

    #[cold]
    fn stop_sharing(&mut self, id: u32, alike: &Alike) {
        self.last = self.last.filter(|&(_, last)| last != id);
        if self.shared.get(alike) == Some(&id) {
            self.shared.remove(alike);
        }
    }

    /// Prefetches what finding a form reads.
    pub(super) fn bring_near(&self) {
        bring_near(self.forms.chunks());
    }

    /// Prefetches a form.
    pub(super) fn bring_form_near(&self, id: u32) {
        bring_near(std::slice::from_ref(self.forms.get(id)));
    }
}

fn turn_to(forms: &mut Forms, turn: Turn, flip: [bool; 2]) {
    if let Forms::One(Form::Sprite(sprite)) = forms {
        sprite.turn_to(turn, flip);
    }
}
