//! PartiQL statements of a request: their text in pieces, and the operation that each becomes.

use crate::view::message::Message;
use crate::view::value::Text;

#[derive(Debug, Clone, PartialEq)]
pub struct StatementView {
    /// Its position in a batch or transaction, from 1.
    pub number: Option<u64>,
    /// Its text, in order and without gaps.
    pub pieces: Vec<StatementPiece>,
    /// What it does; `None` if it would be rejected.
    pub plan: Option<PlanView>,
}

/// A piece of the text of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementPiece {
    pub text: Text,
    pub kind: PieceKind,
    /// What is marked about it.
    pub mark: Option<Mark>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// A keyword or the name of a function.
    Keyword,
    /// A string, a number or a parameter.
    Literal,
    /// Anything else.
    Plain,
}

/// What is marked in a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It is a filter: what it leaves out is read and charged.
    Filter,
    /// It is wrong.
    Fault,
}

/// The operation that a statement becomes.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanView {
    /// "Query of OpenOrders", "Scan of Orders".
    pub operation: Message,
    /// Whether it reads a whole table or index.
    pub is_scan: bool,
    /// Why, and what follows from it.
    pub details: Vec<Message>,
}
