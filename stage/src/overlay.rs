//! What can be drawn over a scene: boxes, candidate pairs, contacts, graze margins, cells. They are given as marks in
//! world pixels; the caller chooses the resolution.
//!
//! egui draws it and the panel at the screen's own resolution, over the enlarged canvas. Without an overlay or panel egui does not
//! run, and the window is the picture of the CPU, pixel for pixel.

use kasuri::broad::{BoxList, Broad, Grid};
use kasuri::lattice::{Bounds, Point};
use kasuri::{
    Handle, Hit, Layers, Step, Vec2, World,
    world::{BodyRef, DebugDraw},
};

use crate::picture::Rgb;

const BOX: Rgb = [127, 224, 138];
const PAIR: Rgb = [255, 215, 94];
const CONTACT: Rgb = [255, 80, 110];
const NEAR: Rgb = [79, 195, 240];
const WALL: Rgb = [255; 3];
/// The colour of the finest cells or nodes, of the next coarser ones, and so on.
const CELLS: [Rgb; 4] = [[92, 106, 168], [178, 138, 232], [232, 150, 90], [236, 236, 250]];

/// Which overlays are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Overlays {
    /// The boxes of bodies and regions.
    pub boxes: bool,
    /// The candidate pairs of the broad phase.
    pub pairs: bool,
    /// Where hits are, and in which direction the bodies separate.
    pub contacts: bool,
    /// How far grazes reach, and the world's bounds.
    pub grazes: bool,
    /// The cells or nodes of the broad phase.
    pub cells: bool,
}

/// A thing to draw, in world pixels. Widths and radii are in screen pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// The edges of a box, one screen pixel wide.
    Frame(Vec2, Vec2, Rgb),
    /// A line of that width.
    Line(Vec2, Vec2, f32, Rgb),
    /// A disc of that radius.
    Dot(Vec2, f32, Rgb),
}

impl Overlays {
    /// Whether any overlay is shown.
    pub fn any(self) -> bool {
        self != Overlays::default()
    }

    /// Returns what each colour of the marks means, for those that are shown.
    pub fn legend(self) -> Vec<(Rgb, &'static str)> {
        let all = [
            (self.boxes, BOX, "boxes of bodies and regions"),
            (self.pairs, PAIR, "candidate pairs"),
            (self.contacts, CONTACT, "where hits are, and the way out"),
            (self.grazes, NEAR, "how far grazes reach"),
            (self.grazes, WALL, "the world's bounds"),
            (self.cells, CELLS[0], "the finest cells or nodes"),
            (self.cells, CELLS[1], "coarser ones"),
            (self.cells, CELLS[2], "coarser still"),
            (self.cells, CELLS[3], "the coarsest"),
        ];
        all.into_iter().filter(|&(is_shown, ..)| is_shown).map(|(_, ink, words)| (ink, words)).collect()
    }

    /// Passes the marks to `show`, back to front.
    pub fn marks(self, world: &World, last: Option<&Step>, show: &mut dyn FnMut(Mark)) {
        let mut marks = Marks { world, show };
        if self.cells {
            world.debug_draw_cells(&mut Cells(&mut marks));
        }
        if self.boxes {
            marks.boxes();
        }
        if self.grazes {
            world.debug_draw(&mut Margins(&mut marks));
        }
        if self.pairs {
            marks.pairs();
        }
        if self.contacts
            && let Some(step) = last
        {
            // Hits of bodies that were removed since are left out; there are no other errors.
            let _ = world.debug_draw_hits(step, &mut Contacts(&mut marks));
        }
    }
}

struct Marks<'w> {
    world: &'w World,
    show: &'w mut dyn FnMut(Mark),
}

impl Marks<'_> {
    /// Draws a box whose corners are in the caller's units.
    fn frame(&mut self, least: Vec2, greatest: Vec2, ink: Rgb) {
        let [least, greatest] = [least, greatest].map(|at| self.world.pixels_of(at));
        (self.show)(Mark::Frame(least, greatest, ink));
    }

    fn boxes(&mut self) {
        for body in self.world.iter() {
            let regions = body.regions().filter_map(|(_, form, _)| form.bounds());
            for Bounds { min, max } in body.form().bounds().into_iter().chain(regions) {
                (self.show)(Mark::Frame(pixels(min), pixels(max), BOX));
            }
        }
    }

    /// Draws the candidate pairs: pairs whose boxes, grown by graze margins, overlap.
    fn pairs(&mut self) {
        let (boxes, pairs) = candidates(self.world);
        let middle = |k: u32| {
            let Bounds { min, max } = boxes[k as usize];
            let (a, b) = (pixels(min), pixels(max));
            Vec2::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0)
        };
        for [a, b] in pairs {
            (self.show)(Mark::Line(middle(a), middle(b), 1.0, PAIR));
        }
    }
}

