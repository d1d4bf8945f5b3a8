//! What is fetched for lessons, and the lesson that is being opened with it.

use std::rc::Rc;

use playground::lesson::course::{Course, CourseWords};
use playground::lesson::fault::Fault;
use playground::lesson::file::Lesson;
use playground::lesson::own::OwnLessons;
use playground::lesson::progress::LessonProgress;
use playground::lesson::read::ReadLesson;
use playground::lesson::source::LessonSource;
use playground::lesson::words::Words;
use playground::sandbox::command::Command;
use playground::view::value::Text;
use playground::view::work::StoredWork;
use playground::view::workspace::Workspace;

use crate::app::platform::store::StoreError;
use crate::panel::learn::{ExampleTries, LearnAction};

/// What was fetched.
#[derive(Debug)]
pub enum LearnEvent {
    /// The list of lessons, or nothing if it could not be fetched.
    Course(Option<Rc<(Course, CourseWords)>>),
    /// The own lessons were read, or could not be; then something is done.
    Own {
        /// What was read.
        own: Result<OwnLessons, StoreError>,
        /// Those of this tab when the question was asked.
        before: Rc<OwnLessons>,
        /// What is done then.
        then: Option<LearnAction>,
    },
    /// These own lessons were stored, or not.
    OwnStored(Rc<OwnLessons>, Result<(), StoreError>),
    /// The files of a lesson, or nothing if they could not be fetched.
    Lesson(Box<FetchedLesson>),
    /// The example of the lesson with an id; nothing if it could not be fetched.
    Example {
        /// The lesson.
        id: Text,
        /// What was fetched.
        example: Option<FetchedExample>,
        /// Whether it is opened as design B.
        is_beside: bool,
    },
    /// The lesson with an id, whose questions are named; nothing if it could not be fetched.
    Questions(Text, Option<ReadLesson>),
}

/// The example with which a lesson begins.
#[derive(Debug, Clone)]
pub struct FetchedExample {
    /// Opens it.
    pub(crate) command: Command,
    /// The workspace in which it opens.
    pub(crate) workspace: Workspace,
    pub(crate) tries: ExampleTries,
}

/// The files of a lesson.
#[derive(Debug)]
pub struct FetchedLesson {
    pub(crate) name: Text,
    pub(crate) step: Option<Text>,
    pub(crate) files: FetchedFiles,
    /// Its sandbox, if this browser has stored it.
    pub(crate) work: Option<StoredWork>,
}

/// What was fetched of both files.
#[derive(Debug)]
pub(crate) enum FetchedFiles {
    /// They were read; without a file with words, the words are empty.
    Read(ReadLesson),
    /// There is no file with steps.
    NoSteps {
        /// Whether there is one with words.
        has_words: bool,
    },
    /// The part of the program that reads lessons could not be loaded.
    NoReader,
}

/// A lesson whose sandbox is being opened.
#[derive(Debug)]
pub(crate) struct OpeningLesson {
    pub(super) name: Text,
    pub(super) step: Option<Text>,
    pub(super) source: LessonSource,
    pub(super) lesson: Rc<Lesson>,
    pub(super) words: Rc<Words>,
    pub(super) faults: Rc<[Fault]>,
    pub(super) progress: LessonProgress,
    pub(super) kept: LessonProgress,
    /// The slot of the stored sandbox, while that is being opened.
    pub(super) slot: Option<String>,
}
