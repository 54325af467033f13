//! The forms of bodies, relative to their positions, as tables of plain structs. Bodies with equal forms share one
//! entry.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::error::Result;
use crate::form::Form;
use crate::gpu::arena::{Arenas, Role};
use crate::gpu::constants::{HAS_PARTS, HAS_THIN, IS_SPRITE, LARGE_ROWS, LARGE_WORDS};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{ConvexPart, ShapeForm, SpriteForm};
use crate::gpu::maps::{MapCell, Maps};
use crate::gpu::masks::{MaskWords, stride};
use crate::lattice::{Bounds, EDGE, Point, UNITS};
use crate::mask::Sprite;
use crate::query::has_thin_parts;
use crate::shape::{CellForm, Convex, Tiles};

/// How the kernels treat a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormKind {
    /// A shape, with its index among the shapes.
    Shape(u32),
    /// A sprite, with its index among the sprites.
    Sprite(u32),
    /// A tile map: in batches the host decides its pairs.
    Tiles,
}

/// The tables, as they are uploaded.
#[derive(Debug, Default)]
pub(super) struct FormTables {
    pub(super) sprites: Vec<SpriteForm>,
    pub(super) shapes: Vec<ShapeForm>,
    pub(super) parts: Vec<ConvexPart>,
    pub(super) vertices: Vec<[i32; 2]>,
    /// The tile maps. A map is also a shape of no parts; its `first` is the map's first word in this table.
    pub(super) maps: Maps,
    /// Each body's form: the index of its shape, or, with the top bit set, of its sprite. A tile map in a batch has
    /// shape 0, which is empty: the host decides its pairs.
    pub(super) bodies: Vec<u32>,
    /// Each body's position when it was added: a sprite's position, a shape's first vertex, a tile map's corner.
    pub(super) origins: Vec<[i32; 2]>,
    /// How far each body's coordinates reach from its origin.
    reaches: Vec<Bounds>,
    /// For each body: whether it has parts without interior, and whether it is a single part.
    thin: Vec<[bool; 2]>,
    /// The kernel that decides the pairs of a batch, and whether some of them may be large.
    pub(super) kernel: Option<Kernel>,
    pub(super) has_large: bool,
    /// The words of the covers of all sprites of a batch.
    pub(super) all_covers: u64,
    known_sprites: HashMap<SpriteForm, u32>,
    known_shapes: HashMap<Vec<i32>, u32>,
    /// Whether `add_from` searches for equal forms. It does not for the forms of worlds, which have known numbers.
    looks_for_equals: bool,
}

impl FormTables {
    /// Tables that contain only the empty shape.
    pub(super) fn new() -> FormTables {
        // Placeholders: bindings may not be empty.
        FormTables { shapes: vec![ShapeForm::default()], ..FormTables::default() }
    }

    /// Adds a form, relative to the body's position, and returns its index: of a shape, or, with the top bit set, of
    /// a sprite. Equal forms are stored once. A tile map becomes a shape of no parts.
    pub(super) fn add(&mut self, form: &Form, masks: &mut MaskWords) -> u32 {
        self.looks_for_equals = true;
        self.add_from(Point::default(), form, masks)
    }

    /// Like [`add`](FormTables::add), without a search for an equal form: the caller knows which forms are equal.
    pub(super) fn add_new(&mut self, form: &Form, masks: &mut MaskWords) -> u32 {
        self.looks_for_equals = false;
        self.add_from(Point::default(), form, masks)
    }

    fn add_from(&mut self, origin: Point, form: &Form, masks: &mut MaskWords) -> u32 {
        match form {
            Form::Shape(parts) => self.shape_from(origin, parts.pieces()),
            Form::Sprite(sprite) => self.sprite(sprite, masks),
            Form::Tiles(tiles) => self.map_from(origin, tiles, form.bounds(), masks),
        }
    }

