//! Numbers of conditions, and how they are compared.

use std::fmt;

/// A number with at most three decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quantity {
    thousandths: u64,
}

/// How a number is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`, or nothing.
    Equal,
    /// `<=`.
    AtMost,
    /// `<`.
    Below,
    /// `>=`.
    AtLeast,
    /// `>`.
    Above,
}

impl Quantity {
    /// A whole number.
    pub const fn new(number: u64) -> Self {
        Self { thousandths: number.saturating_mul(1_000) }
    }

    /// A number of halves.
    pub const fn from_halves(halves: u64) -> Self {
        Self { thousandths: halves.saturating_mul(500) }
    }

    /// The number after it.
    pub(crate) const fn plus_one(self) -> Self {
        Self { thousandths: self.thousandths.saturating_add(1_000) }
    }

    /// Reads a decimal number without sign, separators and exponent, with at most three decimal places.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 3 {
            return None;
        }
        let thousandths: u64 = format!("{decimals:0<3}").parse().ok()?;
        let whole = whole.parse::<u64>().ok()?.checked_mul(1_000)?;
        Some(Self { thousandths: whole.checked_add(thousandths)? })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.thousandths / 1_000, self.thousandths % 1_000);
        match decimals {
            0 => write!(formatter, "{whole}"),
            decimals => {
                let decimals = format!("{decimals:03}");
                write!(formatter, "{whole}.{}", decimals.trim_end_matches('0'))
            }
        }
    }
}

impl Comparison {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "=" => Self::Equal,
            "<=" => Self::AtMost,
            "<" => Self::Below,
            ">=" => Self::AtLeast,
            ">" => Self::Above,
            _ => return None,
        })
    }

    pub(crate) fn holds(self, left: Quantity, right: Quantity) -> bool {
        match self {
            Self::Equal => left == right,
            Self::AtMost => left <= right,
            Self::Below => left < right,
            Self::AtLeast => left >= right,
            Self::Above => left > right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_is_printed_as_it_is_read() {
        for text in ["0", "0.5", "12.125", "1000"] {
            assert_eq!(Quantity::parse(text).unwrap().to_string(), text);
        }
        for text in ["", ".", "1.", ".5", "1,000", "-1", "1.0000", "18446744073709551615"] {
            assert_eq!(Quantity::parse(text), None, "{text}");
        }
    }
}
