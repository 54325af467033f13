//! Decides swept pairs: pairs with at least one swept body (SPEC 6). They are taken out of the candidates, decided
//! along their paths, and merged in order into what the backend found.
//!
//! The broad phase uses boxes around the whole paths when any body is swept. Prepared hulls show for most pairs of a circle and a
//! shape that they never meet, or that they overlap from the start; floats show it for most pairs of circles. The CPU executor
//! tests the rest for an overlap at the start, over the columns of where the paths began (`Starts::solids`). Only pairs that do not
//! overlap there are followed along their paths.

use std::iter::{Copied, Peekable};
use std::slice;

use crate::cpu::HitKey;
use crate::cpu::hulls::Hulls;
use crate::cpu::kind::{Kind, circle_of};
use crate::cpu::near_hulls::NearHulls;
use crate::cpu::shares::Shares;
use crate::cpu::{Question, RawHits, Solids, Standing, Touches};
use crate::form::{Form, Moving, Touching};
use crate::kernels::{self, Verdict};
use crate::lattice::{Bounds, Point};
use crate::query::exact::Step;
use crate::query::{self, DiscPath, First};
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::{Threads, stretch};
use crate::world::step::rules::merge;
use crate::world::step::tries::{SweptCovers, Traveller};
use crate::world::table::paths::Starts;
use crate::world::table::rows::Rows;

/// The overlaps at the start that have not been used yet, in order.
type AtStart<'a> = Peekable<Copied<slice::Iter<'a, HitKey>>>;

/// An overlap of a swept pair.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) struct SweptOverlap {
    pub(in crate::world) key: HitKey,
    pub(in crate::world) t: f64,
    /// The start and the end of each body's path.
    pub(in crate::world) paths: [[Point; 2]; 2],
}

/// The working memory for swept pairs, kept between steps.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct SweptPairs {
    starts: Starts,
    /// The candidates with a swept body, and those without.
    swept: Vec<[u32; 2]>,
    rest: Vec<[u32; 2]>,
    /// The swept pairs that the queues test for an overlap at the start.
    asked: Vec<[u32; 2]>,
    /// The overlaps where the paths begin, and the lists that are used to find them.
    at_start: RawHits,
    lists: Shares,
    parts: Vec<SweptPart>,
    /// One for each thread: pixels are found anew in each step, and all pairs of a thread share them.
    covers: Vec<SweptCovers>,
    /// The overlaps of swept pairs, in order.
    pub(in crate::world) met: Vec<SweptOverlap>,
    keys: Vec<HitKey>,
}

/// The results for one part of the swept pairs. Hulls outlast a step, so they belong to a part: the bodies of a part are mostly
/// those of the step before, but another thread may have it.
#[derive(Debug, Clone, Default)]
struct SweptPart {
    hulls: Hulls,
    /// A guess for each pair, and the pairs that must be tested for an overlap at the start.
    guesses: Vec<Guess>,
    asked: Vec<[u32; 2]>,
    met: Vec<SweptOverlap>,
    grazes: Vec<HitKey>,
}

/// The number of pairs that is worth a thread.
const ENOUGH: usize = 512;

impl SweptPairs {
    /// Returns the boxes for the broad phase: those of the paths, grown by the margins.
    pub(in crate::world) fn boxes(&mut self, rows: &Rows) -> &[Bounds] {
        rows.find_starts(&mut self.starts);
        &self.starts.path_bounds
    }

    /// Separates the swept pairs from the others, and drops the others whose boxes are apart. Returns the remaining
    /// others.
    pub(in crate::world) fn part(&mut self, rows: &Rows, candidates: &mut Vec<[u32; 2]>) -> &[[u32; 2]] {
        let SweptPairs { swept, rest, .. } = self;
        swept.clear();
        rest.clear();
        let is_swept = |&[a, b]: &[u32; 2]| rows.sweeps(a as usize) || rows.sweeps(b as usize);
        // A common case: every pair has a swept body.
        if candidates.iter().all(is_swept) {
            swept.extend_from_slice(candidates);
            return rest;
        }
        let stands = |row: u32| rows.bounds[row as usize].grown(rows.margin(row as usize).max(0));
        candidates.retain(|&[a, b]| {
            if is_swept(&[a, b]) {
                swept.push([a, b]);
                return true;
            }
            let meet = stands(a).meets(stands(b));
            if meet {
                rest.push([a, b]);
            }
            meet
        });
        rest
    }