    /// Makes the tables for some bodies and adds their masks to the existing ones. If `numbers` is given, bodies with
    /// the same number have the same form, and equal forms are not searched for.
    pub(super) fn of(bodies: &[Form], numbers: Option<&[u64]>, masks: &mut MaskWords) -> FormTables {
        let mut forms = FormTables { looks_for_equals: numbers.is_none(), ..FormTables::new() };
        let mut known: HashMap<u64, u32> = HashMap::new();
        for (k, body) in bodies.iter().enumerate() {
            let number = numbers.map(|numbers| numbers[k]);
            let shared = number.and_then(|number| known.get(&number).copied());
            let (origin, reach) = origin_of(body);
            let kind = match (body, shared) {
                (Form::Tiles(_), _) => 0,
                (_, Some(shared)) => shared,
                (_, None) => forms.add_from(origin, body, masks),
            };
            known.extend(number.map(|number| (number, kind)));
            forms.bodies.push(kind);
            forms.origins.push([origin.x, origin.y]);
            forms.reaches.push(reach);
            let is_one_part = matches!(body, Form::Shape(parts) if parts.single().is_some());
            forms.thin.push([has_thin_parts(body), is_one_part]);
        }
        forms.note_kinds();
        forms
    }

    /// Notes what is true of all bodies of a batch, so that the host looks at no pair.
    fn note_kinds(&mut self) {
        // Of shapes, sprites and maps: whether there are any, and the most rows.
        let (mut kinds, mut rows) = ([false; 3], [0; 3]);
        let (mut is_narrow, mut has_large) = (true, false);
        for body in 0..self.bodies.len() as u32 {
            let kind = self.kind(body);
            let [width, height] = self.pixels(kind);
            let place = match kind {
                FormKind::Shape(_) => 0,
                FormKind::Sprite(form) => {
                    self.all_covers += self.cover_words(form);
                    is_narrow &= width <= 64;
                    has_large |= u64::from(width / 32 + 1) * u64::from(height) >= LARGE_WORDS.into();
                    1
                }
                FormKind::Tiles => 2,
            };
            kinds[place] = true;
            rows[place] = height.max(rows[place]);
        }
        self.has_large = has_large || rows[0].min(rows[1]) >= LARGE_ROWS;
        self.kernel = match kinds {
            [true, false, false] => Some(Kernel::ShapesBatch),
            [false, true, false] if is_narrow && !has_large => Some(Kernel::NarrowBatch),
            _ => None,
        };
    }

    /// Returns each body's form as a batch has it, with what decides whether two bodies may overlap although no two of their parts
    /// do, when touches are ignored (SPEC 3).
    pub(super) fn marked_bodies(&self) -> Vec<u32> {
        let mark = |(form, &[is_thin, is_one_part]): (&u32, &[bool; 2])| {
            form | if is_thin { HAS_THIN } else { 0 } | if is_one_part { 0 } else { HAS_PARTS }
        };
        self.bodies.iter().zip(&self.thin).map(mark).collect()
    }

    pub(super) fn kind(&self, body: u32) -> FormKind {
        self.kind_of(self.bodies[body as usize])
    }

    /// Returns the kind of a form. Tile maps are shapes of no parts.
    pub(super) fn kind_of(&self, form: u32) -> FormKind {
        match form {
            sprite if sprite & IS_SPRITE != 0 => FormKind::Sprite(sprite & !IS_SPRITE),
            map if self.shapes[map as usize].count == 0 => FormKind::Tiles,
            shape => FormKind::Shape(shape),
        }
    }

    /// Refuses a position at which the body would reach beyond the world's edge (SPEC 1).
    pub(super) fn check_place(&self, body: usize, at: Point) -> Result<()> {
        let reach = self.reaches[body];
        at.offset(reach.min)?;
        at.offset(reach.max)?;
        Ok(())
    }

    fn sprite(&mut self, sprite: &Sprite, masks: &mut MaskWords) -> u32 {
        let form = sprite_form(sprite, masks.first_word(sprite.mask(), sprite.flip()));
        let next = self.sprites.len() as u32;
        let index = index_of(self.looks_for_equals.then_some(&mut self.known_sprites), || form, next);
        if index == next {
            self.sprites.push(form);
        }
        index | IS_SPRITE
    }

