//! Sums are those of the amounts beside them, to the pico-dollar, and each difference is that of the two, but for its rounding.

use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::compare::CompareCommand;
use playground::view::cost::{CostSettings, CostView};
use playground::view::message::Argument;
use playground::view::money::Money;

use crate::money_in;
use crate::plain::text;

/// The cents that a text shows: "$1,234.50", "at least $2.00", "−$0.10", and "<$0.01" as none.
fn cents(shown: &str) -> i64 {
    if shown.contains('<') {
        return 0;
    }
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    let cents = digits.parse().unwrap_or(0);
    if shown.starts_with('\u{2212}') { -cents } else { cents }
}

fn shown(money: Money) -> i64 {
    cents(&number::cents(money))
}

/// A quotient is rounded to the pico-dollar, and of a very large one the last digits do not count.
fn check(what: &str, sum: Money, parts: impl Iterator<Item = i128>) -> Result<(), String> {
    let (sum, parts) = (pico(sum), parts.sum::<i128>());
    match (sum - parts).abs() <= 100 + sum / 1_000_000_000_000 {
        true => Ok(()),
        false => Err(format!("{what} is {sum} pico-dollars, and its parts are {parts}")),
    }
}

fn pico(money: Money) -> i128 {
    i128::try_from(money.pico).expect("it is less than all the money of the world")
}

/// Adds the amounts of the bill and of the list of patterns.
pub(crate) fn check_bill(session: &Session, cost: &CostView) -> Result<(), String> {
    for table in &cost.tables {
        for store in &table.stores {
            let cells = [store.writes, store.reads, store.storage];
            check(&store.name, store.total, cells.into_iter().flatten().map(pico))?;
        }
        check("a table", table.total, table.stores.iter().map(|it| pico(it.total)))?;
    }
    let free = cost.free.map(|it| -pico(it));
    let tables = cost.tables.iter().map(|it| pico(it.total));
    let extras = cost.extras.iter().filter_map(|it| it.cost.map(pico));
    check("the total", cost.bill.total, tables.chain(extras).chain(free))?;
    let parts = cost.bill.parts.iter();
    let parts = parts.map(|it| if it.is_taken_off { -1 } else { 1 } * pico(it.money));
    check("the sum of parts", cost.bill.total, parts)?;
    let patterns = session.patterns(None);
    let costs = patterns.patterns.iter().map(|it| pico(it.answer().expect("it is tried").cost));
    check("what is asked", money_in(&patterns.sums, "requests"), costs)
}

/// Adds the differences of two designs, of which the second pays otherwise.
pub(crate) fn check_differences(session: &mut Session, number: u64) -> Result<(), String> {
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let settings = session.cost(None).expect("there are tables").settings;
    let settings = CostSettings { item_count: Some(1_000 * (number + 1)), ..settings };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let view = session.comparison().expect("two designs");
    let patterns = session.patterns(None);
    assert!(session.handle(Command::Compare(CompareCommand::Keep)).accepted);
    let months = view.groups.iter().flat_map(|group| &group.rows);
    for row in months.filter(|row| text(&row.words) == "A month") {
        let [Some(Argument::Cents(a)), Some(Argument::Cents(b))] = row.amounts.as_slice() else {
            continue;
        };
        let difference = text(&row.difference);
        let is_said = difference.contains('$') || difference.contains('¥') || difference == "=";
        if is_said && !is_difference(cents(&difference), shown(*a), shown(*b)) {
            return Err(format!(
                "{difference} from {} to {}",
                number::cents(*a),
                number::cents(*b)
            ));
        }
    }
    for pattern in &patterns.patterns {
        let [Some(a), Some(b)] = pattern.answers.as_slice() else { continue };
        let difference = pattern.difference.as_ref().expect("there are two designs");
        let words = text(&difference.words);
        if words.contains('$') && !is_difference(cents(&words), shown(a.cost), shown(b.cost)) {
            return Err(format!("a pattern: {words}"));
        }
    }
    Ok(())
}

/// Whether a difference is that of two amounts, each of the three being rounded to the cent.
fn is_difference(cents: i64, a: i64, b: i64) -> bool {
    (b - a - cents).abs() <= 1
}
