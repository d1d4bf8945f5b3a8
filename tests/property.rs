//! Properties that hold for whatever proptest thinks of: sizes, sums, conditions and pages.

use std::collections::BTreeMap;

use engine::api::{self, Outcome};
use engine::database::{Config, Database};
use engine::event::Reason;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};
use support::model::{Attributes, number, size, string};
use support::notation;
use support::read::read_all;

proptest! {
    #[test]
    fn the_size_of_an_item_is_the_sum_of_its_names_and_values(values in btree_map("[b-z]{1,9}", value(), 0..6)) {
        let mut item = values;
        item.insert("a".to_owned(), string("key"));
        let outcome = put(&mut table("Things  a S"), &item);
        let reasons: Vec<Reason> = outcome.receipt.into_iter().flat_map(|receipt| receipt.arms).map(|arm| arm.reason).collect();
        let put = format!("[Put {{ size: Bytes({}) }}]", size(&item));
        prop_assert_eq!(format!("{reasons:?}"), put);
    }

    #[test]
    fn what_is_put_is_what_is_got(values in btree_map("[b-z]{1,9}", value(), 0..6)) {
        let mut item = values;
        item.insert("a".to_owned(), string("key"));
        let mut database = table("Things  a S");
        put(&mut database, &item);
        let reply = call(&mut database, "GetItem", &json!({ "TableName": "Things", "Key": { "a": string("key") } }));
        prop_assert_eq!(&reply["Item"], &json!(item));
    }

    #[test]
    fn sums_are_exact(left in decimal(), right in decimal(), minus in any::<bool>()) {
        let mut database = table("Things  a S");
        let reply = call(&mut database, "UpdateItem", &json!({
            "TableName": "Things",
            "Key": { "a": string("key") },
            "UpdateExpression": if minus { "SET n = :left - :right" } else { "SET n = :left + :right" },
            "ExpressionAttributeValues": { ":left": { "N": left.text() }, ":right": { "N": right.text() } },
            "ReturnValues": "UPDATED_NEW",
        }));
        let sum = if minus { left.hundredths - right.hundredths } else { left.hundredths + right.hundredths };
        let sum = Decimal { hundredths: sum };
        prop_assert_eq!(&reply["Attributes"]["n"]["N"], &json!(sum.normal()));
    }

    #[test]
    fn number_keys_are_in_the_order_of_their_values(keys in btree_set(-1_000_000_i64..1_000_000, 1..12)) {
        let mut database = table("Things  a S  n N");
        for hundredths in &keys {
            let text = Decimal { hundredths: i128::from(*hundredths) }.text();
            put(&mut database, &BTreeMap::from([("a".to_owned(), string("key")), ("n".to_owned(), json!({ "N": text }))]));
        }
        let items = read_all(&database, "Query", &json!({
            "TableName": "Things",
            "KeyConditionExpression": "a = :a",
            "ExpressionAttributeValues": { ":a": string("key") },
        }), None);
        let expected: Vec<String> = keys.iter().map(|key| Decimal { hundredths: i128::from(*key) }.normal()).collect();
        let got: Vec<String> = items.into_iter().flatten().filter_map(|item| item["n"]["N"].as_str().map(str::to_owned)).collect();
        prop_assert_eq!(got, expected);
    }

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

    #[test]
    fn pages_of_any_size_add_up_to_one_page(
        items in vec((0..3_u8, 0..4_u8, any::<bool>()), 0..30),
        limit in 1..8_usize,
        forward in any::<bool>(),
        index in prop_oneof![Just(None), Just(Some("Local")), Just(Some("Ties")), Just(Some("Sorted"))],
        filtered in any::<bool>(),
    ) {
        let mut database = table("Things  p S  s N
            local  Local   l N        ALL
            global Ties    p S        ALL
            global Sorted  p S  l N   KEYS_ONLY");
        database.set_propagation_delay(0);
        for (position, (partition, tie, marked)) in items.iter().enumerate() {
            let sort = i64::try_from(position).expect("a few items");
            let mut item = BTreeMap::from([
                ("p".to_owned(), string(&format!("p{partition}"))),
                ("s".to_owned(), number(sort)),
                ("l".to_owned(), number(i64::from(*tie))),
            ]);
            if *marked {
                item.insert("marked".to_owned(), json!({ "BOOL": true }));
            }
            put(&mut database, &item);
        }
        let mut request = json!({
            "TableName": "Things",
            "KeyConditionExpression": "p = :p",
            "ScanIndexForward": forward,
            "ExpressionAttributeValues": { ":p": string("p1") },
        });
        if filtered && index != Some("Sorted") {
            request["FilterExpression"] = json!("attribute_exists(marked)");
        }
        if let Some(index) = index {
            request["IndexName"] = json!(index);
        }
        prop_assert_eq!(read_all(&database, "Query", &request, Some(limit)), read_all(&database, "Query", &request, None));
    }

    #[test]
    fn segments_share_a_table_out(keys in btree_set("[a-z]{1,3}", 0..40), total in 1..9_usize) {
        let mut database = table("Things  a S");
        for key in &keys {
            put(&mut database, &BTreeMap::from([("a".to_owned(), string(key))]));
        }
        let mut found: Vec<String> = Vec::new();
        for segment in 0..total {
            let request = json!({ "TableName": "Things", "TotalSegments": total, "Segment": segment });
            let items = read_all(&database, "Scan", &request, Some(3)).into_iter().flatten();
            found.extend(items.filter_map(|item| item["a"]["S"].as_str().map(str::to_owned)));
        }
        found.sort();
        prop_assert_eq!(found, keys.into_iter().collect::<Vec<_>>());
    }
}

/// A value of any type, three levels deep at most, in the form in which it comes back.
fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        "\\PC{0,20}".prop_map(|text| string(&text)),
        decimal().prop_map(|decimal| json!({ "N": decimal.normal() })),
        any::<bool>().prop_map(|flag| json!({ "BOOL": flag })),
        Just(json!({ "NULL": true })),
        "([A-Za-z0-9+/]{4}){0,4}".prop_map(|base64| json!({ "B": base64 })),
        btree_set("[a-z]{0,5}", 1..4).prop_map(|members| json!({ "SS": members })),
        btree_set(-500..500_i64, 1..4).prop_map(|members| {
            json!({ "NS": members.iter().map(ToString::to_string).collect::<Vec<_>>() })
        }),
    ];
    scalar.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|elements| json!({ "L": elements })),
            btree_map("[a-z]{1,5}", inner, 0..4).prop_map(|map| json!({ "M": map })),
        ]
    })
}

