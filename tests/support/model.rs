//! What a table and its indexes ought to hold and cost, worked out the slow way.
//!
//! Written from the documentation and the measurements alone: nothing here calls or copies the engine. Items are maps of
//! `DynamoDB` JSON; an index is rebuilt from the table whenever somebody asks for it; prices are computed from whole items.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// An item, or the entry of an index: attribute values in `DynamoDB` JSON, by name.
pub type Attributes = BTreeMap<String, Value>;

/// Partition key and sort key of an item.
pub type Key = (String, i64);

/// Name of the one table of the model.
pub const TABLE: &str = "Things";

/// The table in the notation of specs. `INDEXES` says the same of its indexes.
pub const NOTATION: &str = "Things  p S  s N
  local  LocalKeys     l S        KEYS_ONLY
  local  LocalNote     m N        INCLUDE note
  global GlobalTies    g S        INCLUDE note
  global GlobalSorted  g S  h N   ALL
  global GlobalSparse  f S        KEYS_ONLY
";

/// The indexes of the table.
pub const INDEXES: [Index; 5] = [
    Index {
        name: "LocalKeys",
        is_local: true,
        keys: &["p", "l"],
        projected: Some(&["p", "s", "l"]),
    },
    Index {
        name: "LocalNote",
        is_local: true,
        keys: &["p", "m"],
        projected: Some(&["p", "s", "m", "note"]),
    },
    Index {
        name: "GlobalTies",
        is_local: false,
        keys: &["g"],
        projected: Some(&["p", "s", "g", "note"]),
    },
    Index { name: "GlobalSorted", is_local: false, keys: &["g", "h"], projected: None },
    Index {
        name: "GlobalSparse",
        is_local: false,
        keys: &["f"],
        projected: Some(&["p", "s", "f"]),
    },
];

/// A secondary index.
#[derive(Debug, Clone, Copy)]
pub struct Index {
    /// Its name.
    pub name: &'static str,
    /// Whether it is a local index.
    pub is_local: bool,
    /// Its partition key and, if it has one, its sort key.
    pub keys: &'static [&'static str],
    /// What an entry holds; none for everything.
    pub projected: Option<&'static [&'static str]>,
}

