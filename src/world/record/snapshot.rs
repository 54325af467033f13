//! Snapshots as bytes, for saved games and to send states to other machines.
//!
//! Little-endian: `kasurisn`, the version (u32), a checksum of all that follows (u64), the world's settings, its
//! rows, and what it remembers of the last step. Whole numbers are written as in recordings.
//!
//! Bodies that differ only in position and data share a template, which is written with the first of them. A row is a
//! byte of flags, its handle unless that is the next one, the number of its template unless that is the last one, its
//! data if that changes, and its position.

use std::collections::HashMap;

use crate::ceilings::Ceilings;
use crate::error::{At, Cause, Result};
use crate::form::Layers;
use crate::lattice::{Point, Vec2};
use crate::world::World;
use crate::world::record::afford::weight;
use crate::world::record::bytes::{Reader, Writer};
use crate::world::record::looks::{LooksRead, LooksWritten};
use crate::world::record::state;
use crate::world::record::sum::checksum;
use crate::world::snapshot::Snapshot;
use crate::world::table::body_rules::Rules;
use crate::world::table::handle::Handle;
use crate::world::table::rows::{Like, Row, Rows};

const MAGIC: &[u8] = b"kasurisn";
/// The version that is written. Every released version can be read (docs/depending-on-kasuri.md).
const VERSION: u32 = 1;
const OLDEST: u32 = 1;
/// The number of bytes before those that the checksum covers.
const HEAD: usize = 8 + 4 + 8;

/// The bytes of the shortest row of a living body: its flags and its position.
const LEAST_ROW: usize = 1 + 2 * 8;

/// How many rows are added to the table at a time.
const AT_A_TIME: usize = 256;

/// The flags of a row.
const LIVING: u8 = 1;
const OUTSIDE: u8 = 2;
/// Its handle follows the handle of the row before.
const NEXT_HANDLE: u8 = 4;
/// It has the template of the row before.
const SAME_TEMPLATE: u8 = 8;
/// Its data differs from that of the row before.
const OTHER_DATA: u8 = 16;

impl Snapshot {
    /// Returns the snapshot as bytes, which any machine can read: to save a game or to send its state.
    ///
    /// ```
    /// use kasuri::{Body, Snapshot, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 2.0]))?;
    /// let saved: Vec<u8> = world.snapshot().to_bytes();
    ///
    /// let mut other = World::new();
    /// other.restore(&Snapshot::from_bytes(&saved)?);
    /// assert_eq!((other.hash(), other.get(ball)?.at().x), (world.hash(), 10.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let state = self.state();
        let mut out = Writer(Vec::with_capacity(256 + 24 * state.rows.len()));
        out.0.extend(MAGIC);
        out.0.extend(VERSION.to_le_bytes());
        out.0.extend([0; 8]);
        state::write_setting(&mut out, &state);
        let mut looks = LooksWritten::default();
        write_rows(&mut out, &mut looks, state.rows);
        state::write_memory(&mut out, &state);
        let sum = checksum(&out.0[HEAD..]);
        out.0[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
        out.0
    }

    /// Reads a snapshot from such bytes, within the default [`Ceilings`]. Damaged bytes are an error. So are bytes of
    /// a newer version than this crate knows; that error names the version. Bytes of every older release are read.
    ///
    /// ```
    /// use kasuri::{Snapshot, World};
    /// let mut bytes = World::new().snapshot().to_bytes();
    /// bytes[30] ^= 1;
    /// let refused = Snapshot::from_bytes(&bytes).unwrap_err();
    /// assert_eq!(refused.to_string(), "not a readable snapshot: the checksum does not match at byte 12");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Snapshot> {
        Snapshot::from_bytes_within(bytes, Ceilings::default())
    }

    /// Does the same within other ceilings: on bodies, on pairs, and on the work that shapes cause.
    ///
    /// ```
    /// use kasuri::{Body, Ceilings, Snapshot, World};
    /// let mut world = World::new();
    /// world.spawn_many(10, |_| Body::point())?;
    /// let bytes = world.snapshot().to_bytes();
    /// let ceilings = Ceilings::default().bodies(9);
    /// assert!(Snapshot::from_bytes_within(&bytes, ceilings).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_bytes_within(bytes: &[u8], ceilings: Ceilings) -> Result<Snapshot> {
        ceilings.hold(|| read(bytes, ceilings)).map_err(|error| match *error.cause() {
            Cause::Recording { byte, what } => Cause::Snapshot { byte, what }.error(),
            _ => error,
        })
    }
}

