//! The pixels whose centres a convex shape contains, as one run per row. The result is exact and does not test every
//! pixel.

use kasuri::lattice::{PixelBox, Point};
use kasuri::{
    query::{self, Form},
    shape::Convex,
};

/// In pixels. If a pixel's centre is farther than this from an end, f64 decides its side safely.
const DOUBT: f64 = 1.0 / 1024.0;

/// Returns the runs of pixels, top to bottom, in the visible rows. Equal runs in consecutive rows are one box.
pub fn rows(convex: &Convex, seen: Option<PixelBox>) -> Vec<PixelBox> {
    let form = Form::Shape(convex.clone().into());
    let reach = PixelBox::around(convex.bounds());
    let mut boxes: Vec<PixelBox> = Vec::new();
    let (top, bottom) = seen.map_or((i32::MIN, i32::MAX), |seen| (seen.y0, seen.y1));
    for j in reach.y0.max(top)..reach.y1.min(bottom) {
        let Some((x0, x1)) = row(convex, &form, j) else { continue };
        match boxes.last_mut() {
            Some(last) if (last.x0, last.x1, last.y1) == (x0, x1, j) => last.y1 = j + 1,
            _ => boxes.push(PixelBox { x0, y0: j, x1, y1: j + 1 }),
        }
    }
    boxes
}

/// Returns the pixels of row j, half-open.
fn row(convex: &Convex, form: &Form, j: i32) -> Option<(i32, i32)> {
    let (left, right) = extent(convex, f64::from(j * 256 + 128))?;
    let holds = |i: i32| query::contains(form, Point::new(i * 256 + 128, j * 256 + 128));
    // The index of a pixel whose centre is exactly on an end; in general no integer.
    let [left, right] = [left, right].map(|x| x / 256.0 - 0.5);
    let mut x0 = (left - DOUBT).ceil() as i32;
    let mut x1 = (right + DOUBT).floor() as i32 + 1;
    if x0 < x1 && f64::from(x0) < left + DOUBT && !holds(x0) {
        x0 += 1;
    }
    if x0 < x1 && f64::from(x1 - 1) > right - DOUBT && !holds(x1 - 1) {
        x1 -= 1;
    }
    (x0 < x1).then_some((x0, x1))
}

/// Returns where the line at y enters and leaves the shape. The error is far below `DOUBT` pixels.
fn extent(convex: &Convex, y: f64) -> Option<(f64, f64)> {
    let r = f64::from(convex.radius());
    let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
    let mut reach = |x: f64| ends = (ends.0.min(x), ends.1.max(x));
    let corner = |p: Point| (f64::from(p.x), f64::from(p.y));
    let vertices = convex.vertices();
    for (k, &vertex) in vertices.iter().enumerate() {
        let (a, b) = (corner(vertex), corner(vertices[(k + 1) % vertices.len()]));
        let over = y - a.1;
        if over.abs() <= r {
            let across = ((r - over) * (r + over)).sqrt();
            reach(a.0 - across);
            reach(a.0 + across);
        }
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        if dy == 0.0 {
            continue;
        }
        // The edge moved outwards by the radius. A hull of two points is walked in both directions, so both sides are
        // covered.
        let length = dx.hypot(dy);
        let (nx, ny) = (-dy / length * r, dx / length * r);
        let t = (y - a.1 - ny) / dy;
        if (0.0..=1.0).contains(&t) {
            reach(a.0 + nx + t * dx);
        }
    }
    (ends.0 <= ends.1).then_some(ends)
}

#[cfg(test)]
mod tests {
    use kasuri::{Placement, Shape};

    use super::*;

    /// A generator of pseudo-random numbers.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % most
        }

        /// Returns multiples of 1/16, so that centres are often exactly on edges.
        fn coordinate(&mut self) -> f64 {
            self.below(320) as f64 / 16.0 - 10.0
        }

        fn shape(&mut self) -> Shape {
            let point = |numbers: &mut Numbers| [numbers.coordinate(), numbers.coordinate()];
            let r = self.below(96) as f64 / 16.0;
            match self.below(5) {
                0 => Shape::circle(r).unwrap(),
                1 => Shape::segment(point(self), point(self)).unwrap(),
                2 => Shape::capsule(point(self), point(self), r).unwrap(),
                3 => Shape::rect([r, self.below(96) as f64 / 16.0]).unwrap(),
                _ => {
                    let corners: Vec<_> = (0..3 + self.below(4)).map(|_| point(self)).collect();
                    Shape::polygon(&corners).unwrap_or_else(|_| Shape::circle(r).unwrap())
                }
            }
        }
    }

    #[test]
    fn rows_are_the_pixels_whose_centres_are_in() {
        let mut numbers = Numbers(1);
        let mut filled = 0;
        for case in 0..4000 {
            let angle = [0.0, 0.7, 1.5, -2.0][numbers.below(4) as usize];
            let placement = Placement::at([numbers.coordinate(), numbers.coordinate()]).turned(angle);
            let shape = numbers.shape();
            for convex in shape.place(&placement).unwrap() {
                let form = Form::Shape(convex.clone().into());
                let mut found: Vec<_> = rows(&convex, None).into_iter().flat_map(PixelBox::iter).collect();
                found.sort_by_key(|&(i, j)| (j, i));
                let all = PixelBox::around(convex.bounds()).iter();
                let is_in =
                    |&(i, j): &(i32, i32)| query::contains(&form, Point::new(i * 256 + 128, j * 256 + 128));
                let expected: Vec<_> = all.filter(is_in).collect();
                assert_eq!(found, expected, "case {case}: {shape:?} {placement:?}");
                filled += expected.len();
            }
        }
        assert!(filled > 100_000, "{filled}");
    }
}
