//! The prepared hulls of the forms in candidate pairs, by form number. They are made when first needed, and kept
//! while the form stays the same.

use crate::form::Form;
use crate::kernels::{Discs, Hull};
use crate::lattice::{Bounds, Point};
use crate::shape::{CellForm, Convex};
use crate::simd::{BoxColumns, Kernel, Lanes, View, prefetch};
use crate::world::kind;
use crate::world::rows::Rows;

/// With more entries than this, all are dropped and made again when needed: about 20 MB.
const MOST: usize = 1 << 16;

/// With more parts than this, about 0.5 MB with their hulls, they are prefetched.
const MANY: usize = 2048;

/// Prepared hulls.
#[derive(Debug, Default)]
pub(super) struct Hulls {
    /// For each form: the index of its first head. The entry may be outdated; the head itself says which form it
    /// belongs to.
    first: Vec<u32>,
    heads: Vec<Head>,
    parts: Vec<Part>,
    /// The hulls of all parts. Those of one part are consecutive.
    hulls: Vec<Hull>,
    /// For each part: its box with radius, relative to the form's position.
    boxes: BoxColumns,
}

/// A clone is empty and makes the hulls again.
impl Clone for Hulls {
    fn clone(&self) -> Hulls {
        Hulls::default()
    }
}

/// Makes the heads of a row's form.
struct Make<'a> {
    hulls: &'a mut Hulls,
    rows: &'a Rows,
    row: u32,
}

impl Kernel for Make<'_> {
    /// The index of the first head.
    type Out = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> usize {
        self.hulls.make(self.rows, self.row)
    }
}

/// The parts of a body or region: those of a shape, or the kinds of cells of a tile map without masks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    /// The stamp of its form's last write. No other write in any world has the same stamp.
    stamp: u64,
    form: u32,
    region: u32,
    /// The number of regions of the form.
    regions: u32,
    /// The index of its first part, the number of parts, and the number that there is room for.
    pub(super) first: u32,
    pub(super) count: u32,
    room: u32,
    /// The first part.
    pub(super) part: Part,
}

/// A convex part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// The center of its box, relative to the form's position. Its hulls are relative to this point.
    pub(super) origin: Point,
    pub(super) radius: i32,
    hulled: Hulled,
    /// Discs around the origin.
    pub(super) discs: Discs,
    /// Whether it is an upright box without a radius.
    pub(super) is_box: bool,
}

/// The range of a part's hulls.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hulled {
    first: u32,
    /// The number of hulls, 0 for a disc, and the number that there is room for.
    count: u16,
    room: u16,
}

/// The index for a form without heads.
const NONE: u32 = u32::MAX;

impl Hulls {
    /// Clears the table if it has grown too large. Must be called before heads are requested.
    pub(super) fn begin(&mut self) {
        if self.hulls.len().max(self.parts.len()).max(self.heads.len()) > MOST {
            self.heads.clear();
            self.parts.clear();
            self.hulls.clear();
        }
    }

    /// Returns the head of a body (region 0) or of one of its regions (from 1), which must not be a sprite.
    #[inline(always)]
    pub(super) fn head<L: Lanes>(&mut self, lanes: L, rows: &Rows, row: u32, region: u8) -> &Head {
        let form = rows.form_number(row);
        let at = self.place_of(form, region);
        let is_known = self.heads.get(at).is_some_and(|head| head.stamp == rows.form_table.stamp_of(form));
        let at =
            if is_known { at } else { lanes.call(Make { hulls: self, rows, row }) + usize::from(region) };
        &self.heads[at]
    }

    /// Returns the hulls of a part.
    #[inline(always)]
    pub(super) fn of(&self, part: Hulled) -> &[Hull] {
        &self.hulls[part.first as usize..][..usize::from(part.count)]
    }

    #[inline(always)]
    pub(super) fn part(&self, part: u32) -> Part {
        self.parts[part as usize]
    }

    /// Returns the box of a part with its radius, relative to its form's position.
    #[inline(always)]
    pub(super) fn bounds(&self, part: u32) -> Bounds {
        self.boxes.view().get(part as usize)
    }

