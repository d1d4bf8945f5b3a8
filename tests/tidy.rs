//! Rules about the text of this repository that no compiler checks, each a test that names every offender.
//!
//! The layers and the rules come from `ARCHITECTURE.md` and `CONTRIBUTING.md`; a rule that has stopped making sense is
//! changed there and here together.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

#[path = "tidy/cycle.rs"]
mod cycle;
#[path = "tidy/engine.rs"]
mod engine;
#[path = "tidy/layer.rs"]
mod layer;
#[path = "tidy/panel.rs"]
mod panel;
#[path = "tidy/security.rs"]
mod security;
#[path = "tidy/silent.rs"]
mod silent;

/// Where the browser may be named.
const BROWSER_FILES: [&str; 3] = ["web/src/app/", "web/src/panel/", "web/src/component/"];

/// Where of these it may not be named: the state of the page is pure.
const PURE_FILES: [&str; 2] = ["web/src/app/state/", "web/src/app/ticket.rs"];

/// Where types may be derived from or to a wire format.
const SERDE_FILES: [&str; 14] = [
    "engine/src/api/",
    "web/playground/src/analysis/experiment/data.rs",
    "web/playground/src/sandbox/",
    "web/playground/src/link/",
    "web/playground/src/import/json.rs",
    "web/playground/src/lesson/course.rs",
    "web/playground/src/lesson/own.rs",
    "web/playground/src/lesson/progress.rs",
    "web/playground/src/lesson/words.rs",
    "web/playground/src/view/",
    "web/src/app/",
    "web/src/panel/items/state.rs",
    "web/src/panel/operation/state.rs",
    "web/src/panel/presenter.rs",
];

/// Lines of code, tests and comments not counted, beyond which a file must be data.
const FILE_LINE_COUNT_MAX: usize = 400;

/// Lines from the head of a function to its end.
const FUNCTION_LINE_COUNT_MAX: usize = 70;

/// Folders, and ends of the paths of files, that may be longer, as may their functions: they hold words, one beside the other in a
/// single `match` or list.
const FILES_OF_WORDS: [&str; 4] = ["error.rs", "wording.rs", "/reserved.rs", "/src/api/error/"];

/// Licences that a dependency may name.
const LICENCES: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "0BSD",
    "BSD-3-Clause",
    "BSL-1.0",
    "BSD-2-Clause",
    "ISC",
    // Of files, not of what is made with them: see DESIGN.md, "Dependencies".
    "MPL-2.0+",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Target triples whose dependencies end in something we ship.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "wasm32-unknown-unknown"];

#[test]
fn every_file_opens_with_what_it_is() {
    none(
        sources("")
            .into_iter()
            .filter(|source| !source.text.starts_with("//! "))
            .map(|source| source.path),
    );
}

