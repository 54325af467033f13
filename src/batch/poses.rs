//! What a batch is asked about: bodies of one kind, column by column, as the caller has them.

use std::sync::Arc;

use crate::batch::side::{Column, Side};
use crate::mask::Mask;
use crate::shape::Shape;

/// What poses are given in: `f32` or `f64`. An `f32` is widened first, so it is the number that it says.
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

/// Boxes: centres, half sides, and angles in radians. All slices are of one length.
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
    /// The centres' x, in pixels.
    pub x: &'a [T],
    /// The centres' y, down.
    pub y: &'a [T],
    /// Half the widths.
    pub hx: &'a [T],
    /// Half the heights.
    pub hy: &'a [T],
    /// Radians; a positive angle turns +x towards +y.
    pub angle: &'a [T],
}

/// Circles: centres and radii. All slices are of one length.
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
    /// The centres' x, in pixels.
    pub x: &'a [T],
    /// The centres' y, down.
    pub y: &'a [T],
    /// The radii.
    pub r: &'a [T],
}

/// Shapes of a list, each turned and placed: polygons, capsules, compounds, any shape there is.
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
    /// The shapes that there are.
    pub shapes: &'a [Shape],
    /// Of each body, which of them it is.
    pub shape: &'a [u32],
    /// The positions' x, in pixels.
    pub x: &'a [T],
    /// The positions' y, down.
    pub y: &'a [T],
    /// Radians; a positive angle turns +x towards +y.
    pub angle: &'a [T],
}

/// Sprites: masks of a list, each turned around its middle and placed.
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
    /// The masks that there are.
    pub masks: &'a [Arc<Mask>],
    /// Of each body, which of them it is.
    pub mask: &'a [u32],
    /// The positions' x, in pixels: where the middle of the mask lies.
    pub x: &'a [T],
    /// The positions' y, down.
    pub y: &'a [T],
    /// Radians; a positive angle turns +x towards +y.
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
