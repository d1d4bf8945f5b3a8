//! Answers to the forms about a table: what they would send, do and cost, and what DynamoDB would reject.

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::api::error::ApiError;
use engine::api::error::schema::SchemaError;
use engine::api::error::update_table::UpdateTableError;
use engine::api::error::validation::ValidationError;
use engine::api::limit::RESOURCE_NAME_LENGTH;
use engine::capacity::units::CapacityUnits;
use engine::database::{Database, LifecycleDelays};
use engine::event::EventKind;
use engine::receipt::UnitKind;
use engine::table::Table;

use crate::explain::fault::fault;
use crate::explain::hue::hue_of_index;
use crate::sandbox::budget::Budget;
use crate::sandbox::design::design_of;
use crate::sandbox::rebuild::{Rebuild, Rebuilt};
use crate::sandbox::request::Request;
use crate::sandbox::table_change::{TableChange, first_rejection};
use crate::sandbox::throughput::Settings;
use crate::view::design::{
    CapacityDesign, DesignCheck, DesignInterest, DesignPlace, DesignPurpose, DesignRequest,
    IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign,
};
use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};
use crate::views::estimate::{Sample, proposed_sample, write_estimate};

/// A form about a table as it is when it is opened; `None` if the table is not there.
pub(crate) fn interest_in(database: &Database, purpose: DesignPurpose) -> Option<DesignInterest> {
    let Some(name) = purpose.table() else {
        return Some(DesignInterest::new(purpose, new_design()));
    };
    let table = database.table(name)?;
    let mut design = design_of(database, table);
    if let DesignPurpose::AddIndex(_) = purpose {
        design.global_indexes.push(new_index(table));
    }
    Some(DesignInterest::new(purpose, design))
}

/// What a form about a table would do.
pub(crate) fn design_check(database: &Database, interest: &DesignInterest) -> DesignCheck {
    let DesignInterest { purpose, design, sample } = interest;
    let table = purpose.table().and_then(|name| database.table(name));
    let planned = Planned::of(database, table, purpose, design);
    let Planned { requests, rejection, effects, is_unchanged } = planned;
    let sample = match (table, sample) {
        (None, Some(typed)) => Sample::Typed(typed.clone()),
        (None, None) => Sample::Item(proposed_sample(design)),
        (Some(table), _) => Sample::of(table, purpose, design),
    };
    let write = match (&rejection, purpose) {
        (Some(_), _) | (None, DesignPurpose::Update(_) | DesignPurpose::DeleteIndex { .. }) => {
            Ok(None)
        }
        (None, DesignPurpose::Create | DesignPurpose::Rebuild(_)) => {
            write_estimate(design, &sample, None)
        }
        (None, DesignPurpose::AddIndex(_)) => {
            write_estimate(design, &sample, table.map(|table| &*table.schema))
        }
    };
    let (write, sample_fault) = match write {
        Ok(write) => (write, None),
        Err(fault) => (None, Some(Rc::new(fault))),
    };
    let (place, fault) = match rejection {
        Some((place, error)) => (place, Some(Rc::new(rejection_words(&error, design)))),
        None => (DesignPlace::Form, None),
    };
    DesignCheck {
        requests: requests.into_iter().map(shown).collect(),
        is_unchanged,
        fault,
        place,
        effects,
        write,
        sample: sample.text(),
        sample_fault,
        attributes: known_attributes(database, table),
    }
}

/// What a form would send, and what would become of it.
struct Planned {
    requests: Vec<Request>,
    /// Why a request would be rejected, and the part of the form that leads to it.
    rejection: Option<(DesignPlace, ApiError)>,
    effects: Vec<Message>,
    /// Whether nothing would change.
    is_unchanged: bool,
}

