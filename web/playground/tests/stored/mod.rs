//! A session, and what a browser has stored of it.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::BTreeMap;

use playground::lesson::example;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::session::kept::Kept;
use playground::view::cost::{CostSettings, LoadSource};
use playground::view::value::Units;
use playground::view::workload::WorkloadStage;
use serde_json::Value;

/// A session, and what a browser has stored of it.
pub(crate) struct Stored {
    pub(crate) session: Session,
    pub(crate) kept: Kept,
}

impl Stored {
    pub(crate) fn new() -> Self {
        let mut session = example::opened("champions");
        let kept = Kept::new(&mut session);
        Self { session, kept }
    }

    pub(crate) fn handle(&mut self, command: Command) -> bool {
        let accepted = self.session.handle(command).accepted;
        self.kept.take(&mut self.session);
        accepted
    }

    /// What is stored, as it is opened again.
    #[track_caller]
    pub(crate) fn opened(&self) -> Session {
        let mut opened = Session::first();
        let response = opened.restore(self.kept.checkpoint(), self.kept.lines());
        assert!(response.accepted, "{response:?}");
        assert_eq!(opened.problems(), [], "every part of it is read");
        opened
    }

    /// What is stored is the sandbox, and shows the same.
    #[track_caller]
    pub(crate) fn check(&self) {
        assert_eq!(self.kept.fault(), None);
        let opened = self.opened();
        assert_eq!(without_stories(&opened), without_stories(&self.session));
        // While an earlier moment is shown, the views are of that.
        if !self.session.is_rewound() {
            assert_eq!(opened.title(), self.session.title());
            // What a pattern costs may depend on an index that is still being made.
            let patterns = |session: &Session| {
                let patterns = session.patterns(None).patterns;
                let drafts = patterns.into_iter().map(|pattern| (pattern.draft, pattern.rate));
                drafts.collect::<Vec<_>>()
            };
            assert_eq!(patterns(&opened), patterns(&self.session));
            let workload = |session: &Session| session.workload(None).plan;
            assert_eq!(workload(&opened), workload(&self.session));
            assert_eq!(opened.entities(None), self.session.entities(None));
            assert_eq!(cost(&opened), cost(&self.session));
            // A workload under way has its units before they are stored, and what is stored has paid for indexes that are being made.
            let is_at_rest = self.session.database().is_at_rest();
            if self.session.workload_stage() == WorkloadStage::Idle && is_at_rest {
                check_units(&opened, &self.session, None);
            }
        }
    }
}

/// The units read and written by a table, or else the first one, and each of its indexes, and in all.
pub(crate) fn units(session: &Session, table: Option<&str>) -> BTreeMap<String, [Units; 2]> {
    let meter = session.meter(table);
    let stores = meter.stores.into_iter();
    let stores = stores.map(|store| (store.name.to_string(), [store.read, store.written]));
    stores.chain([(String::new(), [meter.read, meter.written])]).collect()
}

/// A sandbox that was opened has consumed what the stored one has. Only one of them may show an index that is being deleted.
#[track_caller]
pub(crate) fn check_units(opened: &Session, session: &Session, table: Option<&str>) {
    let (mut again, mut before) = (units(opened, table), units(session, table));
    before.retain(|store, _| again.contains_key(store));
    again.retain(|store, _| before.contains_key(store));
    assert_eq!(again, before);
}

/// The settings of the estimate. Whether it is made of the last run is not stored, and neither is the run.
fn cost(session: &Session) -> Option<CostSettings> {
    let settings = session.cost(None)?.settings;
    let mut prices = settings.prices;
    prices.sort();
    Some(CostSettings { source: LoadSource::Patterns, prices, ..settings })
}

/// A sandbox but for what led to it: a story tells that the work was stored and opened in between.
fn without_stories(session: &Session) -> Value {
    let mut json: Value = serde_json::from_str(&session.work()).expect("it is JSON");
    for design in json["designs"].as_object_mut().into_iter().flatten() {
        design.1.as_object_mut().expect("it is an object").remove("story");
    }
    json
}
