//! What an expression can continue with: attributes of the table, values that its items have, functions and words.
//!
//! The text before the caret need not be a complete expression, so it is read token by token and not parsed.

use std::collections::BTreeMap;

use engine::expression::reserved::is_reserved;
use engine::model::attribute_value::AttributeValue;
use engine::table::Table;

use crate::code::literal::Literal;
use crate::form::change::unused;
use crate::form::listed::{ITEM_COUNT_MAX, VALUE_LENGTH_MAX, listed_first, suggestion};
use crate::form::place::{members_of, tagged};
use crate::form::statement::statement_suggestions;
use crate::form::subject::{Subject, of_value};
use crate::sandbox::order::distinct;
use crate::view::edit::ValueKind;
use crate::view::first::{First, beginning};
use crate::view::request::{Caret, FieldPath, Step, Suggestion, SuggestionKind};
use crate::view::value::Text;

const COMPARATORS: [&str; 6] = ["=", "<>", "<=", ">=", "<", ">"];

const CLAUSES: [&str; 4] = ["SET", "REMOVE", "ADD", "DELETE"];

const CONDITIONS: [&str; 5] =
    ["attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains"];

/// What an expression can continue with where a user types.
pub(crate) fn suggestions(
    request: &Literal,
    subject: Subject<'_>,
    caret: &Caret,
) -> First<Suggestion> {
    let Some((Step::Member(expression), steps)) = caret.path.0.split_last() else {
        return First::default();
    };
    let structure_path = FieldPath(steps.to_vec());
    let Some(structure) = part(request, steps) else { return First::default() };
    let text = structure.member(expression).and_then(Literal::as_text).unwrap_or_default();
    if *expression == "Statement" {
        return listed_first(statement_suggestions(subject, text, caret.position));
    }
    let Some(before) = text.get(..caret.position) else { return First::default() };
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '#' | ':');
    let start = before.trim_end_matches(is_part).len();
    let typed = &before[start..];
    // A nested path and a part of a longer word are for the user to type.
    if before[..start].ends_with(['.', '[']) || text[caret.position..].starts_with(is_part) {
        return First::default();
    }
    let tokens = tokens(&before[..start]);
    let context = Context {
        structure,
        table: subject.table_of(request, &structure_path),
        expression,
        range: (start, caret.position),
    };
    let mut listed = context.all(&tokens);
    listed.retain(|it| matches(it, typed) && *it.insert.trim_end() != *typed);
    listed_first(listed)
}

/// The structure that a path leads to. Expressions are in no attribute value.
fn part<'l>(request: &'l Literal, steps: &[Step]) -> Option<&'l Literal> {
    let mut part = request;
    for step in steps {
        part = match (step, part) {
            (Step::Member(name), part) => part.member(name)?,
            (Step::Entry(position), Literal::List(elements)) => elements.get(*position)?,
            (Step::Entry(position), part) => &members_of(part)?.get(*position)?.1,
        };
    }
    Some(part)
}

/// Whether a suggestion begins with what was typed, or contains it.
fn matches(suggestion: &Suggestion, typed: &str) -> bool {
    let typed = typed.to_lowercase();
    let label = suggestion.label.to_lowercase();
    let word = typed.trim_start_matches(['#', ':']);
    match suggestion.kind {
        SuggestionKind::Attribute | SuggestionKind::Value | SuggestionKind::NewValue => {
            label.contains(word) || suggestion.insert.to_lowercase().contains(&typed)
        }
        SuggestionKind::Placeholder => suggestion.insert.to_lowercase().starts_with(&typed),
        SuggestionKind::Function
        | SuggestionKind::Word
        | SuggestionKind::Table
        | SuggestionKind::Index => label.starts_with(&typed),
    }
}

