//! Loading what is intact of a damaged document.
//!
//! The document is built again part by part. A part stays only if [`load`] accepts the whole with it, so nothing here
//! needs to know what can be wrong with a part.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::api::snapshot::document::{VERSION, load};
use crate::api::snapshot::error::SnapshotError;
use crate::database::Database;
use crate::json::value::{parse, without};

/// The members that a table cannot be made without.
const CORE: [&str; 3] = ["TableName", "KeySchema", "AttributeDefinitions"];

/// The members of a table that hold indexes.
const INDEX_LISTS: [&str; 2] = ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"];

/// The lists of the state of a database whose elements do not depend on its tables.
const STATE_LISTS: [&str; 3] = ["transactions", "streams", "programs"];

/// A database made from the intact parts of a document.
#[derive(Debug)]
pub struct Recovered {
    /// The database.
    pub database: Database,
    /// What is not in it.
    pub damages: Vec<Damage>,
}

/// A part of a document that could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Where it is, such as `tables[0] (Orders).Items[3]`; elements are counted from zero.
    pub part: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.part, self.reason)
    }
}

/// The database of a document as [`load`] makes it, without the parts that are damaged.
///
/// A text that is cut off or is not JSON from some place on counts as a document that ends before its first damaged part.
/// Fails if a later version wrote the document, or if nothing in it is a table.
///
/// ```
/// use engine::api::snapshot;
///
/// let text = r#"{"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
///     "Items":[{"id":{"S":"a"}},{"id":{"N":"1"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
///     "TableName":"Things"}],"v":1}"#;
/// let recovered = snapshot::recover(text)?;
/// assert_eq!(recovered.database.table("Things").map(|table| table.items.count()), Some(1));
/// assert_eq!(recovered.damages[0].part, "tables[0] (Things).Items[1]");
/// # Ok::<(), snapshot::SnapshotError>(())
/// ```
pub fn recover(text: &str) -> Result<Recovered, SnapshotError> {
    let error = match load(text) {
        Ok(database) => return Ok(Recovered { database, damages: Vec::new() }),
        Err(error @ SnapshotError::Newer { .. }) => return Err(error),
        Err(error) => error,
    };
    let mut rebuilt = Rebuilt { document: json!({ "v": VERSION }), damages: Vec::new() };
    let Some(document) = rebuilt.read(text) else { return Err(error) };
    match document.get("v").and_then(Value::as_u64) {
        Some(version) if version > VERSION => return Err(SnapshotError::Newer { version }),
        Some(VERSION) => {}
        // It is the last member: a text that was cut off has lost more, and says so already.
        Some(_) | None if !rebuilt.damages.is_empty() => {}
        Some(_) | None => {
            let reason = SnapshotError::NotADatabase.to_string();
            rebuilt.damages.push(Damage { part: "v".to_owned(), reason });
        }
    }
    rebuilt.add_database(&document);
    if rebuilt.damages.is_empty() {
        // Only a name that is written twice is lost on the way: reading keeps the last value.
        let part = "a name that is written twice".to_owned();
        rebuilt.damages.push(Damage { part, reason: format!("{error}; the last value is kept") });
    }
    match load(&rebuilt.document.to_string()) {
        Ok(database) if database.tables().next().is_some() => {
            Ok(Recovered { database, damages: rebuilt.damages })
        }
        Ok(_) | Err(_) => Err(error),
    }
}

/// A document that [`load`] accepts, and the parts that it did not accept.
struct Rebuilt {
    document: Value,
    damages: Vec<Damage>,
}

impl Rebuilt {
    /// Reads a text as far as it is JSON. `None` if it is no object.
    fn read(&mut self, text: &str) -> Option<Map<String, Value>> {
        let document = match parse(text) {
            Ok(document) => document,
            Err(error) => {
                let (line, column) = (error.line, error.column);
                self.damages.push(Damage {
                    part: format!("line {line}, column {column} to the end"),
                    reason: SnapshotError::NotJson { line, column }.to_string(),
                });
                parse(&closed(text.get(..error.offset)?)?).ok()?
            }
        };
        if let Value::Object(document) = document { Some(document) } else { None }
    }

