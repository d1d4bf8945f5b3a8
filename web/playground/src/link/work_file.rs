//! A file of stored work: one sandbox or several, as they are stored.
//!
//! ```json
//! {"sparsebox_work":1,"work":[{"title":"My orders","at_ms":0,"checkpoint":"{\"tables\":[…],\"v\":1}","lines":["…"]}]}
//! ```
//!
//! Documents and lines are texts within the text: what this version cannot read travels unchanged.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::link::summary::work_info_of;
use crate::sandbox::document::text::normalized_title;
use crate::sandbox::input::Input;
use crate::sandbox::input_text::line_of;
use crate::sandbox::limit::{self, TITLE_LENGTH_MAX};
use crate::view::message::Message;
use crate::view::work::{StoredWork, WorkInfo};

/// What the name of a file with several sandboxes begins with.
const MANY_NAME: &str = "sparsebox-work";

/// The version of the file.
const VERSION: u64 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct WorkFile {
    sparsebox_work: u64,
    work: Vec<FileEntry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FileEntry {
    #[serde(default)]
    title: String,
    #[serde(default)]
    at_ms: u64,
    checkpoint: String,
    #[serde(default)]
    lines: Vec<String>,
}

/// The text of a file with these sandboxes.
pub fn write<'a>(work: impl IntoIterator<Item = &'a StoredWork>) -> String {
    let entries = work.into_iter().map(|stored| FileEntry {
        title: stored.info.title.clone(),
        at_ms: stored.info.at_ms,
        checkpoint: stored.checkpoint.clone(),
        lines: stored.lines.clone(),
    });
    let file = WorkFile { sparsebox_work: VERSION, work: entries.collect() };
    serde_json::to_string(&file).expect("names are strings, and numbers are whole")
}

/// The sandboxes of a file, in slots yet to be given. `None` if it is no file of stored work of this version.
pub fn read(text: &str) -> Option<Vec<StoredWork>> {
    let file: WorkFile = serde_json::from_str(text).ok()?;
    let stored = |entry: FileEntry| {
        let info = work_info_of("", &entry.title, entry.at_ms, &entry.checkpoint);
        let title = if entry.title.is_empty() { info.title } else { entry.title };
        let info = WorkInfo { title, ..info };
        StoredWork { info, checkpoint: entry.checkpoint, lines: entry.lines }
    };
    (file.sparsebox_work == VERSION).then(|| file.work.into_iter().map(stored).collect())
}

/// Whether a file is a sandbox or stored work by its name, whatever a browser or a copy has added to the name.
pub fn is_file_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let stem = name.strip_suffix(".json");
    stem.is_some_and(|stem| stem.contains(".sparsebox") || stem.starts_with(MANY_NAME))
}

/// Whether a text is a sandbox or stored work, whatever its file is called.
pub fn is_sandbox(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Members {
        v: Option<u64>,
        tables: Option<IgnoredAny>,
        designs: Option<IgnoredAny>,
        sparsebox_work: Option<u64>,
    }
    let members = serde_json::from_str(text);
    members.is_ok_and(|Members { v, tables, designs, sparsebox_work }| {
        let has_tables = tables.is_some() || designs.is_some();
        v.is_some() && has_tables || sparsebox_work.is_some()
    })
}

/// The line of a journal that gives the sandbox another title. Fails if the title is too long.
pub fn rename_line(title: &str) -> Result<String, Message> {
    limit::length("bar.rename", title, TITLE_LENGTH_MAX)?;
    let input = Input::Rename(normalized_title(title).0.into());
    Ok(line_of(&input).expect("there is a line for it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(title: &str, checkpoint: &str) -> StoredWork {
        let info = WorkInfo { title: title.to_owned(), ..work_info_of("", "", 7, checkpoint) };
        StoredWork { info, checkpoint: checkpoint.to_owned(), lines: vec!["{\"a\":1}".to_owned()] }
    }

    #[test]
    fn what_is_written_is_read() {
        let all = [stored("Ä \"1\"", r#"{"v":1}"#), stored("cut", r#"{"v":1,"#)];
        assert_eq!(read(&write(&all)), Some(all.to_vec()));
    }

    #[test]
    fn a_sandbox_is_known_by_its_file_name_or_by_its_text() {
        for name in [
            "Tasks.sparsebox.json",
            "Tasks.sparsebox (1).json",
            "Tasks.sparsebox-1.json",
            "sparsebox-work.json",
            "sparsebox-work copy.json",
        ] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["Orders.json", "sparsebox.csv", "orders.sparsebox.json.txt"] {
            assert!(!is_file_name(name), "{name}");
        }
        let work = write(&[stored("a", r#"{"v":1,"tables":[]}"#)]);
        for text in [&*work, r#"{"tables":[],"v":1}"#, r#"{"v":2,"designs":{}}"#] {
            assert!(is_sandbox(text), "{text}");
        }
        for text in ["", "[]", r#"{"v":1}"#, r#"{"tables":[]}"#, r#"{"id":{"S":"v"}}"#, "v,tables"]
        {
            assert!(!is_sandbox(text), "{text}");
        }
    }

    #[test]
    fn a_document_is_no_file_of_stored_work() {
        assert_eq!(read(r#"{"v":1}"#), None);
        assert_eq!(read(""), None);
        assert_eq!(read(r#"{"sparsebox_work":2,"work":[]}"#), None);
    }
}
