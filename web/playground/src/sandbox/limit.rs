//! Limits of the values that a user gives. Each is one constant, which the field, the command, and the writer and reader of
//! documents use: what the page accepts can be stored and opened again.
//!
//! Entities have theirs in `view/entity.rs`.

use std::ops::RangeInclusive;

use engine::api::limit::TABLE_THROUGHPUT_MAX;
use engine::database::{COLLECTION_SIZE_MAX, EXPIRE_ITEM_MS_MAX};
use engine::operation::{Access, Operation};
use engine::table::write::accept::ITEM_SIZE_MAX;
use engine::throughput::scaling::TARGET_PERCENTS;
use engine::workload::run::{RATE_MAX, SECONDS_MAX};

use crate::view::decimal::{Decimal, PLACES_MAX};
use crate::view::first::beginning;
use crate::view::message::{Argument, Message};
use crate::view::pattern::Period;
use crate::view::throughput::Setting;

/// Bytes of a document that is stored or in a file. Model: what a tab can read beside what it holds.
pub const STORED_SIZE_MAX: usize = 128 * 1024 * 1024;

/// Values of a document that is read: its tree takes some hundred bytes for each. Model: a million attributes.
pub const VALUE_COUNT_MAX: usize = 2 << 20;

/// Bytes of the journal beside a stored document. A new document takes the place of a longer one. Model: an import of the
/// largest file, and some more.
pub const JOURNAL_SIZE_MAX: usize = 32 * 1024 * 1024;

/// Lines of the journal beside a stored document. Opening it applies them again. Model: two hundred take less than a second in
/// a sandbox of 40,000 items.
pub const JOURNAL_LENGTH_MAX: usize = 200;

/// Bytes of a file that is opened. Model: a stored sandbox in a file of stored work, with each character written as an escape
/// of two.
pub const FILE_SIZE_MAX: usize = 2 * (STORED_SIZE_MAX + JOURNAL_SIZE_MAX);

/// Characters of a title. Model: what the bar, the list of work and a tab can show.
pub const TITLE_LENGTH_MAX: usize = 200;

/// Seconds from 1970 to the date at which virtual time begins. Source: the end of the year 9999 is the last date that is
/// written with four digits.
pub const EPOCH_SECONDS: RangeInclusive<u64> = 0..=253_402_300_799;

/// Milliseconds that pass at once. Model: as long as from 1970 to the last date of an epoch.
pub const PASSED_MS: RangeInclusive<u64> = 0..=*EPOCH_SECONDS.end() * 1_000;

/// Milliseconds that a change travels to a global index. Model: a day; the page offers up to five seconds.
pub const DELAY_MS: RangeInclusive<u64> = 0..=24 * 60 * 60 * 1_000;

/// Bytes of an item collection.
pub const COLLECTION_BYTES: RangeInclusive<u64> = 0..=COLLECTION_SIZE_MAX.0;

/// Milliseconds that an expired item stays.
pub const EXPIRY_DELAY_MS: RangeInclusive<u64> = 0..=EXPIRE_ITEM_MS_MAX;

/// The values that a setting may have; a switch is 0 or 1. Model: beyond what a sandbox can show.
pub const fn of_setting(setting: Setting) -> RangeInclusive<u64> {
    match setting {
        Setting::Enforcement | Setting::Adaptation => 0..=1,
        Setting::BurstSeconds => 1..=3_600,
        Setting::ReadCeiling | Setting::WriteCeiling => 1..=1_000_000,
        Setting::PartitionSize => 1_024..=1 << 40,
        Setting::PartitionCount => 0..=256,
        Setting::Spread => 0..=60_000,
        Setting::Delay => DELAY_MS,
        Setting::CollectionMax => COLLECTION_BYTES,
        Setting::ExpiryDelay => EXPIRY_DELAY_MS,
    }
}

/// Units a second that auto scaling provisions.
pub const SCALED_UNITS: RangeInclusive<u64> = 1..=TABLE_THROUGHPUT_MAX;

