//! A world's state as bytes: all of it, or what calls have changed since the last step.

use crate::cpu::HitKey;
use crate::cpu::Touches;
use crate::cpu::kind::Kind;
use crate::error::Result;
use crate::form::{Layers, Touching};
use crate::lattice::{Bounds, EDGE, Point, Vec2};
use crate::shape::Placement;
use crate::world::World;
use crate::world::record::afford::weight;
use crate::world::record::bytes::{Reader, Writer};
use crate::world::record::looks::{LooksRead, LooksWritten};
use crate::world::snapshot::state::State;
use crate::world::step::rules::{Rest, RuleMemory};
use crate::world::table::axes::{Axes, Boundary};
use crate::world::table::body_rules::Rules;
use crate::world::table::handle::Handle;
use crate::world::table::passage::Passage;
use crate::world::table::rows::{Row, Rows};

/// The rows as they were after the last step. Only differences from them are written.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownRows {
    rows: Vec<KnownRow>,
    free: Vec<Handle>,
}

#[derive(Debug, Clone)]
struct KnownRow {
    handle: Handle,
    /// Absent (`None`) if the body was removed.
    row: Option<Row>,
    /// The position one step earlier. It serves to predict the next one, because most bodies move straight on.
    before: Vec2,
}

impl KnownRows {
    /// Takes over the rows, after a step or after everything was written.
    pub(super) fn renew(&mut self, rows: &Rows) {
        let old = std::mem::take(&mut self.rows);
        self.rows = (0..rows.len())
            .map(|k| {
                let (handle, row) = (rows.handles[k], rows.is_living(k).then(|| rows.get(k)));
                let same = old.get(k).filter(|old| old.handle == handle).and_then(|old| old.row.as_ref());
                let at = row.as_ref().map_or(Vec2::default(), |row| row.placement.at);
                KnownRow { handle, before: same.map_or(at, |row| row.placement.at), row }
            })
            .collect();
        self.free.clear();
        self.free.extend(rows.slots.free());
    }

    pub(super) fn forget(&mut self) {
        self.rows.clear();
        self.free.clear();
    }

    /// Writes what changed in the known rows, and the rows added since.
    pub(super) fn write(&self, out: &mut Writer, looks: &mut LooksWritten, rows: &Rows) {
        let known = &self.rows[..];
        let gone = (0..known.len()).filter(|&k| known[k].row.is_some() && !rows.is_living(k));
        write_rising(out, &gone.collect::<Vec<_>>());
        let changed = known.iter().enumerate().filter_map(|(k, old)| {
            let (old_row, row) = (old.row.as_ref()?, rows.is_living(k).then(|| rows.get(k))?);
            let what = difference(old_row, &row);
            (what != 0).then_some((k, what, old_row, row, old.before))
        });
        let changed: Vec<_> = changed.collect();
        out.count(changed.len());
        let mut next = 0;
        for (k, what, old, row, before) in changed {
            out.count(k - next);
            next = k + 1;
            write_fields(out, looks, what, (old, before), &row);
        }
        out.count(rows.len() - known.len());
        for k in known.len()..rows.len() {
            write_new(out, looks, rows, k);
        }
        let free: Vec<Handle> = rows.slots.free().collect();
        let kept = free.iter().zip(&self.free).take_while(|(new, old)| new == old).count();
        out.count(rows.slots.len());
        out.count(self.free.len() - kept);
        out.list(&free[kept..], Writer::handle);
        write_paths(out, rows, |row| self.path_start(rows, row));
    }

    /// Predicts where a row's path begins: at the body's position after the last step.
    fn path_start(&self, rows: &Rows, row: usize) -> Point {
        let old = self.rows.get(row).and_then(|known| known.row.as_ref());
        old.and_then(|old| Point::snapped(old.placement.at).ok()).unwrap_or(rows.points[row])
    }