fn read(bytes: &[u8], ceilings: Ceilings) -> Result<Snapshot> {
    let mut reader = Reader::new(bytes, 0).within(ceilings, 0);
    if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
        return Err(Cause::Recording { byte: 0, what: "no snapshot header" }.error());
    }
    let version = reader.length()?;
    if !(OLDEST..=VERSION).contains(&version) {
        return Err(Cause::SnapshotVersion { found: version, newest: VERSION }.error());
    }
    let damaged = reader.wrong("the checksum does not match");
    if reader.hash()? != checksum(&bytes[HEAD..]) {
        return Err(damaged);
    }
    let mut world = World::new();
    state::read_setting(&mut reader, &mut world)?;
    let mut looks = LooksRead::default();
    read_rows(&mut reader, &mut looks, &mut world.rows)?;
    state::read_memory(&mut reader, &mut world)?;
    if !reader.is_done() {
        return Err(reader.wrong("extra bytes after the world"));
    }
    Ok(world.into_snapshot())
}

/// What bodies of one template share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Template {
    look: u32,
    frame: usize,
    angle: u64,
    scale: [u64; 2],
    layers: Layers,
    margin: i32,
    rules: Rules,
    is_swept: bool,
    passage: (u8, [u64; 2]),
}

impl Template {
    fn of(rows: &Rows, row: usize) -> Template {
        let (scale, passage) = (rows.scale(row), rows.passage(row));
        let Vec2 { x, y } = passage.direction();
        Template {
            look: rows.looks[row],
            frame: rows.frame(row),
            angle: rows.angle(row).to_bits(),
            scale: [scale.x.to_bits(), scale.y.to_bits()],
            layers: rows.layers(row),
            margin: rows.margin(row),
            rules: rows.rules(row),
            is_swept: rows.is_swept(row),
            passage: (passage.number(), [x.to_bits(), y.to_bits()]),
        }
    }
}

/// The templates written so far, by number.
#[derive(Default)]
struct Templates {
    list: Vec<Template>,
    numbers: HashMap<Template, u32>,
    /// For each form: 1 plus the template of the last body with that form, or 0. Most bodies of a form share a
    /// template.
    of_form: Vec<u32>,
}

impl Templates {
    /// Returns the number of a template, and whether it is new.
    fn number(&mut self, form: u32, template: Template) -> (u32, bool) {
        let form = form as usize;
        if self.of_form.len() <= form {
            self.of_form.resize(form + 1, 0);
        }
        if let Some(last) = self.of_form[form].checked_sub(1)
            && self.list[last as usize] == template
        {
            return (last, false);
        }
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(template).or_insert(next);
        if number == next {
            self.list.push(template);
        }
        self.of_form[form] = number + 1;
        (number, number == next)
    }
}

fn write_rows(out: &mut Writer, looks: &mut LooksWritten, rows: &Rows) {
    out.count(rows.len());
    let mut templates = Templates::default();
    let (mut before, mut last, mut data) = (None, 0, 0);
    for row in 0..rows.len() {
        let handle = rows.handles[row];
        let mut flags = if Some(handle) == follower(before) { NEXT_HANDLE } else { 0 };
        before = Some(handle);
        flags |= if rows.data(row) == data { 0 } else { OTHER_DATA };
        if !rows.is_living(row) {
            out.byte(flags);
            if flags & NEXT_HANDLE == 0 {
                out.handle(handle);
            }
            if flags & OTHER_DATA != 0 {
                data = rows.data(row);
                out.number(data);
            }
            continue;
        }
        let (number, is_new) = templates.number(rows.forms[row], Template::of(rows, row));
        flags |= LIVING | if rows.outside[row] { OUTSIDE } else { 0 };
        flags |= if number == last && !is_new { SAME_TEMPLATE } else { 0 };
        out.byte(flags);
        if flags & NEXT_HANDLE == 0 {
            out.handle(handle);
        }
        if flags & SAME_TEMPLATE == 0 {
            out.number(number.into());
        }
        if is_new {
            state::write_template(out, looks, &rows.get(row));
        }
        if flags & OTHER_DATA != 0 {
            data = rows.data(row);
            out.number(data);
        }
        out.vec2(rows.at[row]);
        last = number;
    }
    state::write_slots(out, rows);
}

/// A template that was read, and the first body that has it.
struct KnownTemplate {
    row: Row,
    first: usize,
}

