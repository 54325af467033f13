//! Masks of panels and bars that grow: the corners stay, the rest is stretched.

use crate::error::{Cause, Result};
use crate::lattice::PixelBox;
use crate::mask::Mask;
use crate::mask::bits::MOST_TEXELS;

/// The part of an axis from one texel to another, and where it lies in the result.
#[derive(Debug, Clone, Copy)]
struct AxisPart {
    from: [usize; 2],
    to: [usize; 2],
}

impl AxisPart {
    fn length(part: [usize; 2]) -> usize {
        part[1] - part[0]
    }

    /// Returns the parts of an axis: the margin before, the middle, and the margin after.
    fn of([before, after]: [usize; 2], old: usize, new: usize) -> [AxisPart; 3] {
        let part = |old: [usize; 2], new: [usize; 2]| AxisPart { from: old, to: new };
        [
            part([0, before], [0, before]),
            part([before, old - after], [before, new - after]),
            part([old - after, old], [new - after, new]),
        ]
    }
}

impl Mask {
    /// Returns the mask of a nine-slice picture at a size: the four corners stay as they are, the edges between them are stretched
    /// along one axis, and the middle along both, as [`scaled`](Mask::scaled) does. The margins are the widths of the edges:
    /// left, top, right, bottom.
    ///
    /// Something must be left in the middle, so that it can be stretched; the size must have room for the margins.
    ///
    /// ```
    /// use kasuri::Mask;
    /// let panel = Mask::from_rows(&[".#.", "###", ".#."])?;
    /// assert_eq!(panel.nine_slice([1, 1, 1, 1], [5, 4])?, Mask::from_rows(&[".###.", "#####", "#####", ".###."])?);
    /// // No middle: the corners alone.
    /// assert_eq!(panel.nine_slice([1, 1, 1, 1], [2, 2])?.count(), 0);
    /// assert!(panel.nine_slice([2, 1, 1, 1], [5, 4]).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("nine patch", "9-slice"))]
    pub fn nine_slice(&self, margins: [u32; 4], size: [usize; 2]) -> Result<Mask> {
        let [left, top, right, bottom] = margins.map(|margin| margin as usize);
        let old = [self.width() as usize, self.height() as usize];
        let edges = [[left, right], [top, bottom]];
        for axis in 0..2 {
            check_axis(edges[axis], old[axis], size[axis], axis)?;
        }
        let mut sliced = Mask::empty(size[0], size[1])?;
        let [across, down] = [0, 1].map(|axis| AxisPart::of(edges[axis], old[axis], size[axis]));
        for y in down {
            for x in across {
                let [width, height] = [AxisPart::length(x.to), AxisPart::length(y.to)];
                if width == 0 || height == 0 {
                    continue;
                }
                let [x0, x1, y0, y1] = [x.from[0], x.from[1], y.from[0], y.from[1]].map(|k| k as i32);
                let part = self.cropped(PixelBox { x0, y0, x1, y1 })?.scaled(width, height)?;
                sliced.draw(&part, [x.to[0] as i32, y.to[0] as i32]);
            }
        }
        Ok(sliced)
    }
}

/// Refuses margins that leave no middle, and sizes without room for the margins.
fn check_axis([before, after]: [usize; 2], old: usize, new: usize, axis: usize) -> Result<()> {
    let margins = before.saturating_add(after);
    if margins >= old {
        let most = old as f64 - 1.0;
        let what = "the sum of two margins, which leaves a middle,";
        return Err(Cause::OutOfRange { what, value: margins as f64, least: 0.0, most }.at("margins"));
    }
    if !(margins.max(1)..=MOST_TEXELS).contains(&new) {
        let what = "a size with room for the margins";
        let (least, most) = (margins.max(1) as f64, MOST_TEXELS as f64);
        return Err(Cause::OutOfRange { what, value: new as f64, least, most }.at(format!("size[{axis}]")));
    }
    Ok(())
}