    /// Changes the rows to what they were when this was written.
    pub(super) fn read(&self, bytes: &mut Reader<'_>, looks: &mut LooksRead, rows: &mut Rows) -> Result<()> {
        for k in read_rising(bytes, self.rows.len())? {
            if !rows.is_living(k) {
                return Err(bytes.wrong("a reference to a removed body"));
            }
            rows.remove(k);
        }
        let mut next = 0;
        for _ in 0..bytes.count()? {
            let k = next + bytes.small()? as usize;
            let Some(KnownRow { row: Some(old), before, .. }) = self.rows.get(k) else {
                return Err(bytes.wrong("a reference to a removed body"));
            };
            if !rows.is_living(k) {
                return Err(bytes.wrong("a reference to a removed body"));
            }
            rows.set(k, read_fields(bytes, looks, (old, *before))?)?;
            bytes.add_things(weight(rows.forms(k)))?;
            next = k + 1;
        }
        for _ in 0..bytes.count()? {
            read_new(bytes, looks, rows)?;
        }
        let slots = bytes.small()? as usize;
        let dropped = bytes.count_of(self.free.len())?;
        let mut free = self.free[..self.free.len() - dropped].to_vec();
        free.extend(bytes.things(Reader::handle)?);
        reset_slots(bytes, rows, slots, &free)?;
        read_paths(bytes, rows, |rows, row| self.path_start(rows, row))
    }
}

fn reset_slots(bytes: &Reader<'_>, rows: &mut Rows, slots: usize, free: &[Handle]) -> Result<()> {
    // A slot that is neither free nor taken has used up all its generations. No recording is long enough for that.
    if slots != free.len() + rows.living() {
        return Err(bytes.wrong("slots that are neither free nor used"));
    }
    let Rows { slots: table, handles, kinds, .. } = rows;
    let living = (0..).zip(handles.iter().zip(&*kinds)).filter(|&(_, (_, &kind))| kind != Kind::Gone);
    let reset = table.reset(slots, free, living.map(|(row, (&handle, _))| (row, handle)));
    reset.ok_or_else(|| bytes.wrong("a slot that is used twice"))
}

/// Writes the whole world.
pub(super) fn write_world(out: &mut Writer, looks: &mut LooksWritten, world: &World) {
    let state = world.state();
    write_setting(out, &state);
    out.count(state.rows.len());
    (0..state.rows.len()).for_each(|k| write_new(out, looks, state.rows, k));
    write_slots(out, state.rows);
    write_memory(out, &state);
}

/// Writes the state of the slots, which decides the next handles.
pub(super) fn write_slots(out: &mut Writer, rows: &Rows) {
    let free: Vec<Handle> = rows.slots.free().collect();
    out.count(rows.slots.len());
    out.list(&free, Writer::handle);
}

/// Writes what the world remembers of earlier steps.
pub(super) fn write_memory(out: &mut Writer, state: &State<'_>) {
    let State { rows, memory, last, .. } = state;
    out.count(last.keys.len());
    for (key, layers) in last.keys.iter().zip(&last.layers) {
        write_pair(out, key.pair());
        key.regions.iter().for_each(|&region| out.byte(region));
        layers.iter().for_each(|&layers| out.number(layers.into()));
    }
    out.count(memory.cooling.len());
    for rest in &memory.cooling {
        write_pair(out, rest.pair);
        out.number(rest.until);
    }
    out.list(&memory.grazed.in_order(), write_pair);
    write_paths(out, rows, |row| rows.points[row]);
}

/// Reads a whole world.
pub(super) fn read_world(bytes: &mut Reader<'_>, looks: &mut LooksRead, world: &mut World) -> Result<()> {
    read_setting(bytes, world)?;
    world.rows = Rows::default();
    for _ in 0..bytes.count()? {
        read_new(bytes, looks, &mut world.rows)?;
    }
    read_slots(bytes, &mut world.rows)?;
    read_memory(bytes, world)
}

pub(super) fn read_slots(bytes: &mut Reader<'_>, rows: &mut Rows) -> Result<()> {
    let (slots, free) = (bytes.small()? as usize, bytes.things(Reader::handle)?);
    reset_slots(bytes, rows, slots, &free)
}

pub(super) fn read_memory(bytes: &mut Reader<'_>, world: &mut World) -> Result<()> {
    let rows = world.rows.len();
    let last = bytes.pairs(|bytes| {
        let [a, b] = read_pair(bytes, rows)?;
        let key = HitKey { a, b, regions: [bytes.byte()?, bytes.byte()?] };
        Ok((key, [bytes.small()?, bytes.small()?]))
    })?;
    let cooling = bytes.pairs(|bytes| Ok(Rest { pair: read_pair(bytes, rows)?, until: bytes.number()? }))?;
    let grazed = bytes.pairs(|bytes| read_pair(bytes, rows))?;
    let rises = last.is_sorted_by(|a, b| a.0 < b.0)
        && cooling.is_sorted_by(|a, b| a.pair < b.pair)
        && grazed.is_sorted_by(|a, b| a < b);
    if !rises {
        return Err(bytes.wrong("pairs in the wrong order"));
    }
    (world.last.keys, world.last.layers) = last.into_iter().unzip();
    world.memory = RuleMemory::of(cooling, &grazed);
    read_paths(bytes, &mut world.rows, |rows, row| rows.points[row])
}

