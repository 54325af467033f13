//! A moving body, and what may stop it.

use crate::answer::{SpriteStep, SweepHit};
use crate::error::Result;
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::query::{self, First, Motion};
use crate::shape::Tiles;
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::ask::response::exit_direction;
use crate::world::table::index::BoxPath;
use crate::world::table::passage::Passage;
use crate::world::travel::{UNEVEN, along, longer_side};

/// A body while it travels. Its position changes here first; the world is updated at the end.
pub(super) struct Mover<'w> {
    pub(super) world: &'w World,
    row: usize,
    /// The forms of the body and its regions, relative to its position.
    pub(super) forms: Vec<Form>,
    pub(super) at: Vec2,
    /// What may stop it; `None` if its layers decide that.
    filter: Option<Filter>,
    /// What no longer stops it.
    passed: Vec<Name>,
    /// A body that does not stop it.
    passed_row: Option<usize>,
}

/// What stops something: a body, one of its regions, or one of its cells.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Name {
    row: usize,
    region: u8,
    cell: Option<[u32; 2]>,
}

/// Something that may stop a mover or one of its regions.
pub(super) struct Obstacle {
    name: Name,
    /// The region of the mover that it stops.
    pub(super) region: usize,
    pub(super) form: Form,
    /// The direction of the faces that stop the mover, if it is one-way.
    one_way: Option<Vec2>,
}

impl Obstacle {
    pub(super) fn row(&self) -> usize {
        self.name.row
    }

    pub(super) fn one_way(&self) -> Option<Vec2> {
        self.one_way
    }
}

/// A hit of a mover, and the normal of the surface there.
pub(super) struct MoverHit {
    pub(super) met: SweepHit,
    pub(super) normal: Vec2,
    /// Whether one of the two is made of pixels.
    pub(super) has_pixels: bool,
    /// The index of the obstacle.
    pub(super) obstacle: usize,
}

