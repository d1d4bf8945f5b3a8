//! The recorder: drafts of lessons make no false claim, and pass the check once something is asked.

use std::rc::Rc;

use playground::lesson::check::check;
use playground::lesson::example;
use playground::lesson::falsify::unnoticed;
use playground::lesson::fault::Fault;
use playground::lesson::file::{Lesson, Part};
use playground::lesson::observed::Observed;
use playground::lesson::play::perform;
use playground::lesson::record::draft::{Draft, record};
use playground::lesson::record::question::{Question, ask, questions};
use playground::lesson::record::quick::is_quick;
use playground::lesson::record::words::places_to_write;
use playground::message::text;
use playground::sandbox::command::{
    Capacity, Command, ImportCommand, PlanCommand, WorkloadCommand,
};
use playground::sandbox::import::ImportRecord;
use playground::session::Session;
use playground::view::edit::{Edit, ItemId};
use playground::view::throughput::{ScalingView, Setting};
use playground::view::value::Method;
use playground::view::workload::{PatternPlan, WorkloadPlan, WorkloadStage};
use serde_json::{Value, json};

/// The only faults of a draft: what only a teacher can give.
const OF_TEACHER: [&str; 2] = ["at least one prediction", "a step that asks something"];

fn call(session: &mut Session, operation: &str, request: Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    session.handle(Command::Call { operation, request });
}

#[track_caller]
fn recorded(session: &Session) -> Draft {
    record(session).unwrap_or_else(|reason| panic!("{}", text(&reason)))
}

fn notes(draft: &Draft) -> Vec<String> {
    draft.notes.iter().map(text).collect()
}

/// Checks that a draft makes no false claim.
#[track_caller]
fn check_draft(draft: &Draft) {
    let faults = check(&draft.lesson, &draft.words);
    let other =
        faults.iter().filter(|fault| !OF_TEACHER.iter().any(|it| fault.expected.starts_with(it)));
    let other: Vec<String> = other.map(Fault::to_string).collect();
    assert_eq!(other, Vec::<String>::new(), "{}", draft.lesson);
}

/// The actions of a lesson about which something can be asked: their lines, and what can be asked.
fn offers(lesson: &str) -> Vec<(usize, Vec<Question>)> {
    let (lesson, _) = Lesson::parse(lesson);
    let parts: Vec<Part> = lesson.steps.into_iter().flat_map(|step| step.parts).collect();
    let offers = parts.windows(2).filter_map(|pair| match pair {
        [Part::Act(action), Part::Expect(expected)] => {
            Some((action.line, questions(action, expected)))
        }
        _ => None,
    });
    offers.filter(|(_, questions)| !questions.is_empty()).collect()
}

/// An order is shipped, the index is read while it is behind and later, and a request is rejected.
fn shipped() -> Session {
    let mut session = Session::first();
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    call(
        &mut session,
        "UpdateItem",
        json!({ "TableName": "Orders", "Key": key, "UpdateExpression": "REMOVE OrderOpenDate" }),
    );
    let scan = json!({ "TableName": "Orders", "IndexName": "OpenOrders" });
    call(&mut session, "Scan", scan.clone());
    session.handle(Command::Advance { by_ms: 213 });
    call(&mut session, "Scan", scan);
    call(&mut session, "GetItem", json!({ "TableName": "Order", "Key": key }));
    session
}

#[test]
fn a_draft_has_what_was_done_with_its_results() {
    let draft = recorded(&shipped());
    assert_eq!(notes(&draft), Vec::<String>::new());
    for part in [
        "Orders  CustomerId S  OrderId S\n  local  ByTotal  Total N  KEYS_ONLY\n  global OpenOrders  ",
        "\"Notes\": \"‹",
        "```play UpdateItem\n{ \"TableName\": \"Orders\", \"Key\": { \"CustomerId\": \"C1\", \"OrderId\": \"O-1003\" }, \"UpdateExpression\": \"REMOVE OrderOpenDate\" }\n```\n```result\nwrite 5 = Orders 4 + ByTotal 0 + OpenOrders 1\n```",
        "returns 3 of 3\nstale\n```\n```advance\n200 ms\n```\n```play Scan",
        "```result\nerror ResourceNotFoundException: ",
        "## yours\n\n```free\n```",
    ] {
        assert!(draft.lesson.contains(part), "{part}\n{}", draft.lesson);
    }
    check_draft(&draft);
    let (lesson, _) = Lesson::parse(&draft.lesson);
    assert!(is_quick(&lesson));
    assert_eq!(places_to_write(&draft.words).len(), 5);
}

