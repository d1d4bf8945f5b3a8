//! A statement that is being written, with what its request has beside the text.

use std::fmt;

use engine::api;
use engine::database::Database;
use engine::partiql::plan::Plan;

use crate::code::literal::Literal;
use crate::code::write::json::dynamodb_json;
use crate::code::write::partiql::reason::Reason;
use crate::code::write::partiql::value::literal;

/// Bytes of a literal. A longer value becomes a parameter, so that the statement can be read and is short enough.
const LITERAL_SIZE_MAX: usize = 1_000;

/// A statement, its parameters and the other members of its request.
#[derive(Debug, Default)]
pub(super) struct Statement {
    pub(super) text: String,
    parameters: Vec<Literal>,
    members: Vec<(String, Literal)>,
}

impl Statement {
    /// A statement that begins so.
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a value: as a literal, or as a parameter if it has none or is long.
    pub(super) fn push_value(&mut self, value: &Literal) {
        let text = literal(value).filter(|text| text.len() <= LITERAL_SIZE_MAX);
        // Two signs would begin a comment.
        if self.text.ends_with('-') && text.as_ref().is_some_and(|text| text.starts_with('-')) {
            self.push(" ");
        }
        self.push(text.as_deref().unwrap_or("?"));
        if text.is_none() {
            self.parameters.push(value.clone());
        }
    }

    /// Adds a member of the request.
    pub(super) fn set(&mut self, member: &str, value: Literal) {
        self.members.push((member.to_owned(), value));
    }

    /// What the statement does.
    pub(super) fn plan(&self, database: &Database) -> Result<Plan, Reason> {
        let mut request = vec![("Statement".to_owned(), Literal::text(self.text.as_str()))];
        request.extend(self.beside());
        let plan = api::partiql_plan(database, &dynamodb_json(&Literal::Map(request)));
        plan.map_err(|error| Reason::Rejected {
            statement: self.text.clone(),
            error: error.to_string(),
        })
    }

    /// The members of the request beside the text.
    fn beside(&self) -> Vec<(String, Literal)> {
        let parameters = Literal::List(self.parameters.clone());
        let parameters =
            (!self.parameters.is_empty()).then(|| ("Parameters".to_owned(), parameters));
        parameters.into_iter().chain(self.members.iter().cloned()).collect()
    }
}

/// The statement below its other members.
impl fmt::Display for Statement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.beside() {
            out.write_str(&comment(&name, &value))?;
        }
        out.write_str(&self.text)
    }
}

/// A member of a request as a comment.
pub(super) fn comment(name: &str, value: &Literal) -> String {
    let member = format!("{name}: {}", dynamodb_json(value).trim_end());
    format!("-- {}\n", member.replace('\n', "\n-- "))
}
