//! Adds a question to a draft: a prediction whose right answer is measured by playing the lesson, and the words that it needs.
//!
//! A question begins a step: if the step asks something already, it becomes two.

use engine::receipt::UnitKind;

use super::text::block;
use super::words::step_words;
use crate::lesson::action::{Action, ActionKind};
use crate::lesson::file::{Expected, ExpectedKind, Lesson, Part, Step};
use crate::lesson::observed::Observed;
use crate::lesson::words::Words;
use crate::lesson::{play, result};
use crate::message::{text, word};
use crate::view::message::{Argument, Message};

/// What can be asked about an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// What a request costs.
    Cost,
    /// How many items a read returns.
    Returned,
    /// Whether a request is accepted.
    Accepted,
    /// How many attempts of a run are throttled.
    Throttled,
}

impl Question {
    /// Its id in the files.
    const fn id(self) -> &'static str {
        match self {
            Self::Cost => "cost",
            Self::Returned => "items",
            Self::Accepted => "accepted",
            Self::Throttled => "throttled",
        }
    }

    /// Whether a prediction with this id asks it, as [`ask`] names predictions: `cost`, `cost-2`.
    pub fn is_id(self, id: &str) -> bool {
        let number = id.strip_prefix(self.id()).map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        number.is_some_and(|number| number.bytes().all(|it| it.is_ascii_digit()))
    }

    /// Its name: a key of the catalogue.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Cost => "record.ask.cost",
            Self::Returned => "record.ask.items",
            Self::Accepted => "record.ask.accepted",
            Self::Throttled => "record.ask.throttled",
        }
    }
}

/// What can be asked about an action whose result is stated below it.
pub fn questions(action: &Action, expected: &Expected) -> Vec<Question> {
    match (&action.kind, &expected.kind) {
        (ActionKind::Call { .. }, ExpectedKind::Result(lines)) => {
            let begins = |words: [&str; 2]| {
                let begins = |text: &str| words.iter().any(|word| text.starts_with(word));
                lines.iter().any(|(_, text)| begins(text))
            };
            let offers = [
                (Question::Cost, begins(["read ", "write "])),
                (Question::Returned, begins(["returns ", "returns "])),
                (Question::Accepted, begins(["error ", "free"])),
            ];
            offers.into_iter().filter(|(_, is_offered)| *is_offered).map(|(it, _)| it).collect()
        }
        (ActionKind::Workload(_) | ActionKind::Run, ExpectedKind::Outcome(_)) => {
            vec![Question::Throttled]
        }
        _ => Vec::new(),
    }
}

/// Both files with a question above the action in a line of the `.lesson` file. `None` if there is no such action, or nothing that
/// could be asked about it.
pub fn ask([lesson, words]: [&str; 2], line: usize, question: Question) -> Option<[String; 2]> {
    let (parsed, _) = Lesson::parse(lesson);
    let is_asked = |part: &Part| matches!(part, Part::Act(action) if action.line == line);
    let step = parsed.steps.iter().position(|step| step.parts.iter().any(is_asked))?;
    let part = parsed.steps[step].parts.iter().position(is_asked)?;
    let choices = choices(question, &observed(&parsed, step, part))?;
    let id = free_name(question.id(), |id| {
        parsed.predictions().any(|(_, prediction)| prediction.id == id)
    });
    let split = split(&parsed.steps[step], part);
    let other_step = free_name("step-1", |id| parsed.step(id).is_some());
    let heading = format!("\n## {other_step}\n\n");

    let prediction = block(&format!("predict {id}"), &choices.assertions());
    let mut insertions = match split {
        None => vec![(line, prediction)],
        Some(Split::Here) => vec![(line, heading + &prediction)],
        Some(Split::Later { line: later, .. }) => vec![(line, prediction), (later, heading)],
    };
    let mut lines: Vec<&str> = lesson.split_inclusive('\n').collect();
    insertions.reverse();
    for (line, text) in &insertions {
        lines.insert(line - 1, text);
    }
    let asked = block(&format!("predict {id}"), &choices.words(action_name(&parsed, step, part)));
    let words = with_words(words, &parsed.steps[step], part, (split, &other_step), &asked);
    Some([lines.concat(), words])
}

