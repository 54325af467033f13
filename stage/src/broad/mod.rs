//! Broad phases that Kasuri does not need but that games know. They use the library's own trait, so that they can be
//! compared with its broad phases.

mod quadtree;
mod rtree;
mod sweep;

pub use quadtree::Quadtree;
pub use rtree::RTree;
pub use sweep::Sweep;

#[cfg(test)]
mod tests {
    use kasuri::Layers;
    use kasuri::broad::{BoxList, Broad, Brute};
    use kasuri::lattice::{Bounds, Point};

    use super::{Quadtree, RTree, Sweep};

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: i64) -> i64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((self.0 >> 33) % n as u64) as i64
        }
    }

    /// Few or many boxes, of one size or of many, spread out or all in a line, on one layer or on several.
    fn scene(random: &mut Random) -> (Vec<Bounds>, Vec<Layers>) {
        let n = [0, 1, 2, 30, 300][random.below(5) as usize];
        let world = [1, 50, 5_000, 1 << 20, 1 << 29][random.below(5) as usize];
        let size = [1, 40, 1_000, 1 << 22][random.below(4) as usize];
        let (kind, one_layer) = (random.below(4), random.below(2) == 0);
        let one = |random: &mut Random| {
            let [x, mut y] = [(); 2].map(|()| random.below(2 * world) - world);
            let [w, h] = match kind {
                0 => [size, size],
                1 => [0, size],
                _ => [(); 2].map(|()| random.below(size + 1)),
            };
            y = if kind == 3 { 7 } else { y };
            let [x0, y0, x1, y1] = [x, y, x + w, y + h].map(|x| x as i32);
            Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) }
        };
        let bounds = (0..n).map(|_| one(random)).collect();
        let layers = |random: &mut Random| match one_layer {
            true => Layers::default(),
            false => Layers::new(random.below(4) as u32, random.below(4) as u32),
        };
        (bounds, (0..n).map(|_| layers(random)).collect())
    }

    #[test]
    fn they_find_what_brute_force_finds() {
        // The same objects for all scenes: data left from an earlier scene must not matter.
        let mut ways: [Box<dyn Broad>; 3] =
            [Box::<Quadtree>::default(), Box::<RTree>::default(), Box::<Sweep>::default()];
        let (mut expected, mut pairs, mut found) = (Vec::new(), vec![[9, 9]], 0);
        for seed in 0..400 {
            let (bounds, layers) = scene(&mut Random(seed));
            let boxes = BoxList::new(&bounds, &layers);
            Brute.pairs(boxes, &mut expected);
            found += expected.len();
            for way in &mut ways {
                way.pairs(boxes, &mut pairs);
                assert!(pairs == expected, "{} on scene {seed}", way.name());
            }
        }
        assert!(found > 10_000, "{found} pairs");
    }

    #[test]
    fn at_the_ends_of_the_lattice() {
        let corner = |x: i32, y: i32| Bounds { min: Point::new(x, y), max: Point::new(x, y) };
        let all = Bounds { min: Point::new(i32::MIN, i32::MIN), max: Point::new(i32::MAX, i32::MAX) };
        let bounds =
            [corner(i32::MIN, i32::MAX), all, corner(i32::MAX, i32::MAX), corner(i32::MIN, i32::MIN)];
        let layers = [Layers::default(); 4];
        let ways: [Box<dyn Broad>; 3] =
            [Box::<Quadtree>::default(), Box::<RTree>::default(), Box::<Sweep>::default()];
        for mut way in ways {
            let mut pairs = Vec::new();
            way.pairs(BoxList::new(&bounds, &layers), &mut pairs);
            assert_eq!(pairs, [[0, 1], [1, 2], [1, 3]], "{}", way.name());
        }
    }
}
