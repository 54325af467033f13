//! Changes how bodies are placed: another angle, scale, frame or look. A refused change changes nothing.

use std::sync::Arc;

use crate::cpu::forms::{Extent, Forms};
use crate::error::{At, Cause, Error, Result};
use crate::form::Form;
use crate::lattice::{EDGE, Point, UNITS, Vec2};
use crate::mask::{Sprite, Turn, flip_of};
use crate::shape::{Placement, Transform};
use crate::simd::{Kernel, Lanes, Simd, sin_cos_chunk};
use crate::world::table::look::Look;
use crate::world::table::rows::{RowChange, Rows};

/// The result of a change that is known to be possible.
#[derive(Debug)]
struct Planned {
    point: Point,
    extent: Extent,
    form: NewForm,
}

#[derive(Debug)]
enum NewForm {
    /// The same mask with another turn.
    Turned(Turn, [bool; 2]),
    Other(Forms),
}

impl Rows {
    /// Moves a body to a position that snaps to `point`; its form stays. Returns an error if a vertex would lie
    /// beyond the world's edge.
    #[inline]
    pub(in crate::world) fn move_to(&mut self, row: usize, at: Vec2, point: Point) -> Result<()> {
        let extent = self.form_table.extent(self.forms[row]);
        if !extent.fits_at(point) {
            return Err(self.refusal(row, at));
        }
        self.move_row_to(row, at, point);
        Ok(())
    }

    /// Returns the reason why a body cannot be at a position. Placing it there again gives an error that names the
    /// vertex.
    #[cold]
    fn refusal(&self, row: usize, at: Vec2) -> Error {
        let most = f64::from(EDGE / UNITS);
        let beyond =
            Cause::OutOfRange { what: "a placed coordinate", value: at.x, least: -most, most }.error();
        self.look(row).form(&Placement { at, ..self.placement(row) }).err().unwrap_or(beyond)
    }

    /// Gives a body a new placement and frame.
    pub(in crate::world) fn place(&mut self, row: usize, placement: Placement, frame: usize) -> Result<()> {
        let change = RowChange { row, frame, placement };
        let planned = self.plan(&change, libm::cos(placement.angle), libm::sin(placement.angle))?;
        self.make(&change, planned);
        Ok(())
    }

    /// Does the same with other looks.
    pub(in crate::world) fn place_as(
        &mut self,
        row: usize,
        looks: &Arc<[Look]>,
        placement: Placement,
        frame: usize,
    ) -> Result<()> {
        if Arc::ptr_eq(looks, self.look_table.get(self.looks[row])) {
            return self.place(row, placement, frame);
        }
        let look =
            looks.get(frame).ok_or_else(|| Cause::NoSuchFrame { frame, count: looks.len() }.error())?;
        let (forms, extent) = look.form(&placement)?;
        let point = Point::snapped(placement.at).at("at")?;
        let (layers, look) = (self.layers(row), self.look_table.hold(looks));
        self.write_form(row, NewForm::Other(forms), extent);
        self.look_table.release(std::mem::replace(&mut self.looks[row], look));
        self.set_frame(row, frame);
        self.write_placement(row, &placement, point, extent);
        self.set_layers(row, layers);
        Ok(())
    }

