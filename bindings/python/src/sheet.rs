//! Sheets of the hit box editor. Python reads their names and values from the JSON that the library writes.

use kasuri::sheet::Sheet;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::body::{PyBody, PyLook, dressed};
use crate::errors::OrRaise;
use crate::mask::PyMask;
use crate::scene::Text;

/// A sheet of the hit box editor: frames with masks, pivots, regions, tags and values.
///
/// `json` is the text or the bytes of the file; `picture` is the bytes of its picture, if the masks are there.
///
/// >>> import kasuri
/// >>> jaw = kasuri.Sheet('''{"kasuri_sheet": 1, "frames": [
/// ...     {"name": "open", "size": [4, 1], "mask": {"rows": ["#..#"]},
/// ...      "regions": [{"name": "core", "circle": {"at": [2, 0], "r": 1}, "values": {"damage": 3}}]},
/// ...     {"name": "shut", "size": [4, 1], "duration": 40, "mask": {"runs": [0, 4]}}],
/// ...     "tags": [{"name": "snap", "from": 0, "to": 1}]}''')
/// >>> jaw.frames[0]["regions"][0]["values"]["damage"], jaw.frame("shut"), jaw.frame_at("snap", 100)
/// (3, 1, 1)
/// >>> world = kasuri.World()
/// >>> body = world.spawn(jaw.body(at=(20, 20)))
/// >>> world.set_frame(body, 1)
#[pyclass(name = "Sheet", module = "kasuri", frozen)]
pub(crate) struct PySheet {
    sheet: Sheet,
    /// What the sheet tells by name.
    told: Py<PyDict>,
}

#[pymethods]
impl PySheet {
    #[new]
    #[pyo3(signature = (json, picture = None))]
    fn new(py: Python<'_>, json: Text, picture: Option<Vec<u8>>) -> PyResult<PySheet> {
        let read = || match picture {
            Some(picture) => Sheet::from_json_with(json.bytes(), &picture),
            None => Sheet::from_json(json.bytes()),
        };
        let sheet = py.detach(read).or_raise()?;
        let told = py.import("json")?.call_method1("loads", (sheet.to_json(),))?;
        let told = told.cast_into::<PyDict>()?;
        for frame in told.get_item("frames")?.iter().flat_map(|frames| frames.try_iter()).flatten() {
            // The masks stay here.
            frame?.cast::<PyDict>()?.del_item("mask")?;
        }
        Ok(PySheet { sheet, told: told.unbind() })
    }

    /// The file name of the picture that shows the frames, or None.
    #[getter]
    fn image(&self) -> Option<&str> {
        self.sheet.image()
    }

