//! What is printed. Pure.

use std::rc::Rc;

use playground::lesson::file::Part;
use playground::lesson::player::Player;
use playground::lesson::words::{Span, Text as Prose};
use playground::report;
use playground::view::draft::FaultView;
use playground::view::index::{EntriesShown, IndexView};
use playground::view::map::MapView;
use playground::view::message::{Argument, Message};
use playground::view::receipt::ReceiptView;
use playground::view::table::TableHead;
use playground::view::value::Text;
use playground::view::workspace::Workspace;

use crate::panel::shared::Shared;

/// What is printed.
#[derive(Debug, Clone, PartialEq)]
pub enum View {
    Sandbox(Box<SandboxView>),
    /// The report on the design, as HTML.
    Report(Text),
}

/// A sandbox on paper.
#[derive(Debug, Clone, PartialEq)]
pub struct SandboxView {
    /// The title of the sandbox.
    pub title: Text,
    /// The step of the lesson that is played.
    pub lesson: Option<LessonView>,
    /// The map, if there is more than one table with its indexes.
    pub map: Option<MapView>,
    /// The tables, in order of creation.
    pub tables: Vec<TableView>,
    /// The last operation in one sentence; `None` before the first.
    pub sentence: Option<Message>,
    /// The last run, and why it ended.
    pub run: Option<Message>,
    /// What it cost.
    pub receipt: Option<Rc<ReceiptView>>,
    /// What followed from it.
    pub followers: Vec<Message>,
    /// Why it was rejected.
    pub fault: Option<Rc<FaultView>>,
    /// The link of the sandbox with its address, or why there is none.
    pub link: Result<Text, Message>,
}

/// A step of a lesson, as far as the learner has come.
#[derive(Debug, Clone, PartialEq)]
pub struct LessonView {
    /// The number and the title of the step.
    pub title: Message,
    pub text: Prose,
    /// Its questions and tasks: what is asked, and the answers to choose from.
    pub parts: Vec<(Prose, Vec<Vec<Span>>)>,
}

/// A table with its indexes.
#[derive(Debug, Clone, PartialEq)]
pub struct TableView {
    pub head: TableHead,
    /// Its indexes, without entries.
    pub indexes: Vec<Rc<IndexView>>,
}

/// What is printed; `None` if the page is not being printed.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let page = shared.page;
    page.printing.then(|| match page.workspace {
        Workspace::Design => {
            View::Report(report::body(shared.session, shared.link().ok().as_ref()).into())
        }
        Workspace::Explore | Workspace::Load => View::Sandbox(Box::new(sandbox(shared))),
    })
}

fn sandbox(shared: &Shared) -> SandboxView {
    let session = shared.session;
    let why = session.why(shared.selection.operation);
    let tables = session.tables(None).into_iter().filter_map(|table| {
        let indexes = session.indexes(Some(&table.name), &EntriesShown::first(0), None);
        Some(TableView { head: session.table_head(Some(&table.name))?, indexes: indexes.cards })
    });
    SandboxView {
        title: session.title().into(),
        lesson: shared.page.learn.played().map(|played| lesson(&played.player)),
        map: session.map(None),
        tables: tables.collect(),
        sentence: session.spoken(shared.selection.operation).map(|spoken| spoken.sentence),
        run: session.last_run_words(),
        receipt: why.receipt,
        followers: why.followers,
        fault: why.fault,
        link: shared.link().map_err(|error| error.message()),
    }
}

fn lesson(player: &Player) -> LessonView {
    let words = player.step_words().cloned().unwrap_or_default();
    let parts = player.shown_parts().iter().filter_map(|part| match part {
        Part::Predict(prediction) => {
            let words = words.prediction(&prediction.id)?;
            let labels = words.choices.iter().map(|choice| choice.label.clone());
            // The choices of a number have no labels: they would tell the answer.
            Some((words.question.clone(), labels.filter(|label| !label.is_empty()).collect()))
        }
        Part::Task(task) => Some((words.task(&task.id)?.text.clone(), Vec::new())),
        Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Free => None,
    });
    LessonView {
        title: Message::plain("lesson.step")
            .with("number", Argument::Count(player.position() as u64 + 1))
            .with("title", words.title.as_str()),
        parts: parts.collect(),
        text: words.text,
    }
}

