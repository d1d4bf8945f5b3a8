//! Both files of a lesson, as far as they are right.

use std::rc::Rc;

use crate::lesson::fault::Fault;
use crate::lesson::file::Lesson;
use crate::lesson::words::Words;

/// What was read of both files of a lesson, and the lines that are wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadLesson {
    /// What it does.
    pub lesson: Rc<Lesson>,
    /// Its words; empty without a file with words.
    pub words: Rc<Words>,
    /// The lines that are wrong.
    pub faults: Vec<Fault>,
    /// Whether there is a file with words.
    pub has_words: bool,
}

impl ReadLesson {
    /// Reads the texts of both files.
    pub fn of(lesson: &str, words: Option<&str>) -> Self {
        let (lesson, mut faults) = Lesson::parse(lesson);
        let words = words.filter(|words| !words.is_empty()).map(Words::parse);
        let has_words = words.is_some();
        let (words, faults_of_words) = words.unwrap_or_default();
        faults.extend(faults_of_words);
        Self { lesson: Rc::new(lesson), words: Rc::new(words), faults, has_words }
    }
}
