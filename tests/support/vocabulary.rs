//! Counts what no spec reaches: an operation, an error, an event or a function without an example.
//!
//! The names to reach are read from the engine: its list of operations and codes, and, from their source, the variants
//! of the enums of its errors, events and reasons. A new variant without a spec fails the run.

use std::collections::BTreeSet;

use engine::api::error::code::ErrorCode;
use engine::operation::Operation;

use crate::run::Report;

/// What the specs have reached so far.
#[derive(Debug, Default)]
pub struct Vocabulary {
    operations: BTreeSet<String>,
    error_codes: BTreeSet<String>,
    /// Words that could name a variant, by where they occurred.
    variants: BTreeSet<(Met, String)>,
    expressions: Vec<String>,
}

/// Where a variant of an enum occurs: a word in an event does not count as an error of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Met {
    /// In the kind of an event.
    Event,
    /// In the receipt of a call.
    Receipt,
    /// In the error of a call.
    Error,
}

/// The enums whose every variant must occur in some spec, where it must occur, and the source they are defined in.
const ENUMS: &[(&str, Met, &str)] = &[
    ("EventKind", Met::Event, include_str!("../../engine/src/event.rs")),
    ("ThrottleCause", Met::Error, include_str!("../../engine/src/event.rs")),
    ("SplitCause", Met::Event, include_str!("../../engine/src/event.rs")),
    ("Reason", Met::Receipt, include_str!("../../engine/src/receipt.rs")),
    ("ApiError", Met::Error, include_str!("../../engine/src/api/error/mod.rs")),
    ("SerializationError", Met::Error, include_str!("../../engine/src/api/error/mod.rs")),
    ("ValidationError", Met::Error, include_str!("../../engine/src/api/error/validation.rs")),
    ("ReadError", Met::Error, include_str!("../../engine/src/api/error/read.rs")),
    ("StartKeyError", Met::Error, include_str!("../../engine/src/api/error/read.rs")),
    ("LegacyError", Met::Error, include_str!("../../engine/src/api/error/legacy.rs")),
    ("ArgumentError", Met::Error, include_str!("../../engine/src/expression/legacy.rs")),
    ("SchemaError", Met::Error, include_str!("../../engine/src/api/error/schema.rs")),
    ("StreamError", Met::Error, include_str!("../../engine/src/api/error/stream.rs")),
    ("ResourceError", Met::Error, include_str!("../../engine/src/api/error/resource.rs")),
    ("CancellationReason", Met::Error, include_str!("../../engine/src/api/error/mod.rs")),
    ("InUse", Met::Error, include_str!("../../engine/src/api/error/mod.rs")),
    ("BatchError", Met::Error, include_str!("../../engine/src/api/error/batch.rs")),
    ("TransactionError", Met::Error, include_str!("../../engine/src/api/error/batch.rs")),
    ("UpdateTableError", Met::Error, include_str!("../../engine/src/api/error/update_table.rs")),
    ("Constraint", Met::Error, include_str!("../../engine/src/api/error/violation.rs")),
    ("ExpressionErrorKind", Met::Error, include_str!("../../engine/src/expression/error.rs")),
    ("OperandError", Met::Error, include_str!("../../engine/src/expression/error.rs")),
    ("UpdateErrorKind", Met::Error, include_str!("../../engine/src/expression/error.rs")),
    ("KeyConditionError", Met::Error, include_str!("../../engine/src/expression/error.rs")),
    ("PartiqlErrorKind", Met::Error, include_str!("../../engine/src/partiql/error.rs")),
    ("SyntaxFault", Met::Error, include_str!("../../engine/src/partiql/error.rs")),
    ("Rejection", Met::Error, include_str!("../../engine/src/table/write/accept.rs")),
    ("WriteError", Met::Error, include_str!("../../engine/src/table/write/plan.rs")),
    ("ValueError", Met::Error, include_str!("../../engine/src/api/value/error.rs")),
    ("NumberError", Met::Error, include_str!("../../engine/src/model/number.rs")),
];

