//! A body reduced to few convex pieces, in f64 lattice units around an origin of its own. Together the pieces cover
//! exactly the body's parts.

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::Sprite;
use crate::query::blob::{Blob, squares};
use crate::query::exact::Step;
use crate::query::inside::thin_parts;
use crate::query::piece::{keeping, pixels};
use crate::query::push_out::Vector;
use crate::query::push_out::box_tree::BoxTree;
use crate::query::push_out::seams::cover_seams;
use crate::query::push_out::squares::SquareRuns;
use crate::shape::{CellForm, Convex, Parts, Tiles};

/// A convex piece: `count` vertices from `start` on, in hull order (for an edge (dx, dy), (-dy, dx) points outwards),
/// from the vertex with the least (x, y) on, none collinear with its neighbours.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReducedPiece {
    pub(super) start: u32,
    pub(super) count: u32,
    /// Which of them has the greatest (x, y).
    pub(super) top: u32,
    pub(super) radius: f64,
    /// The corners of the box around it, radius included.
    pub(super) min: Vector,
    pub(super) max: Vector,
}

impl ReducedPiece {
    /// Whether it has no interior.
    pub(super) fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.count < 3
    }
}

/// A body as few pieces, with a tree over their boxes.
#[derive(Debug, Default)]
pub(super) struct ReducedBody {
    pub(super) origin: Point,
    pub(super) pieces: Vec<ReducedPiece>,
    /// The vertices of all pieces, and for each vertex the unit normal of the edge that starts there.
    vertices: Vec<Vector>,
    normals: Vec<Vector>,
    pub(super) tree: BoxTree,
    pub(super) has_thin: bool,
}

/// What the reduction of a body must know about the other one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opposite {
    /// Whether some of its parts have no interior. Then seams are covered (SPEC 3).
    pub(super) is_thin: bool,
    /// The least width and the least height of its connected pieces: holes that are less wide or less high have no room
    /// for it. `None` where holes are not filled.
    pub(super) size: Option<[i32; 2]>,
}

impl Opposite {
    /// Returns what the reduction of `body` must know about `form`. A shape has no holes to fill.
    pub(super) fn of(form: &Form, body: &Form) -> Opposite {
        let size = if let Form::Shape(_) = body { None } else { least_size(form) };
        Opposite { is_thin: thin_parts(form).next().is_some(), size }
    }
}

impl ReducedBody {
    /// Becomes a form as far as it reaches into a window of pixels. `None` where nothing is left, or where the work is used
    /// up.
    pub(super) fn become_form(&mut self, form: &Form, window: PixelBox, opposite: Opposite) -> Option<()> {
        self.pieces.clear();
        self.vertices.clear();
        self.normals.clear();
        self.has_thin = false;
        match form {
            Form::Shape(parts) => self.add_parts(parts, window.bounds()?),
            Form::Sprite(sprite) => {
                let near = sprite.reach().intersection(window);
                self.origin = squares(near)[0];
                self.add_squares(sprite, near, opposite)?;
            }
            Form::Tiles(tiles) => self.add_cells(tiles, window, opposite)?,
        }
        // The squares of a sprite know their seams.
        if opposite.is_thin && self.pieces.len() > 1 && !matches!(form, Form::Sprite(_)) {
            cover_seams(self);
        }
        self.tree.rebuild(&self.pieces);
        (!self.pieces.is_empty() && spend(4 * self.pieces.len() as u64)).then_some(())
    }

    pub(super) fn ring(&self, piece: &ReducedPiece) -> &[Vector] {
        &self.vertices[piece.start as usize..][..piece.count as usize]
    }

    pub(super) fn ring_normals(&self, piece: &ReducedPiece) -> &[Vector] {
        &self.normals[piece.start as usize..][..piece.count as usize]
    }

