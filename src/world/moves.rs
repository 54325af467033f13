//! Many bodies moved at once: all are looked at first, and then moved without a way to fail.

use crate::lattice::{Point, Vec2, is_within_world, units};
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::World;
use crate::world::axes::Boundary;
use crate::world::handle::Handle;
use crate::world::rows::Rows;

/// So many places are worked out at a time: several lanes wide, and near by when they are used.
const CHUNK: usize = 64;

impl World {
    /// Moves bodies, each to its own place, if it is plain that all can be; else nothing has changed.
    pub(super) fn move_all<P: Into<Vec2> + Copy>(&mut self, bodies: &[Handle], at: &[P]) -> bool {
        let (rows, boundary, simd) = (&mut self.rows, self.boundary, Simd::best());
        let can = simd.run(Look { rows, boundary, bodies, at });
        if can {
            simd.run(Move { rows, boundary, bodies, at });
        }
        can
    }
}

/// Some places, and the lattice points nearest to them.
struct Places {
    at: [Vec2; CHUNK],
    points: [Point; CHUNK],
}

impl Places {
    #[inline(always)]
    fn new() -> Places {
        Places { at: [Vec2::default(); CHUNK], points: [Point::default(); CHUNK] }
    }

    /// Takes over at most `CHUNK` places; whether all lie in the world.
    #[inline(always)]
    fn take<P: Into<Vec2> + Copy>(&mut self, boundary: Boundary, places: &[P]) -> bool {
        if boundary.is_identity() {
            self.at.iter_mut().zip(places).for_each(|(to, &at)| *to = at.into());
        } else {
            self.at.iter_mut().zip(places).for_each(|(to, &at)| *to = boundary.place_in(at.into()));
        }
        let mut are_within = true;
        for k in 0..CHUNK {
            let [x, y] = [units(self.at[k].x), units(self.at[k].y)];
            self.points[k] = Point::new(x as i32, y as i32);
            are_within &= is_within_world(x) & is_within_world(y);
        }
        are_within
    }
}

/// Whether bodies can all be moved.
struct Look<'a, P> {
    rows: &'a Rows,
    boundary: Boundary,
    bodies: &'a [Handle],
    at: &'a [P],
}

impl<P: Into<Vec2> + Copy> Kernel for Look<'_, P> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        let Look { rows, boundary, bodies, at } = self;
        let mut places = Places::new();
        for (bodies, at) in bodies.chunks(CHUNK).zip(at.chunks(CHUNK)) {
            if !places.take(boundary, at) {
                return false;
            }
            if let Some(swarm) = rows.swarm(bodies) {
                if rows.swarm_moves(swarm, &places.points) {
                    continue;
                }
                return false;
            }
            for (&body, &point) in bodies.iter().zip(&places.points) {
                let Ok(row) = rows.row(body) else { return false };
                if !rows.surely_moves(row, point) {
                    return false;
                }
            }
        }
        true
    }
}

/// Moves bodies that can be.
struct Move<'a, P> {
    rows: &'a mut Rows,
    boundary: Boundary,
    bodies: &'a [Handle],
    at: &'a [P],
}

impl<P: Into<Vec2> + Copy> Kernel for Move<'_, P> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Move { rows, boundary, bodies, at } = self;
        let mut places = Places::new();
        for (bodies, at) in bodies.chunks(CHUNK).zip(at.chunks(CHUNK)) {
            places.take(boundary, at);
            let (at, points) = (&places.at[..bodies.len()], &places.points[..bodies.len()]);
            match rows.swarm(bodies) {
                Some(swarm) => rows.move_swarm(swarm, at, points),
                None => {
                    for (&body, (&at, &point)) in bodies.iter().zip(at.iter().zip(points)) {
                        rows.move_surely(body, at, point);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::lattice::Vec2;
    use crate::mask::Mask;
    use crate::world::{Body, Handle, World};

    /// Sprites upright, turned, mirrored and with regions, shapes, one that is hardly in the world.
    fn crowd(world: &mut World) -> Vec<Handle> {
        let mask = Arc::new(Mask::from_fn(9, 5, |x, y| (x + y) % 3 != 0).expect("a good size"));
        let body = |k: usize| match k % 7 {
            // Swarms of upright boxes behind one another.
            _ if k >= 200 => Body::polygon(&[
                [0.0, 0.0],
                [0.0, 5.0],
                [3.0 + k as f64 / 64.0, 5.0],
                [3.0 + k as f64 / 64.0, 0.0],
            ]),
            0 | 1 => Body::sprite(&mask).pivot([k as f64 / 3.0, -1.25]),
            2 => Body::sprite(&mask).turned(k as f64),
            3 => Body::sprite(&mask).scaled([-1.0, 1.0]),
            4 => Body::circle(3.0),
            5 => Body::polygon(&[[0.0, 0.0], [9.0, 1.0], [2.0, 2.0], [1.0, 9.0]]),
            _ => Body::capsule([0.0, 0.0], [5.0, 5.0], 2.0),
        };
        world.spawn_many(300, body).expect("valid bodies")
    }

    #[test]
    fn all_at_once_is_one_by_one() {
        let mut state = 1_u64;
        let mut place = || {
            let mut next = || {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 40) as f64 / f64::from(1 << 16) - 128.0
            };
            Vec2::new(next(), next())
        };
        let (mut together, mut alone) = (World::new(), World::new());
        let mut bodies = crowd(&mut together);
        assert_eq!(crowd(&mut alone), bodies);
        // One of them twice: it stands where it is put last.
        bodies.push(bodies[8]);
        let mut refused = 0;
        for round in 0..20 {
            let mut places: Vec<Vec2> = bodies.iter().map(|_| place()).collect();
            // A few at the world's edge, where some shapes do not fit: then none moves.
            let edge = [4, 5, 6].map(|k| k + 7 * round);
            if round % 4 == 3 {
                let edge = if round % 8 == 7 { [200, 250, 299] } else { edge };
                edge.iter().for_each(|&k| places[k] = Vec2::new(2_097_151.0, -2_097_152.0));
            }
            let before = together.hash();
            if together.set_positions(&bodies, &places).is_err() {
                assert_eq!(together.hash(), before);
                refused += 1;
                continue;
            }
            for (&body, &at) in bodies.iter().zip(&places) {
                alone.set_position(body, at).expect("what went together goes alone");
            }
            assert_eq!(together.hash(), alone.hash(), "round {round}");
            let [p, q] = [&mut together, &mut alone].map(|world| world.step().expect("a step"));
            assert!(p.hits().eq(q.hits()) && p.began() == q.began() && p.ended() == q.ended());
        }
        assert!((2..6).contains(&refused), "{refused}");
    }
}
