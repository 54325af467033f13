//! The input of a batch: bodies of one kind, column by column, as the caller has them.

use std::sync::Arc;

use crate::batch::side::{Column, Side};
use crate::mask::Mask;
use crate::shape::Shape;

/// The number type of poses: `f32` or `f64`. An `f32` is widened first, so its value does not change.
pub trait Number: sealed::Sealed {}

impl Number for f32 {}
impl Number for f64 {}

mod sealed {
    use crate::batch::side::Column;

    pub trait Sealed: Copy + Sync {
        fn column(of: &[Self]) -> Column<'_>
        where
            Self: Sized;
    }

    impl Sealed for f32 {
        fn column(of: &[f32]) -> Column<'_> {
            Column::F32(of)
        }
    }

    impl Sealed for f64 {
        fn column(of: &[f64]) -> Column<'_> {
            Column::F64(of)
        }
    }
}

fn columns<'a, T: Number, const N: usize>(of: [&'a [T]; N]) -> [Column<'a>; N] {
    of.map(T::column)
}

/// Boxes: centers, half sides, and angles in radians. All slices have the same length.
///
/// ```
/// use kasuri::batch::{Batch, BoxPoses};
/// let angle = [0.5_f32, 0.0];
/// let cars = BoxPoses { x: &[10.0, 40.0], y: &[5.0, 5.0], hx: &[8.0, 8.0], hy: &[3.0, 3.0], angle: &angle };
/// let crates = BoxPoses { x: &[16.0, 90.0], y: &[5.0, 5.0], hx: &[2.0; 2], hy: &[2.0; 2], angle: &[0.0; 2] };
/// assert_eq!(Batch::new().hits(cars, crates)?, [0]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BoxPoses<'a, T> {
    /// The x of the centers, in pixels.
    pub x: &'a [T],
    /// The y of the centers, down.
    pub y: &'a [T],
    /// Half the widths.
    pub hx: &'a [T],
    /// Half the heights.
    pub hy: &'a [T],
    /// The angles in radians; a positive angle turns +x towards +y.
    pub angle: &'a [T],
}

/// Circles: centers and radii. All slices have the same length.
///
/// ```
/// use kasuri::batch::{Batch, CirclePoses};
/// let shots = CirclePoses { x: &[0.0, 9.0], y: &[0.0, 0.0], r: &[2.0, 2.0] };
/// let ships = CirclePoses { x: &[6.0, 20.0], y: &[0.0, 0.0], r: &[4.0, 4.0] };
/// assert_eq!(Batch::new().hits(shots, ships)?, [0]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CirclePoses<'a, T> {
    /// The x of the centers, in pixels.
    pub x: &'a [T],
    /// The y of the centers, down.
    pub y: &'a [T],
    /// The radii.
    pub r: &'a [T],
}

/// Shapes of a list, each rotated and placed: polygons, capsules, compounds or any other shape.
///
/// ```
/// use kasuri::Shape;
/// use kasuri::batch::{Batch, ShapePoses};
/// let list = [Shape::polygon(&[[-4.0, -4.0], [6.0, 0.0], [-4.0, 4.0]])?, Shape::circle(3.0)?];
/// let x = [[0.0, 30.0], [8.0, 99.0]];
/// let poses = |k: usize, shape| ShapePoses { shapes: &list, shape, x: &x[k], y: &[0.0; 2], angle: &[0.1; 2] };
/// assert_eq!(Batch::new().hits(poses(0, &[0, 0]), poses(1, &[1, 0]))?, [0]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ShapePoses<'a, T> {
    /// The list of shapes.
    pub shapes: &'a [Shape],
    /// For each body, the index of its shape in the list.
    pub shape: &'a [u32],
    /// The x of the positions, in pixels.
    pub x: &'a [T],
    /// The y of the positions, down.
    pub y: &'a [T],
    /// The angles in radians; a positive angle turns +x towards +y.
    pub angle: &'a [T],
}

/// Sprites: masks of a list, each rotated around its center and placed.
///
/// ```
/// use std::sync::Arc;
/// use kasuri::Mask;
/// use kasuri::batch::{Batch, SpritePoses};
/// let masks = [Arc::new(Mask::from_rows(&["####", "####"])?)];
/// let x = [[10.0, 30.0], [12.0, 35.0]];
/// let poses = |k: usize| SpritePoses { masks: &masks, mask: &[0; 2], x: &x[k], y: &[8.0; 2], angle: &[0.3; 2] };
/// assert_eq!(Batch::new().hits(poses(0), poses(1))?, [0]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SpritePoses<'a, T> {
    /// The list of masks.
    pub masks: &'a [Arc<Mask>],
    /// For each body, the index of its mask in the list.
    pub mask: &'a [u32],
    /// The x of the positions, in pixels: those of the centers of the masks.
    pub x: &'a [T],
    /// The y of the positions, down.
    pub y: &'a [T],
    /// The angles in radians; a positive angle turns +x towards +y.
    pub angle: &'a [T],
}

/// One side of the pairs of a batch: [`BoxPoses`], [`CirclePoses`], [`ShapePoses`] or [`SpritePoses`].
#[derive(Debug, Clone, Copy)]
pub struct Poses<'a>(pub(super) Side<'a>);

impl<'a, T: Number> From<BoxPoses<'a, T>> for Poses<'a> {
    fn from(poses: BoxPoses<'a, T>) -> Poses<'a> {
        let BoxPoses { x, y, hx, hy, angle } = poses;
        Poses(Side::Boxes(columns([x, y, hx, hy, angle])))
    }
}

impl<'a, T: Number> From<CirclePoses<'a, T>> for Poses<'a> {
    fn from(poses: CirclePoses<'a, T>) -> Poses<'a> {
        Poses(Side::Circles(columns([poses.x, poses.y, poses.r])))
    }
}

impl<'a, T: Number> From<ShapePoses<'a, T>> for Poses<'a> {
    fn from(poses: ShapePoses<'a, T>) -> Poses<'a> {
        let ShapePoses { shapes, shape, x, y, angle } = poses;
        Poses(Side::Shapes { shapes, index: shape, columns: columns([x, y, angle]) })
    }
}

impl<'a, T: Number> From<SpritePoses<'a, T>> for Poses<'a> {
    fn from(poses: SpritePoses<'a, T>) -> Poses<'a> {
        let SpritePoses { masks, mask, x, y, angle } = poses;
        Poses(Side::Sprites { masks, index: mask, columns: columns([x, y, angle]) })
    }
}
