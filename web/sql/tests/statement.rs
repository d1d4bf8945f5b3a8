//! What statements give, and which rows they read.

use playground::message::text as words;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use serde_json::{Value, json};
use sql::{Answer, Fault, Way};

/// Three customers and six orders of an SQL database, the lines of two orders, and a table of DynamoDB.
fn shop() -> Session {
    let mut session = Session::first();
    let new = Command::NewSandbox { title: "Shop".to_owned(), epoch_seconds: 0 };
    assert!(session.handle(new).accepted);
    create(&mut session, "Customers", &["CustomerId"]);
    create(&mut session, "Orders", &["OrderId"]);
    create(&mut session, "Lines", &["OrderId", "Product"]);
    create(&mut session, "Items", &["PK"]);
    for table in ["Customers", "Orders", "Lines"] {
        let command = PlanCommand::SetSql { table: table.into(), is_sql: true };
        assert!(session.handle(Command::Plan(command)).accepted);
    }
    for (id, name) in [("c1", "Ada"), ("c2", "Bob"), ("c3", "Eve")] {
        put(
            &mut session,
            "Customers",
            &json!({ "CustomerId": { "S": id }, "Name": { "S": name } }),
        );
    }
    for (id, customer, total) in [
        ("o1", "c1", "40"),
        ("o2", "c1", "2.5"),
        ("o3", "c2", "7"),
        ("o4", "c2", "7.0"),
        ("o5", "c2", "1"),
        ("o6", "c9", "3"),
    ] {
        let item = json!({ "OrderId": { "S": id }, "CustomerId": { "S": customer }, "Total": { "N": total } });
        put(&mut session, "Orders", &item);
    }
    for (order, product) in [("o1", "Lamp"), ("o1", "Vase"), ("o2", "Lamp")] {
        put(
            &mut session,
            "Lines",
            &json!({ "OrderId": { "S": order }, "Product": { "S": product } }),
        );
    }
    session
}