/// The tokens of a text: words with their paths and placeholders, operators and brackets.
fn tokens(text: &str) -> Vec<&str> {
    let is_part =
        |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '#' | ':' | '.' | '[' | ']');
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(is_part).len();
        let length = match COMPARATORS.iter().find(|operator| rest.starts_with(**operator)) {
            _ if word > 0 => word,
            Some(operator) => operator.len(),
            None => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// What can be next.
enum Next<'t> {
    /// An attribute; a function too, if `functions`.
    Attribute { functions: bool },
    /// A value to be compared with an attribute, or stored in it.
    Value(Option<&'t str>),
    /// Operators and words.
    Words(Vec<&'static str>),
}

/// The expression that is completed.
struct Context<'c> {
    structure: &'c Literal,
    table: &'c Table,
    expression: &'c str,
    range: (usize, usize),
}

impl Context<'_> {
    fn all(&self, tokens: &[&str]) -> Vec<Suggestion> {
        match self.next(tokens) {
            Next::Attribute { functions } => {
                let mut all = self.attributes();
                if functions {
                    all.extend(self.functions(tokens.last().copied().unwrap_or_default()));
                }
                all
            }
            Next::Value(attribute) => {
                let mut all = self.values(attribute);
                let assigns = self.expression == "UpdateExpression";
                if assigns && tokens.last() == Some(&"=") {
                    let calculations = ["if_not_exists", "list_append"];
                    all.extend(calculations.map(|name| self.function(name)));
                    all.extend(self.attributes());
                }
                all
            }
            Next::Words(words) => words.into_iter().map(|word| self.word(word)).collect(),
        }
    }

    fn next<'t>(&self, tokens: &[&'t str]) -> Next<'t> {
        let is_update = self.expression == "UpdateExpression";
        let has_functions = !is_update && self.expression != "ProjectionExpression";
        let attribute = Next::Attribute { functions: has_functions };
        let Some((last, before)) = tokens.split_last() else {
            return if is_update { Next::Words(CLAUSES.to_vec()) } else { attribute };
        };
        let is_word = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(last));
        if is_word(&COMPARATORS) || is_word(&["+", "-", "BETWEEN"]) {
            return Next::Value(before.last().copied());
        }
        if is_word(&["AND"]) && is_between(before) {
            return Next::Value(compared(before));
        }
        if is_word(&["AND", "OR", "NOT"]) || is_word(&CLAUSES) {
            return attribute;
        }
        match *last {
            "(" => match before {
                [.., of, operator] if operator.eq_ignore_ascii_case("IN") => Next::Value(Some(of)),
                [.., name] if is_function(name) => Next::Attribute { functions: false },
                _ => attribute,
            },
            "," => match open_call(before) {
                Some((function, first)) if is_function(function) => Next::Value(first),
                Some((of, _)) if !of.is_empty() => Next::Value(Some(of)),
                _ => Next::Attribute { functions: false },
            },
            last => self.after_operand(last, before),
        }
    }

    /// What follows an attribute, a value or a bracket.
    fn after_operand<'t>(&self, last: &'t str, before: &[&'t str]) -> Next<'t> {
        let clause = before.iter().rev().find(|token| is_clause(token));
        let before_last = before.last().copied().unwrap_or_default();
        let begins_operand = before_last.is_empty()
            || matches!(before_last, "(" | ",")
            || ["AND", "OR", "NOT"].iter().any(|it| it.eq_ignore_ascii_case(before_last))
            || is_clause(before_last);
        let is_operand = begins_operand && last != ")";
        if last != ")" && open_call(before).is_some_and(|(name, _)| !name.is_empty()) {
            return Next::Words(vec![",", ")"]);
        }
        match (self.expression, clause) {
            ("ProjectionExpression", _) => Next::Words(vec![","]),
            ("UpdateExpression", Some(clause)) => {
                let is_set = clause.eq_ignore_ascii_case("SET");
                let takes_value =
                    ["ADD", "DELETE"].iter().any(|it| it.eq_ignore_ascii_case(clause));
                if is_operand && takes_value {
                    return Next::Value(Some(last));
                }
                if is_operand && is_set {
                    return Next::Words(vec!["="]);
                }
                let others = CLAUSES.into_iter().filter(|it| !it.eq_ignore_ascii_case(clause));
                let operators = if is_set { vec![",", "+", "-"] } else { vec![","] };
                Next::Words(operators.into_iter().chain(others).collect())
            }
            ("KeyConditionExpression", _) if is_operand => {
                Next::Words(vec!["=", "<", "<=", ">", ">=", "BETWEEN"])
            }
            ("KeyConditionExpression", _) => Next::Words(vec!["AND"]),
            (_, _) if is_operand => {
                Next::Words(vec!["=", "<>", "<", "<=", ">", ">=", "BETWEEN", "IN"])
            }
            (_, _) => match is_open_between(before) {
                true => Next::Words(vec!["AND"]),
                false => Next::Words(vec!["AND", "OR"]),
            },
        }
    }

    fn suggestion(&self, kind: SuggestionKind, label: &str, insert: &str) -> Suggestion {
        suggestion(kind, label, insert, self.range)
    }

    fn word(&self, word: &str) -> Suggestion {
        self.suggestion(SuggestionKind::Word, word, word)
    }

    fn function(&self, name: &str) -> Suggestion {
        self.suggestion(SuggestionKind::Function, &format!("{name}(…)"), &format!("{name}("))
    }

    fn functions(&self, last: &str) -> Vec<Suggestion> {
        match self.expression {
            "KeyConditionExpression" if last.eq_ignore_ascii_case("AND") => {
                vec![self.function("begins_with")]
            }
            "KeyConditionExpression" => Vec::new(),
            _ => CONDITIONS.into_iter().chain(["size"]).map(|name| self.function(name)).collect(),
        }
    }

    /// The attributes that the expression can name, with a placeholder for each that needs one.
    fn attributes(&self) -> Vec<Suggestion> {
        let names = self.entries("ExpressionAttributeNames");
        let attributes = self.attribute_names();
        let mut all = Vec::new();
        for attribute in attributes {
            let known = names.iter().find(|(_, name)| name.as_text() == Some(attribute.as_str()));
            all.push(match known {
                Some((placeholder, _)) => {
                    self.suggestion(SuggestionKind::Attribute, &attribute, placeholder)
                }
                None if is_plain(&attribute) => {
                    self.suggestion(SuggestionKind::Attribute, &attribute, &attribute)
                }
                None => {
                    let placeholder =
                        unused(names, &format!("#{}", placeholder_word(&attribute, "name")));
                    let adds_name =
                        Some((Text::from(placeholder.as_str()), Text::from(attribute.as_str())));
                    let it = self.suggestion(SuggestionKind::Attribute, &attribute, &placeholder);
                    Suggestion { adds_name, ..it }
                }
            });
        }
        all
    }

    fn attribute_names(&self) -> Vec<String> {
        let key = &self.table.schema.key;
        let index = self.structure.member("IndexName").and_then(Literal::as_text);
        let index_key = index.and_then(|name| self.table.index(name)).map(|it| &it.schema.key);
        let read_key = index_key.unwrap_or(key);
        if self.expression == "KeyConditionExpression" {
            return read_key.attributes().map(|it| it.name.to_string()).collect();
        }
        let is_query = self.structure.member("KeyConditionExpression").is_some();
        let leaves_out = |name: &str| match self.expression {
            "FilterExpression" => is_query && read_key.contains(name),
            "UpdateExpression" => key.contains(name),
            _ => false,
        };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, stored) in self.table.items.iter().take(ITEM_COUNT_MAX) {
            for (name, _) in stored.image.iter() {
                *counts.entry(name.as_str()).or_default() += 1;
            }
        }
        let mut names: Vec<&str> = key.attributes().map(|it| it.name.as_str()).collect();
        let mut others: Vec<_> =
            counts.into_iter().filter(|(name, _)| !key.contains(name)).collect();
        others.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        names.extend(others.into_iter().map(|(name, _)| name));
        names.into_iter().filter(|name| !leaves_out(name)).map(str::to_owned).collect()
    }

    /// Placeholders, values that items have in an attribute, and a placeholder for a value that is typed next.
    fn values(&self, operand: Option<&str>) -> Vec<Suggestion> {
        let known = self.entries("ExpressionAttributeValues");
        let attribute = operand.map(|operand| self.attribute(operand));
        let attribute = attribute.as_deref().filter(|name| !name.is_empty());
        let mut all: Vec<_> = known
            .iter()
            .map(|(placeholder, value)| {
                let label = shown(value).unwrap_or_default();
                self.suggestion(SuggestionKind::Placeholder, &label, placeholder)
            })
            .collect();
        let word = format!(":{}", placeholder_word(attribute.unwrap_or("value"), "value"));
        let placeholder = unused(known, &word);
        let stored = attribute.map(|name| self.stored_values(name)).unwrap_or_default();
        let kind = stored.first().map_or(ValueKind::S, |(kind, _)| *kind);
        for (kind, text) in stored {
            let is_known = known.iter().any(|(_, value)| {
                tagged(value).is_some_and(|it| it.0 == kind && it.1.as_text() == Some(&text))
            });
            if !is_known && text.chars().count() <= VALUE_LENGTH_MAX {
                all.push(Suggestion {
                    adds_value: Some((placeholder.as_str().into(), kind, text.as_str().into())),
                    ..self.suggestion(SuggestionKind::Value, &text, &placeholder)
                });
            }
        }
        all.push(Suggestion {
            adds_value: Some((placeholder.as_str().into(), kind, "".into())),
            ..self.suggestion(SuggestionKind::NewValue, &placeholder, &placeholder)
        });
        all
    }

    /// The values of an attribute, in order, with their types.
    fn stored_values(&self, attribute: &str) -> Vec<(ValueKind, String)> {
        let items = self.table.items.iter().take(ITEM_COUNT_MAX);
        let values: Vec<&AttributeValue> =
            items.filter_map(|(_, stored)| stored.image.get(attribute)).collect();
        let texts = values.into_iter().filter_map(|value| {
            let json = of_value(value);
            let (kind, content) = tagged(&json)?;
            Some((kind.tag(), content.as_text()?.to_owned()))
        });
        let mut texts = distinct(texts);
        // Text of digits is in the order of the numbers.
        texts.sort_by_key(|(tag, text)| (*tag, if *tag == "N" { text.len() } else { 0 }));
        let texts = texts.into_iter();
        texts.filter_map(|(tag, text)| Some((ValueKind::from_tag(tag)?, text))).collect()
    }

    /// The attribute that an operand of an expression names.
    fn attribute(&self, operand: &str) -> String {
        let names = self.entries("ExpressionAttributeNames");
        let bound = names.iter().find(|(placeholder, _)| placeholder == operand);
        let name = bound.and_then(|(_, name)| name.as_text()).unwrap_or(operand);
        name.trim_matches(|it: char| !it.is_alphanumeric() && it != '_').to_owned()
    }

    fn entries(&self, member: &str) -> &[(String, Literal)] {
        self.structure.member(member).and_then(members_of).unwrap_or_default()
    }
}

