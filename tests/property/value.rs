//! Values: their exact size, that they are returned as they were stored, their sums and their order.

use std::collections::BTreeMap;

use engine::receipt::Reason;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};
use support::item::string;
use support::read::read_all;
use support::size::size;

use crate::database::{call, put, table};

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
