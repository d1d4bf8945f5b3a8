//! What a learner will see of a draft, with what can be asked about each operation. Pure.

use playground::lesson::action::{Action, ActionKind};
use playground::lesson::file::{ExpectedKind, Lesson, Part, Step};
use playground::lesson::prediction::Mark;
use playground::lesson::record::question::{Question, questions};
use playground::lesson::record::quick::is_quick;
use playground::lesson::words::{PredictionWords, Span, StepWords, Text as Prose, Words};

/// What a learner will see of a draft.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The title of the lesson.
    pub title: String,
    pub steps: Vec<StepPreview>,
    /// Whether the files can be checked at each pause.
    pub is_quick: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StepPreview {
    /// Its title; its id if it has none.
    pub title: String,
    pub text: Prose,
    /// What happens in it.
    pub parts: Vec<PartPreview>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PartPreview {
    /// A question.
    Prediction {
        question: Prose,
        /// Its choices: what each says, and how it is marked.
        choices: Vec<(Vec<Span>, Mark)>,
    },
    /// A request or a run, with its result.
    Operation {
        /// DynamoDB's name of the operation; a workload if it has none.
        name: Option<String>,
        /// The lines of its result.
        result: Vec<String>,
        /// Its line among the steps.
        line: usize,
        /// What can be asked about it.
        questions: Vec<Question>,
    },
    /// A task: what to do.
    Task(Prose),
    /// Virtual time passes, in milliseconds.
    Time(u64),
    /// Settings or tables change.
    Change,
    /// The learner continues alone.
    Free,
}

impl Preview {
    /// The preview of two files, as far as they can be read.
    pub fn of(lesson: &str, words: &str) -> Self {
        let (lesson, words) = (Lesson::parse(lesson).0, Words::parse(words).0);
        let steps = lesson.steps.iter().map(|step| {
            let words = words.step(&step.id).cloned().unwrap_or_default();
            StepPreview {
                title: if words.title.is_empty() { step.id.clone() } else { words.title.clone() },
                parts: parts(step, &words),
                text: words.text,
            }
        });
        let steps = steps.collect();
        Self { steps, title: words.title, is_quick: is_quick(&lesson) }
    }
}

fn parts(step: &Step, words: &StepWords) -> Vec<PartPreview> {
    let parts = step.parts.iter().enumerate().filter_map(|(position, part)| match part {
        Part::Predict(prediction) => {
            let words = words.prediction(&prediction.id).cloned().unwrap_or_default();
            let label = |id: &str| label(&words, id);
            let choices = prediction.choices.iter();
            let choices = choices.map(|choice| (label(&choice.id), choice.mark)).collect();
            Some(PartPreview::Prediction { question: words.question.clone(), choices })
        }
        Part::Act(action) => {
            let asked = asked(&step.parts[..position]);
            Some(act(action, step.parts.get(position + 1), &asked))
        }
        Part::Task(task) => {
            let words = words.task(&task.id).cloned().unwrap_or_default();
            Some(PartPreview::Task(words.text))
        }
        Part::Free => Some(PartPreview::Free),
        Part::Look(_) | Part::Expect(_) => None,
    });
    parts.collect()
}

/// The ids of the questions that the next action answers.
fn asked(before: &[Part]) -> Vec<&str> {
    let open = before.iter().rev().take_while(|part| !matches!(part, Part::Expect(_)));
    let ids = open.filter_map(|part| match part {
        Part::Predict(prediction) => Some(prediction.id.as_str()),
        _ => None,
    });
    ids.collect()
}

/// What a choice says: a number says itself.
fn label(words: &PredictionWords, id: &str) -> Vec<Span> {
    let label = words.choice(id).map(|choice| choice.label.clone()).unwrap_or_default();
    if label.is_empty() { vec![Span::Plain(id.to_owned())] } else { label }
}

fn act(action: &Action, next: Option<&Part>, asked: &[&str]) -> PartPreview {
    let name = match &action.kind {
        ActionKind::Call { operation, .. } => Some(operation.clone()),
        ActionKind::Workload(_) | ActionKind::Run => None,
        ActionKind::Advance { ms } => return PartPreview::Time(*ms),
        ActionKind::Set(_)
        | ActionKind::Rebuild { .. }
        | ActionKind::Program(_)
        | ActionKind::Series(_)
        | ActionKind::Send { .. } => return PartPreview::Change,
    };
    let expected = match next {
        Some(Part::Expect(expected)) => Some(expected),
        _ => None,
    };
    let result = expected.map(|expected| match &expected.kind {
        ExpectedKind::Result(lines) => lines.iter().map(|(_, line)| line.clone()).collect(),
        ExpectedKind::Outcome(claims) | ExpectedKind::State(claims) => {
            claims.iter().map(|claim| claim.text.clone()).collect()
        }
    });
    let mut questions = expected.map(|it| questions(action, it)).unwrap_or_default();
    questions.retain(|question| !asked.iter().any(|id| question.is_id(id)));
    PartPreview::Operation {
        name,
        result: result.unwrap_or_default(),
        line: action.line,
        questions,
    }
}
