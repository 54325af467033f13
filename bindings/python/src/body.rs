//! The description of a body, made before it is spawned.

use std::sync::Arc;

use kasuri::Body;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::mask::PyMask;
use crate::numbers::{Place, Scale, not_a};
use crate::shape::{PyTileMap, Solid, points};

/// A part of a body with a name: a hit reports its region. Without `layer` and `against` it is on the body's layers.
///
/// >>> import kasuri
/// >>> core = kasuri.Region("core", kasuri.Shape.circle(2), against=4)
/// >>> core.name
/// 'core'
#[pyclass(name = "Region", module = "kasuri", frozen)]
pub(crate) struct PyRegion(pub(crate) kasuri::Region);

#[pymethods]
impl PyRegion {
    #[new]
    #[pyo3(signature = (name, solid, *, pivot = None, layer = None, against = None))]
    fn new(
        name: &str,
        solid: Solid,
        pivot: Option<Place>,
        layer: Option<u32>,
        against: Option<u32>,
    ) -> PyRegion {
        let mut region = kasuri::Region::new(name, solid.0);
        if let Some(pivot) = pivot {
            region = region.pivot(pivot.0);
        }
        if let Some(layer) = layer {
            region = region.layer(layer);
        }
        if let Some(against) = against {
            region = region.against(against);
        }
        PyRegion(region)
    }

    /// The region's name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("<Region({:?})>", self.0.name())
    }
}

/// The look of a body in one frame: a shape, a mask or a tile map, and regions.
///
/// >>> import kasuri
/// >>> core = kasuri.Region("core", kasuri.Shape.circle(2))
/// >>> look = kasuri.Look(kasuri.Mask((8, 8), fill=True), regions=[core])
/// >>> world = kasuri.World()
/// >>> world.get(world.spawn(kasuri.Body.frames([look]))).regions
/// ['core']
#[pyclass(name = "Look", module = "kasuri", frozen)]
pub(crate) struct PyLook(pub(crate) kasuri::Look);

#[pymethods]
impl PyLook {
    #[new]
    #[pyo3(signature = (solid, *, pivot = None, regions = Vec::new()))]
    fn new(solid: Solid, pivot: Option<Place>, regions: Vec<PyRef<'_, PyRegion>>) -> PyLook {
        let look = kasuri::Look::new(solid.0);
        let look = pivot.map_or_else(|| look.clone(), |pivot| look.clone().pivot(pivot.0));
        PyLook(regions.iter().fold(look, |look, region| look.region(region.0.clone())))
    }
}

/// A body to spawn: its shape, its position, and its rules. All constructors take these keywords:
///
/// at, angle, scale: the placement, in pixels and radians; a negative scale mirrors.
/// layer, against: bits; two bodies pair where each is against a layer of the other.
/// group: two bodies of one group are no pair, whatever their layers say; 0 is none.
/// graze: reports near misses within this many pixels.
/// regions: named parts, a list of Region. pivot: the pivot of a sprite, in texels. frame: the index of its frame.
/// cooldown, max_hits, invulnerable: rules, in steps and hits. despawn_beyond: the distance out of the world's bounds
/// at which the body is removed. swept: the body misses nothing between two steps. sensor: the body stops no travel.
/// one_way: the body stops only bodies that hit a face of it that looks in this direction. data: a number of the
/// game's.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> ship = world.spawn(kasuri.Body.rect((8, 12), at=(320, 400), layer=1))
/// >>> world.get(ship).at
/// (320.0, 400.0)
#[pyclass(name = "Body", module = "kasuri", frozen)]
pub(crate) struct PyBody(pub(crate) Body);

/// The keywords of [`with`].
const KEYWORDS: &str = "at, angle, scale, pivot, regions, frame, layer, against, group, graze, despawn_beyond, cooldown, max_hits, \
                        invulnerable, swept, sensor, one_way and data";

/// The keyword arguments.
type How<'a, 'py> = &'a Bound<'py, PyDict>;

