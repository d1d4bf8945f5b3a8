//! Numbers: exact decimals of up to 38 significant digits.
//!
//! A number is kept as coefficient times power of ten, in one normal form: the coefficient has no trailing zeros,
//! and zero has no sign. Two numbers are therefore equal exactly if their fields are, however they were written.
//! Nothing here rounds: an operation gives the exact result or an error.

use std::cmp::Ordering;
use std::fmt;

use crate::model::bytes::Bytes;
use crate::model::decimal::{DIGITS_MAX, Decimal, Fault32, split_sign};

/// Power of ten of the first digit of the largest number, 9.99…E+125. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html>
const MAGNITUDE_MAX: i64 = 125;

/// Power of ten of the first digit of the smallest positive number, 1E-130. Source: the same page.
const MAGNITUDE_MIN: i64 = -130;

/// Bytes of the largest number. Observed: eu-west-2, 2026, a negative number of 20 pairs costs no more than a positive one.
const SIZE_MAX: u64 = 21;

/// A decimal number of up to 38 significant digits between 1E-130 and 9.99…E+125 in magnitude, or zero.
///
/// ```
/// use engine::model::number::Number;
///
/// let price = Number::parse("+0199.990").unwrap();
/// assert_eq!(price.to_string(), "199.99");
/// assert_eq!(price.size().0, 4);
/// assert_eq!(price.add(Number::from(1)), Number::parse("200.99"));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Number {
    /// The digits as an integer, in the byte order of the machine: a `u128` itself would align values to 16 bytes.
    coefficient: [u8; 16],
    /// The power of ten by which the coefficient is multiplied.
    exponent: i16,
    negative: bool,
}

/// Why a text is not a number that can be stored, or a sum has no exact number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberError {
    /// The text is empty.
    Empty,
    /// The text is not a decimal number.
    NotANumber {
        /// The text as it was sent.
        text: String,
    },
    /// The magnitude is 1E126 or more; or a sum needs more than 38 digits, for which DynamoDB has the same words.
    Overflow,
    /// The magnitude is below 1E-130.
    Underflow,
    /// The text has more than 38 significant digits.
    TooManyDigits,
    /// The two generations of DynamoDB's checks find different faults.
    ByGeneration {
        /// What batches, transactions, Scan and PartiQL find.
        older: Box<NumberError>,
        /// What the other operations find.
        newer: Box<NumberError>,
    },
}

