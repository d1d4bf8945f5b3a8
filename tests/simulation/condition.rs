//! Conditions: how they are drawn, written in a request, and evaluated by the model.
//!
//! Rules: facts of expressions, sections 4 and 12. A comparison with a missing attribute is false, except `<>`.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use crate::item::{Attributes, binary, integer, number, string};
use crate::random::Random;
use crate::size::value_size;

/// Bytes of binaries: some begin with others, some are equal but for zeros at their end, some differ in their first bit.
pub const BYTES: [&[u8]; 6] = [&[0], &[0, 0], &[1], &[0x7f], &[0x80], &[0xff, 0xff]];

/// A condition on the attributes of one item.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `attribute_exists`.
    Exists(&'static str),
    /// `attribute_not_exists`.
    Missing(&'static str),
    /// A comparison with a value: `=`, `<>`, `<`, `<=`, `>` or `>=`.
    Compare(&'static str, &'static str, Value),
    /// `BETWEEN`, both ends included.
    Between(&'static str, Value, Value),
    /// `IN`.
    In(&'static str, Vec<Value>),
    /// `begins_with`.
    BeginsWith(&'static str, &'static str),
    /// `contains` of a string in a string or set.
    Contains(&'static str, &'static str),
    /// `attribute_type`.
    Type(&'static str, &'static str),
    /// `size(name) > n`.
    Larger(&'static str, usize),
    /// `NOT`.
    Not(Box<Self>),
    /// `AND`.
    And(Box<Self>, Box<Self>),
    /// `OR`.
    Or(Box<Self>, Box<Self>),
}

/// The names and values that expressions of one request refer to.
#[derive(Debug, Default)]
pub struct Placeholders {
    names: Map<String, Value>,
    values: Map<String, Value>,
}

impl Placeholders {
    /// The placeholder of an attribute name.
    pub fn name(&mut self, name: &str) -> String {
        let placeholder = format!("#{name}");
        self.names.insert(placeholder.clone(), name.into());
        placeholder
    }

    /// A placeholder of its own for a value.
    pub fn value(&mut self, value: &Value) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.clone(), value.clone());
        placeholder
    }

    /// Puts the definitions into the request that uses them.
    pub fn put_into(self, request: &mut Value) {
        if !self.names.is_empty() {
            request["ExpressionAttributeNames"] = self.names.into();
        }
        if !self.values.is_empty() {
            request["ExpressionAttributeValues"] = self.values.into();
        }
    }
}

impl Condition {
    /// Draws a condition; deeper ones are rarer.
    pub fn draw(random: &mut Random) -> Self {
        match random.below(10) {
            0 => Self::Not(Box::new(Self::draw(random))),
            1 => Self::And(Box::new(Self::draw(random)), Box::new(Self::draw(random))),
            2 => Self::Or(Box::new(Self::draw(random)), Box::new(Self::draw(random))),
            _ => Self::draw_simple(random),
        }
    }

    /// Draws a condition without conditions in it.
    pub fn draw_simple(random: &mut Random) -> Self {
        let text = random.pick(&["l", "g", "f", "note"]);
        let numeric = random.pick(&["m", "h", "n"]);
        let comparator = random.pick(&["=", "<>", "<", "<=", ">", ">="]);
        let of_bytes = random.pick(&["b", "c"]);
        match random.below(13) {
            12 => Self::draw_equality(random),
            10 => Self::Compare(of_bytes, comparator, binary(random.pick(&BYTES))),
            11 => Self::Between(of_bytes, binary(&[0]), binary(random.pick(&BYTES))),
            0 => Self::Exists(text),
            1 => Self::Missing(numeric),
            2 | 3 => Self::Compare(text, comparator, string(random.pick(&["x", "y", "note"]))),
            4 => Self::Compare(numeric, comparator, number(random.pick(&[-1, 0, 7]))),
            5 => Self::Between(numeric, number(-1), number(random.pick(&[0, 30]))),
            6 => Self::In(text, vec![string("x"), string("z")]),
            7 => Self::BeginsWith(text, random.pick(&["x", "no"])),
            8 => Self::Contains(random.pick(&["note", "tags"]), random.pick(&["o", "red"])),
            _ if random.below(2) == 0 => Self::Type(text, random.pick(&["S", "SS", "L"])),
            _ => Self::Larger(text, random.pick(&[1, 100])),
        }
    }

    /// Draws a comparison of whole lists, maps, Booleans or nulls, which are equal or not, and have no order.
    fn draw_equality(random: &mut Random) -> Self {
        let comparator = random.pick(&["=", "<>"]);
        let list = json!({ "L": [number(1), string("two"), number(3)] });
        let of_flags = json!({ "L": [number(5), json!({ "BOOL": true })] });
        let deep = json!({ "L": [string("a"), number(2), string("c")] });
        let map = json!({ "M": { "deep": deep, "flat": string("f"), "rest": number(1) } });
        let (name, value) = match random.below(6) {
            0 => ("list", list),
            1 => ("note", of_flags),
            2 => ("note", map),
            3 => ("note", json!({ "M": {} })),
            4 => ("note", json!({ "NULL": true })),
            _ => ("note", json!({ "BOOL": random.below(2) == 0 })),
        };
        Self::Compare(name, comparator, value)
    }

    /// The text of the expression.
    pub fn expression(&self, placeholders: &mut Placeholders) -> String {
        let mut call = |function: &str, name: &str, value: Option<Value>| {
            let name = placeholders.name(name);
            match value {
                None => format!("{function}({name})"),
                Some(value) => format!("{function}({name}, {})", placeholders.value(&value)),
            }
        };
        match self {
            Self::Exists(name) => call("attribute_exists", name, None),
            Self::Missing(name) => call("attribute_not_exists", name, None),
            Self::BeginsWith(name, text) => call("begins_with", name, Some(string(text))),
            Self::Contains(name, text) => call("contains", name, Some(string(text))),
            Self::Type(name, tag) => call("attribute_type", name, Some(string(tag))),
            Self::Larger(name, size) => {
                let size = number(i64::try_from(*size).expect("sizes are small"));
                let measured = call("size", name, None);
                format!("{measured} > {}", placeholders.value(&size))
            }
            Self::Compare(name, comparator, value) => {
                format!("{} {comparator} {}", placeholders.name(name), placeholders.value(value))
            }
            Self::Between(name, low, high) => {
                let name = placeholders.name(name);
                let (low, high) = (placeholders.value(low), placeholders.value(high));
                format!("{name} BETWEEN {low} AND {high}")
            }
            Self::In(name, values) => {
                let name = placeholders.name(name);
                let values: Vec<_> = values.iter().map(|it| placeholders.value(it)).collect();
                format!("{name} IN ({})", values.join(", "))
            }
            Self::Not(inner) => format!("NOT ({})", inner.expression(placeholders)),
            Self::And(left, right) => {
                let (left, right) = (left.expression(placeholders), right.expression(placeholders));
                format!("({left}) AND ({right})")
            }
            Self::Or(left, right) => {
                let (left, right) = (left.expression(placeholders), right.expression(placeholders));
                format!("({left}) OR ({right})")
            }
        }
    }

    /// The condition as a member of `Expected`, a filter or `KeyConditions`: attribute name and condition.
    /// `None` for what the legacy parameters cannot express.
    pub fn legacy(&self) -> Option<(&'static str, Value)> {
        let condition = |operator: &str, values: Vec<Value>| match values.is_empty() {
            true => json!({ "ComparisonOperator": operator }),
            false => json!({ "ComparisonOperator": operator, "AttributeValueList": values }),
        };
        let of =
            |name: &'static str, operator: &str, values| Some((name, condition(operator, values)));
        match self {
            Self::Exists(name) => of(name, "NOT_NULL", vec![]),
            Self::Missing(name) => of(name, "NULL", vec![]),
            Self::Between(name, low, high) => of(name, "BETWEEN", vec![low.clone(), high.clone()]),
            Self::In(name, values) => of(name, "IN", values.clone()),
            Self::BeginsWith(name, text) => of(name, "BEGINS_WITH", vec![string(text)]),
            Self::Contains(name, text) => of(name, "CONTAINS", vec![string(text)]),
            Self::Compare(name, comparator, value) => {
                let operators = [
                    ("=", "EQ"),
                    ("<>", "NE"),
                    ("<", "LT"),
                    ("<=", "LE"),
                    (">", "GT"),
                    (">=", "GE"),
                ];
                let operator = operators.iter().find(|(symbol, _)| symbol == comparator);
                of(name, operator.expect("there are six").1, vec![value.clone()])
            }
            Self::Type(..) | Self::Larger(..) | Self::Not(_) | Self::And(..) | Self::Or(..) => None,
        }
    }

    /// Whether the condition is true of an item. A missing item has no attributes.
    pub fn holds(&self, item: &Attributes) -> bool {
        match self {
            Self::Exists(name) => item.contains_key(*name),
            Self::Missing(name) => !item.contains_key(*name),
            Self::Compare(name, "<>", value) => item.get(*name) != Some(value),
            Self::Compare(name, comparator, value) => {
                let order = item.get(*name).and_then(|actual| order(actual, value));
                match *comparator {
                    "=" => item.get(*name) == Some(value),
                    "<" => order == Some(Ordering::Less),
                    ">" => order == Some(Ordering::Greater),
                    "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
                    _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
                }
            }
            Self::Between(name, low, high) => item.get(*name).is_some_and(|actual| {
                let (above, below) = (order(actual, low), order(actual, high));
                matches!(above, Some(Ordering::Greater | Ordering::Equal))
                    && matches!(below, Some(Ordering::Less | Ordering::Equal))
            }),
            Self::In(name, values) => item.get(*name).is_some_and(|it| values.contains(it)),
            Self::BeginsWith(name, start) => {
                let text = item.get(*name).and_then(|value| value["S"].as_str());
                text.is_some_and(|text| text.starts_with(start))
            }
            Self::Contains(name, part) => {
                item.get(*name).is_some_and(|value| contains(value, part))
            }
            Self::Type(name, tag) => item.get(*name).is_some_and(|it| it.get(*tag).is_some()),
            Self::Larger(name, size) => {
                let measured = item.get(*name).and_then(measure);
                measured.is_some_and(|measured| measured > *size)
            }
            Self::Not(inner) => !inner.holds(item),
            Self::And(left, right) => left.holds(item) && right.holds(item),
            Self::Or(left, right) => left.holds(item) || right.holds(item),
        }
    }
}

/// How two strings, binaries or numbers compare; `None` for anything else.
pub fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left["S"].as_str(), right["S"].as_str()) {
        (Some(left), Some(right)) => Some(left.as_bytes().cmp(right.as_bytes())),
        _ if left["B"].is_string() && right["B"].is_string() => {
            Some(bytes(left).cmp(&bytes(right)))
        }
        _ if left["N"].is_string() && right["N"].is_string() => {
            Some(integer(left).cmp(&integer(right)))
        }
        _ => None,
    }
}

