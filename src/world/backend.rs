//! Who decides a step's candidates. A backend is given integers and gives back which regions overlap and which pairs
//! graze; rules and events are the host's, the same whoever decided (SPEC 4, 6).

use crate::error::Result;
use crate::form::{Form, Layers, Touching};
use crate::lattice::Point;
use crate::query;
use crate::query::exact::Step;
use crate::shape::Convex;
use crate::threads::Threads;
use crate::world::lists::Lists;
use crate::world::pairs::Pairs;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// What is decided: candidates in order, and which touches count between which layers.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) rows: &'a Rows,
    pub(crate) candidates: &'a [[u32; 2]],
    pub(crate) touching: &'a Touches,
    /// Pairs whose grazes nobody asks for, whether they graze or not.
    pub(crate) grazed: Option<&'a Pairs>,
}

/// The raw answer: both lists in order, whatever order they were found in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) overlaps: Vec<Key>,
    pub(crate) grazes: Vec<Key>,
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.overlaps.clear();
        self.grazes.clear();
    }

    /// Adds what was found of the candidates that follow.
    pub(super) fn append_all(&mut self, next: &Found) {
        self.overlaps.extend_from_slice(&next.overlaps);
        self.grazes.extend_from_slice(&next.grazes);
    }
}

/// An executor of a world's steps. Its answer is complete or an error, never a part.
pub(crate) trait Decide: Send + Sync {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// Replaces `found` with the answer.
    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()>;

    /// The same of a whole step, candidates and all, of which it tells how many there were; `None` where it wants to be
    /// given them.
    fn decide_all(
        &mut self,
        rows: &mut Rows,
        touching: &Touches,
        found: &mut Found,
    ) -> Option<Result<usize>> {
        let _ = (rows, touching, found);
        None
    }
}

/// Which touches count between which layers, and where circles are measured otherwise.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    pub(super) usual: Touching,
    /// The last that fits a pair holds.
    pub(super) between: Vec<(u32, u32, Touching)>,
    /// Layers between which circles overlap by the root of their squared radii.
    pub(super) rooted: Vec<(u32, u32)>,
}

impl Touches {
    pub(crate) fn of(&self, a: Layers, b: Layers) -> Touching {
        let fits = |&&(x, y, _): &&(u32, u32, Touching)| are_on(a, b, x, y);
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }

    /// Whether two regions overlap, as it is between their layers.
    pub(super) fn overlap(&self, [a, b]: [Standing<'_>; 2]) -> bool {
        let touching = self.of(a.layers, b.layers);
        self.rooted_overlap([a, b]).unwrap_or_else(|| query::overlap_at(a.form, a.at, b.form, b.at, touching))
    }

    /// Whether two regions that do not overlap are within a margin. (As closed sets circles that are measured otherwise may
    /// overlap: that is near enough.)
    fn graze(&self, [a, b]: [Standing<'_>; 2], margin: i32) -> bool {
        query::come_near(&a.form.standing_at(a.at), &b.form.standing_at(b.at), margin)
    }

    /// `None` but for two circles that are measured otherwise.
    pub(super) fn rooted_overlap(&self, [a, b]: [Standing<'_>; 2]) -> Option<bool> {
        let is_rooted = self.rooted.iter().any(|&(x, y)| are_on(a.layers, b.layers, x, y));
        match (a.form, b.form) {
            (Form::Shape(p), Form::Shape(q)) if is_rooted => circles_meet(p, a.at, q, b.at),
            _ => None,
        }
    }

    /// Of two circles that are measured otherwise: the way from middle to middle, and the sum of their squared radii.
    pub(super) fn rooted_circles(&self, [a, b]: [Standing<'_>; 2]) -> Option<(Step, i64)> {
        let is_rooted = self.rooted.iter().any(|&(x, y)| are_on(a.layers, b.layers, x, y));
        let (Form::Shape(p), Form::Shape(q)) = (a.form, b.form) else { return None };
        let ([p], [q]) = (&p[..], &q[..]) else { return None };
        let ([from], [to]) = (p.vertices(), q.vertices()) else { return None };
        let square = |r: i32| i64::from(r) * i64::from(r);
        let between = Step::between(*from, *to) + Step::between(a.at, b.at);
        is_rooted.then_some((between, square(p.radius()) + square(q.radius())))
    }

    /// Two bodies' regions that may be a pair, in order.
    pub(super) fn region_pairs<'a>(
        &self,
        rows: &'a Rows,
        [a, b]: [u32; 2],
    ) -> impl Iterator<Item = (Key, [Standing<'a>; 2])> + use<'a> {
        let of = move |row: u32| {
            let (row, at) = (row as usize, rows.points[row as usize]);
            let forms = rows.forms(row).iter().enumerate();
            forms.map(move |(k, form)| (k as u8, Standing { form, at, layers: rows.layers_of(row, k) }))
        };
        let all = of(a).flat_map(move |(i, a)| of(b).map(move |(j, b)| ([i, j], [a, b])));
        let pairs = all.filter(|(_, [a, b])| a.layers.pair_with(b.layers));
        pairs.map(move |(regions, pair)| (Key { a, b, regions }, pair))
    }

    /// The first regions of two bodies that graze; no two of them overlap.
    pub(super) fn first_graze(&self, rows: &Rows, bodies: [u32; 2], margin: i32) -> Option<Key> {
        let mut pairs = self.region_pairs(rows, bodies);
        pairs.find(|&(_, pair)| self.graze(pair, margin)).map(|(key, _)| key)
    }

    /// Whether every pair is as usual.
    pub(super) fn is_plain(&self) -> bool {
        self.between.is_empty() && self.rooted.is_empty()
    }
}

/// A region of a body: what it is as seen from where the body stands, and that.
#[derive(Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) form: &'a Form,
    pub(super) at: Point,
    pub(super) layers: Layers,
}

fn are_on(a: Layers, b: Layers, x: u32, y: u32) -> bool {
    a.layer & x != 0 && b.layer & y != 0 || a.layer & y != 0 && b.layer & x != 0
}

/// Whether two circles are nearer than the root of their squared radii; `None` where not both are circles.
fn circles_meet(a: &[Convex], at: Point, b: &[Convex], to: Point) -> Option<bool> {
    let ([a], [b]) = (a, b) else { return None };
    let ([p], [q]) = (a.vertices(), b.vertices()) else { return None };
    let square = |x: i64| i128::from(x) * i128::from(x);
    let gap = |p: i32, at: i32, q: i32, to: i32| i64::from(p) + i64::from(at) - i64::from(q) - i64::from(to);
    let [dx, dy] = [gap(p.x, at.x, q.x, to.x), gap(p.y, at.y, q.y, to.y)];
    Some(square(dx) + square(dy) < square(a.radius().into()) + square(b.radius().into()))
}

/// `query`, on as many threads as pay.
#[derive(Debug, Clone, Default)]
pub(super) struct Cpu {
    threads: Threads,
    lists: Lists,
}

impl Cpu {
    pub(super) fn new(threads: Threads) -> Cpu {
        Cpu { threads, lists: Lists::default() }
    }
}

impl Decide for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()> {
        self.lists.decide(&self.threads, asked, found);
        Ok(())
    }
}
