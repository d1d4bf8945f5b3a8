//! A teacher's lesson with mistakes: each line that is wrong is named with an example, and the rest can be played.

use std::rc::Rc;

use playground::lesson::file::Lesson;
use playground::lesson::play::at_step;
use playground::lesson::player::{Player, Stage};
use playground::lesson::words::Words;

/// The lesson of `static/docs/write-a-lesson.md`, in short.
const LESSON: &str = "# one-attribute

```lesson
revision  1
minutes   5
```
```table
Products  ProductId S
```
```items Products
{ \"ProductId\": \"P1\", \"Price\": 12, \"Manual\": \"‹9000›\" }
```

## projection

```predict cost
! a  last read 0.5
* b  last read 1.5
```
```play GetItem
{ \"TableName\": \"Products\", \"Key\": { \"ProductId\": \"P1\" } }
```
```result
read 1.5 = Products 1.5
returns 1 of 1
```

## yours

```free
```
";

/// A line is replaced; the faults are those of the lines with these numbers.
#[track_caller]
fn faults_after(from: &str, to: &str) -> Vec<(usize, String)> {
    assert!(LESSON.contains(from), "{from}");
    let (lesson, faults) = Lesson::parse(&LESSON.replacen(from, to, 1));
    // What is right can be played at every step.
    for position in 0..lesson.steps.len() {
        at_step(&lesson, "", position);
        let mut player = Player::new(Rc::new(lesson.clone()), Rc::new(Words::default()), position);
        let session = at_step(&lesson, "", position);
        while player.next(&session).is_some() {}
        assert!(player.stage() != Stage::Wait);
    }
    faults.into_iter().map(|fault| (fault.line, fault.expected)).collect()
}

#[test]
fn a_line_that_is_wrong_is_named_with_an_example() {
    for (from, to, line, example) in [
        ("minutes   5", "minutes   five", 5, "`minutes  7`"),
        ("Products  ProductId S", "Products", 8, "`Orders  CustomerId S  OrderId S`"),
        ("{ \"ProductId\": \"P1\", \"Price\": 12", "{ \"ProductId\" 12", 11, "`{ \"id\": \"a\" }`"),
        ("```items Products", "```items Products2", 10, "the name of a table above"),
        ("## projection", "## A projection", 14, "`ten-orders`"),
        ("! a  last read 0.5", "! a  last dance", 17, "`* a  last write 5`"),
        ("```play GetItem", "```play", 20, "`"),
        ("```play GetItem", "```dance", 20, "`"),
        ("{ \"TableName\"", "\"TableName\"", 21, "`"),
        ("```free", "```\n", 30, "`"),
    ] {
        let faults = faults_after(from, to);
        assert!(
            faults.iter().any(|(at, expected)| *at == line && expected.contains(example)),
            "{to}: {faults:?}"
        );
    }
}

#[test]
fn numbers_that_are_too_large_are_faults_or_have_no_effect() {
    for (from, to) in [
        ("‹9000›", "‹99999999999›"),
        ("revision  1", "revision  99999999999999999999999"),
        ("```play GetItem\n{", "```advance\n99999999999999999999 d\n```\n```play GetItem\n{"),
        ("```play GetItem\n{", "```advance\n99999999999999 d\n```\n```play GetItem\n{"),
        (
            "```items",
            "```sandbox\ndelay  99999999999999999 ms\nepoch  99999999999999999999 s\n```\n```items",
        ),
        ("last read 0.5", "last read 99999999999999999999999999"),
    ] {
        faults_after(from, to);
    }
}

/// What is before the cut is read, and can be played.
#[test]
fn a_file_that_is_cut_anywhere_can_be_read() {
    for (end, _) in LESSON.char_indices() {
        let (lesson, _) = Lesson::parse(&LESSON[..end]);
        let headings = LESSON[..end].matches("\n## ").count();
        assert!(lesson.steps.len() + 1 >= headings, "{end}");
        for position in 0..=lesson.steps.len() {
            at_step(&lesson, "", position);
        }
    }
}

const SERIES: &str = r#"```series
{ "name": "Log_{period}", "period": "month", "ahead": 1, "read_units": 5, "keep": 2, "older": "archive", "design": {
  "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
  "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }], "BillingMode": "PAY_PER_REQUEST" } }
```
"#;

#[test]
fn a_step_creates_its_period_tables_and_wrong_ones_are_named() {
    let (lesson, faults) =
        Lesson::parse(&LESSON.replacen("## yours", &format!("{SERIES}\n## yours"), 1));
    assert_eq!(faults.len(), 0, "{faults:?}");
    let tables = |position| -> Vec<String> {
        let session = at_step(&lesson, "", position);
        session.database().tables().map(|table| table.schema.name.to_string()).collect()
    };
    assert_eq!(tables(0), ["Products"]);
    assert_eq!(tables(1), ["Log_1970_01", "Log_1970_02", "Products"]);
    let opening = LESSON.replacen("## projection", &format!("{SERIES}\n## projection"), 1);
    let (lesson, faults) = Lesson::parse(&opening);
    assert_eq!(faults.len(), 0, "{faults:?}");
    assert!(at_step(&lesson, "", 0).has_series());
    for (from, to) in [("Log_{period}", "Log"), ("month", "week"), ("HASH", "FIRST")] {
        let wrong =
            LESSON.replacen("## yours", &format!("{}\n## yours", SERIES.replacen(from, to, 1)), 1);
        let (_, faults) = Lesson::parse(&wrong);
        assert_eq!(faults.len(), 1, "{to}: {faults:?}");
        assert!(faults[0].expected.starts_with("period tables: "), "{:?}", faults[0]);
    }
}
