//! Histograms of durations whose buckets double in width.

/// Buckets: the last one takes everything from nine hours on.
const BUCKET_COUNT: usize = 26;

/// How many durations lie between one power of two and the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    counts: [u64; BUCKET_COUNT],
    max_ms: u64,
}

/// Durations of about the same length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// The shortest, in milliseconds.
    pub from_ms: u64,
    /// The first that is too long, in milliseconds.
    pub to_ms: u64,
    /// How many there were.
    pub count: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: [0; BUCKET_COUNT], max_ms: 0 }
    }
}

impl Histogram {
    /// Counts a duration.
    pub(super) fn add(&mut self, duration_ms: u64) {
        let bits = (u64::BITS - duration_ms.leading_zeros()) as usize;
        self.counts[bits.min(BUCKET_COUNT - 1)] += 1;
        self.max_ms = self.max_ms.max(duration_ms);
    }

    /// How many durations there were.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The longest, in milliseconds.
    pub fn max_ms(&self) -> u64 {
        self.max_ms
    }

    /// The buckets from the first to the last that is not empty: 0, 1, 2 to 3, 4 to 7 milliseconds and so on.
    pub fn buckets(&self) -> impl Iterator<Item = Bucket> {
        let filled = |count: &u64| *count > 0;
        let start = self.counts.iter().position(filled).unwrap_or(BUCKET_COUNT);
        let end = self.counts.iter().rposition(filled).map_or(start, |last| last + 1);
        (start..end).map(|bits| Bucket {
            from_ms: if bits == 0 { 0 } else { 1 << (bits - 1) },
            to_ms: 1 << bits,
            count: self.counts[bits],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_stand_between_powers_of_two() {
        let mut histogram = Histogram::default();
        for duration_ms in [1, 2, 3, 4, 7, 200, 255] {
            histogram.add(duration_ms);
        }
        let buckets: Vec<_> =
            histogram.buckets().map(|it| (it.from_ms, it.to_ms, it.count)).collect();
        assert_eq!(
            buckets,
            [
                (1, 2, 1),
                (2, 4, 2),
                (4, 8, 2),
                (8, 16, 0),
                (16, 32, 0),
                (32, 64, 0),
                (64, 128, 0),
                (128, 256, 2)
            ]
        );
        assert_eq!((histogram.count(), histogram.max_ms()), (7, 255));
    }

    #[test]
    fn nothing_and_the_very_long_have_their_places() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.buckets().count(), 0);
        histogram.add(0);
        histogram.add(u64::MAX);
        assert_eq!(
            histogram.buckets().next().map(|it| (it.from_ms, it.to_ms, it.count)),
            Some((0, 1, 1))
        );
        assert_eq!(histogram.count(), 2);
    }
}
