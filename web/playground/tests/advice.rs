//! Advice from outside: each rule speaks where its numbers say so, and is silent otherwise.

mod plain;

use playground::lesson::example;
use playground::message::number;
use playground::report::ReportFile;
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::view::advice::{Cause, Finding, Severity};
use playground::view::cost::{CostSettings, PayMode};
use playground::view::day::DayCurve;
use playground::view::decimal::Decimal;
use playground::view::design::ProjectionDesign;
use playground::view::pattern::{PatternDraft, Period};
use serde_json::{Value, json};

use crate::plain::text;

/// A sandbox with one table, `Things`, of the key (`p`, `s`), all of whose attributes named are texts.
fn things(definition: Value, items: &[Value]) -> Session {
    let mut table = json!({
        "TableName": "Things",
        "KeySchema": [{ "AttributeName": "p", "KeyType": "HASH" }, { "AttributeName": "s", "KeyType": "RANGE" }],
        "Items": items,
    });
    let mut names = vec!["p".to_owned(), "s".to_owned()];
    for (member, value) in definition.as_object().expect("members of a table") {
        for index in value.as_array().into_iter().flatten() {
            for key in index["KeySchema"].as_array().into_iter().flatten() {
                names.push(key["AttributeName"].as_str().expect("a name").to_owned());
            }
        }
        table[member] = value.clone();
    }
    names.sort();
    names.dedup();
    let attributes =
        names.iter().map(|name| json!({ "AttributeName": name, "AttributeType": "S" }));
    table["AttributeDefinitions"] = attributes.collect();
    let document = json!({ "v": 1, "collection_size_max": 10_000, "tables": [table] });
    let mut session = Session::first();
    let mut opened = session.handle(Command::OpenDocument(document.to_string()));
    while session.is_opening() {
        opened = session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 4_096 }));
    }
    assert_eq!(opened.notices.len(), 1, "{:?}", opened.notices);
    session
}

fn index(name: &str, key: &[&str], projection: Value) -> Value {
    let kinds = ["HASH", "RANGE"];
    let key =
        key.iter().zip(kinds).map(|(name, kind)| json!({ "AttributeName": name, "KeyType": kind }));
    json!({ "IndexName": name, "KeySchema": key.collect::<Value>(), "Projection": projection })
}

fn keys_only() -> Value {
    json!({ "ProjectionType": "KEYS_ONLY" })
}

fn globals(indexes: &[Value]) -> Value {
    json!({ "GlobalSecondaryIndexes": indexes })
}

/// An item with these attributes beside its key.
fn item(number: usize, attributes: &[(&str, &str)]) -> Value {
    let mut item =
        json!({ "p": { "S": format!("p{}", number % 3) }, "s": { "S": number.to_string() } });
    for (name, value) in attributes {
        item[*name] = json!({ "S": value });
    }
    item
}

fn items(
    count: usize,
    attributes: impl Fn(usize) -> Vec<(&'static str, &'static str)>,
) -> Vec<Value> {
    (0..count).map(|number| item(number, &attributes(number))).collect()
}

/// Keeps an access pattern of so many requests a second.
fn ask(session: &mut Session, operation: &str, rate: u64, request: Value) {
    let mut request = request;
    request["TableName"] = "Things".into();
    ask_as_is(session, operation, rate, &request);
}