impl<'w> Mover<'w> {
    pub(super) fn new(world: &'w World, row: usize, filter: Option<Filter>) -> Mover<'w> {
        let point = world.rows.points[row];
        // A filter says what stops the body, not what stops its regions.
        let regions = if filter.is_some() { 1 } else { world.rows.forms(row).len() };
        let forms = (0..regions).map(|k| world.rows.form(row, k).seen_from(point)).collect();
        Mover { world, row, forms, at: world.rows.at[row], filter, passed: Vec::new(), passed_row: None }
    }

    /// Lets the mover pass through a body.
    pub(super) fn pass_body(&mut self, row: usize) {
        self.passed_row = Some(row);
    }

    /// Lets everything stop the mover again.
    pub(super) fn stop_passing(&mut self) {
        self.passed.clear();
        self.passed_row = None;
    }

    /// Lets the mover pass through what stopped it.
    pub(super) fn pass(&mut self, obstacles: &[Obstacle], block: &MoverHit) {
        self.passed.push(obstacles[block.obstacle].name);
    }

    /// Whether the region that an obstacle stops is a sprite.
    pub(super) fn is_sprite(&self, obstacle: &Obstacle) -> bool {
        matches!(self.forms[obstacle.region], Form::Sprite(_))
    }

    /// Whether the body or one of its regions is a sprite.
    pub(super) fn has_sprite(&self) -> bool {
        self.forms.iter().any(|form| matches!(form, Form::Sprite(_)))
    }

    fn is_passed(&self, name: Name) -> bool {
        self.passed.contains(&name)
    }

    /// Returns the box around the body and its regions.
    fn bounds(&self, at: Point) -> Option<Bounds> {
        let boxes = self.forms.iter().filter_map(Form::bounds).reduce(Bounds::union);
        boxes.map(|bounds| bounds.translated(at))
    }

    /// Returns what may stop it between here and `to`, and within `around` pixels of that path.
    pub(super) fn obstacles(&self, to: Vec2, around: i32) -> Result<Vec<Obstacle>> {
        let (from, to) = (Point::snapped(self.at)?, Point::snapped(to)?);
        let Some(bounds) = self.bounds(from) else { return Ok(Vec::new()) };
        let line = BoxPath::of_box(from, to, bounds, UNEVEN + 256 * around);
        let mut obstacles = Vec::new();
        for row in self.world.rows_on(line) {
            let is_asked = row != self.row && Some(row) != self.passed_row;
            if is_asked && self.world.rows.passage(row) != Passage::Open {
                self.obstacles_of(row, line, &mut obstacles);
            }
        }
        Ok(obstacles)
    }

    fn obstacles_of(&self, row: usize, line: BoxPath, obstacles: &mut Vec<Obstacle>) {
        let rows = &self.world.rows;
        let is_asked = |region: usize, theirs: usize| match self.filter {
            Some(filter) => {
                rows.layers_of(row, theirs).layer & filter.against != 0
                    && filter.except != Some(rows.handles[row])
            }
            None => rows.layers_of(self.row, region).pair_with(rows.layers_of(row, theirs)),
        };
        for theirs in 0..rows.forms(row).len() {
            let mut form = None;
            for region in (0..self.forms.len()).filter(|&region| is_asked(region, theirs)) {
                let form = form.get_or_insert_with(|| rows.form(row, theirs));
                let name = Name { row, region: theirs as u8, cell: None };
                let one_way = match rows.passage(row) {
                    Passage::OneWay(direction) => Some(direction),
                    _ => None,
                };
                if let Form::Tiles(tiles) = form
                    && (one_way.is_some() || tiles.has_one_way())
                {
                    push_cells(name, region, tiles, one_way, line, obstacles);
                } else {
                    obstacles.push(Obstacle { name, region, form: form.clone(), one_way });
                }
            }
        }
        obstacles.retain(|obstacle| !self.is_passed(obstacle.name));
    }

    /// Whether it is free of all obstacles at a position, except one-way ones.
    pub(super) fn is_free(&self, obstacles: &[Obstacle], at: Vec2) -> Result<bool> {
        let at = Point::snapped(at)?;
        Ok(!obstacles.iter().any(|obstacle| obstacle.one_way.is_none() && self.overlaps(obstacle, at)))
    }

    pub(super) fn overlaps(&self, obstacle: &Obstacle, at: Point) -> bool {
        let form = &self.forms[obstacle.region];
        let is_near =
            |bounds: Bounds| form.bounds().is_some_and(|own| own.grown(UNEVEN).translated(at).meets(bounds));
        obstacle.form.bounds().is_some_and(is_near)
            && query::overlaps(&form.standing_at(at), &obstacle.form, Touching::Counts)
    }

    /// Returns the vector out of the first obstacle that it overlaps; `None` if it is free.
    pub(super) fn out_of_first(&self, obstacles: &[Obstacle]) -> Result<Option<Vec2>> {
        let here = Point::snapped(self.at)?;
        let closed = obstacles.iter().filter(|obstacle| obstacle.one_way.is_none());
        let mut inside = closed.filter(|obstacle| self.overlaps(obstacle, here));
        inside.next().map(|obstacle| self.exit_from(obstacle)).transpose()
    }

    /// Lets the mover pass through everything that it overlaps here.
    pub(super) fn pass_all_here(&mut self) -> Result<()> {
        let here = Point::snapped(self.at)?;
        let obstacles = self.obstacles(self.at, 0)?;
        let inside = obstacles.iter().filter(|obstacle| self.overlaps(obstacle, here));
        let names: Vec<Name> = inside.map(|obstacle| obstacle.name).collect();
        self.passed.extend(names);
        Ok(())
    }

    /// Returns the vector out of an obstacle, in pixels: a little longer than the overlap is deep.
    pub(super) fn exit_from(&self, obstacle: &Obstacle) -> Result<Vec2> {
        let form = self.forms[obstacle.region].standing_at(Point::snapped(self.at)?);
        let Some(contact) = query::contact(&obstacle.form, &form, Touching::Counts) else {
            return Ok(Vec2::default());
        };
        let Vec2 { x, y } = match contact.normal {
            Vec2 { x: 0.0, y: 0.0 } => Vec2::new(0.0, -1.0),
            normal => normal,
        };
        if has_pixels(&obstacle.form) || matches!(form, Form::Sprite(_)) {
            // Sprites move by whole pixels.
            let far = contact.depth.max(1.0);
            let whole = |x: f64| if x.abs() < 1e-9 { 0.0 } else { (x.abs() - 1e-9).ceil().copysign(x) };
            return Ok(Vec2::new(whole(x * far), whole(y * far)));
        }
        Ok(Vec2::new(x, y) * (contact.depth + CLEAR))
    }

    /// Returns the first hit among obstacles on its path to a position. Of several hits at the same time it is the
    /// first in the obstacles' order.
    pub(super) fn first<'a>(
        &self,
        obstacles: impl IntoIterator<Item = &'a Obstacle>,
        from: Vec2,
        to: Vec2,
    ) -> Result<Option<MoverHit>> {
        let motions = self.motions(from, to)?;
        let mut first: Option<MoverHit> = None;
        for (k, obstacle) in obstacles.into_iter().enumerate() {
            let form = &self.forms[obstacle.region].standing_at(motions[obstacle.region].start);
            let motion = &motions[obstacle.region];
            let Some(meeting) = self.meeting(obstacle, form, motion)? else { continue };
            if first.as_ref().is_some_and(|first| first.met.t <= meeting.t) {
                continue;
            }
            let normal = normal_against(form, motion, &meeting, &obstacle.form);
            let lets_through = |direction: Vec2| normal.dot(direction) <= FACING;
            if obstacle.one_way.is_some_and(lets_through) {
                continue;
            }
            let Name { row, region, .. } = obstacle.name;
            let regions = [obstacle.region as u8, region];
            let met = SweepHit { regions, ..meeting.of_body(self.world.rows.handles[row]) };
            let has_pixels = matches!(form, Form::Sprite(_)) || has_pixels(&obstacle.form);
            first = Some(MoverHit { met, normal, has_pixels, obstacle: k });
        }
        Ok(first)
    }