/// Percent of what is provisioned that auto scaling aims to use.
pub const SCALED_PERCENTS: RangeInclusive<u64> = TARGET_PERCENTS.0..=TARGET_PERCENTS.1;

/// Percent of provisioned throughput that is used. Model: what is not there cannot be used.
pub const UTILISATION_PERCENTS: RangeInclusive<u64> = 1..=100;

/// Items that a table is calculated with. Model: no larger table is known.
pub const EXPECTED_ITEMS: RangeInclusive<u64> = 1..=1_000_000_000_000;

/// Items or entries that a table or index is calculated with, or that a request reads. Model: as many as a table.
pub const EXPECTED_ENTRIES: RangeInclusive<u64> = 0..=*EXPECTED_ITEMS.end();

/// Tables and indexes with a number of their own. Model: more than a user types.
pub const EXPECTED_COUNT_MAX: usize = 1_000;

/// Characters of the name of a table or index. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const EXPECTED_NAME_LENGTH_MAX: usize = 255;

/// Characters of a region, and of a price. Model: the longest region has fourteen.
pub const PRICE_LENGTH_MAX: usize = 100;

/// Decimal places of a price: a pico-dollar is the last.
const PRICE_PLACES: u32 = 12;

/// From so many pico-dollars on, a number is no price: ten thousand dollars.
const PRICE_MAX: u128 = 10_u128.pow(PRICE_PLACES + 4);

/// Prices of the user: all of every region and class, and some more.
pub const PRICE_COUNT_MAX: usize = 200;

/// Days after which items expire. Model: a hundred years.
pub const LIFE_DAYS: RangeInclusive<u64> = 1..=36_500;

/// Tables that grow. Model: more than a user types.
pub const GROWTH_COUNT_MAX: usize = ENTITY_TABLE_COUNT_MAX;

/// Backups of a table that are stored at the same time. Model: one each day for more than a hundred years.
pub const BACKUP_COUNTS: RangeInclusive<u64> = 0..=50_000;

/// GetRecords requests a month. Model: as many as items of a table.
pub const STREAM_READS: RangeInclusive<u64> = EXPECTED_ENTRIES;

/// Seconds that a workload lasts.
pub const WORKLOAD_SECONDS: RangeInclusive<u64> = 1..=SECONDS_MAX;

/// Seconds of the points of a curve.
pub const POINT_SECONDS: RangeInclusive<u64> = 0..=SECONDS_MAX;

/// Requests a second of a pattern.
pub const RATES: RangeInclusive<u64> = 0..=RATE_MAX;

/// Seconds of the span of a curve: a month, and a rate in a month may have six decimals.
pub const SPAN_SECONDS: RangeInclusive<u64> = 1..=Period::Month.seconds() * 10_u64.pow(PLACES_MAX);

/// Requests a day that earlier documents have beside a pattern. Model: those of the highest rate.
pub const DAILY_RATES: RangeInclusive<u64> = 0..=RATE_MAX * Period::Day.seconds();

/// Bytes that one request of a pattern reads or writes. Model: a scan of a terabyte, counted as one request.
pub const REQUEST_BYTES: RangeInclusive<u64> = 0..=1 << 40;

/// Bytes that a request of a pattern reads or writes; of one that writes items, those of an item.
pub fn bytes_of_request(operation: &str) -> RangeInclusive<u64> {
    match Operation::from_name(operation).map(Operation::access) {
        Some(Access::WriteItems) => 0..=ITEM_SIZE_MAX.0,
        _ => REQUEST_BYTES,
    }
}

/// Characters of the name of a pattern, and of its operation. Model: a line of the page.
pub const PATTERN_NAME_LENGTH_MAX: usize = 200;

/// Characters of the request of a pattern. Model: what a text field edits without delay.
pub const PATTERN_REQUEST_LENGTH_MAX: usize = 64 * 1024;

