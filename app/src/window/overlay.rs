//! What is drawn over the scene, as fine as the screen is: boxes, candidate pairs, contacts, graze margins, cells.

use egui::{Color32, LayerId, Painter, Pos2, Rect, Stroke, StrokeKind};
use kasuri::broad::{Boxes, Broad, Grid};
use kasuri::lattice::{Bounds, Point};
use kasuri::{DebugDraw, Handle, Hit, Layers, Seen, Step, Vec2, World};

use crate::draw::Camera;

const BOX: Color32 = Color32::from_rgb(127, 224, 138);
const PAIR: Color32 = Color32::from_rgb(255, 215, 94);
const CONTACT: Color32 = Color32::from_rgb(255, 80, 110);
const NEAR: Color32 = Color32::from_rgb(79, 195, 240);

/// Which of them are wished for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Overlays {
    pub(super) boxes: bool,
    pub(super) pairs: bool,
    pub(super) contacts: bool,
    pub(super) grazes: bool,
    pub(super) cells: bool,
}

impl Overlays {
    pub(super) fn any(self) -> bool {
        self != Overlays::default()
    }

    pub(super) fn draw(self, context: &egui::Context, camera: Camera, world: &World, last: Option<&Step>) {
        let painter = context.layer_painter(LayerId::background());
        let lines = Lines { painter, world, camera, scale: context.pixels_per_point() };
        if self.cells {
            world.debug_draw_cells(&mut Cells(&lines));
        }
        if self.boxes {
            boxes(&lines, world);
        }
        if self.grazes {
            world.debug_draw(&mut Margins(&lines));
        }
        if self.pairs {
            pairs(&lines, world);
        }
        if self.contacts
            && let Some(step) = last
        {
            // What is gone meanwhile is left out; nothing else is refused.
            let _ = world.debug_draw_hits(step, &mut Contacts(&lines));
        }
    }
}

/// Draws on the screen what is somewhere in the world.
struct Lines<'w> {
    painter: Painter,
    world: &'w World,
    camera: Camera,
    scale: f32,
}

impl Lines<'_> {
    /// Where a place of the caller's is on the screen.
    fn at(&self, place: Vec2) -> Pos2 {
        self.at_pixel(self.world.pixels_of(place))
    }

    fn at_pixel(&self, at: Vec2) -> Pos2 {
        let [x, y] = self.camera.seen_at([at.x, at.y]);
        Pos2::new(x as f32 / self.scale, y as f32 / self.scale)
    }

    fn frame(&self, least: Vec2, greatest: Vec2, ink: Color32) {
        self.rect(Rect::from_two_pos(self.at(least), self.at(greatest)), ink);
    }

    fn rect(&self, rect: Rect, ink: Color32) {
        if self.painter.clip_rect().intersects(rect) {
            self.painter.rect_stroke(rect, 0.0, Stroke::new(1.0, ink), StrokeKind::Middle);
        }
    }

    fn line(&self, from: Pos2, to: Pos2, width: f32, ink: Color32) {
        self.painter.line_segment([from, to], Stroke::new(width, ink));
    }
}

fn pixels(p: Point) -> Vec2 {
    Vec2::new(f64::from(p.x) / 256.0, f64::from(p.y) / 256.0)
}

fn boxes(lines: &Lines<'_>, world: &World) {
    for body in world.iter() {
        let regions = body.regions().filter_map(|(_, form, _)| form.bounds());
        for bounds in body.form().bounds().into_iter().chain(regions) {
            let [least, greatest] = [bounds.min, bounds.max].map(|at| lines.at_pixel(pixels(at)));
            lines.rect(Rect::from_two_pos(least, greatest), BOX);
        }
    }
}

/// What a broad phase hands on: pairs of boxes that meet, as far as others graze.
fn pairs(lines: &Lines<'_>, world: &World) {
    let boxes = Grown::of(world);
    let layers: Vec<Layers> = world.iter().map(layers).collect();
    let mut pairs = Vec::new();
    Grid::default().pairs(Boxes::new(&boxes.1, &layers), &mut pairs);
    let middle = |k: u32| {
        let Bounds { min, max } = boxes.1[k as usize];
        let (a, b) = (pixels(min), pixels(max));
        lines.at_pixel(Vec2::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0))
    };
    for [a, b] in pairs {
        lines.line(middle(a), middle(b), 1.0, PAIR);
    }
}

/// Of a body and its regions.
fn layers(body: Seen<'_>) -> Layers {
    let regions = body.regions().map(|(.., layers)| layers);
    regions.fold(body.layers(), |all, on| Layers {
        layer: all.layer | on.layer,
        against: all.against | on.against,
    })
}

/// The boxes that a broad phase sees, a body each, in order.
struct Grown<'w>(&'w World, Vec<Bounds>);

impl Grown<'_> {
    fn of(world: &World) -> Grown<'_> {
        let mut boxes = Grown(world, Vec::new());
        world.debug_draw(&mut boxes);
        boxes
    }

    /// Places of the lattice, which they are.
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

/// The finest cells or nodes, the next coarser ones, and so on.
const CELLS: [Color32; 4] = [
    Color32::from_rgb(92, 106, 168),
    Color32::from_rgb(178, 138, 232),
    Color32::from_rgb(232, 150, 90),
    Color32::from_rgb(236, 236, 250),
];

struct Cells<'l>(&'l Lines<'l>);

impl DebugDraw for Cells<'_> {
    fn cell(&mut self, level: u32, least: Vec2, greatest: Vec2) {
        self.0.frame(least, greatest, CELLS[level as usize % CELLS.len()]);
    }
}

struct Margins<'l>(&'l Lines<'l>);

impl DebugDraw for Margins<'_> {
    fn margin(&mut self, _: Handle, least: Vec2, greatest: Vec2) {
        self.0.frame(least, greatest, NEAR);
    }

    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        self.0.frame(least, greatest, Color32::WHITE);
    }
}

struct Contacts<'l>(&'l Lines<'l>);

impl DebugDraw for Contacts<'_> {
    fn contact(&mut self, _: &Hit, point: Vec2, normal: Vec2, depth: f64) {
        let far = depth.max(4.0);
        let from = self.0.at(point);
        let to = self.0.at(Vec2::new(point.x + normal.x * far, point.y + normal.y * far));
        self.0.line(from, to, 2.0, CONTACT);
        self.0.painter.circle_filled(from, 3.0, CONTACT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{self, Pad};

    #[test]
    fn pairs_are_the_candidates() {
        let mut most = 0;
        for name in ["danmaku", "playground", "stress"] {
            let mut stage = stage::open(name, 1).unwrap();
            (0..900).for_each(|_| stage.step(Pad::default()).unwrap());
            let world = stage.world_mut().unwrap();
            // Nothing moves between this step and the boxes.
            let told = world.step().unwrap().report().candidates;
            let boxes = Grown::of(world);
            let layers: Vec<Layers> = world.iter().map(layers).collect();
            let mut pairs = Vec::new();
            Grid::default().pairs(Boxes::new(&boxes.1, &layers), &mut pairs);
            assert_eq!(pairs.len(), told, "{name}");
            most = most.max(told);
        }
        assert!(most > 500, "{most}");
    }
}
