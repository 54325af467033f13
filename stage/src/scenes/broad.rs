//! Broad phases next to each other on the same crowd: they find the same pairs, each in its own time.

use std::sync::Arc;
use std::time::Duration;

use kasuri::broad::{BoxList, Broad, Brute, Grid, Tree};
use kasuri::lattice::{Bounds, PixelBox, Point};
use kasuri::{Body, Layers, Step, Vec2, World};

use super::cast::{Cast, GROUND};
use super::pad::{Pad, button};
use super::random::Random;
use super::skin::plain;
use super::table::{Play, Table};
use super::{Dial, Stage};
use crate::broad::{Quadtree, RTree, Sweep};
use crate::clock;
use crate::draw::Drawing;
use crate::picture::{INKS, Rgb};

const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 480, y1: 360 };
/// The size of each view, and the room for words over it.
const VIEW: [i32; 2] = [160, 180];
const COLUMNS: usize = 3;
const WORDS: i32 = 12;
const COUNTS: [usize; 5] = [100, 300, 1000, 3000, 6000];

#[derive(Clone)]
struct Broads {
    cast: Arc<Cast>,
    seed: u64,
    which: usize,
    crowd: Vec<(Vec2, Vec2, f64)>,
    found: Vec<Found>,
    before: Pad,
    pairs: Vec<[u32; 2]>,
}

/// What one broad phase found, its time, and its cells.
#[derive(Clone)]
struct Found {
    name: &'static str,
    pairs: usize,
    took: Duration,
    cells: Vec<Bounds>,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let (cast, mut world) = (Cast::read()?, World::new());
    let (crowd, found, pairs, before) = (Vec::new(), Vec::new(), Vec::new(), Pad::default());
    let mut broads = Broads { cast, seed, which: 1, crowd, found, before, pairs };
    broads.fill(&mut world).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(world, broads)))
}

/// The library's own broad phases in the upper row, and below them those of this crate.
fn broads() -> [Box<dyn Broad>; 6] {
    [
        Box::<Grid>::default(),
        Box::<Tree>::default(),
        Box::new(Brute),
        Box::<Quadtree>::default(),
        Box::new(RTree),
        Box::<Sweep>::default(),
    ]
}

impl Broads {
    fn fill(&mut self, world: &mut World) -> kasuri::Result<()> {
        world.clear();
        let (mut random, count) = (Random::new(self.seed), COUNTS[self.which]);
        let size = libm::sqrt(300.0 / count as f64);
        let [width, height] = VIEW.map(f64::from);
        self.crowd = (0..count)
            .map(|_| {
                let at = Vec2::new(random.between(4.0, width - 4.0), random.between(16.0, height - 4.0));
                let velocity = Vec2::new(random.between(-0.5, 0.5), random.between(-0.5, 0.5));
                (at, velocity, size * random.between(1.5, 4.5))
            })
            .collect();
        let crowd = &self.crowd;
        world.spawn_many(count, |k| Body::circle(crowd[k].2).at(crowd[k].0).data(plain(k)))?;
        Ok(())
    }

    /// Runs each on the same boxes; its time is the shortest of three runs.
    fn compare(&mut self, world: &World) {
        let bounds: Vec<Bounds> = world.iter().filter_map(|body| body.form().bounds()).collect();
        let layers = vec![Layers::default(); bounds.len()];
        self.found.clear();
        for mut broad in broads() {
            let mut best = Duration::MAX;
            for _ in 0..3 {
                let start = clock::now();
                broad.pairs(BoxList::new(&bounds, &layers), &mut self.pairs);
                best = best.min(clock::now().saturating_sub(start));
            }
            let mut cells = Vec::new();
            broad.cells(&mut |level, cell| cells.extend((level == 0).then_some(cell)));
            self.found.push(Found { name: broad.name(), pairs: self.pairs.len(), took: best, cells });
        }
    }
}

