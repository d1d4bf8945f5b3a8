//! Programs: what they do and are charged, how a receipt names them, what they survive, and what is not counted twice.

use playground::lesson::example;
use playground::message::{number, text as words};
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::session::kept::Kept;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::cost::{CostSettings, PayMode};
use playground::view::pattern::{PatternAnswer, PatternDraft};
use playground::view::program::{ProgramState, ProgramView};
use playground::view::workload::WorkloadStage;
use serde_json::{Value, json};

fn send(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

/// The sandbox of champions, whose table has a stream.
fn session() -> Session {
    let mut session = example::opened("champions");
    set_stream(&mut session, &json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" }));
    session
}

fn set_stream(session: &mut Session, specification: &Value) {
    let request = json!({ "TableName": "GameScores", "StreamSpecification": specification });
    send(session, "UpdateTable", &request);
}

/// The JSON of what is proposed for the table, under a key of the catalogue.
fn proposal(session: &Session, key: &str) -> String {
    let view = session.programs(None).expect("there is a table");
    let (_, definition) = view.proposals.into_iter().find(|(it, _)| *it == key).expect(key);
    definition.to_string()
}

fn save(session: &mut Session, definition: &str) -> bool {
    session.handle(Command::Plan(PlanCommand::SaveProgram(definition.into()))).accepted
}

fn delete(session: &mut Session, name: &str) {
    let command = PlanCommand::DeleteProgram { name: name.into() };
    assert!(session.handle(Command::Plan(command)).accepted);
}

fn put(session: &mut Session, game: &str) {
    let item = json!({ "UserId": { "S": "Rick" }, "GameId": { "S": game } });
    send(session, "PutItem", &json!({ "TableName": "GameScores", "Item": item }));
}

fn pass(session: &mut Session) {
    assert!(session.handle(Command::Advance { by_ms: 1_000 }).accepted);
}

fn only(session: &Session) -> ProgramView {
    let mut programs = session.programs(None).expect("there is a table").programs;
    assert_eq!(programs.len(), 1);
    programs.remove(0)
}

/// Units written, in halves.
fn written(session: &Session) -> u64 {
    session.meter(None).written.halves
}

/// A table whose items have an `id`.
fn create(session: &mut Session, table: &str) {
    send(
        session,
        "CreateTable",
        &json!({ "TableName": table, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }),
    );
}

fn item_count(session: &Session, table: &str) -> usize {
    session.database().table(table).expect("there is a table").items.count()
}

/// What the program has counted of one user.
fn count(session: &mut Session) -> Option<String> {
    let key = json!({ "UserId": { "S": "Rick" }, "GameId": { "S": "#count" } });
    send(session, "GetItem", &json!({ "TableName": "GameScores", "Key": key }));
    let record = session.last_operation().expect("it was sent");
    let reply = record.reply.as_ref().expect("it was accepted");
    reply["Item"]["ItemCount"]["N"].as_str().map(str::to_owned)
}

#[test]
fn each_proposal_does_what_it_says() {
    for (key, units) in [("program.each", 2), ("program.batch", 1), ("program.exact", 6)] {
        let mut session = session();
        let definition = proposal(&session, key);
        assert!(save(&mut session, &definition));
        put(&mut session, "G90");
        put(&mut session, "G91");
        let before = written(&session);
        pass(&mut session);
        assert_eq!(written(&session) - before, units * 2, "{key}");
        assert_eq!(count(&mut session).as_deref(), Some("2"), "{key}");
        assert_eq!(only(&session).failure, None, "{key}");
    }
    let mut session = session();
    let definition = proposal(&session, "program.mark");
    assert!(save(&mut session, &definition));
    put(&mut session, "G90");
    pass(&mut session);
    let program = only(&session);
    assert_eq!((program.run_count, program.written.halves, program.failure), (1, 2, None));
}

#[test]
fn a_receipt_names_the_program_that_ran_behind_it() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    assert!(save(&mut session, &definition));
    put(&mut session, "G90");
    assert!(session.why(None).followers.is_empty());
    pass(&mut session);
    let runs: Vec<String> = session.why(None).followers.iter().map(words).collect();
    assert_eq!(
        runs,
        ["Behind it, CountEach ran on 1 record: 1 write unit, 0 read units."],
        "in plain spaces"
    );
    let behind: Vec<String> = session.behind().iter().map(words).collect();
    assert_eq!(behind, ["and 1 behind it"]);
    let spoken = session.spoken(None).expect("there was an operation");
    let said = words(&spoken.sentence);
    assert!(said.ends_with("What it set in motion took 1 more."), "{said}");
}

/// Its units are not those of the program of this name before it.
/// What it did for all of them is not what one of them costs.
#[test]
fn a_batch_is_said_on_each_write_whose_record_was_in_it() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    assert!(save(&mut session, &definition));
    let mut numbers = Vec::new();
    for game in ["G90", "G91", "G92"] {
        put(&mut session, game);
        numbers.push(session.last_operation().expect("it was sent").number);
    }
    pass(&mut session);
    for number in numbers {
        let why = session.why(Some(number));
        assert_eq!(
            why.followers.iter().map(words).collect::<Vec<_>>(),
            [
                "Behind it, CountEach ran on 3 records, 1 of which follows from it: 3 write units, 0 read units together."
            ]
        );
        let receipt = why.receipt.expect("it was accepted");
        let behind: Vec<String> = receipt.behind.iter().map(words).collect();
        assert_eq!(behind, ["and 3 behind it and other writes"]);
    }
    let said = words(&session.spoken(None).expect("there was an operation").sentence);
    assert!(said.ends_with("What it and other writes set in motion took 3 more."), "{said}");
}

