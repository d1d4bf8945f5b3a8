//! How often provisioned throughput may be lowered, and the class of a table changed.

use crate::api::error::update_table::UpdateTableError;
use crate::capacity::throughput::Throughput;
use crate::database::Database;
use crate::table::Table;
use crate::table::lifecycle::{CLASS_CHANGE_COUNT_MAX, Settings};
use crate::table::schema::Billing;
use crate::table::throughput::ThroughputHistory;

/// Checks new settings against the limits of how often they may change.
pub(crate) fn check_limits(
    table: &Table,
    settings: &Settings,
    database: &Database,
) -> Result<(), UpdateTableError> {
    if let (Billing::Provisioned(old), Some(Billing::Provisioned(new))) =
        (table.schema.billing, settings.billing)
    {
        check_decrease(old, new, &table.throughput_history, database)?;
    }
    for (name, settings) in &settings.indexes {
        let index = table.index(name.as_str()).expect("the index was found");
        if let (Some(old), Some(new)) = (index.schema.throughput, settings.throughput) {
            check_decrease(old, new, &index.throughput_history, database)?;
        }
    }
    let changes_class =
        settings.table_class.is_some_and(|class| Some(class) != table.schema.table_class);
    match changes_class && table.class_change_count(database.now()) >= CLASS_CHANGE_COUNT_MAX {
        true => Err(UpdateTableError::TooManyClassChanges),
        false => Ok(()),
    }
}

fn check_decrease(
    old: Throughput,
    new: Throughput,
    history: &ThroughputHistory,
    database: &Database,
) -> Result<(), UpdateTableError> {
    let now = database.unix_time(database.now());
    let next = history.next_decrease(database.now(), now);
    match (old.is_lowered_by(new), history.last_decrease, next) {
        (true, Some(last), Some(next)) => Err(UpdateTableError::TooManyDecreases {
            count: history.decrease_count(now),
            last: database.unix_time(last),
            next: database.unix_time(next),
        }),
        _ => Ok(()),
    }
}
