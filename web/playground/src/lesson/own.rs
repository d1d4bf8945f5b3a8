//! The user's own lessons: files that were opened or recorded in this browser, as it stores them.

use serde::{Deserialize, Serialize};

use crate::lesson::source::{FILE_SIZE_MAX, LESSON_END, WORDS_END, to_id};
use crate::view::first::First;

/// The version that is written.
const VERSION: u64 = 1;

/// How the name of a file with words ends, in whatever language.
const MARKDOWN_END: &str = ".md";

/// The most lessons that a browser keeps. Model: more than a course has.
pub const OWN_LESSON_MAX: usize = 40;

/// The most files that are opened at once. Model: two for each lesson that a browser keeps, and some in other languages.
pub const FILE_COUNT_MAX: usize = 100;

/// The user's own lessons, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnLessons {
    #[serde(rename = "v")]
    version: u64,
    pub lessons: Vec<OwnLesson>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnLesson {
    /// Its name: that of its files.
    pub name: String,
    /// The file with the steps, if it was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// The file with the words, if it was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// An own lesson as a browser stores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredLesson {
    /// Its place in the list: the highest is the first.
    pub order: u64,
    #[serde(flatten)]
    pub lesson: OwnLesson,
}

/// A file that the user has chosen or dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonFile {
    pub name: String,
    pub text: String,
}

/// Why files are not lessons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnLessonError {
    /// A file is too large: its name.
    TooLarge(String),
    /// There are more files than [`FILE_COUNT_MAX`]: how many.
    TooManyFiles(u64),
    /// There are [`OWN_LESSON_MAX`] lessons already.
    Full,
    /// No name of a file ends as that of a lesson does.
    NoLesson,
    /// A file with progress cannot be read: its name.
    NoProgress(String),
}

/// How the name of a file with progress ends.
pub const PROGRESS_END: &str = ".progress";

/// Whether a file is one of the two of a lesson, or one with progress, by its name.
pub fn is_lesson_file(name: &str) -> bool {
    [LESSON_END, MARKDOWN_END, PROGRESS_END].iter().any(|end| name.ends_with(end))
}

impl Default for OwnLessons {
    fn default() -> Self {
        Self { version: VERSION, lessons: Vec::new() }
    }
}

impl OwnLessons {
    /// The lessons that a browser has stored.
    pub fn of(mut stored: Vec<StoredLesson>) -> Self {
        stored.sort_by_key(|it| std::cmp::Reverse(it.order));
        let lessons = stored.into_iter().map(|it| it.lesson).collect();
        Self { lessons, ..Self::default() }
    }

    /// The same, and after them those that an earlier version of the page has stored. One whose name is here is not taken.
    #[must_use]
    pub fn with_earlier(&self, earlier: Self) -> Self {
        let new = earlier.lessons.into_iter().filter(|lesson| self.find(&lesson.name).is_none());
        let lessons = self.lessons.iter().cloned().chain(new).collect();
        Self { lessons, ..Self::default() }
    }

    /// What must be stored after these lessons were others, and the names of those that are not there any more. A lesson that is
    /// stored keeps its place; a new one becomes the first.
    pub fn changes(
        &self,
        before: &Self,
        stored: &[StoredLesson],
    ) -> (Vec<StoredLesson>, Vec<String>) {
        let mut last = stored.iter().map(|it| it.order).max().unwrap_or_default();
        let changed =
            self.lessons.iter().filter(|lesson| before.find(&lesson.name) != Some(*lesson));
        let changed = changed.rev().map(|lesson| {
            let known = stored.iter().find(|it| it.lesson.name == lesson.name);
            let order = known.map_or_else(
                || {
                    last += 1;
                    last
                },
                |known| known.order,
            );
            StoredLesson { order, lesson: lesson.clone() }
        });
        let changed = changed.collect();
        let removed = before.lessons.iter().filter(|lesson| self.find(&lesson.name).is_none());
        (changed, removed.map(|lesson| lesson.name.clone()).collect())
    }

    /// Reads what an earlier version of the page has stored. What cannot be read is as if nothing had been stored.
    pub fn parse(text: &str) -> Self {
        let read = serde_json::from_str(text).ok();
        read.filter(|own: &Self| own.version == VERSION).unwrap_or_default()
    }

    /// The lesson of a name.
    pub fn find(&self, name: &str) -> Option<&OwnLesson> {
        self.lessons.iter().find(|lesson| lesson.name == name)
    }

