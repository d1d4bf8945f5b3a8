//! Importing items: what is read from a text, what the import would do, and that it is one step of the sandbox.

use std::ops::Range;
use std::rc::Rc;

use playground::import::{Reading, TEXT_SIZE_MAX};
use playground::message::text as words;
use playground::sandbox::command::{Command, ImportCommand, WorkloadCommand};
use playground::sandbox::limit::VALUE_COUNT_MAX;
use playground::session::Session;
use playground::session::kept::{Kept, Taken};
use playground::view::compare::CompareCommand;
use playground::view::edit::{Edit, Field, ItemText, JsonForm, ValueKind, ValueText};
use playground::view::import::{
    ColumnKind, Delimiter, EmptyCell, Format, ImportForm, ImportStage, ImportView, TrialView,
};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use playground::view::workload::WorkloadStage;
use serde_json::{Value, json};

fn session() -> Session {
    Session::first()
}

fn form(text: &str) -> ImportForm {
    ImportForm { text: text.into(), ..ImportForm::default() }
}

/// Reads a text as items of the table Orders, whose keys are CustomerId and OrderId.
fn read(text: &str) -> Reading {
    read_form(&form(text))
}

fn read_form(form: &ImportForm) -> Reading {
    session().read_import(Some("Orders"), form).expect("the example has a table")
}

/// The items that were read, as one line of JSON each.
fn items(reading: &Reading) -> Vec<String> {
    reading.record.items.iter().map(ToString::to_string).collect()
}

/// The faults of a text: their lines, and their words.
fn faults(reading: &Reading) -> Vec<(u64, String)> {
    let fault = |it: &playground::view::import::LineFault| {
        let fault = &it.fault;
        let parts = [
            fault.attribute.as_deref().map(str::to_owned),
            fault.explanation.as_ref().map(words),
            fault.message.as_deref().map(str::to_owned),
        ];
        (it.line, parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    };
    reading.faults.iter().map(fault).collect()
}

fn problem(text: &str) -> Option<String> {
    read(text).problem.and_then(|fault| fault.explanation.as_ref().map(words))
}

fn notes(reading: &Reading) -> Vec<String> {
    reading.notes.iter().map(words).collect()
}

/// The items of the table Orders.
fn stored(session: &Session) -> Vec<Value> {
    let document: Value = serde_json::from_str(&session.document()).expect("a document is JSON");
    document["tables"][0]["Items"].as_array().expect("the example has items").clone()
}

/// Reads a text and tries its items.
fn tried(session: &mut Session, text: &str) -> (Reading, Rc<TrialView>, ImportView) {
    let reading = session.read_import(Some("Orders"), &form(text)).expect("there is a table");
    let command = ImportCommand::Try(Rc::clone(&reading.record));
    assert!(session.handle(Command::Import(command)).accepted);
    finish(session);
    let view = session.import_view(&reading);
    let ImportStage::Tried(trial) = &view.stage else { panic!("{:?}", view.stage) };
    (reading, Rc::clone(trial), view)
}

/// Imports all items of a text that the table accepts.
fn import(session: &mut Session, text: &str) {
    let (reading, _, _) = tried(session, text);
    let record = session.accepted_import(&reading.record).expect("it was tried");
    session.handle(Command::Import(ImportCommand::Start(record)));
    finish(session);
}

/// Does the slices of an import that are left.
fn finish(session: &mut Session) {
    while session.workload_stage() == WorkloadStage::Running {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 500 }));
    }
}

const CSV: &str = "CustomerId,OrderId,Total,Paid,Zip,OrderOpenDate\n\
                   C9,O-1,40,true,01234,2026-05-01\n\
                   C9,O-2,12345678901234567890.10,FALSE,80331,\n";

