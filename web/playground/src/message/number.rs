//! The form of numbers: grouping, decimals and units as the language writes them. Integers throughout.

use engine::clock::UnixTime;
use fixed_decimal::UnsignedDecimal;
use icu_plurals::PluralOperands;

use crate::message::catalogue::{filled, word};
use crate::view::decimal::Decimal;
use crate::view::money::{Currency, Money};
use crate::view::value::Units;

/// Decimal places of money as it is kept, and as it is paid.
const PICO_PLACES: u32 = 12;
const CENT_PLACES: u32 = 2;

/// A number with the fewest decimals of money, and a digit before them.
const CENTS: &str = "000";

/// Digits with which less than a dollar is written.
const SMALL_DIGITS: u32 = 4;

/// A dollar, as money is kept.
const DOLLAR: u128 = 1_000_000_000_000;

/// A minute and an hour in milliseconds, and a day in minutes.
const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const MINUTES_PER_DAY: u64 = 24 * 60;

/// Bytes of a kilobyte, as DynamoDB counts.
const KILOBYTE: u64 = 1024;

/// A number as it is shown: what is before the point, and the digits behind it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Digits {
    whole: u64,
    fraction: String,
}

impl Digits {
    /// "1024".
    pub fn whole(number: u64) -> Self {
        Self { whole: number, fraction: String::new() }
    }

    /// "0.5", "12".
    pub fn units(units: Units) -> Self {
        let fraction = if units.halves.is_multiple_of(2) { "" } else { "5" };
        Self { whole: units.halves / 2, fraction: fraction.to_owned() }
    }

    /// "2739.726".
    pub fn decimal(number: Decimal) -> Self {
        let (digits, parts) = number.fraction();
        let written = number.to_string();
        let fraction = written.split_once('.').map(|(_, fraction)| fraction.to_owned());
        Self { whole: digits / parts, fraction: fraction.unwrap_or_default() }
    }

    /// "3.48", "2.00".
    pub fn hundredths(hundredths: u64) -> Self {
        Self { whole: hundredths / 100, fraction: format!("{:02}", hundredths % 100) }
    }

    /// "0.289", "2".
    pub fn thousandths(thousandths: u64) -> Self {
        let fraction = format!("{:03}", thousandths % 1_000);
        Self { whole: thousandths / 1_000, fraction }.without_zeros()
    }

    /// "28.9": thousandths as a share of a hundred.
    pub fn percent(permille: u64) -> Self {
        Self { whole: permille / 10, fraction: format!("{}", permille % 10) }.without_zeros()
    }

    /// "6.25": ten-thousandths as a share of a hundred.
    pub fn exact_percent(ten_thousandths: u64) -> Self {
        Self::hundredths(ten_thousandths).without_zeros()
    }

    fn without_zeros(self) -> Self {
        Self { fraction: self.fraction.trim_end_matches('0').to_owned(), ..self }
    }

    /// As the rules for plurals take a number: "1.0" is not "1".
    pub fn operands(&self) -> PluralOperands {
        let digits = format!("{}.{}", self.whole, self.fraction);
        let digits = digits.trim_end_matches('.');
        (&UnsignedDecimal::try_from_str(digits).expect("digits and a point are a number")).into()
    }

    /// As the language writes it: "1,024.5".
    pub fn text(&self) -> String {
        let Self { whole, fraction } = self;
        let whole = count(*whole);
        if fraction.is_empty() {
            whole
        } else {
            format!("{whole}{}{fraction}", word("number.point"))
        }
    }
}

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
    filled("number.bytes", "number", &count(bytes))
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
    let number = Digits { whole: tenths / 10, fraction: format!("{}", tenths % 10) };
    filled(key, "number", &number.text())
}

/// "0.5", "12".
pub fn units(units: Units) -> String {
    Digits::units(units).text()
}

/// "3.48".
pub fn hundredths(hundredths: u64) -> String {
    Digits::hundredths(hundredths).text()
}

/// "3.48", "0.1", "2": hundredths without needless zeros.
pub fn short(hundredths: u64) -> String {
    Digits::hundredths(hundredths).without_zeros().text()
}

/// "0.2 s", "0.18 s", "12.4 s": hundredths of a second, without needless zeros. From an hour on "1 h 30 min", "30 d": the two
/// largest units.
pub fn seconds(ms: u64) -> String {
    if ms < HOUR_MS {
        return filled("number.seconds", "number", &short(ms.div_ceil(10)));
    }
    let minutes = ms.div_ceil(MINUTE_MS);
    let parts = [
        ("number.days", minutes / MINUTES_PER_DAY),
        ("number.hours", minutes % MINUTES_PER_DAY / 60),
        ("number.minutes", minutes % 60),
    ];
    let parts = parts.into_iter().filter(|(_, number)| *number > 0).take(2);
    let parts: Vec<String> =
        parts.map(|(key, number)| filled(key, "number", &count(number))).collect();
    parts.join(&word("number.between_units"))
}

