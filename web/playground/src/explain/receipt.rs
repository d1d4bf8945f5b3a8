//! Receipts and events in words: keys of the catalogue, and the numbers that go into their sentences.
//!
//! Every match lists every variant, so that something new that happens in the engine cannot go unexplained.

use engine::capacity::cost::{Consistency, READ_BLOCK, WRITE_BLOCK};
use engine::capacity::units::CapacityUnits;
use engine::model::bytes::Bytes;
use engine::model::name::AttributeName;
use engine::operation::{Access, Operation};
use engine::receipt::{Arm, Reason, Receipt, Store, UnitKind};
use engine::table::schema::TableSchema;

use crate::explain::hue::hue_of_index;
use crate::explain::not_indexed::why_not_indexed;
use crate::explain::sql::{sql_arithmetic, sql_use};
use crate::sandbox::operation::{Backfill, OperationRecord};
use crate::view::draft::{PreviewView, TermView};
use crate::view::message::{Argument, Message};
use crate::view::receipt::ReceiptLine;
use crate::view::value::{Hue, Method, OperationOutcome, Text, Units};

/// Writes or reads of one store that are unfolded one by one; more are counted.
const ARM_COUNT_MAX: usize = 6;

/// What the words need to know about the table that a receipt is about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'c> {
    /// The table as it is, if it still is.
    pub schema: Option<&'c TableSchema>,
    /// The attributes that the write changed.
    pub touched: &'c [AttributeName],
}

/// Units as the page counts them.
pub(crate) fn units(units: CapacityUnits) -> Units {
    Units { halves: units.halves() }
}

/// What units are paid in, as the page names it.
pub(crate) fn method(kind: UnitKind) -> Method {
    match kind {
        UnitKind::Read => Method::Read,
        UnitKind::Write => Method::Write,
    }
}

/// The kind of units that an operation is paid in: the first arm's. What costs nothing counts as a write.
pub(crate) fn unit_kind(receipts: &[Receipt]) -> UnitKind {
    let first = receipts.iter().find_map(|receipt| receipt.arms.first());
    first.map_or(UnitKind::Write, Arm::unit_kind)
}

/// What an operation came to.
pub(crate) fn outcome(operation: &OperationRecord) -> OperationOutcome {
    let kind = unit_kind(&operation.receipts);
    let sql = operation.sql();
    let arms = || operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    let is_paid = operation.is_paid() && (sql.is_empty() || arms().any(|arm| !arm.is_sql));
    let charged = is_paid.then(|| (method(kind), units(operation.units(kind))));
    match (&operation.reply, charged) {
        (Ok(_), Some((method, units))) => OperationOutcome::Charged { method, units },
        (Ok(_), None) if !sql.is_empty() => OperationOutcome::Sql(sql_use(sql)),
        (Ok(_), None) => OperationOutcome::Free,
        (Err(_), charged) => {
            OperationOutcome::Rejected { charged, is_throttled: operation.is_throttled() }
        }
    }
}

/// A line of a bill for each arm; of several receipts, one for each store.
pub(crate) fn lines(receipts: &[Receipt], context: Context<'_>) -> Vec<ReceiptLine> {
    match receipts {
        [] => Vec::new(),
        [receipt] if !repeats_stores(receipt) => {
            in_card_order(receipt).map(|arm| line(arm, receipt.operation, context)).collect()
        }
        receipts => stores(receipts).map(|arm| sum_line(arm, receipts, context)).collect(),
    }
}

/// Whether a store was written or read more than once: by a batch or a transaction.
fn repeats_stores(receipt: &Receipt) -> bool {
    let arms = &receipt.arms;
    arms.iter()
        .enumerate()
        .any(|(position, arm)| arms[..position].iter().any(|other| is_same_store(other, arm)))
}

pub(crate) fn is_same_store(one: &Arm, other: &Arm) -> bool {
    one.store == other.store && one.table == other.table
}

/// The first arm of each store, in the order in which the page shows them.
pub(crate) fn stores(receipts: &[Receipt]) -> impl Iterator<Item = &Arm> {
    let mut firsts: Vec<&Arm> = Vec::new();
    for arm in receipts.iter().flat_map(in_card_order) {
        if !firsts.iter().any(|first| is_same_store(first, arm)) {
            firsts.push(arm);
        }
    }
    firsts.into_iter()
}