#[test]
fn a_draft_passes_the_check_once_something_is_asked_about_any_of_its_operations() {
    let draft = recorded(&shipped());
    let offers = offers(&draft.lesson);
    assert_eq!(offers.len(), 4);
    for (line, questions) in offers {
        for question in questions {
            let [lesson, words] = ask([&draft.lesson, &draft.words], line, question).unwrap();
            let faults: Vec<String> = check(&lesson, &words).iter().map(Fault::to_string).collect();
            assert_eq!(faults, Vec::<String>::new(), "{lesson}\n{words}");
            assert_eq!(unnoticed(&lesson, &words), [], "{lesson}");
        }
    }
}

/// In whatever order questions are added, each begins a step, and the words go with them.
#[test]
fn each_question_begins_a_step() {
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let Draft { mut lesson, mut words, .. } = recorded(&shipped());
        for operation in order {
            let (line, questions) = offers(&lesson)[operation].clone();
            [lesson, words] = ask([&lesson, &words], line, questions[0]).unwrap();
            // A teacher writes meanwhile.
            words = words.replacen("✎ A title", &format!("Title {operation}"), 1);
            let faults: Vec<String> = check(&lesson, &words).iter().map(Fault::to_string).collect();
            assert_eq!(faults, Vec::<String>::new(), "{order:?}\n{lesson}\n{words}");
        }
        let (parsed, _) = Lesson::parse(&lesson);
        let asks =
            |parts: &[Part]| parts.iter().filter(|it| matches!(it, Part::Predict(_))).count();
        let counts: Vec<usize> = parsed.steps.iter().map(|step| asks(&step.parts)).collect();
        assert_eq!(counts, [1, 1, 1, 1, 0], "{order:?}\n{lesson}");
        // Another question about the same operation stays in its step.
        let (line, questions) = offers(&lesson)[1].clone();
        assert_eq!(questions, [Question::Cost, Question::Returned]);
        let [lesson, words] = ask([&lesson, &words], line, questions[1]).unwrap();
        assert_eq!(check(&lesson, &words), []);
        assert_eq!(Lesson::parse(&lesson).0.steps.len(), 5);
    }
}

fn workload(rate: u64, points: &[(u64, u64)]) -> Rc<WorkloadPlan> {
    let request = json!({ "TableName": "Orders", "Item": { "CustomerId": { "S": "a.{shard 9}" }, "OrderId": { "S": "{sequence}" } } });
    let points = if points.is_empty() { vec![(0, rate)] } else { points.to_vec() };
    let pattern = PatternPlan {
        name: "orders".into(),
        operation: "PutItem".into(),
        request: request.to_string().into(),
        points,
        span: 1,
    };
    Rc::new(WorkloadPlan {
        seed: 7,
        seconds: 3,
        patterns: vec![pattern],
        retries: false,
        limits: true,
        idle: false,
    })
}

fn run(session: &mut Session, plan: Rc<WorkloadPlan>, turn_count: u64) {
    session.handle(Command::Workload(WorkloadCommand::Set(plan)));
    assert!(session.handle(Command::Workload(WorkloadCommand::Start)).accepted);
    session.handle(Command::Workload(WorkloadCommand::Step { turn_count }));
    if session.workload_stage() != WorkloadStage::Idle {
        session.handle(Command::Workload(WorkloadCommand::Stop));
    }
}

#[test]
fn settings_and_runs_are_recorded() {
    let mut session = Session::first();
    session.handle(Command::Set { setting: Setting::Delay, value: 1_000 });
    session.handle(Command::Set { setting: Setting::Enforcement, value: 1 });
    let capacity = |capacity| Command::SetCapacity { table: "Orders".to_owned(), capacity };
    session.handle(capacity(Capacity::Provisioned));
    session.handle(capacity(Capacity::Units { index: None, method: Method::Write, units: 10 }));
    let scaling = ScalingView { target_percent: 70, units_min: 5, units_max: 50 };
    session.handle(capacity(Capacity::Scaled(Some(scaling))));
    session.handle(capacity(Capacity::Scaled(None)));
    run(&mut session, workload(100, &[]), u64::MAX);
    let draft = recorded(&session);
    assert_eq!(notes(&draft), Vec::<String>::new());
    for part in [
        "delay  1 s",
        "throughput  limited",
        "scaling Orders  5 to 50 at 70 %",
        "scaling Orders  off",
        "```look\nworkspace load\n```\n```workload\n3 s, no retries, seed 7\n100  PutItem  { \"TableName\": \"Orders\", \"Item\": { \"CustomerId\": \"a.{shard 9}\", \"OrderId\": \"{sequence}\" } }\n```\n```outcome\nrun issued 300\n",
    ] {
        assert!(draft.lesson.contains(part), "{part}\n{}", draft.lesson);
    }
    check_draft(&draft);
    let offers = offers(&draft.lesson);
    let (line, asked) = offers.last().unwrap();
    assert_eq!(*asked, [Question::Throttled]);
    let [lesson, words] = ask([&draft.lesson, &draft.words], *line, Question::Throttled).unwrap();
    assert_eq!(check(&lesson, &words), []);
}