    /// Adds a piece.
    pub(super) fn push(&mut self, ring: impl IntoIterator<Item = Vector>, radius: f64) {
        let start = self.vertices.len();
        self.vertices.extend(ring);
        let ring = &self.vertices[start..];
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut top = 0;
        for (k, &v) in ring.iter().enumerate() {
            for axis in [0, 1] {
                min[axis] = min[axis].min(v[axis] - radius);
                max[axis] = max[axis].max(v[axis] + radius);
            }
            if (v[0], v[1]) > (ring[top][0], ring[top][1]) {
                top = k;
            }
            let next = ring[if k + 1 == ring.len() { 0 } else { k + 1 }];
            let (x, y) = (v[1] - next[1], next[0] - v[0]);
            let length = (x * x + y * y).sqrt();
            self.normals.push(if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] });
        }
        let (start, count) = (start as u32, ring.len() as u32);
        let piece = ReducedPiece { start, count, top: top as u32, radius, min, max };
        self.has_thin |= piece.is_thin();
        self.pieces.push(piece);
    }

    /// Adds an upright box.
    fn push_upright(&mut self, [min, _, max, _]: [Point; 4]) {
        let [min, max] = [min, max].map(|p| self.local(p));
        let start = self.vertices.len() as u32;
        self.vertices.extend([min, [min[0], max[1]], max, [max[0], min[1]]]);
        self.normals.extend([[-1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, -1.0]]);
        self.pieces.push(ReducedPiece { start, count: 4, top: 2, radius: 0.0, min, max });
    }

    fn local(&self, p: Point) -> Vector {
        Step::between(self.origin, p).to_f64()
    }

    fn add_convex(&mut self, vertices: &[Point], radius: i32) {
        let origin = self.origin;
        self.push(vertices.iter().map(|&v| Step::between(origin, v).to_f64()), radius.into());
    }

    /// Adds the pieces of a shape that reach into a box.
    fn add_parts(&mut self, parts: &Parts, near: Bounds) {
        self.origin = parts.first().map_or(Point::default(), |part| part.vertices()[0]);
        let pieces = parts.pieces().iter().filter(|piece| piece.bounds().meets(near));
        pieces.for_each(|piece| self.add_convex(piece.vertices(), piece.radius()));
    }

    /// Adds the covered squares of a sprite in a box of pixels, as rectangles.
    fn add_squares(&mut self, sprite: &Sprite, near: PixelBox, opposite: Opposite) -> Option<()> {
        if near.is_empty() || !spend(pixels(near) / 8) {
            return None;
        }
        let cover = sprite.cover_within(near);
        let mut runs = SquareRuns::of(cover.words(), cover.stride(), near.x1 - near.x0);
        if let Some(size) = opposite.size {
            runs.fill_small_holes(size);
        }
        runs.rectangles(opposite.is_thin, |b| {
            let [x0, x1] = [b.x0, b.x1].map(|x| x + near.x0);
            let [y0, y1] = [b.y0, b.y1].map(|y| y + near.y0);
            self.push_upright(squares(PixelBox { x0, y0, x1, y1 }));
        })
    }

    /// Adds the cells of a tile map that may reach into a window. Solid cells are joined to rectangles.
    fn add_cells(&mut self, tiles: &Tiles, window: PixelBox, opposite: Opposite) -> Option<()> {
        let near = window.bounds()?;
        let (corner, size) = (tiles.at(), tiles.cell_size());
        self.origin = corner;
        let mut solid: Vec<[u32; 2]> = Vec::new();
        for cell in tiles.cells_near(near) {
            if !spend(keeping(self.pieces.len().max(solid.len()))) {
                return None;
            }
            match cell.form {
                CellForm::Convex(part) if is_solid(part.into(), size) => solid.push([cell.column, cell.row]),
                CellForm::Convex(part) => {
                    part.with_moved(cell.corner, |moved| self.add_convex(moved, part.radius()));
                }
                CellForm::Sprite(sprite) => {
                    let sprite = sprite.moved_to(cell.corner);
                    let near = sprite.reach().intersection(window);
                    let before = self.pieces.len();
                    if !near.is_empty() {
                        self.add_squares(&sprite, near, opposite)?;
                    }
                    let added = (self.pieces.len() - before) as u64;
                    if !spend(added * keeping(self.pieces.len())) {
                        return None;
                    }
                }
            }
        }
        let Some(first_row) = solid.first().map(|cell| cell[1]) else { return Some(()) };
        let first_column = solid.iter().map(|cell| cell[0]).min()?;
        let last_column = solid.iter().map(|cell| cell[0]).max()?;
        let (width, height) = (last_column - first_column + 1, solid.last()?[1] - first_row + 1);
        let stride = width.div_ceil(64) as usize;
        if !spend(stride as u64 * u64::from(height)) {
            return None;
        }
        let mut words = vec![0_u64; stride * height as usize];
        for [column, row] in solid {
            let x = column - first_column;
            words[(row - first_row) as usize * stride + x as usize / 64] |= 1 << (x % 64);
        }
        let first = Point::new(corner.x + first_column as i32 * size.x, corner.y + first_row as i32 * size.y);
        SquareRuns::of(&words, stride, width as i32).rectangles(opposite.is_thin, |b| {
            let at = |x: i32, y: i32| Point::new(first.x + x * size.x, first.y + y * size.y);
            self.push_upright([at(b.x0, b.y0), at(b.x0, b.y1), at(b.x1, b.y1), at(b.x1, b.y0)]);
        })
    }
}

