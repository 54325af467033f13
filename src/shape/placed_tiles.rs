//! A tile map on the lattice: cells from the map's corner, shared by all its places (SPEC 2).

use std::sync::Arc;

use crate::error::Result;
use crate::lattice::{Bounds, EDGE, PixelBox, Point, UNITS};
use crate::mask::Sprite;
use crate::shape::{Convex, TileMap};

/// A tile map on the lattice: its cells that are not empty, in (y, x) order. Moving it costs the same however many
/// there are.
#[derive(Debug, Clone)]
pub struct Tiles {
    at: Point,
    /// The box around all cells; `None` without any.
    bounds: Option<Bounds>,
    cells: Arc<Cells>,
}

/// The cells of a map as seen from its corner.
#[derive(Debug)]
pub(super) struct Cells {
    /// The size of a cell.
    size: Point,
    /// The cells that are not empty, in (y, x) order.
    places: Box<[Place]>,
    /// Where each row begins in `places`, and where the last one ends.
    rows: Box<[u32]>,
    /// What a cell may be, its corner at the origin.
    kinds: Box<[Kind]>,
    /// How far corners and vertices reach from the map's corner; `None` without cells.
    extent: Option<Bounds>,
    /// How far cells reach from their own corners, at most.
    reach: Bounds,
}

/// Where a cell stands, and of which kind it is.
#[derive(Debug, Clone, Copy)]
struct Place {
    column: u32,
    row: u32,
    kind: u32,
}

/// What some cells are, and the box around their corners.
#[derive(Debug)]
struct Kind {
    form: CellForm,
    corners: Bounds,
}

impl Cells {
    /// `None` where the map fits nowhere: it is larger than the world, or one of its cells is larger than a body may be.
    pub(super) fn of(map: &TileMap) -> Option<Cells> {
        let (size, columns, all, cells) = map.raw();
        let mut corners: Vec<Option<Bounds>> = vec![None; cells.len()];
        let mut places = Vec::new();
        let mut rows = vec![0];
        for (row, line) in all.chunks(columns).enumerate() {
            for (column, kind) in line.iter().enumerate().filter(|&(_, &kind)| kind > 0) {
                let kind = kind - 1;
                let corner = corner_of(size, column as u32, row as u32)?;
                let here = Bounds { min: corner, max: corner };
                let around = &mut corners[kind as usize];
                *around = Some(around.map_or(here, |b| b.union(here)));
                places.push(Place { column: column as u32, row: row as u32, kind });
            }
            rows.push(places.len() as u32);
        }
        let mut kinds = Vec::new();
        let mut names = vec![0; cells.len()];
        for (k, (cell, corners)) in cells.iter().zip(corners).enumerate() {
            if let Some(corners) = corners {
                names[k] = kinds.len() as u32;
                kinds.push(Kind { form: cell.at_origin(size).ok()?, corners });
            }
        }
        places.iter_mut().for_each(|place| place.kind = names[place.kind as usize]);
        let extents = kinds.iter().map(Kind::extent).collect::<Option<Vec<_>>>()?;
        let own = Bounds { min: Point::default(), max: size };
        let reach = kinds.iter().map(Kind::reach).fold(own, Bounds::union);
        let extent = extents.into_iter().reduce(Bounds::union);
        Some(Cells { size, places: places.into(), rows: rows.into(), kinds: kinds.into(), extent, reach })
    }

    /// Whether all lies within the world when the map's corner is there.
    pub(super) fn fit_at(&self, at: Point) -> bool {
        let fits = |at: i32, by: i32| i64::from(at).saturating_add(by.into()).unsigned_abs() <= EDGE as u64;
        self.extent.is_none_or(|Bounds { min, max }| {
            fits(at.x, min.x) && fits(at.x, max.x) && fits(at.y, min.y) && fits(at.y, max.y)
        })
    }

    /// The box around all cells when the map's corner is there.
    fn bounds(&self, at: Point) -> Option<Bounds> {
        let around = self.kinds.iter().filter_map(|kind| {
            // Further corners never reach less far.
            let [first, last] = [kind.corners.min, kind.corners.max].map(|corner| moved(corner, at));
            Some(kind.form.bounds_at(first)?.union(kind.form.bounds_at(last)?))
        });
        around.reduce(Bounds::union)
    }
}