    fn motions(&self, from: Vec2, to: Vec2) -> Result<Vec<Motion>> {
        let start = Point::snapped(from)?;
        self.forms.iter().map(|form| Motion::of(&form.standing_at(start), from, to)).collect()
    }

    pub(super) fn meeting(
        &self,
        obstacle: &Obstacle,
        form: &Form,
        motion: &Motion,
    ) -> Result<Option<SweepHit<()>>> {
        if let Some(direction) = obstacle.one_way {
            let step = motion.vector().to_f64();
            let is_against = Vec2::new(step[0], step[1]).dot(direction) < 0.0;
            if !is_against || query::overlaps(form, &obstacle.form, Touching::Counts) {
                return Ok(None);
            }
        }
        query::sweep_to_still(form, motion, &obstacle.form, self.world.rows.at[obstacle.name.row])
    }

    /// Returns what stops it on the path of a hit. Between two steps of its motion a turned sprite may cover other pixels than at
    /// either step, so everything counts that can stop it, not only the obstacle of the hit.
    pub(super) fn stopping<'a>(
        &self,
        obstacles: &'a [Obstacle],
        to: Vec2,
        block: &MoverHit,
    ) -> Result<Vec<&'a Obstacle>> {
        let here = Point::snapped(self.at)?;
        let stops = |(k, obstacle): &(usize, &Obstacle)| match obstacle.one_way {
            Some(direction) => {
                *k == block.obstacle || (to - self.at).dot(direction) < 0.0 && !self.overlaps(obstacle, here)
            }
            None => true,
        };
        Ok(obstacles.iter().enumerate().filter(stops).map(|(_, obstacle)| obstacle).collect())
    }

    /// Returns the last position before the hit at which it is free of everything, or the start.
    pub(super) fn free_before(&self, obstacles: &[Obstacle], to: Vec2, block: &MoverHit) -> Result<Vec2> {
        let t = block.met.t;
        let stops = self.stopping(obstacles, to, block)?;
        let step = 1.0 / (256.0 * longer_side(self.at, to)).max(1.0);
        let mut back = 0.0;
        while t - back > 0.0 {
            let at = along(self.at, to, t - back);
            let point = Point::snapped(at)?;
            if !stops.iter().any(|obstacle| self.overlaps(obstacle, point)) {
                return Ok(at);
            }
            back = if back == 0.0 { step } else { back * 1.5 };
        }
        Ok(self.at)
    }
}

/// The distance kept from what stopped a mover, in pixels.
pub(super) const CLEAR: f64 = 1.0 / 128.0;

/// A face looks in a direction if the cosine of the angle between its normal and the direction is more than this.
const FACING: f64 = 1e-6;

