//! Programs of JavaScript and Python as trees that are the same for both languages.

use std::rc::Rc;

use crate::code::literal::Literal;

/// An expression and its place in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// What an expression is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A value without parts.
    Constant(Literal),
    /// A number of Python with a point or an exponent, which boto3 does not take.
    Float(String),
    Name(String),
    List(Vec<Part>),
    Set(Vec<Part>),
    Map(Vec<Entry>),
    /// A template or f-string.
    Join(Vec<Node>),
    /// An operator and its operands.
    Operation(String, Vec<Node>),
    /// `a.b`
    Member(Box<Node>, String),
    /// `a[b]`
    Element(Box<Node>, Box<Node>),
    Call(Box<Node>, Vec<Argument>),
    New(Box<Node>, Vec<Argument>),
    Function(Rc<Function>),
    /// A target, an operator such as `=` or `+=`, and a value.
    Assign(Box<Node>, String, Box<Node>),
    Delete(Box<Node>),
    Await(Box<Node>),
    /// `a ? b : c` or `a && b`: of these expressions all but the first may not be computed.
    Choice(Vec<Node>),
    /// `[a for b in c]`
    Comprehension(Box<Comprehension>),
    /// An expression whose value is not known and that changes nothing, such as a regular expression.
    Opaque,
}

/// An element of a list, or several that are spread.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub value: Node,
    pub is_spread: bool,
}

/// A member of an object, or several that are spread.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Member(Node, Node),
    Spread(Node),
}

/// An argument of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Argument {
    pub name: Option<String>,
    pub value: Node,
    /// `...a`, `*a` or `**a`.
    pub is_spread: bool,
}

/// A list, set or dictionary of Python that is made by a loop.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comprehension {
    /// One element without spread, or one member, as a list, set or object.
    pub element: Node,
    pub target: Node,
    pub iterable: Node,
    /// Whether there are more loops or conditions.
    pub is_partial: bool,
}

/// A function or method.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub name: Option<String>,
    pub parameters: Vec<Parameter>,
    pub body: Vec<Statement>,
    pub is_async: bool,
    pub start: usize,
    pub end: usize,
}

/// A parameter, and its value if no argument is given.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub target: Node,
    pub default: Option<Node>,
    pub is_rest: bool,
}

/// A statement and its place in the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub kind: StatementKind,
    pub start: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum StatementKind {
    Expression(Node),
    /// A variable of the block, and its value.
    Declare(Node, Option<Node>),
    /// A variable of the function, and its value.
    Var(Node, Option<Node>),
    Function(Rc<Function>),
    Class(Class),
    Block(Vec<Statement>),
    /// Statements of which at most one list runs.
    Branch(Vec<Node>, Vec<Vec<Statement>>),
    /// Lists of statements of which each can go on in the next.
    Switch(Vec<Node>, Vec<Vec<Statement>>),
    /// A loop over the elements of a value.
    Each(Node, Node, Vec<Statement>),
    /// Any other loop: what it computes each time, and its body.
    Loop(Vec<Node>, Vec<Statement>),
    /// Statements, those that run after a fault, and those that run in any case.
    Try(Vec<Statement>, Vec<Vec<Statement>>, Vec<Statement>),
    With(Vec<(Node, Option<Node>)>, Vec<Statement>),
    Return(Option<Node>),
    Throw(Option<Node>),
    /// `break` or `continue`.
    Jump,
    /// `global` or `nonlocal` of Python.
    Outer(Vec<String>),
    /// What is imported, or a type.
    Names(Vec<String>),
}

/// A class: its fields, and its methods.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub name: Option<String>,
    pub fields: Vec<(Node, Option<Node>)>,
    pub methods: Vec<Rc<Function>>,
}
