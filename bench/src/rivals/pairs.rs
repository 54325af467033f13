//! Pairs of shapes by parry2d: shape by shape, as its users do, and by its function for the kind of shape.

use parry2d::math::{Pose, Vector};
use parry2d::query::{self, details};
use parry2d::shape::{Ball, ConvexPolygon, Cuboid};

use crate::workloads::pairs::{
    Pair, box_and_circle_pairs, box_columns, box_pairs, circle_pairs, polygon_pairs,
};
use crate::{Job, Work, Workload};

pub(super) const LIST: &[Workload] = &[
    Workload { name: "w2-1000k", by: "parry cuboid_cuboid", about: "", prepare: boxes },
    Workload { name: "w2-poses-200k", by: "parry cuboid_cuboid, poses made", about: "", prepare: box_poses },
    Workload { name: "w3-200k", by: "parry support maps", about: "", prepare: polygons },
    Workload { name: "w4-1000k", by: "parry ball_ball", about: "", prepare: circles },
    Workload { name: "w4-box-1000k", by: "parry cuboid and ball", about: "", prepare: boxes_and_circles },
];

type Placed<S> = (Pose, S);

fn job<S, R: 'static>(
    pairs: Vec<Pair<S>>,
    shape: impl Fn(&S) -> R,
    test: fn(&Placed<R>, &Placed<R>) -> bool,
) -> Job {
    let place = |pair: &Pair<S>| {
        [0, 1].map(|k| {
            let [x, y] = pair.at[k].map(|x| x as f32);
            (Pose::new(Vector::new(x, y), pair.turn[k] as f32), shape(&pair.shapes[k]))
        })
    };
    let placed: Vec<[Placed<R>; 2]> = pairs.iter().map(place).collect();
    Box::new(move |clock| {
        let hits = clock.time(|| placed.iter().filter(|[a, b]| test(a, b)).count());
        Work { count: hits as u64, ..Work::of(placed.len()) }
    })
}

fn vector([x, y]: [f64; 2]) -> Vector {
    Vector::new(x as f32, y as f32)
}

fn boxes() -> Job {
    job(
        box_pairs(),
        |&half| Cuboid::new(vector(half)),
        |a, b| details::intersection_test_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1),
    )
}

/// The timed part includes sine, cosine and making the cuboids, as in Kasuri.
fn box_poses() -> Job {
    let sides = box_columns();
    Box::new(move |clock| {
        let hits = clock.time(|| {
            let of = |[x, y, hx, hy, angle]: &[Vec<f32>; 5], k: usize| {
                let pose = Pose::new(Vector::new(x[k], y[k]), angle[k]);
                (pose, Cuboid::new(Vector::new(hx[k], hy[k])))
            };
            let hits = (0..sides[0][0].len()).filter(|&k| {
                let (a, b) = (of(&sides[0], k), of(&sides[1], k));
                details::intersection_test_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
            });
            hits.count()
        });
        Work { count: hits as u64, ..Work::of(sides[0][0].len()) }
    })
}

fn polygons() -> Job {
    let polygon = |points: &Vec<[f64; 2]>| {
        let points = points.iter().copied().map(vector).collect();
        ConvexPolygon::from_convex_polyline_unmodified(points).expect("a convex polygon")
    };
    job(polygon_pairs(), polygon, |a, b| {
        details::intersection_test_support_map_support_map(&a.0.inv_mul(&b.0), &a.1, &b.1)
    })
}

fn circles() -> Job {
    job(
        circle_pairs(),
        |&r| Ball::new(r as f32),
        |a, b| details::intersection_test_ball_ball(b.0.translation - a.0.translation, &a.1, &b.1),
    )
}

fn boxes_and_circles() -> Job {
    let shapes = |&[w, h, r]: &[f64; 3]| (Cuboid::new(vector([w, h])), Ball::new(r as f32));
    job(box_and_circle_pairs(), shapes, |a, b| {
        let hits = query::intersection_test(&a.0, &a.1.0, &b.0, &b.1.1);
        hits.is_ok_and(|hits| hits.intersecting)
    })
}
