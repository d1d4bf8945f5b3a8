//! The statements in the words of a lesson read what the words say.

use playground::lesson::example;
use sql::Way;

#[test]
fn a_statement_of_the_lesson_with_joins_reads_what_the_lesson_says() {
    let session = example::opened("sql-joins");
    let words = include_str!("../../../static/lessons/sql-joins.en.md");
    let statements: Vec<&str> =
        words.split('`').filter(|code| code.starts_with("SELECT ")).collect();
    let by_key = |table| (table, 1, Way::Key);
    let cases = [
        (
            1,
            vec![by_key("Employees"), by_key("Jobs"), by_key("Warehouses")],
            "It reads 3 rows, one of each table, by their keys.",
        ),
        (
            2,
            vec![("Orders", 4, Way::Whole), by_key("Customers")],
            "So SQL reads all 4 orders to find 2, and 1 customer by key:",
        ),
        (
            2,
            vec![("Orders", 4, Way::Whole), ("Customers", 2, Way::Key)],
            "It reads all 4 orders, and 2 customers by key.",
        ),
    ];
    assert_eq!(statements.len(), cases.len());
    for (statement, (row_count, expected, said)) in statements.into_iter().zip(cases) {
        let answer = sql::answer(session.database(), statement).expect(statement);
        let reads: Vec<_> =
            answer.reads.iter().map(|it| (&*it.table, it.row_count, it.way)).collect();
        assert_eq!((answer.row_count, reads), (row_count, expected), "{statement}");
        assert!(words.contains(said), "{said}");
    }
}
