//! Sets of positions of a grid, as rows of bits.

use crate::query::fits::FreeMap;

/// A set of positions of a grid, one bit for each, row by row. Each row begins with a new word; bit k of a word is its k-th
/// column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceMap {
    size: [u32; 2],
    words: Vec<u64>,
}

impl PlaceMap {
    pub(super) fn empty(size: [u32; 2]) -> PlaceMap {
        PlaceMap { size, words: vec![0; size[0].div_ceil(64) as usize * size[1] as usize] }
    }

    pub(super) fn full(size: [u32; 2]) -> PlaceMap {
        let mut map = PlaceMap::empty(size);
        map.words.fill(u64::MAX);
        map.clear_tails();
        map
    }

    /// Returns how many columns and rows there are.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the number of words in a row.
    pub fn stride(&self) -> usize {
        self.size[0].div_ceil(64) as usize
    }

    /// Returns all words, row by row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Returns the words of a row; none where there is no such row.
    pub fn row(&self, y: u32) -> &[u64] {
        let start = y as usize * self.stride();
        if y < self.size[1] { &self.words[start..start + self.stride()] } else { &[] }
    }

    /// Whether a position is in the set. Positions outside of the grid are not.
    pub fn has(&self, x: u32, y: u32) -> bool {
        self.row(y).get(x as usize / 64).is_some_and(|word| word >> (x % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, x: u32, y: u32) {
        let stride = self.stride();
        self.words[y as usize * stride + x as usize / 64] |= 1 << (x % 64);
    }

    /// Returns how many positions are in the set.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether no position is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the first position in order of row and column.
    pub fn first(&self) -> Option<[u32; 2]> {
        let k = self.words.iter().position(|&word| word != 0)?;
        let stride = self.stride();
        Some([64 * (k % stride) as u32 + self.words[k].trailing_zeros(), (k / stride) as u32])
    }

    pub(super) fn intersect(&mut self, other: &PlaceMap) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// Returns the columns, in whole words, and the rows in which there is anything: `None` where the set is empty.
    pub(super) fn window(&self) -> Option<PlaceWindow> {
        let stride = self.stride();
        let mut columns = vec![0; stride];
        let (mut top, mut bottom) = (u32::MAX, 0);
        for (y, row) in self.words.chunks_exact(stride).enumerate() {
            let mut any = 0;
            for (column, word) in columns.iter_mut().zip(row) {
                *column |= word;
                any |= word;
            }
            if any != 0 {
                (top, bottom) = (top.min(y as u32), y as u32 + 1);
            }
        }
        let left = columns.iter().position(|&word| word != 0)?;
        let right = columns.iter().rposition(|&word| word != 0)? + 1;
        Some(PlaceWindow { words: [left, right], rows: [top, bottom] })
    }

    /// Adds the positions of another set, each moved by whole columns and rows. What leaves the grid is left out.
    pub(super) fn add_moved(&mut self, other: &PlaceMap, [dx, dy]: [i32; 2]) {
        let [w, h] = self.size.map(i64::from);
        if i64::from(dx).abs() >= w || i64::from(dy).abs() >= h {
            return;
        }
        let stride = self.stride();
        let tail = self.tail();
        let (from, to) = ((-dy).max(0) as usize, dy.max(0) as usize);
        let rows = h as usize - dy.unsigned_abs() as usize;
        let sources = other.words[from * stride..].chunks_exact(stride);
        let targets = self.words[to * stride..].chunks_exact_mut(stride);
        let (whole, bits) = (dx.unsigned_abs() as usize / 64, dx.unsigned_abs() % 64);
        for (target, source) in targets.zip(sources).take(rows) {
            // (A word shifted by 64 is 0.)
            if dx >= 0 {
                let mut below = 0;
                for (word, &next) in target[whole..].iter_mut().zip(source) {
                    *word |= next << bits | (below >> 1) >> (63 - bits);
                    below = next;
                }
                target[stride - 1] &= tail;
            } else {
                let mut words = source[whole..].iter().copied().peekable();
                for word in &mut target[..stride - whole] {
                    let next = words.next().unwrap_or(0);
                    let above = words.peek().copied().unwrap_or(0);
                    *word |= next >> bits | (above << 1) << (63 - bits);
                }
            }
        }
    }

    /// Returns the positions from which every position at most `room - 1` columns and rows away is in the set or outside
    /// of the grid; all positions where `room` is 0.
    pub(super) fn with_room(&self, room: u32) -> PlaceMap {
        if room == 0 {
            return PlaceMap::full(self.size);
        }
        let mut blocked = self.complement();
        for axis in [[1, 0], [0, 1]] {
            let sides = [-1, 1].map(|side| blocked.drawn_out(axis.map(|x: i32| side * x), room - 1));
            sides.iter().for_each(|side| blocked.add_moved(side, [0, 0]));
        }
        blocked.complement()
    }

    /// Returns the set drawn out by up to `by` positions in one direction.
    fn drawn_out(&self, direction: [i32; 2], by: u32) -> PlaceMap {
        let mut drawn = self.clone();
        let mut so_far = 0;
        while so_far < by {
            let step = (so_far + 1).min(by - so_far);
            let before = drawn.clone();
            drawn.add_moved(&before, direction.map(|x| x * step as i32));
            so_far += step;
        }
        drawn
    }

    pub(super) fn complement(&self) -> PlaceMap {
        let mut other = PlaceMap { size: self.size, words: self.words.iter().map(|word| !word).collect() };
        other.clear_tails();
        other
    }

    /// Copies a map of a window of this grid: those bits are replaced.
    pub(super) fn put(&mut self, window: PlaceWindow, part: &FreeMap, mut write: impl FnMut(&mut u64, u64)) {
        let stride = self.stride();
        for y in window.rows[0]..window.rows[1] {
            let row = &mut self.words[y as usize * stride..][window.words[0]..window.words[1]];
            let part = part.row(0, y - window.rows[0]);
            row.iter_mut().zip(part).for_each(|(word, &part)| write(word, part));
        }
    }

    fn tail(&self) -> u64 {
        u64::MAX >> (63 - (self.size[0] - 1) % 64)
    }

    fn clear_tails(&mut self) {
        let (stride, tail) = (self.stride(), self.tail());
        self.words.iter_mut().skip(stride - 1).step_by(stride).for_each(|word| *word &= tail);
    }
}

/// A part of a grid: columns from one word to another, and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlaceWindow {
    pub(super) words: [usize; 2],
    pub(super) rows: [u32; 2],
}

impl PlaceWindow {
    pub(super) fn whole([w, h]: [u32; 2]) -> PlaceWindow {
        PlaceWindow { words: [0, w.div_ceil(64) as usize], rows: [0, h] }
    }