impl Planned {
    fn of(
        database: &Database,
        table: Option<&Table>,
        purpose: &DesignPurpose,
        design: &TableDesign,
    ) -> Self {
        let free = |key| vec![Message::plain(key)];
        match (purpose, table) {
            (DesignPurpose::Rebuild(table), _) => Self::rebuild(database, table, design),
            (DesignPurpose::Update(_), Some(table)) => {
                let change = TableChange::update(database, table, design);
                let key = if change.is_empty() { "design.unchanged" } else { "design.update_free" };
                Self::change(database, change, design, free(key))
            }
            (DesignPurpose::AddIndex(table), _) => {
                let change = TableChange::add_index(table, design);
                let effects = backfill_messages(database, table, &change);
                Self::change(database, change, design, effects)
            }
            (DesignPurpose::DeleteIndex { table: name, index }, Some(table)) => {
                let change = TableChange::delete_index(name, index);
                let effects = deletion_messages(database, table, index);
                Self::change(database, change, design, effects)
            }
            (
                DesignPurpose::Create
                | DesignPurpose::Update(_)
                | DesignPurpose::DeleteIndex { .. },
                _,
            ) => {
                let change = TableChange::create(design);
                Self::change(database, change, design, free("design.create_free"))
            }
        }
    }

    /// Requests that are sent one after the other.
    fn change(
        database: &Database,
        change: TableChange,
        design: &TableDesign,
        effects: Vec<Message>,
    ) -> Self {
        let requests: Vec<Request> =
            change.requests.iter().map(|placed| placed.request.clone()).collect();
        let rejection = first_rejection(None, database, &requests).map(|(request, error)| {
            let placed = change.requests.iter().find(|placed| placed.request == *request);
            let otherwise = placed.map_or(DesignPlace::Form, |placed| placed.place);
            (place(&error, design, otherwise), error)
        });
        Self { requests, rejection, effects, is_unchanged: change.is_empty() }
    }

    /// A table that is deleted and created again. What that costs is not shown of more items than fit into a slice.
    fn rebuild(database: &Database, table: &str, design: &TableDesign) -> Self {
        let mut writing = Rebuild::new(database, table, &Rc::new(design.clone()));
        let is_whole = writing.step(&mut Budget::slice());
        let (_, item_count) = writing.progress();
        let rebuilt = writing.finish();
        let effects = if is_whole {
            rebuild_messages(&rebuilt)
        } else {
            let count = Argument::Count(item_count as u64);
            vec![Message::plain("design.rewrites_many").with("count", count)]
        };
        let error = rebuilt.reply.err();
        Self {
            requests: vec![rebuilt.request],
            rejection: error.map(|error| (place(&error, design, DesignPlace::Form), error)),
            effects,
            is_unchanged: false,
        }
    }
}

fn shown(request: Request) -> DesignRequest {
    DesignRequest { operation: request.operation, text: request.text }
}

/// What rebuilding costs, and what it would leave out.
fn rebuild_messages(rebuilt: &Rebuilt) -> Vec<Message> {
    let Some(first) = rebuilt.receipts.first() else { return Vec::new() };
    let count = Argument::Count(rebuilt.receipts.len() as u64);
    let mut messages = vec![Message::plain("design.rewrites").with("count", count)];
    let total = rebuilt.receipts.iter().map(|receipt| receipt.units(UnitKind::Write)).sum();
    let total: CapacityUnits = total;
    messages.push(
        Message::plain("design.costs")
            .with("units", Argument::HalfUnits(total.halves()))
            .with("table", first.arms.first().map_or("", |arm| arm.table.as_str())),
    );
    if let Some(rejection) = rebuilt.rejections.first() {
        messages.push(
            Message::plain("design.rejects")
                .with("count", Argument::Count(rebuilt.rejections.len() as u64))
                .with("error", Argument::English(rejection.to_string().into())),
        );
    }
    messages
}

/// What filling a new index costs. The index is added to a copy on which nothing takes time and nothing is throttled.
fn backfill_messages(database: &Database, table: &str, change: &TableChange) -> Vec<Message> {
    let Some(filled) = Filled::of(database, change) else { return Vec::new() };
    let item_count = database.table(table).map_or(0, |table| table.items.count());
    let entries = Message::plain("design.backfill")
        .with("count", Argument::Count(filled.entry_count as u64))
        .with("items", Argument::Count(item_count as u64));
    let costs = Message::plain("design.backfill_costs")
        .with("units", Argument::HalfUnits(filled.units.halves()));
    vec![entries, costs]
}

/// What is put into an index that is added to a table.
struct Filled {
    entry_count: usize,
    units: CapacityUnits,
}

