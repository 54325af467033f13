//! What bodies are, relative to their positions, as tables of plain structs. Bodies of one form share it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::error::Result;
use crate::form::Form;
use crate::gpu::layout::{Part, ShapeForm, SpriteForm, TOP_BIT};
use crate::lattice::{Bounds, EDGE, Point, UNITS};
use crate::mask::{Mask, Sprite};
use crate::shape::Convex;

/// What a body is to the kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its form among the shapes.
    Shape(u32),
    /// Its form among the sprites.
    Sprite(u32),
    /// A tile map: the host's.
    Tiles,
}

/// The tables, as they are uploaded.
#[derive(Debug, Default)]
pub(super) struct Forms {
    pub(super) sprites: Vec<SpriteForm>,
    pub(super) shapes: Vec<ShapeForm>,
    pub(super) parts: Vec<Part>,
    pub(super) vertices: Vec<[i32; 2]>,
    /// Of each body its shape, or with the top bit its sprite. A tile map has the shape 0, which is empty.
    pub(super) bodies: Vec<u32>,
    /// Where each body was given: a sprite's position, a shape's first vertex.
    pub(super) origins: Vec<[i32; 2]>,
    /// How far each body's coordinates reach from its origin.
    reaches: Vec<Bounds>,
    known_sprites: HashMap<SpriteForm, u32>,
    known_shapes: HashMap<Vec<i32>, u32>,
}

impl Forms {
    /// Without any but the empty one.
    pub(super) fn new() -> Forms {
        // Placeholders: bindings may not be empty.
        Forms { shapes: vec![ShapeForm::default()], ..Forms::default() }
    }

    /// A form as it is seen from where its body stands: of shapes, with the top bit of sprites. Alike ones are one. A tile
    /// map is a shape of no parts.
    pub(super) fn add(&mut self, form: &Form, at: Point, masks: &mut Masks) -> u32 {
        match form {
            Form::Shape(parts) => self.shape_from(at, parts),
            Form::Sprite(sprite) => self.sprite(sprite, masks).0,
            Form::Tiles(_) => self.box_from(at, form.bounds().unwrap_or(point_bounds(at))),
        }
    }

    /// The tables of some bodies, whose masks are added to those that are there.
    pub(super) fn of(bodies: &[Form], masks: &mut Masks) -> Forms {
        let mut forms = Forms::new();
        for body in bodies {
            let (kind, origin, reach) = match body {
                Form::Shape(parts) => forms.shape(parts),
                Form::Sprite(sprite) => forms.sprite(sprite, masks),
                Form::Tiles(_) => (0, Point::default(), point_bounds(Point::default())),
            };
            forms.bodies.push(kind);
            forms.origins.push([origin.x, origin.y]);
            forms.reaches.push(reach);
        }
        forms
    }

    pub(super) fn kind(&self, body: u32) -> Kind {
        match self.bodies[body as usize] {
            0 => Kind::Tiles,
            sprite if sprite & TOP_BIT != 0 => Kind::Sprite(sprite & !TOP_BIT),
            shape => Kind::Shape(shape),
        }
    }

    /// Refuses a place that would carry a body beyond the world's edge (SPEC 1).
    pub(super) fn check_place(&self, body: usize, at: Point) -> Result<()> {
        let reach = self.reaches[body];
        at.offset(reach.min)?;
        at.offset(reach.max)?;
        Ok(())
    }

    fn sprite(&mut self, sprite: &Sprite, masks: &mut Masks) -> (u32, Point, Bounds) {
        let form = sprite_form(sprite, masks.first_word(sprite.mask(), sprite.flip()));
        let next = self.sprites.len() as u32;
        let index = *self.known_sprites.entry(form).or_insert(next);
        if index == next {
            self.sprites.push(form);
        }
        (index | TOP_BIT, sprite.at(), point_bounds(Point::default()))
    }

    fn shape(&mut self, parts: &[Convex]) -> (u32, Point, Bounds) {
        let origin = parts[0].vertices()[0];
        let vertices = || parts.iter().flat_map(Convex::vertices).map(|&v| from(origin, v));
        let reach = Bounds::around(vertices()).unwrap_or(point_bounds(Point::default()));
        (self.shape_from(origin, parts), origin, reach)
    }

