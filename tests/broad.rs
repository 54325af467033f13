//! Tests that every broad phase finds the same pairs as brute force, in the same order, with every instruction set.

mod support;

use support::{Random, rounds};

use kasuri::Layers;
use kasuri::broad::{Auto, BoxList, Broad, Brute, Grid, Tree};
use kasuri::lattice::{Bounds, Point};
use kasuri::parallel::{Simd, Threads};

#[derive(Default, Clone)]
struct Scene {
    bounds: Vec<Bounds>,
    layers: Vec<Layers>,
}

impl Scene {
    fn boxes(&self) -> BoxList<'_> {
        BoxList::new(&self.bounds, &self.layers)
    }

    fn add(&mut self, [x, y, w, h]: [i64; 4], layers: Layers) {
        let fit = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let (min, max) = (Point::new(fit(x), fit(y)), Point::new(fit(x + w), fit(y + h)));
        self.bounds.push(Bounds { min, max });
        self.layers.push(layers);
    }
}

/// The furthest coordinate of a box: the world's edge plus the longest shape plus the largest margin.
const FURTHEST: i64 = (1 << 29) + (1 << 22) + (1 << 29);

/// Returns a scene of some kind: positions, sizes and layers are drawn independently.
fn scene(random: &mut Random) -> Scene {
    let n = random.pick(&[0, 1, 2, 3, 17, 100, 300, 700]);
    let world = random.pick(&[1, 40, 5_000, 100_000, 1 << 24, FURTHEST]);
    let size = random.pick(&[0, 1, 30, 3_000, 20_000, 1 << 22]);
    let [places, sizes, kinds] = [below(random, 6), below(random, 5), below(random, 10)];
    let mut scene = Scene::default();
    for k in 0..n {
        let [x, y] = match places {
            0 => [below(random, 2 * world) - world, 0],
            1 => [7, below(random, 2 * world) - world],
            2 => [world, world],
            3 => [world - below(random, size + 1), random.pick(&[-world, world])],
            _ => [(); 2].map(|()| below(random, 2 * world) - world),
        };
        let [w, h] = match sizes {
            0 => [size; 2],
            1 => [below(random, size + 1), below(random, size + 1)],
            2 => [1 << below(random, 23); 2],
            3 if k % 50 == 3 => [2 * world; 2],
            4 => random.pick(&[[size, 0], [0, size]]),
            _ => [below(random, size + 1) / 2 + size / 2; 2],
        };
        let layers = match kinds {
            0 => Layers::default(),
            1 => random.pick(&[Layers::new(1, 2), Layers::new(2, 1)]),
            2 if k < n * 3 / 4 => Layers::new(1, 2),
            2 => Layers::new(2, 1),
            3 => Layers::new(random.bits() as u32, 1 << below(random, 32)),
            // A few groups, and more than the grid has sets for.
            4 => Layers { group: random.pick(&[0, 1, 1, 2]), ..Layers::default() },
            5 => Layers { group: below(random, 1 + n / 4) as u32, ..Layers::default() },
            // Several layers with the same partners; each layer with partners of its own; more layers than the grid tells apart.
            6 if k % 4 > 0 => Layers::new(1, !3),
            6 => Layers::new(4 << below(random, 6), 1),
            7 => Layers::new(1 << (k % 8), 0b0110_1101_u8.rotate_left(k as u32 % 8).into()),
            8 => Layers {
                group: below(random, 3) as u32,
                ..Layers::new(1 << below(random, 32), random.bits() as u32)
            },
            _ => Layers::new(random.pick(&[0, 1, 2, 3]), random.pick(&[0, 1, 2, 3])),
        };
        scene.add([x, y, w, h], layers);
    }
    scene
}

fn below(random: &mut Random, n: i64) -> i64 {
    random.int(0..=n - 1)
}

fn contenders() -> Vec<(String, Box<dyn Broad>)> {
    let mut all: Vec<(String, Box<dyn Broad>)> = Vec::new();
    for simd in Simd::available() {
        all.push((format!("grid, {}", simd.name()), Box::new(Grid::with(simd))));
        all.push((format!("tree, {}", simd.name()), Box::new(Tree::with(simd))));
        all.push((format!("auto, {}", simd.name()), Box::new(Auto::with(simd))));
    }
    all
}

