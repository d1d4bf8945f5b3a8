//! Moves what earlier versions stored in `localStorage` to IndexedDB.
//!
//! They stored a sandbox under `sparsebox:work:<slot>`, as `<milliseconds since 1970>\n<title>\n<document>`.

use web_sys::Storage;

use playground::link::summary::work_info_of;
use playground::view::work::{StoredWork, WorkInfo};

const PREFIX: &str = "sparsebox:work:";

/// What earlier versions stored.
pub(super) fn earlier_work() -> Vec<StoredWork> {
    let Some(storage) = super::local() else { return Vec::new() };
    let keys = keys(&storage).into_iter();
    let text = |key: &String| storage.get_item(key).ok().flatten();
    keys.filter_map(|key| Some(stored(&key[PREFIX.len()..], &text(&key)?))).collect()
}

/// Removes what is stored elsewhere by now, unless another tab has changed it meanwhile.
pub(super) fn remove_earlier_work(moved: &[StoredWork]) {
    let Some(storage) = super::local() else { return };
    for work in moved {
        let key = format!("{PREFIX}{}", work.info.slot);
        let text = storage.get_item(&key).ok().flatten();
        if text.is_some_and(|text| stored(&work.info.slot, &text) == *work) {
            // What stays is moved again, and is the same.
            drop(storage.remove_item(&key));
        }
    }
}

/// A text that is not of this form is stored as it is: it cannot be opened, but it can be taken out as a file.
fn stored(slot: &str, text: &str) -> StoredWork {
    let mut parts = text.splitn(3, '\n');
    let at_ms = parts.next().and_then(|at_ms| at_ms.parse().ok());
    let (title, document) = (parts.next(), parts.next());
    let (title, at_ms, document) = match (title, at_ms, document) {
        (Some(title), Some(at_ms), Some(document)) => (title, at_ms, document),
        _ => ("", 0, text),
    };
    let info = work_info_of(slot, title, at_ms, document);
    // The title beside the document is the newer one only if the document has none.
    let title = if info.title.is_empty() { title.to_owned() } else { info.title };
    let info = WorkInfo { title, ..info };
    StoredWork { info, checkpoint: document.to_owned(), lines: Vec::new() }
}

fn keys(storage: &Storage) -> Vec<String> {
    let count = storage.length().unwrap_or(0);
    let keys = (0..count).filter_map(|position| storage.key(position).ok()?);
    keys.filter(|key| key.starts_with(PREFIX)).collect()
}