#[test]
fn the_cells_of_a_column_have_one_type_and_numbers_keep_their_digits() {
    let reading = read(CSV);
    assert_eq!(reading.format, Format::Csv(Delimiter::Comma));
    let [first, second] = items(&reading).try_into().unwrap();
    let [first, second]: [Value; 2] =
        [first, second].map(|item: String| serde_json::from_str(&item).unwrap());
    assert_eq!(
        first,
        json!({
            "CustomerId": { "S": "C9" }, "OrderId": { "S": "O-1" }, "Total": { "N": "40" },
            "Paid": { "BOOL": true }, "Zip": { "S": "01234" }, "OrderOpenDate": { "S": "2026-05-01" },
        })
    );
    assert_eq!(second["Total"], json!({ "N": "12345678901234567890.10" }));
    assert_eq!(second["Paid"], json!({ "BOOL": false }));
    assert!(second.get("OrderOpenDate").is_none(), "an empty cell is an absent attribute");
    assert_eq!(reading.lines, [2, 3]);
    assert!(reading.has_empty);
}

#[test]
fn delimiters_marks_line_ends_and_quotation_marks_are_found() {
    for (text, delimiter) in [
        ("\u{feff}CustomerId;OrderId;Total\r\nC1;\"a;\r\nb\";1,5\r\n", Delimiter::Semicolon),
        ("CustomerId\tOrderId\tTotal\nC1\t\"a;\r\nb\"\t1.5\n", Delimiter::Tab),
        ("CustomerId|OrderId|Total\n\nC1|\"a;\r\nb\"|1.5", Delimiter::Bar),
    ] {
        let reading = read(text);
        assert_eq!(reading.format, Format::Csv(delimiter), "{text:?}");
        let item: Value = serde_json::from_str(&items(&reading)[0]).unwrap();
        assert_eq!(item["OrderId"], json!({ "S": "a;\r\nb" }), "{text:?}");
        assert_eq!(item["Total"], json!({ "N": "1.5" }), "{text:?}: a key of ByTotal is a number");
    }
    assert_eq!(read("CustomerId|OrderId\n\nC1|1").lines, [3]);
}

#[test]
fn the_type_of_a_column_and_what_empty_cells_become_can_be_changed() {
    let text = "CustomerId,OrderId,Zip,Tags,Note\nC1,1,01234,\"[1,\"\"a\"\"]\",\n";
    let mut form = form(text);
    let item: Value = serde_json::from_str(&items(&read_form(&form))[0]).unwrap();
    assert_eq!(item["Tags"], json!({ "L": [{ "N": "1" }, { "S": "a" }] }));
    assert_eq!(item.get("Note"), None);
    form.columns.insert("Zip".into(), ColumnKind::N);
    form.columns.insert("Tags".into(), ColumnKind::Skip);
    form.columns.insert("OrderId".into(), ColumnKind::N);
    for (empty, note) in
        [(EmptyCell::Text, json!({ "S": "" })), (EmptyCell::Null, json!({ "NULL": true }))]
    {
        form.empty = empty;
        let item: Value = serde_json::from_str(&items(&read_form(&form))[0]).unwrap();
        assert_eq!(
            item,
            json!({
                "CustomerId": { "S": "C1" }, "OrderId": { "S": "1" }, "Zip": { "N": "01234" }, "Note": note,
            }),
            "a key keeps the type of the table"
        );
    }
}

#[test]
fn rows_that_do_not_fit_are_listed_with_their_lines() {
    let mut form = form(
        "CustomerId,OrderId,Total,Paid\nC1,1,x,true\nC1,2,1,yes\nC1,3,1,true,more\nC1,4,1,true",
    );
    form.columns.insert("Paid".into(), ColumnKind::Bool);
    let reading = read_form(&form);
    assert_eq!(reading.lines, [5]);
    assert_eq!(
        faults(&reading),
        [
            (2, "Total x is not a number.".to_owned()),
            (3, "Paid yes is neither true nor false.".to_owned()),
            (4, "The line has 5 cells, and the header has 4.".to_owned()),
        ]
    );
}

