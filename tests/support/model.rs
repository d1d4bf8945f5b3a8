//! What a table and its indexes ought to hold and cost, worked out the slow way.
//!
//! Written from the documentation and the measurements alone: nothing here calls or copies the engine. Items are maps of
//! `DynamoDB` JSON; an index is rebuilt from the table whenever somebody asks for it; prices are computed from whole items.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::size::{size, units};

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
        let bill = self.bill(write);
        self.answer(std::slice::from_ref(write), bill.map(|bill| bill.consumed(Split::None)))
    }

    /// Performs writes of different items: each for itself, but none if one is refused.
    pub fn write_batch(&mut self, writes: &[Write]) -> Answer {
        let bill = self.sum(writes);
        self.answer(writes, bill.map(|bill| Value::from(vec![bill.consumed(Split::None)])))
    }

    /// Performs all writes of different items, or none. The table is charged twice, an index is not.
    pub fn write_transaction(&mut self, writes: &[Write]) -> Answer {
        let bill = self.sum(writes).map(|bill| Bill { table: bill.table * 2, ..bill });
        self.answer(writes, bill.map(|bill| Value::from(vec![bill.consumed(Split::Write)])))
    }

    fn answer(&mut self, writes: &[Write], consumed: Result<Value, Answer>) -> Answer {
        match consumed {
            Err(answer) => answer,
            Ok(consumed) => {
                for write in writes {
                    self.apply(write);
                }
                Answer::Done(consumed)
            }
        }
    }

    fn apply(&mut self, write: &Write) {
        let key = write.key();
        match write.after(self.items.get(&key)) {
            Some(item) => {
                self.items.insert(key.clone(), item.clone());
                self.past.entry(key).or_default().push(item);
            }
            None => drop(self.items.remove(&key)),
        }
    }

    fn sum(&self, writes: &[Write]) -> Result<Bill, Answer> {
        let mut sum = Bill::default();
        for write in writes {
            let bill = self.bill(write)?;
            sum.table += bill.table;
            for (index, units) in bill.indexes {
                *sum.indexes.entry(index).or_default() += units;
            }
        }
        Ok(sum)
    }

    /// What a write costs, or why it is not done.
    fn bill(&self, write: &Write) -> Result<Bill, Answer> {
        let old = self.items.get(&write.key());
        if !write.is_legal() {
            return Err(Answer::Refused);
        }
        let new = write.after(old);
        let table = units(old.map_or(0, size).max(new.as_ref().map_or(0, size)));
        if let (Write::Put { only_if_new: true, .. }, Some(_)) = (write, old) {
            return Err(Answer::ConditionFailed(table));
        }
        let priced = INDEXES.iter().map(|index| (index.name, index.price(old, new.as_ref())));
        Ok(Bill { table, indexes: priced.filter(|(_, units)| *units > 0).collect() })
    }
}

/// Units, by what they are charged to; an index that is not touched is absent.
#[derive(Debug, Clone, Default)]
struct Bill {
    table: u64,
    indexes: BTreeMap<&'static str, u64>,
}

/// Whether write units are named as such beside the sum, as transactions do.
#[derive(Debug, Clone, Copy)]
enum Split {
    None,
    Write,
}

impl Bill {
    fn consumed(&self, split: Split) -> Value {
        let total = self.table + self.indexes.values().sum::<u64>();
        let mut consumed = arm(total, split);
        consumed["TableName"] = Value::from(TABLE);
        consumed["Table"] = arm(self.table, split);
        for (member, is_local) in
            [("GlobalSecondaryIndexes", false), ("LocalSecondaryIndexes", true)]
        {
            let of_kind = |name: &str| {
                INDEXES.iter().any(|index| index.name == name && index.is_local == is_local)
            };
            for (name, units) in self.indexes.iter().filter(|(name, _)| of_kind(name)) {
                consumed[member][*name] = arm(*units, split);
            }
        }
        consumed
    }
}

fn arm(units: u64, split: Split) -> Value {
    let units: Value = serde_json::from_str(&format!("{units}.0")).expect("a decimal is JSON");
    match split {
        Split::None => json!({ "CapacityUnits": units }),
        Split::Write => json!({ "CapacityUnits": units, "WriteCapacityUnits": units }),
    }
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
    json!({ "S": text })
}

/// A number value.
pub fn number(integer: i64) -> Value {
    json!({ "N": integer.to_string() })
}

fn integer(value: &Value) -> i64 {
    value["N"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default()
}
