//! Looks, shapes, masks and tile maps as bytes. What bodies share is written once, and by its number after that.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::lattice::{Point, Vec2};
use crate::mask::Mask;
use crate::shape::{Cell, Part, Polygon, Shape, ShapeKind, TileMap};
use crate::world::record::bytes::{Reader, Writer};
use crate::world::record::state::read_direction;
use crate::world::table::look::{Look, Region, Solid};

/// What was written before, by address. It is kept alive, so that nothing else gets the same address.
#[derive(Debug)]
struct Written<T: ?Sized> {
    known: HashMap<usize, (u64, Arc<T>)>,
    next: u64,
    /// When this many are known, those that are used nowhere else are dropped.
    most: usize,
}

impl<T: ?Sized> Default for Written<T> {
    fn default() -> Written<T> {
        Written { known: HashMap::new(), next: 1, most: 1024 }
    }
}

impl<T: ?Sized> Written<T> {
    /// Returns its number, or 0 if it is new. A new one gets the next number, and the caller must write it now.
    fn number(&mut self, thing: &Arc<T>) -> u64 {
        let at = Arc::as_ptr(thing).cast::<u8>().addr();
        if let Some(&(number, _)) = self.known.get(&at) {
            return number;
        }
        if self.known.len() >= self.most {
            self.known.retain(|_, (_, thing)| Arc::strong_count(thing) > 1);
            self.most = 1024.max(2 * self.known.len());
        }
        self.known.insert(at, (self.next, thing.clone()));
        self.next += 1;
        0
    }

    /// Forgets what got its number since the number `next` was the next one.
    fn forget_since(&mut self, next: u64) {
        self.known.retain(|_, (number, _)| *number < next);
        self.next = next;
    }
}

#[derive(Debug, Default)]
pub(super) struct LooksWritten {
    looks: Written<[Look]>,
    masks: Written<Mask>,
    maps: Written<TileMap>,
}

impl LooksWritten {
    /// Returns the next numbers of looks, masks and maps.
    pub(super) fn next(&self) -> [u64; 3] {
        [self.looks.next, self.masks.next, self.maps.next]
    }

    /// Forgets what was written since these were the next numbers: it was dropped.
    pub(super) fn forget_since(&mut self, [looks, masks, maps]: [u64; 3]) {
        self.looks.forget_since(looks);
        self.masks.forget_since(masks);
        self.maps.forget_since(maps);
    }

    pub(super) fn write(&mut self, out: &mut Writer, looks: &Arc<[Look]>) {
        let number = self.looks.number(looks);
        out.number(number);
        if number == 0 {
            out.count(looks.len());
            looks.iter().for_each(|look| self.look(out, look));
        }
    }

    fn look(&mut self, out: &mut Writer, look: &Look) {
        self.solid(out, &look.solid);
        pivot(out, look.pivot);
        out.count(look.regions.len());
        for region in &look.regions {
            out.text(region.name());
            self.solid(out, &region.solid);
            pivot(out, region.pivot);
            for layers in [region.layer, region.against] {
                out.number(layers.map_or(0, |layers| u64::from(layers) + 1));
            }
        }
    }

    fn solid(&mut self, out: &mut Writer, solid: &Solid) {
        match solid {
            Solid::Shape(shape) => {
                out.byte(0);
                write_shape(out, shape);
            }
            Solid::Mask(mask) => {
                out.byte(1);
                self.mask(out, mask);
            }
            Solid::Tiles(map) => {
                out.byte(2);
                self.map(out, map);
            }
        }
    }

    fn mask(&mut self, out: &mut Writer, mask: &Arc<Mask>) {
        let number = self.masks.number(mask);
        out.number(number);
        if number == 0 {
            out.number(mask.width().into());
            out.number(mask.height().into());
            mask.words().iter().for_each(|&word| out.hash(word));
        }
    }

    fn map(&mut self, out: &mut Writer, map: &Arc<TileMap>) {
        let number = self.maps.number(map);
        out.number(number);
        if number == 0 {
            let (cell, columns, cells, kinds) = map.raw();
            out.signed(cell.x.into());
            out.signed(cell.y.into());
            out.count(columns);
            out.list(cells, |out, kind| out.number(kind.into()));
            // The first kind is always the solid cell, so it is not written.
            out.count(kinds.len() - 1);
            kinds[1..].iter().for_each(|kind| self.cell(out, kind));
        }
    }

