//! Finds what a ring would cross if one of its vertices were dropped.

use crate::mask::simplify::side;
use crate::mask::trace::Corner;

/// A vertex of a ring, and its neighbours on the ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    pub(super) at: Corner,
    pub(super) ring: u32,
    pub(super) before: u32,
    pub(super) after: u32,
    /// Counts the changes of its neighbours.
    pub(super) changes: u32,
    pub(super) is_dropped: bool,
    /// A corner of two rings stays: either of them may be in the other's triangle.
    pub(super) is_shared: bool,
}

/// All vertices that are not dropped, by square cells.
pub(super) struct Grid {
    /// The cells' side as a power of two.
    shift: u32,
    columns: usize,
    /// For each cell the range of its vertices in `vertices`. A range shrinks as vertices are dropped.
    cells: Vec<[u32; 2]>,
    vertices: Vec<u32>,
}

impl Grid {
    /// Sorts vertices into cells, not more than there are vertices, nor of less than 4 texels.
    pub(super) fn new(vertices: &[Vertex]) -> Grid {
        let most = |k: usize| vertices.iter().map(|vertex| vertex.at[k]).max().unwrap_or(0);
        let size = [0, 1].map(most);
        let mut shift = 2;
        let count = |shift: u32| size.map(|x| (x >> shift) as usize + 1);
        while count(shift)[0] * count(shift)[1] > vertices.len().max(1) {
            shift += 1;
        }
        let [columns, rows] = count(shift);
        let mut grid = Grid { shift, columns, cells: vec![[0; 2]; columns * rows], vertices: Vec::new() };
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

    fn cell_of(&self, at: Corner) -> usize {
        let [x, y] = at.map(|x| (x >> self.shift) as usize);
        y * self.columns + x
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
        let [top, bottom] = ends(corners.map(|at| at[1])).map(|y| y >> self.shift);
        (top..=bottom).find_map(|row| {
            let [y0, y1] = [row, row + 1].map(|row| row << self.shift);
            let [first, last] = reach(corners, y0, y1).map(|x| (x >> self.shift) as usize);
            let start = row as usize * self.columns;
            let last = last.min(self.columns - 1);
            // The cells of a row are next to each other in memory, without the vertices that were dropped.
            (first..=last).find_map(|x| self.in_cell(start + x).iter().copied().find(|&other| blocks(other)))
        })
    }
}

/// Whether a vertex of another place keeps a triangle's middle corner from being dropped.
fn blocks([a, b, c]: [Corner; 3], vertices: &[Vertex], other: &Vertex) -> bool {
    let p = other.at;
    if p == a {
        // Another ring may have the edge that would be new.
        return [other.before, other.after].iter().any(|&k| vertices[k as usize].at == c);
    }
    let sides = [side(a, b, p), side(b, c, p), side(c, a, p)];
    p != c && (sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0))
}

/// Returns the least and the greatest x of a triangle between two heights, rounded outwards.
fn reach(corners: [Corner; 3], y0: i32, y1: i32) -> [i32; 2] {
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
