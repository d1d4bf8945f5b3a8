//! Stored work: a checkpoint and the lines since it give the sandbox that was stored, whatever was done.

#![cfg(not(target_arch = "wasm32"))]

mod walk;

use playground::lesson::example;
use playground::sandbox::command::{Command, Response};
use playground::sandbox::journal::Unsaved;
use playground::session::Session;
use playground::session::kept::{Kept, Taken};
use proptest::prelude::*;
use serde_json::Value;

use crate::walk::{KIND_COUNT, command};

/// A browser's storage, and how often all of it was written.
#[derive(Debug, Default)]
struct Stored {
    kept: Kept,
    checkpoint_count: usize,
}

impl Stored {
    fn take(&mut self, session: &mut Session) {
        match self.kept.take(session) {
            Taken::Nothing | Taken::Lines(_) => {}
            Taken::Checkpoint => self.checkpoint_count += 1,
            Taken::Rejected => panic!("{:?}", self.kept.fault()),
        }
    }

    fn restore(&self) -> (Session, Response) {
        restore(self.kept.checkpoint(), self.kept.lines())
    }

    /// What was stored is the sandbox.
    #[track_caller]
    fn check(&self, session: &Session) {
        let (restored, response) = self.restore();
        assert!(response.accepted, "{response:?}");
        assert_eq!(restored.problems(), []);
        assert_eq!(
            without_stories(&restored.work()),
            without_stories(&session.work()),
            "{:#?}",
            self.kept.lines()
        );
    }
}

fn restore(checkpoint: &str, lines: &[String]) -> (Session, Response) {
    let mut session = Session::first();
    let response = session.restore(checkpoint, lines);
    (session, response)
}

/// A checkpoint but for what led to it: a story tells that the work was stored and opened in between.
fn without_stories(checkpoint: &str) -> Value {
    let mut json: Value = serde_json::from_str(checkpoint).expect("it is JSON");
    for design in json["designs"].as_object_mut().into_iter().flatten() {
        design.1.as_object_mut().expect("it is an object").remove("story");
    }
    json
}

fn champions() -> (Session, Stored) {
    let mut session = example::opened("champions");
    let mut stored = Stored::default();
    stored.take(&mut session);
    (session, stored)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn stored_work_is_the_sandbox_after_every_command(
        walk in prop::collection::vec((0..KIND_COUNT, 0_u64..12), 1..40)
    ) {
        let (mut session, mut stored) = champions();
        for (kind, number) in walk {
            session.handle(command(kind, number));
            stored.take(&mut session);
        }
        // A workload under way is no part of the sandbox until it has ended.
        session.handle(command(29, 0));
        stored.take(&mut session);
        stored.check(&session);
    }
}

/// Does what a walk says, and checks what was stored after each step.
#[track_caller]
fn walk_and_check(walk: &[(u8, u64)]) -> Stored {
    let (mut session, mut stored) = champions();
    for &(kind, number) in walk {
        assert!(session.handle(command(kind, number)).accepted, "({kind}, {number})");
        stored.take(&mut session);
        stored.check(&session);
    }
    stored
}

#[test]
fn a_write_that_was_accepted_while_an_index_is_being_made_is_stored() {
    // In what the new design stores, the index is ready, and would reject a number as its key.
    walk_and_check(&[(17, 0), (5, 2), (33, 2), (24, 0), (37, 2)]);
}

#[test]
fn a_write_that_was_paid_for_by_a_burst_is_stored() {
    // What the table has kept for a burst is not stored: opened again, it has one second of its throughput.
    walk_and_check(&[(8, 3), (8, 2), (35, 1), (5, 1), (24, 0), (0, 0), (0, 0), (0, 0)]);
}

#[test]
fn a_partial_import_is_one_line_unless_throughput_is_limited() {
    let stored = walk_and_check(&[(31, 1)]);
    assert_eq!((stored.kept.lines().len(), stored.checkpoint_count), (1, 1));
    let stored = walk_and_check(&[(8, 3), (31, 1)]);
    assert_eq!((stored.kept.lines().len(), stored.checkpoint_count), (0, 2));
}