/// The same of a request as it is.
fn ask_as_is(session: &mut Session, operation: &str, rate: u64, request: &Value) {
    let draft = PatternDraft {
        name: operation.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: rate.to_string().into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
}

fn query(index: &str, name: &str, value: &str, more: Value) -> Value {
    let mut request = json!({
        "KeyConditionExpression": format!("{name} = :v"),
        "ExpressionAttributeValues": { ":v": { "S": value } },
    });
    if !index.is_empty() {
        request["IndexName"] = index.into();
    }
    for (member, value) in more.as_object().expect("members") {
        request[member] = value.clone();
    }
    request
}

fn put(partition: &str, more: Value) -> Value {
    let mut item = json!({ "p": { "S": partition }, "s": { "S": "{sequence}" } });
    for (member, value) in more.as_object().expect("attributes") {
        item[member] = json!({ "S": value });
    }
    json!({ "Item": item })
}

fn findings(session: &mut Session) -> Vec<Finding> {
    session.advice(None).expect("there is a table").findings
}

/// What was found, in words, with its severity.
#[track_caller]
fn check(session: &mut Session, expected: &[(Severity, &str)]) {
    let findings = findings(session);
    let found: Vec<(Severity, String)> =
        findings.iter().map(|it| (it.severity, text(&it.words[0]))).collect();
    let found: Vec<(Severity, &str)> =
        found.iter().map(|(severity, words)| (*severity, words.as_str())).collect();
    assert_eq!(found, expected);
    for finding in &findings {
        assert!(!text(&finding.words[1]).is_empty() && !finding.source.title.is_empty());
    }
}

#[test]
fn the_examples_are_well_designed() {
    for example in ["open-orders", "champions", "conditional-index", "adjacency"] {
        check(&mut example::opened(example), &[]);
    }
}

#[test]
fn the_basis_says_what_was_looked_at() {
    let mut session = things(json!({}), &[]);
    let basis = |session: &mut Session| {
        let advice = session.advice(None).expect("there is a table");
        advice.basis.iter().map(text).collect::<Vec<_>>()
    };
    assert!(basis(&mut session)[1].starts_with("Write down access patterns"));
    ask(&mut session, "GetItem", 1, json!({ "Key": { "p": { "S": "a" }, "s": { "S": "b" } } }));
    assert_eq!(basis(&mut session)[1], "1 access pattern was tried on it.");
}

#[test]
fn few_key_values_of_an_index() {
    let levels = ["junior", "senior", "executive"];
    let by_level = || globals(&[index("ByLevel", &["level"], keys_only())]);
    let few = items(40, |number| vec![("level", levels[if number < 30 { 0 } else { number % 3 }])]);
    check(
        &mut things(by_level(), &few),
        &[(
            Severity::Hint,
            "ByLevel has 3 values of level for 40 entries; 34 of them have the same. A query finds a large part of the \
             index, and few partitions take all of its writes.",
        )],
    );
    let many: Vec<Value> = (0..40)
        .map(|number| {
            let mut item = item(number, &[]);
            item["level"] = json!({ "S": format!("level {}", number / 5) });
            item
        })
        .collect();
    check(&mut things(by_level(), &many), &[]);
    check(
        &mut things(by_level(), &few[..19]),
        &[(
            Severity::Hint,
            "All 19 entries of ByLevel have the same level, so at first all of them are in one partition. It serves at most \
             1,000 write and 3,000 read units a second.",
        )],
    );
}

/// Pattern 4: ten employees, three pay levels. The design is at fault, however few the items are.
#[test]
fn a_design_with_few_key_values_is_named_from_three_entries_on() {
    let levels = ["L1", "L1", "L1", "L1", "L1", "L1", "L1", "L2", "L2", "EXEC"];
    let employees = items(10, |number| vec![("level", levels[number])]);
    let by_level = |key: &[&str]| globals(&[index("PayLevelIndex", key, keys_only())]);
    let words = |entries, values, most| {
        format!(
            "PayLevelIndex has {values} values of level for {entries} entries; {most} of them have the same. A query \
             finds a large part of the index, and few partitions take all of its writes."
        )
    };
    check(&mut things(by_level(&["level"]), &employees), &[(Severity::Hint, &words(10, 3, 7))]);
    check(
        &mut things(by_level(&["level"]), &employees[6..9]),
        &[(Severity::Hint, &words(3, 2, 2))],
    );
    check(&mut things(by_level(&["level"]), &employees[6..8]), &[]);
    check(&mut things(by_level(&["level", "s"]), &employees), &[]);
    let sparse = [employees[..3].to_vec(), items(2, |_| Vec::new())].concat();
    check(
        &mut things(by_level(&["level"]), &sparse[..3]),
        &[(
            Severity::Hint,
            "All 3 entries of PayLevelIndex have the same level, so at first all of them are in one partition. It serves at most \
         1,000 write and 3,000 read units a second.",
        )],
    );
}

/// The values are those of the whole partition key, so the whole key is named.
#[test]
fn few_values_of_a_partition_key_of_two_attributes() {
    let mut of_two = index("ByPlace", &["country"], keys_only());
    of_two["KeySchema"] = json!([{ "AttributeName": "country", "KeyType": "HASH" }, { "AttributeName": "city", "KeyType": "HASH" }]);
    let places = [("DE", "Bonn"), ("DE", "Ulm"), ("FR", "Lyon")];
    let items_there = items(30, |number| {
        let (country, city) = places[number % 3];
        vec![("country", country), ("city", city)]
    });
    check(
        &mut things(globals(std::slice::from_ref(&of_two)), &items_there),
        &[(
            Severity::Hint,
            "ByPlace has 3 values of country, city for 30 entries; 10 of them have the same. A query finds a large part \
             of the index, and few partitions take all of its writes.",
        )],
    );
}

/// 8,000 puts a second of 2 write units: 16,000 over 20 keys are 800 each, and over 10 keys 1,600. Samples had said 1,600 and more.
#[test]
fn the_rate_of_a_key_is_that_of_its_placeholder() {
    let found = |key: &str| {
        let mut session = things(json!({}), &[]);
        ask(&mut session, "PutItem", 8_000, put(key, json!({ "x": "{text 1500}" })));
        let found = findings(&mut session).into_iter();
        let hot = found.filter(|it| it.words[0].key.starts_with("advice.hot"));
        hot.map(|finding| text(&finding.words[0])).collect::<Vec<_>>()
    };
    for spread in ["d-{shard 20}", "{uniform 16}", "d-{round 16}", "o-{sequence}", "{hot 50 6.25%}"]
    {
        assert_eq!(found(spread), Vec::<String>::new(), "{spread}");
    }
    let of_one = |units: &str, key: &str| {
        format!(
            "The key {key} is asked for {units} write units a second. One partition of Things gives 1,000."
        )
    };
    assert_eq!(found("d-{shard 10}"), [of_one("1,600", "d-1")]);
    assert_eq!(found("{hot 50 25%}"), [of_one("4,000", "1")]);
    // 1 + 1/2 + 1/3 + 1/4 = 25/12: 12 of 25.
    assert_eq!(found("{zipf 4}"), [of_one("7,680", "1")]);
}

#[test]
fn a_hot_key() {
    let mut session = things(json!({}), &[]);
    ask(&mut session, "PutItem", 1_000, put("{day}", json!({})));
    check(&mut session, &[]);
    ask(&mut session, "PutItem", 1, put("{day}", json!({})));
    check(
        &mut session,
        &[(
            Severity::Rejection,
            "The key 1970-01-01 is asked for 1,001 write units a second. One partition of Things gives 1,000.",
        )],
    );
    assert_eq!(findings(&mut session)[0].cause, Cause::Patterns);
    let mut sharded = things(json!({}), &[]);
    ask(&mut sharded, "PutItem", 4_000, put("{day}.{shard 200}", json!({})));
    check(&mut sharded, &[]);
    let mut read = things(json!({}), &[]);
    ask(&mut read, "GetItem", 7_000, json!({ "Key": { "p": { "S": "a" }, "s": { "S": "b" } } }));
    check(
        &mut read,
        &[(
            Severity::Rejection,
            "The key a is asked for 3,500 read units a second. One partition of Things gives 3,000.",
        )],
    );
    // Half a unit too many is too many, and one key more is needed.
    let mut half = things(json!({}), &[]);
    ask(&mut half, "GetItem", 6_001, json!({ "Key": { "p": { "S": "a" }, "s": { "S": "b" } } }));
    let found = findings(&mut half);
    let [words, cure] = &found[0].words;
    assert_eq!(
        [text(words), text(cure)],
        [
            "The key a is asked for 3,001 read units a second. One partition of Things gives 3,000.".to_owned(),
            "Spread it over at least 2 keys by a random or calculated suffix. Readers then query each of them."
                .to_owned(),
        ]
    );
}

#[test]
fn a_constant_key_of_a_sparse_index() {
    let open = || globals(&[index("Open", &["state"], keys_only())]);
    let some = items(4, |number| if number == 0 { vec![("state", "OPEN")] } else { Vec::new() });
    let mut session = things(open(), &some);
    check(&mut session, &[]);
    let request =
        query("Open", "#n", "OPEN", json!({ "ExpressionAttributeNames": { "#n": "state" } }));
    ask(&mut session, "Query", 1, request);
    ask(&mut session, "PutItem", 499, put("{sequence}", json!({ "state": "OPEN" })));
    check(&mut session, &[]);
    ask(&mut session, "PutItem", 1, put("{sequence}", json!({ "state": "OPEN" })));
    check(
        &mut session,
        &[(
            Severity::Hint,
            "The only entry of Open has one value of state, so at first one partition takes its 500.00 write units and 0.50 read \
             units a second. It serves 1,000 and 3,000.",
        )],
    );
    ask(&mut session, "PutItem", 600, put("{sequence}", json!({ "state": "OPEN" })));
    assert_eq!(findings(&mut session)[0].severity, Severity::Rejection);
}

#[test]
fn an_index_that_nobody_reads() {
    let two = globals(&[index("ByA", &["a"], keys_only()), index("ByB", &["b"], keys_only())]);
    let values = ["1", "2", "3", "4"];
    let mut session = things(two, &items(4, |it| vec![("a", values[it]), ("b", values[it])]));
    ask(&mut session, "PutItem", 1, put("{sequence}", json!({ "a": "1" })));
    check(&mut session, &[]);
    ask(&mut session, "Query", 1, query("ByB", "b", "2", json!({})));
    check(
        &mut session,
        &[(
            Severity::Expense,
            "No access pattern reads ByA. It consumes 2,628,000 write units a month and is billed for 428 B.",
        )],
    );
    assert_eq!(findings(&mut session)[0].cause, Cause::Index("ByA".into()));
    let mut request = query("ByA", "a", "1", json!({}));
    request["TableName"] = "Things".into();
    session.handle(Command::Call { operation: "Query".to_owned(), request: request.to_string() });
    check(&mut session, &[]);
}

/// A query that does not work names it: the query is to be mended, not the index deleted.
#[test]
fn an_index_that_a_failing_query_names_is_not_called_unread() {
    let by_a = globals(&[index("ByA", &["a"], keys_only())]);
    let mut session = things(by_a, &items(4, |_| vec![("a", "1")]));
    ask(&mut session, "PutItem", 1, put("{sequence}", json!({ "a": "{sequence}" })));
    let of_table = json!({ "KeyConditionExpression": "p = :v",
        "ExpressionAttributeValues": { ":v": { "S": "p1" } } });
    ask(&mut session, "Query", 1, of_table);
    let keys = |session: &mut Session| -> Vec<&'static str> {
        findings(session).iter().map(|it| it.words[0].key).collect()
    };
    assert!(keys(&mut session).contains(&"advice.unread"));
    ask(&mut session, "Query", 1, query("ByA", "absent", "1", json!({})));
    let found = keys(&mut session);
    assert!(!found.contains(&"advice.unread") && found.contains(&"advice.failing"), "{found:?}");
}

