//! `cargo xtask size`: what a visitor downloads, at first and later.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tool::npm;
use crate::{file, process, reference, site, split, workspace};

/// Builds the release page, and prints the size of each of its files, and what each crate and module adds to its program.
pub(crate) fn run() -> Result<(), Failure> {
    print_page(&site::build(Profile::Release)?)
}

/// As [`run`], for a page that is built already.
pub(crate) fn print_page(site: &Path) -> Result<(), Failure> {
    print(site)?;
    // `wasm-opt` removes names: this is the module that is passed to it.
    say("\nWhat the first part of the program consists of, before wasm-opt:");
    let mut node = npm::node()?;
    let program = split::folder().join("bound/web_bg.wasm");
    process::run(node.arg(workspace::root().join("xtask/modules.mjs")).arg(&program))?;
    check_words(&program)?;
    check_first_visit(site)
}

/// The words that come with the parts that are loaded later.
const LATER_WORDS: &str = "static/words/en.later.json";

/// Fails if the first part of the program names a word that only comes with a later part.
fn check_words(program: &Path) -> Result<(), Failure> {
    let words = file::read(&workspace::root().join(LATER_WORDS))?;
    let words: BTreeMap<String, String> = serde_json::from_str(&words)
        .map_err(|error| Failure::new(format!("{LATER_WORDS}: {error}")))?;
    let program = fs::read(program).map_err(|error| Failure::file("read", program, error))?;
    let texts = String::from_utf8_lossy(&program);
    let named = words.keys().map(String::as_str).filter(|key| texts.contains(key));
    let named: Vec<&str> = named.collect();
    match named.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "Move these words from {LATER_WORDS} to en.json, because the first part of the program shows them: {}.",
            named.join(", ")
        ))),
    }
}

/// The file with the bytes of a first visit that were measured last, after brotli.
const FIRST_VISIT: &str = "tests/first-visit.txt";

/// How much a first visit may grow before somebody has to write the new number down: in hundredths.
const GROWTH_MAX: u64 = 2;

/// Fails if a first visit downloads more than what is written down, by more than [`GROWTH_MAX`].
fn check_first_visit(site: &Path) -> Result<(), Failure> {
    let files = first_visit(site)?;
    let bytes = measure(&files)?.into_iter().fold(Size::default(), Size::add).brotli;
    let recorded = file::read(&workspace::root().join(FIRST_VISIT))?;
    let recorded: u64 = recorded
        .trim()
        .parse()
        .map_err(|_| Failure::new(format!("{FIRST_VISIT} must contain a number of bytes.")))?;
    say(&format!(
        "\nA first visit downloads {bytes} bytes (brotli); {FIRST_VISIT} has {recorded}."
    ));
    match bytes * 100 <= recorded * (100 + GROWTH_MAX) {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "That is more than {GROWTH_MAX} % above it. Load what is new when it is used, or write {bytes} into {FIRST_VISIT} and say why in the commit."
        ))),
    }
}

/// The files that a browser loads before the page can be used: the document, what it names, and the loader of the parts.
fn first_visit(site: &Path) -> Result<Vec<PathBuf>, Failure> {
    let page = site.join("index.html");
    let html = file::read(&page)?;
    let named = reference::addresses(&html).into_iter().filter_map(|it| it.strip_prefix("./"));
    let mut files: Vec<PathBuf> = named.map(|name| site.join(name)).collect();
    let is_loader = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        stem.is_some_and(|stem| stem.starts_with("split-"))
            && path.extension() == Some("js".as_ref())
    };
    files.extend(file::list(site)?.into_iter().filter(is_loader));
    files.push(page);
    files.sort();
    files.dedup();
    Ok(files)
}

/// A file or a sum of files, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Size {
    plain: u64,
    gzip: u64,
    brotli: u64,
}

impl Size {
    fn add(self, other: Self) -> Self {
        Self {
            plain: self.plain + other.plain,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// Prints the size of every file of a folder, and their sum.
pub(crate) fn print(folder: &Path) -> Result<(), Failure> {
    let mut files = file::list(folder)?;
    // The compressed files are beside those that are measured.
    files.retain(|path| !path.extension().is_some_and(|it| it == "br" || it == "gz"));
    files.sort();
    let sizes = measure(&files)?;

    say("     bytes      gzip    brotli");
    let mut all = Size::default();
    for (file, &size) in files.iter().zip(&sizes) {
        say(&row(size, &file.strip_prefix(folder).unwrap_or(file).display().to_string()));
        all = all.add(size);
    }
    say(&row(all, "in all"));
    Ok(())
}

fn row(size: Size, name: &str) -> String {
    format!("{:>10}{:>10}{:>10}  {name}", size.plain, size.gzip, size.brotli)
}

/// The sizes in the order of the files. Node has both compressors built in; as crates they would cost each
/// first `cargo xtask` half a minute.
fn measure(files: &[PathBuf]) -> Result<Vec<Size>, Failure> {
    let mut node = npm::node()?;
    node.arg(workspace::root().join("xtask/size.mjs")).args(files);
    let output = process::output(&mut node);
    let sizes: Option<Vec<Size>> =
        output.as_deref().unwrap_or_default().lines().map(size).collect();
    sizes.filter(|sizes| sizes.len() == files.len()).ok_or_else(|| {
        Failure::new("xtask/size.mjs did not measure the site: Node 20 or later is needed.")
    })
}

/// A line of `size.mjs`.
fn size(line: &str) -> Option<Size> {
    let mut numbers = line.split(' ').map(|number| number.parse().ok());
    Some(Size { plain: numbers.next()??, gzip: numbers.next()??, brotli: numbers.next()?? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_three_numbers() {
        assert_eq!(size("3 2 1"), Some(Size { plain: 3, gzip: 2, brotli: 1 }));
        assert_eq!(size("3 2"), None);
    }
}
