//! Update expressions as clauses of UPDATE: a REMOVE for each path, and functions for ADD and DELETE of sets.

use engine::expression::clause::Clause;

use crate::code::literal::{Literal, tagged};
use crate::code::write::partiql::expression::{VALUES, bound, push_expression, split_token};
use crate::code::write::partiql::reason::Reason;
use crate::code::write::partiql::statement::Statement;
use crate::view::edit::ValueKind;

/// Adds the clauses of an update expression to a statement.
pub(super) fn push_clauses(
    expression: &str,
    request: &Literal,
    statement: &mut Statement,
) -> Result<(), Reason> {
    let mut last = None;
    for (clause, part) in parts(expression)? {
        let function = match clause {
            Clause::Set if last == Some(Clause::Set) => {
                statement.push(", ");
                None
            }
            Clause::Set => {
                statement.push(" SET ");
                None
            }
            Clause::Remove => {
                statement.push(" REMOVE ");
                None
            }
            Clause::Add => Some("set_add"),
            Clause::Delete => Some("set_delete"),
        };
        match function {
            None => push_expression(part, request, statement)?,
            Some(function) => push_change_of_set(function, part, request, statement)?,
        }
        last = Some(clause);
    }
    Ok(())
}

/// `ADD path :set` and `DELETE path :set`
fn push_change_of_set(
    function: &str,
    part: &str,
    request: &Literal,
    statement: &mut Statement,
) -> Result<(), Reason> {
    let (path, placeholder) = part.rsplit_once(':').ok_or(Reason::Malformed)?;
    let value = bound(request, VALUES, &format!(":{placeholder}"))?;
    match tagged(value).map(|(kind, _)| kind) {
        Some(ValueKind::Ss | ValueKind::Ns | ValueKind::Bs) => {}
        Some(ValueKind::N) => return Err(Reason::AddsNumber),
        _ => return Err(Reason::Malformed),
    }
    statement.push(" SET ");
    push_expression(path.trim_end(), request, statement)?;
    statement.push(&format!(" = {function}("));
    push_expression(path.trim_end(), request, statement)?;
    statement.push(", ");
    statement.push_value(value);
    statement.push(")");
    Ok(())
}

/// The parts of an update expression that commas separate, each with its clause.
fn parts(expression: &str) -> Result<Vec<(Clause, &str)>, Reason> {
    let mut parts = Vec::new();
    let mut clause = None;
    let (mut start, mut end, mut nesting) = (0, 0, 0_usize);
    let mut finish = |clause: Option<Clause>, part: &'_ std::ops::Range<usize>| {
        let text = expression[part.clone()].trim();
        match clause {
            Some(clause) if !text.is_empty() => parts.push((clause, text)),
            // Nothing is before the first clause.
            None if text.is_empty() => {}
            Some(_) | None => return Err(Reason::Malformed),
        }
        Ok(())
    };
    while let Some((token, _)) = split_token(&expression[end..]) {
        let next = end + token.len();
        match token {
            "(" | "[" => nesting += 1,
            ")" | "]" => nesting = nesting.saturating_sub(1),
            "," if nesting == 0 => {
                finish(clause, &(start..end))?;
                start = next;
            }
            word => {
                if let Some(other) = Clause::of_keyword(word) {
                    finish(clause, &(start..end))?;
                    (clause, start) = (Some(other), next);
                }
            }
        }
        end = next;
    }
    finish(clause, &(start..end))?;
    Ok(parts)
}
