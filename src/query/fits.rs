//! Where a body fits: the same body asked at every position of a grid, at several angles (SPEC 8, `fits`).
//!
//! [`fits`] takes a question. [`Fits`] answers it: with a map of all poses, with the number of free ones, with the first
//! one, or with the nearest one to a point. A pose is free where the body would be in no pair with any other body.
//!
//! # How it is decided
//!
//! Poses are not tested one by one, except where nothing else is exact. All of these give the bits that
//! [`overlaps`](crate::query::overlaps) gives for each pose.
//!
//! | body and obstacle | how |
//! |---|---|
//! | two convex parts | the obstacle less the part, their Minkowski difference: one stretch of positions a row, with exact tests at its ends (`no_fit`) |
//! | sprites; sprite and shape | both as runs of pixels a row. Two runs meet over one run of positions (`runs`) |
//! | the same, where positions are in several places of their pixels and a body is no upright sprite | the same with the pixels that it takes from every place, and from any; what is between is tested pose by pose (`sandwich`) |
//! | points and segments where touching is ignored | pose by pose: only whole bodies know their seams (SPEC 3) |

mod block;

mod grid;
mod map;
mod nearest;
mod no_fit;
mod runs;
mod sandwich;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

pub use grid::PlaceGrid;
pub use map::{FreeMap, FreePose};

pub(crate) use block::{FitObstacle, OverlapRule, Pose};
#[cfg(feature = "gpu")]
pub(crate) use grid::Axis as FitAxis;

use crate::effort::{spend, spend_by};
use crate::error::{At, Cause, Result};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::query::fits::block::{Blockers, reach};
use crate::query::fits::grid::Axis;
use crate::shape::Convex;
use crate::threads::Threads;

/// Asks where a body fits among others. `poses` has the body once for each angle, with its layers; the position at which
/// it is given there does not matter. The bodies that it may be in a pair with are those of `bodies`.
///
/// It is an error where the grid is not valid, where a pose would be beyond the world's edge, or where the body is a tile
/// map.
///
/// ```
/// use std::sync::Arc;
/// use kasuri::query::{self, PlaceGrid, Placed};
/// use kasuri::{mask::Sprite, Mask, Placement, Shape, Touching};
/// // Two posts, 6 px apart, and a plank of 6 x 2 px: lying it fits exactly between them, standing it has room.
/// let post = |x: f64| -> kasuri::Result<Placed> {
///     Ok(Placed::new(Shape::rect([1.0, 9.0])?.place(&Placement::at([x, 0.0]))?, [x, 0.0]))
/// };
/// let posts = [post(-4.0)?, post(4.0)?];
/// let plank = Arc::new(Mask::from_rows(&["######", "######"])?);
/// let turned = |angle: f64| Sprite::place(&plank, &Placement::default().turned(angle), None);
/// let planks = [Placed::new(turned(0.0)?, [0.0, 0.0]), Placed::new(turned(1.5707963267948966)?, [0.0, 0.0])];
/// let places = PlaceGrid::new([-3.0, 0.0], [1.0, 1.0], [7, 1]);
/// let fits = query::fits(&planks, &places, &posts, Touching::Ignored)?;
/// assert_eq!(fits.count(), 1 + 5);
/// let first = fits.first().expect("between the posts");
/// assert_eq!((first.angle, first.at), (0, [0.0, 0.0].into()));
/// assert_eq!(fits.nearest([9.0, 9.0])?.map(|free| (free.angle, free.x)), Some((1, 5)));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias("placement", "free space", "dilation", "configuration space", "no-fit polygon"))]
pub fn fits<'a>(
    poses: &[Placed],
    places: &PlaceGrid,
    bodies: &'a [Placed],
    touching: Touching,
) -> Result<Fits<'a>> {
    fits_by(poses, places, bodies, |_, _| touching)
}

