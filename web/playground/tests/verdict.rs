//! What limited a run, with the numbers of `facts`, and what came of trying what would help.

mod plain;
mod votes;

use std::rc::Rc;

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::Session;
use playground::session::kept::Kept;
use playground::view::message::{Argument, Message};
use playground::view::throughput::Setting;
use playground::view::value::Method;
use playground::view::verdict::{Effect, Remedy, RunOutcome, SuffixMethod, TriedView, VerdictView};
use playground::view::workload::{PatternPlan, WorkloadPlan, WorkloadStage};
use serde_json::{Value, json};

use crate::plain::text;
use crate::votes::{throughput, votes};

#[track_caller]
fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    done(session, Command::Call { operation, request });
}

fn pattern(operation: &str, request: &Value, per_second: u64) -> PatternPlan {
    PatternPlan {
        name: operation.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        points: vec![(0, per_second)],
        span: 1,
    }
}

fn vote(poll: &str, per_second: u64) -> PatternPlan {
    let item = json!({ "poll": { "S": poll }, "voter": { "S": "{sequence}" } });
    pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), per_second)
}

fn plan(seconds: u64, patterns: Vec<PatternPlan>) -> WorkloadPlan {
    WorkloadPlan { seed: 1, seconds, patterns, retries: false, limits: true, idle: false }
}

/// Runs a workload to its end; what limited it.
fn run(session: &mut Session, plan: WorkloadPlan) -> VerdictView {
    done(session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    done(session, Command::Workload(WorkloadCommand::Start));
    wait(session);
    session.verdict().expect("it ran")
}

fn wait(session: &mut Session) {
    while session.workload_stage() != WorkloadStage::Idle {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
}

/// Tries a change.
fn tried(session: &mut Session, remedy: &Remedy) -> TriedView {
    done(session, Command::Workload(WorkloadCommand::Try(remedy.clone())));
    wait(session);
    session.verdict().expect("it ran").tried[0].clone()
}

fn words(verdict: &VerdictView) -> Vec<String> {
    verdict.words.iter().map(text).collect()
}

fn names(verdict: &VerdictView) -> Vec<String> {
    verdict.remedies.iter().map(|(_, name)| text(name)).collect()
}

/// A row of a trial: without and with the change.
fn row(tried: &TriedView, words: &str) -> [String; 2] {
    let row = tried.rows.iter().find(|row| text(&row.words) == words).expect("a row");
    row.amounts.clone().map(|amount| {
        let amount = amount.map(|it| text(&Message::plain("compare.amount").with("amount", it)));
        amount.unwrap_or_default()
    })
}

/// Facts 5.1: a partition gives 1,000 write units. 1,300 a second to one key for 4 seconds: 300 a second are too many.
#[test]
fn a_key_that_needs_1_300_units_is_lost_300_times_a_second_and_five_suffixes_help() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(4, vec![vote("final", 1_300)]));
    assert_eq!(
        words(&verdict)[..2],
        [
            "final needs 1,300 WCU a second; a partition gives 1,000.",
            "Lost: 1,200 of 5,200 requests (23.1%). Clients did not retry.",
        ]
    );
    let place = &words(&verdict)[2];
    assert!(place.starts_with("1,200 attempts were throttled in Votes, most in partition "));
    assert!(place.ends_with(", from second 0 to 3."), "{place}");
    // Of four suffixes, three lie in one of the four partitions: 975 on average, and sometimes more than 1,000. 1,300 writes at 70% are 1,858 units.
    assert_eq!(
        names(&verdict),
        [
            "5 random suffixes",
            "5 suffixes calculated from voter",
            "voter as the partition key",
            "Votes provisioned: 1,858 WCU, 1 RCU",
        ]
    );

    let before = session.document();
    let random = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(random.effect, Effect::Helps);
    let said = "Helps: no request was throttled. Before, 1,200 were throttled and 1,200 lost.";
    assert_eq!(text(&random.words), said);
    assert_eq!(row(&random, "Requests that succeeded"), ["4,000", "5,200"]);
    assert_eq!(row(&random, "Lost requests"), ["1,200", "0"]);
    let calculated = tried(&mut session, &verdict.remedies[1].0);
    assert_eq!(calculated.effect, Effect::Helps);
    // Nothing helps a hot key but to spread it.
    let spread = "With voter as the partition key, the items of one poll are spread over all partitions. A Query by poll would need a global index, whose partition would be as hot.";
    let other_key = tried(&mut session, &verdict.remedies[2].0);
    assert_eq!(other_key.effect, Effect::Helps, "{}", text(&other_key.words));
    assert_eq!(other_key.caution.as_ref().map(text).as_deref(), Some(spread));
    let provisioned = tried(&mut session, &verdict.remedies[3].0);
    assert_eq!(provisioned.effect, Effect::DoesNotHelp, "{}", text(&provisioned.words));
    assert!(text(&provisioned.words).starts_with("Does not help: "));
    assert_eq!(session.document(), before, "what is tried changes nothing");
    assert_eq!(session.verdict().expect("it ran").tried.len(), 4);
}

/// A Query of one poll needs poll as the partition key, and a vote of one voter would be as hot by its voter.
#[test]
fn another_key_is_not_offered_if_it_does_not_serve_the_requests() {
    let offered = |patterns: Vec<PatternPlan>| {
        let mut session = votes(None);
        let verdict = run(&mut session, plan(2, patterns));
        verdict.remedies.iter().any(|(remedy, _)| matches!(remedy, Remedy::OtherKey { .. }))
    };
    let query = json!({
        "TableName": "Votes", "KeyConditionExpression": "poll = :p",
        "ExpressionAttributeValues": { ":p": { "S": "final" } },
    });
    let of_one = json!({ "poll": { "S": "{hot 9 99%}" }, "voter": { "S": "v" } });
    let of_one = json!({ "TableName": "Votes", "Item": of_one });
    assert!(offered(vec![vote("final", 1_300)]));
    assert!(!offered(vec![vote("final", 1_300), pattern("Query", &query, 1)]));
    assert!(!offered(vec![pattern("PutItem", &of_one, 1_300)]));
    let by = |voter: &str| {
        let item = json!({ "poll": { "S": "final" }, "voter": { "S": voter } });
        offered(vec![pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 2_200)])
    };
    for voter in ["{day}", "{unix}", "{uniform 2}", "{block 5000}", "v{{"] {
        assert!(!by(voter), "{voter}");
    }
    assert!(by("{uniform 3}"));
}

fn suffix(count: u64) -> Remedy {
    let method = SuffixMethod::Random;
    Remedy::Suffix { table: "Votes".into(), index: None, count, method }
}

