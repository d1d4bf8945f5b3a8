//! What a statement does to a table: which operation runs, on what, and why. Plain data, made before anything is read.

use std::ops::Range;

use crate::capacity::cost::Consistency;
use crate::expression::condition::{Condition, Node};
use crate::expression::function::{CONDITION_FUNCTIONS, find};
use crate::expression::key_condition::KeyCondition;
use crate::expression::predicate::{Operand, Predicate, PredicateKind};
use crate::expression::token::Span;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;
use crate::model::name::{AttributeName, IndexName, TableName};
use crate::partiql::ast::Returning;
use crate::partiql::error::{PartiqlError, PartiqlErrorKind};
use crate::partiql::key_predicate::equal_values;
use crate::partiql::ordering::Order;
pub use crate::partiql::reads::ScanReason;
use crate::partiql::reads::{KeyRead, ReadKey, check_key_value, spans};
pub use crate::partiql::statement::Column;
use crate::partiql::statement::{Delete, Insert, Select, Source, Statement, Update};
use crate::table::Table;
use crate::table::index::Index;
use crate::table::schema::Scope;
use crate::table::status::IndexStatus;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::{UpdateCeiling, Write, WriteAction};

/// What a statement does.
#[derive(Debug, Clone)]
pub enum Plan {
    /// It reads items.
    Read(ReadPlan),
    /// It writes an item, or checks one in a transaction.
    Write(WritePlan),
}

/// What a SELECT reads.
#[derive(Debug, Clone)]
pub struct ReadPlan {
    /// The table.
    pub table: TableName,
    /// The index that FROM names. No other index is ever used.
    pub index: Option<IndexName>,
    /// The operation that runs, and what it reads.
    pub access: ReadAccess,
    /// The condition that items which are read must also meet; they are charged anyway.
    pub filter: Option<Condition>,
    /// Where in the statement the conditions are that become the filter, in bytes.
    pub filter_spans: Vec<Range<usize>>,
    /// What is returned of each item; `None` for all attributes.
    pub columns: Option<Vec<Column>>,
    /// Whether each partition is read in the ascending order of the sort key.
    pub forward: bool,
    /// Whether a local index fetches whole items from its table.
    pub fetches: bool,
}

/// The operation that a SELECT becomes, and why.
#[derive(Debug, Clone)]
pub enum ReadAccess {
    /// GetItem, once for each key: every key attribute has a value.
    GetItem {
        /// The keys, in the order in which they are read.
        keys: Vec<Item>,
    },
    /// Query, once for each condition: the partition key has a value.
    Query {
        /// The conditions, in the order in which they are read.
        conditions: Vec<KeyCondition>,
    },
    /// Scan: the partition key has no value.
    Scan {
        /// Why it has none.
        reason: ScanReason,
    },
}

/// What an INSERT, UPDATE, DELETE or EXISTS does.
#[derive(Debug, Clone)]
pub struct WritePlan {
    /// The table.
    pub table: TableName,
    /// Which statement it is.
    pub kind: WriteKind,
    /// The write, with the condition that the statement implies.
    pub write: Write,
    /// What is returned of the item.
    pub returning: Option<Returning>,
}

/// The statements that write one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the statements")]
pub enum WriteKind {
    Insert,
    Update,
    Delete { has_condition: bool },
    Exists,
}

impl Statement {
    /// What the statement does to the table that it names. Nothing is read.
    ///
    /// Fails with a kind of error that depends on the key or the indexes of the table.
    pub fn plan(&self, table: &Table, consistency: Consistency) -> Result<Plan, Box<PartiqlError>> {
        let plan = match self {
            Self::Select(select) => plan_select(select, table, consistency).map(Plan::Read),
            Self::Insert(insert) => Ok(Plan::Write(plan_insert(insert, table))),
            Self::Update(update) => plan_update(update, table).map(Plan::Write),
            Self::Delete(delete) => plan_delete(delete, table).map(Plan::Write),
            Self::Exists(select) => plan_exists(select, table).map(Plan::Write),
        };
        plan.map_err(|kind| Box::new(PartiqlError::whole(kind)))
    }
}

