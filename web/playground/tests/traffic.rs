//! The planned load of Load: what a run of the page will ask, in numbers by hand.

mod plain;
mod votes;

use std::collections::BTreeSet;
use std::fs;

use playground::lesson::example;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::cost::CostSettings;
use playground::view::pattern::{PatternDraft, Verdict};
use playground::view::placeholder::{EXAMPLES, placeholders};
use playground::view::request::FieldContent;
use playground::view::traffic::RequestEditor;
use playground::view::workload::{PatternPlan, WorkloadPlan};
use serde_json::{Value, json};

use crate::plain::text;
use crate::votes::votes;

fn put(item: &Value, points: Vec<(u64, u64)>) -> PatternPlan {
    let request = json!({ "TableName": "Votes", "Item": item });
    PatternPlan {
        name: "Put".into(),
        operation: "PutItem".into(),
        request: request.to_string().into(),
        points,
        span: 1,
    }
}

fn vote(poll: &str, points: Vec<(u64, u64)>) -> PatternPlan {
    put(&json!({ "poll": { "S": poll }, "voter": { "S": "{sequence}" } }), points)
}

fn plan(patterns: Vec<PatternPlan>) -> WorkloadPlan {
    WorkloadPlan { seed: 1, seconds: 60, patterns, retries: false, limits: true, idle: false }
}

/// What each table and index is asked, each followed by its most frequent key.
fn planned(session: &Session, patterns: Vec<PatternPlan>) -> Vec<String> {
    let traffic = session.traffic(&plan(patterns));
    let lines = traffic.stores.iter().flat_map(|store| {
        let key = store.key.as_ref().map(|(words, _)| text(words));
        [text(&store.words)].into_iter().chain(key)
    });
    lines.collect()
}

fn remarks(patterns: Vec<PatternPlan>) -> Vec<String> {
    votes(None).traffic(&plan(patterns)).remarks.iter().map(text).collect()
}

/// A Query of OpenOrders reads two entries of C1 in half a unit: 10 a second are 5. What Cost expects, and what is stated of an access
/// pattern of the same name, are not here.
#[test]
fn a_run_reads_one_page_of_the_items_that_are_here() {
    let mut session = votes(None);
    let request = json!({
        "TableName": "Orders", "IndexName": "OpenOrders",
        "KeyConditionExpression": "CustomerId = :c",
        "ExpressionAttributeValues": { ":c": { "S": "C1" } },
    });
    let stated = PatternDraft {
        name: "Query OpenOrders".into(),
        operation: "Query".into(),
        request: request.to_string().into(),
        rate: "1".into(),
        size: "400000".into(),
        items: "7000".into(),
        ..PatternDraft::default()
    };
    let settings = CostSettings { item_count: Some(1_000_000), ..CostSettings::default() };
    for command in [PlanCommand::SavePattern(stated), PlanCommand::SetCost(settings)] {
        assert!(session.handle(Command::Plan(command)).accepted);
    }
    let query = PatternPlan {
        name: "Query OpenOrders".into(),
        operation: "Query".into(),
        request: request.to_string().into(),
        points: vec![(0, 10)],
        span: 1,
    };
    assert_eq!(
        planned(&session, vec![query.clone()]),
        ["OpenOrders: at most 5 of 12,000 RCU a second.", "Key C1: 5 of 3,000 RCU of a partition.",]
    );
    let terms = &session.traffic(&plan(vec![query])).requests[0].terms;
    assert_eq!(terms.iter().map(|term| term.hundredths).collect::<Vec<_>>(), [50]);
}

#[test]
fn a_block_is_as_many_requests_of_one_key_as_it_says() {
    let key = |poll: &str| planned(&votes(None), vec![vote(poll, vec![(0, 2_000)])])[1].clone();
    assert_eq!(key("p-{block 100}"), "Key p-1: 100 of 1,000 WCU of a partition.");
    assert_eq!(key("p-{block 1500}"), "Key p-1: 1,500 of 1,000 WCU of a partition, 500 too many.");
    assert_eq!(
        key("p-{block 9000}"),
        "Key p-1: 2,000 of 1,000 WCU of a partition, 1,000 too many."
    );
    // A fourth of a block.
    assert_eq!(key("p-{block 1000}.{shard 4}"), "Key p-1.1: 250 of 1,000 WCU of a partition.");
}

#[test]
fn the_busiest_second_of_a_key_is_one_second() {
    let early = vec![(0, 800), (29, 800), (30, 0)];
    let late = vec![(0, 0), (29, 0), (30, 700)];
    assert_eq!(
        planned(&votes(None), vec![vote("final", early), vote("final", late)]),
        [
            "Votes: at most 800 of 4,000 WCU a second.",
            "Key final: 800 of 1,000 WCU of a partition.",
        ]
    );
    // What comes after the end is not sent.
    let after = vec![(0, 10), (60, 10), (61, 5_000)];
    assert_eq!(
        planned(&votes(None), vec![vote("final", after)])[1],
        "Key final: 10 of 1,000 WCU of a partition."
    );
}

