//! One side of the pairs of a batch. It also places a single body, which the faster paths must agree with.

use std::sync::Arc;

use crate::error::{At, Cause, Result};
use crate::form::Form;
use crate::lattice::{finite, not_negative, snap_within_world};
use crate::mask::{Mask, Sprite};
use crate::shape::{Placement, Shape};

/// The number of pairs at a time: a word of answers.
pub(super) const CHUNK: usize = 64;

/// Numbers as the caller has them.
#[derive(Debug, Clone, Copy)]
pub enum Column<'a> {
    F32(&'a [f32]),
    F64(&'a [f64]),
}

impl<'a> Column<'a> {
    pub(super) fn len(self) -> usize {
        match self {
            Column::F32(all) => all.len(),
            Column::F64(all) => all.len(),
        }
    }

    pub(super) fn get(self, k: usize) -> f64 {
        match self {
            Column::F32(all) => all[k].into(),
            Column::F64(all) => all[k],
        }
    }

    /// Returns the numbers from `from` on, in place or copied to `room`; past the last, 0.
    #[inline(always)]
    pub(super) fn chunk<'b>(self, from: usize, room: &'b mut [f64; CHUNK]) -> &'b [f64; CHUNK]
    where
        'a: 'b,
    {
        match self {
            Column::F64(all) => {
                let rest = &all[from..];
                if let Some(whole) = rest.first_chunk() {
                    return whole;
                }
                *room = [0.0; CHUNK];
                room[..rest.len()].copy_from_slice(rest);
            }
            Column::F32(all) => {
                let rest = &all[from..];
                if let Some(whole) = rest.first_chunk::<CHUNK>() {
                    for k in 0..CHUNK {
                        room[k] = whole[k].into();
                    }
                } else {
                    *room = [0.0; CHUNK];
                    for (room, &x) in room.iter_mut().zip(rest) {
                        *room = x.into();
                    }
                }
            }
        }
        room
    }
}

/// Bodies of one kind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Side<'a> {
    /// Columns: x, y, half the sides, angle.
    Boxes([Column<'a>; 5]),
    /// Columns: x, y, radius.
    Circles([Column<'a>; 3]),
    /// Columns: x, y, angle.
    Shapes { shapes: &'a [Shape], index: &'a [u32], columns: [Column<'a>; 3] },
    /// Columns: x, y, angle.
    Sprites { masks: &'a [Arc<Mask>], index: &'a [u32], columns: [Column<'a>; 3] },
}

impl<'a> Side<'a> {
    /// Returns the columns (the positions' x first), their names, and the name and length of the index slice.
    fn columns(&self) -> (&[Column<'a>], &'static [&'static str], Option<(&'static str, usize)>) {
        const PLACED: &[&str] = &["x", "y", "angle"];
        match self {
            Side::Boxes(columns) => (columns, &["x", "y", "hx", "hy", "angle"], None),
            Side::Circles(columns) => (columns, &["x", "y", "r"], None),
            Side::Shapes { index, columns, .. } => (columns, PLACED, Some(("shape", index.len()))),
            Side::Sprites { index, columns, .. } => (columns, PLACED, Some(("mask", index.len()))),
        }
    }

    /// Returns the number of bodies. Errors where the slices differ in length.
    pub(super) fn len(&self) -> Result<usize> {
        let (columns, names, index) = self.columns();
        let bodies = columns[0].len();
        let lengths = names.iter().zip(columns).map(|(&name, column)| (name, column.len())).chain(index);
        for (name, values) in lengths {
            if values != bodies {
                return Err(Cause::Lengths { bodies, values }.at(name));
            }
        }
        Ok(bodies)
    }

    /// Returns a single body. An error names the invalid number, or the body.
    pub(super) fn form(&self, k: usize) -> Result<Form> {
        let (columns, names, _) = self.columns();
        let get = |column: usize| columns[column].get(k);
        let at = |column: usize| format!("{}[{k}]", names[column]);
        for column in [0, 1] {
            snap_within_world(get(column)).at(at(column))?;
        }
        let placed = |angle: usize| -> Result<Placement> {
            finite(get(angle)).at(at(angle))?;
            Ok(Placement::at([get(0), get(1)]).turned(get(angle)))
        };
        let size = |column: usize, what| not_negative(get(column), what).at(at(column));
        let entry = |what: &'static str, index: &[u32], count: usize| {
            let index = index[k] as usize;
            let none = || Cause::NoSuchEntry { what, index, count }.at(format!("{what}[{k}]"));
            if index < count { Ok(index) } else { Err(none()) }
        };
        let whole = format!("[{k}]");
        match self {
            Side::Boxes(_) => {
                let half = [size(2, "half a side")?, size(3, "half a side")?];
                Ok(Form::Shape(Shape::rect(half)?.place(&placed(4)?).at(whole)?))
            }
            Side::Circles(_) => {
                let (r, at) = (size(2, "a radius")?, Placement::at([get(0), get(1)]));
                Ok(Form::Shape(Shape::circle(r)?.place(&at).at(whole)?))
            }
            Side::Shapes { shapes, index, .. } => {
                let shape = &shapes[entry("shape", index, shapes.len())?];
                Ok(Form::Shape(shape.place(&placed(2)?).at(whole)?))
            }
            Side::Sprites { masks, index, .. } => {
                let mask = &masks[entry("mask", index, masks.len())?];
                Ok(Form::Sprite(Sprite::place(mask, &placed(2)?, None).at(whole)?))
            }
        }
    }
}
