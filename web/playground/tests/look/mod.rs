//! Everything that a session shows, for tests that look at many things after each command.
#![allow(dead_code, reason = "each test looks at some of it")]

use playground::session::Session;
use playground::view::bar::BarView;
use playground::view::call::{CallForm, CallFormView};
use playground::view::compare::ComparisonView;
use playground::view::design::{DesignCheck, DesignInterest};
use playground::view::draft::{Draft, DraftView};
use playground::view::index::{EntriesShown, IndexesView};
use playground::view::message::Announcement;
use playground::view::meter::{ClockView, MeterView, TimelineView};
use playground::view::read::{ReadForm, ReadFormView};
use playground::view::receipt::WhyView;
use playground::view::table::{ItemsShown, TableHead, TableView};
use playground::view::throughput::ThroughputView;
use playground::view::value::Text;
use playground::view::workload::{WorkloadInterest, WorkloadView};

/// What a test looks at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interest {
    pub table: Option<Text>,
    pub items_shown: usize,
    pub entries_shown: usize,
    pub operation: Option<u64>,
    pub draft: Option<Draft>,
    pub read: Option<ReadForm>,
    pub call: Option<CallForm>,
    pub design: Option<DesignInterest>,
    pub compare: bool,
    pub workload: Option<WorkloadInterest>,
}

/// Everything that a session shows.
#[derive(Debug, Clone)]
pub(crate) struct Views {
    pub bar: BarView,
    pub head: Option<TableHead>,
    pub table: Option<TableView>,
    pub indexes: IndexesView,
    pub meter: MeterView,
    pub clock: ClockView,
    pub timeline: TimelineView,
    pub why: WhyView,
    pub draft: Option<DraftView>,
    pub read: Option<ReadFormView>,
    pub call: Option<CallFormView>,
    pub design: Option<DesignCheck>,
    pub comparison: Option<ComparisonView>,
    pub workload: Option<WorkloadView>,
    pub throughput: Option<ThroughputView>,
    pub announcement: Announcement,
}

/// Looks at a session.
pub(crate) trait Look {
    /// Everything that it shows.
    fn look(&mut self, interest: &Interest) -> Views;
}

impl Look for Session {
    fn look(&mut self, interest: &Interest) -> Views {
        let table = interest.table.as_deref();
        let design = interest.design.as_ref();
        let shown = ItemsShown { rows: 0..interest.items_shown, ..ItemsShown::default() };
        Views {
            bar: self.bar(table),
            head: self.table_head(table),
            table: self.items(table, &shown, None),
            indexes: self.indexes(table, &EntriesShown::first(interest.entries_shown), None),
            meter: self.meter(table),
            clock: self.clock(),
            timeline: self.timeline(None),
            why: self.why(interest.operation),
            draft: interest.draft.as_ref().and_then(|it| self.draft(table, it)),
            read: interest.read.as_ref().and_then(|it| self.read_form(table, it)),
            call: interest.call.as_ref().map(|it| self.call_form(table, it)),
            design: design.map(|design| self.check_design(design)),
            comparison: interest.compare.then(|| self.comparison()).flatten(),
            workload: interest.workload.map(|interest| self.workload(Some(interest))),
            throughput: self.throughput(table),
            announcement: self.announcement().clone(),
        }
    }
}
