//! A frame of a sheet and its regions, as plain data.

use std::sync::Arc;

use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::sheet::SheetValues;

/// A frame: a mask, and what a game knows about it. Coordinates are texels of the frame, [0, 0] is its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetFrame {
    /// The frame's name; it may be empty, but no two frames have the same one.
    pub name: String,
    /// The solid texels. The frame is as large as its mask.
    pub mask: Arc<Mask>,
    /// The top left corner of the frame in the sheet's picture, if it is known.
    pub at: Option<[u32; 2]>,
    /// How long the frame is shown, in milliseconds; at least 1.
    pub duration: u32,
    /// The texel coordinate that is placed at the body's position.
    pub pivot: Vec2,
    /// The regions, in the order of their numbers.
    pub regions: Vec<SheetRegion>,
    /// The frame's values.
    pub values: SheetValues,
}

impl SheetFrame {
    /// Makes a frame of 100 ms without regions, whose pivot is the middle of the mask.
    pub fn new(mask: impl Into<Arc<Mask>>) -> SheetFrame {
        let mask = mask.into();
        SheetFrame {
            name: String::new(),
            pivot: middle(&mask),
            mask,
            at: None,
            duration: 100,
            regions: Vec::new(),
            values: SheetValues::default(),
        }
    }

    /// Returns the region with a name.
    pub fn region(&self, name: &str) -> Option<&SheetRegion> {
        self.regions.iter().find(|region| region.name == name)
    }
}

/// Returns the middle of a mask.
pub(super) fn middle(mask: &Mask) -> Vec2 {
    Vec2::new(f64::from(mask.width()) / 2.0, f64::from(mask.height()) / 2.0)
}

/// A named region of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetRegion {
    /// The region's name.
    pub name: String,
    /// Its shape, in the texels of the frame.
    pub shape: SheetShape,
    /// The layers that it is on, instead of the body's.
    pub layer: Option<u32>,
    /// The layers that it may hit, instead of the body's.
    pub against: Option<u32>,
    /// The region's values.
    pub values: SheetValues,
}

impl SheetRegion {
    /// Makes a region with the body's layers.
    pub fn new(name: impl Into<String>, shape: SheetShape) -> SheetRegion {
        let values = SheetValues::default();
        SheetRegion { name: name.into(), shape, layer: None, against: None, values }
    }
}

/// The shape of a region, in the texels of its frame.
#[derive(Debug, Clone, PartialEq)]
pub enum SheetShape {
    /// All points within `r` of a point.
    Circle {
        /// The middle.
        at: Vec2,
        /// The radius.
        r: f64,
    },
    /// An upright ellipse.
    Ellipse {
        /// The middle.
        at: Vec2,
        /// The radii along x and y.
        radii: Vec2,
    },
    /// A box, turned about its middle.
    Box {
        /// The middle.
        at: Vec2,
        /// Half the width and half the height.
        half: Vec2,
        /// The angle in radians.
        angle: f64,
    },
    /// All points within `r` of a segment.
    Capsule {
        /// One end.
        a: Vec2,
        /// The other end.
        b: Vec2,
        /// The radius.
        r: f64,
    },
    /// A simple polygon.
    Polygon {
        /// Its vertices.
        points: Vec<Vec2>,
    },
    /// Solid texels.
    Mask {
        /// Where the top left corner of the mask is in the frame.
        at: [i32; 2],
        /// The texels.
        mask: Arc<Mask>,
    },
}
