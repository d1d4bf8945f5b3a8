//! Amounts of a bill: each is rounded to the cent, so that a sum is that of the amounts that are shown. Of some no price is known.

use std::cmp::Reverse;
use std::iter::Sum;
use std::ops::Add;

/// Pico-dollars of a cent.
const CENT: u128 = 10_000_000_000;

/// Half a cent is not reached, but something is paid: shown as less than a cent, and nothing in a sum.
const TRACE: u128 = 1;

/// A sum in pico-dollars: all of it, or the part whose prices are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    /// What is known: whole cents, or [`TRACE`].
    pub pico: u128,
    /// Whether a price that is needed is not known, so that all of it is at least this.
    pub is_least: bool,
}

impl Amount {
    /// The same without what is free of it.
    pub(crate) fn without(self, free: Self) -> Self {
        Self { is_least: self.is_least, ..Some(self.pico.saturating_sub(free.pico)).into() }
    }

    /// The smaller one of what is known.
    pub(crate) fn min(self, other: Self) -> Self {
        Self { pico: self.pico.min(other.pico), ..self }
    }

    /// Divides it by weights into amounts of which it is the sum: each has its share to the cent below or above. The cents that are
    /// left go to those that lack most, of equals to the first.
    pub(crate) fn divided(self, weights: &[u128]) -> Vec<Self> {
        let weights = comparable(weights);
        let whole = weights.iter().sum::<u128>().max(1);
        // More cents than that are no price.
        let cents = (self.pico / CENT).min(u64::MAX.into());
        let mut shares: Vec<u128> = weights.iter().map(|weight| cents * weight / whole).collect();
        let left = cents.saturating_sub(shares.iter().sum());
        let mut lacking: Vec<usize> = (0..weights.len()).filter(|it| weights[*it] > 0).collect();
        lacking.sort_by_key(|it| Reverse(cents * weights[*it] % whole));
        for share in lacking.into_iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
            shares[share] += 1;
        }
        let amounts = shares.into_iter().zip(weights).map(|(cents, weight)| Self {
            pico: if cents == 0 { self.pico.min(weight).min(TRACE) } else { cents * CENT },
            is_least: self.is_least && weight > 0,
        });
        amounts.collect()
    }

    /// The sum, if all of it is known.
    pub(crate) fn known(self) -> Option<u128> {
        (!self.is_least).then_some(self.pico)
    }
}

impl From<Option<u128>> for Amount {
    fn from(cost: Option<u128>) -> Self {
        let pico = cost.unwrap_or(0);
        let cents = pico.saturating_add(CENT / 2) / CENT;
        Self {
            pico: if cents == 0 { pico.min(TRACE) } else { cents * CENT },
            is_least: cost.is_none(),
        }
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let pico = self.pico.saturating_add(other.pico);
        let is_least = self.is_least || other.is_least;
        Self { pico: if pico < CENT { pico.min(TRACE) } else { pico - pico % CENT }, is_least }
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

/// Weights in the same proportions that are small enough to be multiplied with cents. Of very different ones, the last digits do not
/// count.
fn comparable(weights: &[u128]) -> Vec<u128> {
    let divisor = weights.iter().filter(|it| **it > 0).fold(0, |divisor, weight| match divisor {
        0 => *weight,
        divisor => common_divisor(*weight, divisor),
    });
    let smaller = weights.iter().map(|weight| weight / divisor.max(1));
    let whole = smaller.clone().fold(0, u128::saturating_add);
    let shift = u64::BITS.saturating_sub(whole.leading_zeros());
    let shifted = |weight: u128| if weight == 0 { 0 } else { (weight >> shift).max(1) };
    smaller.map(shifted).collect()
}

/// The greatest number that divides both, the second of which is not zero.
pub(crate) fn common_divisor(number: u128, divisor: u128) -> u128 {
    match number % divisor {
        0 => divisor,
        rest => common_divisor(divisor, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(pico: u128) -> Amount {
        Some(pico).into()
    }

    #[test]
    fn an_amount_is_rounded_to_the_cent_and_never_to_nothing() {
        let [half, less] = [CENT / 2, CENT / 2 - 1];
        assert_eq!((amount(half).pico, amount(CENT + less).pico), (CENT, CENT));
        assert_eq!((amount(0).pico, amount(1).pico, amount(less).pico), (0, TRACE, TRACE));
        assert_eq!(amount(less) + amount(less), amount(TRACE));
        assert_eq!(amount(CENT) + amount(less), amount(CENT));
        assert_eq!(amount(CENT).without(amount(less)), amount(CENT));
    }

    #[test]
    fn parts_add_up_to_what_was_divided() {
        let divided = |cents: u128, weights: &[u128]| {
            let parts = amount(cents * CENT).divided(weights);
            parts.iter().map(|it| it.pico / CENT).collect::<Vec<_>>()
        };
        assert_eq!(divided(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(divided(100, &[2, 0, 4]), [33, 0, 67]);
        // Two cents by 1 : 3 are half a cent and one and a half.
        assert_eq!(divided(2, &[1, 3]), [1, 1]);
        assert_eq!(divided(7, &[u128::MAX / 4, u128::MAX / 4, 1]), [4, 3, 0]);
        let traces = |pico, weights: &[u128]| {
            amount(pico).divided(weights).into_iter().map(|it| it.pico).collect::<Vec<_>>()
        };
        assert_eq!(traces(CENT, &[9, 1, 0]), [CENT, TRACE, 0]);
        assert_eq!(traces(1, &[1, 0]), [TRACE, 0]);
        let unknown = Amount::from(None).divided(&[1, 0]);
        assert_eq!((unknown[0].is_least, unknown[1].is_least), (true, false));
    }
}
