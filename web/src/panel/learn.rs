//! Lessons: what the page knows of the course and of the lesson that is open, and what can be done with them.

use std::collections::BTreeMap;
use std::rc::Rc;

use playground::lesson::action::Action as LessonAction;
use playground::lesson::course::{Course, CourseLesson, CourseWords};
use playground::lesson::fault::Fault;
use playground::lesson::finish::FinishCode;
use playground::lesson::list::LessonList;
use playground::lesson::own::{LessonFile, OwnLessonError, OwnLessons};
use playground::lesson::player::Player;
use playground::lesson::prediction::Prediction;
use playground::lesson::progress::{Answer, LessonProgress, Progress};
use playground::lesson::read::ReadLesson;
use playground::lesson::source::LessonSource;
use playground::sandbox::outcome::Outcome;
use playground::view::first::First;
use playground::view::value::Text;
use playground::view::work::StorageFailure;

use crate::panel::id::PanelId;
use crate::panel::link::PanelLink;

/// Opens the recorder with what was done in the sandbox, or with the draft that there is.
pub const RECORD_SANDBOX: PanelLink = PanelLink { panel: PanelId::RECORD, topic: "sandbox" };

/// Opens the recorder with the files of the lesson that is played, which is one of the user's own.
pub const RECORD_LESSON: PanelLink = PanelLink { panel: PanelId::RECORD, topic: "lesson" };

/// What the page knows of lessons.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LearnState {
    /// The lessons in their order.
    pub course: Fetched<Rc<(Course, CourseWords)>>,
    /// The lessons that a teacher has chosen: those of the address.
    pub list: Rc<LessonList>,
    /// The user's own lessons.
    pub own: Rc<OwnLessons>,
    /// Those of them that this browser has stored.
    pub stored: Rc<OwnLessons>,
    /// Why some of them are not stored.
    pub not_stored: Option<StorageFailure>,
    /// The lessons whose questions the page for teachers names, by id.
    pub questions: BTreeMap<Text, Fetched<ReadLesson>>,
    /// How far the user has come.
    pub progress: Rc<Progress>,
    /// The lesson beside the workspace.
    pub open: Option<OpenLesson>,
    /// What can be done first in the example on the page.
    pub tries: Option<ExampleTries>,
    /// Whether the lesson opens its sandbox at the moment. Any other sandbox that is opened closes the lesson.
    pub is_opening: bool,
}

/// Something that is fetched from the site.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Fetched<T> {
    /// Not yet.
    #[default]
    Not,
    /// It was asked for.
    Loading,
    Here(T),
    /// It could not be fetched.
    Failed,
}

/// A lesson beside the workspace.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenLesson {
    /// Its files are being fetched: the text that names it (see [`LessonSource`]).
    Loading(Text),
    /// It cannot be played.
    Failed {
        /// The text that names it; empty if files were opened that are no lesson.
        name: Text,
        /// The step that was asked for.
        step: Option<Text>,
        /// Why.
        problem: LessonProblem,
    },
    Playing(Box<PlayedLesson>),
}

/// Why a lesson cannot be played.
#[derive(Debug, Clone, PartialEq)]
pub enum LessonProblem {
    /// Its files could not be fetched from the site.
    NotFetched,
    /// They could not be, and only its example was to be opened.
    NoExample,
    /// Its files could not be fetched from another address.
    NotFetchedFrom(Text),
    /// It is an own lesson of another browser.
    NotHere,
    /// Of an own lesson, only the file with the words was opened: its name.
    OnlyWords(Text),
    /// The files that were opened are not those of a lesson.
    NotOpened(OwnLessonError),
    /// No step is left without the lines that are wrong.
    Faults(Rc<[Fault]>),
    /// Its tables cannot be made.
    NoSandbox,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlayedLesson {
    /// Where its files are.
    pub source: LessonSource,
    /// How far it has come.
    pub player: Player,
    /// The lines of its files that are wrong: the rest is played.
    pub faults: Rc<[Fault]>,
    /// The step that the address asks for, if the lesson has none of this name.
    pub missing_step: Option<Text>,
    /// How far the learner had come when this tab stored it last, or when the lesson was opened.
    pub kept: LessonProgress,
    /// The revision of the player for which the clock was held or let run. After that it is the user's.
    pub clock_revision: Option<u64>,
}

/// What can be done first in an example.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleTries {
    /// The id of the lesson that begins with the example.
    pub lesson: Text,
    pub steps: Vec<TriedStep>,
}

/// A step of the lesson that can be done in the example.
#[derive(Debug, Clone, PartialEq)]
pub struct TriedStep {
    /// Its title.
    pub title: Text,
    /// What it does.
    pub actions: Rc<[LessonAction]>,
    /// Whether it was done.
    pub is_done: bool,
}

impl LearnState {
    /// Closes the lesson because another sandbox was opened, unless the lesson itself opened it.
    #[must_use]
    pub fn with_other_sandbox(mut self) -> Self {
        self.open = self.open.filter(|_| self.is_opening);
        self.tries = None;
        self
    }

    /// The text that names the lesson that is open (see [`LessonSource`]).
    pub fn name(&self) -> Option<String> {
        match self.open.as_ref()? {
            OpenLesson::Loading(name) => Some(name.to_string()),
            OpenLesson::Playing(played) => Some(played.source.to_string()),
            OpenLesson::Failed { .. } => None,
        }
    }

