//! Virtual time: an input of the engine, never read from a clock; and its dates.

use std::fmt;

/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Days from the beginning of March of the year 0 to 1970-01-01. Years are counted from March, so that a leap day
/// ends a year.
const DAYS_BEFORE_1970: u64 = 719_468;

/// Days of four hundred years, after which the calendar repeats itself.
const DAYS_OF_400_YEARS: u64 = 146_097;

const WEEKDAYS: [&str; 7] =
    ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A moment of virtual time, in milliseconds since the database was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub u64);

/// A moment in milliseconds since 1970-01-01, UTC. Displayed as DynamoDB labels streams, `2015-05-11T21:21:33.291`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnixTime(pub u64);

impl Timestamp {
    /// The moment `delay_ms` later.
    #[must_use]
    pub const fn after(self, delay_ms: u64) -> Self {
        Self(self.0.saturating_add(delay_ms))
    }

    /// Whole seconds.
    pub const fn second(self) -> u64 {
        self.0 / 1_000
    }

    /// Whole minutes.
    pub const fn minute(self) -> u64 {
        self.0 / 60_000
    }

    /// Milliseconds from this moment until a later one; zero if it has passed.
    pub const fn until(self, later: Self) -> u64 {
        later.0.saturating_sub(self.0)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ms", self.0)
    }
}

impl UnixTime {
    /// Whole seconds.
    pub const fn seconds(self) -> u64 {
        self.0 / 1_000
    }

    /// Days since 1970-01-01, UTC.
    pub const fn day(self) -> u64 {
        self.0 / DAY_MS
    }

    /// The moment in words: `Thursday, January 1, 1970 at 1:00:00 AM Coordinated Universal Time`.
    pub fn words(self) -> String {
        let (year, month, day) = self.date();
        let (hour, minute, second, _) = self.time_of_day();
        let weekday = pick(&WEEKDAYS, self.day() % 7);
        let month = pick(&MONTHS, month - 1);
        let half = if hour < 12 { "AM" } else { "PM" };
        let hour = (hour + 11) % 12 + 1;
        format!(
            "{weekday}, {month} {day}, {year} at {hour}:{minute:02}:{second:02} {half} \
             Coordinated Universal Time"
        )
    }

    /// Year, month from 1, day from 1, UTC.
    pub fn date(self) -> (u64, u64, u64) {
        let days = self.day() + DAYS_BEFORE_1970;
        let (era, day_of_era) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
        let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let months_since_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
        let month = (months_since_march + 2) % 12 + 1;
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        (year, month, day)
    }

    /// Hour, minute, second, millisecond.
    fn time_of_day(self) -> (u64, u64, u64, u64) {
        let ms = self.0 % DAY_MS;
        (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60, ms % 1_000)
    }
}

impl fmt::Display for UnixTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        let (hour, minute, second, ms) = self.time_of_day();
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}")
    }
}

fn pick(names: &[&'static str], position: u64) -> &'static str {
    let position = usize::try_from(position).expect("a weekday or a month is a small number");
    names[position]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        let at = |seconds: u64| UnixTime(seconds * 1_000).to_string();
        assert_eq!(at(0), "1970-01-01T00:00:00.000");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.000");
        assert_eq!(at(1_571_820_360), "2019-10-23T08:46:00.000");
        assert_eq!(at(4_107_542_399), "2100-02-28T23:59:59.000");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00.000");
    }

    #[test]
    fn moments_have_words() {
        assert_eq!(
            UnixTime(1_532_535_486_000).words(),
            "Wednesday, July 25, 2018 at 4:18:06 PM Coordinated Universal Time"
        );
    }
}