    /// Decides the swept pairs, and merges the results into those of the other pairs. Floats decide most swept pairs;
    /// the queues of a step find which of the rest overlap at the start.
    pub(in crate::world) fn decide(
        &mut self,
        rows: &Rows,
        touching: &Touches,
        threads: &Threads,
        found: &mut RawHits,
    ) {
        let SweptPairs { starts, swept, asked, at_start, lists, parts, covers, met, keys, .. } = self;
        let count = threads.parts(swept.len(), ENOUGH).max(1);
        parts.resize_with(parts.len().max(count), SweptPart::default);
        let workers = threads.at_work().min(count);
        covers.resize_with(covers.len().max(workers), SweptCovers::default);
        let covers = &mut covers[..workers];
        covers.iter_mut().for_each(|covers| covers.clear(rows));
        let pairs_of = |k: usize| &swept[stretch(swept.len(), k, count)];
        let solids = rows.solids();
        threads.each(&mut parts[..count], |k, part| {
            Simd::best().run(Guesses {
                part,
                moving: Paths { rows, solids: &solids, starts },
                touching,
                pairs: pairs_of(k),
            });
        });
        asked.clear();
        parts[..count].iter().for_each(|part| asked.extend_from_slice(&part.asked));
        if !asked.is_empty() {
            rows.find_start_boxes(starts);
        }
        let there = starts.solids(&solids);
        let question = Question { solids: &there, pairs: asked, touching, grazed: None };
        lists.decide(threads, question, at_start);
        if touching.may_ignore() {
            at_start.overlaps.retain(|key| !is_met_by_cells(rows, key));
        }
        let at_start = &at_start.overlaps[..];
        threads.each_with(covers, &mut parts[..count], |k, covers, part| {
            let pairs = pairs_of(k);
            let first = pairs.first().map_or(0, |pair| at_start.partition_point(|key| key.pair() < *pair));
            let moving = Paths { rows, solids: &solids, starts };
            let at_start = &at_start[first..];
            Simd::best().run(DecideSwept { covers, part, moving, touching, pairs, at_start });
        });
        met.clear();
        keys.clear();
        for part in &mut parts[..count] {
            if met.is_empty() {
                std::mem::swap(met, &mut part.met);
            } else {
                met.extend_from_slice(&part.met);
            }
            keys.extend_from_slice(&part.grazes);
        }
        put(keys, &mut found.grazes);
        keys.clear();
        keys.extend(met.iter().map(|met| met.key));
        put(keys, &mut found.overlaps);
    }
}

/// Whether two regions are a tile map with masks and a shape with parts without interior. Such a pair is decided cell by cell along its
/// path (SPEC 6): where touching is ignored, a seam between the masks of two cells is inside the map, but inside none of its cells.
fn is_met_by_cells(rows: &Rows, key: &HitKey) -> bool {
    let form = |row: u32, region: u8| rows.forms(row as usize).get(usize::from(region));
    let is_map = |form: &Form| matches!(form, Form::Tiles(tiles) if tiles.has_masks());
    match [form(key.a, key.regions[0]), form(key.b, key.regions[1])] {
        [Some(p), Some(q)] => is_map(p) && query::has_thin_parts(q) || is_map(q) && query::has_thin_parts(p),
        _ => false,
    }
}

/// Merges keys into a list of keys; both are in order.
fn put(keys: &mut Vec<HitKey>, all: &mut Vec<HitKey>) {
    if all.is_empty() {
        std::mem::swap(keys, all);
    } else {
        merge(all, keys);
    }
}

/// The bodies, and where their paths begin.
#[derive(Clone, Copy)]
struct Paths<'a> {
    rows: &'a Rows,
    solids: &'a Solids<'a>,
    starts: &'a Starts,
}

