//! Zipf's law: the second of a list is asked for half as often as the first, the third a third as often.

use std::sync::LazyLock;

use crate::random::Random;

/// Different numbers that Zipf's law is spread over, which take memory. Model: the tail behind them weighs nothing.
pub const ZIPF_COUNT_MAX: u64 = 100_000;

/// The weight of the first. Large enough that the last of a hundred thousand still has some thousands.
const WEIGHT_MAX: u64 = 1 << 32;

/// For each number, the weights up to and with it. Those of a shorter list are the first of them.
static SUMS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let weights = (1..=ZIPF_COUNT_MAX).map(|number| WEIGHT_MAX / number);
    let mut sum = 0;
    let sums = weights.map(|weight| {
        sum += weight;
        sum
    });
    sums.collect()
});

/// A distribution over the numbers from 1 to a count, the weight of each inverse to the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zipf {
    count: usize,
}

impl Zipf {
    /// A distribution over so many numbers: at least one, and at most [`ZIPF_COUNT_MAX`].
    pub fn new(count: u64) -> Self {
        let count = count.clamp(1, ZIPF_COUNT_MAX);
        Self { count: usize::try_from(count).expect("it is below the limit") }
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// One of the numbers, from 1.
    pub fn draw(&self, random: &mut Random) -> u64 {
        let sums = &SUMS[..self.count];
        let total = *sums.last().expect("there is at least one number");
        let drawn = random.below(total);
        sums.partition_point(|&sum| sum <= drawn) as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_drawn_by_its_weight() {
        let zipf = Zipf::new(4);
        let mut random = Random::new(5);
        let mut counts = [0_u64; 4];
        for _ in 0..25_000 {
            counts[usize::try_from(zipf.draw(&mut random)).expect("it is small") - 1] += 1;
        }
        // 1 + 1/2 + 1/3 + 1/4 = 25/12, so of 25,000 draws the first should get 12,000.
        for (number, count) in (1..).zip(counts) {
            assert!((12_000_u64 / number).abs_diff(count) < 300, "{number}: {count}");
        }
    }

    #[test]
    fn every_number_can_be_drawn_and_no_other() {
        let zipf = Zipf::new(3);
        let mut random = Random::new(6);
        let drawn: Vec<u64> = (0..1_000).map(|_| zipf.draw(&mut random)).collect();
        assert!((1..=3).all(|number| drawn.contains(&number)));
        assert!(drawn.iter().all(|number| (1..=3).contains(number)));
        assert_eq!(Zipf::new(0).draw(&mut random), 1);
        assert_eq!(zipf.count(), 3);
    }
}