fn has_pixels(form: &Form) -> bool {
    match form {
        Form::Shape(_) => false,
        Form::Sprite(_) => true,
        Form::Tiles(tiles) => tiles.has_masks(),
    }
}

/// Adds a tile map's one-way cells near the line one by one, and all other cells as one map.
fn push_cells(
    name: Name,
    region: usize,
    tiles: &Tiles,
    one_way: Option<Vec2>,
    line: BoxPath,
    obstacles: &mut Vec<Obstacle>,
) {
    if one_way.is_none() {
        let form = Form::Tiles(tiles.without_one_way());
        obstacles.push(Obstacle { name, region, form, one_way: None });
    }
    let on_line = tiles.cells_near(line.area()).filter(|cell| cell.bounds().is_some_and(|b| line.meets(b)));
    for cell in on_line {
        if let Some(direction) = tiles.one_way(&cell).or(one_way) {
            let name = Name { cell: Some([cell.column, cell.row]), ..name };
            let form = Form::from(&cell.placed().form);
            obstacles.push(Obstacle { name, region, form, one_way: Some(direction) });
        }
    }
}

/// Returns the normal of the surface that a mover hits. It points out of what is hit.
pub(super) fn normal_against(form: &Form, motion: &Motion, meeting: &SweepHit<()>, other: &Form) -> Vec2 {
    if let Some(SpriteStep { number: k, count: n }) = meeting.step {
        return pixel_normal(form, motion, (k, n), other);
    }
    let end = motion.moved(form, motion.end);
    if let Ok(end) = &end {
        let moves = Moving { form: end, from: motion.start, to: motion.end };
        let stays = Moving::still(other, Point::default());
        if let Some(First::Touch(touch)) = query::first_met(moves, stays, Touching::Counts)
            && touch.normal != [0.0, 0.0]
        {
            // The touch's normal points from the mover into the other.
            return Vec2::new(0.0 - touch.normal[0], 0.0 - touch.normal[1]);
        }
    }
    exit_normal(form, motion, meeting, other)
}

/// Returns the direction out of what a mover hits, at the first position at which they overlap (t is rounded).
pub(super) fn exit_normal(form: &Form, motion: &Motion, meeting: &SweepHit<()>, other: &Form) -> Vec2 {
    let vector = motion.vector().to_f64();
    let step = 1.0 / vector[0].abs().max(vector[1].abs()).max(1.0);
    let place = |k: u32| {
        let t = (meeting.t + f64::from(k) * step).min(1.0);
        let along = |from: i32, by: f64| from + (by * t).round() as i32;
        Point::new(along(motion.start.x, vector[0]), along(motion.start.y, vector[1]))
    };
    let there = (0..8).filter_map(|k| motion.moved(form, place(k)).ok());
    let mut there = there.filter(|form| query::overlaps(form, other, Touching::Counts));
    there.next().map_or_else(|| exit_direction(other, form), |form| exit_direction(other, &form))
}

/// Does the same for a sprite: the first of the three tries of a step that overlaps is the hit. If only one axis of
/// the motion is blocked, the normal points against the motion on that axis.
fn pixel_normal(form: &Form, motion: &Motion, (k, n): (u32, u32), other: &Form) -> Vec2 {
    let (here, last) = (motion.place(k, n), motion.place(k.saturating_sub(1), n));
    let tries = [Point::new(here.x, last.y), Point::new(last.x, here.y), here];
    let tried = tries.map(|at| motion.moved(form, at).ok());
    let is_blocked = |form: &Option<Form>| {
        form.as_ref().is_some_and(|form| query::overlaps(form, other, Touching::Counts))
    };
    let [x, y, _] = [0, 1, 2].map(|k| is_blocked(&tried[k]));
    let there = tried.iter().find(|form| is_blocked(form));
    let normal = there.and_then(Option::as_ref).map_or(Vec2::default(), |form| exit_direction(other, form));
    let vector = motion.vector().to_f64();
    let against = |v: f64| if v == 0.0 { 0.0 } else { -v.signum() };
    if x && !y && normal.x * vector[0] >= 0.0 {
        return Vec2::new(against(vector[0]), 0.0);
    }
    if y && !x && normal.y * vector[1] >= 0.0 {
        return Vec2::new(0.0, against(vector[1]));
    }
    normal
}