/// What an operation would do and cost.
pub(crate) fn preview(receipts: &[Receipt], context: Context<'_>) -> PreviewView {
    let kind = unit_kind(receipts);
    let arms = || receipts.iter().flat_map(in_card_order);
    let mut effects: Vec<Message> = Vec::new();
    for effect in arms().filter_map(|arm| effect(arm, context)) {
        // Several items may do the same.
        effects.extend(Some(effect).filter(|it| !effects.contains(it)));
    }
    if effects.is_empty() && arms().any(puts_item) {
        effects.extend(arms().filter_map(|arm| stays_out(arm, context)));
    }
    let writes_indexed = kind == UnitKind::Write && arms().any(|arm| arm.store != Store::Table);
    if effects.is_empty() && writes_indexed {
        effects.push(Message::plain("preview.no_index"));
    }
    let terms = stores(receipts).map(|arm| TermView {
        units: units(
            arms().filter(|other| is_same_store(arm, other)).map(|other| other.units).sum(),
        ),
        store: index_name(&arm.store).unwrap_or(arm.table.as_str()).into(),
        hue: index_name(&arm.store).map(|_| hue(&arm.store, context)),
    });
    PreviewView {
        method: method(kind),
        total: units(receipts.iter().map(|receipt| receipt.units(kind)).sum()),
        sql: sql_use(receipts.iter().flat_map(|receipt| &receipt.arms).collect()),
        effects,
        terms: terms.collect(),
    }
}

/// What an index was charged for the entries that it was filled with.
pub(crate) fn backfill_line(backfill: &Backfill, context: Context<'_>) -> ReceiptLine {
    let name = backfill.index.as_str();
    let hue = context.schema.and_then(|schema| hue_of_index(schema, name));
    let count = Argument::Count(backfill.entry_count as u64);
    let key = if backfill.is_complete { "sum.backfill" } else { "sum.backfill_so_far" };
    ReceiptLine {
        units: units(backfill.units),
        words: Message::plain("receipt.backfill").with("name", Argument::Name(name.into(), hue)),
        hue,
        arithmetic: vec![Message::plain(key).with("count", count)],
    }
}

/// The rule behind a bill: of all that happened, the one most worth knowing.
pub(crate) fn rule(operation: &OperationRecord) -> Option<Message> {
    if operation.backfill.is_some() {
        return Some(Message::plain("rule.backfill"));
    }
    if operation.receipts.iter().any(leaves_out_failures) {
        return Some(Message::plain("rule.batch_failures"));
    }
    let charged = operation.receipts.iter().flat_map(|receipt| {
        let arms = receipt.arms.iter().filter(|arm| !arm.is_sql);
        arms.map(|arm| lesson(arm, receipt.operation))
    });
    let key = charged.min_by_key(|(rank, _)| *rank).map(|(_, key)| key);
    let of_sql = (!operation.sql().is_empty()).then_some("rule.sql");
    key.or(of_sql).map(Message::plain)
}

/// Whether a batch was charged by a table of which all statements failed: `ConsumedCapacity` does not have it.
fn leaves_out_failures(receipt: &Receipt) -> bool {
    let arms = &receipt.arms;
    let is_failure =
        |arm: &Arm| !arm.is_sql && matches!(arm.reason, Reason::ConditionFailed { .. });
    let fails = |table| arms.iter().filter(|arm| arm.table == table).all(is_failure);
    receipt.operation.is_batch()
        && arms.iter().any(|arm| is_failure(arm) && fails(arm.table.clone()))
}

/// Names, joined as the language joins them.
pub(crate) fn list(names: &[AttributeName]) -> Argument {
    Argument::List(names.iter().map(|name| Text::from(name.as_str())).collect())
}

/// The arms of a bill in the order in which the page shows what they are about: of a write, the table, then global
/// indexes, then local ones. A read has one arm, and possibly a fetch after it.
pub(crate) fn in_card_order(receipt: &Receipt) -> impl Iterator<Item = &Arm> {
    let mut arms: Vec<&Arm> = receipt.arms.iter().collect();
    let place = |arm: &Arm| match (arm.unit_kind(), &arm.store) {
        (UnitKind::Read, _) | (UnitKind::Write, Store::Table) => 0,
        (UnitKind::Write, Store::Global(_)) => 1,
        (UnitKind::Write, Store::Local(_)) => 2,
    };
    arms.sort_by_key(|it| place(it));
    arms.into_iter()
}