impl NumberError {
    /// The fault as the older checks find it.
    #[must_use]
    pub fn as_older(self) -> Self {
        match self {
            Self::ByGeneration { older, .. } => *older,
            error => error,
        }
    }
}

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self { coefficient: [0; 16], exponent: 0, negative: false };

    /// Bytes that [`Number::encode`] appends at most.
    pub const ENCODING_SIZE_MAX: usize = 18;

    /// Reads a number as DynamoDB does: a sign, digits with at most one point, and a power of ten.
    ///
    /// Fails with any variant of [`NumberError`]: the range is checked before the count of digits. Zero is in range if a 1 in
    /// place of its last digit is.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        if let Some(number) = parse_short_integer(text.as_bytes()) {
            return Ok(number);
        }
        let not_a_number = || NumberError::NotANumber { text: text.to_owned() };
        if text.is_empty() {
            return Err(by_generation(NumberError::Empty, not_a_number()));
        }
        let decimal = Decimal::scan(text.as_bytes()).ok_or_else(not_a_number)?;
        from_decimal(&decimal).map_err(|newer| match decimal.fault_of_32_bits() {
            None => newer,
            Some(Fault32::NoDecimal) => by_generation(not_a_number(), newer),
            Some(Fault32::Underflow) => by_generation(NumberError::Underflow, newer),
        })
    }

    /// Whether this is the number 0.
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Whether this is below 0.
    pub fn is_negative(self) -> bool {
        self.negative
    }

    /// The number as an integer, if it is one between 0 and 2^64 - 1.
    pub fn to_u64(self) -> Option<u64> {
        let power = u32::try_from(self.exponent).ok()?;
        let integer = self.coefficient().checked_mul(10_u128.checked_pow(power)?)?;
        if self.negative { None } else { u64::try_from(integer).ok() }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negate(self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), ..self }
    }

    /// The exact sum.
    ///
    /// Fails with [`NumberError::Overflow`] if the sum is too large or needs more than 38 digits,
    /// and with [`NumberError::Underflow`] if it is too near to 0.
    #[expect(clippy::should_implement_trait, reason = "an operator that can fail surprises")]
    pub fn add(self, other: Self) -> Result<Self, NumberError> {
        let (high, low) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        if high.is_zero() || low.is_zero() {
            return Ok(if high.is_zero() { low } else { high });
        }
        // The last digit of `low` survives unless the exponents are equal, so a sum of at most 38 digits
        // has operands that fit once they are written with the smaller exponent.
        let shift = u32::from(high.exponent.abs_diff(low.exponent));
        let shifted = 10_u128
            .checked_pow(shift)
            .and_then(|power| high.coefficient().checked_mul(power))
            .ok_or(NumberError::Overflow)?;
        let (negative, coefficient) = if high.negative == low.negative {
            let sum = shifted.checked_add(low.coefficient()).ok_or(NumberError::Overflow)?;
            (high.negative, sum)
        } else {
            let difference = shifted.abs_diff(low.coefficient());
            (if shifted >= low.coefficient() { high.negative } else { low.negative }, difference)
        };
        match normalize(negative, coefficient, low.exponent.into()) {
            Err(NumberError::TooManyDigits) => Err(NumberError::Overflow),
            sum => sum,
        }
    }

    /// The exact difference. Fails as [`Number::add`] does.
    pub fn subtract(self, other: Self) -> Result<Self, NumberError> {
        self.add(other.negate())
    }

    /// Bytes of the number as a value: a byte for each pair of digits counted from the decimal point,
    /// one for the power of ten, one for a minus sign, at most 21.
    ///
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>
    /// Observed: eu-west-2, 2026, 33 numbers measured to the byte through `ConsumedCapacity`.
    pub fn size(self) -> Bytes {
        if self.is_zero() {
            return Bytes(1);
        }
        // Digits that begin in the middle of a pair and end in the middle of one touch a pair more.
        let pairs = u64::from(self.digit_count().div_ceil(2));
        let split = self.digit_count().is_multiple_of(2) && self.magnitude() % 2 == 0;
        Bytes((pairs + u64::from(split) + 1 + u64::from(self.negative)).min(SIZE_MAX))
    }

    /// Appends a form whose byte order is the order of the numbers, and of which none is the beginning of another:
    /// a byte for the sign, one for the magnitude, sixteen for the digits; a negative number has the last two complemented.
    pub fn encode(self, out: &mut Vec<u8>) {
        match self.sign() {
            Ordering::Less => out.push(0),
            Ordering::Equal => return out.push(1),
            Ordering::Greater => out.push(2),
        }
        let mask = if self.negative { u8::MAX } else { 0 };
        let magnitude = u8::try_from(i64::from(self.magnitude()) - MAGNITUDE_MIN)
            .expect("the range of magnitudes has 256 members");
        out.push(magnitude ^ mask);
        out.extend(self.aligned_coefficient().to_be_bytes().map(|byte| byte ^ mask));
    }

    fn coefficient(self) -> u128 {
        u128::from_ne_bytes(self.coefficient)
    }

    fn digit_count(self) -> u32 {
        digit_count(self.coefficient())
    }

    /// The power of ten of the first digit; of a number that is not zero.
    fn magnitude(self) -> i32 {
        i32::from(self.exponent) + self.digit_count().cast_signed() - 1
    }

    /// The coefficient with zeros appended until it has 38 digits.
    fn aligned_coefficient(self) -> u128 {
        self.coefficient() * 10_u128.pow(38 - self.digit_count())
    }

    /// The order of the number and 0.
    fn sign(self) -> Ordering {
        match (self.is_zero(), self.negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    /// The order of two positive numbers, or of two negative numbers without their signs.
    fn compare_magnitude(self, other: Self) -> Ordering {
        let magnitudes = self.magnitude().cmp(&other.magnitude());
        magnitudes.then_with(|| self.aligned_coefficient().cmp(&other.aligned_coefficient()))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.sign().cmp(&other.sign());
        signs.then_with(|| match self.sign() {
            Ordering::Less => other.compare_magnitude(*self),
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => self.compare_magnitude(*other),
        })
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Number {
    fn from(integer: u64) -> Self {
        from_integer(false, integer)
    }
}

impl From<i64> for Number {
    fn from(integer: i64) -> Self {
        from_integer(integer < 0, integer.unsigned_abs())
    }
}

impl From<i32> for Number {
    fn from(integer: i32) -> Self {
        Self::from(i64::from(integer))
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Number({self})")
    }
}

/// Plain decimal notation, never with an exponent: at most 170 characters.
impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            formatter.write_str("-")?;
        }
        let mut buffer = [0; 39];
        let digits = decimal_digits(self.coefficient(), &mut buffer);
        let exponent = isize::from(self.exponent);
        match digits.len().checked_add_signed(exponent) {
            Some(point) if point >= digits.len() => {
                formatter.write_str(digits)?;
                write_zeros(formatter, point - digits.len())
            }
            Some(point) if point > 0 => {
                formatter.write_str(&digits[..point])?;
                formatter.write_str(".")?;
                formatter.write_str(&digits[point..])
            }
            Some(_) | None => {
                formatter.write_str("0.")?;
                write_zeros(formatter, exponent.unsigned_abs() - digits.len())?;
                formatter.write_str(digits)
            }
        }
    }
}

