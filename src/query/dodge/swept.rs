//! Threats that move during a step, against a player that moves too (SPEC 6, "Swept bodies").
//!
//! A player that ends a move by m at a position, and a body that goes from P to Q: seen from where the player ends, the body
//! goes from P + m to Q. So for each move the positions at which the player is hit are those of a player that stands.
//!
//! - Two shapes: a convex part that glides along a straight path covers the hull of both ends. That hull is an obstacle like
//!   any other.
//! - A sprite with anything: SPEC 6 tries a few placements of both bodies. Each is a standing obstacle and a player whose
//!   positions are all moved by the same vector.
//! - What neither knows, such as points and segments where touching is ignored, is decided position by position.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::error::Result;
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, EDGE, Point, UNITS};
use crate::query::dodge::grid::DodgeGrid;
use crate::query::dodge::place_map::{PlaceMap, PlaceWindow};
use crate::query::dodge::threats::{PlayerRegion, fit};
use crate::query::exact::Step;
use crate::query::piece::EVERYWHERE;
use crate::query::tries::Tries;
use crate::query::{FitObstacle, OverlapRule, Pose, first_met, has_thin_parts, rooted_discs_meet};
use crate::shape::Convex;
use crate::threads::Threads;

/// A body that moves along a path; its form is that at the end.
#[derive(Debug)]
pub(super) struct SweptThreat<'a> {
    pub(super) form: Cow<'a, Form>,
    pub(super) path: [Point; 2],
    pub(super) rule: OverlapRule,
}

/// Obstacles by the vector by which the player's positions are moved, as (x, y).
type ByShift<'f> = BTreeMap<(i32, i32), Vec<FitObstacle<'f>>>;

impl SweptThreat<'_> {
    /// Removes the positions at which a region of the player is hit if it ends a move there.
    pub(super) fn block(
        region: &PlayerRegion<'_>,
        grid: &DodgeGrid,
        window: PlaceWindow,
        by: [i64; 2],
        free: &mut PlaceMap,
        threads: &Threads,
    ) -> Result<()> {
        let mut standing = ByShift::new();
        let around = reach(region);
        let cells = cells_of_maps(region, grid, window, by);
        for threat in region.swept.iter().filter(|threat| !is_split(region, threat)).chain(&cells) {
            let Some(bounds) = threat.path_bounds(by) else { continue };
            let Some(near) = positions_near(grid, around, bounds).and_then(|near| near.common(window)) else {
                continue;
            };
            if !threat.add_placements(&region.form, by, &mut standing) {
                threat.block_each(&region.form, grid, near, by, free);
            }
        }
        for ((x, y), obstacles) in standing {
            let all = obstacles.iter().filter_map(|obstacle| obstacle.form.bounds()).reduce(Bounds::union);
            let Some(all) = all else { continue };
            let shift = Point::new(x, y);
            let grown = i64::from(x.unsigned_abs().max(y.unsigned_abs()));
            let near = positions_near(grid, around, wide(all).map(|[a, b]| [a - grown, b + grown]));
            let Some(near) = near.and_then(|near| near.common(window)) else { continue };
            let pose = Pose { form: region.form.clone(), obstacles };
            let map = fit(grid, near, shift, pose, threads)?;
            free.put(near, &map, |word, free| *word &= free);
        }
        Ok(())
    }

    /// Returns the box that the body passes as the player sees it that ends a move there: along x and along y.
    fn path_bounds(&self, by: [i64; 2]) -> Option<[[i64; 2]; 2]> {
        let [from, to] = self.path;
        // What a sprite covers shifts by up to a pixel with its place in a pixel.
        let ends = wide(self.form.bounds()?.grown(UNITS));
        let moved = [i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y)];
        let along = |k: usize| {
            let [least, most] = ends[k];
            let back = by[k] - if matches!(&*self.form, Form::Tiles(_)) { 0 } else { moved[k] };
            [least.min(least + back), most.max(most + back)]
        };
        Some([along(0), along(1)])
    }

    /// Adds what the body covers on its path as obstacles that stand. Returns whether that is possible.
    fn add_placements<'f>(&'f self, player: &'f Form, by: [i64; 2], all: &mut ByShift<'f>) -> bool {
        let OverlapRule::Usual(touching) = self.rule else { return false };
        if touching == Touching::Ignored && (has_thin_parts(player) || has_thin_parts(&self.form)) {
            return false;
        }
        match (player, &*self.form) {
            (Form::Shape(_), Form::Shape(parts)) => {
                let Some(hulls) = self.hulls(parts, by) else { return false };
                let form = Cow::Owned(Form::Shape(hulls.into()));
                all.entry((0, 0)).or_default().push(FitObstacle { form, rule: self.rule });
                true
            }
            (Form::Shape(_), Form::Tiles(_)) => false,
            _ => self.add_tries(by, all),
        }
    }

    /// Returns each part drawn out along the path, as the player sees it; `None` where one is larger than a shape may be.
    fn hulls(&self, parts: &[Convex], by: [i64; 2]) -> Option<Vec<Convex>> {
        let [from, to] = self.path;
        let back = Point::new(
            i32::try_from(i64::from(from.x) + by[0] - i64::from(to.x)).ok()?,
            i32::try_from(i64::from(from.y) + by[1] - i64::from(to.y)).ok()?,
        );
        let drawn_out = parts.iter().map(|part| {
            let start = part.vertices().iter().map(|v| v.offset(back).ok());
            let mut points: Vec<Point> = start.collect::<Option<_>>()?;
            points.extend_from_slice(part.vertices());
            Convex::new(points, part.radius()).ok()
        });
        drawn_out.collect()
    }

    /// Adds the placements that are tried where one of the two is a sprite.
    fn add_tries<'f>(&'f self, by: [i64; 2], all: &mut ByShift<'f>) -> bool {
        let Some(start) = lattice_point([-by[0], -by[1]]) else { return false };
        let path = match &*self.form {
            Form::Tiles(tiles) => [tiles.at(); 2],
            _ => self.path,
        };
        let mut tries = Tries::new([[start, Point::default()], path], [EVERYWHERE, EVERYWHERE]);
        let mut last = None;
        while let Some(next) = tries.next() {
            if last == Some(next.at) {
                continue;
            }
            last = Some(next.at);
            let [shift, at] = next.at;
            let form = match &*self.form {
                form @ Form::Tiles(_) => Cow::Borrowed(form),
                Form::Sprite(sprite) => Cow::Owned(Form::Sprite(sprite.moved_to(at))),
                Form::Shape(parts) => {
                    let back = Point::new(at.x - path[1].x, at.y - path[1].y);
                    let Ok(parts) = parts.moved_by(back) else { return false };
                    Cow::Owned(Form::Shape(parts))
                }
            };
            all.entry((shift.x, shift.y)).or_default().push(FitObstacle { form, rule: self.rule });
        }
        true
    }

    /// Removes positions one by one.
    fn block_each(
        &self,
        player: &Form,
        grid: &DodgeGrid,
        near: PlaceWindow,
        by: [i64; 2],
        free: &mut PlaceMap,
    ) {
        let Some([dx, dy]) = lattice_point(by).map(|by| [by.x, by.y]) else { return };
        let (stride, [left, right]) = (free.stride(), near.columns(grid.size[0]));
        for y in near.rows[0]..near.rows[1] {
            for x in (left..right).take_while(|_| crate::effort::spend(64)) {
                let (k, bit) = (y as usize * stride + x as usize / 64, 1_u64 << (x % 64));
                let to = grid.point([x, y]);
                if free.words()[k] & bit != 0 && self.hits(player, [Point::new(to.x - dx, to.y - dy), to]) {
                    free.words_mut()[k] &= !bit;
                }
            }
        }
    }

    /// Whether the body hits a player that moves along a path; `player` is seen from its position.
    fn hits(&self, player: &Form, [from, to]: [Point; 2]) -> bool {
        let player = player.standing_at(to);
        let ours = Moving { form: &player, from, to };
        let theirs = Moving { form: &self.form, from: self.path[0], to: self.path[1] }.of_its_kind();
        match self.rule {
            OverlapRule::Usual(touching) => first_met(ours, theirs, touching).is_some(),
            OverlapRule::Rooted => are_rooted_on_way(ours, theirs),
        }
    }
}

