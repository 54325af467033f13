//! The plain structs of the header, and conversions to and from the library's types.

use kasuri::answer::{Common, Contact, Distance};
use kasuri::lattice::PixelBox;
use kasuri::{Handle, Hit, Layers, Placement, Vec2};

use crate::border::{Done, Refusal};
use crate::pointers::no_body;

/// The handle of a world. 0 is none. Handles are below 2^53, so a double holds them exactly.
pub type kasuri_world = u64;
/// The handle of a mask: one bit per texel, set for solid texels.
pub type kasuri_mask = u64;
/// The handle of a shape.
pub type kasuri_shape = u64;
/// The handle of a tile map.
pub type kasuri_tiles = u64;
/// The handle of a look: a solid with named regions.
pub type kasuri_look = u64;
/// The handle of a list of looks; a body shows one of them at a time.
pub type kasuri_frames = u64;
/// The handle of a snapshot.
pub type kasuri_snapshot = u64;
/// The handle of a recorder.
pub type kasuri_recorder = u64;
/// The handle of a recording.
pub type kasuri_recording = u64;
/// The handle of a replay. Calls that only query a world accept it too, as the handle of the replay's world.
pub type kasuri_replay = u64;
/// The handle of a shape, a mask or a tile map.
pub type kasuri_solid = u64;
/// The handle of a sheet: frames with masks, pivots, regions, tags and values.
pub type kasuri_sheet = u64;
/// The handle of a body's appearance: a shape, a mask, a tile map, a look, a list of frames, or a sheet.
pub type kasuri_appearance = u64;

/// A position or a direction.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_vec2 {
    /// The coordinate to the right.
    pub x: f64,
    /// The coordinate down, or up in a world with `KASURI_AXES_Y_UP`.
    pub y: f64,
}

/// A position in single precision, as engines store them. It is converted to the double of the same value.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_vec2f {
    /// The coordinate to the right.
    pub x: f32,
    /// The coordinate down, or up in a world with `KASURI_AXES_Y_UP`.
    pub y: f32,
}

impl From<kasuri_vec2> for Vec2 {
    fn from(v: kasuri_vec2) -> Vec2 {
        Vec2::new(v.x, v.y)
    }
}

impl From<kasuri_vec2f> for Vec2 {
    fn from(v: kasuri_vec2f) -> Vec2 {
        Vec2::new(v.x.into(), v.y.into())
    }
}

impl From<Vec2> for kasuri_vec2 {
    fn from(v: Vec2) -> kasuri_vec2 {
        kasuri_vec2 { x: v.x, y: v.y }
    }
}

impl From<[f64; 2]> for kasuri_vec2 {
    fn from([x, y]: [f64; 2]) -> kasuri_vec2 {
        kasuri_vec2 { x, y }
    }
}

/// The handle of a body in its world. It refers to this body only, never to a later body in the same slot. All zeros
/// is no body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_body {
    /// The body's slot in the world's table. The slot is used again after the body is removed.
    pub slot: u32,
    /// The generation of the slot: which of the slot's bodies this is; never 0.
    pub generation: u32,
}

const _: () = {
    assert!(
        size_of::<Handle>() == size_of::<kasuri_body>() && align_of::<Handle>() == align_of::<kasuri_body>()
    );
};

impl From<Handle> for kasuri_body {
    fn from(body: Handle) -> kasuri_body {
        let bits = body.to_bits();
        kasuri_body { slot: bits as u32, generation: (bits >> 32) as u32 }
    }
}

impl kasuri_body {
    pub(crate) fn handle(self, name: &str) -> Done<Handle> {
        Handle::from_bits(u64::from(self.generation) << 32 | u64::from(self.slot))
            .ok_or_else(|| no_body(name))
    }
}

/// The position, angle and scale of a body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_placement {
    /// The position of the body's origin.
    pub at: kasuri_vec2,
    /// The angle in radians; a positive angle turns +x towards +y.
    pub angle: f64,
    /// The factor on each axis, of magnitude 1/64 to 64; negative to mirror.
    pub scale: kasuri_vec2,
}

impl From<kasuri_placement> for Placement {
    fn from(p: kasuri_placement) -> Placement {
        Placement { at: p.at.into(), angle: p.angle, scale: p.scale.into() }
    }
}

/// The layers that a body is on, and those that it is tested against, a bit each; and its group.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct kasuri_layers {
    /// The layers that the body is on.
    pub layer: u32,
    /// The layers that the body is tested against.
    pub against: u32,
    /// The group that the body is in; 0 for none. Two bodies of one group are no pair, whatever their layers say.
    pub group: u32,
}