impl Paths<'_> {
    #[inline(always)]
    fn of(&self, row: u32) -> [Point; 2] {
        [self.starts.points[row as usize], self.rows.points[row as usize]]
    }

    #[inline(always)]
    fn of_both(&self, [a, b]: [u32; 2]) -> [[Point; 2]; 2] {
        [self.of(a), self.of(b)]
    }

    /// Returns the start of the first body relative to that of the second, and the motion of the first relative to
    /// the second.
    #[inline(always)]
    fn relative(&self, pair: [u32; 2]) -> (Point, Step) {
        let paths = self.of_both(pair);
        let ([from_a, _], [from_b, _]) = (paths[0], paths[1]);
        (Point::new(from_a.x - from_b.x, from_a.y - from_b.y), relative(paths))
    }

    /// Whether both bodies fit into the world where their paths begin.
    #[inline(always)]
    fn fit(&self, [a, b]: [u32; 2]) -> bool {
        self.starts.all_fit || self.rows.fits_on_way(a as usize) && self.rows.fits_on_way(b as usize)
    }
}

/// What a quick test says about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guess {
    /// The two overlap at the start.
    AtStart,
    Never,
    /// They do not overlap at the start, or they are two circles of which floats cannot tell. Such pairs are decided one
    /// by one.
    Apart,
    Open,
}

/// The kernel that makes the guesses for some pairs with floats.
struct Guesses<'a> {
    part: &'a mut SweptPart,
    moving: Paths<'a>,
    touching: &'a Touches,
    pairs: &'a [[u32; 2]],
}

impl Kernel for Guesses<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Guesses { part, moving, touching, pairs } = self;
        let rows = moving.rows;
        part.guesses.clear();
        part.asked.clear();
        part.hulls.begin();
        let (is_plain, is_closed) = (touching.is_plain(), touching.usual == Touching::Counts);
        for &[a, b] in pairs {
            let mut guess = Guess::Open;
            if is_plain {
                guess = match [rows.kinds[a as usize], rows.kinds[b as usize]] {
                    [Kind::Circle, Kind::Circle] => guess_circles(moving, [a, b]),
                    [Kind::Circle, other] if is_closed && other.stores_discs() => {
                        part.disc_path(lanes, moving, a, b)
                    }
                    [other, Kind::Circle] if is_closed && other.stores_discs() => {
                        part.disc_path(lanes, moving, b, a)
                    }
                    _ => Guess::Open,
                };
            }
            part.guesses.push(guess);
            if guess == Guess::Open {
                part.asked.push([a, b]);
            }
        }
    }
}

/// The kernel that decides some pairs, after the guesses.
struct DecideSwept<'a> {
    covers: &'a mut SweptCovers,
    part: &'a mut SweptPart,
    moving: Paths<'a>,
    touching: &'a Touches,
    pairs: &'a [[u32; 2]],
    /// The overlaps at the start.
    at_start: &'a [HitKey],
}

impl Kernel for DecideSwept<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let DecideSwept { covers, part, moving, touching, pairs, at_start } = self;
        part.decide(lanes, covers, moving, touching, pairs, at_start);
    }
}

impl SweptPart {
    /// Makes a guess for a circle and a shape with floats.
    #[inline(always)]
    fn disc_path<L: Lanes>(&mut self, lanes: L, moving: Paths<'_>, disc: u32, shape: u32) -> Guess {
        let rows = moving.rows;
        if !moving.fit([disc, shape]) || !self.hulls.pays(moving.solids, shape) {
            return Guess::Open;
        }
        let ([start, end], [from, to]) = (moving.of(disc), moving.of(shape));
        let (middle, radius) = circle_of(rows.bounds[disc as usize]);
        // The center of the circle at the end and at the start, relative to the shape.
        let ends = [middle.x - to.x, middle.y - to.y];
        let starts = [middle.x - end.x + start.x - from.x, middle.y - end.y + start.y - from.y];
        let ([x, y], [to_x, to_y]) = (starts, ends);
        let least = Point::new(x.min(to_x), y.min(to_y));
        let path = Bounds { min: least, max: Point::new(x.max(to_x), y.max(to_y)) }.grown(radius as i32);
        let head = self.hulls.head(lanes, moving.solids, shape);
        let (first, count) = (head.first, head.count);
        let mut guess = Guess::Never;
        let mut near = NearHulls::of(lanes, moving.solids, shape, (first, count), path);
        while let Some(part) = near.next(lanes, &self.hulls) {
            let part = self.hulls.part(part);
            if part.is_disc() {
                return Guess::Open;
            }
            let Point { x, y } = part.origin;
            let (reach, hull) = (radius as f32 + part.radius as f32, self.hulls.of(part.hulls()));
            let starts = [(starts[0] - x) as f32, (starts[1] - y) as f32];
            let ends = [(ends[0] - x) as f32, (ends[1] - y) as f32];
            let (at_start, stays_in_front) = kernels::disc_path_hull(lanes, hull, starts, ends, reach);
            match at_start {
                Verdict::Yes => return Guess::AtStart,
                _ if stays_in_front => {}
                Verdict::No if guess == Guess::Open => {}
                Verdict::No => guess = Guess::Apart,
                Verdict::Unsure => guess = Guess::Open,
            }
        }
        guess
    }

