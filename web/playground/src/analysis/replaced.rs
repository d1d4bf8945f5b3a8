//! Puts of a run that replaced an item: they succeeded, and what was there before is gone.

use engine::database::Database;
use engine::json::value::parse;
use engine::table::Table;

use crate::explain::subject::is_on;
use crate::sandbox::record::Ran;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Operations that change no item.
const READS: [&str; 5] = ["GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems"];

/// Puts to a table that replaced an item.
#[derive(Debug)]
pub(crate) struct Replaced {
    pub(crate) table: Text,
    put_count: u64,
    pub(crate) count: u64,
}

impl Replaced {
    pub(crate) fn words(&self) -> Message {
        Message::plain("verdict.replaced")
            .with("replaced", Argument::Count(self.count).strong())
            .with("count", Argument::Count(self.put_count))
            .with("percent", Argument::share(self.count, self.put_count))
            .with("table", Argument::Name(Text::clone(&self.table), None))
    }
}

/// How many puts replaced an item, of each table that nothing but puts has changed.
pub(crate) fn replaced([before, after]: [&Database; 2], ran: &Ran) -> Vec<Replaced> {
    let of_table = |table: &Table| {
        let name = table.schema.name.as_str();
        let put_count = put_count(table, ran)?;
        let gained = table.items.count().checked_sub(before.table(name)?.items.count())?;
        let count = put_count.checked_sub(gained as u64).filter(|count| *count > 0)?;
        Some(Replaced { table: name.into(), put_count, count })
    };
    after.tables().filter_map(of_table).collect()
}

/// Puts that succeeded; `None` if time, a program or another request may have changed the number of items, too.
fn put_count(table: &Table, ran: &Ran) -> Option<u64> {
    if table.time_to_live.status.attribute().is_some() || table.open_stream().is_some() {
        return None;
    }
    let name = table.schema.name.as_str();
    let mut count = 0;
    for (pattern, result) in ran.record.workload.patterns.iter().zip(&ran.result.patterns) {
        let request = parse(&pattern.request).unwrap_or_default();
        let is_put = pattern.operation == "PutItem";
        if is_put && is_on(&request, name) {
            count += result.counts.succeeded;
        } else if !is_put
            && !READS.contains(&pattern.operation.as_str())
            && pattern.request.contains(name)
        {
            return None;
        }
    }
    Some(count)
}
