//! The plain structs of the header, and what they are in the library.

use kasuri::answer::{Common, Contact, Distance};
use kasuri::lattice::PixelBox;
use kasuri::{Handle, Hit, Layers, Placement, Vec2};

use crate::border::{Done, Refusal};
use crate::pointers::no_body;

/// The handle of a world. 0 is none. Handles are below 2^53, so a double holds them exactly.
pub type kasuri_world = u64;
/// The handle of a mask: solid texels, bit by bit.
pub type kasuri_mask = u64;
/// The handle of a shape.
pub type kasuri_shape = u64;
/// The handle of a tile map.
pub type kasuri_tiles = u64;
/// The handle of a look: a solid and named regions beside it.
pub type kasuri_look = u64;
/// The handle of a list of looks, of which a body shows one.
pub type kasuri_frames = u64;
/// The handle of a snapshot.
pub type kasuri_snapshot = u64;
/// The handle of a recorder.
pub type kasuri_recorder = u64;
/// The handle of a recording.
pub type kasuri_recording = u64;
/// The handle of a replay. It stands for its world too, wherever a world is asked and not changed.
pub type kasuri_replay = u64;
/// The handle of a shape, a mask or a tile map.
pub type kasuri_solid = u64;
/// The handle of what a body looks like: a shape, a mask, a tile map, a look, or a list of frames.
pub type kasuri_appearance = u64;

/// A place or a direction.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_vec2 {
    /// To the right.
    pub x: f64,
    /// Down, or up in a world with `KASURI_AXES_Y_UP`.
    pub y: f64,
}

/// A place in single precision, as engines keep them. It is read as the double of the same value.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_vec2f {
    /// To the right.
    pub x: f32,
    /// Down, or up in a world with `KASURI_AXES_Y_UP`.
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

/// A body of a world. It names its body for as long as that lives, and never another after it. All zeros is no body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_body {
    /// Its place in the world's table. It is used again when the body is gone.
    pub slot: u32,
    /// Which of the bodies that had the place; never 0.
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

/// Where a body stands.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_placement {
    /// Where its own origin lands.
    pub at: kasuri_vec2,
    /// Radians; a positive angle turns +x towards +y.
    pub angle: f64,
    /// 1/64 to 64 in size on each axis; negative to mirror.
    pub scale: kasuri_vec2,
}

impl From<kasuri_placement> for Placement {
    fn from(p: kasuri_placement) -> Placement {
        Placement { at: p.at.into(), angle: p.angle, scale: p.scale.into() }
    }
}

/// The layers a body is on, and those it is tested against, a bit each.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct kasuri_layers {
    /// The layers it is on.
    pub layer: u32,
    /// The layers it is tested against.
    pub against: u32,
}

impl From<kasuri_layers> for Layers {
    fn from(layers: kasuri_layers) -> Layers {
        Layers { layer: layers.layer, against: layers.against }
    }
}

impl From<Layers> for kasuri_layers {
    fn from(layers: Layers) -> kasuri_layers {
        kasuri_layers { layer: layers.layer, against: layers.against }
    }
}

/// Which bodies a question is about: those on some layers, but for one.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct kasuri_filter {
    /// The layers asked about, a bit each.
    pub layers: u32,
    /// The body that is left out; all zeros for none.
    pub except: kasuri_body,
}

/// A half-open box of pixels or texels: x0 <= x < x1, y0 <= y < y1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_pixel_box {
    /// First column.
    pub x0: i32,
    /// First row.
    pub y0: i32,
    /// One past the last column.
    pub x1: i32,
    /// One past the last row.
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
    /// Its column.
    pub x: i32,
    /// Its row.
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

