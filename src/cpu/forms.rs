//! Forms: what bodies are, relative to their positions. Bodies that were spawned with equal placements share a form.
//! A body that turns has its own form, which is rewritten in place.
//!
//! Nothing is found by its contents: a shared form is found by its look, frame, angle and scale. The table is divided into chunks
//! ([`table`](crate::cpu::table)): clones share them, and a shared chunk is copied when it is written.

mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::clone_by_field::clone_by_field;
use crate::cpu::kind::Kind;
use crate::cpu::table::{Table, Uses};
use crate::error::Result;
use crate::form::Form;
use crate::kernels::Discs;
use crate::lattice::{Bounds, EDGE, Point, UNITS, Vec2};
use crate::mask::{Mask, Sprite, Turn};
use crate::query::has_thin_parts;
use crate::quick_hash::QuickMap;
use crate::shape::Convex;
use crate::simd::prefetch;

pub(crate) use writer::{FormWriter, WriterNotes};

/// A body and its regions, each relative to the body's position.
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

/// The data of a form that moving a body reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extent {
    /// The box around the body and its regions with radii, relative to its position.
    pub(crate) bounds: Bounds,
    /// The box around its position and its placed vertices, without radii. It must stay within the world (SPEC 1).
    reach: Bounds,
    /// The kind of the body.
    pub(crate) kind: Kind,
}

/// Masks for coordinates: all bits, and those of whole pixels.
const FINE: i32 = -1;
const PIXELS: i32 = -UNITS;

/// The box of a body that covers nothing. From any position in the world it lies beyond the world.
const NOTHING: Bounds = {
    let far = Point::new(2 * EDGE, 2 * EDGE);
    Bounds { min: far, max: far }
};

impl Extent {
    /// Computes the extent of forms, given the box around their vertices, all relative to the body's position.
    pub(crate) fn of(forms: &Forms, reach: Bounds) -> Extent {
        let boxes = forms.all().iter().filter_map(extent_of);
        let whole = boxes.reduce(|a, b| match a.1 == b.1 {
            true => (a.0.union(b.0), a.1),
            // For sprites and shapes together, the sprites' boxes are taken at their largest, for any position within
            // a pixel.
            false => (loosened(a).union(loosened(b)), FINE),
        });
        let (kind, whole) = (Kind::of(forms), whole.unwrap_or((NOTHING, FINE)));
        // (Sprites together with a part that covers nothing are not of the kind `Sprites`.)
        let bounds = if whole.1 == kind.grain() { whole.0 } else { loosened(whole) };
        Extent { bounds, reach, kind }
    }

    /// Computes the extent of a sprite without regions.
    #[inline(always)]
    pub(crate) fn of_sprite(turn: Turn, flip: [bool; 2], mask: &Mask) -> Extent {
        Extent::of_turned(Sprite::extent(turn, mask), Kind::of_sprite(turn, flip))
    }

    /// Computes the extent of a sprite without regions, given the box of its reach.
    #[inline(always)]
    pub(crate) fn of_turned(bounds: Bounds, kind: Kind) -> Extent {
        let here = Point::default();
        Extent { bounds, reach: Bounds { min: here, max: here }, kind }
    }

    /// Computes the extent of a shape of one part without regions.
    #[inline(always)]
    pub(crate) fn of_part(part: &Convex) -> Extent {
        let here = Point::default();
        let reach = part.core().union(Bounds { min: here, max: here });
        Extent { bounds: part.bounds(), reach, kind: Kind::of_part(part) }
    }

    /// Returns the box of a body at a position in the world.
    #[inline(always)]
    pub(crate) fn bounds_at(&self, at: Point) -> Bounds {
        placed(self.bounds, self.kind.grain(), at)
    }

    /// Returns where within a pixel the box begins and ends, relative to the position, if the box lies along pixels.
    #[inline(always)]
    pub(crate) fn phases(&self) -> [u8; 4] {
        let Bounds { min, max } = self.bounds;
        let phase = |x: i32| (x & !self.kind.grain()) as u8;
        [phase(min.x), phase(min.y), phase(max.x), phase(max.y)]
    }