/// Half of the requests have an attribute with which they take 2 units and not 1: 1.5 on average, of 100 a second.
#[test]
fn an_attribute_that_is_not_always_there_is_counted_as_often_as_it_is() {
    let item = |text: &str| json!({ "poll": { "S": "final" }, "voter": { "S": "{sequence}" }, "Text": { "S": text } });
    let of = |text: &str| planned(&votes(None), vec![put(&item(text), vec![(0, 100)])]);
    assert_eq!(
        of("{maybe 50%}{text 1500}"),
        [
            "Votes: at most 150 of 4,000 WCU a second.",
            "Key final: 150 of 1,000 WCU of a partition."
        ]
    );
    // 0.9 × 1 + 0.1 × 2 = 1.1.
    assert_eq!(of("{maybe 10%}{text 1500}")[0], "Votes: at most 110 of 4,000 WCU a second.");
    assert_eq!(of("{text 1500}")[0], "Votes: at most 200 of 4,000 WCU a second.");
    let session = votes(None);
    let request = put(&item("{maybe 10%}{text 1500}"), vec![(0, 100)]);
    let view = session.traffic(&plan(vec![request]));
    let request = &view.requests[0];
    assert_eq!(request.terms.iter().map(|term| term.hundredths).collect::<Vec<_>>(), [110]);
    assert_eq!(request.note, None);
}

/// One item of twenty is in the index: 100 of 2,000 puts a second enter it. Most replace an item, of which one in twenty leaves it: nearly
/// 100 more. Of 15,000 puts 750 enter it, give or take 53 in 95 of 100 cases. Nine in ten have one user. The table has all of them.
#[test]
fn a_sparse_index_is_asked_for_its_part() {
    let session = example::opened("champions");
    let plan = session.set_up(None, "experiment.hot_key").expect("it fits").plan;
    let lines = planned(&session, plan.patterns.clone());
    assert_eq!(
        lines[..2],
        [
            "GameScores: at most 2,000 of 4,000 WCU a second.",
            "Key UserId-1: 1,800 of 1,000 WCU of a partition, 800 too many.",
        ]
    );
    let index = lines.iter().find(|it| it.starts_with("Champions: ") && it.contains("WCU"));
    let asked = index
        .and_then(|it| it.strip_prefix("Champions: about ")?.split_once(" at most of 4,000 WCU"));
    let asked: u64 = asked.and_then(|(asked, _)| asked.parse().ok()).expect("it is sampled");
    assert!((175..=205).contains(&asked), "{asked}");
}

/// 1,024 bytes are a unit. With `Text`, an item of one of 2,000 voters has 1,024 bytes with three digits, and more with four.
#[test]
fn an_average_of_samples_says_so() {
    // poll, 5, voter, 3, Text, the rest.
    let rest = 1_024 - "poll".len() - 5 - "voter".len() - 3 - "Text".len();
    let item = json!({
        "poll": { "S": "final" }, "voter": { "S": "{uniform 2000}" }, "Text": { "S": format!("{{text {rest}}}") },
    });
    let uneven = put(&item, vec![(0, 100)]);
    let even = vote("semifinal", vec![(0, 900)]);
    let lines = planned(&votes(None), vec![uneven.clone()]);
    assert!(lines[0].starts_with("Votes: about "), "{lines:?}");
    assert!(lines[1].starts_with("Key final: about "), "{lines:?}");
    let note = votes(None).traffic(&plan(vec![uneven.clone()])).requests[0].note.clone();
    let note = note.as_ref().map(text).unwrap_or_default();
    // 1.96 × √(0.5 × 0.5 / 99) = 0.0985, and hardly less for a few more or less than half.
    assert_eq!(note, "Units are the average of 100 requests, give or take 0.10.");
    // The sum is of a sample, and the most frequent key is not.
    let lines = planned(&votes(None), vec![uneven, even]);
    assert!(lines[0].starts_with("Votes: about "), "{lines:?}");
    assert_eq!(lines[1], "Key semifinal: 900 of 1,000 WCU of a partition.");
}