impl From<kasuri_layers> for Layers {
    fn from(layers: kasuri_layers) -> Layers {
        Layers { layer: layers.layer, against: layers.against, group: layers.group }
    }
}

impl From<Layers> for kasuri_layers {
    fn from(layers: Layers) -> kasuri_layers {
        kasuri_layers { layer: layers.layer, against: layers.against, group: layers.group }
    }
}

/// A filter for queries: the bodies on some layers, except one body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct kasuri_filter {
    /// The layers that the query includes, a bit each.
    pub layers: u32,
    /// The body that the query leaves out; all zeros for none.
    pub except: kasuri_body,
}

/// A half-open box of pixels or texels: x0 <= x < x1, y0 <= y < y1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_pixel_box {
    /// The first column.
    pub x0: i32,
    /// The first row.
    pub y0: i32,
    /// The column after the last one.
    pub x1: i32,
    /// The row after the last one.
    pub y1: i32,
}

impl From<PixelBox> for kasuri_pixel_box {
    fn from(b: PixelBox) -> kasuri_pixel_box {
        kasuri_pixel_box { x0: b.x0, y0: b.y0, x1: b.x1, y1: b.y1 }
    }
}

/// A pixel, a texel, or the cell of a tile map.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_pixel {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl From<(i32, i32)> for kasuri_pixel {
    fn from((x, y): (i32, i32)) -> kasuri_pixel {
        kasuri_pixel { x, y }
    }
}

impl From<[u32; 2]> for kasuri_pixel {
    fn from([x, y]: [u32; 2]) -> kasuri_pixel {
        // Masks and tile maps have at most 2^24 columns.
        kasuri_pixel { x: x as i32, y: y as i32 }
    }
}

/// Two bodies that overlap or graze. `a` was spawned before `b`, unless the hit was requested in the other order.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_hit {
    /// The first body.
    pub a: kasuri_body,
    /// The second body.
    pub b: kasuri_body,
    /// The layers that the regions of `a` and `b` were on.
    pub layers: [u32; 2],
    /// The time of the hit, 0 to 1, if `has_t` is 1: one of the two is swept, and they hit during the motion. Else 0.
    pub t: f64,
    /// The region of each body: 0 is the body itself; its regions count from 1 in the order in which they were added.
    pub regions: [u8; 2],
    /// 1 if `t` is a time, else 0.
    pub has_t: u8,
}

impl From<Hit> for kasuri_hit {
    fn from(hit: Hit) -> kasuri_hit {
        kasuri_hit {
            a: hit.a.into(),
            b: hit.b.into(),
            layers: hit.layers(),
            t: hit.t().unwrap_or(0.0),
            regions: hit.regions,
            has_t: hit.t().is_some().into(),
        }
    }
}

impl kasuri_hit {
    pub(crate) fn hit(&self) -> Done<Hit> {
        let bodies = [self.a.handle("hit.a")?, self.b.handle("hit.b")?];
        let t = match self.has_t {
            0 => None,
            1 if (0.0..=1.0).contains(&self.t) => Some(self.t),
            1 => return Err(Refusal::value("hit.t", self.t, "a time is 0 to 1")),
            other => return Err(Refusal::value("hit.has_t", other, "it is 0 or 1")),
        };
        Ok(Hit::from_parts(bodies, self.regions, self.layers, t))
    }
}

/// How two shapes touch.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_contact {
    /// The unit vector from the first to the second.
    pub normal: kasuri_vec2,
    /// How far the second must move along the normal until the two just touch.
    pub depth: f64,
    /// A point inside both shapes.
    pub point: kasuri_vec2,
}

impl From<Contact> for kasuri_contact {
    fn from(c: Contact) -> kasuri_contact {
        kasuri_contact { normal: c.normal.into(), depth: c.depth, point: c.point.into() }
    }
}

/// The pixels that two sprites have in common.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_common {
    /// The number of pixels.
    pub pixels: u64,
    /// The box around the pixels.
    pub bounds: kasuri_pixel_box,
    /// The leftmost pixel of the topmost row.
    pub first: kasuri_pixel,
    /// The mean of the pixels' centres.
    pub centroid: kasuri_vec2,
    /// The direction from the first sprite to the second; (0, 0) if no direction is better than its opposite.
    pub normal: kasuri_vec2,
    /// The number of whole pixels that the second must move along the normal until no pixel is common; 0 if the
    /// normal is (0, 0).
    pub depth: u32,
}

