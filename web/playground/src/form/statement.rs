//! What a PartiQL statement can continue with: keywords, tables, indexes, attributes of the table, and values of its items.
//!
//! The text before the caret need not be a complete statement, so it is read piece by piece and not parsed.

use std::collections::BTreeSet;

use engine::model::attribute_value::AttributeValue;
use engine::partiql::piece::{PieceKind, pieces};
use engine::table::Table;

use crate::code::partiql_name::{quoted, shortest};
use crate::form::listed::{ITEM_COUNT_MAX, VALUE_LENGTH_MAX, suggestion};
use crate::form::subject::Subject;
use crate::sandbox::order::in_key_order;
use crate::view::request::{Suggestion, SuggestionKind};

const STATEMENTS: [&str; 4] = ["SELECT", "INSERT INTO", "UPDATE", "DELETE FROM"];

const COMPARATORS: [&str; 6] = ["=", "<>", "<", "<=", ">", ">="];

const FUNCTIONS: [&str; 6] = [
    "attribute_exists",
    "attribute_not_exists",
    "attribute_type",
    "begins_with",
    "contains",
    "size",
];

/// What a statement can continue with at a position in bytes.
pub(super) fn statement_suggestions(
    subject: Subject<'_>,
    text: &str,
    position: usize,
) -> Vec<Suggestion> {
    let Some(before) = text.get(..position) else { return Vec::new() };
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '"' | '\'' | '?');
    let start = before.trim_end_matches(is_part).len();
    // A nested path and a part of a longer word are for the user to type.
    if before[..start].ends_with(['.', '[']) || text[position..].starts_with(is_part) {
        return Vec::new();
    }
    let words: Vec<&str> =
        pieces(&before[..start]).iter().filter_map(|it| before.get(it.range.clone())).collect();
    let context = Context { subject, table: table_of(subject, text), range: (start, position) };
    let typed = before[start..].trim_matches(['"', '\'']).to_lowercase();
    let mut listed = context.all(&words);
    listed.retain(|it| {
        it.label.to_lowercase().starts_with(&typed) && it.insert.trim_end() != &before[start..]
    });
    listed
}

/// The table that a statement names, or else the open one.
fn table_of<'s>(subject: Subject<'s>, text: &str) -> &'s Table {
    let names = pieces(text).into_iter().filter(|piece| piece.kind == PieceKind::Name);
    let names = names.filter_map(|piece| text.get(piece.range));
    let mut tables = names.filter_map(|name| subject.database.table(name.trim_matches('"')));
    tables.next().unwrap_or(subject.table)
}

struct Context<'c> {
    subject: Subject<'c>,
    table: &'c Table,
    range: (usize, usize),
}

