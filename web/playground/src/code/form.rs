//! The forms in which a request can be written.

use engine::database::Database;
use engine::json::text::{Json, JsonText};
use engine::operation::Operation;

use crate::code::literal::Literal;
use crate::code::write::{cli, javascript, json, partiql, python, rust};
use crate::view::message::Message;

/// A form in which a request can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CodeForm {
    /// The body of the request as it is sent.
    #[default]
    DynamoDbJson,
    /// The body with plain values, as document clients take them. Sets and binaries look like lists and strings.
    PlainJson,
    /// A command of the AWS CLI for a POSIX shell. Binaries need version 2 of the AWS CLI.
    Cli,
    /// A program with the AWS SDK for JavaScript v3.
    JavaScript,
    /// A program with the AWS SDK for Python, boto3.
    Python,
    /// A function with the AWS SDK for Rust.
    Rust,
    /// PartiQL statements with the same effect and the same units.
    PartiQl,
}

impl CodeForm {
    /// All forms, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::DynamoDbJson,
        Self::PlainJson,
        Self::Cli,
        Self::JavaScript,
        Self::Python,
        Self::Rust,
        Self::PartiQl,
    ];

    /// Writes a request: the name of its operation, and its body as JSON text. PartiQL needs to know the tables.
    ///
    /// Fails with the reason if this form has no text for it: the operation is unknown, the body is not a JSON object, or
    /// it has something that the form cannot say, such as a member that the SDK for Rust does not have.
    ///
    /// ```
    /// use engine::database::{Config, Database};
    /// use playground::code::form::CodeForm;
    ///
    /// let body = r#"{ "TableName": "Orders", "Key": { "OrderId": { "N": "7" } } }"#;
    /// let text = CodeForm::Cli.write("GetItem", body, &Database::new(Config::default())).unwrap();
    /// assert_eq!(text, "aws dynamodb get-item \\\n  --table-name Orders \\\n  --key '{\"OrderId\": {\"N\": \"7\"}}'\n");
    /// ```
    pub fn write(
        self,
        operation: &str,
        body: &str,
        database: &Database,
    ) -> Result<String, Message> {
        let none = || Message::plain("request.form_none");
        let operation = Operation::from_name(operation).ok_or_else(none)?;
        let text = JsonText::parse(body).map_err(|_| none())?;
        let members = match text.root() {
            Json::Object(members) => Literal::from(Json::Object(members)),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                return Err(none());
            }
        };
        let text = match self {
            Self::DynamoDbJson => Some(json::dynamodb_json(&members)),
            Self::PlainJson => json::plain_json(members),
            Self::Cli => cli::command(operation, &members),
            Self::JavaScript => javascript::program(operation, members),
            Self::Python => python::program(operation, members),
            Self::Rust => rust::function(operation, members),
            Self::PartiQl => return partiql::text(operation, &members, database),
        };
        text.ok_or_else(none)
    }
}
