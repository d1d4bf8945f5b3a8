//! Builds the site: the program, and what else `index.html` asks for.
//!
//! Names bear a hash of what they hold: a host may then let browsers keep files for ever, and a browser
//! never runs the JavaScript of one build with the WebAssembly of another.

use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::page::{self, Asset};
use crate::program::{self, Profile, Program};
use crate::{file, workspace};

/// Builds the site and returns its folder.
pub(crate) fn build(profile: Profile) -> Result<PathBuf, Failure> {
    let program = program::build(Program::Page, profile)?;
    let site = folder(profile);
    // Assembled aside and put in place at the end: whoever reads the folder never sees half a site.
    let aside = site.with_extension("part");
    file::remove_folder(&aside)?;
    Assembly { folder: aside.clone(), program }.assemble()?;
    file::remove_folder(&site)?;
    fs::rename(&aside, &site).map_err(|error| Failure::file("put in place", &site, error))?;
    Ok(site)
}

/// Where the finished site is.
pub(crate) fn folder(profile: Profile) -> PathBuf {
    match profile {
        Profile::Development => workspace::target_folder().join("site"),
        Profile::Release => workspace::root().join("dist"),
    }
}

/// A site in the making.
struct Assembly {
    folder: PathBuf,
    program: PathBuf,
}

impl Assembly {
    fn assemble(&self) -> Result<(), Failure> {
        let html = file::read(&workspace::root().join("index.html"))?;
        let mut sheets = Some(sheets(page::assets(&html)?));
        let page = page::rewrite(&html, |asset| match asset {
            Asset::Program => self.program(),
            // One sheet in place of the first link: a request each would delay the first paint.
            Asset::Style { .. } => match sheets.take() {
                Some(sheets) => self.style(&sheets),
                None => Ok(String::new()),
            },
            Asset::Icon { path, media_type } => self.icon(&path, media_type.as_deref()),
            Asset::Inline { path } => inline(&path),
            Asset::File { path } => self.copy(&path, file_name(&path)),
            Asset::Folder { path, target } => {
                self.copy(&path, target.as_deref().unwrap_or(file_name(&path)))
            }
        })?;
        self.write("index.html", page.as_bytes())
    }

    /// Says what the program's files are called, for `boot.js` to start it.
    fn program(&self) -> Result<String, Failure> {
        let script =
            self.write_hashed("web.js", &file::read_bytes(&self.program.join("web.js"))?)?;
        let wasm =
            self.write_hashed("web.wasm", &file::read_bytes(&self.program.join("web_bg.wasm"))?)?;
        let snippets = self.program.join("snippets");
        if snippets.is_dir() {
            file::copy_folder(&snippets, &self.folder.join("snippets"))?;
        }
        Ok(format!(
            r#"<link rel="modulepreload" href="./{script}">
    <link rel="preload" href="./{wasm}" as="fetch" crossorigin>
    <meta name="sparsebox-program" content="" data-script="./{script}" data-wasm="./{wasm}">"#
        ))
    }

    /// All style sheets as one, and the link to it.
    fn style(&self, paths: &[String]) -> Result<String, Failure> {
        let mut sheet = String::new();
        for path in paths {
            sheet += &file::read(&workspace::root().join(path))?;
        }
        let name = self.write_hashed("style.css", sheet.as_bytes())?;
        Ok(format!(r#"<link rel="stylesheet" href="./{name}">"#))
    }

    fn icon(&self, path: &str, media_type: Option<&str>) -> Result<String, Failure> {
        let bytes = file::read_bytes(&workspace::root().join(path))?;
        let name = self.write_hashed(file_name(path), &bytes)?;
        let media_type = media_type.map(|media_type| format!(r#" type="{media_type}""#));
        Ok(format!(r#"<link rel="icon" href="./{name}"{}>"#, media_type.unwrap_or_default()))
    }

    fn copy(&self, path: &str, target: &str) -> Result<String, Failure> {
        let (source, target) = (workspace::root().join(path), self.folder.join(target));
        if source.is_dir() {
            file::copy_folder(&source, &target)?;
        } else {
            file::copy(&source, &target)?;
        }
        Ok(String::new())
    }

    /// Writes `name.ext` as `name-<hash>.ext` and returns that.
    fn write_hashed(&self, name: &str, bytes: &[u8]) -> Result<String, Failure> {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let name = format!("{stem}-{:016x}.{extension}", hash(bytes));
        self.write(&name, bytes)?;
        Ok(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        file::write(&self.folder.join(name), bytes)
    }
}

/// The paths of the style sheets, in the order of the page.
fn sheets(assets: Vec<Asset>) -> Vec<String> {
    let path = |asset| if let Asset::Style { path } = asset { Some(path) } else { None };
    assets.into_iter().filter_map(path).collect()
}

/// The text of a file, in the element that it needs.
fn inline(path: &str) -> Result<String, Failure> {
    let text = file::read(&workspace::root().join(path))?;
    Ok(match path.rsplit_once('.') {
        Some((_, "css")) => format!("<style>{text}</style>"),
        Some((_, "js")) => format!("<script>{text}</script>"),
        _ => text,
    })
}

/// FNV-1a: it need only differ when the bytes do, and be the same on every machine.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn the_hash_is_that_of_its_authors() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
