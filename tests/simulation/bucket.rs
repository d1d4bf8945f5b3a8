//! Token buckets of the model: the provisioned units that a partition may serve. Rules: facts of throughput, section 2.
//!
//! Where the documentation does not say which bucket pays, the model knows only a lower and an upper bound of a balance.
//! The balance that the engine shows narrows them again; a balance outside of them is a fault.

/// Units by which sums of fractions may differ.
const TOLERANCE: f64 = 0.01;

/// Units within which a balance is shown: half units, rounded down.
const SHOWN_STEP: f64 = 0.5;

/// A balance in units, negative while in debt, known between two bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket {
    low: f64,
    high: f64,
    /// Units per second.
    rate: f64,
    /// Seconds of the rate that it can hold.
    burst_seconds: f64,
    /// When the bounds were those of the balance, in milliseconds.
    at: u64,
}

impl Bucket {
    /// A bucket that holds one second of its rate.
    pub fn new(rate: f64, burst_seconds: u64, now: u64) -> Self {
        let burst_seconds = f64::from(u32::try_from(burst_seconds.max(1)).unwrap_or(u32::MAX));
        Self { low: rate, high: rate, rate, burst_seconds, at: now }
    }

    /// The moment up to which it is filled.
    pub fn at(&self) -> u64 {
        self.at
    }

    fn capacity(&self) -> f64 {
        self.rate * self.burst_seconds
    }

    /// Fills until a moment.
    pub fn refill(&mut self, now: u64) {
        let ms = f64::from(u32::try_from(now.saturating_sub(self.at)).unwrap_or(u32::MAX));
        let gain = self.rate * ms / 1_000.0;
        self.low = (self.low + gain).min(self.capacity());
        self.high = (self.high + gain).min(self.capacity());
        self.at = now;
    }

    /// Fills at another rate from now on. A raise adds a second's worth of the difference.
    pub fn change_rate(&mut self, rate: f64) {
        let raise = (rate - self.rate).max(0.0);
        self.rate = rate;
        self.low = (self.low + raise).min(self.capacity());
        self.high = (self.high + raise).min(self.capacity());
    }

    /// Forgets the balance: something changed without the model.
    pub fn forget(&mut self) {
        self.low = f64::NEG_INFINITY;
        self.high = self.capacity();
    }

    /// Pays units.
    pub fn pay(&mut self, units: f64) {
        self.low -= units;
        self.high -= units;
    }

    /// Pays units, or does not.
    pub fn may_pay(&mut self, units: f64) {
        self.low -= units;
    }

    /// Gives half of its balance to another bucket; several times, if it is split into more than two. If others are
    /// split before it, its rate is lower by then, so it holds less. The argument is the lowest possible rate.
    #[must_use]
    pub fn split(&mut self, new_count: u32, lowest_rate: f64) -> Self {
        self.low = self.low.min(lowest_rate * self.burst_seconds);
        let halves = [self.low / 2.0, self.high / 2.0];
        let least = 0.5_f64.powi(i32::try_from(new_count).unwrap_or(i32::MAX));
        let parts = [self.low * least, self.high * least];
        let all = halves.into_iter().chain(parts);
        self.low = all.clone().fold(f64::INFINITY, f64::min);
        self.high = all.fold(f64::NEG_INFINITY, f64::max);
        *self
    }

    /// Whether it certainly admits a request: it is not empty.
    pub fn admits(&self) -> bool {
        self.low > TOLERANCE
    }

    /// Whether it certainly admits none: it is empty or in debt.
    pub fn is_empty(&self) -> bool {
        self.high < -TOLERANCE
    }

    /// The units that it can certainly lend to other partitions, and at most: all beyond one second's worth.
    pub fn surplus(&self) -> (f64, f64) {
        let reserve = self.rate.min(self.capacity() / 2.0);
        (self.low - reserve - TOLERANCE, self.high - reserve + TOLERANCE)
    }

    /// Records the balance that the engine shows. Fails if it is outside of the bounds.
    pub fn observe(&mut self, shown: f64) -> Result<(), String> {
        let (least, most) = match shown > 0.0 {
            true => (shown, shown + SHOWN_STEP),
            false => (f64::NEG_INFINITY, SHOWN_STEP),
        };
        if self.high + TOLERANCE < least || self.low - TOLERANCE > most {
            return Err(format!(
                "{shown} units are shown, but there are {} to {}",
                self.low, self.high
            ));
        }
        self.low = self.low.max(least);
        self.high = self.high.min(most);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_admits_until_it_is_in_debt() {
        let mut bucket = Bucket::new(2.0, 5, 0);
        bucket.pay(1.0);
        assert!(bucket.admits());
        bucket.pay(3.0);
        assert!(bucket.is_empty());
        bucket.refill(1_500);
        assert!(bucket.admits());
        bucket.refill(60_000);
        assert_eq!(bucket.observe(10.0), Ok(()));
        assert!(bucket.observe(12.0).is_err());
    }
}
