//! Finds what a ring would cross if one of its vertices were dropped.

use crate::mask::simplify::side;
use crate::mask::trace::TexelCorner;

/// A vertex of a ring, and its neighbours on the ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    pub(super) at: TexelCorner,
    pub(super) ring: u32,
    pub(super) before: u32,
    pub(super) after: u32,
    /// Counts the changes of its neighbours.
    pub(super) changes: u32,
    pub(super) is_dropped: bool,
    /// A corner of two rings stays: either of them may be in the other's triangle.
    pub(super) is_shared: bool,
}

/// All vertices that are not dropped, by cells.
pub(super) struct VertexGrid {
    columns: Lines,
    rows: Lines,
    /// For each cell the range of its vertices in `vertices`. A range shrinks as vertices are dropped.
    cells: Vec<[u32; 2]>,
    vertices: Vec<u32>,
}

/// The columns or the rows of a grid. They are narrow where there are many vertices, so that a dense corner of a large
/// mask is not one cell.
struct Lines {
    /// The line of each coordinate.
    of: Vec<u32>,
    /// Where each line starts, and where the last one ends.
    starts: Vec<i32>,
}

/// The least width of a line, in texels.
const LEAST_WIDTH: i32 = 4;

impl Lines {
    /// Returns at most `most` lines, with about equally many vertices in each.
    fn new(vertices: &[Vertex], axis: usize, most: usize) -> Lines {
        let end = vertices.iter().map(|vertex| vertex.at[axis]).max().unwrap_or(0);
        let mut counts = vec![0; end as usize + 1];
        vertices.iter().for_each(|vertex| counts[vertex.at[axis] as usize] += 1);
        let full = vertices.len().div_ceil(most);
        let (mut of, mut starts, mut held) = (Vec::with_capacity(counts.len()), vec![0], 0);
        for (x, count) in (0..).zip(counts) {
            if held >= full && x - starts[starts.len() - 1] >= LEAST_WIDTH {
                starts.push(x);
                held = 0;
            }
            of.push(starts.len() as u32 - 1);
            held += count;
        }
        starts.push(end + 1);
        Lines { of, starts }
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the line of a coordinate, or the last line.
    fn of(&self, x: i32) -> usize {
        self.of.get(x as usize).map_or(self.len() - 1, |&line| line as usize)
    }
}

impl VertexGrid {
    /// Sorts vertices into cells, about as many as there are vertices.
    pub(super) fn new(vertices: &[Vertex]) -> VertexGrid {
        let count = vertices.len().max(1);
        let fit = |axis: usize| {
            let end = vertices.iter().map(|vertex| vertex.at[axis]).max().unwrap_or(0);
            (end / LEAST_WIDTH) as usize + 1
        };
        // A mask that is long and narrow has few lines along its length, and more across.
        let side = count.isqrt().max(1);
        let rows = fit(1).min(side.max(count / fit(0).min(side)));
        let columns = fit(0).min((count / rows).max(1));
        let [columns, rows] = [(0, columns), (1, rows)].map(|(axis, most)| Lines::new(vertices, axis, most));
        let cells = vec![[0; 2]; columns.len() * rows.len()];
        let mut grid = VertexGrid { columns, rows, cells, vertices: Vec::new() };
        grid.fill(vertices);
        grid
    }

    fn fill(&mut self, vertices: &[Vertex]) {
        for vertex in vertices {
            let cell = self.cell_of(vertex.at);
            self.cells[cell][1] += 1;
        }
        let mut start = 0;
        for cell in &mut self.cells {
            let count = cell[1];
            *cell = [start, start];
            start += count;
        }
        self.vertices = vec![0; vertices.len()];
        for (k, vertex) in vertices.iter().enumerate() {
            let cell = self.cell_of(vertex.at);
            self.vertices[self.cells[cell][1] as usize] = k as u32;
            self.cells[cell][1] += 1;
        }
    }

    fn cell_of(&self, at: TexelCorner) -> usize {
        self.rows.of(at[1]) * self.columns.len() + self.columns.of(at[0])
    }

    fn in_cell(&self, cell: usize) -> &[u32] {
        let [start, end] = self.cells[cell];
        &self.vertices[start as usize..end as usize]
    }

    pub(super) fn remove(&mut self, vertices: &[Vertex], k: u32) {
        let cell = self.cell_of(vertices[k as usize].at);
        let [start, end] = &mut self.cells[cell];
        let of_cell = &mut self.vertices[*start as usize..*end as usize];
        if let Some(place) = of_cell.iter().position(|&other| other == k) {
            of_cell.swap(place, of_cell.len() - 1);
            *end -= 1;
        }
    }