/// Writes the starts of the bodies' paths that differ from the prediction. Writes nothing for a world without swept
/// bodies.
fn write_paths(out: &mut Writer, rows: &Rows, foreseen: impl Fn(usize) -> Point) {
    if !rows.has_swept() {
        return;
    }
    let others: Vec<(usize, Point)> = rows
        .living_rows()
        .map(|row| (row, rows.kept_from(row)))
        .filter(|&(row, at)| at != foreseen(row))
        .collect();
    write_rising(out, &others.iter().map(|&(row, _)| row).collect::<Vec<_>>());
    for (_, Point { x, y }) in others {
        out.signed(x.into());
        out.signed(y.into());
    }
}

fn read_paths(
    bytes: &mut Reader<'_>,
    rows: &mut Rows,
    foreseen: impl Fn(&Rows, usize) -> Point,
) -> Result<()> {
    if !rows.has_swept() {
        return Ok(());
    }
    for row in 0..rows.len() {
        let from = foreseen(rows, row);
        rows.begin_path(row, from);
    }
    for row in read_rising(bytes, rows.len())? {
        let from = Point::new(bytes.lattice()?, bytes.lattice()?);
        if !is_place(from) {
            return Err(bytes.wrong("a path that starts outside the world"));
        }
        rows.begin_path(row, from);
    }
    Ok(())
}

/// Whether a position is within the limits of the lattice.
fn is_place(at: Point) -> bool {
    let world = -EDGE..=EDGE;
    world.contains(&at.x) && world.contains(&at.y)
}

pub(super) fn write_setting(out: &mut Writer, world: &State<'_>) {
    out.byte(u8::from(world.boundary.axes == Axes::YUp));
    out.float(world.boundary.length_in(1.0));
    out.byte(u8::from(world.walls.is_some()));
    if let Some(Bounds { min, max }) = world.walls {
        [min.x, min.y, max.x, max.y].iter().for_each(|&x| out.signed(x.into()));
    }
    let touching = |out: &mut Writer, touching| out.byte(u8::from(touching == Touching::Ignored));
    touching(out, world.touches.usual);
    out.list(&world.touches.between, |out, (a, b, kind)| {
        out.number(a.into());
        out.number(b.into());
        touching(out, kind);
    });
    out.list(&world.touches.rooted, |out, (a, b)| {
        out.number(a.into());
        out.number(b.into());
    });
    out.number(world.steps);
}

pub(super) fn read_setting(bytes: &mut Reader<'_>, world: &mut World) -> Result<()> {
    let axes = if bytes.choice(2)? == 1 { Axes::YUp } else { Axes::YDown };
    world.boundary = Boundary::new(axes, bytes.float()?)?;
    world.walls = None;
    if bytes.choice(2)? == 1 {
        let mut point = || Ok(Point::new(bytes.lattice()?, bytes.lattice()?));
        let (min, max) = (point()?, point()?);
        if min.x >= max.x || min.y >= max.y {
            return Err(bytes.wrong("bounds without an interior"));
        }
        world.walls = Some(Bounds { min, max });
    }
    let touching =
        |bytes: &mut Reader<'_>| Ok(if bytes.choice(2)? == 1 { Touching::Ignored } else { Touching::Counts });
    let usual = touching(bytes)?;
    let between = bytes.things(|bytes| Ok((bytes.small()?, bytes.small()?, touching(bytes)?)))?;
    let rooted = bytes.things(|bytes| Ok((bytes.small()?, bytes.small()?)))?;
    world.touches = Touches { usual, between, rooted };
    world.steps = bytes.number()?;
    if world.steps == u64::MAX { Err(bytes.wrong("too many steps")) } else { Ok(()) }
}

fn write_pair(out: &mut Writer, [a, b]: [u32; 2]) {
    out.number(a.into());
    out.number((b - a).into());
}

fn read_pair(bytes: &mut Reader<'_>, rows: usize) -> Result<[u32; 2]> {
    let (a, by) = (bytes.small()?, bytes.small()?);
    match a.checked_add(by) {
        Some(b) if by > 0 && (b as usize) < rows => Ok([a, b]),
        _ => Err(bytes.wrong("a pair of rows that do not exist")),
    }
}

