//! The parsed form of a `.lesson` file.

use serde_json::{Map, Value};

use crate::lesson::action::Action;
use crate::lesson::condition::Claim;
use crate::lesson::observed::Observed;
use crate::lesson::prediction::Prediction;
use crate::lesson::rule::ShownRule;
use crate::sandbox::command::Command;
use crate::session::Session;
use crate::view::workspace::Workspace;

/// A lesson without its words.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its id: the name of its file, and the first heading in it.
    pub id: String,
    /// Rises when the steps change. Progress of an earlier revision is kept where the ids of steps are the same.
    pub revision: u64,
    /// How long it takes when it is read aloud.
    pub minutes: u64,
    /// The tables, items and settings with which it opens: a document of version 1 (`sandbox/document/mod.rs`) without title.
    pub document: Map<String, Value>,
    /// The workspace in which the example opens.
    pub workspace: Workspace,
    /// What can be done first in the example.
    pub tries: Vec<Try>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// Something to do in the example without the lesson: what a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    /// The line that names it.
    pub line: usize,
    /// The id of the step.
    pub step: String,
}

/// A step of a lesson: one idea, and one screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its id, unique in the lesson. Links and progress use it.
    pub id: String,
    /// The line of its heading.
    pub line: usize,
    /// The rules and patterns that it shows.
    pub rules: Vec<ShownRule>,
    /// What a wrong answer to its question says of the learner.
    pub placement: Option<Placement>,
    /// What happens in it, in order. Its text is shown first.
    pub parts: Vec<Part>,
}

/// The chapter of the course that a question is about, and the steps of the course that repair wrong answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The line of its block.
    pub line: usize,
    /// The id of the chapter.
    pub chapter: String,
    pub repairs: Vec<Repair>,
}

/// What repairs a wrong answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The id of the choice.
    pub choice: String,
    /// The ids of the lesson and of its step.
    pub lesson: String,
    pub step: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The learner predicts what the next actions will do. It is answered at the next `Expect`.
    Predict(Prediction),
    /// Something is done to the sandbox.
    Act(Action),
    /// A part of the page is shown.
    Look(Focus),
    /// What has just happened, or what is the case now.
    Expect(Expected),
    /// The learner reaches a state, in whatever way.
    Task(Task),
    /// The learner goes on alone, with the words of the step as a suggestion. The last part of a lesson.
    Free,
}

/// A part of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focus {
    Table(String),
    Index(String),
    Item {
        table: String,
        /// The values of its key attributes, as text.
        key: Vec<String>,
    },
    /// A workspace: `explore`, `load` or `design`, which may be called `cost`.
    Workspace(Workspace),
}

/// What is the case at this place of a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Expected {
    /// The line of its block.
    pub line: usize,
    pub kind: ExpectedKind,
}

/// The kinds of expectation.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedKind {
    /// `result`: the complete result of the last request, as [`lines`](crate::lesson::result::lines).
    Result(Vec<(usize, String)>),
    /// `outcome`: what the last run did. It has at least how many requests were issued, succeeded and were throttled.
    Outcome(Vec<Claim>),
    /// `state`: what is the case now.
    State(Vec<Claim>),
}

/// A state that the learner reaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Its id, unique in the step.
    pub id: String,
    /// The line of its block.
    pub line: usize,
    /// What must be the case, all at once. What is said about the last request or run is about those since the task began.
    pub goal: Vec<Claim>,
    /// A way to reach it.
    pub solution: Vec<Action>,
}

impl Task {
    /// Whether the goal is met. `observed` is what happened since the task began.
    pub fn is_done(&self, session: &Session, observed: &Observed) -> bool {
        self.goal.iter().all(|claim| claim.condition.is_met(session, observed))
    }
}

impl Lesson {
    /// The command that opens the lesson as a new sandbox.
    pub fn opening(&self, title: &str) -> Command {
        Command::OpenDocument(self.document_text(title))
    }

    /// The command that opens the state with which the lesson begins, without the lesson.
    pub fn example(&self, title: &str) -> Command {
        Command::OpenExample { lesson: self.id.clone(), document: self.document_text(title) }
    }

    fn document_text(&self, title: &str) -> String {
        let mut document = self.document.clone();
        document.insert("title".into(), title.into());
        Value::Object(document).to_string()
    }

    /// The position of a step, by its id.
    pub fn step(&self, id: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.id == id)
    }

    /// What a step does, and the solutions of its tasks.
    pub fn actions_of(step: &Step) -> impl Iterator<Item = &Action> {
        step.parts.iter().flat_map(|part| match part {
            Part::Act(action) => std::slice::from_ref(action),
            Part::Task(task) => &task.solution,
            Part::Predict(_) | Part::Look(_) | Part::Expect(_) | Part::Free => &[],
        })
    }

    /// The predictions of all steps, each with its step.
    pub fn predictions(&self) -> impl Iterator<Item = (&Step, &Prediction)> {
        self.steps.iter().flat_map(|step| {
            let predictions = step.parts.iter().filter_map(|part| match part {
                Part::Predict(prediction) => Some(prediction),
                Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Task(_) | Part::Free => None,
            });
            predictions.map(move |prediction| (step, prediction))
        })
    }
}
