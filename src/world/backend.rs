//! Who decides a step's candidates. A backend is given integers and gives back which regions overlap and which pairs
//! graze; rules and events are the host's, the same whoever decided (SPEC 4, 6).

use crate::error::Result;
use crate::form::{Form, Layers, Touching};
use crate::query;
use crate::world::look::Forms;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// What is decided: candidates in order, and which touches count between which layers.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) rows: &'a Rows,
    pub(crate) candidates: &'a [[u32; 2]],
    pub(crate) touching: &'a Touches,
}

/// The raw answer: both lists in order, whatever order they were found in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) overlaps: Vec<Key>,
    pub(crate) grazes: Vec<Key>,
}

/// An executor of a world's steps. Its answer is complete or an error, never a part.
pub(crate) trait Decide: Send {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// Replaces `found` with the answer.
    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()>;
}

/// Which touches count between which layers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    pub(super) usual: Touching,
    /// The last that fits a pair holds.
    pub(super) between: Vec<(u32, u32, Touching)>,
}

impl Touches {
    pub(crate) fn of(&self, a: Layers, b: Layers) -> Touching {
        let fits = |&&(x, y, _): &&(u32, u32, Touching)| {
            a.layer & x != 0 && b.layer & y != 0 || a.layer & y != 0 && b.layer & x != 0
        };
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }
}

/// One thread, `query`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cpu;

impl Decide for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()> {
        found.overlaps.clear();
        found.grazes.clear();
        let Asked { rows, touching, .. } = asked;
        for &[a, b] in asked.candidates {
            // Two bodies without regions, which nothing grazes: their layers were looked at before.
            if let [Forms::One(form_a), Forms::One(form_b)] = [a, b].map(|row| &rows.forms[row as usize])
                && rows.margins[a as usize].max(rows.margins[b as usize]) < 0
                && touching.between.is_empty()
            {
                if query::overlaps(form_a, form_b, touching.usual) {
                    found.overlaps.push(Key { a, b, regions: [0, 0] });
                }
            } else {
                decide_pair(&asked, a, b, found);
            }
        }
        Ok(())
    }
}

/// Which regions of two bodies overlap; where none do, whether they graze.
fn decide_pair(asked: &Asked<'_>, a: u32, b: u32, found: &mut Found) {
    let Asked { rows, touching, .. } = asked;
    let [forms_a, forms_b] = [a, b].map(|row| rows.forms[row as usize].all());
    let margin = rows.margins[a as usize].max(rows.margins[b as usize]);
    let (before, mut near) = (found.overlaps.len(), None);
    for (i, form_a) in forms_a.iter().enumerate() {
        let layers_a = rows.layers_of(a as usize, i);
        for (j, form_b) in forms_b.iter().enumerate() {
            let layers_b = rows.layers_of(b as usize, j);
            if !layers_a.pair_with(layers_b) {
                continue;
            }
            let (touching, key) =
                (touching.of(layers_a, layers_b), Key { a, b, regions: [i as u8, j as u8] });
            if query::overlaps(form_a, form_b, touching) {
                found.overlaps.push(key);
            } else if near.is_none() && grazes(form_a, form_b, margin, touching) {
                near = Some(key);
            }
        }
    }
    if found.overlaps.len() == before {
        found.grazes.extend(near);
    }
}

fn grazes(a: &Form, b: &Form, margin: i32, touching: Touching) -> bool {
    margin >= 0 && query::grazes(a, b, margin, touching)
}
