//! Token buckets: provisioned throughput as it is spent, and as it is kept for a burst while it is not.
//!
//! A token is a thousandth of a half unit, so a rate in units per second is a whole number of tokens per millisecond.
//! Buckets fill lazily, from the moment at which they were last looked at. A share that is no whole number of tokens
//! keeps its rest, so nothing is lost or made however often one looks.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;

/// Tokens of half a unit. Model: a thousandth is what makes rates per second whole per millisecond.
const TOKENS_PER_HALF: i64 = 1_000;

/// Tokens that one unit per second brings in a millisecond: two halves, a thousandth of them. Model: as above.
const TOKENS_PER_UNIT_MS: u64 = 2;

/// Milliseconds of a second. Model: virtual time counts them.
const SECOND_MS: u64 = 1_000;

/// More than any bucket holds, and far from where sums overflow. Model: a bound of the arithmetic.
const TOKENS_MAX: u64 = 1 << 60;

/// How fast a bucket fills: its share of a number of units per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Units per second of all shares together.
    pub units_per_second: u64,
    /// How many equal shares there are; at least one.
    pub share_count: u64,
}

/// A store of tokens that fills with time and is emptied by requests.
///
/// A request is admitted while there are tokens, however few, and may take more than there are: the bucket then owes
/// them, and admits nothing until they have come in.
/// Model: the service does not publish how it admits; it says that unused throughput is kept for up to five minutes.
///
/// ```
/// use engine::throughput::bucket::{Rate, TokenBucket};
/// use engine::capacity::units::CapacityUnits;
/// use engine::clock::Timestamp;
///
/// let rate = Rate { units_per_second: 100, share_count: 1 };
/// let bucket = TokenBucket::new(rate, 300, Timestamp(0));
/// assert_eq!(bucket.units(Timestamp(0)), CapacityUnits::new(100));
/// assert_eq!(bucket.units(Timestamp(300_000)), CapacityUnits::new(30_000));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenBucket {
    rate: Rate,
    /// The most that it holds.
    capacity: i64,
    /// What it holds, or owes.
    tokens: i64,
    /// What is on the way to the next token, in shares of one.
    rest: u64,
    refilled_at: Timestamp,
}

impl Rate {
    /// Tokens of one share in a number of milliseconds.
    fn tokens(self, ms: u64) -> i64 {
        let all = self.units_per_second.saturating_mul(TOKENS_PER_UNIT_MS).saturating_mul(ms);
        (all / self.share_count).min(TOKENS_MAX).cast_signed()
    }
}

impl TokenBucket {
    /// A bucket that keeps what comes in within `burst_seconds`, at least one second of it. It begins with one second.
    ///
    /// Model: what has no past can be used at its rate, and has nothing saved for a burst.
    pub fn new(rate: Rate, burst_seconds: u64, now: Timestamp) -> Self {
        let capacity = capacity(rate, burst_seconds);
        Self { rate, capacity, tokens: rate.tokens(SECOND_MS), rest: 0, refilled_at: now }
    }

    /// The rate at which it fills.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Whether a request is admitted.
    pub fn admits(&self, now: Timestamp) -> bool {
        self.tokens(now) > 0
    }

    /// Tokens that it holds or owes.
    pub fn tokens(&self, now: Timestamp) -> i64 {
        self.refilled(now).tokens
    }

    /// Units that it holds, as far as they are halves; none if it owes.
    pub fn units(&self, now: Timestamp) -> CapacityUnits {
        CapacityUnits::from_halves((self.tokens(now) / TOKENS_PER_HALF).max(0).cast_unsigned())
    }

    /// The most units that it can hold.
    pub fn units_max(&self) -> CapacityUnits {
        CapacityUnits::from_halves((self.capacity / TOKENS_PER_HALF).cast_unsigned())
    }

    /// Tokens that others may have, because there is a second's worth left without them.
    ///
    /// Model: half of a bucket that holds little more than a second's worth.
    pub fn surplus(&self, now: Timestamp) -> i64 {
        self.tokens(now) - self.reserve()
    }

    /// When a request will be admitted if no other request consumes tokens until then.
    pub fn admits_at(&self, now: Timestamp) -> Timestamp {
        self.exceeds_at(0, now)
    }

    /// When other partitions can borrow tokens if no request consumes any until then.
    pub fn lends_at(&self, now: Timestamp) -> Timestamp {
        self.exceeds_at(self.reserve(), now)
    }

    /// Takes units out, more than there are if need be.
    pub fn take(&mut self, units: CapacityUnits, now: Timestamp) {
        *self = self.refilled(now);
        let tokens = units.halves().min(TOKENS_MAX / 1_000).cast_signed() * TOKENS_PER_HALF;
        self.tokens = self.tokens.saturating_sub(tokens);
    }

    /// Fills at another rate from now on, and keeps as many tokens as its new capacity allows. A raise adds one second's
    /// worth of the difference.
    ///
    /// Model: so a bucket that was raised from 5 to 400 units holds as much as one that began with 400.
    pub fn change(&mut self, rate: Rate, burst_seconds: u64, now: Timestamp) {
        *self = self.refilled(now);
        let capacity = capacity(rate, burst_seconds);
        let rest = if rate == self.rate { self.rest } else { 0 };
        let raise = rate.tokens(SECOND_MS) - self.rate.tokens(SECOND_MS);
        let tokens = (self.tokens + raise.max(0)).min(capacity);
        *self = Self { rate, capacity, tokens, rest, ..*self };
    }

    /// Holds as much as it can, as after a time without use.
    pub fn fill(&mut self, now: Timestamp) {
        *self = Self { tokens: self.capacity, rest: 0, refilled_at: now, ..*self };
    }

