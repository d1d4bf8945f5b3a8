//! Sums of money that were wrong once, each with the right number, worked out by hand.

mod plain;

use playground::lesson::example;
use playground::message::number;
use playground::sandbox::command::{Capacity, Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::view::advice::Severity;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::cost::{
    CostSettings, CostView, ExpectedCount, LoadSource, PayMode, TableClass,
};
use playground::view::day::DayCurve;
use playground::view::decimal::Decimal;
use playground::view::message::{Argument, Message};
use playground::view::money::Money;
use playground::view::pattern::{PatternAnswer, PatternDraft, PatternsView, Period};
use playground::view::throughput::ScalingView;
use serde_json::{Value, json};

use crate::plain::text;

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

/// A table with a partition key, on demand or with so many read and write units.
fn create(session: &mut Session, name: &str, units: Option<(u64, u64)>) {
    let mut request = json!({
        "TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    });
    if let Some((read, write)) = units {
        request["BillingMode"] = "PROVISIONED".into();
        request["ProvisionedThroughput"] =
            json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write });
    }
    call(session, "CreateTable", &request);
}

/// An empty sandbox with these tables.
fn with_tables(tables: &[(&str, Option<(u64, u64)>)]) -> Session {
    let mut session = Session::first();
    call(&mut session, "DeleteTable", &json!({ "TableName": "Orders" }));
    session.handle(Command::Advance { by_ms: 60_000 });
    for (name, units) in tables {
        create(&mut session, name, *units);
    }
    session.handle(Command::Advance { by_ms: 60_000 });
    session
}

fn pattern(operation: &str, request: &Value, rate: &str, period: Period) -> PatternDraft {
    PatternDraft {
        name: format!("{operation} {}", request["TableName"]).into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: rate.into(),
        period,
        ..PatternDraft::default()
    }
}

/// Puts of new items of one write unit.
fn puts(table: &str, rate: &str) -> PatternDraft {
    let request = json!({ "TableName": table, "Item": { "id": { "S": "i-{sequence}" } } });
    pattern("PutItem", &request, rate, Period::Second)
}

fn save(session: &mut Session, draft: PatternDraft) {
    let response = session.handle(Command::Plan(PlanCommand::SavePattern(draft)));
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

fn set(session: &mut Session, settings: CostSettings) {
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
}

fn cost(session: &Session) -> CostView {
    session.cost(None).expect("a table has costs")
}

fn total(session: &Session) -> String {
    number::cents(cost(session).bill.total)
}

fn patterns(session: &Session) -> PatternsView {
    session.patterns(None)
}

fn answer(session: &Session) -> PatternAnswer {
    patterns(session).patterns[0].answer().expect("it is tried").clone()
}

/// "A month" of both designs, and the difference.
fn month(session: &mut Session) -> [String; 3] {
    let view = session.comparison().expect("two designs");
    let mut rows = view.groups[0].rows.iter();
    let row = rows.find(|row| text(&row.words) == "A month").expect("a month");
    let [a, b] = row.amounts.clone().map(|amount| {
        let amount = amount.expect("both have it");
        text(&Message::plain("compare.amount").with("amount", amount))
    });
    [a, b, text(&row.difference)]
}

/// An index of Things with all of each item.
fn add_index_of_all(session: &mut Session) {
    add_index(session, "Things");
}

/// Two puts a second: 5,256,000 write units a month at $0.625 a million. An index of all of it doubles that.
#[test]
fn two_designs_are_compared_by_their_patterns_before_any_run() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "2"));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!(month(&mut session), ["$3.29", "$3.29", "="]);
    add_index_of_all(&mut session);
    assert_eq!(month(&mut session), ["$3.29", "$6.57", "+$3.29"]);
}

/// An index that only B has may have entries of its own number: that is a part of the design.
#[test]
fn what_is_expected_of_an_index_of_one_design_only_is_compared() {
    let mut session = with_tables(&[("Things", None)]);
    call(
        &mut session,
        "PutItem",
        &json!({ "TableName": "Things", "Item": { "id": { "S": "a" } } }),
    );
    save(&mut session, puts("Things", "2"));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    add_index_of_all(&mut session);
    let expected = |index: Option<&str>| ExpectedCount {
        table: "Things".into(),
        index: index.map(Into::into),
        count: 10_000,
    };
    let with = |own| CostSettings { expected: vec![own], ..CostSettings::default() };
    set(&mut session, with(expected(Some("Again"))));
    assert_eq!(month(&mut session), ["$3.29", "$6.57", "+$3.29"]);
    let view = session.comparison().expect("two designs");
    let index = view.groups.iter().find(|it| it.name.as_deref() == Some("Again")).expect("it is");
    let rows: Vec<String> = index.rows.iter().map(|row| text(&row.words)).collect();
    assert_eq!(rows, ["Entries", "Bytes stored", "Entries expected", "A month"]);
    let all = view.groups.iter().find(|it| it.name.is_none()).expect("the whole design");
    let rows: Vec<String> = all.rows.iter().map(|row| text(&row.words)).collect();
    assert_eq!(rows, ["Bytes stored", "Bytes billed, as expected", "A month"]);
    // An item of 3 bytes, and 10,000 entries of as many; 100 more of each.
    let billed = &all.rows[1];
    assert_eq!(billed.amounts, [103, 103 + 10_000 * 103].map(|it| Some(Argument::Bytes(it))));
    set(&mut session, with(expected(None)));
    assert_eq!(month(&mut session)[2], "not comparable");
}

/// The same work may be done by another request in design B, and the row says so.
#[test]
fn a_pattern_says_that_the_requests_of_two_designs_differ() {
    let mut session = with_tables(&[("Things", None)]);
    let scan = pattern("Scan", &json!({ "TableName": "Things" }), "1", Period::Hour);
    save(&mut session, PatternDraft { name: "Find".into(), ..scan });
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let does = |session: &Session| text(&patterns(session).patterns[0].does);
    assert_eq!(does(&session), "Reads all of Things");
    add_index_of_all(&mut session);
    let request = json!({ "TableName": "Things", "IndexName": "Again" }).to_string();
    let draft = patterns(&session).patterns[0].draft.clone();
    save(&mut session, PatternDraft { request: request.clone().into(), ..draft.clone() });
    let both =
        "Reads all of Things in A, Reads all of Again in B. A and B send different requests.";
    assert_eq!(does(&session), both);
    assert!(session.handle(Command::Compare(CompareCommand::Show(Letter::A))).accepted);
    assert_eq!(does(&session), both);
    let requests = patterns(&session).patterns[0].requests.clone();
    assert_eq!(requests, [Some(draft.request), Some(request.into())]);
}

#[test]
fn every_table_is_in_the_bill_with_each_of_its_stores() {
    let mut session = with_tables(&[("Aaa", None), ("Bbb", Some((1, 2)))]);
    save(&mut session, puts("Aaa", "1"));
    let view = cost(&session);
    let tables = view.tables.iter().map(|table| {
        let stores = table.stores.iter().map(|store| store.name.to_string());
        (stores.collect::<Vec<_>>().join(" "), number::cents(table.total))
    });
    // 2,628,000 × $0.625 a million are $1.6425; 2 × $0.4745 and $0.0949 are $1.0439.
    assert_eq!(
        tables.collect::<Vec<_>>(),
        [("Aaa".to_owned(), "$1.64".to_owned()), ("Bbb".to_owned(), "$1.04".to_owned())]
    );
    assert_eq!(number::cents(view.bill.total), "$2.69");
}

/// Each of three idle tables costs $0.4745 + $0.0949. Of two equal patterns, each costs 13,140,000 × $0.625 a million = $8.2125.
#[test]
fn amounts_are_added_before_they_are_rounded() {
    let session = with_tables(&["Aaa", "Bbb", "Ccc"].map(|name| (name, Some((1, 1)))));
    assert_eq!(total(&session), "$1.71");
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "5"));
    save(&mut session, PatternDraft { name: "Others".into(), ..puts("Things", "5") });
    let costs = patterns(&session).patterns;
    let costs = costs.iter().map(|it| number::cents(it.answer().expect("it is tried").cost));
    assert_eq!(costs.collect::<Vec<_>>(), ["$8.21", "$8.21"]);
    assert_eq!(total(&session), "$16.43");
}

