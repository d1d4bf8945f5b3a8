//! The members of a request as fields: one for each member that its operation has.

use crate::view::edit::ValueKind;
use crate::view::value::Text;

/// Where a field is in a request, from the outside to the inside.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldPath(pub Vec<Step>);

/// One step into a request.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A member of a structure, which may be absent.
    Member(&'static str),
    /// An element of a list or a set, or an entry of a map, by its position.
    Entry(usize),
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestFields {
    /// Those that are always shown.
    pub common: Vec<FieldView>,
    /// Those that are shown when a user asks for more.
    pub rare: Vec<FieldView>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FieldView {
    /// Where it is.
    pub path: FieldPath,
    /// What it is called: the name of a member, or the position of an element.
    pub name: Text,
    /// What a screen reader calls it: the name after that of what it is in.
    pub label: Text,
    /// The name of an entry of a map, which can be changed.
    pub key: Option<KeyField>,
    pub content: FieldContent,
    /// Whether the request needs it.
    pub required: bool,
    /// Whether the request would be rejected because of it.
    pub is_at_fault: bool,
}

/// The name of an entry of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyField {
    /// It is typed: an attribute, or a placeholder.
    Typed(Text),
    /// It is one of some tables, by its position.
    Table(Choice),
}

/// One of several texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// What can be chosen.
    pub options: Vec<Text>,
    /// What is chosen, by its position; `None` if nothing is.
    pub chosen: Option<usize>,
    /// Whether nothing can be chosen.
    pub optional: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum FieldContent {
    Text(Text),
    /// A whole number, as typed.
    Integer(Text),
    /// An expression, whose names and values can be completed.
    Expression(Text),
    /// A PartiQL statement, which may have several lines.
    Statement(Text),
    /// One of several texts.
    Choice(Choice),
    /// True or false.
    Flag(bool),
    /// An attribute value.
    Value {
        /// Its type.
        kind: ValueKind,
        /// The text of a scalar; `None` for other types.
        text: Option<Text>,
        /// The elements of a set or list, and the entries of a map.
        elements: Vec<FieldView>,
    },
    /// Elements or entries, to which others can be added.
    Entries(Vec<FieldView>),
    Structure(RequestFields),
    /// A structure that has exactly one of several members.
    Variant {
        choice: Choice,
        /// Its members.
        fields: RequestFields,
    },
    /// Something that only the text can show, such as a legacy parameter.
    Unreadable(Text),
}

/// What a user does to a field.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldChange {
    /// Types a text; no text is no member.
    Text(Text),
    /// Types the name of an entry.
    Key(Text),
    /// Chooses by position; nothing if `None`.
    Choose(Option<usize>),
    /// Chooses the name of an entry by position.
    ChooseKey(usize),
    /// Sets a flag.
    Flag(bool),
    /// Chooses the type of a value.
    Kind(ValueKind),
    /// Adds an element, an entry, or a member that was absent.
    Add,
    Remove,
    /// Takes a suggestion for an expression.
    Complete(Suggestion),
}

/// What a user does in the fields of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldInput {
    /// Change a field.
    Change {
        /// Where it is.
        path: FieldPath,
        /// What becomes of it.
        change: FieldChange,
        /// Where the user types then, if it is an expression.
        caret: Option<Caret>,
    },
    /// Move to another place in an expression, or leave it.
    MoveCaret(Option<Caret>),
}

/// Something that an expression can continue with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub kind: SuggestionKind,
    /// What is listed: an attribute, a value, a function or a word.
    pub label: Text,
    /// What is inserted, such as a placeholder.
    pub insert: Text,
    /// Where in the expression, in bytes: what is replaced by it.
    pub start: usize,
    /// Where the replaced text ends.
    pub end: usize,
    /// A placeholder that is added to `ExpressionAttributeNames`, and its name.
    pub adds_name: Option<(Text, Text)>,
    /// A placeholder that is added to `ExpressionAttributeValues`, and its value.
    pub adds_value: Option<(Text, ValueKind, Text)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestionKind {
    Attribute,
    /// A value that items have.
    Value,
    /// A placeholder that the request has.
    Placeholder,
    /// A placeholder for a value that is typed next.
    NewValue,
    Function,
    /// A word of the language of expressions, or an operator.
    Word,
    Table,
    Index,
}

/// Where a user types in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caret {
    pub path: FieldPath,
    /// The position in the text, in bytes.
    pub position: usize,
}

impl FieldPath {
    /// The path one step further.
    #[must_use]
    pub fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// A name for the field that no other field of the request has: `TransactItems-0-Put-Key`.
    pub fn id(&self) -> String {
        let steps = self.0.iter().map(|step| match step {
            Step::Member(name) => (*name).to_owned(),
            Step::Entry(position) => position.to_string(),
        });
        steps.collect::<Vec<_>>().join("-")
    }
}

impl FieldInput {
    /// Changes a field that is not an expression.
    pub fn change(path: &FieldPath, change: FieldChange) -> Self {
        Self::Change { path: path.clone(), change, caret: None }
    }
}

impl FieldView {
    /// Whether it is an element or an entry, which can be removed.
    pub fn is_entry(&self) -> bool {
        matches!(self.path.0.last(), Some(Step::Entry(_)))
    }
}

impl SuggestionKind {
    /// What it is called: a key of the catalogue.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Attribute => "complete.attribute",
            Self::Value => "complete.value",
            Self::Placeholder => "complete.placeholder",
            Self::NewValue => "complete.new_value",
            Self::Function => "complete.function",
            Self::Word => "complete.word",
            Self::Table => "complete.table",
            Self::Index => "complete.index",
        }
    }
}
