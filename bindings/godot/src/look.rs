//! Looks: what a body consists of, and its named regions.

use godot::prelude::*;
use kasuri::world::Solid;
use kasuri::{Look, Region};

use crate::errors::{given, or_report, vec2};
use crate::mask::KasuriMask;
use crate::shape::KasuriShape2D;

/// A named part of a body with layers of its own, such as the small heart of a large ship.
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct KasuriRegion2D {
    /// The name; [method KasuriWorld2D.region_name] returns it for a hit.
    #[export]
    name: GString,
    /// What the region consists of, around the body's position.
    #[export]
    pub(crate) shape: Option<Gd<KasuriShape2D>>,
    /// Whether the region is on its own layers. If not, it is on the body's.
    #[export]
    own_layer: bool,
    /// The layers that the region is on, if it has its own.
    #[export(flags_2d_physics)]
    #[init(val = 1)]
    layer: u32,
    /// Whether the region hits its own choice of layers. If not, it hits the body's choice.
    #[export]
    own_against: bool,
    /// The layers that the region hits, if it has its own choice.
    #[export(flags_2d_physics)]
    #[init(val = 1)]
    against: u32,
    base: Base<Resource>,
}

impl KasuriRegion2D {
    /// Describes the layers, so that a change can be noticed.
    pub(crate) fn layers_described(&self) -> String {
        format!("{} {} {} {}", self.own_layer, self.layer, self.own_against, self.against)
    }

    pub(crate) fn region(&self) -> Result<Region, String> {
        let shape = self
            .shape
            .as_ref()
            .ok_or_else(|| format!("the region {:?} has no shape", self.name.to_string()))?;
        let mut region = Region::new(&self.name.to_string(), shape.bind().shape()?);
        if self.own_layer {
            region = region.layer(self.layer);
        }
        if self.own_against {
            region = region.against(self.against);
        }
        Ok(region)
    }
}

/// What a body without a node consists of: a mask or a shape, and named regions. Several bodies may share it.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriLook {
    pub(crate) look: Look,
}

#[godot_api]
impl KasuriLook {
    /// The argument of [method add_region] that takes the layers of the body.
    #[constant]
    const OF_BODY: i64 = -1;

    /// Makes a look that consists of the pixels of a mask. The middle of the mask is at the body's position.
    #[func]
    fn of_mask(mask: Option<Gd<KasuriMask>>) -> Option<Gd<KasuriLook>> {
        let mask = given("KasuriLook.of_mask", "mask", mask)?;
        let look = Look::new(mask.bind().mask.clone());
        Some(Gd::from_object(KasuriLook { look }))
    }

    /// Makes a look that consists of a shape.
    #[func]
    fn of_shape(shape: Option<Gd<KasuriShape2D>>) -> Option<Gd<KasuriLook>> {
        let look = Look::new(solid_of_shape("KasuriLook.of_shape", shape)?);
        Some(Gd::from_object(KasuriLook { look }))
    }

    /// Sets the pixel of the mask that is at the body's position.
    #[func]
    fn set_pivot(&mut self, pivot: Vector2) {
        self.look = self.look.clone().pivot(vec2(pivot));
    }

    /// Adds a region. The first one has number 1 in hits. [param layer] and [param against] are layers of its own, or
    /// [constant OF_BODY].
    #[func]
    fn add_region(
        &mut self,
        name: GString,
        shape: Option<Gd<KasuriShape2D>>,
        #[opt(default = -1)] layer: i64,
        #[opt(default = -1)] against: i64,
    ) {
        let Some(solid) = solid_of_shape("KasuriLook.add_region", shape) else { return };
        let mut region = Region::new(&name.to_string(), solid);
        if let Ok(layer) = u32::try_from(layer) {
            region = region.layer(layer);
        }
        if let Ok(against) = u32::try_from(against) {
            region = region.against(against);
        }
        self.look = self.look.clone().region(region);
    }
}

/// Returns the shape as a solid, or reports why there is none.
pub(crate) fn solid_of_shape(place: &str, shape: Option<Gd<KasuriShape2D>>) -> Option<Solid> {
    let shape = given(place, "shape", shape)?;
    or_report(place, shape.bind().shape()).map(Solid::from)
}