/// A shape of at most this number of pieces is reduced whole.
const FEW: usize = 32;

/// Whether a form is reduced whole at once: a shape of few pieces, or one that has most of them near the other body.
pub(super) fn is_reduced_whole(form: &Form, near: Bounds) -> bool {
    let Form::Shape(parts) = form else { return false };
    let pieces = parts.pieces();
    pieces.len() <= FEW || {
        let far = pieces.iter().filter(|piece| !piece.bounds().meets(near)).count();
        !spend(pieces.len() as u64) || 2 * far < pieces.len()
    }
}

/// Whether a cell's part is a box as large as the cell.
fn is_solid(part: Blob, size: Point) -> bool {
    let corners = [Point::default(), Point::new(0, size.y), size, Point::new(size.x, 0)];
    part.radius == 0 && *part.vertices == corners
}

/// Returns the least width and the least height of what is connected in a shape. Pieces with a common vertex are
/// connected; that is enough for polygons and chains.
fn least_size<'a>(form: &'a Form) -> Option<[i32; 2]> {
    let Form::Shape(parts) = form else { return None };
    let pieces = parts.pieces();
    if let [piece] = pieces {
        return Some(size_of(piece.bounds()));
    }
    let mut into: Vec<usize> = (0..pieces.len()).collect();
    let root = |into: &mut Vec<usize>, mut k: usize| {
        while into[k] != k {
            into[k] = into[into[k]];
            k = into[k];
        }
        k
    };
    let corners = |(k, piece): (usize, &'a Convex)| piece.vertices().iter().map(move |&v| (v, k));
    let mut ends: Vec<(Point, usize)> = pieces.iter().enumerate().flat_map(corners).collect();
    ends.sort_unstable();
    for two in ends.windows(2).filter(|two| two[0].0 == two[1].0) {
        let (p, q) = (root(&mut into, two[0].1), root(&mut into, two[1].1));
        into[p] = q;
    }
    let mut boxes = vec![None; pieces.len()];
    for (k, piece) in pieces.iter().enumerate() {
        let around = &mut boxes[root(&mut into, k)];
        *around = Some(around.map_or(piece.bounds(), |b| piece.bounds().union(b)));
    }
    boxes.into_iter().flatten().map(size_of).reduce(|p, q| [p[0].min(q[0]), p[1].min(q[1])])
}

fn size_of(b: Bounds) -> [i32; 2] {
    [b.max.x - b.min.x, b.max.y - b.min.y]
}
