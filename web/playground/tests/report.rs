//! The report on a design: it says what the page says, adds up in a spreadsheet, and texts of the sandbox stay texts in it.

use playground::report::ReportFile;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::cost::CostSettings;
use playground::view::growth::TableGrowth;
use playground::view::pattern::PatternDraft;

const GET: &str = r#"{ "TableName": "Orders", "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } } }"#;

fn save(session: &mut Session, name: &str, request: &str) {
    let draft = PatternDraft {
        name: name.into(),
        operation: "GetItem".into(),
        request: request.into(),
        rate: "100".into(),
        ..PatternDraft::default()
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
}

/// Open orders with 100 reads of an order a second, of 3,537 B: half a unit each, 50 × 2,628,000 s = 131.4 million units a month,
/// at $0.125 a million $16.425.
fn session() -> Session {
    let mut session = Session::first();
    save(&mut session, "Read an order", GET);
    session
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let records = reader.into_records().map(|record| record.expect("all rows have as many cells"));
    records.map(|record| record.iter().map(str::to_owned).collect()).collect()
}

/// Amounts are exact: storage of the table is (35,439 B + 10 × 100 B) × $0.25 a GB = $0.000008484116.
#[test]
fn the_bill_adds_up_in_a_spreadsheet() {
    let session = session();
    let rows = rows(&ReportFile::Bill.text(&session, None));
    assert_eq!(
        rows[..2],
        [
            vec!["table", "store", "writes", "reads", "storage", "total", "at least", "currency"],
            vec!["Orders", "Orders", "0", "16.425", "0.000008484116", "16.425008484116", "", "USD"],
        ]
    );
    let sum = |row: &[String]| row[2..5].iter().map(|it| pico(it)).sum::<u128>();
    assert!(rows[1..].iter().all(|row| sum(row) == pico(&row[5])), "{rows:?}");
    let total: u128 = rows[1..].iter().map(|row| pico(&row[5])).sum();
    let view = session.cost(None).expect("there is a table");
    assert_eq!(total, view.bill.total.pico);
}

/// Of two designs, both bills are in the file, and each adds up to its total.
#[test]
fn the_bills_of_two_designs_are_in_one_file() {
    let mut session = session();
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    let drop = Command::DropIndex { table, index };
    assert!(session.handle(drop).accepted);
    save(&mut session, "Read another order", GET);
    let rows = rows(&ReportFile::Bill.text(&session, None));
    assert_eq!(rows[0][..3], ["design", "table", "store"]);
    for letter in Letter::ALL {
        assert!(session.handle(Command::Compare(CompareCommand::Show(letter))).accepted);
        let view = session.cost(None).expect("there is a table");
        let own = rows.iter().filter(|row| row[0] == letter.name());
        assert_eq!(own.clone().count(), view.tables[0].stores.len());
        assert_eq!(own.map(|row| pico(&row[6])).sum::<u128>(), view.bill.total.pico);
    }
    let reads: Vec<_> = rows.iter().filter(|row| row[2] == "Orders").map(|row| &*row[4]).collect();
    assert_eq!(reads, ["16.425", "32.85"]);
}

/// Backups are added, and the free tier of 25 GB takes off what is stored.
#[test]
fn what_is_added_to_the_bill_and_taken_off_is_in_the_spreadsheet() {
    let mut session = session();
    let settings = CostSettings {
        free_tier: true,
        has_recovery: true,
        backup_count: Some(2),
        item_count: Some(10_000_000),
        ..session.cost(None).expect("there is a table").settings
    };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let view = session.cost(None).expect("there is a table");
    assert!(view.extras.len() == 2 && view.free.is_some());
    let rows = rows(&ReportFile::Bill.text(&session, None));
    let totals = rows[1..].iter().map(|row| match row[5].strip_prefix('-') {
        Some(off) => -i128::try_from(pico(off)).expect("it is small"),
        None => i128::try_from(pico(&row[5])).expect("it is small"),
    });
    assert_eq!(totals.sum::<i128>(), i128::try_from(view.bill.total.pico).expect("it is small"));
    assert!(rows.last().is_some_and(|row| row[5].starts_with('-')), "{rows:?}");
}

/// Millionths of a millionth.
fn pico(decimal: &str) -> u128 {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    format!("{whole}{fraction:0<12}").parse().expect("it is a decimal")
}

#[test]
fn a_pattern_is_a_row_with_its_units_and_its_month() {
    let rows = rows(&ReportFile::Patterns.text(&session(), None));
    assert_eq!(rows.len(), 2);
    let [head, row] = rows.as_slice() else { panic!("{rows:?}") };
    let cell = |name: &str| {
        let column = head.iter().position(|it| it == name).unwrap_or_else(|| panic!("{head:?}"));
        row[column].as_str()
    };
    let in_a_line =
        r#"{"Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1001"}},"TableName":"Orders"}"#;
    assert_eq!(
        (cell("pattern"), cell("operation"), cell("request")),
        ("Read an order", "GetItem", in_a_line)
    );
    assert_eq!((cell("rate"), cell("a")), ("100", "a second"));
    assert_eq!((cell("items read"), cell("served by")), ("1", "Orders"));
    assert_eq!((cell("write units"), cell("read units")), ("0", "0.5"));
    assert_eq!((cell("write units behind"), cell("read units behind")), ("0", "0"));
    assert_eq!((cell("a month"), cell("currency")), ("16.425", "USD"));
}

#[test]
fn the_report_says_what_design_says() {
    let session = session();
    let link = "https://sparsebox.example/#1abc".into();
    let html = ReportFile::Html.text(&session, Some(&link));
    let markdown = ReportFile::Markdown.text(&session, Some(&link));
    let total = "&#36;16.43 a month at this load.";
    assert!(
        html.contains(total) && html.contains(r#"<td class="number">&#36;16.43</td>"#),
        "{html}"
    );
    assert!(markdown.contains("\\$16.43 a month at this load."), "{markdown}");
    let arithmetic = "131,400,000 read units a month × &#36;0.125 a million = &#36;16.43";
    assert!(html.contains(arithmetic), "{html}");
    for part in ["Read an order", "OpenOrders", "Not counted: exports", "us-east-1", "2026-11"] {
        assert!(html.contains(part), "{part}: {html}");
        assert!(markdown.contains(&part.replace(':', "\\:")), "{part}: {markdown}");
    }
    // Each table has its own class, and no one is named for all.
    let class = "<td>Table class</td><td>as the tables are set</td>";
    assert!(
        html.contains(class) && html.contains("List price, us-east-1, STANDARD, on-demand"),
        "{html}"
    );
    assert!(html.contains("<figure><svg"), "the design is shown as a picture");
    assert!(
        html.contains(r#"<svg class="qr-code""#)
            && html.contains(r#"<a href="https://sparsebox.example/#1abc">"#)
    );
    assert!(markdown.contains("<https://sparsebox.example/#1abc>"));
}

#[test]
fn every_row_of_markdown_has_the_cells_of_its_table() {
    let mut session = session();
    save(&mut session, "a | b `c`", GET);
    let markdown = ReportFile::Markdown.text(&session, None);
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let mut widths: Vec<Vec<usize>> = vec![Vec::new()];
    for line in markdown.lines() {
        match line.starts_with('|') {
            true => widths.last_mut().expect("there is one").push(cells(line)),
            false => widths.push(Vec::new()),
        }
    }
    let tables: Vec<_> = widths.iter().filter(|rows| !rows.is_empty()).collect();
    assert_eq!(tables.len(), 7, "bill, ways, arithmetic, patterns, design, assumptions, prices");
    assert!(tables.iter().all(|rows| rows.iter().all(|count| *count == rows[0])), "{tables:?}");
}

#[test]
fn texts_of_the_sandbox_stay_texts() {
    let mut session = session();
    let hostile = "=1+1<script>alert(1)</script>\u{202e}";
    session.handle(Command::Rename(hostile.to_owned()));
    save(&mut session, hostile, GET);
    let settings = CostSettings {
        prices: vec![("us-east-1/STANDARD/storage".into(), "<b>1</b>".into())],
        ..CostSettings::default()
    };
    session.handle(Command::Plan(PlanCommand::SetCost(settings)));
    for file in [ReportFile::Html, ReportFile::Markdown] {
        let text = file.text(&session, None);
        let text = text.replace("\\<", "");
        assert!(!text.contains("<script") && !text.contains("<b>"), "{text}");
        assert!(!text.contains('\u{202e}'), "what turns a line around is shown as a sign");
    }
    let rows = rows(&ReportFile::Patterns.text(&session, None));
    assert!(rows[2][0].starts_with("'=1+1"), "{rows:?}");
}

#[test]
fn two_designs_stand_beside_each_other() {
    let mut session = session();
    assert!(!ReportFile::Html.text(&session, None).contains("<h2>Two designs</h2>"));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let html = ReportFile::Html.text(&session, None);
    assert!(html.contains("<h2>Two designs</h2>") && html.contains("Design B: A month"), "{html}");
    let rows = rows(&ReportFile::Patterns.text(&session, None));
    assert!(
        rows[0].contains(&"A: a month".to_owned()) && rows[0].contains(&"B: a month".to_owned())
    );
    assert_eq!(rows[1].len(), rows[0].len());
    // The rate of a pattern is not the same in both.
    let mut draft = session.patterns(None).patterns[0].draft.clone();
    draft.rate = "60".into();
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
    let html = ReportFile::Html.text(&session, None);
    assert!(html.contains("Read an order: 100 a second in A, 60 a second in B"), "{html}");
    let csv = ReportFile::Patterns.text(&session, None);
    assert!(csv.contains("100 a second in A, 60 a second in B"), "{csv}");
}

#[test]
fn a_report_lists_where_the_tables_of_two_designs_differ() {
    let mut session = session();
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let heading = "Where the tables differ";
    assert!(!ReportFile::Html.text(&session, None).contains(heading));
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    assert!(session.handle(Command::DropIndex { table, index }).accepted);
    let html = ReportFile::Html.text(&session, None);
    let row = "<td>Orders</td><td>OpenOrders</td><td>GSI: CustomerId (S) / OrderOpenDate (S) · INCLUDE Total</td><td>–</td>";
    assert!(html.contains(heading) && html.contains(row), "{html}");
    let markdown = ReportFile::Markdown.text(&session, None);
    assert!(markdown.contains(heading), "{markdown}");
}

#[test]
fn a_sum_that_is_only_partly_known_is_not_added_up() {
    let mut session = session();
    let settings = CostSettings { region: "cn-north-1".into(), ..CostSettings::default() };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let view = session.cost(None).expect("there is a table");
    assert!(view.bill.total.is_least, "a price of this region is not known");
    let rows = rows(&ReportFile::Bill.text(&session, None));
    let row = &rows[1];
    assert!(row[5].is_empty() && !row[6].is_empty(), "{row:?}");
    assert_eq!(row[7], "CNY");
    let html = ReportFile::Html.text(&session, None);
    assert!(html.contains("not known") && html.contains("at least"), "{html}");
}

#[test]
fn a_report_without_tables_has_no_bill() {
    let mut session = Session::first();
    let request = r#"{ "TableName": "Orders" }"#.to_owned();
    session.handle(Command::Call { operation: "DeleteTable".to_owned(), request });
    session.handle(Command::Advance { by_ms: 60_000 });
    let html = ReportFile::Html.text(&session, None);
    assert!(!html.contains("<h2>The bill</h2>") && html.contains("<h2>The design</h2>"), "{html}");
    assert_eq!(rows(&ReportFile::Bill.text(&session, None)).len(), 1);
}

/// What a forecast and a sum rest on, and of which design they are.
#[test]
fn a_report_says_what_it_rests_on_and_of_which_design_its_bill_is() {
    let mut session = session();
    let mut settings = session.cost(None).expect("there is a table").settings;
    settings.grow(TableGrowth {
        days: Some(40),
        monthly: 1_000_000,
        ..TableGrowth::none("Orders".into())
    });
    let settings = CostSettings { free_tier: true, is_scaled: true, ..settings };
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    let page = ReportFile::Markdown.text(&session, None);
    for line in [
        "| Orders\\: New items a month | 1,000,000 |",
        "| Orders\\: Time to live, days | 40 |",
        "| Free tier | on |",
        "| Auto scaling | on |",
        "| Load over the day | The same at all hours |",
        "WCU reserved for 1 year | \\$150.00 at once and \\$0.0128 an hour |",
        "# The bill",
    ] {
        assert!(page.contains(line), "{line} in {page}");
    }
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    let page = ReportFile::Markdown.text(&session, None);
    assert!(page.contains("# Design B\\: The bill") && page.contains("# Two designs"), "{page}");
}
