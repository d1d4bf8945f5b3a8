//! Conditions: a random tree, printed with as few parentheses as it needs, means what the tree says.

use std::collections::BTreeMap;

use engine::api;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, prop_assert_eq, prop_oneof, proptest};
use serde_json::json;
use support::item::{Attributes, number, string};

use crate::database::{put, table};

proptest! {
    #[test]
    fn a_condition_means_what_its_tree_says(item in btree_map(prop_oneof![Just("b"), Just("c")], 0..4_i64, 0..3), tree in condition()) {
        let mut database = table("Things  a S");
        let mut stored: Attributes = item.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect();
        stored.insert("a".to_owned(), string("key"));
        put(&mut database, &stored);
        let text = tree.text();
        let values: Vec<i64> = (0..4).filter(|value| text.contains(&format!(":v{value}"))).collect();
        let mut request = json!({ "TableName": "Things", "Key": { "a": string("key") }, "ConditionExpression": text });
        for value in values {
            request["ExpressionAttributeValues"][format!(":v{value}")] = number(value);
        }
        let outcome = api::preview(&database, "DeleteItem", &request.to_string());
        let holds = outcome.reply.map(|_| true).or_else(|error| match error.code().name() {
            "ConditionalCheckFailedException" => Ok(false),
            _ => Err(format!("{request}: {error}")),
        });
        prop_assert_eq!(holds, Ok(tree.holds(&item)), "{}", text);
    }
}

/// A condition on the numbers `b` and `c`, which may be missing.
#[derive(Debug, Clone)]
enum Condition {
    Compare(&'static str, &'static str, i64),
    Between(&'static str, i64, i64),
    In(&'static str, Vec<i64>),
    Exists(&'static str),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// As text, with no more parentheses than the tree needs: NOT binds tighter than AND, AND tighter than OR.
    fn text(&self) -> String {
        let bracketed = |condition: &Self, strength: u8| match condition.strength() < strength {
            true => format!("({})", condition.text()),
            false => condition.text(),
        };
        match self {
            Self::Compare(name, operator, value) => format!("{name} {operator} :v{value}"),
            Self::Between(name, low, high) => format!("{name} BETWEEN :v{low} AND :v{high}"),
            Self::In(name, values) => {
                let values: Vec<String> = values.iter().map(|value| format!(":v{value}")).collect();
                format!("{name} IN ({})", values.join(", "))
            }
            Self::Exists(name) => format!("attribute_exists({name})"),
            Self::Not(inner) => format!("NOT {}", bracketed(inner, 3)),
            Self::And(left, right) => format!("{} AND {}", bracketed(left, 2), bracketed(right, 2)),
            Self::Or(left, right) => format!("{} OR {}", left.text(), right.text()),
        }
    }

    fn strength(&self) -> u8 {
        match self {
            Self::Or(..) => 1,
            Self::And(..) => 2,
            Self::Not(_) => 3,
            Self::Compare(..) | Self::Between(..) | Self::In(..) | Self::Exists(_) => 4,
        }
    }

    fn holds(&self, item: &BTreeMap<&str, i64>) -> bool {
        match self {
            Self::Compare(name, "<>", value) => item.get(name) != Some(value),
            Self::Compare(name, operator, value) => {
                item.get(name).is_some_and(|stored| match *operator {
                    "=" => stored == value,
                    "<" => stored < value,
                    "<=" => stored <= value,
                    ">" => stored > value,
                    _ => stored >= value,
                })
            }
            Self::Between(name, low, high) => {
                item.get(name).is_some_and(|stored| (low..=high).contains(&stored))
            }
            Self::In(name, values) => item.get(name).is_some_and(|stored| values.contains(stored)),
            Self::Exists(name) => item.contains_key(name),
            Self::Not(inner) => !inner.holds(item),
            Self::And(left, right) => left.holds(item) && right.holds(item),
            Self::Or(left, right) => left.holds(item) || right.holds(item),
        }
    }
}

fn condition() -> impl Strategy<Value = Condition> {
    let name = || prop_oneof![Just("b"), Just("c")];
    let operator = prop_oneof![Just("="), Just("<>"), Just("<"), Just("<="), Just(">"), Just(">=")];
    let leaf = prop_oneof![
        (name(), operator, 0..4_i64)
            .prop_map(|(name, operator, value)| Condition::Compare(name, operator, value)),
        (name(), 0..4_i64, 0..4_i64).prop_map(|(name, one, two)| Condition::Between(
            name,
            one.min(two),
            one.max(two)
        )),
        (name(), vec(0..4_i64, 1..3)).prop_map(|(name, values)| Condition::In(name, values)),
        name().prop_map(Condition::Exists),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let pair = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            inner.clone().prop_map(|inner| Condition::Not(Box::new(inner))),
            pair().prop_map(|(left, right)| Condition::And(left, right)),
            pair().prop_map(|(left, right)| Condition::Or(left, right)),
        ]
    })
}