/// 40 WCU and 1 RCU are set: $18.98 + $0.0949, whatever a plan of another provision would be.
#[test]
fn a_pattern_costs_its_share_of_what_is_provisioned() {
    let mut session = with_tables(&[("Things", Some((1, 40)))]);
    save(&mut session, puts("Things", "17"));
    assert_eq!(total(&session), "$19.07");
    assert_eq!(number::cents(answer(&session).cost), "$18.98");
    // Two patterns share it by their units.
    let more = PatternDraft { name: "Others".into(), ..puts("Things", "3") };
    save(&mut session, more);
    let costs = patterns(&session).patterns;
    let costs =
        costs.iter().map(|pattern| number::cents(pattern.answer().expect("it is tried").cost));
    assert_eq!(costs.collect::<Vec<_>>(), ["$16.13", "$2.85"]);
    assert_eq!(total(&session), "$19.07");
}

/// 5 WCU of 18 that are asked for: 13 of 18 are throttled. 5 × $0.4745 + $0.0949 are paid, and are no price of the load.
#[test]
fn a_provision_below_the_load_says_how_much_it_throttles() {
    let mut session = with_tables(&[("Things", Some((1, 5)))]);
    save(&mut session, puts("Things", "18"));
    let view = cost(&session);
    assert_eq!(
        text(&view.headline),
        "Throttles 72.2% of what is asked of Things: it has 5 WCU a second, and 18 are asked for. Everything together costs $2.47 a month."
    );
    assert_eq!(view.ways[1].throttled_permille, Some(722));
    assert!(!view.ways[1].is_cheapest);
    assert!(view.ways[0].is_cheapest);
    assert_eq!(answer(&session).throttled_permille, Some(722));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!(text(&answer(&session).month()), "$2.37, throttles 72.2%");
    assert_eq!(month(&mut session)[0], "$2.47, throttles 72.2%");
}

#[test]
fn what_is_on_its_way_to_an_index_is_billed_there() {
    let mut session = Session::first();
    let storage = |session: &Session| {
        let view = cost(session);
        let stores = view.tables[0].stores.iter();
        let known = stores.map(|store| store.storage.expect("a known price").pico);
        known.collect::<Vec<_>>()
    };
    for number in 0..20 {
        let item = json!({
            "CustomerId": { "S": "C1" }, "OrderId": { "S": format!("N-{number}") },
            "OrderOpenDate": { "S": "2026-01-01" }, "Total": { "N": "7" },
        });
        call(&mut session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
    }
    let paused = storage(&session);
    session.handle(Command::Advance { by_ms: 60_000 });
    assert_eq!(paused, storage(&session));
}

#[test]
fn a_total_over_prices_that_are_not_known_is_at_least_that() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "2"));
    let put = json!({ "TableName": "Things", "Item": { "id": { "S": "a" } } });
    call(&mut session, "PutItem", &put);
    set(&mut session, CostSettings { region: "cn-north-1".into(), ..CostSettings::default() });
    // 5,256,000 × ¥11.1538 a million; storage has no known price.
    let view = cost(&session);
    assert_eq!(number::cents(view.bill.total), "at least ¥58.62");
    assert_eq!(
        text(&view.headline),
        "At least ¥58.62 a month at this load. Some parts are not known."
    );
    assert_eq!(number::cents(view.tables[0].total), "at least ¥58.62");
    assert!(view.ways.iter().all(|way| !way.is_cheapest), "what is not known is not compared");
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!(month(&mut session)[0], "at least ¥58.62");
    let money = |place: &str| {
        let sums = patterns(&session).sums;
        let (_, found) = sums.arguments.iter().find(|(name, _)| *name == place).unwrap().clone();
        let (Argument::Money(money) | Argument::Cents(money)) = found else { panic!("{sums:?}") };
        number::cents(money)
    };
    assert_eq!(
        (money("requests").as_str(), money("total").as_str()),
        ("¥58.62", "at least ¥58.62")
    );
}

/// Nothing is stored and nothing is read: then prices that are not known do not matter.
#[test]
fn what_is_not_used_needs_no_price() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "2"));
    set(&mut session, CostSettings { region: "cn-north-1".into(), ..CostSettings::default() });
    assert_eq!(total(&session), "¥58.62");
    let settings = CostSettings {
        region: "cn-north-1".into(),
        mode: Some(PayMode::Provisioned),
        ..CostSettings::default()
    };
    set(&mut session, settings);
    assert!(!total(&session).is_empty());
}

/// Puts of a month at $0.625 a million, by what was typed and in which period.
#[test]
fn a_rate_is_decimal_and_in_any_period() {
    for (rate, period, words, expected) in [
        ("1.5", Period::Second, "1.5 a second", "$2.46"),
        ("2739.726", Period::Hour, "2,739.726 an hour", "$1.25"),
        ("1e6", Period::Day, "1,000,000 a day", "$19.01"),
        ("2M", Period::Month, "2,000,000 a month", "$1.25"),
        ("0.5", Period::Minute, "0.5 a minute", "$0.01"),
        ("24", Period::Day, "24 a day", "<$0.01"),
    ] {
        let mut session = with_tables(&[("Things", None)]);
        save(&mut session, PatternDraft { period, ..puts("Things", rate) });
        let kept = &patterns(&session).patterns[0];
        assert_eq!((text(&kept.rate).as_str(), total(&session).as_str()), (words, expected));
        assert_eq!(number::cents(kept.answer().expect("it is tried").cost), expected);
        assert_eq!(kept.draft.period, period, "what was typed stays: {rate}");
        // It is kept in a document.
        let mut opened = Session::first();
        assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
        assert_eq!(patterns(&opened).patterns[0].draft, kept.draft);
        assert_eq!(total(&opened), expected);
    }
}

#[test]
fn a_rate_that_is_no_number_is_said_and_not_replaced() {
    let session = with_tables(&[("Things", None)]);
    for rate in ["", "one", "-1", "1.2.3", "0.1234567", "1e12", "5 a day"] {
        let draft = puts("Things", rate);
        let fault = session.pattern_answer(&draft).expect_err("it is no rate");
        assert!(text(&fault).starts_with("Requests: “"), "{}", text(&fault));
    }
}

/// 1,800 an hour are one in two seconds. What is too rare for the run counts as planned.
#[test]
fn a_run_sends_patterns_of_any_period_and_its_month_has_them_all() {
    let mut session = with_tables(&[("Things", None)]);
    let often =
        PatternDraft { name: "often".into(), period: Period::Hour, ..puts("Things", "1800") };
    let seldom = PatternDraft { name: "seldom".into(), period: Period::Day, ..puts("Things", "3") };
    save(&mut session, often);
    save(&mut session, seldom);
    // 1,314,000 and 91.25 puts a month.
    assert_eq!(total(&session), "$0.82");
    session.handle(Command::Workload(WorkloadCommand::Start));
    session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    session.handle(Command::Workload(WorkloadCommand::Stop));
    let meter = session.meter(None);
    assert_eq!(meter.written.halves, 2 * 30, "a minute of one in two seconds");
    let source = LoadSource::Run;
    set(&mut session, CostSettings { source, ..CostSettings::default() });
    let requests = number::cents(cost(&session).bill.requests);
    assert_eq!(requests, "$0.82");
}

/// A table of 60 items of 100 B, of which 20 are in an index and 3 are of one customer.
fn with_items() -> Session {
    let mut session = with_tables(&[]);
    let create = json!({
        "TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            { "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" },
            { "AttributeName": "open", "AttributeType": "S" },
        ],
        "KeySchema": [
            { "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" },
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "Open", "KeySchema": [{ "AttributeName": "open", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        }],
    });
    call(&mut session, "CreateTable", &create);
    session.handle(Command::Advance { by_ms: 60_000 });
    for number in 0..60 {
        let mut item = json!({
            "pk": { "S": format!("C{:02}", number / 3) }, "sk": { "S": format!("S{number:02}") },
        });
        // pk and sk take 10 B.
        let mut left = 100 - 10;
        if number % 3 == 0 {
            item["open"] = json!({ "S": "y" });
            left -= 5;
        }
        item["x"] = json!({ "S": "-".repeat(left - 1) });
        call(&mut session, "PutItem", &json!({ "TableName": "Things", "Item": item }));
    }
    session.handle(Command::Advance { by_ms: 60_000 });
    session
}