impl Source {
    /// Checks that an index has no key of several attributes.
    pub(crate) fn check_key(&self, table: &Table) -> Result<(), PartiqlErrorKind> {
        let index = self.index.as_ref().and_then(|name| table.index(name));
        match index.is_some_and(|index| ReadKey::of(&index.schema.key).is_none()) {
            true => Err(PartiqlErrorKind::MultiAttributeKey),
            false => Ok(()),
        }
    }
}

fn plan_select(
    select: &Select,
    table: &Table,
    consistency: Consistency,
) -> Result<ReadPlan, PartiqlErrorKind> {
    let index = find_index(&select.source, table)?;
    let is_global = index.is_some_and(|index| index.schema.scope == Scope::Global);
    if is_global && consistency == Consistency::Strong {
        return Err(PartiqlErrorKind::ConsistentGlobalIndex);
    }
    let schema = index.map_or(&table.schema.key, |index| &index.schema.key);
    let key = ReadKey::of(schema).ok_or(PartiqlErrorKind::MultiAttributeKey)?;
    let unprojected_columns = select
        .columns
        .as_ref()
        .zip(index)
        .map(|(columns, index)| unprojected(index, columns.iter().map(|column| &column.path)));
    let unprojected_columns = unprojected_columns.unwrap_or_default();
    if let (true, Some(index)) = (is_global && !unprojected_columns.is_empty(), index) {
        let (index, attributes) = (index.schema.name.clone(), unprojected_columns);
        return Err(PartiqlErrorKind::NotProjected { index, attributes });
    }
    let order = Order::of(select, key);
    let condition = select.condition.as_ref();
    let Some(pinned) = condition.filter(|condition| key.is_pinned(condition)) else {
        order?;
        let reason = condition.map_or(ScanReason::NoCondition, |it| key.scan_reason(it));
        return Ok(ReadPlan {
            table: table.schema.name.clone(),
            index: index.map(|index| index.schema.name.clone()),
            access: ReadAccess::Scan { reason },
            filter: condition.cloned().map(Condition::of),
            filter_spans: Vec::from_iter(select.condition_span.clone()),
            columns: select.columns.clone(),
            forward: true,
            fetches: !unprojected_columns.is_empty(),
        });
    };
    let mut reads = key.reads(pinned)?;
    let order = order?;
    order.sort(&mut reads, key)?;
    check_filter(index, &reads)?;
    let access = access_of(&reads, index, key)?;
    let has_filter = reads.iter().any(|read| !read.rest.is_empty());
    let filter_spans = match reads.as_slice() {
        [only] => spans(only.rest.iter().copied()),
        _ if has_filter => Vec::from_iter(select.condition_span.clone()),
        _ => Vec::new(),
    };
    Ok(ReadPlan {
        table: table.schema.name.clone(),
        index: index.map(|index| index.schema.name.clone()),
        access,
        filter: has_filter.then(|| Condition::of(pinned.clone())),
        filter_spans,
        columns: select.columns.clone(),
        forward: order.is_forward(),
        fetches: !unprojected_columns.is_empty(),
    })
}

/// The index that FROM names.
fn find_index<'t>(
    source: &Source,
    table: &'t Table,
) -> Result<Option<&'t Index>, PartiqlErrorKind> {
    let Some(name) = &source.index else { return Ok(None) };
    match table.index(name).map(|index| (index, index.status)) {
        Some((index, IndexStatus::Active | IndexStatus::Updating)) => Ok(Some(index)),
        Some((index, IndexStatus::Creating { .. })) => {
            Err(PartiqlErrorKind::IndexNotReady { index: index.schema.name.clone() })
        }
        Some((_, IndexStatus::Deleting)) | None => Err(PartiqlErrorKind::NoSuchIndex),
    }
}

/// A filter of a Query on attributes that the index does not hold is an error.
///
/// Observed: eu-west-2, 2026: of several reads only the first is checked.
fn check_filter(index: Option<&Index>, reads: &[KeyRead<'_>]) -> Result<(), PartiqlErrorKind> {
    let (Some(index), Some(first)) = (index, reads.first()) else { return Ok(()) };
    let mut paths = Vec::new();
    for node in &first.rest {
        node.collect_paths(&mut paths);
    }
    let attributes = unprojected(index, paths.into_iter());
    if attributes.is_empty() {
        return Ok(());
    }
    let index = index.schema.name.clone();
    Err(PartiqlErrorKind::FilterNotProjected { index, attributes })
}

/// The attributes among some paths that an index does not hold, each once.
fn unprojected<'p>(
    index: &Index,
    paths: impl Iterator<Item = &'p DocumentPath>,
) -> Vec<AttributeName> {
    let names = paths.map(DocumentPath::top_level).filter(|name| !index.schema.projects(name));
    let mut attributes: Vec<AttributeName> = names.cloned().collect();
    attributes.sort();
    attributes.dedup();
    attributes
}

