//! One request, many expressions: the rows of a `call … for each …` block.
//!
//! ```text
//! { "TableName": "Things", "Key": { "id": "1" }, "ExpressionAttributeValues": { ":one": 1 } }
//!
//! a = :one               true
//! a = :two
//!     1 validation error detected: Invalid ConditionExpression: …
//! ```

use std::fmt;

use engine::api::Outcome;
use engine::api::error::code::ErrorCode;
use notation::long_text::expand;
use notation::marshal;
use serde_json::Value;

use crate::{layout, transcript};

/// The most characters that an expression may have if its outcome is on the same line.
const EXPRESSION_WIDTH_MAX: usize = 60;

/// The longest outcome, in characters, on the line of its expression.
const OUTCOME_WIDTH_MAX: usize = 30;

/// The member that is the text of a PartiQL statement.
const STATEMENT: &str = "Statement";

/// Members in which placeholders are defined, with the character that begins each.
const PLACEHOLDERS: [(&str, char); 2] =
    [("ExpressionAttributeNames", '#'), ("ExpressionAttributeValues", ':')];

/// Members of a reply that are the outcome of a row, if one of them is there.
const OUTCOME_MEMBERS: [&str; 3] = ["Attributes", "Item", "Items"];

/// Parameters that are conditions of writes. Their outcome is `true` or `false`.
const CONDITIONS: [&str; 2] = ["ConditionExpression", "Expected"];

/// The body of the block.
#[derive(Debug)]
pub struct Rows {
    /// The text of the request that each row completes.
    pub request: String,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// An expression and its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The text of the expression.
    pub expression: String,
    /// What is returned, or why it is rejected.
    pub outcome: String,
}

impl Rows {
    /// Reads the body of a block.
    pub fn parse(body: &str) -> Result<Self, String> {
        let (request, lines) = body.split_once("\n\n").ok_or("no empty line after the request")?;
        let mut rows: Vec<Row> = Vec::new();
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            match (line.starts_with(' ') || is_mark(line), rows.last_mut()) {
                (true, Some(row)) if is_mark(line) => line.clone_into(&mut row.outcome),
                (true, Some(row)) => line.trim().clone_into(&mut row.outcome),
                (true, None) => return Err(format!("an outcome without an expression: {line}")),
                (false, _) => {
                    let (expression, outcome) = line.split_once("  ").unwrap_or((line, ""));
                    rows.push(Row {
                        expression: expression.to_owned(),
                        outcome: outcome.trim().to_owned(),
                    });
                }
            }
        }
        Ok(Self { request: request.to_owned(), rows })
    }
}

impl Rows {
    /// The rows alone: outcomes are in a column after the expressions, long ones on lines of their own.
    pub fn table(&self) -> String {
        let fits = |row: &&Row| {
            !is_mark(&row.outcome)
                && row.expression.chars().count() <= EXPRESSION_WIDTH_MAX
                && row.outcome.chars().count() <= OUTCOME_WIDTH_MAX
        };
        let short = self.rows.iter().filter(fits);
        let width = short.map(|row| row.expression.chars().count()).max().unwrap_or(0);
        let line = |row: &Row| match fits(&row) {
            _ if is_mark(&row.outcome) => format!("{}\n{}", row.expression, row.outcome),
            true => format!("{}{}", padded(&row.expression, width + 2), row.outcome),
            false => format!("{}\n    {}", row.expression, row.outcome),
        };
        self.rows.iter().map(|row| line(row) + "\n").collect()
    }
}

/// Whether a line marks a part of the line above it.
fn is_mark(line: &str) -> bool {
    line.contains('^') && line.chars().all(|character| [' ', '^'].contains(&character))
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
}

impl fmt::Display for Rows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n\n{}", self.request, self.table())
    }
}

/// A row as a member of the request: an expression is a string, the text of any other parameter is parsed as JSON.
fn member(parameter: &str, text: String) -> Value {
    match parameter.ends_with("Expression") || parameter == STATEMENT {
        true => Value::from(text),
        false => serde_json::from_str(&text).unwrap_or(Value::from(text)),
    }
}

/// The request with a row's expression in it, and only the placeholders that its expressions use.
pub fn request(template: &str, parameter: &str, expression: &str) -> Result<String, String> {
    let mut request: Value =
        serde_json::from_str(&expand(template)).map_err(|fault| format!("not JSON: {fault}"))?;
    request[parameter] = member(parameter, expand(expression));
    let used: String = request
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| name.ends_with("Expression"))
        .filter_map(|(_, text)| text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    for (member, sign) in PLACEHOLDERS {
        let Some(definitions) = request.get_mut(member).and_then(Value::as_object_mut) else {
            continue;
        };
        definitions.retain(|name, _| {
            placeholders(&used, sign).any(|placeholder| placeholder == name.as_str())
        });
        if definitions.is_empty()
            && let Some(members) = request.as_object_mut()
        {
            members.remove(member);
        }
    }
    Ok(marshal::typed(request).to_string())
}

/// The placeholders in a text that begin with a sign.
fn placeholders(text: &str, sign: char) -> impl Iterator<Item = &str> {
    text.match_indices(sign).map(move |(start, _)| {
        let name = &text[start + 1..];
        let end = name.find(|character: char| !character.is_alphanumeric() && character != '_');
        &text[start..=start + end.unwrap_or(name.len())]
    })
}

/// The outcome of a row, in one line.
pub fn outcome(parameter: &str, outcome: &Outcome) -> String {
    match &outcome.reply {
        Err(error) if error.code() == ErrorCode::ConditionalCheckFailed => "false".to_owned(),
        // A statement that is not well formed may be rejected with words that end with a space.
        Err(error) => error.to_string().trim_end().to_owned(),
        Ok(_) if CONDITIONS.contains(&parameter) => "true".to_owned(),
        Ok(reply) => {
            let reply = marshal::plain(reply.clone());
            let shown = OUTCOME_MEMBERS.iter().find_map(|member| reply.get(member));
            shown.map_or_else(|| "nothing".to_owned(), layout::one_line)
        }
    }
}

/// Marks the faulty part of the expression, or names the parameter that has the fault.
pub fn fault(parameter: &str, expression: &str, outcome: &Outcome) -> String {
    let Err(error) = &outcome.reply else { return "no fault".to_owned() };
    if let Some(span) = error.statement_span().filter(|_| parameter == STATEMENT) {
        return transcript::mark(expression, span);
    }
    match error.span() {
        Some((found, span)) if found.to_string() == parameter => transcript::mark(expression, span),
        Some((found, _)) => format!("in {found}"),
        None => "nowhere".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_takes_only_the_placeholders_it_uses() {
        let template = r##"{ "ExpressionAttributeNames": { "#a": "x" }, "ExpressionAttributeValues": { ":v": 1, ":vv": 2 } }"##;
        let sent = request(template, "FilterExpression", "b = :vv").unwrap();
        assert_eq!(
            sent,
            r#"{"ExpressionAttributeValues":{":vv":{"N":"2"}},"FilterExpression":"b = :vv"}"#
        );
    }

    #[test]
    fn an_outcome_is_after_its_expression_or_below_it() {
        let text = "{}\n\na = :v  true\nbb = :v  false\nc\n    A message that is longer than thirty characters\n";
        let rows = Rows::parse(text).unwrap();
        assert_eq!(rows.rows[2].outcome, "A message that is longer than thirty characters");
        assert_eq!(
            rows.to_string(),
            "{}\n\na = :v   true\nbb = :v  false\nc\n    A message that is longer than thirty characters\n"
        );
    }
}
