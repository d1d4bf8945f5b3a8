//! `static/docs/security.md`: each of its sentences names the tests that show it.

use super::{none, read, sources, tracked_files};

const PAGE: &str = "static/docs/security.md";

/// The names of tests are in a comment behind their sentence.
const TESTS: &str = "<!-- tests: ";

#[test]
fn every_sentence_about_security_names_its_tests() {
    let page = read(PAGE).expect("the page exists");
    let tests = names_of_tests();
    let is_frame = |line: &str| {
        line.starts_with('#') || line.starts_with("| where |") || line.starts_with("| ---")
    };
    let sentences = page.lines().filter(|line| !line.trim().is_empty() && !is_frame(line));
    none(sentences.flat_map(|sentence| {
        let comment = sentence.split_once(TESTS).and_then(|(_, rest)| rest.split_once(" -->"));
        let Some((names, _)) = comment else { return vec![format!("no test: {sentence}")] };
        let missing = names.split("; ").filter(|name| !tests.iter().any(|test| test == name));
        missing.map(|name| format!("no such test: {name}")).collect()
    }));
}

#[test]
fn every_name_in_storage_is_documented() {
    let page = read(PAGE).expect("the page exists");
    let files = sources("web/src/app/platform/").into_iter().map(|source| source.text);
    let files = files.chain(read("static/boot.js"));
    let names = files.flat_map(|text| {
        let parts = text.split("\"sparsebox:").skip(1);
        let names = parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned()));
        names.collect::<Vec<_>>()
    });
    let databases = sources("web/src/app/platform/").into_iter().filter_map(|source| {
        let name = source.text.split_once("const DATABASE: &str = \"")?.1.split_once('"')?.0;
        Some(name.to_owned())
    });
    none(databases.filter(|name| !page.contains(&format!("database `{name}`"))));
    // The name of a lock has a slot in it, and is not stored.
    let undocumented =
        names.filter(|name| name != "{slot}" && !page.contains(&format!("`sparsebox:{name}")));
    none(undocumented);
}

/// The names of the journeys, and of the tests in Rust.
fn names_of_tests() -> Vec<String> {
    let journeys = tracked_files().into_iter().filter(|path| path.ends_with(".test.mjs"));
    let journeys = journeys.filter_map(|path| read(&path)).flat_map(|text| {
        let lines = text.lines().filter_map(|line| {
            let name = line.strip_prefix("journey(\"").or_else(|| line.strip_prefix("test(\""))?;
            Some(name.split_once('"')?.0.to_owned())
        });
        lines.collect::<Vec<_>>()
    });
    let in_rust = sources("").into_iter().flat_map(|source| {
        let lines = source
            .text
            .lines()
            .map(str::trim)
            .filter_map(|line| Some(line.strip_prefix("fn ")?.split_once('(')?.0.to_owned()));
        lines.collect::<Vec<_>>()
    });
    journeys.chain(in_rust).collect()
}