/// Writes rising numbers, each as its distance from the one after the number before.
pub(super) fn write_rising(out: &mut Writer, numbers: &[usize]) {
    out.count(numbers.len());
    let mut next = 0;
    for &k in numbers {
        out.count(k - next);
        next = k + 1;
    }
}

pub(super) fn read_rising(bytes: &mut Reader<'_>, below: usize) -> Result<Vec<usize>> {
    let mut next = 0;
    let count = bytes.count()?;
    (0..count)
        .map(|_| {
            let k = next + bytes.small()? as usize;
            next = k + 1;
            if k < below { Ok(k) } else { Err(bytes.wrong("a row that does not exist")) }
        })
        .collect()
}

/// Writes a row in full: first whether it is gone, within the bounds, or outside of them.
fn write_new(out: &mut Writer, looks: &mut LooksWritten, rows: &Rows, k: usize) {
    out.handle(rows.handles[k]);
    if !rows.is_living(k) {
        return out.byte(0);
    }
    out.byte(1 + u8::from(rows.outside[k]));
    let (row, none) = (rows.get(k), nothing());
    write_fields(out, looks, difference(&none, &row), (&none, Vec2::default()), &row);
}

/// Writes what bodies may share: everything except position and data.
pub(super) fn write_template(out: &mut Writer, looks: &mut LooksWritten, row: &Row) {
    let none = nothing();
    let what = difference(&none, row) & !(AT | DATA);
    write_fields(out, looks, what, (&none, Vec2::default()), row);
}

pub(super) fn read_template(bytes: &mut Reader<'_>, looks: &mut LooksRead) -> Result<Row> {
    read_fields(bytes, looks, (&nothing(), Vec2::default()))
}

fn read_new(bytes: &mut Reader<'_>, looks: &mut LooksRead, rows: &mut Rows) -> Result<()> {
    let handle = bytes.handle()?;
    bytes.add_things(1)?;
    let what = bytes.choice(3)?;
    if what == 0 {
        return rows.push_gone(handle, 0);
    }
    let row = read_fields(bytes, looks, (&nothing(), Vec2::default()))?;
    rows.push(row)?;
    let k = rows.len() - 1;
    (rows.handles[k], rows.outside[k]) = (handle, what == 2);
    bytes.add_things(weight(rows.forms(k)))
}

/// The row that new bodies are compared with.
fn nothing() -> Row {
    Row {
        placement: Placement::default(),
        layers: Layers::default(),
        looks: std::sync::Arc::default(),
        frame: 0,
        margin: -1,
        rules: Rules::default(),
        data: 0,
        is_swept: false,
        passage: Passage::default(),
    }
}

const AT: u64 = 1;
const ANGLE: u64 = 2;
const SCALE: u64 = 4;
const LOOKS: u64 = 8;
const FRAME: u64 = 16;
const LAYERS: u64 = 32;
const MARGIN: u64 = 64;
const RULES: u64 = 128;
const DATA: u64 = 256;
/// Set if `is_swept` changed.
const SWEPT: u64 = 512;
const PASSAGE: u64 = 1024;
const GROUP: u64 = 2048;

/// Returns which fields differ, compared bit by bit.
fn difference(old: &Row, new: &Row) -> u64 {
    let bits = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
    let bits_of = |layers: Layers| [layers.layer, layers.against];
    let (a, b) = (old.placement, new.placement);
    let differ = [
        (bits(a.at) != bits(b.at), AT),
        (a.angle.to_bits() != b.angle.to_bits(), ANGLE),
        (bits(a.scale) != bits(b.scale), SCALE),
        (!std::sync::Arc::ptr_eq(&old.looks, &new.looks), LOOKS),
        (old.frame != new.frame, FRAME),
        (bits_of(old.layers) != bits_of(new.layers), LAYERS),
        (old.margin != new.margin, MARGIN),
        (old.rules != new.rules, RULES),
        (old.data != new.data, DATA),
        (old.is_swept != new.is_swept, SWEPT),
        (old.passage != new.passage, PASSAGE),
        (old.layers.group != new.layers.group, GROUP),
    ];
    differ.iter().filter(|(differs, _)| *differs).map(|(_, bit)| bit).sum()
}

/// Returns where a body that moves straight on would be.
fn foreseen(at: Vec2, before: Vec2) -> Vec2 {
    Vec2::new(at.x + (at.x - before.x), at.y + (at.y - before.y))
}

