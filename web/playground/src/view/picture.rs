//! A sandbox as a picture.

use std::rc::Rc;

use crate::view::index::IndexView;
use crate::view::message::Message;
use crate::view::receipt::ReceiptView;
use crate::view::table::{TableHead, TableView};
use crate::view::value::Text;

/// Rows of the table that a picture has room for: items, and the keys of their collections.
pub const ROW_COUNT_MAX: usize = 14;

/// What a picture shows.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureView {
    /// The title of the sandbox.
    pub title: Text,
    /// A table and its first items; `None` if there is none.
    pub table: Option<(TableHead, TableView)>,
    /// Its indexes and their first entries.
    pub indexes: Vec<Rc<IndexView>>,
    /// The last operation in one sentence, and its receipt.
    pub operation: Option<(Message, Option<Rc<ReceiptView>>)>,
    /// The last run, and why it ended.
    pub run: Option<Message>,
    /// The address of the page with the sandbox.
    pub link: Text,
}
