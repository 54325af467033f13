//! Pairs of which one is swept (SPEC 6): taken out of the candidates, decided along their ways, and put back among what the
//! backend found, in order.

use crate::form::{Form, Moving, Touching};
use crate::kernels::{self, Asked};
use crate::lattice::{Bounds, Point};
use crate::query::exact::Step;
use crate::query::{self, First};
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::{Threads, stretch};
use crate::world::backend::{Found, Standing, Touches};
use crate::world::kind::{Kind, circle_of};
use crate::world::rows::Rows;
use crate::world::rules::{Key, merge};
use crate::world::tries::Covers;

/// An overlap on the way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Met {
    pub(super) key: Key,
    pub(super) t: f64,
    /// From where to where each of the two went.
    pub(super) ways: [[Point; 2]; 2],
}

/// What is worked in, kept from one step to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct OnWay {
    /// The boxes of ways.
    boxes: Vec<Bounds>,
    /// Candidates of which one is swept, and those of which none is.
    swept: Vec<[u32; 2]>,
    rest: Vec<[u32; 2]>,
    parts: Vec<Part>,
    /// What overlaps on the way, in order.
    pub(super) met: Vec<Met>,
    keys: Vec<Key>,
}

/// What is found among some of the candidates, and what it is found with.
#[derive(Debug, Clone, Default)]
struct Part {
    met: Vec<Met>,
    grazes: Vec<Key>,
    covers: Covers,
}

/// Pairs that are worth a thread.
const ENOUGH: usize = 512;

impl OnWay {
    /// The boxes that candidates are found with: those of the ways, grown by the margins.
    pub(super) fn boxes(&mut self, rows: &Rows) -> &[Bounds] {
        self.boxes.clear();
        self.boxes.extend((0..rows.len()).map(|row| rows.box_of_way(row).grown(rows.margin(row).max(0))));
        &self.boxes
    }