    /// The lesson that is played.
    pub fn played(&self) -> Option<&PlayedLesson> {
        match &self.open {
            Some(OpenLesson::Playing(played)) => Some(played),
            Some(OpenLesson::Loading(_) | OpenLesson::Failed { .. }) | None => None,
        }
    }

    /// The question during which something is covered: see [`Player::covering_question`].
    pub fn covering_question(&self) -> Option<&Prediction> {
        self.played()?.player.covering_question()
    }

    /// The course with its words, once it is here.
    pub fn course(&self) -> Option<&(Course, CourseWords)> {
        match &self.course {
            Fetched::Here(course) => Some(course),
            Fetched::Not | Fetched::Loading | Fetched::Failed => None,
        }
    }

    /// The lesson of the course with an id.
    pub fn course_lesson(&self, id: &str) -> Option<&CourseLesson> {
        self.course()?.0.lessons().find(|lesson| lesson.id == id)
    }

    /// Whether a learner has nothing left to do in a lesson. The steps of one that is not in the course are not known.
    pub fn is_done(&self, source: &LessonSource) -> bool {
        let Some(progress) = self.progress.lessons.get(&source.to_string()) else { return false };
        match source {
            LessonSource::Course(id) => self
                .course_lesson(id)
                .is_some_and(|it| it.steps.iter().all(|it| progress.done.contains(it))),
            LessonSource::Own(_) | LessonSource::Address(_) => progress.is_finished,
        }
    }

    /// Whether the site may have a lesson: one of the course, or one at another address.
    pub fn is_known(&self, source: &LessonSource) -> bool {
        match source {
            LessonSource::Course(id) => self.course_lesson(id).is_some(),
            LessonSource::Own(_) | LessonSource::Address(_) => true,
        }
    }

    /// The lessons of the teacher's list that can be taken, in order.
    pub fn listed_lessons(&self) -> impl Iterator<Item = &LessonSource> {
        self.list.lessons.iter().filter(|source| self.is_known(source))
    }

    /// The title of a lesson of the course; of another one the text that names it.
    pub fn title(&self, source: &LessonSource) -> String {
        let title = match source {
            LessonSource::Course(id) => self.course().and_then(|(_, words)| words.lessons.get(id)),
            LessonSource::Own(_) | LessonSource::Address(_) => None,
        };
        title.map_or_else(|| source.to_string(), |words| words.title.clone())
    }

    /// The player of the lesson that is played.
    pub fn player_mut(&mut self) -> Option<&mut Player> {
        match &mut self.open {
            Some(OpenLesson::Playing(played)) => Some(&mut played.player),
            Some(OpenLesson::Loading(_) | OpenLesson::Failed { .. }) | None => None,
        }
    }

    /// Takes note of what a command did.
    pub fn note(&mut self, outcomes: &[Outcome]) {
        if let Some(player) = self.player_mut() {
            player.note(outcomes);
        }
    }
}

impl PlayedLesson {
    /// The code of the learner. `None` until the progress is stored, and of a lesson that is too long for a code.
    pub fn finish_code(&self) -> Option<FinishCode> {
        let player = &self.player;
        FinishCode::new(player.lesson(), &player.progress(None), self.kept.number?)
    }
}

/// What can be done with lessons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LearnAction {
    /// Fetch the list of lessons.
    List,
    /// Open a lesson, at the step where the user was, or at another one.
    Open {
        /// The text that names it (see [`LessonSource`]).
        lesson: Text,
        step: Option<Text>,
    },
    /// Open the example with which a lesson of the course begins.
    OpenExample(Text),
    /// Open it as design B, beside the sandbox.
    CompareExample(Text),
    /// Do one of the things that can be done first in the example, by its position.
    Try(usize),
    /// Hide them.
    CloseTries,
    /// Open files of lessons, which this browser keeps.
    OpenFiles(First<LessonFile>),
    /// Keep both files of an own lesson under a name, the steps first, and play it.
    PlayDraft {
        /// The own lesson that they replace; `None` for a new one.
        name: Option<Text>,
        /// What the name of a new one begins with.
        id: Text,
        /// What it does and its words.
        files: [String; 2],
    },
    /// Remove an own lesson from this browser.
    RemoveOwn(Text),
    /// Fetch the lessons with these ids, to name their questions.
    FetchQuestions(Vec<Text>),
    /// In the window with the notes: go one press forward in the presentation.
    NotesForward,
    /// In the window with the notes: go back in the presentation.
    NotesBack,
    /// Close the lesson, and show the sandbox that was on the page before it.
    Close,
    /// Answer a prediction, or go on without an answer.
    Answer { prediction: Text, answer: Answer },
    /// Let a request or a workload run.
    Run,
    /// Let the time pass that the lesson waits for.
    SkipWait,
    /// Show one more hint.
    Hint,
    /// Play the solution of the task.
    ShowSolution,
    /// Begin the step again, with the sandbox as it was then.
    Again,
    /// Show the next step.
    Next,
    /// Show a step with the sandbox as it is when the step begins.
    GoTo(usize),
}