fn line(arm: &Arm, operation: Operation, context: Context<'_>) -> ReceiptLine {
    let mut arithmetic = arithmetic(arm, context);
    arithmetic.extend(consistency(arm, operation).filter(|_| !arm.is_sql));
    ReceiptLine {
        units: units(arm.units),
        words: Message::plain(title(arm)).with("name", store_name(arm, context)),
        hue: index_name(&arm.store).map(|_| hue(&arm.store, context)),
        arithmetic,
    }
}

/// That a transaction counts twice what its table writes or reads, or that a read is not halved.
fn consistency(arm: &Arm, operation: Operation) -> Option<Message> {
    let key = match arm.reason {
        _ if is_replay(arm, operation) => "sum.replayed",
        _ if operation.is_transaction() && arm.store == Store::Table => "sum.doubled",
        Reason::Read { consistency: Consistency::Strong, .. } => "sum.strong",
        _ => return None,
    };
    Some(Message::plain(key))
}

/// One store's line for many writes.
fn sum_line(arm: &Arm, receipts: &[Receipt], context: Context<'_>) -> ReceiptLine {
    let arms = || {
        let arms = receipts.iter().flat_map(|receipt| &receipt.arms);
        arms.filter(|other| is_same_store(arm, other))
    };
    let paid = arms().filter(|arm| !arm.units.is_zero()).count();
    let mut arithmetic = Vec::new();
    if arm.is_sql {
        arithmetic.extend(sql_arithmetic(arms()));
    } else if arms().count() <= ARM_COUNT_MAX {
        arithmetic.extend(arms().flat_map(|arm| self::arithmetic(arm, context)));
    } else {
        let key = match arm.unit_kind() {
            UnitKind::Read => "sum.reads",
            UnitKind::Write => "sum.writes",
        };
        arithmetic.push(Message::plain(key).with("count", Argument::Count(paid as u64)));
    }
    arithmetic.extend(consistency(arm, receipts[0].operation).filter(|_| !arm.is_sql));
    let key = match &arm.store {
        Store::Table if arm.is_sql => "receipt.sql",
        Store::Table => "receipt.table",
        Store::Local(_) | Store::Global(_) => "receipt.index",
    };
    ReceiptLine {
        units: units(arms().map(|arm| arm.units).sum()),
        words: Message::plain(key).with("name", store_name(arm, context)),
        hue: index_name(&arm.store).map(|_| hue(&arm.store, context)),
        arithmetic,
    }
}

/// Whether a transaction that writes was charged for reading: it was sent before with the same token.
fn is_replay(arm: &Arm, operation: Operation) -> bool {
    operation == Operation::TransactWriteItems && arm.unit_kind() == UnitKind::Read
}

/// What happened to a store, as the heading of its line.
fn title(arm: &Arm) -> &'static str {
    let is_table = arm.store == Store::Table;
    match &arm.reason {
        Reason::Fetch { .. } => "receipt.fetch",
        _ if is_table && arm.is_sql => "receipt.sql",
        _ if is_table => "receipt.table",
        Reason::Put { .. } => "receipt.index_put",
        Reason::Change { .. } => "receipt.index_change",
        Reason::Unchanged { .. } => "receipt.index_unchanged",
        Reason::Delete { .. } => "receipt.index_delete",
        Reason::Move { .. } => "receipt.index_move",
        Reason::NotIndexed { .. } => "receipt.index_none",
        Reason::Absent
        | Reason::Checked { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. } => "receipt.index",
    }
}

