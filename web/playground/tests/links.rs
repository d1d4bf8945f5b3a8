//! Links that were given away keep opening: every link in `tests/links` gives the document beside it, and that document
//! loads without a problem. The files may only grow in number. Then what format 2 holds, and what no link can do.

#![cfg(not(target_arch = "wasm32"))]

mod walk;

mod look;
mod plain;

use std::fs;
use std::path::{Path, PathBuf};

use playground::lesson::example;
use playground::link::address::{decode, encode};
use playground::link::envelope::{Envelope, Note, Presentation};
use playground::link::error::{DOCUMENT_SIZE_MAX, LinkError};
use playground::link::limit::check_work;
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::sandbox::document::Document;
use playground::session::Session;
use playground::view::bar::BarView;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::rewind::Travel;
use playground::view::workload::{WorkloadInterest, WorkloadStage};

use crate::look::{Interest, Look};
use engine::workload::revision::REVISION;
use proptest::prelude::*;

use crate::plain::text;

use crate::walk::{KIND_COUNT, command};

/// The links given away so far.
const LINK_COUNT_MIN: usize = 12;

#[test]
fn links_given_away_keep_opening() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/links");
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let links: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect();
    assert!(links.len() >= LINK_COUNT_MIN, "a link has gone: {} are left", links.len());
    for path in links {
        let name = path.display();
        let link = fs::read_to_string(&path).unwrap();
        let document = fs::read_to_string(path.with_extension("json")).unwrap();
        let decoded = decode(&link).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(decoded, document.trim_end(), "{name}");
        let envelope = Envelope::parse(&decoded, DOCUMENT_SIZE_MAX);
        let envelope = envelope.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(envelope.problems, [], "{name}");
        check_work(&envelope, link.len()).unwrap();
        if is_version_one(&path) {
            check_version_one(&decoded, &name.to_string());
        } else {
            assert_eq!(envelope.into_text(), decoded, "{name}");
        }
        let (session, _) = played(&link);
        // A run may give another result in another revision of the engine, and then says so.
        let is_current = !decoded.contains("\"revision\"")
            || decoded.contains(&format!("\"revision\":{REVISION},"));
        assert!(session.problems().is_empty() || !is_current, "{name}: {:?}", session.problems());
    }
}

fn is_version_one(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("v1-"))
}

fn check_version_one(text: &str, name: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let loaded = document.load();
    assert_eq!(loaded.rejections, [], "{name}");
    let again = Document::of(&loaded.database, &document.title);
    let again = Document { plan: document.plan, ..again };
    assert_eq!(again.into_text(), text, "{name}");
}

/// A session that opened a link and played all of it, and in how many steps.
fn played(link: &str) -> (Session, u64) {
    let mut session = Session::first();
    let response = session.handle(Command::OpenLink(link.to_owned()));
    assert!(response.accepted, "{:?}", response.notices.first().map(text));
    let mut step_count = 0;
    while session.workload_stage() == WorkloadStage::Running {
        assert!(step(&mut session).is_empty(), "a link is not stored because it plays");
        step_count += 1;
    }
    (session, step_count)
}

/// One step of playing, and what it said.
fn step(session: &mut Session) -> Vec<String> {
    let step = Command::Workload(WorkloadCommand::Step { turn_count: 100 });
    session.handle(step).notices.iter().map(text).collect()
}

/// The example with a workload that ran, an edit before it and one behind it.
fn with_run() -> Session {
    let mut session = example::opened("champions");
    for (kind, number) in [(2, 1), (5, 1), (26, 0), (27, 0)] {
        session.handle(command(kind, number));
    }
    for _ in 0..12 {
        session.handle(command(28, 0));
    }
    session.handle(command(29, 0));
    session.handle(command(2, 2));
    session
}

fn bar(session: &mut Session) -> BarView {
    BarView::clone(&session.look(&Interest::default()).bar)
}

