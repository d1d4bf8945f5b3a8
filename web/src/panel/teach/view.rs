//! What the page for teachers shows, as plain data. Pure.

use playground::lesson::finish::FinishError;
use playground::lesson::source::LessonSource;
use playground::lesson::tally::{
    CODES_LENGTH_MAX, LessonTally, PredictionTally, TallyFault, TallyReason,
};
use playground::message::text;
use playground::report::sheet::SheetLesson;
use playground::view::first::beginning;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;

use crate::panel::learn::LearnState;
use crate::panel::shared::Shared;
use crate::panel::teach::list::{link, sheet_lesson};
use crate::panel::teach::question::{misconception, question, title};
use crate::panel::teach::state::{Refusal, State};

/// Characters of a wrong line that a sentence repeats.
const CODE_LENGTH_MAX: usize = 60;

/// What the page for teachers shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The chapters of the course: a title, and the lessons that are not chosen: the id, and the title with the minutes.
    pub chapters: Vec<(String, Vec<(String, String)>)>,
    /// Whether there are own lessons, which a link cannot open.
    pub has_own: bool,
    /// The lessons that are chosen.
    pub lessons_chosen: Vec<SheetLesson>,
    /// How many there are, and how long they take.
    pub sum: Message,
    /// The address that opens them; `None` if none is chosen.
    pub link: Option<Text>,
    pub copied: Option<bool>,
    /// The id of the lesson that is chosen to be added.
    pub choice: String,
    /// The address of a lesson, as it is typed, and why it is no lesson.
    pub address: String,
    pub refused: Option<Refusal>,
    /// The text with the codes.
    pub codes: String,
    /// The codes of each lesson.
    pub lessons: Vec<LessonView>,
    /// The lines that are not counted.
    pub faults: Vec<Message>,
}

/// The codes of a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct LessonView {
    pub title: String,
    /// How many learners there are, and how many of them have done all steps.
    pub count: Message,
    /// Which prediction most learners got wrong.
    pub most_missed: Message,
    /// The predictions.
    pub rows: Vec<RowView>,
}

/// A prediction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// The step and the question.
    pub question: String,
    /// The wrong answer that was expected of most, and why it is wrong.
    pub misconception: Option<Message>,
    /// How many were right, gave the wrong answer that was expected of most, gave another wrong one, and gave none.
    pub counts: [u64; 4],
    /// Whether most learners got it wrong.
    pub is_most_missed: bool,
}

/// What the page for teachers shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let limit = Argument::Count(CODES_LENGTH_MAX as u64);
    let cut = state.is_cut.then(|| Message::plain("teach.cut").with("limit", limit));
    let learn = &shared.page.learn;
    let lessons = state.tally.lessons.iter().map(|tally| lesson(tally, learn));
    let chosen = &state.list.lessons;
    let lessons_chosen: Vec<SheetLesson> =
        chosen.iter().map(|it| sheet_lesson(it, learn)).collect();
    let is_least = lessons_chosen.iter().any(|lesson| lesson.minutes.is_none());
    let minutes = lessons_chosen.iter().filter_map(|lesson| lesson.minutes).sum();
    View {
        chapters: chapters(learn, chosen),
        has_own: !learn.own.lessons.is_empty(),
        sum: Message::plain(if is_least { "teach.sum_least" } else { "teach.sum" })
            .with("count", Argument::Count(chosen.len() as u64))
            .with("minutes", Argument::Count(minutes)),
        lessons_chosen,
        link: (!chosen.is_empty()).then(|| link(&state.list, shared)),
        copied: state.copied,
        choice: state.choice.clone(),
        address: state.address.clone(),
        refused: state.refused,
        codes: state.codes.clone(),
        lessons: lessons.collect(),
        faults: cut.into_iter().chain(state.tally.faults.iter().map(fault)).collect(),
    }
}

fn chapters(learn: &LearnState, chosen: &[LessonSource]) -> Vec<(String, Vec<(String, String)>)> {
    let Some((course, words)) = learn.course() else { return Vec::new() };
    let chapters = course.chapters.iter().map(|chapter| {
        let lessons = chapter.lessons.iter().filter_map(|lesson| {
            let source = LessonSource::Course(lesson.id.clone());
            let is_chosen = chosen.contains(&source);
            let option = Message::plain("teach.option")
                .with("title", learn.title(&source))
                .with("count", Argument::Count(lesson.minutes));
            (!is_chosen).then(|| (lesson.id.clone(), text(&option)))
        });
        let title = words.chapters.get(&chapter.id).unwrap_or(&chapter.id);
        (title.clone(), lessons.collect())
    });
    chapters.collect()
}

fn lesson(tally: &LessonTally, learn: &LearnState) -> LessonView {
    let most_missed = tally.most_missed();
    let rows = tally.predictions.iter().enumerate().map(|(position, prediction)| {
        let PredictionTally { right, common, wrong, none } = *prediction;
        RowView {
            question: question(tally, position, learn),
            misconception: misconception(tally, position, learn)
                .filter(|_| common > 0 && common >= wrong),
            counts: [right, common, wrong, none].map(|count| count as u64),
            is_most_missed: most_missed == Some(position),
        }
    });
    let count = |count: usize| Argument::Count(count as u64);
    let most_missed = match most_missed {
        Some(position) => Message::plain("teach.most_missed")
            .with("question", question(tally, position, learn))
            .with("missed", count(tally.predictions[position].missed()))
            .with("count", count(tally.learner_count)),
        None => Message::plain("teach.none_missed"),
    };
    LessonView {
        title: title(tally, learn),
        count: Message::plain("teach.learners")
            .with("count", count(tally.learner_count))
            .with("finished", count(tally.finished_count)),
        most_missed,
        rows: rows.collect(),
    }
}

fn fault(fault: &TallyFault) -> Message {
    let key = match fault.reason {
        TallyReason::Malformed(FinishError::Form) => "teach.no_code",
        TallyReason::Malformed(FinishError::Checksum) => "teach.changed_code",
        TallyReason::Malformed(FinishError::Version) => "teach.later_code",
        TallyReason::Repeated(_) => "teach.repeated_code",
    };
    let message = Message::plain(key)
        .with("line", Argument::Count(fault.line as u64))
        .with("code", Argument::Code(beginning(&fault.text, CODE_LENGTH_MAX).into_owned().into()));
    match fault.reason {
        TallyReason::Repeated(line) => message.with("other", Argument::Count(line as u64)),
        TallyReason::Malformed(_) => message,
    }
}