    /// Parts the candidates, and drops those of which none is swept and that are apart where they stand.
    pub(super) fn part(&mut self, rows: &Rows, candidates: &mut Vec<[u32; 2]>) -> &[[u32; 2]] {
        let OnWay { swept, rest, .. } = self;
        swept.clear();
        rest.clear();
        let stands = |row: u32| rows.bounds[row as usize].grown(rows.margin(row as usize).max(0));
        candidates.retain(|&[a, b]| {
            if rows.sweeps(a as usize) || rows.sweeps(b as usize) {
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

    /// Decides the swept ones, and puts what is found among what was found of the others.
    pub(super) fn decide(&mut self, rows: &Rows, touching: &Touches, threads: &Threads, found: &mut Found) {
        let OnWay { swept, parts, met, keys, .. } = self;
        let count = threads.parts(swept.len(), ENOUGH).max(1);
        parts.resize_with(parts.len().max(count), Part::default);
        threads.each(&mut parts[..count], |k, part| {
            let pairs = &swept[stretch(swept.len(), k, count)];
            part.decide(rows, touching, pairs);
        });
        met.clear();
        keys.clear();
        for part in &parts[..count] {
            met.extend_from_slice(&part.met);
            keys.extend_from_slice(&part.grazes);
        }
        merge(&mut found.grazes, keys);
        keys.clear();
        keys.extend(met.iter().map(|met| met.key));
        merge(&mut found.overlaps, keys);
    }
}

impl Part {
    /// Decides some pairs, one after another.
    fn decide(&mut self, rows: &Rows, touching: &Touches, pairs: &[[u32; 2]]) {
        self.met.clear();
        self.grazes.clear();
        self.covers.clear(rows);
        let is_plain = touching.is_plain();
        for &[a, b] in pairs {
            let before = self.met.len();
            let bare = if is_plain { self.bare(rows, [a, b], touching.usual) } else { None };
            match bare {
                Some(None) => {}
                Some(Some(t)) => {
                    self.met.push(Met { key: Key { a, b, regions: [0, 0] }, t, ways: ways(rows, [a, b]) });
                }
                None => self.regions(rows, touching, [a, b]),
            }
            if rows.grazing > 0 && self.met.len() == before {
                self.graze(rows, touching, [a, b]);
            }
        }
    }

    /// When two bodies without regions overlap, where touches are as usual; the outer `None` for all others.
    fn bare(&mut self, rows: &Rows, [a, b]: [u32; 2], touching: Touching) -> Option<Option<f64>> {
        if rows.are_circles(a, b) {
            return Some(circles_meet(rows, [a, b], touching));
        }
        let ([p], [q]) = (rows.forms(a as usize), rows.forms(b as usize)) else { return None };
        let are_thick = |form: &Form| touching == Touching::Counts || !query::has_thin_parts(form);
        Some(match (p, q) {
            (Form::Sprite(_), Form::Sprite(_)) => self.covers.sprites(rows, [a, b]),
            (Form::Sprite(_), Form::Shape(parts)) if rows.fits_on_way(b as usize) && are_thick(q) => {
                self.covers.sprite_shape(rows, [a, b], parts, touching)
            }
            (Form::Shape(parts), Form::Sprite(_)) if rows.fits_on_way(a as usize) && are_thick(p) => {
                self.covers.sprite_shape(rows, [b, a], parts, touching)
            }
            (Form::Shape(p), Form::Shape(q))
                if touching == Touching::Counts
                    && rows.fits_on_way(a as usize)
                    && rows.fits_on_way(b as usize) =>
            {
                shapes_meet([&p[..], &q[..]], ways(rows, [a, b]))
            }
            _ => forms_meet(rows, [a, b], [p, q], touching),
        })
    }

    /// Which regions of two bodies overlap on their ways.
    #[inline(never)]
    fn regions(&mut self, rows: &Rows, touching: &Touches, [a, b]: [u32; 2]) {
        for (key, pair) in touching.region_pairs(rows, [a, b]) {
            let time = time_of(rows, touching, [a, b], pair);
            self.met.extend(time.map(|t| Met { key, t, ways: ways(rows, [a, b]) }));
        }
    }

    /// Whether two bodies that do not overlap on their ways graze in the end.
    #[inline(never)]
    fn graze(&mut self, rows: &Rows, touching: &Touches, [a, b]: [u32; 2]) {
        let margin = rows.margin(a as usize).max(rows.margin(b as usize));
        if margin >= 0 {
            self.grazes.extend(touching.first_graze(rows, [a, b], margin));
        }
    }
}

fn ways(rows: &Rows, pair: [u32; 2]) -> [[Point; 2]; 2] {
    pair.map(|row| [rows.way_from(row as usize), rows.points[row as usize]])
}

/// Two shapes, where every touch counts.
fn shapes_meet([p, q]: [&[Convex]; 2], ways: [[Point; 2]; 2]) -> Option<f64> {
    let ([from_a, _], [from_b, _]) = (ways[0], ways[1]);
    let by = Point::new(from_a.x - from_b.x, from_a.y - from_b.y);
    if Simd::best().run(ShapesMeet(p, q, Point::new(-by.x, -by.y))) {
        return Some(0.0);
    }
    query::first_time(p, by, q, relative(ways), (Touching::Counts, true))
}

/// Two shapes, relative to their positions, and the way from the first position to the second.
struct ShapesMeet<'a>(&'a [Convex], &'a [Convex], Point);

impl Kernel for ShapesMeet<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        kernels::shape_shape(lanes, self.0, self.1, self.2, Asked::overlap(Touching::Counts))
    }
}

/// The way of A as it is seen from B.
fn relative(ways: [[Point; 2]; 2]) -> Step {
    let [[from_a, to_a], [from_b, to_b]] = ways;
    Step::between(from_a, to_a) - Step::between(from_b, to_b)
}

/// Two circles: by their boxes, which tell all of them.
fn circles_meet(rows: &Rows, pair: [u32; 2], touching: Touching) -> Option<f64> {
    if !pair.iter().all(|&row| rows.fits_on_way(row as usize)) {
        return None;
    }
    let ways = ways(rows, pair);
    let [(p, r), (q, s)] = pair.map(|row| circle_of(rows.bounds[row as usize]));
    // From the middle of the one to that of the other when they set out.
    let back = |[from, to]: [Point; 2]| Step::between(to, from);
    let between = Step::between(p, q) + back(ways[1]) - back(ways[0]);
    query::discs_meet(between, relative(ways), r + s, touching)
}

fn time_of(rows: &Rows, touching: &Touches, pair: [u32; 2], [p, q]: [Standing<'_>; 2]) -> Option<f64> {
    let ways = ways(rows, pair);
    if let Some((between, square)) = touching.rooted_circles([p, q]) {
        let [from_a, from_b] = [ways[0][0], ways[1][0]];
        let between = between + Step::between(from_a, from_b) - Step::between(p.at, q.at);
        return query::rooted_discs_meet(between, relative(ways), square);
    }
    forms_meet(rows, pair, [p.form, q.form], touching.of(p.layers, q.layers))
}

/// Two forms of bodies, each seen from where its body stands.
#[inline(never)]
fn forms_meet(rows: &Rows, pair: [u32; 2], [p, q]: [&Form; 2], touching: Touching) -> Option<f64> {
    let ways = ways(rows, pair);
    if let (Form::Shape(a), Form::Shape(b)) = (p, q)
        && pair.iter().all(|&row| rows.fits_on_way(row as usize))
        && (touching == Touching::Counts || !query::has_thin_parts(p) && !query::has_thin_parts(q))
    {
        let ([from_a, _], [from_b, _]) = (ways[0], ways[1]);
        let by = Point::new(from_a.x - from_b.x, from_a.y - from_b.y);
        return query::first_time(a, by, b, relative(ways), (touching, false));
    }
    let [a, b] = pair.map(|row| rows.points[row as usize]);
    let (p, q) = (p.standing_at(a), q.standing_at(b));
    let [a, b] = [(pair[0], &p), (pair[1], &q)].map(|(row, form)| rows.moving(row as usize, form));
    query::first_met(a, b, touching).map(First::time)
}

impl Rows {
    /// Whether a body's pairs are decided along the ways.
    #[inline(always)]
    pub(super) fn sweeps(&self, row: usize) -> bool {
        self.is_swept(row) && self.kinds[row] != Kind::Map
    }

    /// Whether a body could stand where its way begins.
    #[inline(always)]
    pub(super) fn fits_on_way(&self, row: usize) -> bool {
        let from = self.way_from(row);
        from == self.points[row] || self.form_table.extent(self.forms[row]).fits_at(from)
    }
}

/// The overlap with a key among those that were found in order.
pub(super) fn find(met: &[Met], key: Key) -> Option<&Met> {
    met.binary_search_by(|met| met.key.cmp(&key)).ok().map(|k| &met[k])
}

/// Where two forms first overlap on their ways.
pub(super) struct Meeting {
    pub(super) at: [Point; 2],
    /// The normal from A to B, where it is that of a surface that one meets on the way.
    pub(super) normal: Option<[f64; 2]>,
    /// Which touches count there.
    pub(super) touching: Touching,
}

/// How two forms first overlap that stand at the end of their ways.
pub(super) fn first(a: Moving<'_>, b: Moving<'_>, touching: Touching) -> Option<Meeting> {
    Some(match query::first_met(a, b, touching)? {
        First::Try(first) => Meeting { at: first.at, normal: None, touching },
        First::Touch(touch) => Meeting {
            at: query::places_at(a, b, touch.t),
            normal: (touch.normal != [0.0, 0.0]).then_some(touch.normal),
            touching: Touching::Counts,
        },
    })
}
