//! Decimals as they are written, before anything is known of their range.

/// Significant digits that a number may have. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html>
pub(super) const DIGITS_MAX: i64 = 38;

/// A decimal as it was written, of any length: coefficient times power of ten.
#[derive(Default)]
pub(super) struct Decimal {
    /// Whether there is a minus sign, be it of a zero.
    pub negative: bool,
    /// The digits as an integer; right only if there are at most 38.
    pub coefficient: u128,
    /// Digits from the first to the last that is not 0.
    pub digit_count: i64,
    /// The power of ten by which the coefficient is multiplied.
    pub exponent: i64,
    /// The power of ten that is written after `e`.
    pub written_power: i64,
    /// Digits after the point.
    pub fraction_count: i64,
    /// All digits that are written, without zeros in front.
    pub written_count: i64,
}

impl Decimal {
    /// Reads a text of DynamoDB's grammar for numbers; `None` if it is not one.
    pub(super) fn scan(text: &[u8]) -> Option<Self> {
        let (negative, unsigned) = split_sign(text);
        let mut parts = unsigned.splitn(2, |byte| matches!(byte, b'e' | b'E'));
        let mantissa = parts.next()?;
        let exponent = parts.next().map_or(Some(0), scan_exponent)?;
        let mut decimal = Self { negative, exponent, written_power: exponent, ..Self::default() };
        decimal.scan_mantissa(mantissa)?;
        Some(decimal)
    }

    /// What is wrong with the powers of ten for those who have 32 bits.
    pub(super) fn fault_of_32_bits(&self) -> Option<Fault32> {
        let scale = self.fraction_count.saturating_sub(self.written_power);
        if i32::try_from(self.written_power).is_err() || i32::try_from(scale).is_err() {
            return Some(Fault32::NoDecimal);
        }
        let digit_count = self.written_count.max(1);
        (digit_count - scale >= i64::from(i32::MAX)).then_some(Fault32::Underflow)
    }

    fn scan_mantissa(&mut self, mantissa: &[u8]) -> Option<()> {
        let (mut after_point, mut has_digit, mut zeros) = (false, false, 0);
        for byte in mantissa {
            match byte {
                b'.' if !after_point => after_point = true,
                b'0'..=b'9' => {
                    has_digit = true;
                    self.fraction_count += i64::from(after_point);
                    self.written_count += i64::from(self.written_count > 0 || *byte != b'0');
                    match byte - b'0' {
                        0 => zeros += i64::from(self.digit_count > 0),
                        digit => self.push(std::mem::take(&mut zeros), digit),
                    }
                }
                _ => return None,
            }
        }
        self.exponent = self.exponent.saturating_add(zeros).saturating_sub(self.fraction_count);
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
}

/// What arithmetic with powers of ten of 32 bits makes of a decimal that it cannot hold.
///
/// Observed: 2026-10, numbers that were sent to the service. It is that of Java's `BigDecimal`.
pub(super) enum Fault32 {
    /// The text is not taken for a number.
    NoDecimal,
    /// The magnitude overflows, and is taken for a very small one.
    Underflow,
}

/// Whether a text begins with a minus sign, and the text after the sign, if there is one.
pub(super) fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', unsigned @ ..] => (true, unsigned),
        [b'+', unsigned @ ..] | unsigned => (false, unsigned),
    }
}

/// The power of ten after `e`; `None` if it is none of 64 bits.
fn scan_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = split_sign(text);
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_i64, |power, byte| {
        let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
        let digit = if negative { -digit } else { digit };
        power.checked_mul(10)?.checked_add(digit)
    })
}