fn read_rows(bytes: &mut Reader<'_>, looks: &mut LooksRead, rows: &mut Rows) -> Result<()> {
    let count = bytes.count()?;
    bytes.add_things(count as u64)?;
    // Reserve no more room for a damaged count than the bytes can fill.
    rows.reserve(count.min(bytes.left() / LEAST_ROW));
    let mut templates: Vec<KnownTemplate> = Vec::new();
    // Rows that are read but not in the table yet: few at a time, so that they stay in the cache.
    let mut alike: Vec<Like> = Vec::with_capacity(AT_A_TIME);
    let (mut before, mut last, mut data) = (None, 0, 0);
    for _ in 0..count {
        let flags = bytes.choice(2 * OTHER_DATA)?;
        let handle = match follower(before) {
            Some(next) if flags & NEXT_HANDLE != 0 => next,
            _ => bytes.handle()?,
        };
        before = Some(handle);
        if alike.len() == AT_A_TIME || flags & LIVING == 0 {
            rows.push_all_like(&alike);
            alike.clear();
        }
        if flags & LIVING == 0 {
            if flags & OTHER_DATA != 0 {
                data = bytes.number()?;
            }
            rows.push_gone(handle, data)?;
            continue;
        }
        if flags & SAME_TEMPLATE == 0 {
            last = bytes.small()? as usize;
        }
        let is_new = last == templates.len() && flags & SAME_TEMPLATE == 0;
        if is_new {
            let first = rows.len() + alike.len();
            templates.push(KnownTemplate { row: state::read_template(bytes, looks)?, first });
        }
        let Some(KnownTemplate { row, first }) = templates.get(last) else {
            return Err(bytes.wrong("a reference to an undefined item"));
        };
        if flags & OTHER_DATA != 0 {
            data = bytes.number()?;
        }
        let (at, outside) = (bytes.vec2()?, flags & OUTSIDE != 0);
        let point = Point::snapped(at).at("at")?;
        if !is_new && rows.has_room_like(*first, point, alike.len()) {
            alike.push(Like { of: *first as u32, at, point, data, handle, outside });
            continue;
        }
        rows.push_all_like(&alike);
        alike.clear();
        let placement = crate::shape::Placement { at, ..row.placement };
        rows.push(Row { placement, data, ..row.clone() })?;
        let k = rows.len() - 1;
        (rows.handles[k], rows.outside[k]) = (handle, outside);
        if is_new {
            bytes.add_things(weight(rows.forms(k)))?;
        }
    }
    rows.push_all_like(&alike);
    state::read_slots(bytes, rows)
}