#[test]
fn a_projection_that_is_too_narrow() {
    let local = json!({ "LocalSecondaryIndexes": [index("ByA", &["p", "a"], keys_only())] });
    let mut session = things(local, &items(6, |_| vec![("a", "1"), ("note", "x")]));
    ask(&mut session, "Query", 1, query("ByA", "p", "p0", json!({})));
    check(&mut session, &[]);
    ask(
        &mut session,
        "Query",
        1,
        query("ByA", "p", "p0", json!({ "ProjectionExpression": "note" })),
    );
    check(
        &mut session,
        &[(
            Severity::Expense,
            "Query fetches 2 items a request: 1.00 read units beside 0.50 of ByA.",
        )],
    );
}

#[test]
fn a_projection_that_is_too_wide() {
    let all = globals(&[index("ByA", &["a"], json!({ "ProjectionType": "ALL" }))]);
    let long: &'static str = "-".repeat(3_000).leak();
    let mut session = things(all, &items(2, |_| vec![("a", "1"), ("note", long), ("b", "2")]));
    ask(&mut session, "Query", 1, query("ByA", "a", "1", json!({ "ProjectionExpression": "b" })));
    check(
        &mut session,
        &[(
            Severity::Expense,
            "ByA copies note, and none of its readers asks for it: an entry costs 3.00 write units instead of 1.00.",
        )],
    );
    ask(&mut session, "Query", 1, query("ByA", "a", "1", json!({})));
    check(&mut session, &[]);
}

/// What an index costs that copies a note of 3,000 bytes for a reader who asks for another attribute.
#[test]
fn a_projection_that_is_too_wide_costs_its_writes_reads_and_storage() {
    let long: &'static str = "-".repeat(3_000).leak();
    let own = |number: usize| vec![("a", ["1", "2"][number % 2]), ("note", long), ("b", "2")];
    let saved = |definition: Value, count: usize| {
        let mut session = things(definition, &items(count, own));
        let asked = json!({ "ProjectionExpression": "b" });
        let is_local = session.table_design("Things").expect("a table").global_indexes.is_empty();
        let (name, value) = if is_local { ("p", "p0") } else { ("a", "1") };
        ask(&mut session, "Query", 1, query("ByA", name, value, asked));
        ask(&mut session, "PutItem", 1, put("p9", json!({ "a": "7", "note": long, "b": "2" })));
        let update = json!({
            "Key": { "p": { "S": "p0" }, "s": { "S": "0" } }, "UpdateExpression": "SET note = :n",
            "ExpressionAttributeValues": { ":n": { "S": "{sequence}" } },
        });
        ask(&mut session, "UpdateItem", 1, update);
        let cost = session.cost(None).expect("a table");
        let mut settings = cost.settings;
        settings.expect(&"Things".into(), None, Some(50_000_000));
        session.handle(Command::Plan(PlanCommand::SetCost(settings)));
        let total = |session: &Session| session.cost(None).expect("a table").bill.total.pico;
        let before = total(&session);
        let found = findings(&mut session);
        let is_wide = |it: &&Finding| it.words[0].key == "advice.wide";
        let monthly = found.iter().find(is_wide).expect("it is").monthly.expect("a price");
        let mut design = session.table_design("Things").expect("a table");
        for index in design.global_indexes.iter_mut().chain(&mut design.local_indexes) {
            index.projection = ProjectionDesign::Include(vec!["b".to_owned()]);
        }
        let rebuild = Command::RebuildTable { table: "Things".to_owned(), design };
        assert!(session.handle(rebuild).accepted);
        (monthly, before - total(&session))
    };
    let all = || json!({ "ProjectionType": "ALL" });
    let global = globals(&[index("ByA", &["a"], all())]);
    let local = json!({ "LocalSecondaryIndexes": [index("ByA", &["p", "a"], all())] });
    for definition in [&global, &local] {
        let (monthly, less) = saved(definition.clone(), 3);
        assert_eq!((monthly.pico, monthly.is_least), (less, false), "{definition}");
    }
    // Building so large a table again takes too long: its writes alone are counted.
    let (monthly, _) = saved(global, 3_000);
    assert!(monthly.is_least, "{monthly:?}");
}

