//! A sandbox as a picture.

use std::rc::Rc;

use crate::view::index::IndexView;
use crate::view::map::MapView;
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
    /// The map, if there is more than one table with its indexes.
    pub map: Option<MapView>,
    /// A table and its first items; `None` if there is none.
    pub table: Option<(TableHead, TableView)>,
    /// Its indexes and their first entries.
    pub indexes: Vec<Rc<IndexView>>,
    /// The last operation.
    pub operation: Option<PictureOperation>,
    /// The last run, and why it ended.
    pub run: Option<Message>,
    /// The address of the page with the sandbox.
    pub link: Text,
}

/// An operation in a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureOperation {
    /// The operation in one sentence.
    pub sentence: Message,
    pub receipt: Option<Rc<ReceiptView>>,
    /// What followed from it.
    pub followers: Vec<Message>,
}

impl PictureView {
    /// The same without what was done, and with the map only if it is to have one.
    #[must_use]
    pub fn of_design(self, has_map: bool) -> Self {
        Self { map: self.map.filter(|_| has_map), operation: None, run: None, ..self }
    }
}
