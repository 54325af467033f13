//! Debug drawing: covered pixels, outlines, margins and bounds, on a canvas item above the others.

use godot::classes::RenderingServer;
use godot::prelude::*;
use kasuri::lattice::PixelBox;
use kasuri::world::DebugDraw;
use kasuri::{Handle, Vec2, World};

use crate::errors::vector2;

/// A layer that a world is drawn on, above its parent's children.
pub(crate) struct DebugLayer {
    item: Rid,
}

impl DebugLayer {
    pub(crate) fn new(parent: Rid) -> DebugLayer {
        let mut server = RenderingServer::singleton();
        let item = server.canvas_item_create();
        server.canvas_item_set_parent(item, parent);
        server.canvas_item_set_z_index(item, 4000);
        DebugLayer { item }
    }

    /// Sets where the world is in the parent.
    pub(crate) fn place(&mut self, world: Transform2D) {
        RenderingServer::singleton().canvas_item_set_transform(self.item, world);
    }

    pub(crate) fn draw(&mut self, world: &World) {
        RenderingServer::singleton().canvas_item_clear(self.item);
        world.debug_draw(&mut Pen { item: self.item });
    }
}

impl Drop for DebugLayer {
    fn drop(&mut self) {
        RenderingServer::singleton().free_rid(self.item);
    }
}

/// Draws into a canvas item.
struct Pen {
    item: Rid,
}

/// The colour of a body or of one of its regions.
fn color(region: u8) -> Color {
    if region == 0 { Color::from_rgba(0.0, 0.6, 0.7, 0.45) } else { Color::from_rgba(1.0, 0.3, 0.2, 0.6) }
}

impl Pen {
    fn line(&mut self, a: Vector2, b: Vector2, color: Color) {
        RenderingServer::singleton().canvas_item_add_line(self.item, a, b, color);
    }

    fn frame(&mut self, least: Vec2, greatest: Vec2, color: Color) {
        let (a, c) = (vector2(least), vector2(greatest));
        let (b, d) = (Vector2::new(c.x, a.y), Vector2::new(a.x, c.y));
        for [from, to] in [[a, b], [b, c], [c, d], [d, a]] {
            self.line(from, to, color);
        }
    }
}

impl DebugDraw for Pen {
    fn hull(&mut self, _: Handle, region: u8, vertices: &[Vec2], radius: f64) {
        let color = color(region);
        let points = || vertices.iter().copied().map(vector2);
        let mut server = RenderingServer::singleton();
        if radius > 0.0 {
            for point in points() {
                server.canvas_item_add_circle(self.item, point, radius as f32, color);
            }
        }
        for (a, b) in points().zip(points().cycle().skip(1)) {
            if radius > 0.0 {
                server.canvas_item_add_line_ex(self.item, a, b, color).width(2.0 * radius as f32).done();
            } else {
                self.line(a, b, Color { a: 1.0, ..color });
            }
        }
        if let ([point], 0.0) = (vertices, radius) {
            server.canvas_item_add_circle(self.item, vector2(*point), 1.0, Color { a: 1.0, ..color });
        }
    }

    fn pixels(&mut self, _: Handle, region: u8, run: PixelBox) {
        let corner = Vector2::new(run.x0 as f32, run.y0 as f32);
        let size = Vector2::new((run.x1 - run.x0) as f32, (run.y1 - run.y0) as f32);
        RenderingServer::singleton().canvas_item_add_rect(self.item, Rect2::new(corner, size), color(region));
    }

    fn margin(&mut self, _: Handle, least: Vec2, greatest: Vec2) {
        self.frame(least, greatest, Color::from_rgba(1.0, 0.8, 0.2, 0.5));
    }

    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        self.frame(least, greatest, Color::from_rgba(0.8, 0.8, 0.8, 0.8));
    }
}
