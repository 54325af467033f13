//! Where a body fits: grids of positions, maps of free poses.

use godot::prelude::*;
use kasuri::query::{Fits, FreeMap, FreePose, PlaceGrid};
use kasuri::{Body, Filter};

use crate::body::KasuriBody2D;
use crate::definition::KasuriBodyDefinition;
use crate::errors::{given, or_report, report, vec2, vector2};
use crate::world::{Core, KasuriWorld2D};
use crate::world_queries::filter;

/// The positions and angles at which [method KasuriWorld2D.fits] tries a body.
#[derive(GodotClass)]
#[class(init)]
pub(crate) struct KasuriPlaceGrid {
    /// The position in column 0 and row 0.
    #[var]
    from: Vector2,
    /// The distance from one column to the next, and from one row to the next. It may be negative.
    #[var]
    #[init(val = Vector2::ONE)]
    step: Vector2,
    /// How many columns and rows there are.
    #[var]
    #[init(val = Vector2i::ONE)]
    count: Vector2i,
    /// The angles in radians. An empty list means one angle: that of the body.
    #[var]
    angles: PackedFloat64Array,
}

#[godot_api]
impl KasuriPlaceGrid {
    /// Makes a grid of [param count] columns and rows.
    #[func]
    fn of(
        from: Vector2,
        step: Vector2,
        count: Vector2i,
        #[opt(default = &PackedFloat64Array::new())] angles: PackedFloat64Array,
    ) -> Gd<KasuriPlaceGrid> {
        Gd::from_object(KasuriPlaceGrid { from, step, count, angles })
    }

    /// Returns the position in a column and a row.
    #[func]
    fn place(&self, column: i64, row: i64) -> Vector2 {
        self.from + self.step * Vector2::new(column as f32, row as f32)
    }
}

impl KasuriPlaceGrid {
    fn grid(&self) -> Result<PlaceGrid, String> {
        let side = |side: i32| u32::try_from(side).map_err(|_| format!("{side} columns or rows"));
        let count = [side(self.count.x)?, side(self.count.y)?];
        Ok(PlaceGrid::new(vec2(self.from), vec2(self.step), count))
    }

    /// Returns the angles, or that of the body.
    fn angles(&self, own: f64) -> Vec<f64> {
        if self.angles.is_empty() { vec![own] } else { self.angles.to_vec() }
    }
}

/// At which poses of a [KasuriPlaceGrid] a body would hit nothing.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriFreeMap {
    map: FreeMap,
    grid: PlaceGrid,
}

#[godot_api]
impl KasuriFreeMap {
    /// Whether a pose is free. Poses outside of the grid are not. [param angle] is the number of the angle.
    #[func]
    fn is_free(&self, column: i64, row: i64, #[opt(default = 0)] angle: i64) -> bool {
        let number = |k: i64| u32::try_from(k).unwrap_or(u32::MAX);
        self.map.is_free(usize::try_from(angle).unwrap_or(usize::MAX), number(column), number(row))
    }

    /// Returns how many poses are free.
    #[func]
    fn count(&self) -> i64 {
        self.map.count().cast_signed()
    }

    /// Returns how many columns and rows there are.
    #[func]
    fn size(&self) -> Vector2i {
        let [columns, rows] = self.map.size();
        Vector2i::new(columns.cast_signed(), rows.cast_signed())
    }

    /// Returns how many angles there are.
    #[func]
    fn angle_count(&self) -> i64 {
        i64::try_from(self.map.angles()).unwrap_or(i64::MAX)
    }

    /// Returns the free positions at an angle, row by row.
    #[func]
    fn free_positions(&self, #[opt(default = 0)] angle: i64) -> PackedVector2Array {
        let angle = usize::try_from(angle).unwrap_or(usize::MAX);
        let [columns, rows] = self.map.size();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let free = places.filter(|&(column, row)| self.map.is_free(angle, column, row));
        free.map(|(column, row)| vector2(self.grid.place(column, row))).collect()
    }
}

/// A pose at which a body would hit nothing.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriFreePose {
    /// The position.
    #[var(no_set)]
    position: Vector2,
    /// The angle in radians.
    #[var(no_set)]
    rotation: f64,
    /// The number of the angle.
    #[var(no_set)]
    angle: i64,
    /// The column and the row of the grid.
    #[var(no_set)]
    cell: Vector2i,
}

#[godot_api]
impl KasuriFreePose {}

impl KasuriFreePose {
    fn of(pose: FreePose, angles: &[f64]) -> Gd<KasuriFreePose> {
        let FreePose { angle, x, y, at } = pose;
        Gd::from_object(KasuriFreePose {
            position: vector2(at),
            rotation: angles.get(angle).copied().unwrap_or_default(),
            angle: i64::try_from(angle).unwrap_or(i64::MAX),
            cell: Vector2i::new(x.cast_signed(), y.cast_signed()),
        })
    }
}

/// A question where a body fits.
struct Asked {
    body: Body,
    angles: Vec<f64>,
    grid: PlaceGrid,
    filter: Filter,
}

