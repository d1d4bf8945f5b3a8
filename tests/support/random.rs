//! A small seeded generator (`SplitMix64`): the same seed repeats a run.

/// A source of random numbers.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that gives the same sequence for the same seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        let position = self.below(choices.len() as u64);
        choices[usize::try_from(position).expect("a position is below the length")].clone()
    }
}