#[test]
fn columns_without_a_name_or_with_a_name_twice_are_told() {
    let reading = read("CustomerId,OrderId,,Note,Note\nC1,1,a,b,c");
    assert_eq!(
        items(&reading),
        [r#"{"CustomerId":{"S":"C1"},"Note":{"S":"b"},"OrderId":{"S":"1"}}"#]
    );
    assert_eq!(
        notes(&reading),
        [
            "Column 3 has no name and is not imported.",
            "Column 5 has the same name as an earlier one, Note, and is not imported.",
        ]
    );
    let open = read("CustomerId,OrderId\nC1,\"1\nC1,2");
    assert_eq!(
        notes(&open),
        ["A quotation mark is not closed. Line 2 may contain the lines after it."]
    );
}

#[test]
fn the_shapes_in_which_tools_write_items_are_read() {
    let typed = [
        r#"{"CustomerId":{"S":"C1"},"OrderId":{"S":"1"}}"#,
        r#"{"CustomerId":{"S":"C1"},"OrderId":{"S":"2"}}"#,
    ];
    let [first, second] = typed;
    let (plain_1, plain_2) =
        (r#"{"CustomerId":"C1","OrderId":"1"}"#, r#"{"CustomerId":"C1","OrderId":"2"}"#);
    for (text, format) in [
        (format!("[{first},\n{second}]"), Format::DynamoDbJson),
        (format!("{first}\n{second}\n"), Format::DynamoDbJson),
        (format!("{{\"Item\":{first}}}\n{{\"Item\":{second}}}\n"), Format::DynamoDbJson),
        (
            format!("{{\"Items\":[{first},{second}],\"Count\":2,\"ScannedCount\":2}}"),
            Format::DynamoDbJson,
        ),
        (
            format!(
                "{{\"Orders\":[{{\"PutRequest\":{{\"Item\":{first}}}}},{{\"PutRequest\":{{\"Item\":{second}}}}}]}}"
            ),
            Format::DynamoDbJson,
        ),
        (
            format!(
                "{{\"RequestItems\":{{\"Orders\":[{{\"PutRequest\":{{\"Item\":{first}}}}},{{\"PutRequest\":{{\"Item\":{second}}}}}]}}}}"
            ),
            Format::DynamoDbJson,
        ),
        (format!("[{plain_1},{plain_2}]"), Format::PlainJson),
        (format!("{plain_1}\n{plain_2}"), Format::PlainJson),
        (format!("{{\"Items\":[{plain_1},{plain_2}]}}"), Format::PlainJson),
    ] {
        let reading = read(&text);
        assert_eq!(
            (reading.format, items(&reading)),
            (format, typed.map(str::to_owned).to_vec()),
            "{text}"
        );
        assert_eq!(faults(&reading), [], "{text}");
    }
    assert_eq!(items(&read(plain_1)), [first]);
    assert_eq!(items(&read(&format!("{{\n  \"Item\": {first}\n}}"))), [first]);
}

#[test]
fn what_is_not_imported_of_a_batch_or_a_page_is_told() {
    let put = r#"{"PutRequest":{"Item":{"CustomerId":{"S":"C1"},"OrderId":{"S":"1"}}}}"#;
    let reading = read(&format!(
        "{{\"Orders\":[{put},\n{{\"DeleteRequest\":{{\"Key\":{{}}}}}}],\n\"Games\":[{put}]}}"
    ));
    assert_eq!(reading.lines, [1]);
    assert_eq!(faults(&reading), [(2, "A DeleteRequest is not imported.".to_owned())]);
    assert_eq!(
        notes(&reading),
        ["1 request for the table Games is not imported: the open table is Orders."]
    );
    let page = read(r#"{"Items":[{"CustomerId":"C1","OrderId":"1"}],"LastEvaluatedKey":{"x":1}}"#);
    assert_eq!(
        notes(&page),
        ["This is one page of a scan or query: the reply says that there are more items."]
    );
}

#[test]
fn a_text_without_an_item_for_the_table_says_why_and_what_to_do() {
    let put = r#"{"PutRequest":{"Item":{"id":{"S":"C1"}}}}"#;
    let others = read(&format!(r#"{{"Games":[{put}],"Players":[{put},{put}]}}"#));
    assert_eq!(
        others.problem.as_ref().and_then(|fault| fault.explanation.as_ref().map(words)).unwrap(),
        "No request in this text is for Orders, the open table. The requests are for Games, Players. \
         To import them, open their table first."
    );
    assert_eq!(notes(&others).len(), 2, "each table is named, although there is no row");
    let page = read(r#"{"Items":[],"Count":0,"ScannedCount":9,"LastEvaluatedKey":{"x":1}}"#);
    assert_eq!(
        page.problem.as_ref().and_then(|fault| fault.explanation.as_ref().map(words)).unwrap(),
        "This page of a scan or query has no items."
    );
    assert_eq!(notes(&page).len(), 1, "there are more pages");
    let problem = |text: &str| {
        let fault = read(text).problem?;
        fault.explanation.as_ref().map(words)
    };
    let nothing =
        "There is no item in this text. Paste CSV whose first line names the columns, or JSON.";
    for text in ["[]", "  [ ]\n", ",,\n", "\"\""] {
        assert_eq!(problem(text).as_deref(), Some(nothing), "{text}");
    }
    for text in ["7", "null"] {
        let names = format!("The first line, {text}, is read as the names of columns,");
        assert!(problem(text).is_some_and(|it| it.starts_with(&names)), "{text}");
    }
    // It is an item without its keys.
    assert_eq!(read(r#"{"Games":[]}"#).lines, [1]);
}

#[test]
fn an_object_in_a_cell_is_a_map_or_a_typed_value_as_the_user_says() {
    let cells = "CustomerId,OrderId,Note,Mixed\n\
                 \"{\"\"S\"\":\"\"C1\"\"}\",1,\"{\"\"N\"\":\"\"5\"\"}\",\"{\"\"N\"\":\"\"6\"\"}\"\n\
                 C2,2,\"{\"\"S\"\":\"\"x\"\"}\",7\n";
    let reading = read(cells);
    assert!(reading.is_ambiguous);
    assert!(items(&reading)[1].contains(r#""Note":{"M":{"S":{"S":"x"}}}"#), "{reading:?}");
    let typed = read_form(&ImportForm { tagged: true, ..form(cells) });
    assert_eq!(
        items(&typed),
        [
            r#"{"CustomerId":{"S":"C1"},"Mixed":{"N":"6"},"Note":{"N":"5"},"OrderId":{"S":"1"}}"#,
            r#"{"CustomerId":{"S":"C2"},"Mixed":{"N":"7"},"Note":{"S":"x"},"OrderId":{"S":"2"}}"#,
        ]
    );
    assert!(typed.is_ambiguous, "the choice stays");
    let mut strings = ImportForm { tagged: true, ..form(cells) };
    strings.columns.insert("Note".into(), ColumnKind::S);
    assert!(items(&read_form(&strings))[1].contains(r#""Note":{"S":"{\"S\":\"x\"}"}"#));
    let plain = read("CustomerId,OrderId,Note\nC1,1,\"{\"\"a\"\":1}\"\n");
    assert!(!plain.is_ambiguous);
}

#[test]
fn numbers_of_json_keep_their_digits() {
    let reading = read(r#"{"CustomerId":"C1","OrderId":"1","Total":12345678901234567890123.4567}"#);
    let item: Value = serde_json::from_str(&items(&reading)[0]).unwrap();
    assert_eq!(item["Total"], json!({ "N": "12345678901234567890123.4567" }));
}

#[test]
fn an_object_that_may_be_a_typed_value_is_a_map_or_a_value_as_the_user_says() {
    let text = r#"{"CustomerId":"C1","OrderId":"1","Note":{"S":"x"}}"#;
    let reading = read(text);
    assert!(reading.is_ambiguous);
    assert!(items(&reading)[0].contains(r#""Note":{"M":{"S":{"S":"x"}}}"#), "{reading:?}");
    let reading = read_form(&ImportForm { tagged: true, ..form(text) });
    assert!(items(&reading)[0].contains(r#""Note":{"S":"x"}"#), "{reading:?}");
    let typed = r#"{"CustomerId":{"S":"C1"},"OrderId":{"S":"1"}}"#;
    assert!(!read(typed).is_ambiguous);
    let plain = ImportForm { format: Some(Format::PlainJson), ..form(typed) };
    assert!(items(&read_form(&plain))[0].contains(r#"{"M":{"S":{"S":"C1"}}}"#));
}

#[test]
fn what_is_before_and_after_a_fault_is_read() {
    let good = |id: u64| format!(r#"{{"CustomerId":"C1","OrderId":"{id}"}}"#);
    let lines = read(&format!("{}\n{{\"CustomerId\": oops}}\n{}\n", good(1), good(2)));
    assert_eq!(lines.lines, [1, 3]);
    assert_eq!(faults(&lines), [(2, "Not JSON: look at line 2, column 16.".to_owned())]);
    let array = read(&format!("[\n  {},\n  {{\"CustomerId\": oops}},\n  {}\n]", good(1), good(2)));
    assert_eq!((array.lines.as_slice(), array.faults.len()), ([2, 4].as_slice(), 1));
    for truncated in [
        format!("[\n{},\n{},\n{{\"CustomerId\": \"C", good(1), good(2)),
        format!("{{\"Items\": [\n{},\n{},\n{{\"CustomerId\": \"C", good(1), good(2)),
    ] {
        let reading = read(&truncated);
        assert_eq!(reading.lines, [2, 3], "{truncated}");
        assert_eq!(reading.faults[0].line, 4, "{truncated}");
    }
    let unclosed = read(&format!("[\n{}\n", good(1)));
    assert_eq!((unclosed.lines.as_slice(), unclosed.faults.len()), ([2].as_slice(), 1));
    let other = read(&format!("[\n{},\n7\n]", good(1)));
    assert_eq!(faults(&other), [(3, "An item is a JSON object: { … }.".to_owned())]);
}

#[test]
fn a_text_that_is_not_data_is_told_as_a_whole() {
    assert_eq!(problem(""), None);
    assert!(read("").record.items.is_empty());
    let told = |text: &str| problem(text).unwrap_or_else(|| panic!("{text:?}"));
    for text in ["hello world", "hello world\n1,2"] {
        let start = "The first line, hello world, is read as the names of columns, and has no column CustomerId";
        assert!(told(text).starts_with(start), "{}", told(text));
    }
    assert_eq!(told("CustomerId,OrderId"), "There are names of columns, but no line below them.");
    assert!(told("a\0\0").starts_with("This is not text"));
    assert!(told("\u{1f}\u{fffd}\u{8}").starts_with("This file is compressed"));
    let large = "x".repeat(usize::try_from(TEXT_SIZE_MAX).unwrap() + 1);
    assert!(told(&large).starts_with("The text has"));
    assert_eq!(read("a\nb\0c").problem.unwrap().place, Some((2, 2)));
}

#[test]
fn deep_nesting_is_a_fault_of_its_row() {
    let deep =
        format!(r#"{{"CustomerId":"C1","OrderId":"1","a":{}{}}}"#, "[".repeat(40), "]".repeat(40));
    let very_deep = format!(r#"{{"a":{}"#, "[".repeat(200_000));
    assert_eq!(read(&deep).faults.len(), 1);
    assert!(read(&very_deep).record.items.is_empty());
}

#[test]
fn a_length_stands_for_long_text() {
    let reading = read("CustomerId,OrderId,Note\nC1,1,‹3500›\nC1,2,‹500000›\n");
    let item: Value = serde_json::from_str(&items(&reading)[0]).unwrap();
    assert_eq!(item["Note"]["S"].as_str().map(str::len), Some(3500));
    assert_eq!(reading.faults.iter().map(|it| it.line).collect::<Vec<_>>(), [3]);
    for json in [
        r#"{"CustomerId":"C1","OrderId":"1","Note":["‹3500›"]}"#,
        r#"{"CustomerId":{"S":"C1"},"OrderId":{"S":"1"},"Note":{"L":[{"S":"‹3500›"}]}}"#,
    ] {
        let item: Value = serde_json::from_str(&items(&read(json))[0]).unwrap();
        assert_eq!(item["Note"]["L"][0]["S"].as_str().map(str::len), Some(3500), "{json}");
    }
}

#[test]
fn a_length_stands_for_long_text_wherever_a_value_is_typed() {
    let note = |session: &Session| {
        let items = stored(session);
        let item = items.iter().find(|item| item["OrderId"]["S"] == "O-1").unwrap();
        item["Note"]["S"].as_str().map(str::len)
    };
    let value = |kind, text: &str| ValueText { kind, text: text.to_owned() };
    let field =
        |name: &str, text| Field { name: name.to_owned(), value: value(ValueKind::S, text) };
    let fields = vec![field("CustomerId", "C9"), field("OrderId", "O-1"), field("Note", "‹3500›")];
    let text = |form, text: &str| Edit::Put { text: ItemText { form, text: text.to_owned() } };
    for edit in [
        Edit::Compose { copy_of: None, fields },
        text(JsonForm::Plain, r#"{"CustomerId":"C9","OrderId":"O-1","Note":"‹3500›"}"#),
        text(
            JsonForm::DynamoDb,
            r#"{"CustomerId":{"S":"C9"},"OrderId":{"S":"O-1"},"Note":{"S":"‹3500›"}}"#,
        ),
    ] {
        let mut session = session();
        let command = Command::Edit { table: "Orders".to_owned(), edit };
        assert!(session.handle(command).accepted);
        assert_eq!(note(&session), Some(3500));
        let item = session.item(Some("Orders"), None).unwrap().id;
        let edit = Edit::Set {
            item,
            attribute: "Note".to_owned(),
            value: value(ValueKind::S, "‹500000›"),
        };
        let response = session.handle(Command::Edit { table: "Orders".to_owned(), edit });
        assert!(!response.accepted);
        assert!(words(&response.notices[0]).contains("400"), "{response:?}");
    }
}

#[test]
fn a_trial_changes_nothing_and_says_what_the_import_then_costs() {
    let mut session = session();
    let before = session.document();
    let (_, trial, view) = tried(
        &mut session,
        "CustomerId,OrderId,Total,OrderOpenDate\nC1,O-1001,5,\nC9,O-1,5,2026-05-01\nC9,O-2,6,\nC9,O-2,7,\nC9,,8,\n",
    );
    assert_eq!(session.document(), before);
    assert_eq!((trial.written_count, trial.replaced_count), (4, 2));
    assert_eq!(view.rejected.iter().map(|it| it.line).collect::<Vec<_>>(), [6]);
    assert!(
        words(&view.notes[0]).starts_with("1 row has the key of a later row"),
        "{:?}",
        view.notes
    );
    let stores: u64 = trial.stores.iter().map(|store| store.term.units.halves).sum();
    assert_eq!(stores, trial.total.halves);

    import(&mut session, CSV);
    let operation = session.why(None);
    let receipt = operation.receipt.unwrap();
    let lines: u64 = receipt.lines.iter().map(|line| line.units.halves).sum();
    assert_eq!(receipt.total.halves, lines);
    assert_eq!(words(&receipt.several[0]), "2 requests: 2 new items, 0 replaced.");
}

#[test]
fn an_import_costs_what_its_trial_said() {
    let mut session = session();
    let (_, trial, _) = tried(&mut session, CSV);
    import(&mut session, CSV);
    assert_eq!(session.why(None).receipt.unwrap().total, trial.total);
    assert_eq!(stored(&session).len(), 12);
}

#[test]
fn an_import_is_one_step_of_undo_and_redo() {
    let mut session = session();
    let before = session.document();
    import(&mut session, CSV);
    let after = session.document();
    assert_eq!(words(&session.bar(None).undo.unwrap()), "Import 2 items into Orders");
    assert_eq!(session.timeline(None).stops.len(), 1);
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(session.document(), before);
    assert!(session.handle(Command::Redo).accepted);
    assert_eq!(session.document(), after);
}

#[test]
fn an_import_survives_links_files_rewinding_and_a_second_design() {
    let mut session = session();
    import(&mut session, CSV);
    let document = session.document();
    let mut opened = self::session();
    assert!(opened.handle(Command::OpenLink(session.link().unwrap())).accepted);
    assert_eq!(opened.document(), document);
    assert!(opened.handle(Command::OpenDocument(session.work())).accepted);
    assert_eq!(opened.document(), document);
    session.handle(Command::Advance { by_ms: 5_000 });
    session.handle(Command::Rewind(Travel::Back));
    session.handle(Command::Rewind(Travel::Now));
    assert_eq!(stored(&session).len(), 12);
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!(stored(&session).len(), 12);
    // From an earlier moment an import continues, as any write does.
    session.handle(Command::Rewind(Travel::Back));
    import(&mut session, CSV);
    assert!(!session.is_rewound());
}

/// Many rows, enough for several slices.
fn many(count: usize) -> String {
    let rows = (0..count).map(|row| format!("C{},O-9{row},{row},2026-05-01\n", row % 7));
    ["CustomerId,OrderId,Total,OrderOpenDate\n".to_owned()].into_iter().chain(rows).collect()
}

#[test]
fn many_items_are_imported_in_slices_and_cancelling_writes_nothing() {
    let mut session = session();
    let before = session.document();
    let text = many(3_000);
    let (reading, trial, _) = tried(&mut session, &text);
    assert_eq!(trial.written_count, 3_000);
    let start = || Command::Import(ImportCommand::Start(Rc::clone(&reading.record)));
    let step = || Command::Workload(WorkloadCommand::Step { turn_count: 1_000 });
    assert!(session.handle(start()).accepted);
    session.handle(step());
    let ImportStage::Importing(progress) = session.import_view(&reading).stage else { panic!() };
    assert_eq!((progress.done, progress.all), (1_000, 3_000));
    assert!(session.handle(Command::Import(ImportCommand::Cancel)).accepted);
    assert_eq!(
        (session.document(), session.workload_stage()),
        (before.clone(), WorkloadStage::Idle)
    );
    assert_eq!(session.bar(None).undo, None);
    session.handle(start());
    session.handle(step());
    session.handle(Command::Rename("Other".to_owned()));
    assert_eq!(stored(&session).len(), 10, "any other command cancels the import");
    import(&mut session, &text);
    assert_eq!(stored(&session).len(), 3_010);
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(stored(&session).len(), 10);
}

#[test]
fn rows_that_are_throttled_are_counted_and_not_written() {
    let mut session = session();
    session.handle(Command::Set { setting: Setting::Enforcement, value: 1 });
    session.handle(Command::Set { setting: Setting::BurstSeconds, value: 1 });
    session.handle(Command::Set { setting: Setting::WriteCeiling, value: 100 });
    let text = many(600);
    let (reading, trial, _) = tried(&mut session, &text);
    assert!(trial.throttled_count > 0, "{trial:?}");
    assert_eq!(trial.written_count + trial.throttled_count, 600);
    let record = session.accepted_import(&reading.record).unwrap();
    assert_eq!(record.items.len(), 600, "another moment may admit what is throttled now");
    import(&mut session, &text);
    let receipt = session.why(None).receipt.unwrap();
    let told = words(&receipt.several[0]);
    assert!(told.contains(&format!("{} throttled", trial.throttled_count)), "{told}");
    assert_eq!(stored(&session).len() as u64, 10 + trial.written_count);
}

#[test]
fn an_import_of_nothing_and_into_no_table_is_rejected() {
    let mut session = session();
    let reading = session.read_import(Some("Orders"), &form("")).unwrap();
    let start = Command::Import(ImportCommand::Start(Rc::clone(&reading.record)));
    assert!(!session.handle(start).accepted);
    let reading = session.read_import(Some("Orders"), &form(CSV)).unwrap();
    session.handle(Command::DeleteTable("Orders".to_owned()));
    let start = Command::Import(ImportCommand::Start(Rc::clone(&reading.record)));
    assert!(!session.handle(start).accepted);
    assert_eq!(session.import_view(&reading).stage, ImportStage::Untried);
}

/// Items of 95,000 empty lists each, which have about 285,000 values.
fn wide(rows: Range<usize>) -> String {
    let lists = format!("[{}[]]", "[],".repeat(94_999));
    let item = |row| format!(r#"{{"CustomerId":"C9","OrderId":"{row}","Lists":{lists}}}"#) + "\n";
    rows.map(item).collect()
}

#[test]
fn an_import_says_beforehand_that_it_has_more_values_than_can_be_opened_again() {
    let mut session = session();
    let text = wide(0..VALUE_COUNT_MAX / 285_000 + 1);
    let reading = session.read_import(Some("Orders"), &form(&text)).unwrap();
    let command = ImportCommand::Try(Rc::clone(&reading.record));
    session.handle(Command::Import(command));
    finish(&mut session);
    let ImportStage::Full(told) = session.import_view(&reading).stage else { panic!() };
    assert_eq!(
        words(&told),
        "These items cannot be imported: with them, the items have more than 2,031,616 values, those of both designs together, the most \
         that this page can open again."
    );
    assert_eq!(session.accepted_import(&reading.record), None);
}

/// What is stored has the items of both designs, and what led to each if there is room for it.
#[test]
fn the_values_of_both_designs_can_be_opened_again() {
    let mut session = session();
    import(&mut session, &wide(0..3));
    // Opened again, it begins with these items, and not with a text of them.
    let opened = session.document();
    assert!(session.handle(Command::OpenDocument(opened)).accepted);
    finish(&mut session);
    let plan = session.set_up(Some("Orders"), "experiment.steady").expect("it fits").plan;
    let step = WorkloadCommand::Step { turn_count: 100 };
    for command in [WorkloadCommand::Set(plan), WorkloadCommand::Start, step, WorkloadCommand::Stop]
    {
        assert!(session.handle(Command::Workload(command)).accepted);
    }
    let mut kept = Kept::new(&mut session);
    assert_eq!(session.bar(None).notice, None, "855,000 values, and as many before the run");
    let duplicate = Command::Compare(CompareCommand::Duplicate);
    assert!(session.handle(duplicate.clone()).accepted);
    assert_eq!(kept.take(&mut session), Taken::Checkpoint, "855,000 values each");
    let said = session.bar(None).notice.expect("it is said what is left out");
    assert_eq!(
        words(&said),
        "There is no room to store what led to this sandbox: opened again, it has its items, but nothing that was done before can be \
         undone."
    );
    let reading = session.read_import(Some("Orders"), &form(&wide(3..5))).unwrap();
    session.handle(Command::Import(ImportCommand::Try(Rc::clone(&reading.record))));
    finish(&mut session);
    let stage = session.import_view(&reading).stage;
    assert!(matches!(stage, ImportStage::Full(_)), "2,280,000 values");

    session.handle(Command::Compare(CompareCommand::Keep));
    import(&mut session, &wide(3..4));
    let refused = session.handle(duplicate);
    assert!(!refused.accepted, "twice 1,140,000 values");
    let told = words(&refused.notices[0]);
    assert!(
        told.starts_with("This was not done: the items have more than 2,031,616 values"),
        "{told}"
    );
}
