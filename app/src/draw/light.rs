//! What hits, lit: the pixels in which two bodies overlap.

use kasuri::lattice::PixelBox;
use kasuri::{Form, Placement, Shape, Touching, query};

use super::Drawing;
use crate::picture::HIT;

impl Drawing {
    /// Lights the pixels in which two bodies overlap: common ones, covered squares met, or pixels whose squares meet
    /// both.
    pub(crate) fn light(&mut self, a: &Form, b: &Form) {
        let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return };
        let both = PixelBox::around(near_a).intersection(PixelBox::around(near_b));
        let is_lit = |i: i32, j: i32| holds(a, i, j) && holds(b, i, j);
        for j in both.y0..both.y1 {
            let mut from = both.x0;
            for i in both.x0..=both.x1 {
                if i == both.x1 || !is_lit(i, j) {
                    if from < i {
                        self.fill(PixelBox { x0: from, y0: j, x1: i, y1: j + 1 }, HIT);
                    }
                    from = i + 1;
                }
            }
        }
    }
}

/// Whether a sprite covers a pixel, or another form meets its square.
fn holds(form: &Form, i: i32, j: i32) -> bool {
    if let Form::Sprite(sprite) = form {
        return sprite.covers(i, j);
    }
    let centre = Placement::at([f64::from(i) + 0.5, f64::from(j) + 0.5]);
    let square = Shape::rect([0.5, 0.5]).and_then(|square| square.place(&centre));
    square.is_ok_and(|square| query::overlaps(&Form::Shape(square), form, Touching::Counts))
}