    /// Whether all vertices of a body at a position in the world lie in the world too.
    #[inline(always)]
    pub(crate) fn fits_at(&self, at: Point) -> bool {
        let Bounds { min, max } = self.reach;
        (at.x + min.x >= -EDGE) & (at.y + min.y >= -EDGE) & (at.x + max.x <= EDGE) & (at.y + max.y <= EDGE)
    }

    /// Returns the longer side of the box around its position and its vertices.
    #[inline(always)]
    pub(crate) fn longest_reach(&self) -> i32 {
        let Bounds { min, max } = self.reach;
        (max.x - min.x).max(max.y - min.y)
    }

    /// Returns the largest distance of its box or its vertices from its position, per axis.
    #[inline(always)]
    pub(crate) fn widest(&self) -> i32 {
        let Bounds { min, max } = self.bounds;
        max.x.max(max.y).max(-min.x).max(-min.y).max(self.furthest())
    }

    /// Returns the largest distance of its vertices from its position, per axis.
    fn furthest(&self) -> i32 {
        let Bounds { min, max } = self.reach;
        max.x.max(max.y).max(-min.x).max(-min.y)
    }
}

/// Returns the box of a body after a move, from its box before the move, its phases and its grain.
#[inline(always)]
pub(crate) fn moved(from: Point, bounds: Bounds, phases: [u8; 4], grain: i32, to: Point) -> Bounds {
    let coordinate = |from: i32, x: i32, phase: u8, to: i32| {
        // What the grain removed at the old position.
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

/// Returns the box of one form of a body at a position in the world.
pub(crate) fn box_at(form: &Form, at: Point) -> Bounds {
    let (bounds, grain) = extent_of(form).unwrap_or((NOTHING, FINE));
    placed(bounds, grain, at)
}

/// Returns the box of one form and its grain; `None` if it covers nothing.
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

/// The key by which bodies share a form: the look, frame, angle and scale that they were placed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Alike {
    look: u32,
    frame: u32,
    angle: u64,
    scale: [u64; 2],
}

impl Alike {
    pub(crate) fn new(look: u32, frame: u32, angle: f64, scale: Vec2) -> Alike {
        Alike { look, frame, angle: angle.to_bits(), scale: [scale.x.to_bits(), scale.y.to_bits()] }
    }
}

/// The form of removed bodies: it covers nothing.
pub(crate) const NONE: u32 = 0;

/// The most forms that can be shared. With more, each body mostly has an angle of its own.
const MOST_SHARED: usize = 4096;

/// A source of stamps for writes, from 1 on. A table takes many at a time; a clone takes its own.
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
        /// How many stamps are taken at a time. Even with many worlds the numbers never run out.
        const MANY: u64 = 1 << 16;
        static TAKEN: AtomicU64 = AtomicU64::new(0);
        self.last = TAKEN.fetch_add(MANY, Ordering::Relaxed);
        self.end = self.last + MANY;
    }
}

/// The forms of a world's bodies, by number. Most of a clone is shared: the chunks of both tables, and the map.
#[derive(Debug)]
pub(crate) struct FormTable {
    forms: Table<Forms>,
    extents: Table<Extent>,
    uses: Uses,
    shared: Arc<QuickMap<Alike, u32>>,
    /// For each form: whether it may be among the shared ones.
    is_shared: Vec<bool>,
    /// For each form: the stamp of its last write.
    stamps: Vec<u64>,
    writes: Writes,
    last: Option<(Alike, u32)>,
    facts: FormFacts,
}

clone_by_field! {
    FormTable { forms, extents, uses, shared, is_shared, stamps, writes, last, facts }
}

/// What is true of all forms that a table has, or had.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FormFacts {
    /// The largest distance of any form's vertex from its body's position, per axis.
    furthest: i32,
    /// The largest reach of any body's box from its position, for bodies without regions.
    widest: i32,
    /// Whether a form has parts without interior.
    has_thin_parts: bool,
    /// Whether a form has regions.
    has_regions: bool,
}

impl FormFacts {
    fn see(&mut self, forms: &Forms) {
        self.has_thin_parts |= forms.all().iter().any(has_thin_parts);
        self.has_regions |= matches!(forms, Forms::Many(_));
    }