/// A number with two decimal places, as an integer of its hundredths.
#[derive(Debug, Clone, Copy)]
struct Decimal {
    hundredths: i128,
}

impl Decimal {
    /// Its digits, with both places.
    fn text(self) -> String {
        let sign = if self.hundredths < 0 { "-" } else { "" };
        let absolute = self.hundredths.abs();
        format!("{sign}{}.{:02}", absolute / 100, absolute % 100)
    }

    /// Its digits without zeros at the end.
    fn normal(self) -> String {
        let text = self.text();
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

fn decimal() -> impl Strategy<Value = Decimal> {
    let hundredths = prop_oneof![
        -100_000..100_000_i128,
        -1_000_000_000_000_000_000_000_000_000..1_000_000_000_000_000_000_000_000_000_i128,
        (0..30_u32, 1..10_i128).prop_map(|(zeros, digit)| digit * 10_i128.pow(zeros)),
    ];
    hundredths.prop_map(|hundredths| Decimal { hundredths })
}

/// A condition on the numbers `b` and `c`, either of which may be missing.
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

/// A database with one table, in the notation of specs.
fn table(text: &str) -> Database {
    let mut database = Database::new(Config::default());
    let request = notation::create_table(text).expect("the notation is right");
    call(&mut database, "CreateTable", &request);
    database
}

fn put(database: &mut Database, item: &Attributes) -> Outcome {
    let outcome = api::execute(
        database,
        "PutItem",
        &json!({ "TableName": "Things", "Item": item }).to_string(),
    );
    assert!(outcome.reply.is_ok(), "{item:?}: {outcome:?}");
    outcome
}

fn call(database: &mut Database, operation: &str, request: &Value) -> Value {
    let outcome = api::execute(database, operation, &request.to_string());
    outcome.reply.unwrap_or_else(|error| panic!("{operation} {request} is refused: {error}"))
}