/// A write, without the language in which it is asked for.
#[derive(Debug, Clone)]
pub enum Write {
    /// Stores an item in place of what has its key.
    Put {
        /// All attributes, those of the key included.
        item: Attributes,
        /// Whether it is refused if there is such an item.
        only_if_new: bool,
    },
    /// Sets an attribute.
    Set(Key, &'static str, Value),
    /// Removes an attribute.
    Remove(Key, &'static str),
    /// Adds to the number `n`.
    Add(Key, i64),
    /// Removes an item.
    Delete(Key),
}

/// What a write ought to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is done, and this is its `ConsumedCapacity`.
    Done(Value),
    /// Its condition is false, and the table is charged this many units.
    ConditionFailed(u64),
    /// It is refused, and nothing is charged.
    Refused,
}

/// The items of the table, and what each once was.
#[derive(Debug, Clone, Default)]
pub struct Model {
    items: BTreeMap<Key, Attributes>,
    past: BTreeMap<Key, Vec<Attributes>>,
}

impl Index {
    /// The entry of an item: none unless the item has all keys of the index.
    pub fn entry(&self, item: &Attributes) -> Option<Attributes> {
        let is_projected =
            |name: &str| self.projected.is_none_or(|projected| projected.contains(&name));
        let has_keys = self.keys.iter().all(|key| item.contains_key(*key));
        let projected = item.iter().filter(|(name, _)| is_projected(name));
        has_keys.then(|| projected.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// Units for turning one item into the other.
    fn price(&self, old: Option<&Attributes>, new: Option<&Attributes>) -> u64 {
        let key = |entry: &Attributes| {
            self.keys.iter().map(|key| entry[*key].clone()).collect::<Vec<_>>()
        };
        match (old.and_then(|old| self.entry(old)), new.and_then(|new| self.entry(new))) {
            (None, None) => 0,
            (Some(entry), None) | (None, Some(entry)) => units(size(&entry)),
            (Some(old), Some(new)) if old == new => 0,
            (Some(old), Some(new)) if key(&old) == key(&new) => {
                units(size(&old)).max(units(size(&new)))
            }
            (Some(old), Some(new)) => units(size(&old)) + units(size(&new)),
        }
    }
}

impl Write {
    /// The key of the item that is written.
    pub fn key(&self) -> Key {
        match self {
            Self::Put { item, .. } => key_of(item),
            Self::Set(key, ..) | Self::Remove(key, _) | Self::Add(key, _) | Self::Delete(key) => {
                key.clone()
            }
        }
    }

    /// The item after the write, whatever its condition says.
    fn after(&self, old: Option<&Attributes>) -> Option<Attributes> {
        let mut item = old.cloned().unwrap_or_else(|| key_attributes(&self.key()));
        match self {
            Self::Put { item, .. } => return Some(item.clone()),
            Self::Delete(_) => return None,
            Self::Remove(..) if old.is_none() => return None,
            Self::Remove(_, name) => drop(item.remove(*name)),
            Self::Set(_, name, value) => drop(item.insert((*name).to_owned(), value.clone())),
            Self::Add(_, amount) => {
                let before = item.get("n").map_or(0, integer);
                item.insert("n".to_owned(), number(before + amount));
            }
        }
        Some(item)
    }

    fn is_legal(&self) -> bool {
        let has_type = |name: &str, value: &Value| match name {
            "l" | "g" | "f" => value.get("S").is_some_and(|text| text != ""),
            "m" | "h" => value.get("N").is_some(),
            _ => true,
        };
        match self {
            Self::Put { item, .. } => item.iter().all(|(name, value)| has_type(name, value)),
            Self::Set(_, name, value) => has_type(name, value),
            Self::Remove(..) | Self::Add(..) | Self::Delete(_) => true,
        }
    }
}

impl Model {
    /// The items, in the order of their keys.
    pub fn items(&self) -> impl Iterator<Item = &Attributes> {
        self.items.values()
    }

    /// The item of a key.
    pub fn item(&self, key: &Key) -> Option<&Attributes> {
        self.items.get(key)
    }

    /// Everything that the item of a key has ever been.
    pub fn past(&self, key: &Key) -> &[Attributes] {
        self.past.get(key).map_or(&[], Vec::as_slice)
    }

    /// All entries of an index, rebuilt.
    pub fn entries(&self, index: &Index) -> Vec<Attributes> {
        self.items.values().filter_map(|item| index.entry(item)).collect()
    }

    /// Performs a write.
    pub fn write(&mut self, write: &Write) -> Answer {
        let key = write.key();
        let old = self.items.get(&key).cloned();
        if !write.is_legal() {
            return Answer::Refused;
        }
        let new = write.after(old.as_ref());
        let table = units(old.as_ref().map_or(0, size).max(new.as_ref().map_or(0, size)));
        if let (Write::Put { only_if_new: true, .. }, Some(_)) = (write, &old) {
            return Answer::ConditionFailed(table);
        }
        match &new {
            Some(item) => {
                self.items.insert(key.clone(), item.clone());
                self.past.entry(key).or_default().push(item.clone());
            }
            None => drop(self.items.remove(&key)),
        }
        Answer::Done(consumed_capacity(table, old.as_ref(), new.as_ref()))
    }
}

fn consumed_capacity(table: u64, old: Option<&Attributes>, new: Option<&Attributes>) -> Value {
    let mut total = table;
    let mut arms = [Map::new(), Map::new()];
    for index in &INDEXES {
        let price = index.price(old, new);
        total += price;
        if price > 0 {
            arms[usize::from(index.is_local)].insert(index.name.to_owned(), arm(price));
        }
    }
    let [globals, locals] = arms;
    let mut consumed = Map::new();
    consumed.insert("TableName".to_owned(), Value::from(TABLE));
    consumed.insert("CapacityUnits".to_owned(), decimal(total));
    consumed.insert("Table".to_owned(), arm(table));
    for (name, arms) in [("GlobalSecondaryIndexes", globals), ("LocalSecondaryIndexes", locals)] {
        if !arms.is_empty() {
            consumed.insert(name.to_owned(), Value::Object(arms));
        }
    }
    Value::Object(consumed)
}

fn arm(price: u64) -> Value {
    let mut arm = Map::new();
    arm.insert("CapacityUnits".to_owned(), decimal(price));
    Value::Object(arm)
}

fn decimal(units: u64) -> Value {
    serde_json::from_str(&format!("{units}.0")).expect("a decimal is JSON")
}

/// The key of an item that has one.
pub fn key_of(item: &Attributes) -> Key {
    (item["p"]["S"].as_str().unwrap_or_default().to_owned(), integer(&item["s"]))
}

/// A key as attributes.
pub fn key_attributes((partition, sort): &Key) -> Attributes {
    BTreeMap::from([("p".to_owned(), string(partition)), ("s".to_owned(), number(*sort))])
}

/// A string value.
pub fn string(text: &str) -> Value {
    serde_json::json!({ "S": text })
}

/// A number value.
pub fn number(integer: i64) -> Value {
    serde_json::json!({ "N": integer.to_string() })
}

fn integer(value: &Value) -> i64 {
    value["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Write units of so many bytes: one for each KB begun, at least one.
pub fn units(bytes: usize) -> u64 {
    bytes.div_ceil(1_024).max(1) as u64
}

/// Bytes of an item: names and values.
pub fn size(item: &Attributes) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

/// Bytes of a value in `DynamoDB` JSON.
pub fn value_size(value: &Value) -> usize {
    let (tag, content) =
        value.as_object().and_then(|object| object.iter().next()).expect("a value has a type");
    let members = || content.as_array().into_iter().flatten().filter_map(Value::as_str);
    let text = || content.as_str().unwrap_or_default();
    match tag.as_str() {
        "S" => text().len(),
        "N" => number_size(text()),
        "B" => base64_size(text()),
        "BOOL" | "NULL" => 1,
        "SS" => members().map(str::len).sum(),
        "NS" => members().map(number_size).sum(),
        "BS" => members().map(base64_size).sum(),
        "L" => {
            3 + content
                .as_array()
                .into_iter()
                .flatten()
                .map(|element| 1 + value_size(element))
                .sum::<usize>()
        }
        "M" => {
            let pairs = content.as_object().into_iter().flatten();
            3 + pairs.map(|(name, value)| name.len() + 1 + value_size(value)).sum::<usize>()
        }
        tag => panic!("{tag} is no type"),
    }
}

fn base64_size(text: &str) -> usize {
    text.len() / 4 * 3 - text.bytes().rev().take_while(|byte| *byte == b'=').count()
}

/// Bytes of a number in plain decimal: its digits in pairs around the point, without pairs of zeros at either end.
pub fn number_size(text: &str) -> usize {
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = if whole.len() % 2 == 1 { format!("0{whole}") } else { whole.to_owned() };
    let fraction =
        if fraction.len() % 2 == 1 { format!("{fraction}0") } else { fraction.to_owned() };
    let all = whole + &fraction;
    let pairs: Vec<&[u8]> = all.as_bytes().chunks(2).collect();
    let first = pairs.iter().position(|pair| *pair != b"00");
    let last = pairs.iter().rposition(|pair| *pair != b"00");
    match first.zip(last) {
        None => 1,
        Some((first, last)) => (last - first + 2 + usize::from(text.starts_with('-'))).min(21),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_number_is_as_measured() {
        for (number, size) in [
            ("0", 1),
            ("1", 2),
            ("100", 2),
            ("123", 3),
            ("1010", 3),
            ("120", 3),
            ("1.5", 3),
            ("0.15", 2),
            ("0.0000001", 2),
            ("100.5", 4),
            ("3.14159", 5),
            ("-42", 3),
            ("-12345", 5),
            ("1234567890123456789", 11),
            ("12345678901234567890123456789012345678", 20),
            ("-1.2345678901234567890123456789012345678", 21),
        ] {
            assert_eq!(number_size(number), size, "{number}");
        }
    }
}