/// Access patterns. Model: more than a user reads.
pub const PATTERN_COUNT_MAX: usize = 200;

/// Points of a curve. Model: more than a user draws.
pub const POINT_COUNT_MAX: usize = 1_000;

/// Tables that have entities. Model: more than a user draws.
pub const ENTITY_TABLE_COUNT_MAX: usize = 100;

/// Programs of a sandbox. Model: more than a user follows.
pub const PROGRAM_COUNT_MAX: usize = 20;

/// Series of period tables of a sandbox. Model: more than a user follows.
pub const SERIES_COUNT_MAX: usize = 5;

/// Tables of a series for periods that have not begun, or that are over. Model: as many months as two years have.
pub const SERIES_TABLES: RangeInclusive<u64> = 0..=24;

/// Tables that stand for those of an SQL database. Model: more than a user follows.
pub const SQL_TABLE_COUNT_MAX: usize = 100;

/// Characters of a typed text that a message repeats. Model: enough to recognise it.
const GIVEN_LENGTH_MAX: usize = 40;

/// Accepts a number within a range. Fails with a sentence about `what`, which is a key of the catalogue.
pub fn number(what: &'static str, given: u64, range: &RangeInclusive<u64>) -> Result<(), Message> {
    match range.contains(&given) {
        true => Ok(()),
        false => Err(not_in(what, Argument::Count(given), range)),
    }
}

/// Accepts a number within a range, which may have decimals. Fails with a sentence about `what`.
pub fn decimal(
    what: &'static str,
    given: Decimal,
    range: &RangeInclusive<u64>,
) -> Result<(), Message> {
    match given.is_in(range) {
        true => Ok(()),
        false => Err(no_decimal(what, Argument::Decimal(given), range)),
    }
}

/// Reads a whole number within a range as it was typed. Fails with a sentence about `what`.
pub fn typed_number(
    what: &'static str,
    typed: &str,
    range: &RangeInclusive<u64>,
) -> Result<u64, Message> {
    let number = Decimal::parse(typed).and_then(Decimal::whole).filter(|it| range.contains(it));
    number.ok_or_else(|| unclear(what, typed).unwrap_or_else(|| not_in(what, quoted(typed), range)))
}

/// Reads a number within a range as it was typed, which may have decimals. Fails with a sentence about `what`.
pub fn typed_decimal(
    what: &'static str,
    typed: &str,
    range: &RangeInclusive<u64>,
) -> Result<Decimal, Message> {
    let number = Decimal::parse(typed).filter(|it| it.is_in(range));
    let other = || no_decimal(what, quoted(typed), range);
    number.ok_or_else(|| unclear(what, typed).unwrap_or_else(other))
}

/// What a text can mean whose point may group digits; `None` of any other.
fn unclear(what: &'static str, typed: &str) -> Option<Message> {
    let grouped = Decimal::parse_grouped(typed)?;
    let decimal = Decimal::parse_to(typed, PLACES_MAX)?;
    let words = Message::plain("limit.unclear")
        .with("what", Message::plain(what))
        .with("given", quoted(typed))
        .with("grouped", Argument::Decimal(grouped));
    Some(words.with("decimal", Argument::Decimal(decimal)))
}

fn no_decimal(what: &'static str, given: Argument, range: &RangeInclusive<u64>) -> Message {
    Message::plain("limit.decimal")
        .with("what", Message::plain(what))
        .with("given", given)
        .with("least", Argument::Count(*range.start()))
        .with("greatest", Argument::Count(*range.end()))
        .with("places", Argument::Count(PLACES_MAX.into()))
}

/// The beginning of a text that was typed, in quotation marks.
fn quoted(typed: &str) -> Argument {
    Argument::from(format!("“{}”", beginning(typed, GIVEN_LENGTH_MAX)))
}