    /// Decides some pairs, one after another; `at_start` contains the overlaps at the start.
    #[inline(always)]
    fn decide<L: Lanes>(
        &mut self,
        lanes: L,
        covers: &mut SweptCovers,
        moving: Paths<'_>,
        touching: &Touches,
        pairs: &[[u32; 2]],
        at_start: &[HitKey],
    ) {
        let rows = moving.rows;
        self.met.clear();
        self.grazes.clear();
        let (is_plain, mut at_start) = (touching.is_plain(), at_start.iter().copied().peekable());
        for (k, &[a, b]) in pairs.iter().enumerate() {
            let before = self.met.len();
            let fits = moving.fit([a, b]);
            // A body that does not fit into the world at its start overlaps nothing there.
            while !fits && at_start.next_if(|key| key.pair() == [a, b]).is_some() {}
            let are_bare = rows.kinds[a as usize].is_bare() & rows.kinds[b as usize].is_bare();
            if is_plain && fits && are_bare {
                let (guess, paths) = (self.guesses[k], moving.of_both([a, b]));
                let (is_met, t) = match guess {
                    Guess::AtStart | Guess::Never => (guess == Guess::AtStart, 0.0),
                    Guess::Open if at_start.next_if(|key| key.a == a && key.b == b).is_some() => (true, 0.0),
                    Guess::Open | Guess::Apart => {
                        let time = bare(lanes, covers, moving, [a, b], touching.usual);
                        (time.is_some(), time.unwrap_or(0.0))
                    }
                };
                // It is always written, and kept only if the two meet: no branch predictor could guess the result.
                self.met.push(SweptOverlap { key: HitKey { a, b, regions: [0, 0] }, t, paths });
                self.met.truncate(before + usize::from(is_met));
            } else {
                lanes.call(RegionsOnWay {
                    covers,
                    part: self,
                    moving,
                    touching,
                    pair: [a, b],
                    at_start: &mut at_start,
                });
            }
            if rows.grazing > 0 && self.met.len() == before {
                self.graze(moving.solids, touching, [a, b]);
            }
        }
    }

    /// Finds whether two bodies that do not overlap on their paths graze at the end.
    #[inline(never)]
    fn graze(&mut self, solids: &Solids<'_>, touching: &Touches, [a, b]: [u32; 2]) {
        let margin = solids.margin(a).max(solids.margin(b));
        if margin >= 0 {
            self.grazes.extend(touching.first_graze(solids, [a, b], margin));
        }
    }
}

/// Returns when two bodies without regions first overlap. Both fit into the world at the start of their paths,
/// and `touching` is the world's usual setting. Circles may overlap at the start; other bodies do not.
#[inline(always)]
fn bare<L: Lanes>(
    lanes: L,
    covers: &mut SweptCovers,
    moving: Paths<'_>,
    [a, b]: [u32; 2],
    touching: Touching,
) -> Option<f64> {
    let rows = moving.rows;
    if moving.solids.are_circles(a, b) {
        return circles_meet(moving, [a, b], touching);
    }
    let ([p, ..], [q, ..]) = (rows.forms(a as usize), rows.forms(b as usize)) else { return None };
    let are_thick = |form: &Form| touching == Touching::Counts || !query::has_thin_parts(form);
    let bare = |row: u32| Traveller::bare(rows, row);
    match (p, q) {
        (Form::Sprite(_), Form::Sprite(_)) => covers.sprites(lanes, [bare(a)?, bare(b)?]),
        (Form::Sprite(_), Form::Shape(parts)) if are_thick(q) => {
            covers.sprite_shape(lanes, [bare(a)?, bare(b)?], parts, touching)
        }
        (Form::Shape(parts), Form::Sprite(_)) if are_thick(p) => {
            covers.sprite_shape(lanes, [bare(b)?, bare(a)?], parts, touching)
        }
        (Form::Sprite(_), Form::Tiles(tiles)) if are_thick(q) => {
            covers.sprite_map(lanes, bare(a)?, (tiles, rows.points[b as usize]), touching)
        }
        (Form::Tiles(tiles), Form::Sprite(_)) if are_thick(p) => {
            covers.sprite_map(lanes, bare(b)?, (tiles, rows.points[a as usize]), touching)
        }
        _ if touching == Touching::Counts => {
            let time = pieces_meet(moving, [a, b], [p, q], (touching, true));
            time.unwrap_or_else(|| forms_meet(moving, [a, b], [p, q], touching))
        }
        _ => forms_meet(moving, [a, b], [p, q], touching),
    }
}