/// On 10,000 units there are ten partitions. 2,600 writes a second need three of them, if their suffixes lie in different ones.
#[test]
fn as_many_suffixes_are_offered_as_the_partitions_need() {
    for needed in [1_100, 1_300, 2_600, 4_500] {
        let mut session = votes(Some([5, 10_000]));
        let verdict = run(&mut session, plan(3, vec![vote("final", needed)]));
        let (remedy, _) = &verdict.remedies[0];
        let Remedy::Suffix { count, .. } = remedy else { panic!("{:?}", names(&verdict)) };
        assert!(*count >= 2 * needed.div_ceil(1_000) && *count <= 200, "{needed}: {count}");
        let spread = tried(&mut session, remedy);
        assert_eq!(spread.effect, Effect::Helps, "{needed}: {count}, {}", text(&spread.words));
    }
}

/// Other keys ask for 1,600 a second. If they were spread evenly, each of four partitions could serve 600 of the 1,300 units beside them;
/// they are not, and ten suffixes are not enough.
#[test]
fn twice_as_many_suffixes_are_offered_after_those_that_are_not_enough() {
    let mut session = votes(None);
    let others = ["a", "b", "c", "d"].map(|poll| vote(poll, 400));
    let all = [vote("final", 1_300)].into_iter().chain(others).collect();
    let verdict = run(&mut session, plan(3, all));
    assert_eq!(verdict.remedies[0].0, suffix(10), "{:?}", names(&verdict));
    assert_ne!(tried(&mut session, &suffix(10)).effect, Effect::Helps);
    let verdict = session.verdict().expect("it ran");
    assert_eq!(names(&verdict)[..2], ["20 random suffixes", "10 suffixes calculated from voter"]);
    assert_eq!(tried(&mut session, &suffix(20)).effect, Effect::Helps);
    let verdict = session.verdict().expect("it ran");
    assert_eq!((&verdict.remedies[0].0, verdict.obstacle), (&suffix(20), None));
    assert!(verdict.remedies.iter().all(|(remedy, _)| *remedy != suffix(10)), "it is not enough");
}

/// 3,950 units on four partitions: no number of suffixes gives each of them so nearly a fourth. Eight are twice as many as the
/// partitions that it needs.
#[test]
fn it_is_said_why_no_more_suffixes_are_offered() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(3, vec![vote("final", 3_950)]));
    assert_eq!(verdict.remedies[0].0, suffix(8));
    assert_eq!(tried(&mut session, &suffix(8)).effect, Effect::HelpsInPart);
    let said = "More suffixes are not offered: with any number up to 200, one of the partitions of this run would be asked for more than it serves.";
    let obstacle = session.verdict().expect("it ran").obstacle.as_ref().map(text);
    assert_eq!(obstacle.as_deref(), Some(said));
    tried(&mut session, &suffix(200));
    let said = "More than 200 suffixes are not offered: to read all of the key, a reader asks for each of them.";
    let obstacle = session.verdict().expect("it ran").obstacle.as_ref().map(text);
    assert_eq!(obstacle.as_deref(), Some(said));
}

/// A voter has one vote, because the condition finds the first one. Under a random suffix it does not.
#[test]
fn a_random_suffix_is_offered_with_what_it_makes_wrong() {
    let once = |condition: &str| {
        let item = json!({ "poll": { "S": "final" }, "voter": { "S": "{sequence}" } });
        let request =
            json!({ "TableName": "Votes", "Item": item, "ConditionExpression": condition });
        pattern("PutItem", &request, 1_300)
    };
    let mut session = votes(None);
    let verdict = run(&mut session, plan(2, vec![once("attribute_not_exists(poll)")]));
    let said = "With a random suffix, attribute_not_exists checks one of 5 keys, so the same item can be written 5 times.";
    assert_eq!(verdict.caution.as_ref().map(text).as_deref(), Some(said));
    let [random, calculated] = [0, 1].map(|position| verdict.remedies[position].0.clone());
    assert_eq!(tried(&mut session, &random).caution.as_ref().map(text).as_deref(), Some(said));
    assert_eq!(tried(&mut session, &calculated).caution, None);
    let mut session = votes(None);
    let verdict = run(&mut session, plan(2, vec![vote("final", 1_300)]));
    let other = verdict.caution.as_ref().map(text).expect("it is that of the other key");
    assert!(other.starts_with("With voter as the partition key, "), "{other}");
}

/// Facts 10.29: raising the table does not help a key that takes 1,200 a second: 200 a second are rejected.
#[test]
fn raising_the_table_does_not_help_a_hot_key() {
    let mut session = votes(Some([5, 5_000]));
    let verdict = run(&mut session, plan(4, vec![vote("final", 1_200)]));
    assert_eq!(words(&verdict)[0], "final needs 1,200 WCU a second; a partition gives 1,000.");
    let remedy =
        Remedy::Units { table: "Votes".into(), index: None, method: Method::Write, units: 10_000 };
    assert!(
        verdict.remedies.iter().any(|(offered, _)| *offered == remedy),
        "{:?}",
        names(&verdict)
    );
    let raised = tried(&mut session, &remedy);
    assert_eq!(raised.effect, Effect::DoesNotHelp);
    assert_eq!(row(&raised, "Throttled requests"), ["800", "800"]);
}

/// `Votes` with an index of 5 units.
fn starved() -> Session {
    let mut session = Session::first();
    let request = json!({
        "TableName": "Votes",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "state", "AttributeType": "S" },
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "ProvisionedThroughput": throughput([5, 1_000]),
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByState", "KeySchema": [{ "AttributeName": "state", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" }, "ProvisionedThroughput": throughput([5, 5]),
        }],
    });
    call(&mut session, "CreateTable", &request);
    session
}

/// A put that changes an item under the same key of an index costs a unit there, and none if the index has keys only.
#[test]
fn an_index_of_keys_only_is_offered_if_puts_change_its_entries() {
    let mut session = starved();
    let item = json!({
        "id": { "S": "{round 50}" }, "state": { "S": "OPEN" }, "at": { "S": "{sequence}" },
    });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 100);
    let verdict = run(&mut session, plan(20, vec![put]));
    let keys_only = Remedy::KeysOnly { table: "Votes".into(), index: "ByState".into() };
    assert!(names(&verdict).contains(&"keys only in ByState".to_owned()), "{:?}", names(&verdict));
    let narrow = tried(&mut session, &keys_only);
    let said = "the first 50 add entries";
    assert_eq!(narrow.effect, Effect::HelpsInPart, "{said}: {}", text(&narrow.words));
}

/// 90 puts of 50 items: 50 entries are added in a unit each, and 40 are moved in two. Three puts a second need 4.33 units.
#[test]
fn what_is_planned_for_few_requests_is_what_all_of_them_take() {
    let session = starved();
    let item = json!({ "id": { "S": "{round 50}" }, "state": { "S": "{sequence}" } });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 3);
    let traffic = session.traffic(&plan(30, vec![put]));
    let said: Vec<String> = traffic.stores.iter().map(|store| text(&store.words)).collect();
    assert_eq!(said[1], "ByState: about 5 at most of 5 WCU a second.", "{said:?}");
}

