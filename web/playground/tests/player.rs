//! Lessons as a learner plays them, with the answers and solutions that they mark as right.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use engine::table::schema::Projection;
use playground::lesson::file::Lesson;
use playground::lesson::play::opened;
use playground::lesson::player::{NextAction, Player, Stage};
use playground::lesson::words::Words;
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::Session;
use playground::view::workload::WorkloadStage;

/// All lessons of the course.
fn lessons() -> Vec<(Rc<Lesson>, Rc<Words>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../static/lessons");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let lessons = files.filter(|path| path.extension().is_some_and(|it| it == "lesson"));
    let read = lessons.map(|path| {
        let (lesson, faults) = Lesson::parse(&fs::read_to_string(&path).expect("a text"));
        assert_eq!(faults, [], "{}", path.display());
        let words = fs::read_to_string(path.with_extension("en.md")).expect("its words");
        (Rc::new(lesson), Rc::new(Words::parse(&words).0))
    });
    read.collect()
}

fn lesson(id: &str) -> (Rc<Lesson>, Rc<Words>) {
    lessons().into_iter().find(|(lesson, _)| lesson.id == id).expect("it is in the course")
}

/// A page without a picture.
struct Page {
    session: Session,
    player: Player,
}

impl Page {
    fn open(id: &str) -> Self {
        let (lesson, words) = lesson(id);
        Self::of(lesson, words)
    }

    fn of(lesson: Rc<Lesson>, words: Rc<Words>) -> Self {
        let session = opened(&lesson, "");
        let mut page = Self { session, player: Player::new(lesson, words, 0) };
        page.go_on();
        page
    }

    fn handle(&mut self, command: Command) -> bool {
        let accepted = self.session.handle(command).accepted;
        self.player.note(self.session.outcomes());
        accepted
    }

    /// Does what the lesson does without the learner.
    fn go_on(&mut self) {
        loop {
            while let Some(doing) = self.player.next(&self.session) {
                if let NextAction::Command(command) = doing {
                    self.handle(command);
                }
            }
            if self.player.stage() != Stage::Wait {
                return;
            }
            match self.session.workload_stage() {
                WorkloadStage::Idle => self.handle(Command::Advance { by_ms: 30 }),
                WorkloadStage::Running | WorkloadStage::Paused => {
                    self.handle(Command::Workload(WorkloadCommand::Step { turn_count: 5_000 }))
                }
            };
        }
    }

    /// Answers, runs or solves what the lesson waits for. Returns false once the step is done.
    fn play(&mut self) -> bool {
        match self.player.stage() {
            Stage::Predict(prediction) => {
                let right = prediction.answer().expect("one is right").id.clone();
                let id = prediction.id.clone();
                self.player.answer_prediction(&id, Some(right));
            }
            Stage::Run(_) => self.player.run(),
            Stage::Wait => unreachable!("the page does not stop before"),
            Stage::Task(task) => {
                for action in task.solution.clone() {
                    for command in action.commands() {
                        self.handle(command);
                    }
                    while self.session.workload_stage() == WorkloadStage::Running {
                        self.handle(Command::Workload(WorkloadCommand::Step { turn_count: 5_000 }));
                    }
                }
            }
            Stage::Done => return false,
        }
        self.go_on();
        true
    }

    fn begin(&mut self, position: usize) {
        self.player.begin(position);
        self.go_on();
    }
}

#[test]
fn each_lesson_is_played_to_its_end_by_its_answers_and_solutions() {
    for (lesson, words) in lessons() {
        let mut page = Page::of(Rc::clone(&lesson), words);
        for position in 0..lesson.steps.len() {
            if position > 0 {
                page.begin(position);
            }
            let id = &lesson.steps[position].id;
            let mut turns = 0;
            while page.play() {
                turns += 1;
                assert!(turns < 100, "{}: step {id} does not end", lesson.id);
            }
            assert!(page.player.is_done(id), "{}: step {id}", lesson.id);
        }
    }
}

#[test]
fn a_request_is_sent_once_the_prediction_is_answered_and_its_result_is_shown_when_time_has_passed()
{
    let mut page = Page::open("open-orders");
    let ship = page.player.lesson().step("ship").expect("a step");
    for action in Player::actions_before(&Rc::clone(page.player.lesson()), ship) {
        for command in action.commands() {
            page.handle(command);
        }
    }
    page.begin(ship);
    let count = page.session.timeline(None).stops.len();
    assert!(matches!(page.player.stage(), Stage::Predict(_)));
    assert!(!page.player.is_revealed(0));
    page.player.answer_prediction("cost", Some("a".to_owned()));
    // The request, and then nothing: the change of the index is pending.
    while let Some(doing) = page.player.next(&page.session) {
        let NextAction::Command(command) = doing else { continue };
        page.handle(command);
    }
    assert_eq!(page.session.timeline(None).stops.len(), count + 1);
    assert_eq!(page.player.stage(), Stage::Wait);
    assert!(page.player.is_revealed(0), "the receipt is there at once");
    page.player.skip_wait();
    page.go_on();
    assert_eq!(page.player.stage(), Stage::Done);
    assert_eq!(page.player.answer("cost"), Some(&Some("a".to_owned())));
}