    /// The frames, a dict each: name, size, duration, pivot, regions, and at and values where the file has them. Region k
    /// has number k + 1 in hits.
    #[getter]
    fn frames<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.told.bind(py).get_item("frames")
    }

    /// The tags, a dict each: name, from, to, and direction if it is not forward.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.told.bind(py).get_item("tags")
    }

    /// The values of the sheet, a dict.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.told.bind(py).get_item("values")?;
        Ok(values.unwrap_or_else(|| PyDict::new(py).into_any()))
    }

    /// Returns the number of the frame with a name; None if there is none.
    ///
    /// >>> import kasuri
    /// >>> frame = '{"name": "open", "size": [4, 1], "mask": {"rows": ["#..#"]}}'
    /// >>> jaw = kasuri.Sheet(f'{{"kasuri_sheet": 1, "frames": [{frame}]}}')
    /// >>> jaw.frame("open"), jaw.frame("shut")
    /// (0, None)
    fn frame(&self, name: &str) -> Option<usize> {
        self.sheet.frame(name)
    }

    /// Returns the mask of a frame.
    ///
    /// >>> import kasuri
    /// >>> frame = '{"name": "open", "size": [4, 1], "mask": {"rows": ["#..#"]}}'
    /// >>> jaw = kasuri.Sheet(f'{{"kasuri_sheet": 1, "frames": [{frame}]}}')
    /// >>> jaw.mask(0).to_rows()
    /// ['#..#']
    fn mask(&self, frame: usize) -> PyResult<PyMask> {
        Ok(PyMask::of((*of_frame(self.sheet.frames(), frame)?.mask).clone()))
    }

    /// Returns the look of a frame: its mask, its pivot and its regions.
    ///
    /// >>> import kasuri
    /// >>> frame = '{"name": "open", "size": [4, 1], "mask": {"rows": ["#..#"]}}'
    /// >>> jaw = kasuri.Sheet(f'{{"kasuri_sheet": 1, "frames": [{frame}]}}')
    /// >>> world = kasuri.World()
    /// >>> body = world.spawn(kasuri.Body.frames([jaw.look(0)], at=(20, 20)))
    /// >>> world.get(body).form().cover().count()
    /// 2
    fn look(&self, frame: usize) -> PyResult<PyLook> {
        Ok(PyLook(of_frame(self.sheet.looks(), frame)?.clone()))
    }

    /// Makes a body with all frames; it takes the keywords of Body. `World.set_frame` shows another frame.
    ///
    /// >>> import kasuri
    /// >>> frame = '{"name": "open", "size": [4, 1], "mask": {"rows": ["#..#"]}}'
    /// >>> jaw = kasuri.Sheet(f'{{"kasuri_sheet": 1, "frames": [{frame}]}}')
    /// >>> world = kasuri.World()
    /// >>> body = world.spawn(jaw.body(at=(20, 20), layer=2))
    /// >>> world.get(body).at, world.get(body).layer
    /// ((20.0, 20.0), 2)
    #[pyo3(signature = (**how))]
    fn body(&self, how: Option<&Bound<'_, PyDict>>) -> PyResult<PyBody> {
        dressed(self.sheet.body(), how)
    }

    /// Returns the milliseconds of one pass of a tag; None if there is no such tag.
    ///
    /// >>> import kasuri
    /// >>> jaw = kasuri.Sheet('''{"kasuri_sheet": 1, "frames": [
    /// ...     {"name": "open", "size": [4, 1], "duration": 60, "mask": {"rows": ["#..#"]}},
    /// ...     {"name": "shut", "size": [4, 1], "duration": 40, "mask": {"rows": ["####"]}}],
    /// ...     "tags": [{"name": "snap", "from": 0, "to": 1}]}''')
    /// >>> jaw.length("snap"), jaw.length("yawn")
    /// (100, None)
    fn length(&self, tag: &str) -> Option<u64> {
        self.sheet.animation(tag).map(|animation| animation.length())
    }

    /// Returns the frame that a tag shows at a time; None if there is no such tag.
    ///
    /// >>> import kasuri
    /// >>> jaw = kasuri.Sheet('''{"kasuri_sheet": 1, "frames": [
    /// ...     {"name": "open", "size": [4, 1], "duration": 60, "mask": {"rows": ["#..#"]}},
    /// ...     {"name": "shut", "size": [4, 1], "duration": 40, "mask": {"rows": ["####"]}}],
    /// ...     "tags": [{"name": "snap", "from": 0, "to": 1}]}''')
    /// >>> [jaw.frame_at("snap", milliseconds) for milliseconds in (0, 59, 60, 100)]
    /// [0, 0, 1, 0]
    fn frame_at(&self, tag: &str, milliseconds: f64) -> Option<usize> {
        // The conversion rounds down, and takes a negative time for 0.
        self.sheet.animation(tag).map(|animation| animation.frame_at(milliseconds as u64))
    }

    /// Returns the sheet as JSON, all masks as runs.
    ///
    /// >>> import kasuri
    /// >>> frame = '{"name": "open", "size": [4, 1], "mask": {"rows": ["#..#"]}}'
    /// >>> jaw = kasuri.Sheet(f'{{"kasuri_sheet": 1, "frames": [{frame}]}}')
    /// >>> kasuri.Sheet(jaw.to_json()).to_json() == jaw.to_json()
    /// True
    fn to_json(&self) -> String {
        self.sheet.to_json()
    }

    /// Returns what makes the same sheet, for `pickle`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let class = py.get_type::<PySheet>().into_any();
        Ok((class, (PyBytes::new(py, self.sheet.to_json().as_bytes()),)))
    }
}

/// Returns what belongs to a frame.
fn of_frame<T>(all: &[T], frame: usize) -> PyResult<&T> {
    let missing = || {
        let text = format!("there is no frame {frame} among {}; the first is 0", all.len());
        kasuri::Error::new(kasuri::ErrorKind::NotFound, text)
    };
    all.get(frame).ok_or_else(missing).or_raise()
}
