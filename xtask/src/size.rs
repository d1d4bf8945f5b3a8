//! `cargo xtask size`: what a visitor downloads, against the budget.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::console::say;
use crate::failure::Failure;
use crate::{npm, process, workspace};

/// The whole site, compressed as every host can: what it may weigh.
const SITE_GZIP_BYTES_MAX: u64 = 330_000;

/// All style sheets, as they are.
const STYLE_BYTES_MAX: u64 = 15_000;

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

/// Prints the size of every file of a site, and fails if the site is over its budget.
pub(crate) fn check(site: &Path) -> Result<(), Failure> {
    verdict(weigh(site)?)
}

/// Prints the size of every file of a folder that has no budget.
pub(crate) fn tell(folder: &Path) -> Result<(), Failure> {
    weigh(folder).map(drop)
}

/// What a site weighs in all, and its style alone.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    all: Size,
    style: Size,
}

fn weigh(site: &Path) -> Result<Weight, Failure> {
    let mut files = Vec::new();
    list(site, &mut files).map_err(|error| Failure::file("read", site, error))?;
    files.sort();
    let sizes = measure(&files)?;

    say("     bytes      gzip    brotli");
    let Weight { mut all, mut style } = Weight::default();
    for (file, &size) in files.iter().zip(&sizes) {
        say(&row(size, &file.strip_prefix(site).unwrap_or(file).display().to_string()));
        all = all.add(size);
        if file.extension().is_some_and(|extension| extension == "css") {
            style = style.add(size);
        }
    }
    say(&row(all, "in all"));
    Ok(Weight { all, style })
}

fn verdict(weight: Weight) -> Result<(), Failure> {
    let Weight { all, style } = weight;
    let limits = [
        ("The site", all.gzip, "with gzip", SITE_GZIP_BYTES_MAX),
        ("The style", style.plain, "as it is", STYLE_BYTES_MAX),
    ];
    match limits.into_iter().find(|&(_, bytes, _, limit)| bytes > limit) {
        None => Ok(()),
        Some((what, bytes, how, limit)) => {
            Err(Failure::new(format!("{what} has {bytes} bytes {how}: {limit} are allowed.")))
        }
    }
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

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_themselves_are_allowed() {
        let all = Size { plain: 900_000, gzip: SITE_GZIP_BYTES_MAX, brotli: 300_000 };
        let style = Size { plain: STYLE_BYTES_MAX, gzip: 4_000, brotli: 3_000 };
        let verdict = |all, style| verdict(Weight { all, style });
        assert_eq!(verdict(all, style), Ok(()));
        let larger = Size { gzip: SITE_GZIP_BYTES_MAX + 1, ..all };
        assert_eq!(
            verdict(larger, style),
            Err(Failure::new("The site has 330001 bytes with gzip: 330000 are allowed."))
        );
        let larger = Size { plain: STYLE_BYTES_MAX + 1, ..style };
        assert!(verdict(all, larger).is_err());
    }

    #[test]
    fn a_line_holds_three_numbers() {
        assert_eq!(size("3 2 1"), Some(Size { plain: 3, gzip: 2, brotli: 1 }));
        assert_eq!(size("3 2"), None);
    }
}
