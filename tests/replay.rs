//! The same inputs give the same bytes: replies, receipts and events.

use std::fmt::Write as _;

use engine::api::{self, snapshot};
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use support::model::NOTATION;
use support::notation;
use support::workload::{Step, steps};

/// Steps of a run.
const STEP_COUNT: usize = 300;

#[test]
fn the_same_steps_give_the_same_bytes() {
    for seed in 0..5 {
        assert_eq!(
            play(&mut database(), &steps(seed, STEP_COUNT)),
            play(&mut database(), &steps(seed, STEP_COUNT))
        );
    }
}

#[test]
fn a_copy_goes_on_as_its_original() {
    for seed in 0..5 {
        let all = steps(seed, STEP_COUNT);
        let (first, second) = all.split_at(STEP_COUNT / 2);
        let mut original = database();
        play(&mut original, first);
        let mut copy = original.clone();
        assert_eq!(play(&mut original, second), play(&mut copy, second));
    }
}

#[test]
fn a_database_that_was_kept_goes_on_as_its_original() {
    for seed in 0..5 {
        let all = steps(seed, STEP_COUNT);
        for cut in (0..STEP_COUNT).step_by(STEP_COUNT / 10) {
            let (first, second) = all.split_at(cut);
            let mut original = database();
            play(&mut original, first);
            original.drain_events();
            let text = snapshot::save(&original);
            let mut kept = snapshot::load(&text).expect("what was saved can be loaded");
            assert_eq!(snapshot::save(&kept), text);
            let rest = &second[..second.len().min(STEP_COUNT / 5)];
            assert_eq!(play(&mut original, rest), play(&mut kept, rest), "seed {seed}, step {cut}");
        }
    }
}

#[test]
fn a_preview_says_what_will_be_and_changes_nothing() {
    let mut previewed = database();
    let mut plain = database();
    for step in steps(1, STEP_COUNT) {
        if let Some((operation, request)) = step.request() {
            let before = previewed.clone();
            let preview = api::preview(&previewed, operation, &request.to_string());
            assert_eq!(preview, api::execute(&mut before.clone(), operation, &request.to_string()));
        }
        assert_eq!(
            play(&mut previewed, std::slice::from_ref(&step)),
            play(&mut plain, std::slice::from_ref(&step))
        );
    }
}

#[test]
fn text_and_value_of_a_reply_are_the_same() {
    let (mut by_text, mut by_value) = (database(), database());
    for step in steps(2, STEP_COUNT) {
        if let Some((operation, request)) = step.request() {
            let text = api::call(&mut by_text, operation, &request.to_string());
            let value = api::execute(&mut by_value, operation, &request.to_string()).reply;
            assert_eq!(text, value.map(|value| value.to_string()));
        }
    }
}

fn database() -> Database {
    let mut database = Database::new(Config::default());
    let table = notation::create_table(NOTATION).expect("the notation of the model is right");
    api::call(&mut database, "CreateTable", &table.to_string())
        .expect("the table of the model can be created");
    database
}

/// Everything that steps lead to, as one text.
fn play(database: &mut Database, steps: &[Step]) -> String {
    let mut bytes = String::new();
    for step in steps {
        if let Some((operation, request)) = step.request() {
            let outcome = api::execute(database, operation, &request.to_string());
            writeln!(bytes, "{outcome:?}").expect("a string takes any text");
        }
        match step {
            Step::Delay { delay_ms } => database.set_propagation_delay(*delay_ms),
            Step::Advance { by_ms } => database.advance_to(Timestamp(database.now().0 + by_ms)),
            Step::Write(_) | Step::Batch(_) | Step::Transaction(_) => {}
        }
        writeln!(bytes, "{:?}", database.drain_events()).expect("a string takes any text");
    }
    bytes
}
