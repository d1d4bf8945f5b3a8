//! Builds the sites of docs under `tests/docs` with the tools that their authors use, and checks their embeds with `sparsebox embeds`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::tool::{npm, python};
use crate::{file, process, workspace};

/// A site under `tests/docs`.
struct Site {
    /// Its folder, and that of its tool among the other tools.
    name: &'static str,
    /// The folder of its source whose files the tool publishes as they are.
    files: &'static str,
    build: fn(&Folders) -> Result<(), Failure>,
    /// What `sparsebox embeds` reads: the source, if a file that an element names is beside the page there.
    checked: fn(&Folders) -> PathBuf,
}

const SITES: [Site; 5] = [
    Site { name: "mkdocs", files: "docs", build: mkdocs, checked: Folders::source },
    Site { name: "sphinx", files: "extra", build: sphinx, checked: Folders::site },
    Site { name: "vitepress", files: "public", build: vitepress, checked: Folders::site },
    // What it builds is a program, not HTML.
    Site { name: "mdx", files: "public", build: mdx, checked: Folders::source },
    Site { name: "hugo", files: "static", build: hugo, checked: Folders::site },
];

/// What all sites show beside their pages, by its name there.
const FILES: [(&str, &str); 2] = [
    ("static/open-orders.json", "orders.sparsebox.json"),
    ("static/examples/champions.png", "champions.png"),
];

/// Where a site is built.
struct Folders {
    name: &'static str,
    /// Contains the source, the site that is built from it, and libraries of npm.
    folder: PathBuf,
}

impl Folders {
    fn of(site: &Site) -> Self {
        Self { name: site.name, folder: folder().join(site.name) }
    }

    /// A copy: tools write into the folder that they read.
    fn source(&self) -> PathBuf {
        self.folder.join("source")
    }

    /// What a host publishes.
    fn site(&self) -> PathBuf {
        self.folder.join("site")
    }

    /// A Python command with the packages that the source lists.
    fn python(&self) -> Result<Command, Failure> {
        python_of(self.name)
    }

    /// A Node command that runs a program of the packages that the source lists.
    fn node(&self, program: &str) -> Result<Command, Failure> {
        for name in ["package.json", "package-lock.json"] {
            file::copy(&self.source().join(name), &self.folder.join(name))?;
        }
        npm::install_libraries(&self.folder)?;
        let mut node = npm::node()?;
        node.arg(self.folder.join("node_modules").join(program));
        Ok(node)
    }
}

/// A Python command with the packages that a site lists.
pub(crate) fn python_of(name: &str) -> Result<Command, Failure> {
    let folder = format!("tests/docs/{name}");
    let requirements = workspace::root().join(&folder).join("requirements.txt");
    let words = format!("the packages of {folder}");
    python::install(&format!("python-{name}"), &requirements, &words).map(Command::new)
}

/// Contains a folder for each site, in which the folder `site` has what is built.
pub(crate) fn folder() -> PathBuf {
    workspace::target_folder().join("docs")
}

/// Builds the sites. A warning, such as of a dead link, is an error where the tool offers that.
pub(crate) fn build() -> Result<(), Failure> {
    for site in &SITES {
        let folders = Folders::of(site);
        let source = folders.source();
        file::remove_folder(&source)?;
        file::remove_folder(&folders.site())?;
        file::copy_folder(&workspace::root().join("tests/docs").join(site.name), &source)?;
        for (path, name) in FILES {
            file::copy(&workspace::root().join(path), &source.join(site.files).join(name))?;
        }
        (site.build)(&folders)?;
    }
    Ok(())
}

/// Opens and plays the embeds of the sites.
pub(crate) fn check() -> Result<(), Failure> {
    check_embeds(SITES.iter().map(|site| (site.checked)(&Folders::of(site))))
}

/// Runs the command `sparsebox embeds` on files and folders.
pub(crate) fn check_embeds(
    paths: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<(), Failure> {
    let mut cargo = workspace::cargo("run");
    cargo.args(["--quiet", "--package", "cli", "--bin", "sparsebox", "--", "embeds"]);
    process::run(cargo.args(paths.into_iter().map(|path| path.as_ref().to_owned())))
}

fn mkdocs(folders: &Folders) -> Result<(), Failure> {
    run_mkdocs(folders.python()?, &folders.source(), &folders.site())
}

/// Builds a folder with a `mkdocs.yml`.
pub(crate) fn run_mkdocs(mut python: Command, source: &Path, site: &Path) -> Result<(), Failure> {
    python.args(["-m", "mkdocs", "build", "--quiet", "--strict", "--clean"]);
    // The theme advertises its successor on the console.
    python.env("NO_MKDOCS_2_WARNING", "true");
    python.arg("--config-file").arg(source.join("mkdocs.yml"));
    process::run(python.arg("--site-dir").arg(site))
}

fn sphinx(folders: &Folders) -> Result<(), Failure> {
    let mut python = folders.python()?;
    python.args(["-m", "sphinx", "--quiet", "--fail-on-warning", "--builder", "html"]);
    process::run(python.arg(folders.source()).arg(folders.site()))
}

fn vitepress(folders: &Folders) -> Result<(), Failure> {
    let mut node = folders.node("vitepress/bin/vitepress.js")?;
    node.arg("build").arg(folders.source());
    process::run(node.arg("--outDir").arg(folders.site()))
}

fn mdx(folders: &Folders) -> Result<(), Failure> {
    let mut node = folders.node("vite/bin/vite.js")?;
    node.args(["build", "--logLevel", "warn", "--emptyOutDir"]).arg(folders.source());
    process::run(node.arg("--outDir").arg(folders.site()))
}

fn hugo(folders: &Folders) -> Result<(), Failure> {
    let mut python = folders.python()?;
    python.args(["-m", "hugo", "--quiet", "--panicOnWarning"]);
    python.arg("--source").arg(folders.source());
    process::run(python.arg("--destination").arg(folders.site()))
}