/// The number of a decimal in normal form. The range is checked before the count of digits.
fn from_decimal(decimal: &Decimal) -> Result<Number, NumberError> {
    let magnitude = decimal.exponent.saturating_add(decimal.digit_count.max(1) - 1);
    if magnitude > MAGNITUDE_MAX {
        Err(NumberError::Overflow)
    } else if magnitude < MAGNITUDE_MIN {
        Err(NumberError::Underflow)
    } else if decimal.digit_count == 0 {
        Ok(Number::ZERO)
    } else if decimal.digit_count > DIGITS_MAX {
        Err(NumberError::TooManyDigits)
    } else {
        let exponent = i16::try_from(decimal.exponent).expect("the magnitude is in range");
        let coefficient = decimal.coefficient.to_ne_bytes();
        Ok(Number { coefficient, exponent, negative: decimal.negative })
    }
}

/// The error of two faults, which are often one.
fn by_generation(older: NumberError, newer: NumberError) -> NumberError {
    match older == newer {
        true => newer,
        false => NumberError::ByGeneration { older: Box::new(older), newer: Box::new(newer) },
    }
}

/// The common case by a short way: up to 18 digits and perhaps a sign.
fn parse_short_integer(text: &[u8]) -> Option<Number> {
    let (negative, digits) = split_sign(text);
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let integer = digits.iter().fold(0, |integer, byte| integer * 10 + u64::from(byte - b'0'));
    Some(from_integer(negative, integer))
}

fn from_integer(negative: bool, mut integer: u64) -> Number {
    if integer == 0 {
        return Number::ZERO;
    }
    let mut exponent = 0;
    while integer.is_multiple_of(10) {
        integer /= 10;
        exponent += 1;
    }
    Number { coefficient: u128::from(integer).to_ne_bytes(), exponent, negative }
}

/// Digits of a coefficient. Most are short, and a short number is divided faster.
fn digit_count(coefficient: u128) -> u32 {
    let power = match u64::try_from(coefficient) {
        Ok(short) => short.checked_ilog10(),
        Err(_) => coefficient.checked_ilog10(),
    };
    power.map_or(0, |power| power + 1)
}

/// Brings a coefficient and an exponent into normal form.
fn normalize(
    negative: bool,
    mut coefficient: u128,
    mut exponent: i64,
) -> Result<Number, NumberError> {
    if coefficient == 0 {
        return Ok(Number::ZERO);
    }
    while coefficient.is_multiple_of(10) {
        coefficient /= 10;
        exponent += 1;
    }
    let digit_count = i64::from(digit_count(coefficient));
    from_decimal(&Decimal { negative, coefficient, digit_count, exponent, ..Decimal::default() })
}

/// The decimal digits of an integer, written at the end of the buffer.
fn decimal_digits(integer: u128, buffer: &mut [u8; 39]) -> &str {
    /// The largest power of ten in a `u64`: dividing by it once keeps slow divisions to two.
    const CHUNK: u128 = 10_u128.pow(19);
    let mut start = buffer.len();
    let mut rest = integer;
    loop {
        let mut chunk = u64::try_from(rest % CHUNK).expect("a remainder is below its divisor");
        rest /= CHUNK;
        let chunk_start = if rest == 0 { 0 } else { start - 19 };
        while start > chunk_start && (rest != 0 || chunk != 0 || start == buffer.len()) {
            start -= 1;
            buffer[start] = b'0' + u8::try_from(chunk % 10).expect("a digit is below 10");
            chunk /= 10;
        }
        if rest == 0 {
            break;
        }
    }
    str::from_utf8(&buffer[start..]).expect("digits are ASCII")
}

