//! Pages and segments: however a read is cut, the parts add up to the whole.

use std::collections::BTreeMap;

use proptest::collection::{btree_set, vec};
use proptest::prelude::{Just, TestCaseError, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::json;
use support::item::{number, string};
use support::read::read_all;

use crate::database::{put, table};

proptest! {
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
        let pages = read_all(&database, "Query", &request, Some(limit));
        let whole = read_all(&database, "Query", &request, None);
        let pages = pages.map_err(TestCaseError::fail)?;
        let whole = whole.map_err(TestCaseError::fail)?;
        let expected = items.iter().filter(|(partition, _, marked)| {
            *partition == 1 && (*marked || request.get("FilterExpression").is_none())
        });
        prop_assert_eq!(whole.len(), expected.count());
        prop_assert_eq!(pages, whole);
    }

    #[test]
    fn each_item_is_in_one_segment(keys in btree_set("[a-z]{1,3}", 0..40), total in 1..9_usize) {
        let mut database = table("Things  a S");
        for key in &keys {
            put(&mut database, &BTreeMap::from([("a".to_owned(), string(key))]));
        }
        let mut found: Vec<String> = Vec::new();
        for segment in 0..total {
            let request = json!({ "TableName": "Things", "TotalSegments": total, "Segment": segment });
            let items = read_all(&database, "Scan", &request, Some(3));
            let items = items.map_err(TestCaseError::fail)?;
            found.extend(items.iter().filter_map(|item| item["a"]["S"].as_str().map(str::to_owned)));
        }
        found.sort();
        prop_assert_eq!(found, keys.into_iter().collect::<Vec<_>>());
    }
}
