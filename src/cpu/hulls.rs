//! The prepared hulls of the forms in candidate pairs, by form number. They are made when first needed, and kept
//! while the form stays the same.

use crate::cpu::kind;
use crate::cpu::solids::Solids;
use crate::form::Form;
use crate::kernels::{Discs, Hull};
use crate::lattice::{Bounds, Point};
use crate::shape::{CellForm, Convex};
use crate::simd::{BoxColumns, Kernel, Lanes, View, prefetch};

/// With more entries than this, all are dropped and made again when needed: about 20 MB.
const MOST: usize = 1 << 16;

/// With more parts than this, about 0.5 MB with their hulls, they are prefetched.
const MANY: usize = 2048;

/// Prepared hulls.
#[derive(Debug, Default)]
pub(crate) struct Hulls {
    /// For each form: the index of its first head. The entry may be outdated; the head itself says which form it
    /// belongs to.
    first: Vec<u32>,
    heads: Vec<HullHead>,
    parts: Vec<HullPart>,
    /// The hulls of all parts. Those of one part are consecutive.
    hulls: Vec<Hull>,
    /// For each part: its box with radius, relative to the form's position.
    boxes: BoxColumns,
    /// For each form of many parts: in which block it was asked for last, and how often there.
    asked: Vec<[u32; 2]>,
    blocks: u32,
}

/// A form of more parts than this is prepared only if it is asked for more than [`OFTEN`] times in a block: bullets of thirty parts
/// are one candidate each, and preparing a part takes about as long as testing it.
const FEW: usize = 4;
const OFTEN: u32 = 3;

/// A clone is empty and makes the hulls again.
impl Clone for Hulls {
    fn clone(&self) -> Hulls {
        Hulls::default()
    }
}

/// Makes the heads of a form.
struct MakeHulls<'a> {
    hulls: &'a mut Hulls,
    solids: &'a Solids<'a>,
    solid: u32,
}

impl Kernel for MakeHulls<'_> {
    /// The index of the first head.
    type Out = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> usize {
        self.hulls.make(self.solids, self.solid)
    }
}

/// The parts of a body or region: those of a shape, or the kinds of cells of a tile map without masks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HullHead {
    /// The stamp of its form's last write. No other write in any world has the same stamp.
    stamp: u64,
    form: u32,
    region: u32,
    /// The number of regions of the form.
    regions: u32,
    /// The index of its first part, the number of parts, and the number that there is room for.
    pub(crate) first: u32,
    pub(crate) count: u32,
    room: u32,
    /// The first part.
    pub(crate) part: HullPart,
}

/// A convex part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HullPart {
    /// The center of its box, relative to the form's position. Its hulls are relative to this point.
    pub(crate) origin: Point,
    pub(crate) radius: i32,
    hulled: Hulled,
    /// Discs around the origin.
    pub(crate) discs: Discs,
    /// Whether it is an upright box without a radius.
    pub(crate) is_box: bool,
}

/// The range of a part's hulls.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Hulled {
    first: u32,
    /// The number of hulls, 0 for a disc, and the number that there is room for.
    count: u16,
    room: u16,
}

/// The index for a form without heads.
const NONE: u32 = u32::MAX;

impl Hulls {
    /// Clears the table if it has grown too large. Must be called before heads are requested.
    pub(crate) fn begin(&mut self) {
        self.blocks = self.blocks.wrapping_add(1);
        if self.hulls.len().max(self.parts.len()).max(self.heads.len()) > MOST {
            self.heads.clear();
            self.parts.clear();
            self.hulls.clear();
        }
    }

    /// Whether a solid is prepared, or it pays to prepare it.
    #[inline(always)]
    pub(crate) fn pays(&mut self, solids: &Solids<'_>, solid: u32) -> bool {
        let Form::Shape(parts) = solids.form(solid) else { return true };
        parts.pieces().len() <= FEW || self.pays_for_many(solids, solid)
    }

