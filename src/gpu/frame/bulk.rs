//! Moves many consecutive bodies at once, and renumbers all.

use crate::gpu::frame::member_set::BITS;
use crate::gpu::frame::members::CrowdMembers;
use crate::gpu::layout::Traits;
use crate::lattice::Point;
use crate::threads::Threads;

/// The number of bodies whose moves are worth a thread.
const ENOUGH: usize = 1 << 15;

impl CrowdMembers {
    /// Moves the bodies from `first` on to points within the world.
    pub(super) fn move_run(&mut self, first: u32, points: &[Point], threads: &Threads) {
        let (first, end) = (first as usize, first as usize + points.len());
        let moves_on_device = self.moves_on_device;
        let at = &mut self.at[first..end];
        let (words, count) = self.moved.words(first, end);
        let parts = threads.parts(points.len(), ENOUGH);
        if parts == 1 {
            *count += MoveRun { at, points, words, skipped: first % BITS, moves_on_device }.note();
            return;
        }
        // Each part has words of its own: all but the first begin with a word.
        let each = words.len().div_ceil(parts);
        let (mut work, mut rest) = (Vec::with_capacity(parts), (at, points, first % BITS));
        for words in words.chunks_mut(each) {
            let (at, points, skipped) = rest;
            let here = points.len().min(words.len() * BITS - skipped);
            let ((at, more), (points, behind)) = (at.split_at_mut(here), points.split_at(here));
            work.push((MoveRun { at, points, words, skipped, moves_on_device }, 0));
            rest = (more, behind, 0);
        }
        threads.each(&mut work, |_, (run, count)| *count = run.note());
        *count += work.iter().map(|&(_, count)| count).sum::<usize>();
    }

    /// Gives body `order[k]` the number `k`. All other bodies must be removed ones; they are forgotten.
    pub(super) fn renumber(&mut self, order: &[u32]) {
        let traits: Vec<Traits> = order.iter().map(|&body| self.traits[body as usize]).collect();
        let at = order.iter().map(|&body| self.at[body as usize]).collect();
        (self.traits, self.at) = (traits, at);
        self.moved.clear();
        self.changed.clear();
    }
}

/// Consecutive bodies, where they go, and their words of the set of moved bodies.
struct MoveRun<'a> {
    at: &'a mut [[i32; 2]],
    points: &'a [Point],
    words: &'a mut [u64],
    /// How many bits of the first word are of bodies before.
    skipped: usize,
    moves_on_device: bool,
}

impl MoveRun<'_> {
    /// Writes the positions and notes who moved. Returns how many were not noted before.
    fn note(&mut self) -> usize {
        let MoveRun { at, points, words, skipped, moves_on_device } = self;
        let (mut at, mut points, mut skipped, mut count) = (&mut at[..], *points, *skipped, 0);
        for word in words.iter_mut() {
            let here = points.len().min(BITS - skipped);
            let (chunk, rest) = at.split_at_mut(here);
            let (to, behind) = points.split_at(here);
            let mut bits = 0;
            for (k, (at, to)) in chunk.iter_mut().zip(to).enumerate() {
                let to = [to.x, to.y];
                bits |= u64::from((*at != to) | *moves_on_device) << k;
                *at = to;
            }
            let bits = bits << skipped;
            count += (bits & !*word).count_ones() as usize;
            *word |= bits;
            (at, points, skipped) = (rest, behind, 0);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Result;

    #[test]
    fn a_run_is_its_bodies_one_by_one() -> Result<()> {
        let count = 3 * ENOUGH as u32 + 77;
        for threads in [Threads::ONE, Threads::new(3)] {
            for (first, end, every) in
                [(0, count, 1), (5, 70, 2), (63, 64, 1), (100, count - 1, 3), (64, 128, 5)]
            {
                let mut sets = Vec::new();
                for is_run in [false, true] {
                    let mut members = CrowdMembers::new();
                    (0..count).try_for_each(|_| members.push(|_, _| Ok(())).map(drop))?;
                    members.at.fill([0, 0]);
                    members.move_to(66, Point::new(9, 9))?;
                    let x = |body: u32| i32::from(body.is_multiple_of(every)) * (body as i32 + 1);
                    let points: Vec<Point> = (first..end).map(|body| Point::new(x(body), 0)).collect();
                    if is_run {
                        members.move_run(first, &points, &threads);
                    } else {
                        (first..).zip(&points).try_for_each(|(body, &at)| members.move_to(body, at))?;
                    }
                    let moved: Vec<u32> = members.moved.iter().collect();
                    assert_eq!(moved.len(), members.moved.len());
                    sets.push((moved, members.at));
                }
                assert!(sets[0] == sets[1], "{first}..{end}");
            }
        }
        Ok(())
    }
}