#[test]
fn nothing_is_left_to_be_fixed() {
    let markers = [
        concat!("FIX", "ME"),
        concat!("TO", "DO"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
    ];
    none(offending_lines("", |line| markers.iter().any(|marker| line.contains(marker))));
}

#[test]
fn code_says_why_it_cannot_fail() {
    none(offending_lines("engine/src/", calls_unwrap));
    none(offending_lines("engine/notation/src/", calls_unwrap));
    none(offending_lines("web/playground/src/", calls_unwrap));
    none(offending_lines("web/sql/src/", calls_unwrap));
    none(offending_lines("web/src/", calls_unwrap));
    none(offending_lines("xtask/src/", calls_unwrap));
}

/// The page's Content-Security-Policy rejects `style` attributes: see `component/style.rs`.
#[test]
fn no_element_of_the_page_has_a_style_attribute() {
    none(offending_lines("web/src/", |line| line.contains("style={") || line.contains("style=\"")));
    let page = read("index.html").expect("index.html exists");
    assert!(!page.contains(" style="), "index.html");
}

#[test]
fn no_test_is_skipped_or_expected_to_panic() {
    let marks = [concat!("#[ig", "nore"), concat!("#[should", "_panic")];
    let all = sources("").into_iter().flat_map(|source| {
        let lines = source.text.lines().enumerate();
        let marked =
            lines.filter(|(_, line)| marks.iter().any(|mark| line.trim_start().starts_with(mark)));
        marked.map(|(position, line)| source.offence(position + 1, line)).collect::<Vec<_>>()
    });
    none(all);
}

#[test]
fn every_constant_of_a_limit_or_price_has_its_source() {
    let mut offenders = Vec::new();
    let of_rules =
        |path: &str| path.ends_with("/limit.rs") || path.starts_with("engine/src/capacity/");
    for source in sources("engine/src/").into_iter().filter(|source| of_rules(&source.path)) {
        let mut documentation = String::new();
        for (number, line) in source.code() {
            let is_constant =
                ["const ", "pub const ", "pub(crate) const ", "static ", "pub(crate) static "]
                    .iter()
                    .any(|start| line.starts_with(start))
                    && !line.contains("const fn");
            if is_constant
                && !["Source:", "Observed:", "Model:"]
                    .iter()
                    .any(|grade| documentation.contains(grade))
            {
                offenders.push(source.offence(number, line));
            }
            match line.trim_start().strip_prefix("///") {
                Some(text) => documentation.push_str(text),
                None => documentation.clear(),
            }
        }
    }
    none(offenders);
}

#[test]
fn the_browser_is_named_at_the_rim_only() {
    let names = ["yew", "web_sys", "gloo", "wasm_bindgen", "js_sys"];
    none(
        ["web/playground/src/", "web/sql/src/", "web/src/"]
            .into_iter()
            .flat_map(sources)
            .filter(|source| {
                !starts_with_any(&source.path, &BROWSER_FILES)
                    || starts_with_any(&source.path, &PURE_FILES)
            })
            .flat_map(|source| {
                let lines = source
                    .code()
                    .filter(|(_, line)| names.iter().any(|name| names_crate(line, name)));
                lines.map(|(number, line)| source.offence(number, line)).collect::<Vec<_>>()
            }),
    );
}

#[test]
fn wire_formats_are_derived_at_the_edge_only() {
    let outside = |path: &str| !starts_with_any(path, &SERDE_FILES);
    let all = ["engine/src/", "web/playground/src/", "web/src/"]
        .into_iter()
        .flat_map(sources)
        .filter(|source| outside(&source.path));
    none(all.flat_map(|source| {
        let lines = source.code().filter(|(_, line)| {
            let mut words = line.split(|it: char| !it.is_alphanumeric());
            words.any(|word| ["Serialize", "Deserialize"].contains(&word))
        });
        lines.map(|(number, line)| source.offence(number, line)).collect::<Vec<_>>()
    }));
}

#[test]
fn files_are_short_enough_to_have_one_subject() {
    none(sources_of_code().filter_map(|source| {
        let count = source.code().filter(|(_, line)| is_code(line)).count();
        (count > FILE_LINE_COUNT_MAX).then(|| format!("{}: {count} lines of code", source.path))
    }));
}

#[test]
fn functions_are_short_enough_to_do_one_thing() {
    none(sources_of_code().flat_map(|source| {
        let lines: Vec<(usize, &str)> = source.code().collect();
        let heads = lines.iter().enumerate().filter(|(_, (_, line))| is_function_head(line));
        let long = heads.filter_map(|(position, (number, head))| {
            let indent = head.len() - head.trim_start().len();
            let end = format!("{}}}", " ".repeat(indent));
            let count = lines[position..].iter().position(|(_, line)| *line == end)?;
            (count > FUNCTION_LINE_COUNT_MAX).then(|| source.offence(*number, head))
        });
        long.collect::<Vec<_>>()
    }));
}

#[test]
fn no_file_names_a_machine_or_a_registry() {
    let names = [
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/wo", "rk/"),
        concat!("registry", ".npmjs"),
        concat!("registry", ".yarnpkg"),
        concat!("static.", "crates.io"),
        concat!("index.", "crates.io"),
        concat!("\"reso", "lved\""),
    ];
    let texts = tracked_files().into_iter().filter_map(|path| Some((read(&path)?, path)));
    none(texts.flat_map(|(text, path)| {
        let lines = text.lines().enumerate();
        let offending = lines.filter(|(_, line)| names.iter().any(|name| line.contains(name)));
        offending
            .map(|(position, line)| format!("{path}:{}: {}", position + 1, line.trim()))
            .collect::<Vec<_>>()
    }));
}

#[test]
fn every_dependency_has_a_licence_that_we_accept() {
    none(TARGETS.into_iter().flat_map(packages).filter_map(|(name, licence)| {
        let accepted = licence
            .split(" OR ")
            .flat_map(|part| part.split(" AND "))
            .flat_map(|part| part.split('/'))
            .all(|part| LICENCES.contains(&part.trim_matches(['(', ')', ' '])));
        (!accepted).then(|| format!("{name}: {licence}"))
    }));
}

/// One fault is planted a day: a patch that the code has left behind would fail on its day only.
#[test]
fn every_planted_fault_fits_the_code() {
    let files = tracked_files().into_iter();
    none(files.filter(|path| path.starts_with("tests/planted/")).filter(|patch| {
        let mut git = Command::new("git");
        git.current_dir(root()).args(["apply", "--check"]).arg(patch);
        !git.output().is_ok_and(|output| output.status.success())
    }));
}

/// A Rust file of this repository.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Lines with their numbers, up to the tests at the end of the file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_test = self.path.ends_with("/tests.rs") || self.path.contains("/tests/");
        let following = self.text.lines().skip(1).chain([""]);
        let lines = self.text.lines().zip(following).enumerate();
        // `mod tests;` may be anywhere.
        let begins_tests = |line: &str, next: &str| line == "#[cfg(test)]" && !next.ends_with(';');
        lines
            .take_while(move |(_, (line, next))| !is_test && !begins_tests(line, next))
            .map(|(position, (line, _))| (position + 1, line))
    }

    /// The module of a crate that the file belongs to; none for the crate's root.
    fn module(&self, root: &str) -> Option<&str> {
        let below = self.path.strip_prefix(root)?;
        let first = below.split('/').next()?.trim_end_matches(".rs");
        (!["lib", "main"].contains(&first)).then_some(first)
    }

    fn offence(&self, number: usize, line: &str) -> String {
        format!("{}:{number}: {}", self.path, line.trim())
    }
}