fn write_fields(
    out: &mut Writer,
    looks: &mut LooksWritten,
    what: u64,
    (old, before): (&Row, Vec2),
    new: &Row,
) {
    out.number(what);
    if what & AT != 0 {
        let foreseen = foreseen(old.placement.at, before);
        out.near(new.placement.at.x, foreseen.x);
        out.near(new.placement.at.y, foreseen.y);
    }
    if what & ANGLE != 0 {
        out.near(new.placement.angle, old.placement.angle);
    }
    if what & SCALE != 0 {
        out.vec2(new.placement.scale);
    }
    if what & LOOKS != 0 {
        looks.write(out, &new.looks);
    }
    if what & FRAME != 0 {
        out.count(new.frame);
    }
    if what & LAYERS != 0 {
        out.number(new.layers.layer.into());
        out.number(new.layers.against.into());
    }
    if what & MARGIN != 0 {
        out.signed(new.margin.into());
    }
    if what & RULES != 0 {
        let Rules { cooldown, hits_left, invulnerable, leash } = new.rules;
        out.number(cooldown.into());
        out.number(hits_left.map_or(0, |hits| u64::from(hits) + 1));
        out.number(invulnerable);
        out.signed(leash.map_or(-1, i64::from));
    }
    if what & DATA != 0 {
        out.number(new.data);
    }
    if what & PASSAGE != 0 {
        out.byte(new.passage.number());
        if let Passage::OneWay(direction) = new.passage {
            out.vec2(direction);
        }
    }
    if what & GROUP != 0 {
        out.number(new.layers.group.into());
    }
}

fn read_fields(bytes: &mut Reader<'_>, looks: &mut LooksRead, (old, before): (&Row, Vec2)) -> Result<Row> {
    let (what, mut new) = (bytes.number()?, old.clone());
    if what >= 2 * GROUP {
        return Err(bytes.wrong("an unknown code"));
    }
    if what & AT != 0 {
        let foreseen = foreseen(old.placement.at, before);
        new.placement.at = Vec2::new(bytes.near(foreseen.x)?, bytes.near(foreseen.y)?);
    }
    if what & ANGLE != 0 {
        new.placement.angle = bytes.near(old.placement.angle)?;
    }
    if what & SCALE != 0 {
        new.placement.scale = bytes.vec2()?;
    }
    if what & LOOKS != 0 {
        new.looks = looks.read(bytes)?;
    }
    if what & FRAME != 0 {
        new.frame = bytes.small()? as usize;
    }
    if what & LAYERS != 0 {
        new.layers = Layers { layer: bytes.small()?, against: bytes.small()?, ..new.layers };
    }
    if what & MARGIN != 0 {
        new.margin = read_margin(bytes)?;
    }
    if what & RULES != 0 {
        new.rules = read_rules(bytes)?;
    }
    if what & DATA != 0 {
        new.data = bytes.number()?;
    }
    new.is_swept ^= what & SWEPT != 0;
    if what & PASSAGE != 0 {
        new.passage = read_passage(bytes)?;
    }
    if what & GROUP != 0 {
        new.layers.group = bytes.small()?;
    }
    Ok(new)
}

fn read_passage(bytes: &mut Reader<'_>) -> Result<Passage> {
    Ok(match bytes.choice(3)? {
        0 => Passage::Closed,
        1 => Passage::Open,
        _ => Passage::OneWay(read_direction(bytes)?),
    })
}

/// Reads a direction and checks that its length is 1 within rounding.
pub(super) fn read_direction(bytes: &mut Reader<'_>) -> Result<Vec2> {
    let direction = bytes.vec2()?;
    let length = direction.x * direction.x + direction.y * direction.y;
    if (length - 1.0).abs() < 1e-9 {
        Ok(direction)
    } else {
        Err(bytes.wrong("a direction whose length is not 1"))
    }
}

/// Reads a margin, or -1 for none.
fn read_margin(bytes: &mut Reader<'_>) -> Result<i32> {
    let margin = bytes.lattice()?;
    if (-1..=EDGE).contains(&margin) { Ok(margin) } else { Err(bytes.wrong("an invalid margin")) }
}

fn read_rules(bytes: &mut Reader<'_>) -> Result<Rules> {
    let cooldown = bytes.small()?;
    let hits_left = bytes.number()?.checked_sub(1).map(u32::try_from).transpose();
    let hits_left = hits_left.map_err(|_| bytes.wrong("a number of more than 32 bits"))?;
    let invulnerable = bytes.number()?;
    let leash = Some(read_margin(bytes)?).filter(|&leash| leash >= 0);
    Ok(Rules { cooldown, hits_left, invulnerable, leash })
}
