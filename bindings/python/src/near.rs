//! Which boxes of one list are near boxes of another: the candidates of kasuri.pygame's collision functions.

use pyo3::prelude::*;

/// The corners of boxes, and their sizes.
type Boxes = (Vec<(f64, f64)>, Vec<(f64, f64)>);

/// A box by its sides, and its index in its list.
struct Side {
    x: [f64; 2],
    y: [f64; 2],
    index: usize,
}

fn sides((corners, sizes): &Boxes) -> Vec<Side> {
    let side = |(index, (&(x, y), &(width, height)))| Side { x: [x, x + width], y: [y, y + height], index };
    let mut sides: Vec<Side> = corners.iter().zip(sizes).enumerate().map(side).collect();
    sides.sort_by(|a, b| a.x[0].total_cmp(&b.x[0]));
    sides
}

/// Returns the pairs of boxes that are less than a pixel apart in both axes, in order: a list of (index in the first list,
/// index in the second).
#[pyfunction]
pub(crate) fn _near(py: Python<'_>, a: Boxes, b: Boxes) -> Vec<(usize, usize)> {
    py.detach(|| {
        let (firsts, seconds) = (sides(&a), sides(&b));
        let widest = seconds.iter().map(|side| side.x[1] - side.x[0]).fold(0.0, f64::max);
        let is_near = |a: [f64; 2], b: [f64; 2]| a[0] < b[1] + 1.0 && b[0] < a[1] + 1.0;
        let (mut pairs, mut start) = (Vec::new(), 0);
        for one in &firsts {
            start += seconds[start..].partition_point(|other| other.x[0] + widest + 1.0 <= one.x[0]);
            for other in seconds[start..].iter().take_while(|other| other.x[0] < one.x[1] + 1.0) {
                if is_near(one.x, other.x) && is_near(one.y, other.y) {
                    pairs.push((one.index, other.index));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    })
}
