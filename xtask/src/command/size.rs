//! `cargo xtask size`: what a visitor downloads.

use std::path::{Path, PathBuf};

use crate::console::say;
use crate::failure::Failure;
use crate::program::Profile;
use crate::tool::npm;
use crate::{file, process, site, workspace};

/// Builds the release page, and prints the size of each of its files, and what each crate and module adds to its program.
pub(crate) fn run() -> Result<(), Failure> {
    print_page(&site::build(Profile::Release)?)
}

/// As [`run`], for a page that is built already.
pub(crate) fn print_page(site: &Path) -> Result<(), Failure> {
    print(site)?;
    // `wasm-opt` removes names: this is the module that Trunk passes to it.
    let program = workspace::target_folder().join("wasm-bindgen/release/web_bg.wasm");
    say("\nParts of the program before wasm-opt:");
    let mut node = npm::node()?;
    process::run(node.arg(workspace::root().join("xtask/modules.mjs")).arg(program))
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
