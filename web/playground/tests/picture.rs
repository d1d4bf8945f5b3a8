//! Pictures of a sandbox: what they show, and that nothing in a sandbox becomes markup.

use playground::lesson::example;
use playground::picture::{draw, fragment_in};
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::Session;
use serde_json::json;

fn call(session: &mut Session, operation: &str, request: &serde_json::Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

fn svg(session: &Session) -> String {
    let link = session.link().expect("it is small");
    draw::svg(&session.picture(None, format!("https://a.example/?a=1&b=2#{link}").into()))
}

/// The texts of a picture, one a line.
fn texts(svg: &str) -> String {
    let texts = svg.split("<text ").skip(1);
    let texts = texts.filter_map(|text| text.split_once('>')?.1.split("</text>").next());
    texts.collect::<Vec<&str>>().join("\n").replace('\u{a0}', " ")
}

#[test]
fn a_picture_has_a_table_its_indexes_and_the_last_receipt() {
    let mut session = Session::first();
    let before = texts(&svg(&session));
    for words in [
        "Orders",
        "10 items ·",
        "OpenOrders · GSI · SPARSE",
        "3 of 10",
        "ByTotal · LSI",
        "2024-05-03",
        "4 more entries",
    ] {
        assert!(before.lines().any(|line| line.starts_with(words)), "{words}:\n{before}");
    }
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    let update =
        json!({ "TableName": "Orders", "Key": key, "UpdateExpression": "REMOVE OrderOpenDate" });
    call(&mut session, "UpdateItem", &update);
    let after = texts(&svg(&session));
    let sentence =
        "Removing OrderOpenDate from O-1003 cost 5 write units: 4 for Orders and 1 for OpenOrders.";
    assert!(after.contains(sentence) && after.contains("entry 55 B ÷ 1,024 = 0.05 → 1"), "{after}");
    assert!(after.contains("leaves in"), "{after}");
}

/// What the picture says to a screen reader has the ways, too.
#[test]
fn a_picture_of_several_tables_has_the_map_and_one_of_a_table_has_none() {
    let mut session = example::opened("standing-sum");
    let item = json!({ "songID": { "S": "S1" }, "SK": { "S": "D-001" }, "Of": { "S": "2018-01" } });
    call(&mut session, "PutItem", &json!({ "TableName": "Music", "Item": item }));
    let svg = svg(&session).replace('\u{a0}', " ");
    let shown = texts(&svg);
    for words in ["Program Count", "Music", "→", "3 items · 1 on the way", "3 items · 1 write unit"]
    {
        assert!(shown.lines().any(|line| line == words), "{words}:\n{shown}");
    }
    let told = "Music, Program Count → Music: 3 items · 1 on the way";
    assert!(svg.contains(told), "{svg}");
    let one = Session::first();
    assert!(!texts(&self::svg(&one)).contains('→'));
    assert_eq!(one.picture(None, "#".into()).map, None);
}

#[test]
fn markup_and_characters_that_xml_has_not_stay_text() {
    let mut session = Session::first();
    let title = "</title><script>alert(1)</script>\u{0}\u{ffff}\u{202e}]]>";
    session.handle(Command::Rename(title.to_owned()));
    let hostile = "\"><image href='x' onerror='alert(1)'/>&amp;\u{1}\u{fffe}";
    let item = json!({
        "CustomerId": { "S": "<b>C0</b>" }, "OrderId": { "S": hostile },
        "OrderOpenDate": { "S": "<!--" }, "<svg onload=alert(1)>": { "S": "x" }
    });
    call(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
    let svg = svg(&session);
    for markup in ["<script", "<image", "<b>", "<!--", "<svg onload"] {
        assert!(!svg.contains(markup), "{markup}");
    }
    let forbidden = |letter: char| {
        letter < ' ' && letter != '\n' || letter == '\u{fffe}' || letter == '\u{ffff}'
    };
    assert!(!svg.contains(forbidden));
    assert_eq!(fragment_in(svg.as_bytes()), session.link().ok());
}

#[test]
fn a_sandbox_without_tables_has_a_picture() {
    let mut session = Session::first();
    session.handle(Command::NewSandbox { title: "Empty".to_owned(), epoch_seconds: 0 });
    assert!(texts(&svg(&session)).contains("Empty"));
}

#[test]
fn what_is_no_picture_of_a_sandbox_has_no_link() {
    for file in [
        "",
        "<svg/>",
        r#"<metadata id="sparsebox">https://a.example/</metadata>"#,
        r#"<metadata id="sparsebox">#work=1</metadata>"#,
        "{}",
    ] {
        assert_eq!(fragment_in(file.as_bytes()), None, "{file}");
    }
    assert_eq!(fragment_in(&[0xff, 0xfe, 0x00]), None);
}

#[test]
fn a_picture_says_why_the_last_run_ended() {
    let mut session = Session::first();
    let set_up = session.set_up(Some("Orders"), "experiment.steady").expect("it fits");
    session.handle(Command::Workload(WorkloadCommand::Set(set_up.plan)));
    session.handle(Command::Workload(WorkloadCommand::Start));
    session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 9 }));
    assert!(!texts(&svg(&session)).contains("The last run"), "it is under way");
    session.handle(Command::Workload(WorkloadCommand::Stop));
    let ended = texts(&svg(&session)).replace('\n', " ");
    assert!(
        ended.contains("The last run sent ") && ended.contains("was stopped after "),
        "{ended}"
    );
}