#[test]
fn a_scan_where_a_query_would_do() {
    let mut session = Session::first();
    let scan = |filter: &str, values: Value| {
        let mut request = json!({ "TableName": "Orders", "FilterExpression": filter });
        if values != Value::Null {
            request["ExpressionAttributeValues"] = values;
        }
        Command::Call { operation: "Scan".to_owned(), request: request.to_string() }
    };
    session.handle(scan("attribute_exists(OrderOpenDate)", Value::Null));
    check(
        &mut session,
        &[(
            Severity::Expense,
            "The last scan reads everything, 4.5 read units, and then filters. Scan on OpenOrders \
             costs 0.5, and returns what is projected.",
        )],
    );
    session.handle(scan("CustomerId = :c", json!({ ":c": { "S": "C2" } })));
    check(
        &mut session,
        &[(
            Severity::Expense,
            "The last scan reads everything, 4.5 read units, and then filters. Query on Orders \
             costs 1.",
        )],
    );
    let open = json!({ ":c": { "S": "C1" } });
    session.handle(scan("attribute_exists(OrderOpenDate) AND CustomerId = :c", open));
    check(
        &mut session,
        &[(
            Severity::Expense,
            "The last scan reads everything, 4.5 read units, and then filters. Query on OpenOrders \
             costs 0.5, and returns what is projected.",
        )],
    );
    session.handle(scan("contains(Notes, :c)", json!({ ":c": { "S": "lorem" } })));
    check(&mut session, &[]);
    session.handle(scan("CustomerId = :c OR Notes = :c", json!({ ":c": { "S": "C2" } })));
    check(&mut session, &[]);
}

#[test]
fn many_indexes_of_a_write_heavy_table() {
    let three = ["a", "b", "c"].map(|name| index(&format!("By{name}"), &[name], keys_only()));
    let mut session =
        things(globals(&three), &items(1, |_| vec![("a", "1"), ("b", "1"), ("c", "1")]));
    for name in ["a", "b", "c"] {
        ask(&mut session, "Query", 1, query(&format!("By{name}"), name, "1", json!({})));
    }
    ask(&mut session, "PutItem", 3, put("{sequence}", json!({ "a": "1", "b": "1", "c": "1" })));
    check(&mut session, &[]);
    ask(&mut session, "PutItem", 1, put("{sequence}", json!({ "a": "1", "b": "1", "c": "1" })));
    check(
        &mut session,
        &[(
            Severity::Expense,
            "The 3 indexes take 31,536,000 write units a month, Things itself 10,512,000, and it is written more often \
             than it is read.",
        )],
    );
    // What is written to them, at $0.625 a million: what they are read for is read elsewhere without them.
    let monthly = findings(&mut session)[0].monthly;
    assert_eq!(monthly.map(number::cents).as_deref(), Some("$19.71"));
}

#[test]
fn a_collection_near_its_limit() {
    let local = || json!({ "LocalSecondaryIndexes": [index("ByA", &["p", "a"], keys_only())] });
    let long: &'static str = "-".repeat(3_900).leak();
    let of =
        |count| (0..count).map(|number| item(number * 3, &[("note", long)])).collect::<Vec<_>>();
    check(&mut things(local(), &of(2)), &[]);
    let mut near = things(local(), &[of(2), vec![item(9, &[("note", &long[..200])])]].concat());
    check(
        &mut near,
        &[(
            Severity::Rejection,
            "The item collection of p0 has 7.8 KB of its limit of 9.8 KB, local indexes included. Writes that would make \
             it larger than the limit are rejected.",
        )],
    );
    assert!(matches!(findings(&mut near)[0].cause, Cause::Item(_)));
    check(&mut things(json!({}), &of(3)), &[]);
}

#[test]
fn large_items() {
    let text_of = |size: usize| vec![item(1, &[("note", "-".repeat(size).as_str())])];
    check(&mut things(json!({}), &text_of(7_000)), &[]);
    let mut large = things(json!({}), &text_of(9_000));
    check(
        &mut large,
        &[(
            Severity::Expense,
            "1 item is larger than 7 KB, and one attribute is most of it. It has 9,009 B, so each write costs 9; note alone has 9,000 B.",
        )],
    );
    let cure = text(&findings(&mut large)[0].words[1]);
    assert_eq!(
        cure,
        "Compressed to an eighth, as much text can be, the item has 1,134 B: 2 a write. Then the text cannot be filtered by."
    );
    // A larger item of many small attributes is none of those that are counted.
    let parts: Vec<(String, String)> =
        (0..20).map(|number| (format!("n{number}"), "-".repeat(1_000))).collect();
    let parts: Vec<(&str, &str)> =
        parts.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let text = "-".repeat(9_000);
    check(
        &mut things(
            json!({}),
            &[item(1, &[("note", &text)]), item(2, &[("note", &text[..8_000])]), item(3, &parts)],
        ),
        &[(
            Severity::Expense,
            "2 items are larger than 7 KB, and one attribute is most of each. The largest of them has 9,009 B, so each \
             write costs 9; note alone has 9,000 B.",
        )],
    );
    let even: Vec<(String, String)> =
        (0..9).map(|number| (format!("n{number}"), "-".repeat(1_000))).collect();
    let even: Vec<(&str, &str)> =
        even.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    check(&mut things(json!({}), &[item(1, &even)]), &[]);
}