#[test]
fn a_program_that_is_added_again_is_charged_again() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    for game in ["G90", "G91"] {
        assert!(save(&mut session, &definition));
        put(&mut session, game);
        let before = written(&session);
        pass(&mut session);
        assert_eq!(written(&session) - before, 2);
        delete(&mut session, "CountEach");
        assert!(session.programs(None).expect("there is a table").programs.is_empty());
    }
}

#[test]
fn a_program_for_another_table_leaves_the_one_it_read() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    assert!(save(&mut session, &definition));
    let elsewhere = definition.replacen(
        r#""TableName": "GameScores"
}"#,
        r#""TableName": "Elsewhere"
}"#,
        1,
    );
    assert_ne!(elsewhere, definition);
    assert!(save(&mut session, &elsewhere));
    put(&mut session, "G90");
    pass(&mut session);
    let program = only(&session);
    assert_eq!((program.state, program.run_count), (ProgramState::NoTable, 0));
    assert_eq!(count(&mut session), None);
}

#[test]
fn a_stream_that_is_switched_off_is_said_and_one_that_begins_is_read() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    assert!(save(&mut session, &definition));
    set_stream(&mut session, &json!({ "StreamEnabled": false }));
    assert_eq!(only(&session).state, ProgramState::NoStream);
    set_stream(&mut session, &json!({ "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" }));
    assert_eq!(only(&session).state, ProgramState::Attached);
    put(&mut session, "G90");
    pass(&mut session);
    assert_eq!(count(&mut session).as_deref(), Some("1"));
}