/// A value of a request on one line.
fn shown(value: &Literal) -> Option<String> {
    let (_, content) = tagged(value)?;
    let text = content.as_text()?;
    Some(beginning(text, VALUE_LENGTH_MAX).into_owned())
}

fn is_clause(token: &str) -> bool {
    CLAUSES.iter().any(|clause| clause.eq_ignore_ascii_case(token))
}

fn is_function(name: &str) -> bool {
    CONDITIONS.contains(&name) || matches!(name, "size" | "if_not_exists" | "list_append")
}

/// Whether an `AND` after these tokens is that of `BETWEEN`.
fn is_between(before: &[&str]) -> bool {
    let is = |token: &str, word: &str| token.eq_ignore_ascii_case(word);
    matches!(before, [.., between, _] if is(between, "BETWEEN"))
}

/// Whether the bound of a `BETWEEN` was typed, and its `AND` was not.
fn is_open_between(before: &[&str]) -> bool {
    before.last().is_some_and(|token| token.eq_ignore_ascii_case("BETWEEN"))
}

/// The operand of the last `BETWEEN`.
fn compared<'t>(before: &[&'t str]) -> Option<&'t str> {
    match before {
        [.., operand, _, _] => Some(operand),
        _ => None,
    }
}

/// The function, or the operand of `IN`, whose bracket is open; with its first argument.
fn open_call<'t>(before: &[&'t str]) -> Option<(&'t str, Option<&'t str>)> {
    let mut depth = 0;
    for (position, token) in before.iter().enumerate().rev() {
        match *token {
            ")" => depth += 1,
            "(" if depth > 0 => depth -= 1,
            "(" => {
                let name = position.checked_sub(1).map_or("", |it| before[it]);
                let of = match name.eq_ignore_ascii_case("IN") {
                    true => position.checked_sub(2).map_or("", |it| before[it]),
                    false if is_function(name) => name,
                    false => "",
                };
                return Some((of, before.get(position + 1).copied()));
            }
            _ => {}
        }
    }
    None
}

/// Whether an expression can name an attribute without a placeholder.
fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|it| it.is_ascii_alphabetic())
        && characters.all(|it| it.is_ascii_alphanumeric() || it == '_')
        && !is_reserved(name)
}

/// A word for a placeholder of an attribute: its letters and digits, the first one small.
fn placeholder_word(name: &str, otherwise: &str) -> String {
    let word: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut characters = word.chars();
    match characters.next() {
        Some(first) => first.to_ascii_lowercase().to_string() + characters.as_str(),
        None => otherwise.to_owned(),
    }
}
