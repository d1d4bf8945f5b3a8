//! SQL tables: what is asked of them is counted, and takes no capacity units. The flows between one and a table of DynamoDB.

use playground::message::text as words;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::growth::TableGrowth;
use playground::view::pattern::{PatternAnswer, PatternDraft};
use playground::view::value::{OperationOutcome, SqlUse};
use serde_json::{Value, json};

/// A table of products, and the SQL table that it has them from. Both have streams.
fn shop() -> Session {
    let mut session = Session::first();
    let new = Command::NewSandbox { title: "Shop".to_owned(), epoch_seconds: 0 };
    assert!(session.handle(new).accepted);
    for table in ["Products", "Rows"] {
        create(&mut session, table);
    }
    set_sql(&mut session, "Rows", true);
    for (product, price) in [("P-1", "40"), ("P-2", "25"), ("P-3", "60")] {
        put(&mut session, "Rows", product, price);
    }
    session
}

fn send(session: &mut Session, operation: &str, request: &Value) -> bool {
    let (operation, request) = (operation.to_owned(), request.to_string());
    session.handle(Command::Call { operation, request }).accepted
}

fn create(session: &mut Session, table: &str) {
    let request = json!({ "TableName": table, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "ProductId", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "ProductId", "KeyType": "HASH" }],
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" } });
    assert!(send(session, "CreateTable", &request));
}

fn set_sql(session: &mut Session, table: &str, is_sql: bool) {
    let command = PlanCommand::SetSql { table: table.into(), is_sql };
    assert!(session.handle(Command::Plan(command)).accepted);
}

fn key(product: &str) -> Value {
    json!({ "ProductId": { "S": product } })
}

fn put(session: &mut Session, table: &str, product: &str, price: &str) {
    let item = json!({ "ProductId": { "S": product }, "Name": { "S": "Lamp" },
        "Price": { "N": price }, "ver": { "N": "1" } });
    assert!(send(session, "PutItem", &json!({ "TableName": table, "Item": item })));
}

/// Reads a product. Returns whether it is there.
fn is_found(session: &mut Session, table: &str, product: &str) -> bool {
    assert!(send(session, "GetItem", &json!({ "TableName": table, "Key": key(product) })));
    let operation = session.last_operation().expect("it was sent");
    operation.reply.as_ref().is_ok_and(|reply| reply.get("Item").is_some())
}

fn set(session: &mut Session, table: &str, price: &str) {
    let request = json!({ "TableName": table, "Key": key("P-1"), "UpdateExpression": "SET Price = :p",
        "ExpressionAttributeValues": { ":p": { "N": price } } });
    assert!(send(session, "UpdateItem", &request));
}

/// Attaches a program that writes the price of a changed product into another table, with more that it sets.
fn copy(session: &mut Session, name: &str, tables: [&str; 2], pattern: &Value, more: &str) {
    let [from, to] = tables;
    let program = json!({ "ProgramName": name, "TableName": from,
        "FilterCriteria": { "Filters": [{ "Pattern": pattern }] },
        "Requests": [{ "Operation": "UpdateItem", "Request": {
            "TableName": to, "Key": { "ProductId": "{key.ProductId}" },
            "UpdateExpression": format!("SET Price = :p{more}"),
            "ExpressionAttributeValues": match more {
                "" => json!({ ":p": "{new.Price}" }),
                _ => json!({ ":p": "{new.Price}", ":m": { "S": "{id}" } }),
            } } }] });
    let command = PlanCommand::SaveProgram(program.to_string().into());
    assert!(session.handle(Command::Plan(command)).accepted);
}

fn changed() -> Value {
    json!({ "eventName": ["MODIFY"] })
}

fn pass(session: &mut Session) {
    assert!(session.handle(Command::Advance { by_ms: 60_000 }).accepted);
}