    #[inline(always)]
    fn see_extent(&mut self, extent: &Extent) {
        self.furthest = self.furthest.max(extent.furthest());
        if extent.kind.is_bare() {
            self.widest = self.widest.max(extent.widest());
        }
    }

    fn join(&mut self, others: &FormFacts) {
        self.furthest = self.furthest.max(others.furthest);
        self.widest = self.widest.max(others.widest);
        self.has_thin_parts |= others.has_thin_parts;
        self.has_regions |= others.has_regions;
    }
}

impl Default for FormTable {
    fn default() -> FormTable {
        let mut table = FormTable {
            forms: Table::default(),
            extents: Table::default(),
            uses: Uses::default(),
            shared: Arc::default(),
            is_shared: Vec::new(),
            stamps: Vec::new(),
            writes: Writes::default(),
            last: None,
            facts: FormFacts::default(),
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
    pub(crate) fn forms(&self, id: u32) -> &Forms {
        self.forms.get(id)
    }

    #[inline(always)]
    pub(crate) fn extent(&self, id: u32) -> &Extent {
        self.extents.get(id)
    }

    /// Returns the largest distance of any form's vertex from its body's position, per axis.
    #[inline(always)]
    pub(crate) fn furthest(&self) -> i32 {
        self.facts.furthest
    }

    /// Returns the largest reach of any body's box or vertices from its position, for bodies without regions.
    #[inline(always)]
    pub(crate) fn widest(&self) -> i32 {
        self.facts.widest
    }

    /// Whether a form has, or had, parts without interior.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_thin_parts(&self) -> bool {
        self.facts.has_thin_parts
    }

    /// Whether a form has, or had, regions.
    #[inline(always)]
    pub(crate) fn has_regions(&self) -> bool {
        self.facts.has_regions
    }

    /// Returns the form of bodies with this key, and counts one more use.
    pub(crate) fn find(&mut self, alike: &Alike) -> Option<u32> {
        let id = match self.last {
            Some((last, id)) if last == *alike => id,
            _ => *self.shared.get(alike)?,
        };
        self.last = Some((*alike, id));
        self.uses.add(id);
        Some(id)
    }

    /// Counts one more use of a form.
    pub(crate) fn use_again(&mut self, id: u32) {
        self.uses.add(id);
    }

    /// Adds a form with one use, which bodies with the same key share.
    pub(crate) fn share(&mut self, alike: Alike, forms: Forms, extent: Extent) -> u32 {
        let id = self.add(forms, extent);
        if self.shared.len() >= MOST_SHARED {
            self.shared = Arc::default();
        }
        Arc::make_mut(&mut self.shared).insert(alike, id);
        self.is_shared[id as usize] = true;
        self.last = Some((alike, id));
        id
    }

    /// Counts one use of a form less. `alike` is the key of its bodies.
    pub(crate) fn release(&mut self, id: u32, alike: &Alike) {
        if id != NONE && self.uses.release(id) {
            self.forget(id, alike);
            *self.forms.get_mut(id) = Forms::One(Form::Shape(crate::shape::Parts::none()));
        }
    }

    /// Writes a body's new form in place of its old one, or to a form of its own if the old one was shared.
    pub(crate) fn rewrite(&mut self, id: u32, alike: &Alike, forms: Forms, extent: Extent) -> u32 {
        if !self.uses.is_single(id) {
            self.uses.release(id);
            return self.add(forms, extent);
        }
        self.forget(id, alike);
        self.facts.see(&forms);
        *self.forms.get_mut(id) = forms;
        self.set_extent(id, extent);
        id
    }

    /// Does the same for a sprite without regions of which only the turn changes.
    #[inline(always)]
    pub(crate) fn turn(
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

    /// Writes another mask and its pivot into a sprite that only one body has; returns its discs.
    #[inline(always)]
    pub(crate) fn set_mask(&mut self, id: u32, mask: &Arc<Mask>, turn: Turn, extent: Extent) -> Discs {
        let discs = match self.forms.get_mut(id) {
            Forms::One(Form::Sprite(sprite)) => {
                sprite.set_mask(mask, turn);
                sprite.discs(extent.kind.is_drawn())
            }
            _ => Discs::UNKNOWN,
        };
        self.set_extent(id, extent);
        discs
    }

    /// Lets a form forget which shapes its parts were placed from, until it is placed again.
    pub(crate) fn forget_shapes(&mut self, id: u32) {
        let forms = match self.forms.get_mut(id) {
            Forms::One(form) => std::slice::from_mut(form),
            Forms::Many(forms) => &mut **forms,
        };
        for form in forms {
            if let Form::Shape(parts) = form {
                parts.forget_shape();
            }
        }
    }

    /// Whether only one body has a form.
    #[inline(always)]
    pub(crate) fn is_single(&self, id: u32) -> bool {
        self.uses.is_single(id)
    }

    /// Whether only one body has a form, and no other can share it.
    #[inline(always)]
    pub(crate) fn is_own(&self, id: u32) -> bool {
        self.uses.is_single(id) && !self.is_shared[id as usize]
    }

    /// Returns a form that only one body has and no other can share: its own, or a copy.
    #[inline(never)]
    pub(crate) fn own(&mut self, id: u32, alike: &Alike) -> u32 {
        if self.uses.is_single(id) {
            self.forget(id, alike);
            return id;
        }
        let (forms, extent) = (self.forms.get(id).clone(), *self.extents.get(id));
        self.uses.release(id);
        self.add(forms, extent)
    }

    /// Changes a form that only one body has.
    pub(crate) fn rewrite_with(
        &mut self,
        id: u32,
        change: impl FnOnce(&mut Forms) -> Result<Extent>,
    ) -> Result<Extent> {
        let mut notes = WriterNotes::of(std::mem::take(&mut self.writes));
        let extent = self.writer().rewrite_with(id, &mut notes, change);
        self.take_over(&notes);
        self.writes = notes.into_writes();
        extent
    }

    /// Returns the part of a shape of one part that only one body has, to move its vertices;
    /// [`set_extent`](FormTable::set_extent) must follow.
    #[inline(always)]
    pub(crate) fn part_mut(&mut self, id: u32) -> Option<&mut Convex> {
        part_of(self.forms.get_mut(id))
    }

    /// Returns the sprite of a form, if it is one sprite.
    #[inline(always)]
    pub(crate) fn sprite(&self, id: u32) -> Option<&Sprite> {
        match self.forms.get(id) {
            Forms::One(Form::Sprite(sprite)) => Some(sprite),
            _ => None,
        }
    }

    /// Returns the stamp of a form's last write. No two writes of a form have the same stamp, nor do writes in two worlds,
    /// so a copy of a form is current exactly if its stamp equals this one.
    #[inline(always)]
    pub(crate) fn stamp_of(&self, id: u32) -> u64 {
        self.stamps[id as usize]
    }

    fn add(&mut self, forms: Forms, extent: Extent) -> u32 {
        self.facts.see(&forms);
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

    /// Stores the extent of a form that was changed.
    #[inline(always)]
    pub(crate) fn set_extent(&mut self, id: u32, extent: Extent) {
        self.facts.see_extent(&extent);
        self.stamps[id as usize] = self.writes.next();
        *self.extents.get_mut(id) = extent;
    }

    /// Ends the sharing of a form.
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
            Arc::make_mut(&mut self.shared).remove(alike);
        }
    }

    /// Prefetches what finding a form reads.
    pub(crate) fn prefetch(&self) {
        prefetch(self.forms.chunks());
    }

    /// Prefetches a form.
    pub(crate) fn prefetch_form(&self, id: u32) {
        prefetch(std::slice::from_ref(self.forms.get(id)));
    }
}

#[inline(always)]
fn part_of(forms: &mut Forms) -> Option<&mut Convex> {
    let Forms::One(Form::Shape(parts)) = forms else { return None };
    parts.single_mut()
}

fn turn_to(forms: &mut Forms, turn: Turn, flip: [bool; 2]) {
    if let Forms::One(Form::Sprite(sprite)) = forms {
        sprite.turn_to(turn, flip);
    }
}
