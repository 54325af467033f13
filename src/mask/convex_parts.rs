//! A mask as a small number of convex polygons.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::{At, Result};
use crate::lattice::{PixelBox, Point, UNITS, Vec2, not_negative, pixels};
use crate::mask::rectangles::stacked;
use crate::mask::span::span;
use crate::mask::{Mask, row};
use crate::shape::Convex;

/// The most vertices of a polygon (SPEC 2).
const MOST_VERTICES: usize = 64;

impl Mask {
    /// Returns convex polygons that together contain every set texel's square, each valid for [`Shape::polygon`].
    ///
    /// At tolerance 0 they are the [`rectangles`](Mask::rectangles). These fill the set squares exactly, so they
    /// overlap what the mask, unturned and unscaled, overlaps by SPEC 4. Otherwise neighbouring polygons are joined
    /// into their common hull, those first that add the least area, as long as a polygon contains the centre of a clear
    /// texel only where a set texel's centre is within `tolerance` of it. Polygons may then overlap each other.
    ///
    /// [`Shape::polygon`]: crate::Shape::polygon
    ///
    /// ```
    /// use kasuri::{Mask, Shape};
    /// let disc = Mask::from_fn(41, 41, |x, y| (x - 20).pow(2) + (y - 20).pow(2) <= 400)?;
    /// assert!(disc.convex_parts(0.0)?.len() > 20);
    /// let parts = disc.convex_parts(1.0)?;
    /// assert_eq!(parts.len(), 1);
    /// let shape = Shape::polygon(&parts[0])?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn convex_parts(&self, tolerance: f64) -> Result<Vec<Vec<Vec2>>> {
        not_negative(tolerance, "a tolerance").at("tolerance")?;
        let rectangles = self.rectangles();
        let mut parts = JoinedParts::new(&rectangles)?;
        if tolerance > 0.0 {
            // Squared distances between centres are integers, so rounding the limit down loses none of them.
            let allowed = self.dilated_within((tolerance * tolerance) as u64);
            parts.merge(&stacked(&rectangles), &allowed)?;
        }
        Ok(parts.hulls.iter().flatten().map(polygon).collect())
    }
}

fn polygon(hull: &Convex) -> Vec<Vec2> {
    hull.vertices().iter().map(|v| Vec2::new(pixels(v.x.into()), pixels(v.y.into()))).collect()
}

/// Parts while they are being joined.
struct JoinedParts {
    /// The hull of each part; `None` where the part was joined to another.
    hulls: Vec<Option<Convex>>,
    /// The part that each part was joined to; the part itself as long as it exists.
    into: Vec<usize>,
}

impl JoinedParts {
    fn new(rectangles: &[PixelBox]) -> Result<JoinedParts> {
        let hull = |r: &PixelBox| {
            let corners = [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)];
            Convex::new(corners.map(|(x, y)| Point::new(x * UNITS, y * UNITS)).to_vec(), 0).map(Some)
        };
        let hulls = rectangles.iter().map(hull).collect::<Result<Vec<_>>>()?;
        let into = (0..hulls.len()).collect();
        Ok(JoinedParts { hulls, into })
    }

    /// Joins the pairs of parts, cheapest first, unless the hull would contain a pixel that is not allowed.
    ///
    /// At equal added area, the hull of less height comes first. So parts are joined as in a merge sort, and no part
    /// grows row by row.
    fn merge(&mut self, pairs: &[(usize, usize)], allowed: &Mask) -> Result<()> {
        let mut queue = BinaryHeap::new();
        for (k, &(a, b)) in pairs.iter().enumerate() {
            if let Some((cost, _)) = self.union(a, b)? {
                queue.push(Reverse((cost, k)));
            }
        }
        while let Some(Reverse((cost, k))) = queue.pop() {
            let (a, b) = (self.stands(pairs[k].0), self.stands(pairs[k].1));
            let Some((now, hull)) = self.union(a, b)? else { continue };
            if now > cost {
                // One of the two parts has grown since.
                queue.push(Reverse((now, k)));
            } else if is_allowed(&hull, allowed) {
                self.hulls[a] = Some(hull);
                self.hulls[b] = None;
                self.into[b] = a;
            }
            // A hull that is too large only grows, so such a pair is never tried again.
        }
        Ok(())
    }

    /// Returns the hull of two parts, with the area it adds and its height; `None` for a part with itself, or where it
    /// has too many vertices.
    fn union(&self, a: usize, b: usize) -> Result<Option<((i64, i32), Convex)>> {
        let (Some(one), Some(two), false) = (&self.hulls[a], &self.hulls[b], a == b) else { return Ok(None) };
        let hull = Convex::new([one.vertices(), two.vertices()].concat(), 0)?;
        let added = area(&hull) - area(one) - area(two);
        let height = hull.bounds().max.y - hull.bounds().min.y;
        Ok((hull.vertices().len() <= MOST_VERTICES).then_some(((added, height), hull)))
    }

    /// Returns the part that a part was joined to.
    fn stands(&mut self, mut k: usize) -> usize {
        while self.into[k] != k {
            self.into[k] = self.into[self.into[k]];
            k = self.into[k];
        }
        k
    }
}

/// Whether a hull contains the centres of allowed pixels only.
fn is_allowed(hull: &Convex, allowed: &Mask) -> bool {
    let (y0, y1) = (hull.bounds().min.y / UNITS, hull.bounds().max.y / UNITS);
    (y0..y1).all(|j| {
        span(hull, j).is_none_or(|(first, last)| {
            row::is_full(allowed.row(j as usize), first as usize..last as usize + 1)
        })
    })
}

/// Returns twice the area, in lattice units.
fn area(hull: &Convex) -> i64 {
    let next = hull.vertices().iter().cycle().skip(1);
    let cross = |a: &Point, b: &Point| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y);
    hull.vertices().iter().zip(next).map(|(a, b)| cross(a, b)).sum::<i64>().abs()
}