impl Context<'_> {
    fn all(&self, words: &[&str]) -> Vec<Suggestion> {
        let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
        let upper: Vec<&str> = upper.iter().map(String::as_str).collect();
        let clause = upper.iter().rev().find(|word| is_clause(word)).copied();
        let is_condition = clause == Some("WHERE");
        match upper.as_slice() {
            [] => self.words(&STATEMENTS),
            [.., "SELECT"] => [self.words(&["*"]), self.attributes()].concat(),
            [.., "FROM"] => [self.tables(), self.indexes()].concat(),
            [.., "INTO" | "UPDATE"] => self.tables(),
            [.., "WHERE" | "AND" | "OR" | "NOT"] if !is_between(&upper) => {
                [self.attributes(), self.functions()].concat()
            }
            [.., "SET" | "REMOVE" | "BY"] => self.attributes(),
            [.., "RETURNING"] => {
                self.words(&["ALL OLD *", "ALL NEW *", "MODIFIED OLD *", "MODIFIED NEW *"])
            }
            [.., "VALUE"] => self.words(&["{"]),
            [.., "IS"] => self.words(&["MISSING", "NOT MISSING", "NULL"]),
            [.., "IN"] => self.words(&["["]),
            [.., "[" | ","] if is_condition => self.values(compared(words)),
            [.., operator] if COMPARATORS.contains(operator) => self.values(compared(words)),
            [.., "BETWEEN" | "AND"] => self.values(compared(words)),
            [.., ","] => self.attributes(),
            [.., "INTO", _] => self.words(&["VALUE"]),
            [.., "UPDATE", _] => self.words(&["SET", "REMOVE"]),
            [.., "FROM", _] | [.., "FROM", _, ".", _] => self.words(&["WHERE", "ORDER BY"]),
            [.., "SELECT", _] => self.words(&["FROM", ","]),
            [.., "SET", _] => self.words(&["="]),
            [.., "WHERE" | "AND" | "OR" | "NOT", _] => {
                self.words(&["=", "<>", "<", "<=", ">", ">=", "IN", "BETWEEN", "IS"])
            }
            _ => match clause {
                Some("WHERE") if is_open_between(&upper) => self.words(&["AND"]),
                Some("WHERE") => self.words(&["AND", "OR", "ORDER BY", "RETURNING"]),
                Some("SET" | "REMOVE") => self.words(&["WHERE", "SET", "REMOVE", ","]),
                Some("SELECT") => self.words(&["FROM", ","]),
                Some("ORDER") => self.words(&["ASC", "DESC", ","]),
                Some(_) | None => Vec::new(),
            },
        }
    }

    fn suggestion(&self, kind: SuggestionKind, label: &str, insert: &str) -> Suggestion {
        suggestion(kind, label, insert, self.range)
    }

    fn words(&self, words: &[&str]) -> Vec<Suggestion> {
        words.iter().map(|word| self.suggestion(SuggestionKind::Word, word, word)).collect()
    }

    fn functions(&self) -> Vec<Suggestion> {
        let of = |name: &&str| {
            self.suggestion(SuggestionKind::Function, &format!("{name}(…)"), &format!("{name}("))
        };
        FUNCTIONS.iter().map(of).collect()
    }

    fn tables(&self) -> Vec<Suggestion> {
        let names = self.subject.database.tables().map(|table| table.schema.name.as_str());
        names.map(|name| self.suggestion(SuggestionKind::Table, name, &quoted(name))).collect()
    }

    fn indexes(&self) -> Vec<Suggestion> {
        let mut all = Vec::new();
        for table in self.subject.database.tables() {
            let table_name = table.schema.name.as_str();
            for index in &table.schema.indexes {
                let label = format!("{table_name}.{}", index.name);
                let insert = format!("{}.{}", quoted(table_name), quoted(index.name.as_str()));
                all.push(self.suggestion(SuggestionKind::Index, &label, &insert));
            }
        }
        all
    }

    /// The attributes of the key, then those that items have.
    fn attributes(&self) -> Vec<Suggestion> {
        let key = self.table.schema.key.attributes().map(|it| it.name.as_str());
        let mut names: Vec<&str> = key.collect();
        let items = self.table.items.iter().take(ITEM_COUNT_MAX);
        let others: BTreeSet<&str> = items
            .flat_map(|(_, stored)| stored.image.iter().map(|(name, _)| name.as_str()))
            .collect();
        names.extend(others.into_iter().filter(|name| !self.table.schema.key.contains(name)));
        let of = |name: &str| self.suggestion(SuggestionKind::Attribute, name, &shortest(name));
        names.into_iter().map(of).collect()
    }

    /// A parameter, and values that items have in an attribute.
    fn values(&self, attribute: Option<&str>) -> Vec<Suggestion> {
        let mut all = vec![self.suggestion(SuggestionKind::Placeholder, "?", "?")];
        let attribute = attribute.map(|name| name.trim_matches('"')).unwrap_or_default();
        let items = in_key_order(self.table).into_iter().take(ITEM_COUNT_MAX);
        let values = items.filter_map(|stored| literal(stored.image.get(attribute)?));
        let mut seen = BTreeSet::new();
        let short = values.filter(|text| text.chars().count() <= VALUE_LENGTH_MAX);
        for value in short.filter(|text| seen.insert(text.clone())) {
            all.push(self.suggestion(SuggestionKind::Value, &value, &value));
        }
        all
    }
}

/// A value as PartiQL writes it; `None` if it has no short form.
fn literal(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(format!("'{}'", text.replace('\'', "''"))),
        AttributeValue::N(number) => Some(number.to_string()),
        AttributeValue::Bool(flag) => Some(flag.to_string()),
        AttributeValue::Null
        | AttributeValue::B(_)
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_)
        | AttributeValue::L(_)
        | AttributeValue::M(_) => None,
    }
}

fn is_clause(word: &str) -> bool {
    matches!(word, "SELECT" | "FROM" | "WHERE" | "SET" | "REMOVE" | "ORDER" | "VALUE" | "RETURNING")
}

/// The attribute before the last operator.
fn compared<'w>(words: &[&'w str]) -> Option<&'w str> {
    let is_operator = |word: &str| {
        COMPARATORS.contains(&word)
            || ["IN", "BETWEEN"].iter().any(|it| it.eq_ignore_ascii_case(word))
    };
    let operator = words.iter().rposition(|word| is_operator(word))?;
    words.get(operator.checked_sub(1)?).copied()
}

/// Whether the last `AND` is that of `BETWEEN`.
fn is_between(upper: &[&str]) -> bool {
    matches!(upper, [.., "BETWEEN", _, "AND"])
}

/// Whether the first bound of a `BETWEEN` was typed, and its `AND` was not.
fn is_open_between(upper: &[&str]) -> bool {
    matches!(upper, [.., "BETWEEN", _])
}