    fn add_database(&mut self, document: &Map<String, Value>) {
        for (name, value) in without(document, &["v", "state", "tables"]) {
            self.add_member("", "", &name, value);
        }
        let state = self.object(document, "state", "state");
        for (name, value) in without(&state, &["transactions", "streams", "programs", "schedule"]) {
            self.add_member("/state", "state.", &name, value);
        }
        for name in STATE_LISTS {
            self.add_list("/state", "state.", name, &state);
        }
        self.add_list("", "", "tables", document);
        self.add_list("/state", "state.", "schedule", &state);
    }

    /// Begins an object, and returns the members of its damaged copy.
    fn object(&mut self, from: &Map<String, Value>, name: &str, part: &str) -> Map<String, Value> {
        match from.get(name) {
            None => return Map::new(),
            Some(Value::Object(members)) => {
                self.document[name] = json!({});
                return members.clone();
            }
            Some(_) => self.report(part, &SnapshotError::damaged("state")),
        }
        self.document[name] = json!({});
        Map::new()
    }

    fn report(&mut self, part: &str, error: &SnapshotError) {
        self.damages.push(Damage { part: part.to_owned(), reason: error.to_string() });
    }

    fn check(&self) -> Result<(), SnapshotError> {
        load(&self.document.to_string()).map(drop)
    }

    fn at(&mut self, pointer: &str) -> &mut Value {
        self.document.pointer_mut(pointer).expect("a part is added before what it contains")
    }

    /// Adds a member to the object at a pointer, or reports it.
    fn add_member(&mut self, pointer: &str, part: &str, name: &str, value: Value) {
        self.at(pointer)[name] = value;
        if let Err(error) = self.check() {
            let rest = self.at(pointer).as_object().map(|object| without(object, &[name]));
            *self.at(pointer) = rest.unwrap_or_default().into();
            self.report(&format!("{part}{name}"), &error);
        }
    }

    /// Adds the elements of a list that is a member of the object at a pointer, and reports those that are damaged.
    fn add_list(&mut self, pointer: &str, part: &str, name: &str, from: &Map<String, Value>) {
        match from.get(name) {
            None => {}
            Some(Value::Array(elements)) => {
                self.at(pointer)[name] = json!([]);
                let list = format!("{pointer}/{name}");
                self.add_elements(&list, &format!("{part}{name}"), elements, 0);
            }
            Some(_) => self.report(&format!("{part}{name}"), &SnapshotError::damaged("list")),
        }
    }

    /// Adds elements all at once if they are accepted, otherwise each half by itself.
    fn add_elements(&mut self, list: &str, part: &str, elements: &[Value], first: usize) {
        let count = self.elements(list).len();
        self.elements(list).extend_from_slice(elements);
        let Err(error) = self.check() else { return };
        self.elements(list).truncate(count);
        match elements {
            [] => {}
            [element] if list == "/tables" => self.add_table(element, first, &error),
            [_] => self.report(&format!("{part}[{first}]"), &error),
            _ => {
                let (left, right) = elements.split_at(elements.len() / 2);
                self.add_elements(list, part, left, first);
                self.add_elements(list, part, right, first + left.len());
            }
        }
    }

    fn elements(&mut self, list: &str) -> &mut Vec<Value> {
        self.at(list).as_array_mut().expect("the list was begun as one")
    }