/// The units of one request, in hundredths, and what is said of it.
fn read(session: &Session, request: &Value, items: &str) -> (u64, Vec<String>) {
    let operation = if request["KeyConditionExpression"].is_null() { "Scan" } else { "Query" };
    let draft = pattern(operation, request, "1", Period::Second);
    let draft = PatternDraft { items: items.into(), ..draft };
    let answer = session.pattern_answer(&draft).expect("it can be kept");
    let units = answer.terms.iter().map(|term| term.hundredths).sum();
    (units, answer.notes.iter().map(text).collect())
}

#[test]
fn reads_grow_with_the_items_that_a_table_will_have() {
    let mut session = with_items();
    let scan = json!({ "TableName": "Things" });
    let of_one = json!({
        "TableName": "Things", "KeyConditionExpression": "pk = :p",
        "ExpressionAttributeValues": { ":p": { "S": "C01" } },
    });
    let one = json!({
        "TableName": "Things", "KeyConditionExpression": "pk = :p AND sk = :s",
        "ExpressionAttributeValues": { ":p": { "S": "C01" }, ":s": { "S": "S03" } },
    });
    let open = json!({
        "TableName": "Things", "IndexName": "Open", "KeyConditionExpression": "#o = :o",
        "ExpressionAttributeNames": { "#o": "open" },
        "ExpressionAttributeValues": { ":o": { "S": "y" } },
    });
    let first = json!({ "TableName": "Things", "Limit": 41 });
    // 6,000 B; 300 B; 100 B; 2,000 B of the index; 4,100 B.
    let units = |session: &Session| {
        [&scan, &of_one, &one, &open, &first].map(|request| read(session, request, "").0)
    };
    assert_eq!(units(&session), [100, 50, 50, 50, 100]);
    let settings = CostSettings { item_count: Some(1_000_000), ..CostSettings::default() };
    set(&mut session, settings.clone());
    // 100 MB are 24,415 blocks. A million items are more customers, each with three of them. All of the third of the items that is
    // open has one key: 8,139 blocks.
    assert_eq!(units(&session), [1_220_750, 50, 50, 406_950, 100]);
    let (_, notes) = read(&session, &scan, "");
    let said = [
        "Items or entries that a request reads: 1,000,000.",
        "They count as large as what is read here: 100 B on average.",
        "Pages of 1 MB, each a request: 96.",
    ];
    assert_eq!(notes[..3], said);
    let (_, notes) = read(&session, &open, "");
    let grows = "All entries of Open have one key here, so a request reads more the more entries there are.";
    assert!(notes.iter().any(|note| note == grows), "{notes:?}");
    // The user knows it better: 30 items of a customer, and 500 open ones.
    assert_eq!(read(&session, &of_one, "30").0, 50);
    assert_eq!(read(&session, &of_one, "82").0, 150);
    // An average of 81.5 items has 8,150 B.
    let (units_of_average, notes) = read(&session, &of_one, "81.5");
    assert_eq!(units_of_average, 100);
    assert_eq!(notes[0], "Items or entries that a request reads: 81.5.");
    let mut settings = settings;
    settings.expect(&"Things".into(), Some(&"Open".into()), Some(500));
    set(&mut session, settings);
    assert_eq!(units(&session), [1_220_750, 50, 50, 650, 100]);
    // (100 + 100) × 1,000,000 B and (100 + 100) × 500 B, at $0.25 for 1,073,741,824 B.
    assert_eq!(total(&session), "$0.05");
    let document = session.document();
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(document)).accepted);
    assert_eq!(units(&opened), [1_220_750, 50, 50, 650, 100]);
}

#[test]
fn a_read_of_several_pages_costs_them_all() {
    let mut session = with_tables(&[("Things", None)]);
    for number in 0..4 {
        let text = "-".repeat(390_000);
        let item = json!({ "id": { "S": format!("i{number}") }, "x": { "S": text } });
        call(&mut session, "PutItem", &json!({ "TableName": "Things", "Item": item }));
    }
    // 4 × 390,005 B: three of them are the first page.
    let (units, notes) = read(&session, &json!({ "TableName": "Things" }), "");
    assert_eq!(notes[0], "Items or entries that a request reads: 4.");
    assert_eq!(units, 50 * (286 + 96));
}

/// Auto scaling at 70%, from 1 to 1,000 units.
fn scale(session: &mut Session, table: &str) {
    let capacity = Capacity::Scaled(Some(ScalingView::USUAL));
    assert!(session.handle(Command::SetCapacity { table: table.to_owned(), capacity }).accepted);
}

/// 25 writes a second ÷ 70% = 36 WCU, × 730 h × $0.00065 = $17.082; 5 RCU, of which nothing is read, × 730 h × $0.00013 = $0.4745.
/// On demand: 25 × 2,628,000 × $0.625 a million = $41.06.
#[test]
fn auto_scaling_provisions_what_the_load_asks_for() {
    for set in [5, 1_000] {
        let mut session = with_tables(&[("Accounts", Some((5, set)))]);
        save(&mut session, PatternDraft { period: Period::Minute, ..puts("Accounts", "1500") });
        scale(&mut session, "Accounts");
        assert_eq!(total(&session), "$17.56");
        let view = cost(&session);
        assert_eq!(text(&view.headline), "$17.56 a month at this load.");
        let ways: Vec<(String, String, bool)> = view
            .ways
            .iter()
            .map(|way| (text(&way.words), number::cents(way.total), way.is_cheapest))
            .collect();
        assert_eq!(ways[0], ("On-demand".to_owned(), "$41.06".to_owned(), false));
        let scaled = "Provisioned, as the table and its auto scaling are set".to_owned();
        assert_eq!(ways[1], (scaled, "$17.56".to_owned(), false));
        assert!(ways[3].2, "a block that is reserved for three years costs $10.91: {ways:?}");
        let writes = &view.tables[0].stores[0].arithmetic[0];
        assert_eq!(
            writes.iter().map(text).collect::<Vec<_>>(),
            [
                "Auto scaling: 25 WCU asked for ÷ 70% = 36 WCU, within 1 and 1,000.",
                "36 WCU × 730 h × $0.00065 = $17.08",
                "PutItem \"Accounts\": $17.08"
            ]
        );
        let advice = session.advice(None).expect("there is a table");
        assert!(advice.findings.iter().all(|it| it.severity != Severity::Rejection), "{advice:?}");
    }
}

/// 1,500 writes a second need 2,143 WCU at 70%, and auto scaling stops at 1,000.
#[test]
fn auto_scaling_ends_at_its_bounds() {
    let mut session = with_tables(&[("Accounts", Some((5, 5)))]);
    save(&mut session, puts("Accounts", "1500"));
    scale(&mut session, "Accounts");
    let words = text(&cost(&session).headline);
    let limit = "Throttles 33.3% of what is asked of Accounts: it has 1,000 WCU a second, and 1,500 are asked for.";
    assert!(words.starts_with(limit), "{words}");
    let advice = session.advice(None).expect("there is a table");
    assert!(advice.findings.iter().any(|it| it.severity == Severity::Rejection), "{advice:?}");
}

/// 139 writes a second need 199 WCU at 70%. A block of 100 WCU costs 150 ÷ 12 + 0.0128 × 730 = $21.844 a month for one year and
/// 180 ÷ 36 + 0.0081 × 730 = $10.913 for three, and 99 WCU at list price $46.98: two blocks are cheaper than one and 99 units.
/// A RCU costs $0.0949.
#[test]
fn a_block_of_reserved_capacity_is_bought_where_most_of_it_is_used() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "139"));
    let ways = |session: &Session| -> Vec<String> {
        cost(session).ways.iter().map(|way| number::cents(way.total)).collect()
    };
    assert_eq!(ways(&session), ["$228.31", "$94.52", "$43.78", "$21.92", "$284.93"]);
    // 29 units of another block cost $13.76 at list price: a block for one year costs more, and one for three years less.
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "90"));
    assert_eq!(ways(&session)[1..], ["$61.31", "$35.70", "$21.92", "$184.49"]);
}

/// What a way to pay says: its price and its steps.
fn way(session: &Session, begin: &str) -> Vec<String> {
    let ways = cost(session).ways;
    let way = ways.iter().find(|way| text(&way.words).starts_with(begin)).expect("it is a way");
    let price = text(&playground::view::cost::price(way.total, way.throttled_permille));
    std::iter::once(price).chain(way.steps.iter().map(text)).collect()
}