/// The functions of the expression language.
const FUNCTIONS: [&str; 10] = [
    "attribute_exists",
    "attribute_not_exists",
    "attribute_type",
    "begins_with",
    "contains",
    "if_not_exists",
    "list_append",
    "set_add",
    "set_delete",
    "size",
];

impl Vocabulary {
    /// Adds what a case has reached.
    pub fn observe(&mut self, report: &Report) {
        self.operations.extend(report.operations.iter().cloned());
        self.error_codes.extend(report.error_codes.iter().cloned());
        for (met, text) in &report.debug_texts {
            self.variants.extend(identifiers(text).into_iter().map(|word| (*met, word)));
        }
        self.expressions.extend(report.expressions.iter().cloned());
    }

    /// What no case has reached, in words.
    pub fn unreached(&self) -> Vec<String> {
        let operations = Operation::ALL.into_iter().map(Operation::name);
        let codes = ErrorCode::ALL.iter().map(|code| code.name());
        let mut unreached: Vec<String> = operations
            .filter(|name| !self.operations.contains(*name))
            .map(|name| format!("operation {name}"))
            .chain(
                codes
                    .filter(|name| !self.error_codes.contains(*name))
                    .map(|name| format!("error code {name}")),
            )
            .chain(
                FUNCTIONS
                    .iter()
                    .filter(|name| !self.calls(name))
                    .map(|name| format!("function {name}")),
            )
            .collect();
        for (name, met, source) in ENUMS {
            let missing = variants(name, source)
                .into_iter()
                .filter(|variant| !self.variants.contains(&(*met, (*variant).to_owned())));
            unreached.extend(missing.map(|variant| format!("{name}::{variant}")));
        }
        unreached
    }

    fn calls(&self, function: &str) -> bool {
        let call = format!("{function}(");
        self.expressions.iter().any(|text| text.replace(" (", "(").contains(&call))
    }
}

/// The words in a text of `Debug` that could name a variant: those outside quotation marks, because text within
/// them is data of a spec.
fn identifiers(text: &str) -> Vec<String> {
    let mut code = String::new();
    let (mut is_quoted, mut is_escaped) = (false, false);
    for character in text.chars() {
        match (is_quoted, character) {
            (true, _) if is_escaped => is_escaped = false,
            (true, '\\') => is_escaped = true,
            (_, '"') => {
                is_quoted = !is_quoted;
                code.push(' ');
            }
            (true, _) => {}
            (false, _) => code.push(character),
        }
    }
    code.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| word.starts_with(char::is_uppercase))
        .map(str::to_owned)
        .collect()
}

/// The names of the variants of an enum, in the layout of `rustfmt`.
fn variants<'s>(name: &str, source: &'s str) -> Vec<&'s str> {
    let (_, body) = source.split_once(&format!("enum {name} {{\n")).unwrap_or_else(|| {
        panic!("the engine has an enum {name} no longer: name its successor here")
    });
    let (body, _) = body.split_once("\n}").unwrap_or((body, ""));
    body.lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(char::is_uppercase))
        .filter_map(|line| line.split(|character: char| !character.is_alphanumeric()).next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_quotation_marks_is_no_variant() {
        let text = r#"Item { key: S("Absent \" Put"), reason: Delete(B([1])) }"#;
        assert_eq!(identifiers(text), ["Item", "S", "Delete", "B"]);
    }

    #[test]
    fn variants_are_read_from_the_source_of_an_enum() {
        let source = "pub enum Reason {\n    /// Doc.\n    Put {\n        /// Size.\n        size: Bytes,\n    },\n    Absent,\n    Value(ValueError),\n}\npub enum Other {\n    Thing,\n}\n";
        assert_eq!(variants("Reason", source), ["Put", "Absent", "Value"]);
    }
}