#[test]
fn a_stream_that_was_switched_off_and_on_again_is_another_one() {
    let mut session = session();
    let has_earlier = |session: &Session| session.programs(None).expect("there is").has_earlier;
    put(&mut session, "G90");
    assert!(!has_earlier(&session));
    set_stream(&mut session, &json!({ "StreamEnabled": false }));
    pass(&mut session);
    assert!(!has_earlier(&session), "none is read");
    set_stream(&mut session, &json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" }));
    pass(&mut session);
    assert!(has_earlier(&session));
    // A day later nothing of it is left.
    assert!(session.handle(Command::Advance { by_ms: 25 * 60 * 60 * 1_000 }).accepted);
    assert!(!has_earlier(&session));
}

/// A program of one table writes another, whose program writes a third.
#[test]
fn what_a_program_leads_to_is_behind_the_same_write() {
    let mut session = session();
    for table in ["Second", "Third"] {
        send(
            &mut session,
            "CreateTable",
            &json!({ "TableName": table, "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
                "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
                "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" } }),
        );
    }
    for (name, from, key, to) in
        [("One", "GameScores", "GameId", "Second"), ("Two", "Second", "id", "Third")]
    {
        let item = json!({ "id": format!("{{key.{key}}}") });
        let put = json!({ "Operation": "PutItem", "Request": { "TableName": to, "Item": item } });
        let program = json!({ "ProgramName": name, "TableName": from, "Requests": [put] });
        assert!(save(&mut session, &program.to_string()));
    }
    put(&mut session, "G90");
    let number = session.last_operation().expect("it was sent").number;
    pass(&mut session);
    let operation = session.operation(number).expect("it is remembered");
    let runs = operation.program_runs.iter().map(|run| (&*run.program, run.taken.written.halves()));
    assert_eq!(runs.collect::<Vec<_>>(), [("One", 2), ("Two", 2)]);
}

/// What is written back into a rebuilt table is nothing new.
#[test]
fn a_rebuilt_table_is_not_counted_again() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    assert!(save(&mut session, &definition));
    put(&mut session, "G90");
    pass(&mut session);
    let design = session.table_design("GameScores").expect("it is there");
    let command = Command::RebuildTable { table: "GameScores".to_owned(), design };
    assert!(session.handle(command).accepted);
    pass(&mut session);
    assert_eq!(count(&mut session).as_deref(), Some("1"));
    put(&mut session, "G91");
    pass(&mut session);
    assert_eq!(count(&mut session).as_deref(), Some("2"));
}

#[test]
fn programs_are_one_step_of_undo_and_survive_a_link() {
    let mut session = session();
    let definition = proposal(&session, "program.exact");
    assert!(save(&mut session, &definition));
    put(&mut session, "G90");
    pass(&mut session);
    let mut opened = Session::first();
    let link = session.link().expect("it is short");
    assert!(opened.handle(Command::OpenLink(link)).accepted);
    // The marker of the record that was counted before is in the link, too.
    put(&mut opened, "G91");
    pass(&mut opened);
    assert_eq!(count(&mut opened).as_deref(), Some("2"));
    assert!(opened.handle(Command::Undo).accepted);
    assert_eq!(count(&mut opened).as_deref(), Some("1"));

    delete(&mut session, "CountExact");
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(only(&session).name, "CountExact".into());
}

/// What is opened of a session in each way: stored work after an undo, a file, a link, and the design beside it.
fn opened_in_each_way(session: &mut Session) -> Vec<(&'static str, Session)> {
    let mut kept = Kept::new(session);
    session.handle(Command::Rename("Other".to_owned()));
    assert!(session.handle(Command::Undo).accepted);
    kept.take(session);
    let mut stored = Session::first();
    assert!(stored.restore(kept.checkpoint(), kept.lines()).accepted);
    let open = |command: Command| {
        let mut opened = Session::first();
        assert!(opened.handle(command).accepted);
        opened
    };
    let file = open(Command::OpenDocument(session.work()));
    let link = open(Command::OpenLink(session.link().expect("it is short")));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let mut beside = open(Command::OpenDocument(session.work()));
    assert!(beside.handle(Command::Compare(CompareCommand::Show(Letter::A))).accepted);
    vec![("stored work", stored), ("a file", file), ("a link", link), ("a design", beside)]
}