#[cfg(test)]
mod tests {
    use playground::lesson::file::Lesson;
    use playground::lesson::progress::LessonProgress;
    use playground::lesson::source::LessonSource;
    use playground::lesson::words::{Words, plain};
    use playground::message::text;
    use playground::sandbox::command::{Command, WorkloadCommand};
    use playground::session::Session;

    use super::*;
    use crate::panel::learn::{OpenLesson, PlayedLesson};
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn printed(shared: &Shared) -> SandboxView {
        match view(shared) {
            Some(View::Sandbox(paper)) => *paper,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn paper_has_every_table_with_its_indexes_and_the_last_receipt() {
        let mut session = Session::first();
        let request =
            r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C9"},"OrderId":{"S":"O-9"}}}"#;
        let put = Command::Call { operation: "PutItem".to_owned(), request: request.to_owned() };
        session.handle(put);
        let selection = Selection::default();
        let page = PageState::default();
        assert_eq!(view(&Shared { session: &session, selection: &selection, page: &page }), None);
        let page = PageState { printing: true, ..Default::default() };
        let paper = printed(&Shared { session: &session, selection: &selection, page: &page });
        let [orders] = paper.tables.as_slice() else { panic!("{:?}", paper.tables) };
        let names: Vec<&str> = orders.indexes.iter().map(|index| &*index.name).collect();
        assert_eq!((&*orders.head.name, names), ("Orders", vec!["OpenOrders", "ByTotal"]));
        assert_eq!(paper.receipt.expect("the request was charged").total.halves, 2);
        assert!(paper.sentence.is_some() && paper.fault.is_none() && paper.link.is_ok());
    }

    #[test]
    fn paper_says_why_the_last_run_ended() {
        let mut session = Session::first();
        let choose = WorkloadCommand::Set(
            session.set_up(Some("Orders"), "experiment.steady").expect("it fits").plan,
        );
        let step = WorkloadCommand::Step { turn_count: 9 };
        for command in [choose, WorkloadCommand::Start, step, WorkloadCommand::Stop] {
            session.handle(Command::Workload(command));
        }
        let page = PageState { printing: true, ..Default::default() };
        let selection = Selection::default();
        let paper = printed(&Shared { session: &session, selection: &selection, page: &page });
        let run = paper.run.expect("there was a run");
        assert!(text(&run).contains("was stopped after "), "{}", text(&run));
    }

    #[test]
    fn paper_has_the_step_of_the_lesson_as_far_as_the_learner_has_come() {
        let lesson = "# a\n```lesson\nrevision  1\nminutes  1\n```\n## s\n```predict p\n* a  last read 1\n! b  last read 2\n```\n```free\n```\n";
        let words = "# A\n\nAbout.\n\n## s: A step\n\nText.\n\n```predict p\nHow many?\n- a  1 unit  Right.\n- b  2 units  Wrong.\n```\n";
        let (lesson, words) = (Lesson::parse(lesson).0, Words::parse(words).0);
        let player = Player::new(Rc::new(lesson), Rc::new(words), 0);
        let open = PlayedLesson {
            source: LessonSource::Course("a".to_owned()),
            player,
            faults: Rc::default(),
            missing_step: None,
            kept: LessonProgress::default(),
            clock_revision: None,
        };
        let mut page = PageState { printing: true, ..Default::default() };
        page.learn.open = Some(OpenLesson::Playing(Box::new(open)));
        let session = Session::first();
        let selection = Selection::default();
        let paper = printed(&Shared { session: &session, selection: &selection, page: &page });
        let step = paper.lesson.expect("a lesson is played");
        assert_eq!(text(&step.title), "Step 1: A step");
        let [(_, choices)] = step.parts.as_slice() else { panic!("{:?}", step.parts) };
        let labels: Vec<String> = choices.iter().map(|label| plain(label)).collect();
        assert_eq!(labels, ["1 unit", "2 units"]);
    }

    #[test]
    fn design_prints_its_report() {
        let session = Session::first();
        let page = PageState { printing: true, workspace: Workspace::Design, ..Default::default() };
        let selection = Selection::default();
        let paper = view(&Shared { session: &session, selection: &selection, page: &page });
        let Some(View::Report(html)) = paper else { panic!("{paper:?}") };
        assert!(html.contains("</h1>\n<section>\n<h2>The bill</h2>"), "{html}");
    }
}