fn create(session: &mut Session, table: &str, key: &[&str]) {
    let kinds = ["HASH", "RANGE"];
    let attributes: Vec<Value> =
        key.iter().map(|name| json!({ "AttributeName": name, "AttributeType": "S" })).collect();
    let schema: Vec<Value> = key
        .iter()
        .zip(kinds)
        .map(|(name, kind)| json!({ "AttributeName": name, "KeyType": kind }))
        .collect();
    let request = json!({ "TableName": table, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": attributes, "KeySchema": schema });
    send(session, "CreateTable", &request);
}

fn put(session: &mut Session, table: &str, item: &Value) {
    send(session, "PutItem", &json!({ "TableName": table, "Item": item }));
}

fn send(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

#[track_caller]
fn ask(statement: &str) -> Answer {
    answer(&shop(), statement)
        .unwrap_or_else(|fault| panic!("{statement}: {}", words(&fault.words)))
}

fn answer(session: &Session, statement: &str) -> Result<Answer, Fault> {
    sql::answer(session.database(), statement)
}

/// The rows of a result as text, NULL as a dash.
fn rows(answer: &Answer) -> Vec<String> {
    let row = |row: &Vec<Option<_>>| -> String {
        let cells: Vec<&str> = row
            .iter()
            .map(|cell: &Option<std::rc::Rc<str>>| cell.as_deref().unwrap_or("-"))
            .collect();
        cells.join(" ")
    };
    answer.rows.iter().map(row).collect()
}

/// What was read of each table: rows, how, and half units.
fn reads(answer: &Answer) -> Vec<(&str, u64, Way, u64)> {
    answer.reads.iter().map(|it| (&*it.table, it.row_count, it.way, it.units.halves)).collect()
}

#[test]
fn a_row_is_found_by_its_key() {
    let answer = ask("SELECT Name FROM Customers WHERE CustomerId = 'c2'");
    assert_eq!(rows(&answer), ["Bob"]);
    assert_eq!(reads(&answer), [("Customers", 1, Way::Key, 1)]);
    let none = ask("SELECT Name FROM Customers WHERE CustomerId = 'c7'");
    assert_eq!((none.row_count, reads(&none)), (0, vec![("Customers", 0, Way::Key, 1)]));
}

#[test]
fn rows_that_no_key_names_are_found_by_reading_all() {
    let answer = ask("SELECT OrderId FROM Orders WHERE Total > 5 ORDER BY OrderId DESC");
    assert_eq!(rows(&answer), ["o4", "o3", "o1"]);
    assert_eq!(reads(&answer), [("Orders", 6, Way::Whole, 1)]);
}

#[test]
fn the_first_part_of_a_key_finds_the_rows_that_have_it() {
    let answer = ask("SELECT Product FROM Lines WHERE OrderId = 'o1'");
    assert_eq!(rows(&answer), ["Lamp", "Vase"]);
    assert_eq!(reads(&answer), [("Lines", 2, Way::Partition, 1)]);
    let whole = ask("SELECT Product FROM Lines WHERE Product = 'Vase' AND 'o1' = OrderId");
    assert_eq!(
        (rows(&whole), reads(&whole)),
        (vec!["Vase".to_owned()], vec![("Lines", 1, Way::Key, 1)])
    );
}

#[test]
fn a_joined_table_is_asked_for_the_keys_of_the_other() {
    let answer = ask(
        "SELECT c.Name, o.Total FROM Orders o JOIN Customers c ON c.CustomerId = o.CustomerId ORDER BY o.Total, c.Name",
    );
    assert_eq!(rows(&answer), ["Bob 1", "Ada 2.5", "Bob 7", "Bob 7", "Ada 40"]);
    assert_eq!(reads(&answer), [("Orders", 6, Way::Whole, 1), ("Customers", 2, Way::Key, 2)]);
}

#[test]
fn a_value_that_is_given_narrows_each_table_that_is_joined_by_it() {
    let answer = ask("SELECT c.Name, l.Product FROM Orders o \
         JOIN Lines l ON l.OrderId = o.OrderId \
         JOIN Customers c ON c.CustomerId = o.CustomerId \
         WHERE o.OrderId = 'o1'");
    assert_eq!(rows(&answer), ["Ada Lamp", "Ada Vase"]);
    assert_eq!(
        reads(&answer),
        [
            ("Orders", 1, Way::Key, 1),
            ("Lines", 2, Way::Partition, 1),
            ("Customers", 1, Way::Key, 1)
        ]
    );
}

#[test]
fn a_condition_on_the_key_of_a_joined_table_is_about_that_table() {
    let answer = ask(
        "SELECT c.Name FROM Customers c JOIN Orders o ON o.CustomerId = c.CustomerId WHERE o.OrderId = 'o3'",
    );
    assert_eq!(rows(&answer), ["Bob"]);
    assert_eq!(reads(&answer), [("Customers", 3, Way::Whole, 1), ("Orders", 1, Way::Key, 1)]);
}

#[test]
fn what_has_no_match_stays_in_a_left_join() {
    let answer = ask(
        "SELECT o.OrderId, c.Name FROM Orders o LEFT JOIN Customers c ON c.CustomerId = o.CustomerId WHERE o.Total < 5 ORDER BY o.OrderId",
    );
    assert_eq!(rows(&answer), ["o2 Ada", "o5 Bob", "o6 -"]);
    let none = ask(
        "SELECT c.Name, o.OrderId FROM Customers c LEFT JOIN Orders o ON c.CustomerId = 'c1' AND o.OrderId = 'o1' ORDER BY c.Name",
    );
    assert_eq!(rows(&none), ["Ada o1", "Bob -", "Eve -"]);
}

#[test]
fn rows_are_grouped_and_counted() {
    let answer = ask(
        "SELECT c.Name, COUNT(*) AS n, SUM(o.Total) AS total, AVG(o.Total) AS mean FROM Customers c \
         JOIN Orders o ON o.CustomerId = c.CustomerId GROUP BY c.Name HAVING COUNT(*) > 1 ORDER BY total DESC LIMIT 5",
    );
    assert_eq!(
        answer.columns.iter().map(|it| &**it).collect::<Vec<_>>(),
        ["Name", "n", "total", "mean"]
    );
    assert_eq!(rows(&answer), ["Ada 2 42.5 21.25", "Bob 3 15 5"]);
    assert_eq!(reads(&answer), [("Customers", 3, Way::Whole, 1), ("Orders", 6, Way::Whole, 1)]);
}

#[test]
fn each_row_is_counted_once() {
    let answer = ask("SELECT COUNT(*) FROM Customers a JOIN Customers b ON a.Name < b.Name");
    assert_eq!(
        (rows(&answer), reads(&answer)),
        (vec!["3".to_owned()], vec![("Customers", 3, Way::Whole, 1)])
    );
}

#[test]
fn a_limit_without_an_order_stops_reading() {
    let answer = ask("SELECT OrderId FROM Orders LIMIT 2");
    assert_eq!((answer.row_count, answer.reads[0].row_count), (2, 2));
}

#[test]
fn a_table_without_rows_gives_none() {
    let mut session = shop();
    create(&mut session, "Empty", &["Id"]);
    let command = PlanCommand::SetSql { table: "Empty".into(), is_sql: true };
    assert!(session.handle(Command::Plan(command)).accepted);
    let joined = answer(&session, "SELECT * FROM Empty e JOIN Orders o ON o.OrderId = e.Id");
    let joined = joined.expect("an empty table can be joined");
    assert_eq!((joined.row_count, joined.reads[0].row_count), (0, 0));
    let count = |statement| rows(&answer(&session, statement).expect("it can be counted"));
    assert_eq!(count("SELECT COUNT(*), SUM(Id) FROM Empty"), ["0 -"]);
    assert_eq!(count("SELECT COUNT(*) FROM Orders WHERE OrderId = 'o99'"), ["0"]);
    assert_eq!(count("SELECT Id, COUNT(*) FROM Empty GROUP BY Id"), [""; 0]);
}

/// Line and column.
type Place = Option<(u64, u64)>;

#[track_caller]
fn fault(statement: &str) -> (String, Place) {
    match answer(&shop(), statement) {
        Ok(answer) => panic!("{statement}: {answer:?}"),
        Err(fault) => (words(&fault.words), fault.place),
    }
}

#[test]
fn a_statement_that_fails_says_why_and_where() {
    let cases: &[(&str, &str, Place)] = &[
        ("", "A statement begins with SELECT.", Some((1, 1))),
        ("DELETE FROM Orders", "A statement begins with SELECT.", Some((1, 1))),
        ("SELECT FORM Orders x y", "Expected", Some((1, 20))),
        ("SELECT *\nFROM Orders\nWHERE Total >", "Expected", None),
        ("SELECT 'a FROM Orders", "Unterminated string literal", Some((1, 8))),
        ("SELECT Nope FROM Orders", "No table of this statement has a column Nope.", Some((1, 8))),
        (
            "SELECT o.Nope\nFROM Orders o",
            "No table of this statement has a column Nope.",
            Some((1, 10)),
        ),
        (
            "SELECT CustomerId FROM Orders o JOIN Customers c ON o.CustomerId = c.CustomerId",
            "More than one table has a column CustomerId",
            Some((1, 8)),
        ),
        ("SELECT * FROM Nowhere", "There is no table Nowhere.", Some((1, 15))),
        (
            "SELECT * FROM Orders o JOIN Items i ON i.PK = o.OrderId",
            "Items is a table of DynamoDB",
            Some((1, 29)),
        ),
        ("SELECT * FROM GLUE_TABLES", "There is no table GLUE_TABLES.", Some((1, 15))),
        (
            "SELECT CustomerId FROM Orders GROUP BY CustomerId HAVING COUNT(*) = 3",
            "after SELECT",
            None,
        ),
        ("SELECT 1", "FROM", None),
        ("SELECT * FROM Orders, Customers", "JOIN", None),
        ("SELECT * FROM Orders; DROP TABLE Orders", "one statement", None),
        (
            "SELECT * FROM Orders WHERE OrderId IN (SELECT OrderId FROM Lines)",
            "join",
            Some((1, 40)),
        ),
        ("SELECT * FROM Orders UNION SELECT * FROM Lines", "join", Some((1, 28))),
        ("SELECT REPEAT('x', 100000000) FROM Orders", "REPEAT", Some((1, 8))),
        ("SELECT Total / 0 FROM Orders", "divisor", None),
    ];
    for (statement, says, place) in cases {
        let (words, at) = fault(statement);
        assert!(words.contains(says), "{statement}: {words}");
        assert_eq!(at, *place, "{statement}: {words}");
    }
}

/// The table of orders, joined again and again.
fn joins(count: u64, join: impl Fn(u64) -> String) -> String {
    let joins: Vec<String> = (0..count).map(|it| [" JOIN Orders ", &join(it)].concat()).collect();
    joins.concat()
}

#[test]
fn what_would_not_end_is_refused() {
    let (words, _) =
        fault(&format!("SELECT COUNT(*) FROM Orders{}", joins(9, |it| format!("o{it}"))));
    assert!(words.contains("20,000"), "{words}");
    let equal = |count| joins(count, |it| format!("o{it} ON o{it}.CustomerId = Orders.CustomerId"));
    assert!(answer(&shop(), &format!("SELECT COUNT(*) FROM Orders{}", equal(7))).is_ok());
    fault(&format!("SELECT COUNT(*) FROM Orders{}", equal(20)));
    fault("SELECT 1e999999999 + 1e-999999999 FROM Orders");
    fault(&format!("SELECT {} FROM Orders", "1 + ".repeat(2_000)));
    fault(&format!("SELECT {}1 FROM Orders", "1 + ".repeat(21)));
    fault(&format!("SELECT {}1{} FROM Orders", "(".repeat(21), ")".repeat(21)));
}

/// A browser gives a program 1 MB of stack.
#[test]
fn the_longest_statement_needs_a_small_stack() {
    let statements = [
        format!("SELECT {}1 FROM Orders", "1 + ".repeat(20)),
        format!("SELECT {}1{} FROM Orders", "(".repeat(20), ")".repeat(20)),
        format!("SELECT * FROM Orders WHERE {}Total = 1", "NOT ".repeat(19)),
        format!("SELECT * FROM Orders WHERE {}Total = 1", "Total = 1 OR ".repeat(9)),
        format!(
            "SELECT * FROM Customers WHERE {}",
            "CustomerId = 'c1' AND ".repeat(9) + "Name = 'Ada'"
        ),
        format!(
            "SELECT * FROM Customers c{}",
            joins(10, |it| format!("o{it} ON o{it}.OrderId = c.Name"))
        ),
    ];
    for statement in statements {
        let asked = statement.clone();
        let stack = std::thread::Builder::new().stack_size(1 << 20);
        let thread = stack.spawn(move || {
            answer(&shop(), &asked).map(|it| it.row_count).map_err(|fault| words(&fault.words))
        });
        let answer = thread.expect("it starts").join().expect("it ends");
        assert!(answer.is_ok(), "{statement}: {answer:?}");
    }
}

#[test]
fn a_number_with_more_digits_than_sql_has_is_refused() {
    let mut session = shop();
    let item = json!({ "OrderId": { "S": "o7" }, "Total": { "N": "12345678901234567890123456789012345678" } });
    put(&mut session, "Orders", &item);
    let fault = answer(&session, "SELECT * FROM Orders").expect_err("it has 38 digits");
    assert!(words(&fault.words).contains("28 digits"), "{}", words(&fault.words));
    assert!(answer(&session, "SELECT * FROM Customers").is_ok());
}

#[test]
fn the_first_statement_joins_two_tables_by_the_key_of_one() {
    let session = shop();
    let sketches = sql::sketches(session.database());
    let columns: Vec<String> =
        sketches.iter().map(|it| format!("{}: {}", it.table, it.columns.join(" "))).collect();
    assert_eq!(
        columns,
        [
            "Customers: CustomerId Name",
            "Lines: OrderId Product",
            "Orders: OrderId CustomerId Total"
        ]
    );
    let example = sql::example(&sketches);
    assert_eq!(&*example, "SELECT *\nFROM Lines\nJOIN Orders ON Orders.OrderId = Lines.OrderId");
    assert_eq!(answer(&session, &example).expect("it can be asked").row_count, 3);
}

#[test]
fn a_name_that_is_a_word_of_sql_is_quoted() {
    let mut session = shop();
    let statement = |session: &Session| sql::example(&sql::sketches(session.database())[..1]);
    assert_eq!(&*statement(&session), "SELECT *\nFROM Customers");
    for name in ["All-Orders", "Aselect", "Select"] {
        create(&mut session, name, &["Id"]);
        let command = PlanCommand::SetSql { table: name.into(), is_sql: true };
        assert!(session.handle(Command::Plan(command)).accepted);
        let sketches = sql::sketches(session.database());
        let at = sketches.iter().position(|it| &*it.table == name).expect("it is an SQL table");
        let example = sql::example(&sketches[at..=at]);
        assert_eq!(answer(&session, &example).map(|it| it.row_count), Ok(0), "{example}");
    }
}

/// What is read follows from equalities of columns. The same statement with a call around each column reads everything.
#[test]
fn what_is_read_does_not_change_what_is_found() {
    let session = shop();
    let joins = ["JOIN", "LEFT JOIN"];
    let of_customers = [
        [("c.CustomerId", "o.CustomerId"), ("'x'", "'x'")],
        [("'c1'", "c.CustomerId"), ("'x'", "'x'")],
        [("c.CustomerId", "o.CustomerId"), ("o.OrderId", "'o1'")],
        [("c.Name", "'Bob'"), ("c.CustomerId", "'c2'")],
    ];
    let of_lines = [
        [("l.OrderId", "o.OrderId"), ("'x'", "'x'")],
        [("l.OrderId", "o.OrderId"), ("l.Product", "'Lamp'")],
        [("l.OrderId", "'o1'"), ("c.CustomerId", "'c1'")],
    ];
    let found = [
        "'x' = 'x'",
        "[o.OrderId] = 'o1'",
        "[c.CustomerId] = 'c1' AND [l.OrderId] = [o.OrderId]",
        "[l.OrderId] = 'o1' OR [o.OrderId] = 'o2'",
        "[o.OrderId] = 'o2' AND [l.Product] = 'Lamp' AND [l.OrderId] = 'o2'",
        "[o.OrderId] = 'o1' AND [o.OrderId] = 'o2'",
        "NOT ([o.OrderId] = 'o1')",
    ];
    let on = |terms: [(&str, &str); 2]| {
        let column =
            |side: &str| if side.starts_with('\'') { side.to_owned() } else { format!("[{side}]") };
        terms.map(|(left, right)| format!("{} = {}", column(left), column(right))).join(" AND ")
    };
    let mut narrower_count = 0;
    for [first, second] in joins.into_iter().flat_map(|one| joins.map(|other| [one, other])) {
        for (customers, lines) in
            of_customers.into_iter().flat_map(|one| of_lines.map(|other| (one, other)))
        {
            for found in found {
                let statement = format!(
                    "SELECT o.OrderId, c.CustomerId, c.Name, l.OrderId, l.Product FROM Orders o {first} Customers c ON {} {second} Lines l ON {} WHERE {found}",
                    on(customers),
                    on(lines),
                );
                let [narrow, wide] = [("", ""), ("COALESCE(", ")")].map(|(open, close)| {
                    let statement = statement.replace('[', open).replace(']', close);
                    answer(&session, &statement)
                        .unwrap_or_else(|fault| panic!("{statement}: {}", words(&fault.words)))
                });
                let [narrow_rows, wide_rows] = [&narrow, &wide].map(|answer| {
                    let mut rows = rows(answer);
                    rows.sort();
                    rows
                });
                assert_eq!(narrow_rows, wide_rows, "{statement}");
                let read =
                    |answer: &Answer| answer.reads.iter().map(|it| it.row_count).sum::<u64>();
                assert!(read(&narrow) <= read(&wide), "{statement}");
                narrower_count += usize::from(read(&narrow) < read(&wide));
            }
        }
    }
    assert!(narrower_count > 100, "{narrower_count}");
}

#[test]
fn a_key_is_found_by_a_value_of_its_own_type_only() {
    let mut session = shop();
    send(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "Years", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "Year", "AttributeType": "N" }],
            "KeySchema": [{ "AttributeName": "Year", "KeyType": "HASH" }] }),
    );
    let command = PlanCommand::SetSql { table: "Years".into(), is_sql: true };
    assert!(session.handle(Command::Plan(command)).accepted);
    for year in ["2025", "2026"] {
        put(&mut session, "Years", &json!({ "Year": { "N": year } }));
    }
    let found =
        answer(&session, "SELECT * FROM Years WHERE Year = 2026.0").expect("it is a number");
    assert_eq!(
        (rows(&found), reads(&found)),
        (vec!["2026".to_owned()], vec![("Years", 1, Way::Key, 1)])
    );
    let count = |column: &str| {
        let answer = answer(&session, &format!("SELECT * FROM Years WHERE {column} = '2026'"));
        answer.ok().map(|answer| answer.row_count)
    };
    assert_eq!(count("Year"), count("COALESCE(Year)"));
}

