//! Steps: everything that a run does to the database, as data that can be dropped and repeated.

use std::fmt;

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::condition::{Condition, Placeholders};
use crate::simulation::schema::{IndexDefinition, Table};
use crate::simulation::selects;
use crate::simulation::statements;
use crate::simulation::write::{Action, Target, Write};

/// Something that happens to the database.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A write of one item.
    Write(Write),
    /// `BatchWriteItem`: puts and deletes.
    BatchWrite(Vec<(Target, Action)>),
    /// `TransactWriteItems`.
    TransactWrite(Transaction),
    /// `GetItem`.
    Get(Get),
    /// A PartiQL statement that makes a write.
    WriteStatement(Write),
    /// A PartiQL statement that reads one item.
    GetStatement(Get),
    /// A PartiQL statement that reads items by their keys.
    KeysStatement(Vec<Get>),
    /// A PartiQL statement that reads items page after page.
    ReadStatement(Read),
    /// `BatchExecuteStatement` with statements that write.
    BatchOfWriteStatements(Vec<Write>),
    /// `BatchExecuteStatement` with statements that read one item each.
    BatchOfGetStatements(Vec<Get>),
    /// `ExecuteTransaction` with statements that write or check.
    TransactionOfWriteStatements(Transaction),
    /// `ExecuteTransaction` with statements that read one item each.
    TransactionOfGetStatements(Vec<Get>),
    /// `BatchGetItem`.
    BatchGet(Vec<Get>),
    /// `TransactGetItems`.
    TransactGet(Vec<Get>),
    /// So many items are put into Things, drawn from this seed, that a backfill takes several steps.
    Fill(u64),
    /// `Query` or `Scan`, page after page to its end.
    Read(Read),
    /// `UpdateTable` that adds a global index to Things.
    CreateIndex(&'static str),
    /// `UpdateTable` that deletes a global index of Things.
    DeleteIndex(&'static str),
    /// `UpdateTable` that provisions read and write units; of an index, or of the table and all its indexes.
    Provision(Option<&'static str>, u64, u64),
    /// `UpdateTable` that makes Things on-demand.
    BillOnDemand,
    /// `UpdateTable` that sets the most write units of an on-demand table; -1 removes the maximum.
    Maximum(i64),
    /// `UpdateTimeToLive`: items of Things expire by `expires`, or not.
    TimeToLive(bool),
    /// `UpdateTable` that starts or ends the stream of Things.
    Stream(bool),
    /// `DeleteTable`, and `CreateTable` with the design that the table had at the beginning.
    Recreate(Table),
    /// Auto scaling of the writes of Things is switched on or off.
    Scale(bool),
    /// The milliseconds that changes take to reach a global index, from here on.
    Delay(u64),
    /// Virtual time passes, in milliseconds.
    Advance(u64),
    /// The Region of a replica is cut off from the other, or connected.
    CutOff(Table, bool),
    /// The milliseconds that a write takes to the other Region, from here on.
    ReplicationDelay(u64),
    /// The database is saved and loaded. The loaded one continues; the other one continues as the twin.
    SaveAndLoad,
    /// A workload is run, with requests drawn from this seed. The model takes over its items.
    Workload(u64),
}

/// `TransactWriteItems`.
#[derive(Debug, Clone, PartialEq)]
pub struct Transaction {
    pub actions: Vec<Write>,
    /// `ClientRequestToken`.
    pub token: Option<&'static str>,
}

/// A read of one item by its key.
#[derive(Debug, Clone, PartialEq)]
pub struct Get {
    /// The table.
    pub target: Target,
    pub key: Attributes,
    /// Whether the read is strongly consistent. Without effect in a transaction.
    pub is_consistent: bool,
    /// The paths to return, or everything.
    pub names: Option<Vec<&'static str>>,
    /// Whether `AttributesToGet` names them.
    pub is_legacy: bool,
}

/// `Query` or `Scan`.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The table.
    pub target: Target,
    /// The index; `None` for the table.
    pub index: Option<&'static IndexDefinition>,
    /// The key condition of a Query; `None` for a Scan.
    pub key: Option<KeyCondition>,
    /// The number of segments of a parallel Scan.
    pub segment_count: Option<usize>,
    /// `Limit`.
    pub limit: Option<usize>,
    /// Whether the read is strongly consistent.
    pub is_consistent: bool,
    /// Whether it runs backwards. Without effect on a Scan.
    pub is_backward: bool,
    pub filter: Option<Condition>,
    /// The paths to return, or everything that the table or index has.
    pub names: Option<Vec<&'static str>>,
    /// `Select`, if the request has it.
    pub select: Option<&'static str>,
    /// Whether the legacy parameters are used where they can express the same.
    pub is_legacy: bool,
}

/// The key condition of a Query.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyCondition {
    /// A value for each partition key attribute.
    pub partition: Vec<(&'static str, Value)>,
    /// Conditions on sort key attributes, in their order.
    pub sort: Vec<Condition>,
}

impl Transaction {
    pub fn request(&self, capacity: &str) -> Value {
        let actions: Vec<Value> = self.actions.iter().map(Write::transaction_action).collect();
        let mut request = json!({
            "TransactItems": actions,
            "ReturnConsumedCapacity": capacity,
            "ReturnItemCollectionMetrics": "SIZE",
        });
        if let Some(token) = self.token {
            request["ClientRequestToken"] = token.into();
        }
        request
    }
}

impl Get {
    /// The request of a `GetItem`.
    pub fn request(&self, capacity: &str) -> Value {
        let mut request = self.members();
        request["ConsistentRead"] = self.is_consistent.into();
        request["ReturnConsumedCapacity"] = capacity.into();
        match (&self.names, self.is_legacy) {
            (Some(names), true) if names.iter().all(|it| is_name(it)) => {
                request["AttributesToGet"] = json!(names);
            }
            (Some(_), _) => self.put_projection(&mut request),
            (None, _) => {}
        }
        request
    }

    /// The element of a `TransactGetItems`.
    pub fn transaction_action(&self) -> Value {
        let mut request = self.members();
        self.put_projection(&mut request);
        json!({ "Get": request })
    }

    fn members(&self) -> Value {
        json!({ "TableName": self.target.named(), "Key": self.key })
    }

    /// Puts `ProjectionExpression` into a request.
    pub fn put_projection(&self, request: &mut Value) {
        if let Some(names) = &self.names {
            let mut placeholders = Placeholders::default();
            request["ProjectionExpression"] = projection(names, &mut placeholders).into();
            placeholders.put_into(request);
        }
    }

    /// The attributes of an item that are returned.
    pub fn shown(&self, item: &Attributes) -> Attributes {
        shown(item, self.names.as_deref())
    }
}

/// The attributes of an item that a projection returns, if these are its paths.
pub fn shown(item: &Attributes, paths: Option<&[&str]>) -> Attributes {
    let Some(paths) = paths else { return item.clone() };
    let paths: Vec<Vec<&str>> = paths.iter().map(|path| parts(path)).collect();
    let shown = item.iter().filter_map(|(name, value)| {
        Some((name.clone(), shown_value(value, &below(&paths, name))?))
    });
    shown.collect()
}

/// The part of a value that paths return. An empty path returns all of it; without a path nothing is returned.
fn shown_value(value: &Value, paths: &[Vec<&str>]) -> Option<Value> {
    if paths.iter().any(Vec::is_empty) {
        return Some(value.clone());
    }
    if let Some(elements) = value["L"].as_array() {
        let shown = elements.iter().enumerate();
        let shown: Vec<Value> = shown
            .filter_map(|(position, it)| shown_value(it, &below(paths, &format!("[{position}]"))))
            .collect();
        return (!shown.is_empty()).then(|| json!({ "L": shown }));
    }
    let shown = value["M"].as_object().into_iter().flatten();
    let shown: Attributes = shown
        .filter_map(|(name, it)| Some((name.clone(), shown_value(it, &below(paths, name))?)))
        .collect();
    (!shown.is_empty()).then(|| json!({ "M": shown }))
}

/// The rests of the paths that begin with a part.
fn below<'p>(paths: &[Vec<&'p str>], part: &str) -> Vec<Vec<&'p str>> {
    let matching = paths.iter().filter(|path| path.first().is_some_and(|first| *first == part));
    matching.map(|path| path[1..].to_vec()).collect()
}

