//! The experiments, if they are shown. Pure.

use engine::table::schema::{Billing, TableSchema};
use playground::analysis::experiment::experiment_title;
use playground::view::experiment::ExperimentView;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use playground::view::workload::WorkloadStage;

use crate::panel::experiments::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Whether there is a result, beside which the experiments are shown only if the user wants it.
    pub has_result: bool,
    /// The experiments; none if they are not shown.
    pub experiments: Vec<ExperimentView>,
    /// The table on which those run that have none of their own, as it is.
    pub subject: Option<Message>,
    /// That an experiment has changed its units, and how they are put back.
    pub put_back: Option<Message>,
    /// The tables, and the position of that one.
    pub tables: Vec<Text>,
    pub chosen: usize,
}

/// What the panel shows. `last` is what it showed for the same sandbox and table.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let session = shared.session;
    let is_idle = session.workload_stage() == WorkloadStage::Idle;
    let has_result = !is_idle || session.last_run_since().is_some();
    let is_open = state.is_open.unwrap_or(!has_result);
    let mut experiments = match last {
        _ if !is_open => Vec::new(),
        Some(last) if !last.experiments.is_empty() => last.experiments.clone(),
        Some(_) | None => session.experiments(shared.table_name()),
    };
    let table = shared.table().map(|table| &table.schema);
    if table.is_none() {
        // Those that can be run come first.
        experiments.sort_by_key(|it| it.lack.is_some());
    }
    let tables: Vec<Text> =
        session.database().tables().map(|it| it.schema.name.as_str().into()).collect();
    let chosen =
        tables.iter().position(|it| table.is_some_and(|table| table.name.as_str() == &**it));
    View {
        has_result,
        experiments,
        subject: table.map(|table| subject(table)),
        put_back: put_back(shared),
        tables,
        chosen: chosen.unwrap_or_default(),
    }
}

fn put_back(shared: &Shared) -> Option<Message> {
    let session = shared.session;
    let ((table, _), experiment) = session.put_back().zip(session.workload(None).experiment)?;
    let words = Message::plain("experiment.put_back").with("table", Argument::Name(table, None));
    Some(words.with("experiment", experiment_title(&experiment)))
}

/// The table on which an experiment runs, and how it is paid for.
fn subject(table: &TableSchema) -> Message {
    let name = Argument::Name(table.name.as_str().into(), None);
    match table.billing {
        Billing::PayPerRequest => Message::plain("experiment.on_demand"),
        Billing::Provisioned(units) => Message::plain("experiment.provisioned")
            .with("write", Argument::Count(units.write_units_per_second))
            .with("read", Argument::Count(units.read_units_per_second)),
    }
    .with("table", name)
}