    /// Changes `count` bodies, each as `change` says for its index: all of them or none. An error names the first
    /// body that cannot be changed, and `what` was to change.
    pub(in crate::world) fn change_all(
        &mut self,
        (count, what): (usize, Option<&'static str>),
        change: &dyn Fn(&Rows, usize) -> Result<RowChange>,
    ) -> Result<()> {
        for is_trial in [true, false] {
            Simd::best().run(ChangeAll { rows: self, count, what, change, is_trial })?;
        }
        Ok(())
    }

    /// Plans a change, given the cosine and sine of the angle.
    #[inline(always)]
    fn plan(&self, change: &RowChange, cos: f64, sin: f64) -> Result<Planned> {
        let &RowChange { row, frame, ref placement } = change;
        let looks = self.look_table.get(self.looks[row]);
        let look =
            looks.get(frame).ok_or_else(|| Cause::NoSuchFrame { frame, count: looks.len() }.error())?;
        let point = placement.checked()?;
        let transform = Transform { at: point, cos, sin, scale: placement.scale };
        let Some(mask) = look.only_mask() else {
            let (forms, extent) = look.form_in(placement, &transform)?;
            return Ok(Planned { point, extent, form: NewForm::Other(forms) });
        };
        let (turn, flip) = (Turn::new(mask, &transform, look.pivot)?, flip_of(placement.scale));
        let extent = Extent::of_sprite(turn, flip, mask);
        let form = if frame == self.frame(row) {
            NewForm::Turned(turn, flip)
        } else {
            NewForm::Other(Forms::One(Form::Sprite(Sprite::turned(mask, turn, flip))))
        };
        Ok(Planned { point, extent, form })
    }

    #[inline(always)]
    fn make(&mut self, change: &RowChange, planned: Planned) {
        let &RowChange { row, frame, ref placement } = change;
        let Planned { point, extent, form } = planned;
        self.write_form(row, form, extent);
        let is_other_frame = self.frame(row) != frame;
        self.set_frame(row, frame);
        self.write_placement(row, placement, point, extent);
        if is_other_frame {
            self.set_layers(row, self.layers(row));
        }
    }

    /// Writes a row's form. This must come before the row's other fields change, because the old form is found by
    /// them.
    #[inline(always)]
    fn write_form(&mut self, row: usize, form: NewForm, extent: Extent) {
        let (old, alike) = (self.forms[row], self.alike(row));
        self.forms[row] = match form {
            NewForm::Turned(turn, flip) => self.form_table.turn(old, &alike, turn, flip, extent),
            NewForm::Other(forms) => self.form_table.rewrite(old, &alike, forms, extent),
        };
        self.find_discs(row);
        self.forms_version += 1;
    }

    #[inline(always)]
    fn write_placement(&mut self, row: usize, placement: &Placement, point: Point, extent: Extent) {
        self.is_sorted_out &= self.kinds[row] == extent.kind;
        self.kinds[row] = extent.kind;
        self.phases.set(row, extent.phases());
        self.bounds[row] = extent.bounds_at(point);
        self.at[row] = placement.at;
        if self.points[row] != point {
            self.begin_paths();
            self.points[row] = point;
        }
        self.set_angle(row, placement.angle);
        self.set_scale(row, placement.scale);
        self.changes.note(row);
        self.changed(row);
    }
}

/// Many changes, to be tested or made.
struct ChangeAll<'a> {
    rows: &'a mut Rows,
    count: usize,
    what: Option<&'static str>,
    change: &'a dyn Fn(&Rows, usize) -> Result<RowChange>,
    is_trial: bool,
}

/// The number of angles whose sines and cosines are computed together.
const CHUNK: usize = 64;

impl Kernel for ChangeAll<'_> {
    type Out = Result<()>;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Result<()> {
        let ChangeAll { rows, count, what, change, is_trial } = self;
        let mut changes = [RowChange::default(); CHUNK];
        let (mut angles, mut sin, mut cos) = ([0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK]);
        for start in (0..count).step_by(CHUNK) {
            let mut refused = None;
            let (mut chunk, end) = (0, CHUNK.min(count - start));
            while chunk < end && refused.is_none() {
                match change(rows, start + chunk) {
                    Ok(next) => {
                        (changes[chunk], angles[chunk]) = (next, next.placement.angle);
                        chunk += 1;
                    }
                    Err(error) => refused = Some(error),
                }
            }
            sin_cos_chunk(&angles, &mut sin, &mut cos);
            for (k, change) in changes[..chunk].iter().enumerate() {
                let planned = rows.plan(change, cos[k], sin[k]);
                let planned = planned.map_err(|e| numbered(e, what, start + k))?;
                if !is_trial {
                    rows.make(change, planned);
                }
            }
            if let Some(error) = refused {
                return Err(numbered(error, None, start + chunk));
            }
        }
        Ok(())
    }
}

#[cold]
fn numbered(error: Error, what: Option<&'static str>, k: usize) -> Error {
    what.into_iter().fold(error, Error::at).at(format!("[{k}]"))
}
