//! The project's own documentation: `static/docs` as pages, built by MkDocs with its theme Material.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::{docs, file, hosting, workspace};

/// Where its embeds are.
const SOURCES: [&str; 2] = ["README.md", "static/docs"];

/// The folder in the page that the documentation is published in. Trunk copies the Markdown files there.
const FOLDER: &str = "docs";

/// The site of `tests/docs` whose packages are used.
const TOOL: &str = "mkdocs";

/// What the tool writes and nothing needs: files with absolute addresses, and a folder for the search in other languages.
const SUPERFLUOUS_FILES: [&str; 3] = ["404.html", "sitemap.xml", "sitemap.xml.gz"];
const SUPERFLUOUS_FOLDER: &str = "assets/javascripts/lunr";

/// The dialog of the theme's search, which has no name for screen readers.
const SEARCH: &str = "data-md-component=\"search\" role=\"dialog\"";

/// Builds the documentation into a page, and returns its folder there.
pub(crate) fn publish(page: &Path) -> Result<PathBuf, Failure> {
    let built = build()?;
    let folder = page.join(FOLDER);
    file::remove_folder(&folder)?;
    file::copy_folder(&workspace::root().join("static/docs"), &folder)?;
    file::copy_folder(&built, &folder)?;
    hosting::compress(&folder)?;
    Ok(folder)
}

/// Opens and plays the embeds of the documentation.
pub(crate) fn check() -> Result<(), Failure> {
    docs::check_embeds(SOURCES.map(|path| workspace::root().join(path)))
}

/// Builds the documentation and returns the folder of its pages.
fn build() -> Result<PathBuf, Failure> {
    let folder = docs::folder().join("sparsebox");
    let (source, site) = (folder.join("source"), folder.join("site"));
    let root = workspace::root();
    file::remove_folder(&source)?;
    file::remove_folder(&site)?;
    file::copy_folder(&root.join("xtask/docs"), &source)?;
    file::copy_folder(&root.join("static/docs"), &source.join("docs"))?;
    file::copy(&root.join("static/icon.svg"), &source.join("docs/icon.svg"))?;
    docs::run_mkdocs(docs::python_of(TOOL)?, &source, &site)?;
    for name in SUPERFLUOUS_FILES {
        file::remove(&site.join(name))?;
    }
    file::remove_folder(&site.join(SUPERFLUOUS_FOLDER))?;
    adapt_pages(&site)?;
    Ok(site)
}

/// Moves the inline scripts of pages to files, because the policy that hosts send for the folder of the page forbids them, and
/// names the search.
fn adapt_pages(site: &Path) -> Result<(), Failure> {
    let mut scripts = Vec::new();
    let mut files = file::list(site)?;
    files.sort();
    for path in files {
        match path.extension().and_then(|it| it.to_str()) {
            Some("html") => {
                let page = without_inline_scripts(&file::read(&path)?, &mut scripts);
                let page = page.replace(SEARCH, &format!("{SEARCH} aria-label=\"Search\""));
                file::write(&path, page.as_bytes())?;
            }
            Some("map") => file::remove(&path)?,
            _ => {}
        }
    }
    for (position, script) in scripts.iter().enumerate() {
        file::write(&site.join(script_name(position)), script.as_bytes())?;
    }
    Ok(())
}

/// A page without inline scripts. They are added to `scripts`, unless they are there.
fn without_inline_scripts(page: &str, scripts: &mut Vec<String>) -> String {
    let mut parts = page.split("<script>");
    let mut result = vec![parts.next().unwrap_or_default().to_owned()];
    for part in parts {
        let (script, rest) = part.split_once("</script>").unwrap_or((part, ""));
        let position = scripts.iter().position(|it| it == script).unwrap_or_else(|| {
            scripts.push(script.to_owned());
            scripts.len() - 1
        });
        result.push(format!("<script src=\"{}\"></script>{rest}", script_name(position)));
    }
    result.concat()
}

/// The address of a script. All pages are in one folder.
fn script_name(position: usize) -> String {
    format!("assets/javascripts/inline-{position}.js")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_become_files_which_pages_share() {
        let mut scripts = Vec::new();
        let page = "a<script>b()</script>c<script src=\"d.js\"></script><script>e()</script>";
        assert_eq!(
            without_inline_scripts(page, &mut scripts),
            "a<script src=\"assets/javascripts/inline-0.js\"></script>c<script src=\"d.js\"></script>\
             <script src=\"assets/javascripts/inline-1.js\"></script>"
        );
        let other = without_inline_scripts("<script>e()</script>", &mut scripts);
        assert_eq!(other, "<script src=\"assets/javascripts/inline-1.js\"></script>");
        assert_eq!(scripts, ["b()", "e()"]);
    }
}