impl From<Common> for kasuri_common {
    fn from(c: Common) -> kasuri_common {
        kasuri_common {
            pixels: c.pixels,
            bounds: c.bounds.into(),
            first: kasuri_pixel { x: c.first[0], y: c.first[1] },
            centroid: c.centroid.into(),
            normal: c.normal.into(),
            depth: c.depth,
        }
    }
}

/// How far apart two bodies are, and where they are closest.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_distance {
    /// The distance; 0 if the two overlap.
    pub distance: f64,
    /// A point of the first that is closest to the second.
    pub a: kasuri_vec2,
    /// A point of the second that is closest to the first.
    pub b: kasuri_vec2,
}

impl From<Distance> for kasuri_distance {
    fn from(d: Distance) -> kasuri_distance {
        kasuri_distance { distance: d.distance, a: d.a.into(), b: d.b.into() }
    }
}

/// The settings of a new world. `kasuri_world_def_default` fills it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_world_def {
    /// One of `kasuri_axes`.
    pub axes: u32,
    /// One of `kasuri_touching`: whether a touch without depth is a hit.
    pub touching: u32,
    /// One of `kasuri_broad`: the method that finds candidate pairs. The answers are the same.
    pub broad: u32,
    /// One of `kasuri_backend`: the device that tests candidate pairs. The answers are the same.
    pub backend: u32,
    /// The number of threads for a large step; 0 for as many as the machine has. The answers are the same.
    pub threads: u32,
    /// 1 if `bounds` is set, else 0.
    pub has_bounds: u32,
    /// The number of pixels in one unit of the world.
    pub pixels_per_unit: f64,
    /// Two opposite corners of the world's bounds: steps report the bodies that leave and enter them.
    pub bounds: [kasuri_vec2; 2],
    /// Rules for pairs of layers. The last rule that matches a pair applies. They are read only while the world is
    /// created.
    pub rules: *const kasuri_pair_rule,
    /// The number of rules.
    pub rule_count: usize,
}

/// A rule for pairs of a body on some layers and a body on others.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_pair_rule {
    /// One of `kasuri_rule`.
    pub rule: u32,
    /// The layers of the first body, a bit each.
    pub a: u32,
    /// The layers of the second body, a bit each.
    pub b: u32,
}

/// The settings of a new body. `kasuri_body_def_default` fills it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_body_def {
    /// The shape, mask, tile map, look, list of frames or sheet of the body.
    pub appearance: kasuri_appearance,
    /// The position, angle and scale.
    pub placement: kasuri_placement,
    /// The origin of a sprite, in texels from the mask's top left corner, with `KASURI_BODY_PIVOT`; else the middle.
    pub pivot: kasuri_vec2,
    /// The direction of the faces that stop travels, with `KASURI_BODY_ONE_WAY`.
    pub one_way: kasuri_vec2,
    /// The margin within which near misses are reported, with `KASURI_BODY_GRAZE`.
    pub graze: f64,
    /// The distance outside the world's bounds beyond which the body is removed, with `KASURI_BODY_DESPAWN_BEYOND`.
    pub despawn_beyond: f64,
    /// A number that the caller attaches to the body.
    pub data: u64,
    /// The number of next steps in which the body takes no hits.
    pub invulnerable: u64,
    /// The layers that the body is on, those that it is tested against, and its group.
    pub layers: kasuri_layers,
    /// The index of the frame that the body shows.
    pub frame: u32,
    /// The number of steps after a hit in which the same two bodies do not hit again.
    pub cooldown: u32,
    /// The number of other bodies that the body may hit, with `KASURI_BODY_MAX_HITS`.
    pub max_hits: u32,
    /// The flags of the fields that are set: `KASURI_BODY_GRAZE` and the others, combined.
    pub flags: u32,
}

/// `graze` is set.
pub const KASURI_BODY_GRAZE: u32 = 1;
/// `despawn_beyond` is set.
pub const KASURI_BODY_DESPAWN_BEYOND: u32 = 2;
/// `max_hits` is set.
pub const KASURI_BODY_MAX_HITS: u32 = 4;
/// `pivot` is set.
pub const KASURI_BODY_PIVOT: u32 = 8;
/// The body is swept: a step misses nothing along the body's motion, at any speed.
pub const KASURI_BODY_SWEPT: u32 = 16;
/// The body is a sensor: it stops no travel.
pub const KASURI_BODY_SENSOR: u32 = 32;
/// `one_way` is set: the body stops only travels that hit a face of it that looks in this direction.
pub const KASURI_BODY_ONE_WAY: u32 = 64;