#[test]
fn all_find_what_brute_force_finds() {
    // The same instances in all rounds: their state from an earlier scene must not matter.
    let mut contenders = contenders();
    let (mut expected, mut pairs) = (Vec::new(), vec![[9, 9]]);
    let mut found = 0;
    for seed in 0..rounds(1500) as u64 {
        let scene = scene(&mut Random::new(seed));
        Brute.pairs(scene.boxes(), &mut expected);
        found += expected.len();
        for (name, broad) in &mut contenders {
            broad.pairs(scene.boxes(), &mut pairs);
            assert!(pairs == expected, "{name} on scene {seed}: {} of {}", pairs.len(), expected.len());
        }
    }
    assert!(found > 100_000, "scenes with pairs: {found}");
}

/// Tests scenes large enough for several threads: all bodies in a row, all in a column, spread evenly, and of two sizes
/// on several layers.
#[test]
fn pieces_are_put_together_as_if_there_were_one() {
    let random = &mut Random::new(8);
    let mut expected = Vec::new();
    let mut threaded: Vec<(usize, Grid)> = Vec::new();
    for count in [1, 2, 3, 8] {
        let mut grid = Grid::default();
        grid.use_threads(&Threads::new(count));
        threaded.push((count, grid));
    }
    for kind in 0..6 {
        let n = random.pick(&[8_192, 18_000, 40_000]);
        let reach = 300 * 256;
        let mut scene = Scene::default();
        for k in 0..n {
            let [x, y] = [(); 2].map(|()| below(random, reach * 10));
            let (at, size) = match kind {
                0 => ([x * 20, 0], 256),
                1 => ([0, y * 20], 256),
                2 => ([x, 7 * y / reach], 20),
                3 if k % 9 == 0 => ([x, y], 9000),
                _ => ([x, y], 2000 + below(random, 2000)),
            };
            let layers = match kind {
                3 => Layers::new(1 + k as u32 % 3, 3),
                4 if k < n - 200 => Layers::new(1, 2),
                4 => Layers::new(2, 1),
                5 => Layers { group: k as u32 % 200, ..Layers::default() },
                _ => Layers::default(),
            };
            scene.add([at[0], at[1], size, size / 2], layers);
        }
        Tree::default().pairs(scene.boxes(), &mut expected);
        assert!(expected.len() > 100, "{kind}: {}", expected.len());
        for (count, grid) in &mut threaded {
            let mut pairs = vec![[9, 9]];
            grid.pairs(scene.boxes(), &mut pairs);
            assert!(pairs == expected, "{kind}, {count} threads: {} of {}", pairs.len(), expected.len());
        }
    }
}

#[test]
fn a_box_turned_inside_out_harms_nobody() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let random = &mut random;
        let mut scene = scene(random);
        for b in &mut scene.bounds {
            if below(random, 3) == 0 {
                std::mem::swap(&mut b.min, &mut b.max);
            }
        }
        for (_, broad) in &mut contenders() {
            broad.pairs(scene.boxes(), &mut Vec::new());
        }
    }
}

#[test]
fn a_warm_call_keeps_its_memory() {
    let mut random = Random::new(3);
    let mut scene = Scene::default();
    for _ in 0..3000 {
        let random = &mut random;
        let at = [(); 2].map(|()| below(random, 400_000));
        scene.add([at[0], at[1], 4000, 3000], Layers::default());
    }
    for (name, mut broad) in contenders() {
        let mut pairs = Vec::new();
        broad.pairs(scene.boxes(), &mut pairs);
        let (at, capacity) = (pairs.as_ptr(), pairs.capacity());
        broad.pairs(scene.boxes(), &mut pairs);
        assert!(pairs.as_ptr() == at && pairs.capacity() == capacity, "{name}");
    }
}