/// The bytes of a binary: its digits of base 64, six bits each. Bits that fill the last digit are zeros, so they do not
/// change an order.
fn bytes(value: &Value) -> Vec<u8> {
    let digits = value["B"].as_str().unwrap_or_default().bytes().filter_map(|digit| match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for digit in digits {
        (bits, count) = (bits << 6 | u32::from(digit), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 255).expect("it is eight bits"));
        }
    }
    bytes
}

/// Whether a string contains a part, or a set or list contains a string.
fn contains(value: &Value, part: &str) -> bool {
    let is_member = |tag: &str| {
        let members = value[tag].as_array().into_iter().flatten();
        members.into_iter().any(|member| *member == json!(part) || *member == string(part))
    };
    value["S"].as_str().is_some_and(|text| text.contains(part)) || is_member("SS") || is_member("L")
}

/// What `size` gives: bytes of a string, elements of a list, map or set. A number has no size.
fn measure(value: &Value) -> Option<usize> {
    let count = |tag: &str| value[tag].as_array().map(Vec::len);
    match value["S"].is_string() {
        true => Some(value_size(value)),
        false => count("SS")
            .or_else(|| count("L"))
            .or_else(|| value["M"].as_object().map(serde_json::Map::len)),
    }
}

impl Condition {
    /// The attributes that the condition names.
    pub fn names(&self) -> Vec<&'static str> {
        match self {
            Self::Exists(name)
            | Self::Missing(name)
            | Self::Compare(name, ..)
            | Self::Between(name, ..)
            | Self::In(name, _)
            | Self::BeginsWith(name, _)
            | Self::Contains(name, _)
            | Self::Type(name, _)
            | Self::Larger(name, _) => vec![name],
            Self::Not(inner) => inner.names(),
            Self::And(left, right) | Self::Or(left, right) => {
                left.names().into_iter().chain(right.names()).collect()
            }
        }
    }
}

impl Condition {
    /// The values that a comparison, `BETWEEN` or `IN` compares with.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Self::Compare(_, _, value) => vec![value],
            Self::Between(_, low, high) => vec![low, high],
            Self::In(_, values) => values.iter().collect(),
            Self::Exists(_)
            | Self::Missing(_)
            | Self::BeginsWith(..)
            | Self::Contains(..)
            | Self::Type(..)
            | Self::Larger(..)
            | Self::Not(_)
            | Self::And(..)
            | Self::Or(..) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_have_the_order_of_their_bytes() {
        let values: Vec<Value> = BYTES.into_iter().map(binary).collect();
        for pair in values.windows(2) {
            assert_eq!(order(&pair[0], &pair[1]), Some(Ordering::Less), "{pair:?}");
        }
        assert_eq!(binary(b"AWS!"), json!({ "B": "QVdTIQ==" }));
        assert_eq!(bytes(&binary(b"AWS!")), b"AWS!");
        assert_eq!(order(&values[0], &string("x")), None);
    }
}