/// Where a step becomes two.
#[derive(Debug, Clone, Copy)]
enum Split {
    /// At the question: the step has asked something before.
    Here,
    /// At the next question of the step.
    Later {
        /// The position of that question among the parts.
        part: usize,
        line: usize,
    },
}

/// Where a step becomes two if something is asked about one of its parts. What is asked about one operation stays in one step.
fn split(step: &Step, part: usize) -> Option<Split> {
    let is_answer = |part: &Part| matches!(part, Part::Expect(_) | Part::Task(_));
    let (before, after) = step.parts.split_at(part);
    let answered = before.iter().rposition(is_answer).unwrap_or_default();
    if before[..answered].iter().any(|part| matches!(part, Part::Predict(_))) {
        return Some(Split::Here);
    }
    after.iter().zip(part..).find_map(|(it, position)| match it {
        Part::Predict(prediction) => Some(Split::Later { part: position, line: prediction.line }),
        _ => None,
    })
}

/// What happened when a part of a step has been played.
fn observed(lesson: &Lesson, step: usize, part: usize) -> Observed {
    let mut session = play::opened(lesson, "");
    let before = lesson.steps[..step].iter().flat_map(|step| &step.parts);
    let parts = before.chain(&lesson.steps[step].parts[..=part]);
    let mut observed = Observed::default();
    for part in parts {
        let actions = match part {
            Part::Act(action) => std::slice::from_ref(action),
            Part::Task(task) => &task.solution,
            Part::Predict(_) | Part::Look(_) | Part::Expect(_) | Part::Free => &[],
        };
        for action in actions {
            play::perform(&mut session, action, &mut observed);
        }
    }
    observed
}

fn action_name(lesson: &Lesson, step: usize, part: usize) -> &str {
    match &lesson.steps[step].parts[part] {
        Part::Act(Action { kind: ActionKind::Call { operation, .. }, .. }) => operation,
        _ => "",
    }
}

/// A name that is not taken: `cost`, `cost-2`; `step-2` after `step-1`.
fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let stem = name.strip_suffix("-1").unwrap_or(name);
    let mut names = (2..).map(|number| format!("{stem}-{number}"));
    match is_taken(name) {
        false => name.to_owned(),
        true => names.find(|name| !is_taken(name)).expect("there are fewer names than numbers"),
    }
}

/// Two choices: the right one, and a wrong one.
struct Choices {
    question: &'static str,
    /// Whether the wrong one is a number that a teacher may replace.
    is_number: bool,
    /// What is asserted, what the choice says, and whether it is right.
    both: [(String, String, bool); 2],
}

impl Choices {
    /// The lines of the block of the `.lesson` file.
    fn assertions(&self) -> String {
        let lines = self.both.iter().zip(["a", "b"]).map(|((assertion, _, is_right), id)| {
            format!("{} {id}  {assertion}\n", if *is_right { '*' } else { '!' })
        });
        lines.collect()
    }

    /// The lines of the block of the words.
    fn words(&self, operation: &str) -> String {
        let question =
            Message::plain(self.question).with("operation", Argument::English(operation.into()));
        let lines = self.both.iter().zip(["a", "b"]).map(|((_, label, is_right), id)| {
            let reason = match is_right {
                true => "record.words.right",
                false if self.is_number => "record.words.wrong_number",
                false => "record.words.wrong",
            };
            format!("- {id}  {label}  {}\n", word(reason))
        });
        format!("{}\n{}", text(&question), lines.collect::<String>())
    }
}

