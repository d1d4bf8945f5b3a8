//! JSON text, read without copying it.
//!
//! A request is read once and taken apart at once, so its tree is one vector of nodes that point into the text:
//! no map, and no string but those with escapes, is built on the way from the text to an item.
//! Members keep the order in which they were written. Of members with one name the last counts. Model: DynamoDB does not
//! document what it does with them, and no SDK sends them.

use std::fmt;

use crate::json::fault::SyntaxFault;
use crate::json::node::{Kind, Node};
use crate::json::reader;

/// A JSON text that was read to its end.
#[derive(Debug, Clone)]
pub struct JsonText<'t> {
    text: &'t str,
    /// The strings that had escapes, one behind the other.
    unescaped: String,
    /// Values in the order of the text; the members of an object are a name and a value each.
    nodes: Vec<Node>,
}

/// A value in a JSON text.
#[derive(Debug, Clone, Copy)]
pub enum Json<'j> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it is written.
    Number(&'j str),
    /// A string, its escapes resolved.
    String(&'j str),
    /// An array.
    Array(JsonArray<'j>),
    /// An object.
    Object(JsonObject<'j>),
}

/// An array in a JSON text.
#[derive(Debug, Clone, Copy)]
pub struct JsonArray<'j>(Children<'j>);

/// An object in a JSON text.
#[derive(Debug, Clone, Copy)]
pub struct JsonObject<'j>(Children<'j>);

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub fault: SyntaxFault,
    /// Bytes before the place.
    pub offset: usize,
    /// Line of the place, from 1.
    pub line: usize,
    /// Character of the line, from 1.
    pub column: usize,
}

/// A run of nodes.
#[derive(Debug, Clone, Copy)]
struct Children<'j> {
    source: &'j JsonText<'j>,
    first: usize,
    count: usize,
}

impl<'t> JsonText<'t> {
    /// Reads a text. Fails at the first character that cannot be part of JSON.
    ///
    /// ```
    /// use engine::json::text::{Json, JsonText};
    ///
    /// let text = JsonText::parse(r#"{ "Limit": 5 }"#).unwrap();
    /// let Json::Object(request) = text.root() else { panic!() };
    /// assert!(matches!(request.get("Limit"), Some(Json::Number("5"))));
    ///
    /// let error = JsonText::parse("{\n  \"Limit\": }").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a value at line 2 column 12");
    /// ```
    pub fn parse(text: &'t str) -> Result<Self, SyntaxError> {
        match reader::read(text) {
            Ok((nodes, unescaped)) => Ok(Self { text, unescaped, nodes }),
            Err((fault, offset)) => Err(SyntaxError::new(fault, text, offset)),
        }
    }

    /// The value that the text is.
    pub fn root(&self) -> Json<'_> {
        self.value(0)
    }

    fn value(&self, position: usize) -> Json<'_> {
        let node = self.node(position);
        let children = Children { source: self, first: position + 1, count: node.start as usize };
        match node.kind {
            Kind::Null => Json::Null,
            Kind::True => Json::Bool(true),
            Kind::False => Json::Bool(false),
            Kind::Number => Json::Number(self.text_of(node)),
            Kind::String | Kind::Escaped => Json::String(self.text_of(node)),
            Kind::Array => Json::Array(JsonArray(children)),
            Kind::Object => Json::Object(JsonObject(children)),
        }
    }

    #[expect(clippy::inline_always, reason = "a request asks for some hundred nodes")]
    #[inline(always)]
    fn node(&self, position: usize) -> Node {
        self.nodes.as_slice()[position]
    }

    /// The content of a string or number.
    fn text_of(&self, node: Node) -> &str {
        let source = if node.kind == Kind::Escaped { &self.unescaped } else { self.text };
        &source[node.start as usize..node.end as usize]
    }

    /// The name of a member, which is a string.
    fn name(&self, position: usize) -> &str {
        self.text_of(self.node(position))
    }

    /// The position behind a value and all that it contains.
    fn behind(&self, position: usize) -> usize {
        let node = self.node(position);
        match node.kind {
            Kind::Array | Kind::Object => node.end as usize,
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Escaped => {
                position + 1
            }
        }
    }
}

