//! Every section of every file below `tests/spec` is a case, reported by its name.
//!
//! `cargo test -p tests --test spec -- sparse` runs the cases whose name contains `sparse` (so does `SPEC=sparse`).
//! `UPDATE_EXPECT=1` writes what the engine does into the blocks that differ; a human reads the diff.
#![expect(clippy::print_stdout, reason = "a test harness reports on standard output")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, panic};

use support::run::{Difference, Edit, Report, run_case};
use support::spec::Spec;
use support::vocabulary::Vocabulary;

fn main() -> ExitCode {
    let filter = env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-') && argument.parse::<u32>().is_err())
        .or_else(|| env::var("SPEC").ok());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec");
    let mut vocabulary = Vocabulary::default();
    let (mut passed, mut failures) = (0, Vec::new());
    for path in markdown_files(&root) {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let spec = match fs::read_to_string(&path) {
            Ok(text) => Spec::parse(&name, &text),
            Err(fault) => panic!("{name} cannot be read: {fault}"),
        };
        let spec = spec.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let mut edits = Vec::new();
        for section in spec.cases() {
            let case = spec.case_name(section);
            if filter.as_ref().is_some_and(|filter| !case.contains(filter)) {
                continue;
            }
            let mut report =
                panic::catch_unwind(|| run_case(&spec, section)).unwrap_or_else(|_| panicked());
            edits.append(&mut report.edits);
            vocabulary.observe(&report);
            println!(
                "spec {case} ... {}",
                if report.differences.is_empty() { "ok" } else { "FAILED" }
            );
            match report.differences.is_empty() {
                true => passed += 1,
                false => failures.push((case, report)),
            }
        }
        if env::var("UPDATE_EXPECT").is_ok() {
            rewrite(&path, &spec.text, edits);
        }
    }
    print_failures(&failures);
    let unreached = if filter.is_none() { vocabulary.unreached() } else { Vec::new() };
    for word in &unreached {
        println!("no spec reaches {word}");
    }
    println!("\nspecs: {passed} passed, {} failed", failures.len());
    if failures.is_empty() && unreached.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The report of a case in which the engine broke one of its own assertions; the message is on standard error.
fn panicked() -> Report {
    let difference = Difference { line: 0, text: "the engine panicked".to_owned() };
    Report { differences: vec![difference], ..Report::default() }
}

fn print_failures(failures: &[(String, Report)]) {
    for (case, report) in failures {
        let file = case.split(':').next().unwrap_or_default();
        println!("\n---- {case}");
        for difference in &report.differences {
            println!("tests/spec/{file}, {difference}");
        }
    }
}

/// Files below a directory, in the order of their names, without the README that describes them.
fn markdown_files(directory: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|fault| panic!("{}: {fault}", directory.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { markdown_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter(|path| path.file_name().is_some_and(|name| name != "README.md"))
        .collect()
}

fn rewrite(path: &Path, text: &str, mut edits: Vec<Edit>) {
    if edits.is_empty() {
        return;
    }
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.span, &edit.text);
    }
    fs::write(path, text)
        .unwrap_or_else(|fault| panic!("{} cannot be written: {fault}", path.display()));
}
