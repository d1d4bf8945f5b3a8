//! What the forms about a table change: its requests in order, and its auto scaling, as one step.

use engine::api::access::Caller;
use engine::api::error::ApiError;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::name::{IndexName, TableName};
use engine::operation::Operation;
use engine::table::Table;
use serde_json::{Map, Value, json};

use crate::sandbox::design::{
    ON_DEMAND, STREAM, billing_word, create_requests, definitions, design_of, index_request,
    maximums, provisioned_json, stream_json, time_to_live_request,
};
use crate::sandbox::input::{Input, ScalingChange};
use crate::sandbox::request::Request;
use crate::sandbox::throughput::PROVISIONED;
use crate::view::cost::PayMode;
use crate::view::design::{CapacityDesign, DesignPlace, IndexDesign, TableDesign, TableSettings};
use crate::view::throughput::ScalingView;

const INDEX_UPDATES: &str = "GlobalSecondaryIndexUpdates";

/// Requests about one table that are sent together, and are undone together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TableChange {
    pub table: String,
    /// The requests, in order.
    pub requests: Vec<PlacedRequest>,
    /// What becomes of its auto scaling, which has requests of another service.
    pub scaling: ScalingChange,
}

/// A request, and the part of the form that leads to it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedRequest {
    /// The part of the form.
    pub place: DesignPlace,
    pub request: Request,
}

impl TableChange {
    pub(crate) fn create(design: &TableDesign) -> Self {
        let places = [DesignPlace::Form, DesignPlace::TimeToLive];
        let requests = places.into_iter().zip(create_requests(design));
        let requests = requests.map(|(place, request)| PlacedRequest { place, request });
        let scaling = design.settings.as_deref().and_then(scaling_in_use);
        Self {
            table: design.name.clone(),
            requests: requests.collect(),
            scaling: scaling_change(None, scaling),
        }
    }

    /// Gives a table the settings of a design. Its keys and indexes stay as they are.
    pub(crate) fn update(database: &Database, table: &Table, design: &TableDesign) -> Self {
        let old = design_of(database, table);
        let (old_settings, new_settings) = (settings_of(&old), settings_of(design));
        let mut update = Update { table: &old.name, requests: Vec::new() };
        update.add_capacity((&old, &old_settings), (design, &new_settings));
        update.add_maximums((&old, &old_settings), (design, &new_settings));
        update.add_stream(&old_settings, &new_settings);
        if old_settings.class != new_settings.class {
            update.add(DesignPlace::Class, "TableClass", new_settings.class.id().into());
        }
        if old_settings.is_protected != new_settings.is_protected {
            let is_protected = new_settings.is_protected.into();
            update.add(DesignPlace::Protection, "DeletionProtectionEnabled", is_protected);
        }
        update.add_time_to_live(&old_settings.time_to_live, &new_settings.time_to_live);
        let requests = update.requests;
        let scaling = scaling_change(old_settings.scaling, scaling_in_use(&new_settings));
        Self { table: old.name, requests, scaling }
    }

    /// Adds the last global index of a design to a table. Auto scaling of the table includes it.
    pub(crate) fn add_index(table: &str, design: &TableDesign) -> Self {
        let settings = settings_of(design);
        let position = design.global_indexes.len().saturating_sub(1);
        let request = design.global_indexes.last().map(|index| {
            let create = json!({ "Create": index_request(index, Some(settings.billing)) });
            let json = json!({
                "TableName": table,
                "AttributeDefinitions": definitions(index.keys()),
                (INDEX_UPDATES): Value::Array(vec![create]),
            });
            let request = Request::new("UpdateTable", &json);
            PlacedRequest { place: DesignPlace::Global(position), request }
        });
        Self {
            table: table.to_owned(),
            requests: request.into_iter().collect(),
            scaling: scaling_change(None, scaling_in_use(&settings)),
        }
    }

    /// Deletes a global index of a table.
    pub(crate) fn delete_index(table: &str, index: &str) -> Self {
        let update = json!({ "Delete": { "IndexName": index } });
        let json = json!({ "TableName": table, (INDEX_UPDATES): Value::Array(vec![update]) });
        let request = Request::new("UpdateTable", &json);
        Self {
            table: table.to_owned(),
            requests: vec![PlacedRequest { place: DesignPlace::Form, request }],
            scaling: ScalingChange::Unchanged,
        }
    }

    /// Whether nothing would change.
    pub(crate) fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.scaling == ScalingChange::Unchanged
    }

    /// The change as an input of the log.
    pub(crate) fn into_input(self) -> Input {
        let mut requests: Vec<Request> =
            self.requests.into_iter().map(|placed| placed.request).collect();
        if requests.len() == 1 && self.scaling == ScalingChange::Unchanged {
            return Input::Call(requests.remove(0));
        }
        let (table, requests) = (self.table.into(), requests.into());
        Input::ChangeTable { table, requests, scaling: self.scaling }
    }
}

/// The first request that would be rejected if a caller sends them, or else the owner, and why.
pub(crate) fn first_rejection<'r>(
    caller: Option<&Caller>,
    database: &Database,
    requests: impl IntoIterator<Item = &'r Request>,
) -> Option<(&'r Request, ApiError)> {
    // On a copy, because a request may depend on one before it.
    let mut copy = database.clone();
    requests.into_iter().find_map(|request| {
        let decided = engine::api::decide_as(caller, &copy, &request.operation, &request.text);
        let outcome = decided.apply(&mut copy);
        outcome.reply.err().map(|error| (request, error))
    })
}