/// 100 entries a second on 5 units: 95 a second wait, until two seconds of them, 10 units, throttle the table.
#[test]
fn a_starved_index_throttles_its_table_and_is_named_before_it() {
    let mut session = starved();
    let item = json!({ "id": { "S": "{sequence}" }, "state": { "S": "s-{uniform 50}" } });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 100);
    let verdict = run(&mut session, plan(20, vec![put]));
    assert_eq!(
        words(&verdict)[..2],
        [
            "ByState needs 100 WCU a second; it is provisioned with 5.",
            "Changes wait for ByState, so writes to Votes that would add to them are throttled with it.",
        ]
    );
    // 100 units at 70% are 143.
    // An entry of one unit is not smaller with fewer attributes, which is not offered.
    assert_eq!(names(&verdict), ["143 WCU for ByState", "Votes on demand"]);
    let raised = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(raised.effect, Effect::Helps, "{}", text(&raised.words));
    let keys_only = Remedy::KeysOnly { table: "Votes".into(), index: "ByState".into() };
    let narrow = tried(&mut session, &keys_only);
    assert_eq!(narrow.effect, Effect::DoesNotHelp, "{}", text(&narrow.words));

    let before = session.document();
    done(&mut session, Command::Workload(WorkloadCommand::Keep(verdict.remedies[0].0.clone())));
    let view = session.verdict().expect("it ran");
    assert_eq!(view.remedies, [], "the sandbox is not what it was");
    assert!(view.obstacle.is_some() && !view.tried[0].can_keep);
    done(&mut session, Command::Workload(WorkloadCommand::Start));
    wait(&mut session);
    let again = session.verdict().expect("it ran");
    assert_eq!(again.outcome, RunOutcome::Served, "{:?}", words(&again));
    // The run, and the change.
    done(&mut session, Command::Undo);
    assert_ne!(session.document(), before);
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), before);
}

fn plan_of(session: &Session) -> Rc<WorkloadPlan> {
    session.workload(None).plan
}

/// 20 units a second on 10, without burst: half of them for 30 seconds.
#[test]
fn a_table_below_its_load_is_raised_to_what_is_needed_at_70_percent() {
    let mut session = votes(Some([5, 10]));
    let verdict = run(&mut session, plan(30, vec![vote("poll-{uniform 500}", 20)]));
    let said = "Votes needs 20 WCU a second; it is provisioned with 10.";
    assert_eq!(words(&verdict)[0], said);
    assert_eq!(names(&verdict), ["29 WCU for Votes", "Votes on demand"]);
    for (remedy, _) in &verdict.remedies {
        assert_eq!(tried(&mut session, remedy).effect, Effect::Helps);
    }
}

/// Facts 5.3: a new table serves 4,000 write units at once.
#[test]
fn a_table_on_demand_that_has_not_grown_is_named_with_its_4_000_units() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(2, vec![vote("poll-{uniform 5000}", 6_000)]));
    let said =
        "Votes needs 6,000 WCU a second; on demand it serves 4,000 at once until it has grown.";
    assert_eq!(words(&verdict)[0], said, "{:?}", words(&verdict));
    // 6,000 units at 70% are 8,572.
    assert_eq!(names(&verdict)[0], "Votes provisioned: 8,572 WCU, 1 RCU");
    assert_eq!(tried(&mut session, &verdict.remedies[0].0).effect, Effect::Helps);
}

/// Facts 10.25: 12 items of 4,096 bytes are 6 units a scan, at once; a page of 3 items is 1.5 of the 5.
#[test]
fn a_scan_beside_reads_is_read_in_four_pages() {
    let mut session = votes(Some([5, 1_000]));
    for number in 10..22 {
        let voter = json!({ "S": number.to_string() });
        // 4,096 bytes: poll, 3, voter, 2, Text, the rest.
        let rest = 4_096 - "poll".len() - 3 - "voter".len() - 2 - "Text".len();
        let item =
            json!({ "poll": { "S": "all" }, "voter": voter, "Text": { "S": "x".repeat(rest) } });
        call(&mut session, "PutItem", &json!({ "TableName": "Votes", "Item": item }));
    }
    let scan = pattern("Scan", &json!({ "TableName": "Votes" }), 1);
    let scan = PatternPlan { span: 2, ..scan };
    let key = json!({ "poll": { "S": "all" }, "voter": { "S": "1{uniform 9}" } });
    let get = pattern("GetItem", &json!({ "TableName": "Votes", "Key": key }), 7);
    let verdict = run(&mut session, plan(20, vec![scan, get]));
    // A scan of 6 units and 7 reads of half a unit in one second.
    let said = "Votes needs 10 RCU a second; it is provisioned with 5.";
    assert_eq!(words(&verdict)[0], said, "{:?}", words(&verdict));
    assert_eq!(names(&verdict)[0], "a Scan in 4 pages: Limit 3, with pauses");
    let paused = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(paused.effect, Effect::Helps, "{}", text(&paused.words));
}

/// 400 units on 4 partitions: 100 each without adaptive capacity, of which one key wants 150.
#[test]
fn a_partition_without_adaptive_capacity_gives_its_share_only() {
    let mut session = votes(Some([5, 400]));
    for (setting, value) in [(Setting::PartitionCount, 4), (Setting::Adaptation, 0)] {
        done(&mut session, Command::Set { setting, value });
    }
    let verdict =
        run(&mut session, plan(5, vec![vote("final", 150), vote("poll-{uniform 500}", 90)]));
    let said = "Votes is provisioned with 400 WCU a second and needs 240, but without adaptive capacity each of its 4 \
                partitions gives 100.";
    assert_eq!(words(&verdict)[0], said, "{:?}", words(&verdict));
    assert_eq!(names(&verdict)[0], "adaptive capacity");
    assert_eq!(tried(&mut session, &Remedy::Adaptive).effect, Effect::Helps);
}

#[test]
fn a_run_without_throttling_says_how_near_the_nearest_limit_was() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(3, vec![vote("final", 620)]));
    assert_eq!(verdict.outcome, RunOutcome::Served);
    assert_eq!(
        words(&verdict),
        [
            "Nothing was throttled. Nearest to its limit: the busiest partition of Votes, 620 of 1,000 WCU (62%) in second 0."
        ]
    );
    assert_eq!((verdict.remedies, verdict.obstacle), (Vec::new(), None));
    let limits = WorkloadPlan { limits: false, ..plan(1, vec![vote("final", 2_000)]) };
    let verdict = run(&mut session, limits);
    // The run says that limits were off. The first run has put 1,860 of these items.
    let said = "1,860 of 2,000 puts to Votes (93%) replaced an item with the same key: they succeeded, and the item before is gone.";
    assert_eq!(words(&verdict), [said]);
}