    /// Adds files, in whatever order and number they come: those of a name are one lesson, and a file replaces an earlier one.
    /// Returns the name of the first lesson.
    pub fn add(&mut self, files: First<LessonFile>) -> Result<String, OwnLessonError> {
        if files.more > 0 {
            return Err(OwnLessonError::TooManyFiles(files.len() as u64 + files.more));
        }
        let files: Vec<LessonFile> =
            files.shown.into_iter().filter(|file| is_lesson_file(&file.name)).collect();
        if let Some(large) = files.iter().find(|file| file.text.len() > FILE_SIZE_MAX) {
            return Err(OwnLessonError::TooLarge(large.name.clone()));
        }
        let mut after = self.clone();
        let mut first = None;
        // Two files that were opened at once belong together, whatever their names are.
        let steps = files.iter().find(|file| file.name.ends_with(LESSON_END));
        let pair = steps.filter(|_| files.len() == 2).map(|file| name_of(&file.name));
        let is_pair = files.iter().filter(|file| file.name.ends_with(LESSON_END)).count() == 1;
        for file in files {
            let name = pair.clone().filter(|_| is_pair).unwrap_or_else(|| name_of(&file.name));
            after.put(&name, file);
            first.get_or_insert(name);
        }
        if after.lessons.len() > OWN_LESSON_MAX {
            return Err(OwnLessonError::Full);
        }
        let first = first.ok_or(OwnLessonError::NoLesson)?;
        *self = after;
        Ok(first)
    }

    /// Replaces both files of a lesson, and leaves it in its place in the list; one that is not there becomes the first.
    pub fn set(&mut self, name: &str, files: [String; 2]) -> Result<(), OwnLessonError> {
        let [lesson, words] = files.map(Some);
        let own = OwnLesson { name: name.to_owned(), lesson, words };
        let files = [&own.lesson, &own.words].map(|text| text.as_deref().unwrap_or_default());
        let large = own.file_names().into_iter().zip(files);
        if let Some((name, _)) = large.into_iter().find(|(_, text)| text.len() > FILE_SIZE_MAX) {
            return Err(OwnLessonError::TooLarge(name));
        }
        let is_full = self.lessons.len() >= OWN_LESSON_MAX;
        match self.lessons.iter_mut().find(|lesson| lesson.name == name) {
            Some(before) => *before = own,
            None if is_full => return Err(OwnLessonError::Full),
            None => self.lessons.insert(0, own),
        }
        Ok(())
    }

    /// A name that no lesson has, which begins with this id.
    pub fn free_name(&self, id: &str) -> String {
        // With a number it is not longer than an id may be.
        let stem: String = id.chars().take(70).collect();
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let names = std::iter::once(id.to_owned()).chain(numbered);
        let mut free = names.filter(|name| self.find(name).is_none());
        free.next().expect("there are fewer lessons than numbers")
    }

    pub fn remove(&mut self, name: &str) {
        self.lessons.retain(|lesson| lesson.name != name);
    }

    fn put(&mut self, name: &str, file: LessonFile) {
        let before = self.lessons.iter().position(|lesson| lesson.name == name);
        let mut lesson = before.map(|position| self.lessons.remove(position)).unwrap_or_default();
        name.clone_into(&mut lesson.name);
        match file.name.ends_with(LESSON_END) {
            true => lesson.lesson = Some(file.text),
            false => lesson.words = Some(file.text),
        }
        self.lessons.insert(0, lesson);
    }
}

impl OwnLesson {
    /// Its title: the first heading of its words, or its name.
    pub fn title(&self) -> &str {
        let mut lines = self.words.as_deref().unwrap_or_default().lines();
        let title = lines.find_map(|line| line.strip_prefix("# ")).map(str::trim);
        title.filter(|title| !title.is_empty()).unwrap_or(&self.name)
    }

    /// The names of its two files, the steps first.
    pub fn file_names(&self) -> [String; 2] {
        [LESSON_END, WORDS_END].map(|end| format!("{}{end}", self.name))
    }
}