/// 139 writes a second need 199 WCU at 70%: two blocks. $43.688 + $0.0949, of which 2 × $150 ÷ 12 are paid at once.
#[test]
fn what_is_reserved_says_its_blocks_and_what_is_paid_at_once() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "139"));
    assert_eq!(
        way(&session, "Provisioned, reserved for 1 year"),
        [
            "$43.78",
            "200 WCU in blocks of 100: $300.00 at once ÷ 12 + $0.0256 an hour × 730 h = $43.69 a month, instead of $94.43.",
            "RCU: no block of 100 would be used enough.",
            "$300.00 are paid at once, then $18.78 a month, storage included.",
        ]
    );
    let view = cost(&session);
    let prices = view.reserved_prices.iter().map(|it| [&it.words, &it.price].map(text).join(": "));
    assert_eq!(
        prices.collect::<Vec<_>>(),
        [
            "100 WCU reserved for 1 year: $150.00 at once and $0.0128 an hour",
            "100 RCU reserved for 1 year: $30.00 at once and $0.0025 an hour",
            "100 WCU reserved for 3 years: $180.00 at once and $0.0081 an hour",
            "100 RCU reserved for 3 years: $36.00 at once and $0.0016 an hour",
        ]
    );
    // With one write a second, no block is worth its price: it is said, and this is no other way to pay.
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "1"));
    let none = ["WCU", "RCU"].map(|unit| format!("{unit}: no block of 100 would be used enough."));
    assert_eq!(way(&session, "Provisioned, reserved for 1 year")[1..], none);
    let cheapest: Vec<String> =
        cost(&session).ways.iter().filter(|it| it.is_cheapest).map(|it| text(&it.words)).collect();
    assert_eq!(cheapest, ["Provisioned, 45.5% used"]);
}

/// Reserved capacity is not for rWCU: the 199 WCU of a table with a replica are paid in full, and the 199 of its global index are two
/// blocks, which are of one Region. Table and index have a RCU in each Region. In us-east-1 a WCU is $0.4745 and a RCU $0.0949, in
/// eu-west-1 $0.53655 and $0.10731: 199 of the first kind and 199 of the other, then 398 of each, 1 and then 2 RCU, less $50.7375.
#[test]
fn reserved_capacity_is_not_for_replicated_writes_or_for_another_region() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "139"));
    let stream = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    let replica = json!([{ "Create": { "RegionName": "eu-west-1" } }]);
    for (member, value) in [("StreamSpecification", stream), ("ReplicaUpdates", replica)] {
        call(&mut session, "UpdateTable", &json!({ "TableName": "Things", member: value }));
        session.handle(Command::Advance { by_ms: 600_000 });
    }
    let [writes, reads] =
        ["WCU", "RCU"].map(|unit| format!("{unit}: no block of 100 would be used enough."));
    let others =
        "Paid without blocks: writes of tables with replicas (rWCU), and tables in other Regions.";
    let year = "Provisioned, reserved for 1 year";
    assert_eq!(way(&session, year), ["$201.40", &writes, &reads, others]);
    add_index_of_all(&mut session);
    let blocks = "200 WCU in blocks of 100: $300.00 at once ÷ 12 + $0.0256 an hour × 730 h = $43.69 a month, instead of $94.43.";
    let sum = "$300.00 are paid at once, then $327.06 a month, storage included.";
    assert_eq!(way(&session, year), ["$352.06", blocks, &reads, others, sum]);
    // What is free is free of what no block covers, and in each Region: 25 WCU and 2 RCU.
    set(&mut session, CostSettings { free_tier: true, ..CostSettings::default() });
    assert_eq!(way(&session, year)[0], "$326.38");
}

/// 199 WCU and a RCU, of which 25 and one are free: 174 × $0.4745. A block for three years, 99 WCU and the free ones: $10.913 and
/// 74 × $0.4745; two blocks of $10.913 are less.
#[test]
fn the_free_tier_leaves_the_reserved_ways() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "139"));
    set(&mut session, CostSettings { free_tier: true, ..CostSettings::default() });
    let ways = ["Provisioned, 69", "Provisioned, reserved for 1", "Provisioned, reserved for 3"]
        .map(|begin| way(&session, begin)[0].clone());
    assert_eq!(ways, ["$82.56", "$43.69", "$21.83"]);
    let view = cost(&session);
    let cheapest = view.ways.iter().find(|it| it.is_cheapest).expect("one is");
    assert_eq!(text(&cheapest.words), "Provisioned, reserved for 3 years");
}

/// One hour asks for ten times as much as each other: auto scaling that aims at 70% has 35 units when it begins. Of 2 ×
/// 60 × 205 units that are lacking, 5 minutes of 35 were saved: 14,100 of 33 × 86,400 are throttled.
#[test]
fn throttling_until_auto_scaling_follows_says_what_is_lacking_then() {
    let mut session = with_tables(&[("Things", Some((5, 5)))]);
    save(&mut session, puts("Things", "33"));
    scale(&mut session, "Things");
    let hours: [u64; 24] = std::array::from_fn(|hour| if hour == 12 { 10 } else { 1 });
    let day = DayCurve::of(&hours).expect("it is a curve");
    set(&mut session, CostSettings { day, ..CostSettings::default() });
    let words = text(&cost(&session).headline);
    let begin = "Throttles 0.5% of what is asked of Things: when 240 WCU a second are asked for, it has 35 until auto scaling raises them, 2 minutes later.";
    assert!(words.starts_with(begin), "{words}");
    assert!(way(&session, "Provisioned, as")[0].ends_with(", throttles 0.5%"));
}

/// Of a table that asks for 2,400 in one hour and 240 in each other: 343 units when it begins, and 1,000 after 2 minutes. 2 × 60 ×
/// 2,057 and 58 × 60 × 1,400 units are lacking, and 5 minutes of 343 were saved: 83,599 × 60 of 330 × 86,400 are throttled.
#[test]
fn throttling_despite_auto_scaling_says_the_most_that_it_provisions() {
    let mut session = with_tables(&[("Things", Some((5, 5)))]);
    save(&mut session, puts("Things", "330"));
    scale(&mut session, "Things");
    let hours: [u64; 24] = std::array::from_fn(|hour| if hour == 12 { 10 } else { 1 });
    let day = DayCurve::of(&hours).expect("it is a curve");
    set(&mut session, CostSettings { day, ..CostSettings::default() });
    let words = text(&cost(&session).headline);
    let begin = "Throttles 17.6% of what is asked of Things: it has at most 1,000 WCU a second, and 2,400 are asked for in the peak hour.";
    assert!(words.starts_with(begin), "{words}");
}

/// At 95%, 25 writes a second would need 27 units. Auto scaling aims at 90% at most: 28 × $0.4745 + $0.0949.
#[test]
fn auto_scaling_says_at_what_it_aims_if_that_is_not_the_chosen_utilisation() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "25"));
    let plan = |utilisation_percent: Decimal| CostSettings {
        mode: Some(PayMode::Provisioned),
        is_scaled: true,
        utilisation_percent,
        ..CostSettings::default()
    };
    set(&mut session, plan(95.into()));
    assert_eq!(total(&session), "$13.38");
    let target = |session: &Session| cost(session).target.as_ref().map(text);
    let aims = |percent| {
        format!(
            "Auto scaling aims at a whole number from 20 to 90%: it is calculated with {percent}."
        )
    };
    assert_eq!(target(&session), Some(aims("90%")));
    set(&mut session, plan(Decimal::new(446, 1)));
    assert_eq!(target(&session), Some(aims("44%")));
    set(&mut session, plan(44.into()));
    assert_eq!(target(&session), None);
}

/// A price that is none, as an earlier version stored it, leaves that of the list, which is then not called the user's.
#[test]
fn what_is_no_price_is_not_the_price_of_the_user() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "2"));
    let key = "us-east-1/STANDARD/write_request";
    let with = |text: &str| CostSettings {
        prices: vec![(key.into(), text.into())],
        ..CostSettings::default()
    };
    set(&mut session, with("1"));
    assert_eq!(total(&session), "$5.26");
    assert_eq!(text(&cost(&session).basis[2]), "1 price is yours, in place of the list’s.");
    set(&mut session, with("abc"));
    assert_eq!(total(&session), "$3.29");
    assert!(cost(&session).prices.iter().all(|it| !it.is_own));
}