fn access_of(
    reads: &[KeyRead<'_>],
    index: Option<&Index>,
    key: ReadKey<'_>,
) -> Result<ReadAccess, PartiqlErrorKind> {
    for read in reads {
        key.schema.check_condition(&read.condition).map_err(key_fault)?;
        check_not_empty(&read.condition, key)?;
    }
    let conditions = reads.iter().map(|read| read.condition.clone());
    if index.is_some() || !reads.iter().all(|read| read.is_of_one_key(key)) {
        return Ok(ReadAccess::Query { conditions: conditions.collect() });
    }
    let key_of = |condition: KeyCondition| {
        let values = condition.partition.iter().chain(condition.sort_values());
        let names = key.schema.attributes().map(|attribute| attribute.name.clone());
        names.zip(values.cloned()).collect()
    };
    Ok(ReadAccess::GetItem { keys: conditions.map(key_of).collect() })
}

/// No key attribute is an empty string or binary.
fn check_not_empty(condition: &KeyCondition, key: ReadKey<'_>) -> Result<(), PartiqlErrorKind> {
    let values = condition.partition.iter().chain(condition.sort_values());
    for (attribute, value) in key.schema.attributes().zip(values) {
        let pair = Item::from_iter([(attribute.name.clone(), value.clone())]);
        key.schema.check_values(&pair).map_err(key_fault)?;
    }
    Ok(())
}

fn key_fault(rejection: Rejection) -> PartiqlErrorKind {
    match rejection {
        Rejection::PartitionKeyTooLong => PartiqlErrorKind::PartitionKeyTooLong,
        Rejection::SortKeyTooLong => PartiqlErrorKind::SortKeyTooLong,
        Rejection::EmptyKey { attribute, kind } => PartiqlErrorKind::EmptyKey { attribute, kind },
        Rejection::MissingKey { .. }
        | Rejection::KeyType { .. }
        | Rejection::KeyShape
        | Rejection::IndexKeyType { .. }
        | Rejection::EmptyIndexKey { .. }
        | Rejection::PathIntoKey { .. }
        | Rejection::ItemTooLarge => unreachable!("the types of key values were checked"),
    }
}

fn plan_insert(insert: &Insert, table: &Table) -> WritePlan {
    let condition = Node::Not(Box::new(exists(table)), Span::default());
    let action = WriteAction::Put(insert.item.clone());
    let write = Write { action, condition: Some(Condition::of(condition)) };
    let table = table.schema.name.clone();
    WritePlan { table, kind: WriteKind::Insert, write, returning: None }
}

fn plan_update(update: &Update, table: &Table) -> Result<WritePlan, PartiqlErrorKind> {
    check_no_index(&update.source)?;
    let key = full_key(&terms(update.condition.as_ref()), table)?;
    // An absent item does not meet the conditions on its key, so no item is made.
    let condition = update.condition.clone().map(Condition::of);
    let action = WriteAction::Update {
        key,
        update: Some(update.changes.clone()),
        ceiling: UpdateCeiling::Item,
    };
    let (table, returning) = (table.schema.name.clone(), update.returning);
    let write = Write { action, condition };
    Ok(WritePlan { table, kind: WriteKind::Update, write, returning })
}

fn plan_delete(delete: &Delete, table: &Table) -> Result<WritePlan, PartiqlErrorKind> {
    check_no_index(&delete.source)?;
    let terms = terms(delete.condition.as_ref());
    let key = full_key(&terms, table)?;
    let has_condition = has_other_condition(&terms, table);
    // The deletion of an absent item succeeds whatever the conditions are.
    let condition = delete.condition.as_ref().filter(|_| has_condition).map(|condition| {
        let is_absent = Node::Not(Box::new(exists(table)), Span::default());
        Condition::of(Node::Any(vec![is_absent, condition.clone()], Span::default()))
    });
    let write = Write { action: WriteAction::Delete { key }, condition };
    let returning = delete.returns_old.then_some(Returning { modified: false, new: false });
    let table = table.schema.name.clone();
    Ok(WritePlan { table, kind: WriteKind::Delete { has_condition }, write, returning })
}

fn plan_exists(select: &Select, table: &Table) -> Result<WritePlan, PartiqlErrorKind> {
    let is_plain = select.source.index.is_none() && select.order.is_empty();
    let terms = terms(select.condition.as_ref());
    let key = full_key(&terms, table).map_err(|kind| match kind {
        PartiqlErrorKind::NoFullKey => PartiqlErrorKind::ExistsShape,
        kind => kind,
    })?;
    if !is_plain || !has_other_condition(&terms, table) {
        return Err(PartiqlErrorKind::ExistsShape);
    }
    let condition = select.condition.clone().map(Condition::of);
    let write = Write { action: WriteAction::Check { key }, condition };
    let table = table.schema.name.clone();
    Ok(WritePlan { table, kind: WriteKind::Exists, write, returning: None })
}

fn check_no_index(source: &Source) -> Result<(), PartiqlErrorKind> {
    match &source.index {
        None => Ok(()),
        Some(_) => Err(PartiqlErrorKind::WriteOnIndex),
    }
}

/// The condition that an item exists.
fn exists(table: &Table) -> Node {
    let function = find(&CONDITION_FUNCTIONS, "attribute_exists").expect("it has a row");
    let attribute = table.schema.key.attributes().next().expect("a key has an attribute");
    let kind = PredicateKind::Function {
        name: function.name,
        test: function.evaluate,
        first: Operand::Path(DocumentPath::new(attribute.name.clone())),
        second: None,
    };
    let (operator_span, span) = (Span::default(), Span::default());
    Node::Predicate(Box::new(Predicate { kind, operator_span, span }))
}

/// The key that the terms of a condition pin by equalities.
fn full_key(terms: &[&Node], table: &Table) -> Result<Item, PartiqlErrorKind> {
    let mut key = Item::default();
    for attribute in table.schema.key.attributes() {
        for value in terms.iter().filter_map(|term| key_value(term, &attribute.name)) {
            if key.get(&attribute.name).is_some_and(|other| other != value) {
                let attribute = attribute.name.clone();
                return Err(PartiqlErrorKind::SeveralValuesOfKey { attribute });
            }
            key.insert(attribute.name.clone(), value.clone());
        }
    }
    if key.len() < table.schema.key.len() {
        return Err(PartiqlErrorKind::NoFullKey);
    }
    for attribute in table.schema.key.attributes() {
        let value = key.get(&attribute.name).expect("the key is complete");
        check_key_value(attribute, value)?;
    }
    table.schema.key.check_values(&key).map_err(key_fault)?;
    Ok(key)
}

/// Whether the terms of a condition say more than the values of the key.
fn has_other_condition(terms: &[&Node], table: &Table) -> bool {
    terms.iter().any(|term| {
        let mut attributes = table.schema.key.attributes();
        !attributes.any(|attribute| key_value(term, &attribute.name).is_some())
    })
}

/// The conditions that are joined by AND.
fn terms(condition: Option<&Node>) -> Vec<&Node> {
    let mut terms = Vec::new();
    collect_terms(condition, &mut terms);
    terms
}

fn collect_terms<'node>(
    nodes: impl IntoIterator<Item = &'node Node>,
    terms: &mut Vec<&'node Node>,
) {
    for node in nodes {
        match node {
            Node::All(parts) => collect_terms(parts, terms),
            Node::Any(..) | Node::Not(..) | Node::Predicate(_) => terms.push(node),
        }
    }
}

/// The value of a key attribute in `attribute = value`.
fn key_value<'node>(term: &'node Node, name: &AttributeName) -> Option<&'node AttributeValue> {
    let Node::Predicate(predicate) = term else { return None };
    if matches!(predicate.kind, PredicateKind::In { .. }) {
        return None;
    }
    let (path, mut values) = equal_values(predicate)?;
    let is_key = path.is_top_level() && path.top_level() == name;
    values.next().filter(|_| is_key)
}
