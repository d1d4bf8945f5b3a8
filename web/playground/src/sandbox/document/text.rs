//! The text of a document: what every format has in common before its members are read.

use engine::json::fault::SyntaxFault;
use engine::json::repeat::{PathStep, RepeatedMember, repeated_members};
use engine::json::text::{JsonText, SyntaxError};
use engine::json::value as json_value;
use serde_json::{Map, Value};

use crate::sandbox::limit::{TITLE_LENGTH_MAX, VALUE_COUNT_MAX};
use crate::view::first::{First, beginning};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Arrays and objects within each other that a document may have. An item has at most 64 of its own.
const DEPTH_MAX: usize = 100;

/// The version of a document of one design.
pub(crate) const VERSION_ONE: u64 = 1;

/// The version that is written.
pub const VERSION: u64 = 2;

/// Names of members that a message shows, and their characters. Model: enough to recognise a file.
const NAMES_SHOWN_MAX: usize = 5;
const NAME_SHOWN_MAX: usize = 40;

/// Why no part of a text can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentError {
    /// It is larger than a page should take.
    TooLarge {
        /// Its bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// It is nested too deeply.
    TooDeep,
    /// It has more values than a page has memory for.
    TooManyValues,
    NotJson {
        /// What is wrong.
        fault: SyntaxFault,
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault, from 1.
        column: usize,
    },
    /// It is JSON, but no object.
    NotAnObject,
    /// It is an object without a version. Holds the names of the first members.
    NoVersion(Vec<Text>),
    /// Its version is not a whole number from 1.
    InvalidVersion,
    /// It was written by a later version of this page.
    Newer { version: u64 },
}

/// A document that was taken apart: an object with a version that is known.
#[derive(Debug)]
pub(crate) struct DocumentText {
    /// All members, the last one counting where a name is there twice.
    pub members: Map<String, Value>,
    pub version: u64,
    /// Members that are there twice.
    pub repeated: Vec<RepeatedMember>,
}

impl DocumentText {
    /// Parses a text with a limited number of bytes.
    pub(crate) fn parse(text: &str, limit: usize) -> Result<Self, DocumentError> {
        check_shape(text, limit)?;
        let json =
            JsonText::parse(text).map_err(|SyntaxError { fault, line, column, .. }| {
                DocumentError::NotJson { fault, line, column }
            })?;
        let Value::Object(members) = json_value::of(&json) else {
            return Err(DocumentError::NotAnObject);
        };
        let Some(version) = members.get("v") else {
            let names = members.keys().map(|name| beginning(name, NAME_SHOWN_MAX));
            return Err(DocumentError::NoVersion(First::of(names, NAMES_SHOWN_MAX).listed()));
        };
        match version.as_u64().ok_or(DocumentError::InvalidVersion)? {
            0 => Err(DocumentError::InvalidVersion),
            version @ 1..=VERSION => {
                Ok(Self { members, version, repeated: repeated_members(&json) })
            }
            version => Err(DocumentError::Newer { version }),
        }
    }
}

/// Accepts the size, the depth and the number of values of a text that is to be read, or was written to be read later: they bound
/// the time and the memory that reading takes.
pub(crate) fn check_shape(text: &str, limit: usize) -> Result<(), DocumentError> {
    check_size(text.len(), limit)?;
    let Shape { depth, value_count } = shape(text);
    if depth > DEPTH_MAX {
        return Err(DocumentError::TooDeep);
    }
    match value_count > VALUE_COUNT_MAX {
        true => Err(DocumentError::TooManyValues),
        false => Ok(()),
    }
}

/// Accepts a number of bytes.
pub(crate) fn check_size(size: usize, limit: usize) -> Result<(), DocumentError> {
    match size > limit {
        true => Err(DocumentError::TooLarge { size, limit }),
        false => Ok(()),
    }
}

