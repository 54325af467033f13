//! The methods that pygame's mask does not have, by the library's names.

use kasuri::lattice::PixelBox;
use kasuri::mask::{Neighbours, Sprite};
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::form::{Cover, PyForm};
use crate::mask::PyMask;
use crate::numbers::{Place, Scale, Texels, pair, placed};

type Ring = Vec<(f64, f64)>;
/// A corner, a width and a height.
type Rect = (i32, i32, i32, i32);

fn ring(points: &[kasuri::Vec2]) -> Ring {
    points.iter().map(|&at| pair(at)).collect()
}

pub(crate) fn rect(b: PixelBox) -> Rect {
    (b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0)
}

fn neighbours(diagonal: bool) -> Neighbours {
    if diagonal { Neighbours::Eight } else { Neighbours::Four }
}

#[pymethods]
impl PyMask {
    /// Places the mask, turned, scaled and mirrored, for `kasuri.query`. Its pivot, in texels, lands on `at`; the
    /// default pivot is the mask's middle. A negative scale mirrors.
    ///
    /// >>> import kasuri
    /// >>> moth = kasuri.Mask.from_rows([".##.", "####"])
    /// >>> left = moth.place((10, 20), angle=0.5)
    /// >>> kasuri.query.overlaps(left, moth.place((12, 20), scale=(-2, 1)))
    /// True
    #[pyo3(signature = (at, angle = 0.0, scale = Scale::ONE, pivot = None))]
    fn place(&self, at: Place, angle: f64, scale: Scale, pivot: Option<Place>) -> PyResult<PyForm> {
        let mask = self.solid()?;
        let sprite =
            Sprite::place(&mask, &placed(at, angle, scale), pivot.map(|pivot| pivot.0)).or_raise()?;
        Ok(PyForm::new(kasuri::query::Form::Sprite(sprite), at.0))
    }

    /// Whether both have a texel in common. This is faster than `overlap`, which returns the texel.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask((3, 3), fill=True).meets(Mask((1, 1), fill=True), (3, 0))
    /// False
    fn meets(&self, other: &Bound<'_, PyMask>, offset: Texels) -> bool {
        self.bits.meets(&other.borrow().bits, offset.0)
    }

    /// Returns the exact mean of the set texels; None if none is set.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", ".##."]).center()
    /// (2.0, 1.0)
    fn center(&self) -> Option<(f64, f64)> {
        self.bits.centroid().map(|[x, y]| (x, y))
    }

    /// Returns the box around the set texels, as (x, y, width, height); None if none is set.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["....", ".##."]).bounds()
    /// (1, 1, 2, 1)
    fn bounds(&self) -> Option<Rect> {
        self.bits.bounds().map(rect)
    }

    /// Clears all texels that the other does not have, its corner at `offset`.
    ///
    /// >>> from kasuri import Mask
    /// >>> light = Mask((4, 1), fill=True)
    /// >>> light.intersect(Mask((2, 1), fill=True), (1, 0))
    /// >>> light.to_rows()
    /// ['.##.']
    fn intersect(slf: &Bound<'_, PyMask>, other: &Bound<'_, PyMask>, offset: Texels) {
        let other = other.borrow().bits.clone();
        slf.borrow_mut().change(|bits| bits.and(&other, offset.0));
    }

    /// Sets texels that exactly one of the two has, and clears texels that both have.
    ///
    /// >>> from kasuri import Mask
    /// >>> light = Mask((4, 1), fill=True)
    /// >>> light.xor(Mask((2, 1), fill=True), (1, 0))
    /// >>> light.to_rows()
    /// ['#..#']
    fn xor(slf: &Bound<'_, PyMask>, other: &Bound<'_, PyMask>, offset: Texels) {
        let other = other.borrow().bits.clone();
        slf.borrow_mut().change(|bits| bits.xor(&other, offset.0));
    }

    /// Returns the texels within a box; texels beyond the mask are clear.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", "####"]).cropped((-1, 0), (4, 1)).to_rows()
    /// ['..##']
    fn cropped(&self, corner: Texels, size: Texels) -> PyResult<PyMask> {
        let [x0, y0] = corner.0;
        let texels = PixelBox { x0, y0, x1: x0.saturating_add(size.0[0]), y1: y0.saturating_add(size.0[1]) };
        self.bits.cropped(texels).or_raise().map(PyMask::of)
    }

    /// Cuts a sheet into frames of one size, row by row.
    ///
    /// >>> from kasuri import Mask
    /// >>> [frame.to_rows() for frame in Mask.from_rows(["##..", "#..#"]).sliced(2, 2)]
    /// [['##', '#.'], ['..', '.#']]
    fn sliced(&self, width: usize, height: usize) -> PyResult<Vec<PyMask>> {
        let frames = self.bits.sliced(width, height).or_raise()?;
        Ok(frames.into_iter().map(PyMask::of).collect())
    }