/// The choices of a question. `None` if nothing of the kind has happened.
fn choices(question: Question, observed: &Observed) -> Option<Choices> {
    let operation = observed.operation.as_deref();
    match question {
        Question::Cost => {
            let operation = operation?;
            let writes = !operation.units(UnitKind::Write).is_zero();
            let (kind, verb, label) = match writes {
                true => (UnitKind::Write, "last write", "record.words.write_units"),
                false => (UnitKind::Read, "last read", "record.words.read_units"),
            };
            let right = operation.units(kind).halves();
            // Without the indexes, or twice as much: as a strongly consistent read, or as a transaction.
            let first = result::arms(operation, kind).first().map(|(_, units)| units.halves());
            let wrong = first.filter(|first| *first != right && *first > 0);
            let wrong = wrong.unwrap_or(if right == 0 { 2 } else { 2 * right });
            let said = |halves: u64| {
                let units = engine::capacity::units::CapacityUnits::from_halves(halves);
                let label = Message::plain(label).with("units", Argument::HalfUnits(halves));
                (format!("{verb} {units}"), text(&label))
            };
            Some(in_order("record.question.cost", right, wrong, said))
        }
        Question::Returned => {
            let returned = result::returned(operation?)?;
            let (right, all) = (returned.count, returned.evaluated);
            let wrong = if all == right { right + 1 } else { all };
            let said = |count: u64| {
                let label =
                    Message::plain("record.words.items").with("count", Argument::Count(count));
                (format!("last returns {count}"), text(&label))
            };
            Some(in_order("record.question.items", right, wrong, said))
        }
        Question::Accepted => {
            let error = operation?.reply.as_ref().err().map(result::error_code);
            let rejected = match &error {
                Some(code) => format!("last rejected {code}"),
                None => "last rejected".to_owned(),
            };
            let labels = ["record.words.accepted", "record.words.rejected"].map(word);
            let [accepted, refused] = labels.map(|label| label.to_string());
            Some(Choices {
                question: "record.question.accepted",
                is_number: false,
                both: [
                    ("last accepted".to_owned(), accepted, error.is_none()),
                    (rejected, refused, error.is_some()),
                ],
            })
        }
        Question::Throttled => {
            let counts = &observed.run.as_ref()?.result.counts;
            let right = counts.throttled;
            let wrong = if right == 0 { counts.issued.clamp(1, 100) } else { 0 };
            let said = |count: u64| {
                let label =
                    Message::plain("record.words.throttled").with("count", Argument::Count(count));
                (format!("run throttled {count}"), text(&label))
            };
            Some(in_order("record.question.throttled", right, wrong, said))
        }
    }
}

/// The smaller number first, so that the place of a choice does not tell which is right.
fn in_order(
    question: &'static str,
    right: u64,
    wrong: u64,
    said: impl Fn(u64) -> (String, String),
) -> Choices {
    let both = [right.min(wrong), right.max(wrong)].map(|number| {
        let (assertion, label) = said(number);
        (assertion, label, number == right)
    });
    Choices { question, is_number: true, both }
}

/// The words with those of a question, in the section of its step. The questions and tasks of the new step go with it.
fn with_words(
    words: &str,
    step: &Step,
    part: usize,
    (split, other_step): (Option<Split>, &str),
    asked: &str,
) -> String {
    let (parsed, _) = Words::parse(words);
    let lines: Vec<&str> = words.split_inclusive('\n').collect();
    let new_section = step_words(other_step, "record.words.title", "record.words.text");
    let Some(own) = parsed.step(&step.id) else {
        let own = step_words(&step.id, "record.words.title", "record.words.text");
        return format!("{}{own}\n{asked}", words.trim_end().to_owned() + "\n");
    };
    let next = parsed.steps.iter().map(|step| step.line).find(|line| *line > own.line);
    let end = next.map_or(lines.len(), |line| line - 1);
    let first_moved = match split {
        None => step.parts.len(),
        Some(Split::Here) => part,
        Some(Split::Later { part, .. }) => part,
    };
    let moved_lines: Vec<usize> = step.parts[first_moved..]
        .iter()
        .filter_map(|part| match part {
            Part::Predict(prediction) => own.prediction(&prediction.id).map(|it| it.line),
            Part::Task(task) => own.task(&task.id).map(|it| it.line),
            Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Free => None,
        })
        .collect();
    let (mut kept, mut moved) = (String::new(), String::new());
    let mut is_moving = false;
    for (text, number) in lines[own.line - 1..end].iter().zip(own.line..) {
        is_moving |= moved_lines.contains(&number);
        let target = if is_moving { &mut moved } else { &mut kept };
        *target += text;
        is_moving &= text.trim_end() != "```";
    }
    let kept = kept.trim_end().to_owned() + "\n";
    let moved = if moved.is_empty() { moved } else { format!("\n{moved}") };
    let section = match split {
        None => format!("{kept}\n{asked}"),
        Some(Split::Here) => format!("{kept}{new_section}\n{asked}{moved}"),
        Some(Split::Later { .. }) => format!("{kept}\n{asked}{new_section}{moved}"),
    };
    let gap = if next.is_some() { "\n" } else { "" };
    let (head, tail) = (lines[..own.line - 1].concat(), lines[end..].concat());
    format!("{head}{section}{gap}{tail}")
}
