//! Where calls come from: the specs, and calls that failed before.
//!
//! A stored call is a file under `tests/fuzz/corpus`: the database as a document, the operation, the request.

use std::fs;
use std::path::{Path, PathBuf};

use engine::api::snapshot;
use serde_json::{Value, json};
use support::run::{Moment, run_case};
use support::spec::Spec;

use crate::case::{Case, Start};

/// Every call that the specs make on a small database.
pub(crate) fn of_specs() -> Vec<Case> {
    let mut cases = Vec::new();
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("spec"), "md") {
        let text = fs::read_to_string(&path).expect("a spec can be read");
        let Ok(spec) = Spec::parse(&path.to_string_lossy(), &text) else { continue };
        for section in spec.cases() {
            let moments = run_case(&spec, section).moments;
            cases.extend(moments.into_iter().map(|Moment { database, operation, request }| Case {
                start: Start::new(database),
                operation,
                request,
            }));
        }
    }
    cases
}

/// The calls in the corpus, with the names of their files.
pub(crate) fn kept() -> Vec<(String, Case)> {
    let kept = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a call of the corpus can be read");
        let file: Value = serde_json::from_str(&text).expect("a call of the corpus is JSON");
        let text = |member: &str| file[member].as_str().unwrap_or_default().to_owned();
        let database = snapshot::load(&file["database"].to_string());
        let database = database.expect("a call of the corpus has a database");
        let start = Start::new(database);
        let case = Case { start, operation: text("operation"), request: text("request") };
        (path.display().to_string(), case)
    };
    files(&folder(), "json").into_iter().map(kept).collect()
}

/// Adds a call to the corpus, under a name made from its content.
pub(crate) fn keep(case: &Case) -> PathBuf {
    let database: Value =
        serde_json::from_str(&snapshot::save(&case.start.database)).unwrap_or_default();
    let file = json!({
        "database": database, "operation": case.operation, "request": case.request,
    });
    let text = format!("{file:#}\n");
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let path = folder().join(format!("{}-{hash:016x}.json", case.operation.to_lowercase()));
    fs::write(&path, text).expect("the corpus can be written");
    path
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus")
}

/// Files with an ending, below a folder, in the order of their names.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { files(&path, ending) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .filter(|path| path.file_name().is_some_and(|name| name != "README.md"))
        .collect()
}