    /// Returns the first column, and the column after the last one, of a grid of some columns.
    pub(super) fn columns(self, width: u32) -> [u32; 2] {
        [64 * self.words[0] as u32, (64 * self.words[1] as u32).min(width)]
    }

    /// Returns the common part; `None` where there is none.
    pub(super) fn common(self, other: PlaceWindow) -> Option<PlaceWindow> {
        let words = [self.words[0].max(other.words[0]), self.words[1].min(other.words[1])];
        let rows = [self.rows[0].max(other.rows[0]), self.rows[1].min(other.rows[1])];
        (words[0] < words[1] && rows[0] < rows[1]).then_some(PlaceWindow { words, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;

    fn random_map(random: &mut Random, size: [u32; 2]) -> PlaceMap {
        let mut map = PlaceMap::empty(size);
        for _ in 0..size[0] * size[1] / 2 {
            map.insert(random.below(size[0] as i32) as u32, random.below(size[1] as i32) as u32);
        }
        map
    }

    /// Moved sets and room are those of plain loops over positions.
    #[test]
    fn moves_and_room_are_those_of_plain_loops() {
        let mut random = Random::new(3);
        for size in [[1, 1], [63, 5], [64, 9], [65, 3], [130, 20], [200, 7]] {
            let map = random_map(&mut random, size);
            let [w, h] = size.map(|side| side as i32);
            let has = |x: i32, y: i32| x >= 0 && y >= 0 && map.has(x as u32, y as u32);
            for [dx, dy] in
                [[0, 0], [1, 0], [-1, 0], [3, -2], [-5, 4], [64, 0], [-64, 1], [70, 0], [-129, -2], [500, 0]]
            {
                let mut moved = PlaceMap::empty(size);
                moved.add_moved(&map, [dx, dy]);
                for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
                    assert_eq!(
                        moved.has(x as u32, y as u32),
                        has(x - dx, y - dy),
                        "{size:?} {dx} {dy}: {x} {y}"
                    );
                }
                assert_eq!(moved.count(), moved.words.iter().map(|w| u64::from(w.count_ones())).sum::<u64>());
                let mut cut = moved.clone();
                cut.clear_tails();
                assert_eq!(cut, moved);
            }
            for room in 0..5 {
                let roomy = map.with_room(room);
                let by = room as i32 - 1;
                for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
                    let around = (-by..=by).flat_map(|i| (-by..=by).map(move |j| (x + i, y + j)));
                    let is_in = |&(x, y): &(i32, i32)| (0..w).contains(&x) && (0..h).contains(&y);
                    let expected = around.filter(is_in).all(|(x, y)| has(x, y));
                    assert_eq!(roomy.has(x as u32, y as u32), expected, "{size:?} {room}: {x} {y}");
                }
            }
        }
    }

    /// A window has everything, and nothing else in its first and last words and rows.
    #[test]
    fn windows_are_tight() {
        let mut map = PlaceMap::empty([300, 40]);
        assert_eq!((map.window(), map.first()), (None, None));
        map.insert(70, 9);
        map.insert(199, 30);
        let window = map.window().unwrap();
        assert_eq!(window, PlaceWindow { words: [1, 4], rows: [9, 31] });
        assert_eq!((window.columns(300), map.first()), ([64, 256], Some([70, 9])));
        assert_eq!(PlaceWindow::whole([300, 40]).columns(300), [0, 300]);
    }
}