/// "12.40 s", "1:00:00.20", "30 d 0:00:00.00": always two decimals, so that a running clock does not jump.
pub fn clock(ms: u64) -> String {
    if ms < HOUR_MS {
        return filled("number.seconds", "number", &hundredths(ms.div_ceil(10)));
    }
    let (minutes, rest) = (ms / MINUTE_MS, ms % MINUTE_MS);
    let (days, hours) = (minutes / MINUTES_PER_DAY, minutes % MINUTES_PER_DAY / 60);
    // Under ten seconds, a zero is in front.
    let zero = if rest < 10_000 { "0" } else { "" };
    let time = format!("{hours}:{:02}:{zero}{}", minutes % 60, hundredths(rest / 10));
    match days {
        0 => time,
        _ => [filled("number.days", "number", &count(days)), time]
            .join(&word("number.between_units")),
    }
}

/// "2026-11-23 10:00 UTC", "2026-11-23 10:00:05 UTC": a moment in milliseconds since 1970, as ISO 8601 writes it. A full minute
/// has no seconds.
pub fn date(ms: u64) -> String {
    let written = UnixTime(ms).to_string();
    // `2026-11-23T10:00:05.000`
    let (date, time) = written.split_once('T').expect("a date has a time");
    let (time, _) = time.split_once('.').expect("a time has milliseconds");
    format!("{date} {} UTC", time.strip_suffix(":00").unwrap_or(time))
}

/// "0.289", "2": thousandths without needless zeros.
pub fn thousandths(thousandths: u64) -> String {
    Digits::thousandths(thousandths).text()
}

/// "28.9%": thousandths as a share of a hundred.
pub fn percent(permille: u64) -> String {
    filled("number.percent", "number", &Digits::percent(permille).text())
}

/// "6.25%": ten-thousandths as a share of a hundred.
pub fn exact_percent(ten_thousandths: u64) -> String {
    filled("number.percent", "number", &Digits::exact_percent(ten_thousandths).text())
}

/// "−5".
pub fn negative(number: &str) -> String {
    filled("number.negative", "number", number)
}

/// "$65.70", "$0.4745", "$0.0000083": cents, and as many places more as a small amount needs to have four digits. "at least $2.00"
/// is a sum of which parts are not known, and "not known" one of which nothing is.
pub fn money(money: Money) -> String {
    if money.is_least && money.pico == 0 {
        return word("cost.unknown").to_string();
    }
    if money.is_least {
        return filled(
            "number.at_least",
            "number",
            &self::money(Money { is_least: false, ..money }),
        );
    }
    let key = match money.currency {
        Currency::Dollar => "number.dollars",
        Currency::Yuan => "number.yuan",
    };
    let digit_count = money.pico.checked_ilog10().unwrap_or(0) + 1;
    let places = match money.pico {
        DOLLAR.. => CENT_PLACES,
        _ => (PICO_PLACES + SMALL_DIGITS - digit_count).clamp(CENT_PLACES, PICO_PLACES),
    };
    let unit = 10_u128.pow(PICO_PLACES - places);
    let rounded = (money.pico + unit / 2) / unit;
    let whole = 10_u128.pow(places);
    // A one in front keeps the zeros that a fraction begins with.
    let digits = (whole + rounded % whole).to_string();
    let kept = digits.trim_end_matches('0').len().max(CENTS.len());
    let number = Digits {
        whole: u64::try_from(rounded / whole).unwrap_or(u64::MAX),
        fraction: digits[1..kept].to_owned(),
    };
    filled(key, "number", &number.text())
}

/// "$65.70", "$0.54", "<$0.01": money where there is no room for more than cents.
pub fn cents(amount: Money) -> String {
    let cent = DOLLAR / 100;
    let rounded = Money { pico: (amount.pico + cent / 2) / cent * cent, ..amount };
    match (amount.pico, rounded.pico) {
        (1.., 0) if !amount.is_least => {
            filled("number.less_than", "number", &money(Money { pico: cent, ..amount }))
        }
        _ => money(rounded),
    }
}

/// A number as the program reads it, from one that is written as the language writes it: "1,234.5" is "1234.5", "1,5 k" in a
/// language with another point "1.5 k". Any other text stays as it is.
pub fn read(text: &str) -> String {
    let end = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, power) = text.split_at(end);
    let (whole, fraction) = match number.trim().split_once(&*word("number.point")) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number.trim(), None),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let group = word("number.group");
    // A space or a low line groups digits in any language.
    let group = whole.matches([' ', '_', '\u{a0}', '\u{202f}']).next().unwrap_or(&group);
    let mut groups = whole.split(group);
    let first = groups.next().unwrap_or_default();
    let is_number = is_digits(first)
        && groups.all(|group| group.len() == 3 && is_digits(group))
        && (first.len() <= 3 || first.len() == whole.len())
        && fraction.is_none_or(is_digits);
    match (is_number, fraction) {
        (true, Some(fraction)) => format!("{}.{fraction}{power}", whole.replace(group, "")),
        (true, None) => whole.replace(group, "") + power,
        (false, _) => text.to_owned(),
    }
}

/// "1,000,000", "72.5".
pub fn decimal(number: Decimal) -> String {
    Digits::decimal(number).text()
}

/// A number that the program reads, as the language writes it in a field: without groups.
pub fn written(text: &str) -> String {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_number { text.replace('.', &word("number.point")) } else { text.to_owned() }
}
