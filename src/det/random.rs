//! Random numbers without hidden state: the n-th number of a stream is a function of the stream's key and n.
//!
//! A generator with a large state has to be saved with every frame, and a number that one side draws more than the other
//! shifts all that follow. Here the state is two numbers, and [`split`](RandomStream::split) gives every wave, body or step
//! a stream of its own. So the order in which bodies draw does not matter.
//!
//! The function is Philox 2x64 with 10 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
//! 2011): it encrypts a counter with a key. It works on integers only.

/// A stream of random numbers that are the same on every machine.
///
/// ```
/// use kasuri::det::RandomStream;
/// let game = RandomStream::new(42);
/// // Each enemy has its own numbers in each step: nothing has to be saved.
/// let (step, enemy) = (100, 3);
/// let mut random = game.split(step).split(enemy);
/// let (aim, delay) = (random.between(-0.1, 0.1), random.below(30));
///
/// let mut again = RandomStream::new(42).split(step).split(enemy);
/// assert_eq!((again.between(-0.1, 0.1), again.below(30)), (aim, delay));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RandomStream {
    /// Which stream it is. Both numbers together are the whole state.
    pub key: u64,
    /// How many numbers were drawn.
    pub drawn: u64,
}

impl RandomStream {
    /// Returns the stream of a seed. Every seed is good, also 0 and 1.
    pub fn new(seed: u64) -> RandomStream {
        RandomStream { key: seed, drawn: 0 }
    }

    /// Returns a stream of its own for a step, a wave or a body. It depends on this stream's key and the name, not on how
    /// many numbers were drawn.
    ///
    /// ```
    /// use kasuri::det::RandomStream;
    /// let mut random = RandomStream::new(1);
    /// let wave = random.split(9);
    /// random.bits();
    /// assert_eq!(random.split(9), wave);
    /// assert_ne!(random.split(8), wave);
    /// ```
    #[must_use]
    pub fn split(self, name: u64) -> RandomStream {
        RandomStream::new(block(self.key, [name, SPLIT])[0])
    }

    /// Draws 64 random bits.
    ///
    /// ```
    /// use kasuri::det::RandomStream;
    /// assert_eq!(RandomStream::new(0).bits(), 0xca00_a045_9843_d731);
    /// ```
    pub fn bits(&mut self) -> u64 {
        let both = block(self.key, [self.drawn / 2, NUMBERS]);
        let bits = both[(self.drawn % 2) as usize];
        self.drawn = self.drawn.wrapping_add(1);
        bits
    }

    /// Draws a number from 0 to `n - 1`, such as one of n items; 0 if n is 0. No number is more likely than another by more
    /// than 2^-32.
    ///
    /// ```
    /// use kasuri::det::RandomStream;
    /// let mut random = RandomStream::new(5);
    /// assert!((0..100).all(|_| random.below(6) < 6));
    /// ```
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u32
    }

    /// Draws a number from `a` to `b`, all equally likely.
    ///
    /// ```
    /// use kasuri::det::RandomStream;
    /// let speed = RandomStream::new(5).between(2.0, 3.0);
    /// assert!((2.0..=3.0).contains(&speed));
    /// ```
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        // 53 bits: every such part is exact.
        let part = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        super::one_nan(a + (b - a) * part)
    }
}

/// The second word of the counter: blocks of numbers, and blocks that become keys.
const NUMBERS: u64 = 0;
const SPLIT: u64 = 1;

/// Encrypts a counter: ten rounds of a multiplication whose high half is mixed with the key.
fn block(mut key: u64, counter: [u64; 2]) -> [u64; 2] {
    let [mut x, mut y] = counter;
    for _ in 0..10 {
        let product = u128::from(x) * 0xd2b7_4407_b1ce_6e93;
        (x, y) = ((product >> 64) as u64 ^ key ^ y, product as u64);
        key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
    [x, y]
}

#[cfg(test)]
mod tests {
    use super::block;

    /// The answers that the authors of Philox published.
    #[test]
    fn blocks_are_those_of_philox() {
        assert_eq!(block(0, [0, 0]), [0xca00_a045_9843_d731, 0x66c2_4222_c9a8_45b5]);
        let ones = u64::MAX;
        assert_eq!(block(ones, [ones, ones]), [0x65b0_21d6_0cd8_310f, 0x4d02_f322_2f86_df20]);
        assert_eq!(
            block(0xa409_3822_299f_31d0, [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]),
            [0x0a5e_742c_2997_341c, 0xb0f8_83d3_8000_de5d],
        );
    }
}
