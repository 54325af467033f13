//! What a programmer would write by hand: 72 turned copies of each mask, angles rounded to 5 degrees, a grid, rows of
//! 64 bits.

use std::f64::consts::TAU;

use kasuri::Mask;
use kasuri::lattice::{Bounds, Point};

use crate::Clock;
use crate::tables::Effort;
use crate::tables::kinds::Art;
use crate::tables::motion::{Places, angle, bullets_and_enemies};
use crate::tables::play::Played;
use crate::workloads::controls::{PlainGrid, PlainMask};

const COPIES: usize = 72;

/// The turned copies of a mask: square masks with the same middle, wide enough for any angle.
pub(super) struct Copies(Vec<PlainMask>);

impl Copies {
    fn new(mask: &Mask) -> Copies {
        let side = (mask.width() as f64 * std::f64::consts::SQRT_2).ceil() as usize;
        let copy = |k: usize| {
            let (sin, cos) = (k as f64 / COPIES as f64 * TAU).sin_cos();
            let from = |middle: f64, k: usize| k as f64 + 0.5 - middle;
            let solid = |at: usize| {
                let [x, y] = [at % side, at / side].map(|k| from(side as f64 / 2.0, k));
                let middle = mask.width() as f64 / 2.0;
                let [u, v] = [x * cos + y * sin, y * cos - x * sin].map(|t| (t + middle).floor() as i64);
                mask.get(u, v)
            };
            PlainMask::new(side, &(0..side * side).map(solid).collect::<Vec<_>>())
        };
        Copies((0..COPIES).map(copy).collect())
    }

    fn at(&self, angle: f64) -> &PlainMask {
        let nearest = (angle * (COPIES as f64 / TAU)).round() as i64;
        &self.0[nearest.rem_euclid(COPIES as i64) as usize]
    }

    fn side(&self) -> i32 {
        self.0[0].size
    }
}

/// Plays the frames of `turned`: each bullet and enemy has its own constant angle.
pub(super) fn play(effort: &Effort, places: &Places, arts: [&Art; 2]) -> Played {
    let copies = arts.map(|art| Copies::new(&art.mask));
    let bullets = bullets_and_enemies(effort)[0].count;
    let kind = |k: usize| usize::from(k >= bullets);
    let angles: Vec<f64> = (0..places[0].len()).map(angle).collect();
    let (mut grid, mut boxes, mut pairs) = (PlainGrid::default(), Vec::new(), Vec::new());
    let (mut times, mut hits) = (Vec::new(), 0);
    for (frame, places) in places.iter().enumerate() {
        let mut clock = Clock::default();
        clock.time(|| {
            boxes.clear();
            boxes.extend(places.iter().enumerate().map(|(k, at)| {
                let side = copies[kind(k)].side();
                let [x, y] = at.map(|x| (x - f64::from(side) / 2.0).round() as i32);
                Bounds {
                    min: Point::new(256 * x, 256 * y),
                    max: Point::new(256 * (x + side), 256 * (y + side)),
                }
            }));
            pairs.clear();
            let (few, enemies) = boxes.split_at(bullets);
            grid.against(few, enemies, |bullet, k| {
                let (a, b) = (boxes[bullet as usize].min, boxes[bullets + k].min);
                let (small, large) =
                    (copies[0].at(angles[bullet as usize]), copies[1].at(angles[bullets + k]));
                if large.find(small, [(a.x - b.x) / 256, (a.y - b.y) / 256], |word| word != 0) {
                    pairs.push([bullet, (bullets + k) as u32]);
                }
            });
        });
        let took = clock.elapsed().as_secs_f64() * 1e6;
        if frame >= effort.warm_up {
            times.push(took);
            hits += pairs.len();
        }
    }
    let frames = times.clone();
    times.sort_unstable_by(f64::total_cmp);
    let (frame, hits) = (times[times.len() / 2], hits as f64 / times.len() as f64);
    Played { frames, frame, bodies: places[0].len() as f64, hits, ..Played::default() }
}