    /// Returns the mask mirrored left to right, and/or top to bottom.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["#..", "##."]).flipped().to_rows()
    /// ['..#', '.##']
    #[pyo3(signature = (sideways = true, upside_down = false))]
    fn flipped(&self, sideways: bool, upside_down: bool) -> PyMask {
        self.like(self.bits.flipped([sideways, upside_down]))
    }

    /// Returns the mask turned by quarter turns, clockwise on the screen.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["#..", "##."]).turned(1).to_rows()
    /// ['##', '#.', '..']
    fn turned(&self, quarters: i32) -> PyMask {
        let [width, height] = self.size;
        let size = if quarters % 2 == 0 { [width, height] } else { [height, width] };
        PyMask { size, ..PyMask::of(self.bits.turned(quarters)) }
    }

    /// Returns the mask grown by a radius, in texels.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".....", "..#..", "....."]).dilated(1).to_rows()
    /// ['..#..', '.###.', '..#..']
    fn dilated(&self, radius: u32) -> PyMask {
        self.like(self.bits.dilated(radius))
    }

    /// Returns the mask shrunk by a radius, in texels.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".#####.", ".#####.", ".#####."]).eroded(1).to_rows()
    /// ['.......', '..###..', '.......']
    fn eroded(&self, radius: u32) -> PyMask {
        self.like(self.bits.eroded(radius))
    }

    /// Returns the connected pieces: their boxes, as (x, y, width, height), and their numbers of texels.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["##..#", "..#.#"]).components(diagonal=False)
    /// [((0, 0, 2, 1), 2), ((4, 0, 1, 2), 2), ((2, 1, 1, 1), 1)]
    #[pyo3(signature = (diagonal = true))]
    fn components(&self, diagonal: bool) -> Vec<(Rect, u64)> {
        let pieces = self.bits.components(neighbours(diagonal));
        pieces.iter().map(|piece| (rect(piece.bounds()), piece.count())).collect()
    }

    /// Returns boxes that contain every set texel once and nothing else, as (x, y, width, height).
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows([".##.", "####"]).rectangles()
    /// [(1, 0, 2, 1), (0, 1, 4, 1)]
    fn rectangles(&self) -> Vec<Rect> {
        self.bits.rectangles().into_iter().map(rect).collect()
    }

    /// Returns the outlines as polygons with holes: a list of (outer, holes), rings of points in texels. At tolerance 0
    /// they follow the texels' edges exactly.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["##", "##"]).traced()
    /// [([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)], [])]
    #[pyo3(signature = (tolerance = 0.0))]
    fn traced(slf: &Bound<'_, PyMask>, tolerance: f64) -> PyResult<Vec<(Ring, Vec<Ring>)>> {
        let bits = slf.borrow().bits.clone();
        let contours = slf.py().detach(|| bits.traced(tolerance)).or_raise()?;
        let contour = |contour: &kasuri::mask::Contour| {
            (ring(&contour.outer), contour.holes.iter().map(|hole| ring(hole)).collect())
        };
        Ok(contours.iter().map(contour).collect())
    }

    /// Returns convex polygons that cover the set texels.
    ///
    /// >>> from kasuri import Mask
    /// >>> Mask.from_rows(["##", "##"]).convex_parts()
    /// [[(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)]]
    #[pyo3(signature = (tolerance = 0.0))]
    fn convex_parts(slf: &Bound<'_, PyMask>, tolerance: f64) -> PyResult<Vec<Ring>> {
        let bits = slf.borrow().bits.clone();
        let parts = slf.py().detach(|| bits.convex_parts(tolerance)).or_raise()?;
        Ok(parts.iter().map(|part| ring(part)).collect())
    }

    /// Clears the texels under a cover, with texel (0, 0) at the world pixel `at`. Returns how many were set.
    ///
    /// >>> import kasuri
    /// >>> ground = kasuri.Mask((20, 20), fill=True)
    /// >>> crater = kasuri.Shape.circle(3).place((10.5, 10.5)).cover()
    /// >>> ground.carve(crater, (0, 0)), ground.count()
    /// (29, 371)
    fn carve(&mut self, cover: &Bound<'_, Cover>, at: Texels) -> u64 {
        let mut texels = 0;
        self.change(|bits| texels = bits.carve(&cover.borrow().0, at.0).texels);
        texels
    }

    /// Sets the texels under a cover. Returns how many were clear.
    ///
    /// >>> import kasuri
    /// >>> ground = kasuri.Mask((20, 20))
    /// >>> heap = kasuri.Shape.circle(3).place((10.5, 10.5)).cover()
    /// >>> ground.stamp(heap, (0, 0)), ground.count()
    /// (29, 29)
    fn stamp(&mut self, cover: &Bound<'_, Cover>, at: Texels) -> u64 {
        let mut texels = 0;
        self.change(|bits| texels = bits.stamp(&cover.borrow().0, at.0).texels);
        texels
    }
}