/// Returns the handle that a world without removals gives to the body after this one.
fn follower(handle: Option<Handle>) -> Option<Handle> {
    let bits = handle.map_or(1 << 32 | u64::from(u32::MAX), Handle::to_bits);
    let slot = (bits as u32).wrapping_add(1);
    Handle::from_bits(bits >> 32 << 32 | u64::from(slot))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Body;
    use crate::kernels::random::Random;
    use crate::world::record::tests::{busy, rounds};

    fn seal(bytes: &mut [u8]) {
        let sum = checksum(&bytes[HEAD..]);
        bytes[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
    }

    fn real_bytes() -> Vec<u8> {
        let (mut world, bodies) = busy();
        world.step().unwrap();
        for &body in bodies.iter().step_by(5) {
            world.remove(body).unwrap();
        }
        world.snapshot().to_bytes()
    }

    /// A snapshot with more bodies than the ceilings allow is refused before their memory is reserved.
    #[test]
    fn the_ceiling_on_bodies_comes_before_their_memory() {
        let mut out = Writer(vec![0; HEAD]);
        out.0[..8].copy_from_slice(MAGIC);
        out.0[8..12].copy_from_slice(&VERSION.to_le_bytes());
        state::write_setting(&mut out, &World::new().snapshot().state());
        let rows = 50_000_000;
        out.count(rows);
        out.0.resize(out.0.len() + rows, NEXT_HANDLE);
        seal(&mut out.0);
        let refused = Snapshot::from_bytes(&out.0).unwrap_err();
        assert!(matches!(refused.cause(), Cause::Ceiling { .. }), "{refused}");
    }

    /// Changed bytes with a matching checksum are either refused, or read into a world that can be stepped.
    #[test]
    fn changed_bytes_are_refused_or_read() {
        let rounds = rounds(20_000);
        let (bytes, mut random, mut read) = (real_bytes(), Random::new(4), 0);
        for _ in 0..rounds {
            let mut changed = bytes.clone();
            for _ in 0..1 + random.below(3) {
                let at = HEAD as i32 + random.below((bytes.len() - HEAD) as i32);
                changed[at as usize] ^= 1 << random.below(8);
            }
            seal(&mut changed);
            let Ok(snapshot) = Snapshot::from_bytes(&changed) else { continue };
            read += 1;
            let mut world = World::builder().threads(1).build().unwrap();
            world.restore(&snapshot);
            world.step().unwrap();
            assert!(Snapshot::from_bytes(&world.snapshot().to_bytes()).is_ok());
        }
        println!("{read} of {rounds} were read");
        assert!(read > rounds / 100 && read < rounds, "{read} of {rounds} were read");
    }

    /// Writes a world and reads it again, which must not change it; returns the world that was read.
    fn again(world: &World) -> World {
        let bytes = world.snapshot().to_bytes();
        let snapshot = Snapshot::from_bytes(&bytes).unwrap();
        assert_eq!((snapshot.hash(), snapshot.to_bytes()), (world.hash(), bytes));
        let mut read = World::new();
        read.restore(&snapshot);
        read
    }

    /// A mask, a map or a template that is not the last one is written as a reference. What is read shares it again.
    #[test]
    fn what_was_written_before_is_referred_to() {
        let mask = Arc::new(crate::Mask::from_fn(60, 60, |x, y| x > y).unwrap());
        let map = Arc::new(crate::TileMap::from_rows([4.0, 4.0], &["#.#", "##."], &[]).unwrap());
        let mut world = World::new();
        let core = || crate::Region::new("core", crate::Shape::circle(1.0).unwrap());
        for k in 0..4_u32 {
            let layer = 1 << (k % 2);
            world.spawn(Body::sprite(&mask).layer(layer)).unwrap();
            world.spawn(Body::sprite(&mask).pivot([0.0, 0.0])).unwrap();
            world.spawn(Body::tiles(&map).layer(layer)).unwrap();
            world.spawn(Body::tiles(&map).region(core())).unwrap();
            // The same form with other layers, and then with the first ones again.
            world.spawn(Body::circle(3.0).layer(layer).at([f64::from(k), 0.0])).unwrap();
        }
        let mut read = again(&world);
        let layers =
            |world: &World| world.iter().map(crate::world::ask::seen::BodyRef::layers).collect::<Vec<_>>();
        assert_eq!(layers(&read), layers(&world));
        assert_eq!(read.step().unwrap().began(), world.step().unwrap().began());
        let words: Vec<u8> = mask.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = world.snapshot().to_bytes();
        let written = bytes.windows(words.len()).filter(|window| *window == words).count();
        assert_eq!(written, 1, "the mask is written once");
    }

    /// A removed body that had taken over the slot of another one keeps its place and its handle.
    #[test]
    fn removed_bodies_keep_their_handles() {
        let mut world = World::new();
        let bodies = world.spawn_many(4, |k| Body::circle(2.0).at([k as f64, 0.0])).unwrap();
        world.remove(bodies[1]).unwrap();
        let second = world.spawn(Body::circle(2.0).data(5)).unwrap();
        world.remove(second).unwrap();
        let mut read = again(&world);
        assert!(!read.contains(bodies[1]) && !read.contains(second));
        let new = [&mut world, &mut read].map(|world| world.spawn(Body::circle(1.0)).unwrap());
        assert_eq!(new[0], new[1]);
        assert!(![bodies[1], second].contains(&new[0]));
        assert_eq!(read.step().unwrap().began(), world.step().unwrap().began());
        assert_eq!(read.hash(), world.hash());
    }

    /// Replaces the only copy of some bytes in a snapshot, and makes the checksum match.
    fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let mut found = (0..=bytes.len() - from.len()).filter(|&k| bytes[k..].starts_with(from));
        let at = found.next().unwrap();
        assert_eq!(found.next(), None);
        let mut changed = bytes.to_vec();
        changed[at..at + to.len()].copy_from_slice(to);
        seal(&mut changed);
        changed
    }

    fn told(bytes: &[u8]) -> String {
        Snapshot::from_bytes(bytes).unwrap_err().to_string()
    }

    /// A body like the one before it must also fit into the world at its own position.
    #[test]
    fn a_body_like_another_one_is_within_the_world() {
        let mut world = World::new();
        world.spawn_many(2, |k| Body::rect([2.0, 2.0]).at([1.375 * k as f64, 0.0])).unwrap();
        let bytes = world.snapshot().to_bytes();
        let edge = f64::from(crate::lattice::EDGE) / 256.0;
        let moved = |x: f64| replaced(&bytes, &1.375_f64.to_le_bytes(), &x.to_le_bytes());
        assert!(Snapshot::from_bytes(&moved(edge - 2.0)).is_ok());
        // The centre is within the world, but two corners are not.
        let refused = told(&moved(edge - 1.0));
        let spawned = world.spawn(Body::rect([2.0, 2.0]).at([edge - 1.0, 0.0])).unwrap_err().to_string();
        assert_eq!(refused, spawned);
    }

    /// A part of a compound is no compound.
    #[test]
    fn a_compound_within_a_compound_is_refused() {
        let part = crate::shape::Part::new(crate::Shape::circle(1.2345).unwrap());
        let mut world = World::new();
        world.spawn(Body::new(crate::Shape::compound(vec![part]).unwrap())).unwrap();
        let bytes = world.snapshot().to_bytes();
        let circle = [&[2][..], &1.2345_f64.to_le_bytes()].concat();
        let refused = told(&replaced(&bytes, &circle, &[7]));
        assert!(refused.contains("a compound within a compound"), "{refused}");
    }
}
