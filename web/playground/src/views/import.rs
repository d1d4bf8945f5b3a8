//! What was found in a text, and what importing it would do.

use std::rc::Rc;

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::{Reason, Store, UnitKind};
use engine::table::schema::Scope;

use crate::explain::fault::fault;
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::units;
use crate::explain::sql::sql_use;
use crate::import::{Column, Reading};
use crate::sandbox::importing::Import;
use crate::sandbox::several::is_throttled;
use crate::view::draft::TermView;
use crate::view::first::First;
use crate::view::import::{ColumnView, ImportStage, ImportView, LineFault, StoreCost, TrialView};
use crate::view::message::{Argument, Message};
use crate::views::table::value_view;

/// Attributes that are shown.
const COLUMN_COUNT_MAX: usize = 60;

/// Rows that are listed with the reason why they cannot be imported.
const REJECTED_COUNT_MAX: usize = 100;

/// What was found in a text, with what was tried of it.
pub(crate) fn import_view(reading: &Reading, stage: ImportStage) -> ImportView {
    let mut rejected: Vec<LineFault> = reading.faults.clone();
    if let ImportStage::Tried(trial) = &stage {
        rejected.extend(trial.rejections.iter().map(|(position, fault)| LineFault {
            line: reading.lines[*position],
            fault: Rc::clone(fault),
        }));
        rejected.sort_by_key(|it| it.line);
    }
    let count = reading.lines.len() + reading.faults.len();
    let found = Message::plain("import.found").with("count", Argument::Count(count as u64));
    ImportView {
        table: Rc::clone(&reading.record.table),
        format: reading.format,
        is_ambiguous: reading.is_ambiguous,
        has_empty: reading.has_empty,
        problem: reading.problem.clone(),
        found: (count > 0).then_some(found),
        notes: reading.notes.clone(),
        columns: First::of(&reading.columns, COLUMN_COUNT_MAX)
            .map(|column| column_view(column, reading)),
        sample_lines: reading.samples.iter().map(|(line, _)| *line).collect(),
        rejected: First::of(rejected, REJECTED_COUNT_MAX),
        stage,
    }
}

fn column_view(column: &Column, reading: &Reading) -> ColumnView {
    let types: Vec<&str> = column.types.iter().copied().collect();
    let values = reading.samples.iter().map(|(_, item)| item.get(&column.name).map(value_view));
    ColumnView {
        name: Rc::clone(&column.name),
        kind: column.kind,
        types: types.join(", ").into(),
        is_key: column.is_key,
        samples: values.collect(),
    }
}

/// What an import came to on a copy of the sandbox. `database` is the copy.
pub(crate) fn trial_view(database: &Database, import: &Import) -> TrialView {
    let tally = import.sent().tally;
    let receipts = &import.sent().receipts;
    let rejections = import.sent().rejections.iter().filter(|it| !is_throttled(&it.error));
    TrialView {
        written_count: tally.written_count(),
        replaced_count: tally.replaced_count,
        throttled_count: tally.throttled_count,
        total: units(receipts.iter().map(|receipt| receipt.units(UnitKind::Write)).sum()),
        sql: sql_use(receipts.iter().flat_map(|receipt| &receipt.arms).collect()),
        stores: stores(database, import),
        rejections: rejections
            .map(|rejected| (rejected.position, Rc::new(fault(&rejected.error))))
            .collect(),
    }
}

/// What the table and each of its indexes were charged, and how many of the items are there.
fn stores(database: &Database, import: &Import) -> Vec<StoreCost> {
    let Some(table) = database.table(&import.record().table) else { return Vec::new() };
    let mut indexes: Vec<_> = table.schema.indexes.iter().collect();
    // As on a receipt: global indexes come before local ones.
    indexes.sort_by_key(|index| index.scope == Scope::Local);
    let indexes = indexes.iter().map(|index| Some(index.name.as_str()));
    let cost = |index: Option<&str>| {
        let mut cost = (CapacityUnits::default(), 0);
        let arms = import.sent().receipts.iter().flat_map(|receipt| &receipt.arms);
        for arm in arms.filter(|arm| name_of(&arm.store) == index) {
            cost.0 += arm.units;
            cost.1 += u64::from(is_written(&arm.reason));
        }
        StoreCost {
            term: TermView {
                units: units(cost.0),
                store: index.unwrap_or(table.schema.name.as_str()).into(),
                hue: index.and_then(|name| hue_of_index(&table.schema, name)),
            },
            entry_count: cost.1,
        }
    };
    [None].into_iter().chain(indexes).map(cost).collect()
}

fn name_of(store: &Store) -> Option<&str> {
    match store {
        Store::Table => None,
        Store::Local(index) | Store::Global(index) => Some(index.as_str()),
    }
}

/// Whether something was written that is in the table or index afterwards.
fn is_written(reason: &Reason) -> bool {
    match reason {
        Reason::Put { .. } | Reason::Change { .. } | Reason::Move { .. } => true,
        Reason::Unchanged { .. }
        | Reason::Delete { .. }
        | Reason::Absent
        | Reason::NotIndexed { .. }
        | Reason::Checked { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. }
        | Reason::Fetch { .. } => false,
    }
}
