//! Converts numpy's arrays. Input is copied at once, while Python's lock is held. The library works on the copy, so other
//! threads may change the array.

use kasuri::Handle;
use numpy::{
    Element, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::errors::OrRaise;
use crate::numbers::handle;

/// Returns numbers as f64, from an array whose sides are `sides`; `None` accepts any length.
pub(crate) fn floats(given: &Bound<'_, PyAny>, name: &str, sides: &[Option<usize>]) -> PyResult<Vec<f64>> {
    let array = checked(given, name, sides, b"fiu", "float64 or float32")?;
    let (py, kind) = (given.py(), array.dtype());
    if kind.is_equiv_to(&dtype::<f64>(py)) {
        return Ok(copied::<f64>(&array));
    }
    if kind.is_equiv_to(&dtype::<f32>(py)) {
        return Ok(copied::<f32>(&array).into_iter().map(f64::from).collect());
    }
    Ok(copied::<f64>(&cast(&array, "float64")?))
}

/// Columns of numbers, all of one length: float32 if all columns are, else float64.
pub(crate) enum Columns<const N: usize> {
    F32([Vec<f32>; N]),
    F64([Vec<f64>; N]),
}

impl<const N: usize> Columns<N> {
    /// Returns the length of the first column. The library checks that the others have the same length.
    pub(crate) fn first(&self) -> usize {
        match self {
            Columns::F32(columns) => columns.first().map_or(0, Vec::len),
            Columns::F64(columns) => columns.first().map_or(0, Vec::len),
        }
    }
}

pub(crate) fn columns<const N: usize>(given: [(&str, &Bound<'_, PyAny>); N]) -> PyResult<Columns<N>> {
    let is_f32 = |given: &Bound<'_, PyAny>| {
        let array = given.cast::<PyUntypedArray>();
        array.is_ok_and(|array| array.ndim() == 1 && array.dtype().is_equiv_to(&dtype::<f32>(given.py())))
    };
    if given.iter().all(|(_, given)| is_f32(given)) {
        let mut columns = [const { Vec::new() }; N];
        for (column, (_, given)) in columns.iter_mut().zip(given) {
            *column = copied(given.cast::<PyUntypedArray>()?);
        }
        return Ok(Columns::F32(columns));
    }
    let mut columns = [const { Vec::new() }; N];
    for (column, (name, given)) in columns.iter_mut().zip(given) {
        *column = floats(given, name, &[None])?;
    }
    Ok(Columns::F64(columns))
}

/// Returns positions from n rows of two numbers.
pub(crate) fn places(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[f64; 2]>> {
    let array = checked(given, name, &[None, Some(2)], b"fiu", "float64 or float32")?;
    let (py, kind) = (given.py(), array.dtype());
    let is_packed = array.is_c_contiguous() && array.is_aligned();
    if is_packed && kind.is_equiv_to(&dtype::<f64>(py)) {
        return Ok(packed::<[f64; 2]>(&array, array.shape()[0]));
    }
    if is_packed && kind.is_equiv_to(&dtype::<f32>(py)) {
        let pairs = packed::<[f32; 2]>(&array, array.shape()[0]);
        return Ok(pairs.into_iter().map(|at| at.map(f64::from)).collect());
    }
    Ok(floats(array.as_any(), name, &[None, Some(2)])?.as_chunks().0.to_vec())
}

/// Returns one number for each of `count`, from an array or a single number; `None` if none is given.
pub(crate) fn each(given: Option<&Bound<'_, PyAny>>, name: &str, count: usize) -> PyResult<Option<Vec<f64>>> {
    let Some(given) = given else { return Ok(None) };
    match given.extract::<f64>() {
        Ok(number) if !given.is_instance_of::<PyUntypedArray>() => Ok(Some(vec![number; count])),
        _ => floats(given, name, &[Some(count)]).map(Some),
    }
}

/// Returns whole numbers.
pub(crate) fn wholes(given: &Bound<'_, PyAny>, name: &str, sides: &[Option<usize>]) -> PyResult<Vec<u64>> {
    let array = checked(given, name, sides, b"ui", "uint64")?;
    if array.dtype().is_equiv_to(&dtype::<u64>(given.py())) {
        return Ok(copied::<u64>(&array));
    }
    Ok(copied::<u64>(&cast(&array, "uint64")?))
}

/// Returns pairs of indices, from n rows of two whole numbers. Larger numbers become `u32::MAX`, which is not a valid index.
pub(crate) fn index_pairs(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[u32; 2]>> {
    let sides = [None, Some(2)];
    let array = checked(given, name, &sides, b"ui", "uint32")?;
    let is_packed = array.is_c_contiguous() && array.is_aligned();
    if is_packed && array.dtype().is_equiv_to(&dtype::<u32>(given.py())) && array.ndim() == 2 {
        return Ok(packed::<[u32; 2]>(&array, array.shape()[0]));
    }
    let all = wholes(array.as_any(), name, &sides)?;
    let index = |k: u64| u32::try_from(k).unwrap_or(u32::MAX);
    Ok(all.as_chunks().0.iter().map(|&[a, b]| [index(a), index(b)]).collect())
}

/// Returns handles, from n numbers of uint64.
pub(crate) fn handles(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Handle>> {
    if let Ok(list) = given.cast::<pyo3::types::PyList>()
        && list.is_empty()
    {
        return Ok(Vec::new());
    }
    let bits = wholes(given, name, &[None])?;
    // Usually all are valid. Only otherwise the slower loop looks for the first invalid one.
    match bits.iter().map(|&bits| Handle::from_bits(bits)).collect() {
        Some(handles) => Ok(handles),
        None => bits.into_iter().map(handle).collect::<kasuri::Result<_>>().or_raise(),
    }
}

/// Returns the bytes of an array of any shape, and the shape.
pub(crate) fn bytes(
    given: &Bound<'_, PyAny>,
    name: &str,
    sides: &[Option<usize>],
) -> PyResult<(Vec<u8>, Vec<usize>)> {
    let array = checked(given, name, sides, b"ub", "uint8 or bool")?;
    let shape = array.shape().to_vec();
    match array.dtype().kind() {
        // Bools are read as bytes, because a view may contain bools other than 0 and 1.
        b'b' => Ok((copied::<u8>(&array), shape)),
        _ if array.dtype().itemsize() == 1 => Ok((copied::<u8>(&array), shape)),
        _ => Err(wrong_type(name, "uint8 or bool", &array.dtype())),
    }
}

/// Returns the input as an array of the right kind and shape.
fn checked<'py>(
    given: &Bound<'py, PyAny>,
    name: &str,
    sides: &[Option<usize>],
    kinds: &[u8],
    expected: &str,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = match given.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => numpy_of(given.py())?
            .call_method1("asarray", (given,))?
            .cast_into::<PyUntypedArray>()
            .map_err(PyErr::from)?,
    };
    let (kind, shape) = (array.dtype(), array.shape());
    // An empty list becomes an array of floats in numpy.
    let is_kind = kinds.contains(&kind.kind()) || array.is_empty() && kind.kind() == b'f';
    if !is_kind {
        return Err(wrong_type(name, expected, &kind));
    }
    let fits = shape.len() == sides.len()
        && shape.iter().zip(sides).all(|(&side, wanted)| wanted.is_none_or(|wanted| side == wanted));
    // The array of an empty list has no second side.
    if fits || array.is_empty() && shape.len() == 1 && sides.first() == Some(&None) && !given.is(&array) {
        return Ok(array);
    }
    let side = |side: &Option<usize>| side.map_or("n".into(), |side| side.to_string());
    let sides: Vec<String> = sides.iter().map(side).collect();
    let comma = if sides.len() == 1 { "," } else { "" };
    let found = given.py().import("builtins")?.call_method1("str", (array.getattr("shape")?,))?;
    Err(PyValueError::new_err(format!(
        "{name}: an array of shape ({}{comma}) is expected, found {found}",
        sides.join(", ")
    )))
}

fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyArrayDescr>) -> PyErr {
    PyTypeError::new_err(format!("{name}: an array of {expected} is expected, found {found}"))
}

fn cast<'py>(array: &Bound<'py, PyUntypedArray>, to: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    array.call_method1("astype", (to,))?.cast_into().map_err(PyErr::from)
}

/// Copies the rows of a packed array; `T` is the type of a row.
fn packed<T: Copy>(array: &Bound<'_, PyUntypedArray>, rows: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(rows);
    // SAFETY: the array is C-contiguous and aligned. It has `rows` rows, each as large as a `T`, which consists of its
    // elements, so `rows` values of `T` can be read from its start. Python's lock is held, so the memory stays where it is.
    // Any bits are a valid number.
    #[allow(unsafe_code)]
    unsafe {
        let start = (*array.as_array_ptr()).fields.data.cast::<T>();
        if rows > 0 {
            std::ptr::copy_nonoverlapping(start, all.as_mut_ptr(), rows);
        }
        all.set_len(rows);
    }
    all
}

/// Copies the elements of an array in the order of its rows, with any strides. `T` is the element's type.
fn copied<T: Element + Copy>(array: &Bound<'_, PyUntypedArray>) -> Vec<T> {
    if array.is_c_contiguous() && array.is_aligned() {
        return packed(array, array.len());
    }
    let mut all = Vec::with_capacity(array.len());
    if let Some((&inner, outer)) = array.shape().split_last()
        && !array.is_empty()
    {
        let (stride, mut index) = (array.strides()[outer.len()], vec![0_usize; outer.len()]);
        for _ in 0..array.len() / inner {
            let row: isize = index.iter().zip(array.strides()).map(|(&k, &stride)| k as isize * stride).sum();
            for k in 0..inner as isize {
                // SAFETY: the index is within the array's shape, so the element is within its memory, aligned or not.
                // Python's lock is held, so the memory stays where it is. Any bits are a valid `T`.
                #[allow(unsafe_code)]
                let element = unsafe {
                    let start = (*array.as_array_ptr()).fields.data.cast::<u8>();
                    start.offset(row + k * stride).cast::<T>().read_unaligned()
                };
                all.push(element);
            }
            for side in (0..outer.len()).rev() {
                index[side] += 1;
                if index[side] < outer[side] {
                    break;
                }
                index[side] = 0;
            }
        }
    }
    all
}

/// Makes an array of handles.
pub(crate) fn of_handles<'py>(py: Python<'py>, handles: &[Handle]) -> Bound<'py, PyArray1<u64>> {
    PyArray1::from_vec(py, handles.iter().map(|handle| handle.to_bits()).collect())
}