#[test]
fn an_index_provisioned_below_its_writes() {
    let provisioned = |own: u64| {
        let throughput =
            |write: u64| json!({ "ReadCapacityUnits": 1, "WriteCapacityUnits": write });
        let mut by_a = index("ByA", &["a"], keys_only());
        by_a["ProvisionedThroughput"] = throughput(own);
        let mut table = globals(&[by_a]);
        table["ProvisionedThroughput"] = throughput(10);
        table
    };
    let all = items(10, |number| vec![("a", ["v", "w", "x", "y", "z"][number % 5])]);
    check(
        &mut things(provisioned(5), &all),
        &[(
            Severity::Rejection,
            "ByA is provisioned with 5 write units a second, the table with 10, and 10 of 10 items are in it. When the \
             index falls behind, writes to the table are throttled.",
        )],
    );
    check(&mut things(provisioned(10), &all), &[]);
    let half = items(10, |number| if number % 2 == 0 { vec![("a", "x")] } else { Vec::new() });
    check(&mut things(provisioned(5), &half), &[]);
    check(&mut things(provisioned(1), &[]), &[]);
}

/// An index that patterns ask for more than it has, and its table may write more still: one finding has both numbers.
#[test]
fn an_index_provisioned_below_what_patterns_write_is_one_finding() {
    let units = |write: u64| json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": write });
    let mut by_g = index("ByG", &["g"], json!({ "ProjectionType": "ALL" }));
    by_g["ProvisionedThroughput"] = units(10);
    let mut table = globals(&[by_g]);
    table["ProvisionedThroughput"] = units(100);
    let mut session = things(table, &items(4, |_| vec![("g", "g1")]));
    ask(&mut session, "PutItem", 50, put("{sequence}", json!({ "g": "g{uniform 5000}" })));
    let found = findings(&mut session);
    let of_index = found.iter().filter(|it| it.cause == Cause::Index("ByG".into()));
    let cures: Vec<String> = of_index.map(|it| text(&it.words[1])).collect();
    assert_eq!(
        cures[0],
        "Provision ByG with at least 50 WCU. Until then, nothing else helps. For all that Things may write, it needs 100."
    );
    assert!(found.iter().all(|it| it.words[0].key != "advice.short_index"), "{found:?}");
}

/// What is said of hot keys, and of what is rejected.
fn hot(session: &Session, table: &str) -> Vec<String> {
    let found = session.advice(Some(table)).expect("there is a table").findings;
    let hot = found.iter().filter(|it| it.words[0].key.starts_with("advice.hot"));
    hot.map(|it| text(&it.words[0])).collect()
}

/// A transaction takes two write units of a table for each of its items, a batch one.
#[test]
fn a_key_within_transactions_and_batches_is_hot_by_its_own_requests() {
    let item = |partition: &str| json!({ "p": { "S": partition }, "s": { "S": "{sequence}" } });
    let transaction = json!({ "TransactItems": [
        { "Put": { "TableName": "Things", "Item": item("{sequence}") } },
        { "Update": { "TableName": "Things", "Key": item("total"), "UpdateExpression": "ADD n :n",
            "ExpressionAttributeValues": { ":n": { "N": "1" } } } },
        { "ConditionCheck": { "TableName": "Things", "Key": item("{uniform 1000}"),
            "ConditionExpression": "attribute_not_exists(p)" } },
    ] });
    let put = |partition: &str| json!({ "PutRequest": { "Item": item(partition) } });
    let batch = json!({ "RequestItems": { "Things": [put("{sequence}"), put("total")] } });
    let ends = "write units a second. One partition of Things gives 1,000.";
    let asked = |requests: &[(&str, u64, &Value)]| {
        let mut session = things(json!({}), &items(2, |_| vec![]));
        for (operation, rate, request) in requests {
            ask_as_is(&mut session, operation, *rate, request);
        }
        hot(&session, "Things")
    };
    assert_eq!(asked(&[("TransactWriteItems", 500, &transaction)]), [""; 0]);
    assert_eq!(
        asked(&[("TransactWriteItems", 501, &transaction)]),
        [format!("The key total is asked for 1,002 {ends}")]
    );
    assert_eq!(
        asked(&[("BatchWriteItem", 200, &batch), ("TransactWriteItems", 450, &transaction)]),
        [format!("The key total is asked for 1,100 {ends}")]
    );
    let keys = json!([{ "p": { "S": "p0" }, "s": { "S": "0" } }, { "p": { "S": "x" }, "s": { "S": "{sequence}" } }]);
    let read = json!({ "RequestItems": { "Things": { "Keys": keys, "ConsistentRead": true } } });
    let found = asked(&[("BatchGetItem", 3_001, &read)]);
    assert_eq!(found.len(), 1, "the other key is asked for as often: {found:?}");
    assert!(found[0].contains("is asked for 3,001 read units a second."), "{found:?}");
}

