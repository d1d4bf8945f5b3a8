//! `sparsebox embeds`: opens the embeds and links of documentation, and lists everything that differs from what is written beside them.

mod check;
mod document;
mod find;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::embeds::check::check;
use crate::embeds::document::Format;
use crate::embeds::find::find;
use crate::report::Report;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files, or folders with files: HTML, Markdown, MDX, reStructuredText
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How a fault is written
    #[arg(long, value_enum, default_value_t = Style::detected())]
    format: Style,
}

/// How a fault is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// FILE:LINE:COLUMN: what is wrong
    Text,
    /// As an annotation of GitHub Actions
    Github,
}

impl Style {
    /// Annotations in a workflow of GitHub Actions, and text elsewhere.
    fn detected() -> Self {
        match std::env::var_os("GITHUB_ACTIONS") {
            Some(_) => Self::Github,
            None => Self::Text,
        }
    }

    fn line(self, path: &Path, (line, column): (usize, usize), fault: &str) -> String {
        let path = path.display();
        match self {
            Self::Text => format!("{path}:{line}:{column}: {fault}"),
            Self::Github => {
                let property =
                    |text: String| escaped(&text).replace(':', "%3A").replace(',', "%2C");
                let path = property(path.to_string());
                format!("::error file={path},line={line},col={column}::{}", escaped(fault))
            }
        }
    }
}

/// A text within a command of GitHub Actions.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Checks the embeds and links. Fails if a file or folder cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<Report, String> {
    let mut files = Vec::new();
    for path in &arguments.paths {
        collect(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    let mut search = Search::new(arguments.format);
    for path in &files {
        let format = Format::of(path)
            .ok_or_else(|| format!("{}: the format is not known by this ending", path.display()))?;
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        search.check(path, format, &String::from_utf8_lossy(&bytes));
    }
    Ok(search.report(files.len()))
}

/// What has been found in the files so far.
struct Search {
    style: Style,
    report: Report,
    embed_count: usize,
    fault_count: usize,
}

impl Search {
    const fn new(style: Style) -> Self {
        let report = Report { text: String::new(), is_good: true };
        Self { style, report, embed_count: 0, fault_count: 0 }
    }

    /// Checks the embeds and links of a file.
    fn check(&mut self, path: &Path, format: Format, text: &str) {
        let found = find(text, format);
        self.embed_count += found.embeds.len();
        for at in found.stray_units {
            let fault = "units are stated, but the embed or link before them is missing or already has units";
            self.fault(path, position(text, at), fault);
        }
        for embed in &found.embeds {
            let position = position(text, embed.at);
            let verdict = check(embed, path, format);
            for fault in &verdict.faults {
                self.fault(path, position, fault);
            }
            if let Some(reason) = verdict.unchecked {
                let (line, column) = position;
                let path = path.display();
                self.report.line(&format!("{path}:{line}:{column}: not checked, because {reason}"));
            }
        }
    }

    fn fault(&mut self, path: &Path, position: (usize, usize), fault: &str) {
        self.fault_count += 1;
        self.report.is_good = false;
        self.report.line(&self.style.line(path, position, fault));
    }

    /// The report, with a line about all of it.
    fn report(mut self, file_count: usize) -> Report {
        let counts = [
            count(file_count, "file", "files"),
            count(self.embed_count, "embed or link", "embeds and links"),
            count(self.fault_count, "fault", "faults"),
        ];
        self.report.line(&counts.join(", "));
        self.report
    }
}

fn count(count: usize, one: &str, other: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { other })
}

/// Line and column, from 1; a column is a character.
fn position(text: &str, at: usize) -> (usize, usize) {
    let lines: Vec<&str> = text[..at].split('\n').collect();
    (lines.len(), lines.last().map_or(0, |line| line.chars().count()) + 1)
}

/// Adds a file, or the files of a folder whose format is known. Hidden files, installed packages and symbolic links are left out.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let in_path = |error: std::io::Error| format!("{}: {error}", path.display());
    if !fs::metadata(path).map_err(in_path)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(in_path)? {
        let entry = entry.map_err(in_path)?;
        let name = entry.file_name();
        let is_left_out = name.to_string_lossy().starts_with('.') || name == "node_modules";
        let kind = entry.file_type().map_err(in_path)?;
        let path = entry.path();
        let is_searched = kind.is_dir() || kind.is_file() && Format::of(&path).is_some();
        if is_searched && !is_left_out {
            collect(&path, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_has_its_file_line_and_column() {
        let mut search = Search::new(Style::Text);
        let text = "# Ä\n\nÄ <sparse-box></sparse-box>\n";
        search.check(Path::new("docs/a.md"), Format::Markdown, text);
        let report = search.report(1);
        assert!(!report.is_good);
        assert_eq!(
            report.text,
            "docs/a.md:3:3: sparse-box has no href, src or lesson\n1 file, 1 embed or link, 1 fault\n"
        );
    }

    #[test]
    fn an_annotation_keeps_the_fault_in_one_line() {
        let line = Style::Github.line(Path::new("a,b.md"), (3, 4), "100 %\nnot");
        assert_eq!(line, "::error file=a%2Cb.md,line=3,col=4::100 %25%0Anot");
    }

    #[test]
    fn without_faults_the_report_is_good() {
        let mut search = Search::new(Style::Text);
        search.check(
            Path::new("a.md"),
            Format::Markdown,
            "[x](https://a.example/#example=champions)",
        );
        let report = search.report(1);
        assert!(report.is_good);
        assert_eq!(report.text, "1 file, 0 embeds and links, 0 faults\n");
    }
}
