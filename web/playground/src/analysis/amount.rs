//! Sums of money of which parts may have no known price.

use std::iter::Sum;
use std::ops::Add;

/// A sum in pico-dollars: all of it, or the part whose prices are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    /// What is known.
    pub pico: u128,
    /// Whether a price that is needed is not known, so that all of it is at least this.
    pub is_least: bool,
}

impl Amount {
    /// The same without what is free of it.
    pub(crate) fn without(self, free: u128) -> Self {
        Self { pico: self.pico.saturating_sub(free), ..self }
    }

    /// The sum, if all of it is known.
    pub(crate) fn known(self) -> Option<u128> {
        (!self.is_least).then_some(self.pico)
    }
}

impl From<Option<u128>> for Amount {
    fn from(cost: Option<u128>) -> Self {
        Self { pico: cost.unwrap_or(0), is_least: cost.is_none() }
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { pico: self.pico + other.pico, is_least: self.is_least || other.is_least }
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), Add::add)
    }
}

impl Sum<Option<u128>> for Amount {
    fn sum<I: Iterator<Item = Option<u128>>>(costs: I) -> Self {
        costs.map(Self::from).sum()
    }
}
