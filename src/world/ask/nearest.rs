//! The query for the bodies nearest to a position.

use crate::answer::Distance;
use crate::cpu::kind::{Kind, circle_of};
use crate::error::{At, Result};
use crate::form::Form;
use crate::lattice::{Bounds, Point, Vec2};
use crate::query;
use crate::shape::Convex;
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::handle::Handle;
use crate::world::table::index::{Index, Indexed};
use crate::world::table::rows::Rows;
use crate::world::table::scan;

/// A body near a position, with its distance.
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
pub struct Neighbor {
    /// The body.
    pub body: Handle,
    /// The distance to its nearest point; 0 if the body contains the position.
    pub distance: f64,
    /// Its nearest point.
    pub point: Vec2,
}

impl World {
    /// Returns the `count` bodies nearest to a position, the nearest first. Of equally near bodies, the one spawned
    /// first comes first.
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
    pub fn nearest(
        &self,
        to: impl Into<Vec2>,
        count: usize,
        filter: impl Into<Filter>,
    ) -> Result<Vec<Neighbor>> {
        let at = Point::snapped(self.boundary.place_in(to.into())).at("to")?;
        let count = count.min(self.rows.living());
        if count == 0 {
            return Ok(Vec::new());
        }
        let filter = filter.into();
        let except = filter.except.and_then(|body| self.rows.row(body).ok());
        let search = NearestSearch {
            world: self,
            at,
            filter,
            except,
            count,
            near: Vec::with_capacity(count),
            limit: scan::DONE,
        };
        let found = Simd::best().run(search).into_iter();
        Ok(found
            .map(|NearestBody { distance, row, point }| Neighbor {
                body: self.rows.handles[row],
                distance: self.boundary.length_out(distance),
                point: self.boundary.place_out(point.unwrap_or_else(|| self.rows.on_circle(row, at)).into()),
            })
            .collect())
    }
}

/// A body among the nearest ones.
#[derive(Debug, Clone, Copy)]
struct NearestBody {
    /// The distance in pixels.
    distance: f64,
    row: usize,
    /// Its nearest point. For circles it is computed at the end, only for the bodies that are returned.
    point: Option<[f64; 2]>,
}

/// The search and the nearest bodies found so far.
struct NearestSearch<'a> {
    world: &'a World,
    at: Point,
    filter: Filter,
    /// The row of the body that the filter leaves out.
    except: Option<usize>,
    count: usize,
    /// The nearest bodies so far, by distance, then by row.
    near: Vec<NearestBody>,
    /// A box with a greater key is further away than the last of the `count` nearest bodies.
    limit: scan::ScanKey,
}

impl Kernel for NearestSearch<'_> {
    type Out = Vec<NearestBody>;

    #[inline(always)]
    fn run<L: Lanes>(mut self, _: L) -> Vec<NearestBody> {
        let rows = &self.world.rows;
        match rows.index.for_question(rows) {
            Some(index) => self.ask_tree(index),
            None => self.ask_all(),
        }
        self.near
    }
}

/// The number of rows whose keys are computed at a time.
const CHUNK: usize = 256;

impl NearestSearch<'_> {
    /// Looks at all rows, chunk by chunk; in each chunk the nearest boxes come first.
    #[inline(always)]
    fn ask_all(&mut self) {
        let mut first = 0;
        let mut keys = [scan::DONE; CHUNK];
        for boxes in self.world.rows.bounds.chunks(CHUNK) {
            // Fill the keys to a multiple of 64; the extra keys belong to no box.
            let end = boxes.len().next_multiple_of(64);
            keys[boxes.len()..end].fill(scan::DONE);
            scan::keys(boxes, self.at, &mut keys);
            let mut from = 0;
            loop {
                let key = scan::least_from(&keys[..end], from);
                if key > self.limit || key == scan::DONE {
                    break;
                }
                from = key + 1;
                self.offer_row(first + scan::which(key));
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
                self.offer_row(row as usize);
            }
        }
        let mut walk = index.walk(self.at);
        while let Some((Indexed { row, layer, kind }, bounds)) = walk.next(self.limit) {
            self.offer(row as usize, bounds, layer, kind);
        }
    }

    #[inline(always)]
    fn offer_row(&mut self, row: usize) {
        let rows = &self.world.rows;
        self.offer(row, rows.bounds[row], rows.wide[row].layer, rows.kinds[row]);
    }

    /// Looks at a body and keeps it if it is among the nearest.
    #[inline(always)]
    fn offer(&mut self, row: usize, bounds: Bounds, layer: u32, kind: Kind) {
        // (A removed body has no layers.)
        if layer & self.filter.against == 0 || self.except == Some(row) {
            return;
        }
        let found = match kind {
            Kind::Circle => {
                Some(NearestBody { distance: distance_of_circle(bounds, self.at), row, point: None })
            }
            _ => self.world.distance_of(row, self.at, self.filter),
        };
        if let Some(found) = found {
            self.keep(found);
        }
    }

    #[inline(always)]
    fn keep(&mut self, found: NearestBody) {
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

/// Returns the distance of a position from a circle with these bounds, in pixels. It is the same as that of
/// `query::distance`.
#[inline(always)]
fn distance_of_circle(bounds: Bounds, at: Point) -> f64 {
    let (centre, r) = circle_of(bounds);
    // Coordinates differ by at most 2^30, so the squares fit (SPEC 1).
    let [dx, dy] = [i64::from(at.x) - i64::from(centre.x), i64::from(at.y) - i64::from(centre.y)];
    let square = dx * dx + dy * dy;
    if square <= r * r { 0.0 } else { ((square as f64).sqrt() - r as f64).max(0.0) / 256.0 }
}

impl Rows {
    /// Returns the nearest point of a circle.
    fn on_circle(&self, row: usize, at: Point) -> [f64; 2] {
        let (centre, r) = circle_of(self.bounds[row]);
        query::distance_to_circle(centre, r as i32, at).a.into()
    }
}

impl World {
    /// Returns the distance of a position from the nearest region of a body that passes the filter.
    #[inline(never)]
    fn distance_of(&self, row: usize, at: Point, filter: Filter) -> Option<NearestBody> {
        let found = |near: Distance| NearestBody { distance: near.distance, row, point: Some(near.a.into()) };
        // A convex shape without regions needs no allocation.
        if let [Form::Shape(parts)] = self.rows.forms(row)
            && let Some(part) = parts.single()
        {
            let near = |vertices: &[Point]| query::distance_to_convex(vertices, part.radius(), at);
            return Some(found(part.with_moved(self.rows.points[row], near)));
        }
        let place = Form::Shape(Convex::new(vec![at], 0).ok()?.into());
        let forms = self.forms_of(row, filter).filter_map(|(_, form)| query::distance(&form, &place));
        forms.reduce(|best, next| if next.distance < best.distance { next } else { best }).map(found)
    }
}