#[test]
fn a_number_is_equal_to_the_same_number_however_it_is_written() {
    let cases: &[(&str, &[&str])] = &[
        ("Total = 7", &["o3", "o4"]),
        ("7.00 = Total", &["o3", "o4"]),
        ("Total = 2.5", &["o2"]),
        ("Total <> 7", &["o1", "o2", "o5", "o6"]),
        ("Total IN (1, 40)", &["o1", "o5"]),
        ("Total NOT IN (1, 40)", &["o2", "o3", "o4", "o6"]),
        ("Total BETWEEN 2.5 AND 7", &["o2", "o3", "o4", "o6"]),
        ("Total + 1 = 8", &["o3", "o4"]),
        ("Total = -7 OR -Total = -1", &["o5"]),
        ("CASE Total WHEN 7 THEN 1 ELSE 0 END = 1", &["o3", "o4"]),
    ];
    for (condition, expected) in cases {
        let answer = ask(&format!("SELECT OrderId FROM Orders WHERE {condition} ORDER BY OrderId"));
        assert_eq!(rows(&answer), *expected, "{condition}");
    }
    let counted =
        ask("SELECT CustomerId, COUNT(*) FROM Orders GROUP BY CustomerId HAVING COUNT(*) = 3");
    assert_eq!(rows(&counted), ["c2 3"]);
}