/// The table and the index that a request adds to it.
pub(crate) fn added_index(request: &Request) -> Option<(TableName, IndexName)> {
    if !request.is_of(Operation::UpdateTable) {
        return None;
    }
    let json = parse(&request.text).ok()?;
    let updates = json.get(INDEX_UPDATES)?.as_array()?;
    let created =
        updates.iter().find_map(|update| update.get("Create")?.get("IndexName")?.as_str())?;
    // An ARN ends in the name.
    let table = json.get("TableName")?.as_str()?.rsplit('/').next()?;
    Some((TableName::new(table), IndexName::new(created)))
}

/// The requests that give a table other settings. Most settings have a request of their own.
struct Update<'d> {
    table: &'d str,
    requests: Vec<PlacedRequest>,
}

/// A design with its settings.
type Side<'d> = (&'d TableDesign, &'d TableSettings);

impl Update<'_> {
    fn add(&mut self, place: DesignPlace, member: &str, content: Value) {
        let mut members = Map::new();
        members.insert(member.to_owned(), content);
        self.add_members(place, members);
    }

    fn add_members(&mut self, place: DesignPlace, mut members: Map<String, Value>) {
        members.insert("TableName".to_owned(), self.table.into());
        let request = Request::new("UpdateTable", &members.into());
        self.requests.push(PlacedRequest { place, request });
    }

    /// The billing mode, and the units of the table and its indexes: they change together.
    fn add_capacity(&mut self, (old, old_settings): Side<'_>, (new, settings): Side<'_>) {
        let mut members = Map::new();
        let changes_mode = old_settings.billing != settings.billing;
        if changes_mode {
            members.insert("BillingMode".to_owned(), billing_word(settings.billing).into());
        }
        match settings.billing {
            PayMode::OnDemand => {}
            PayMode::Provisioned => {
                if changes_mode || units(&old_settings.capacity) != units(&settings.capacity) {
                    members.insert(PROVISIONED.to_owned(), provisioned_json(&settings.capacity));
                }
                let updates = index_updates(old, new, |old, new| {
                    let changes = changes_mode || units(&old.capacity) != units(&new.capacity);
                    changes.then(|| (PROVISIONED, provisioned_json(&new.capacity)))
                });
                members.extend(updates);
            }
        }
        if !members.is_empty() {
            self.add_members(DesignPlace::Capacity, members);
        }
    }

    /// The maximums of an on-demand table and its indexes; -1 is none.
    fn add_maximums(&mut self, (old, old_settings): Side<'_>, (new, settings): Side<'_>) {
        if settings.billing == PayMode::Provisioned {
            return;
        }
        let content = |capacity: &CapacityDesign| {
            let members = maximums(capacity);
            let members = members.map(|(name, units)| {
                (name.to_owned(), units.map_or_else(|| Value::from(-1), Value::from))
            });
            Value::Object(members.into_iter().collect())
        };
        let mut members = Map::new();
        if maximums(&old_settings.capacity) != maximums(&settings.capacity) {
            members.insert(ON_DEMAND.to_owned(), content(&settings.capacity));
        }
        members.extend(index_updates(old, new, |old, new| {
            let changes = maximums(&old.capacity) != maximums(&new.capacity);
            changes.then(|| (ON_DEMAND, content(&new.capacity)))
        }));
        if !members.is_empty() {
            self.add_members(DesignPlace::Capacity, members);
        }
    }

    /// The stream. One that records something else is another stream: the old one is disabled first.
    fn add_stream(&mut self, old: &TableSettings, new: &TableSettings) {
        if old.stream == new.stream {
            return;
        }
        if old.stream.is_some() {
            self.add(DesignPlace::Stream, STREAM, json!({ "StreamEnabled": false }));
        }
        if let Some(stream) = new.stream {
            self.add(DesignPlace::Stream, STREAM, stream_json(stream));
        }
    }

    /// Time to live. The old attribute is disabled before another one is enabled.
    fn add_time_to_live(&mut self, old: &str, new: &str) {
        if old == new {
            return;
        }
        for (attribute, enable) in [(old, false), (new, true)] {
            if !attribute.is_empty() {
                let request = time_to_live_request(self.table, attribute, enable);
                self.requests.push(PlacedRequest { place: DesignPlace::TimeToLive, request });
            }
        }
    }
}

/// The member that updates global indexes, if one changes.
fn index_updates(
    old: &TableDesign,
    new: &TableDesign,
    change: impl Fn(&IndexDesign, &IndexDesign) -> Option<(&'static str, Value)>,
) -> Option<(String, Value)> {
    let updates = new.global_indexes.iter().filter_map(|index| {
        let before = old.global_indexes.iter().find(|before| before.name == index.name)?;
        let (member, content) = change(before, index)?;
        Some(json!({ "Update": { "IndexName": index.name.as_str(), (member): content } }))
    });
    let updates: Vec<Value> = updates.collect();
    (!updates.is_empty()).then(|| (INDEX_UPDATES.to_owned(), Value::Array(updates)))
}

fn scaling_change(old: Option<ScalingView>, new: Option<ScalingView>) -> ScalingChange {
    match new {
        _ if old == new => ScalingChange::Unchanged,
        Some(scaling) => ScalingChange::On(scaling),
        None => ScalingChange::Off,
    }
}

fn settings_of(design: &TableDesign) -> TableSettings {
    design.settings.as_deref().cloned().unwrap_or_default()
}

/// Auto scaling is for provisioned tables.
pub(crate) fn scaling_in_use(settings: &TableSettings) -> Option<ScalingView> {
    settings.scaling.filter(|_| settings.billing == PayMode::Provisioned)
}

fn units(capacity: &CapacityDesign) -> (u64, u64) {
    (capacity.read_units, capacity.write_units)
}
