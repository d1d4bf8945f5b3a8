//! Recursive descent: from text to syntax tree, a method for each production.
//!
//! A syntax error ends the parse. Faults of a well-formed text are noted on the way; if there are any, the one
//! that DynamoDB reports first is the result.

mod condition;
mod cursor;
mod operand;
mod update;

use crate::expression::ast::{Condition, Projection, Update};
use crate::expression::error::{ExpressionError, ExpressionErrorKind, Parameter};
use crate::expression::limit::EXPRESSION_SIZE_MAX;
use crate::expression::parser::cursor::Parser;
use crate::expression::token::Token;

/// Parses a condition, a filter or a key condition.
pub(crate) fn parse_condition(
    text: &str,
    parameter: Parameter,
) -> Result<Condition<'_>, ExpressionError> {
    check_size(text, parameter)?;
    Parser::new(text, parameter).parse(Parser::condition).map(|(condition, _)| condition)
}

/// Parses an update. Its tokens tell which placeholders it has, wherever in the tree they are.
pub(crate) fn parse_update(text: &str) -> Result<(Update<'_>, Vec<Token<'_>>), ExpressionError> {
    check_size(text, Parameter::UpdateExpression)?;
    Parser::new(text, Parameter::UpdateExpression).parse(Parser::update)
}

/// Parses a projection.
pub(crate) fn parse_projection(text: &str) -> Result<Projection<'_>, ExpressionError> {
    check_size(text, Parameter::ProjectionExpression)?;
    Parser::new(text, Parameter::ProjectionExpression)
        .parse(Parser::projection)
        .map(|(projection, _)| projection)
}

