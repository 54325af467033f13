//! How one body is moved, or placed anew.

use crate::error::{Error, Result};
use crate::form::Form;
use crate::lattice::{Bounds, Point, Vec2};
use crate::shape::Placement;
use crate::world::handle::Handle;
use crate::world::kind::Kind;
use crate::world::look::Forms;
use crate::world::rows::{NOWHERE, Rows, bounds_of};

impl Rows {
    /// Moves a body to a place that snaps to `point`; its form stays. Refused where a vertex would lie beyond the
    /// world's edge, and then nothing has changed.
    #[inline]
    pub(super) fn move_to(&mut self, row: usize, at: Vec2, point: Point) -> Result<()> {
        // A sprite alone may stand wherever its place may.
        let Forms::One(Form::Sprite(sprite)) = &mut self.forms[row] else {
            return self.move_any(row, at, point);
        };
        sprite.move_to(point);
        self.bounds[row] = sprite.bounds();
        self.moved(row, at);
        Ok(())
    }

    /// Whether [`move_to`](Rows::move_to) will not be refused, wherever else the body is moved before that.
    #[inline(always)]
    pub(super) fn surely_moves(&self, row: usize, point: Point) -> bool {
        self.kinds[row].is_sprite() || self.surely_moves_otherwise(row, point)
    }

    fn surely_moves_otherwise(&self, row: usize, point: Point) -> bool {
        if let Forms::One(Form::Sprite(_)) = &self.forms[row] {
            return true;
        }
        let Ok(old) = Point::snapped(self.at[row]) else { return false };
        let by = [i64::from(point.x) - i64::from(old.x), i64::from(point.y) - i64::from(old.y)];
        self.can_move(row, by)
    }

    /// Moves a body of which [`surely_moves`](Rows::surely_moves) said that it can be.
    pub(super) fn move_surely(&mut self, body: Handle, at: Vec2, point: Point) {
        let moved = self.row(body).and_then(|row| self.move_to(row, at, point));
        debug_assert!(moved.is_ok(), "{moved:?}");
    }

    fn move_any(&mut self, row: usize, at: Vec2, point: Point) -> Result<()> {
        let old = Point::snapped(self.at[row])?;
        let by = [i64::from(point.x) - i64::from(old.x), i64::from(point.y) - i64::from(old.y)];
        if !self.can_move(row, by) {
            return self.place(row, Placement { at, ..self.placement(row) }, self.frames[row] as usize);
        }
        let by = Point::new(by[0] as i32, by[1] as i32);
        match &mut self.forms[row] {
            Forms::One(form) => self.bounds[row] = moved(form, by, point, self.bounds[row]),
            Forms::Many(forms) => {
                let boxes = forms.iter_mut().filter_map(|form| {
                    let old = form.bounds()?;
                    Some(moved(form, by, point, old))
                });
                self.bounds[row] = boxes.reduce(Bounds::union).unwrap_or(NOWHERE);
            }
        }
        self.moved(row, at);
        Ok(())
    }

    #[inline]
    fn moved(&mut self, row: usize, at: Vec2) {
        self.at[row] = at;
        self.changed(row);
    }

    /// Whether a body's box surely stays in the world, so that its vertices do, and it has no cells to place anew.
    fn can_move(&self, row: usize, by: [i64; 2]) -> bool {
        let Bounds { min, max } = self.bounds[row];
        let fits = |x: i32, by: i64| (i64::from(x) + by).abs() <= i64::from(crate::lattice::EDGE);
        let is_map = matches!(self.forms[row].all()[0], Form::Tiles(_));
        let stays = fits(min.x, by[0]) && fits(max.x, by[0]) && fits(min.y, by[1]) && fits(max.y, by[1]);
        stays && !is_map || by == [0, 0]
    }

    /// Places a body anew: another angle, scale, look. Where it is refused nothing has changed.
    pub(super) fn place(&mut self, row: usize, placement: Placement, frame: usize) -> Result<()> {
        let looks = &self.looks[row];
        let look = looks.get(frame).ok_or(Error::NoSuchFrame { frame, count: looks.len() })?;
        let forms = look.place(&placement)?;
        let layers = self.layers(row);
        let wide = look.layers_of_all(layers);
        self.bounds[row] = bounds_of(&forms);
        let kind = Kind::of(&forms);
        self.is_sorted_out &= self.kinds[row] == kind;
        self.kinds[row] = kind;
        self.forms[row] = forms;
        self.at[row] = placement.at;
        self.angles[row] = placement.angle;
        self.frames[row] = frame as u32;
        self.forms_version += 1;
        if self.scale(row) != placement.scale {
            self.rare_mut(row).scale = placement.scale;
        }
        self.widen(row, layers, wide);
        self.changed(row);
        Ok(())
    }
}

/// Moves one form; its box after that.
fn moved(form: &mut Form, by: Point, to: Point, old: Bounds) -> Bounds {
    match form {
        Form::Shape(parts) => {
            parts.iter_mut().for_each(|part| part.translate(by));
            old.translated(by)
        }
        Form::Sprite(sprite) => {
            sprite.move_to(to);
            sprite.reach().bounds().unwrap_or(NOWHERE)
        }
        Form::Tiles(_) => old,
    }
}
