//! Random steps for the model's table, and how each is asked for in `DynamoDB`'s JSON.

use serde_json::{Value, json};

use crate::model::{Attributes, INDEXES, Key, TABLE, Write, key_attributes, number, string};
use crate::random::Random;
use crate::size::size;

/// Something that happens to the database.
#[derive(Debug, Clone)]
pub enum Step {
    /// A write.
    Write(Write),
    /// Writes of different items, each for itself, in one request.
    Batch(Vec<Write>),
    /// Writes of different items, all or none.
    Transaction(Vec<Write>),
    /// From here on changes take so long to reach a global index.
    Delay {
        /// Milliseconds.
        delay_ms: u64,
    },
    /// Virtual time passes.
    Advance {
        /// Milliseconds.
        by_ms: u64,
    },
}

/// So many steps, the same for the same seed. There are few keys, so that steps meet.
pub fn steps(seed: u64, count: usize) -> Vec<Step> {
    let mut random = Random::new(seed);
    (0..count).map(|_| step(&mut random)).collect()
}

fn step(random: &mut Random) -> Step {
    match random.below(22) {
        0..=15 => Step::Write(write(random)),
        16 => Step::Delay { delay_ms: random.pick(&[0, 1, 50, 200, 1_000]) },
        17..=19 => Step::Advance { by_ms: random.pick(&[1, 49, 200, 1_000]) },
        20 => Step::Batch(different(random, |write| match write {
            Write::Put { only_if_new, .. } => !only_if_new,
            Write::Delete(_) => true,
            Write::Set(..) | Write::Remove(..) | Write::Add(..) => false,
        })),
        _ => Step::Transaction(different(random, |_| true)),
    }
}

/// One to four writes of different items that are allowed.
fn different(random: &mut Random, is_allowed: fn(&Write) -> bool) -> Vec<Write> {
    let count = random.pick(&[1, 2, 3, 4]);
    let mut writes: Vec<Write> = Vec::new();
    while writes.len() < count {
        let write = write(random);
        if is_allowed(&write) && writes.iter().all(|other| other.key() != write.key()) {
            writes.push(write);
        }
    }
    writes
}

fn write(random: &mut Random) -> Write {
    let names = ["l", "m", "g", "h", "f", "note", "other"];
    match random.below(16) {
        0..=5 => Write::Put { item: item(random), only_if_new: random.below(4) == 0 },
        6..=10 => {
            let name = random.pick(&names);
            Write::Set(key(random), name, value(random, name))
        }
        11..=12 => Write::Remove(key(random), random.pick(&names)),
        13 => Write::Add(key(random), random.pick(&[1, -1, 99])),
        _ => Write::Delete(key(random)),
    }
}

fn key(random: &mut Random) -> Key {
    (random.pick(&["a", "b", "c"]).to_owned(), random.pick(&[-10, -1, 0, 2, 10]))
}

fn item(random: &mut Random) -> Attributes {
    let mut item = key_attributes(&key(random));
    for name in ["l", "m", "g", "h", "f", "note", "other"] {
        if random.below(2) == 0 {
            item.insert(name.to_owned(), value(random, name));
        }
    }
    match random.below(8) {
        0 => pad(random, &mut item, "other", size),
        1 => pad(random, &mut item, "note", |item| {
            INDEXES[2].entry(item).map_or(0, |entry| size(&entry))
        }),
        _ => {}
    }
    item
}

/// Fills an attribute until the item, or its entry in an index, stands at the edge of a unit.
fn pad(random: &mut Random, item: &mut Attributes, name: &str, measure: fn(&Attributes) -> usize) {
    item.insert(name.to_owned(), string(""));
    let edge = random.pick(&[1_023, 1_024, 1_025, 2_048]);
    item.insert(name.to_owned(), string(&"e".repeat(edge - measure(item).min(edge))));
}

/// Mostly a value that the attribute may have; now and then one that no index key may have.
fn value(random: &mut Random, name: &str) -> Value {
    let is_wrong = random.below(30) == 0;
    match name {
        "l" | "g" | "f" if is_wrong => {
            random.pick(&[number(1), string(""), json!({ "NULL": true })])
        }
        "l" | "g" | "f" => string(random.pick(&["x", "y", "z"])),
        "m" | "h" if is_wrong => string("1"),
        "m" | "h" => number(random.pick(&[-100, -1, 0, 7, 30, 200])),
        "note" => match random.below(4) {
            0 => json!({ "SS": ["one", "two"] }),
            1 => json!({ "L": [number(5), json!({ "BOOL": true })] }),
            2 => string(&"n".repeat(1_020)),
            _ => string("note"),
        },
        _ => string(&"o".repeat(random.pick(&[1, 900, 2_100]))),
    }
}

impl Step {
    /// The operation and request that the step makes, if it is a write.
    pub fn request(&self) -> Option<(&'static str, Value)> {
        match self {
            Self::Write(write) => Some(write.request()),
            Self::Batch(writes) => {
                let requests: Vec<Value> = writes.iter().map(Write::batch_request).collect();
                let request = json!({ "RequestItems": { TABLE: requests }, "ReturnConsumedCapacity": "INDEXES" });
                Some(("BatchWriteItem", request))
            }
            Self::Transaction(writes) => {
                let actions: Vec<Value> = writes.iter().map(Write::transaction_action).collect();
                let request =
                    json!({ "TransactItems": actions, "ReturnConsumedCapacity": "INDEXES" });
                Some(("TransactWriteItems", request))
            }
            Self::Delay { .. } | Self::Advance { .. } => None,
        }
    }
}

impl Write {
    fn batch_request(&self) -> Value {
        match self {
            Self::Put { item, .. } => json!({ "PutRequest": { "Item": item } }),
            _ => json!({ "DeleteRequest": { "Key": key_attributes(&self.key()) } }),
        }
    }

    fn transaction_action(&self) -> Value {
        let (operation, mut request) = self.request();
        request.as_object_mut().expect("a request is an object").remove("ReturnConsumedCapacity");
        json!({ operation.trim_end_matches("Item"): request })
    }

    /// The operation and request that ask for this write.
    pub fn request(&self) -> (&'static str, Value) {
        let update = |expression: &str, name: &str, value: Option<&Value>| {
            let mut request = json!({
                "TableName": TABLE,
                "Key": key_attributes(&self.key()),
                "UpdateExpression": expression,
                "ExpressionAttributeNames": { "#name": name },
                "ReturnConsumedCapacity": "INDEXES",
            });
            if let Some(value) = value {
                request["ExpressionAttributeValues"] = json!({ ":value": value });
            }
            ("UpdateItem", request)
        };
        match self {
            Self::Put { item, only_if_new } => {
                let mut request = json!({ "TableName": TABLE, "Item": item, "ReturnConsumedCapacity": "INDEXES" });
                if *only_if_new {
                    request["ConditionExpression"] = json!("attribute_not_exists(p)");
                }
                ("PutItem", request)
            }
            Self::Set(_, name, value) => update("SET #name = :value", name, Some(value)),
            Self::Remove(_, name) => update("REMOVE #name", name, None),
            Self::Add(_, amount) => update("ADD #name :value", "n", Some(&number(*amount))),
            Self::Delete(key) => {
                let key = key_attributes(key);
                (
                    "DeleteItem",
                    json!({ "TableName": TABLE, "Key": key, "ReturnConsumedCapacity": "INDEXES" }),
                )
            }
        }
    }
}