/// A program counts all things in one item, of another table; in batches of 100 it does so for each 100.
#[test]
fn a_key_that_programs_write_is_hot_by_what_sets_them_in_motion() {
    let stream =
        json!({ "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" } });
    let mut session = things(stream, &items(2, |_| vec![]));
    let create = json!({ "TableName": "Totals", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "of", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "of", "KeyType": "HASH" }] });
    let (operation, request) = ("CreateTable".to_owned(), create.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    ask(&mut session, "PutItem", 1_100, put("{uniform 100000}", json!({})));
    let program = |count: &str| {
        let request = json!({ "TableName": "Totals", "Key": { "of": { "S": "all" } },
            "UpdateExpression": "ADD n :n", "ExpressionAttributeValues": { ":n": { "N": count } } });
        json!({ "ProgramName": "Count", "TableName": "Things",
            "Requests": [{ "Operation": "UpdateItem", "Request": request }] })
    };
    let save = |session: &mut Session, program: &Value| {
        let command = PlanCommand::SaveProgram(program.to_string().into());
        assert!(session.handle(Command::Plan(command)).accepted);
    };
    assert_eq!(hot(&session, "Totals"), [""; 0]);
    save(&mut session, &program("1"));
    let words = "The key all is asked for 1,100 write units a second, give or take 33, by 100 samples. One partition of Totals gives 1,000.";
    assert_eq!(
        (hot(&session, "Totals"), hot(&session, "Things")),
        (vec![words.to_owned()], vec![])
    );
    save(&mut session, &program("{count}"));
    assert_eq!(hot(&session, "Totals"), [""; 0]);
}

/// Of 20 items that are written for each record, one is always the same: it is asked for as often as there are records.
#[test]
fn a_key_that_programs_write_once_for_each_record_is_hot() {
    let stream =
        json!({ "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" } });
    let mut session = things(stream, &[]);
    let create = json!({ "TableName": "Totals", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "of", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "of", "KeyType": "HASH" }] });
    let (operation, request) = ("CreateTable".to_owned(), create.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    ask(&mut session, "PutItem", 1_100, put("{uniform 100000}", json!({})));
    let others = (1..20).map(|number| {
        json!({ "PutRequest": { "Item": { "of": { "S": format!("{{key.s}}-{number}") } } } })
    });
    let others = json!({ "RequestItems": { "Totals": others.collect::<Value>() } });
    let update = json!({ "TableName": "Totals", "Key": { "of": { "S": "all" } },
        "UpdateExpression": "ADD n :n", "ExpressionAttributeValues": { ":n": { "N": "1" } } });
    let requests = json!([
        { "Operation": "BatchWriteItem", "Request": others },
        { "Operation": "UpdateItem", "Request": update },
    ]);
    let program =
        json!({ "ProgramName": "Count", "TableName": "Things", "Requests": requests }).to_string();
    assert!(session.handle(Command::Plan(PlanCommand::SaveProgram(program.into()))).accepted);
    let words = "The key all is asked for 1,100 write units a second, give or take 33, by 100 samples. One partition of Totals gives 1,000.";
    assert_eq!(hot(&session, "Totals"), [words]);
}

#[test]
fn a_table_provisioned_below_its_access_patterns_comes_before_its_hot_key() {
    let provisioned = |write: u64| {
        let throughput = json!({ "ReadCapacityUnits": 1, "WriteCapacityUnits": write });
        let mut session = things(json!({ "ProvisionedThroughput": throughput }), &[]);
        ask(&mut session, "PutItem", 1_500, put("{day}", json!({})));
        session
    };
    let key = "The key 1970-01-01 is asked for 1,500 write units a second. One partition of Things gives 1,000.";
    check(
        &mut provisioned(5),
        &[
            (
                Severity::Rejection,
                "The access patterns ask Things for 1,500.00 WCU a second on average. It is provisioned with 5: a \
                 full burst lasts 1.01 s, and then requests are throttled.",
            ),
            (Severity::Rejection, key),
        ],
    );
    let cure = text(&findings(&mut provisioned(5))[0].words[1]);
    assert_eq!(cure, "Provision Things with at least 1,500 WCU. Until then, nothing else helps.");
    check(&mut provisioned(1_500), &[(Severity::Rejection, key)]);
}