#[test]
fn a_task_is_done_in_any_way_and_not_before() {
    let mut page = Page::open("open-orders");
    let list = page.player.lesson().step("list").expect("a step");
    page.begin(list);
    assert!(matches!(page.player.stage(), Stage::Task(_)));
    let scan = r#"{"TableName":"Orders","IndexName":"OpenOrders","FilterExpression":"CustomerId = :c","ExpressionAttributeValues":{":c":{"S":"C1"}}}"#;
    let all = r#"{"TableName":"Orders"}"#;
    for (request, is_done) in [(all, false), (scan, true)] {
        let request = request.to_owned();
        page.handle(Command::Call { operation: "Scan".to_owned(), request });
        page.go_on();
        assert_eq!(page.player.stage() == Stage::Done, is_done);
    }
}

#[test]
fn what_prepares_a_step_is_done_when_it_begins() {
    let mut page = Page::open("open-orders");
    let projection = page.player.lesson().step("projection").expect("a step");
    page.begin(projection);
    assert!(matches!(page.player.stage(), Stage::Task(_)));
    let table = page.session.database().table("Orders").expect("a table");
    assert_eq!(table.index("OpenOrders").expect("an index").schema.projection, Projection::All);
}

#[test]
fn time_passes_only_where_the_lesson_says_so() {
    let mut page = Page::open("conditional-index");
    assert!(page.player.holds_clock(), "a question is open");
    assert!(page.play());
    assert_eq!(page.player.stage(), Stage::Done);
    let clock = page.session.clock();
    assert!(
        clock.awaited && page.player.holds_clock(),
        "the next step is about the pending change"
    );
    page.begin(1);
    assert!(page.player.holds_clock() && page.play());
    assert_eq!(
        page.session.clock().now_ms,
        clock.now_ms,
        "the index was queried at the same moment"
    );
    assert!(matches!(page.player.stage(), Stage::Predict(_)));
    assert!(page.play());
    assert_eq!(page.session.clock().now_ms, clock.now_ms + 210, "200 ms in steps of 30 ms");
    let ship = Page::open("open-orders").player.lesson().step("ship").expect("a step");
    let mut shipped = Page::open("open-orders");
    shipped.begin(ship);
    assert!(shipped.play() && !shipped.player.holds_clock(), "the step ends with time that passes");
    let detach = page.player.lesson().step("leave").expect("a step");
    page.begin(detach);
    assert!(!page.player.holds_clock(), "a task may need time");
}

#[test]
fn progress_is_kept_by_the_ids_of_steps() {
    let mut page = Page::open("open-orders");
    assert!(page.play());
    page.begin(3);
    page.player.answer_prediction("cost", Some("c".to_owned()));
    page.go_on();
    let progress = page.player.progress(Some("1f"));
    let (lesson, words) = lesson("open-orders");
    let resumed = |lesson: Lesson, has_sandbox| {
        Player::resumed(Rc::new(lesson), Rc::clone(&words), &progress, has_sandbox)
    };
    let same = resumed(Lesson::clone(&lesson), true);
    assert_eq!((same.position(), same.stage()), (3, Stage::Done));
    assert_eq!(same.answer("cost"), Some(&Some("c".to_owned())));
    assert!(same.is_done("filter") && same.is_done("ship") && !same.is_done("list"));

    // Without the sandbox, and in another revision, the step begins again with its answer.
    for (revision, has_sandbox) in [(lesson.revision, false), (lesson.revision + 1, true)] {
        let again = resumed(Lesson { revision, ..Lesson::clone(&lesson) }, has_sandbox);
        assert!(matches!(again.stage(), Stage::Predict(_)));
        assert_eq!(again.answer("cost"), Some(&Some("c".to_owned())));
    }

    // A step that the lesson no longer has.
    let mut shorter = Lesson::clone(&lesson);
    shorter.steps.retain(|step| step.id != "ship");
    assert_eq!(resumed(shorter, true).position(), 0);
}

#[test]
fn time_that_cannot_pass_does_not_hold_up_a_lesson() {
    let text = |days: u64| {
        let advance = format!("```advance\n{days} d\n```\n\n");
        format!(
            "# long\n\n```lesson\nrevision  1\nminutes   7\n```\n\n```table\nTab  id S\n```\n\n## one\n\n{}## two\n\n```free\n```\n",
            advance.repeat(3)
        )
    };
    let (_, faults) = Lesson::parse(&text(99_999_999_999));
    assert_eq!(faults.len(), 3, "{faults:?}");
    let (lesson, faults) = Lesson::parse(&text(2_900_000));
    assert_eq!(faults, []);
    let words = Words::parse("# Long\n\nLong.\n\n## one: One\n\nOne.\n\n## two: Two\n\nTwo.\n").0;
    // The time of the second is beyond the last date.
    let page = Page::of(Rc::new(lesson), Rc::new(words));
    assert_eq!(page.player.stage(), Stage::Done);
}