    fn cell(&mut self, out: &mut Writer, cell: &Cell) {
        match cell {
            Cell::Solid => out.byte(0),
            Cell::Polygon(polygon) => {
                out.byte(1);
                out.list(polygon.points(), Writer::vec2);
            }
            Cell::Mask(mask) => {
                out.byte(2);
                self.mask(out, mask);
            }
            Cell::OneWay { cell, direction } => {
                out.byte(3);
                out.vec2(*direction);
                self.cell(out, cell);
            }
        }
    }
}

fn pivot(out: &mut Writer, pivot: Option<Vec2>) {
    out.byte(u8::from(pivot.is_some()));
    if let Some(pivot) = pivot {
        out.vec2(pivot);
    }
}

fn write_shape(out: &mut Writer, shape: &Shape) {
    match shape.shape_kind() {
        ShapeKind::Point => out.byte(0),
        ShapeKind::Segment { a, b } => {
            out.byte(1);
            out.vec2(*a);
            out.vec2(*b);
        }
        ShapeKind::Circle { r } => {
            out.byte(2);
            out.float(*r);
        }
        ShapeKind::Capsule { a, b, r } => {
            out.byte(3);
            out.vec2(*a);
            out.vec2(*b);
            out.float(*r);
        }
        ShapeKind::Rect { half } => {
            out.byte(4);
            out.vec2(*half);
        }
        ShapeKind::Ellipse { radii } => {
            out.byte(9);
            out.vec2(*radii);
        }
        ShapeKind::Polygon(polygon) => {
            out.byte(5);
            out.list(polygon.points(), Writer::vec2);
        }
        ShapeKind::Rounded { polygon, r } => {
            out.byte(8);
            out.list(polygon.points(), Writer::vec2);
            out.float(*r);
        }
        ShapeKind::Chain { points, r } => {
            out.byte(6);
            out.list(points, Writer::vec2);
            out.float(*r);
        }
        ShapeKind::Compound(parts) => {
            out.byte(7);
            out.count(parts.len());
            for part in parts {
                out.vec2(part.moved());
                out.byte(u8::from(part.name().is_some()));
                part.name().iter().for_each(|name| out.text(name));
                write_shape(out, part.shape());
            }
        }
    }
}

/// What was read before, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct LooksRead {
    looks: Vec<Arc<[Look]>>,
    masks: Vec<Arc<Mask>>,
    maps: Vec<Arc<TileMap>>,
    /// Their size in units of one body.
    things: u64,
}

/// Reads the number of something that was read before, from 1 on; `None` for 0.
fn again<T: ?Sized>(bytes: &mut Reader<'_>, known: &[Arc<T>]) -> Result<Option<Arc<T>>> {
    let number = bytes.number()?;
    let Some(k) = number.checked_sub(1) else { return Ok(None) };
    let thing = usize::try_from(k).ok().and_then(|k| known.get(k));
    thing.cloned().map(Some).ok_or_else(|| bytes.wrong("a reference to an undefined item"))
}

impl LooksRead {
    pub(super) fn read(&mut self, bytes: &mut Reader<'_>) -> Result<Arc<[Look]>> {
        if let Some(looks) = again(bytes, &self.looks)? {
            return Ok(looks);
        }
        let before = bytes.count_of_things();
        let count = bytes.count()?;
        let looks: Arc<[Look]> = (0..count).map(|_| self.look(bytes)).collect::<Result<_>>()?;
        self.looks.push(looks.clone());
        self.things += bytes.count_of_things() - before;
        Ok(looks)
    }

    /// Returns the size of what is kept, in units of one body.
    pub(super) fn things(&self) -> u64 {
        self.things
    }

    fn look(&mut self, bytes: &mut Reader<'_>) -> Result<Look> {
        let mut look = Look::new(self.solid(bytes)?);
        look.pivot = read_pivot(bytes)?;
        for _ in 0..bytes.count()? {
            let name = bytes.text()?;
            let mut region = Region::new(name, self.solid(bytes)?);
            region.pivot = read_pivot(bytes)?;
            for layers in [&mut region.layer, &mut region.against] {
                let number = bytes.number()?.checked_sub(1);
                let narrow = number.map(u32::try_from).transpose();
                *layers = narrow.map_err(|_| bytes.wrong("layers of more than 32 bits"))?;
            }
            look.regions.push(region);
        }
        // The look was converted by `through` before it was written. A conversion with the default boundary changes
        // nothing, but it validates.
        look.through(Default::default())
    }

