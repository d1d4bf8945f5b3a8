//! What expired items take: their deletion is free where they expire, but not in other Regions, and programs may read its record.

use engine::api::value::item_to_json;
use engine::database::Database;
use engine::operation::Operation;
use engine::table::Table;
use engine::table::stream::Author;
use serde_json::json;

use crate::analysis::behind::Behind;
use crate::analysis::cost::expected_count;
use crate::analysis::demand::Load;
use crate::analysis::growth::is_first;
use crate::analysis::pattern::{MILLION, WHOLE, empty_load, unlimited};
use crate::sandbox::plan::Plan;
use crate::view::value::Text;

/// Items that are deleted to see what that takes. Model: as many as requests of a pattern are tried.
const DELETED_COUNT_MAX: usize = 100;

/// Days of a year of twelve months.
const YEAR_DAYS: u128 = 365;

/// What a load becomes with what expired items take after some months. `None` if there is no load, and nothing that expires.
pub(crate) fn with_expired(
    asked: Option<Load>,
    database: &Database,
    plan: &Plan,
    months: u64,
) -> Option<Load> {
    let expired = expired(database, plan, months);
    let is_known = expired.expiring.is_empty();
    match asked {
        // Without access patterns, nothing is written that could expire later.
        None => is_known.then_some(expired).filter(|it| !it.is_nothing()),
        Some(asked) => Load::of_all([asked, expired].iter()),
    }
}

/// What expired items take after some months.
pub(crate) fn expired(database: &Database, plan: &Plan, months: u64) -> Load {
    let mut load = empty_load();
    let unlimited = unlimited(database);
    for table in unlimited.charged_tables().filter(|table| is_first(&unlimited, table)) {
        let growth = plan.cost.growth_of(&Text::from(table.schema.name.short()));
        let expires = table.time_to_live.status.attribute().is_some() || growth.days.is_some();
        if !expires {
            continue;
        }
        let (behind, seen_count) = behind(&unlimited, table);
        let here = table.items.count() as u128;
        let (count, _) = expected_count(&plan.cost, table, None).unwrap_or((here, 1));
        match growth.deleted_in_days(months, count) {
            Some((count, days)) if here > 0 => {
                let millionths = count * YEAR_DAYS * MILLION / (days * seen_count.max(1));
                let mut deleted = empty_load();
                behind.add_to(&mut deleted, millionths);
                load.add_flow(&empty_load(), &deleted);
                load.open_count += u64::from(behind.is_least && millionths > 0);
            }
            Some((0, _)) => {}
            Some(_) | None => {
                if here == 0 && is_read(&unlimited, table) || !behind.is_free() {
                    load.expiring.insert(table.schema.name.clone());
                }
            }
        }
    }
    load
}

/// Whether anything is paid for when an item of a table expires.
fn is_read(database: &Database, table: &Table) -> bool {
    let name = &table.schema.name;
    !database.replicas_of(name).is_empty()
        || database.programs().any(|it| it.program.table == *name && !it.is_stopped)
}

/// What comes behind the deletions of the items of a table: `WHOLE` of each of so many.
fn behind(database: &Database, table: &Table) -> (Behind, u128) {
    let mut behind = Behind::default();
    if !is_read(database, table) {
        return (behind, 0);
    }
    let has_programs = database.programs().next().is_some();
    let items: Vec<_> = table.items.iter().map(|(_, stored)| stored).collect();
    let seen_step = if has_programs { Behind::step(database, items.len()) } else { 1 };
    let step = items.len().div_ceil(DELETED_COUNT_MAX).max(seen_step);
    let seen: Vec<_> = items.into_iter().step_by(step).collect();
    for stored in &seen {
        let key = item_to_json(&table.schema.key.key_of(&stored.image));
        let request = json!({ "TableName": table.schema.name.as_str(), "Key": key }).to_string();
        let name = Operation::DeleteItem.name();
        let deleted = engine::api::preview(database, name, &request).receipt;
        for arm in deleted.iter().flat_map(|receipt| &receipt.arms) {
            behind.add_replicated(database, arm, (arm.units, WHOLE), false);
        }
        if has_programs {
            behind.add_programs_of(database.clone(), (name, &request), Author::TimeToLive, WHOLE);
        }
    }
    (behind, seen.len() as u128)
}