/// Returns when two regions first overlap. They do not overlap at the start.
#[inline(always)]
fn time_of<L: Lanes>(
    lanes: L,
    covers: &mut SweptCovers,
    moving: Paths<'_>,
    touching: &Touches,
    key: HitKey,
    [p, q]: [Standing<'_>; 2],
) -> Option<f64> {
    let (pair, [i, j]) = (key.pair(), key.regions);
    let paths = moving.of_both(pair);
    if let Some((between, square)) = touching.rooted_circles([p, q]) {
        let [from_a, from_b] = [paths[0][0], paths[1][0]];
        let between = between + Step::between(from_a, from_b) - Step::between(p.at, q.at);
        return query::rooted_discs_meet(between, relative(paths), square);
    }
    let touching = touching.of(p.layers, q.layers);
    let are_thick = |form: &Form| touching == Touching::Counts || !query::has_thin_parts(form);
    let of = |row: u32, region: u8| Traveller::region(moving.rows, row, region);
    match (p.form, q.form) {
        _ if !moving.fit(pair) => forms_meet(moving, pair, [p.form, q.form], touching),
        (Form::Sprite(_), Form::Sprite(_)) => covers.sprites(lanes, [of(key.a, i)?, of(key.b, j)?]),
        (Form::Sprite(_), Form::Shape(parts)) if are_thick(q.form) => {
            covers.sprite_shape(lanes, [of(key.a, i)?, of(key.b, j)?], parts, touching)
        }
        (Form::Shape(parts), Form::Sprite(_)) if are_thick(p.form) => {
            covers.sprite_shape(lanes, [of(key.b, j)?, of(key.a, i)?], parts, touching)
        }
        (Form::Sprite(_), Form::Tiles(tiles)) if are_thick(q.form) => {
            covers.sprite_map(lanes, of(key.a, i)?, (tiles, q.at), touching)
        }
        (Form::Tiles(tiles), Form::Sprite(_)) if are_thick(p.form) => {
            covers.sprite_map(lanes, of(key.b, j)?, (tiles, p.at), touching)
        }
        _ => forms_meet(moving, pair, [p.form, q.form], touching),
    }
}

/// The kernel that finds which regions of two bodies overlap on their paths.
struct RegionsOnWay<'a, 'b> {
    covers: &'a mut SweptCovers,
    part: &'a mut SweptPart,
    moving: Paths<'a>,
    touching: &'a Touches,
    pair: [u32; 2],
    at_start: &'a mut AtStart<'b>,
}

impl Kernel for RegionsOnWay<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let RegionsOnWay { covers, part, moving, touching, pair, at_start } = self;
        for (key, regions) in touching.region_pairs(*moving.solids, pair) {
            let time = match at_start.next_if(|first| *first == key) {
                Some(_) => Some(0.0),
                None => time_of(lanes, covers, moving, touching, key, regions),
            };
            part.met.extend(time.map(|t| SweptOverlap { key, t, paths: moving.of_both(pair) }));
        }
    }
}

/// Returns the motion of A relative to B.
fn relative(paths: [[Point; 2]; 2]) -> Step {
    let [[from_a, to_a], [from_b, to_b]] = paths;
    Step::between(from_a, to_a) - Step::between(from_b, to_b)
}

/// Returns the vector between the centers of two circles at the start, the motion of the first relative to the second,
/// and the sum of the radii. The boxes of circles define them completely.
#[inline(always)]
fn circle_path(moving: Paths<'_>, [a, b]: [u32; 2]) -> (Step, Step, i64) {
    let (p, r) = circle_of(moving.rows.bounds[a as usize]);
    let (q, s) = circle_of(moving.rows.bounds[b as usize]);
    let d = relative(moving.of_both([a, b]));
    (Step::between(p, q) + d, d, r + s)
}