/// 60 writes a second, five times as many in an evening: the average is that of the rate, and a month of a third is rounded.
#[test]
fn averages_and_units_of_a_month_are_rounded_and_not_cut_off() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, PatternDraft { period: Period::Day, ..puts("Things", "2500000") });
    let writes = text(&cost(&session).tables[0].stores[0].arithmetic[0][0]);
    assert!(writes.starts_with("76,041,666.667 write units a month"), "{writes}");
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "60"));
    let hours: [u64; 24] = std::array::from_fn(|hour| if hour > 18 { 5 } else { 1 });
    let day = DayCurve::of(&hours).expect("it is a curve");
    set(&mut session, CostSettings { day, ..CostSettings::default() });
    let words = text(&cost(&session).day.expect("there is a day").words[0]);
    assert!(words.contains("60 on average"), "{words}");
}

/// 69 and 20 writes a second: 89 × 2,628,000 × $0.625 a million = $146.18 on demand; 99 + 29 WCU and two RCU provisioned $60.93;
/// reserved for a year, one block and 28 units $35.32.
#[test]
fn other_pricing_is_that_of_all_tables_whichever_is_open() {
    let mut session = with_tables(&[("One", None), ("Two", None)]);
    save(&mut session, puts("One", "69"));
    save(&mut session, puts("Two", "20"));
    for mode in [None, Some(PayMode::OnDemand), Some(PayMode::Provisioned)] {
        set(&mut session, CostSettings { mode, ..CostSettings::default() });
        for open in ["One", "Two"] {
            let view = session.cost(Some(open)).expect("it is there");
            let ways: Vec<String> = view.ways.iter().map(|way| number::cents(way.total)).collect();
            assert_eq!(ways[..4], ["$146.18", "$60.93", "$35.32", "$22.02"], "{open} {mode:?}");
            // In the other class, 89 × 2,628,000 × $0.78 a million, or 99 + 29 WCU × $0.00081 and twice a RCU × $0.00016.
            let other = if mode == Some(PayMode::Provisioned) { "$75.92" } else { "$182.44" };
            assert_eq!(ways[4..], [other]);
            assert_eq!(view.break_even.and_then(|it| it.utilisation_permille), Some(693));
        }
    }
}

/// A strongly consistent Query of an index is rejected.
fn strong_query(rate: &str) -> PatternDraft {
    let request = json!({
        "TableName": "Things", "IndexName": "Open", "ConsistentRead": true,
        "KeyConditionExpression": "#o = :o", "ExpressionAttributeNames": { "#o": "open" },
        "ExpressionAttributeValues": { ":o": { "S": "y" } },
    });
    PatternDraft { name: "strong".into(), ..pattern("Query", &request, rate, Period::Second) }
}

/// A put of an item that is in the index: two write units, 5,256,000 a month at $0.625 a million.
fn indexed_put() -> PatternDraft {
    let item = json!({ "pk": { "S": "N" }, "sk": { "S": "{sequence}" }, "open": { "S": "y" } });
    let request = json!({ "TableName": "Things", "Item": item });
    PatternDraft { name: "put".into(), ..pattern("PutItem", &request, "1", Period::Second) }
}

#[test]
fn every_sum_says_how_many_patterns_it_does_not_count() {
    let mut session = with_items();
    save(&mut session, indexed_put());
    // $1.6425 for the table and as much for its index.
    assert_eq!(total(&session), "$3.29");
    save(&mut session, strong_query("1000"));
    let view = cost(&session);
    assert_eq!(
        text(&view.headline),
        "At least $3.29 a month at this load. 1 access pattern does not work and is not counted."
    );
    assert_eq!(number::cents(view.bill.total), "at least $3.29");
    assert_eq!(number::cents(view.bill.requests), "at least $3.29");
    assert_eq!(number::cents(view.tables[0].total), "at least $3.29");
    assert!(view.ways.iter().all(|way| !way.is_cheapest), "what is not counted is not compared");
    let sums = text(&patterns(&session).sums);
    assert_eq!(
        sums,
        "at least $3.29 a month for reads and writes. Everything together: at least $3.29 a month. 1 access pattern does not work and is not counted."
    );
    let advice = session.advice(None).expect("advice on a table");
    let found: Vec<String> = advice.findings.iter().map(|it| text(&it.words[0])).collect();
    assert_eq!(found[0], "1 access pattern does not work, and no sum counts it: strong.");
    assert!(!found.iter().any(|it| it.starts_with("No access pattern reads Open.")), "{found:?}");
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!(month(&mut session)[..2], ["at least $3.29", "at least $3.29"]);

    // Not sent at all, it is missing in no sum.
    save(&mut session, PatternDraft { position: Some(1), ..strong_query("0") });
    assert_eq!(total(&session), "$3.29");
}

#[test]
fn without_a_pattern_that_works_reads_and_writes_are_not_counted() {
    let mut session = with_items();
    save(&mut session, strong_query("1"));
    assert_eq!(
        text(&cost(&session).headline),
        "<$0.01 a month. Reads and writes are not counted. 1 access pattern does not work and is not counted."
    );
}

/// Every other request is rejected for its empty key.
#[test]
fn a_pattern_that_works_in_part_costs_at_least_its_answered_requests() {
    let mut session = with_tables(&[("Things", None)]);
    let request = json!({ "TableName": "Things", "Item": { "id": { "S": "{maybe 50%}a" } } });
    save(&mut session, pattern("PutItem", &request, "1", Period::Second));
    assert!(answer(&session).cost.is_least);
    let view = cost(&session);
    assert!(view.bill.total.is_least);
    let words = text(&view.headline);
    assert!(words.ends_with("1 access pattern works in part: rejected requests are not counted."));
    assert!(words.starts_with("At least $"), "{words}");
}

#[test]
fn where_no_price_is_known_no_sum_is_shown() {
    let mut session = with_items();
    save(&mut session, indexed_put());
    let settings = CostSettings {
        region: "eu-central-1".into(),
        class: Some(TableClass::InfrequentAccess),
        ..CostSettings::default()
    };
    set(&mut session, settings.clone());
    let view = cost(&session);
    assert_eq!(text(&view.headline), "No price is known for Standard-IA in eu-central-1.");
    let parts = view.bill.parts.iter();
    let parts: Vec<String> =
        parts.map(|it| format!("{}: {}", text(&it.words), number::cents(it.money))).collect();
    assert_eq!(parts, ["Reads and writes: not known", "Storage: not known"]);
    let (other, ways): (Vec<_>, Vec<_>) =
        view.ways.iter().partition(|way| way.words.key == "cost.way_class");
    assert!(ways.iter().all(|way| number::cents(way.total) == "not known"));
    assert!(other.iter().all(|way| !way.total.is_least && !way.is_cheapest), "that is known");
    assert_eq!(
        text(&patterns(&session).sums),
        "A month: reads and writes not known, everything together not known."
    );
    set(&mut session, CostSettings { class: Some(TableClass::Standard), ..settings });
    assert!(text(&cost(&session).headline).ends_with("a month at this load."));
}

/// 13 of 18 write units a second are throttled.
#[test]
fn the_sum_of_patterns_says_what_is_throttled() {
    let mut session = with_tables(&[("Things", Some((1, 5)))]);
    save(&mut session, puts("Things", "18"));
    assert_eq!(
        text(&patterns(&session).sums),
        "Throttles 72.2% of what is asked of one table or index. Everything together costs $2.47 a month."
    );
}

/// What the comparison says of loads and prices that are not alike, if they are not.
fn unlike(session: &Session) -> Option<String> {
    let view = session.comparison().expect("there are two designs");
    view.unlike.map(|[words, _]| text(&words))
}

