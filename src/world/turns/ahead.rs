//! Turns that threads compute ahead. Each takes a range of the bodies, reads the table, and keeps what is to be written; then the
//! calling thread writes it, range by range. Writing all takes a third of the time: forms lie in shared chunks of a table, so only
//! one thread writes them.
//!
//! Only bodies are computed ahead that have a form of their own, keep their scale, and are sprites or rings: the others are turned
//! one by one afterwards, as on one thread. What is computed ahead must not depend on what is written, so no body may be in the
//! list twice: rows must be in order.

use crate::simd::{Kernel, Lanes, Simd, sin_cos_chunk};
use crate::threads::{Threads, stretch};
use crate::world::handle::Handle;
use crate::world::rows::Rows;
use crate::world::turns::rings::RingTurn;
use crate::world::turns::sprites::SpriteTurns;
use crate::world::turns::{CHUNK, NewTurn, Together};

/// The number of bodies that is worth a thread.
pub(super) const ENOUGH: usize = 1 << 11;

/// The most bodies that are computed before they are written: what is kept of them takes two to three megabytes.
pub(super) const WAVE: usize = 1 << 14;

/// Room for the turns of each range. The memory is reused.
#[derive(Default)]
pub(in crate::world) struct TurnRoom(Vec<TurnedRange>);

/// The bodies of a range, and what they are after their turns.
#[derive(Default)]
struct TurnedRange {
    sprites: Vec<SpriteTurns>,
    rings: Vec<RingTurn>,
    others: Vec<OtherTurn>,
    /// Whether the rows are in order, without repetition; the first one, and the one after the last.
    is_in_order: bool,
    first_row: u32,
    rows_end: u32,
}

/// A body that is turned one by one.
#[derive(Clone, Copy)]
struct OtherTurn {
    /// Its index in the list of bodies.
    index: usize,
    row: u32,
    angle: f64,
    sin_cos: [f64; 2],
}

impl TurnRoom {
    /// Turns bodies that passed the tests, if threads may share them. Returns whether it does; if not, nothing changes.
    pub(super) fn turn_shared<F: Fn(&Rows, usize, usize) -> NewTurn + Sync>(
        &mut self,
        rows: &mut Rows,
        threads: &Threads,
        bodies: &[Handle],
        turn: &F,
    ) -> bool {
        let mut done = 0;
        while done < bodies.len() {
            let wave = &bodies[done..bodies.len().min(done + WAVE)];
            let parts = threads.parts(wave.len(), ENOUGH);
            if parts < 2 && done == 0 {
                return false;
            }
            if self.0.len() < parts {
                self.0.resize_with(parts, TurnedRange::default);
            }
            let ranges = &mut self.0[..parts];
            threads.each(ranges, |k, range| {
                let part = stretch(wave.len(), k, parts);
                let (rows, first, bodies) = (&*rows, done + part.start, &wave[part]);
                Simd::best().run(ComputeTurns { rows, first, bodies, turn, range });
            });
            let are_in_order = ranges.iter().all(|range| range.is_in_order)
                && ranges.is_sorted_by(|p, q| p.rows_end <= q.first_row);
            if !are_in_order && done == 0 {
                return false;
            }
            if are_in_order {
                ranges.iter().for_each(|range| Simd::best().run(WriteTurns { rows, turn, range }));
            } else {
                let turn = |rows: &Rows, k: usize, row: usize| turn(rows, done + k, row);
                Simd::best().run(super::TurnAll { rows, bodies: wave, turn });
            }
            done += wave.len();
        }
        true
    }
}

/// Computes the turns of a range of bodies.
struct ComputeTurns<'a, F> {
    rows: &'a Rows,
    /// The index of the first body.
    first: usize,
    bodies: &'a [Handle],
    turn: &'a F,
    range: &'a mut TurnedRange,
}

impl<F: Fn(&Rows, usize, usize) -> NewTurn> Kernel for ComputeTurns<'_, F> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let ComputeTurns { rows, first, bodies, turn, range } = self;
        range.clear();
        let mut together = Together::new();
        let (mut found, mut angles) = ([0; CHUNK], [0.0; CHUNK]);
        let (mut sin, mut cos) = ([0.0; CHUNK], [0.0; CHUNK]);
        for (start, bodies) in (first..).step_by(CHUNK).zip(bodies.chunks(CHUNK)) {
            let found = &mut found[..bodies.len()];
            let all_live = rows.find_rows(bodies, found);
            debug_assert!(all_live, "all were tested");
            range.note_rows(found);
            for (k, &row) in found.iter().enumerate() {
                angles[k] = turn(rows, start + k, row as usize).angle;
            }
            sin_cos_chunk(&angles, &mut sin, &mut cos);
            together.clear();
            for (k, &row) in found.iter().enumerate() {
                let (index, sin_cos, scale) =
                    (start + k, [sin[k], cos[k]], turn(rows, start + k, row as usize).scale);
                let keeps_scale = scale.is_none_or(|scale| rows.scale(row as usize) == scale);
                if !together.add_ahead(rows, row as usize, (angles[k], keeps_scale), sin_cos) {
                    range.others.push(OtherTurn { index, row, angle: angles[k], sin_cos });
                }
            }
            let Together { sprites, rings } = &mut together;
            if !sprites.is_empty() {
                range.sprites.push(sprites.turned(rows).clone());
            }
            rings.turn();
            range.rings.extend((0..rings.count()).map(|k| rings.turned(k)));
        }
    }
}

impl TurnedRange {
    fn clear(&mut self) {
        self.sprites.clear();
        self.rings.clear();
        self.others.clear();
        (self.is_in_order, self.first_row, self.rows_end) = (true, u32::MAX, 0);
    }

    /// Notes the rows of the next bodies.
    #[inline(always)]
    fn note_rows(&mut self, rows: &[u32]) {
        let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { return };
        self.is_in_order &= self.rows_end <= first && rows.is_sorted_by(|p, q| p < q);
        self.first_row = self.first_row.min(first);
        self.rows_end = last + 1;
    }
}

impl Together {
    /// Adds a body if it may be turned ahead, or does nothing if it keeps its angle, too. Returns whether it does.
    #[inline(always)]
    fn add_ahead(
        &mut self,
        rows: &Rows,
        row: usize,
        (angle, keeps_scale): (f64, bool),
        sin_cos: [f64; 2],
    ) -> bool {
        if !keeps_scale {
            return false;
        }
        if rows.angle(row).to_bits() == angle.to_bits() {
            return true;
        }
        if !rows.form_table.is_own(rows.forms[row]) {
            return false;
        }
        if rows.kinds[row].is_sprite() {
            self.sprites.add(rows, row, (angle, false), sin_cos);
            return true;
        }
        self.rings.add(rows, row, (angle, false), sin_cos)
    }
}

/// Writes the turns of a range of bodies.
struct WriteTurns<'a, F> {
    rows: &'a mut Rows,
    turn: &'a F,
    range: &'a TurnedRange,
}

impl<F: Fn(&Rows, usize, usize) -> NewTurn> Kernel for WriteTurns<'_, F> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let WriteTurns { rows, turn, range } = self;
        for turned in &range.sprites {
            turned.write_angles(rows);
            turned.write(rows);
        }
        range.rings.iter().for_each(|turned| turned.write_to(rows));
        let mut together = Together::new();
        for others in range.others.chunks(CHUNK) {
            together.clear();
            for &OtherTurn { index, row, angle, sin_cos } in others {
                let scale = turn(rows, index, row as usize).scale;
                together.add(rows, row as usize, (angle, scale), sin_cos);
            }
            together.turn(rows);
        }
    }
}
