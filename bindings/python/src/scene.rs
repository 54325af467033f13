//! Solves scenes in JSON, as the program's `kasuri solve` does.

use std::path::{Path, PathBuf};

use kasuri::scene::{Scene, refusal};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::OrRaise;

/// A scene, as text or as bytes.
#[derive(FromPyObject)]
pub(crate) enum Text {
    Text(String),
    Bytes(Vec<u8>),
}

impl Text {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Text::Text(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }
}

fn answer(scene: &[u8], folder: &Path) -> kasuri::Result<String> {
    Ok(Scene::from_json(scene, folder)?.solve()?.to_string())
}

/// Returns the answer to a scene, both in JSON (docs/SPEC.md, section 8). Paths of pictures are relative to `folder`,
/// and may not leave it.
///
/// >>> import kasuri
/// >>> ball = '{"id": "a", "circle": {"r": 2}, "at": [0, 0]}'
/// >>> scene = f'{{"kasuri": 1, "bodies": [{ball}], "points": [[1, 1]]}}'
/// >>> kasuri.solve(scene)
/// '{"kasuri":1,"backend":"cpu","pairs":[],"points":[["a"]]}'
#[pyfunction]
#[pyo3(signature = (scene, *, folder = PathBuf::from(".")))]
pub(crate) fn solve(py: Python<'_>, scene: Text, folder: PathBuf) -> PyResult<String> {
    py.detach(|| answer(scene.bytes(), &folder)).or_raise()
}

/// Returns the answers to many scenes, one on each line, as bytes: the same bytes as `kasuri solve --stream`. Blank
/// lines have no answer. The answer to a refused scene is its error.
///
/// >>> import kasuri
/// >>> kasuri.solve_lines(b'{"kasuri": 1, "bodies": []}\n\n{"kasuri": 2, "bodies": []}\n').splitlines()
/// [b'{"kasuri":1,"backend":"cpu","pairs":[]}', b'{"error":"kasuri: 2 is not a version known here; this is version 1"}']
#[pyfunction]
#[pyo3(signature = (lines, *, folder = PathBuf::from(".")))]
pub(crate) fn solve_lines<'py>(py: Python<'py>, lines: Text, folder: PathBuf) -> Bound<'py, PyBytes> {
    let answers = py.detach(|| {
        let lines = lines.bytes().split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let answers = lines.map(|line| answer(line, &folder).unwrap_or_else(|error| refusal(&error)) + "\n");
        answers.collect::<String>()
    });
    PyBytes::new(py, answers.as_bytes())
}