    fn shape_from(&mut self, origin: Point, parts: &[Convex]) -> u32 {
        let key = || {
            let vertices = parts.iter().flat_map(Convex::vertices).map(|&v| from(origin, v));
            let sizes = parts.iter().flat_map(|p| [p.radius(), p.vertices().len() as i32]);
            sizes.chain(vertices.flat_map(|v| [v.x, v.y])).collect()
        };
        let next = self.shapes.len() as u32;
        let index = index_of(self.looks_for_equals.then_some(&mut self.known_shapes), key, next);
        if index == next {
            self.push_shape(parts, origin);
        }
        index
    }

    fn map_from(
        &mut self,
        origin: Point,
        tiles: &Tiles,
        bounds: Option<Bounds>,
        masks: &mut MaskWords,
    ) -> u32 {
        let (at, side, reach) = tiles.grid();
        // Cells of one kind share one part.
        let mut parts: HashMap<u32, u32> = HashMap::new();
        let cells = tiles.cells().zip(tiles.kinds()).map(|(cell, kind)| {
            let along = |at: i32, k: u32, side: i32| (i64::from(at) + i64::from(k) * i64::from(side)) as i32;
            let corner = Point::new(along(at.x, cell.column, side.x), along(at.y, cell.row, side.y));
            let Point { x, y } = from(origin, corner);
            let placed = match &cell.form {
                CellForm::Convex(part) => {
                    let first = *parts.entry(kind).or_insert_with(|| {
                        let shape = self.shape_from(corner, std::slice::from_ref(part));
                        self.shapes[shape as usize].first
                    });
                    MapCell { corner: [x, y], size: [0, 0], first, stride: 0 }
                }
                CellForm::Sprite(sprite) => {
                    let mask = sprite.mask();
                    let size = [mask.width() as i32, mask.height() as i32];
                    let first = masks.first_word(mask, sprite.flip());
                    MapCell { corner: [x, y], size, first, stride: stride(mask) }
                }
            };
            (cell.row, placed)
        });
        let cells: Vec<(u32, MapCell)> = cells.collect();
        // The map's position within a pixel decides which pixels its masks cover: one more pixel on each side
        // contains all cases.
        let first = self.maps.add(side, reach.grown(UNITS), &cells);
        let around = bounds.unwrap_or(point_bounds(origin)).grown(UNITS);
        let Bounds { min, max } = seen_from(origin, around);
        let map = ShapeForm { min: [min.x, min.y], max: [max.x, max.y], first, count: 0 };
        let next = self.shapes.len() as u32;
        let known = self.looks_for_equals.then_some(&mut self.known_shapes);
        let index = index_of(known, || key_of_map(&map), next);
        if index == next {
            self.shapes.push(map);
        }
        index
    }

    fn push_shape(&mut self, parts: &[Convex], origin: Point) {
        let first = self.parts.len() as u32;
        for part in parts {
            let Bounds { min, max } = seen_from(origin, part.bounds());
            let vertices = part.vertices();
            self.parts.push(ConvexPart {
                first: self.vertices.len() as u32,
                count: vertices.len() as u32,
                radius: part.radius(),
                unused: 0,
                min: [min.x, min.y],
                max: [max.x, max.y],
            });
            self.vertices.extend(vertices.iter().map(|&v| from(origin, v)).map(|v| [v.x, v.y]));
        }
        let around = parts.iter().map(Convex::bounds).reduce(Bounds::union);
        let Bounds { min, max } = seen_from(origin, around.unwrap_or(point_bounds(origin)));
        let count = parts.len() as u32;
        self.shapes.push(ShapeForm { min: [min.x, min.y], max: [max.x, max.y], first, count });
    }