/// How the units came about.
fn arithmetic(arm: &Arm, context: Context<'_>) -> Vec<Message> {
    let is_table = arm.store == Store::Table;
    if arm.is_sql {
        return sql_arithmetic([arm].into_iter()).collect();
    }
    let thing = |table, index| if is_table { table } else { index };
    match &arm.reason {
        Reason::Put { size } => vec![write(thing("sum.item", "sum.entry"), *size)],
        Reason::Change { old, new } => {
            vec![write(thing("sum.larger", "sum.larger_entry"), *old.max(new))]
        }
        Reason::Unchanged { size } if is_table => vec![write("sum.identical", *size)],
        Reason::Unchanged { .. } => vec![why_unchanged(arm, context)],
        Reason::Checked { size } => vec![write("sum.checked", size.unwrap_or_default())],
        Reason::Delete { size, .. } => vec![write(thing("sum.deleted", "sum.entry"), *size)],
        Reason::Move { old, new } => vec![write("sum.delete", *old), write("sum.put", *new)],
        Reason::Absent => vec![write("sum.absent", Bytes::ZERO)],
        Reason::NotIndexed { faults } => vec![why_not_indexed(faults)],
        Reason::ConditionFailed { existing, attempted } => {
            let size = existing.max(attempted).unwrap_or_default();
            vec![write("sum.condition", size)]
        }
        Reason::Read { count, size, consistency } => {
            // The count comes first: it chooses the plural.
            let key = match count {
                0 => "sum.read_nothing",
                _ => thing("sum.read_items", "sum.read_entries"),
            };
            let read = Message::plain(key).with("count", Argument::Count(*count as u64));
            let read = division(read, *size, READ_BLOCK, read_blocks(*size));
            with_halving(vec![read], *consistency, arm.units)
        }
        Reason::Fetch { sizes, consistency } => {
            let blocks: u64 = sizes.iter().map(|size| read_blocks(*size)).sum();
            let fetch = Message::plain("sum.fetch")
                .with("count", Argument::Count(sizes.len() as u64))
                .with("units", Argument::HalfUnits(blocks * 2));
            with_halving(vec![fetch], *consistency, arm.units)
        }
    }
}

/// Why an index kept its entry as it is: it does not hold what changed, or nothing changed.
fn why_unchanged(arm: &Arm, context: Context<'_>) -> Message {
    let index =
        index_name(&arm.store).zip(context.schema).and_then(|(name, schema)| schema.index(name));
    let outside: Vec<AttributeName> = match index {
        Some((_, index)) => {
            context.touched.iter().filter(|name| !index.projects(name)).cloned().collect()
        }
        None => Vec::new(),
    };
    match outside.is_empty() {
        true => Message::plain("sum.same_entry"),
        false => Message::plain("sum.not_projected").with("attributes", list(&outside)),
    }
}

fn write(key: &'static str, size: Bytes) -> Message {
    let blocks = size.0.div_ceil(WRITE_BLOCK.0).max(1);
    division(Message::plain(key), size, WRITE_BLOCK, blocks)
}

fn read_blocks(size: Bytes) -> u64 {
    size.0.div_ceil(READ_BLOCK.0).max(1)
}

/// "3,560 B ÷ 1,024 = 3.48 → 4".
fn division(message: Message, size: Bytes, block: Bytes, blocks: u64) -> Message {
    message
        .with("size", Argument::Bytes(size.0))
        .with("block", Argument::Count(block.0))
        .with("ratio", Argument::Hundredths(ratio(size, block)))
        .with("units", Argument::HalfUnits(blocks * 2))
}

/// The quotient in hundredths, to the nearest; but what is more than a whole number never looks like one.
fn ratio(size: Bytes, block: Bytes) -> u64 {
    let nearest = (size.0 * 100 + block.0 / 2) / block.0;
    let hides_excess = nearest.is_multiple_of(100) && nearest / 100 * block.0 < size.0;
    nearest + u64::from(hides_excess)
}

fn with_halving(
    mut messages: Vec<Message>,
    consistency: Consistency,
    units: CapacityUnits,
) -> Vec<Message> {
    if consistency == Consistency::Eventual {
        let halved = Message::plain("sum.halved");
        messages.push(halved.with("units", Argument::HalfUnits(units.halves())));
    }
    messages
}

/// What an arm does to its index, as a promise.
fn effect(arm: &Arm, context: Context<'_>) -> Option<Message> {
    let name = index_name(&arm.store)?;
    let key = match &arm.reason {
        Reason::Put { .. } => "preview.enter",
        Reason::Change { .. } => "preview.change",
        Reason::Delete { .. } => "preview.leave",
        Reason::Move { .. } => "preview.move",
        Reason::Unchanged { .. }
        | Reason::Absent
        | Reason::Checked { .. }
        | Reason::NotIndexed { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. }
        | Reason::Fetch { .. } => return None,
    };
    let hue = Some(hue(&arm.store, context));
    Some(Message::plain(key).with("index", Argument::Name(name.into(), hue)))
}