    /// Returns the boxes of all parts with their radii, relative to their forms' positions.
    #[inline(always)]
    pub(super) fn boxes(&self) -> View<'_> {
        self.boxes.view()
    }

    /// Prefetches the hulls of a part.
    #[inline(always)]
    pub(super) fn prefetch(&self, part: Part) {
        prefetch(self.of(part.hulled));
    }

    /// Whether so many parts are prepared that they do not stay in the cache from one step to the next.
    #[inline(always)]
    pub(super) fn are_many(&self) -> bool {
        self.parts.len() > MANY
    }

    /// Prefetches the head of a body or region, if it is made.
    #[inline(always)]
    pub(super) fn bring_head_near(&self, rows: &Rows, row: u32, region: u8) {
        if let Some(head) = self.heads.get(self.place_of(rows.form_number(row), region)) {
            prefetch(std::slice::from_ref(head));
        }
    }

    /// Prefetches the parts of a body or region of several parts, if they are made.
    #[inline(always)]
    pub(super) fn bring_parts_near(&self, rows: &Rows, row: u32, region: u8) {
        let head = self.heads.get(self.place_of(rows.form_number(row), region));
        let Some(&Head { first, count: 2.., .. }) = head else { return };
        prefetch(&self.parts[first as usize..][..1]);
        self.boxes.bring_near(first as usize);
    }

    /// Returns the index of a form's head; the entry may be outdated.
    #[inline(always)]
    fn place_of(&self, form: u32, region: u8) -> usize {
        let first = self.first.get(form as usize).copied().unwrap_or(NONE);
        (first as usize).wrapping_add(region.into())
    }

    /// Makes the heads of a form, and returns the index of the first.
    #[inline(always)]
    fn make(&mut self, rows: &Rows, row: u32) -> usize {
        let (form, forms) = (rows.form_number(row), rows.forms(row as usize));
        let stamp = rows.form_table.stamp_of(form);
        if self.first.len() <= form as usize {
            self.first.resize(form as usize + 1, NONE);
        }
        let (at, regions) = (self.first[form as usize], forms.len() as u32);
        let is_its_own = |head: &Head| (head.form, head.region, head.regions) == (form, 0, regions);
        let at = match self.heads.get(at as usize) {
            Some(head) if is_its_own(head) => at as usize,
            _ => self.heads.len(),
        };
        self.first[form as usize] = at as u32;
        for (region, of) in (0..).zip(forms) {
            let known = self.heads.get(at + region as usize);
            let (first, room) = known.map_or((0, 0), |head| (head.first, head.room));
            let blank = Head { stamp, form, region, regions, first, count: 0, room, part: Part::NONE };
            let head = match of {
                Form::Shape(parts) => self.write(blank, parts.iter()),
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
    fn write<'a>(&mut self, blank: Head, parts: impl Iterator<Item = &'a Convex> + Clone) -> Head {
        let count = parts.clone().count() as u32;
        let fits = count <= blank.room;
        let (first, room) = if fits { (blank.first, blank.room) } else { (self.parts.len() as u32, count) };
        let end = self.parts.len().max((first + count) as usize);
        self.parts.resize(end, Part::NONE);
        self.boxes.resize(end);
        for (at, part) in (first as usize..).zip(parts) {
            self.boxes.set(at, part.bounds(), at as u32);
            self.write_part(at, part);
        }
        let part = if count > 0 { self.parts[first as usize] } else { Part::NONE };
        Head { first, count, room, part, ..blank }
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
        self.parts[at] = Part {
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
    pub(super) const NONE: Hulled = Hulled { first: 0, count: 0, room: 0 };

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }
}

impl Part {
    /// No part.
    const NONE: Part = Part {
        origin: Point::new(0, 0),
        radius: 0,
        hulled: Hulled::NONE,
        discs: Discs::UNKNOWN,
        is_box: false,
    };

    /// Makes a disc around a form's position.
    #[inline(always)]
    pub(super) fn disc(radius: i32) -> Part {
        Part { radius, discs: Discs::of_disc(radius), ..Part::NONE }
    }

    /// Returns where its origin is, given the form's position.
    #[inline(always)]
    pub(super) fn centre_at(&self, at: Point) -> Point {
        Point::new(at.x + self.origin.x, at.y + self.origin.y)
    }

    #[inline(always)]
    pub(super) fn is_disc(self) -> bool {
        self.hulled.count == 0
    }

    #[inline(always)]
    pub(super) fn hulls(self) -> Hulled {
        self.hulled
    }

    /// Returns the box of a disc.
    #[inline(always)]
    pub(super) fn disc_bounds(self) -> Bounds {
        Bounds { min: self.origin, max: self.origin }.grown(self.radius)
    }
}
