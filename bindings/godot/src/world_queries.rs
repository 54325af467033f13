//! Queries: rays, areas, neighbours, sweeps, contacts, distances.

use godot::prelude::*;
use kasuri::{Area, Filter, Placement};

use crate::answers::{KasuriContact, KasuriDistance, KasuriNeighbor, KasuriRayHit, KasuriSweepHit};
use crate::errors::{body_of, given, numbers_of, or_report, vec2};
use crate::hit::KasuriHit;
use crate::look::solid_of_shape;
use crate::shape::KasuriShape2D;
use crate::world::KasuriWorld2D;

const ALL: u32 = u32::MAX;

/// Returns the filter of a query: the layers, without one body.
pub(crate) fn filter(layers: u32, except: i64) -> Filter {
    let filter = Filter::against(layers);
    match kasuri::Handle::from_bits(except.cast_unsigned()) {
        Some(body) => filter.except(body),
        None => filter,
    }
}

#[godot_api(secondary)]
impl KasuriWorld2D {
    /// Returns the first body on [param layers] that a ray hits; [code]null[/code] if there is none. [param except] is the
    /// number of a body that does not count.
    #[func]
    fn ray(
        &self,
        from: Vector2,
        to: Vector2,
        #[opt(default = ALL)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Option<Gd<KasuriRayHit>> {
        let hit = self.core.world.first_on_ray(vec2(from), vec2(to), filter(layers, except));
        or_report("KasuriWorld2D.ray", hit)?.map(|hit| KasuriRayHit::of(&hit, &self.core.nodes))
    }

    /// Returns all bodies on [param layers] along a ray, the nearest first.
    #[func]
    fn ray_all(
        &self,
        from: Vector2,
        to: Vector2,
        #[opt(default = ALL)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Array<Gd<KasuriRayHit>> {
        let hits = self.core.world.along_ray(vec2(from), vec2(to), filter(layers, except));
        let hits = or_report("KasuriWorld2D.ray_all", hits).unwrap_or_default();
        hits.iter().map(|hit| KasuriRayHit::of(hit, &self.core.nodes)).collect()
    }

    /// Returns the nearest bodies on [param layers], at most [param count], the nearest first.
    #[func]
    fn nearest(
        &self,
        position: Vector2,
        #[opt(default = 1)] count: i64,
        #[opt(default = ALL)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Array<Gd<KasuriNeighbor>> {
        let count = usize::try_from(count).unwrap_or(0);
        let near = self.core.world.nearest(vec2(position), count, filter(layers, except));
        let near = or_report("KasuriWorld2D.nearest", near).unwrap_or_default();
        near.iter().map(|neighbor| KasuriNeighbor::of(neighbor, &self.core.nodes)).collect()
    }

    /// Returns the bodies on [param layers] at a position.
    #[func]
    fn at_point(&self, position: Vector2, #[opt(default = ALL)] layers: u32) -> PackedInt64Array {
        self.overlapping("KasuriWorld2D.at_point", Area::point(vec2(position)), layers)
    }

    /// Returns the bodies on [param layers] that overlap a rectangle.
    #[func]
    fn in_rect(&self, rect: Rect2, #[opt(default = ALL)] layers: u32) -> PackedInt64Array {
        let corner = vec2(rect.position);
        self.overlapping("KasuriWorld2D.in_rect", Area::rect(corner, corner + vec2(rect.size)), layers)
    }

    /// Returns the bodies on [param layers] that overlap a circle.
    #[func]
    fn in_circle(&self, center: Vector2, radius: f64, #[opt(default = ALL)] layers: u32) -> PackedInt64Array {
        self.overlapping("KasuriWorld2D.in_circle", Area::circle(vec2(center), radius), layers)
    }

    /// Returns the bodies on [param layers] that overlap a cone: within [param half_angle] of [param direction], in radians,
    /// and at most [param reach] away.
    #[func]
    fn in_cone(
        &self,
        apex: Vector2,
        direction: f64,
        half_angle: f64,
        reach: f64,
        #[opt(default = ALL)] layers: u32,
    ) -> PackedInt64Array {
        self.overlapping(
            "KasuriWorld2D.in_cone",
            Area::cone(vec2(apex), direction, half_angle, reach),
            layers,
        )
    }

