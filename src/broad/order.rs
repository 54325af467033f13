//! Pairs into their order: by the first body, then by the second.

/// Scratch, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// Where the pairs of each first body begin.
    starts: Vec<u32>,
}

/// Up to so many pairs of one body are put in order by moving them one by one.
const FEW: u32 = 24;

impl Order {
    /// Writes pairs of `n` bodies in their order.
    pub(super) fn sort(&mut self, found: &[[u32; 2]], n: usize, pairs: &mut Vec<[u32; 2]>) {
        if found.len() < n / 32 || found.len() > u32::MAX as usize {
            pairs.clear();
            pairs.extend_from_slice(found);
            pairs.sort_unstable();
            return;
        }
        let most = self.by_first(found, n, pairs);
        if most <= FEW {
            sort_few(pairs);
        } else {
            // Each start has moved to where the next body's pairs begin.
            let mut from = 0;
            for &to in &self.starts {
                pairs[from..to as usize].sort_unstable();
                from = to as usize;
            }
        }
    }

    /// By the first body alone; the most pairs that any has.
    fn by_first(&mut self, found: &[[u32; 2]], n: usize, pairs: &mut Vec<[u32; 2]>) -> u32 {
        self.starts.clear();
        self.starts.resize(n, 0);
        for [a, _] in found {
            self.starts[*a as usize] += 1;
        }
        let (mut sum, mut most) = (0, 0);
        for start in &mut self.starts {
            let count = *start;
            most = most.max(count);
            *start = sum;
            sum += count;
        }
        pairs.resize(found.len(), [0; 2]);
        for pair in found {
            let start = &mut self.starts[pair[0] as usize];
            pairs[*start as usize] = *pair;
            *start += 1;
        }
        most
    }
}

/// Each pair is at most a few places from its own.
fn sort_few(pairs: &mut [[u32; 2]]) {
    for k in 1..pairs.len() {
        let pair = pairs[k];
        let mut at = k;
        while at > 0 && pairs[at - 1] > pair {
            pairs[at] = pairs[at - 1];
            at -= 1;
        }
        pairs[at] = pair;
    }
}
