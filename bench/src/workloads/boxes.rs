//! Candidate pairs of moving boxes: all against all (w1), and bullets against a few targets (w1b).
//!
//! Positions, sizes and velocities are multiples of 1/256, so that engines that compute in f32 see the same boxes.

use kasuri::Layers;
use kasuri::broad::{Auto, BoxList, Broad};
use kasuri::lattice::{Bounds, Point};
use kasuri::parallel::Threads;

use crate::random::Random;
use crate::{Backend, Family, Job, KASURI, Load, Setting, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    work("w1-1k", "frames of 1,000 moving boxes, all pairs", || within::<Auto>(1_000)),
    work("w1-10k", "frames of 10,000 moving boxes, all pairs", || within::<Auto>(10_000)),
    work("w1-100k", "frames of 100,000 moving boxes, all pairs", || within::<Auto>(100_000)),
    work("w1-1000k", "frames of 1,000,000 moving boxes, all pairs", || within::<Auto>(1_000_000)),
    work("w1b-1k", "frames of 1,000 bullets against 11", || against::<Auto>(1_000)),
    work("w1b-10k", "frames of 10,000 bullets against 101", || against::<Auto>(10_000)),
    work("w1b-100k", "frames of 100,000 bullets against 1,001", || against::<Auto>(100_000)),
];

pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "broad",
        about: "candidate pairs of moving boxes, all against all (w1)",
        n: "boxes",
        unit: "frames",
        sizes: &[1_000, 10_000, 100_000],
        backends: &[Backend::Cpu],
        is_threaded: true,
        prepare: |setting| Ok(moving(Movie::within(setting.n), setting)),
    },
    Family {
        name: "bullets",
        about: "candidate pairs of bullets and a hundredth as many targets (w1b)",
        n: "bullets",
        unit: "frames",
        sizes: &[1_000, 10_000, 100_000],
        backends: &[Backend::Cpu],
        is_threaded: true,
        prepare: |setting| Ok(moving(Movie::against(setting.n), setting)),
    },
];

/// A frame reads one box per body and writes two numbers per pair.
fn moving(movie: Movie, setting: &Setting) -> Load {
    let mut broad = Auto::default();
    broad.use_threads(&Threads::new(setting.threads));
    let bodies = movie.layers.len() as u64;
    let mut job = by_broad(movie, broad);
    let pairs = job(&mut crate::Clock::default()).count;
    Load { job, pixels: 0, bytes: FRAMES as u64 * 16 * bodies + 8 * pairs }
}

const fn work(name: &'static str, about: &'static str, prepare: fn() -> Job) -> Workload {
    Workload { name, by: KASURI, about, prepare }
}

/// The frames of a call.
const FRAMES: usize = 8;
/// The frames before the timed ones, so that an incremental tree has aged.
const AGE: usize = 120;

/// The moving boxes of a workload, for some frames.
pub(crate) struct Movie {
    pub(crate) frames: Vec<Vec<Bounds>>,
    pub(crate) layers: Vec<Layers>,
    /// The number of bullets: all boxes except the few targets, if there are any.
    pub(crate) bullets: usize,
}

const BULLET: Layers = Layers::new(1, 2);
const TARGET: Layers = Layers::new(2, 1);

impl Movie {
    /// Makes boxes with sides of 8 to 24 px, in a world so large that each has about one neighbour.
    pub(crate) fn within(n: usize) -> Movie {
        let side = 32.0 * (n as f64).sqrt();
        let mut crowd = Crowd::default();
        crowd.add(&mut Random::new(1), n, [8.0, 24.0], [side, side], 3.0);
        Movie { frames: crowd.frames(), layers: vec![Layers::default(); n], bullets: n }
    }

    /// Makes bullets on a screen, against a player and enemies, one enemy per hundred bullets.
    pub(crate) fn against(n: usize) -> Movie {
        let (random, screen) = (&mut Random::new(2), [1920.0, 1080.0]);
        let mut crowd = Crowd::default();
        crowd.add(random, n, [6.0, 10.0], screen, 6.0);
        crowd.add(random, n / 100, [48.0, 96.0], screen, 2.0);
        crowd.add(random, 1, [32.0, 32.0], screen, 4.0);
        let layers = (0..n / 100 + n + 1).map(|k| if k < n { BULLET } else { TARGET }).collect();
        Movie { frames: crowd.frames(), layers, bullets: n }
    }
}

/// Boxes in 1/256 px that move in straight lines and turn back at the world's edge.
#[derive(Default)]
struct Crowd(Vec<Mover>);

struct Mover {
    at: [i32; 2],
    size: [i32; 2],
    by: [i32; 2],
    world: [i32; 2],
}

impl Crowd {
    fn add(&mut self, random: &mut Random, n: usize, sizes: [f64; 2], world: [f64; 2], fastest: f64) {
        let units = |x: f64| (x * 256.0) as i32;
        for _ in 0..n {
            let size = [(); 2].map(|()| random.between(sizes[0], sizes[1]));
            let at = [0, 1].map(|k| units(random.between(0.0, world[k] - size[k])));
            let by = [(); 2].map(|()| units(random.between(-fastest, fastest)));
            self.0.push(Mover { at, size: size.map(units), by, world: world.map(units) });
        }
    }

    fn step(&mut self) {
        for m in &mut self.0 {
            for k in 0..2 {
                m.at[k] += m.by[k];
                if m.at[k] < 0 || m.at[k] + m.size[k] > m.world[k] {
                    m.by[k] = -m.by[k];
                    m.at[k] += 2 * m.by[k];
                }
            }
        }
    }

    fn frames(mut self) -> Vec<Vec<Bounds>> {
        (0..AGE).for_each(|_| self.step());
        let bounds = |m: &Mover| {
            let [[x, y], [w, h]] = [m.at, m.size];
            Bounds { min: Point::new(x, y), max: Point::new(x + w, y + h) }
        };
        let frame = |_| {
            self.step();
            self.0.iter().map(bounds).collect()
        };
        (0..FRAMES).map(frame).collect()
    }
}

/// Times a method that finds the pairs of every frame.
pub(crate) fn timed(
    movie: Movie,
    mut find: impl FnMut(&Movie, &[Bounds], &mut Vec<[u32; 2]>) + 'static,
) -> Job {
    let mut pairs = Vec::new();
    Box::new(move |clock| {
        let mut work = Work::of(FRAMES);
        for frame in &movie.frames {
            clock.time(|| find(&movie, frame, &mut pairs));
            for &[a, b] in &pairs {
                work.add_unordered(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
            }
        }
        work
    })
}

pub(crate) fn by_broad(movie: Movie, mut broad: impl Broad + 'static) -> Job {
    timed(movie, move |movie, frame, pairs| broad.pairs(BoxList::new(frame, &movie.layers), pairs))
}

pub(crate) fn within<B: Broad + Default + 'static>(n: usize) -> Job {
    by_broad(Movie::within(n), B::default())
}

fn against<B: Broad + Default + 'static>(n: usize) -> Job {
    by_broad(Movie::against(n), B::default())
}