impl Kind {
    /// How far corners and vertices reach from the map's corner; `None` where no i32 holds it.
    fn extent(&self) -> Option<Bounds> {
        let CellForm::Convex(convex) = &self.form else { return Some(self.corners) };
        let Bounds { min, max } = convex.bounds();
        let add = |p: Point, by: Point| Some(Point::new(p.x.checked_add(by.x)?, p.y.checked_add(by.y)?));
        let around = Bounds { min: add(self.corners.min, min)?, max: add(self.corners.max, max)? };
        Some(around.union(self.corners))
    }

    /// How far such cells reach from their corners, at most.
    fn reach(&self) -> Bounds {
        match &self.form {
            CellForm::Convex(convex) => convex.bounds(),
            // Which pixels a mask lies on depends on where in a pixel its corner is.
            CellForm::Sprite(sprite) => sprite.bounds().grown(UNITS),
        }
    }
}

/// A cell's corner as seen from the map's; `None` where it is further than the world is wide.
fn corner_of(size: Point, column: u32, row: u32) -> Option<Point> {
    let along = |k: u32, side: i32| {
        let units = i64::from(k) * i64::from(side);
        i32::try_from(units).ok().filter(|&units| units <= 2 * EDGE)
    };
    Some(Point::new(along(column, size.x)?, along(row, size.y)?))
}

/// A point moved by another; the caller knows that it stays within `i32`.
fn moved(p: Point, by: Point) -> Point {
    Point::new(p.x + by.x, p.y + by.y)
}

impl Tiles {
    /// The caller knows that the cells fit there.
    pub(super) fn new(cells: Arc<Cells>, at: Point) -> Tiles {
        Tiles { at, bounds: cells.bounds(at), cells }
    }

    /// Where the map's top left corner stands.
    pub fn at(&self) -> Point {
        self.at
    }

    /// The same map with its corner at another lattice point; refused where a cell would lie beyond the world's edge.
    pub fn moved_to(&self, at: Point) -> Result<Tiles> {
        if let Some(Bounds { min, max }) = self.cells.extent {
            at.offset(min)?;
            at.offset(max)?;
        }
        Ok(Tiles::new(self.cells.clone(), at))
    }

    /// Moves it; the caller knows that it stays within the world.
    pub(crate) fn move_to(&mut self, at: Point) {
        self.at = at;
        self.bounds = self.cells.bounds(at);
    }

    /// The box around all cells; `None` without any.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// The cells that are not empty, in (y, x) order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = PlacedCell> {
        self.cells.places.iter().map(|place| self.cell(place).placed())
    }

    /// The box around the map's corner, its cells' corners and all vertices.
    pub(crate) fn reach(&self) -> Bounds {
        let here = Bounds { min: self.at, max: self.at };
        self.cells.extent.map_or(here, |extent| extent.translated(self.at).union(here))
    }

    /// Whether there are masks among the cells: where in a pixel the map stands tells which pixels they lie on.
    pub(crate) fn has_masks(&self) -> bool {
        self.cells.kinds.iter().any(|kind| matches!(kind.form, CellForm::Sprite(_)))
    }

    /// Of each of those cells a number that cells have in common which are alike.
    #[cfg(feature = "gpu")]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = u32> {
        self.cells.places.iter().map(|place| place.kind)
    }

    /// How many cells are not empty.
    pub fn count(&self) -> usize {
        self.cells.places.len()
    }

    /// Where the map stands, the size of a cell, and how far cells reach from their corners at most.
    #[cfg(feature = "gpu")]
    pub(crate) fn grid(&self) -> (Point, Point, Bounds) {
        (self.at, self.cells.size, self.cells.reach)
    }

    /// The cells that may reach into a box, in (y, x) order, found by dividing by the cell's size.
    pub(crate) fn cells_near(&self, near: Bounds) -> impl Iterator<Item = CellAt<'_>> {
        let range = |min: i32, max: i32, at: i32, side: i32, from: i32, to: i32| {
            let cell = |x: i64| x.div_euclid(side.into());
            let first = cell(i64::from(min) - i64::from(at) - i64::from(to));
            let last = cell(i64::from(max) - i64::from(at) - i64::from(from));
            (first.clamp(0, 1 << 25) as u32, last.clamp(-1, 1 << 25) + 1)
        };
        let Cells { places, rows: ends, size, reach: r, .. } = &*self.cells;
        let rows = range(near.min.y, near.max.y, self.at.y, size.y, r.min.y, r.max.y);
        let columns = range(near.min.x, near.max.x, self.at.x, size.x, r.min.x, r.max.x);
        let end = rows.1.min(ends.len() as i64 - 1) as u32;
        (rows.0..end).flat_map(move |row| {
            let in_row = &places[ends[row as usize] as usize..ends[row as usize + 1] as usize];
            let start = in_row.partition_point(|place| place.column < columns.0);
            let in_range = move |place: &&Place| i64::from(place.column) < columns.1;
            in_row[start..].iter().take_while(in_range).map(|place| self.cell(place))
        })
    }

    fn cell(&self, place: &Place) -> CellAt<'_> {
        let &Place { column, row, kind } = place;
        let along = |at: i32, k: u32, side: i32| at + k as i32 * side;
        let size = self.cells.size;
        let corner = Point::new(along(self.at.x, column, size.x), along(self.at.y, row, size.y));
        CellAt { column, row, corner, form: &self.cells.kinds[kind as usize].form }
    }
}