/// The repeated members in the part of an object at a path, each with its path from there.
pub(crate) fn repeated_within<'r>(
    repeated: &'r [RepeatedMember],
    path: &[PathStep],
) -> impl Iterator<Item = (&'r RepeatedMember, &'r [PathStep])> {
    let path = path.to_vec();
    repeated.iter().filter_map(move |it| Some((it, it.path.strip_prefix(path.as_slice())?)))
}

/// A title as it is shown: control characters and line breaks become spaces, and spaces at both ends are removed. Returns
/// whether it was cut.
pub fn normalized_title(title: &str) -> (String, bool) {
    let is_break = |it: char| it.is_control() || matches!(it, '\u{2028}' | '\u{2029}');
    let plain = |it: char| if is_break(it) { ' ' } else { it };
    let mut characters = title.chars();
    let taken: String = characters.by_ref().take(TITLE_LENGTH_MAX).map(plain).collect();
    (taken.trim().to_owned(), characters.next().is_some())
}

/// A title as it is shown, and what to report if it was cut.
pub(crate) fn reported_title(title: &str) -> (String, Option<Message>) {
    let (title, is_cut) = normalized_title(title);
    let limit = Argument::Count(TITLE_LENGTH_MAX as u64);
    (title, is_cut.then(|| Message::plain("problem.cut").with("limit", limit)))
}

impl DocumentError {
    /// The message for the user who opened the text.
    pub fn message(&self) -> Message {
        match self {
            Self::TooLarge { size, limit } => Message::plain("share.document.too_large")
                .with("size", Argument::Size(*size as u64))
                .with("limit", Argument::Size(*limit as u64)),
            Self::TooDeep => Message::plain("share.document.too_deep")
                .with("limit", Argument::Count(DEPTH_MAX as u64)),
            Self::TooManyValues => Message::plain("share.document.too_many")
                .with("limit", Argument::Count(VALUE_COUNT_MAX as u64)),
            Self::NotJson { fault, line, column } => Message::plain("share.document.not_json")
                .with("fault", fault.to_string())
                .with("line", Argument::Count(*line as u64))
                .with("column", Argument::Count(*column as u64)),
            Self::NotAnObject => Message::plain("share.document.not_an_object"),
            Self::NoVersion(names) if names.is_empty() => {
                Message::plain("share.document.empty_object")
            }
            Self::NoVersion(names) => Message::plain("share.document.no_version")
                .with("names", Argument::List(names.clone())),
            Self::InvalidVersion => Message::plain("share.document.invalid_version"),
            Self::Newer { version } => Message::plain("share.document.newer")
                .with("version", Argument::Count(*version))
                .with("known", Argument::Count(VERSION)),
        }
    }
}

/// What is seen of a text without parsing it: text within quotes does not count.
pub(crate) struct Shape {
    /// How many arrays and objects are open at most.
    depth: usize,
    /// Values, or a few more.
    pub value_count: usize,
}

pub(crate) fn shape(json: &str) -> Shape {
    let (mut open, mut depth, mut value_count) = (0_usize, 0, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                open += 1;
                value_count += 1;
            }
            b',' if !quoted => value_count += 1,
            b']' | b'}' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
        depth = depth.max(open);
    }
    Shape { depth, value_count }
}

#[cfg(test)]
mod tests {
    use engine::database::{Config, Database};

    use super::*;
    use crate::sandbox::limit::STORED_SIZE_MAX;

    #[track_caller]
    fn check_rejected(text: &str, expected: DocumentError) {
        assert_eq!(DocumentText::parse(text, STORED_SIZE_MAX).unwrap_err(), expected, "{text}");
    }

    fn syntax(fault: &'static str, line: usize, column: usize) -> DocumentError {
        DocumentError::NotJson { fault: SyntaxFault::Expected(fault), line, column }
    }