/// Write units, read units, SQL reads and SQL writes, the units in halves.
fn totals(session: &Session) -> [u64; 4] {
    let meter = session.meter(None);
    let SqlUse { read_count, write_count } = meter.sql;
    [meter.written.halves, meter.read.halves, read_count, write_count]
}

/// What has been taken since.
fn since(session: &Session, before: [u64; 4]) -> [u64; 4] {
    let mut now = totals(session);
    now.iter_mut().zip(before).for_each(|(now, before)| *now -= before);
    now
}

/// Facts 10.23: 8 requests on an empty cache are 3 misses and 5 hits.
#[test]
fn a_cache_that_is_filled_on_a_miss_asks_sql_three_times_for_eight_requests() {
    let mut session = shop();
    let before = totals(&session);
    for product in ["P-1", "P-2", "P-1", "P-3", "P-1", "P-2", "P-3", "P-1"] {
        if !is_found(&mut session, "Products", product) {
            assert!(is_found(&mut session, "Rows", product));
            put(&mut session, "Products", product, "40");
        }
    }
    // 3 WCU, 8 × 0.5 RCU, 3 SQL reads.
    assert_eq!(since(&session, before), [6, 8, 3, 0]);
}

/// Facts 18.4: 1 WCU and 1 SQL write for a change through either side, however far the program is behind.
#[test]
fn a_change_through_either_side_is_one_unit_and_one_sql_write() {
    for [from, to] in [["Products", "Rows"], ["Rows", "Products"]] {
        let mut session = shop();
        put(&mut session, "Products", "P-1", "40");
        copy(&mut session, "Copy", [from, to], &changed(), "");
        let before = totals(&session);
        set(&mut session, from, "50");
        let number = session.last_operation().expect("it was sent").number;
        pass(&mut session);
        assert_eq!(since(&session, before), [2, 0, 0, 1], "{from}");
        let run = session.operation(number).expect("it is remembered").program_runs[0].taken;
        let expected = if to == "Rows" { (0, 1) } else { (2, 0) };
        assert_eq!((run.written.halves(), run.sql.write_count), expected, "{from}");
    }
}

/// Facts 18.4, the loop: the last write sets what is there, makes no record, and ends it.
#[test]
fn two_programs_end_when_a_write_changes_nothing_and_go_round_when_each_marks_its_own() {
    let [mut session, mut rounds] = [shop(), shop()];
    put(&mut session, "Products", "P-1", "40");
    put(&mut rounds, "Products", "P-1", "40");
    copy(&mut session, "ToSql", ["Products", "Rows"], &changed(), "");
    copy(&mut session, "Back", ["Rows", "Products"], &changed(), "");
    let before = totals(&session);
    set(&mut session, "Products", "50");
    pass(&mut session);
    assert_eq!(since(&session, before), [4, 0, 0, 1]);

    let stamp = ", updatedAt = :m";
    copy(&mut rounds, "ToSql", ["Products", "Rows"], &changed(), stamp);
    copy(&mut rounds, "Back", ["Rows", "Products"], &changed(), stamp);
    let before = totals(&rounds);
    set(&mut rounds, "Products", "50");
    pass(&mut rounds);
    // The update, and 8 of the 16 rounds after which a program is stopped; the other 8 are SQL writes.
    assert_eq!(since(&rounds, before), [18, 0, 0, 8]);
}

/// An item that is written twice, of which the second is too late, is charged and changes nothing.
#[test]
fn a_late_fill_is_charged_and_changes_nothing() {
    let mut session = shop();
    put(&mut session, "Products", "P-1", "41");
    let before = totals(&session);
    let fill = json!({ "TableName": "Products", "Item": key("P-1"),
        "ConditionExpression": "attribute_not_exists(ProductId)" });
    assert!(!send(&mut session, "PutItem", &fill));
    assert_eq!(since(&session, before), [2, 0, 0, 0]);
    let guarded = json!({ "TableName": "Rows", "Item": key("P-1"),
        "ConditionExpression": "attribute_not_exists(ProductId)" });
    let before = totals(&session);
    assert!(!send(&mut session, "PutItem", &guarded));
    assert_eq!(since(&session, before), [0, 0, 0, 1]);
    let rejected = OperationOutcome::Rejected { charged: None, is_throttled: false };
    assert_eq!(session.outcome(None), Some(rejected));
}