fn puts_item(arm: &Arm) -> bool {
    arm.store == Store::Table && matches!(arm.reason, Reason::Put { .. })
}

/// Why the item does not enter an index; nothing if it does.
fn stays_out(arm: &Arm, context: Context<'_>) -> Option<Message> {
    let Reason::NotIndexed { faults } = &arm.reason else { return None };
    let name = Argument::Name(index_name(&arm.store)?.into(), Some(hue(&arm.store, context)));
    let words = Message::plain("item.not_indexed").with("index", name);
    Some(words.with("reason", why_not_indexed(faults)))
}

/// What an arm teaches, with its rank: the smaller, the more worth saying.
fn lesson(arm: &Arm, operation: Operation) -> (u8, &'static str) {
    let is_table = arm.store == Store::Table;
    let is_write = match operation.access() {
        Access::WriteItems => true,
        Access::RunStatements => arm.unit_kind() == UnitKind::Write,
        Access::ReadItems | Access::ReadStream | Access::Describe | Access::ChangeTables => false,
    };
    match (operation.is_transaction(), operation.is_batch()) {
        (true, _) if is_replay(arm, operation) => return (0, "rule.replayed"),
        (true, _) if is_write => return (0, "rule.transact_write"),
        (true, _) => return (0, "rule.transact_get"),
        (_, true) if is_write => return (0, "rule.batch_write"),
        (_, true) => return (0, "rule.batch_get"),
        (false, false) => {}
    }
    match &arm.reason {
        Reason::Move { .. } => (0, "rule.move"),
        Reason::Delete { faults, .. } if !is_table && !faults.is_empty() => (1, "rule.leave"),
        Reason::Put { .. } if !is_table => (2, "rule.enter"),
        Reason::Change { .. } if !is_table => (3, "rule.change"),
        Reason::Delete { .. } if !is_table => (4, "rule.delete"),
        Reason::Fetch { .. } => (0, "rule.fetch"),
        Reason::ConditionFailed { .. } | Reason::Checked { .. } => (0, "rule.condition"),
        Reason::Unchanged { .. } if is_table => (5, "rule.identical"),
        Reason::Unchanged { .. } => (6, "rule.unchanged"),
        Reason::NotIndexed { .. } => (7, "rule.sparse"),
        Reason::Absent => (8, "rule.absent"),
        Reason::Change { .. } | Reason::Put { .. } | Reason::Delete { .. } => (9, "rule.write"),
        Reason::Read { .. } if operation == Operation::Query => (1, "rule.query"),
        Reason::Read { .. } if operation == Operation::Scan && is_table => (1, "rule.scan"),
        Reason::Read { .. } if operation == Operation::Scan => (1, "rule.scan_index"),
        Reason::Read { .. } if operation == Operation::ExecuteStatement => (1, "rule.statement"),
        Reason::Read { .. } => (1, "rule.get"),
    }
}

pub(crate) fn store_name(arm: &Arm, context: Context<'_>) -> Argument {
    match index_name(&arm.store) {
        Some(name) => Argument::Name(name.into(), Some(hue(&arm.store, context))),
        None => Argument::Name(arm.table.as_str().into(), None),
    }
}

fn index_name(store: &Store) -> Option<&str> {
    match store {
        Store::Table => None,
        Store::Local(name) | Store::Global(name) => Some(name.as_str()),
    }
}

/// The hue of an arm's index; one of its kind if the index no longer exists.
fn hue(store: &Store, context: Context<'_>) -> Hue {
    let known =
        index_name(store).zip(context.schema).and_then(|(name, schema)| hue_of_index(schema, name));
    known.unwrap_or(match store {
        Store::Local(_) => Hue::OF_LOCAL,
        Store::Table | Store::Global(_) => Hue::OF_GLOBAL,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(size: u64, expected: u64) {
        assert_eq!(ratio(Bytes(size), WRITE_BLOCK), expected);
    }

    #[test]
    fn quotients_are_rounded_but_never_hide_that_a_unit_is_exceeded() {
        check(0, 0);
        check(1, 1);
        check(55, 5);
        check(1_023, 100);
        check(1_024, 100);
        check(1_025, 101);
        check(1_040, 102);
        check(3_560, 348);
        check(409_600, 40_000);
    }
}