#[test]
fn a_run_travels_as_its_recipe_and_gives_the_same_sandbox() {
    let session = with_run();
    let link = session.link().unwrap();
    let document = decode(&link).unwrap();
    assert!(document.contains(r#"{"run":{"digest":""#), "{document}");
    let (opened, step_count) = played(&link);
    assert!(step_count > 5, "the page is drawn between {step_count} steps");
    assert_eq!(opened.problems(), []);
    assert_eq!(opened.document(), session.document());
    assert_eq!(opened.link().unwrap(), link, "it can be shared again");
}

#[test]
fn the_base_of_a_link_is_shown_at_once_and_playing_can_be_cancelled() {
    let link = with_run().link().unwrap();
    let base = example::opened("champions").document();
    let mut session = Session::first();
    session.handle(Command::OpenLink(link));
    assert_eq!(session.document(), base);
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    assert_eq!(bar(&mut session).playback.map(|playback| playback.permille), Some(0));
    step(&mut session);
    step(&mut session);
    let before_run = session.document();
    assert_ne!(before_run, base, "the edit before the run has been played");
    let permille = bar(&mut session).playback.unwrap().permille;
    assert!(permille > 0 && permille < 1_000, "{permille}");
    session.handle(Command::Workload(WorkloadCommand::Stop));
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    assert_eq!(session.document(), before_run);
    let bar = bar(&mut session);
    assert_eq!(bar.playback, None);
    assert!(text(&bar.notice.unwrap()).contains("Replaying was cancelled"));
}

#[test]
fn any_other_command_cancels_playing_but_keeping_a_copy_does_not() {
    let link = with_run().link().unwrap();
    let mut session = Session::first();
    session.handle(Command::OpenLink(link.clone()));
    session.handle(Command::KeepCopy);
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    let mut said = Vec::new();
    while session.workload_stage() == WorkloadStage::Running {
        said.extend(step(&mut session));
    }
    assert_eq!(said, ["Everything in the link has been replayed."], "what is kept is stored again");
    session.handle(Command::OpenLink(link));
    session.handle(Command::Rename("Mine".to_owned()));
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    assert_eq!(session.title(), "Mine");
}

#[test]
fn an_experiment_travels_beside_the_access_patterns() {
    let mut session = example::opened("champions");
    for (kind, number) in [(26, 0), (39, 1), (27, 0), (28, 0), (29, 0)] {
        assert!(session.handle(command(kind, number)).accepted, "({kind}, {number})");
    }
    let link = session.link().unwrap();
    let (mut opened, _) = played(&link);
    assert_eq!(opened.problems(), []);
    assert_eq!(opened.document(), session.document());
    assert_eq!(opened.workload(None).experiment.as_deref(), Some("experiment.hot_key"));
    assert!(opened.handle(command(40, 0)).accepted);
    assert_eq!(opened.workload(None).plan.patterns.len(), 3, "the access patterns are there");
}

#[test]
fn a_run_that_gives_another_result_is_reported() {
    let document = decode(&with_run().link().unwrap()).unwrap();
    let at = document.find(r#""digest":""#).unwrap() + r#""digest":""#.len();
    let digest = &document[at..at + 16];
    let document = document.replace(digest, "0123456789abcdef");
    let (mut session, _) = played(&encode(&document).unwrap());
    let [problem] = session.problems() else { panic!("{:?}", session.problems()) };
    assert!(text(&problem.reason).contains("gave a different result in this version"));
    assert!(text(&problem.part).starts_with("Run a workload of "));
    assert!(bar(&mut session).notice.is_some());
}

#[test]
fn a_run_is_one_step_of_undo_after_it_was_played() {
    let (mut session, _) = played(&with_run().link().unwrap());
    session.handle(Command::Undo);
    session.handle(Command::Undo);
    let mut before = example::opened("champions");
    before.handle(command(2, 1));
    before.handle(command(26, 0));
    assert_eq!(session.document(), before.document());
}

#[test]
fn stored_work_in_which_a_workload_ran_can_still_be_shared() {
    let session = with_run();
    let mut restored = Session::first();
    assert!(restored.restore(&session.work(), &[]).accepted);
    assert_eq!(restored.problems(), []);
    assert_eq!(restored.link(), session.link());
    let interest = Interest { workload: Some(WorkloadInterest::default()), ..Interest::default() };
    let workload = restored.look(&interest).workload.clone().unwrap();
    assert!(workload.run.is_none());
    assert!(text(workload.earlier.as_ref().unwrap()).contains("PutItem, GetItem, Query Champions"));
    // A second run begins where the stored work was opened.
    for (kind, number) in [(0, 3), (27, 0), (28, 0), (28, 0), (29, 0), (2, 5)] {
        restored.handle(command(kind, number));
    }
    let (opened, _) = played(&restored.link().unwrap());
    assert_eq!(opened.problems(), []);
    assert_eq!(opened.document(), restored.document());
}

#[test]
fn a_link_with_steps_shows_the_last_receipt_and_the_way_back() {
    let mut session = Session::first();
    assert_eq!(session.link_with_steps(), session.link(), "nothing was done");
    let before = session.document();
    let request = r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C-101"},"OrderId":{"S":"2026-03-01#1001"}}}"#;
    let delete = |request: &str| Command::Call {
        operation: "DeleteItem".to_owned(),
        request: request.to_owned(),
    };
    assert!(session.handle(delete(request)).accepted);
    let (mut opened, _) = played(&session.link_with_steps().unwrap());
    assert_eq!(opened.problems(), []);
    assert_eq!(opened.document(), session.document());
    let units = |session: &mut Session| session.look(&Interest::default()).why.receipt.clone();
    assert_eq!(units(&mut opened), units(&mut session));
    assert!(units(&mut opened).is_some());
    assert_eq!(opened.link_with_steps(), session.link_with_steps(), "it can be shared again");
    opened.handle(Command::Undo);
    assert_eq!(opened.document(), before);
    // The link without steps is the sandbox as it is.
    let (mut opened, _) = played(&session.link().unwrap());
    assert_eq!(opened.document(), session.document());
    assert!(units(&mut opened).is_none());
}

#[test]
fn a_link_with_steps_shows_the_moment_that_was_shown() {
    let mut session = Session::first();
    let remove = |order: &str| Command::Call {
        operation: "UpdateItem".to_owned(),
        request: format!(
            r#"{{"TableName":"Orders","Key":{{"CustomerId":{{"S":"C1"}},"OrderId":{{"S":"{order}"}}}},"UpdateExpression":"REMOVE OrderOpenDate"}}"#
        ),
    };
    for command in [
        remove("O-1003"),
        Command::Advance { by_ms: 200 },
        remove("O-1006"),
        Command::Advance { by_ms: 200 },
    ] {
        session.handle(command);
    }
    let entries = |session: &Session| {
        let table = session.database().table("Orders").expect("it is there");
        table.index("OpenOrders").expect("it is there").entries.count()
    };
    let now = session.document();
    let mut seen = Vec::new();
    for step in 0..=4 {
        session.handle(Command::Rewind(Travel::Now));
        session.handle(Command::Rewind(Travel::ToStep(step)));
        let (mut opened, _) = played(&session.link_with_steps().unwrap());
        seen.push((entries(&session), entries(&opened), opened.clock().now_ms));
        assert_eq!(opened.is_rewound(), step < 3, "{step}");
        if step < 3 {
            assert_eq!(opened.document(), session.document(), "{step}");
        }
        opened.handle(Command::Rewind(Travel::Now));
        assert_eq!(opened.document(), now, "the way forward");
    }
    // Time at the end is in no link.
    assert_eq!(seen, [(3, 3, 0), (3, 3, 0), (2, 2, 200), (2, 2, 200), (1, 2, 200)]);
    // The opened sandbox does not keep the moment, and an embed stays at the present.
    session.handle(Command::Rewind(Travel::Now));
    session.handle(Command::Rewind(Travel::ToStep(1)));
    let link = session.link_with_steps().unwrap();
    let (opened, _) = played(&link);
    assert_eq!(opened.presentation().step, None);
    let mut embedded = example::opened("champions");
    embedded.handle(Command::OpenLink(link));
    embedded.stay_at_present();
    while embedded.workload_stage() == WorkloadStage::Running {
        step(&mut embedded);
    }
    assert!(!embedded.is_rewound());
}

#[test]
fn both_designs_travel() {
    let mut session = Session::first();
    session.handle(Command::Rename("Open orders".to_owned()));
    session.handle(Command::Compare(CompareCommand::Duplicate));
    session.handle(Command::Rename("Changed".to_owned()));
    let (mut opened, _) = played(&session.link().unwrap());
    assert_eq!(opened.title(), "Changed");
    assert_eq!(opened.document(), session.document());
    opened.handle(Command::Compare(CompareCommand::Show(Letter::A)));
    assert_eq!(opened.title(), "Open orders");
}

#[test]
fn how_a_sandbox_is_presented_travels() {
    let view = serde_json::json!({ "tab": "cost", "table": "Orders" });
    let note = Note { text: "Remove the date.".to_owned(), about: Some("O-1003".to_owned()) };
    let presentation = Presentation {
        view: view.as_object().cloned(),
        step: None,
        language: Some("zh-Hans".to_owned()),
        notes: vec![note, Note { text: "Naïve 漢字 😀".to_owned(), about: None }],
    };
    let mut session = Session::first();
    session.present_as(presentation.clone());
    let (opened, _) = played(&session.link().unwrap());
    assert_eq!(*opened.presentation(), presentation);
    assert_eq!(opened.link(), session.link());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_done_its_link_gives_the_same_sandbox(
        walk in prop::collection::vec((0..KIND_COUNT, 0_u64..12), 1..30),
        runs in any::<bool>(),
    ) {
        let mut session = example::opened("champions");
        let run = [(26, 0), (27, 0), (28, 0), (29, 0)];
        let walk = if runs { [run.as_slice(), &walk].concat() } else { walk };
        for (kind, number) in walk {
            session.handle(command(kind, number));
        }
        session.handle(Command::Workload(WorkloadCommand::Stop));
        if let Ok(link) = session.link() {
            let (opened, _) = played(&link);
            prop_assert_eq!(opened.problems(), []);
            prop_assert_eq!(opened.document(), session.document());
        }
    }

    #[test]
    fn whatever_was_done_its_link_with_steps_gives_the_moment_that_was_shown(
        walk in prop::collection::vec((0..KIND_COUNT, 0_u64..12), 1..30),
        step in 0_usize..30,
    ) {
        let mut session = example::opened("champions");
        for (kind, number) in walk {
            session.handle(command(kind, number));
        }
        session.handle(Command::Workload(WorkloadCommand::Stop));
        session.handle(Command::Rewind(Travel::Now));
        let now = session.document();
        session.handle(Command::Rewind(Travel::ToStep(step)));
        if let Ok(link) = session.link_with_steps() {
            let (mut opened, _) = played(&link);
            prop_assert_eq!(opened.problems(), []);
            prop_assert_eq!(opened.document(), session.document());
            prop_assert!(opened.clock().now_ms <= session.clock().now_ms);
            let has_later = opened.is_rewound();
            opened.handle(Command::Rewind(Travel::Now));
            if has_later {
                prop_assert_eq!(opened.document(), now);
            }
        }
    }
}

/// What opening the link of a text says, whatever the writer's own limits are.
#[track_caller]
fn check_opens_with(document: &str, expected: &[&str]) {
    let link = encode(document).expect("it is small enough");
    let (session, _) = played(&link);
    let told: Vec<String> = session
        .problems()
        .iter()
        .map(|it| format!("{}: {}", text(&it.part), text(&it.reason)))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn what_is_understood_of_a_link_is_opened_and_the_rest_is_named() {
    check_opens_with(r#"{"v":2}"#, &["Member designs: It is missing."]);
    check_opens_with(
        r#"{"designs":{"C":{}},"v":2}"#,
        &[
            "Member designs.C: This version does not know it.",
            "Member designs: It has neither design A nor design B.",
        ],
    );
    check_opens_with(
        r#"{"designs":{"A":{"title":"Good"},"B":7},"hue":1,"language":"\u0000","notes":[{"about":"x"},{"text":"y","hue":2},3],"shown":"C","step":-1,"v":2,"view":[]}"#,
        &[
            "Member designs.B: It is not an object.",
            "Member shown: This version does not know this value.",
            "Member view: It is not an object.",
            "Member language: It is not a language tag.",
            "Member step: It is not a whole number.",
            "Member notes[1].hue: This version does not know it.",
            "Member notes[2]: It is not an object.",
            "Member hue: This version does not know it.",
        ],
    );
    check_opens_with(
        r#"{"designs":{"A":{"log":[{"rename":{"title":"x"}},{"rename":{"title":7}},"reset"]}},"v":2}"#,
        &[
            "Step 2 of the log: It could not be read. It and the steps after it, 2 in total, were not applied: It is not an input that this version knows (invalid type: integer `7`, expected a string at line 1 column 20).",
        ],
    );
    // What led to a sandbox would be replayed without being asked for.
    check_opens_with(
        r#"{"designs":{"A":{"consumed":[{"read_halves":3,"table":"T"}],"story":{"base":{},"log":[{"rename":{"title":"x"}}]}}},"v":2}"#,
        &[
            "Member designs.A.story: A link has none, so it was left out.",
            "Member designs.A.consumed: A link has none, so it was left out.",
        ],
    );
    // Version 1 with a second design of the wrong shape.
    check_opens_with(
        r#"{"other":[],"other_letter":"B","title":"Good","v":1}"#,
        &["Member other: It is not an object."],
    );
    check_opens_with(
        r#"{"other":{"title":7,"v":1},"other_letter":"Z","v":1}"#,
        &[
            "Member other_letter: This version does not know this value.",
            "Member other.title: It is not a text of suitable length.",
        ],
    );
}

/// The reason why a link is not opened, in words.
#[track_caller]
fn check_rejected(link: &str, words: &str) {
    let mut session = Session::first();
    let before = session.document();
    let response = session.handle(Command::OpenLink(link.to_owned()));
    assert!(!response.accepted);
    let told: Vec<String> = response.notices.iter().map(text).collect();
    assert!(told[0].contains(words), "{told:?}");
    assert_eq!(session.document(), before);
}

#[test]
fn a_short_link_cannot_cause_much_work() {
    let key = r#""AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]"#;
    let one = |items: &str| {
        format!(
            r#"{{"designs":{{"A":{{"tables":[{{"TableName":"Good",{key},"Items":[{items}]}}]}}}},"v":2}}"#
        )
    };
    let item = r#"{"id":{"S":"a"}}"#;
    let few = encode(&one(&vec![item; 500].join(","))).unwrap();
    assert!(Session::first().handle(Command::OpenLink(few)).accepted);
    // Each is small as a link, and would be work for seconds.
    let items = one(&vec![item; 12_000].join(","));
    let wide: Vec<String> = (0..400).map(|n| format!(r#""a{n}":{{"S":"x"}}"#)).collect();
    let wide = one(&vec![format!(r#"{{"id":{{"S":"a"}},{}}}"#, wide.join(",")); 60].join(","));
    let tables = vec!["{}"; 2_000].join(",");
    let tables = format!(r#"{{"designs":{{"A":{{"tables":[{tables}]}}}},"v":2}}"#);
    let nested =
        one(&format!(r#"{{"id":{{"L":[{}]}}}}"#, vec![r#"{"NULL":true}"#; 15_000].join(",")));
    for document in [items, wide, tables, nested] {
        let link = encode(&document).unwrap();
        assert!(link.len() < 8_192, "{} characters", link.len());
        check_rejected(&link, "would take more work");
    }
}

#[test]
fn a_long_title_is_cut_and_a_text_of_megabytes_needs_a_long_link() {
    let titled = |length: usize| format!(r#"{{"title":"{}","v":1}}"#, "x".repeat(length));
    let (session, _) = played(&encode(&titled(250_000)).unwrap());
    assert_eq!(session.title().len(), 200);
    assert!(matches!(encode(&titled(4_000_000)), Err(LinkError::TooLargeForItsLink { .. })));
}

#[test]
fn a_link_replays_so_many_turns_and_inputs_and_no_more() {
    let document = decode(&with_run().link().unwrap()).unwrap();
    let at = document.find(r#""turns":"#).unwrap() + r#""turns":"#.len();
    let end = at + document[at..].find([',', '}']).unwrap();
    let many = format!("{}{}{}", &document[..at], u64::MAX, &document[end..]);
    check_rejected(&encode(&many).unwrap(), "The runs in this link take");
    let log = vec![r#"{"advance":{"by_ms":1}}"#; 10_001].join(",");
    let text = format!(r#"{{"designs":{{"A":{{"log":[{log}]}}}},"v":2}}"#);
    check_opens_with(
        &text,
        &["Member designs.A.log: It has more than 10,000 parts. The rest was left out."],
    );
}