#[test]
fn a_receipt_counts_requests_instead_of_units() {
    let mut session = shop();
    assert!(is_found(&mut session, "Rows", "P-1"));
    let sql = SqlUse { read_count: 1, write_count: 0 };
    assert_eq!(session.outcome(None), Some(OperationOutcome::Sql(sql)));
    let receipt = session.why(None).receipt.expect("it has a receipt");
    assert_eq!((receipt.total.halves, receipt.sql, receipt.lines.len()), (0, sql, 1));
    assert_eq!(words(&receipt.lines[0].arithmetic[0]), "1 SQL read");
}

/// One request is one SQL read, however many rows it looks at.
#[test]
fn a_receipt_counts_the_rows_that_a_read_looks_at() {
    let mut session = shop();
    let filter = json!({ "FilterExpression": "Price > :p",
        "ExpressionAttributeValues": { ":p": { "N": "50" } } });
    let keys =
        json!({ "RequestItems": { "Rows": { "Keys": [key("P-1"), key("P-2"), key("P-9")] } } });
    let cases = [
        ("Scan", json!({ "TableName": "Rows" }), ["1 SQL read", "3 rows read"]),
        ("Scan", with(&filter, "TableName", "Rows"), ["1 SQL read", "3 rows read"]),
        (
            "GetItem",
            json!({ "TableName": "Rows", "Key": key("P-1") }),
            ["1 SQL read", "1 row read"],
        ),
        (
            "GetItem",
            json!({ "TableName": "Rows", "Key": key("P-9") }),
            ["1 SQL read", "0 rows read"],
        ),
        ("BatchGetItem", keys, ["3 SQL reads", "2 rows read"]),
    ];
    for (operation, request, expected) in cases {
        assert!(send(&mut session, operation, &request));
        let receipt = session.why(None).receipt.expect("it has a receipt");
        let said: Vec<String> = receipt.lines[0].arithmetic.iter().map(words).collect();
        assert_eq!(said, expected, "{operation}");
    }
    set(&mut session, "Rows", "50");
    let receipt = session.why(None).receipt.expect("it has a receipt");
    let said: Vec<String> = receipt.lines[0].arithmetic.iter().map(words).collect();
    assert_eq!(said, ["1 SQL write"]);
}

/// A request with one more member.
fn with(request: &Value, member: &str, value: &str) -> Value {
    let mut request = request.clone();
    request[member] = json!(value);
    request
}

#[test]
fn an_sql_table_is_no_part_of_the_bill() {
    let mut session = shop();
    let tables = |session: &Session| -> Vec<String> {
        let cost = session.cost(Some("Rows")).expect("there are tables");
        cost.tables.iter().map(|table| table.name.to_string()).collect()
    };
    assert_eq!(tables(&session), ["Products"]);
    set_sql(&mut session, "Rows", false);
    assert_eq!(tables(&session), ["Products", "Rows"]);
    assert!(session.handle(Command::Undo).accepted);
    assert!(session.handle(Command::DeleteTable("Products".to_owned())).accepted);
    assert_eq!((session.cost(None), session.advice(None)), (None, None));
}

/// Cost and its words are of the tables that have one, whichever is open.
#[test]
fn beside_an_open_sql_table_the_bill_is_of_the_others() {
    let mut session = shop();
    let cost = |session: &Session| session.cost(Some("Rows")).expect("Products has a cost");
    assert_eq!(cost(&session), session.cost(Some("Products")).expect("it is there"));
    let grow = |session: &mut Session, table: &str| {
        let mut settings = cost(session).settings;
        let table = table.into();
        settings.grow(TableGrowth { table, monthly: 9, days: None, collection_monthly: None });
        assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
        cost(session).growth.rows.len()
    };
    assert_eq!([grow(&mut session, "Rows"), grow(&mut session, "Products")], [0, 7]);
}

