//! Makes the map.

use std::collections::BTreeSet;

use engine::api::TABLE_ARN_PREFIX;
use engine::database::program::Attached;
use engine::database::replicated::ReplicatedWrite;
use engine::database::{Database, Task};
use engine::model::name::TableName;
use engine::receipt::Store;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::Scope;
use serde_json::Value;

use crate::explain::hue::hue_of_index;
use crate::explain::receipt::units;
use crate::explain::sql::sql_use;
use crate::sandbox::order::in_card_order;
use crate::sandbox::state::State;
use crate::view::map::{MapTable, MapTarget, MapView, MapWay};
use crate::view::series::Series;
use crate::view::value::{Text, Units};
use crate::views::in_creation_order;
use crate::views::pending::arrivals;
use crate::views::series::group_words;

/// Whether there is more to see than one table with its indexes.
pub(crate) fn has_map(state: &State) -> bool {
    state.database.tables().nth(1).is_some() || state.database.programs().next().is_some()
}

/// The map. `open` is the table that is open.
pub(crate) fn map_view(state: &State, open: &Table) -> MapView {
    let all = in_creation_order(state);
    let series_of = |table: &Table| {
        let name = table.schema.name.as_str();
        state.plan.series.iter().position(|series| series.has(name))
    };
    let mut shown = BTreeSet::new();
    let tables = all.iter().enumerate().filter_map(|(place, table)| match series_of(table) {
        None => Some(to_table(state, table, open, &all[place + 1..])),
        Some(series) => {
            shown.insert(series).then(|| to_group(state, &state.plan.series[series], open))
        }
    });
    MapView { tables: tables.collect() }
}

/// A table, with the ways from it. Those to replicas lead to the `later` ones, so that there is one for each two.
fn to_table(state: &State, table: &Table, open: &Table, later: &[&Table]) -> MapTable {
    let (database, name) = (&state.database, &table.schema.name);
    let indexes = in_card_order(table).map(|index| to_index(state, table, index));
    let replicas = database.replicas_of(name);
    let replicas = replicas.iter().filter(|to| later.iter().any(|it| it.schema.name == **to));
    let replicas = replicas.filter_map(|to| to_replica(state, table, to));
    let witness = table.strong.as_ref().and_then(|strong| strong.witness.as_deref());
    let witness = witness.map(|region| MapWay {
        target: MapTarget::Witness { region: region.into(), is_cut_off: is_cut_off(state, region) },
        item_count: 0,
        moving_count: 0,
        written: None,
        sql: None,
    });
    MapTable {
        name: name.as_str().into(),
        group: None,
        item_count: table.items.count() as u64,
        written: written(state, name, &Store::Table),
        sql: table.is_sql.then(|| sql_use(state.ledger.account(name, &Store::Table).sql)),
        is_open: *name == open.schema.name,
        ways: indexes.chain(program_ways(database, name)).chain(replicas).chain(witness).collect(),
    }
}

/// Period tables as one, with what programs read of any of them.
fn to_group(state: &State, series: &Series, open: &Table) -> MapTable {
    let database = &state.database;
    let tables = series.tables(database);
    let names = || tables.iter().map(|(_, table)| &table.schema.name);
    let of_now = series.table_at(database.unix_time(database.now()));
    let name = names().find(|it| it.as_str() == of_now).or_else(|| names().next());
    let used = names().map(|it| state.ledger.account(it, &Store::Table).written).sum();
    MapTable {
        name: name.map_or_else(Text::default, |it| it.as_str().into()),
        group: Some(group_words(series, database)),
        item_count: tables.iter().map(|(_, table)| table.items.count() as u64).sum(),
        written: units(used),
        sql: None,
        is_open: names().any(|it| *it == open.schema.name),
        ways: names().flat_map(|it| program_ways(database, it)).collect(),
    }
}

/// The ways from a table through programs.
fn program_ways<'d>(
    database: &'d Database,
    table: &'d TableName,
) -> impl Iterator<Item = MapWay> + use<'d> {
    let programs = database.programs().filter(move |it| it.program.table == *table);
    programs.flat_map(|program| through_program(database, program))
}

