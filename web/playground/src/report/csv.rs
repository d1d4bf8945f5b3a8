//! The bill and the access patterns as CSV: amounts are exact and without signs of a currency, so that a spreadsheet adds them.

use csv::{Terminator, WriterBuilder};
use serde_json::Value;

use crate::markup;
use crate::message::{text, word};
use crate::report::content::{hundredths, stores};
use crate::session::Session;
use crate::view::cost::{CostView, ExtraCost};
use crate::view::money::{Currency, Money};
use crate::view::pattern::{PatternAnswer, PatternView, Verdict};
use crate::visible;

/// Parts of a dollar and of a unit, as they are kept.
const PICO: u128 = 1_000_000_000_000;
const HUNDREDTHS: u128 = 100;
const PERCENTS: u128 = 10;
const THOUSANDTHS: u128 = 1_000;

/// The columns of each design.
const ANSWER: [&str; 9] = [
    "result",
    "served by",
    "write units",
    "read units",
    "write units behind",
    "read units behind",
    "a month",
    "currency",
    "% throttled",
];

/// The bill, of two designs one after the other: a row for each table, index and stream, for what was added to the bill, and for the free tier, so that all are its total. An unknown amount
/// is empty, and so is a total of which only a part is known, which is in a column of its own.
pub(super) fn bill(session: &Session) -> String {
    let costs = session.costs();
    let has_pair = costs.iter().any(|(letter, _)| letter.is_some());
    let design = has_pair.then_some("design");
    let columns = ["table", "store", "writes", "reads", "storage", "total", "at least", "currency"];
    let mut rows = vec![design.into_iter().chain(columns).map(str::to_owned).collect()];
    for (letter, cost) in costs {
        let design = letter.map(|it| it.name().to_owned());
        let of_design = cost.as_ref().map(bill_rows).unwrap_or_default().into_iter();
        rows.extend(of_design.map(|row| design.clone().into_iter().chain(row).collect()));
    }
    written(rows)
}

fn bill_rows(view: &CostView) -> Vec<Vec<String>> {
    let CostView { tables, extras, free, bill, .. } = view;
    let mut rows = Vec::new();
    for table in tables {
        rows.extend(table.rows().iter().map(|row| {
            let amount = |amount: &Option<Money>| amount.map(money).unwrap_or_default();
            let name = visible::table(&table.name).to_string();
            let names = [name, text(&row.words)].map(markup::spreadsheet);
            let amounts = row.amounts.iter().map(amount);
            let least = at_least(row.amounts.iter().flatten().last().copied());
            let currency = currency(table.total).to_owned();
            names.into_iter().chain(amounts).chain([least, currency]).collect()
        }));
    }
    let mut add = |words: String, amount: String, least: String| {
        let [empty, currency] = ["", currency(bill.total)].map(str::to_owned);
        let none = || empty.clone();
        let words = markup::spreadsheet(words);
        rows.push(vec![none(), words, none(), none(), none(), amount, least, currency]);
    };
    for ExtraCost { words, cost, .. } in extras {
        add(text(words), cost.map(money).unwrap_or_default(), at_least(*cost));
    }
    if let Some(free) = free {
        add(word("cost.part_free").to_string(), format!("-{}", money(*free)), String::new());
    }
    rows
}