    #[test]
    fn what_is_no_document_is_rejected_with_a_reason() {
        check_rejected("", syntax("a value", 1, 1));
        check_rejected("{\n  \"v\": 1,\n}", syntax("a name in quotation marks", 3, 1));
        check_rejected("[]", DocumentError::NotAnObject);
        check_rejected("{}", DocumentError::NoVersion(Vec::new()));
        check_rejected(
            r#"{"Resources":{},"AWSTemplateFormatVersion":"2010-09-09"}"#,
            DocumentError::NoVersion(vec!["AWSTemplateFormatVersion".into(), "Resources".into()]),
        );
        check_rejected(r#"{"v":0}"#, DocumentError::InvalidVersion);
        check_rejected(r#"{"v":"1"}"#, DocumentError::InvalidVersion);
        check_rejected(r#"{"v":3}"#, DocumentError::Newer { version: 3 });
    }

    #[test]
    fn depth_and_size_have_limits() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        check_rejected(&nested(DEPTH_MAX), DocumentError::NotAnObject);
        check_rejected(&nested(DEPTH_MAX + 1), DocumentError::TooDeep);
        check_rejected(&nested(1_000_000), DocumentError::TooDeep);
        let quoted = format!(r#"{{"v":1,"title":"\"{}"}}"#, "[".repeat(200));
        assert!(DocumentText::parse(&quoted, quoted.len()).is_ok());
        let limit = quoted.len() - 1;
        assert_eq!(
            DocumentText::parse(&quoted, limit).unwrap_err(),
            DocumentError::TooLarge { size: quoted.len(), limit }
        );
    }

    #[test]
    fn values_have_a_limit() {
        let elements = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
        check_rejected(&elements(VALUE_COUNT_MAX), DocumentError::NotAnObject);
        check_rejected(&elements(VALUE_COUNT_MAX + 1), DocumentError::TooManyValues);
        let quoted = format!(r#"{{"v":1,"title":"{}"}}"#, ",".repeat(VALUE_COUNT_MAX + 1));
        assert!(DocumentText::parse(&quoted, STORED_SIZE_MAX).is_ok());
    }

    #[test]
    fn a_database_counts_as_many_values_as_the_text_of_its_items_has() {
        let key = r#"{"id":{"S":"a,[{"}}"#;
        let item = r#"{"id":{"S":"a,[{"},"l":{"L":[{"L":[]},{"M":{}},{"NULL":true}]},
            "m":{"M":{"x":{"SS":["1","2"]},"y":{"N":"1"}}},"s":{"NS":["1"]}}"#;
        let mut database = Database::new(Config::default());
        let mut execute = |operation: &str, members: &str| {
            let request = format!(r#"{{"TableName":"Tab",{members}}}"#);
            let outcome = engine::api::execute(&mut database, operation, &request);
            assert_eq!(outcome.reply.err(), None, "{operation}");
            database.value_count()
        };
        let definition = r#""BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]"#;
        assert_eq!(execute("CreateTable", definition), 0);
        let count = shape(&format!("[{item}]")).value_count as u64;
        for _ in 0..2 {
            assert_eq!(execute("PutItem", &format!(r#""Item":{item}"#)), count);
        }
        assert_eq!(execute("DeleteItem", &format!(r#""Key":{key}"#)), 0);
    }

    #[test]
    fn a_title_is_one_line_of_some_length() {
        for (title, expected) in [
            ("Open orders", "Open orders"),
            (" two\nlines\r\n", "two lines"),
            ("a\u{0}b\u{7f}c\u{2028}d\u{85}e", "a b c d e"),
            ("漢字 😀", "漢字 😀"),
            ("\t", ""),
        ] {
            assert_eq!(normalized_title(title), (expected.to_owned(), false));
        }
        let long = "é".repeat(TITLE_LENGTH_MAX);
        assert_eq!(normalized_title(&long), (long.clone(), false));
        assert_eq!(normalized_title(&format!("{long}x")), (long, true));
    }
}