fn check_size(text: &str, parameter: Parameter) -> Result<(), ExpressionError> {
    let kind = match text.len() {
        0 => ExpressionErrorKind::Empty,
        size if size > EXPRESSION_SIZE_MAX => ExpressionErrorKind::TooLong { size: Some(size) },
        _ => return Ok(()),
    };
    Err(ExpressionError { parameter, kind, span: None })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::expression::tests::fixture::show_error;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        check_as(Parameter::FilterExpression, text, expected);
    }

    #[track_caller]
    fn check_as(parameter: Parameter, text: &str, expected: Expect) {
        let shown = match parse(parameter, text) {
            Ok(printed) => printed,
            Err(error) => show_error(text, &error),
        };
        expected.assert_eq(&shown);
    }

    fn parse(parameter: Parameter, text: &str) -> Result<String, ExpressionError> {
        match parameter {
            Parameter::UpdateExpression => parse_update(text).map(|(tree, _)| tree.to_string()),
            Parameter::ProjectionExpression => parse_projection(text).map(|tree| tree.to_string()),
            _ => parse_condition(text, parameter).map(|tree| tree.to_string()),
        }
    }

    #[test]
    fn white_space_is_free_and_keywords_have_any_case() {
        check("a=:a", expect!["a = :a"]);
        check("\t( a . b [ 0 ]\r\n=:a )oR Not#b<>c", expect!["(a.b[0] = :a) OR NOT #b <> c"]);
        check("a bEtWeEn :a aNd :b", expect!["a BETWEEN :a AND :b"]);
    }

    #[test]
    fn a_syntax_error_shows_the_token_and_its_neighbours() {
        check(
            "a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "<EOF>", near: "a"
                  at 1..1 """#]],
        );
        check(
            "a = ",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "<EOF>", near: "="
                  at 4..4 """#]],
        );
        check(
            " ",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "<EOF>", near: " "
                  at 1..1 """#]],
        );
        check(
            "a  =  =  :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "=", near: "=  =  :a"
                  at 6..7 "=""#]],
        );
        check(
            "a = :a = :b",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "=", near: ":a = :b"
                  at 7..8 "=""#]],
        );
        check(
            "a = :a)",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ")", near: ":a)"
                  at 6..7 ")""#]],
        );
        check(
            "(a = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "<EOF>", near: ":a"
                  at 7..7 """#]],
        );
        check(
            "()",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ")", near: "()"
                  at 1..2 ")""#]],
        );
        check(
            "a AND b = :b",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "AND", near: "a AND b"
                  at 2..5 "AND""#]],
        );
        check(
            "a = :a AND",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "<EOF>", near: "AND"
                  at 10..10 """#]],
        );
        check(
            "a = :a b = :b",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "b", near: ":a b ="
                  at 7..8 "b""#]],
        );
    }

    #[test]
    fn a_syntax_error_can_be_in_any_production() {
        check(
            "NOT",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "<EOF>", near: "NOT"
                  at 3..3 """#]],
        );
        check(
            "a + :a = :b",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "+", near: "a + :a"
                  at 2..3 "+""#]],
        );
        check(
            "a IN ()",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ")", near: "()"
                  at 6..7 ")""#]],
        );
        check(
            "a IN :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ":a", near: "IN :a"
                  at 5..7 ":a""#]],
        );
        check(
            "a BETWEEN :a OR :b",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "OR", near: ":a OR :b"
                  at 13..15 "OR""#]],
        );
        check(
            "a = (b = :c)",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "=", near: "b = :c"
                  at 7..8 "=""#]],
        );
        check(
            "size() = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ")", near: "() ="
                  at 5..6 ")""#]],
        );
        check(
            "contains(a, b = c)",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "=", near: "b = c"
                  at 14..15 "=""#]],
        );
        check(
            "in = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "in", near: "in ="
                  at 0..2 "in""#]],
        );
        check(
            "NOT (a) AND b = :b",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "AND", near: ") AND b"
                  at 8..11 "AND""#]],
        );
    }

    #[test]
    fn names_begin_with_a_letter() {
        check(
            "_a = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "_", near: "_a"
                  at 0..1 "_""#]],
        );
        check(
            "1a = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "1", near: "1a"
                  at 0..1 "1""#]],
        );
        check(
            "a-b = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "-", near: "a-b"
                  at 1..2 "-""#]],
        );
        check(
            "é = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "é", near: "é ="
                  at 0..2 "é""#]],
        );
        check(
            "a = \"x\"",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: """, near: "= "x"
                  at 4..5 """"#]],
        );
        check(
            "# = :a",
            expect![[r##"
                Invalid FilterExpression: Syntax error; token: "#", near: "# ="
                  at 0..1 "#""##]],
        );
        check(
            "a = :",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ":", near: "= :"
                  at 4..5 ":""#]],
        );
    }

    #[test]
    fn list_positions_are_digits() {
        check(
            "a[0][007] = :a",
            expect![[r#"
            Invalid FilterExpression: Syntax error; token: "0", near: "007"
              at 6..7 "0""#]],
        );
        check(
            "a[:b] = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: ":b", near: "[:b]"
                  at 2..4 ":b""#]],
        );
        check(
            "a[-1] = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "-", near: "[-1"
                  at 2..3 "-""#]],
        );
        check(
            "a[] = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "]", near: "[] ="
                  at 2..3 "]""#]],
        );
        check(
            "a. = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "=", near: ". = :a"
                  at 3..4 "=""#]],
        );
        check(
            "a.[0] = :a",
            expect![[r#"
                Invalid FilterExpression: Syntax error; token: "[", near: ".[0"
                  at 2..3 "[""#]],
        );
    }

    #[test]
    fn updates_have_clauses() {
        let check = |text, expected| check_as(Parameter::UpdateExpression, text, expected);
        check(
            "set a=:a,b=b+:b remove c add d :d delete e :e",
            expect!["SET a = :a, b = b + :b REMOVE c ADD d :d DELETE e :e"],
        );
        check(
            "SET a = (b) - (if_not_exists(c, (:d + e)))",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "(", near: ", (:d"
                  at 32..33 "(""#]],
        );
        check(
            "INVALID SYNTAX",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "INVALID", near: "INVALID SYNTAX"
                  at 0..7 "INVALID""#]],
        );
        check(
            "SET",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "SET"
                  at 3..3 """#]],
        );
        check(
            "SET a",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "a"
                  at 5..5 """#]],
        );
        check(
            "SET a = :a b",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "b", near: ":a b"
                  at 11..12 "b""#]],
        );
        check(
            "SET a = :a,",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "<EOF>", near: ","
                  at 11..11 """#]],
        );
    }

    #[test]
    fn the_actions_of_a_clause_have_its_form() {
        let check = |text, expected| check_as(Parameter::UpdateExpression, text, expected);
        check(
            "SET a = b + c + d",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "+", near: "c + d"
                  at 14..15 "+""#]],
        );
        check(
            "SET a = b = c",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "=", near: "b = c"
                  at 10..11 "=""#]],
        );
        check(
            "SET set = :a",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "set", near: "SET set ="
                  at 4..7 "set""#]],
        );
        check(
            "SET a = :a SET b = :b",
            expect![[r#"
                Invalid UpdateExpression: The "SET" section can only be used once in an update expression;
                  at 11..14 "SET""#]],
        );
        check(
            "SET :a = :b",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: ":a", near: "SET :a ="
                  at 4..6 ":a""#]],
        );
        check(
            "ADD a b",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "b", near: "a b"
                  at 6..7 "b""#]],
        );
        check(
            "ADD a = :b",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "=", near: "a = :b"
                  at 6..7 "=""#]],
        );
        check(
            "REMOVE a :b",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: ":b", near: "a :b"
                  at 9..11 ":b""#]],
        );
        check(
            "SET a = ((:a))",
            expect![[r#"
                Invalid UpdateExpression: The expression has redundant parentheses;
                  at 8..14 "((:a))""#]],
        );
        check(
            "SET a = size(b)",
            expect![[r#"
                Invalid UpdateExpression: The function is not allowed in an update expression; function: size
                  at 8..12 "size""#]],
        );
        check(
            "SET a = list_append(list_append(b, :a), :b)",
            expect![[r#"
                Invalid UpdateExpression: The function is not allowed to be used this way in an expression; function: list_append
                  at 20..31 "list_append""#]],
        );
        check(
            "SET a = list_append(if_not_exists(b, :a), :b)",
            expect!["SET a = list_append(if_not_exists(b, :a), :b)"],
        );
    }

    #[test]
    fn projections_are_lists_of_paths() {
        let check = |text, expected| check_as(Parameter::ProjectionExpression, text, expected);
        check("a , b.c[1].#d", expect!["a, b.c[1].#d"]);
        check(
            "a b",
            expect![[r#"
                Invalid ProjectionExpression: Syntax error; token: "b", near: "a b"
                  at 2..3 "b""#]],
        );
        check(
            "a,",
            expect![[r#"
                Invalid ProjectionExpression: Syntax error; token: "<EOF>", near: ","
                  at 2..2 """#]],
        );
        check(
            "size(a)",
            expect![[r#"
                Invalid ProjectionExpression: Syntax error; token: "(", near: "size(a"
                  at 4..5 "(""#]],
        );
        check(
            "a, status",
            expect![[r#"
                Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: status
                  at 3..9 "status""#]],
        );
        check(
            "set",
            expect![[r#"
                Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: set
                  at 0..3 "set""#]],
        );
    }

    #[test]
    fn faults_of_updates_come_in_their_own_order() {
        let check = |text, expected| check_as(Parameter::UpdateExpression, text, expected);
        check(
            "SET a = dog(b) SET status = :b",
            expect![[r#"
                Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status
                  at 19..25 "status""#]],
        );
        check(
            "SET a = dog(b) SET b = :b",
            expect![[r#"
                Invalid UpdateExpression: Invalid function name; function: dog
                  at 8..11 "dog""#]],
        );
    }

    #[test]
    fn a_text_is_4096_bytes_long_at_most() {
        check("", expect!["Invalid FilterExpression: The expression can not be empty;"]);
        let fitting = format!("a = :{}", "a".repeat(4091));
        assert!(parse(Parameter::FilterExpression, &fitting).is_ok());
        let long = format!("{fitting}a");
        check(
            &long,
            expect![
                "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: 4097"
            ],
        );
        let in_bytes = format!("a = :{}é", "a".repeat(4090));
        check(
            &in_bytes,
            expect![
                "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: 4097"
            ],
        );
    }

    #[test]
    fn a_text_has_300_operators_at_most() {
        let negations = |count: usize| format!("{}a = :a", "NOT ".repeat(count));
        assert!(parse(Parameter::FilterExpression, &negations(299)).is_ok());
        let error = parse(Parameter::FilterExpression, &negations(300)).unwrap_err();
        expect!["Invalid FilterExpression: The expression contains too many operators; operator count: 301"].assert_eq(&error.to_string());
        // Functions count but within functions, parentheses do not: size, OR, <> and contains are 4.
        let mut operators = "(size(a) <> :a) OR contains(size(a), size(b))".to_owned();
        operators.push_str(&" OR a = :a".repeat(148));
        assert!(parse(Parameter::FilterExpression, &operators).is_ok());
        operators.push_str(" OR NOT a = :a");
        let error = parse(Parameter::FilterExpression, &operators).unwrap_err();
        expect!["Invalid FilterExpression: The expression contains too many operators; operator count: 303"].assert_eq(&error.to_string());
    }

    #[test]
    fn a_path_has_32_elements_at_most() {
        let path = |depth: usize| format!("a{}", ".b".repeat(depth - 1));
        assert!(parse(Parameter::ProjectionExpression, &path(32)).is_ok());
        let text = path(33);
        let error = parse(Parameter::ProjectionExpression, &text).unwrap_err();
        expect!["Invalid ProjectionExpression: The document path has too many nesting levels; nesting levels: 33"].assert_eq(&error.to_string());
    }

    #[test]
    fn a_position_is_4_294_967_294_at_most() {
        let check = |text, expected| check_as(Parameter::ProjectionExpression, text, expected);
        check("a[4294967294]", expect!["a[4294967294]"]);
        check(
            "a[4294967295]",
            expect![[r#"
                Invalid ProjectionExpression: List index is not within the allowable range; index: [4294967295]
                  at 2..12 "4294967295""#]],
        );
        check(
            "a, b[99999999999999999999999]",
            expect![[r#"
                Invalid ProjectionExpression: List index is not within the allowable range; index: [99999999999999999999999]
                  at 5..28 "99999999999999999999999""#]],
        );
    }

    #[test]
    fn deep_nesting_is_an_error_and_not_the_end() {
        let first_line = |parameter, text: &str| match parse(parameter, text) {
            Ok(_) => "parsed".to_owned(),
            Err(error) => error.to_string(),
        };
        let filter = |text: &str| first_line(Parameter::FilterExpression, text);
        let update = |text: &str| first_line(Parameter::UpdateExpression, text);
        expect![[r#"Invalid FilterExpression: Syntax error; token: "<EOF>", near: "(""#]]
            .assert_eq(&filter(&"(".repeat(4096)));
        expect!["Invalid FilterExpression: The expression has redundant parentheses;"]
            .assert_eq(&filter(&format!("{}a=:a{}", "(".repeat(2000), ")".repeat(2000))));
        expect!["Invalid FilterExpression: The expression contains too many operators; operator count: 1001"].assert_eq(&filter(&format!("{}a=:a", "NOT ".repeat(1000))));
        expect![[r#"Invalid FilterExpression: Syntax error; token: "<EOF>", near: "(""#]]
            .assert_eq(&filter(&"NOT(".repeat(1000)));
        expect![[r#"Invalid FilterExpression: Syntax error; token: "<EOF>", near: "(""#]]
            .assert_eq(&filter(&"size(".repeat(800)));
        expect![[r#"Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "(""#]]
            .assert_eq(&update(&format!("SET a={}", "(".repeat(4000))));
        expect![[r#"Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "a""#]]
            .assert_eq(&update(&format!("SET a={}a", "if_not_exists(a,".repeat(250))));
        let nested = format!("SET a={}a{}", "(a+".repeat(200), ")".repeat(200));
        expect!["parsed"].assert_eq(&update(&nested));
        let nested = format!("{}a=:a{}", "(a=:a OR ".repeat(149), ")".repeat(149));
        expect!["parsed"].assert_eq(&filter(&nested));
    }
}
