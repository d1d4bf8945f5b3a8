//! The tokens of JavaScript and Python.

/// A programming language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    JavaScript,
    Python,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'t> {
    /// A name or a word of the language.
    Word(&'t str),
    /// A number, as DynamoDB writes it.
    Number(String),
    /// A number that JavaScript or boto3 does not send as it is written.
    Float(String),
    /// A string, its escapes resolved.
    Text(String),
    Bytes(Vec<u8>),
    /// A string with expressions in it.
    Template(Vec<Piece<'t>>),
    /// A regular expression, a number or string that cannot be read.
    Opaque,
    /// A string without an end.
    OpenText,
    /// One or more other characters.
    Symbol(&'t str),
}

/// A piece of a template.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece<'t> {
    Text(String),
    /// An expression.
    Value(Vec<Placed<'t>>),
    /// An expression whose text has a format.
    Formatted(Vec<Placed<'t>>),
}

/// A token and its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed<'t> {
    pub token: Token<'t>,
    pub start: usize,
    pub end: usize,
    /// Whether it is the first of its line. In Python, lines within brackets do not count.
    pub begins_line: bool,
}
