//! Shapes and tile maps.

use std::sync::Arc;

use kasuri::{
    Shape, TileMap, Vec2,
    query::Form,
    shape::{Cell, Part, Polygon},
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::OrRaise;
use crate::form::PyForm;
use crate::mask::PyMask;
use crate::numbers::{Place, Scale, not_a, placed};

/// A shape in its own coordinates: made by `point`, `segment`, `circle`, `ellipse`, `capsule`, `rect`, `polygon`, `chain` or `compound`.
///
/// >>> import kasuri
/// >>> kasuri.Shape.circle(-1)
/// Traceback (most recent call last):
///     ...
/// kasuri.Error: r: -1 is negative; a radius is 0 or more
#[pyclass(name = "Shape", module = "kasuri", frozen)]
pub(crate) struct PyShape(pub(crate) Shape);

pub(crate) fn points(given: &[Place]) -> Vec<Vec2> {
    given.iter().map(|at| at.0).collect()
}

#[pymethods]
impl PyShape {
    /// Makes a point.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> query.contains(Shape.point().place((3, 4)), (3, 4))
    /// True
    #[staticmethod]
    fn point() -> PyShape {
        PyShape(Shape::point())
    }

    /// Makes a segment from a to b.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> lines = Shape.segment((0, 0), (8, 8)), Shape.segment((0, 8), (8, 0))
    /// >>> query.crossings(*[line.place((0, 0)) for line in lines])
    /// [(4.0, 4.0)]
    #[staticmethod]
    fn segment(a: Place, b: Place) -> PyResult<PyShape> {
        Shape::segment(a.0, b.0).or_raise().map(PyShape)
    }

    /// Makes a circle.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> query.contains(Shape.circle(5).place((10, 10)), (13, 14))
    /// True
    #[staticmethod]
    fn circle(r: f64) -> PyResult<PyShape> {
        Shape::circle(r).or_raise().map(PyShape)
    }

    /// Makes an ellipse from its radii along x and y. Unlike a circle it may have any scale.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> query.contains(Shape.ellipse(8, 3).place((0, 0), angle=0.5), (7, 3.5))
    /// True
    #[staticmethod]
    fn ellipse(rx: f64, ry: f64) -> PyResult<PyShape> {
        Shape::ellipse(rx, ry).or_raise().map(PyShape)
    }

    /// Makes a capsule: all points within `r` of the segment from a to b.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> query.contains(Shape.capsule((0, 0), (20, 0), 3).place((5, 5)), (15, 8))
    /// True
    #[staticmethod]
    fn capsule(a: Place, b: Place, r: f64) -> PyResult<PyShape> {
        Shape::capsule(a.0, b.0, r).or_raise().map(PyShape)
    }

    /// Makes a box from half its width and half its height.
    ///
    /// >>> from kasuri import Shape
    /// >>> Shape.rect((8, 3)).place((10, 10)).bounds()
    /// (2.0, 7.0, 16.0, 6.0)
    #[staticmethod]
    fn rect(half: Place) -> PyResult<PyShape> {
        Shape::rect(half.0).or_raise().map(PyShape)
    }

    /// Makes a simple polygon, convex or concave. With a radius `r` it includes all points within `r` of it.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> arrow = Shape.polygon([(0, 0), (10, 5), (0, 10), (3, 5)]).place((0, 0))
    /// >>> query.contains(arrow, (1, 5)), query.contains(arrow, (4, 5))
    /// (False, True)
    #[staticmethod]
    #[pyo3(signature = (vertices, r = None))]
    fn polygon(vertices: Vec<Place>, r: Option<f64>) -> PyResult<PyShape> {
        let vertices = points(&vertices);
        let shape = match r {
            Some(r) => Shape::rounded_polygon(&vertices, r),
            None => Shape::polygon(&vertices),
        };
        shape.or_raise().map(PyShape)
    }

    /// Makes a chain: all points within `r` of a line of segments, such as a curved laser.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> laser = Shape.chain([(0, 0), (10, 5), (20, 0)], 1).place((0, 0))
    /// >>> query.contains(laser, (10, 4.5))
    /// True
    #[staticmethod]
    fn chain(vertices: Vec<Place>, r: f64) -> PyResult<PyShape> {
        Shape::chain(&points(&vertices), r).or_raise().map(PyShape)
    }

    /// Makes one shape of several, each at an offset: a list of (shape, offset).
    ///
    /// >>> from kasuri import Shape
    /// >>> tank = Shape.compound([(Shape.rect((8, 4)), (0, 0)), (Shape.circle(3), (0, -5))])
    /// >>> tank.place((100, 100)).bounds()
    /// (92.0, 92.0, 16.0, 12.0)
    #[staticmethod]
    fn compound(parts: Vec<(PyRef<'_, PyShape>, Place)>) -> PyResult<PyShape> {
        let parts = parts.iter().map(|(shape, offset)| Part::new(shape.0.clone()).offset(offset.0)).collect();
        Shape::compound(parts).or_raise().map(PyShape)
    }

    /// The kind of shape: "circle", "polygon" and so on.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// Returns the placed shape, turned and scaled, for `kasuri.query`.
    ///
    /// >>> from kasuri import Shape, query
    /// >>> plank = Shape.rect((8, 1)).place((10, 10), angle=0.5, scale=2)
    /// >>> query.contains(plank, (20, 16))
    /// True
    #[pyo3(signature = (at, angle = 0.0, scale = Scale::ONE))]
    fn place(&self, at: Place, angle: f64, scale: Scale) -> PyResult<PyForm> {
        let parts = self.0.place(&placed(at, angle, scale)).or_raise()?;
        Ok(PyForm::new(Form::Shape(parts), at.0))
    }

    fn __repr__(&self) -> String {
        format!("<Shape({})>", self.0.kind())
    }
}

/// A map of cells: '.' and ' ' are empty, '#' is solid. The legend gives the other characters a mask or a convex
/// polygon in the cell's own coordinates.
///
/// >>> import kasuri
/// >>> kasuri.TileMap((16, 16), ["..", "#/"], {"/": [(0, 16), (16, 0), (16, 16)]}).size
/// (2, 2)
#[pyclass(name = "TileMap", module = "kasuri", frozen)]
pub(crate) struct PyTileMap(pub(crate) Arc<TileMap>);

#[pymethods]
impl PyTileMap {
    #[new]
    #[pyo3(signature = (cell, rows, legend = None))]
    fn new(cell: Place, rows: Vec<String>, legend: Option<&Bound<'_, PyDict>>) -> PyResult<PyTileMap> {
        let mut cells: Vec<(char, Cell)> = Vec::new();
        for (name, value) in legend.into_iter().flatten() {
            let cell = if let Ok(mask) = value.cast::<PyMask>() {
                Cell::Mask(mask.borrow().solid()?)
            } else if let Ok(vertices) = value.extract::<Vec<Place>>() {
                Cell::Polygon(Polygon::new(&points(&vertices)).or_raise()?)
            } else {
                return Err(not_a(&value, "a Mask or a list of points is", "a cell"));
            };
            cells.push((name.extract()?, cell));
        }
        let map = TileMap::from_rows(cell.0, &rows, &cells).or_raise()?;
        Ok(PyTileMap(Arc::new(map)))
    }

    /// The numbers of columns and rows.
    #[getter]
    fn size(&self) -> (usize, usize) {
        self.0.size()
    }

    /// Returns the placed map, with its top left corner at `at`.
    ///
    /// >>> from kasuri import Shape, TileMap, query
    /// >>> level = TileMap((16, 16), ["...", ".##"]).place((0, 0))
    /// >>> query.overlap(level, Shape.circle(4).place((20, 14)))
    /// [(1, 1)]
    fn place(&self, at: Place) -> PyResult<PyForm> {
        Ok(PyForm::new(Form::Tiles(self.0.place(at.0).or_raise()?), at.0))
    }

    fn __repr__(&self) -> String {
        let (columns, rows) = self.0.size();
        format!("<TileMap({columns}x{rows})>")
    }
}

/// A Shape, a Mask or a TileMap.
pub(crate) struct Solid(pub(crate) kasuri::world::Solid);

impl<'py> FromPyObject<'_, 'py> for Solid {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Solid> {
        if let Ok(shape) = given.cast::<PyShape>() {
            Ok(Solid(shape.get().0.clone().into()))
        } else if let Ok(mask) = given.cast::<PyMask>() {
            Ok(Solid((&mask.borrow().solid()?).into()))
        } else if let Ok(map) = given.cast::<PyTileMap>() {
            Ok(Solid((&map.get().0).into()))
        } else {
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("a Shape, a Mask or a TileMap is expected, found {kind}")))
        }
    }
}