/// Makes a guess for two circles with floats.
#[inline(always)]
fn guess_circles(moving: Paths<'_>, pair: [u32; 2]) -> Guess {
    let (between, d, radii) = circle_path(moving, pair);
    match query::disc_path(between, d, radii) {
        DiscPath::Within => Guess::AtStart,
        DiscPath::Away => Guess::Never,
        DiscPath::Unsure => Guess::Apart,
    }
}

/// Returns when two circles first overlap.
#[inline(always)]
fn circles_meet(moving: Paths<'_>, pair: [u32; 2], touching: Touching) -> Option<f64> {
    let (between, d, radii) = circle_path(moving, pair);
    query::discs_meet(between, d, radii, touching)
}

/// Returns when two forms first overlap; each form is relative to its body's position.
#[inline(never)]
fn forms_meet(moving: Paths<'_>, pair: [u32; 2], [p, q]: [&Form; 2], touching: Touching) -> Option<f64> {
    let are_thick = || !query::has_thin_parts(p) && !query::has_thin_parts(q);
    if moving.fit(pair)
        && (touching == Touching::Counts || are_thick())
        && let Some(time) = pieces_meet(moving, pair, [p, q], (touching, false))
    {
        return time;
    }
    let rows = moving.rows;
    let [a, b] = pair.map(|row| rows.points[row as usize]);
    let (p, q) = (p.standing_at(a), q.standing_at(b));
    let [a, b] = [(pair[0], &p), (pair[1], &q)].map(|(row, form)| rows.moving(row as usize, form));
    query::first_met(a, b, touching).map(First::time)
}

/// Returns when two shapes, or a shape and a tile map, first overlap; `None` for other forms, and for a map with masks.
#[inline]
fn pieces_meet(
    moving: Paths<'_>,
    pair: [u32; 2],
    forms: [&Form; 2],
    asked: (Touching, bool),
) -> Option<Option<f64>> {
    let (by, d) = moving.relative(pair);
    let back = || (Point::new(-by.x, -by.y), Step::new(-d.x, -d.y));
    let (parts, tiles, (by, d)) = match forms {
        [Form::Shape(p), Form::Shape(q)] => {
            return Some(query::first_time(p, by, q, d, asked));
        }
        [Form::Shape(parts), Form::Tiles(tiles)] => (parts, tiles, (by, d)),
        [Form::Tiles(tiles), Form::Shape(parts)] => (parts, tiles, back()),
        _ => return None,
    };
    (!tiles.has_masks()).then(|| query::first_time_on_map(parts.pieces(), by, tiles, d, asked))
}

impl Rows {
    /// Whether a body's pairs are decided along the paths.
    #[inline(always)]
    pub(in crate::world) fn sweeps(&self, row: usize) -> bool {
        self.is_swept(row) && !self.kinds[row].is_map()
    }

    /// Whether a body fits into the world where its path begins.
    #[inline(always)]
    pub(in crate::world) fn fits_on_way(&self, row: usize) -> bool {
        let from = self.path_start(row);
        from == self.points[row] || self.form_table.extent(self.forms[row]).fits_at(from)
    }
}

/// Returns the overlap with a key from a list in order.
pub(in crate::world) fn find(met: &[SweptOverlap], key: HitKey) -> Option<&SweptOverlap> {
    met.binary_search_by(|met| met.key.cmp(&key)).ok().map(|k| &met[k])
}

/// The positions where two forms first overlap on their paths.
pub(in crate::world) struct FirstContact {
    pub(in crate::world) at: [Point; 2],
    /// The normal of the surface that is hit, from A to B, if there is one.
    pub(in crate::world) normal: Option<[f64; 2]>,
    /// Whether touches count there.
    pub(in crate::world) touching: Touching,
}

/// Finds how two forms first overlap; both are given at the end of their paths.
pub(in crate::world) fn first(a: Moving<'_>, b: Moving<'_>, touching: Touching) -> Option<FirstContact> {
    Some(match query::first_met(a, b, touching)? {
        First::Try(first) => FirstContact { at: first.at, normal: None, touching },
        First::Touch(touch) => FirstContact {
            at: query::places_at(a, b, touch.t),
            normal: (touch.normal != [0.0, 0.0]).then_some(touch.normal),
            touching: Touching::Counts,
        },
    })
}
