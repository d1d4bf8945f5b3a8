//! Strong consistency in several Regions: whatever is written where and whichever Regions are cut off, a strongly consistent read
//! in any Region returns the last write that was accepted.

use std::collections::BTreeMap;

use engine::api;
use engine::api::error::code::ErrorCode;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The Region of the database, of a replica, and of a replica or a witness.
const REGIONS: [Option<&str>; 3] = [None, Some("us-east-2"), Some("us-west-2")];

#[derive(Debug, Clone)]
enum Step {
    Put { region: usize, key: u8, value: u8 },
    Add { region: usize, key: u8 },
    PutNew { region: usize, key: u8 },
    Delete { region: usize, key: u8 },
    CutOff { region: usize, is_cut_off: bool },
    Advance { by_ms: u64 },
    SaveAndLoad,
}

fn step() -> impl Strategy<Value = Step> {
    let place = || (0..REGIONS.len(), 0..3_u8);
    prop_oneof![
        4 => (place(), any::<u8>())
            .prop_map(|((region, key), value)| Step::Put { region, key, value }),
        4 => place().prop_map(|(region, key)| Step::Add { region, key }),
        2 => place().prop_map(|(region, key)| Step::PutNew { region, key }),
        2 => place().prop_map(|(region, key)| Step::Delete { region, key }),
        2 => (0..REGIONS.len(), any::<bool>())
            .prop_map(|(region, is_cut_off)| Step::CutOff { region, is_cut_off }),
        4 => (0..1_200_u64).prop_map(|by_ms| Step::Advance { by_ms }),
        1 => Just(Step::SaveAndLoad),
    ]
}

fn name(region: usize) -> String {
    let prefix = REGIONS[region].map(|it| format!("arn:aws:dynamodb:{it}:000000000000:table/"));
    prefix.unwrap_or_default() + "Players"
}

fn send(database: &mut Database, operation: &str, request: &Value) -> Result<Value, ErrorCode> {
    let reply = api::call(database, operation, &request.to_string());
    let reply = reply.map_err(|error| error.code())?;
    Ok(serde_json::from_str(&reply).expect("a reply is JSON"))
}

/// What a table with strong consistency holds, in the plainest way.
struct World {
    database: Database,
    has_witness: bool,
    cut_off: [bool; 3],
    items: BTreeMap<u8, u64>,
    /// Of each item, the Region of its last write, and when that is over.
    under_way: BTreeMap<u8, (usize, u64)>,
}