/// 24 of 25 parts of 40 puts a second in one hour: 921.6, while 40 would fit all day.
#[test]
fn a_table_provisioned_below_its_busiest_hour_is_short() {
    let throughput = json!({ "ReadCapacityUnits": 1, "WriteCapacityUnits": 50 });
    let mut session = things(json!({ "ProvisionedThroughput": throughput }), &[]);
    ask(&mut session, "PutItem", 40, put("{sequence}", json!({})));
    check(&mut session, &[]);
    let mut hours = [0; 24];
    (hours[0], hours[1]) = (24, 1);
    let day = DayCurve::of(&hours).expect("it is a curve");
    let settings = CostSettings { day, ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let words = "In the busiest hour, the access patterns ask Things for 921.60 WCU a second. It is provisioned with 50: a full \
                 burst lasts 17.21 s, and then requests are throttled.";
    check(&mut session, &[(Severity::Rejection, words)]);
}

/// 50 puts a second, of which 20 are served: 52.56 million a month for $32.85.
#[test]
fn a_table_may_use_less_on_demand_than_is_asked_of_it() {
    let maximum = json!({ "MaxWriteRequestUnits": 20 });
    let mut session =
        things(json!({ "BillingMode": "PAY_PER_REQUEST", "OnDemandThroughput": maximum }), &[]);
    ask(&mut session, "PutItem", 50, put("{sequence}", json!({})));
    let words = "The access patterns ask Things for 50.00 WCU a second. It may use 20 at most, and requests above that are throttled.";
    check(&mut session, &[(Severity::Rejection, words)]);
    let cost = session.cost(None).expect("there is a table");
    assert_eq!(number::cents(cost.bill.total), "$32.85");
    let headline = text(&cost.headline);
    assert!(
        headline.starts_with("Throttles 60% of what is asked of Things: it has 20"),
        "{headline}"
    );
}

/// 5,188 read units a day, in 41 requests, are 0.06 a second of one key.
#[test]
fn what_is_rarely_asked_of_one_key_is_not_asked_in_one_second() {
    let by_day = globals(&[index("ByDay", &["day"], keys_only())]);
    let mut session = things(by_day, &[item(1, &[("day", "2026-11-28")])]);
    let draft = PatternDraft {
        name: "Scan".into(),
        operation: "Scan".into(),
        request: json!({ "TableName": "Things", "IndexName": "ByDay" }).to_string().into(),
        rate: "1".into(),
        period: Period::Day,
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
    let settings = CostSettings { item_count: Some(100_000_000), ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let found = findings(&mut session);
    assert!(found.iter().all(|it| it.severity != Severity::Rejection), "{found:?}");
}

/// Of 100 requests, 1.96 standard errors are said, and what may be below the limit is not called too much.
#[test]
fn a_key_that_is_counted_in_samples_is_named_with_its_error() {
    let found = |rate| {
        let mut session = things(json!({}), &[]);
        ask(&mut session, "PutItem", rate, put("{hash 2 s}", json!({})));
        findings(&mut session).iter().map(|it| text(&it.words[0])).collect::<Vec<_>>()
    };
    assert_eq!(found(2_000), Vec::<String>::new());
    let [of_one] = &found(4_000)[..] else { panic!("{:?}", found(4_000)) };
    assert!(
        of_one.contains(" write units a second, give or take 3")
            && of_one.contains("by 100 samples"),
        "{of_one}"
    );
}

/// All entries of an index have one key, and a deletion says nothing of it.
#[test]
fn a_hot_key_has_all_its_writers_and_the_busiest_hour() {
    let by_house = globals(&[index("ByHouse", &["g"], keys_only())]);
    let all = items(6, |_| vec![("g", "FRA")]);
    let hot = |session: &mut Session| {
        let found = findings(session).into_iter();
        let mut words = found.filter(|it| {
            it.words[0].key.starts_with("advice.hot") || it.severity == Severity::Rejection
        });
        words.find_map(|it| {
            let words = it.words.each_ref().map(text);
            words[0].contains("ByHouse").then_some(words)
        })
    };
    let mut session = things(by_house, &all);
    ask(&mut session, "PutItem", 950, put("a{sequence}", json!({ "g": "FRA" })));
    assert_eq!(hot(&mut session), None);
    let key = json!({ "p": { "S": "p1" }, "s": { "S": "1" } });
    ask(&mut session, "DeleteItem", 100, json!({ "Key": key }));
    let words = hot(&mut session).expect("950 and 100 are more than 1,000");
    assert!(words[0].contains("1,050 write units"), "{words:?}");
    // The busiest hour has 24 of 25 parts of the day.
    let mut hours = [0; 24];
    (hours[0], hours[1]) = (24, 1);
    let day = DayCurve::of(&hours).expect("it is a curve");
    let settings = CostSettings { day, ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let words = hot(&mut session).expect("it is hotter");
    // 950 × 24 × 24 / 25, and 100 × 24 × 24 / 25.
    assert!(
        words[0].contains("24,192 write units") && words[0].contains("busiest hour"),
        "{words:?}"
    );
    assert!(words[1].contains("25 keys"), "{words:?}");
}

/// 100,000 reads of half a unit are 50,000 units; an account has 40,000 for a table.
#[test]
fn more_than_the_quota_of_an_account_is_said() {
    let read = json!({ "Key": { "p": { "S": "p{uniform 1000000}" }, "s": { "S": "1" } } });
    for (rate, is_too_much) in [(100_000, true), (80_000, false)] {
        let mut session = things(json!({}), &[]);
        ask(&mut session, "GetItem", rate, read.clone());
        let found = findings(&mut session);
        let words =
            found.iter().find(|it| it.words[0].key == "advice.quota").map(|it| text(&it.words[0]));
        let right = "Things is asked for 50,000.00 RCU a second. An account may use 40,000 of a table or index.";
        assert_eq!(words.as_deref(), is_too_much.then_some(right));
    }
}

/// What was looked at is named, and what was not.
#[test]
fn advice_says_which_table_it_is_about() {
    let mut session = things(json!({}), &[]);
    let advice = |session: &mut Session| session.advice(None).expect("there is a table");
    assert_eq!(text(&advice(&mut session).none), "No problems found in Things.");
    let other = json!({ "TableName": "Other", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "p", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "p", "KeyType": "HASH" }] });
    let create = Command::Call { operation: "CreateTable".into(), request: other.to_string() };
    assert!(session.handle(create).accepted);
    let last = session.advice(Some("Things")).expect("it is there").basis.pop();
    assert_eq!(
        text(&last.expect("there is one")),
        "Another table was not looked at: open one for advice on it."
    );
}

/// A pattern on a table that is not there, beside one that is or alone, and one that cannot be filled: no sum counts them.
#[test]
fn a_pattern_that_does_not_work_is_a_problem_of_each_table_that_it_names() {
    let put = |table: &str| json!({ "Put": { "TableName": table, "Item": item(1, &[]) } });
    let transaction = json!({ "TransactItems": [put("Things"), put("Absent")] });
    let absent = json!({ "TableName": "Absent", "Key": item(1, &[]) });
    let statement = |text: &str| json!({ "Statement": text });
    for (operation, request) in [
        ("TransactWriteItems", transaction),
        ("GetItem", absent),
        ("ExecuteStatement", statement("INSERT INTO Things VALUE {'p':'a','s':'b'}")),
        ("ExecuteStatement", statement("{nothing}")),
        ("ExecuteStatement", statement("DELETE FROM Absent WHERE p = 'a' AND s = 'b'")),
    ] {
        let mut session = things(json!({}), &items(4, |_| vec![]));
        ask_as_is(&mut session, operation, 1, &request);
        let words = format!("1 access pattern does not work, and no sum counts it: {operation}.");
        check(&mut session, &[(Severity::Rejection, &*words)]);
        let report = ReportFile::Markdown.text(&session, None);
        assert!(
            !report.contains("No problems found") && report.contains("no sum counts it"),
            "{report}"
        );
    }
}

/// 30,000 writes at 70 % are 42,858 units, of the table and of its index: an account may have 40,000 of each, and 80,000 of all.
#[test]
fn what_is_provisioned_for_a_load_is_within_the_quotas_of_an_account() {
    let mut session = things(globals(&[index("ByHouse", &["g"], keys_only())]), &[]);
    let many = put("p{uniform 1000000}", json!({ "g": "g{uniform 1000000}" }));
    ask(&mut session, "PutItem", 30_000, many);
    let quotas = |session: &mut Session, utilisation: u64| {
        let cost = CostSettings {
            mode: Some(PayMode::Provisioned),
            utilisation_percent: Decimal::new(utilisation, 0),
            ..CostSettings::default()
        };
        assert!(session.handle(Command::Plan(PlanCommand::SetCost(cost))).accepted);
        let found = findings(session).into_iter();
        let found = found.filter(|it| it.words[0].key.starts_with("advice.quota"));
        let bill = text(&session.cost(None).expect("there is a table").headline);
        (found.map(|it| text(&it.words[0])).collect::<Vec<_>>(), bill)
    };
    let [of_table, of_index] =
        ["Things", "ByHouse"].map(|it| format!("{it} is provisioned with 42,858 WCU. An account may provision 40,000 of a table or index."));
    let of_all = "Tables and indexes in us-east-1 are provisioned with 85,716 WCU together. An account may provision 80,000 in a Region.";
    let (found, bill) = quotas(&mut session, 70);
    assert_eq!(found, [&*of_table, &*of_index, of_all]);
    assert!(bill.ends_with(&format!("{of_table} {of_all}")), "{bill}");
    let (found, bill) = quotas(&mut session, 80);
    assert_eq!(found, [""; 0]);
    assert!(bill.ends_with("at this load."), "{bill}");
}

/// 5,000 write units a second: a new table on demand has 4,000 at first.
#[test]
fn a_load_that_a_new_table_on_demand_does_not_serve_at_once_is_said() {
    let many = |text: &str| put("p{uniform 1000000}", json!({ "x": text }));
    for (warm, rate, is_too_much) in
        [(None, 2_500, true), (None, 2_000, false), (Some(5_000), 2_500, false)]
    {
        let warm = warm.map_or(json!({}), |units| {
            json!({ "WarmThroughput": { "ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": units } })
        });
        let mut session = things(warm, &[]);
        ask(&mut session, "PutItem", rate, many("{text 1500}"));
        let words =
            "Things is asked for 5,000.00 WCU a second. On demand, it serves 4,000 at first.";
        let expected = [(Severity::Hint, words)];
        check(&mut session, if is_too_much { &expected } else { &[] });
        let bill = text(&session.cost(None).expect("there is a table").headline);
        assert_eq!(bill.ends_with(words), is_too_much, "{bill}");
    }
}

/// 130 of 150 write units are idle at $0.4745, and 59 of 60 read units at $0.0949: a put of one unit, 14 times a second, needs 20.
#[test]
fn units_that_no_pattern_needs_are_said_with_what_they_cost() {
    let provisioned = json!({ "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": { "ReadCapacityUnits": 60, "WriteCapacityUnits": 150 } });
    let mut session = things(provisioned, &items(3, |_| vec![]));
    check(&mut session, &[]);
    ask(&mut session, "PutItem", 14, put("{sequence}", json!({})));
    let found = findings(&mut session);
    let words: Vec<[String; 2]> = found.iter().map(|it| it.words.each_ref().map(text)).collect();
    let what = "Things is provisioned with 150 WCU and 60 RCU, and the access patterns ask for 14 WCU and 0 RCU a second in the busiest hour.";
    assert_eq!(words, [[what, "Lower Things to 20 WCU and 1 RCU."].map(str::to_owned)]);
    assert_eq!(found[0].monthly.map(number::cents).as_deref(), Some("$67.28"));
    // One Scan a day of 2,457,600 items of 5 B takes 3,000 units: what ten of them save for a burst in five minutes.
    let settings = CostSettings { item_count: Some(2_457_600), ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let scan = PatternDraft {
        name: "Scan".into(),
        operation: "Scan".into(),
        request: json!({ "TableName": "Things", "ConsistentRead": true }).to_string().into(),
        rate: "1".into(),
        period: Period::Day,
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(scan))).accepted);
    let found = findings(&mut session);
    assert!(text(&found[0].words[1]).contains("and 10 RCU."));
}

/// How often a program writes to a table for items that expire elsewhere, its patterns do not say.
#[test]
fn units_are_not_idle_that_expired_items_may_need() {
    let provisioned = json!({ "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 150 } });
    let mut session = things(provisioned, &items(3, |_| vec![]));
    ask(&mut session, "PutItem", 14, put("{sequence}", json!({})));
    assert_eq!(findings(&mut session)[0].words[1].key, "advice.idle_do");
    let sessions = json!({ "TableName": "Sessions", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" } });
    let expiry = json!({ "TableName": "Sessions",
        "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "end" } });
    for (operation, request) in [("CreateTable", sessions), ("UpdateTimeToLive", expiry)] {
        let (operation, request) = (operation.to_owned(), request.to_string());
        assert!(session.handle(Command::Call { operation, request }).accepted);
    }
    let ended = json!({ "ProgramName": "Ended", "TableName": "Sessions", "Requests": [{ "Operation": "PutItem",
        "Request": { "TableName": "Things", "Item": { "p": "{key.id}", "s": { "S": "ended" } } } }] });
    let save = PlanCommand::SaveProgram(ended.to_string().into());
    assert!(session.handle(Command::Plan(save)).accepted);
    assert!(findings(&mut session).iter().all(|it| it.words[1].key != "advice.idle_do"));
}

/// How large entries will be, nobody knows while there is none.
#[test]
fn an_unread_index_without_entries_is_not_said_to_store_nothing() {
    let unread = |items: &[Value]| {
        let mut session = things(globals(&[index("ByHouse", &["g"], keys_only())]), items);
        ask(&mut session, "PutItem", 1, put("a{sequence}", json!({ "g": "FRA" })));
        ask(&mut session, "GetItem", 1, json!({ "Key": { "p": { "S": "a" }, "s": { "S": "b" } } }));
        let settings = CostSettings { item_count: Some(1_000), ..CostSettings::default() };
        assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
        let found = findings(&mut session);
        let unread = found.iter().find(|it| it.words[1].key == "advice.unread_global");
        text(&unread.expect("nobody reads it").words[0])
    };
    assert!(unread(&[]).ends_with("a month, and is billed for what it stores."));
    let words = unread(&items(2, |_| vec![("g", "FRA")]));
    assert!(words.contains("is billed for 10"), "{words}");
}