impl PartialEq for Tiles {
    fn eq(&self, other: &Tiles) -> bool {
        let same = |(a, b): (&Place, &Place)| self.cell(a) == other.cell(b);
        self.at == other.at
            && (Arc::ptr_eq(&self.cells, &other.cells)
                || self.count() == other.count()
                    && self.cells.size == other.cells.size
                    && self.cells.places.iter().zip(&other.cells.places).all(same))
    }
}

/// A cell on the lattice.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedCell {
    /// Which column it stands in.
    pub column: u32,
    /// Which row it stands in.
    pub row: u32,
    /// What it is.
    pub form: CellForm,
}

/// A cell of a placed map, what it is still as seen from its corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CellAt<'a> {
    pub(crate) column: u32,
    pub(crate) row: u32,
    pub(crate) corner: Point,
    pub(crate) form: &'a CellForm,
}

impl CellAt<'_> {
    /// The closed box around it; `None` where there is nothing.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        self.form.bounds_at(self.corner)
    }

    /// With its form on the lattice.
    pub(crate) fn placed(&self) -> PlacedCell {
        let form = match self.form {
            CellForm::Convex(convex) => {
                let mut convex = convex.clone();
                convex.translate(self.corner);
                CellForm::Convex(convex)
            }
            CellForm::Sprite(sprite) => CellForm::Sprite(sprite.moved_to(self.corner)),
        };
        PlacedCell { column: self.column, row: self.row, form }
    }
}

/// What a cell is, placed.
#[derive(Debug, Clone, PartialEq)]
pub enum CellForm {
    /// A solid cell or a polygon.
    Convex(Convex),
    /// A mask.
    Sprite(Sprite),
}

impl CellForm {
    /// The closed box around it; `None` where there is nothing.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            CellForm::Convex(convex) => Some(convex.bounds()),
            CellForm::Sprite(sprite) => sprite.reach().bounds(),
        }
    }

    /// The same for one that was placed at the origin, with its corner at a lattice point.
    fn bounds_at(&self, corner: Point) -> Option<Bounds> {
        match self {
            CellForm::Convex(convex) => Some(convex.bounds().translated(corner)),
            CellForm::Sprite(sprite) => reach_at(sprite, corner).bounds(),
        }
    }
}

/// The reach of an unturned sprite were it at another place.
fn reach_at(sprite: &Sprite, at: Point) -> PixelBox {
    let (offset, mask) = (sprite.upright_offset(), sprite.mask());
    let (x0, y0) = ((at.x + offset.x) >> 8, (at.y + offset.y) >> 8);
    PixelBox { x0, y0, x1: x0 + mask.width() as i32, y1: y0 + mask.height() as i32 }
}
