//! Makes a database of a snapshot and the entries behind it.

use engine::api;
use engine::database::Database;

use crate::log::{Entry, TIME};

/// Repeats the requests of entries behind `through`, each at its time and as it was decided. Returns the number of the last of
/// them, and what could not be repeated, in sentences.
pub(crate) fn replay(
    database: &mut Database,
    entries: &[Entry],
    through: u64,
) -> (u64, Vec<String>) {
    database.record_items(false);
    let (mut last, mut damages) = (through, Vec::new());
    for entry in entries.iter().filter(|entry| entry.sequence > through) {
        if entry.sequence != last + 1 {
            damages.push(format!("Entries {} to {} are missing.", last + 1, entry.sequence - 1));
        }
        last = entry.sequence;
        if entry.at > database.now() {
            database.advance_to(entry.at);
        }
        let Entry { sequence, operation, decision, request, .. } = entry;
        if operation == TIME {
            continue;
        }
        if let Err(error) = api::repeat(database, operation, request, decision) {
            damages
                .push(format!("Entry {sequence} ({operation}) was not accepted again: {error}."));
        }
        drop(database.drain_events());
    }
    (last, damages)
}

#[cfg(test)]
mod tests {
    use engine::api::snapshot;
    use engine::clock::Timestamp;
    use engine::throughput::decision::Decision;

    use super::*;

    const TABLE: &str = r#"{ "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }"#;

    fn entries() -> Vec<Entry> {
        let requests = [
            ("CreateTable", TABLE.to_owned()),
            ("PutItem", r#"{ "TableName": "Orders", "Item": { "id": { "S": "a" }, "n": { "N": "1" } } }"#.to_owned()),
            (
                "UpdateItem",
                r#"{ "TableName": "Orders", "Key": { "id": { "S": "a" } }, "UpdateExpression": "ADD n :one",
                    "ExpressionAttributeValues": { ":one": { "N": "1" } } }"#
                    .to_owned(),
            ),
        ];
        let entry = |(place, (operation, request)): (u64, (&str, String))| Entry {
            sequence: place,
            at: Timestamp(place * 10),
            operation: operation.to_owned(),
            decision: Decision::default(),
            request,
        };
        (1..).zip(requests).map(entry).collect()
    }

    #[test]
    fn a_snapshot_and_the_entries_behind_it_give_the_database() {
        let mut whole = Database::default();
        assert_eq!(replay(&mut whole, &entries(), 0), (3, Vec::new()));
        for through in 0..=3 {
            let mut database = Database::default();
            replay(&mut database, &entries()[..through], 0);
            let mut loaded = snapshot::load(&snapshot::save(&database)).unwrap();
            let through = u64::try_from(through).unwrap();
            assert_eq!(replay(&mut loaded, &entries(), through), (3, Vec::new()));
            assert_eq!(snapshot::save(&loaded), snapshot::save(&whole), "{through}");
        }
    }

    #[test]
    fn what_cannot_be_repeated_is_reported_and_the_rest_is_repeated() {
        let mut entries = entries();
        entries.remove(1);
        entries[1].request = r#"{ "TableName": "Nowhere" }"#.to_owned();
        let mut database = Database::default();
        let (last, damages) = replay(&mut database, &entries, 0);
        assert_eq!(last, 3);
        assert_eq!(damages[0], "Entries 2 to 2 are missing.");
        assert!(damages[1].starts_with("Entry 3 (UpdateItem) was not accepted again: "));
        assert!(database.table("Orders").is_some());
    }
}
