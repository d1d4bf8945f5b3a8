//! Capacity units, counted in halves so that every sum is exact.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// Read or write capacity units. An eventually consistent read of 4 KB is half a unit, and
/// nothing is smaller, so halves make every price a whole number.
///
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CapacityUnits {
    halves: u64,
}

impl CapacityUnits {
    /// No units.
    pub const ZERO: Self = Self { halves: 0 };

    /// Whole units.
    pub const fn new(units: u64) -> Self {
        Self { halves: units * 2 }
    }

    /// Units given as a number of halves.
    pub const fn from_halves(halves: u64) -> Self {
        Self { halves }
    }

    /// How many halves there are.
    pub const fn halves(self) -> u64 {
        self.halves
    }

    /// Twice as many, as a transaction pays.
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self { halves: self.halves * 2 }
    }

    /// What remains of them without others; none if there are more of the others.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self { halves: self.halves.saturating_sub(other.halves) }
    }

    /// Whether there are none.
    pub const fn is_zero(self) -> bool {
        self.halves == 0
    }

    /// The form in which DynamoDB sends units: always with one decimal place.
    pub fn wire_text(self) -> String {
        format!("{}.{}", self.halves / 2, (self.halves % 2) * 5)
    }
}

impl Add for CapacityUnits {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { halves: self.halves.saturating_add(other.halves) }
    }
}

impl AddAssign for CapacityUnits {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for CapacityUnits {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { halves: self.halves - other.halves }
    }
}

impl Sum for CapacityUnits {
    fn sum<I: Iterator<Item = Self>>(units: I) -> Self {
        units.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for CapacityUnits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.halves % 2 {
            0 => write!(formatter, "{}", self.halves / 2),
            _ => write!(formatter, "{}.5", self.halves / 2),
        }
    }
}