/// Whether a threat is a tile map whose cells are asked one by one, because each is of its own kind. Only whole maps know
/// their seams.
fn is_split(region: &PlayerRegion<'_>, threat: &SweptThreat<'_>) -> bool {
    let knows_seams = threat.rule == OverlapRule::Usual(Touching::Ignored) && has_thin_parts(&region.form);
    matches!((&region.form, &*threat.form), (Form::Shape(_), Form::Tiles(_))) && !knows_seams
}

/// Returns the cells of tile maps that a region may meet, as threats that stand.
fn cells_of_maps(
    region: &PlayerRegion<'_>,
    grid: &DodgeGrid,
    window: PlaceWindow,
    by: [i64; 2],
) -> Vec<SweptThreat<'static>> {
    let mut cells = Vec::new();
    for threat in region.swept.iter().filter(|threat| is_split(region, threat)) {
        let Form::Tiles(tiles) = &*threat.form else { continue };
        let Some(near) = grid.passed(window, reach(region), by) else { continue };
        cells.extend(tiles.cells_near(near).map(|cell| {
            let form = Cow::Owned(Form::from(&cell.placed().form));
            SweptThreat { form, path: [cell.corner; 2], rule: threat.rule }
        }));
    }
    cells
}

/// Whether two circles that move come nearer than the root of the sum of their squared radii.
fn are_rooted_on_way(ours: Moving<'_>, theirs: Moving<'_>) -> bool {
    let (Form::Shape(p), Form::Shape(q)) = (ours.form, theirs.form) else { return false };
    let (Some(p), Some(q)) = (p.single(), q.single()) else { return false };
    let square = |x: i32| i64::from(x) * i64::from(x);
    let (a, b) = (Step::between(ours.from, ours.to), Step::between(theirs.from, theirs.to));
    // From centre to centre at the start of both paths.
    let between = Step::between(p.vertices()[0], q.vertices()[0]) + a - b;
    rooted_discs_meet(between, a - b, square(p.radius()) + square(q.radius())).is_some()
}

/// Returns the box that a region of the player may reach around its position.
fn reach(region: &PlayerRegion<'_>) -> [[i64; 2]; 2] {
    let bounds = region.form.bounds().map(|bounds| bounds.grown(UNITS));
    bounds.map_or([[0, 0]; 2], wide)
}

/// Returns the window of positions from which something around the player meets a box.
fn positions_near(grid: &DodgeGrid, [x, y]: [[i64; 2]; 2], near: [[i64; 2]; 2]) -> Option<PlaceWindow> {
    let [[left, right], [top, bottom]] = near;
    grid.between([left - x[1], top - y[1]], [right - x[0], bottom - y[0]])
}

fn wide(bounds: Bounds) -> [[i64; 2]; 2] {
    let Bounds { min, max } = bounds;
    [[min.x.into(), max.x.into()], [min.y.into(), max.y.into()]]
}

/// Returns a vector as a point; `None` where it is longer than the world.
fn lattice_point(by: [i64; 2]) -> Option<Point> {
    let is_short = by.iter().all(|x| x.abs() <= i64::from(EDGE));
    is_short.then(|| Point::new(by[0] as i32, by[1] as i32))
}