/// 131,400,000 and 157,680,000 puts a month at $0.625 a million, on the same table.
#[test]
fn other_rates_and_prices_are_no_difference_of_two_designs() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "50"));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert_eq!((unlike(&session), month(&mut session)[2].as_str()), (None, "="));
    let name = puts("Things", "50").name;
    save(&mut session, PatternDraft { position: Some(0), ..puts("Things", "60") });
    assert_eq!(month(&mut session), ["$82.13", "$98.55", "not comparable"]);
    let rates = format!("{name}: 50 a second in A, 60 a second in B.");
    let begin = "A and B differ in more than their design, so their costs cannot be compared.";
    assert_eq!(unlike(&session), Some(format!("{begin} {rates}")));
    let shown = patterns(&session);
    assert_eq!(shown.unlike.as_ref().map(text), unlike(&session));
    assert_eq!(text(&shown.patterns[0].rate), "50 a second in A, 60 a second in B");
    assert_eq!(text(&shown.patterns[0].difference.as_ref().unwrap().words), "not comparable");

    set(&mut session, CostSettings { region: "eu-central-1".into(), ..CostSettings::default() });
    let more = PatternDraft { name: "more".into(), ..puts("Things", "1") };
    save(&mut session, more);
    let all =
        format!("{begin} {rates} more: only in B. Region: us-east-1 in A, eu-central-1 in B.");
    assert_eq!(unlike(&session), Some(all));

    // One press, and each design can take it back.
    assert!(session.handle(Command::Compare(CompareCommand::Align)).accepted);
    assert_eq!((unlike(&session), month(&mut session)[2].as_str()), (None, "="));
    assert_eq!(patterns(&session).unlike, None);
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(session.work())).accepted);
    assert_eq!(unlike(&opened), None);
    assert!(session.handle(Command::Compare(CompareCommand::Show(Letter::A))).accepted);
    assert_eq!(patterns(&session).patterns.len(), 2);
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(patterns(&session).patterns[0].draft.rate.as_ref(), "50");
    assert!(unlike(&session).is_some());
}

/// A pattern that only the other design has comes to both; what one design lacks in price is taken off nothing.
#[test]
fn both_designs_get_the_patterns_of_both() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "5"));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    session.handle(Command::Plan(PlanCommand::DeletePattern { position: 0 }));
    assert!(session.handle(Command::Compare(CompareCommand::Align)).accepted);
    assert_eq!(patterns(&session).patterns[0].answers.iter().flatten().count(), 2);
    assert_eq!(month(&mut session), ["$8.21", "$8.21", "="]);
}

/// B is provisioned with 5 WCU of 50: no row of it is a saving.
#[test]
fn a_design_that_throttles_saves_nothing() {
    let mut session = with_items();
    save(&mut session, PatternDraft { rate: "50".into(), ..indexed_put() });
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let request = json!({
        "TableName": "Things", "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        "GlobalSecondaryIndexUpdates": [{ "Update": {
            "IndexName": "Open",
            "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        } }],
    });
    call(&mut session, "UpdateTable", &request);
    session.handle(Command::Advance { by_ms: 600_000 });
    let view = session.comparison().expect("two designs");
    assert_eq!(view.unlike, None, "the table itself is another");
    for group in &view.groups {
        let row = group.rows.iter().find(|row| text(&row.words) == "A month").expect("a month");
        assert_eq!(text(&row.difference), "not comparable", "{:?}", group.name);
    }
}

/// What was said below the last receipt of a month at a rate, and what the pattern costs that it becomes.
fn month_of_last(session: &mut Session, rate: &str) -> [String; 2] {
    let draft = session.month_draft(None).expect("it is one request");
    let draft = PatternDraft { rate: rate.into(), period: Period::Month, ..draft };
    let month = session.month(None, &draft).expect("it has a price");
    assert_eq!(month.again, None, "it takes what the request took");
    save(session, draft);
    let kept = patterns(session).patterns;
    let answer = kept.last().expect("it was kept").answer().expect("it is tried").clone();
    [number::cents(month.cost), number::cents(answer.cost)]
}

/// An order of 3.6 KB takes four write units, and one in each of its two indexes: 6 × $0.625. What is deleted
/// may not be there a second time, but each request of the month deletes another.
#[test]
fn a_pattern_costs_what_the_request_did_that_it_was() {
    let mut session = Session::first();
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    let delete = json!({ "TableName": "Orders", "Key": key });
    call(&mut session, "DeleteItem", &delete);
    assert_eq!(month_of_last(&mut session, "1M"), ["$3.75", "$3.75"]);
    let tried = &patterns(&session).patterns[0];
    let notes: Vec<String> = tried.answer().expect("it is tried").notes.iter().map(text).collect();
    assert_eq!(
        notes[0],
        "Tried on the items as they were before the request was sent that this pattern was made from."
    );
    // In design B without the index, it takes a unit less.
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    assert!(session.handle(Command::DropIndex { table, index }).accepted);
    session.handle(Command::Advance { by_ms: 10_000 });
    assert_eq!(month(&mut session), ["$3.75", "$3.13", "−$0.63"]);
}

/// The change of the key of an index, an insert on a condition, and a transaction of both, each sent once.
#[test]
fn what_can_be_done_only_once_costs_the_same_each_time() {
    let mut session = Session::first();
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    let close =
        json!({ "TableName": "Orders", "Key": key, "UpdateExpression": "REMOVE OrderOpenDate" });
    call(&mut session, "UpdateItem", &close);
    // Four units of the table, and one of the index: 5 × 2,000,000 × $0.625 a million.
    assert_eq!(month_of_last(&mut session, "2M"), ["$6.25", "$6.25"]);
    let insert = |id: &str| {
        json!({
            "TableName": "Orders", "ConditionExpression": "attribute_not_exists(OrderId)",
            "Item": { "CustomerId": { "S": "C9" }, "OrderId": { "S": id }, "Total": { "N": "7" } },
        })
    };
    call(&mut session, "PutItem", &insert("O-1"));
    // A unit of the table, and one of the index by total: twice $0.625.
    assert_eq!(month_of_last(&mut session, "1M"), ["$1.25", "$1.25"]);
    let delete = json!({ "TableName": "Orders", "Key": key });
    let both = json!({ "TransactItems": [{ "Put": insert("O-2") }, { "Delete": delete }] });
    call(&mut session, "TransactWriteItems", &both);
    // The items twice, (1 + 4) × 2, and their entries once, 1 + 1.
    assert_eq!(month_of_last(&mut session, "1M"), ["$7.50", "$7.50"]);
    let document = session.document();
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(document)).accepted);
    assert_eq!(opened.problems(), []);
    assert_eq!(total(&opened), total(&session));
}

/// Docs of Standard-IA and Log of Standard, with a put each: 2,628,000 × $0.78 and × $0.625 a million.
#[test]
fn tables_of_two_classes_can_be_priced_as_each_is_set() {
    let mut session = with_tables(&[("Log", None)]);
    let docs = json!({
        "TableName": "Docs", "BillingMode": "PAY_PER_REQUEST", "TableClass": "STANDARD_INFREQUENT_ACCESS",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    });
    call(&mut session, "CreateTable", &docs);
    session.handle(Command::Advance { by_ms: 60_000 });
    save(&mut session, puts("Log", "1"));
    save(&mut session, puts("Docs", "1"));
    let choices = |session: &Session| -> (Vec<String>, Vec<String>) {
        let view = cost(session);
        (view.classes.iter().map(text).collect(), view.modes.iter().map(text).collect())
    };
    assert_eq!(total(&session), "$3.69");
    let (classes, modes) = choices(&session);
    assert_eq!(classes, ["As each table is set", "Standard", "Standard-IA"]);
    assert_eq!(modes, ["As set: On-demand", "On-demand", "Provisioned"]);
    let view = cost(&session);
    assert_eq!(
        text(&view.basis[0]),
        "List price, us-east-1, each table’s class, on-demand, 2026-11."
    );
    let storage = view.prices.iter().filter(|it| it.key.ends_with("storage"));
    assert_eq!(
        storage.map(|it| text(&it.words())).collect::<Vec<_>>(),
        ["A GB for a month, Standard", "A GB for a month, Standard-IA"]
    );
    // Neither class is that of both: what all would cost in one is said.
    let ways = view.ways.iter().filter(|way| way.words.key == "cost.way_class");
    let ways = ways.map(|way| [text(&way.words), number::cents(way.total)].join(": "));
    assert_eq!(
        ways.collect::<Vec<_>>(),
        [
            "As now, but every table in the class Standard: $3.29",
            "As now, but every table in the class Standard-IA: $4.10",
        ]
    );
    let class = |class| CostSettings { class, ..CostSettings::default() };
    set(&mut session, class(Some(TableClass::Standard)));
    assert_eq!(total(&session), "$3.29");
    set(&mut session, class(None));
    assert_eq!(total(&session), "$3.69");
}

