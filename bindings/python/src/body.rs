//! What a body is to be, said before it is spawned.

use std::sync::Arc;

use kasuri::Body;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::mask::PyMask;
use crate::numbers::{Place, Scale};
use crate::shape::{PyTileMap, Solid, points};

/// A part of a body with a name of its own: a hit says which region it was. On the body's layers where none are given.
///
/// >>> import kasuri
/// >>> core = kasuri.Region("core", kasuri.Shape.circle(2), against=4)
/// >>> core.name
/// 'core'
#[pyclass(name = "Region", module = "kasuri", frozen)]
pub(crate) struct PyRegion(kasuri::Region);

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

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("<Region({:?})>", self.0.name())
    }
}

/// What a body looks like in one frame: a shape, a mask or a tile map, and regions.
#[pyclass(name = "Look", module = "kasuri", frozen)]
pub(crate) struct PyLook(pub(crate) kasuri::Look);

#[pymethods]
impl PyLook {
    #[new]
    #[pyo3(signature = (solid, *, pivot = None, regions = Vec::new()))]
    fn new(solid: Solid, pivot: Option<Place>, regions: Vec<PyRef<'_, PyRegion>>) -> PyLook {
        let look = kasuri::Look::new(solid.0);
        let look = pivot.map_or_else(|| look.clone(), |pivot| look.clone().pivot(pivot.0));
        PyLook(regions.iter().fold(look, |look, region| look.with_region(region.0.clone())))
    }
}

/// A body to spawn: what it is, where it stands, what it may hit. All of its makers take these keywords:
///
/// at, angle, scale: where it stands, in pixels and radians; a negative scale mirrors.
/// layer, against: bits; two bodies pair where each is against a layer of the other.
/// graze: tells of near misses within so many pixels.
/// regions: named parts, a list of Region. pivot: a sprite's, in texels. frame: which of its frames.
/// cooldown, max_hits, invulnerable: rules, in steps and hits. despawn_beyond: removed so far out of the world's bounds.
/// swept: misses nothing between two steps. sensor: stops nothing that travels. one_way: stops only what meets a face of it that
/// looks in this direction. data: a number of yours.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> ship = world.spawn(kasuri.Body.rect((8, 12), at=(320, 400), layer=1))
/// >>> world.get(ship).at
/// (320.0, 400.0)
#[pyclass(name = "Body", module = "kasuri", frozen)]
pub(crate) struct PyBody(pub(crate) Body);

/// Keyword arguments.
type How<'a, 'py> = &'a Bound<'py, PyDict>;

/// A body with what the keywords say.
fn dressed(mut body: Body, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
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
            .fold(body, |body, region| body.with_region(region.0.clone())),
        "frame" => body.frame(value.extract()?),
        "layer" => body.layer(value.extract()?),
        "against" => body.against(value.extract()?),
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
        _ => return Err(PyTypeError::new_err("a body has no such keyword")),
    })
}

#[pymethods]
impl PyBody {
    /// Of a Shape, a Mask or a TileMap.
    #[new]
    #[pyo3(signature = (solid, **how))]
    fn new(solid: Solid, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::new(kasuri::Look::new(solid.0)), how)
    }

    /// A sprite: exactly the pixels that its mask covers, however it is turned.
    #[staticmethod]
    #[pyo3(signature = (mask, **how))]
    fn sprite(mask: &Bound<'_, PyMask>, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::sprite(&mask.borrow().solid()?), how)
    }

    /// A body with frames, a list of Look: `World.set_frame` shows another.
    #[staticmethod]
    #[pyo3(signature = (looks, **how))]
    fn frames(looks: Vec<PyRef<'_, PyLook>>, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        let looks: Arc<[kasuri::Look]> = looks.iter().map(|look| look.0.clone()).collect();
        dressed(Body::frames(&looks), how)
    }

    /// A point.
    #[staticmethod]
    #[pyo3(signature = (**how))]
    fn point(how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::point(), how)
    }

    /// From a to b.
    #[staticmethod]
    #[pyo3(signature = (a, b, **how))]
    fn segment(a: Place, b: Place, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::segment(a.0, b.0), how)
    }

    /// A circle.
    #[staticmethod]
    #[pyo3(signature = (r, **how))]
    fn circle(r: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::circle(r), how)
    }

    /// All within `r` of the segment from a to b.
    #[staticmethod]
    #[pyo3(signature = (a, b, r, **how))]
    fn capsule(a: Place, b: Place, r: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::capsule(a.0, b.0, r), how)
    }

    /// A box of half the width and half the height.
    #[staticmethod]
    #[pyo3(signature = (half, **how))]
    fn rect(half: Place, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::rect(half.0), how)
    }

    /// A simple polygon, convex or concave.
    #[staticmethod]
    #[pyo3(signature = (vertices, **how))]
    fn polygon(vertices: Vec<Place>, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::polygon(&points(&vertices)), how)
    }

    /// A curved laser; `World.set_chain` moves its points.
    #[staticmethod]
    #[pyo3(signature = (vertices, r, **how))]
    fn chain(vertices: Vec<Place>, r: f64, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::chain(&points(&vertices), r), how)
    }

    /// A tile map, its top left corner where it is put.
    #[staticmethod]
    #[pyo3(signature = (map, **how))]
    fn tiles(map: &PyTileMap, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(Body::tiles(&map.0), how)
    }

    /// The same, but for what the keywords say.
    ///
    /// >>> import kasuri
    /// >>> bullet = kasuri.Body.circle(3, layer=2)
    /// >>> left = bullet.but(at=(10, 0))
    #[pyo3(signature = (**how))]
    fn but(&self, how: Option<How<'_, '_>>) -> PyResult<PyBody> {
        dressed(self.0.clone(), how)
    }
}