impl Play for Broads {
    fn name(&self) -> &'static str {
        "broad"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "[, ]           fewer, more"
    }

    fn dial(&self) -> Option<Dial> {
        Some(Dial { counts: &COUNTS, at: self.which })
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        let before = std::mem::replace(&mut self.before, pad);
        let less = pad.presses(before, button::LESS) && self.which > 0;
        let more = pad.presses(before, button::MORE) && self.which + 1 < COUNTS.len();
        if less || more {
            self.which = if more { self.which + 1 } else { self.which - 1 };
            self.fill(world)?;
        }
        let [width, height] = VIEW.map(f64::from);
        for (at, velocity, r) in &mut self.crowd {
            let bounce = |at: &mut f64, velocity: &mut f64, least: f64, most: f64| {
                *at += *velocity;
                if *at < least && *velocity < 0.0 || *at > most && *velocity > 0.0 {
                    *velocity = -*velocity;
                }
            };
            bounce(&mut at.x, &mut velocity.x, *r, width - *r);
            bounce(&mut at.y, &mut velocity.y, f64::from(WORDS) + *r, height - *r);
        }
        let bodies: Vec<_> = world.bodies().collect();
        let places: Vec<Vec2> = self.crowd.iter().map(|&(at, ..)| at).collect();
        world.set_positions(&bodies, &places)?;
        Ok(true)
    }

    fn react(&mut self, world: &mut World, _: &Step) -> kasuri::Result<()> {
        self.compare(world);
        Ok(())
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing) {
        let cast = &*self.cast;
        drawing.ground(cast.inks(GROUND));
        let mut is_hit = vec![false; self.crowd.len()];
        let rows: std::collections::HashMap<_, _> = world.bodies().zip(0..).collect();
        for hit in last.iter().flat_map(|step| step.hits()) {
            [hit.a, hit.b].iter().filter_map(|body| rows.get(body)).for_each(|&k: &usize| is_hit[k] = true);
        }
        for (view, Found { name, pairs, cells, .. }) in self.found.iter().enumerate() {
            let by = [(view % COLUMNS) as i32 * VIEW[0], (view / COLUMNS) as i32 * VIEW[1]];
            cells.iter().for_each(|&cell| frame(cell, by, cast.ink('d'), drawing));
            for (body, &is_hit) in world.iter().zip(&is_hit) {
                let kasuri::query::Form::Shape(parts) = body.form() else { continue };
                let move_by = Point::new(by[0] * 256, by[1] * 256);
                let moved =
                    parts.iter().map(|part| part.moved_by(move_by)).collect::<kasuri::Result<Vec<_>>>();
                let ink = if is_hit { INKS[view] } else { cast.ink('s') };
                moved
                    .iter()
                    .flatten()
                    .for_each(|part| drawing.body(&kasuri::query::Form::Shape(part.clone().into()), ink));
            }
            let plate = PixelBox { x0: by[0], y0: by[1], x1: by[0] + VIEW[0], y1: by[1] + WORDS - 1 };
            drawing.fill(plate, cast.ink('d'));
            let words = format!("{name}: {} BODIES, {pairs} PAIRS", self.crowd.len());
            drawing.text(&cast.font, &words, [by[0] + 6, by[1] + 3], 1, cast.ink('w'));
        }
        for column in 1..COLUMNS as i32 {
            let x = column * VIEW[0];
            drawing.fill(PixelBox { x0: x - 1, x1: x + 1, ..HOME }, cast.ink('S'));
        }
        drawing.fill(PixelBox { y0: VIEW[1] - 1, y1: VIEW[1] + 1, ..HOME }, cast.ink('S'));
    }

    fn notes(&self) -> Vec<String> {
        let line = |found: &Found| match found.took {
            // A browser's clock has a resolution of a tenth of a millisecond.
            Duration::ZERO => {
                format!("{}: {} pairs in no time that could be measured", found.name, found.pairs)
            }
            took => format!("{}: {} pairs in {took:.1?}", found.name, found.pairs),
        };
        self.found.iter().map(line).collect()
    }

    fn tell(&self) -> String {
        self.found.iter().map(|found| format!("{}: {} pairs\n", found.name, found.pairs)).collect()
    }
}

/// Draws the edges of a cell in a view, one pixel wide, as far as they are inside the view.
fn frame(cell: Bounds, by: [i32; 2], ink: Rgb, drawing: &mut Drawing) {
    let within = |x: i32, most: i32| (x >> 8).clamp(0, most);
    let [x0, x1] = [cell.min.x, cell.max.x].map(|x| within(x, VIEW[0] - 1) + by[0]);
    let [y0, y1] = [cell.min.y, cell.max.y].map(|y| within(y, VIEW[1] - 1) + by[1]);
    drawing.fill(PixelBox { x0, y0, x1: x1 + 1, y1: y0 + 1 }, ink);
    drawing.fill(PixelBox { x0, y0: y1, x1: x1 + 1, y1: y1 + 1 }, ink);
    drawing.fill(PixelBox { x0, y0, x1: x0 + 1, y1: y1 + 1 }, ink);
    drawing.fill(PixelBox { x0: x1, y0, x1: x1 + 1, y1: y1 + 1 }, ink);
}
