//! The masks' bits, as words of 32 bits.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::mask::Mask;

/// A number of mask words too small to be worth a cleanup: 1 MiB.
pub(super) const FEW_WORDS: usize = 1 << 18;

/// All masks as words of 32 bits: each as it is, and mirrored as its sprites need it.
#[derive(Debug, Default)]
pub(super) struct MaskWords {
    pub(super) words: Vec<u32>,
    /// The first word of each mask, by the mask's address and its flips. The masks are kept, so that no address is
    /// used again.
    known: HashMap<(usize, [bool; 2]), (Arc<Mask>, u32)>,
}

impl MaskWords {
    pub(super) fn first_word(&mut self, mask: &Arc<Mask>, flip: [bool; 2]) -> u32 {
        let key = (Arc::as_ptr(mask) as usize, flip);
        if let Some((_, first)) = self.known.get(&key) {
            return *first;
        }
        let first = self.words.len() as u32;
        self.words.extend(words_of(mask, flip));
        self.known.insert(key, (mask.clone(), first));
        first
    }

    /// Drops all masks except those that begin at the words in `used`; returns their new first words.
    pub(super) fn retain(&mut self, used: &HashSet<u32>) -> HashMap<u32, u32> {
        self.known.retain(|_, (_, first)| used.contains(first));
        let mut kept: Vec<_> = self.known.values_mut().collect();
        kept.sort_unstable_by_key(|(_, first)| *first);
        let mut words = Vec::new();
        let mut now = HashMap::new();
        for (mask, first) in kept {
            let (from, count) = (*first as usize, stride(mask) as usize * mask.height() as usize);
            let to = words.len() as u32;
            words.extend_from_slice(&self.words[from..from + count]);
            now.insert(std::mem::replace(first, to), to);
        }
        self.words = words;
        now
    }

    /// Replaces mask `old` by `new`; `changed` are the words in which they differ. Returns the ranges of words that
    /// changed, as first and last word.
    pub(super) fn change(&mut self, old: &Arc<Mask>, new: &Arc<Mask>, changed: &[u32]) -> Vec<[u32; 2]> {
        let mut stretches = Vec::new();
        for flip in [[false, false], [true, false], [false, true], [true, true]] {
            let Some((_, first)) = self.known.remove(&(Arc::as_ptr(old) as usize, flip)) else { continue };
            self.known.insert((Arc::as_ptr(new) as usize, flip), (new.clone(), first));
            let words = words_of(new, flip);
            for stretch in stretches_of(new, flip, changed) {
                let [from, to] = stretch.map(|word| first + word);
                let own = &words[stretch[0] as usize..=stretch[1] as usize];
                self.words[from as usize..=to as usize].copy_from_slice(own);
                stretches.push([from, to]);
            }
        }
        stretches
    }
}

/// Returns the ranges of a mask's 32-bit words that changed: the words themselves, or whole rows if the mask is
/// mirrored.
fn stretches_of(mask: &Mask, flip: [bool; 2], changed: &[u32]) -> Vec<[u32; 2]> {
    let (row_words, height) = (stride(mask), mask.height());
    let mut stretches: Vec<[u32; 2]> = Vec::new();
    for &word in changed {
        let stretch = if flip == [false, false] {
            [2 * word, 2 * word + 1]
        } else {
            let y = 2 * word / row_words;
            let y = if flip[1] { height - 1 - y } else { y };
            [y * row_words, (y + 1) * row_words - 1]
        };
        match stretches.last_mut() {
            Some(last) if *last == stretch => {}
            Some([_, end]) if *end + 1 == stretch[0] => *end = stretch[1],
            _ => stretches.push(stretch),
        }
    }
    stretches
}

/// Returns the words of a mask, mirrored as given, low half first.
fn words_of(mask: &Mask, flip: [bool; 2]) -> Vec<u32> {
    let mirrored = (flip != [false, false]).then(|| mask.flipped(flip));
    let words = mirrored.as_ref().unwrap_or(mask).words();
    words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
}

/// Returns the number of 32-bit words per row.
pub(super) fn stride(mask: &Mask) -> u32 {
    2 * mask.stride() as u32
}