    fn pays_for_many(&mut self, solids: &Solids<'_>, solid: u32) -> bool {
        let form = solids.form_number(solid);
        let head = self.heads.get(self.place_of(form, solids.region(solid)));
        if head.is_some_and(|head| head.stamp == solids.form_table.stamp_of(form)) {
            return true;
        }
        if self.asked.len() <= form as usize {
            self.asked.resize(form as usize + 1, [0; 2]);
        }
        let [block, count] = &mut self.asked[form as usize];
        *count = if *block == self.blocks { *count + 1 } else { 1 };
        *block = self.blocks;
        *count > OFTEN
    }

    /// Returns the head of a solid, which must not be a sprite.
    #[inline(always)]
    pub(crate) fn head<L: Lanes>(&mut self, lanes: L, solids: &Solids<'_>, solid: u32) -> &HullHead {
        let (form, region) = (solids.form_number(solid), solids.region(solid));
        let at = self.place_of(form, region);
        let is_known = self.heads.get(at).is_some_and(|head| head.stamp == solids.form_table.stamp_of(form));
        let at = if is_known {
            at
        } else {
            lanes.call(MakeHulls { hulls: self, solids, solid }) + usize::from(region)
        };
        &self.heads[at]
    }

    /// Returns the hulls of a part.
    #[inline(always)]
    pub(crate) fn of(&self, part: Hulled) -> &[Hull] {
        &self.hulls[part.first as usize..][..usize::from(part.count)]
    }

    #[inline(always)]
    pub(crate) fn part(&self, part: u32) -> HullPart {
        self.parts[part as usize]
    }

    /// Returns the box of a part with its radius, relative to its form's position.
    #[inline(always)]
    pub(crate) fn bounds(&self, part: u32) -> Bounds {
        self.boxes.view().get(part as usize)
    }

