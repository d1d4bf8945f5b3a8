//! Amounts of a bill: exact, and rounded only where they are shown. Of some no price is known.

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
    pub(crate) fn without(self, free: Self) -> Self {
        Self { pico: self.pico.saturating_sub(free.pico), ..self }
    }

    /// The smaller one of what is known.
    pub(crate) fn min(self, other: Self) -> Self {
        Self { pico: self.pico.min(other.pico), ..self }
    }

    /// Divides it by weights.
    pub(crate) fn divided(self, weights: &[u128]) -> Vec<Self> {
        let whole = weights.iter().fold(0, |sum: u128, weight| sum.saturating_add(*weight));
        let share = |weight: &u128| Self {
            pico: portion(self.pico, *weight, whole),
            is_least: self.is_least && *weight > 0,
        };
        weights.iter().map(share).collect()
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
        Self {
            pico: self.pico.saturating_add(other.pico),
            is_least: self.is_least || other.is_least,
        }
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

/// A part of a cost, rounded to the nearest.
pub(crate) fn portion(cost: u128, part: u128, whole: u128) -> u128 {
    let whole = whole.max(1);
    let (quotient, rest) = match cost.checked_mul(part) {
        Some(product) => (product / whole, product % whole),
        None => divided_product(cost, part, whole),
    };
    quotient.saturating_add((rest >= whole - rest).into())
}

/// The quotient and the rest of a product that does not fit: it is divided while it is made, a digit of the part at a time.
fn divided_product(cost: u128, part: u128, whole: u128) -> (u128, u128) {
    let plus = |(quotient, rest): (u128, u128), (more, other): (u128, u128)| {
        let sum = quotient.saturating_add(more);
        match rest.checked_sub(whole - other) {
            Some(rest) => (sum.saturating_add(1), rest),
            None => (sum, rest + other),
        }
    };
    let each = (cost / whole, cost % whole);
    let digits = (0..u128::BITS - part.leading_zeros()).rev();
    digits.fold((0, 0), |sum, digit| {
        let twice = plus(sum, sum);
        if (part >> digit) & 1 == 1 { plus(twice, each) } else { twice }
    })
}

/// A number as far as the page can say it.
pub(crate) fn fitting(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_exact_whatever_its_numbers_are() {
        assert_eq!([portion(7, 1, 2), portion(7, 3, 0), portion(0, 5, 7)], [4, 21, 0]);
        let large = 10_u128.pow(38);
        assert_eq!(portion(large, large / 3, large), large / 3);
        assert_eq!(portion(large - 1, large + 1, large), large);
        assert_eq!(portion(u128::MAX, 2, 4), u128::MAX / 2 + 1);
        assert_eq!(portion(u128::MAX, u128::MAX, u128::MAX), u128::MAX);
        assert_eq!(portion(u128::MAX, u128::MAX, 1), u128::MAX, "as much as fits");
    }

    #[test]
    fn parts_add_up_to_what_was_divided() {
        let divided = |pico: u128, weights: &[u128]| {
            let parts = Amount::from(Some(pico)).divided(weights);
            parts.into_iter().map(|it| it.pico).collect::<Vec<_>>()
        };
        assert_eq!(divided(900, &[1, 1, 1]), [300, 300, 300]);
        assert_eq!(divided(100, &[1, 1, 1]), [33, 33, 33]);
        assert_eq!(divided(100, &[2, 0, 4]), [33, 0, 67]);
        assert_eq!(divided(8, &[u128::MAX / 4, u128::MAX / 4, 1]), [4, 4, 0]);
        let unknown = Amount::from(None).divided(&[1, 0]);
        assert_eq!((unknown[0].is_least, unknown[1].is_least), (true, false));
    }
}