/// Two bodies that overlap, or graze: `a` was spawned before `b`, unless the hit was asked for the other way round.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_hit {
    /// The one body.
    pub a: kasuri_body,
    /// The other body.
    pub b: kasuri_body,
    /// The layers that the regions of `a` and `b` were on.
    pub layers: [u32; 2],
    /// When they met, 0 to 1, where `has_t` is 1: one of the two is swept, and they met on the way. Else 0.
    pub t: f64,
    /// Which region of each: 0 is the body itself, its regions count from 1 in the order they were given.
    pub regions: [u8; 2],
    /// 1 where `t` tells a time, else 0.
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
    /// Unit vector from the first to the second.
    pub normal: kasuri_vec2,
    /// How far the second must move along the normal until the two just touch.
    pub depth: f64,
    /// A point inside both.
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
    /// How many.
    pub pixels: u64,
    /// The box around them.
    pub bounds: kasuri_pixel_box,
    /// The one in the topmost row, the leftmost of it.
    pub first: kasuri_pixel,
    /// The mean of their centres.
    pub centroid: kasuri_vec2,
    /// From the first sprite to the second; (0, 0) where no direction is better than its opposite.
    pub normal: kasuri_vec2,
    /// Whole pixels along the normal after which nothing is common; 0 where the normal is.
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
    /// 0 where they overlap.
    pub distance: f64,
    /// A point of the first, closest to the second.
    pub a: kasuri_vec2,
    /// A point of the second, closest to the first.
    pub b: kasuri_vec2,
}

impl From<Distance> for kasuri_distance {
    fn from(d: Distance) -> kasuri_distance {
        kasuri_distance { distance: d.distance, a: d.a.into(), b: d.b.into() }
    }
}

/// How a world is to be. `kasuri_world_def_default` fills it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_world_def {
    /// One of `kasuri_axes`.
    pub axes: u32,
    /// One of `kasuri_touching`: whether a touch without depth is a hit.
    pub touching: u32,
    /// One of `kasuri_broad`: what finds candidates. The answers are the same.
    pub broad: u32,
    /// One of `kasuri_backend`: what decides candidates. The answers are the same.
    pub backend: u32,
    /// On how many threads a large step is made; 0 for as many as the machine has. The answers are the same.
    pub threads: u32,
    /// 1 where `bounds` holds, else 0.
    pub has_bounds: u32,
    /// How many pixels a unit of the caller's has.
    pub pixels_per_unit: f64,
    /// Two opposite corners: steps tell who leaves and enters them.
    pub bounds: [kasuri_vec2; 2],
    /// Rules for pairs of layers: the last that fits a pair holds. They are read while the world is made.
    pub rules: *const kasuri_pair_rule,
    /// How many rules there are.
    pub rule_count: usize,
}

/// A rule for what is on some layers and what is on others.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_pair_rule {
    /// One of `kasuri_rule`.
    pub rule: u32,
    /// The layers of the one, a bit each.
    pub a: u32,
    /// The layers of the other, a bit each.
    pub b: u32,
}

/// A body before it is spawned. `kasuri_body_def_default` fills it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_body_def {
    /// What it is.
    pub appearance: kasuri_appearance,
    /// Where it stands.
    pub placement: kasuri_placement,
    /// Where the origin of a sprite is, in texels from the mask's top left corner, with `KASURI_BODY_PIVOT`; else the middle.
    pub pivot: kasuri_vec2,
    /// Near misses within this margin are told, with `KASURI_BODY_GRAZE`.
    pub graze: f64,
    /// It is removed when it is so far out of the world's bounds, with `KASURI_BODY_DESPAWN_BEYOND`.
    pub despawn_beyond: f64,
    /// A number of the caller's, carried along.
    pub data: u64,
    /// In how many of the next steps it takes no hits.
    pub invulnerable: u64,
    /// The layers it is on, and those it is tested against.
    pub layers: kasuri_layers,
    /// Which of its frames it shows.
    pub frame: u32,
    /// After a hit, in how many steps the same two bodies do not hit again.
    pub cooldown: u32,
    /// How many others it may hit, with `KASURI_BODY_MAX_HITS`.
    pub max_hits: u32,
    /// Which of the fields hold: `KASURI_BODY_GRAZE` and the others, combined.
    pub flags: u32,
}

/// `graze` holds.
pub const KASURI_BODY_GRAZE: u32 = 1;
/// `despawn_beyond` holds.
pub const KASURI_BODY_DESPAWN_BEYOND: u32 = 2;
/// `max_hits` holds.
pub const KASURI_BODY_MAX_HITS: u32 = 4;
/// `pivot` holds.
pub const KASURI_BODY_PIVOT: u32 = 8;
/// The body is swept: a step misses nothing on its way, however fast it is.
pub const KASURI_BODY_SWEPT: u32 = 16;