/// The parts of a document path: names, and positions in brackets.
fn parts(path: &str) -> Vec<&str> {
    let names = path.split('.');
    let split = |part| match str::find(part, '[') {
        Some(bracket) => vec![&part[..bracket], &part[bracket..]],
        None => vec![part],
    };
    names.flat_map(split).collect()
}

/// The attribute in which a document path begins.
pub fn attribute(path: &str) -> &str {
    parts(path)[0]
}

/// Whether a path is an attribute name: the legacy parameters accept nothing else.
fn is_name(path: &str) -> bool {
    parts(path).len() == 1
}

fn projection(paths: &[&str], placeholders: &mut Placeholders) -> String {
    let mut text = |path: &&str| {
        let names = path.split('.').map(|part| {
            let name = attribute(part);
            placeholders.name(name) + &part[name.len()..]
        });
        names.collect::<Vec<_>>().join(".")
    };
    paths.iter().map(&mut text).collect::<Vec<_>>().join(", ")
}

impl Read {
    pub fn operation(&self) -> &'static str {
        if self.key.is_some() { "Query" } else { "Scan" }
    }

    /// The request for the first page, without a segment.
    pub fn request(&self, capacity: &str) -> Value {
        let mut request = json!({
            "TableName": self.target.named(),
            "ReturnConsumedCapacity": capacity,
            "ConsistentRead": self.is_consistent,
        });
        if let Some(index) = self.index {
            request["IndexName"] = index.name.into();
        }
        if let Some(limit) = self.limit {
            request["Limit"] = limit.into();
        }
        if self.key.is_some() {
            request["ScanIndexForward"] = (!self.is_backward).into();
        }
        if let Some(select) = self.select {
            request["Select"] = select.into();
        }
        if !(self.is_legacy && self.put_legacy(&mut request)) {
            self.put_expressions(&mut request);
        }
        request
    }

    fn put_expressions(&self, request: &mut Value) {
        let mut placeholders = Placeholders::default();
        if let Some(KeyCondition { partition, sort }) = &self.key {
            let equal =
                partition.iter().map(|(name, it)| Condition::Compare(name, "=", it.clone()));
            let parts = equal.chain(sort.iter().cloned());
            let parts: Vec<_> = parts.map(|part| part.expression(&mut placeholders)).collect();
            request["KeyConditionExpression"] = parts.join(" AND ").into();
        }
        if let Some(filter) = &self.filter {
            request["FilterExpression"] = filter.expression(&mut placeholders).into();
        }
        if let Some(names) = &self.names {
            request["ProjectionExpression"] = projection(names, &mut placeholders).into();
        }
        placeholders.put_into(request);
    }

    /// Puts the legacy parameters into the request, if they can express all of it.
    fn put_legacy(&self, request: &mut Value) -> bool {
        let mut legacy = json!({});
        if let Some(KeyCondition { partition, sort }) = &self.key {
            let equal =
                partition.iter().map(|(name, it)| Condition::Compare(name, "=", it.clone()));
            for condition in equal.chain(sort.iter().cloned()) {
                let Some((name, condition)) = condition.legacy() else { return false };
                legacy["KeyConditions"][name] = condition;
            }
        }
        if let Some(filter) = &self.filter {
            let Some((name, condition)) = filter.legacy() else { return false };
            let member = if self.key.is_some() { "QueryFilter" } else { "ScanFilter" };
            legacy[member][name] = condition;
        }
        if let Some(names) = &self.names {
            if !names.iter().all(|it| is_name(it)) {
                return false;
            }
            legacy["AttributesToGet"] = json!(names);
        }
        for (member, value) in legacy.as_object().into_iter().flatten() {
            request[member] = value.clone();
        }
        true
    }
}