    /// Drops all forms except the used ones, and the masks that only the dropped forms had. Returns the new index of
    /// each used form.
    pub(super) fn retain(
        &mut self,
        used: impl Iterator<Item = u32>,
        masks: &mut MaskWords,
    ) -> HashMap<u32, u32> {
        let used: HashSet<u32> = used.collect();
        let mut used: Vec<u32> = used.into_iter().filter(|&form| form != 0).collect();
        used.sort_unstable();
        let masks = masks.retain(&used.iter().flat_map(|&form| self.masks_of(form)).collect());
        let old = std::mem::replace(self, FormTables::new());
        let mut parts = HashMap::new();
        let mut new: HashMap<u32, u32> = HashMap::from([(0, 0)]);
        for form in used {
            new.insert(form, self.take(&old, form, &mut parts, &masks));
        }
        self.known_sprites = self.sprites.iter().copied().zip(0..).collect();
        self.known_shapes = old.known_shapes;
        self.known_shapes.retain(|key, form| match new.get(form) {
            Some(now) if !is_of_map(key) => {
                *form = *now;
                true
            }
            _ => false,
        });
        let maps = (0..).zip(&self.shapes).skip(1).filter(|(_, shape)| shape.count == 0);
        self.known_shapes.extend(maps.map(|(form, map)| (key_of_map(map), form)));
        new
    }

    /// Returns the first words of a form's masks.
    fn masks_of(&self, form: u32) -> Vec<u32> {
        match self.kind_of(form) {
            FormKind::Shape(_) => Vec::new(),
            FormKind::Sprite(sprite) => vec![self.sprites[sprite as usize].mask],
            FormKind::Tiles => self.maps.masks(self.shapes[form as usize].first).collect(),
        }
    }

    /// Copies a form from other tables and returns its new index. `masks` says where its masks are now; the new
    /// indices of parts that tile maps share are recorded in `parts`.
    fn take(
        &mut self,
        old: &FormTables,
        form: u32,
        parts: &mut HashMap<u32, u32>,
        masks: &HashMap<u32, u32>,
    ) -> u32 {
        if form & IS_SPRITE != 0 {
            let sprite = old.sprites[(form & !IS_SPRITE) as usize];
            self.sprites.push(SpriteForm { mask: masks[&sprite.mask], ..sprite });
            return (self.sprites.len() - 1) as u32 | IS_SPRITE;
        }
        let shape = old.shapes[form as usize];
        let first = if shape.count == 0 {
            for part in old.maps.parts(shape.first) {
                if let Entry::Vacant(unknown) = parts.entry(part) {
                    unknown.insert(self.take_part(old, part));
                }
            }
            self.maps.take(&old.maps, shape.first, |cell| {
                cell.first = if cell.stride == 0 { parts[&cell.first] } else { masks[&cell.first] };
            })
        } else {
            let first = self.parts.len() as u32;
            (shape.first..shape.first + shape.count).for_each(|part| {
                self.take_part(old, part);
            });
            first
        };
        self.shapes.push(ShapeForm { first, ..shape });
        (self.shapes.len() - 1) as u32
    }

    fn take_part(&mut self, old: &FormTables, part: u32) -> u32 {
        let part = old.parts[part as usize];
        let vertices = &old.vertices[part.first as usize..][..part.count as usize];
        self.parts.push(ConvexPart { first: self.vertices.len() as u32, ..part });
        self.vertices.extend_from_slice(vertices);
        (self.parts.len() - 1) as u32
    }

    /// Returns the words of masks and maps: the only tables that may become large.
    pub(super) fn words(&self, masks: &MaskWords) -> usize {
        self.maps.words.len() + masks.words.len()
    }

    /// Returns the width and height in pixels of a body's box: no kernel looks at more of the body.
    pub(super) fn pixels(&self, kind: FormKind) -> [u32; 2] {
        match kind {
            FormKind::Sprite(form) => {
                let SpriteForm { reach: [x0, y0, x1, y1], size, is_upright, .. } =
                    self.sprites[form as usize];
                if is_upright == 1 { size.map(i32::unsigned_abs) } else { [x1.abs_diff(x0), y1.abs_diff(y0)] }
            }
            FormKind::Shape(form) => {
                let ShapeForm { min, max, .. } = self.shapes[form as usize];
                [0, 1].map(|k| (max[k].abs_diff(min[k]) >> 8) + 2)
            }
            FormKind::Tiles => [0, 0],
        }
    }

    /// Returns the words of a sprite's cover; 0 if it needs none.
    pub(super) fn cover_words(&self, form: u32) -> u64 {
        let sprite = self.sprites[form as usize];
        if sprite.is_upright == 1 {
            return 0;
        }
        let [width, height] = self.pixels(FormKind::Sprite(form));
        u64::from(width.div_ceil(64)) * 2 * u64::from(height)
    }
}

