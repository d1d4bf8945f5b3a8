//! Counts what no spec reaches: an operation, an error, a kind of event or a function without an example.

use std::collections::BTreeSet;

use engine::api;
use engine::api::error::ErrorCode;

use crate::run::Report;
use crate::transcript;

/// What the specs have met so far.
#[derive(Debug, Default)]
pub struct Vocabulary {
    operations: BTreeSet<String>,
    error_codes: BTreeSet<String>,
    event_kinds: BTreeSet<&'static str>,
    expressions: Vec<String>,
}

impl Vocabulary {
    /// Adds what a case has met.
    pub fn observe(&mut self, report: &Report) {
        self.operations.extend(report.operations.iter().cloned());
        self.error_codes.extend(report.error_codes.iter().cloned());
        self.event_kinds.extend(report.event_kinds.iter().copied());
        self.expressions.extend(report.expressions.iter().cloned());
    }

    /// What no case has met, in words.
    pub fn unreached(&self) -> Vec<String> {
        let mut unreached = Vec::new();
        let mut require = |kind: &str, names: &[&str], is_met: &dyn Fn(&str) -> bool| {
            unreached.extend(
                names.iter().filter(|name| !is_met(name)).map(|name| format!("{kind} {name}")),
            );
        };
        let operations: Vec<&str> =
            api::OPERATIONS.iter().map(|operation| operation.name()).collect();
        let codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.name()).collect();
        require("operation", &operations, &|name| self.operations.contains(name));
        require("error code", &codes, &|name| self.error_codes.contains(name));
        require("event", &transcript::EVENT_KINDS, &|name| self.event_kinds.contains(name));
        require("function", &FUNCTIONS, &|name| {
            let call = format!("{name}(");
            self.expressions.iter().any(|text| text.replace(" (", "(").contains(&call))
        });
        unreached
    }
}

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
