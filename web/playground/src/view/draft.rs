//! An edit before it is an operation, and what it would do.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::edit::Edit;
use crate::view::expiry::TypedExpiry;
use crate::view::message::Message;
use crate::view::value::{Hue, Method, SqlUse, Text, Units};

/// An edit in progress in the open table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The current text of the edit.
    pub edit: Edit,
    /// Whether its text was typed. If not, the text is ignored and what is stored is meant: `DraftView::text` says it.
    pub typed: bool,
}

/// What an edit would do, and why it cannot.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftView {
    /// The text to start from: the stored value of the attribute, or the item as JSON.
    pub text: Text,
    /// For JSON that can be read: the same in the other notation.
    pub other_notation: Option<Text>,
    /// The cost and the consequences; `None` while there is a fault.
    pub preview: Option<Rc<PreviewView>>,
    /// Why it would be rejected.
    pub fault: Option<Rc<FaultView>>,
    /// What the time means that it types for an item to expire.
    pub expiry: Option<TypedExpiry>,
}

/// What an operation would do.
#[derive(Debug, Clone, PartialEq)]
pub struct PreviewView {
    /// What it is paid in.
    pub method: Method,
    /// The price in all.
    pub total: Units,
    /// Requests to SQL tables.
    pub sql: SqlUse,
    /// "Will leave OpenOrders", or "No index changes".
    pub effects: Vec<Message>,
    /// "4 Orders + 1 OpenOrders + 0 ByTotal".
    pub terms: Vec<TermView>,
}

/// One term of a sum.
#[derive(Debug, Clone, PartialEq)]
pub struct TermView {
    /// How much.
    pub units: Units,
    /// The table or index.
    pub store: Text,
    /// Of an index.
    pub hue: Option<Hue>,
}

/// Why something was, or would be, rejected.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultView {
    /// DynamoDB's code, "ValidationException"; `None` if the text could not be read at all.
    pub code: Option<Text>,
    /// DynamoDB's own words, to the letter.
    pub message: Option<Text>,
    /// Our words.
    pub explanation: Option<Message>,
    /// The attribute at fault, if one is: the page puts the fault there.
    pub attribute: Option<Text>,
    /// Where in the typed text, from 1: line and column.
    pub place: Option<(u32, u32)>,
}

impl FaultView {
    /// A text that could not be read, and so was never sent.
    pub fn unreadable(explanation: Message, place: Option<(u32, u32)>) -> Self {
        Self { code: None, message: None, explanation: Some(explanation), attribute: None, place }
    }

    /// A place in a text as the page counts it.
    pub fn place(line: usize, column: usize) -> Option<(u32, u32)> {
        Some((u32::try_from(line).ok()?, u32::try_from(column).ok()?))
    }
}
