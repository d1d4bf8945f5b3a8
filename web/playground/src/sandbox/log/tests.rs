//! A long walk over everything that a session does, and what holds after each.

use serde_json::json;

use super::*;
use crate::lesson::example;
use crate::sandbox::command::{Command, WorkloadCommand};
use crate::sandbox::log::checkpoint::GAP_EARLY;
use crate::session::Session;
use crate::view::rewind::Travel;
use crate::view::throughput::Setting;

/// A long walk over all kinds of commands, the same for the same seed.
fn walk(seed: u64, step_count: usize) -> Session {
    let mut session = example::opened("champions");
    let mut random = seed;
    let mut draw = |below: u64| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for _ in 0..step_count {
        let key = json!({
            "UserId": { "S": "Rick" }, "GameId": { "S": format!("G0{}", 1 + draw(5)) },
        });
        let (operation, request) = match draw(6) {
            0 => ("DeleteItem", json!({ "Key": key })),
            1 => ("UpdateItem", json!({ "Key": key, "UpdateExpression": "REMOVE Award" })),
            2 => ("Scan", json!({ "IndexName": "Champions" })),
            3 => (
                "UpdateItem",
                json!({
                    "Key": key, "UpdateExpression": "SET Score = Score + :n",
                    "ExpressionAttributeValues": { ":n": { "N": draw(9).to_string() } },
                }),
            ),
            _ => (
                "UpdateItem",
                json!({
                    "Key": key, "UpdateExpression": "SET Award = :a",
                    "ExpressionAttributeValues": { ":a": { "S": format!("Champ {}", draw(3)) } },
                }),
            ),
        };
        let mut request = request;
        request["TableName"] = "GameScores".into();
        let request = request.to_string();
        let command = match draw(20) {
            0..8 => Command::Call { operation: operation.to_owned(), request },
            8..10 => Command::Advance { by_ms: draw(150) },
            10 => Command::StepToNext,
            11 | 12 => Command::Undo,
            13 => Command::Redo,
            14..17 => Command::Rewind(match draw(8) {
                0 | 1 => Travel::Back,
                2 => Travel::Forward,
                3 | 4 => Travel::PreviousOperation,
                5 => Travel::NextOperation,
                6 => Travel::ToStep(usize::try_from(draw(60)).expect("few steps")),
                _ => Travel::Now,
            }),
            17 => match draw(3) {
                0 => Command::OpenBranch(0),
                _ => Command::Fork,
            },
            _ => match draw(8) {
                0 => Command::Reset,
                1 | 2 => Command::Set { setting: Setting::Delay, value: draw(400) },
                _ => Command::Rename(draw(100).to_string()),
            },
        };
        session.handle(command);
    }
    session
}

/// All of a state that can be seen.
fn picture(state: &State) -> String {
    format!("{:?} {:?} {:?} {}", state.database, state.ledger, state.operations, state.title)
}

#[test]
fn replaying_the_log_gives_the_same_bytes() {
    for seed in 0..20 {
        let session = walk(seed, 200);
        assert_eq!(picture(&session.log.replay()), picture(session.present()), "seed {seed}");
        let again = walk(seed, 200);
        assert_eq!(picture(&session.state), picture(&again.state), "seed {seed}");
    }
}

#[test]
fn undoing_everything_leads_back_to_what_was_opened() {
    for seed in 0..5 {
        let mut session = walk(seed, 300);
        while session.handle(Command::Undo).accepted {}
        let opened = example::opened("champions");
        assert!(session.document() == opened.document(), "seed {seed}");
        assert!(!session.is_edited());
    }
}

#[test]
fn an_undone_run_is_redone_without_being_run_again() {
    let mut session = example::opened("champions");
    let set_up = session.set_up(Some("GameScores"), "experiment.steady").unwrap();
    for command in [
        WorkloadCommand::Set(set_up.plan),
        WorkloadCommand::Start,
        WorkloadCommand::Step { turn_count: 500 },
        WorkloadCommand::Stop,
    ] {
        assert!(session.handle(Command::Workload(command)).accepted);
    }
    session.handle(Command::Advance { by_ms: 1_000 });
    let after = picture(&session.state);
    assert!(session.handle(Command::Undo).accepted);
    assert_ne!(picture(&session.state), after);
    let undone = session.log.undone.last().expect("an action was undone");
    assert!(undone.after.is_some(), "the state after the run is remembered");
    assert!(session.handle(Command::Redo).accepted);
    assert_eq!(picture(&session.state), after);
    assert_eq!(picture(&session.log.replay()), after);
}

#[test]
fn a_very_long_log_forgets_its_beginning_but_not_its_end() {
    let mut session = example::opened("champions");
    for number in 0..LENGTH_MAX + 10 {
        assert!(session.handle(Command::Rename(number.to_string())).accepted);
    }
    assert_eq!(picture(&session.log.replay()), picture(&session.state));
    let length = session.log.line().len();
    assert!((LENGTH_MAX / 2 - 1_000..LENGTH_MAX / 2 + 1_000).contains(&length), "{length}");
    assert!(session.handle(Command::Rewind(Travel::ToStep(0))).accepted);
    assert!(session.title().parse::<usize>().is_ok(), "what was forgotten still stands");
    assert!(session.is_edited());
}

#[test]
fn every_moment_is_what_it_was() {
    for seed in 0..10 {
        let mut session = walk(seed, 200);
        session.handle(Command::Rewind(Travel::Now));
        let now = picture(&session.state);
        let line = session.log.line();
        let mut state = State::clone(session.log.checkpoints.before(0).1);
        for step in 0..=line.len() {
            session.handle(Command::Rewind(Travel::ToStep(step)));
            if let Some(position) = step.checked_sub(1).map(|last| line.log_position(last + 1) - 1)
            {
                state.apply(&session.log.entries[position].input, &session.log.opened);
            }
            assert_eq!(picture(&session.state), picture(&state), "seed {seed}, step {step}");
        }
        assert_eq!(picture(&session.state), now, "seed {seed}");
    }
}

#[test]
fn stepping_back_and_forward_pass_through_the_same_moments() {
    for seed in 0..10 {
        let mut session = walk(seed, 120);
        session.handle(Command::Rewind(Travel::Now));
        let mut moments = vec![picture(&session.state)];
        while session.handle(Command::Rewind(Travel::Back)).accepted {
            moments.push(picture(&session.state));
        }
        // The last thing was to let time pass: the end is then no moment at which something has happened.
        for moment in moments.iter().rev().skip(1) {
            assert!(session.handle(Command::Rewind(Travel::Forward)).accepted, "seed {seed}");
            assert_eq!(picture(&session.state), *moment, "seed {seed}");
        }
        assert!(!session.handle(Command::Rewind(Travel::Forward)).accepted, "seed {seed}");
    }
}

#[test]
fn any_moment_is_few_operations_from_a_checkpoint() {
    let mut session = example::opened("champions");
    for number in 0..10_000 {
        session.handle(Command::Rename(number.to_string()));
    }
    let gap = |end: usize| end - session.log.checkpoints.before(end).0;
    let largest = (0..=10_000).map(gap).max().expect("there are moments");
    assert!(largest as u64 <= GAP_EARLY, "{largest} inputs are replayed");
}