/// Two patterns, of 1 and 3 puts a second: an amount says how much is of each.
#[test]
fn an_amount_of_the_bill_says_which_patterns_it_is_of() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "1"));
    save(&mut session, PatternDraft { name: "Others".into(), ..puts("Things", "3") });
    let steps = |session: &Session| -> Vec<String> {
        cost(session).tables[0].stores[0].arithmetic[0].iter().map(text).collect()
    };
    assert_eq!(
        steps(&session),
        [
            "10,512,000 write units a month × $0.625 a million = $6.57",
            "Others: $4.93",
            "PutItem \"Things\": $1.64"
        ]
    );
    // 4 ÷ 70% = 6 WCU.
    let mode = Some(PayMode::Provisioned);
    set(&mut session, CostSettings { mode, ..CostSettings::default() });
    assert_eq!(
        steps(&session),
        ["6 WCU × 730 h × $0.00065 = $2.85", "Others: $2.14", "PutItem \"Things\": $0.7118"]
    );
}

/// A million items of 100 B are scanned once a month: 12,207.5 units. Provisioned, with 100 reads a second of half a unit: 50 ÷ 70% = 72
/// RCU, which serve the scan in 169.55 s.
#[test]
fn provisioned_is_not_called_cheapest_without_what_its_average_leaves_out() {
    let mut session = with_items();
    let get =
        json!({ "TableName": "Things", "Key": { "pk": { "S": "C01" }, "sk": { "S": "S03" } } });
    save(&mut session, pattern("GetItem", &get, "100", Period::Second));
    let scan = json!({ "TableName": "Things" });
    save(&mut session, pattern("Scan", &scan, "1", Period::Month));
    set(&mut session, CostSettings { item_count: Some(1_000_000), ..CostSettings::default() });
    let view = cost(&session);
    let cheapest = view.ways.iter().find(|way| way.is_cheapest).expect("one is cheapest");
    let notes: Vec<String> = cheapest.notes.iter().map(text).collect();
    assert_eq!(
        notes[..2],
        [
            "This is an average over the month: peaks are not in it.",
            "Scan \"Things\" is sent less than once an hour: one request takes all that is provisioned for 169.55 s."
        ]
    );
    assert_eq!(view.ways[0].notes, [], "on demand, it is not about averages");
}

#[test]
fn prices_of_reservations_and_of_what_is_free_say_that_they_are_not_checked() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "139"));
    set(&mut session, CostSettings { free_tier: false, ..CostSettings::default() });
    let notes = cost(&session).ways[3].notes.iter().map(text).collect::<Vec<_>>();
    assert_eq!(
        notes,
        [
            "This is an average over the month: peaks are not in it.",
            "Not checked. From memory: check it before you rely on it, 2026-11"
        ]
    );
    let notes = cost(&session).ways[2].notes.iter().map(text).collect::<Vec<_>>();
    assert_eq!(notes, ["Not checked. One secondary source (usage.ai, archera.ai), 2026"]);
    set(&mut session, CostSettings { free_tier: true, ..CostSettings::default() });
    let basis = cost(&session).basis.iter().map(text).collect::<Vec<_>>();
    let free = "Free tier: Not checked. From memory: check it before you rely on it, 2026-11.";
    assert!(basis.iter().any(|it| it == free), "{basis:?}");
}

/// An index of keys returns less than one of everything.
#[test]
fn two_designs_say_what_the_items_of_an_answer_lack() {
    let mut session = with_items();
    let query = json!({
        "TableName": "Things", "IndexName": "Open", "KeyConditionExpression": "#o = :o",
        "ExpressionAttributeNames": { "#o": "open" },
        "ExpressionAttributeValues": { ":o": { "S": "y" } },
    });
    save(&mut session, pattern("Query", &query, "1", Period::Second));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let (table, index) = ("Things".to_owned(), "Open".to_owned());
    assert!(session.handle(Command::DropIndex { table, index }).accepted);
    session.handle(Command::Advance { by_ms: 600_000 });
    let keys = json!({
        "TableName": "Things",
        "AttributeDefinitions": [
            { "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" },
            { "AttributeName": "open", "AttributeType": "S" },
        ],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": "Open", "KeySchema": [{ "AttributeName": "open", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        } }],
    });
    call(&mut session, "UpdateTable", &keys);
    session.handle(Command::Advance { by_ms: 3_600_000 });
    let difference = patterns(&session).patterns[0].difference.clone().expect("two designs");
    assert_eq!(text(&difference.words), "= Items in B lack x.");
}

/// 200,000 entries are expected of 100,000 items.
#[test]
fn more_entries_than_items_are_remarked() {
    let mut session = with_items();
    let mut settings = CostSettings { item_count: Some(100_000), ..CostSettings::default() };
    settings.expect(&"Things".into(), Some(&"Open".into()), Some(200_000));
    set(&mut session, settings);
    let remarks = cost(&session).tables[0]
        .stores
        .iter()
        .map(|it| it.remark.as_ref().map(text))
        .collect::<Vec<_>>();
    assert_eq!(
        remarks,
        [None, Some("Open is expected to have more entries than Things has items (100,000). An item has at most one entry in an index.".to_owned())]
    );
}