    fn shape_from(&mut self, origin: Point, parts: &[Convex]) -> u32 {
        let vertices = || parts.iter().flat_map(Convex::vertices).map(|&v| from(origin, v));
        let sizes = parts.iter().flat_map(|p| [p.radius(), p.vertices().len() as i32]);
        let key: Vec<i32> = sizes.chain(vertices().flat_map(|v| [v.x, v.y])).collect();
        let next = self.shapes.len() as u32;
        let index = *self.known_shapes.entry(key).or_insert(next);
        if index == next {
            self.push_shape(parts, origin);
        }
        index
    }

    /// A box that is only looked for. Where a tile map stands between pixels tells which pixels its masks lie on: one
    /// to each side holds all of them.
    fn box_from(&mut self, origin: Point, bounds: Bounds) -> u32 {
        let Bounds { min, max } = seen_from(origin, bounds.grown(UNITS));
        let next = self.shapes.len() as u32;
        // No radius is below 0.
        let index = *self.known_shapes.entry(vec![-1, min.x, min.y, max.x, max.y]).or_insert(next);
        if index == next {
            self.shapes.push(ShapeForm { min: [min.x, min.y], max: [max.x, max.y], first: 0, count: 0 });
        }
        index
    }

    fn push_shape(&mut self, parts: &[Convex], origin: Point) {
        let first = self.parts.len() as u32;
        for part in parts {
            let Bounds { min, max } = seen_from(origin, part.bounds());
            let vertices = part.vertices();
            self.parts.push(Part {
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

    /// Forgets all forms but some; where each of those is now.
    pub(super) fn retain(&mut self, used: impl Iterator<Item = u32>) -> HashMap<u32, u32> {
        let mut new: HashMap<u32, u32> = HashMap::from([(0, 0)]);
        let old = std::mem::replace(self, Forms::new());
        for form in used {
            if let Entry::Vacant(unknown) = new.entry(form) {
                unknown.insert(self.take(&old, form));
            }
        }
        let kept = |of: &mut u32, top: u32| match new.get(&(*of | top)) {
            Some(now) => {
                *of = now & !TOP_BIT;
                true
            }
            None => false,
        };
        self.known_sprites = old.known_sprites;
        self.known_sprites.retain(|_, form| kept(form, TOP_BIT));
        self.known_shapes = old.known_shapes;
        self.known_shapes.retain(|_, form| kept(form, 0));
        new
    }

    /// A form of other tables.
    fn take(&mut self, old: &Forms, form: u32) -> u32 {
        if form & TOP_BIT != 0 {
            self.sprites.push(old.sprites[(form & !TOP_BIT) as usize]);
            return (self.sprites.len() - 1) as u32 | TOP_BIT;
        }
        let shape = old.shapes[form as usize];
        let parts = &old.parts[shape.first as usize..][..shape.count as usize];
        self.shapes.push(ShapeForm { first: self.parts.len() as u32, ..shape });
        for part in parts {
            let vertices = &old.vertices[part.first as usize..][..part.count as usize];
            self.parts.push(Part { first: self.vertices.len() as u32, ..*part });
            self.vertices.extend_from_slice(vertices);
        }
        (self.shapes.len() - 1) as u32
    }

    /// Pixels a side of the box of a body: no more of it can be asked.
    pub(super) fn pixels(&self, kind: Kind) -> [u32; 2] {
        match kind {
            Kind::Sprite(form) => {
                let SpriteForm { reach: [x0, y0, x1, y1], size, is_upright, .. } =
                    self.sprites[form as usize];
                if is_upright == 1 { size.map(i32::unsigned_abs) } else { [x1.abs_diff(x0), y1.abs_diff(y0)] }
            }
            Kind::Shape(form) => {
                let ShapeForm { min, max, .. } = self.shapes[form as usize];
                [0, 1].map(|k| (max[k].abs_diff(min[k]) >> 8) + 2)
            }
            Kind::Tiles => [0, 0],
        }
    }

    /// Words of a sprite's cover; none where it needs none.
    pub(super) fn cover_words(&self, form: u32) -> u64 {
        let sprite = self.sprites[form as usize];
        if sprite.is_upright == 1 {
            return 0;
        }
        let [width, height] = self.pixels(Kind::Sprite(form));
        u64::from(width.div_ceil(64)) * 2 * u64::from(height)
    }
}

fn sprite_form(sprite: &Sprite, mask: u32) -> SpriteForm {
    let turn = sprite.turn();
    // The anchor pixel is (0, 0) and the position its middle. From any other place in the pixel the corners of the sprite
    // are at most half a pixel elsewhere, and `reach` leaves two.
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

/// Words of 32 bits a row.
fn stride(mask: &Mask) -> u32 {
    2 * mask.stride() as u32
}

/// Coordinates lie within 2^29, so their differences fit.
fn from(origin: Point, v: Point) -> Point {
    Point::new(v.x - origin.x, v.y - origin.y)
}

/// Bounds reach at most 2^22 beyond the coordinates they are around.
fn seen_from(origin: Point, bounds: Bounds) -> Bounds {
    debug_assert!(bounds.min.x >= -2 * EDGE && bounds.max.x <= 2 * EDGE);
    Bounds { min: from(origin, bounds.min), max: from(origin, bounds.max) }
}

fn point_bounds(at: Point) -> Bounds {
    Bounds { min: at, max: at }
}

/// All masks as words of 32 bits, each as it is and as its mirrored sprites need it.
#[derive(Debug, Default)]
pub(super) struct Masks {
    pub(super) words: Vec<u32>,
    /// The masks, kept so that their addresses stay theirs, how they are mirrored, and their first words.
    known: HashMap<(usize, [bool; 2]), (Arc<Mask>, u32)>,
}

impl Masks {
    fn first_word(&mut self, mask: &Arc<Mask>, flip: [bool; 2]) -> u32 {
        let key = (Arc::as_ptr(mask) as usize, flip);
        if let Some((_, first)) = self.known.get(&key) {
            return *first;
        }
        let first = self.words.len() as u32;
        self.words.extend(words_of(mask, flip));
        self.known.insert(key, (mask.clone(), first));
        first
    }
}

impl Masks {
    /// Puts `new` in the place of `old`, which differ in some words; returns the stretches of words that are other now, as
    /// first and last.
    pub(super) fn change(&mut self, old: &Arc<Mask>, new: &Arc<Mask>, changed: &[u32]) -> Vec<[u32; 2]> {
        let mut stretches = Vec::new();
        for flip in [[false, false], [true, false], [false, true], [true, true]] {
            let Some((_, first)) = self.known.remove(&(Arc::as_ptr(old) as usize, flip)) else { continue };
            self.known.insert((Arc::as_ptr(new) as usize, flip), (new.clone(), first));
            let words = words_of(new, flip);
            for stretch in stretches_of(new, flip, changed) {
                let [from, to] = stretch.map(|word| first + word);
                let own = &words[stretch[0] as usize..=stretch[1] as usize];
                self.words[from as usize..=to as usize].copy_from_slice(own);
                stretches.push([from, to]);
            }
        }
        stretches
    }
}

/// Where changed words of a mask lie among its words of 32 bits: as they are, or by whole rows where it is mirrored.
fn stretches_of(mask: &Mask, flip: [bool; 2], changed: &[u32]) -> Vec<[u32; 2]> {
    let (row_words, height) = (stride(mask), mask.height());
    let mut stretches: Vec<[u32; 2]> = Vec::new();
    for &word in changed {
        let stretch = if flip == [false, false] {
            [2 * word, 2 * word + 1]
        } else {
            let y = 2 * word / row_words;
            let y = if flip[1] { height - 1 - y } else { y };
            [y * row_words, (y + 1) * row_words - 1]
        };
        match stretches.last_mut() {
            Some(last) if *last == stretch => {}
            Some([_, end]) if *end + 1 == stretch[0] => *end = stretch[1],
            _ => stretches.push(stretch),
        }
    }
    stretches
}

/// The words of a mask, mirrored, low half first.
fn words_of(mask: &Mask, flip: [bool; 2]) -> Vec<u32> {
    let mirrored = (flip != [false, false]).then(|| mask.flipped(flip));
    let words = mirrored.as_ref().unwrap_or(mask).words();
    words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
}