#[test]
fn a_record_that_was_not_read_is_read_after_opening() {
    for key in ["program.each", "program.batch", "program.exact"] {
        let mut session = session();
        let definition = proposal(&session, key);
        assert!(save(&mut session, &definition));
        put(&mut session, "G90");
        pass(&mut session);
        put(&mut session, "G91");
        for (way, mut opened) in opened_in_each_way(&mut session) {
            assert_eq!(opened.problems(), [], "{way}");
            assert_eq!(only(&opened).waiting_count, 1, "{way}");
            pass(&mut opened);
            assert_eq!(count(&mut opened).as_deref(), Some("2"), "{way}: {key}");
        }
    }
}

/// It is tried again each second, which is no other record and no work that was done.
#[test]
fn a_failing_program_blocks_its_shard_until_the_record_is_lost() {
    let mut session = session();
    let definition = proposal(&session, "program.each");
    let mut wrong: Value = serde_json::from_str(&definition).expect("it is JSON");
    wrong["Requests"][0]["Request"]["TableName"] = json!("Absent");
    assert!(save(&mut session, &wrong.to_string()));
    put(&mut session, "A");
    assert!(session.handle(Command::Advance { by_ms: 10_000 }).accepted);
    let program = only(&session);
    assert_eq!((program.run_count, program.record_count, program.lost_count), (0, 0, 0));
    assert_eq!((program.failure_count, program.waiting_count), (10, 1));
    assert!(program.is_blocked);
    while session.clock().now_ms < 24 * 60 * 60 * 1_000 + 30_000 {
        session.handle(Command::Advance { by_ms: 60 * 60 * 1_000 });
        while session.workload_stage() == WorkloadStage::Running {
            session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 64 }));
        }
    }
    let program = only(&session);
    assert_eq!((program.lost_count, program.waiting_count, program.is_blocked), (1, 0, false));
    assert_eq!(program.record_count, 0);
}

/// It is counted, and then something fails: when it is delivered again, its marker is there.
#[test]
fn a_record_that_blocks_its_shard_is_the_same_record_after_opening() {
    let mut session = session();
    create(&mut session, "Seen");
    let seen = json!({ "Put": { "TableName": "Seen", "Item": { "id": { "S": "{id}" } },
        "ConditionExpression": "attribute_not_exists(id)" } });
    let put_later = json!({ "TableName": "Later", "Item": { "id": { "S": "{id}" } } });
    let program = json!({ "ProgramName": "Exact", "TableName": "GameScores", "Requests": [
        { "Operation": "TransactWriteItems", "Request": { "TransactItems": [seen] } },
        { "Operation": "PutItem", "Request": put_later },
    ] });
    assert!(save(&mut session, &program.to_string()));
    put(&mut session, "G90");
    pass(&mut session);
    for (way, mut opened) in opened_in_each_way(&mut session) {
        assert_eq!((item_count(&opened, "Seen"), only(&opened).waiting_count), (1, 1), "{way}");
        create(&mut opened, "Later");
        pass(&mut opened);
        pass(&mut opened);
        assert_eq!((only(&opened).waiting_count, only(&opened).failure), (0, None), "{way}");
        assert_eq!((item_count(&opened, "Seen"), item_count(&opened, "Later")), (1, 1), "{way}");
    }
}

#[test]
fn two_programs_of_one_name_in_a_file_are_reported() {
    let session = session();
    let definition = proposal(&session, "program.each");
    let document = json!({ "v": 1, "programs": [definition.as_str(), definition.as_str(), "{}"] });
    let document = playground::sandbox::document::Document::parse(&document.to_string());
    let problems = document.expect("it is a document").problems;
    let reasons: Vec<String> = problems.iter().map(|problem| words(&problem.reason)).collect();
    assert_eq!(reasons, ["Another program has this name.", "Program: ProgramName is missing"]);
}

/// A pattern of 20 puts a second, each of a new item of one write unit, paid for by the request.
fn plan_puts(session: &mut Session) {
    plan_puts_at(session, "20");
}

