//! The lesson files of a folder.

use std::fs;
use std::path::{Path, PathBuf};

/// A lesson and the words of one language.
#[derive(Debug)]
pub(crate) struct Files {
    /// The path of the `.lesson` file.
    pub lesson_path: PathBuf,
    /// Its text.
    pub lesson: String,
    pub words_path: PathBuf,
    /// Their text.
    pub words: String,
}

/// The lessons that paths name: a `.lesson` file, or a folder with such files. A lesson in two languages is listed twice.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<Files>, String> {
    let mut found = Vec::new();
    for path in paths {
        let lessons = match path.is_dir() {
            true => entries(path, |name| name.ends_with(".lesson"))?,
            false => vec![path.clone()],
        };
        if lessons.is_empty() {
            return Err(format!("{}: no lesson is there", path.display()));
        }
        for lesson_path in lessons {
            found.extend(languages(&lesson_path)?);
        }
    }
    Ok(found)
}

impl Files {
    /// The language of the words: `en` in `open-orders.en.md`.
    pub(crate) fn language(&self) -> Option<&str> {
        let name = self.words_path.file_stem()?.to_str()?;
        name.rsplit_once('.').map(|(_, language)| language)
    }
}

/// The titles of the course of a folder: each language, and its file.
pub(crate) fn courses(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    fn language(name: &str) -> Option<&str> {
        name.strip_prefix("course.")?.strip_suffix(".json")
    }
    let paths = entries(folder, |name| language(name).is_some())?;
    let named = paths.into_iter().filter_map(|path| {
        let language = language(path.file_name()?.to_str()?)?.to_owned();
        Some((language, path))
    });
    Ok(named.collect())
}

fn languages(lesson_path: &Path) -> Result<Vec<Files>, String> {
    let id = lesson_path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let folder = lesson_path.parent().unwrap_or(Path::new("."));
    let is_language = |name: &str| {
        let language = name.strip_prefix(id).and_then(|rest| rest.strip_prefix('.'));
        let language = language.and_then(|rest| rest.strip_suffix(".md"));
        language.is_some_and(|language| !language.contains('.'))
    };
    let words =
        entries(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }, is_language)?;
    if words.is_empty() {
        return Err(format!("{}: no words: {id}.en.md", lesson_path.display()));
    }
    let lesson = read(lesson_path)?;
    let files = words.into_iter().map(|words_path| {
        let words = read(&words_path)?;
        Ok(Files { lesson_path: lesson_path.to_owned(), lesson: lesson.clone(), words_path, words })
    });
    files.collect()
}

/// The files of a folder whose names are accepted, in the order of their names.
fn entries(folder: &Path, is_accepted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(&is_accepted));
    paths.sort();
    Ok(paths)
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
