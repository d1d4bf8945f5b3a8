//! Makes the view of period tables.

use engine::api::snapshot::create_table_request;
use engine::capacity::throughput::Throughput;
use engine::database::Database;
use engine::table::Table;
use engine::table::schema::Billing;
use engine::table::status::TableStatus;
use serde_json::Value;

use crate::analysis::amount::Amount;
use crate::analysis::bill::{Bill, load_of};
use crate::analysis::cost::Estimate;
use crate::analysis::price::PriceList;
use crate::sandbox::series::{Step, Turns};
use crate::sandbox::state::State;
use crate::view::cost::GroupCost;
use crate::view::message::{Argument, Message};
use crate::view::series::{
    Older, PERIOD_PLACE, Series, SeriesListView, SeriesNext, SeriesPeriod, SeriesView,
};

/// The period tables of a sandbox, and what can be begun with beside the open table.
pub(crate) fn series_list_view(state: &State, open: &Table) -> SeriesListView {
    let list = PriceList::read();
    let load = load_of(&state.database, &state.plan, state.run.as_deref());
    let bill = Bill::of(&list, &state.plan.cost, &state.database, load.as_ref());
    let series = state.plan.series.iter().zip(&state.turns);
    SeriesListView {
        series: series.map(|(series, turns)| series_view(state, series, turns, &bill)).collect(),
        proposal: proposal(open),
    }
}

fn series_view(state: &State, series: &Series, turns: &Turns, bill: &Bill<'_>) -> SeriesView {
    let tables = series.tables(&state.database);
    let units: Vec<Throughput> = tables.iter().flat_map(|(_, table)| units_of(table)).collect();
    let (size, total) = sum(series, bill);
    SeriesView {
        tables: tables.iter().map(|(_, table)| table.schema.name.as_str().into()).collect(),
        write_units: units.iter().map(|it| it.write_units_per_second).sum(),
        read_units: units.iter().map(|it| it.read_units_per_second).sum(),
        size: u64::try_from(size).unwrap_or(u64::MAX),
        money: bill.money(total),
        next: next(state, series, turns),
        rejected: turns
            .rejected
            .iter()
            .map(|(step, error)| {
                Message::plain("series.rejected")
                    .with("step", step.words())
                    .with("error", Argument::English(error.to_string().into()))
            })
            .collect(),
        series: series.clone(),
    }
}

/// What the period tables of a sandbox cost.
pub(crate) fn group_costs(state: &State, bill: &Bill<'_>) -> Vec<GroupCost> {
    let group = |series: &Series| GroupCost {
        words: group_words(series, &state.database),
        total: bill.money(sum(series, bill).1),
    };
    state.plan.series.iter().map(group).collect()
}

/// "Events_{period}: 26 tables".
pub(crate) fn group_words(series: &Series, database: &Database) -> Message {
    Message::plain("series.group")
        .with("name", series.name.as_str())
        .with("count", Argument::Count(series.tables(database).len() as u64))
}

/// Bytes that the tables of a series store, and what they cost.
fn sum(series: &Series, bill: &Bill<'_>) -> (u128, Amount) {
    let is_of_series = |estimate: &Estimate<'_>| series.has(estimate.table.schema.name.as_str());
    let tables = bill.tables().filter(|(estimate, _)| is_of_series(estimate));
    tables.fold((0, Amount::default()), |(size, total), (estimate, cost)| {
        (size + estimate.known_bytes(), total + cost)
    })
}

/// The provisioned units of a table and of its global indexes.
fn units_of(table: &Table) -> impl Iterator<Item = Throughput> {
    let of_table = match table.schema.billing {
        Billing::Provisioned(throughput) => Some(throughput),
        Billing::PayPerRequest => None,
    };
    let indexes = table.schema.indexes.iter().filter(move |_| of_table.is_some());
    of_table.into_iter().chain(indexes.filter_map(|index| index.throughput))
}

/// What happens at the next turn, as far as is known.
fn next(state: &State, series: &Series, turns: &Turns) -> SeriesNext {
    let database = &state.database;
    let Some(at) = turns.next(database) else { return SeriesNext::Stopped };
    let at = database.unix_time(at);
    let is_under_way = |step: &Step| match step {
        Step::Create { .. } | Step::Delete { .. } => false,
        Step::Lower { table, .. } => {
            let table = database.table(table.as_str());
            table.is_some_and(|table| table.status == TableStatus::Updating)
        }
    };
    let steps = series.steps(database, at);
    let steps = steps.iter().filter(|step| !is_under_way(step));
    SeriesNext::At { unix_ms: at.0, changes: steps.map(Step::words).collect() }
}

/// A series of the design of a table.
fn proposal(table: &Table) -> Series {
    let mut design = create_table_request(table);
    design.remove("TableName");
    let name = table.schema.name.short();
    let of_period = SeriesPeriod::ALL.into_iter().find_map(|it| Some((it, it.before_label(name)?)));
    let (period, before) = match of_period {
        Some((period, before)) => (period, before.to_owned()),
        None => (SeriesPeriod::Month, format!("{name}_")),
    };
    Series {
        name: before + PERIOD_PLACE,
        design: Value::Object(design),
        period,
        ahead: 1,
        read_units: 10,
        keep: 12,
        older: Older::Archive,
    }
}