/// A pattern of a request a second.
fn plan(session: &mut Session, operation: &str, request: &Value) -> PatternAnswer {
    let draft = PatternDraft {
        name: operation.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: "1".into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
    let view = session.patterns(None);
    view.patterns.last().and_then(|it| it.answer()).expect("it was tried").clone()
}

#[test]
fn a_pattern_on_an_sql_table_has_no_price_and_says_why() {
    let mut session = shop();
    let told = |answer: &PatternAnswer| -> Vec<String> { answer.notes.iter().map(words).collect() };
    let why =
        "An SQL database has other prices. Its requests are counted, and take no capacity units.";
    let rows = json!({ "TableName": "Rows", "Key": key("P-1") });
    let of_rows = plan(&mut session, "GetItem", &rows);
    assert_eq!((of_rows.terms.len(), &*words(&of_rows.month())), (0, "–"));
    assert!(told(&of_rows).contains(&why.to_owned()), "{of_rows:?}");
    let items = json!([{ "PutRequest": { "Item": key("P-8") } }]);
    let both = json!({ "RequestItems": { "Rows": items, "Products": items } });
    let of_both = plan(&mut session, "BatchWriteItem", &both);
    // 2,628,000 write units at $0.625 a million.
    assert_eq!((of_both.terms.len(), &*words(&of_both.month())), (1, "$1.64"));
    assert!(told(&of_both).contains(&why.to_owned()), "{of_both:?}");
    // A program writes into Products what changes in Rows.
    put(&mut session, "Products", "P-1", "40");
    copy(&mut session, "Copy", ["Rows", "Products"], &changed(), "");
    let update = json!({ "TableName": "Rows", "Key": key("P-1"), "UpdateExpression": "SET Price = :p",
        "ExpressionAttributeValues": { ":p": { "N": "{sequence}.5" } } });
    assert_eq!(&*words(&plan(&mut session, "UpdateItem", &update).month()), "$1.64");
}

#[test]
fn what_takes_units_explains_a_batch_on_both_kinds_of_tables() {
    let mut session = shop();
    let items = json!([{ "PutRequest": { "Item": key("P-7") } }]);
    let send_batch = |session: &mut Session, tables: &[&str]| {
        let items: Value = tables.iter().map(|it| ((*it).to_owned(), items.clone())).collect();
        assert!(send(session, "BatchWriteItem", &json!({ "RequestItems": items })));
        let receipt = session.why(None).receipt.expect("it has one");
        receipt.rule.as_ref().expect("it has a rule").key
    };
    assert_eq!(send_batch(&mut session, &["Rows", "Products"]), "rule.batch_write");
    assert_eq!(send_batch(&mut session, &["Rows"]), "rule.sql");
}

#[test]
fn it_stays_one_when_it_is_undone_opened_again_and_rebuilt() {
    let mut session = shop();
    let is_sql = |session: &Session| {
        session.table_head(Some("Rows")).is_some_and(|it| it.is_sql == Some(true))
    };
    set_sql(&mut session, "Rows", false);
    assert!(!is_sql(&session));
    assert!(session.handle(Command::Undo).accepted);
    assert!(is_sql(&session));
    let mut design = session.table_design("Rows").expect("it is there");
    let rebuild = Command::RebuildTable { table: "Rows".to_owned(), design: design.clone() };
    let before = totals(&session);
    assert!(session.handle(rebuild).accepted);
    assert!(is_sql(&session));
    assert_eq!(since(&session, before), [0, 0, 0, 3]);
    design.name = "Lines".into();
    let rename = Command::RebuildTable { table: "Rows".to_owned(), design };
    assert!(session.handle(rename).accepted);
    assert!(session.table_head(Some("Lines")).is_some_and(|it| it.is_sql == Some(true)));
    let document = session.document();
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(document)).accepted);
    assert!(opened.table_head(Some("Lines")).is_some_and(|it| it.is_sql == Some(true)));
    let drop = Command::DeleteTable("Lines".to_owned());
    assert!(opened.handle(drop).accepted);
    create(&mut opened, "Lines");
    assert!(opened.table_head(Some("Lines")).is_some_and(|it| it.is_sql == Some(false)));
}

