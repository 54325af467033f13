//! Debug drawing: a world calls a renderer's callbacks with what to draw.

use std::ffi::c_void;

use kasuri::lattice::PixelBox;
use kasuri::{Handle, Hit, Step, Vec2, world::DebugDraw};

use crate::border::{Done, Refusal, border};
use crate::pointers::given;
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_contact, kasuri_hit, kasuri_pixel_box, kasuri_vec2, kasuri_world};
use crate::world::ask;

/// One side of a body's outline, including all points within a radius of it. A point is a side of length 0.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_drawn_segment {
    /// The body.
    pub body: kasuri_body,
    /// The start of the side.
    pub from: kasuri_vec2,
    /// The end of the side.
    pub to: kasuri_vec2,
    /// The radius around it.
    pub radius: f64,
    /// The body's region; 0 is the body itself.
    pub region: u8,
}

/// A run of covered pixels of a sprite, in pixels, +y down.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_drawn_run {
    /// The body.
    pub body: kasuri_body,
    /// The run, one pixel high.
    pub run: kasuri_pixel_box,
    /// The body's region; 0 is the body itself.
    pub region: u8,
}

/// A box.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_drawn_box {
    /// The body; all zeros for the world's bounds and the broad phase's cells.
    pub body: kasuri_body,
    /// The corner with the least coordinates.
    pub least: kasuri_vec2,
    /// The corner with the greatest coordinates.
    pub greatest: kasuri_vec2,
    /// The level of a cell of the broad phase: 0 is the finest. 0 for other boxes.
    pub level: u32,
}

/// A hit's contact.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_drawn_contact {
    /// The hit.
    pub hit: kasuri_hit,
    /// The point, the normal out of the first body, and the depth.
    pub contact: kasuri_contact,
}

/// A run of the pixels that a hit's two sprites have in common, in pixels, +y down.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_drawn_common {
    /// The hit.
    pub hit: kasuri_hit,
    /// The run, one pixel high.
    pub run: kasuri_pixel_box,
}

/// The callbacks that draw a world. Each callback draws one thing; its pointer is valid only during the callback. A
/// callback that the renderer does not need is NULL. All callbacks get `context`. A callback may query the world and
/// change other objects; a change of the world is refused as busy. A callback must not throw across the border, nor
/// use `longjmp`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_debug_draw {
    /// The first argument of every callback.
    pub context: *mut c_void,
    /// One side of a body's outline.
    pub segment: Option<extern "C" fn(context: *mut c_void, segment: *const kasuri_drawn_segment)>,
    /// A run of covered pixels of a sprite.
    pub pixels: Option<extern "C" fn(context: *mut c_void, run: *const kasuri_drawn_run)>,
    /// The box of a body in the broad phase.
    pub bounds: Option<extern "C" fn(context: *mut c_void, bounds: *const kasuri_drawn_box)>,
    /// The body's box, extended by its graze margin.
    pub margin: Option<extern "C" fn(context: *mut c_void, margin: *const kasuri_drawn_box)>,
    /// The world's bounds.
    pub walls: Option<extern "C" fn(context: *mut c_void, walls: *const kasuri_drawn_box)>,
    /// A hit's contact.
    pub contact: Option<extern "C" fn(context: *mut c_void, contact: *const kasuri_drawn_contact)>,
    /// A run of the pixels that a hit's two sprites have in common.
    pub common: Option<extern "C" fn(context: *mut c_void, common: *const kasuri_drawn_common)>,
    /// A cell or node of the broad phase.
    pub cell: Option<extern "C" fn(context: *mut c_void, cell: *const kasuri_drawn_box)>,
}

impl kasuri_drawn_box {
    fn new(body: kasuri_body, least: Vec2, greatest: Vec2) -> kasuri_drawn_box {
        kasuri_drawn_box { body, least: least.into(), greatest: greatest.into(), level: 0 }
    }
}

impl DebugDraw for kasuri_debug_draw {
    fn bounds(&mut self, body: Handle, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.bounds {
            draw(self.context, &kasuri_drawn_box::new(body.into(), least, greatest));
        }
    }

    fn hull(&mut self, body: Handle, region: u8, vertices: &[Vec2], radius: f64) {
        let Some(draw) = self.segment else { return };
        // The outline of two vertices is one side, not one in each direction.
        let sides = if vertices.len() == 2 { 1 } else { vertices.len() };
        let next = vertices.iter().cycle().skip(1);
        for (&from, &to) in vertices.iter().zip(next).take(sides) {
            let (body, from, to) = (body.into(), from.into(), to.into());
            draw(self.context, &kasuri_drawn_segment { body, from, to, radius, region });
        }
    }

    fn pixels(&mut self, body: Handle, region: u8, run: PixelBox) {
        if let Some(draw) = self.pixels {
            draw(self.context, &kasuri_drawn_run { body: body.into(), run: run.into(), region });
        }
    }

    fn margin(&mut self, body: Handle, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.margin {
            draw(self.context, &kasuri_drawn_box::new(body.into(), least, greatest));
        }
    }

    fn contact(&mut self, hit: &Hit, point: Vec2, normal: Vec2, depth: f64) {
        if let Some(draw) = self.contact {
            let contact = kasuri_contact { normal: normal.into(), depth, point: point.into() };
            draw(self.context, &kasuri_drawn_contact { hit: (*hit).into(), contact });
        }
    }

    fn common(&mut self, hit: &Hit, run: PixelBox) {
        if let Some(draw) = self.common {
            draw(self.context, &kasuri_drawn_common { hit: (*hit).into(), run: run.into() });
        }
    }

    fn cell(&mut self, level: u32, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.cell {
            let drawn = kasuri_drawn_box::new(kasuri_body::default(), least, greatest);
            draw(self.context, &kasuri_drawn_box { level, ..drawn });
        }
    }

    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        if let Some(draw) = self.walls {
            draw(self.context, &kasuri_drawn_box::new(kasuri_body::default(), least, greatest));
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

/// Draws what the last step found: the contacts of all hits, and the common pixels of sprites.
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

/// Draws how the broad phase divided the world in the last step: a grid's cells, a tree's nodes.
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