#[test]
fn a_run_that_a_lesson_cannot_repeat_is_named() {
    let mut session = Session::first();
    run(&mut session, workload(0, &[(0, 10), (2, 50)]), u64::MAX);
    run(&mut session, workload(100, &[]), 50);
    let draft = recorded(&session);
    check_draft(&draft);
    let notes = notes(&draft);
    assert!(notes.iter().any(|note| note.contains("its rate changes")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("was stopped after")), "{notes:?}");
}

fn import(session: &mut Session, count: usize) {
    let item =
        |number| json!({ "CustomerId": { "S": "C9" }, "OrderId": { "S": format!("I-{number}") } });
    let items = (0..count).map(|number| item(number).to_string().into()).collect();
    let record = Rc::new(ImportRecord { table: "Orders".into(), items });
    session.handle(Command::Import(ImportCommand::Start(record)));
    while session.workload_stage() == WorkloadStage::Running {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 1_000 }));
    }
}

#[test]
fn imports_are_items_or_requests() {
    let scan = json!({ "TableName": "Orders" });
    let mut session = Session::first();
    import(&mut session, 40);
    call(&mut session, "Scan", scan.clone());
    let draft = recorded(&session);
    assert_eq!(notes(&draft), Vec::<String>::new());
    assert!(draft.lesson.contains("returns 50 of 50"), "{}", draft.lesson);
    check_draft(&draft);
    // A small one in between is a request for each item.
    import(&mut session, 2);
    let draft = recorded(&session);
    assert_eq!(draft.lesson.matches("```play PutItem").count(), 2);
    assert_eq!(notes(&draft), Vec::<String>::new());
    // After a large one the draft begins anew, and says so.
    import(&mut session, 41);
    call(&mut session, "Scan", scan);
    let draft = recorded(&session);
    assert_eq!(draft.lesson.matches("```play").count(), 1, "{}", draft.lesson);
    assert!(notes(&draft)[0].contains("begins after the last large import"));
    check_draft(&draft);
}

#[test]
fn tables_that_are_made_and_changed_are_recorded() {
    let mut session = Session::first();
    let key = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    call(
        &mut session,
        "CreateTable",
        json!({ "TableName": "More", "AttributeDefinitions": [key("id"), key("a b"), key("c"), key("d")], "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }], "BillingMode": "PAY_PER_REQUEST", "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" }, "GlobalSecondaryIndexes": [{ "IndexName": "Gsi", "KeySchema": [{ "AttributeName": "a b", "KeyType": "HASH" }, { "AttributeName": "c", "KeyType": "HASH" }, { "AttributeName": "d", "KeyType": "RANGE" }], "Projection": { "ProjectionType": "ALL" } }] }),
    );
    let item = json!({ "id": { "S": "‹9› “a”" }, "a b": { "S": "```" }, "c": { "S": "x" }, "d": { "S": "\u{200b}" }, "n": { "N": "1.50" }, "set": { "NS": ["1", "2"] } });
    call(&mut session, "PutItem", json!({ "TableName": "More", "Item": item }));
    let purpose = playground::view::design::DesignPurpose::Rebuild("Orders".into());
    let design = session.begin_design(purpose).unwrap().design;
    let mut all = design.clone();
    all.global_indexes[0].projection = playground::view::design::ProjectionDesign::All;
    assert!(
        session.handle(Command::RebuildTable { table: "Orders".to_owned(), design: all }).accepted
    );
    let items = ["O-1001", "O-1002"].map(|order| {
        ItemId(json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } }).to_string().into())
    });
    let delete = Edit::DeleteAll { items: items.into() };
    session.handle(Command::Edit { table: "Orders".to_owned(), edit: delete });
    session.handle(Command::DeleteTable("Orders".to_owned()));
    let draft = recorded(&session);
    assert_eq!(notes(&draft), Vec::<String>::new(), "{}", draft.lesson);
    assert!(draft.lesson.contains("```design Orders\nOrders  CustomerId S"), "{}", draft.lesson);
    check_draft(&draft);

    // The same tables at the beginning: the notation has neither the index nor the stream of the first.
    session.handle(Command::Undo);
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    call(&mut opened, "Scan", json!({ "TableName": "More", "IndexName": "Gsi" }));
    let draft = recorded(&opened);
    assert_eq!(notes(&draft), Vec::<String>::new(), "{}", draft.lesson);
    assert!(draft.lesson.contains("```play CreateTable"), "{}", draft.lesson);
    check_draft(&draft);
}