/// Returns a body's origin, and how far its coordinates reach from there.
fn origin_of(body: &Form) -> (Point, Bounds) {
    let here = point_bounds(Point::default());
    match body {
        Form::Shape(parts) => {
            let pieces = parts.pieces();
            let origin = pieces[0].vertices()[0];
            let vertices = pieces.iter().flat_map(Convex::vertices).map(|&v| from(origin, v));
            (origin, Bounds::around(vertices).unwrap_or(here))
        }
        Form::Sprite(sprite) => (sprite.at(), here),
        Form::Tiles(tiles) => (tiles.at(), tiles.reach().seen_from(tiles.at())),
    }
}

/// Returns the index of an equal entry, or `next`, that of a new one. Equal entries are searched for in `known`, if it
/// is given.
fn index_of<K: Eq + Hash>(known: Option<&mut HashMap<K, u32>>, key: impl FnOnce() -> K, next: u32) -> u32 {
    known.map_or(next, |known| *known.entry(key()).or_insert(next))
}

/// How many entries of each table the device has.
#[derive(Debug, Default)]
pub(super) struct SentEntries {
    sprites: usize,
    shapes: usize,
    parts: usize,
    vertices: usize,
    maps: usize,
    bits: usize,
}

impl SentEntries {
    /// Sends the entries that the device does not have, and makes room for `covers` bytes behind the masks; returns
    /// the number of bytes.
    pub(super) fn extend(
        &mut self,
        arenas: &mut Arenas,
        forms: &FormTables,
        masks: &MaskWords,
        covers: u64,
    ) -> Result<u64> {
        Ok(arenas[Role::Sprites].extend(&forms.sprites, &mut self.sprites, 0)?
            + arenas[Role::Shapes].extend(&forms.shapes, &mut self.shapes, 0)?
            + arenas[Role::Parts].extend(&forms.parts, &mut self.parts, 0)?
            + arenas[Role::Vertices].extend(&forms.vertices, &mut self.vertices, 0)?
            + arenas[Role::Maps].extend(&forms.maps.words, &mut self.maps, 0)?
            + arenas[Role::Bits].extend(&masks.words, &mut self.bits, covers)?)
    }
}

/// The key of a map among the known shapes. It begins with -1, which no shape's key does: a radius is never negative.
fn key_of_map(map: &ShapeForm) -> Vec<i32> {
    let ShapeForm { min, max, first, .. } = *map;
    vec![-1, first as i32, min[0], min[1], max[0], max[1]]
}

fn is_of_map(key: &[i32]) -> bool {
    key.first() == Some(&-1)
}

fn sprite_form(sprite: &Sprite, mask: u32) -> SpriteForm {
    let turn = sprite.turn();
    // In this placement the anchor pixel is (0, 0) and the position is its centre. For any other position in the
    // pixel the sprite's corners move by at most half a pixel, and `reach` leaves room for two.
    let reach = sprite.moved_to(Point::new(128, 128)).reach();
    SpriteForm {
        steps: [turn.ux, turn.uy, turn.vx, turn.vy],
        pivot: [turn.u1, turn.v1],
        size: [sprite.mask().width() as i32, sprite.mask().height() as i32],
        reach: [reach.x0, reach.y0, reach.x1, reach.y1],
        mask,
        stride: stride(sprite.mask()),
        is_upright: turn.is_upright().into(),
        unused: 0,
    }
}

/// Both coordinates are within 2^29, so the difference fits.
fn from(origin: Point, v: Point) -> Point {
    Point::new(v.x - origin.x, v.y - origin.y)
}

/// Bounds reach at most 2^22 beyond the coordinates that they enclose.
fn seen_from(origin: Point, bounds: Bounds) -> Bounds {
    debug_assert!(bounds.min.x >= -2 * EDGE && bounds.max.x <= 2 * EDGE);
    Bounds { min: from(origin, bounds.min), max: from(origin, bounds.max) }
}

fn point_bounds(at: Point) -> Bounds {
    Bounds { min: at, max: at }
}