/// 72.5%: 10 ÷ 0.725 = 13.8, so 14 WCU. On demand, it is nothing that designs differ in.
#[test]
fn planned_utilisation_is_decimal_and_matters_where_units_are_planned() {
    let mut session = with_tables(&[("Things", None)]);
    save(&mut session, puts("Things", "10"));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let settings = |mode| CostSettings {
        utilisation_percent: Decimal::new(725, 1),
        mode,
        ..CostSettings::default()
    };
    set(&mut session, settings(None));
    assert_eq!((unlike(&session), month(&mut session)[2].as_str()), (None, "="));
    set(&mut session, settings(Some(PayMode::Provisioned)));
    assert!(unlike(&session).is_some_and(|it| it.contains("70 in A, 72.5 in B")));
    let steps = &cost(&session).tables[0].stores[0].arithmetic[0];
    assert_eq!(text(&steps[0]), "14 WCU × 730 h × $0.00065 = $6.64");
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    assert_eq!(opened.cost(None).unwrap().settings.utilisation_percent, Decimal::new(725, 1));
    let too_high = session.document().replace(r#""72.5""#, r#""900.5""#);
    assert!(opened.handle(Command::OpenDocument(too_high)).accepted);
    assert_eq!(opened.cost(None).unwrap().settings.utilisation_percent, 100.into());
    let [problem] = opened.problems() else { panic!("{:?}", opened.problems()) };
    assert_eq!(problem.reason.key, "problem.out_of_range");
}

/// What advice says is saved, of the finding whose words begin so.
fn saved(session: &Session, begin: &str) -> (Option<Money>, String) {
    let findings = session.advice(None).expect("there is a table").findings;
    let finding = findings.iter().find(|it| text(&it.words[0]).starts_with(begin));
    let finding = finding.unwrap_or_else(|| panic!("{begin}: {findings:?}"));
    (finding.monthly, text(&finding.words[1]))
}

/// What an index costs that nobody reads is what Cost has in its row, at any planned use and with any number of items.
#[test]
fn advice_saves_what_the_bill_is_less_without_an_index() {
    for (percent, item_count, mode) in [
        (50, None, PayMode::Provisioned),
        (100, None, PayMode::Provisioned),
        (70, Some(1_000_000_000), PayMode::Provisioned),
        (70, Some(1_000_000_000), PayMode::OnDemand),
    ] {
        let mut session = with_items();
        save(&mut session, PatternDraft { rate: "32".into(), ..indexed_put() });
        let get =
            json!({ "TableName": "Things", "Key": { "pk": { "S": "C01" }, "sk": { "S": "S03" } } });
        save(&mut session, pattern("GetItem", &get, "1", Period::Second));
        set(
            &mut session,
            CostSettings {
                mode: Some(mode),
                utilisation_percent: percent.into(),
                item_count,
                ..CostSettings::default()
            },
        );
        let row = cost(&session).tables[0].stores[1].clone();
        let (monthly, _) = saved(&session, "No access pattern reads Open.");
        assert_eq!(monthly.map(number::cents), Some(number::cents(row.total)), "{percent}");
    }
}

/// Two strongly consistent reads a second: 2 RCU, of which one is saved: 2,628,000 × $0.125 a million.
#[test]
fn strong_reads_save_half_on_demand_and_nothing_of_what_is_provisioned() {
    let strong = |name: &str, table: &str| {
        let request =
            json!({ "TableName": table, "Key": { "id": { "S": "a" } }, "ConsistentRead": true });
        PatternDraft { name: name.into(), ..pattern("GetItem", &request, "1", Period::Second) }
    };
    for (units, expected, is_lower) in [(None, Some("$0.33"), false), (Some((100, 1)), None, true)]
    {
        let mut session = with_tables(&[("Things", units)]);
        save(&mut session, strong("one", "Things"));
        save(&mut session, strong("two", "Things"));
        let (monthly, what) = saved(&session, "2 access patterns read strongly consistently");
        assert_eq!(monthly.map(number::cents).as_deref(), expected);
        let lower = "What is provisioned for Things costs the same until it is lowered.";
        assert_eq!(what.ends_with(lower), is_lower, "{what}");
    }
}

/// What is run is what Cost counts, if that is chosen, also once the patterns ask for more: an index costs the row of it, and half of
/// two strongly consistent reads a second is 2,628,000 × $0.125 a million.
#[test]
fn advice_saves_of_a_run_what_cost_counts() {
    let mut session = with_items();
    save(&mut session, PatternDraft { rate: "32".into(), ..indexed_put() });
    let get = json!({
        "TableName": "Things", "Key": { "pk": { "S": "C01" }, "sk": { "S": "S03" } }, "ConsistentRead": true,
    });
    for name in ["one", "two"] {
        let get = pattern("GetItem", &get, "1", Period::Second);
        save(&mut session, PatternDraft { name: name.into(), ..get });
    }
    session.handle(Command::Workload(WorkloadCommand::Start));
    session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    session.handle(Command::Workload(WorkloadCommand::Stop));
    for (position, rate) in [(0, "64"), (1, "5")] {
        let draft = patterns(&session).patterns[position].draft.clone();
        // The items of the run would not be written again to the index.
        let request = draft.request.replace("{sequence}", "n-{sequence}").into();
        let rate = rate.into();
        save(&mut session, PatternDraft { position: Some(position), rate, request, ..draft });
    }
    let settings = |source| CostSettings { source, ..CostSettings::default() };
    let savings = ["No access pattern reads Open.", "2 access patterns read strongly consistently"];
    for (source, reads) in [(LoadSource::Patterns, "$0.99"), (LoadSource::Run, "$0.33")] {
        set(&mut session, settings(source));
        let row = cost(&session).tables[0].stores[1].clone();
        let saved = savings.map(|begin| saved(&session, begin).0.map(number::cents));
        assert_eq!(saved, [Some(number::cents(row.total)), Some(reads.to_owned())]);
    }
}

/// GetRecords requests have no price in this Region, and cost the same in every way to pay.
#[test]
fn what_is_added_without_a_price_does_not_hide_which_way_is_cheapest() {
    let mut session = with_items();
    save(&mut session, indexed_put());
    let settings = CostSettings { region: "eu-west-1".into(), ..CostSettings::default() };
    let ways = |session: &mut Session, class, stream_reads| {
        set(session, CostSettings { class, stream_reads, ..settings.clone() });
        let view = cost(session);
        assert_eq!(view.bill.total.is_least, class.is_some() || stream_reads.is_some());
        let ways = view.ways.iter();
        ways.map(|way| (text(&way.words), way.is_cheapest)).collect::<Vec<_>>()
    };
    let alone = ways(&mut session, None, None);
    assert!(alone.iter().any(|(_, is_cheapest)| *is_cheapest), "{alone:?}");
    assert_eq!(ways(&mut session, None, Some(3_000_000)), alone);
    let other = Some(TableClass::InfrequentAccess);
    let alone = ways(&mut session, other, None);
    assert!(alone.iter().any(|(words, _)| words.contains("every table in the class")), "{alone:?}");
    assert_eq!(ways(&mut session, other, Some(3_000_000)), alone);
}

#[test]
fn what_is_added_says_what_is_free_and_what_is_not_known() {
    let said = |session: &mut Session, settings: CostSettings| {
        set(session, settings);
        let extras = cost(session).extras;
        extras.iter().map(|extra| text(&extra.step)).collect::<Vec<_>>()
    };
    let mut session = with_items();
    let reads = |region: &str, count| CostSettings {
        region: region.into(),
        stream_reads: Some(count),
        ..CostSettings::default()
    };
    let free = "Up to 2,500,000 a month are free in every account.";
    assert_eq!(said(&mut session, reads("eu-west-1", 1_000_000)), [free]);
    let unknown = "A price that this needs is not known.";
    assert_eq!(said(&mut session, reads("eu-west-1", 3_000_000)), [unknown]);
    assert_eq!(
        said(&mut session, reads("us-east-1", 3_000_000)),
        [
            "(3,000,000 − 2,500,000 that are free in every account) × $0.02 a hundred thousand = $0.10"
        ]
    );

    let mut empty = with_tables(&[("Things", None)]);
    let kept = CostSettings { has_recovery: true, ..CostSettings::default() };
    assert_eq!(said(&mut empty, kept.clone()), ["Nothing is kept."]);
    assert_eq!(
        said(&mut empty, CostSettings { item_count: Some(1_000_000), ..kept }),
        ["A table or index without entries is expected to have some, and their size is not known."]
    );
}

/// A Query that reads 1,728,000 items of a table without any, 2.5 times an hour: nobody knows how large they are.
#[test]
fn reads_of_an_empty_table_have_no_known_price() {
    let mut session = with_tables(&[("Log", None)]);
    add_index(&mut session, "Log");
    let request = json!({ "TableName": "Log", "KeyConditionExpression": "id = :k",
        "ExpressionAttributeValues": { ":k": { "S": "a" } } });
    let query =
        PatternDraft { items: "1728000".into(), ..pattern("Query", &request, "2.5", Period::Hour) };
    save(&mut session, query);
    assert!(answer(&session).cost.is_least);
    assert!(answer(&session).notes.iter().any(|it| it.key == "pattern.unsized"));
    assert!(cost(&session).bill.total.is_least);
    // So is a Scan of as many items as are expected, and the storage of the table and of its index.
    save(&mut session, pattern("Scan", &json!({ "TableName": "Log" }), "1", Period::Day));
    let mut settings = cost(&session).settings;
    settings.expect(&"Log".into(), None, Some(50_000_000));
    set(&mut session, settings);
    let rows = patterns(&session).patterns;
    assert!(rows.iter().all(|row| row.answer().expect("it is tried").cost.is_least));
    let stores = cost(&session).tables.remove(0).stores;
    assert_eq!(stores.iter().map(|it| it.storage).collect::<Vec<_>>(), [None, None]);
    // One item tells how large they are: 1,000 B with its name, and 100 B beside it.
    let rest = 1_000 - "id".len() - "a".len() - "x".len();
    let item = json!({ "id": { "S": "a" }, "x": { "S": "-".repeat(rest) } });
    call(&mut session, "PutItem", &json!({ "TableName": "Log", "Item": item }));
    session.handle(Command::Advance { by_ms: 10_000 });
    let rows = patterns(&session).patterns;
    assert!(!rows.iter().any(|row| row.answer().expect("it is tried").cost.is_least));
    // 1,728,000,000 B are 210,937.5 RRU, 1,825 times a month, at $0.125 a million.
    assert_eq!(number::cents(rows[0].answer().expect("it is tried").cost), "$48.12");
}

fn add_index(session: &mut Session, table: &str) {
    let index = json!({
        "TableName": table,
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": "Again", "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        } }],
    });
    call(session, "UpdateTable", &index);
    session.handle(Command::Advance { by_ms: 600_000 });
}

/// DynamoDB stores no item of more than 409,600 bytes.
#[test]
fn an_item_that_is_too_large_is_not_priced() {
    let mut session = with_tables(&[("Things", None)]);
    let of_bytes = |size: &str| PatternDraft { size: size.into(), ..puts("Things", "1") };
    let too_large = Command::Plan(PlanCommand::SavePattern(of_bytes("409601")));
    assert!(!session.handle(too_large).accepted);
    save(&mut session, of_bytes("409600"));
    assert_eq!(answer(&session).hundredths(), 40_000);
}