fn write_zeros(formatter: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    write!(formatter, "{:0<count$}", "")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    /// The outcome of reading a text: the normal form, or the error's name.
    fn read(text: &str) -> String {
        match Number::parse(text) {
            Ok(number) => number.to_string(),
            Err(error) => format!("{error:?}"),
        }
    }

    #[test]
    fn a_number_is_printed_as_a_plain_decimal() {
        let zeros = |count| "0".repeat(count);
        for (text, printed) in [
            ("007", "7".to_owned()),
            ("+1.5", "1.5".to_owned()),
            ("1.0", "1".to_owned()),
            ("1.10", "1.1".to_owned()),
            ("100.000", "100".to_owned()),
            ("0.0", "0".to_owned()),
            ("1e3", "1000".to_owned()),
            ("1E+3", "1000".to_owned()),
            ("5e1", "50".to_owned()),
            ("-3e2", "-300".to_owned()),
            ("1.5e2", "150".to_owned()),
            ("1e-3", "0.001".to_owned()),
            ("123e-2", "1.23".to_owned()),
            ("1.0e-1", "0.1".to_owned()),
            ("-0", "0".to_owned()),
            ("-0.0", "0".to_owned()),
            ("+0", "0".to_owned()),
            ("0e5", "0".to_owned()),
            ("0e-5", "0".to_owned()),
            ("0e125", "0".to_owned()),
            ("0e-130", "0".to_owned()),
            ("0.0e126", "0".to_owned()),
            ("0.00e127", "0".to_owned()),
            (".5", "0.5".to_owned()),
            ("5.", "5".to_owned()),
            ("-.5", "-0.5".to_owned()),
            ("00042", "42".to_owned()),
            ("0042.1200", "42.12".to_owned()),
            ("9.9e10", "99000000000".to_owned()),
            ("1e20", format!("1{}", zeros(20))),
            ("1e125", format!("1{}", zeros(125))),
            ("1e-20", format!("0.{}1", zeros(19))),
            ("-1e-130", format!("-0.{}1", zeros(129))),
            (
                "12345678901234567890123456789012345678",
                "12345678901234567890123456789012345678".to_owned(),
            ),
            ("10000000000000000000", "10000000000000000000".to_owned()),
            ("10000000000000000001", "10000000000000000001".to_owned()),
            (
                "1234567890123456789.0123456789012345678",
                "1234567890123456789.0123456789012345678".to_owned(),
            ),
        ] {
            assert_eq!(read(text), printed, "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_number_is_rejected() {
        let empty = Number::parse("").unwrap_err();
        assert_eq!(empty.as_older(), NumberError::Empty);
        for text in [
            " ",
            " 1",
            "1 ",
            "1 2",
            "NaN",
            "Infinity",
            "-Infinity",
            "1_000",
            "1,5",
            "1+2",
            "1.2.3",
            "++5",
            "+-5",
            "-",
            "+",
            "1e",
            "1e+",
            "e5",
            "+e2",
            ".",
            "-.",
            ".e1",
            "1e5.0",
            "1ee5",
            "0x10",
            "dog",
            "٣",
        ] {
            assert_eq!(Number::parse(text), Err(NumberError::NotANumber { text: text.to_owned() }));
        }
    }

    #[test]
    fn each_limit_has_two_sides() {
        let nines = "9".repeat(38);
        assert_eq!(read(&format!("9.{}E+125", &nines[1..])), format!("{nines}{}", "0".repeat(88)));
        assert_eq!(read("1E126"), "Overflow");
        assert_eq!(read("-10e125"), "Overflow");
        assert_eq!(read("0e200"), "Overflow");
        assert_eq!(read("-0e-140"), "Underflow");
        assert_eq!(read("1E-130"), format!("0.{}1", "0".repeat(129)));
        assert_eq!(read(&format!("{nines}e-167")), format!("0.{}{nines}", "0".repeat(129)));
        assert_eq!(read("1E-131"), "Underflow");
        assert_eq!(read("0.1e-130"), "Underflow");
        assert_eq!(read(&format!("{nines}000")), format!("{nines}000"));
        assert_eq!(read(&format!("000{nines}.000")), nines);
        assert_eq!(read(&format!("{nines}9")), "TooManyDigits");
        assert_eq!(read(&format!("1{}1", "0".repeat(37))), "TooManyDigits");
        assert_eq!(read(&format!("{nines}9e125")), "Overflow");
    }

    #[test]
    fn a_power_of_ten_has_64_bits_and_32_in_the_older_checks() {
        let not_a_number = |text: &str| NumberError::NotANumber { text: text.to_owned() };
        for (text, newer, older) in [
            ("1e9223372036854775807", NumberError::Overflow, None),
            ("0e-9223372036854775808", NumberError::Underflow, None),
            ("7e2147483648", NumberError::Overflow, None),
            ("2.25e-2147483647", NumberError::Underflow, None),
            ("7e2147483646", NumberError::Overflow, Some(NumberError::Underflow)),
            ("7e2147483645", NumberError::Overflow, Some(NumberError::Overflow)),
            ("2.25e-2147483645", NumberError::Underflow, Some(NumberError::Underflow)),
            ("9e400", NumberError::Overflow, Some(NumberError::Overflow)),
        ] {
            let error = Number::parse(text).unwrap_err();
            assert_eq!(error.to_string(), newer.to_string(), "{text}");
            assert_eq!(error.as_older(), older.unwrap_or(not_a_number(text)), "{text}");
        }
        for text in ["1e-9223372036854775809", "1e9223372036854775808", "1e99999999999999999999"] {
            assert_eq!(Number::parse(text), Err(not_a_number(text)));
        }
    }

    #[test]
    fn an_error_has_the_words_of_dynamodb() {
        for (text, words) in [
            ("", "The parameter cannot be converted to a numeric value: "),
            ("dog", "The parameter cannot be converted to a numeric value: dog"),
            (
                "1e126",
                "Number overflow. Attempting to store a number with magnitude larger than supported range",
            ),
            (
                "1e-131",
                "Number underflow. Attempting to store a number with magnitude smaller than supported range",
            ),
            (
                "0.123456789012345678901234567890123456789",
                "Attempting to store more than 38 significant digits in a Number",
            ),
        ] {
            assert_eq!(Number::parse(text).unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn size_counts_pairs_of_digits_from_the_decimal_point() {
        for (text, size) in [
            ("0", 1),
            ("-0", 1),
            ("1", 2),
            ("12", 2),
            ("15", 2),
            ("0.15", 2),
            ("100", 2),
            ("0042", 2),
            ("0.0000001", 2),
            ("1E125", 2),
            ("1E-100", 2),
            ("-42", 3),
            ("-0.15", 3),
            ("-1E125", 3),
            ("123", 3),
            ("1234", 3),
            ("1010", 3),
            ("1.5", 3),
            ("1.2", 3),
            ("1.200", 3),
            ("12345", 4),
            ("123456", 4),
            ("1.234", 4),
            ("100.5", 4),
            ("3.14159", 5),
            ("1234567", 5),
            ("12345678", 5),
            ("-12345", 5),
            ("123456789", 6),
            ("1234567891", 6),
            ("12345678912", 7),
            ("123456789123", 7),
            ("1234567890123456789", 11),
            ("12345678901234567890123456789012345678", 20),
            ("120", 3),
            ("0.012", 3),
            ("12340", 4),
            ("199.99", 4),
            ("1725148800", 5),
            ("1437136300", 5),
            ("20240115", 5),
            ("-1.2345678901234567890123456789012345678", 21),
            ("1.2345678901234567890123456789012345678", 21),
        ] {
            assert_eq!(number(text).size(), Bytes(size), "{text}");
        }
    }

    /// The outcome of an addition: the sum, or the error's name.
    #[track_caller]
    fn check_sum(left: &str, right: &str, sum: &str) {
        let outcome = number(left).add(number(right));
        assert_eq!(outcome.map_or_else(|error| format!("{error:?}"), |it| it.to_string()), sum);
    }

    #[test]
    fn a_sum_is_exact_or_rejected() {
        check_sum("0.1", "0.2", "0.3");
        check_sum("5", "5", "10");
        check_sum("1", "-1", "0");
        check_sum("0", "-7", "-7");
        check_sum("1e20", "1", "100000000000000000001");
        check_sum("-3", "1.5", "-1.5");
        check_sum("1e50", "1", "Overflow");
        check_sum("1e125", "1e-130", "Overflow");
        check_sum("1e38", "-1", &"9".repeat(38));
        check_sum("1e38", "1", "Overflow");
        check_sum("1e39", "-1", "Overflow");
        check_sum(&"9".repeat(38), "1", &format!("1{}", "0".repeat(38)));
        check_sum(&"9".repeat(38), "2", "Overflow");
        check_sum("9e125", "1e125", "Overflow");
        check_sum("1.1e-130", "-1e-130", "Underflow");
    }

    #[test]
    fn integers_become_numbers_and_come_back() {
        assert_eq!(Number::from(u64::MAX).to_string(), u64::MAX.to_string());
        assert_eq!(Number::from(i64::MIN).to_string(), i64::MIN.to_string());
        assert_eq!(Number::from(0), Number::ZERO);
        assert_eq!(number("1.2e4").to_u64(), Some(12_000));
        assert_eq!(number("18446744073709551615").to_u64(), Some(u64::MAX));
        assert_eq!(number("18446744073709551616").to_u64(), None);
        assert_eq!(number("1e125").to_u64(), None);
        assert_eq!(number("0.5").to_u64(), None);
        assert_eq!(number("-1").to_u64(), None);
    }

    #[test]
    fn a_number_takes_twenty_bytes_of_memory() {
        assert_eq!(size_of::<Number>(), 20);
    }

    prop_compose! {
        /// Any number, and often two with the same magnitude or few digits.
        fn any_number()(
            negative: bool,
            digits in prop_oneof!["[0-9]", "[0-9]{1,5}", "[0-9]{17,20}", "[0-9]{38}"],
            magnitude in prop_oneof![-3..3_i64, 30..40_i64, -130..=125_i64],
        ) -> Number {
            let sign = if negative { "-" } else { "" };
            let significant = digits.trim_start_matches('0');
            // Zero is checked as if its last digit were one.
            let length = significant.len().max(1);
            let power = magnitude + 1 - i64::try_from(length).unwrap();
            number(&format!("{sign}0{significant}e{power}"))
        }
    }

    fn encoding(number: Number) -> Vec<u8> {
        let mut bytes = Vec::new();
        number.encode(&mut bytes);
        bytes
    }

    /// The size by its definition: pairs of digits aligned at the point, without the pairs of zeros around them.
    fn size_by_definition(number: Number) -> usize {
        let text = number.to_string();
        let unsigned = text.trim_start_matches('-');
        let (integer, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let mut digits = format!("{}{integer}{fraction}", "0".repeat(integer.len() % 2));
        digits.push_str(&"0".repeat(fraction.len() % 2));
        let pairs: Vec<_> = digits.as_bytes().chunks(2).collect();
        let is_set = |pair: &&[u8]| *pair != b"00";
        let Some(first) = pairs.iter().position(is_set) else { return 1 };
        let last = pairs.iter().rposition(is_set).unwrap();
        (last - first + 2 + usize::from(text.starts_with('-'))).min(21)
    }

    proptest! {
        #[test]
        fn a_printed_number_is_read_back(number in any_number()) {
            prop_assert_eq!(Number::parse(&number.to_string()), Ok(number));
        }

        #[test]
        fn the_order_of_encodings_is_the_order_of_numbers(left in any_number(), right in any_number()) {
            prop_assert_eq!(encoding(left).cmp(&encoding(right)), left.cmp(&right));
        }

        #[test]
        fn no_encoding_begins_another(left in any_number(), right in any_number()) {
            prop_assert!(left == right || !encoding(left).starts_with(&encoding(right)));
        }

        #[test]
        fn addition_commutes(left in any_number(), right in any_number()) {
            prop_assert_eq!(left.add(right), right.add(left));
        }

        #[test]
        fn subtraction_undoes_addition(left in any_number(), right in any_number()) {
            if let Ok(sum) = left.add(right) {
                prop_assert_eq!(sum.subtract(right), Ok(left));
            }
        }

        #[test]
        fn order_is_the_sign_of_the_difference(left in any_number(), right in any_number()) {
            if let Ok(difference) = left.subtract(right) {
                prop_assert_eq!(left.cmp(&right), difference.sign());
            }
        }

        #[test]
        fn size_follows_its_definition(number in any_number()) {
            prop_assert_eq!(number.size(), Bytes::from_length(size_by_definition(number)));
        }

        #[test]
        fn reading_never_panics(text in "[-+.eE0-9 ]{0,60}") {
            let _ = Number::parse(&text);
        }
    }
}