#[test]
fn an_action_is_one_line_and_a_running_clock_is_none() {
    let (mut session, mut stored) = champions();
    session.handle(command(2, 1));
    stored.take(&mut session);
    for _ in 0..50 {
        session.handle(Command::Advance { by_ms: 16 });
        stored.take(&mut session);
    }
    session.handle(command(1, 0));
    session.handle(command(4, 0));
    stored.take(&mut session);
    let lines = stored.kept.lines();
    assert_eq!(lines.len(), 3, "of reads and rejected requests, only the units are stored");
    assert!(lines[2].starts_with(r#"{"consumed":"#), "{}", lines[2]);
    session.handle(command(0, 1));
    stored.take(&mut session);
    assert_eq!(stored.kept.lines().len(), 4);
    assert_eq!(stored.kept.lines()[1], r#"{"advance":{"by_ms":800}}"#);
    assert_eq!(stored.checkpoint_count, 1);
    stored.check(&session);
}

#[test]
fn restored_work_can_be_undone_and_goes_on_by_lines() {
    let (mut session, mut stored) = champions();
    session.handle(command(12, 1));
    session.handle(command(2, 1));
    stored.take(&mut session);
    let (mut session, _) = stored.restore();
    assert_eq!(session.take_unsaved(), Unsaved::Nothing);
    session.handle(command(12, 2));
    stored.take(&mut session);
    assert_eq!((stored.kept.lines().len(), stored.checkpoint_count), (3, 1));
    session.handle(Command::Undo);
    session.handle(Command::Undo);
    assert_eq!(session.title(), "Title 1 “漢字”");
    stored.take(&mut session);
    assert_eq!(stored.checkpoint_count, 2);
    stored.check(&session);
}

#[test]
fn the_end_of_a_run_is_a_checkpoint_and_one_step_of_undo() {
    let (mut session, mut stored) = champions();
    for kind in [26, 27, 28, 29] {
        session.handle(command(kind, 0));
        stored.take(&mut session);
    }
    assert_eq!((stored.kept.lines().len(), stored.checkpoint_count), (0, 2));
    stored.check(&session);
    session.handle(Command::Undo);
    stored.take(&mut session);
    stored.check(&session);
}

#[test]
fn an_unreadable_line_ends_the_log_and_says_why() {
    let (mut session, mut stored) = champions();
    session.handle(command(12, 1));
    session.handle(command(2, 1));
    session.handle(command(2, 2));
    stored.take(&mut session);
    let lines = stored.kept.lines().to_vec();
    for (line, error) in [
        (r#"{"call":{"operation":"DeleteItem""#, "EOF while parsing an object at line 1 column 33"),
        (r#"{"fly":{}}"#, "unknown variant `fly`"),
        (
            r#"{"set_throughput":{"setting":"gravity","value":1}}"#,
            "This version has no setting `gravity`.",
        ),
        (r#"{"run":{"turns":5}}"#, "The record of a run has no valid `patterns`."),
    ] {
        let mut lines = lines.clone();
        line.clone_into(&mut lines[1]);
        let (restored, response) = restore(stored.kept.checkpoint(), &lines);
        assert!(response.accepted);
        assert_eq!(restored.title(), "Title 1 “漢字”");
        let [problem] = restored.problems() else { panic!("{:?}", restored.problems()) };
        let reason = playground::message::text(&problem.reason);
        assert!(reason.contains(error), "{reason}");
        assert!(reason.contains(&format!("{} in total", lines.len() - 1)), "{reason}");
        assert_eq!(playground::message::text(&problem.part), "Step 2 of the log");
    }
    stored.check(&session);
}

#[test]
fn a_line_that_is_rejected_when_it_is_restored_is_a_problem() {
    let (mut session, mut stored) = champions();
    session.handle(command(12, 1));
    stored.take(&mut session);
    let mut lines = stored.kept.lines().to_vec();
    lines.push(
        r#"{"call":{"operation":"DeleteTable","request":"{\"TableName\":\"None\"}"}}"#.to_owned(),
    );
    let (restored, _) = restore(stored.kept.checkpoint(), &lines);
    let [problem] = restored.problems() else { panic!("{:?}", restored.problems()) };
    assert!(playground::message::text(&problem.reason).contains("Requested resource not found"));
}

/// The read after the reset leads to the total that was stored before.
#[test]
fn a_read_after_a_reset_is_counted_in_stored_work() {
    walk_and_check(&[(1, 0), (20, 0), (1, 0)]);
}
