//! Updates: any actions on different paths have the same result as in a naive implementation.
//!
//! All that an action reads is the item before the update, positions in lists included. The list is changed last:
//! elements are replaced, then those beyond the end are appended in the order of their positions, and then removed
//! elements are deleted.

use std::collections::BTreeMap;

use engine::api;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};
use support::item::{Attributes, number, string};

use crate::database::{put, table};

const NO_SUCH_ATTRIBUTE: &str =
    "The provided expression refers to an attribute that does not exist in the item";

/// An item of a few numbers, some missing, and a list of numbers.
#[derive(Debug, Clone)]
struct Numbers {
    named: BTreeMap<&'static str, i64>,
    list: Vec<i64>,
}

/// What happens to one number.
#[derive(Debug, Clone)]
enum Action {
    Set(Source),
    Remove,
    Add(i64),
}

/// What happens to one element of the list.
#[derive(Debug, Clone)]
enum ElementAction {
    Set(i64),
    Remove,
}

/// Where a number comes from.
#[derive(Debug, Clone)]
enum Source {
    Literal(i64),
    Path(&'static str),
    Sum(&'static str, i64),
    Difference(i64, &'static str),
    IfNotExists(&'static str, i64),
}

proptest! {
    #[test]
    fn an_update_leaves_what_its_actions_say(
        before in numbers(),
        actions in btree_map(name(), action(), 1..4),
        elements in btree_map(0..9_usize, element_action(), 0..4),
    ) {
        let mut database = table("Things  key S");
        put(&mut database, &before.item());
        let update = text(&actions, &elements);
        let mut request = json!({
            "TableName": "Things",
            "Key": { "key": string("it") },
            "UpdateExpression": update,
            "ReturnValues": "ALL_NEW",
        });
        for value in (-9..10).filter(|value| update.split([' ', ',', ')']).any(|word| word == placeholder(*value))) {
            request["ExpressionAttributeValues"][placeholder(value)] = number(value);
        }
        let got = api::preview(&database, "UpdateItem", &request.to_string()).reply;
        let got = got.map(|reply| reply["Attributes"].clone()).map_err(|error| error.to_string());
        prop_assert_eq!(got, before.after(&actions, &elements).map(|after| json!(after.item())), "{}", update);
    }
}

impl Numbers {
    fn item(&self) -> Attributes {
        let mut item: Attributes =
            self.named.iter().map(|(name, value)| ((*name).to_owned(), number(*value))).collect();
        let list: Vec<Value> = self.list.iter().map(|value| number(*value)).collect();
        item.insert("scores".to_owned(), json!({ "L": list }));
        item.insert("key".to_owned(), string("it"));
        item
    }

    fn after(
        &self,
        actions: &BTreeMap<&'static str, Action>,
        elements: &BTreeMap<usize, ElementAction>,
    ) -> Result<Self, String> {
        let mut named = self.named.clone();
        for (name, action) in actions {
            match action {
                Action::Set(source) => drop(named.insert(name, self.value(source)?)),
                Action::Add(amount) => *named.entry(name).or_default() += amount,
                Action::Remove => drop(named.remove(name)),
            }
        }
        Ok(Self { named, list: self.list_after(elements) })
    }

    fn value(&self, source: &Source) -> Result<i64, String> {
        let stored =
            |name| self.named.get(name).copied().ok_or_else(|| NO_SUCH_ATTRIBUTE.to_owned());
        match source {
            Source::Literal(value) => Ok(*value),
            Source::Path(name) => stored(name),
            Source::Sum(name, value) => stored(name).map(|stored| stored + value),
            Source::Difference(value, name) => stored(name).map(|stored| value - stored),
            Source::IfNotExists(name, value) => Ok(stored(name).unwrap_or(*value)),
        }
    }

    fn list_after(&self, elements: &BTreeMap<usize, ElementAction>) -> Vec<i64> {
        let kept = self.list.iter().enumerate().filter_map(|(position, value)| {
            match elements.get(&position) {
                Some(ElementAction::Set(replacement)) => Some(*replacement),
                Some(ElementAction::Remove) => None,
                None => Some(*value),
            }
        });
        let appended = elements.range(self.list.len()..).filter_map(|(_, action)| match action {
            ElementAction::Set(value) => Some(*value),
            ElementAction::Remove => None,
        });
        kept.chain(appended).collect()
    }
}

/// The clauses, each with its actions.
fn text(
    actions: &BTreeMap<&'static str, Action>,
    elements: &BTreeMap<usize, ElementAction>,
) -> String {
    let (mut set, mut remove, mut add) = (Vec::new(), Vec::new(), Vec::new());
    for (name, action) in actions {
        match action {
            Action::Set(source) => set.push(format!("{name} = {}", source.text())),
            Action::Remove => remove.push((*name).to_owned()),
            Action::Add(amount) => add.push(format!("{name} {}", placeholder(*amount))),
        }
    }
    for (position, action) in elements {
        match action {
            ElementAction::Set(value) => {
                set.push(format!("scores[{position}] = {}", placeholder(*value)));
            }
            ElementAction::Remove => remove.push(format!("scores[{position}]")),
        }
    }
    let clauses = [("ADD", add), ("SET", set), ("REMOVE", remove)];
    let clauses = clauses.into_iter().filter(|(_, actions)| !actions.is_empty());
    clauses
        .map(|(clause, actions)| format!("{clause} {}", actions.join(", ")))
        .collect::<Vec<_>>()
        .join(" ")
}

impl Source {
    fn text(&self) -> String {
        match self {
            Self::Literal(value) => placeholder(*value),
            Self::Path(name) => (*name).to_owned(),
            Self::Sum(name, value) => format!("{name} + {}", placeholder(*value)),
            Self::Difference(value, name) => format!("{} - {name}", placeholder(*value)),
            Self::IfNotExists(name, value) => {
                format!("if_not_exists({name}, {})", placeholder(*value))
            }
        }
    }
}

/// `:v7`, or `:m7` for minus seven.
fn placeholder(value: i64) -> String {
    let sign = if value < 0 { 'm' } else { 'v' };
    format!(":{sign}{}", value.abs())
}

fn name() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("a"), Just("b"), Just("c"), Just("d")]
}

fn small() -> impl Strategy<Value = i64> {
    -9..10_i64
}

fn numbers() -> impl Strategy<Value = Numbers> {
    (btree_map(name(), small(), 0..4), vec(small(), 0..6))
        .prop_map(|(named, list)| Numbers { named, list })
}

fn action() -> impl Strategy<Value = Action> {
    let source = prop_oneof![
        small().prop_map(Source::Literal),
        name().prop_map(Source::Path),
        (name(), small()).prop_map(|(name, value)| Source::Sum(name, value)),
        (small(), name()).prop_map(|(value, name)| Source::Difference(value, name)),
        (name(), small()).prop_map(|(name, value)| Source::IfNotExists(name, value)),
    ];
    prop_oneof![source.prop_map(Action::Set), Just(Action::Remove), small().prop_map(Action::Add)]
}

fn element_action() -> impl Strategy<Value = ElementAction> {
    prop_oneof![small().prop_map(ElementAction::Set), Just(ElementAction::Remove)]
}
