//! Callers: what each may do, how a receipt says why, what they survive, and what is rejected.

use std::collections::BTreeSet;

use playground::lesson::example;
use playground::message::text as words;
use playground::sandbox::command::{Command, PlanCommand};
use playground::sandbox::journal::Unsaved;
use playground::session::Session;
use playground::view::caller::{
    CALLER_COUNT_MAX, CALLER_NAME_LENGTH_MAX, Caller, POLICY_COUNT_MAX, POLICY_LENGTH_MAX,
    PolicyText,
};
use playground::view::compare::CompareCommand;
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId};
use playground::view::index::EntriesShown;
use playground::view::rewind::Travel;
use playground::view::table::{ItemView, ItemsShown};
use serde_json::{Value, json};

const OWN_ROWS: &str = r#"{ "Version": "2012-10-17", "Statement": { "Effect": "Allow",
    "Action": ["dynamodb:GetItem", "dynamodb:UpdateItem"], "Resource": "*",
    "Condition": { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": "${aws:username}" } } } }"#;

fn policy(name: &str, text: &str) -> PolicyText {
    PolicyText { name: name.to_owned(), text: text.to_owned() }
}

fn caller(name: &str) -> Caller {
    Caller { name: name.to_owned(), policies: vec![policy("OwnRows", OWN_ROWS)] }
}

fn set(session: &mut Session, callers: Vec<Caller>, sender: Option<&str>) -> bool {
    let sender = sender.map(str::to_owned);
    session.handle(Command::Plan(PlanCommand::SetCallers { callers, sender })).accepted
}

/// The sandbox of champions, in which Rick sends the requests.
fn session() -> Session {
    let mut session = example::opened("champions");
    assert!(set(&mut session, vec![caller("Rick"), caller("ana")], Some("Rick")));
    session
}

fn send(session: &mut Session, operation: &str, request: &Value) -> bool {
    let (operation, request) = (operation.to_owned(), request.to_string());
    session.handle(Command::Call { operation, request }).accepted
}

fn get(user: &str) -> Value {
    json!({ "TableName": "GameScores", "Key": { "UserId": { "S": user }, "GameId": { "S": "G01" } } })
}

fn access(session: &Session) -> Vec<String> {
    session.why(None).access.iter().map(words).collect()
}

fn item(user: &str) -> ItemId {
    ItemId(json!({ "UserId": { "S": user }, "GameId": { "S": "G01" } }).to_string().into())
}

#[test]
fn a_receipt_says_which_statement_allows_a_request() {
    let mut session = session();
    assert!(send(&mut session, "GetItem", &get("Rick")));
    let why = "Rick may: statement 1 of policy OwnRows allows GetItem on GameScores.";
    assert_eq!(access(&session), [why]);
    assert!(session.why(None).receipt.is_some());
}

#[test]
fn a_denied_request_says_why_and_changes_and_costs_nothing() {
    let mut session = session();
    let before = session.document();
    assert!(!send(&mut session, "GetItem", &get("ana")));
    let why = "Statement 1 of policy OwnRows allows GetItem on GameScores only if ForAllValues:StringEquals holds for \
               dynamodb:LeadingKeys: it names Rick, and the request has ana.";
    assert_eq!(access(&session), [why]);
    let fault = session.why(None).fault.expect("it is denied");
    assert_eq!(fault.code.as_deref(), Some("AccessDeniedException"));
    assert!(!send(&mut session, "DeleteTable", &json!({ "TableName": "GameScores" })));
    assert_eq!(
        access(&session),
        ["No statement of the policies of Rick allows DeleteTable on GameScores."]
    );
    assert_eq!((session.why(None).receipt, session.document()), (None, before));
    set(&mut session, vec![caller("Rick")], None);
    assert!(send(&mut session, "GetItem", &get("ana")), "the owner may do all");
    assert_eq!(access(&session), [""; 0]);
}

#[test]
fn edits_and_forms_say_before_they_are_sent_that_they_are_denied() {
    let mut session = session();
    let key = json!({ "UserId": { "S": "Padma" }, "GameId": { "S": "G04" } });
    let other = ItemId(key.to_string().into());
    let edit = Edit::Remove { item: other.clone(), attribute: "Award".to_owned() };
    let fault = session.draft(None, &Draft { edit: edit.clone(), typed: true });
    let fault = fault.and_then(|view| view.fault).expect("it is denied");
    let explanation = fault.explanation.as_ref().map(words).unwrap_or_default();
    assert!(explanation.contains("it names Rick"), "{explanation}");
    let table = "GameScores".to_owned();
    assert!(!session.handle(Command::Edit { table: table.clone(), edit }).accepted);
    let several = Edit::DeleteAll { items: vec![other, item("Rick")] };
    assert!(!session.handle(Command::Edit { table, edit: several }).accepted);
    assert_eq!(
        access(&session),
        ["No statement of the policies of Rick allows DeleteItem on GameScores."]
    );
}

#[test]
fn callers_are_one_step_of_undo_and_survive_link_file_reload_rewind_and_a_copy() {
    let mut session = example::opened("champions");
    let checkpoint = session.work();
    session.take_unsaved();
    let callers = vec![caller("Rick"), caller("ana")];
    assert!(set(&mut session, callers.clone(), Some("ana")));
    let undo = |session: &Session| session.bar(None).undo.map(|it| words(&it));
    assert_eq!(undo(&session).as_deref(), Some("Change the callers"));
    let is_kept = |session: &Session| {
        assert_eq!((session.callers(), session.sender()), (&*callers, Some("ana")));
    };
    let mut opened = example::opened("champions");
    let link = session.link().expect("it is short");
    assert!(opened.handle(Command::OpenLink(link)).accepted);
    is_kept(&opened);
    assert!(opened.handle(Command::OpenDocument(session.work())).accepted);
    is_kept(&opened);
    assert_eq!(opened.problems(), &[][..]);
    let Unsaved::Lines(lines) = session.take_unsaved() else { panic!("one action is one line") };
    assert!(opened.restore(&checkpoint, &lines).accepted);
    is_kept(&opened);
    session.handle(Command::Rewind(Travel::Back));
    assert_eq!(session.sender(), None);
    session.handle(Command::Rewind(Travel::Now));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    is_kept(&session);
    assert!(session.handle(Command::Compare(CompareCommand::Keep)).accepted);
    assert!(set(&mut opened, callers.clone(), None));
    assert_eq!(undo(&opened).as_deref(), Some("Send requests as the owner"));
    assert!(opened.handle(Command::Undo).accepted);
    is_kept(&opened);
}

#[test]
fn what_is_done_as_a_caller_is_done_again_as_that_caller() {
    let mut session = session();
    let checkpoint = session.work();
    session.take_unsaved();
    send(&mut session, "DeleteItem", &get("Rick"));
    let callers = session.callers().to_vec();
    assert!(set(&mut session, callers, None));
    assert!(send(&mut session, "DeleteItem", &get("Rick")));
    let document = session.document();
    let mut opened = example::opened("champions");
    let Unsaved::Lines(lines) = session.take_unsaved() else { panic!("these are lines") };
    assert!(opened.restore(&checkpoint, &lines).accepted);
    assert_eq!(opened.document(), document);
    session.handle(Command::Undo);
    session.handle(Command::Undo);
    assert_eq!(session.sender(), Some("Rick"));
    assert_ne!(session.document(), document);
}

#[test]
fn callers_that_cannot_be_stored_are_rejected_in_words() {
    let mut session = example::opened("champions");
    let mut check = |callers: Vec<Caller>, sender: Option<&str>, expected: &str| {
        let sender = sender.map(str::to_owned);
        let response = session.handle(Command::Plan(PlanCommand::SetCallers { callers, sender }));
        let said: Vec<String> = response.notices.iter().map(words).collect();
        assert_eq!((response.accepted, said.join(" ").as_str()), (false, expected));
    };
    let with =
        |text: &str| vec![Caller { name: "ana".to_owned(), policies: vec![policy("P", text)] }];
    let names = "use letters, digits and _+=,.@- only, and at least one.";
    check(vec![caller("")], None, &format!("Name of the caller: {names}"));
    check(vec![caller("a*")], None, &format!("Name of the caller: {names}"));
    check(vec![caller("a"), caller("a")], None, "Another caller is called a.");
    check(
        vec![caller("a")],
        Some("b"),
        "Nobody of this name is a caller, so the owner sends the requests.",
    );
    check(with("{"), None, "Policy P: line 1, column 1: the JSON is not complete.");
    let unknown = OWN_ROWS.replace("StringEquals", "StringEqual");
    check(
        with(&unknown),
        None,
        "Policy P: Statement 1, Condition: no operator ForAllValues:StringEqual is known.",
    );
    let many = (0..=CALLER_COUNT_MAX).map(|it| caller(&it.to_string())).collect();
    check(many, None, "Callers: 21, and at most 20 can be stored.");
    let policies = (0..=POLICY_COUNT_MAX).map(|it| policy(&it.to_string(), OWN_ROWS)).collect();
    check(
        vec![Caller { name: "a".to_owned(), policies }],
        None,
        "Policies: 11, and at most 10 can be stored.",
    );
    let twice = vec![policy("P", OWN_ROWS), policy("P", OWN_ROWS)];
    let twice = Caller { name: "a".to_owned(), policies: twice };
    check(vec![twice], None, "Another policy is called P.");
    check(
        with(&" ".repeat(POLICY_LENGTH_MAX + 1)),
        None,
        "Policy: 6,145 characters, and at most 6,144 can be stored.",
    );
    check(
        vec![caller(&"a".repeat(CALLER_NAME_LENGTH_MAX + 1))],
        None,
        "Name of the caller: 65 characters, and at most 64 can be stored.",
    );
    assert_eq!(session.callers(), []);
}

#[test]
fn what_is_no_caller_in_a_file_is_reported_and_left_out() {
    let mut session = session();
    let text = Value::from(OWN_ROWS).to_string();
    let file = session.work().replacen(&text, "\"no JSON\"", 1);
    let file = file.replacen("\"callers\":[", "\"callers\":[{\"name\":\"bob\"},", 1);
    assert!(session.handle(Command::OpenDocument(file)).accepted);
    let names: Vec<&str> = session.callers().iter().map(|caller| &*caller.name).collect();
    assert_eq!((names, session.sender(), session.problems().len()), (vec!["ana"], None, 3));
}

#[test]
fn what_is_proposed_for_a_table_can_be_stored() {
    let mut session = example::opened("champions");
    let proposals = session.callers_view(None, &[]).proposals;
    let said: Vec<String> = proposals.iter().map(|it| words(&it.words)).collect();
    assert_eq!(said, ["Own rows only", "Some attributes only", "One index only"]);
    let [own_rows, some_attributes, one_index] =
        <[_; 3]>::try_from(proposals).expect("there are three").map(|it| it.policy);
    let mut act_with = |policies: &[&PolicyText], operation: &str, request: &Value| {
        let policies = policies.iter().copied().cloned().collect();
        let callers = vec![Caller { name: "Rick".to_owned(), policies }];
        assert_eq!(session.callers_view(None, &callers).faults, [None]);
        set(&mut session, callers, Some("Rick"));
        let is_sent = send(&mut session, operation, request);
        (is_sent, access(&session).concat())
    };
    let [table, index] = [
        json!({ "TableName": "GameScores" }),
        json!({ "TableName": "GameScores", "IndexName": "Champions" }),
    ];
    assert!(act_with(&[&own_rows], "GetItem", &get("Rick")).0);
    assert!(!act_with(&[&own_rows], "Scan", &table).0);
    let some = json!({ "TableName": "GameScores", "ProjectionExpression": "UserId, Award" });
    assert!(act_with(&[&own_rows, &some_attributes], "Scan", &some).0);
    assert!(act_with(&[&one_index], "Scan", &index).0);
    // Its own statement denies the table, also if another policy allows it.
    for policies in [&[&one_index] as &[_], &[&own_rows, &some_attributes, &one_index]] {
        let (is_sent, why) = act_with(policies, "Scan", &some);
        assert!(!is_sent);
        assert_eq!(
            why,
            "Statement 2 of policy OneIndex denies Scan on GameScores. No other statement can allow it."
        );
    }
    assert!(act_with(&[&own_rows, &some_attributes, &one_index], "Scan", &index).0);
}

#[test]
fn what_of_a_policy_does_nothing_is_said() {
    let session = session();
    let notes = |version: &str, action: &str| {
        let text = OWN_ROWS.replacen("2012-10-17", version, 1);
        let text = text.replacen("dynamodb:GetItem", action, 1);
        let callers = [Caller { name: "ana".to_owned(), policies: vec![policy("P", &text)] }];
        let view = session.callers_view(None, &callers);
        assert_eq!(view.faults, [None], "IAM accepts it");
        view.notes[0].iter().map(words).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    for action in [
        "dynamodb:GetItem",
        "dynamodb:getitem",
        "dynamodb:*Item",
        "*",
        "dynamodb:PartiQLSelect",
        "dynamodb:ConditionCheckItem",
    ] {
        assert_eq!(notes("2012-10-17", action), none, "{action}");
    }
    // A transaction has the actions of its parts.
    for action in ["GetItems", "TransactWriteItems", "ExecuteStatement"] {
        let said = format!("Statement 1 of P names {action}, and no request here is that action.");
        assert_eq!(notes("2012-10-17", &format!("dynamodb:{action}")), [said]);
    }
    assert_eq!(
        notes("2008-10-17", "dynamodb:GetItem"),
        [
            "P needs \"Version\": \"2012-10-17\": without it, ${aws:username} is a text and no variable."
        ]
    );
}

/// The owner, who may query the index.
#[test]
fn a_scan_that_is_denied_leads_to_no_query() {
    let mut session = session();
    let scan = json!({ "TableName": "GameScores" });
    assert!(!send(&mut session, "Scan", &scan));
    assert_eq!(session.why(None).suggestions, []);
    assert!(set(&mut session, vec![caller("Rick")], None));
    assert!(send(&mut session, "Scan", &scan));
    let suggestions = session.why(None).suggestions;
    assert!(words(&suggestions[0].words).starts_with("Query Champions instead of a scan"));
}

/// What is grey for a caller: items of the table, attributes of the others, and cells of the first index; with the reasons.
fn hidden(session: &Session) -> (Vec<String>, Vec<String>, usize, Vec<String>) {
    let items = session.items(None, &all(), None).expect("there is a table");
    let indexes = session.indexes(None, &EntriesShown::first(20), None);
    let (hidden, others): (Vec<_>, Vec<_>) = items.items().partition(|item| item.is_hidden);
    let key = |item: &ItemView| item.sort.as_ref().map_or(String::new(), |it| it.text.to_string());
    let attributes = others.iter().flat_map(|item| &item.attributes).filter(|it| it.is_hidden);
    let attributes: BTreeSet<String> = attributes.map(|it| it.name.to_string()).collect();
    let cells = indexes.cards[0].entries.iter().map(|entry| entry.hidden.len()).sum();
    let said = items.reach.iter().chain(&indexes.cards[0].reach).map(words).collect();
    (hidden.into_iter().map(|it| key(it)).collect(), attributes.into_iter().collect(), cells, said)
}

fn all() -> ItemsShown {
    ItemsShown { rows: 0..100, ..ItemsShown::default() }
}

fn hidden_by(text: &str) -> (Vec<String>, Vec<String>, usize, Vec<String>) {
    let mut session = example::opened("champions");
    let ana = Caller { name: "Rick".to_owned(), policies: vec![policy("P", text)] };
    assert!(set(&mut session, vec![ana], Some("Rick")));
    hidden(&session)
}

#[test]
fn what_a_caller_cannot_read_is_grey_and_says_why() {
    let none = (Vec::new(), Vec::new(), 0, Vec::new());
    assert_eq!(hidden(&example::opened("champions")), none, "the owner may read all");
    let allow = |rest: &str| {
        format!(r#"{{ "Version": "2012-10-17", "Statement": {{ "Effect": "Allow", {rest} }} }}"#)
    };
    assert_eq!(hidden_by(&allow(r#""Action": "dynamodb:*", "Resource": "*""#)), none);

    let own = allow(
        r#""Action": "dynamodb:GetItem", "Resource": "*",
        "Condition": { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": "${aws:username}" } }"#,
    );
    let (items, attributes, cells, said) = hidden_by(&own);
    assert_eq!((items.len(), attributes.len()), (4, 0), "{items:?}");
    assert!(cells > 0);
    assert_eq!(
        said,
        [
            "Rick may not read 4 of 7 items: grey here. Statement 1 of policy P allows GetItem on GameScores only if \
             ForAllValues:StringEquals holds for dynamodb:LeadingKeys: it names Rick, and the request has Padma.",
            "Rick may not read 3 of 3 items: grey here. No statement of the policies of Rick allows Query on \
             GameScores/index/Champions.",
        ]
    );

    // Each of these gives all: what GetItem refuses, a Scan may return.
    let scan = allow(r#""Action": "dynamodb:Scan", "Resource": "*""#);
    assert_eq!(hidden_by(&scan), none);
    let statement = allow(r#""Action": "dynamodb:PartiQLSelect", "Resource": "*""#);
    assert_eq!(hidden_by(&statement), none);
    // A GetItem within a transaction.
    let transaction = allow(
        r#""Action": "dynamodb:GetItem", "Resource": "*",
        "Condition": { "StringEquals": { "dynamodb:EnclosingOperation": "TransactGetItems" } }"#,
    );
    assert_eq!(hidden_by(&transaction).0, Vec::<String>::new());

    let columns = allow(
        r#""Action": ["dynamodb:GetItem", "dynamodb:Query"], "Resource": "*", "Condition": {
        "ForAllValues:StringEquals": { "dynamodb:Attributes": ["UserId", "GameId", "Score"] },
        "StringEquals": { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" } }"#,
    );
    let (items, attributes, _, said) = hidden_by(&columns);
    assert_eq!(
        (items.len(), attributes),
        (0, ["Award", "Date", "Replay"].map(str::to_owned).to_vec())
    );
    assert!(said[0].starts_with("Rick may not read Award, Date, Replay: grey here."), "{said:?}");

    let index = allow(
        r#""Action": "dynamodb:Query", "Resource": "arn:aws:dynamodb:*:*:table/GameScores/index/Champions""#,
    );
    let (items, _, cells, said) = hidden_by(&index);
    assert_eq!((items.len(), cells, said.len()), (7, 0, 1));
}