/// Applies the keywords to a body.
pub(crate) fn dressed(mut body: Body, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
    for (name, value) in how.into_iter().flatten() {
        let name: String = name.extract()?;
        body = with(body, &name, &value).map_err(|error| {
            let py = value.py();
            let text = format!("{name}: {}", error.value(py));
            if error.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(text) } else { error }
        })?;
    }
    Ok(PyBody(body))
}

fn with(body: Body, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Body> {
    Ok(match name {
        "at" => body.at(value.extract::<Place>()?.0),
        "angle" => body.turned(value.extract()?),
        "scale" => body.scaled(value.extract::<Scale>()?.0),
        "pivot" => body.pivot(value.extract::<Place>()?.0),
        "regions" => value
            .extract::<Vec<PyRef<'_, PyRegion>>>()?
            .iter()
            .fold(body, |body, region| body.region(region.0.clone())),
        "frame" => body.frame(value.extract()?),
        "layer" => body.layer(value.extract()?),
        "against" => body.against(value.extract()?),
        "group" => body.group(value.extract()?),
        "graze" => body.graze(value.extract()?),
        "despawn_beyond" => body.despawn_beyond(value.extract()?),
        "cooldown" => body.cooldown(value.extract()?),
        "max_hits" => body.max_hits(value.extract()?),
        "invulnerable" => body.invulnerable(value.extract()?),
        "swept" => {
            if value.extract()? {
                body.swept()
            } else {
                body
            }
        }
        "sensor" => {
            if value.extract()? {
                body.sensor()
            } else {
                body
            }
        }
        "one_way" => body.one_way(value.extract::<Place>()?.0),
        "data" => body.data(value.extract()?),
        _ => return Err(PyTypeError::new_err(format!("a body has no such keyword; it has {KEYWORDS}"))),
    })
}

#[pymethods]
impl PyBody {
    /// Makes a body from a Shape, a Mask or a TileMap.
    #[new]
    #[pyo3(signature = (solid, **how))]
    fn new(solid: Solid, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::new(kasuri::Look::new(solid.0)), how)
    }

    /// Makes a sprite: exactly the pixels that its mask covers, at any angle.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = kasuri.Mask.from_rows([".##.", "####"])
    /// >>> moth = world.spawn(kasuri.Body.sprite(ship, at=(10, 20), angle=0.5))
    /// >>> world.at_point((10, 20)).tolist() == [moth]
    /// True
    #[staticmethod]
    #[pyo3(signature = (mask, **how))]
    fn sprite(mask: &Bound<'_, PyAny>, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        let is_expected = "a kasuri.Mask (Mask.from_pygame makes one of pygame's) is";
        let mask = mask.cast::<PyMask>().map_err(|_| not_a(mask, is_expected, "a sprite"))?;
        dressed(Body::sprite(&mask.borrow().solid()?), how)
    }

    /// Makes a body with frames, a list of Look. `World.set_frame` shows another frame.
    ///
    /// >>> import kasuri
    /// >>> looks = [kasuri.Look(kasuri.Shape.circle(r)) for r in (3, 9)]
    /// >>> world = kasuri.World()
    /// >>> blast = world.spawn(kasuri.Body.frames(looks, frame=1))
    /// >>> world.get(blast).frame, world.get(blast).form().bounds()
    /// (1, (-9.0, -9.0, 18.0, 18.0))
    #[staticmethod]
    #[pyo3(signature = (looks, **how))]
    fn frames(looks: Vec<PyRef<'_, PyLook>>, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        let looks: Arc<[kasuri::Look]> = looks.iter().map(|look| look.0.clone()).collect();
        dressed(Body::frames(&looks), how)
    }

    /// Makes a point.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> spark = world.spawn(kasuri.Body.point(at=(3, 4)))
    /// >>> world.nearest((0, 0))[0].distance
    /// 5.0
    #[staticmethod]
    #[pyo3(signature = (**how))]
    fn point(how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::point(), how)
    }

    /// Makes a segment from a to b.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ray = world.spawn(kasuri.Body.segment((0, 0), (30, 0), at=(5, 5)))
    /// >>> world.get(ray).form().bounds()
    /// (5.0, 5.0, 30.0, 0.0)
    #[staticmethod]
    #[pyo3(signature = (a, b, **how))]
    fn segment(a: Place, b: Place, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::segment(a.0, b.0), how)
    }

    /// Makes a circle.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> shot = world.spawn(kasuri.Body.circle(3, at=(10, 20), layer=2, against=1))
    /// >>> world.get(shot).form().bounds(), world.get(shot).layer
    /// ((7.0, 17.0, 6.0, 6.0), 2)
    #[staticmethod]
    #[pyo3(signature = (r, **how))]
    fn circle(r: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::circle(r), how)
    }

    /// Makes an ellipse from its radii along x and y.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> cloud = world.spawn(kasuri.Body.ellipse(8, 3, at=(10, 20)))
    /// >>> world.get(cloud).form().bounds()
    /// (2.0, 17.0, 16.0, 6.0)
    #[staticmethod]
    #[pyo3(signature = (rx, ry, **how))]
    fn ellipse(rx: f64, ry: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::ellipse(rx, ry), how)
    }

    /// Makes a capsule: all points within `r` of the segment from a to b.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> hero = world.spawn(kasuri.Body.capsule((0, -8), (0, 8), 4, at=(10, 20)))
    /// >>> world.get(hero).form().bounds()
    /// (6.0, 8.0, 8.0, 24.0)
    #[staticmethod]
    #[pyo3(signature = (a, b, r, **how))]
    fn capsule(a: Place, b: Place, r: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::capsule(a.0, b.0, r), how)
    }

    /// Makes a box from half its width and half its height.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> crate = world.spawn(kasuri.Body.rect((8, 4), at=(10, 20)))
    /// >>> world.get(crate).form().bounds()
    /// (2.0, 16.0, 16.0, 8.0)
    #[staticmethod]
    #[pyo3(signature = (half, **how))]
    fn rect(half: Place, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::rect(half.0), how)
    }

    /// Makes a simple polygon, convex or concave.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> arrow = world.spawn(kasuri.Body.polygon([(0, 0), (10, 5), (0, 10), (3, 5)], at=(20, 20)))
    /// >>> world.at_point((24, 25)).tolist() == [arrow], world.at_point((21, 25)).tolist()
    /// (True, [])
    #[staticmethod]
    #[pyo3(signature = (vertices, **how))]
    fn polygon(vertices: Vec<Place>, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::polygon(&points(&vertices)), how)
    }

    /// Makes a chain, such as a curved laser. `World.set_chain` moves its points.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> laser = world.spawn(kasuri.Body.chain([(0, 0), (10, 5), (20, 0)], 1, at=(5, 5)))
    /// >>> world.at_point((15, 10)).tolist() == [laser]
    /// True
    #[staticmethod]
    #[pyo3(signature = (vertices, r, **how))]
    fn chain(vertices: Vec<Place>, r: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::chain(&points(&vertices), r), how)
    }

    /// Makes a tile map. Its top left corner is at the body's position.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> level = world.spawn(kasuri.Body.tiles(kasuri.TileMap((16, 16), ["...", ".##"])))
    /// >>> world.at_point((20, 20)).tolist() == [level], world.at_point((20, 10)).tolist()
    /// (True, [])
    #[staticmethod]
    #[pyo3(signature = (map, **how))]
    fn tiles(map: &PyTileMap, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::tiles(&map.0), how)
    }

    /// Returns the same body with the changes in the keywords.
    ///
    /// >>> import kasuri
    /// >>> bullet = kasuri.Body.circle(3, layer=2)
    /// >>> left = bullet.but(at=(10, 0))
    #[pyo3(signature = (**how))]
    fn but(&self, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(self.0.clone(), how)
    }
}