fn pixels(p: Point) -> Vec2 {
    Vec2::new(f64::from(p.x) / 256.0, f64::from(p.y) / 256.0)
}

/// Returns the boxes that a broad phase gets, and the pairs that it finds.
fn candidates(world: &World) -> (Vec<Bounds>, Vec<[u32; 2]>) {
    let boxes = Grown::of(world).1;
    let layers: Vec<Layers> = world.iter().map(layers).collect();
    let mut pairs = Vec::new();
    Grid::default().pairs(BoxList::new(&boxes, &layers), &mut pairs);
    (boxes, pairs)
}

/// Returns the combined layers of a body and its regions.
fn layers(body: BodyRef<'_>) -> Layers {
    let regions = body.regions().map(|(.., layers)| layers);
    regions.fold(body.layers(), |all, on| Layers {
        layer: all.layer | on.layer,
        against: all.against | on.against,
        group: all.group,
    })
}

/// The boxes that a broad phase gets, one per body, in order.
struct Grown<'w>(&'w World, Vec<Bounds>);

impl Grown<'_> {
    fn of(world: &World) -> Grown<'_> {
        let mut boxes = Grown(world, Vec::new());
        world.debug_draw(&mut boxes);
        boxes
    }

    /// Converts positions to lattice points. They are lattice points already, so nothing is lost.
    fn lattice(&self, least: Vec2, greatest: Vec2) -> Bounds {
        let [a, b] = [least, greatest].map(|at| self.0.pixels_of(at));
        let point = |x: f64, y: f64| Point::new((x * 256.0).round() as i32, (y * 256.0).round() as i32);
        Bounds { min: point(a.x.min(b.x), a.y.min(b.y)), max: point(a.x.max(b.x), a.y.max(b.y)) }
    }
}

impl DebugDraw for Grown<'_> {
    fn bounds(&mut self, _: Handle, least: Vec2, greatest: Vec2) {
        let bounds = self.lattice(least, greatest);
        self.1.push(bounds);
    }

    fn margin(&mut self, _: Handle, least: Vec2, greatest: Vec2) {
        let bounds = self.lattice(least, greatest);
        if let Some(last) = self.1.last_mut() {
            *last = bounds;
        }
    }
}

struct Cells<'m, 'w>(&'m mut Marks<'w>);

impl DebugDraw for Cells<'_, '_> {
    fn cell(&mut self, level: u32, least: Vec2, greatest: Vec2) {
        self.0.frame(least, greatest, CELLS[level as usize % CELLS.len()]);
    }
}

struct Margins<'m, 'w>(&'m mut Marks<'w>);

impl DebugDraw for Margins<'_, '_> {
    fn margin(&mut self, _: Handle, least: Vec2, greatest: Vec2) {
        self.0.frame(least, greatest, NEAR);
    }

    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        self.0.frame(least, greatest, WALL);
    }
}

struct Contacts<'m, 'w>(&'m mut Marks<'w>);

impl DebugDraw for Contacts<'_, '_> {
    fn contact(&mut self, _: &Hit, point: Vec2, normal: Vec2, depth: f64) {
        let far = depth.max(4.0);
        let end = Vec2::new(point.x + normal.x * far, point.y + normal.y * far);
        let [from, to] = [point, end].map(|at| self.0.world.pixels_of(at));
        (self.0.show)(Mark::Line(from, to, 2.0, CONTACT));
        (self.0.show)(Mark::Dot(from, 3.0, CONTACT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::{self, Pad};

    #[test]
    fn pairs_are_the_candidates() {
        let mut most = 0;
        for name in ["danmaku", "playground", "stress"] {
            let mut stage = scenes::open(name, 1).unwrap();
            (0..900).for_each(|_| stage.step(Pad::default()).unwrap());
            let world = stage.world_mut().unwrap();
            // Nothing moves between this step and the boxes.
            let told = world.step().unwrap().report().candidates;
            assert_eq!(candidates(world).1.len(), told, "{name}");
            most = most.max(told);
        }
        assert!(most > 500, "{most}");
    }
}