/// Asks the same where touching may count between some bodies only.
pub(crate) fn fits_by<'a>(
    poses: &[Placed],
    places: &PlaceGrid,
    bodies: &'a [Placed],
    touching: impl Fn(&Placed, &Placed) -> Touching,
) -> Result<Fits<'a>> {
    let mut asked = Fits::asked(places, [1.0, 1.0], poses.len())?;
    for (k, body) in poses.iter().enumerate() {
        let place = || format!("poses[{k}]");
        let at = Point::snapped(body.at).at("at").at(place())?;
        let form = body.form.clone().seen_from(at);
        let area = asked.area(&form).at(place())?;
        let mut obstacles = Vec::new();
        let near = |other: &Form| matches!((area, other.bounds()), (Some(a), Some(b)) if a.meets(b));
        for other in bodies.iter().take_while(|_| spend(1)) {
            if body.pairs_with(other) && near(&other.form) {
                let rule = OverlapRule::Usual(touching(body, other));
                obstacles.push(FitObstacle { form: Cow::Borrowed(&other.form), rule });
            }
        }
        asked.angles.push(vec![Pose { form, obstacles }]);
    }
    Ok(asked)
}

/// A question where a body fits, ready to be answered: see [`fits`] and [`World::fits`](crate::World::fits).
///
/// Each answer is computed when it is asked for. [`first`](Fits::first) stops where it finds one.
#[derive(Debug)]
pub struct Fits<'a> {
    places: PlaceGrid,
    factors: [f64; 2],
    axes: [Axis; 2],
    /// For each angle, the body and its regions.
    angles: Vec<Vec<Pose<'a>>>,
    threads: Threads,
    /// What decides the rows in place of the CPU.
    device: Option<Box<dyn FitDevice>>,
}

/// Another executor for the rows of a question.
pub(crate) trait FitDevice: std::fmt::Debug + Send + Sync {
    /// Clears the bits of the poses of an angle that pieces of obstacles block in some rows. Where it fails, bits may be as
    /// they were. Pairs of whole bodies are left to the caller.
    fn clear_blocked(
        &self,
        poses: &[Pose<'_>],
        angle: usize,
        rows: Range<u32>,
        words: &mut [u64],
    ) -> Result<()>;

    /// Returns how many rows it takes at once.
    fn rows(&self) -> u32;
}

/// So many rows for each thread are decided together where not all of them may be needed.
const BAND: u32 = 64;
/// The least number of rows that a thread decides at a time.
const FEW_ROWS: usize = 16;

impl<'a> Fits<'a> {
    /// Makes a question without poses, for so many angles. The caller's coordinates are multiplied by `factors`.
    pub(crate) fn asked(places: &PlaceGrid, factors: [f64; 2], angles: usize) -> Result<Fits<'a>> {
        let axes = places.axes(factors, angles)?;
        Ok(Fits { places: *places, factors, axes, angles: Vec::new(), threads: Threads::ONE, device: None })
    }

    /// Adds the body and its regions at the next angle.
    pub(crate) fn add(&mut self, poses: Vec<Pose<'a>>) {
        self.angles.push(poses);
    }

