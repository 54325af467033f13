//! Cuts a batch into parts whose results and covers fit at once.

use crate::error::{Cause, Result};
use crate::gpu::forms::{FormKind, FormTables};

/// Cuts a batch into parts of at most `most` pairs, whose sprites need at most `words` words of covers. If the covers of all bodies
/// fit, no pair is looked at.
pub(super) fn parts<'a>(
    forms: &FormTables,
    pairs: &'a [[u32; 2]],
    most: usize,
    words: u64,
) -> Result<Vec<&'a [[u32; 2]]>> {
    if forms.all_covers <= words {
        return Ok(pairs.chunks(most).collect());
    }
    let (mut parts, mut rest) = (Vec::new(), pairs);
    // The number of the last part that each body is in, counted from 1.
    let mut last = vec![0; forms.bodies.len()];
    while !rest.is_empty() {
        let number = parts.len() + 1;
        let mut needed = 0;
        let mut fits = |pair: &&[u32; 2]| {
            for &body in *pair {
                if let FormKind::Sprite(form) = forms.kind(body)
                    && std::mem::replace(&mut last[body as usize], number) < number
                {
                    needed += forms.cover_words(form);
                }
            }
            needed <= words
        };
        let count = rest.iter().take(most).take_while(&mut fits).count();
        if count == 0 {
            let (what, needed, most) = ("a buffer for covers", 4 * needed, 4 * words);
            return Err(Cause::GpuTooSmall { what, needed, most }.error());
        }
        let (part, others) = rest.split_at(count);
        parts.push(part);
        rest = others;
    }
    Ok(parts)
}
