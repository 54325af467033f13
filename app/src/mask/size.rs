//! How much a mask's polygons take, counted before they are made: a picture of a few kilobytes can have millions of edges.

use std::io::{self, Write};

use kasuri::{Error, ErrorKind, Mask, Result};

/// Returns the number of edges of all polygons around the pieces of a mask, at tolerance 0. Each edge ends at a corner.
///
/// A corner is between two rows. Where one row changes from clear to solid, or back, and the other does not, there is one; where
/// both change in opposite directions, two pieces touch, and there are two.
pub(super) fn edges(mask: &Mask) -> u64 {
    let stride = (mask.width() as usize).div_ceil(64);
    let blank = vec![0; stride];
    let rows = || mask.words().chunks(stride);
    let above = [&blank[..]].into_iter().chain(rows());
    let below = rows().chain([&blank[..]]);
    above.zip(below).map(|(a, b)| corners_between(a, b)).sum()
}

fn corners_between(above: &[u64], below: &[u64]) -> u64 {
    let between = |((a, a_changes), (b, b_changes)): ((u64, u64), (u64, u64))| {
        let one = (a_changes ^ b_changes).count_ones();
        let two = (a_changes & b_changes & (a ^ b)).count_ones();
        u64::from(one + 2 * two)
    };
    changes(above).zip(changes(below)).map(between).sum()
}

/// Returns the words of a row and one word more, each with the bits of the texels that differ from the texel before.
fn changes(row: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    let mut last = 0;
    row.iter().copied().chain([0]).map(move |word| {
        let changes = word ^ (word << 1 | last);
        last = word >> 63;
        (word, changes)
    })
}

/// Returns the number of rectangles that [`Mask::rectangles`] makes, which the convex parts begin with.
pub(super) fn parts(mask: &Mask) -> u64 {
    let stride = (mask.width() as usize).div_ceil(64);
    let (mut above, mut here, mut count) = (Vec::new(), Vec::new(), 0);
    for row in mask.words().chunks(stride) {
        here.clear();
        here.extend(runs(row));
        let mut others = above.iter().peekable();
        for run in &here {
            while others.next_if(|&other| other < run).is_some() {}
            count += u64::from(others.peek() != Some(&run));
        }
        std::mem::swap(&mut above, &mut here);
    }
    count
}

/// Returns the first texel of each run of solid texels, and the first one after it.
fn runs(row: &[u64]) -> impl Iterator<Item = [usize; 2]> {
    let ends = changes(row).enumerate().flat_map(|(k, (_, mut changes))| {
        std::iter::from_fn(move || {
            let bit = (changes != 0).then(|| changes.trailing_zeros())?;
            changes &= changes - 1;
            Some(64 * k + bit as usize)
        })
    });
    let mut ends = ends;
    std::iter::from_fn(move || Some([ends.next()?, ends.next()?]))
}

/// Refuses more than `most` of something in all masks.
pub(super) fn refuse_more(
    most: u64,
    masks: &[Mask],
    count: fn(&Mask) -> u64,
    what: &str,
    flag: &str,
) -> Result<()> {
    let mut total = 0;
    for mask in masks {
        total += count(mask);
        if total > most {
            return Err(too_much(format!("more than {most} {what}"), flag));
        }
    }
    Ok(())
}

pub(super) fn too_much(what: String, flag: &str) -> Error {
    Error::new(ErrorKind::Ceiling, format!("{what}; {flag} allows more"))
}

/// A writer that keeps nothing. It fails where there is more than it may count.
pub(super) struct ByteCounter {
    pub(super) left: u64,
}

impl Write for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// Returns masks of every kind: empty, full, checkered, noise; with sides at the ends of words.
    fn masks() -> impl Iterator<Item = Mask> {
        let mut state = 1_u32;
        [(1, 1), (3, 5), (63, 9), (64, 9), (65, 9), (127, 4), (128, 33), (200, 40)].into_iter().flat_map(
            move |(width, height)| {
                [0, 1, 2, 3, 4].map(|kind| {
                    Mask::from_fn(width, height, |x, y| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let noise = state >> 24;
                        [false, true, (x + y) % 2 == 0, noise < 128, noise < 240][kind]
                    })
                    .unwrap()
                })
            },
        )
    }

    #[test]
    fn what_is_counted_is_what_is_made() {
        for mask in masks() {
            let contours = mask.traced(0.0).unwrap();
            let rings = contours.iter().flat_map(super::super::rings);
            assert_eq!(edges(&mask), rings.map(|ring| ring.len() as u64).sum::<u64>(), "{mask:?}");
            assert_eq!(parts(&mask), mask.rectangles().len() as u64, "{mask:?}");
        }
    }
}