impl Filled {
    /// `None` if the change is rejected.
    fn of(database: &Database, change: &TableChange) -> Option<Self> {
        let mut copy = database.clone();
        Settings::of(database).released().put(&mut copy);
        copy.set_lifecycle_delays(LifecycleDelays::default());
        for placed in &change.requests {
            let Request { operation, text } = &placed.request;
            engine::api::execute(&mut copy, operation, text).reply.ok()?;
        }
        let mut filled = Self { entry_count: 0, units: CapacityUnits::ZERO };
        for event in copy.drain_events() {
            if let EventKind::IndexBackfilled { entry_count, units, .. } = event.kind {
                filled.entry_count += entry_count;
                filled.units += units;
            }
        }
        Some(filled)
    }
}

/// What deleting an index does, and what it would cost to have it again.
fn deletion_messages(database: &Database, table: &Table, name: &str) -> Vec<Message> {
    let Some(index) = table.index(name) else { return Vec::new() };
    let hue = hue_of_index(&table.schema, name);
    let deletes = Message::plain("design.deletes")
        .with("count", Argument::Count(index.entries.count() as u64))
        .with("index", Argument::Name(name.into(), hue));
    let mut messages = vec![deletes, Message::plain("design.deletes_reads")];
    if let Some(filled) = refilled(database, table, name) {
        let units = Argument::HalfUnits(filled.units.halves());
        messages.push(Message::plain("design.deletes_refill").with("units", units));
    }
    messages
}

/// What is put into an index that is deleted and added again.
fn refilled(database: &Database, table: &Table, name: &str) -> Option<Filled> {
    let mut copy = database.clone();
    copy.set_lifecycle_delays(LifecycleDelays::default());
    let mut design = design_of(database, table);
    let position = design.global_indexes.iter().position(|index| index.name == name)?;
    let index = design.global_indexes.remove(position);
    design.global_indexes.push(index);
    let deletion = TableChange::delete_index(table.schema.name.as_str(), name);
    for placed in &deletion.requests {
        let Request { operation, text } = &placed.request;
        engine::api::execute(&mut copy, operation, text).reply.ok()?;
    }
    copy.drain_events();
    Filled::of(&copy, &TableChange::add_index(table.schema.name.as_str(), &design))
}

/// The attributes that could be keys, by name, with the type that most of their values have.
fn known_attributes(database: &Database, table: Option<&Table>) -> Rc<[KeyDesign]> {
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let tables = database.tables().filter(|it| table.is_none_or(|table| std::ptr::eq(*it, table)));
    for (_, stored) in tables.flat_map(|table| table.items.iter()) {
        for (name, value) in stored.image.iter() {
            let tag = value.kind().tag();
            if let Some(position) = KeyKind::ALL.iter().position(|kind| kind.tag() == tag) {
                counts.entry(name.as_str()).or_default()[position] += 1;
            }
        }
    }
    let attributes = counts.into_iter().map(|(name, counts)| {
        let most = KeyKind::ALL.into_iter().zip(counts).max_by_key(|(_, count)| *count);
        let kind = most.map_or(KeyKind::S, |(kind, _)| kind);
        KeyDesign { name: name.to_owned(), kind }
    });
    attributes.collect()
}

/// A form without a name: the first thing to type.
fn new_design() -> TableDesign {
    TableDesign {
        name: String::new(),
        partition_key: KeyDesign { name: String::new(), kind: KeyKind::S },
        sort_key: None,
        local_indexes: Vec::new(),
        global_indexes: Vec::new(),
        settings: Some(Box::default()),
    }
}

/// A new global index by an attribute that the items have.
fn new_index(table: &Table) -> IndexDesign {
    let proposal = crate::views::call::new_index(table);
    let kind = KeyKind::ALL.into_iter().find(|kind| kind.tag() == proposal.kind);
    IndexDesign {
        name: proposal.name,
        partition_keys: vec![KeyDesign {
            name: proposal.attribute.to_owned(),
            kind: kind.unwrap_or(KeyKind::S),
        }],
        sort_keys: Vec::new(),
        projection: ProjectionDesign::KeysOnly,
        capacity: CapacityDesign::default(),
    }
}

