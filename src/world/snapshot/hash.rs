//! A world's state as one number. It is the same on every machine for the same calls, and differs for any other
//! state, as far as 64 bits allow.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cpu::HitKey;
use crate::form::{Form, Touching};
use crate::lattice::Point;
use crate::mask::{Mask, Sprite};
use crate::shape::{CellForm, Convex};
use crate::world::World;
use crate::world::snapshot::state::State;
use crate::world::table::axes::Axes;
use crate::world::table::body_rules::Rules;
use crate::world::table::hasher::Hasher;
use crate::world::table::passage::Passage;

/// The hashes of masks. Masks are large and shared, so each is hashed only once.
type MaskHashes = HashMap<*const Mask, u64>;

fn mask_hash(mask: &Arc<Mask>, masks: &mut MaskHashes) -> u64 {
    *masks.entry(Arc::as_ptr(mask)).or_insert_with(|| {
        let mut hasher = Hasher::new();
        hasher.add(u64::from(mask.width()) << 32 | u64::from(mask.height()));
        mask.words().iter().for_each(|&word| hasher.add(word));
        hasher.finish()
    })
}

fn sprite(hasher: &mut Hasher, sprite: &Sprite, masks: &mut MaskHashes) {
    let turn = sprite.turn();
    for pair in [[turn.ux, turn.uy], [turn.vx, turn.vy], [turn.u1, turn.v1]] {
        hasher.point(Point::new(pair[0], pair[1]));
    }
    hasher.add(sprite.flip().iter().fold(0, |bits, &flip| bits << 1 | u64::from(flip)));
    hasher.point(sprite.at());
    hasher.add(mask_hash(sprite.mask(), masks));
}

/// Hashes a part at a position.
fn convex(hasher: &mut Hasher, part: &Convex, at: Point) {
    hasher.add((part.vertices().len() as u64) << 32 | u64::from(part.radius() as u32));
    part.vertices().iter().for_each(|&v| hasher.point(Point::new(v.x + at.x, v.y + at.y)));
}

/// Hashes the parts of a shape at a position.
fn shape(hasher: &mut Hasher, parts: &[Convex], at: Point) {
    hasher.add(1 << 32 | parts.len() as u64);
    parts.iter().for_each(|part| convex(hasher, part, at));
}

/// Hashes a form on the lattice.
pub(crate) fn form(hasher: &mut Hasher, form: &Form, masks: &mut MaskHashes) {
    match form {
        Form::Shape(parts) => shape(hasher, parts, Point::default()),
        Form::Sprite(placed) => {
            hasher.add(2 << 32);
            sprite(hasher, placed, masks);
        }
        Form::Tiles(tiles) => {
            hasher.add(3 << 32 | tiles.count() as u64);
            for cell in tiles.cells() {
                hasher.add(u64::from(cell.column) << 32 | u64::from(cell.row));
                match &cell.form {
                    CellForm::Convex(part) => convex(hasher, part, Point::default()),
                    CellForm::Sprite(placed) => sprite(hasher, placed, masks),
                }
            }
            for (column, row, direction) in tiles.one_way_cells() {
                hasher.add(u64::from(column) << 32 | u64::from(row));
                hasher.vec2(direction);
            }
        }
    }
}

impl World {
    /// Returns the state as one number: all bodies with their forms, positions and rules, what overlapped after the
    /// last step, and what the rules remember. The broad phase and the backend are not part of it: the same calls
    /// give the same number on every machine.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// let before = world.hash();
    /// world.edit(ball).position([0.0, 1.0])?;
    /// assert_ne!(world.hash(), before);
    /// world.edit(ball).position([0.0, 0.0])?;
    /// assert_eq!(world.hash(), before);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn hash(&self) -> u64 {
        self.state().hash()
    }
}

impl State<'_> {
    pub(in crate::world) fn hash(&self) -> u64 {
        let (mut hasher, mut masks) = (Hasher::new(), MaskHashes::new());
        self.hash_setting(&mut hasher);
        self.rows.slots.hash(&mut hasher);
        hasher.add((self.rows.living() as u64) << 32 | self.last.keys.len() as u64);
        for row in self.rows.living_rows() {
            self.hash_body(&mut hasher, row, &mut masks);
        }
        // Compaction changes row numbers, so what is remembered is identified by handles.
        let name = |row: u32| self.rows.handles[row as usize].to_bits();
        for (&key, layers) in self.last.keys.iter().zip(&self.last.layers) {
            hasher.add(name(key.a));
            hasher.add(name(key.b));
            hasher.key(HitKey { a: layers[0], b: layers[1], ..key });
        }
        self.memory.hash(&mut hasher, name, |row| self.rows.is_living(row as usize));
        hasher.finish()
    }

    fn hash_setting(&self, hasher: &mut Hasher) {
        hasher.add(self.steps);
        hasher.add(u64::from(self.boundary.axes == Axes::YUp));
        hasher.float(self.boundary.length_in(1.0));
        hasher.add(u64::from(self.walls.is_some()));
        if let Some(walls) = self.walls {
            hasher.point(walls.min);
            hasher.point(walls.max);
        }
        let number = |touching: Touching| u64::from(touching == Touching::Ignored);
        hasher.add(number(self.touches.usual));
        hasher.add((self.touches.between.len() as u64) << 32 | self.touches.rooted.len() as u64);
        for &(a, b, touching) in &self.touches.between {
            hasher.add(u64::from(a) << 32 | u64::from(b));
            hasher.add(number(touching));
        }
        for &(a, b) in &self.touches.rooted {
            hasher.add(u64::from(a) << 32 | u64::from(b));
        }
    }

    fn hash_body(&self, hasher: &mut Hasher, row: usize, masks: &mut MaskHashes) {
        let rows = &self.rows;
        hasher.add(rows.handles[row].to_bits());
        hasher.vec2(rows.at[row]);
        hasher.float(rows.angle(row));
        hasher.vec2(rows.scale(row));
        hasher.layers(rows.layers(row));
        hasher.add((rows.frame(row) as u64) << 32 | u64::from(rows.margin(row) as u32));
        hasher.add(rows.data(row));
        hasher.add(u64::from(rows.outside[row]));
        rows.hash_path(hasher, row);
        let rules = rows.rules(row);
        if rules != Rules::default() {
            let Rules { cooldown, hits_left, invulnerable, leash } = rules;
            hasher.add(u64::from(cooldown));
            hasher.add(hits_left.map_or(u64::MAX, u64::from));
            hasher.add(invulnerable);
            hasher.add(leash.map_or(u64::MAX, |leash| u64::from(leash as u32)));
        }
        let passage = rows.passage(row);
        if passage != Passage::default() {
            hasher.add(0x7061_7373 << 8 | u64::from(passage.number()));
            hasher.vec2(passage.direction());
        }
        hasher.add((rows.look(row).regions.len() as u64) << 1 | u64::from(rules != Rules::default()));
        for region in &rows.look(row).regions {
            hasher.text(region.name());
            hasher.layers(region.layers(rows.layers(row)));
        }
        for region in 0..rows.forms(row).len() {
            match &rows.forms(row)[region] {
                // Its parts may have to be made; a copy would not keep them.
                Form::Shape(parts) => shape(hasher, parts, rows.points[row]),
                _ => form(hasher, &rows.form(row, region), masks),
            }
        }
    }
}