fn to_index(state: &State, table: &Table, index: &Index) -> MapWay {
    let (schema, name) = (&index.schema, &table.schema.name);
    let is_local = schema.scope == Scope::Local;
    let store = match schema.scope {
        Scope::Local => Store::Local(schema.name.clone()),
        Scope::Global => Store::Global(schema.name.clone()),
    };
    let moving = arrivals(&state.database);
    let moving = moving.filter(|it| it.table == name && *it.index == schema.name);
    let hue = hue_of_index(&table.schema, schema.name.as_str());
    MapWay {
        target: MapTarget::Index {
            index: schema.name.as_str().into(),
            hue: hue.expect("the table has the index"),
            is_local,
        },
        item_count: index.entries.count() as u64,
        moving_count: moving.count() as u64,
        written: Some(written(state, name, &store)),
        sql: None,
    }
}

fn written(state: &State, table: &TableName, store: &Store) -> Units {
    units(state.ledger.account(table, store).written)
}

/// A way for each table that the program writes. What it has used is on the first.
fn through_program(database: &Database, attached: &Attached) -> Vec<MapWay> {
    let definition: Value = serde_json::from_str(attached.definition()).unwrap_or_default();
    let mut tables = Vec::new();
    collect_tables(&definition["Requests"], &mut tables);
    let is_sql = |table: &String| database.table(table).is_some_and(|table| table.is_sql);
    let first_sql = tables.iter().position(is_sql);
    let taken = attached.tally.taken;
    let is_running = !attached.is_stopped && attached.tally.failure.is_none();
    let ways = tables.into_iter().enumerate().map(|(position, table)| MapWay {
        item_count: database.table(&table).map_or(0, |table| table.items.count() as u64),
        target: MapTarget::Program {
            program: attached.program.name.as_str().into(),
            is_there: database.table(&table).is_some(),
            table: table.into(),
            is_running,
        },
        moving_count: if position == 0 { attached.waiting_count() as u64 } else { 0 },
        written: (position == 0).then(|| units(taken.written)),
        sql: (first_sql == Some(position)).then(|| sql_use(taken.sql)),
    });
    ways.collect()
}

/// The tables that requests name, each once, in order.
fn collect_tables(requests: &Value, tables: &mut Vec<String>) {
    match requests {
        Value::Object(members) => members.iter().for_each(|(name, value)| match value {
            Value::String(table) if name == "TableName" => add_table(table, tables),
            // A batch names its tables by its members.
            Value::Object(batch) if name == "RequestItems" => {
                batch.keys().for_each(|table| add_table(table, tables));
            }
            _ => collect_tables(value, tables),
        }),
        Value::Array(elements) => elements.iter().for_each(|it| collect_tables(it, tables)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds a table, which a request may name by its ARN.
fn add_table(name: &str, tables: &mut Vec<String>) {
    let name = name.strip_prefix(TABLE_ARN_PREFIX).unwrap_or(name);
    if !tables.iter().any(|known| known == name) {
        tables.push(name.to_owned());
    }
}

fn to_replica(state: &State, table: &Table, to: &TableName) -> Option<MapWay> {
    let database = &state.database;
    let from = &table.schema.name;
    let is_between = |table: &TableName, write: &ReplicatedWrite| {
        [[from, to], [to, from]].contains(&[&write.from, table])
    };
    let moving = database.pending().filter(
        |(_, task)| matches!(task, Task::Replicate { table, write } if is_between(table, write)),
    );
    let waiting = database.waiting_writes().filter(|(table, write)| is_between(table, write));
    let region = |table: &TableName| table.region().unwrap_or(engine::api::region()).to_owned();
    let is_cut_off = [from, to].into_iter().any(|table| is_cut_off(state, &region(table)));
    Some(MapWay {
        item_count: database.table(to.as_str())?.items.count() as u64,
        target: MapTarget::Replica { table: Text::from(to.as_str()), is_cut_off },
        moving_count: (moving.count() + waiting.count()) as u64,
        written: None,
        sql: None,
    })
}

fn is_cut_off(state: &State, region: &str) -> bool {
    state.plan.regions.cut_off.iter().any(|known| **known == *region)
}