fn plan_puts_at(session: &mut Session, rate: &str) {
    let item = json!({ "UserId": { "S": "Rick" }, "GameId": { "S": "N{sequence}" } });
    let draft = PatternDraft {
        name: "New game".into(),
        operation: "PutItem".into(),
        request: json!({ "TableName": "GameScores", "Item": item }).to_string().into(),
        rate: rate.into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
    let settings = CostSettings { mode: Some(PayMode::OnDemand), ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
}

fn answer(session: &Session) -> PatternAnswer {
    session.patterns(None).patterns[0].answer().expect("it is tried").clone()
}

/// 52.56 million puts a month at $0.625 a million write units, and as many updates of the count.
#[test]
fn what_a_program_writes_is_a_part_of_the_pattern_that_sets_it_in_motion() {
    let mut session = session();
    plan_puts(&mut session);
    assert_eq!(number::cents(answer(&session).cost), "$32.85");
    let definition = proposal(&session, "program.each");
    assert!(save(&mut session, &definition));
    let answer = answer(&session);
    assert_eq!(number::cents(answer.cost), "$65.70");
    let notes: Vec<String> =
        answer.notes.iter().map(|it| words(it).replace('\u{a0}', " ")).collect();
    assert!(notes.contains(&"Behind each request: 1 WCU in GameScores.".to_owned()), "{notes:?}");
    let behind = answer.behind_words().map(|it| words(&it).replace('\u{a0}', " "));
    assert_eq!(behind.as_deref(), Some("+ 1 WCU behind it"));
    assert!(!session.cost(None).expect("a table").bill.total.is_least);
}

/// 20 puts a second are 5 for each of four polls: their markers and one count in a transaction are 12 write units, beside 5 of the puts.
#[test]
fn a_transaction_of_a_program_is_paid_for_as_one() {
    let mut session = session();
    plan_puts(&mut session);
    let definition = proposal(&session, "program.exact");
    assert!(save(&mut session, &definition));
    assert_eq!(number::cents(answer(&session).cost), "at least $111.69");
}

/// One update for each batch of the 5 records that a poll finds, or more often if there are several shards.
#[test]
fn what_a_program_sends_for_a_batch_is_known_as_the_least() {
    let mut session = session();
    plan_puts(&mut session);
    let definition = proposal(&session, "program.batch");
    assert!(save(&mut session, &definition));
    let answer = answer(&session);
    assert_eq!(number::cents(answer.cost), "at least $39.42");
    assert!(answer.notes.iter().any(|it| it.key == "pattern.behind_least"));
    let cost = session.cost(None).expect("a table");
    assert!(cost.bill.total.is_least);
    assert!(words(&cost.headline).contains("1 access pattern starts programs"));
}

/// A put each second is a batch: 1 write unit, and 4 of a marker and a count. 2.628 million times 5 at $0.625 a million.
#[test]
fn a_batch_of_one_record_is_known_exactly() {
    let mut session = session();
    plan_puts_at(&mut session, "1");
    let definition = proposal(&session, "program.exact");
    assert!(save(&mut session, &definition));
    assert_eq!(number::cents(answer(&session).cost), "$8.21");
}

/// 52.56 billion puts a month are $32,850.00, a write for each full batch of a thousand $32.85, and one for each five of these, which
/// a poll finds, $6.57.
#[test]
fn a_chain_of_programs_with_large_batches_is_counted() {
    let mut session = session();
    plan_puts_at(&mut session, "20000");
    for (program, from, to) in [("Hundreds", "GameScores", "Sums"), ("Thousands", "Sums", "Totals")]
    {
        create(&mut session, to);
        let definition = json!({
            "ProgramName": program, "TableName": from, "BatchSize": 1_000,
            "Requests": [{ "Operation": "UpdateItem", "Request": {
                "TableName": to, "Key": { "id": { "S": "all" } },
                "UpdateExpression": "ADD Records :count",
                "ExpressionAttributeValues": { ":count": { "N": "{count}" } } } }],
        });
        let stream = json!({ "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" });
        let request = json!({ "TableName": to, "StreamSpecification": stream });
        send(&mut session, "UpdateTable", &request);
        assert!(save(&mut session, &definition.to_string()), "{program}");
    }
    assert_eq!(number::cents(answer(&session).cost), "at least $32,889.42");
}

/// Each record leads to four more, so that the 16th has 4,294,967,296 beside it.
#[test]
fn a_program_whose_records_become_more_and_more_has_no_known_price() {
    let mut session = session();
    let put = |end: &str| {
        json!({ "Operation": "PutItem", "Request": { "TableName": "GameScores", "Item": {
            "UserId": "{key.UserId}", "GameId": { "S": format!("{{key.GameId}}{end}") },
        } } })
    };
    let requests = ["a", "b", "c", "d"].map(put);
    let definition =
        json!({ "ProgramName": "Fan", "TableName": "GameScores", "Requests": requests });
    assert!(save(&mut session, &definition.to_string()));
    plan_puts(&mut session);
    assert!(answer(&session).cost.is_least);
}

/// It is stopped after 16 rounds: 52.56 million puts a month and 16 updates for each, at $0.625 a million.
#[test]
fn a_program_that_sets_itself_in_motion_has_no_known_price() {
    let mut session = session();
    plan_puts(&mut session);
    let definition = json!({
        "ProgramName": "Loop", "TableName": "GameScores",
        "Requests": [{ "Operation": "UpdateItem", "Request": {
            "TableName": "GameScores", "Key": { "UserId": { "S": "Rick" }, "GameId": { "S": "#loop" } },
            "UpdateExpression": "ADD Rounds :one",
            "ExpressionAttributeValues": { ":one": { "N": "1" } },
        } }],
    });
    assert!(save(&mut session, &definition.to_string()));
    assert_eq!(number::cents(answer(&session).cost), "at least $558.45");
}

/// What would go wrong if a program ran that can be saved.
fn warning(session: &Session, change: impl FnOnce(&mut Value)) -> Option<String> {
    let mut program: Value =
        serde_json::from_str(&proposal(session, "program.each")).expect("it is JSON");
    change(&mut program);
    assert_eq!(session.program_fault(&program.to_string()), None);
    session.program_warning(&program.to_string()).as_ref().map(words)
}

#[test]
fn what_a_program_would_fail_with_is_said_before_it_runs() {
    let mut session = session();
    assert_eq!(warning(&session, |_| ()), None);
    let tried = |fault: &str| Some(format!("Tried with an item of the table, it fails: {fault}"));
    assert_eq!(
        warning(&session, |it| it["Requests"][0]["Request"]["TableName"] = json!("Totals")),
        tried("UpdateItem on Totals: Requested resource not found")
    );
    assert_eq!(
        warning(&session, |it| it["Requests"][0]["Request"]["Key"]["UserId"] = json!("{key.Nope}")),
        tried("a record of INSERT has no key.Nope")
    );
    let expression =
        |it: &mut Value| it["Requests"][0]["Request"]["UpdateExpression"] = json!("ADD ItemCount");
    let malformed = warning(&session, expression).expect("it is no expression");
    assert!(malformed.contains("Invalid UpdateExpression: Syntax error"), "{malformed}");
    assert_eq!(
        warning(&session, |it| it["TableName"] = json!("Nope")),
        Some("There is no table Nope, so this program does not run.".to_owned())
    );

    let mut wrong: Value =
        serde_json::from_str(&proposal(&session, "program.each")).expect("it is JSON");
    wrong["Requests"][0]["Request"]["TableName"] = json!("Totals");
    assert!(save(&mut session, &wrong.to_string()), "DynamoDB has such tables later");
    assert!(only(&session).warning.is_some());
    let map = session.map(None).expect("there is a program");
    let way = map.tables[0].ways.iter().find(|way| way.through().is_some()).expect("it leads on");
    assert!(way.is_absent());
    assert_eq!(words(&way.items_words()), "no such table");
    put(&mut session, "G90");
    pass(&mut session);
    let failure = only(&session).failure.expect("it fails");
    assert_eq!(&*failure, "UpdateItem on Totals: Requested resource not found");
}