#[test]
fn a_reader_of_random_suffixes_asks_for_all_of_them() {
    let mut session = votes(None);
    let count = json!({
        "TableName": "Votes", "KeyConditionExpression": "poll = :p",
        "ExpressionAttributeValues": { ":p": { "S": "final" } }, "Limit": 1,
    });
    let patterns = vec![vote("final", 1_300), pattern("Query", &count, 5)];
    let verdict = run(&mut session, plan(2, patterns));
    assert_eq!(verdict.remedies[0].0, suffix(5));
    let spread = tried(&mut session, &suffix(5));
    // 10 queries of half a unit become 50.
    assert_eq!(row(&spread, "Read units"), ["5", "25"]);
    // Each of the 10 queries is one request of the reader, as before.
    assert_eq!(row(&spread, "Requests that succeeded"), ["2,010", "2,610"]);
    let said = "A read does not know the suffix and asks for all 5: 50 requests were sent for 10 reads, which count as 10 here. \
                A read is not served if one of its requests is not, so the counts of reads are the worst case. The units \
                are those of all 50 requests.";
    assert_eq!(spread.note.as_ref().map(text).as_deref(), Some(said));
}

/// 10 queries of half a unit a second are served by a partition of 8 units. With suffixes each of them asks for all, and the partition in which
/// most of the suffixes lie serves 16 of its requests a second: all 20 reads may be without one of theirs.
#[test]
fn a_read_of_all_suffixes_is_lost_with_one_of_its_requests() {
    let mut session = votes(None);
    let value = 8;
    done(&mut session, Command::Set { setting: Setting::ReadCeiling, value });
    let query = json!({
        "TableName": "Votes", "KeyConditionExpression": "poll = :p",
        "ExpressionAttributeValues": { ":p": { "S": "final" } }, "Limit": 1,
    });
    let patterns = vec![vote("final", 1_300), pattern("Query", &query, 10)];
    let verdict = run(&mut session, plan(2, patterns));
    assert_eq!(verdict.remedies[0].0, suffix(5));
    let spread = tried(&mut session, &suffix(5));
    let rows = ["Requests that succeeded", "Throttled requests", "Lost requests"];
    let rows = rows.map(|words| row(&spread, words)[1].clone());
    assert_eq!(rows, ["2,600", "20", "20"]);
}

fn read(poll: &str, per_second: u64) -> PatternPlan {
    let key = json!({ "poll": { "S": poll }, "voter": { "S": "{sequence}" } });
    let request = json!({ "TableName": "Votes", "Key": key, "ConsistentRead": true });
    pattern("GetItem", &request, per_second)
}

/// 800 writes and 100 reads a second on 400 WCU and 5 RCU in four partitions, each of which gives a fourth: the hot key is in one.
#[test]
fn reads_and_writes_that_were_throttled_are_named_and_what_helps_both_is_tried_at_once() {
    let mut session = votes(Some([5, 400]));
    for (setting, value) in [(Setting::PartitionCount, 4), (Setting::Adaptation, 0)] {
        done(&mut session, Command::Set { setting, value });
    }
    let patterns = vec![vote("final", 700), vote("poll-{uniform 500}", 100), read("final", 100)];
    let verdict = run(&mut session, plan(20, patterns));
    let words = words(&verdict);
    for said in [
        "Votes needs 800 WCU a second; it is provisioned with 400.",
        "Votes needs 100 RCU a second; it is provisioned with 5.",
    ] {
        assert!(words.iter().any(|it| it == said), "{words:?}");
    }
    // At 70%: 800 units are 1,143, and 100 are 143.
    assert_eq!(names(&verdict)[0], "adaptive capacity, 1,143 WCU for Votes and 143 RCU for Votes");
    let both = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(both.effect, Effect::Helps, "{}", text(&both.words));
    let keep = WorkloadCommand::Keep(verdict.remedies[0].0.clone());
    let mut kept = Kept::new(&mut session);
    let before = session.document();
    let said = session.handle(Command::Workload(keep)).notices;
    assert!(text(&said[0]).starts_with("Kept: adaptive capacity, 1,143 WCU"), "{said:?}");
    let after = session.document();
    assert_ne!(after, before);
    kept.take(&mut session);
    let [line] = kept.lines() else { panic!("it is stored as one line: {:?}", kept.lines()) };
    assert!(line.starts_with(r#"{"together":["#), "{line}");
    let mut opened = Session::first();
    assert!(opened.restore(kept.checkpoint(), kept.lines()).accepted);
    assert_eq!((opened.problems(), opened.document()), (&[][..], after.clone()));
    done(&mut opened, Command::Undo);
    assert_eq!(opened.document(), before);
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), before, "all of it is one step");
    done(&mut session, Command::Redo);
    assert_eq!(session.document(), after);
    done(&mut session, Command::Workload(WorkloadCommand::Start));
    wait(&mut session);
    assert_eq!(session.verdict().expect("it ran").outcome, RunOutcome::Served);
}

/// 20 units a second on 5: 15 are lost. On 15, as many requests are throttled in each of the later seconds, but 5 are lost.
#[test]
fn what_loses_less_helps_in_part() {
    let mut session = votes(Some([5, 5]));
    let plan = WorkloadPlan { retries: true, ..plan(60, vec![vote("poll-{uniform 500}", 20)]) };
    let verdict = run(&mut session, plan);
    let remedy =
        Remedy::Units { table: "Votes".into(), index: None, method: Method::Write, units: 15 };
    let raised = tried(&mut session, &remedy);
    assert_eq!(raised.effect, Effect::HelpsInPart, "{}", text(&raised.words));
    let [lost, fewer] = row(&raised, "Lost requests").map(|it| it.parse::<u64>().expect("a count"));
    assert!(fewer < lost);
    let waiting = words(&verdict).into_iter().filter(|it| it.contains("still waited for a retry"));
    assert_eq!(waiting.count(), 1, "{:?}", words(&verdict));
}

#[test]
fn a_trial_is_cancelled_without_a_result() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(4, vec![vote("final", 1_300)]));
    done(&mut session, Command::Workload(WorkloadCommand::Try(verdict.remedies[0].0.clone())));
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    assert!(session.verdict().expect("it ran").running.is_some());
    done(&mut session, Command::Workload(WorkloadCommand::Stop));
    let view = session.verdict().expect("it ran");
    assert_eq!((view.running, view.tried), (None, Vec::new()));
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
}

/// Facts 10.9: all of one key, then all of the next, uses one partition at a time; in turns, all of them.
#[test]
fn an_upload_of_one_key_after_the_other_is_done_in_turns() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(4, vec![vote("poll-{block 1500}", 1_500)]));
    let said = "All writes of a moment go to one key, which needs 1,500 WCU a second; a partition gives 1,000.";
    assert_eq!(words(&verdict)[0], said, "{:?}", words(&verdict));
    assert_eq!(names(&verdict)[0], "keys written in turns");
    let turns = tried(&mut session, &verdict.remedies[0].0);
    // 375 a second to each of four keys, three of which are in one partition: 125 a second are too many, and not 500.
    assert_eq!(turns.effect, Effect::HelpsInPart);
    assert_eq!(row(&turns, "Requests that succeeded"), ["4,000", "5,500"]);
}

/// A block elsewhere than in the partition key leaves all writes with one key.
#[test]
fn a_block_in_another_attribute_is_no_upload() {
    let mut session = votes(None);
    let item = json!({ "poll": { "S": "final" }, "voter": { "S": "{sequence}" }, "page": { "S": "{block 9000}" } });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 1_300);
    let verdict = run(&mut session, plan(2, vec![put]));
    assert_eq!(words(&verdict)[0], "final needs 1,300 WCU a second; a partition gives 1,000.");
    assert_eq!(names(&verdict)[0], "5 random suffixes");
}