    /// Reads what a look or a region is made of, which counts as a thing.
    fn solid(&mut self, bytes: &mut Reader<'_>) -> Result<Solid> {
        bytes.add_things(1)?;
        Ok(match bytes.choice(3)? {
            0 => read_shape(bytes, true)?.into(),
            1 => self.mask(bytes)?.into(),
            _ => self.map(bytes)?.into(),
        })
    }

    fn mask(&mut self, bytes: &mut Reader<'_>) -> Result<Arc<Mask>> {
        if let Some(mask) = again(bytes, &self.masks)? {
            return Ok(mask);
        }
        let (width, height) = (bytes.small()? as usize, bytes.small()? as usize);
        // The size is checked before the mask is made, and is bounded by the bytes that exist.
        let words = width.div_ceil(64).saturating_mul(height);
        let words = bytes.take(words.saturating_mul(8))?.chunks_exact(8);
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mask = Arc::new(Mask::with_words(width, height, words.map(word))?);
        self.masks.push(mask.clone());
        Ok(mask)
    }

    fn map(&mut self, bytes: &mut Reader<'_>) -> Result<Arc<TileMap>> {
        if let Some(map) = again(bytes, &self.maps)? {
            return Ok(map);
        }
        let cell = Point::new(bytes.lattice()?, bytes.lattice()?);
        let columns = bytes.count()?;
        let cells = bytes.list(Reader::small)?;
        bytes.add_things(cells.len() as u64 / 64)?;
        let mut kinds = vec![Cell::Solid];
        for _ in 0..bytes.count()? {
            bytes.add_things(1)?;
            kinds.push(self.cell(bytes, 4)?);
        }
        let wrong = bytes.wrong("an invalid tile map");
        let map = Arc::new(TileMap::from_raw(cell, columns, cells, kinds).ok_or(wrong)?);
        self.maps.push(map.clone());
        Ok(map)
    }
}

impl LooksRead {
    /// Reads a cell of one of the first `kinds` kinds. A one-way cell contains another cell, which is not one-way.
    fn cell(&mut self, bytes: &mut Reader<'_>, kinds: u8) -> Result<Cell> {
        Ok(match bytes.choice(kinds)? {
            0 => Cell::Solid,
            1 => Cell::Polygon(Polygon::new(&vertices(bytes)?)?),
            2 => Cell::Mask(self.mask(bytes)?),
            _ => {
                let direction = read_direction(bytes)?;
                Cell::OneWay { cell: Box::new(self.cell(bytes, 3)?), direction }
            }
        })
    }
}

fn read_pivot(bytes: &mut Reader<'_>) -> Result<Option<Vec2>> {
    if bytes.choice(2)? == 0 { Ok(None) } else { bytes.vec2().map(Some) }
}

/// Reads vertices; 16 of them count as a thing.
fn vertices(bytes: &mut Reader<'_>) -> Result<Vec<Vec2>> {
    let vertices = bytes.list(Reader::vec2)?;
    bytes.add_things(vertices.len() as u64 / 16)?;
    Ok(vertices)
}

fn read_shape(bytes: &mut Reader<'_>, may_be_compound: bool) -> Result<Shape> {
    match bytes.choice(10)? {
        0 => Ok(Shape::point()),
        1 => Shape::segment(bytes.vec2()?, bytes.vec2()?),
        2 => Shape::circle(bytes.float()?),
        3 => Shape::capsule(bytes.vec2()?, bytes.vec2()?, bytes.float()?),
        4 => Shape::rect(bytes.vec2()?),
        5 => Shape::polygon(&vertices(bytes)?),
        6 => {
            let points = vertices(bytes)?;
            Shape::chain(&points, bytes.float()?)
        }
        8 => {
            let points = vertices(bytes)?;
            Shape::rounded_polygon(&points, bytes.float()?)
        }
        9 => Shape::ellipse(bytes.float()?, bytes.float()?),
        _ if !may_be_compound => Err(bytes.wrong("a compound within a compound")),
        _ => {
            let part = |bytes: &mut Reader<'_>| {
                let offset = bytes.vec2()?;
                let tag = if bytes.choice(2)? == 1 { Some(bytes.text()?) } else { None };
                let part = Part::new(read_shape(bytes, false)?).offset(offset);
                Ok::<Part, Error>(tag.into_iter().fold(part, Part::tag))
            };
            let count = bytes.count()?;
            Shape::compound((0..count).map(|_| part(bytes)).collect::<Result<_>>()?)
        }
    }
}
