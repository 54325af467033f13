//! Masks and art as the GPU reads them: 32-bit words one after the other. Each mask and picture is stored once.

use std::collections::HashMap;
use std::sync::Arc;

use kasuri::Mask;

use super::Art;

/// The words, and the index of each mask's and picture's first word. The store keeps the masks and pictures alive, so
/// that no address is used twice.
#[derive(Debug, Default)]
pub struct Store {
    words: Vec<u32>,
    masks: HashMap<usize, (Arc<Mask>, u32)>,
    art: HashMap<usize, (Arc<Art>, u32)>,
    /// The last mask and art that were requested: in a swarm the same ones are requested again and again.
    last_mask: Option<(usize, u32)>,
    last_art: Option<(usize, u32)>,
}

impl Store {
    /// Returns all words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the index of a mask's first word. Rows are whole 64-bit words; bit x of a row is bit x % 32 of its
    /// 32-bit word x / 32.
    pub fn mask(&mut self, mask: &Arc<Mask>) -> u32 {
        let address = Arc::as_ptr(mask).addr();
        if let Some((_, offset)) = self.last_mask.filter(|&(last, _)| last == address) {
            return offset;
        }
        let entry = self.masks.entry(address);
        let (_, offset) = entry.or_insert_with(|| {
            let offset = self.words.len() as u32;
            self.words.extend(mask.words().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]));
            (mask.clone(), offset)
        });
        self.last_mask = Some((address, *offset));
        *offset
    }

    /// Returns the index of a picture's first word: one colour per texel, row by row.
    pub fn art(&mut self, art: &Arc<Art>) -> u32 {
        let address = Arc::as_ptr(art).addr();
        if let Some((_, offset)) = self.last_art.filter(|&(last, _)| last == address) {
            return offset;
        }
        let entry = self.art.entry(address);
        let (_, offset) = entry.or_insert_with(|| {
            let offset = self.words.len() as u32;
            self.words.extend(art.colours.iter().map(|&ink| word(ink)));
            (art.clone(), offset)
        });
        self.last_art = Some((address, *offset));
        *offset
    }

    /// Removes everything if there are more than `most` words, because most of them may be unused. What is still used
    /// is stored again when it is drawn. Returns whether it removed anything.
    pub fn tidy(&mut self, most: usize) -> bool {
        let is_much = self.words.len() > most;
        if is_much {
            *self = Store::default();
        }
        is_much
    }
}

/// Returns a colour as `unpack4x8unorm` reads it.
pub(super) fn word([r, g, b]: [u8; 3]) -> u32 {
    u32::from_le_bytes([r, g, b, 255])
}
