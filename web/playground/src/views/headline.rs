//! What a month costs, in one sentence.

use std::cmp::Reverse;

use engine::throughput::scaling::RAISING_MINUTES;

use crate::analysis::amount::{Amount, fitting};
use crate::analysis::bill::Bill;
use crate::analysis::quota::name_of;
use crate::explain::receipt::method;
use crate::view::message::{Argument, Message};

/// The sum in words.
pub(crate) fn headline(bill: &Bill<'_>) -> Message {
    let counted = headline_of_counted(bill);
    let uncounted = bill.uncounted();
    let words = uncounted.into_iter().chain(replica_at_home(bill)).chain(bill.excesses());
    let words = words.chain(bill.unscaled_replicas());
    words.fold(counted, Message::and)
}

/// That a table has a replica in the Region whose prices were chosen for the tables themselves.
fn replica_at_home(bill: &Bill<'_>) -> Option<Message> {
    let mut estimates = bill.tables().map(|(estimate, _)| estimate);
    let replica =
        estimates.find(|it| it.table.schema.name.region() == Some(&*it.settings.region))?;
    let words = Message::plain("cost.replica_at_home")
        .with("table", replica.table.schema.name.short())
        .with("region", replica.region());
    Some(words)
}

/// The sum of the patterns that work, in words.
fn headline_of_counted(bill: &Bill<'_>) -> Message {
    let total = bill.total();
    let unpriced = bill.unpriced().filter(|_| total.pico == 0).map(|estimate| {
        Message::plain("cost.headline_unknown")
            .with("class", Message::plain(estimate.class().words()))
            .with("region", estimate.region())
    });
    let told = shortage(bill).into_iter().chain(unpriced).reduce(Message::and);
    if let Some(words) = told {
        return words;
    }
    let is_uncounted = bill.uncounted().is_some();
    let key = match (bill.has_load(), bill.is_provisioned()) {
        (true, _) => "cost.headline",
        (false, true) => "cost.headline_provisioned",
        (false, false) if is_uncounted => "cost.headline_none_works",
        (false, false) => "cost.headline_idle",
    };
    let known = Amount { is_least: false, ..total };
    let words = Message::plain(key).with("money", Argument::Cents(bill.money(known)));
    let least = |key| Message::plain(key).with("known", words.clone());
    match (bill.lacks_price(), is_uncounted) {
        (true, _) => least("cost.headline_least"),
        (false, true) if bill.has_load() => least("cost.headline_least_counted"),
        (false, _) => words,
    }
}

/// That less is provisioned than is asked for, where most is throttled.
fn shortage(bill: &Bill<'_>) -> Option<Message> {
    // Of several that lack the same, the table and not its replica.
    let shortages = bill.shortages();
    let (estimate, short) = shortages.min_by_key(|(_, it)| Reverse(it.throttled_permille))?;
    let asked = short.asked_hundredths.saturating_mul(10);
    let key = match (short.is_late, estimate.settings.day) {
        (true, _) => "day.headline_late",
        (false, None) => "cost.headline_short",
        (false, Some(_)) => "day.headline_short",
    };
    let words = Message::plain(key)
        .with("percent", Argument::Permille(short.throttled_permille))
        .with("store", name_of(estimate.table, &short.store))
        .with("units", Argument::Count(fitting(short.set)))
        .with("unit", Message::plain(method(short.kind).unit()))
        .with("asked", Argument::Thousandths(fitting(asked)))
        .with("minutes", Argument::Count(RAISING_MINUTES))
        .with("money", Argument::Cents(bill.money(bill.total())));
    Some(words)
}