/// A row for each pattern, with its result in each design.
pub(super) fn patterns(session: &Session) -> String {
    let view = session.patterns(None);
    let mut head: Vec<String> =
        ["pattern", "operation", "request", "rate", "a", "items read"].map(str::to_owned).to_vec();
    // The rates of two designs can differ.
    let has_pair = view.designs.len() > 1;
    head.extend(has_pair.then(|| "how often".to_owned()));
    for letter in &view.designs {
        let of = letter.map_or_else(String::new, |letter| format!("{}: ", letter.name()));
        head.extend(has_pair.then(|| format!("{of}request")));
        head.extend(ANSWER.map(|column| format!("{of}{column}")));
    }
    let rows = view.patterns.iter().map(|pattern| {
        let none = || vec![String::new(); ANSWER.len()];
        let answers =
            pattern.answers.iter().zip(&pattern.requests).flat_map(|(answer, request)| {
                let request = request.as_deref().filter(|_| has_pair).map(in_a_line);
                let cells = answer.as_ref().map_or_else(none, answer_cells);
                let request =
                    has_pair.then(|| request.map(markup::spreadsheet).unwrap_or_default());
                request.into_iter().chain(cells)
            });
        let rates = has_pair.then(|| markup::spreadsheet(text(&pattern.rate)));
        pattern_cells(pattern).into_iter().chain(rates).chain(answers).collect()
    });
    written(std::iter::once(head).chain(rows).collect())
}

fn pattern_cells(pattern: &PatternView) -> Vec<String> {
    let draft = &pattern.draft;
    let items = pattern.answer().filter(|answer| answer.verdict != Verdict::Fails);
    let items = items.and_then(|answer| answer.item_thousandths);
    let request = in_a_line(&draft.request);
    let texts = [draft.name.to_string(), draft.operation.to_string(), request];
    let mut cells: Vec<String> = texts.map(markup::spreadsheet).to_vec();
    cells.extend([
        markup::spreadsheet(draft.rate.to_string()),
        word(draft.period.words()).to_string(),
        items.map_or_else(String::new, |it| decimal(it.into(), THOUSANDTHS)),
    ]);
    cells
}

/// A request without its line breaks.
fn in_a_line(request: &str) -> String {
    let json: Option<Value> = serde_json::from_str(request).ok();
    json.map_or_else(|| request.to_owned(), |it| it.to_string())
}

fn answer_cells(answer: &PatternAnswer) -> Vec<String> {
    let [own, behind] = [hundredths(answer), answer.behind]
        .map(|it| it.map(|units| decimal(units.into(), HUNDREDTHS)));
    let is_served = answer.verdict != Verdict::Fails;
    let month = if answer.has_price() { money(answer.cost) } else { String::new() };
    let throttled = answer.throttled_permille.filter(|_| is_served).unwrap_or_default();
    let throttled = decimal(throttled.into(), PERCENTS);
    let served = markup::spreadsheet(stores(answer));
    let currency = currency(answer.cost).to_owned();
    let result = word(answer.verdict.words()).to_string();
    [result, served]
        .into_iter()
        .chain(own)
        .chain(behind)
        .chain([month, currency, throttled])
        .collect()
}

/// What is known of an amount of which it is only a part.
fn at_least(amount: Option<Money>) -> String {
    let part = amount.filter(|amount| amount.is_least);
    part.map_or_else(String::new, |amount| decimal(amount.pico, PICO))
}

/// Nothing where only a part of an amount is known: a spreadsheet would add it as if it were all.
fn money(amount: Money) -> String {
    if amount.is_least { String::new() } else { decimal(amount.pico, PICO) }
}

const fn currency(amount: Money) -> &'static str {
    match amount.currency {
        Currency::Dollar => "USD",
        Currency::Yuan => "CNY",
    }
}

/// A number of parts as a decimal: "0.625". `parts` is a power of ten.
fn decimal(number: u128, parts: u128) -> String {
    let places = parts.ilog10() as usize;
    let written = format!("{}.{:0places$}", number / parts, number % parts);
    written.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn written(rows: Vec<Vec<String>>) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("memory can be written");
    }
    let bytes = writer.into_inner().expect("memory can be written");
    String::from_utf8(bytes).expect("texts are UTF-8")
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn a_decimal_has_no_needless_zeros() {
        assert_eq!(decimal(625, 1_000), "0.625");
        assert_eq!(decimal(1_200, 100), "12");
        assert_eq!(decimal(5, 1_000_000_000_000), "0.000000000005");
        assert_eq!(decimal(0, 100), "0");
    }
}