/// A rejection in words. A form defines each attribute once: DynamoDB then finds a definition missing, where one attribute is
/// both keys of the table.
fn rejection_words(error: &ApiError, design: &TableDesign) -> FaultView {
    let fault = fault(error);
    let twice = design.sort_key.as_ref().filter(|key| key.name == design.partition_key.name);
    match (error, twice) {
        (
            ApiError::Validation {
                error:
                    ValidationError::Schema(
                        SchemaError::TableKeyUndefined | SchemaError::SameHashAndRange,
                    ),
                ..
            },
            Some(key),
        ) => FaultView {
            explanation: Some(Message::plain("design.same_keys")),
            attribute: Some(key.name.as_str().into()),
            ..fault
        },
        _ => fault,
    }
}

/// The part of the form that a rejection is about. `otherwise` is the one that leads to the request.
fn place(error: &ApiError, design: &TableDesign, otherwise: DesignPlace) -> DesignPlace {
    let named = |name: &str| index_place(design, |index| index.name == name);
    match error {
        ApiError::TableExists { .. } => DesignPlace::Name,
        ApiError::Validation { error: ValidationError::Schema(error), .. } => match error {
            SchemaError::DuplicateIndex { index }
            | SchemaError::IndexWithoutSort { index }
            | SchemaError::IndexOtherPartition { index, .. }
            | SchemaError::IndexThroughputMissing { index }
            | SchemaError::IndexThroughputForbidden { index } => named(index).unwrap_or(otherwise),
            SchemaError::IncludeWithoutAttributes => {
                index_place(design, is_malformed).unwrap_or(otherwise)
            }
            SchemaError::SameKeyTwice => index_place(design, repeats_key).unwrap_or(otherwise),
            SchemaError::LocalIndexWithoutTableSort
            | SchemaError::SameHashAndRange
            | SchemaError::TableKeyUndefined => DesignPlace::Keys,
            SchemaError::ThroughputMissing
            | SchemaError::ThroughputForbidden
            | SchemaError::ThroughputOutOfBounds { .. }
            | SchemaError::ThroughputAboveQuota { .. } => DesignPlace::Capacity,
            _ => otherwise,
        },
        ApiError::Validation {
            error:
                ValidationError::UpdateTable(
                    UpdateTableError::SameThroughput { index: Some(index), .. }
                    | UpdateTableError::IndexThroughputMissing { index }
                    | UpdateTableError::IndexThroughputForbidden { index },
                ),
            ..
        } => named(index).unwrap_or(otherwise),
        ApiError::Validation { error: ValidationError::Violations(_), .. } => {
            match (otherwise, is_name(&design.name)) {
                (DesignPlace::Form, false) => DesignPlace::Name,
                (DesignPlace::Form, true) if design.partition_key.name.is_empty() => {
                    DesignPlace::Keys
                }
                (DesignPlace::Form, true) => index_place(design, is_malformed).unwrap_or(otherwise),
                (otherwise, _) => otherwise,
            }
        }
        _ => otherwise,
    }
}

/// Whether an index has a constraint broken that needs no other part of the form.
fn is_malformed(index: &IndexDesign) -> bool {
    let includes_nothing = match &index.projection {
        ProjectionDesign::Include(names) => names.is_empty() || names.iter().any(String::is_empty),
        ProjectionDesign::KeysOnly | ProjectionDesign::All => false,
    };
    includes_nothing || !is_name(&index.name)
}

/// Whether an attribute is in the key of an index twice.
fn repeats_key(index: &IndexDesign) -> bool {
    let mut names: Vec<&str> = index.keys().map(|key| key.name.as_str()).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair[0] == pair[1])
}

fn is_name(text: &str) -> bool {
    let (shortest, longest) = RESOURCE_NAME_LENGTH;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (shortest..=longest).contains(&text.len()) && text.bytes().all(is_plain)
}

fn index_place(design: &TableDesign, holds: impl Fn(&IndexDesign) -> bool) -> Option<DesignPlace> {
    let local = design.local_indexes.iter().position(&holds).map(DesignPlace::Local);
    local.or_else(|| design.global_indexes.iter().position(&holds).map(DesignPlace::Global))
}