fn is_function_head(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.find(|word| !["pub", "pub(crate)", "const", "async"].contains(word)) == Some("fn")
        && !line.ends_with(';')
        && !line.ends_with('}')
}

fn first_word(text: &str) -> &str {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .next()
        .unwrap_or_default()
}

/// Whether a line names a crate, and not a word that contains its name.
fn names_crate(line: &str, name: &str) -> bool {
    is_code(line)
        && [format!("{name}::"), format!("use {name}")]
            .iter()
            .any(|mention| line.contains(mention.as_str()))
}

fn calls_unwrap(line: &str) -> bool {
    is_code(line) && line.contains(concat!(".unwrap", "()"))
}

fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with("//")
}

fn starts_with_any(path: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| path.starts_with(start))
}

fn offending_lines(root: &str, offends: impl Fn(&str) -> bool) -> Vec<String> {
    let mut offenders = Vec::new();
    for source in sources(root) {
        let lines = source.code().filter(|(_, line)| offends(line));
        offenders.extend(lines.map(|(number, line)| source.offence(number, line)));
    }
    offenders
}

fn sources(root: &str) -> Vec<Source> {
    let paths = tracked_files().into_iter().filter(|path| {
        path.starts_with(root)
            && Path::new(path).extension().is_some_and(|extension| extension == "rs")
    });
    paths.filter_map(|path| Some(Source { text: read(&path)?, path })).collect()
}

/// The Rust files that hold more than words.
fn sources_of_code() -> impl Iterator<Item = Source> {
    sources("")
        .into_iter()
        .filter(|source| !FILES_OF_WORDS.iter().any(|end| source.path.contains(end)))
}

/// Every path that git knows, from the root of the repository.
fn tracked_files() -> Vec<String> {
    let listing = run(Command::new("git").arg("ls-files"));
    listing.lines().map(str::to_owned).collect()
}

/// The text of a file; `None` if it is not text or does not exist.
fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Names and licences of all packages that a target needs.
fn packages(target: &str) -> Vec<(String, String)> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
    let metadata: Value = serde_json::from_str(&run(Command::new(cargo).args(arguments)))
        .expect("cargo prints its metadata as JSON");
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let nodes: Vec<&Value> =
        metadata["resolve"]["nodes"].as_array().into_iter().flatten().collect();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .filter(|package| nodes.iter().any(|node| node["id"] == package["id"]))
        .map(|package| (text(&package["name"]), text(&package["license"])))
        .collect()
}

fn run(command: &mut Command) -> String {
    command.current_dir(root());
    let output =
        command.output().unwrap_or_else(|fault| panic!("{command:?} cannot be run: {fault}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} fails: {complaint}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn none(offenders: impl IntoIterator<Item = String>) {
    let offenders: Vec<String> = offenders.into_iter().collect();
    assert!(offenders.is_empty(), "\n{}\n", offenders.join("\n"));
}