/// Facts 10.7: an item cannot be found without its random suffix.
#[test]
fn suffixes_are_offered_if_all_requests_can_have_them() {
    let offered = |other: PatternPlan| {
        let mut session = votes(None);
        let verdict = run(&mut session, plan(2, vec![vote("final", 1_300), other]));
        names(&verdict).into_iter().filter(|name| name.contains("suffix")).collect::<Vec<_>>()
    };
    let (random, calculated) = ("5 random suffixes", "5 suffixes calculated from voter");
    let key = json!({ "poll": { "S": "final" }, "voter": { "S": "{sequence}" } });
    let get = pattern("GetItem", &json!({ "TableName": "Votes", "Key": key }), 1);
    // A reader who calculates the suffix asks once.
    assert_eq!(offered(get), [calculated, random]);
    for name in ["Votes", "arn:aws:dynamodb:us-east-1:000000000000:table/Votes"] {
        let delete = pattern("DeleteItem", &json!({ "TableName": name, "Key": key }), 1);
        assert_eq!(offered(delete), [calculated]);
    }
    let batch = json!({ "RequestItems": { "Votes": [{ "DeleteRequest": { "Key": key } }] } });
    assert_eq!(offered(pattern("BatchWriteItem", &batch, 1)), Vec::<String>::new());
    let statement =
        json!({ "Statement": "DELETE FROM \"Votes\" WHERE poll = 'final' AND voter = '7'" });
    assert_eq!(offered(pattern("ExecuteStatement", &statement, 1)), Vec::<String>::new());
}

/// An index that begins with the key of its table cannot have a suffix that is calculated from it.
#[test]
fn the_key_of_a_table_is_not_calculated_from_itself() {
    let mut session = indexed("poll");
    run(&mut session, plan(2, vec![vote("final", 1_300)]));
    let method = SuffixMethod::Calculated("poll".into());
    let remedy =
        Remedy::Suffix { table: "Votes".into(), index: Some("ByState".into()), count: 4, method };
    let before = plan_of(&session);
    session.handle(Command::Workload(WorkloadCommand::Keep(remedy)));
    assert_eq!(plan_of(&session), before);
}

/// `Votes` with a global index, on demand.
fn indexed(attribute: &str) -> Session {
    let mut session = Session::first();
    let attributes =
        ["poll", "voter", "state"].into_iter().filter(|it| *it != "state" || *it == attribute);
    let attributes = attributes.map(|name| json!({ "AttributeName": name, "AttributeType": "S" }));
    let request = json!({
        "TableName": "Votes", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": attributes.collect::<Value>(),
        "KeySchema": [
            { "AttributeName": "poll", "KeyType": "HASH" }, { "AttributeName": "voter", "KeyType": "RANGE" },
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByState", "KeySchema": [{ "AttributeName": attribute, "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        }],
    });
    call(&mut session, "CreateTable", &request);
    session
}

/// A table and its index are provisioned each for its own need: 1,300 writes of the table, and 50 units for 100 reads of the index. At
/// 70% these are 1,858 and 72.
#[test]
fn a_table_and_its_index_are_each_provisioned_with_what_they_need() {
    let mut session = indexed("state");
    let query = json!({
        "TableName": "Votes", "IndexName": "ByState", "KeyConditionExpression": "#s = :s",
        "ExpressionAttributeNames": { "#s": "state" }, "ExpressionAttributeValues": { ":s": { "S": "OPEN" } },
    });
    let patterns = vec![vote("final", 1_300), pattern("Query", &query, 100)];
    let verdict = run(&mut session, plan(2, patterns));
    assert_eq!(words(&verdict)[0], "final needs 1,300 WCU a second; a partition gives 1,000.");
    let name = "Votes provisioned: 1,858 WCU, 1 RCU and ByState: 1 WCU, 72 RCU";
    let position = names(&verdict).iter().position(|it| it == name);
    let position = position.unwrap_or_else(|| panic!("{:?}", names(&verdict)));
    let (remedy, _) = verdict.remedies[position].clone();
    done(&mut session, Command::Workload(WorkloadCommand::Keep(remedy)));
    let document: Value = serde_json::from_str(&session.document()).expect("it is JSON");
    let tables = document["tables"].as_array().expect("there are some");
    let table = tables.iter().find(|table| table["TableName"] == "Votes").expect("it is there");
    let units = |store: &Value| store["ProvisionedThroughput"].clone();
    let index = &table["GlobalSecondaryIndexes"][0];
    assert_eq!([table, index].map(units), [throughput([1, 1_858]), throughput([72, 1])]);
}

/// 1,100 writes a second to one key for two seconds, of which 1,000 are served each: 200 have not been served at the end.
#[test]
fn what_still_waits_at_the_end_is_compared() {
    let mut session = votes(None);
    let retried = WorkloadPlan { retries: true, ..plan(2, vec![vote("final", 1_100)]) };
    let verdict = run(&mut session, retried);
    let said = "No request was lost, but 200 still waited for a retry at the end.";
    assert_eq!(words(&verdict)[1], said);
    let spread = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(row(&spread, "Still waiting at the end"), ["200", "0"]);
    let mut session = votes(None);
    let verdict = run(&mut session, plan(2, vec![vote("final", 1_100)]));
    let spread = tried(&mut session, &verdict.remedies[0].0);
    assert!(spread.rows.iter().all(|row| text(&row.words) != "Still waiting at the end"));
}

/// 3,000 items a second are 99,000 after 33 seconds: in the next one a table has more than 100,000.
#[test]
fn a_run_that_ended_early_says_so_in_its_verdict() {
    let mut session = votes(Some([5, 4_000]));
    let verdict = run(&mut session, plan(40, vec![vote("poll-{uniform 5000}", 3_000)]));
    assert_eq!(verdict.outcome, RunOutcome::Served);
    let ended = "The run ended after 33 of 40 seconds: a table has more than 100,000 items, the most that a run may write.";
    assert_eq!(verdict.end.as_ref().map(text).as_deref(), Some(ended));
    assert!(words(&verdict)[0].starts_with("Nothing was throttled. "), "{:?}", words(&verdict));

    // So does a trial: 2,000 of 3,000 a second are written, which are 80,000 in 40 seconds. With more units, it ends.
    let mut session = votes(Some([5, 2_000]));
    let verdict = run(&mut session, plan(40, vec![vote("poll-{uniform 5000}", 3_000)]));
    assert_eq!((verdict.outcome, verdict.end), (RunOutcome::Throttled, None));
    let raised = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(raised.end.as_ref().map(text).as_deref(), Some(ended));
}