#[test]
fn the_entities_with_which_a_draft_begins_are_in_it() {
    let mut session = example::opened("adjacency");
    call(&mut session, "Scan", json!({ "TableName": "Accounting" }));
    let draft = recorded(&session);
    assert!(
        draft.lesson.contains("```entities Accounting\nInvoice  begins_with("),
        "{}",
        draft.lesson
    );
    check_draft(&draft);
    assert_eq!(notes(&draft), [""; 0]);
    let (table, entities) = ("Accounting".to_owned(), Vec::new());
    session.handle(Command::Plan(PlanCommand::SetEntities { table, entities }));
    let words = "Changes of access patterns, of callers and of entities, deleted programs, and settings of costs are not in the draft.";
    assert_eq!(notes(&recorded(&session)), [words]);
}

#[test]
fn what_stands_beside_the_tables_is_recorded() {
    // Each solves its own step, so what the recorder writes is played with what the lesson opens with.
    let played = |id: &str, step: &str| {
        let read = example::read(id).expect("the course has it");
        let position = read.lesson.step(step).expect("the lesson has it");
        let mut session = example::opened(id);
        for part in read.lesson.steps[..=position].iter().flat_map(|step| &step.parts) {
            if let Part::Act(action) = part {
                perform(&mut session, action, &mut Observed::default());
            }
        }
        recorded(&session)
    };
    for (id, step, blocks) in [
        ("standing-sum", "exact", ["```program\n", "stream Music  NEW_IMAGE", "\"{each}\""]),
        (
            "three-regions",
            "apart",
            [
                "replicas Players  ap-northeast-1",
                "replicas Players  eu-west-1",
                ", without eu-west-1",
            ],
        ),
        (
            "own-rows",
            "columns",
            ["```caller ana OwnRows\n", "```sender ana\n", "```sender support\n"],
        ),
    ] {
        let draft = played(id, step);
        check_draft(&draft);
        assert_eq!(notes(&draft), [""; 0], "{}", draft.lesson);
        for block in blocks {
            assert!(draft.lesson.contains(block), "{block}\n{}", draft.lesson);
        }
    }
}

#[test]
fn what_was_undone_or_reset_is_not_recorded() {
    let mut session = shipped();
    session.handle(Command::Undo);
    let draft = recorded(&session);
    assert!(!draft.lesson.contains("UpdateItem"), "{}", draft.lesson);
    assert_eq!(notes(&draft), Vec::<String>::new());
    check_draft(&draft);
    session.handle(Command::Reset);
    let draft = recorded(&session);
    assert!(!draft.lesson.contains("```play"));
    assert!(notes(&draft)[0].contains("nothing was done"));
    check_draft(&draft);
}

#[test]
fn a_request_that_a_lesson_would_change_is_named() {
    let mut session = Session::first();
    // Plain JSON, which DynamoDB rejects and a lesson gives types, and text that is not JSON.
    call(&mut session, "GetItem", json!({ "TableName": "Orders", "Key": { "CustomerId": "C1" } }));
    let broken = "{ \"TableName\": ".to_owned();
    session.handle(Command::Call { operation: "Scan".to_owned(), request: broken });
    let draft = recorded(&session);
    check_draft(&draft);
    assert!(!draft.lesson.contains("```play"), "{}", draft.lesson);
    let notes = notes(&draft);
    assert!(notes.iter().any(|note| note.starts_with("GetItem is not in the draft")), "{notes:?}");
    assert!(notes.iter().any(|note| note.starts_with("Scan is not in the draft")), "{notes:?}");
}

#[test]
fn a_long_session_is_cut_and_a_large_sandbox_is_rejected() {
    let mut session = Session::first();
    for _ in 0..150 {
        call(&mut session, "Scan", json!({ "TableName": "Orders" }));
    }
    let draft = recorded(&session);
    assert_eq!(draft.lesson.matches("```play Scan").count(), 100);
    assert!(notes(&draft)[0].contains("the first 100 requests"), "{:?}", notes(&draft));
    check_draft(&draft);
    import(&mut session, 9_000);
    assert!(text(&record(&session).unwrap_err()).contains("larger than"));
}
