//! Lights hits: the pixels in which two bodies overlap.

use kasuri::lattice::PixelBox;
use kasuri::{
    Placement, Shape, Touching,
    query::{self, Form},
};

use super::Drawing;
use crate::picture::HIT;

impl Drawing {
    /// Lights the pixels in which two bodies overlap: pixels that both cover, pixels covered by a sprite whose square
    /// the shape overlaps, or pixels whose square overlaps both shapes. Returns the smallest box around them.
    pub fn light(&mut self, a: &Form, b: &Form) -> Option<PixelBox> {
        let (near_a, near_b) = (a.bounds()?, b.bounds()?);
        let mut lit: Option<PixelBox> = None;
        let both = PixelBox::around(near_a).intersection(PixelBox::around(near_b));
        let both = self.seen.map_or(both, |seen| both.intersection(seen));
        let is_lit = |i: i32, j: i32| holds(a, i, j) && holds(b, i, j);
        for j in both.y0..both.y1 {
            let mut from = both.x0;
            for i in both.x0..=both.x1 {
                if i == both.x1 || !is_lit(i, j) {
                    if from < i {
                        let row = PixelBox { x0: from, y0: j, x1: i, y1: j + 1 };
                        self.fill(row, HIT);
                        lit = Some(lit.map_or(row, |lit| around(lit, row)));
                    }
                    from = i + 1;
                }
            }
        }
        lit
    }
}

/// Returns the smallest box around two.
pub(crate) fn around(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

/// Whether a sprite covers a pixel, or another form overlaps the pixel's square.
fn holds(form: &Form, i: i32, j: i32) -> bool {
    if let Form::Sprite(sprite) = form {
        return sprite.covers(i, j);
    }
    let centre = Placement::at([f64::from(i) + 0.5, f64::from(j) + 0.5]);
    let square = Shape::rect([0.5, 0.5]).and_then(|square| square.place(&centre));
    square.is_ok_and(|square| query::overlaps(&Form::Shape(square), form, Touching::Counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Camera, Zoom, draw_on_cpu};

    /// Uses the largest possible shapes, which would take minutes if all of their pixels were lit.
    #[test]
    fn what_is_not_seen_takes_no_time_and_what_is_seen_stays() {
        let circle = |r: f64, x: f64| {
            let circle = Shape::circle(r).and_then(|circle| circle.place(&Placement::at([x, 3.0])));
            Form::Shape(circle.unwrap())
        };
        let seen = PixelBox { x0: 10, y0: -20, x1: 60, y1: 40 };
        let camera = Camera::over(seen, [50, 60], Zoom::enlarged(1));
        let drawn = |mut drawing: Drawing, r: f64| {
            let [a, b] = [circle(r, 0.0), circle(r, r)];
            drawing.body(&a, [9; 3]);
            drawing.body(&b, [8; 3]);
            drawing.light(&a, &b);
            draw_on_cpu(&drawing, camera).rgb
        };
        assert_eq!(drawn(Drawing::within(seen), 50.0), drawn(Drawing::default(), 50.0));
        let large = drawn(Drawing::within(seen), 8000.0);
        assert!(large.as_chunks().0.iter().all(|&pixel: &[u8; 3]| pixel == HIT));
    }
}