    /// Returns the boxes of all parts with their radii, relative to their forms' positions.
    #[inline(always)]
    pub(crate) fn boxes(&self) -> View<'_> {
        self.boxes.view()
    }

    /// Prefetches the hulls of a part.
    #[inline(always)]
    pub(crate) fn prefetch(&self, part: HullPart) {
        prefetch(self.of(part.hulled));
    }

    /// Whether so many parts are prepared that they do not stay in the cache from one step to the next.
    #[inline(always)]
    pub(crate) fn are_many(&self) -> bool {
        self.parts.len() > MANY
    }

    /// Prefetches the head of a body or region, if it is made.
    #[inline(always)]
    pub(crate) fn prefetch_head(&self, solids: &Solids<'_>, solid: u32) {
        let at = self.place_of(solids.form_number(solid), solids.region(solid));
        if let Some(head) = self.heads.get(at) {
            prefetch(std::slice::from_ref(head));
        }
    }

    /// Prefetches the parts of a body or region of several parts, if they are made.
    #[inline(always)]
    pub(crate) fn prefetch_parts(&self, solids: &Solids<'_>, solid: u32) {
        let head = self.heads.get(self.place_of(solids.form_number(solid), solids.region(solid)));
        let Some(&HullHead { first, count: 2.., .. }) = head else { return };
        prefetch(&self.parts[first as usize..][..1]);
        self.boxes.prefetch(first as usize);
    }

    /// Returns the index of a form's head; the entry may be outdated.
    #[inline(always)]
    fn place_of(&self, form: u32, region: u8) -> usize {
        let first = self.first.get(form as usize).copied().unwrap_or(NONE);
        (first as usize).wrapping_add(region.into())
    }

    /// Makes the heads of a form, and returns the index of the first.
    #[inline(always)]
    fn make(&mut self, solids: &Solids<'_>, solid: u32) -> usize {
        let (form, forms) = (solids.form_number(solid), solids.forms(solid));
        let stamp = solids.form_table.stamp_of(form);
        if self.first.len() <= form as usize {
            self.first.resize(form as usize + 1, NONE);
        }
        let (at, regions) = (self.first[form as usize], forms.len() as u32);
        let is_its_own = |head: &HullHead| (head.form, head.region, head.regions) == (form, 0, regions);
        let at = match self.heads.get(at as usize) {
            Some(head) if is_its_own(head) => at as usize,
            _ => self.heads.len(),
        };
        self.first[form as usize] = at as u32;
        for (region, of) in (0..).zip(forms) {
            let known = self.heads.get(at + region as usize);
            let (first, room) = known.map_or((0, 0), |head| (head.first, head.room));
            let blank =
                HullHead { stamp, form, region, regions, first, count: 0, room, part: HullPart::NONE };
            let head = match of {
                Form::Shape(parts) => self.write(blank, parts.pieces().iter()),
                Form::Tiles(tiles) if !tiles.has_masks() => {
                    self.write(blank, tiles.forms().filter_map(convex))
                }
                _ => blank,
            };
            match self.heads.get_mut(at + region as usize) {
                Some(known) => *known = head,
                None => self.heads.push(head),
            }
        }
        at
    }

    /// Writes parts in place if there is room for them, else at the end.
    #[inline(always)]
    fn write<'a>(&mut self, blank: HullHead, parts: impl Iterator<Item = &'a Convex> + Clone) -> HullHead {
        let count = parts.clone().count() as u32;
        let fits = count <= blank.room;
        let (first, room) = if fits { (blank.first, blank.room) } else { (self.parts.len() as u32, count) };
        let end = self.parts.len().max((first + count) as usize);
        self.parts.resize(end, HullPart::NONE);
        self.boxes.resize(end);
        for (at, part) in (first as usize..).zip(parts) {
            self.boxes.set(at, part.bounds(), at as u32);
            self.write_part(at, part);
        }
        let part = if count > 0 { self.parts[first as usize] } else { HullPart::NONE };
        HullHead { first, count, room, part, ..blank }
    }

    #[inline(always)]
    fn write_part(&mut self, at: usize, part: &Convex) {
        let (Hulled { first, room, .. }, count) = (self.parts[at].hulled, Hull::count(part));
        let fits = count <= usize::from(room);
        let (first, room) = if fits { (first, room) } else { (self.hulls.len() as u32, count as u16) };
        let end = self.hulls.len().max(first as usize + count);
        self.hulls.resize(end, Hull::NONE);
        let origin = Hull::origin(part);
        Hull::write(part, &mut self.hulls[first as usize..][..count]);
        self.parts[at] = HullPart {
            discs: Discs::of_parts(std::slice::from_ref(part), origin),
            origin,
            radius: part.radius(),
            hulled: Hulled { first, count: count as u16, room },
            is_box: kind::is_box(part),
        };
    }
}

fn convex(cell: &CellForm) -> Option<&Convex> {
    match cell {
        CellForm::Convex(convex) => Some(convex),
        CellForm::Sprite(_) => None,
    }
}

impl Hulled {
    /// No hulls.
    pub(crate) const NONE: Hulled = Hulled { first: 0, count: 0, room: 0 };

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.count == 0
    }
}

impl HullPart {
    /// No part.
    const NONE: HullPart = HullPart {
        origin: Point::new(0, 0),
        radius: 0,
        hulled: Hulled::NONE,
        discs: Discs::UNKNOWN,
        is_box: false,
    };

    /// Makes a disc around a form's position.
    #[inline(always)]
    pub(crate) fn disc(radius: i32) -> HullPart {
        HullPart { radius, discs: Discs::of_disc(radius), ..HullPart::NONE }
    }

    /// Returns where its origin is, given the form's position.
    #[inline(always)]
    pub(crate) fn centre_at(&self, at: Point) -> Point {
        Point::new(at.x + self.origin.x, at.y + self.origin.y)
    }

    #[inline(always)]
    pub(crate) fn is_disc(self) -> bool {
        self.hulled.count == 0
    }

    #[inline(always)]
    pub(crate) fn hulls(self) -> Hulled {
        self.hulled
    }

    /// Returns the box of a disc.
    #[inline(always)]
    pub(crate) fn disc_bounds(self) -> Bounds {
        Bounds { min: self.origin, max: self.origin }.grown(self.radius)
    }
}
