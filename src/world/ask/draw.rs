//! Debug drawing: a world passes its parts to any renderer, in the caller's coordinates.

use crate::error::Result;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point, Vec2};
use crate::mask::Cover;
use crate::shape::Convex;
use crate::world::World;
use crate::world::step::events::{Hit, Step};
use crate::world::table::handle::Handle;

/// The things that a renderer can draw of a world.
///
/// Each method draws one thing and does nothing by default, so a renderer implements only the methods it needs.
///
/// ```
/// use kasuri::{world::DebugDraw, Body, Handle, Vec2, World};
/// #[derive(Default)]
/// struct Lines(Vec<[Vec2; 2]>);
/// impl DebugDraw for Lines {
///     fn hull(&mut self, _: Handle, _region: u8, vertices: &[Vec2], _radius: f64) {
///         let next = vertices.iter().cycle().skip(1);
///         self.0.extend(vertices.iter().zip(next).map(|(&a, &b)| [a, b]));
///     }
/// }
/// let mut world = World::new();
/// world.spawn(Body::rect([2.0, 1.0]))?;
/// let mut lines = Lines::default();
/// world.debug_draw(&mut lines);
/// assert_eq!(lines.0.len(), 4);
/// # Ok::<(), kasuri::Error>(())
/// ```
pub trait DebugDraw {
    /// Draws the body's bounding box in the broad phase, by its corners with the least and the greatest coordinates.
    fn bounds(&mut self, body: Handle, least: Vec2, greatest: Vec2) {
        let _ = (body, least, greatest);
    }

    /// Draws a convex part: all points within a radius of the hull of some vertices. Region 0 is the body itself.
    fn hull(&mut self, body: Handle, region: u8, vertices: &[Vec2], radius: f64) {
        let _ = (body, region, vertices, radius);
    }

    /// Draws a run of covered pixels, given in pixels of the lattice, +y down.
    fn pixels(&mut self, body: Handle, region: u8, run: PixelBox) {
        let _ = (body, region, run);
    }

    /// Draws the body's box, grown by the margin within which others graze it.
    fn margin(&mut self, body: Handle, least: Vec2, greatest: Vec2) {
        let _ = (body, least, greatest);
    }

    /// Draws a hit's contact: a point, the normal out of the first body, and the depth.
    fn contact(&mut self, hit: &Hit, point: Vec2, normal: Vec2, depth: f64) {
        let _ = (hit, point, normal, depth);
    }

    /// Draws a run of the pixels that the two sprites of a hit have in common.
    fn common(&mut self, hit: &Hit, run: PixelBox) {
        let _ = (hit, run);
    }

    /// Draws a cell or node of the broad phase, with its level: 0 is the finest.
    fn cell(&mut self, level: u32, least: Vec2, greatest: Vec2) {
        let _ = (level, least, greatest);
    }

    /// Draws the world's bounds.
    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        let _ = (least, greatest);
    }
}

