//! The stream record of a write.

use crate::clock::Timestamp;
use crate::table::stream::{Author, RecordKind, Stream, StreamRecord, ViewType};
use crate::table::write::plan::WritePlan;

impl Stream {
    /// Adds the record of a write; a write that changes nothing makes none.
    pub(crate) fn record(&mut self, plan: &WritePlan, author: Author, at: Timestamp) {
        let image = |stored: &crate::table::storage::Stored| stored.image.clone();
        let (old, new) = (plan.old.as_ref().map(image), plan.new.as_ref().map(image));
        let (kind, item) = match (&old, &new) {
            (None, Some(new)) => (RecordKind::Insert, new),
            (Some(old), Some(new)) if old != new => (RecordKind::Modify, new),
            (Some(old), None) => (RecordKind::Remove, old),
            (None, None) | (Some(_), Some(_)) => return,
        };
        let key = self.key.key_of(item);
        let (old, new) = match self.view_type {
            ViewType::KeysOnly => (None, None),
            ViewType::NewImage => (None, new),
            ViewType::OldImage => (old, None),
            ViewType::NewAndOldImages => (old, new),
        };
        let number = self.next_number;
        self.push(StreamRecord { number, at, kind, author, id: None, key, old, new });
    }
}