    /// Sets how many threads share the rows of a map; those of [`query::fits`](crate::query::fits()) are one by default,
    /// those of [`World::fits`](crate::World::fits) the world's. The answers are the same for any number.
    ///
    /// ```
    /// use kasuri::query::{self, PlaceGrid, Placed};
    /// use kasuri::{Placement, Shape, Touching};
    /// let coins = [Placed::new(Shape::circle(2.0)?.place(&Placement::default())?, [0.0, 0.0])];
    /// let places = PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [640, 480]);
    /// let fits = query::fits(&coins, &places, &coins, Touching::Counts)?.threads(2);
    /// assert_eq!(fits.count(), 640 * 480 - 17);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn threads(self, count: usize) -> Fits<'a> {
        self.on(&Threads::new(count))
    }

    /// Lets these threads work.
    pub(crate) fn on(self, threads: &Threads) -> Fits<'a> {
        Fits { threads: threads.clone(), ..self }
    }

    /// Lets a device decide.
    #[cfg(feature = "gpu")]
    pub(crate) fn decide_by(&mut self, device: Box<dyn FitDevice>) {
        self.device = Some(device);
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn axes(&self) -> [Axis; 2] {
        self.axes
    }

    /// Returns the body and its regions, for each angle.
    #[cfg(feature = "gpu")]
    pub(crate) fn poses(&self) -> &[Vec<Pose<'a>>] {
        &self.angles
    }

    /// Returns about how many tests of pairs the CPU's time is worth, and how many a device would make: one for each pose
    /// near an obstacle.
    #[cfg(feature = "gpu")]
    pub(crate) fn tests(&self) -> [f64; 2] {
        let [x, y] = &self.axes;
        let is_whole = x.steps_by_pixels() && y.steps_by_pixels();
        let mut sums = [0.0, 0.0];
        for pose in self.angles.iter().flatten() {
            let Some(ours) = pose.reach() else { continue };
            for (obstacle, theirs) in pose.obstacles.iter().filter_map(|o| Some((o, o.form.bounds()?))) {
                let along = |axis: &Axis, ours: [i32; 2], theirs: [i32; 2]| {
                    let [least, most] = [[theirs[0], ours[1]], [theirs[1], ours[0]]];
                    axis.range((least[0] - least[1]).into(), (most[0] - most[1]).into()).len() as f64
                };
                let columns = along(x, [ours.min.x, ours.max.x], [theirs.min.x, theirs.max.x]);
                let rows = along(y, [ours.min.y, ours.max.y], [theirs.min.y, theirs.max.y]);
                let is_by_rows =
                    is_whole || matches!((&pose.form, &*obstacle.form), (Form::Shape(_), Form::Shape(_)));
                // A row takes about as long as two tests; pose by pose, most are decided by rows, too.
                sums[0] += rows * if is_by_rows { 2.0 } else { 2.0 + columns / 4.0 };
                sums[1] += rows * columns;
            }
        }
        sums
    }

    /// Returns the box that a form may reach as it stands at all positions; an error where it would leave the world. The
    /// form is seen from its position.
    pub(crate) fn area(&self, form: &Form) -> Result<Option<Bounds>> {
        let [[left, right], [top, bottom]] = self.axes.map(|axis| axis.ends());
        match form {
            Form::Tiles(_) => return Err(Cause::TileMapFits.error()),
            Form::Shape(parts) => {
                let core = parts
                    .iter()
                    .map(Convex::core)
                    .reduce(Bounds::union)
                    .unwrap_or(Bounds { min: Point::default(), max: Point::default() });
                core.min.offset(Point::new(left, top))?;
                core.max.offset(Point::new(right, bottom))?;
            }
            Form::Sprite(_) => {}
        }
        Ok(reach(form).map(|Bounds { min, max }| Bounds {
            min: Point::new(left + min.x, top + min.y),
            max: Point::new(right + max.x, bottom + max.y),
        }))
    }

    /// Returns which poses are free.
    pub fn map(&self) -> FreeMap {
        let size = self.places.count;
        // A bit a pose, and a row takes whole words: memory is work.
        let [stride, rows] = [size[0].div_ceil(64), size[1]].map(u64::from);
        let all = stride.saturating_mul(rows).saturating_mul(self.angles.len() as u64);
        if !spend(all.saturating_mul(8)) {
            return FreeMap::all_free(0, size);
        }
        let mut map = FreeMap::all_free(self.angles.len(), size);
        let stride = map.stride();
        let of_angle = stride * size[1] as usize;
        for (angle, words) in map.words_mut().chunks_exact_mut(of_angle).enumerate() {
            self.free_rows(&self.blockers(angle), 0..size[1], words);
        }
        map
    }

    /// Clears the bits of the poses of some rows that are blocked; before, the bits of all poses are set.
    fn free_rows(&self, blockers: &AngleBlockers<'_>, rows: Range<u32>, words: &mut [u64]) {
        let on_device = self.device.as_ref().is_some_and(|device| {
            let AngleBlockers { angle, poses, .. } = *blockers;
            device.clear_blocked(poses, angle, rows.clone(), words).is_ok()
        });
        // Where the device fails, the CPU gives the same answer.
        let blockers = blockers.left(self.axes, on_device);
        let parts = self.threads.parts(rows.len(), FEW_ROWS) as u32;
        let each = (rows.len() as u32).div_ceil(parts).max(1);
        let mut parts: Vec<&mut [u64]> = words.chunks_mut(each as usize * self.stride()).collect();
        self.threads.each(&mut parts, |k, words| {
            let first = rows.start + k as u32 * each;
            block(blockers, first..rows.end.min(first + each), words);
        });
    }

    /// Returns how many poses are free.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        self.each_band(|_, _, words| {
            count += words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            true
        });
        count
    }

    /// Returns the first free pose, in order of angle, row and column.
    pub fn first(&self) -> Option<FreePose> {
        let mut first = None;
        let stride = self.stride();
        self.each_band(|angle, row, words| {
            let found = words.iter().position(|&word| word != 0);
            first = found.map(|k| {
                let x = 64 * (k % stride) as u32 + words[k].trailing_zeros();
                self.free_place(angle, x, row + (k / stride) as u32)
            });
            first.is_none()
        });
        first
    }

    /// Returns the free pose whose snapped position is nearest to a point, the first of them where several are.
    pub fn nearest(&self, to: impl Into<Vec2>) -> Result<Option<FreePose>> {
        let to = to.into();
        let to = Point::snapped([to.x * self.factors[0], to.y * self.factors[1]]).at("to")?;
        Ok(nearest::nearest(self, to).map(|(angle, x, y)| self.free_place(angle, x, y)))
    }

    fn free_place(&self, angle: usize, x: u32, y: u32) -> FreePose {
        FreePose { angle, x, y, at: self.places.place(x, y) }
    }

    fn stride(&self) -> usize {
        self.places.count[0].div_ceil(64) as usize
    }

    fn blockers(&self, angle: usize) -> AngleBlockers<'_> {
        AngleBlockers { angle, poses: &self.angles[angle], all: OnceCell::new(), whole: OnceCell::new() }
    }

    /// Calls `each` with the free poses of a few rows at a time, in order: the angle, the first row, and the words. It ends
    /// where that returns false or the work is used up.
    fn each_band(&self, mut each: impl FnMut(usize, u32, &[u64]) -> bool) {
        let [_, h] = self.places.count;
        let stride = self.stride();
        let band = match &self.device {
            Some(device) => device.rows(),
            None => BAND.saturating_mul(self.threads.count() as u32),
        };
        let band = band.min(h);
        let mut words = vec![0; stride * band as usize];
        for angle in 0..self.angles.len() {
            let blockers = self.blockers(angle);
            for first in (0..h).step_by(band as usize) {
                let rows = first..h.min(first.saturating_add(band));
                let words = &mut words[..stride * rows.len()];
                self.fill_free(words);
                self.free_rows(&blockers, rows, words);
                if !spend_by(|| 8 * words.len() as u64) || !each(angle, first, words) {
                    return;
                }
            }
        }
    }

    /// Sets the bits of all columns in some rows, and clears those past the last column.
    fn fill_free(&self, words: &mut [u64]) {
        words.fill(u64::MAX);
        let (stride, rest) = (self.stride(), self.places.count[0] % 64);
        if rest > 0 {
            words.chunks_exact_mut(stride).for_each(|row| row[stride - 1] = (1 << rest) - 1);
        }
    }
}

/// What blocks the poses of an angle, made when it is first asked for.
struct AngleBlockers<'a> {
    angle: usize,
    poses: &'a [Pose<'a>],
    all: OnceCell<Vec<Blockers<'a>>>,
    whole: OnceCell<Vec<Blockers<'a>>>,
}

impl<'a> AngleBlockers<'a> {
    /// Returns those that the CPU tests: all, or what a device leaves to it.
    fn left(&self, axes: [Axis; 2], on_device: bool) -> &[Blockers<'a>] {
        let (cell, make): (_, fn(&'a Pose<'a>, [Axis; 2]) -> Blockers<'a>) =
            if on_device { (&self.whole, Blockers::of_whole_bodies) } else { (&self.all, Blockers::of) };
        cell.get_or_init(|| self.poses.iter().map(|pose| make(pose, axes)).collect())
    }
}

/// Clears the bits of the poses of some rows that are blocked.
fn block(blockers: &[Blockers<'_>], rows: Range<u32>, words: &mut [u64]) {
    // Blocked poses are set bits here, as are those past the last column.
    words.iter_mut().for_each(|word| *word = !*word);
    blockers.iter().for_each(|blockers| blockers.block(rows.clone(), words));
    words.iter_mut().for_each(|word| *word = !*word);
}
