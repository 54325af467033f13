//! Writes the forms of bodies that have forms of their own. Several threads write at once: each has chunks of the table of its own,
//! and notes for itself what the table then takes over.

use crate::cpu::forms::{Extent, FormFacts, FormTable, Forms, Writes, part_of};
use crate::cpu::table::{CHUNK, Table, TablePart};
use crate::error::Result;
use crate::form::Form;
use crate::mask::{Sprite, Turn};
use crate::shape::Convex;

/// Some chunks of the forms of a table, to write to.
pub(crate) struct FormWriter<'a> {
    forms: TablePart<'a, Forms>,
    extents: TablePart<'a, Extent>,
    /// The number of the first form.
    first: usize,
    stamps: &'a mut [u64],
}

/// What a writer notes while it writes.
#[derive(Debug, Default)]
pub(crate) struct WriterNotes {
    facts: FormFacts,
    writes: Writes,
}

impl WriterNotes {
    pub(super) fn of(writes: Writes) -> WriterNotes {
        WriterNotes { facts: FormFacts::default(), writes }
    }

    pub(super) fn into_writes(self) -> Writes {
        self.writes
    }
}

impl FormTable {
    /// Returns a writer of all forms. [`take_over`](FormTable::take_over) must follow, with the notes that it has made.
    #[inline(always)]
    pub(crate) fn writer(&mut self) -> FormWriter<'_> {
        FormWriter {
            forms: self.forms.part(),
            extents: self.extents.part(),
            first: 0,
            stamps: &mut self.stamps,
        }
    }

    /// Takes over what a writer has noted.
    pub(crate) fn take_over(&mut self, notes: &WriterNotes) {
        self.facts.join(&notes.facts);
    }

    /// Returns the chunk that a form is in. Forms of one chunk have one writer.
    #[inline(always)]
    pub(crate) fn chunk_of(id: u32) -> usize {
        id as usize / CHUNK
    }
}

impl<'a> FormWriter<'a> {
    /// Cuts before a chunk.
    pub(crate) fn split_at(self, chunk: usize) -> (FormWriter<'a>, FormWriter<'a>) {
        let (forms, other_forms) = self.forms.split_at(chunk);
        let (extents, other_extents) = self.extents.split_at(chunk);
        let count = (chunk * CHUNK - self.first).min(self.stamps.len());
        let (stamps, other_stamps) = self.stamps.split_at_mut(count);
        let part = FormWriter { forms, extents, first: self.first, stamps };
        let other = FormWriter {
            forms: other_forms,
            extents: other_extents,
            first: chunk * CHUNK,
            stamps: other_stamps,
        };
        (part, other)
    }

    #[inline(always)]
    pub(crate) fn forms(&self, id: u32) -> &Forms {
        self.forms.get(id)
    }

    /// Returns the part of a shape of one part, to move its vertices; [`set_extent`](FormWriter::set_extent) must follow.
    #[inline(always)]
    pub(crate) fn part_mut(&mut self, id: u32) -> Option<&mut Convex> {
        part_of(self.forms.get_mut(id))
    }

    /// Stores the extent of a form that was changed.
    #[inline(always)]
    pub(crate) fn set_extent(&mut self, id: u32, extent: Extent, notes: &mut WriterNotes) {
        notes.facts.see_extent(&extent);
        self.stamp(id, notes.writes.next());
        *self.extents.get_mut(id) = extent;
    }

    /// Changes a form.
    pub(crate) fn rewrite_with(
        &mut self,
        id: u32,
        notes: &mut WriterNotes,
        change: impl FnOnce(&mut Forms) -> Result<Extent>,
    ) -> Result<Extent> {
        // Also if the change fails, because the form may already be partly written.
        self.stamp(id, notes.writes.next());
        let forms = self.forms.get_mut(id);
        let extent = change(forms)?;
        notes.facts.see(forms);
        self.set_extent(id, extent, notes);
        Ok(extent)
    }

    /// Calls a function with the index and the sprite of each form that is one sprite.
    #[inline(always)]
    pub(crate) fn for_each_sprite(&self, ids: &[u32], mut read: impl FnMut(usize, &Sprite)) {
        let (mut chunk, mut forms) = (usize::MAX, &[][..]);
        for (k, &id) in ids.iter().enumerate() {
            let (its_chunk, at) = Table::<Forms>::place(id);
            if its_chunk != chunk {
                (chunk, forms) = (its_chunk, self.forms.chunk(id));
            }
            if let Some(Forms::One(Form::Sprite(sprite))) = forms.get(at) {
                read(k, sprite);
            }
        }
    }

    /// Turns sprites. `turned` returns for the k-th sprite its new turn, its mirroring if its scale changes, and its extent. It goes
    /// chunk by chunk, because getting a writable entry takes longer than the write.
    #[inline(always)]
    pub(crate) fn turn(
        &mut self,
        ids: &[u32],
        widest: i32,
        notes: &mut WriterNotes,
        turned: impl Fn(usize) -> (Turn, Option<[bool; 2]>, Extent),
    ) {
        notes.facts.widest = notes.facts.widest.max(widest);
        let (mut k, stamp) = (0, notes.writes.next());
        while let Some(&first) = ids.get(k) {
            let (chunk, _) = Table::<Forms>::place(first);
            let (forms, extents) = (self.forms.chunk_mut(first), self.extents.chunk_mut(first));
            while let Some(&id) = ids.get(k) {
                let (its_chunk, at) = Table::<Forms>::place(id);
                if its_chunk != chunk {
                    break;
                }
                let (turn, flip, extent) = turned(k);
                if let Forms::One(Form::Sprite(sprite)) = &mut forms[at] {
                    match flip {
                        Some(flip) => sprite.turn_to(turn, flip),
                        None => sprite.turn_to_angle(turn),
                    }
                }
                extents[at] = extent;
                self.stamps[id as usize - self.first] = stamp;
                k += 1;
            }
        }
    }

    #[inline(always)]
    fn stamp(&mut self, id: u32, stamp: u64) {
        self.stamps[id as usize - self.first] = stamp;
    }
}
