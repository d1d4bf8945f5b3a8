//! What can be wrong with pasted code, and where.

use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};

/// Why pasted code cannot be read as a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeError {
    /// What is wrong.
    pub fault: CodeFault,
    /// Line of the place, from 1.
    pub line: usize,
    /// Character of the line, from 1.
    pub column: usize,
}

/// What is wrong with pasted code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeFault {
    /// The text is longer than a request can be.
    TooLong,
    /// The text has no call of DynamoDB that is known.
    NoCall,
    /// The AWS CLI has no such command of DynamoDB.
    UnknownCommand(String),
    /// The command has no such option.
    UnknownOption(String),
    /// Something else is expected here.
    Expected(Expected),
    /// A call has no object with the members of its request.
    NoRequest(String),
    /// A string has no end.
    OpenText,
    /// The value of an option is neither JSON nor the shorthand of the AWS CLI.
    NoValue(String),
    /// The value of an option is in a file.
    File(String),
    /// A set has members of several types, or of a type that no set can have.
    MixedSet,
    /// A condition of boto3 cannot be read.
    Condition,
    /// Values are nested too deeply, or there are too many.
    TooDeep,
    /// The text has more calls than are read.
    TooMany,
    /// The text is in another language.
    Language(String),
    /// A statement or expression that is not understood, and that can change the request.
    NotUnderstood,
    /// The request depends on which branch runs.
    Branch,
    /// The request depends on how often a loop runs.
    Loop,
    /// A value of the request is passed to a function that can change it.
    HandedOver,
    /// A value of the request is changed while other code runs.
    Changed,
    /// A paginator sends the request for each page.
    Pages,
    /// An option of a client or of a conversion changes what is sent.
    ClientOption(String),
    /// boto3 does not take this number.
    Float(String),
    /// JavaScript sends another number than this.
    Inexact(String),
}

/// What is expected at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Value,
    /// The name of a member.
    Name,
    /// An argument with its name.
    Argument,
    Symbol(char),
    /// A comma or a closing bracket.
    CommaOr(char),
    /// The closing bracket of what is open.
    ClosingBracket,
}

impl CodeError {
    /// An error at a byte of a text.
    pub(super) fn at(text: &str, offset: usize, fault: CodeFault) -> Self {
        let (line, column) = place(text, offset);
        Self { fault, line, column }
    }
}

/// The line and column, both from 1, of a byte of a text.
pub(super) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

impl From<&CodeError> for FaultView {
    fn from(error: &CodeError) -> Self {
        let CodeError { fault, line, column } = error;
        let named = |key, name: &str| Message::plain(key).with("name", Argument::Code(name.into()));
        let message = match fault {
            CodeFault::TooLong => Message::plain("fault.code_long"),
            CodeFault::NoCall => Message::plain("fault.code_none"),
            CodeFault::UnknownCommand(name) => named("fault.code_command", name),
            CodeFault::UnknownOption(name) => named("fault.code_option", name),
            CodeFault::Expected(expected) => match expected {
                Expected::Value => Message::plain("fault.code_expects_value"),
                Expected::Name => Message::plain("fault.code_expects_name"),
                Expected::Argument => Message::plain("fault.code_expects_argument"),
                Expected::Symbol(symbol) => named("fault.code_expects_symbol", &symbol.to_string()),
                Expected::CommaOr(symbol) => named("fault.code_expects_comma", &symbol.to_string()),
                Expected::ClosingBracket => Message::plain("fault.code_expects_bracket"),
            },
            CodeFault::NoRequest(name) => named("fault.code_request", name),
            CodeFault::OpenText => Message::plain("fault.code_open_text"),
            CodeFault::NoValue(name) => named("fault.code_value", name),
            CodeFault::File(name) => named("fault.code_file", name),
            CodeFault::MixedSet => Message::plain("fault.code_set"),
            CodeFault::Condition => Message::plain("fault.code_condition"),
            CodeFault::TooDeep => Message::plain("fault.code_deep"),
            CodeFault::TooMany => Message::plain("fault.code_many"),
            CodeFault::Language(name) => named("fault.code_language", name),
            CodeFault::NotUnderstood => Message::plain("fault.code_not_understood"),
            CodeFault::Branch => Message::plain("fault.code_branch"),
            CodeFault::Loop => Message::plain("fault.code_loop"),
            CodeFault::HandedOver => Message::plain("fault.code_handed_over"),
            CodeFault::Changed => Message::plain("fault.code_changed"),
            CodeFault::Pages => Message::plain("fault.code_pages"),
            CodeFault::ClientOption(name) => named("fault.code_client_option", name),
            CodeFault::Float(name) => named("fault.code_float", name),
            CodeFault::Inexact(name) => named("fault.code_inexact", name),
        };
        let message = message
            .with("line", Argument::Count(*line as u64))
            .with("column", Argument::Count(*column as u64));
        Self::unreadable(message, Self::place(*line, *column))
    }
}