#[test]
fn a_run_that_was_stopped_says_so_in_its_verdict() {
    let mut session = votes(None);
    let plan = plan(60, vec![vote("final", 10)]);
    done(&mut session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    done(&mut session, Command::Workload(WorkloadCommand::Start));
    session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 15 }));
    done(&mut session, Command::Workload(WorkloadCommand::Stop));
    let verdict = session.verdict().expect("it ran");
    let said = verdict.end.as_ref().map(text);
    assert_eq!(said.as_deref(), Some("The run was stopped after 1 of 60 seconds."));
}

/// A table has 40,000 units at most.
#[test]
fn a_change_that_is_refused_is_neither_tried_nor_kept() {
    let mut session = votes(Some([5, 10]));
    run(&mut session, plan(30, vec![vote("poll-{uniform 500}", 20)]));
    let remedy =
        Remedy::Units { table: "Votes".into(), index: None, method: Method::Write, units: 50_000 };
    let before = session.document();
    for command in [WorkloadCommand::Try(remedy.clone()), WorkloadCommand::Keep(remedy)] {
        let response = session.handle(Command::Workload(command));
        let said = response.notices.iter().map(text).collect::<Vec<_>>();
        assert!(!response.accepted, "{said:?}");
        assert!(!said.is_empty() && !said[0].contains("Kept"), "{said:?}");
    }
    let view = session.verdict().expect("it ran");
    assert_eq!((view.running, view.tried), (None, Vec::new()));
    assert_eq!(session.document(), before);
}

/// 300 idle seconds save 3,000 units, of which 10 a second are used.
#[test]
fn what_was_served_beyond_the_limit_is_said_of_the_table() {
    let mut session = votes(Some([5, 10]));
    let idle = WorkloadPlan { idle: true, ..plan(3, vec![vote("poll-{uniform 500}", 20)]) };
    let verdict = run(&mut session, idle);
    let said = "Nothing was throttled, although Votes used 20 of 10 WCU (200%) in second 0: saved capacity served the rest, \
                or one large request took more than was left.";
    assert_eq!(words(&verdict), [said]);
}

/// With retries, requests that were throttled succeed later, or are lost after ten attempts.
#[test]
fn what_was_late_and_what_was_lost_are_told_apart() {
    let mut session = votes(None);
    // 100 requests are too many in the first second. In the second one they take the place of 100 others, so 200 are too many. Then
    // nothing is asked for six seconds.
    let short = PatternPlan { points: vec![(0, 1_100), (1, 1_100), (2, 0)], ..vote("final", 0) };
    let late = run(&mut session, WorkloadPlan { retries: true, ..plan(8, vec![short]) });
    let said = &words(&late)[1];
    assert_eq!(
        said,
        "No request was lost: 300 of 2,200 were throttled, and succeeded after retries."
    );
    // Three times of what a partition gives, all the time.
    let mut session = votes(None);
    let lost =
        run(&mut session, WorkloadPlan { retries: true, ..plan(8, vec![vote("final", 3_000)]) });
    let said = &words(&lost)[1];
    assert!(said.ends_with(". Clients gave up after 10 attempts."), "{said}");
}

/// A strongly consistent read of up to 4 KB is a unit, an eventually consistent one half: 4,000 a second are 4,000 or 2,000 of
/// the 3,000 that a partition gives.
#[test]
fn a_key_that_is_read_too_often_is_read_in_halves() {
    let mut session = votes(None);
    let get = json!({
        "TableName": "Votes", "Key": { "poll": { "S": "final" }, "voter": { "S": "1" } }, "ConsistentRead": true,
    });
    let verdict = run(&mut session, plan(3, vec![pattern("GetItem", &get, 4_000)]));
    assert_eq!(words(&verdict)[0], "final needs 4,000 RCU a second; a partition gives 3,000.");
    let (remedy, _) = &verdict.remedies[0];
    assert_eq!(*remedy, Remedy::EventualReads { table: "Votes".into() }, "{:?}", names(&verdict));
    let eventual = tried(&mut session, remedy);
    assert_eq!(eventual.effect, Effect::Helps, "{}", text(&eventual.words));
    assert_eq!(row(&eventual, "Read units")[1], "6,000");
}

