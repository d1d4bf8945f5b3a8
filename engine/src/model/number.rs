//! Numbers: exact decimals of up to 38 significant digits.
//!
//! A number is kept as coefficient times power of ten, in one normal form: the coefficient has no trailing zeros,
//! and zero has no sign. Two numbers are therefore equal exactly if their fields are, however they were written.
//! Nothing here rounds: an operation gives the exact result or an error.

use std::cmp::Ordering;
use std::fmt;

use crate::model::bytes::Bytes;

/// Significant digits that a number may have. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html>
const DIGITS_MAX: i64 = 38;

/// Power of ten of the first digit of the largest number, 9.99…E+125. Source: the same page.
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
#[derive(Clone, Copy, PartialEq, Eq)]
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
}

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self { coefficient: [0; 16], exponent: 0, negative: false };

    /// The number 1.
    pub const ONE: Self = Self { coefficient: 1_u128.to_ne_bytes(), exponent: 0, negative: false };

    /// Reads a number as DynamoDB does: a sign, digits with at most one point, and a power of ten.
    ///
    /// Fails with any variant of [`NumberError`]: the range is checked before the count of digits.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        if let Some(number) = parse_short_integer(text.as_bytes()) {
            return Ok(number);
        }
        if text.is_empty() {
            return Err(NumberError::Empty);
        }
        let decimal = Decimal::scan(text.as_bytes())
            .ok_or_else(|| NumberError::NotANumber { text: text.to_owned() })?;
        decimal.to_number()
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
        self.coefficient().checked_ilog10().map_or(0, |power| power + 1)
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

impl fmt::Display for NumberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                formatter.write_str("The parameter cannot be converted to a numeric value")
            }
            Self::NotANumber { text } => {
                write!(formatter, "The parameter cannot be converted to a numeric value: {text}")
            }
            Self::Overflow => formatter.write_str(
                "Number overflow. Attempting to store a number with magnitude larger than supported range",
            ),
            Self::Underflow => formatter.write_str(
                "Number underflow. Attempting to store a number with magnitude smaller than supported range",
            ),
            Self::TooManyDigits => formatter
                .write_str("Attempting to store more than 38 significant digits in a Number"),
        }
    }
}

impl std::error::Error for NumberError {}

/// A decimal as it was written, of any length: coefficient times power of ten.
#[derive(Default)]
struct Decimal {
    negative: bool,
    /// Right only while `digit_count` is at most 38.
    coefficient: u128,
    /// Digits from the first to the last that is not 0.
    digit_count: i64,
    exponent: i64,
}

impl Decimal {
    fn scan(text: &[u8]) -> Option<Self> {
        let (negative, unsigned) = split_sign(text);
        let mut parts = unsigned.splitn(2, |byte| matches!(byte, b'e' | b'E'));
        let mantissa = parts.next()?;
        let exponent = parts.next().map_or(Some(0), scan_exponent)?;
        let mut decimal = Self { negative, exponent, ..Self::default() };
        decimal.scan_mantissa(mantissa)?;
        Some(decimal)
    }

    fn scan_mantissa(&mut self, mantissa: &[u8]) -> Option<()> {
        let (mut after_point, mut has_digit, mut zeros) = (false, false, 0);
        for byte in mantissa {
            match byte {
                b'.' if !after_point => after_point = true,
                b'0'..=b'9' => {
                    has_digit = true;
                    self.exponent -= i64::from(after_point);
                    match byte - b'0' {
                        0 => zeros += i64::from(self.digit_count > 0),
                        digit => self.push(std::mem::take(&mut zeros), digit),
                    }
                }
                _ => return None,
            }
        }
        self.exponent = self.exponent.saturating_add(zeros);
        has_digit.then_some(())
    }

    /// Appends zeros and a digit that is not 0.
    fn push(&mut self, zeros: i64, digit: u8) {
        self.digit_count += zeros + 1;
        if self.digit_count <= DIGITS_MAX {
            let power = u32::try_from(zeros + 1).expect("at most 38 digits were appended");
            self.coefficient = self.coefficient * 10_u128.pow(power) + u128::from(digit);
        }
    }

    fn to_number(&self) -> Result<Number, NumberError> {
        let magnitude = self.exponent.saturating_add(self.digit_count - 1);
        if self.digit_count == 0 {
            Ok(Number::ZERO)
        } else if magnitude > MAGNITUDE_MAX {
            Err(NumberError::Overflow)
        } else if magnitude < MAGNITUDE_MIN {
            Err(NumberError::Underflow)
        } else if self.digit_count > DIGITS_MAX {
            Err(NumberError::TooManyDigits)
        } else {
            let exponent = i16::try_from(self.exponent).expect("the magnitude is in range");
            let coefficient = self.coefficient.to_ne_bytes();
            Ok(Number { coefficient, exponent, negative: self.negative })
        }
    }
}

/// Whether a text begins with a minus sign, and the text after the sign, if there is one.
fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', unsigned @ ..] => (true, unsigned),
        [b'+', unsigned @ ..] | unsigned => (false, unsigned),
    }
}

/// The power of ten after `e`; one that is too long to matter becomes a very large one.
fn scan_exponent(text: &[u8]) -> Option<i64> {
    /// Far outside of every range, far inside of an `i64`.
    const HUGE: i64 = 1 << 48;
    let (negative, digits) = split_sign(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let power =
        digits.iter().fold(0, |power, byte| (power * 10 + i64::from(byte - b'0')).min(HUGE));
    Some(if negative { -power } else { power })
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

/// Brings a coefficient and an exponent into normal form.
fn normalize(
    negative: bool,
    mut coefficient: u128,
    mut exponent: i64,
) -> Result<Number, NumberError> {
    while coefficient != 0 && coefficient.is_multiple_of(10) {
        coefficient /= 10;
        exponent += 1;
    }
    let digit_count = coefficient.checked_ilog10().map_or(0, |power| i64::from(power) + 1);
    Decimal { negative, coefficient, digit_count, exponent }.to_number()
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