/// Makes an array of n pairs.
pub(crate) fn of_pairs<'py>(py: Python<'py>, pairs: Vec<[f64; 2]>) -> PyResult<Bound<'py, PyAny>> {
    let rows = pairs.len();
    Ok(PyArray1::from_vec(py, pairs.into_flattened()).reshape([rows, 2])?.into_any())
}

/// Makes an array of shape (n, 2) of uint32.
pub(crate) fn of_index_pairs<'py>(py: Python<'py>, pairs: Vec<[u32; 2]>) -> PyResult<Bound<'py, PyAny>> {
    let rows = pairs.len();
    Ok(PyArray1::from_vec(py, pairs.into_flattened()).reshape([rows, 2])?.into_any())
}

/// Makes a structured array from words. Each element has the type `dtype`, which is a whole number of words.
pub(crate) fn structured<'py>(
    py: Python<'py>,
    words: Vec<u64>,
    dtype: &Bound<'py, PyArrayDescr>,
) -> PyResult<Bound<'py, PyAny>> {
    PyArray1::from_vec(py, words).call_method1("view", (dtype,))
}

/// Returns the type of a structured array: its fields with their byte offsets, `words` words in all.
pub(crate) fn descr<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyArrayDescr>>,
    fields: &[(&str, &str, usize)],
    words: usize,
) -> PyResult<Bound<'py, PyArrayDescr>> {
    let made = cell.get_or_try_init(py, || {
        let spec = PyDict::new(py);
        spec.set_item("names", fields.iter().map(|field| field.0).collect::<Vec<_>>())?;
        spec.set_item("formats", fields.iter().map(|field| field.1).collect::<Vec<_>>())?;
        spec.set_item("offsets", fields.iter().map(|field| field.2).collect::<Vec<_>>())?;
        spec.set_item("itemsize", words * 8)?;
        PyArrayDescr::new(py, spec).map(Bound::unbind)
    })?;
    Ok(made.bind(py).clone())
}

pub(crate) fn numpy_of(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static NUMPY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let numpy = NUMPY.get_or_try_init(py, || py.import("numpy").map(|module| module.into_any().unbind()))?;
    Ok(numpy.bind(py))
}