#[test]
fn auto_takes_a_tree_where_a_grid_tests_too_much_and_a_grid_again_where_it_does_not() {
    let random = &mut Random::new(9);
    let (mut heap, mut even) = (Scene::default(), Scene::default());
    for k in 0..2000 {
        // All but a few in one area, those few at the ends of the world.
        let reach = if k % 100 == 0 { 1 << 29 } else { 20_000 };
        let at = [below(random, reach), below(random, reach)];
        heap.add([at[0], at[1], 256, 256], Layers::default());
        let at = [below(random, 400_000), below(random, 400_000)];
        even.add([at[0], at[1], 4000, 4000], Layers::default());
    }
    let mut auto = Auto::default();
    let mut names = Vec::new();
    let (mut pairs, mut expected) = (Vec::new(), Vec::new());
    for scene in [&heap, &even] {
        Brute.pairs(scene.boxes(), &mut expected);
        for _ in 0..300 {
            auto.pairs(scene.boxes(), &mut pairs);
            assert_eq!(pairs, expected);
            names.push(auto.name());
        }
    }
    assert_eq!([names[0], names[2], names[200]], ["grid", "tree", "tree"]);
    assert_eq!(names[599], "grid");
    names.dedup();
    assert!(names.len() < 8, "{names:?}");
    assert!(Brute.name() == "brute" && Grid::default().name() == "grid");
}

/// Tests what a broad phase shows: nodes contain boxes, cells contain their least corners.
#[test]
fn cells_and_nodes_hold_the_boxes() {
    let random = &mut Random::new(77);
    let (mut cells, mut nodes) = (0, 0);
    for _ in 0..rounds(60) {
        let scene = scene(random);
        let shown = |broad: &mut dyn Broad| {
            broad.pairs(scene.boxes(), &mut Vec::new());
            let mut shown = Vec::new();
            broad.cells(&mut |level, cell| shown.push((level, cell)));
            shown
        };
        assert!(shown(&mut Brute).is_empty());
        let tree = shown(&mut Tree::default());
        let n = scene.bounds.len();
        for (level, wide) in [(0, 16), (1, 256)] {
            // A level with a single node is left out.
            let on: Vec<Bounds> = tree.iter().filter(|(at, _)| *at == level).map(|&(_, node)| node).collect();
            let expected = if n > wide { n.div_ceil(wide) } else { 0 };
            assert_eq!(on.len(), expected, "{n} boxes, level {level}");
            let holds = |node: &Bounds, b: &Bounds| {
                node.min.x <= b.min.x
                    && node.min.y <= b.min.y
                    && b.max.x <= node.max.x
                    && b.max.y <= node.max.y
            };
            assert!(on.is_empty() || scene.bounds.iter().all(|b| on.iter().any(|node| holds(node, b))));
            nodes += on.len();
        }
        let alike = Scene { layers: vec![Layers::default(); n], bounds: scene.bounds.clone() };
        let mut grid = Grid::default();
        grid.pairs(alike.boxes(), &mut Vec::new());
        let mut shown = Vec::new();
        grid.cells(&mut |_, cell| shown.push(cell));
        let holds = |cell: &Bounds, at: Point| {
            (cell.min.x..=cell.max.x).contains(&at.x) && (cell.min.y..=cell.max.y).contains(&at.y)
        };
        // The only box of its size has no cells of its own, and need not be in the cells in which others search for it.
        let side =
            |b: &Bounds| i64::from(b.max.x) - i64::from(b.min.x) + i64::from(b.max.y) - i64::from(b.min.y);
        let is_alone = |b: &Bounds| {
            let near = |other: &&Bounds| side(other) <= 4 * side(b) && side(b) <= 4 * side(other);
            alike.bounds.iter().filter(near).count() == 1
        };
        let lost = alike.bounds.iter().find(|b| !is_alone(b) && !shown.iter().any(|cell| holds(cell, b.min)));
        assert!(n < 2 || lost.is_none(), "{lost:?} of {n} boxes is in no cell: {shown:?}");
        assert!(shown.len() <= 8 * n + 8, "{} cells for {n} boxes", shown.len());
        cells += shown.len();
    }
    assert!(cells > 1000 && nodes > 100, "{cells} {nodes}");
}
