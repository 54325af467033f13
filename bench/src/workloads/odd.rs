//! Difficult scenes for broad phases. An item is a body or a pair; per item, all scenes should cost about the same.

use kasuri::Layers;
use kasuri::broad::{Auto, BoxList, Broad, Brute, Grid, Tree};
use kasuri::lattice::{Bounds, Point};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

macro_rules! scenes {
    ($($name:literal, $about:literal, $scene:expr;)*) => {
        pub(crate) const LIST: &[Workload] = &[
            $(Workload { name: $name, by: KASURI, about: $about, prepare: || job($scene, Auto::default()) },)*
        ];
        /// The same scenes by each broad phase alone that `Auto` chooses from.
        pub(crate) const ALONE: &[Workload] = &[
            $(
                Workload { name: $name, by: "grid alone", about: $about, prepare: || job($scene, Grid::default()) },
                Workload { name: $name, by: "tree alone", about: $about, prepare: || job($scene, Tree::default()) },
            )*
            Workload { name: "odd-same-1k", by: "brute force", about: "", prepare: || job(same(1_000), Brute) },
        ];
    };
}

scenes! {
    "odd-even-100k", "as w1: what the others are held against", even(100_000);
    "odd-cell-1k", "all in one cell", cell(1_000);
    "odd-giant-100k", "one box as large as the world", giant(100_000);
    "odd-sizes-100k", "sizes over five powers of ten", sizes(100_000);
    "odd-line-100k", "all in a line", line(100_000);
    "odd-column-100k", "all in a column", column(100_000);
    "odd-same-1k", "all identical", same(1_000);
    "odd-heap-100k", "half in a heap, half over the whole world", heap(100_000);
    "odd-slabs-100k", "wide and flat, high and narrow", slabs(100_000);
}

fn job(bounds: Vec<Bounds>, mut broad: impl Broad + 'static) -> Job {
    let layers = vec![Layers::default(); bounds.len()];
    let mut pairs = Vec::new();
    Box::new(move |clock| {
        clock.time(|| broad.pairs(BoxList::new(&bounds, &layers), &mut pairs));
        let mut work = Work::of(bounds.len() + pairs.len());
        pairs.iter().for_each(|&[a, b]| work.add_unordered(u64::from(a) << 32 | u64::from(b)));
        work
    })
}

fn scene(n: usize, mut one: impl FnMut(&mut Random) -> [f64; 4]) -> Vec<Bounds> {
    let mut random = Random::new(8);
    let mut bounds = || {
        let [x, y, w, h] = one(&mut random).map(|x| (x * 256.0) as i32);
        Bounds { min: Point::new(x, y), max: Point::new(x + w, y + h) }
    };
    (0..n).map(|_| bounds()).collect()
}

/// Returns the side of a world in which each of n boxes of 16 px has about one neighbour.
fn side(n: usize) -> f64 {
    32.0 * (n as f64).sqrt()
}

fn even(n: usize) -> Vec<Bounds> {
    let side = side(n);
    scene(n, |r| [r.between(0.0, side), r.between(0.0, side), r.between(8.0, 24.0), r.between(8.0, 24.0)])
}

fn cell(n: usize) -> Vec<Bounds> {
    scene(n, |r| [r.between(0.0, 16.0), r.between(0.0, 16.0), r.between(8.0, 24.0), r.between(8.0, 24.0)])
}

fn giant(n: usize) -> Vec<Bounds> {
    let mut bounds = even(n - 1);
    let end = (side(n) * 256.0) as i32;
    bounds.push(Bounds { min: Point::new(0, 0), max: Point::new(end, end) });
    bounds
}

/// Makes sizes from 0.1 px to 10,000 px, over all orders of magnitude. Larger boxes are rarer, so that pairs stay
/// few.
fn sizes(n: usize) -> Vec<Bounds> {
    let side = 40.0 * side(n);
    scene(n, |r| {
        let size = 0.1 / (r.between(0.0, 1.0) + 1e-5);
        [r.between(0.0, side), r.between(0.0, side), size, size]
    })
}

fn line(n: usize) -> Vec<Bounds> {
    scene(n, |r| [r.between(0.0, 16.0 * n as f64), 0.0, r.between(8.0, 24.0), r.between(8.0, 24.0)])
}

fn column(n: usize) -> Vec<Bounds> {
    scene(n, |r| [0.0, r.between(0.0, 16.0 * n as f64), r.between(8.0, 24.0), r.between(8.0, 24.0)])
}

fn same(n: usize) -> Vec<Bounds> {
    scene(n, |_| [100.0, 100.0, 16.0, 16.0])
}

fn heap(n: usize) -> Vec<Bounds> {
    let mut k = 0;
    scene(n, |r| {
        k += 1;
        let side = if k % 2 == 0 { 1e6 } else { 3000.0 };
        [r.between(0.0, side), r.between(0.0, side), r.between(2.0, 8.0), r.between(2.0, 8.0)]
    })
}

fn slabs(n: usize) -> Vec<Bounds> {
    let side = 2.0 * side(n);
    scene(n, |r| {
        let [w, h] = if r.between(0.0, 1.0) < 0.5 { [200.0, 1.0] } else { [1.0, 200.0] };
        [r.between(0.0, side), r.between(0.0, side), w, h]
    })
}
