//! The free places of a question, as bits.

use crate::lattice::Vec2;

/// Which poses are free: one bit for each, in order of angle, row and column. Each row begins with a new word; bit k of a
/// word is its k-th column.
///
/// ```
/// use kasuri::query::{self, Form, PlaceGrid, Placed};
/// use kasuri::{Placement, Shape, Touching};
/// let placed = |shape: Shape, at: [f64; 2]| -> kasuri::Result<Placed> {
///     Ok(Placed::new(shape.place(&Placement::at(at))?, at))
/// };
/// let post = [placed(Shape::rect([1.0, 1.0])?, [4.0, 1.0])?];
/// let coin = [placed(Shape::circle(0.5)?, [0.0, 0.0])?];
/// let places = PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [8, 3]);
/// let map = query::fits(&coin, &places, &post, Touching::Counts)?.map();
/// let rows: Vec<String> = (0..3).map(|y| (0..8).map(|x| if map.is_free(0, x, y) { '.' } else { '#' }).collect()).collect();
/// assert_eq!(rows, ["...###..", "...###..", "...###.."]);
/// assert_eq!((map.count(), map.row(0, 1)), (15, &[0b1100_0111][..]));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeMap {
    angles: usize,
    size: [u32; 2],
    words: Vec<u64>,
}

impl FreeMap {
    /// Makes the map of poses that are blocked nowhere.
    pub(super) fn all_free(angles: usize, size: [u32; 2]) -> FreeMap {
        let mut map = FreeMap { angles, size, words: Vec::new() };
        map.words = vec![u64::MAX; map.stride() * size[1] as usize * angles];
        let rest = size[0] % 64;
        if rest > 0 {
            let stride = map.stride();
            map.words.iter_mut().skip(stride - 1).step_by(stride).for_each(|word| *word = (1 << rest) - 1);
        }
        map
    }

    /// Makes the map of the poses that pass a test: angle, column, row.
    #[cfg(feature = "scene")]
    pub(crate) fn of(angles: usize, size: [u32; 2], is_free: impl Fn(usize, u32, u32) -> bool) -> FreeMap {
        let mut map = FreeMap::all_free(angles, size);
        let [w, h] = size;
        let stride = map.stride();
        for (k, row) in map.words.chunks_exact_mut(stride).enumerate() {
            let (angle, y) = (k / h as usize, (k % h as usize) as u32);
            for x in (0..w).filter(|&x| !is_free(angle, x, y)) {
                row[x as usize / 64] &= !(1 << (x % 64));
            }
        }
        map
    }

    /// Returns how many angles there are.
    pub fn angles(&self) -> usize {
        self.angles
    }

    /// Returns how many columns and rows there are.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the number of words in a row.
    pub fn stride(&self) -> usize {
        self.size[0].div_ceil(64) as usize
    }

    /// Returns all words: angle by angle, row by row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Returns the words of a row; none where there is no such row.
    pub fn row(&self, angle: usize, y: u32) -> &[u64] {
        if angle >= self.angles || y >= self.size[1] {
            return &[];
        }
        let start = (angle * self.size[1] as usize + y as usize) * self.stride();
        &self.words[start..start + self.stride()]
    }

    /// Whether a pose is free. Poses outside of the grid are not.
    pub fn is_free(&self, angle: usize, x: u32, y: u32) -> bool {
        self.row(angle, y).get(x as usize / 64).is_some_and(|word| word >> (x % 64) & 1 == 1)
    }

    /// Returns how many poses are free.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// A free pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreePose {
    /// The number of its angle.
    pub angle: usize,
    /// Its column.
    pub x: u32,
    /// Its row.
    pub y: u32,
    /// Its position, before snapping.
    pub at: Vec2,
}
