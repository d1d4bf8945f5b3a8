//! The form of numbers: grouping, decimals and units as the language writes them. Integers throughout.

use crate::message::word;
use crate::view::value::Units;

/// Bytes of a kilobyte, as DynamoDB counts.
const KILOBYTE: u64 = 1024;

/// "1,024".
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let group = word("number.group");
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push_str(&group);
        }
        text.push(digit);
    }
    text
}

/// "3,560 B".
pub fn bytes(bytes: u64) -> String {
    fill(&word("number.bytes"), &count(bytes))
}

/// "35.4 KB", in the largest unit of which there is one.
pub fn size(bytes: u64) -> String {
    let (key, unit) = match bytes {
        0..KILOBYTE => return self::bytes(bytes),
        KILOBYTE..1_048_576 => ("number.kilobytes", KILOBYTE),
        1_048_576..1_073_741_824 => ("number.megabytes", KILOBYTE * KILOBYTE),
        _ => ("number.gigabytes", KILOBYTE * KILOBYTE * KILOBYTE),
    };
    let tenths = (u128::from(bytes) * 10 + u128::from(unit) / 2) / u128::from(unit);
    let tenths = u64::try_from(tenths).expect("ten times a number of kilobytes fits");
    fill(&word(key), &decimal(tenths / 10, &format!("{}", tenths % 10)))
}

/// "0.5", "12".
pub fn units(units: Units) -> String {
    let fraction = if units.halves.is_multiple_of(2) { "" } else { "5" };
    decimal(units.halves / 2, fraction)
}

/// "3.48".
pub fn hundredths(hundredths: u64) -> String {
    decimal(hundredths / 100, &format!("{:02}", hundredths % 100))
}

/// "3.48", "0.1", "2": hundredths without needless zeros.
pub fn short(hundredths: u64) -> String {
    let digits = format!("{:02}", hundredths % 100);
    decimal(hundredths / 100, digits.trim_end_matches('0'))
}

/// "0.2 s", "0.18 s", "12.4 s": hundredths of a second, without needless zeros.
pub fn seconds(ms: u64) -> String {
    fill(&word("number.seconds"), &short(ms.div_ceil(10)))
}

/// "12.40 s": always two decimals, so that a running clock does not jump.
pub fn clock(ms: u64) -> String {
    fill(&word("number.seconds"), &hundredths(ms / 10))
}

fn decimal(whole: u64, fraction: &str) -> String {
    let whole = count(whole);
    if fraction.is_empty() { whole } else { format!("{whole}{}{fraction}", word("number.point")) }
}

fn fill(template: &str, number: &str) -> String {
    template.replace("{number}", number)
}