/// Accepts what a new sandbox begins with, if it can be stored and read again.
pub(crate) fn new_sandbox(title: &str, epoch_seconds: u64) -> Result<(), Message> {
    length("bar.rename", title, TITLE_LENGTH_MAX)?;
    number("limit.epoch", epoch_seconds, &EPOCH_SECONDS)
}

/// Accepts a text with at most so many characters. Fails with a sentence about `what`.
pub fn length(what: &'static str, text: &str, max: usize) -> Result<(), Message> {
    let given = text.chars().count();
    if given <= max {
        return Ok(());
    }
    let message = Message::plain("limit.length").with("what", Message::plain(what));
    let message = message.with("given", Argument::Count(given as u64));
    Err(message.with("limit", Argument::Count(max as u64)))
}

/// The pico-dollars of a price such as `0.625`; `None` if a text is no price.
pub fn price(text: &str) -> Option<u128> {
    let (digits, parts) = Decimal::parse_to(text, PRICE_PLACES)?.fraction();
    let pico = u128::from(digits) * (10_u128.pow(PRICE_PLACES) / u128::from(parts));
    (pico < PRICE_MAX).then_some(pico)
}

/// Accepts at most so many things. Fails with a sentence about `what`.
pub fn count(what: &'static str, given: usize, max: usize) -> Result<(), Message> {
    if given <= max {
        return Ok(());
    }
    let message = Message::plain("limit.count").with("what", Message::plain(what));
    let message = message.with("given", Argument::Count(given as u64));
    Err(message.with("limit", Argument::Count(max as u64)))
}

fn not_in(what: &'static str, given: Argument, range: &RangeInclusive<u64>) -> Message {
    Message::plain("limit.number")
        .with("what", Message::plain(what))
        .with("given", given)
        .with("least", Argument::Count(*range.start()))
        .with("greatest", Argument::Count(*range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::text;

    #[test]
    fn what_is_beyond_a_limit_is_told_with_the_limit() {
        let words = |result: Result<(), Message>| result.map_err(|fault| text(&fault));
        let fault = |words: &str| Err(words.to_owned());
        assert_eq!(number("cost.utilisation", 100, &UTILISATION_PERCENTS), Ok(()));
        assert_eq!(
            words(number("cost.utilisation", 101, &UTILISATION_PERCENTS)),
            fault("Planned utilisation, %: 101 is not a whole number from 1 to 100.")
        );
        assert_eq!(length("pattern.name", "漢字", 2), Ok(()));
        assert_eq!(
            words(length("pattern.name", "漢字x", 2)),
            fault("Name: 3 characters, and at most 2 can be stored.")
        );
        assert_eq!(count("pattern.title", 100, 100), Ok(()));
        assert_eq!(
            words(count("pattern.title", 101, 100)),
            fault("Patterns: 101, and at most 100 can be stored.")
        );
    }

    #[test]
    fn a_typed_number_is_used_as_it_is_or_rejected_with_words() {
        let read = |typed: &str| typed_number("pattern.rate_label", typed, &(0..=20));
        assert_eq!(["0", " 20 ", "1e1", "1.0"].map(read), [Ok(0), Ok(20), Ok(10), Ok(1)]);
        for typed in ["21", "-1", "+1", "1.5", "2k", "", "one", "99999999999999999999999"] {
            assert!(read(typed).is_err(), "{typed}");
        }
        let rate = |typed: &str| typed_decimal("pattern.rate_label", typed, &(0..=2_000_000));
        for typed in ["2M", "1.5", "2739.726", "1e6"] {
            assert!(rate(typed).is_ok(), "{typed}");
        }
        assert_eq!(
            text(&rate("2,000,001").unwrap_err()),
            "Requests: “2,000,001” is not a number from 0 to 2,000,000 with at most 6 decimals, such as 1.5, 2,740, 1e6 or 2M."
        );
        assert_eq!(
            text(&read(&"9".repeat(50)).unwrap_err()),
            format!("Requests: “{}…” is not a whole number from 0 to 20.", "9".repeat(40))
        );
    }
}