    /// Returns the bodies on [param layers] that overlap a shape.
    #[func]
    fn in_shape(
        &self,
        shape: Option<Gd<KasuriShape2D>>,
        position: Vector2,
        #[opt(default = 0.0)] rotation: f64,
        #[opt(default = Vector2::ONE)] scale: Vector2,
        #[opt(default = ALL)] layers: u32,
    ) -> PackedInt64Array {
        let place = "KasuriWorld2D.in_shape";
        let Some(solid) = solid_of_shape(place, shape) else { return PackedInt64Array::new() };
        let placement = Placement::at(vec2(position)).turned(rotation).scaled(vec2(scale));
        self.overlapping(place, Area::solid(solid, placement), layers)
    }

    /// Returns what a body would hit first on its way to a position; [code]null[/code] if the way is free. Nothing moves.
    #[func]
    fn sweep(&self, body: i64, to: Vector2) -> Option<Gd<KasuriSweepHit>> {
        let place = "KasuriWorld2D.sweep";
        let hit = or_report(place, self.core.world.sweep(body_of(place, body)?, vec2(to)))??;
        Some(KasuriSweepHit::of(&hit, Vector2::ZERO, &self.core.nodes))
    }

    /// Returns what a shape would hit first on its way; [code]null[/code] if the way is free.
    #[func]
    fn sweep_shape(
        &self,
        shape: Option<Gd<KasuriShape2D>>,
        from: Vector2,
        to: Vector2,
        #[opt(default = ALL)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Option<Gd<KasuriSweepHit>> {
        let place = "KasuriWorld2D.sweep_shape";
        let solid = solid_of_shape(place, shape)?;
        let placement = Placement::at(vec2(from));
        let hit = self.core.world.sweep_solid(solid, &placement, vec2(to), filter(layers, except));
        let hit = or_report(place, hit)??;
        Some(KasuriSweepHit::of(&hit, Vector2::ZERO, &self.core.nodes))
    }

    /// Returns how the two bodies of a hit overlap now; [code]null[/code] if they do not.
    #[func]
    fn contact(&self, hit: Option<Gd<KasuriHit>>) -> Option<Gd<KasuriContact>> {
        let place = "KasuriWorld2D.contact";
        let hit = given(place, "hit", hit)?.bind().hit;
        or_report(place, self.core.world.contact(&hit))?.map(|contact| KasuriContact::of(&contact))
    }

    /// Returns how far two bodies are from each other.
    #[func]
    fn distance(&self, a: i64, b: i64) -> Option<Gd<KasuriDistance>> {
        let place = "KasuriWorld2D.distance";
        let distance = self.core.world.distance(body_of(place, a)?, body_of(place, b)?);
        or_report(place, distance)?.map(|distance| KasuriDistance::of(&distance))
    }

    /// Removes the bodies without nodes on [param layers] that overlap a shape. Returns their numbers.
    #[func]
    fn remove_in_shape(
        &mut self,
        shape: Option<Gd<KasuriShape2D>>,
        position: Vector2,
        #[opt(default = 0.0)] rotation: f64,
        #[opt(default = Vector2::ONE)] scale: Vector2,
        #[opt(default = ALL)] layers: u32,
    ) -> PackedInt64Array {
        let found = self.in_shape(shape, position, rotation, scale, layers);
        self.remove_found(&found)
    }

    /// Removes the bodies without nodes on [param layers] that overlap the pixels of a mask, whose middle is at
    /// [param position]. Returns their numbers.
    #[func]
    fn remove_in_mask(
        &mut self,
        mask: Option<Gd<crate::mask::KasuriMask>>,
        position: Vector2,
        #[opt(default = 0.0)] rotation: f64,
        #[opt(default = Vector2::ONE)] scale: Vector2,
        #[opt(default = ALL)] layers: u32,
    ) -> PackedInt64Array {
        let place = "KasuriWorld2D.remove_in_mask";
        let Some(mask) = given(place, "mask", mask) else { return PackedInt64Array::new() };
        let placement = Placement::at(vec2(position)).turned(rotation).scaled(vec2(scale));
        let found = self.overlapping(place, Area::solid(&mask.bind().mask, placement), layers);
        self.remove_found(&found)
    }
}

impl KasuriWorld2D {
    fn overlapping(&self, place: &str, area: Area, layers: u32) -> PackedInt64Array {
        numbers_of(or_report(place, self.core.world.overlapping(area, layers)).unwrap_or_default())
    }

    fn remove_found(&mut self, found: &PackedInt64Array) -> PackedInt64Array {
        let found =
            found.as_slice().iter().filter_map(|&number| kasuri::Handle::from_bits(number.cast_unsigned()));
        let found: Vec<_> = found.filter(|body| !self.core.nodes.contains_key(body)).collect();
        self.core.removals += 1;
        or_report("KasuriWorld2D", self.core.world.remove_many(&found));
        numbers_of(found)
    }
}
