//! Counts what no spec reaches: an operation, an error, an event or a function without an example.
//!
//! What there is to reach is read from the engine: its list of operations and codes, and the variants of the enums
//! that hold its errors, events and reasons, from their source. A new variant without a spec fails the run.

use std::collections::BTreeSet;

use engine::api;
use engine::api::error::ErrorCode;

use crate::run::Report;

/// What the specs have met so far.
#[derive(Debug, Default)]
pub struct Vocabulary {
    operations: BTreeSet<String>,
    error_codes: BTreeSet<String>,
    variants: BTreeSet<String>,
    expressions: Vec<String>,
}

/// The enums whose every variant must occur in some spec, with the source they are defined in.
const ENUMS: &[(&str, &str)] = &[
    ("EventKind", include_str!("../../engine/src/event.rs")),
    ("ThrottleCause", include_str!("../../engine/src/event.rs")),
    ("SplitCause", include_str!("../../engine/src/event.rs")),
    ("Reason", include_str!("../../engine/src/event.rs")),
    ("ApiError", include_str!("../../engine/src/api/error.rs")),
    ("SerializationError", include_str!("../../engine/src/api/error.rs")),
    ("ValidationError", include_str!("../../engine/src/api/validation_error.rs")),
    ("ReadError", include_str!("../../engine/src/api/read_error.rs")),
    ("StartKeyError", include_str!("../../engine/src/api/read_error.rs")),
    ("LegacyError", include_str!("../../engine/src/api/legacy_error.rs")),
    ("ArgumentError", include_str!("../../engine/src/expression/legacy.rs")),
    ("SchemaError", include_str!("../../engine/src/api/schema_error.rs")),
    ("StreamError", include_str!("../../engine/src/api/stream_error.rs")),
    ("ResourceError", include_str!("../../engine/src/api/resource_error.rs")),
    ("CancellationReason", include_str!("../../engine/src/api/error.rs")),
    ("InUse", include_str!("../../engine/src/api/error.rs")),
    ("CancellationReason", include_str!("../../engine/src/api/error.rs")),
    ("BatchError", include_str!("../../engine/src/api/batch_error.rs")),
    ("TransactionError", include_str!("../../engine/src/api/batch_error.rs")),
    ("UpdateTableError", include_str!("../../engine/src/api/update_error.rs")),
    ("Constraint", include_str!("../../engine/src/api/violation.rs")),
    ("ExpressionErrorKind", include_str!("../../engine/src/expression/error.rs")),
    ("OperandError", include_str!("../../engine/src/expression/error.rs")),
    ("UpdateErrorKind", include_str!("../../engine/src/expression/error.rs")),
    ("KeyConditionError", include_str!("../../engine/src/expression/error.rs")),
    ("Refusal", include_str!("../../engine/src/table/accept.rs")),
    ("WriteError", include_str!("../../engine/src/table/plan.rs")),
    ("ValueError", include_str!("../../engine/src/model/value_error.rs")),
    ("NumberError", include_str!("../../engine/src/model/number.rs")),
];

/// The functions of the expression language.
const FUNCTIONS: [&str; 8] = [
    "attribute_exists",
    "attribute_not_exists",
    "attribute_type",
    "begins_with",
    "contains",
    "if_not_exists",
    "list_append",
    "size",
];

impl Vocabulary {
    /// Adds what a case has met.
    pub fn observe(&mut self, report: &Report) {
        self.operations.extend(report.operations.iter().cloned());
        self.error_codes.extend(report.error_codes.iter().cloned());
        self.variants.extend(report.debug_texts.iter().flat_map(|text| identifiers(text)));
        self.expressions.extend(report.expressions.iter().cloned());
    }

    /// What no case has met, in words.
    pub fn unreached(&self) -> Vec<String> {
        let operations = api::OPERATIONS.iter().map(|operation| operation.name());
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
        for (name, source) in ENUMS {
            let missing = variants(name, source)
                .into_iter()
                .filter(|variant| !self.variants.contains(*variant));
            unreached.extend(missing.map(|variant| format!("{name}::{variant}")));
        }
        unreached
    }

    fn calls(&self, function: &str) -> bool {
        let call = format!("{function}(");
        self.expressions.iter().any(|text| text.replace(" (", "(").contains(&call))
    }
}

/// The words in a text of `Debug` that could name a variant: not those in strings, which come from requests.
fn identifiers(text: &str) -> Vec<String> {
    let text = text.replace("\\\\", "").replace("\\\"", "");
    let outside = text.split('"').step_by(2);
    outside.flat_map(words).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| word.starts_with(char::is_uppercase))
        .map(str::to_owned)
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
    fn words_in_strings_name_no_variant() {
        let text = r#"Put { name: "Absent \" Moved", other: Value("\\") }"#;
        assert_eq!(identifiers(text), ["Put", "Value"]);
    }

    #[test]
    fn variants_are_read_from_the_source_of_an_enum() {
        let source = "pub enum Reason {\n    /// Doc.\n    Put {\n        /// Size.\n        size: Bytes,\n    },\n    Absent,\n    Value(ValueError),\n}\npub enum Other {\n    Thing,\n}\n";
        assert_eq!(variants("Reason", source), ["Put", "Absent", "Value"]);
    }
}
