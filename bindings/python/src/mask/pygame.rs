//! The methods of pygame's mask, by their names.

use kasuri::{
    Mask,
    mask::{Component, Neighbours},
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::OrRaise;
use crate::mask::PyMask;
use crate::numbers::Texels;

/// Makes a mask of the same size that contains only one piece.
fn alone(mask: &Mask, piece: Option<Component<'_>>) -> Mask {
    let mut alone = mask.clone();
    alone.clear();
    if let Some(piece) = piece {
        alone.draw(&piece.mask(), [piece.bounds().x0, piece.bounds().y0]);
    }
    alone
}

#[pymethods]
impl PyMask {
    /// Returns width and height.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", "####"]).get_size()
    /// (4, 2)
    pub(super) fn get_size(&self) -> (u32, u32) {
        (self.size[0], self.size[1])
    }

    /// Returns a pygame Rect of its size, at (0, 0) or where the keywords place it.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((4, 2)).get_rect(center=(50, 50)).topleft
    /// (48, 49)
    #[pyo3(signature = (**kwargs))]
    fn get_rect<'py>(
        &self,
        py: Python<'py>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rect = py.import("pygame")?.call_method1("Rect", ((0, 0), self.get_size()))?;
        for (name, value) in kwargs.into_iter().flatten() {
            rect.setattr(name.extract::<pyo3::pybacked::PyBackedStr>()?.as_ref() as &str, value)?;
        }
        Ok(rect)
    }

    /// Returns 1 if the bit is set, else 0.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["#."]).get_at((1, 0))
    /// 0
    fn get_at(&self, pos: Texels) -> PyResult<u8> {
        let [x, y] = self.place_within(pos)?;
        Ok(u8::from(self.bits.get(x, y)))
    }

    /// Sets a bit, or clears it.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask((3, 1), fill=True)
    /// >>> mask.set_at((1, 0), 0)
    /// >>> mask.to_rows()
    /// ['#.#']
    #[pyo3(signature = (pos, value = 1))]
    fn set_at(&mut self, pos: Texels, value: i64) -> PyResult<()> {
        let [x, y] = self.place_within(pos)?;
        self.change(|bits| bits.set(x, y, value != 0));
        Ok(())
    }

    /// Returns the common texel with the smallest (y, x), with the other's corner at `offset`; None if there is none.
    ///
    /// pygame also returns one of the common texels; which one depends on the size of a machine word.
    ///
    /// >>> from kasuri import Mask
    /// >>> ship = Mask.from_rows([".##.", "####"])
    /// >>> ship.overlap(ship, (1, 0)), ship.overlap(ship, (4, 0))
    /// ((2, 0), None)
    fn overlap(&self, other: &Bound<'_, PyMask>, offset: Texels) -> Option<(u32, u32)> {
        let other = other.borrow();
        self.bits.common_first(&other.bits, offset.0).map(|[x, y]| (x, y))
    }

    /// Returns the number of texels that both have.
    ///
    /// >>> from kasuri import Mask
    /// >>> ship, shot = Mask.from_rows([".##.", "####"]), Mask((2, 2), fill=True)
    /// >>> ship.overlap_area(shot, (0, 0))
    /// 3
    fn overlap_area(&self, other: &Bound<'_, PyMask>, offset: Texels) -> u64 {
        self.bits.common_count(&other.borrow().bits, offset.0)
    }

    /// Returns the texels that both have, as a mask of this one's size.
    ///
    /// >>> from kasuri import Mask
    /// >>> ship, shot = Mask.from_rows([".##.", "####"]), Mask((2, 2), fill=True)
    /// >>> ship.overlap_mask(shot, (0, 0)).to_rows()
    /// ['.#..', '##..']
    fn overlap_mask(&self, other: &Bound<'_, PyMask>, offset: Texels) -> PyMask {
        let mut common = (*self.bits).clone();
        common.and(&other.borrow().bits, offset.0);
        self.like(common)
    }

    /// Sets every bit.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask((2, 1))
    /// >>> mask.fill()
    /// >>> mask.to_rows()
    /// ['##']
    fn fill(&mut self) {
        self.change(Mask::fill);
    }

    /// Clears every bit.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask((2, 1), fill=True)
    /// >>> mask.clear()
    /// >>> mask.to_rows()
    /// ['..']
    fn clear(&mut self) {
        self.change(Mask::clear);
    }

    /// Sets clear bits and clears set bits.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask.from_rows([".##."])
    /// >>> mask.invert()
    /// >>> mask.to_rows()
    /// ['#..#']
    fn invert(&mut self) {
        self.change(Mask::invert);
    }

    /// Returns a mask of another size, scaled from this one.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".#", "##"]).scale((4, 4)).count()
    /// 12
    fn scale(&self, scale: Texels) -> PyResult<PyMask> {
        let size = scale.0.map(i64::from);
        if size.iter().any(|&side| side < 0) {
            return Err(PyValueError::new_err("cannot scale mask to negative size"));
        }
        if self.has_none() || size.contains(&0) {
            return PyMask::blank(size);
        }
        self.bits.scaled(size[0] as usize, size[1] as usize).or_raise().map(PyMask::of)
    }

    /// Sets the texels that the other has, its corner at `offset`.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask((4, 1))
    /// >>> mask.draw(Mask((2, 1), fill=True), (1, 0))
    /// >>> mask.to_rows()
    /// ['.##.']
    fn draw(slf: &Bound<'_, PyMask>, other: &Bound<'_, PyMask>, offset: Texels) {
        let other = other.borrow().bits.clone();
        slf.borrow_mut().change(|bits| bits.draw(&other, offset.0));
    }

    /// Clears the texels that the other has, its corner at `offset`.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask((4, 1), fill=True)
    /// >>> mask.erase(Mask((2, 1), fill=True), (1, 0))
    /// >>> mask.to_rows()
    /// ['#..#']
    fn erase(slf: &Bound<'_, PyMask>, other: &Bound<'_, PyMask>, offset: Texels) {
        let other = other.borrow().bits.clone();
        slf.borrow_mut().change(|bits| bits.erase(&other, offset.0));
    }

    /// Returns the number of set bits.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", "####"]).count()
    /// 6
    fn count(&self) -> u64 {
        self.bits.count()
    }

    /// Returns the mean of the set bits, rounded down; (0, 0) if none is set. `center` returns the exact mean.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["....", "..#."]).centroid()
    /// (2, 1)
    fn centroid(&self) -> (i64, i64) {
        // The library measures from the texels' corners, pygame from their middles.
        let [x, y] = self.bits.centroid().unwrap_or([0.5, 0.5]).map(|x| (x - 0.5).floor() as i64);
        (x, y)
    }

    /// Returns the orientation of the set bits, in degrees from -90 to 90, counter-clockwise; 0.0 if none is set.
    ///
    /// pygame rounds intermediate results; this does not.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["#..", ".#.", "..#"]).angle()
    /// -45.0
    fn angle(&self) -> f64 {
        -self.bits.angle().unwrap_or(0.0).to_degrees()
    }

    /// Returns the border of the first piece, as a list of texels: all of them, or each `every`-th.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["##", "##"]).outline()
    /// [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
    #[pyo3(signature = (every = 1))]
    fn outline(&self, every: i64) -> Vec<(u32, u32)> {
        // If `every` is not positive, pygame returns only the first texel.
        let step = usize::try_from(every).ok().filter(|&step| step > 0).unwrap_or(usize::MAX);
        self.bits.outline().iter().step_by(step).map(|&[x, y]| (x, y)).collect()
    }

    /// Returns where the other overlaps this one: bit (x, y) is set if the two have a texel in common when the other's
    /// lower right texel is at (x, y). The result is drawn at `offset`, onto `output` if given.
    ///
    /// >>> from kasuri import Mask
    /// >>> wall, ball = Mask.from_rows(["#..#"]), Mask((2, 1), fill=True)
    /// >>> wall.convolve(ball).to_rows()
    /// ['##.##']
    #[pyo3(signature = (other, output = None, offset = Texels([0, 0])))]
    fn convolve<'py>(
        slf: &Bound<'py, PyMask>,
        other: &Bound<'py, PyMask>,
        output: Option<&Bound<'py, PyMask>>,
        offset: Texels,
    ) -> PyResult<Bound<'py, PyMask>> {
        let py = slf.py();
        let [(a, a_size), (b, b_size)] = [slf, other].map(|mask| {
            let mask = mask.borrow();
            (mask.bits.clone(), mask.size)
        });
        let sum = if a_size.contains(&0) || b_size.contains(&0) {
            let side = |k: usize| (i64::from(a_size[k]) + i64::from(b_size[k]) - 1).max(0);
            PyMask::blank([side(0), side(1)])?
        } else {
            PyMask::of(py.detach(|| a.convolved(&b)).or_raise()?)
        };
        let Some(output) = output else {
            if offset.0 == [0, 0] {
                return Bound::new(py, sum);
            }
            let mut moved = PyMask::blank(sum.size.map(i64::from))?;
            moved.change(|bits| bits.draw(&sum.bits, offset.0));
            return Bound::new(py, moved);
        };
        output.borrow_mut().change(|bits| bits.draw(&sum.bits, offset.0));
        Ok(output.clone())
    }

    /// Returns a mask of the same size with only the largest piece, or only the piece at `pos`.
    ///
    /// >>> from kasuri import Mask
    /// >>> mask = Mask.from_rows(["##..#"])
    /// >>> mask.connected_component().to_rows(), mask.connected_component((4, 0)).to_rows()
    /// (['##...'], ['....#'])
    #[pyo3(signature = (pos = None))]
    fn connected_component(&self, pos: Option<Texels>) -> PyResult<PyMask> {
        let at = pos.map(|pos| self.place_within(pos)).transpose()?;
        let pieces = self.bits.components(Neighbours::Eight);
        let piece = match at {
            Some([x, y]) => pieces.at(x, y),
            None => pieces.largest(),
        };
        Ok(self.like(alone(&self.bits, piece)))
    }

    /// Returns a mask of the same size for each piece that has at least `minimum` texels.
    ///
    /// >>> from kasuri import Mask
    /// >>> [piece.to_rows() for piece in Mask.from_rows(["##..#"]).connected_components()]
    /// [['##...'], ['....#']]
    #[pyo3(signature = (minimum = 0))]
    fn connected_components(&self, minimum: i64) -> Vec<PyMask> {
        let pieces = self.bits.components(Neighbours::Eight);
        let least = u64::try_from(minimum).unwrap_or(0);
        pieces.at_least(least).map(|piece| self.like(alone(&self.bits, Some(piece)))).collect()
    }

    /// Returns the boxes around the pieces, as a list of pygame Rects.
    ///
    /// >>> from kasuri import Mask
    /// >>> [tuple(rect) for rect in Mask.from_rows(["##..#"]).get_bounding_rects()]
    /// [(0, 0, 2, 1), (4, 0, 1, 1)]
    fn get_bounding_rects<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let rect = py.import("pygame")?.getattr("Rect")?;
        let pieces = self.bits.components(Neighbours::Eight);
        let boxes = pieces.iter().map(|piece| piece.bounds());
        boxes.map(|b| rect.call1(((b.x0, b.y0), (b.x1 - b.x0, b.y1 - b.y0)))).collect()
    }
}
