//! Looks: a solid with named regions, and lists of frames. Also placed solids without a world.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::{Error, ErrorKind, Look, Placement, Region, mask::Sprite, query::Form, world::Solid};

use crate::border::{Done, Refusal, border};
use crate::filter::{solid, solid_if_any};
use crate::pointers::{given, list, needed, text};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{
    kasuri_appearance, kasuri_frames, kasuri_layers, kasuri_look, kasuri_placement, kasuri_solid, kasuri_vec2,
};

/// `pivot` is set.
pub const KASURI_LOOK_PIVOT: u32 = 1;
/// `layers.layer` is set; else the region is on the body's layers.
pub const KASURI_LOOK_LAYER: u32 = 2;
/// `layers.against` is set; else the region is tested against the same layers as the body.
pub const KASURI_LOOK_AGAINST: u32 = 4;

/// A named region of a look.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_region {
    /// The name, unique in the look.
    pub name: *const c_char,
    /// A shape or a mask.
    pub solid: kasuri_solid,
    /// The origin of a mask, with `KASURI_LOOK_PIVOT`; else the middle.
    pub pivot: kasuri_vec2,
    /// The region's own layers, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`. `group` is 0: a region is in the group
    /// of its body.
    pub layers: kasuri_layers,
    /// The flags of the fields that are set: `KASURI_LOOK_PIVOT` and the others, combined.
    pub flags: u32,
}

/// A placed solid, without a world: in pixels, +y down.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_placed {
    /// A shape, a mask or a tile map.
    pub solid: kasuri_solid,
    /// The position, angle and scale.
    pub placement: kasuri_placement,
    /// The origin of a mask, with `KASURI_LOOK_PIVOT`; else the middle.
    pub pivot: kasuri_vec2,
    /// `KASURI_LOOK_PIVOT`, or 0.
    pub flags: u32,
}

pub(crate) fn known_flags(name: &str, flags: u32, known: u32) -> Done {
    if flags & !known == 0 {
        Ok(())
    } else {
        Err(Refusal::value(name, flags, &format!("bits of {known} are")))
    }
}

impl kasuri_placed {
    /// Returns the form on the lattice.
    pub(crate) fn form(&self, solid: Solid) -> Done<Form> {
        known_flags("placed.flags", self.flags, KASURI_LOOK_PIVOT)?;
        let placement = Placement::from(self.placement);
        let pivot = (self.flags & KASURI_LOOK_PIVOT != 0).then(|| self.pivot.into());
        if pivot.is_some() && !matches!(solid, Solid::Mask(_)) {
            let error = Error::new(ErrorKind::WrongBody, "only a sprite has a pivot");
            return Err(error.at("placed.pivot").into());
        }
        Ok(match solid {
            Solid::Shape(shape) => Form::Shape(shape.place(&placement)?),
            Solid::Mask(mask) => Form::Sprite(Sprite::place(&mask, &placement, pivot)?),
            Solid::Tiles(map) if placement.angle == 0.0 && placement.scale == [1.0, 1.0] => {
                Form::Tiles(map.place(placement.at)?)
            }
            Solid::Tiles(_) => {
                let text = "a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]";
                return Err(Error::new(ErrorKind::WrongBody, text).into());
            }
        })
    }
}

/// Creates a look of a shape, a mask or a tile map. Regions can be added to it.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_look_new(
    solid: kasuri_solid,
    look: Option<&mut MaybeUninit<kasuri_look>>,
) -> kasuri_status {
    border(|| {
        let out = needed(look, "look")?;
        out.put(table::insert(Look::new(self::solid(solid, "solid")?))?);
        Ok(())
    })
}

/// Sets the origin of a look's mask, in texels from its top left corner.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_look_set_pivot(look: kasuri_look, x: f64, y: f64) -> kasuri_status {
    border(|| {
        table::write(look, "look", |look: &mut Look| {
            *look = look.clone().pivot([x, y]);
            Ok(())
        })
    })
}

/// Returns the region that a struct describes.
pub(crate) fn region_of(region: Option<&kasuri_region>) -> Done<Region> {
    let region = given(region, "region")?;
    known_flags("region.flags", region.flags, 7)?;
    if region.layers.group != 0 {
        let text = "a region is in the group of its body; use 0";
        return Err(Refusal::value("region.layers.group", region.layers.group, text));
    }
    let has = |flag: u32| region.flags & flag != 0;
    let mut made = Region::new(text(region.name, "region.name")?, solid(region.solid, "region.solid")?);
    if has(KASURI_LOOK_PIVOT) {
        made = made.pivot(region.pivot);
    }
    if has(KASURI_LOOK_LAYER) {
        made = made.layer(region.layers.layer);
    }
    if has(KASURI_LOOK_AGAINST) {
        made = made.against(region.layers.against);
    }
    Ok(made)
}

/// Adds a region. Hits report it by its index; the first is 1. A region that the world does not allow is refused when
/// a body is spawned.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_look_add_region(look: kasuri_look, region: Option<&kasuri_region>) -> kasuri_status {
    border(|| {
        let added = region_of(region)?;
        table::write(look, "look", |look: &mut Look| {
            *look = look.clone().region(added);
            Ok(())
        })
    })
}

/// Creates a list of frames, of which a body shows one at a time: looks, shapes, masks or tile maps.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_frames_new(
    looks: *const kasuri_appearance,
    count: usize,
    frames: Option<&mut MaybeUninit<kasuri_frames>>,
) -> kasuri_status {
    border(|| {
        let out = needed(frames, "frames")?;
        let looks = list(looks, count, "looks")?.iter().enumerate();
        let looks: Vec<Look> = looks.map(|(k, &id)| look(id, &format!("looks[{k}]"))).collect::<Done<_>>()?;
        out.put(table::insert(Arc::<[Look]>::from(looks))?);
        Ok(())
    })
}

/// Returns the look of a handle, or makes one of a shape, mask or tile map.
pub(crate) fn look(id: u64, name: &str) -> Done<Look> {
    if let Some(solid) = solid_if_any(id, name)? {
        return Ok(Look::new(solid));
    }
    if table::is_a::<Look>(id) {
        return table::read(id, name, |look: &Look| Ok(look.clone()));
    }
    Err(table::unexpected(id, name, "a shape, a mask, a tile map or a look"))
}