impl World {
    /// Draws the bodies, in the order in which they were spawned, and the world's bounds.
    ///
    /// ```
    /// use kasuri::{world::DebugDraw, Body, Handle, Vec2, World};
    /// #[derive(Default)]
    /// struct Boxes(usize);
    /// impl DebugDraw for Boxes {
    ///     fn bounds(&mut self, _: Handle, _least: Vec2, _greatest: Vec2) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let mut world = World::new();
    /// world.spawn_many(7, |_| Body::point())?;
    /// let mut boxes = Boxes::default();
    /// world.debug_draw(&mut boxes);
    /// assert_eq!(boxes.0, 7);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn debug_draw(&self, draw: &mut impl DebugDraw) {
        if let Some(walls) = self.walls {
            let [least, greatest] = self.corners(walls);
            draw.walls(least, greatest);
        }
        for row in self.rows.living_rows() {
            let (body, bounds) = (self.rows.handles[row], self.rows.bounds[row]);
            let [least, greatest] = self.corners(bounds);
            draw.bounds(body, least, greatest);
            if self.rows.margin(row) >= 0 {
                let [least, greatest] = self.corners(bounds.grown(self.rows.margin(row)));
                draw.margin(body, least, greatest);
            }
            for region in 0..self.rows.forms(row).len() {
                self.draw_form(draw, body, region as u8, &self.rows.form(row, region));
            }
        }
    }

    /// Draws what a step found: the contacts of all hits, and the common pixels of sprites.
    ///
    /// Bodies that have changed since the step are drawn as they are now; hits of removed bodies are left out.
    ///
    /// ```
    /// use kasuri::{world::DebugDraw, Body, Hit, Vec2, World};
    /// #[derive(Default)]
    /// struct Arrows(Vec<[Vec2; 2]>);
    /// impl DebugDraw for Arrows {
    ///     fn contact(&mut self, _: &Hit, point: Vec2, normal: Vec2, depth: f64) {
    ///         self.0.push([point, Vec2::new(point.x + normal.x * depth, point.y + normal.y * depth)]);
    ///     }
    /// }
    /// let mut world = World::new();
    /// world.spawn_many(2, |k| Body::circle(5.0).at([8.0 * k as f64, 0.0]))?;
    /// let step = world.step()?;
    /// let mut arrows = Arrows::default();
    /// world.debug_draw_hits(&step, &mut arrows)?;
    /// assert_eq!(arrows.0, [[Vec2::new(4.0, 0.0), Vec2::new(6.0, 0.0)]]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn debug_draw_hits(&self, step: &Step, draw: &mut impl DebugDraw) -> Result<()> {
        for hit in step.hits().filter(|hit| self.contains(hit.a) && self.contains(hit.b)) {
            if let Some(common) = self.common_pixels(hit)? {
                common.runs().for_each(|run| draw.common(hit, run));
            }
            if let Some(contact) = self.contact(hit)? {
                draw.contact(hit, contact.point, contact.normal, contact.depth);
            }
        }
        Ok(())
    }

    /// Draws how the broad phase divided the world in the last step: the cells of a grid or the nodes of a tree.
    ///
    /// ```
    /// use kasuri::{broad::Tree, world::DebugDraw, Body, Vec2, World};
    /// #[derive(Default)]
    /// struct Nodes(Vec<u32>);
    /// impl DebugDraw for Nodes {
    ///     fn cell(&mut self, level: u32, _least: Vec2, _greatest: Vec2) {
    ///         self.0.push(level);
    ///     }
    /// }
    /// let mut world = World::builder().broad(Tree::default()).build()?;
    /// world.spawn_many(17, |k| Body::circle(1.0).at([5.0 * k as f64, 0.0]))?;
    /// world.step()?;
    /// let mut nodes = Nodes::default();
    /// world.debug_draw_cells(&mut nodes);
    /// assert_eq!(nodes.0, [0, 0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn debug_draw_cells(&self, draw: &mut impl DebugDraw) {
        self.broad.cells(&mut |level, cell| {
            let [least, greatest] = self.corners(cell);
            draw.cell(level, least, greatest);
        });
    }

    /// Converts a point from the caller's units and axes to pixels of the lattice, +y down. Renderers that draw
    /// covered pixels need this.
    ///
    /// ```
    /// use kasuri::{world::Axes, Vec2, World};
    /// let world = World::builder().axes(Axes::YUp).pixels_per_unit(16.0).build()?;
    /// assert_eq!(world.pixels_of([2.0, 1.5]), Vec2::new(32.0, -24.0));
    /// assert_eq!(world.place_of([32.0, -24.0]), Vec2::new(2.0, 1.5));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn pixels_of(&self, place: impl Into<Vec2>) -> Vec2 {
        self.boundary.place_in(place.into())
    }

    /// Converts a point from pixels of the lattice, +y down, to the caller's units and axes.
    ///
    /// See [`pixels_of`](World::pixels_of) for an example.
    pub fn place_of(&self, pixels: impl Into<Vec2>) -> Vec2 {
        self.boundary.place_out(pixels.into())
    }

    fn draw_form(&self, draw: &mut impl DebugDraw, body: Handle, region: u8, form: &Form) {
        match form {
            Form::Shape(parts) => parts.iter().for_each(|part| self.draw_part(draw, body, region, part)),
            Form::Sprite(sprite) => Cover::of(sprite).runs().for_each(|run| draw.pixels(body, region, run)),
            Form::Tiles(tiles) => {
                for cell in tiles.cells() {
                    self.draw_form(draw, body, region, &Form::from(&cell.form));
                }
            }
        }
    }

    fn draw_part(&self, draw: &mut impl DebugDraw, body: Handle, region: u8, part: &Convex) {
        let vertices: Vec<Vec2> = part.vertices().iter().map(|&v| self.out_of_lattice(v)).collect();
        draw.hull(body, region, &vertices, self.boundary.length_out(f64::from(part.radius()) / 256.0));
    }

    fn corners(&self, bounds: Bounds) -> [Vec2; 2] {
        let (a, b) = (self.out_of_lattice(bounds.min), self.out_of_lattice(bounds.max));
        [Vec2::new(a.x.min(b.x), a.y.min(b.y)), Vec2::new(a.x.max(b.x), a.y.max(b.y))]
    }

    fn out_of_lattice(&self, p: Point) -> Vec2 {
        self.boundary.place_out(Vec2::new(f64::from(p.x) / 256.0, f64::from(p.y) / 256.0))
    }
}
