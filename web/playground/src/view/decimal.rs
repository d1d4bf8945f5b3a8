//! Decimal numbers as users type them. Every field for a number reads it here.

use std::fmt;
use std::ops::RangeInclusive;

/// Decimal places that are kept. Model: a request in eleven days, counted by the second.
pub const PLACES_MAX: u32 = 6;

/// A number that is not negative, exact: its digits, of which some are behind the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    digits: u64,
    places: u32,
}

impl Decimal {
    /// So many parts, of which 10 to the power of `places` are one.
    pub const fn new(mut digits: u64, mut places: u32) -> Self {
        while places > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            places -= 1;
        }
        Self { digits, places }
    }

    /// Reads `2740`, `0.5`, `1e6`, `1.5e-3`, `20k`, `2M` and `1G`; `None` for any other text, for more decimals than are kept, and
    /// for a text that may mean two numbers. What groups digits in a language is removed before: see `message::number::read`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::parse_to(text, PLACES_MAX).filter(|_| Self::parse_grouped(text).is_none())
    }

    /// The number that a text is if its point groups digits, as in many languages: `2.740` can be 2,740. It is only if the last digit
    /// would be needless behind a point.
    pub fn parse_grouped(text: &str) -> Option<Self> {
        let (whole, fraction) = text.trim().split_once('.')?;
        let is_group = fraction.len() == 3 && fraction.ends_with('0') && !whole.starts_with('0');
        let number = (is_group && whole.len() <= 3).then(|| [whole, fraction].concat())?;
        number.parse::<u64>().ok().map(Self::from)
    }

    /// Reads a number with at most so many decimals. See [`Decimal::parse`].
    pub fn parse_to(text: &str, places_max: u32) -> Option<Self> {
        let text = text.trim();
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => match text.strip_suffix(|letter: char| letter.is_ascii_alphabetic()) {
                Some(number) => (number.trim_end(), power(text)?),
                None => (text, 0),
            },
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || number.ends_with('.') || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let digits: u64 = [whole, fraction].concat().parse().ok()?;
        let places = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        if let Ok(places) = u32::try_from(places) {
            return Some(Self::new(digits, places)).filter(|it| it.places <= places_max);
        }
        let factor = 10_u64.checked_pow(places.unsigned_abs())?;
        Some(Self { digits: digits.checked_mul(factor)?, places: 0 })
    }

    /// Whether it is in a range, its ends included.
    pub fn is_in(self, range: &RangeInclusive<u64>) -> bool {
        let (digits, parts) = self.fraction();
        let (digits, parts) = (u128::from(digits), u128::from(parts));
        (u128::from(*range.start()) * parts..=u128::from(*range.end()) * parts).contains(&digits)
    }

    /// The number, if it has no decimals.
    pub fn whole(self) -> Option<u64> {
        (self.places == 0).then_some(self.digits)
    }

    /// The number as a fraction: so many parts, and how many of them are one.
    pub fn fraction(self) -> (u64, u64) {
        (self.digits, 10_u64.pow(self.places))
    }
}

impl From<u64> for Decimal {
    fn from(number: u64) -> Self {
        Self::new(number, 0)
    }
}

/// As it is parsed: "2739.726".
impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, parts) = self.fraction();
        let places = self.places as usize;
        write!(formatter, "{}", digits / parts)?;
        match places {
            0 => Ok(()),
            _ => write!(formatter, ".{:0places$}", digits % parts),
        }
    }
}

/// The power of ten that the last letter of a number is.
fn power(text: &str) -> Option<i32> {
    match text.chars().last()? {
        'k' | 'K' => Some(3),
        'm' | 'M' => Some(6),
        'g' | 'G' => Some(9),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_it_is_usually_typed() {
        let read = |text| Decimal::parse(text).map(|number| number.to_string());
        for (text, number) in [
            ("2739.726", "2739.726"),
            ("1.5", "1.5"),
            (" 0.50 ", "0.5"),
            ("1e6", "1000000"),
            ("1.5E3", "1500"),
            ("25e-2", "0.25"),
            ("2M", "2000000"),
            ("2.5 k", "2500"),
            ("007", "7"),
            ("0", "0"),
            ("0.000001", "0.000001"),
            ("0.250", "0.25"),
            ("2740.500", "2740.5"),
        ] {
            assert_eq!(read(text).as_deref(), Some(number), "{text}");
        }
        for text in [
            "",
            "-1",
            "+1",
            ".5",
            "5.",
            "1.2.3",
            "1e",
            "1x",
            "M",
            "0.0000001",
            "1e99",
            "1e-99",
            "2.740",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let grouped = |text| Decimal::parse_grouped(text).and_then(Decimal::whole);
        assert_eq!(
            [grouped("2.740"), grouped("2.745"), grouped("2740.0")],
            [Some(2_740), None, None]
        );
    }
}