    /// Whether another ring has a vertex at the same corner.
    pub(super) fn is_shared(&self, vertices: &[Vertex], k: usize) -> bool {
        let at = vertices[k].at;
        self.in_cell(self.cell_of(at)).iter().any(|&j| j as usize != k && vertices[j as usize].at == at)
    }

    /// Returns a vertex in the triangle of three vertices, other than one that counts as dropped. It must be dropped
    /// before the middle one of the three may be.
    pub(super) fn blocker(&self, vertices: &[Vertex], three: [u32; 3], dropped: u32) -> Option<u32> {
        let corners = three.map(|k| vertices[k as usize].at);
        if side(corners[0], corners[1], corners[2]) == 0 {
            return None;
        }
        let blocks = |other: u32| {
            other != dropped
                && !three.contains(&other)
                && blocks(corners, vertices, &vertices[other as usize])
        };
        let [top, bottom] = ends(corners.map(|at| at[1])).map(|y| self.rows.of(y));
        (top..=bottom).find_map(|row| {
            let [first, last] = reach(corners, self.rows.starts[row], self.rows.starts[row + 1]);
            let [first, last] = [first, last].map(|x| self.columns.of(x));
            let start = row * self.columns.len();
            // The cells of a row are next to each other in memory, without the vertices that were dropped.
            (first..=last).find_map(|x| self.in_cell(start + x).iter().copied().find(|&other| blocks(other)))
        })
    }
}

/// Whether a vertex of another place keeps a triangle's middle corner from being dropped.
fn blocks([a, b, c]: [TexelCorner; 3], vertices: &[Vertex], other: &Vertex) -> bool {
    let p = other.at;
    if p == a {
        // Another ring may have the edge that would be new.
        return [other.before, other.after].iter().any(|&k| vertices[k as usize].at == c);
    }
    let sides = [side(a, b, p), side(b, c, p), side(c, a, p)];
    p != c && (sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0))
}

/// Returns the least and the greatest x of a triangle between two heights, rounded outwards.
fn reach(corners: [TexelCorner; 3], y0: i32, y1: i32) -> [i32; 2] {
    let [mut least, mut most] = [i32::MAX, 0];
    for k in 0..3 {
        let [a, b] = [corners[k], corners[(k + 1) % 3]];
        let (a, b) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        if b[1] < y0 || a[1] > y1 {
            continue;
        }
        let (along, height) = (i64::from(b[0] - a[0]), i64::from((b[1] - a[1]).max(1)));
        for y in [a[1].max(y0), b[1].min(y1)] {
            let x = a[0] + (along * i64::from(y - a[1])).div_euclid(height) as i32;
            (least, most) = (least.min(x), most.max(x + 1));
        }
        if a[1] == b[1] {
            (least, most) = (least.min(a[0]).min(b[0]), most.max(a[0]).max(b[0]));
        }
    }
    [least, most]
}

fn ends(values: [i32; 3]) -> [i32; 2] {
    let [a, b, c] = values;
    [a.min(b).min(c), a.max(b).max(c)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(corners: impl Iterator<Item = TexelCorner>) -> VertexGrid {
        let vertex =
            |at| Vertex { at, ring: 0, before: 0, after: 0, changes: 0, is_dropped: false, is_shared: false };
        VertexGrid::new(&corners.map(vertex).collect::<Vec<_>>())
    }

    #[test]
    fn a_dense_corner_of_a_large_mask_has_many_cells() {
        let noise = || (0..256 * 256).map(|k| [2 * (k % 256), 2 * (k / 256)]);
        for far in [[16_384, 16_384], [16_384, 3], [3, 16_384], [500, 500]] {
            let grid = grid(noise().chain([far]));
            let most = grid.cells.iter().map(|[start, end]| end - start).max();
            assert!(most <= Some(16) && grid.cells.len() <= 70_000, "{most:?} of {}", grid.cells.len());
        }
    }

    #[test]
    fn long_and_narrow_masks_have_as_many_cells() {
        let along = |axis: usize| {
            (0..8_000).map(move |k| {
                if axis == 0 { [2 * (k % 4_000), k / 4_000] } else { [k / 4_000, 2 * (k % 4_000)] }
            })
        };
        for axis in [0, 1] {
            let cells = grid(along(axis)).cells.len();
            assert!((1_500..=8_000).contains(&cells), "{cells}");
        }
    }
}
