//! Places shapes: converts them to hulls on the lattice.

use kasuri::{Placement, Shape};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    Workload { name: "place-boxes", by: KASURI, about: "turned boxes placed", prepare: boxes },
    Workload {
        name: "place-polygons",
        by: KASURI,
        about: "turned polygons of 8 vertices placed",
        prepare: octagons,
    },
];

const COUNT: usize = 10_000;

fn boxes() -> Job {
    placed(Shape::rect([8.0, 3.0]).expect("a valid box"))
}

fn octagons() -> Job {
    let ring = [[8, 3], [3, 8], [-3, 8], [-8, 3], [-8, -3], [-3, -8], [3, -8], [8, -3]];
    placed(Shape::polygon(&ring.map(|p| p.map(f64::from))).expect("a valid polygon"))
}

fn placed(shape: Shape) -> Job {
    let mut random = Random::new(2);
    let mut placement = || {
        let at = [random.between(-1e6, 1e6), random.between(-1e6, 1e6)];
        Placement::at(at).turned(random.between(0.0, 7.0))
    };
    let placements: Vec<Placement> = (0..COUNT).map(|_| placement()).collect();
    Box::new(move |clock| {
        clock.time(|| {
            let mut work = Work::of(COUNT);
            for placement in &placements {
                for part in shape.place(placement).expect("a valid placement") {
                    for v in part.vertices() {
                        work.add(u64::from(v.x.cast_unsigned()) << 32 | u64::from(v.y.cast_unsigned()));
                    }
                }
            }
            work
        })
    })
}