    /// Adds what is intact of a damaged table: its key first, then settings, indexes, items and state.
    fn add_table(&mut self, table: &Value, position: usize, error: &SnapshotError) {
        let name = table["TableName"].as_str().unwrap_or_default();
        let part = format!("tables[{position}] ({name})");
        let Some(members) = table.as_object() else {
            return self.report(&format!("tables[{position}]"), error);
        };
        let pointer = format!("/tables/{}", self.elements("/tables").len());
        let core: Map<String, Value> = CORE
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), members.get(*name)?.clone())))
            .collect();
        self.elements("/tables").push(with_used_definitions(core, members));
        if let Err(error) = self.check() {
            self.elements("/tables").pop();
            return self.report(&part, &error);
        }
        let settings = without(members, &CORE);
        let others = ["Items", "state", INDEX_LISTS[0], INDEX_LISTS[1]];
        for (name, value) in without(&settings, &others) {
            self.add_member(&pointer, &format!("{part}."), &name, value);
        }
        for list in INDEX_LISTS {
            let indexes = members.get(list).and_then(Value::as_array).into_iter().flatten();
            for (position, index) in indexes.enumerate() {
                self.add_index(
                    &pointer,
                    &format!("{part}.{list}[{position}]"),
                    list,
                    index,
                    members,
                );
            }
        }
        self.add_list(&pointer, &format!("{part}."), "Items", members);
        if let Some(state) = members.get("state").and_then(Value::as_object) {
            self.at(&pointer)["state"] = json!({});
            let inside = format!("{pointer}/state");
            for (name, value) in without(state, &["indexes"]) {
                self.add_member(&inside, &format!("{part}.state."), &name, value);
            }
            self.add_list(&inside, &format!("{part}.state."), "indexes", state);
        }
    }

    /// Adds an index with the definitions of its key.
    fn add_index(
        &mut self,
        pointer: &str,
        part: &str,
        list: &str,
        index: &Value,
        from: &Map<String, Value>,
    ) {
        let before = self.at(pointer).clone();
        let mut table = before.as_object().cloned().unwrap_or_default();
        let indexes = table.entry(list).or_insert_with(|| json!([])).as_array_mut();
        indexes.expect("the list was begun as one").push(index.clone());
        *self.at(pointer) = with_used_definitions(table, from);
        if let Err(error) = self.check() {
            *self.at(pointer) = before;
            self.report(part, &error);
        }
    }
}

/// A table with those definitions of its damaged copy that its keys use, because CreateTable takes no others.
fn with_used_definitions(mut table: Map<String, Value>, from: &Map<String, Value>) -> Value {
    let lists = INDEX_LISTS.iter().filter_map(|list| table.get(*list)?.as_array()).flatten();
    let indexes = lists.filter_map(|index| index.get("KeySchema"));
    let keys = table.get("KeySchema").into_iter().chain(indexes).filter_map(Value::as_array);
    let used: Vec<&Value> = keys.flatten().map(|element| &element["AttributeName"]).collect();
    let definitions = from.get("AttributeDefinitions").and_then(Value::as_array);
    let definitions = definitions.into_iter().flatten();
    let is_used = |definition: &&Value| used.contains(&&definition["AttributeName"]);
    let definitions: Vec<Value> = definitions.filter(is_used).cloned().collect();
    table.insert("AttributeDefinitions".into(), definitions.into());
    table.into()
}

/// The beginning of a JSON text up to its last whole value, with everything closed that is open there.
fn closed(text: &str) -> Option<String> {
    let (mut open, mut whole) = (Vec::new(), None);
    let (mut is_string, mut is_escaped) = (false, false);
    for (offset, byte) in text.bytes().enumerate() {
        if is_string {
            is_string = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => is_string = true,
            b'{' | b'[' => {
                open.push(if byte == b'{' { '}' } else { ']' });
                whole = Some((offset + 1, open.clone()));
            }
            b'}' | b']' => {
                open.pop();
                whole = Some((offset + 1, open.clone()));
            }
            b',' => whole = Some((offset, open.clone())),
            _ => {}
        }
    }
    let (end, open) = whole?;
    Some(text[..end].chars().chain(open.into_iter().rev()).collect())
}
