//! Chance: a small seeded generator, so that what looks like chance is repeated by its seed alone.

/// Added to the state for each number; odd, so that every state comes once.
/// Source: <https://prng.di.unimi.it/splitmix64.c>
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A source of numbers that look like chance: `SplitMix64`, which needs one word of state and no floats.
///
/// ```
/// use engine::random::Random;
///
/// let mut random = Random::new(7);
/// let again = random.clone();
/// let dice: Vec<u64> = (0..3).map(|_| random.below(6) + 1).collect();
/// assert!(dice.iter().all(|eyes| (1..=6).contains(eyes)));
/// assert_ne!(random, again);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that gives the same numbers for the same seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The seed of a generator that continues as this one does, to be stored.
    pub const fn seed(&self) -> u64 {
        self.state
    }

    /// A generator of its own for each number, whose draws have nothing to do with those of the others.
    #[must_use]
    pub const fn fork(&self, number: u64) -> Self {
        Self { state: mixed(self.state ^ mixed(number.wrapping_add(STEP))) }
    }

    /// Any number.
    pub const fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mixed(self.state)
    }

    /// A number below `bound`, each as likely as any other. The bound is at least one.
    ///
    /// Draws as many bits as the bound has, until they are a number below it: on average less than twice.
    pub const fn below(&mut self, bound: u64) -> u64 {
        let mask = u64::MAX >> ((bound - 1) | 1).leading_zeros();
        loop {
            let number = self.draw() & mask;
            if number < bound {
                return number;
            }
        }
    }
}

/// Lets every bit depend on every other. Different numbers stay different.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.draw()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_below_a_bound_is_as_likely() {
        let mut random = Random::new(1);
        let mut counts = [0_u64; 10];
        for _ in 0..100_000 {
            counts[usize::try_from(random.below(10)).expect("it is below ten")] += 1;
        }
        assert!(counts.iter().all(|count| (9_700..10_300).contains(count)), "{counts:?}");
    }

    #[test]
    fn bounds_at_the_edges_of_what_bits_can_say_are_kept() {
        let mut random = Random::new(2);
        assert!((0..100).all(|_| random.below(1) == 0));
        for bound in [2, 3, 4, 5, 8, 9, u64::MAX] {
            let largest = (0..2_000).map(|_| random.below(bound)).max().expect("there are some");
            assert!(largest < bound && largest >= bound / 2, "{bound}: {largest}");
        }
    }

    #[test]
    fn forks_draw_apart() {
        let random = Random::new(3);
        let first = |number| random.fork(number).draw();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert_ne!(Random::new(4).fork(1).draw(), first(1));
    }
}