#[test]
fn of_many_limits_that_were_exceeded_three_are_told_beside_the_first() {
    let mut session = votes(None);
    let tables = ["Events1", "Events2", "Events3", "Events4", "Events5", "Events6"];
    let units = json!({ "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 });
    for table in tables {
        let request = json!({
            "TableName": table, "ProvisionedThroughput": units,
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        });
        call(&mut session, "CreateTable", &request);
    }
    done(&mut session, Command::Advance { by_ms: 60_000 });
    let value = 1;
    done(&mut session, Command::Set { setting: Setting::BurstSeconds, value });
    let put = |table| {
        let item = json!({ "id": { "S": "{sequence}" } });
        pattern("PutItem", &json!({ "TableName": table, "Item": item }), 20)
    };
    let verdict = run(&mut session, plan(3, tables.map(put).to_vec()));
    let words = words(&verdict);
    let told = words.iter().filter(|it| it.contains("it is provisioned with 1."));
    assert_eq!(told.count(), 4, "{words:?}");
    assert!(words.contains(&"2 other limits were exceeded, too.".to_owned()), "{words:?}");
}

/// 8,000 eventually consistent reads a second are 4,000 units. Half of them are 2,000 of the 3,000 that a partition of the replica gives,
/// and one put a second is another write in it.
#[test]
fn a_key_that_is_read_too_often_is_shared_with_a_replica() {
    let mut session = votes(None);
    let (poll, voter) = (json!({ "S": "final" }), json!({ "S": "1" }));
    let item = json!({ "poll": poll, "voter": voter, "text": { "S": "x".repeat(3_000) } });
    call(&mut session, "PutItem", &json!({ "TableName": "Votes", "Item": item }));
    let get = json!({ "TableName": "Votes", "Key": { "poll": poll, "voter": voter } });
    let put =
        json!({ "TableName": "Votes", "Item": { "poll": { "S": "{sequence}" }, "voter": voter } });
    let patterns = vec![pattern("GetItem", &get, 8_000), pattern("PutItem", &put, 1)];
    let verdict = run(&mut session, plan(3, patterns));
    assert_eq!(words(&verdict)[0], "final needs 4,000 RCU a second; a partition gives 3,000.");
    let replica = "a replica index and half of the reads from it";
    assert_eq!(names(&verdict), [replica, "Votes provisioned: 2 WCU, 5,715 RCU"]);
    let caution = verdict.caution.as_ref().map(text).unwrap_or_default();
    assert!(caution.contains("It is read eventually consistently"), "{caution}");

    let shared = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(shared.effect, Effect::Helps, "{}", text(&shared.words));
    assert_eq!(row(&shared, "Read units"), ["9,000", "12,000"]);
    assert_eq!(row(&shared, "Write units"), ["3", "6"]);
    let raised = tried(&mut session, &verdict.remedies[1].0);
    assert_eq!(raised.effect, Effect::DoesNotHelp, "{}", text(&raised.words));

    done(&mut session, Command::Workload(WorkloadCommand::Keep(verdict.remedies[0].0.clone())));
    let kept: Vec<_> =
        plan_of(&session).patterns.iter().map(|it| (it.name.to_string(), it.points[0].1)).collect();
    let named = |name: &str, rate| (name.to_owned(), rate);
    assert_eq!(
        kept,
        [named("GetItem", 4_000), named("GetItem (Replica1)", 4_000), named("PutItem", 1)]
    );
}

/// The index of that name has another key and stays; its partition key has the same name in the requests of the replica.
#[test]
fn a_replica_takes_a_name_that_no_index_has() {
    let mut session = votes(None);
    let (poll, voter) = (json!({ "S": "final" }), json!({ "S": "1" }));
    let item = json!({ "poll": poll, "voter": voter, "text": { "S": "x".repeat(3_000) } });
    call(&mut session, "PutItem", &json!({ "TableName": "Votes", "Item": item }));
    let index = json!({
        "IndexName": "Replica1", "KeySchema": [{ "AttributeName": "voter", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "KEYS_ONLY" },
    });
    let attribute = json!({ "AttributeName": "voter", "AttributeType": "S" });
    let update = json!({
        "TableName": "Votes", "AttributeDefinitions": [attribute],
        "GlobalSecondaryIndexUpdates": [{ "Create": index }],
    });
    call(&mut session, "UpdateTable", &update);
    done(&mut session, Command::Advance { by_ms: 600_000 });
    let get = json!({ "TableName": "Votes", "Key": { "poll": poll, "voter": voter } });
    let verdict = run(&mut session, plan(3, vec![pattern("GetItem", &get, 8_000)]));
    let remedy = &verdict.remedies[0].0;
    assert_eq!(tried(&mut session, remedy).effect, Effect::Helps);
    done(&mut session, Command::Workload(WorkloadCommand::Keep(remedy.clone())));
    let table = session.database().table("Votes").expect("it stays");
    let indexes = table.schema.indexes.iter();
    let keys: Vec<_> = indexes
        .map(|it| (it.name.as_str(), it.key.attributes().next().map(|it| it.name.as_str())))
        .collect();
    assert_eq!(keys, [("Replica1", Some("voter")), ("Replica2", Some("poll"))]);
    assert_eq!(&*plan_of(&session).patterns[1].name, "GetItem (Replica2)");
}

/// A read that counts its requests would ask for other items if it was parted.
#[test]
fn reads_that_are_counted_are_not_shared() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(3, vec![read("final", 4_000)]));
    assert!(names(&verdict).iter().all(|name| !name.contains("replica")), "{:?}", names(&verdict));
}

/// Of 1,150 requests a second, nine in ten are for one key: about 1,035 of 1,000, more or less by chance.
#[test]
fn another_seed_is_another_draw_of_the_same_requests() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(4, vec![vote("{hot 100 90%}", 1_150)]));
    let seed = verdict.other_seed.clone().expect("nothing has changed");
    assert_eq!(seed, Remedy::Seed(2));
    let other = tried(&mut session, &seed);
    assert_eq!((other.effect, other.can_keep), (Effect::Compares, false));
    let [one, two] = row(&other, "Throttled requests");
    assert_ne!(one, two);
    assert_eq!(
        text(&other.words),
        format!("{two} requests were throttled instead of {one}, {two} lost instead of {one}.")
    );
    assert_eq!(plan_of(&session).seed, 1);
    let next = session.verdict().expect("it ran").other_seed;
    assert_eq!(next, Some(Remedy::Seed(3)), "each press draws again");
}

#[test]
fn a_run_is_compared_with_the_run_before() {
    let mut session = votes(None);
    let first = run(&mut session, plan(4, vec![vote("final", 1_300)]));
    assert_eq!(first.before, None);
    let second = run(&mut session, plan(4, vec![vote("final", 1_100)]));
    let before = second.before.expect("there was one");
    assert_eq!(
        text(&before.words),
        "Compared with the run before (5,200 requests in 4 s, seed 1): 400 throttled instead of 1,200, 400 lost instead of 1,200."
    );
    let lines = before.rows.iter().map(|row| {
        let amounts = row.amounts.clone().map(|amount| {
            let amount = amount.expect("both ran");
            text(&Message::plain("compare.amount").with("amount", amount))
        });
        [text(&row.words), amounts.join(" "), text(&row.difference)].join(" ")
    });
    let lines: Vec<String> = lines.collect();
    assert_eq!(
        lines[..3],
        [
            "Requests sent 5,200 4,400 −800",
            "Requests that succeeded 4,000 4,000 =",
            "Requests rejected 0 0 ="
        ]
    );
    assert!(lines.contains(&"Lost requests 1,200 400 −800".to_owned()), "{lines:?}");
    let other = run(&mut session, plan(4, vec![vote("first", 1_100)]));
    assert_eq!(other.before, None, "other requests are another experiment");
}

/// 20 voters for one poll: 5,200 votes are 20 items.
#[test]
fn puts_that_replaced_an_item_are_told() {
    let mut session = votes(None);
    let item = json!({ "poll": { "S": "final" }, "voter": { "S": "v-{round 20}" } });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 100);
    let verdict = run(&mut session, plan(4, vec![put]));
    let said = "380 of 400 puts to Votes (95%) replaced an item with the same key: they succeeded, and the item before is gone.";
    assert_eq!(words(&verdict).last().map(String::as_str), Some(said));
    let verdict = run(&mut session, plan(4, vec![vote("final", 100)]));
    assert!(words(&verdict).iter().all(|words| !words.contains("replaced")));
}

/// In a second, 2,000 votes of 20 voters with the same poll: 1,000 are served, and 20 items are left of them, also with five suffixes.
/// The sandbox has another table of 10 items, which the run does not use.
#[test]
fn a_trial_compares_what_was_replaced_and_the_bytes_of_the_tables_that_it_used() {
    let mut session = votes(None);
    let item = json!({ "poll": { "S": "final" }, "voter": { "S": "v-{round 20}" } });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 2_000);
    run(&mut session, plan(1, vec![put]));
    let stored = session.database().table("Votes").expect("it is there").items.size();
    let again = tried(&mut session, &Remedy::Seed(2));
    assert_eq!(row(&again, "Requests that succeeded"), ["1,000", "1,000"]);
    assert_eq!(row(&again, "of which replaced an item"), ["980", "980"]);
    let stored = Argument::Bytes(stored.0);
    let stored = text(&Message::plain("compare.amount").with("amount", stored));
    assert_eq!(row(&again, "Bytes stored"), [stored.clone(), stored]);
}

/// 5 units of 3,000 a second are 0.17%.
#[test]
fn reads_that_found_no_item_are_told() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(2, vec![read("final", 5)]));
    let said = words(&verdict);
    assert_eq!(said.last().map(String::as_str), Some("GetItem: 10 of 10 reads found no item."));
    assert!(said.iter().any(|it| it.contains("5 of 3,000 RCU (0.2%)")), "{said:?}");
    let get = json!({ "TableName": "Votes", "Key": { "poll": { "S": "final" }, "voter": { "S": "{round 2}" } } });
    let put = json!({ "TableName": "Votes", "Item": { "poll": { "S": "final" }, "voter": { "S": "1" } } });
    call(&mut session, "PutItem", &put);
    let verdict = run(&mut session, plan(2, vec![pattern("GetItem", &get, 10)]));
    let said = words(&verdict);
    assert_eq!(said.last().map(String::as_str), Some("GetItem: 10 of 20 reads found no item."));
}

