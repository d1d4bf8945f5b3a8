//! Sizes in bytes and units, computed as the documentation describes: names, values, and the pairs of digits of a number.

use serde_json::Value;

use crate::item::Attributes;

/// Write units of a number of bytes: one for each KB, rounded up, at least one.
pub fn units(bytes: usize) -> u64 {
    bytes.div_ceil(1_024).max(1) as u64
}

/// Bytes of an item: names and values.
pub fn size(item: &Attributes) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

/// Bytes of a value in `DynamoDB` JSON.
pub fn value_size(value: &Value) -> usize {
    let (tag, content) =
        value.as_object().and_then(|object| object.iter().next()).expect("a value has a type");
    let members = || content.as_array().into_iter().flatten().filter_map(Value::as_str);
    let text = || content.as_str().unwrap_or_default();
    match tag.as_str() {
        "S" => text().len(),
        "N" => number_size(text()),
        "B" => base64_size(text()),
        "BOOL" | "NULL" => 1,
        "SS" => members().map(str::len).sum(),
        "NS" => members().map(number_size).sum(),
        "BS" => members().map(base64_size).sum(),
        "L" => {
            3 + content
                .as_array()
                .into_iter()
                .flatten()
                .map(|element| 1 + value_size(element))
                .sum::<usize>()
        }
        "M" => {
            let pairs = content.as_object().into_iter().flatten();
            3 + pairs.map(|(name, value)| name.len() + 1 + value_size(value)).sum::<usize>()
        }
        tag => panic!("{tag} is no type"),
    }
}

fn base64_size(text: &str) -> usize {
    text.len() / 4 * 3 - text.bytes().rev().take_while(|byte| *byte == b'=').count()
}

/// Bytes of a number in plain decimal: its digits in pairs around the point, without pairs of zeros at either end.
pub fn number_size(text: &str) -> usize {
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = if whole.len() % 2 == 1 { format!("0{whole}") } else { whole.to_owned() };
    let fraction =
        if fraction.len() % 2 == 1 { format!("{fraction}0") } else { fraction.to_owned() };
    let all = whole + &fraction;
    let pairs: Vec<&[u8]> = all.as_bytes().chunks(2).collect();
    let first = pairs.iter().position(|pair| *pair != b"00");
    let last = pairs.iter().rposition(|pair| *pair != b"00");
    match first.zip(last) {
        None => 1,
        Some((first, last)) => (last - first + 2 + usize::from(text.starts_with('-'))).min(21),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_number_is_as_measured() {
        for (number, size) in [
            ("0", 1),
            ("1", 2),
            ("100", 2),
            ("123", 3),
            ("1010", 3),
            ("120", 3),
            ("1.5", 3),
            ("0.15", 2),
            ("0.0000001", 2),
            ("100.5", 4),
            ("3.14159", 5),
            ("-42", 3),
            ("-12345", 5),
            ("1234567890123456789", 11),
            ("12345678901234567890123456789012345678", 20),
            ("-1.2345678901234567890123456789012345678", 21),
        ] {
            assert_eq!(number_size(number), size, "{number}");
        }
    }
}
