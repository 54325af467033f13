//! The bodies nearest to a place.

use crate::answer::Distance;
use crate::error::{At, Result};
use crate::form::Form;
use crate::lattice::{Point, Vec2};
use crate::query;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::World;
use crate::world::filter::Filter;
use crate::world::handle::Handle;
use crate::world::index::Index;
use crate::world::kind::{Kind, circle_of};
use crate::world::rows::Rows;
use crate::world::scan;

/// How near a body is to a place.
///
/// ```
/// use kasuri::{Body, Filter, World};
/// let mut world = World::new();
/// let ball = world.spawn(Body::circle(3.0).at([10.0, 0.0]))?;
/// let near = world.nearest([0.0, 0.0], 1, Filter::ALL)?[0];
/// assert_eq!((near.body, near.distance, near.point.x), (ball, 7.0, 7.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Which body.
    pub body: Handle,
    /// How far its nearest point is; 0 where it contains the place.
    pub distance: f64,
    /// Its nearest point.
    pub point: Vec2,
}

impl World {
    /// The `count` bodies nearest to a place, the nearest first; of those equally near the one spawned first.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(9, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
    /// let near = world.nearest([31.0, 0.0], 2, Filter::ALL)?;
    /// assert_eq!((near[0].body, near[0].distance), (balls[3], 0.0));
    /// assert_eq!((near[1].body, near[1].distance, near[1].point.x), (balls[4], 6.0, 37.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn nearest(&self, to: impl Into<Vec2>, count: usize, filter: impl Into<Filter>) -> Result<Vec<Near>> {
        let at = Point::snapped(self.boundary.place_in(to.into())).at("to")?;
        let count = count.min(self.rows.living());
        if count == 0 {
            return Ok(Vec::new());
        }
        let search = Search {
            world: self,
            at,
            filter: filter.into(),
            count,
            near: Vec::with_capacity(count),
            limit: scan::DONE,
        };
        let found = Simd::best().run(search).into_iter();
        Ok(found
            .map(|Found { distance, row, point }| Near {
                body: self.rows.handles[row],
                distance: self.boundary.length_out(distance),
                point: self.boundary.place_out(point.unwrap_or_else(|| self.rows.on_circle(row, at)).into()),
            })
            .collect())
    }
}

/// A body that is near.
#[derive(Debug, Clone, Copy)]
struct Found {
    /// In pixels.
    distance: f64,
    row: usize,
    /// Its nearest point; of circles it is found last, for those that are told.
    point: Option<[f64; 2]>,
}

/// The nearest so far.
struct Search<'a> {
    world: &'a World,
    at: Point,
    filter: Filter,
    count: usize,
    /// By distance, then by row.
    near: Vec<Found>,
    /// Boxes beyond it are further than the last of `count`.
    limit: scan::Key,
}

impl Kernel for Search<'_> {
    type Out = Vec<Found>;

    #[inline(always)]
    fn run<L: Lanes>(mut self, _: L) -> Vec<Found> {
        let rows = &self.world.rows;
        match rows.index.for_question(&rows.bounds) {
            Some(index) => self.ask_tree(index),
            None => self.ask_all(),
        }
        self.near
    }
}

/// Rows whose keys are held at a time.
const CHUNK: usize = 256;

impl Search<'_> {
    /// Rows one behind another, of each chunk the nearest boxes first.
    #[inline(always)]
    fn ask_all(&mut self) {
        let mut first = 0;
        let mut keys = [scan::DONE; CHUNK];
        for boxes in self.world.rows.bounds.chunks(CHUNK) {
            // Whole words of keys, the last ones of none.
            let end = boxes.len().next_multiple_of(64);
            keys[boxes.len()..end].fill(scan::DONE);
            scan::keys(boxes, self.at, &mut keys);
            loop {
                let key = scan::least(&keys[..end]);
                if key > self.limit || key == scan::DONE {
                    break;
                }
                keys[scan::which(key)] = scan::DONE;
                self.offer(first + scan::which(key));
            }
            first += CHUNK;
        }
    }

    #[inline(always)]
    fn ask_tree(&mut self, index: &Index) {
        let bounds = &self.world.rows.bounds;
        for &row in index.loose() {
            let mut key = [0];
            scan::keys(&bounds[row as usize..=row as usize], self.at, &mut key);
            if key[0] <= self.limit {
                self.offer(row as usize);
            }
        }
        let mut walk = index.walk(self.at);
        while let Some(row) = walk.next(self.limit) {
            self.offer(row);
        }
    }

    /// Looks at a body; keeps it where it is among the nearest.
    #[inline(always)]
    fn offer(&mut self, row: usize) {
        let rows = &self.world.rows;
        // (The layers of a body that is gone are none.)
        if rows.wide[row].layer & self.filter.against == 0 || self.filter.except == Some(rows.handles[row]) {
            return;
        }
        let found = match rows.kinds[row] {
            Kind::Circle => Some(Found { distance: rows.distance_of_circle(row, self.at), row, point: None }),
            _ => self.world.distance_of(row, self.at, self.filter),
        };
        if let Some(found) = found {
            self.keep(found);
        }
    }

    #[inline(always)]
    fn keep(&mut self, found: Found) {
        let mut at = self.near.len();
        while at > 0 {
            let other = &self.near[at - 1];
            if other.distance < found.distance || (other.distance == found.distance && other.row < found.row)
            {
                break;
            }
            at -= 1;
        }
        if at == self.count {
            return;
        }
        if self.near.len() == self.count {
            self.near.pop();
        }
        self.near.insert(at, found);
        if self.near.len() == self.count {
            self.limit = scan::limit(self.near[self.count - 1].distance);
        }
    }
}

impl Rows {
    /// How far a place is from a circle, in pixels: what `query::distance` says.
    #[inline(always)]
    fn distance_of_circle(&self, row: usize, at: Point) -> f64 {
        let (centre, r) = circle_of(self.bounds[row]);
        // Coordinates differ by at most 2^30: the squares fit (SPEC 1).
        let [dx, dy] = [i64::from(at.x) - i64::from(centre.x), i64::from(at.y) - i64::from(centre.y)];
        let square = dx * dx + dy * dy;
        if square <= r * r { 0.0 } else { ((square as f64).sqrt() - r as f64).max(0.0) / 256.0 }
    }

    /// The nearest point of a circle.
    fn on_circle(&self, row: usize, at: Point) -> [f64; 2] {
        let (centre, r) = circle_of(self.bounds[row]);
        query::distance_to_convex(&[centre], r as i32, at).a
    }
}

impl World {
    /// How far a place is from the nearest region of a body that is asked about.
    #[inline(never)]
    fn distance_of(&self, row: usize, at: Point, filter: Filter) -> Option<Found> {
        let found = |near: Distance| Found { distance: near.distance, row, point: Some(near.a) };
        // A convex shape without regions needs no memory.
        if let [Form::Shape(parts)] = self.rows.forms(row)
            && let [part] = &parts[..]
        {
            let near = |vertices: &[Point]| query::distance_to_convex(vertices, part.radius(), at);
            return Some(found(part.with_moved(self.rows.points[row], near)));
        }
        let place = Form::Shape(Convex::new(vec![at], 0).ok()?.into());
        let forms = self.forms_of(row, filter).filter_map(|(_, form)| query::distance(&form, &place));
        forms.reduce(|best, next| if next.distance < best.distance { next } else { best }).map(found)
    }
}