/// What is planned next does not change what would have helped the run that is shown.
#[test]
fn a_change_of_the_plan_leaves_what_can_be_tried() {
    let mut session = votes(None);
    let first = plan(4, vec![vote("final", 1_300)]);
    let verdict = run(&mut session, first.clone());
    let other = WorkloadPlan { seed: 9, ..first };
    done(&mut session, Command::Workload(WorkloadCommand::Set(Rc::new(other))));
    let after = session.verdict().expect("it ran");
    assert_eq!((after.remedies, after.obstacle), (verdict.remedies, None));
    let random = tried(&mut session, &suffix(5));
    assert_eq!((random.effect, random.can_keep), (Effect::Helps, false));
}

#[test]
fn what_was_kept_is_told_until_something_else_is_done() {
    let mut session = votes(None);
    run(&mut session, plan(4, vec![vote("final", 1_300)]));
    done(&mut session, Command::Workload(WorkloadCommand::Keep(suffix(5))));
    let kept = session.verdict().expect("it ran");
    let said = kept.obstacle.as_ref().map(text).unwrap_or_default();
    assert_eq!(
        said,
        "Kept: 5 random suffixes. Run the workload again to see it on your own items."
    );
    assert!(kept.remedies.is_empty());
}

/// A vote for a candidate, as an update of the item that counts.
fn count(update: &str) -> PatternPlan {
    let key = json!({ "poll": { "S": "final" }, "voter": { "S": "all" } });
    let request = json!({
        "TableName": "Votes", "Key": key, "UpdateExpression": update,
        "ExpressionAttributeNames": { "#n": "n" }, "ExpressionAttributeValues": { ":one": { "N": "1" } },
    });
    pattern("UpdateItem", &request, 1_300)
}

/// A number can be counted in parts. What an update sets, it sets in one item.
#[test]
fn a_counter_can_be_spread_and_another_update_cannot() {
    let mut session = votes(None);
    let verdict = run(&mut session, plan(4, vec![count("ADD #n :one")]));
    assert_eq!(names(&verdict)[0], "5 random suffixes");
    let said = "The number is then spread over 5 items. A reader reads all of them and adds up.";
    assert_eq!(verdict.caution.as_ref().map(text).as_deref(), Some(said));
    assert_eq!(tried(&mut session, &verdict.remedies[0].0).effect, Effect::Helps);
    for other in ["SET #n = :one", "add #n :one remove x", "ADD #n :one SET x = :one"] {
        let verdict = run(&mut votes(None), plan(4, vec![count(other)]));
        assert!(names(&verdict).iter().all(|it| !it.contains("random")), "{other}");
    }
}

/// 500 puts of five voters a second: with three suffixes, what replaced an item is stored beside it.
#[test]
fn a_random_suffix_says_that_puts_no_longer_replace_an_item() {
    let mut session = votes(None);
    let item = json!({ "poll": { "S": "final" }, "voter": { "S": "{uniform 5}" } });
    let put = pattern("PutItem", &json!({ "TableName": "Votes", "Item": item }), 1_300);
    let verdict = run(&mut session, plan(4, vec![put]));
    let said = "With a random suffix, a put replaces an item only if it draws the same one: an item that is put often is stored up to 5 times.";
    assert_eq!(verdict.caution.as_ref().map(text).as_deref(), Some(said));
}

#[test]
fn a_run_of_rejected_requests_does_not_look_served() {
    let mut session = votes(None);
    let item = json!({ "poll": { "S": "final" }, "voter": { "S": "{sequence}" } });
    let request = json!({ "TableName": "Votes", "Item": item, "ConditionExpression": "attribute_exists(poll)" });
    let verdict = run(&mut session, plan(4, vec![pattern("PutItem", &request, 10)]));
    assert_eq!(verdict.outcome, RunOutcome::Rejected);
    let said = "Rejected: 40 of 40 requests (100%), most often: The conditional request failed";
    assert_eq!(words(&verdict), [said]);

    let mixed = vec![pattern("PutItem", &request, 10), vote("open", 30)];
    let verdict = run(&mut votes(None), plan(4, mixed));
    assert_eq!(verdict.outcome, RunOutcome::Served);
    let said = "Rejected: 40 of 160 requests (25%), most often: The conditional request failed";
    assert_eq!(words(&verdict)[1], said);
}

/// 20 units serve 20 of 40 puts a second, half of which fail at their condition: with 58 units all 40 are answered, and 20 fail instead of 10.
#[test]
fn a_condition_that_fails_as_often_as_before_is_no_harm() {
    let mut session = votes(Some([5, 20]));
    let first = json!({
        "TableName": "Votes", "Item": { "poll": { "S": "poll-{uniform 500}" }, "voter": { "S": "{sequence}" } },
        "ConditionExpression": "attribute_exists(poll)",
    });
    let patterns = vec![pattern("PutItem", &first, 20), vote("poll-{uniform 500}", 20)];
    let verdict = run(&mut session, plan(20, patterns));
    let raised = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(raised.effect, Effect::Helps, "{}", text(&raised.words));
}

/// What is tried after a run that was stopped ends at the same moment.
#[test]
fn a_trial_ends_where_the_run_was_stopped() {
    let mut session = votes(None);
    let plan = plan(60, vec![vote("final", 1_300)]);
    done(&mut session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    done(&mut session, Command::Workload(WorkloadCommand::Start));
    session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 3_000 }));
    done(&mut session, Command::Workload(WorkloadCommand::Stop));
    let verdict = session.verdict().expect("it ran");
    let spread = tried(&mut session, &verdict.remedies[0].0);
    assert_eq!(spread.effect, Effect::Helps);
    let said = "The run was stopped after 2 of 60 seconds.";
    assert_eq!(spread.end.as_ref().map(text).as_deref(), Some(said));
    // Two turns of the 3,000 end a second.
    let [succeeded, lost] = ["Requests that succeeded", "Lost requests"];
    assert_eq!(row(&spread, succeeded)[1], "2,998");
    assert_eq!(row(&spread, lost)[1], "0");
}

/// 4,000 items are put into the table with another key before the run begins: more than a slice.
#[test]
fn a_remedy_that_rebuilds_many_items_is_tried_whole() {
    let mut session = votes(None);
    run(&mut session, plan(4, vec![vote("final", 1_300)]));
    run(&mut session, plan(4, vec![vote("final", 1_300)]));
    let remedy = Remedy::OtherKey { table: "Votes".into(), partition: "voter".into() };
    let tried = tried(&mut session, &remedy);
    assert_eq!(tried.effect, Effect::Helps, "{}", text(&tried.words));
}