/// The name of the lesson of a file: `a` of `a.lesson` and of `a.en.md`.
fn name_of(file: &str) -> String {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let of_words = || {
        let stem = file.strip_suffix(MARKDOWN_END).unwrap_or(file);
        stem.rsplit_once('.').map_or(stem, |(stem, _)| stem)
    };
    let stem = file.strip_suffix(LESSON_END).unwrap_or_else(of_words);
    to_id(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(files: Vec<LessonFile>) -> First<LessonFile> {
        First::of(files, FILE_COUNT_MAX)
    }

    fn file(name: &str, text: &str) -> LessonFile {
        LessonFile { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn the_two_files_of_a_lesson_come_together_or_one_after_the_other() {
        let mut own = OwnLessons::default();
        let name = own.add(all(vec![file("a.en.md", "# A\n"), file("a.lesson", "# a\n")])).unwrap();
        assert_eq!(name, "a");
        assert_eq!(own.find("a").map(OwnLesson::title), Some("A"));

        assert_eq!(own.add(all(vec![file("b.lesson", "# b\n")])).unwrap(), "b");
        assert_eq!(own.find("b").map(OwnLesson::title), Some("b"), "it has no words yet");
        own.add(all(vec![file("b.en.md", "# Words of b\n")])).unwrap();
        assert_eq!(own.find("b").map(OwnLesson::title), Some("Words of b"));

        own.add(all(vec![file("b.lesson", "# b, changed\n")])).unwrap();
        assert_eq!(own.find("b").and_then(|it| it.words.as_deref()), Some("# Words of b\n"));
        assert_eq!(own.lessons.len(), 2);
        let earlier = serde_json::to_string(&own).unwrap();
        assert_eq!(OwnLessons::parse(&earlier), own, "as an earlier version has stored it");
    }

    #[test]
    fn lessons_are_stored_one_by_one_and_stay_in_their_order() {
        let mut stored: Vec<StoredLesson> = Vec::new();
        let mut own = OwnLessons::default();
        // Two files of 256 KB for each of forty lessons: more than `localStorage` holds.
        let store = |stored: &mut Vec<StoredLesson>, before: &OwnLessons, after: &OwnLessons| {
            let (changed, removed) = after.changes(before, stored);
            let count = changed.len() + removed.len();
            stored.retain(|it| {
                let is_changed = changed.iter().any(|new| new.lesson.name == it.lesson.name);
                !is_changed && !removed.contains(&it.lesson.name)
            });
            stored.extend(changed);
            assert_eq!(OwnLessons::of(stored.clone()), *after);
            count
        };
        for number in 0..OWN_LESSON_MAX {
            let before = own.clone();
            own.set(&number.to_string(), [" ".repeat(9), String::new()]).unwrap();
            assert_eq!(store(&mut stored, &before, &own), 1);
        }
        let before = own.clone();
        own.set("7", ["changed".to_owned(), String::new()]).unwrap();
        own.remove("8");
        assert_eq!(store(&mut stored, &before, &own), 2);
        // What another tab has stored stays.
        let (changed, removed) = own.changes(&own, &[]);
        assert_eq!((changed, removed), (Vec::new(), Vec::new()));
    }

    #[test]
    fn lessons_of_an_earlier_version_come_after_those_that_are_here() {
        let mut own = OwnLessons::default();
        own.set("a", ["new".to_owned(), String::new()]).unwrap();
        let mut earlier = OwnLessons::default();
        earlier.set("a", ["old".to_owned(), String::new()]).unwrap();
        earlier.set("b", ["old".to_owned(), String::new()]).unwrap();
        let all = own.with_earlier(earlier);
        let names: Vec<_> = all.lessons.iter().map(|lesson| lesson.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(all.find("a").and_then(|it| it.lesson.as_deref()), Some("new"));
    }

    #[test]
    fn a_pair_of_files_is_one_lesson_whatever_their_names_are() {
        let mut own = OwnLessons::default();
        let name =
            own.add(all(vec![file("a.lesson", "# a"), file("notes (1).md", "# A")])).unwrap();
        assert_eq!((name.as_str(), own.lessons.len()), ("a", 1));
        let four = ["c.lesson", "c.en.md", "d.lesson", "d.en.md"].map(|name| file(name, ""));
        assert_eq!(own.add(all(four.into())).unwrap(), "c");
        assert_eq!(own.lessons.len(), 3);
    }

    #[test]
    fn what_is_too_much_is_rejected_and_changes_nothing() {
        let mut own = OwnLessons::default();
        let large = " ".repeat(FILE_SIZE_MAX + 1);
        let error = OwnLessonError::TooLarge("a.lesson".to_owned());
        assert_eq!(own.add(all(vec![file("a.lesson", &large)])), Err(error));
        assert!(own.add(all(vec![file("a.lesson", &large[1..])])).is_ok());
        assert_eq!(own.add(all(vec![file("a.txt", "")])), Err(OwnLessonError::NoLesson));
        let many = vec![file("b.lesson", ""); FILE_COUNT_MAX + 1];
        assert_eq!(own.add(all(many)), Err(OwnLessonError::TooManyFiles(101)));
        for number in 1..OWN_LESSON_MAX {
            own.add(all(vec![file(&format!("{number}.lesson"), "")])).unwrap();
        }
        assert_eq!(own.add(all(vec![file("b.lesson", "")])), Err(OwnLessonError::Full));
        assert!(own.add(all(vec![file("a.lesson", "")])).is_ok(), "it replaces the other");
        let files = || [String::new(), String::new()];
        assert_eq!(own.set("b", files()), Err(OwnLessonError::Full));
        assert_eq!(own.set("a", files()), Ok(()), "it replaces the other");
        let error = OwnLessonError::TooLarge("a.en.md".to_owned());
        assert_eq!(own.set("a", [String::new(), large]), Err(error));
        assert_eq!([own.free_name("a"), own.free_name("c")], ["a-2", "c"]);
        own.remove("a");
        assert_eq!(own.lessons.len(), OWN_LESSON_MAX - 1);
    }
}