impl KeyCondition {
    /// Whether an item or entry has the partition key and meets the conditions.
    pub fn holds(&self, item: &Attributes) -> bool {
        self.partition.iter().all(|(name, value)| item.get(*name) == Some(value))
            && self.sort.iter().all(|condition| condition.holds(item))
    }
}

impl Step {
    /// The operation and the request of a step with PartiQL statements.
    fn statements(&self, detail: &str) -> Option<(&'static str, Value)> {
        Some(match self {
            Self::WriteStatement(write) => ("ExecuteStatement", write.statement(detail)),
            Self::GetStatement(get) => ("ExecuteStatement", get.statement(detail)),
            Self::KeysStatement(gets) => ("ExecuteStatement", selects::by_keys(gets, detail)),
            Self::ReadStatement(read) => ("ExecuteStatement", read.statement(detail)?),
            Self::BatchOfWriteStatements(writes) => {
                ("BatchExecuteStatement", statements::batch_of_writes(writes, detail))
            }
            Self::BatchOfGetStatements(gets) => {
                ("BatchExecuteStatement", statements::batch_of_gets(gets, detail))
            }
            Self::TransactionOfWriteStatements(transaction) => {
                ("ExecuteTransaction", transaction.statements(detail))
            }
            Self::TransactionOfGetStatements(gets) => {
                ("ExecuteTransaction", statements::transaction_of_gets(gets, detail))
            }
            _ => return None,
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = "INDEXES";
        match self {
            Self::Write(write) => {
                let (operation, request) = write.request(detail);
                write!(formatter, "{operation} {request}")
            }
            Self::BatchWrite(writes) => {
                write!(formatter, "BatchWriteItem {}", batch_write_request(writes, detail))
            }
            Self::TransactWrite(transaction) => {
                write!(formatter, "TransactWriteItems {}", transaction.request(detail))
            }
            Self::Get(get) => write!(formatter, "GetItem {}", get.request(detail)),
            Self::WriteStatement(_)
            | Self::GetStatement(_)
            | Self::KeysStatement(_)
            | Self::ReadStatement(_)
            | Self::BatchOfWriteStatements(_)
            | Self::BatchOfGetStatements(_)
            | Self::TransactionOfWriteStatements(_)
            | Self::TransactionOfGetStatements(_) => {
                let (operation, request) = self.statements(detail).unwrap_or_default();
                write!(formatter, "{operation} {request}")
            }
            Self::BatchGet(gets) => {
                write!(formatter, "BatchGetItem {}", batch_get_request(gets, detail))
            }
            Self::TransactGet(gets) => {
                let actions: Vec<Value> = gets.iter().map(Get::transaction_action).collect();
                write!(formatter, "TransactGetItems {}", json!(actions))
            }
            Self::Read(read) => {
                write!(formatter, "{} {}", read.operation(), read.request(detail))?;
                read.segment_count.map_or(Ok(()), |count| write!(formatter, " in {count} segments"))
            }
            Self::CreateIndex(name) => write!(formatter, "UpdateTable creates {name}"),
            Self::DeleteIndex(name) => write!(formatter, "UpdateTable deletes {name}"),
            Self::Provision(index, reads, writes) => {
                let store = index.unwrap_or(Table::Things.name());
                write!(formatter, "UpdateTable provisions {store} with {reads}/{writes}")
            }
            Self::Maximum(units) => {
                write!(formatter, "UpdateTable limits writes of Things to {units} on demand")
            }
            Self::BillOnDemand => write!(formatter, "UpdateTable makes Things on-demand"),
            Self::TimeToLive(is_on) => write!(formatter, "UpdateTimeToLive {is_on}"),
            Self::Stream(is_on) => write!(formatter, "UpdateTable sets the stream {is_on}"),
            Self::Recreate(table) => {
                write!(formatter, "DeleteTable and CreateTable {}", table.name())
            }
            Self::Scale(is_on) => write!(formatter, "auto scaling of writes {is_on}"),
            Self::Delay(ms) => write!(formatter, "changes take {ms} ms to reach a global index"),
            Self::CutOff(table, is_cut_off) => {
                let region = table.region().unwrap_or("us-east-1");
                write!(formatter, "{region} is cut off: {is_cut_off}")
            }
            Self::ReplicationDelay(ms) => {
                write!(formatter, "writes take {ms} ms to the other Region")
            }
            Self::Advance(ms) => write!(formatter, "{ms} ms pass"),
            Self::SaveAndLoad => write!(formatter, "save and load"),
            Self::Fill(seed) => write!(formatter, "put many items of seed {seed}"),
            Self::Workload(seed) => write!(formatter, "run the workload of seed {seed}"),
        }
    }
}

/// The request of a `BatchWriteItem`: the writes by the name under which each names its table.
pub fn batch_write_request(writes: &[(Target, Action)], capacity: &str) -> Value {
    let mut request = json!({
        "RequestItems": {},
        "ReturnConsumedCapacity": capacity,
        "ReturnItemCollectionMetrics": "SIZE",
    });
    for (target, action) in writes {
        let list = &mut request["RequestItems"][target.named()];
        if list.is_null() {
            *list = json!([]);
        }
        list.as_array_mut().expect("it was made a list").push(action.batch_request());
    }
    request
}

/// The request of a `BatchGetItem`. The first read of a table decides on consistency and projection.
pub fn batch_get_request(gets: &[Get], capacity: &str) -> Value {
    let mut request = json!({ "RequestItems": {}, "ReturnConsumedCapacity": capacity });
    for get in gets {
        let of_table = &mut request["RequestItems"][get.target.named()];
        if of_table.is_null() {
            *of_table = json!({ "Keys": [], "ConsistentRead": get.is_consistent });
            get.put_projection(of_table);
        }
        of_table["Keys"].as_array_mut().expect("it was made a list").push(json!(get.key));
    }
    request
}
