//! Reads of a table that are shared with replicas of it: global indexes with its key and all of its attributes.
//!
//! Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-gsi-replica.html>

use std::rc::Rc;

use engine::json::value::parse;
use engine::table::schema::TableSchema;
use serde_json::{Map, Value, json};

use crate::explain::subject::is_on;
use crate::sandbox::plan::free_name;
use crate::view::design::{IndexDesign, ProjectionDesign, TableDesign};
use crate::view::value::Text;
use crate::view::workload::{PatternPlan, WorkloadPlan};

/// Global indexes of a table. Source:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
const INDEX_COUNT_MAX: u64 = 20;

/// Hundredths of what a partition serves that a share of the reads of a key may take. Model: what is left serves other keys.
const SHARE_PERCENT: u64 = 90;

/// Placeholders that count requests: those of several patterns count apart, so together they would ask for other items.
const COUNTING: [&str; 2] = ["{sequence", "{block"];

/// How many replicas take so much of the reads of a key that no partition is asked for more than it serves; `None` if there cannot
/// be as many.
pub(super) fn replica_count(needed: u64, ceiling: u64, index_count: u64) -> Option<u64> {
    let stores = (needed * 100).div_ceil((ceiling * SHARE_PERCENT).max(1)).max(2);
    (index_count + stores - 1 <= INDEX_COUNT_MAX).then_some(stores - 1)
}

/// Names of so many replicas: "Replica1", and so on, without those of other indexes.
pub(super) fn free_names(schema: &TableSchema, count: u64) -> Rc<[Text]> {
    let names = (1_u64..).map(|number| format!("Replica{number}"));
    let free = names.filter(|name| schema.index(name).is_none());
    free.zip(0..count).map(|(name, _)| name.into()).collect()
}

/// A table with replicas of these names, each of which may consume as much as the table.
pub(super) fn with_replicas(mut table: TableDesign, names: &[Text]) -> TableDesign {
    let capacity = table.settings.as_ref().map(|it| it.capacity).unwrap_or_default();
    let replica = |name: &Text| IndexDesign {
        name: name.to_string(),
        partition_keys: vec![table.partition_key.clone()],
        sort_keys: table.sort_key.iter().cloned().collect(),
        projection: ProjectionDesign::All,
        capacity,
    };
    let replicas: Vec<IndexDesign> = names.iter().map(replica).collect();
    table.global_indexes.extend(replicas);
    table
}

/// Requests of which those that read the table by its key are sent to it and to its replicas, in equal parts. `None` if they cannot
/// be parted.
pub(super) fn with_shared_reads(
    plan: &WorkloadPlan,
    schema: &TableSchema,
    replicas: &[Text],
) -> Option<WorkloadPlan> {
    let mut changed = plan.clone();
    changed.patterns.clear();
    for pattern in &plan.patterns {
        let request = parse(&pattern.request).unwrap_or_default();
        let is_read = matches!(&*pattern.operation, "GetItem" | "Query")
            && is_on(&request, schema.name.as_str())
            && request["IndexName"].is_null();
        if !is_read {
            changed.patterns.push(pattern.clone());
            continue;
        }
        if COUNTING.iter().any(|placeholder| pattern.request.contains(placeholder)) {
            return None;
        }
        let stores = [None].into_iter().chain(replicas.iter().map(Some));
        for (store, number) in stores.zip(0..) {
            let count = replicas.len() as u64 + 1;
            let points = pattern.points.iter();
            let points = points.map(|(second, rate)| (*second, share(*rate, number, count)));
            let part = PatternPlan { points: points.collect(), ..pattern.clone() };
            changed.patterns.push(match store {
                None => part,
                Some(replica) => of_replica(&part, request.clone(), replica, plan)?,
            });
        }
    }
    Some(changed)
}

/// One of equal parts of a rate, which add up to it.
fn share(rate: u64, number: u64, count: u64) -> u64 {
    let until = |number: u64| u128::from(rate) * u128::from(number) / u128::from(count);
    u64::try_from(until(number + 1) - until(number)).unwrap_or(rate)
}

/// A read of the table as a Query of its replica.
fn of_replica(
    pattern: &PatternPlan,
    mut request: Value,
    index: &str,
    plan: &WorkloadPlan,
) -> Option<PatternPlan> {
    let members = request.as_object_mut()?;
    // A global index is read eventually consistently.
    members.remove("ConsistentRead");
    if let Some(key) = members.remove("Key") {
        find_by_key(members, key.as_object()?);
    }
    members.insert("IndexName".into(), index.into());
    let name = format!("{} ({index})", pattern.name);
    let name = free_name(&name, |name| plan.patterns.iter().any(|it| *it.name == *name));
    let (operation, request) = (Text::from("Query"), format!("{request:#}").into());
    Some(PatternPlan { name, operation, request, ..pattern.clone() })
}

/// The condition that finds the item of a key, with placeholders that the request does not have.
fn find_by_key(members: &mut Map<String, Value>, key: &Map<String, Value>) {
    let mut conditions = Vec::new();
    let (mut names, mut values) = (Map::new(), Map::new());
    let known = members.get("ExpressionAttributeNames").cloned().unwrap_or_default();
    let free = (0..).filter(|number| known.get(format!("#key{number}")).is_none());
    for (number, (name, value)) in free.zip(key) {
        let (attribute, operand) = (format!("#key{number}"), format!(":key{number}"));
        conditions.push(format!("{attribute} = {operand}"));
        names.insert(attribute, name.as_str().into());
        values.insert(operand, value.clone());
    }
    members.insert("KeyConditionExpression".into(), conditions.join(" AND ").into());
    for (member, more) in
        [("ExpressionAttributeNames", names), ("ExpressionAttributeValues", values)]
    {
        let known = members.entry(member).or_insert_with(|| json!({}));
        if let Some(known) = known.as_object_mut() {
            known.extend(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_replicas_as_leave_each_store_a_tenth() {
        for (needed, count) in
            [(3_001, Some(1)), (5_400, Some(1)), (5_401, Some(2)), (60_000, None)]
        {
            assert_eq!(replica_count(needed, 3_000, 0), count, "{needed}");
        }
        assert_eq!(replica_count(4_000, 3_000, 20), None);
    }

    #[test]
    fn a_placeholder_of_the_request_keeps_its_attribute() {
        let (Value::Object(mut request), Value::Object(key)) = (
            json!({
                "ProjectionExpression": "#key0, #key2",
                "ExpressionAttributeNames": { "#key0": "text", "#key2": "year" },
            }),
            json!({ "poll": { "S": "a" }, "voter": { "S": "b" } }),
        ) else {
            unreachable!("both are objects")
        };
        find_by_key(&mut request, &key);
        let names = json!({ "#key0": "text", "#key2": "year", "#key1": "poll", "#key3": "voter" });
        assert_eq!(request["ExpressionAttributeNames"], names);
        assert_eq!(request["KeyConditionExpression"], "#key1 = :key1 AND #key3 = :key3");
        let values = json!({ ":key1": { "S": "a" }, ":key3": { "S": "b" } });
        assert_eq!(request["ExpressionAttributeValues"], values);
    }

    #[test]
    fn the_parts_of_a_rate_add_up_to_it() {
        let parts = |rate: u64| (0..3).map(|number| share(rate, number, 3)).collect::<Vec<_>>();
        assert_eq!(parts(10), [3, 3, 4]);
        assert_eq!(parts(1), [0, 0, 1]);
    }
}