impl Json<'_> {
    /// Whether this is `null`.
    pub fn is_null(self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<'j> JsonArray<'j> {
    /// How many elements there are.
    pub fn len(self) -> usize {
        self.0.count
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The elements in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Json<'j>> {
        let Children { source, mut first, count } = self.0;
        (0..count).map(move |_| {
            let element = source.value(first);
            first = source.behind(first);
            element
        })
    }
}

impl<'j> JsonObject<'j> {
    /// How many members there are.
    pub fn len(self) -> usize {
        self.0.count
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The members in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (&'j str, Json<'j>)> {
        let Children { source, mut first, count } = self.0;
        (0..count).map(move |_| {
            let member = (source.name(first), source.value(first + 1));
            first = source.behind(first + 1);
            member
        })
    }

    /// The value of a member.
    pub fn get(self, name: &str) -> Option<Json<'j>> {
        let Children { source, mut first, count } = self.0;
        let mut found = None;
        for _ in 0..count {
            // Most names differ in length, which costs less to see than where they begin.
            if source.node(first).len() == name.len() && source.name(first) == name {
                found = Some(first + 1);
            }
            first = source.behind(first + 1);
        }
        found.map(|position| source.value(position))
    }
}

impl SyntaxError {
    fn new(fault: SyntaxFault, text: &str, offset: usize) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            fault,
            offset,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at line {} column {}", self.fault, self.line, self.column)
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::json::value as json_value;

    #[track_caller]
    fn check(text: &str) {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(json_value::parse(text).unwrap(), value);
    }

    #[track_caller]
    fn check_error(text: &str, words: &str) {
        assert_eq!(JsonText::parse(text).unwrap_err().to_string(), words);
        assert!(serde_json::from_str::<Value>(text).is_err());
    }

    #[test]
    fn each_kind_of_value_is_read() {
        for text in [
            "null",
            "true",
            " false\r\n\t",
            "0",
            "-0.5e+10",
            "1.5e+5",
            r#""""#,
            r#""漢字""#,
            r#""a\"\\\/\b\f\n\r\tz""#,
            r#""\u0041\u00e9\u6F22\ud83d\ude00!""#,
            "[]",
            "[1, [2, []], {}]",
            "{}",
            r#"{"a": {"b": [null], "c": "x"}, "d": 1, "\u0065": 2}"#,
        ] {
            check(text);
        }
    }

    #[test]
    fn members_keep_their_order_and_the_last_of_a_name_counts() {
        let text = JsonText::parse(r#"{"b": 1, "a": [2, 3], "b": 4}"#).unwrap();
        let Json::Object(object) = text.root() else { panic!("an object was written") };
        assert_eq!(object.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["b", "a", "b"]);
        assert!(matches!(object.get("b"), Some(Json::Number("4"))));
        assert!(object.get("c").is_none());
        assert_eq!(object.len(), 3);
    }

    #[test]
    fn a_fault_is_named_with_its_place() {
        check_error("", "expected a value at line 1 column 1");
        check_error("{", "expected a name in quotation marks at line 1 column 2");
        check_error(r#"{"a" 1}"#, "expected `:` at line 1 column 6");
        check_error("{\n  \"a\": 1\n  \"b\": 2\n}", "expected `,` or `}` at line 3 column 3");
        check_error(r#"{"a": 1,}"#, "expected a name in quotation marks at line 1 column 9");
        check_error("[1 2]", "expected `,` or `]` at line 1 column 4");
        check_error("[1,]", "expected a value at line 1 column 4");
        check_error("tru", "expected a value at line 1 column 1");
        check_error("[01]", "expected `,` or `]` at line 1 column 3");
        check_error("-", "expected a digit at line 1 column 2");
        check_error("1.", "expected a digit at line 1 column 3");
        check_error("1e+", "expected a digit at line 1 column 4");
        check_error("{} {}", "expected the end at line 1 column 4");
        check_error("\"漢\n\"", "control character in a string at line 1 column 3");
        check_error(r#""ab"#, "expected a quotation mark at line 1 column 4");
        check_error(r#""a\"#, "invalid escape at line 1 column 3");
        check_error(r#""\x""#, "invalid escape at line 1 column 2");
        check_error(r#""\u12G4""#, "invalid escape at line 1 column 2");
        check_error(r#""\ud83d""#, "half of a surrogate pair at line 1 column 2");
        check_error(r#""\ud83d\u0041""#, "half of a surrogate pair at line 1 column 2");
        check_error(r#""\ude00""#, "half of a surrogate pair at line 1 column 2");
        check_error("nul\u{e9}", "expected a value at line 1 column 1");
    }

    #[test]
    fn values_nest_256_levels_deep() {
        let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(JsonText::parse(&nested(256)).is_ok());
        let error = JsonText::parse(&nested(257)).unwrap_err();
        assert_eq!(error.to_string(), "more than 256 levels at line 1 column 257");
        assert_eq!(JsonText::parse(&"[".repeat(100_000)).unwrap_err().fault, SyntaxFault::TooDeep);
    }
}