impl Asked {
    fn answer<R>(
        &self,
        place: &str,
        core: &Core,
        answer: impl FnOnce(&Fits<'_>) -> kasuri::Result<R>,
    ) -> Option<R> {
        let fits = core.world.fits(&self.body, &self.angles, &self.grid, self.filter);
        or_report(place, fits.and_then(|fits| answer(&fits)))
    }

    fn map(&self, place: &str, core: &Core) -> Option<Gd<KasuriFreeMap>> {
        let map = self.answer(place, core, |fits| Ok(fits.map()))?;
        Some(Gd::from_object(KasuriFreeMap { map, grid: self.grid }))
    }

    fn first(&self, place: &str, core: &Core) -> Option<Gd<KasuriFreePose>> {
        let first = self.answer(place, core, |fits| Ok(fits.first()))?;
        first.map(|pose| KasuriFreePose::of(pose, &self.angles))
    }

    fn nearest(&self, place: &str, core: &Core, to: Vector2) -> Option<Gd<KasuriFreePose>> {
        let nearest = self.answer(place, core, |fits| fits.nearest(vec2(to)))?;
        nearest.map(|pose| KasuriFreePose::of(pose, &self.angles))
    }

    /// Asks for a definition.
    fn for_definition(
        place: &str,
        definition: Option<Gd<KasuriBodyDefinition>>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        filter: Filter,
    ) -> Option<Asked> {
        let (definition, grid) = (given(place, "definition", definition)?, given(place, "grid", grid)?);
        let (definition, grid) = (definition.bind(), grid.bind());
        let body = or_report(place, definition.body())?;
        Some(Asked {
            body,
            angles: grid.angles(definition.rotation),
            grid: or_report(place, grid.grid())?,
            filter,
        })
    }

    /// Asks for a node, and returns its world, where the node is seen as it is now.
    fn for_node(
        place: &str,
        mut node: Gd<KasuriBody2D>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        layers: u32,
    ) -> Option<(Asked, Gd<KasuriWorld2D>)> {
        let grid = given(place, "grid", grid)?;
        let world = node.bind().home.world_or_report(place, "the body is")?;
        node.bind_mut().sync(world.instance_id(), &mut world.clone().bind_mut().core);
        let node = node.bind();
        let (Some(handle), Some(pose)) = (node.state.handle, node.state.posed) else {
            report(place, "the body is not in its world, see the error before");
            return None;
        };
        let body = or_report(place, node.description(&mut world.clone().bind_mut().core.pictures))?;
        let grid = grid.bind();
        let asked = Asked {
            body,
            angles: grid.angles(pose.angle),
            grid: or_report(place, grid.grid())?,
            filter: Filter::against(layers).except(handle),
        };
        Some((asked, world))
    }
}

#[godot_api(secondary)]
impl KasuriWorld2D {
    /// Returns at which poses of a grid a body would hit none of the bodies on [param layers]. It is not in the world; its own
    /// position does not count. [param except] is the number of a body that does not count. It says nothing about the way
    /// there.
    #[func]
    fn fits(
        &self,
        definition: Option<Gd<KasuriBodyDefinition>>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        #[opt(default = u32::MAX)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Option<Gd<KasuriFreeMap>> {
        let place = "KasuriWorld2D.fits";
        Asked::for_definition(place, definition, grid, filter(layers, except))?.map(place, &self.core)
    }

    /// Returns the first free pose: the first angle, then the first row, then the first column; [code]null[/code] if there is
    /// none. See [method fits].
    #[func]
    fn first_fit(
        &self,
        definition: Option<Gd<KasuriBodyDefinition>>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        #[opt(default = u32::MAX)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Option<Gd<KasuriFreePose>> {
        let place = "KasuriWorld2D.first_fit";
        Asked::for_definition(place, definition, grid, filter(layers, except))?.first(place, &self.core)
    }

    /// Returns the free pose whose position is nearest to [param to]; [code]null[/code] if there is none. See [method fits].
    #[func]
    fn nearest_fit(
        &self,
        definition: Option<Gd<KasuriBodyDefinition>>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        to: Vector2,
        #[opt(default = u32::MAX)] layers: u32,
        #[opt(default = 0)] except: i64,
    ) -> Option<Gd<KasuriFreePose>> {
        let place = "KasuriWorld2D.nearest_fit";
        Asked::for_definition(place, definition, grid, filter(layers, except))?.nearest(place, &self.core, to)
    }
}

#[godot_api(secondary)]
impl KasuriBody2D {
    /// Returns at which poses of a grid the body would hit none of the other bodies on [param layers]. The positions are those
    /// of what hits, in the world's coordinates: of the sprite, or of this node if it has a shape. Nothing moves.
    #[func(gd_self)]
    fn fits(
        this: Gd<Self>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        #[opt(default = u32::MAX)] layers: u32,
    ) -> Option<Gd<KasuriFreeMap>> {
        let place = "KasuriBody2D.fits";
        let (asked, world) = Asked::for_node(place, this, grid, layers)?;
        asked.map(place, &world.bind().core)
    }

    /// Returns the first free pose: the first angle, then the first row, then the first column; [code]null[/code] if there is
    /// none. See [method fits].
    #[func(gd_self)]
    fn first_fit(
        this: Gd<Self>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        #[opt(default = u32::MAX)] layers: u32,
    ) -> Option<Gd<KasuriFreePose>> {
        let place = "KasuriBody2D.first_fit";
        let (asked, world) = Asked::for_node(place, this, grid, layers)?;
        asked.first(place, &world.bind().core)
    }

    /// Returns the free pose whose position is nearest to [param to]; [code]null[/code] if there is none. See [method fits].
    #[func(gd_self)]
    fn nearest_fit(
        this: Gd<Self>,
        grid: Option<Gd<KasuriPlaceGrid>>,
        to: Vector2,
        #[opt(default = u32::MAX)] layers: u32,
    ) -> Option<Gd<KasuriFreePose>> {
        let place = "KasuriBody2D.nearest_fit";
        let (asked, world) = Asked::for_node(place, this, grid, layers)?;
        asked.nearest(place, &world.bind().core, to)
    }
}
