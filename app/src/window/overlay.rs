//! Draws lines over the scene at the full resolution of the screen.

use egui::{Color32, LayerId, Painter, Pos2, Rect, Stroke, StrokeKind};
use kasuri::{Step, Vec2, World};
use kasuri_stage::overlay::Mark;

use crate::draw::Camera;
use crate::picture::Rgb;

pub(super) use kasuri_stage::overlay::Overlays;

pub(super) fn draw(
    overlays: Overlays,
    context: &egui::Context,
    camera: Camera,
    world: &World,
    last: Option<&Step>,
) {
    let painter = context.layer_painter(LayerId::background());
    let lines = Lines { painter, camera, scale: context.pixels_per_point() };
    overlays.marks(world, last, &mut |mark| lines.draw(mark));
}

/// Draws on the screen at world positions.
struct Lines {
    painter: Painter,
    camera: Camera,
    scale: f32,
}

impl Lines {
    fn draw(&self, mark: Mark) {
        match mark {
            Mark::Frame(least, greatest, ink) => {
                let rect = Rect::from_two_pos(self.at(least), self.at(greatest));
                if self.painter.clip_rect().intersects(rect) {
                    self.painter.rect_stroke(rect, 0.0, Stroke::new(1.0, colour(ink)), StrokeKind::Middle);
                }
            }
            Mark::Line(from, to, width, ink) => {
                let ends = [from, to].map(|at| self.at(at));
                self.painter.line_segment(ends, Stroke::new(width, colour(ink)));
            }
            Mark::Dot(at, r, ink) => {
                self.painter.circle_filled(self.at(at), r, colour(ink));
            }
        }
    }

    /// Returns the screen position of a world position.
    fn at(&self, at: Vec2) -> Pos2 {
        let [x, y] = self.camera.seen_at([at.x, at.y]);
        Pos2::new(x as f32 / self.scale, y as f32 / self.scale)
    }
}

fn colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}
