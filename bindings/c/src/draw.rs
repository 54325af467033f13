//! Debug drawing: a world tells a renderer what to draw, by callbacks.

use std::ffi::c_void;

use kasuri::lattice::PixelBox;
use kasuri::{DebugDraw, Handle, Hit, Step, Vec2};

use crate::border::{Done, Refusal, border};
use crate::pointers::given;
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_hit, kasuri_pixel_box, kasuri_vec2, kasuri_world};
use crate::world::ask;

/// What a renderer can draw of a world. Each callback draws one thing; NULL where it does not want it. All get `context`.
/// Callbacks may ask the world, and change other objects; to change the world is refused as busy. None may throw over the
/// border, or jump.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_debug_draw {
    /// The first argument of every callback.
    pub context: *mut c_void,
    /// One side of a body's outline, and all within a radius of it. A point is a side of no length. Region 0 is the body itself.
    pub segment: Option<
        extern "C" fn(
            context: *mut c_void,
            body: kasuri_body,
            region: u8,
            from: kasuri_vec2,
            to: kasuri_vec2,
            radius: f64,
        ),
    >,
    /// A run of covered pixels of a sprite: in pixels, +y down.
    pub pixels:
        Option<extern "C" fn(context: *mut c_void, body: kasuri_body, region: u8, run: kasuri_pixel_box)>,
    /// The box that the broad phase sees.
    pub bounds: Option<
        extern "C" fn(context: *mut c_void, body: kasuri_body, least: kasuri_vec2, greatest: kasuri_vec2),
    >,
    /// How far others graze, around the body's box.
    pub margin: Option<
        extern "C" fn(context: *mut c_void, body: kasuri_body, least: kasuri_vec2, greatest: kasuri_vec2),
    >,
    /// The world's bounds.
    pub walls: Option<extern "C" fn(context: *mut c_void, least: kasuri_vec2, greatest: kasuri_vec2)>,
    /// A hit's contact: where, which way out of the first body, how deep.
    pub contact: Option<
        extern "C" fn(
            context: *mut c_void,
            hit: *const kasuri_hit,
            point: kasuri_vec2,
            normal: kasuri_vec2,
            depth: f64,
        ),
    >,
    /// A run of the pixels that a hit's two sprites have in common.
    pub common: Option<extern "C" fn(context: *mut c_void, hit: *const kasuri_hit, run: kasuri_pixel_box)>,
    /// A cell or node of the broad phase, and its level: 0 is the finest.
    pub cell:
        Option<extern "C" fn(context: *mut c_void, level: u32, least: kasuri_vec2, greatest: kasuri_vec2)>,
}

impl DebugDraw for kasuri_debug_draw {
    fn bounds(&mut self, body: Handle, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.bounds {
            draw(self.context, body.into(), least.into(), greatest.into());
        }
    }

    fn hull(&mut self, body: Handle, region: u8, vertices: &[Vec2], radius: f64) {
        let Some(draw) = self.segment else { return };
        // The outline of two vertices is one side, not one there and one back.
        let sides = if vertices.len() == 2 { 1 } else { vertices.len() };
        let next = vertices.iter().cycle().skip(1);
        for (&from, &to) in vertices.iter().zip(next).take(sides) {
            draw(self.context, body.into(), region, from.into(), to.into(), radius);
        }
    }

    fn pixels(&mut self, body: Handle, region: u8, run: PixelBox) {
        if let Some(draw) = self.pixels {
            draw(self.context, body.into(), region, run.into());
        }
    }

    fn margin(&mut self, body: Handle, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.margin {
            draw(self.context, body.into(), least.into(), greatest.into());
        }
    }

    fn contact(&mut self, hit: &Hit, point: Vec2, normal: Vec2, depth: f64) {
        if let Some(draw) = self.contact {
            draw(self.context, &(*hit).into(), point.into(), normal.into(), depth);
        }
    }

    fn common(&mut self, hit: &Hit, run: PixelBox) {
        if let Some(draw) = self.common {
            draw(self.context, &(*hit).into(), run.into());
        }
    }

    fn cell(&mut self, level: u32, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.cell {
            draw(self.context, level, least.into(), greatest.into());
        }
    }

    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.walls {
            draw(self.context, least.into(), greatest.into());
        }
    }
}

fn draw(
    world: kasuri_world,
    draw: Option<&kasuri_debug_draw>,
    what: impl FnOnce(&kasuri::World, Option<&Step>, &mut kasuri_debug_draw) -> Done,
) -> kasuri_status {
    border(|| {
        let mut draw = *given(draw, "draw")?;
        ask(world, |world, step| what(world, step, &mut draw))
    })
}

/// Draws the bodies, in order of spawn, and the world's bounds.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_debug_draw(
    world: kasuri_world,
    draw: Option<&kasuri_debug_draw>,
) -> kasuri_status {
    self::draw(world, draw, |world, _, draw| {
        world.debug_draw(draw);
        Ok(())
    })
}

/// Draws what the last step found: contacts of all that overlaps, common pixels of sprites.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_debug_draw_hits(
    world: kasuri_world,
    draw: Option<&kasuri_debug_draw>,
) -> kasuri_status {
    self::draw(world, draw, |world, step, draw| {
        let missing =
            || Refusal::new(kasuri_status::Refused, "world: it has not been stepped through this handle yet");
        Ok(world.debug_draw_hits(step.ok_or_else(missing)?, draw)?)
    })
}

/// Draws how the broad phase parted the world in the last step: a grid's cells, a tree's nodes.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_debug_draw_cells(
    world: kasuri_world,
    draw: Option<&kasuri_debug_draw>,
) -> kasuri_status {
    self::draw(world, draw, |world, _, draw| {
        world.debug_draw_cells(draw);
        Ok(())
    })
}
