//! What this browser stores: what the page knows of it, and what can be done with it.

use std::mem;
use std::rc::Rc;

use playground::view::value::Text;
use playground::view::work::{StorageFailure, WorkInfo};

/// What the page knows of stored work.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WorkState {
    /// All that is stored, the latest first, as it was read last.
    pub list: Rc<Vec<WorkInfo>>,
    /// The slot that is on the page.
    pub open_slot: Option<Text>,
    /// Whether the list is open.
    pub is_open: bool,
    /// The titles of deleted sandboxes that can be restored, the latest last.
    pub deleted: Vec<Text>,
    /// Why the last thing that was asked could not be done.
    pub failure: Option<StorageFailure>,
    /// The titles of the sandboxes that could not be stored before others were opened.
    pub unstored: Vec<Text>,
}

impl WorkState {
    /// Closes the list. The page still knows what is stored and what is not.
    pub fn close(&mut self) {
        let Self { list, unstored, .. } = mem::take(self);
        *self = Self { list, unstored, ..Self::default() };
    }

    /// The list was read.
    pub fn set_list(&mut self, list: Vec<WorkInfo>) {
        self.list = Rc::new(list);
    }
}

/// What can be done with stored work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkAction {
    /// Read the list.
    List,
    /// Open the list.
    Open,
    /// Close the list.
    Close,
    /// Open an empty sandbox, whose virtual time begins today.
    New,
    /// Open what is stored in a slot.
    Show(Text),
    /// Give a sandbox another title.
    Rename { slot: Text, title: String },
    /// Delete a slot.
    Delete(Text),
    /// Put back what was deleted last.
    UndoDelete,
    /// Store a copy.
    Duplicate(Text),
    /// Hand out a slot as a file; all if `None`.
    Export(Option<Text>),
    /// Hand out the sandboxes that are not stored and not on the page as one file.
    ExportUnstored,
    /// Hand out the sandbox on the page as a file.
    Download,
}
