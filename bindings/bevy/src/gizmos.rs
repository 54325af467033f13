//! Draws bodies and hits with Bevy's gizmos.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::Gizmos;
use bevy_math::Vec2;
use kasuri::lattice::PixelBox;
use kasuri::world::DebugDraw;
use kasuri::{Handle, Hit, World};

use crate::plugin::KasuriSet;
use crate::resource::Kasuri;

/// Draws bodies with the default gizmos, as [`KasuriGizmos`] says. It needs Bevy's `GizmoPlugin`, one of the default
/// plugins.
#[derive(Debug, Clone, Copy, Default)]
pub struct KasuriGizmosPlugin;

/// The colors of what is drawn. A part with `None` is not drawn; without this resource nothing is drawn.
#[derive(Resource, Debug, Clone)]
pub struct KasuriGizmos {
    /// Whether anything is drawn.
    pub is_on: bool,
    /// Outlines of shapes.
    pub hulls: Option<Color>,
    /// Runs of pixels that sprites and masks cover.
    pub pixels: Option<Color>,
    /// The boxes that the broad phase uses.
    pub boxes: Option<Color>,
    /// The margins within which other bodies graze.
    pub margins: Option<Color>,
    /// Contacts, and the pixels that two sprites both cover.
    pub hits: Option<Color>,
    /// The world's bounds.
    pub walls: Option<Color>,
}

impl Default for KasuriGizmos {
    fn default() -> KasuriGizmos {
        KasuriGizmos {
            is_on: true,
            hulls: Some(Color::srgb(0.3, 1.0, 0.4)),
            pixels: Some(Color::srgba(0.3, 0.8, 1.0, 0.6)),
            boxes: None,
            margins: Some(Color::srgba(1.0, 0.9, 0.3, 0.25)),
            hits: Some(Color::srgb(1.0, 0.3, 0.3)),
            walls: Some(Color::srgb(0.6, 0.6, 0.6)),
        }
    }
}

impl Plugin for KasuriGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<KasuriGizmos>().add_systems(PostUpdate, draw.after(KasuriSet::Tell));
    }
}

fn draw(kasuri: Res<Kasuri>, how: Res<KasuriGizmos>, gizmos: Gizmos) {
    if !how.is_on {
        return;
    }
    let mut drawing = Drawing { gizmos, how: &how, kasuri: &kasuri };
    kasuri.world().debug_draw(&mut drawing);
    if let Some(step) = kasuri.step().filter(|_| how.hits.is_some()) {
        // The hit of a body that has left since cannot be drawn.
        let _ = kasuri.world().debug_draw_hits(step, &mut drawing);
    }
}

struct Drawing<'a, 'w, 's> {
    gizmos: Gizmos<'w, 's>,
    how: &'a KasuriGizmos,
    kasuri: &'a Kasuri,
}

fn f32s(v: kasuri::Vec2) -> Vec2 {
    Vec2::new(v.x as f32, v.y as f32)
}

impl Drawing<'_, '_, '_> {
    fn rect(&mut self, least: kasuri::Vec2, greatest: kasuri::Vec2, color: Option<Color>) {
        if let Some(color) = color {
            let (least, greatest) = (f32s(least), f32s(greatest));
            self.gizmos.rect_2d((least + greatest) / 2.0, greatest - least, color);
        }
    }

    fn run(&mut self, run: PixelBox, color: Option<Color>) {
        let world: &World = self.kasuri.world();
        let [a, b] = [[run.x0, run.y0], [run.x1, run.y1]].map(|corner| world.place_of(corner.map(f64::from)));
        // Up in Bevy is down in pixels.
        let (least, greatest) = (kasuri::Vec2::new(a.x, b.y), kasuri::Vec2::new(b.x, a.y));
        self.rect(least, greatest, color);
    }

    fn is_parked(&self, body: Handle) -> bool {
        self.kasuri.bodies.get(body).is_some_and(|known| known.is_parked)
    }
}

impl DebugDraw for Drawing<'_, '_, '_> {
    fn bounds(&mut self, body: Handle, least: kasuri::Vec2, greatest: kasuri::Vec2) {
        if !self.is_parked(body) {
            self.rect(least, greatest, self.how.boxes);
        }
    }

    fn hull(&mut self, body: Handle, _: u8, vertices: &[kasuri::Vec2], radius: f64) {
        let Some(color) = self.how.hulls.filter(|_| !self.is_parked(body)) else { return };
        self.gizmos.lineloop_2d(vertices.iter().map(|&v| f32s(v)), color);
        if radius > 0.0 {
            for &vertex in vertices {
                self.gizmos.circle_2d(f32s(vertex), radius as f32, color);
            }
        }
    }

    fn pixels(&mut self, _: Handle, _: u8, run: PixelBox) {
        self.run(run, self.how.pixels);
    }

    fn margin(&mut self, body: Handle, least: kasuri::Vec2, greatest: kasuri::Vec2) {
        if !self.is_parked(body) {
            self.rect(least, greatest, self.how.margins);
        }
    }

    fn contact(&mut self, _: &Hit, point: kasuri::Vec2, normal: kasuri::Vec2, depth: f64) {
        if let Some(color) = self.how.hits {
            self.gizmos.circle_2d(f32s(point), 1.5, color);
            self.gizmos.ray_2d(f32s(point), f32s(normal) * depth.max(4.0) as f32, color);
        }
    }

    fn common(&mut self, _: &Hit, run: PixelBox) {
        self.run(run, self.how.hits);
    }

    fn walls(&mut self, least: kasuri::Vec2, greatest: kasuri::Vec2) {
        self.rect(least, greatest, self.how.walls);
    }
}