    /// Gives half of what it holds or owes to another bucket.
    #[must_use]
    pub fn halve(&mut self, now: Timestamp) -> Self {
        *self = self.refilled(now);
        let given = self.tokens / 2;
        self.tokens -= given;
        Self { tokens: given, rest: 0, ..*self }
    }

    /// What it is made of at a moment beside its rate, to be kept: tokens, and what is on the way to the next.
    pub(crate) fn state(&self, now: Timestamp) -> (i64, u64) {
        let Self { tokens, rest, .. } = self.refilled(now);
        (tokens, rest)
    }

    /// The bucket with a state that was kept, at the moment at which it was.
    #[must_use]
    pub(crate) fn with_state(self, (tokens, rest): (i64, u64), now: Timestamp) -> Self {
        let rest = rest.min(self.rate.share_count - 1);
        Self { tokens: tokens.min(self.capacity), rest, refilled_at: now, ..self }
    }

    /// The bucket as it is at a moment.
    fn refilled(&self, now: Timestamp) -> Self {
        let Rate { units_per_second, share_count } = self.rate;
        let gain_ms = units_per_second.saturating_mul(TOKENS_PER_UNIT_MS);
        let gain = gain_ms.saturating_mul(self.refilled_at.until(now)).saturating_add(self.rest);
        let tokens = self.tokens + (gain / share_count).min(TOKENS_MAX).cast_signed();
        match tokens >= self.capacity {
            true => Self { tokens: self.capacity, rest: 0, refilled_at: now, ..*self },
            false => Self { tokens, rest: gain % share_count, refilled_at: now, ..*self },
        }
    }

    /// When it holds more than a number of tokens.
    fn exceeds_at(&self, tokens: i64, now: Timestamp) -> Timestamp {
        let bucket = self.refilled(now);
        let missing = u64::try_from(tokens + 1 - bucket.tokens).unwrap_or_default();
        let shares = missing.saturating_mul(self.rate.share_count).saturating_sub(bucket.rest);
        let gain_ms = self.rate.units_per_second.saturating_mul(TOKENS_PER_UNIT_MS).max(1);
        now.after(shares.div_ceil(gain_ms))
    }

    fn reserve(&self) -> i64 {
        self.rate.tokens(SECOND_MS).min(self.capacity / 2)
    }
}

fn capacity(rate: Rate, burst_seconds: u64) -> i64 {
    rate.tokens(burst_seconds.max(1).saturating_mul(SECOND_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BURST_SECONDS: u64 = 300;

    fn bucket(units_per_second: u64, share_count: u64) -> TokenBucket {
        TokenBucket::new(Rate { units_per_second, share_count }, BURST_SECONDS, Timestamp(0))
    }

    #[test]
    fn a_share_that_is_no_whole_number_of_tokens_is_kept_exactly() {
        let mut bucket = bucket(1, 7);
        bucket.take(bucket.units_max(), Timestamp(0));
        let owed = bucket.tokens(Timestamp(0));
        for ms in 1..=7_000 {
            bucket.take(CapacityUnits::ZERO, Timestamp(ms));
        }
        assert_eq!(bucket.tokens(Timestamp(7_000)) - owed, 2_000);
    }

    #[test]
    fn a_bucket_in_debt_admits_nothing_until_it_has_paid() {
        let mut bucket = bucket(10, 1);
        bucket.take(CapacityUnits::new(60), Timestamp(0));
        assert!(!bucket.admits(Timestamp(5_000)));
        assert_eq!(bucket.admits_at(Timestamp(0)), Timestamp(5_001));
        assert!(bucket.admits(Timestamp(5_001)));
    }

    #[test]
    fn nothing_is_kept_beyond_the_burst() {
        let bucket = bucket(100, 4);
        assert_eq!(bucket.units(Timestamp(10_000_000)), CapacityUnits::new(7_500));
        assert_eq!(bucket.units(Timestamp(u64::MAX)), CapacityUnits::new(7_500));
    }

    #[test]
    fn a_raised_bucket_holds_as_much_as_one_that_began_with_its_rate() {
        let rate = |units_per_second| Rate { units_per_second, share_count: 4 };
        let mut raised = bucket(5, 4);
        raised.change(rate(400), BURST_SECONDS, Timestamp(0));
        assert_eq!(raised, bucket(400, 4));
        raised.change(rate(4), BURST_SECONDS, Timestamp(0));
        assert_eq!(raised.units(Timestamp(0)), CapacityUnits::new(100));
        raised.take(CapacityUnits::new(120), Timestamp(0));
        raised.change(rate(8), BURST_SECONDS, Timestamp(0));
        assert_eq!(raised.tokens(Timestamp(0)), -19 * 2_000);
    }

    #[test]
    fn a_bucket_lends_what_it_has_beyond_a_second() {
        let bucket = bucket(100, 4);
        assert_eq!(bucket.surplus(Timestamp(0)), 0);
        assert_eq!(bucket.lends_at(Timestamp(0)), Timestamp(1));
        assert_eq!(bucket.surplus(Timestamp(1_000)), 25 * 2_000);
    }

    #[test]
    fn halves_of_a_bucket_hold_what_it_held() {
        for units in [3, 500] {
            let mut whole = bucket(100, 1);
            whole.take(CapacityUnits::from_halves(units), Timestamp(0));
            let held = whole.tokens(Timestamp(0));
            let other = whole.halve(Timestamp(0));
            assert_eq!(whole.tokens(Timestamp(0)) + other.tokens(Timestamp(0)), held);
        }
    }
}