/// 2,000 a second are 120,000 requests; of 1,000 polls and 20 voters there are 20,000 items, whatever else is in them. After 50 seconds
/// there are 100,000 items at most, and more in the next one.
#[test]
fn only_the_key_makes_another_item() {
    let item = |voter: &str| json!({ "poll": { "S": "{uniform 1000}" }, "voter": { "S": voter }, "more": { "S": "{uniform 900}" } });
    let points = vec![(0, 2_000)];
    assert_eq!(remarks(vec![put(&item("{uniform 20}"), points.clone())]), Vec::<String>::new());
    let said = "Votes could have 120,000 items after this run. A run ends when a table has more than 100,000: here in second 51 of 60 at the earliest.";
    assert_eq!(remarks(vec![put(&item("{uniform 900}"), points.clone())]), [said]);
    // A suffix that is calculated from a part of the key makes no other item; one of something else does.
    let item = |poll: &str| json!({ "poll": { "S": poll }, "voter": { "S": "{uniform 20}" }, "more": { "S": "{uniform 900}" } });
    let by_voter = item("{uniform 1000}.{hash 10 voter}");
    assert_eq!(remarks(vec![put(&by_voter, points.clone())]), Vec::<String>::new());
    assert_eq!(remarks(vec![put(&item("{uniform 1000}.{hash 10 more}"), points)]), [said]);
}

/// 1,000 puts and 1,000 updates a second, each to a key of its own, together with an item that is there: 100,001 after 50 seconds.
#[test]
fn all_that_add_items_to_a_table_are_counted_with_those_that_it_has() {
    let mut session = votes(None);
    let item = json!({ "poll": { "S": "first" }, "voter": { "S": "first" } });
    let request = json!({ "TableName": "Votes", "Item": item }).to_string();
    assert!(session.handle(Command::Call { operation: "PutItem".into(), request }).accepted);
    let key = json!({ "poll": { "S": "final" }, "voter": { "S": "v-{sequence}" } });
    let request = json!({ "TableName": "Votes", "Key": key }).to_string().into();
    let update = PatternPlan {
        name: "Update".into(),
        operation: "UpdateItem".into(),
        request,
        ..vote("x", vec![(0, 1_000)])
    };
    let plan = plan(vec![vote("final", vec![(0, 1_000)]), update]);
    let said = "Votes could have 120,001 items after this run. A run ends when a table has more than 100,000: here in second 50 of 60 at the earliest.";
    assert_eq!(session.traffic(&plan).remarks.iter().map(text).collect::<Vec<_>>(), [said]);
}

#[test]
fn every_placeholder_that_is_listed_can_be_used_and_says_what_it_becomes() {
    let session = Session::first();
    let mut said = BTreeSet::new();
    for example in EXAMPLES {
        let request = json!({ "TableName": "Orders", "Item": {
            "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-{sequence}" }, "x": { "S": format!("{example}a") },
        } });
        let draft = PatternDraft {
            name: "put".into(),
            operation: "PutItem".into(),
            request: request.to_string().into(),
            rate: "1".into(),
            ..PatternDraft::default()
        };
        let answer = session.pattern_answer(&draft).expect("it can be kept");
        assert_eq!(answer.verdict, Verdict::Works, "{example}: {:?}", answer.fault);
        let words = placeholders(example);
        assert_eq!(words.len(), 1, "{example}");
        assert!(said.insert(text(&words[0])), "{example} says the same as another");
    }
}

#[test]
fn every_placeholder_that_the_engine_reads_is_listed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/src/workload/placeholder.rs");
    let source = fs::read_to_string(path).expect("the engine is beside this");
    let (_, arms) = source.split_once("match words.as_slice() {").expect("it reads words");
    let (arms, _) = arms.split_once("_ =>").expect("others are refused");
    let arms = arms.lines().filter_map(|line| line.split_once(" =>"));
    let names = arms.flat_map(|(arm, _)| arm.split('"').skip(1).step_by(2));
    let names: BTreeSet<&str> = names.collect();
    let listed = EXAMPLES.iter().filter_map(|example| example.strip_prefix('{'));
    let listed = listed.filter_map(|example| example.split([' ', '}']).next());
    let listed: BTreeSet<&str> = listed.filter(|name| *name != "{").collect();
    assert_eq!(listed, names);
}

#[test]
fn a_placeholder_that_is_not_finished_is_said_at_its_field() {
    let session = votes(None);
    let editor = |poll: &str| {
        session.request_editor(Some("Votes"), &vote(poll, vec![(0, 1)])).expect("there is a table")
    };
    let at_fault = |editor: &RequestEditor| {
        let fields = editor.fields.as_ref().expect("it is JSON");
        let item = fields.common.iter().find(|it| &*it.name == "Item").expect("it has an item");
        let FieldContent::Entries(attributes) = &item.content else { panic!("{item:?}") };
        let found = attributes.iter().filter(|it| it.is_at_fault);
        found.map(|it| it.label.to_string()).collect::<Vec<_>>()
    };
    let typed = editor("P-{uniform");
    assert_eq!(at_fault(&typed), ["Item poll"]);
    let fault = typed.fault.expect("it is not finished");
    assert_eq!(&*fault, "a placeholder lacks its closing brace; {{ is a brace");
    let typed = editor("P-{uniform 5}");
    assert_eq!((at_fault(&typed), typed.fault), (Vec::new(), None));
}
