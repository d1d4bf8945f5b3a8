//! Every experiment on every kind of table.

use engine::api;
use engine::database::{Config, Database};
use engine::model::attribute_value::AttributeValue;
use engine::workload::run::Run;
use serde_json::json;

use crate::analysis::experiment::data::Experiments;
use crate::analysis::experiment::{experiment_views, set_up};
use crate::lesson::example::opened;
use crate::sandbox::command::Command;
use crate::sandbox::example;
use crate::sandbox::workload::workload_of;

const KEYS: [&str; 3] = ["S", "N", "B"];

/// A table with keys of these types, a sparse global index and a local one.
fn database(partition: &str, sort: Option<&str>) -> Database {
    let mut database = Database::new(Config::default());
    let mut attributes = vec![
        json!({ "AttributeName": "p{", "AttributeType": partition }),
        json!({ "AttributeName": "g", "AttributeType": "S" }),
    ];
    let mut key = vec![json!({ "AttributeName": "p{", "KeyType": "HASH" })];
    if let Some(sort) = sort {
        attributes.push(json!({ "AttributeName": "s", "AttributeType": sort }));
        key.push(json!({ "AttributeName": "s", "KeyType": "RANGE" }));
    }
    let request = json!({
        "TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": attributes, "KeySchema": key,
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByG",
            "KeySchema": [
                { "AttributeName": "g", "KeyType": "HASH" },
                { "AttributeName": "p{", "KeyType": "RANGE" },
            ],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        }],
    });
    api::call(&mut database, "CreateTable", &request.to_string()).unwrap();
    database
}

/// A run of an experiment on a table; what the table lacks if it cannot be run.
fn run(database: &mut Database, table: &str, name: &str) -> Result<Run, &'static str> {
    let open = database.table(table);
    let views = experiment_views(database, None, open);
    let lack = views.iter().find(|view| view.name == name).unwrap().lack.clone();
    let set_up = set_up(database, None, open, name);
    assert_eq!(set_up.is_some(), lack.is_none(), "{name}");
    let Some(set_up) = set_up else { return Err(lack.unwrap().key) };
    for command in set_up.commands {
        let Command::Call { operation, request } = command else { continue };
        api::call(database, &operation, &request).unwrap();
    }
    Ok(Run::new(&workload_of(&set_up.plan), database).unwrap())
}

/// Runs every experiment: none of its requests may be rejected but for throughput. Returns what cannot be run, and why.
#[track_caller]
fn check(database: &Database, table: &str) -> Vec<(&'static str, &'static str)> {
    let views = experiment_views(database, None, database.table(table));
    let mut lacking = Vec::new();
    for name in views.iter().map(|view| view.name) {
        let mut database = database.clone();
        match run(&mut database, table, name) {
            Err(lack) => lacking.push((name, lack)),
            Ok(mut run) => {
                run.step(&mut database, 150);
                let result = run.result();
                assert_eq!(result.rejections, [], "{name}");
                assert!(result.counts.succeeded > 0, "{name}");
            }
        }
    }
    lacking
}

#[test]
fn every_experiment_fits_every_kind_of_key_or_says_what_it_lacks() {
    let of_open = |database: &Database| {
        let views = experiment_views(database, None, None);
        views.iter().filter(|view| view.lack.is_some()).count()
    };
    for partition in KEYS {
        for sort in [None].into_iter().chain(KEYS.map(Some)) {
            let database = database(partition, sort);
            let lacking = check(&database, "Things");
            let by_sort = ["calculated_suffix", "sequential", "shuffled"];
            let by_sort = by_sort.map(|name| format!("experiment.{name}"));
            match (partition, sort) {
                ("B", _) => {
                    assert_eq!(lacking.len(), of_open(&database));
                    assert!(lacking.iter().all(|(_, lack)| *lack == "experiment.lack.binary"));
                }
                (_, None | Some("B")) => {
                    let names: Vec<&str> = lacking.iter().map(|(name, _)| *name).collect();
                    assert_eq!(names, by_sort);
                    assert!(lacking.iter().all(|(_, lack)| *lack == "experiment.lack.sort"));
                }
                (_, Some(_)) => assert_eq!(lacking, []),
            }
        }
    }
}

#[test]
fn every_experiment_fits_the_examples_or_says_what_it_lacks() {
    for id in ["open-orders", "champions", "conditional-index", "adjacency"] {
        let session = opened(id);
        let database = session.database();
        for table in database.tables() {
            let has_sort = !table.schema.key.sort.is_empty();
            let lacking = check(database, table.schema.name.as_str());
            assert_eq!(lacking.is_empty(), has_sort, "{lacking:?}");
        }
    }
}

