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
}

impl Decimal {
    /// Reads a text of DynamoDB's grammar for numbers; `None` if it is not one.
    pub(super) fn scan(text: &[u8]) -> Option<Self> {
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
}

/// Whether a text begins with a minus sign, and the text after the sign, if there is one.
pub(super) fn split_sign(text: &[u8]) -> (bool, &[u8]) {
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