impl World {
    fn new(has_witness: bool) -> Self {
        let mut database = Database::new(Config::default());
        let create = |region: usize| json!({ "Create": { "RegionName": REGIONS[region] } });
        let table = json!({ "TableName": "Players", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "N" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" } });
        let mut strong = json!({ "TableName": "Players", "MultiRegionConsistency": "STRONG" });
        strong["ReplicaUpdates"] = match has_witness {
            true => json!([create(1)]),
            false => json!([create(1), create(2)]),
        };
        if has_witness {
            strong["GlobalTableWitnessUpdates"] = json!([create(2)]);
        }
        for (operation, request) in [("CreateTable", table), ("UpdateTable", strong)] {
            send(&mut database, operation, &request).expect("it is accepted");
        }
        let (items, under_way) = (BTreeMap::new(), BTreeMap::new());
        Self { database, has_witness, cut_off: [false; 3], items, under_way }
    }

    /// The Regions that have a table.
    fn replicas(&self) -> usize {
        if self.has_witness { 2 } else { 3 }
    }

    fn is_isolated(&self, region: usize) -> bool {
        let others = (0..REGIONS.len()).filter(|other| *other != region);
        self.cut_off[region] || others.into_iter().all(|other| self.cut_off[other])
    }

    fn write(
        &mut self,
        (region, key): (usize, u8),
        operation: &str,
        mut request: Value,
        change: impl FnOnce(Option<u64>) -> Option<Option<u64>>,
    ) {
        let region = region % self.replicas();
        let Timestamp(now) = self.database.now();
        request["TableName"] = name(region).into();
        let written = send(&mut self.database, operation, &request).map(drop);
        let meets =
            self.under_way.get(&key).is_some_and(|(from, until)| *from != region && now < *until);
        let expected = if self.is_isolated(region) {
            Err(ErrorCode::InternalServer)
        } else if meets {
            Err(ErrorCode::ReplicatedWriteConflict)
        } else {
            change(self.items.get(&key).copied()).ok_or(ErrorCode::ConditionalCheckFailed)
        };
        assert_eq!(written, expected.map(drop), "{operation} in {region}");
        let Ok(new) = expected else { return };
        let is_write = new.is_some() || self.items.contains_key(&key);
        match new {
            Some(value) => drop(self.items.insert(key, value)),
            None => drop(self.items.remove(&key)),
        }
        if is_write {
            let delay_ms = self.database.config().replication_delay_ms;
            self.under_way.insert(key, (region, now + delay_ms));
        }
    }

    fn run(&mut self, step: &Step) {
        let id = |key: u8| json!({ "id": { "N": key.to_string() } });
        let item = |key: u8, value: u64| json!({ "Item": { "id": { "N": key.to_string() }, "value": { "N": value.to_string() } } });
        match *step {
            Step::Put { region, key, value } => {
                let value = u64::from(value);
                self.write((region, key), "PutItem", item(key, value), |_| Some(Some(value)));
            }
            Step::Add { region, key } => {
                let request = json!({ "Key": id(key), "UpdateExpression": "ADD #v :one",
                    "ExpressionAttributeNames": { "#v": "value" },
                    "ExpressionAttributeValues": { ":one": { "N": "1" } } });
                let add = |old: Option<u64>| Some(Some(old.unwrap_or_default() + 1));
                self.write((region, key), "UpdateItem", request, add);
            }
            Step::PutNew { region, key } => {
                let mut request = item(key, 7);
                request["ConditionExpression"] = "attribute_not_exists(id)".into();
                let put = |old: Option<u64>| old.is_none().then_some(Some(7));
                self.write((region, key), "PutItem", request, put);
            }
            Step::Delete { region, key } => {
                self.write((region, key), "DeleteItem", json!({ "Key": id(key) }), |_| Some(None));
            }
            Step::CutOff { region, is_cut_off } => {
                self.cut_off[region] = is_cut_off;
                self.database.set_cut_off(REGIONS[region], is_cut_off);
            }
            Step::Advance { by_ms } => {
                let Timestamp(now) = self.database.now();
                self.database.advance_to(Timestamp(now + by_ms));
            }
            Step::SaveAndLoad => {
                let saved = api::snapshot::save(&self.database);
                self.database = api::snapshot::load(&saved).expect("it is whole");
            }
        }
    }

    /// What strongly consistent reads return in each Region that reaches another one.
    fn check_reads(&mut self) {
        for region in 0..self.replicas() {
            let request = json!({ "TableName": name(region), "ConsistentRead": true });
            let read = send(&mut self.database, "Scan", &request);
            if self.is_isolated(region) {
                assert_eq!(read, Err(ErrorCode::InternalServer));
                continue;
            }
            let read = read.expect("it reaches another Region");
            let items = read["Items"].as_array().into_iter().flatten();
            let number = |value: &Value| value["N"].as_str().and_then(|it| it.parse().ok());
            let items = items.map(|item| {
                let key: u64 = number(&item["id"]).expect("it has a key");
                (
                    u8::try_from(key).expect("keys are small"),
                    number(&item["value"]).unwrap_or_default(),
                )
            });
            assert_eq!(items.collect::<BTreeMap<u8, u64>>(), self.items, "in {region}");
        }
    }

    /// The records of the stream of each Region: keys and what was stored.
    fn records(&self) -> Vec<Vec<String>> {
        let streams = self.database.streams();
        let records = streams.map(|stream| {
            let page = stream.page(0, usize::MAX).expect("none is old");
            page.records
                .iter()
                .map(|it| format!("{:?} {:?} {:?}", it.kind, it.key, it.new))
                .collect()
        });
        records.collect()
    }
}

proptest! {
    #[test]
    fn a_strongly_consistent_read_returns_the_last_write_in_each_region(
        has_witness in any::<bool>(), steps in prop::collection::vec(step(), 0..60),
    ) {
        let mut world = World::new(has_witness);
        for step in &steps {
            world.run(step);
            world.check_reads();
        }
        for region in 0..REGIONS.len() {
            world.run(&Step::CutOff { region, is_cut_off: false });
        }
        world.check_reads();
        let records = world.records();
        prop_assert_eq!(records.len(), world.replicas());
        prop_assert!(records.iter().all(|of_region| *of_region == records[0]));
    }
}

#[test]
fn writes_under_way_take_memory_until_a_second_region_has_them() {
    let mut database = World::new(false).database;
    let put = |database: &mut Database| {
        let item = json!({ "id": { "N": "1" }, "value": { "N": "7" } });
        send(database, "PutItem", &json!({ "TableName": "Players", "Item": item }))
    };
    put(&mut database).expect("it is accepted");
    database.advance_to(Timestamp(10_000));
    let at_rest = database.replicated_memory();
    for _ in 0..100 {
        put(&mut database).expect("it is of the same Region");
    }
    let under_way = database.replicated_memory();
    assert!(under_way.0 > at_rest.0 + 100 * 128, "{at_rest:?} and {under_way:?}");
    let saved = api::snapshot::save(&database);
    let loaded = api::snapshot::load(&saved).expect("it is whole");
    assert_eq!(loaded.replicated_memory(), under_way);
    database.advance_to(Timestamp(20_000));
    assert_eq!(database.replicated_memory(), at_rest);
}