#[test]
fn the_map_says_which_table_is_one_and_what_was_asked_of_it() {
    let mut session = shop();
    let of_rows = |session: &Session| -> Vec<String> {
        let map = session.map(None).expect("there are two tables");
        let rows = map.tables.iter().find(|it| &*it.name == "Rows").expect("it is there");
        rows.words().iter().map(words).skip(1).collect()
    };
    assert_eq!(of_rows(&session), ["SQL table", "3 SQL writes"]);
    put(&mut session, "Rows", "P-9", "1");
    assert_eq!(of_rows(&session), ["SQL table", "4 SQL writes"]);
}

#[test]
fn the_map_says_what_a_program_has_asked_of_an_sql_table() {
    let mut session = shop();
    put(&mut session, "Products", "P-1", "40");
    copy(&mut session, "ToRows", ["Products", "Rows"], &changed(), "");
    set(&mut session, "Products", "41");
    pass(&mut session);
    let map = session.map(None).expect("there are two tables");
    let ways = map.tables.iter().flat_map(|table| &table.ways);
    let ways: Vec<Vec<String>> = ways.map(|way| way.words().iter().map(words).collect()).collect();
    assert_eq!(ways, [["3 items", "1 SQL write"]]);
}

/// What an index takes would be counted nowhere.
#[test]
fn a_table_that_gets_an_index_is_charged_again() {
    let mut session = shop();
    let attributes = ["ProductId", "Name"];
    let attributes = attributes.map(|it| json!({ "AttributeName": it, "AttributeType": "S" }));
    let index = json!({ "IndexName": "ByName", "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": "Name", "KeyType": "HASH" }] });
    let request = json!({ "TableName": "Rows", "AttributeDefinitions": attributes,
        "GlobalSecondaryIndexUpdates": [{ "Create": index }] });
    assert!(send(&mut session, "UpdateTable", &request));
    pass(&mut session);
    assert_eq!(session.table_head(Some("Rows")).expect("it is there").is_sql, None);
    let before = totals(&session);
    put(&mut session, "Rows", "P-9", "1");
    assert_eq!(since(&session, before)[2..], [0, 0]);
    assert!(since(&session, before)[0] > 0);
}

#[test]
fn a_table_with_indexes_is_none() {
    let mut session = Session::first();
    let command = PlanCommand::SetSql { table: "Orders".into(), is_sql: true };
    assert!(!session.handle(Command::Plan(command)).accepted);
    assert_eq!(session.table_head(Some("Orders")).expect("it is there").is_sql, None);
}

#[test]
fn a_transaction_of_two_databases_is_rejected_and_says_what_to_do_instead() {
    let mut session = shop();
    let item = json!({ "ProductId": { "S": "P-9" } });
    let put = |table: &str| json!({ "Put": { "TableName": table, "Item": item } });
    let both = json!({ "TransactItems": [put("Products"), put("Rows")] });
    assert!(!send(&mut session, "TransactWriteItems", &both));
    let why = session.why(None);
    assert!(format!("{why:?}").contains("fault.sql_transaction"), "{why:?}");
    for table in ["Products", "Rows"] {
        assert!(!is_found(&mut session, table, "P-9"));
    }
    let one = json!({ "TransactItems": [put("Rows")] });
    assert!(send(&mut session, "TransactWriteItems", &one));
}