#[test]
fn a_table_of_the_same_name_must_have_the_same_types_and_indexes() {
    let lacking = |name: &str, attributes: &[(&str, &str)]| {
        let mut database = Database::new(Config::default());
        let definitions = attributes
            .iter()
            .map(|(name, kind)| json!({ "AttributeName": name, "AttributeType": kind }));
        let kinds = ["HASH", "RANGE"].into_iter();
        let key = attributes
            .iter()
            .zip(kinds)
            .map(|((name, _), kind)| json!({ "AttributeName": name, "KeyType": kind }));
        let request = json!({
            "TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": definitions.collect::<Vec<_>>(), "KeySchema": key.collect::<Vec<_>>(),
        });
        api::call(&mut database, "CreateTable", &request.to_string()).unwrap();
        let views = experiment_views(&database, None, None).into_iter();
        let other =
            views.filter(|it| it.lack.as_ref().is_some_and(|it| it.key == "experiment.lack.name"));
        other.map(|it| it.name.trim_start_matches("experiment.")).collect::<Vec<_>>()
    };
    assert_eq!(lacking("Pages", &[("Id", "S")]), ["scan", "scan_pages", "parallel_scan"]);
    assert_eq!(lacking("Pages", &[("Id", "N")]), [""; 0]);
    let clicks = [("SessionId", "S"), ("Ts", "N")];
    assert_eq!(lacking("ClickStream", &clicks), ["readers_shared", "readers_split"]);
}

/// A table of the same key, in which nothing expires or something expires by another attribute.
#[test]
fn time_to_live_is_set_where_nothing_expires_and_never_changed() {
    let mut database = Database::new(Config::default());
    let data = Experiments::read();
    api::call(&mut database, "CreateTable", &data.table("Sessions").to_string()).unwrap();
    let experiment = data.experiments.iter().find(|it| it.time_to_live.is_some()).unwrap();
    let calls = |database: &Database| {
        let commands = experiment.commands(&data, database).into_iter();
        let calls = commands.filter_map(|command| match command {
            Command::Call { operation, .. } => Some(operation),
            _ => None,
        });
        calls.collect::<Vec<_>>()
    };
    assert_eq!(calls(&database), ["UpdateTimeToLive"]);
    assert_eq!(experiment.lack(&data, &database, None), None);
    let by = |attribute: &str| json!({ "TableName": "Sessions", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": attribute } });
    let mut same = database.clone();
    api::call(&mut same, "UpdateTimeToLive", &by("ExpirationTime").to_string()).unwrap();
    assert_eq!(calls(&same), [""; 0]);
    assert_eq!(experiment.lack(&data, &same, None), None);
    api::call(&mut database, "UpdateTimeToLive", &by("Other").to_string()).unwrap();
    let lack = experiment.lack(&data, &database, None).map(|lack| lack.key);
    assert_eq!(lack, Some("experiment.lack.name"));
}

#[test]
fn without_a_table_the_experiments_with_tables_of_their_own_are_left() {
    let database = Database::new(Config::default());
    let views = experiment_views(&database, None, None);
    let left = views.iter().filter(|view| view.lack.is_none());
    let left: Vec<&str> = left.map(|view| view.name.trim_start_matches("experiment.")).collect();
    let own = [
        "readers_shared",
        "readers_split",
        "scan",
        "scan_pages",
        "parallel_scan",
        "periods",
        "shadow",
        "expiry",
    ];
    assert_eq!(left, own);
    assert!(
        views
            .iter()
            .filter_map(|view| view.lack.as_ref())
            .all(|it| it.key == "experiment.lack.table")
    );
}

#[test]
fn a_table_of_the_same_name_with_another_key_is_in_the_way() {
    let mut database = Database::new(Config::default());
    let table = r#"{
        "TableName": "Pages", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "Path", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "Path", "KeyType": "HASH" }]
    }"#;
    api::call(&mut database, "CreateTable", table).unwrap();
    assert_eq!(run(&mut database, "Pages", "experiment.scan").err(), Some("experiment.lack.name"));
}

#[test]
fn what_is_set_up_is_not_set_up_again() {
    let mut database = example::first().load().database;
    for name in ["experiment.starved_index", "experiment.expiry"] {
        run(&mut database, "Orders", name).unwrap();
        let again = set_up(&database, None, database.table("Orders"), name).unwrap();
        assert!(!again.commands.iter().any(|it| matches!(it, Command::Call { .. })), "{name}");
    }
}

#[test]
fn an_open_date_of_an_order_is_a_date() {
    let mut database = example::first().load().database;
    let mut run = run(&mut database, "Orders", "experiment.steady").unwrap();
    run.step(&mut database, 3_000);
    let index = database.table("Orders").unwrap().index("OpenOrders").unwrap();
    assert!(index.entries.count() > 50);
    for (_, entry) in index.entries.iter() {
        let Some(AttributeValue::S(date)) = entry.image.get("OrderOpenDate") else {
            panic!("{entry:?}");
        };
        let parts: Vec<u64> = date.split('-').map(|part| part.parse().unwrap()).collect();
        let [2024, 1..=9, 1..=31] = parts[..] else { panic!("{date}") };
    }
}

#[test]
fn one_item_in_twenty_is_in_a_sparse_index() {
    let mut database = database("S", Some("N"));
    let mut run = run(&mut database, "Things", "experiment.steady").unwrap();
    run.step(&mut database, 10_000);
    let table = database.table("Things").unwrap();
    let share = table.index("ByG").unwrap().entries.count() * 1_000 / table.items.count();
    assert!((30..70).contains(&share), "{share}");
}
