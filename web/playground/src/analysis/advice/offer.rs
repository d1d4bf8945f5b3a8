//! Which changes are worth trying after a run that was throttled.

use std::iter::once;
use std::rc::Rc;
use std::slice;

use engine::api::limit::TABLE_THROUGHPUT_MAX;
use engine::event::ThrottleCause;
use engine::receipt::{Store, UnitKind};
use engine::table::index::Index;
use engine::table::schema::Billing;
use engine::throughput::scaling::TARGET_PERCENT_DEFAULT;

use crate::analysis::advice::case::{Case, Limit};
use crate::analysis::advice::remedy::{command, is_adaptive};
use crate::analysis::advice::replica::{free_names, replica_count};
use crate::analysis::advice::traffic::{asked_by, in_second};
use crate::analysis::demand::side;
use crate::analysis::pattern::WHOLE;
use crate::sandbox::command::{Command, WorkloadCommand};
use crate::view::value::{Method, Text};
use crate::view::verdict::{Remedy, SuffixMethod};

/// Hundredths of the read throughput that a page of a scan may take. Model: what is left serves other readers.
const PAGE_PERCENT: u64 = 30;

/// What is worth trying, the recommended first. `suffix_count` is how many suffixes may be enough, if one key is the limit of writes.
pub(super) fn remedies(case: &Case<'_>, limit: &Limit, suffix_count: Option<u64>) -> Vec<Remedy> {
    let table: Text = case.context.table.schema.name.as_str().into();
    let index = case.index.map(|index| Text::from(index.schema.name.as_str()));
    let mut found = Vec::new();
    if case.cause == ThrottleCause::KeyRange && case.kind == UnitKind::Write {
        found.push(Remedy::TakeTurns { table: table.clone(), index: index.clone() });
    }
    match limit {
        Limit::Key { .. } => match suffix_count {
            Some(count) => {
                found.extend(suffixes(case, &table, index.as_ref(), count));
                found.extend(other_key(case));
            }
            None => found.push(Remedy::EventualReads { table: table.clone() }),
        },
        Limit::Partition => {}
        Limit::Store { .. } => found.extend(short_pages(case)),
    }
    if let (true, Some(index)) = (case.kind == UnitKind::Write, &index) {
        found.push(raised(case, &table, limit));
        if case.has_wide_entries() {
            found.push(Remedy::KeysOnly { table: table.clone(), index: index.clone() });
        }
    } else {
        if case.kind == UnitKind::Read {
            found.push(Remedy::EventualReads { table: table.clone() });
        }
        found.push(raised(case, &table, limit));
    }
    found.push(Remedy::Adaptive);
    found.push(Remedy::OnDemand { table });
    found.dedup();
    // What changes nothing is not offered.
    found.retain(|remedy| command(case.context.database, case.context.workload, remedy).is_some());
    let after_eventual = found
        .iter()
        .rposition(|it| matches!(it, Remedy::EventualReads { .. }))
        .map_or(0, |it| it + 1);
    found.splice(after_eventual..after_eventual, replicas(case, limit));
    if case.cause != ThrottleCause::ProvisionedThroughput {
        found.extend(together(case));
        return found;
    }
    if !is_adaptive(case.context.database) {
        found.sort_by_key(|remedy| *remedy != Remedy::Adaptive);
    }
    found.splice(0..0, together(case));
    found
}

/// Reads of a key of the table that are shared with replicas of it.
fn replicas(case: &Case<'_>, limit: &Limit) -> Option<Remedy> {
    let Limit::Key { needed, .. } = *limit else { return None };
    if case.kind != UnitKind::Read || case.index.is_some() {
        return None;
    }
    let index_count = case.context.globals().count() as u64;
    let count = replica_count(needed, case.context.ceiling(case.kind), index_count)?;
    let names = free_names(&case.context.table.schema, count);
    let table: Text = case.context.table.schema.name.as_str().into();
    let share = Remedy::ShareReads { table: table.clone(), names: Rc::clone(&names) };
    command(case.context.database, case.context.workload, &share)?;
    Some(Remedy::Together([Remedy::AddReplicas { table, names }, share].into()))
}

/// All that the table and its global indexes lack of provisioned throughput, and adaptive capacity, where one of these is not enough.
fn together(case: &Case<'_>) -> Option<Remedy> {
    let table: Text = case.context.table.schema.name.as_str().into();
    let stores = once(None).chain(case.context.globals().map(Some));
    let kinds = [(UnitKind::Write, Method::Write), (UnitKind::Read, Method::Read)];
    let dimensions = stores.flat_map(|index| kinds.map(|(kind, method)| (index, kind, method)));
    let lacking = dimensions.filter_map(|(index, kind, method)| {
        let now = case.context.provisioned(&index.map_or(Store::Table, Index::store), kind)?;
        let (needed, _) = case.peak_of(index, kind);
        let (table, index) = (table.clone(), index.map(|it| it.schema.name.as_str().into()));
        let units = with_reserve(needed);
        (needed > now).then_some(Remedy::Units { table, index, method, units })
    });
    let lacking: Vec<Remedy> = lacking.collect();
    let is_split = case.measured.is_some_and(|measured| measured.partitions.len() > 1);
    let lends = is_split && !is_adaptive(case.context.database) && !lacking.is_empty();
    let parts: Vec<Remedy> = lends.then_some(Remedy::Adaptive).into_iter().chain(lacking).collect();
    (parts.len() > 1).then(|| Remedy::Together(parts.into()))
}

/// So many units, and some to spare.
fn with_reserve(units: u64) -> u64 {
    let units = units.saturating_mul(100).div_ceil(TARGET_PERCENT_DEFAULT);
    units.clamp(1, TABLE_THROUGHPUT_MAX)
}

/// A random suffix, and one that is calculated from an attribute of the same item.
fn suffixes(case: &Case<'_>, table: &Text, index: Option<&Text>, count: u64) -> Vec<Remedy> {
    let schema = &case.context.table.schema;
    let source = match index {
        None => schema.key.sort.first(),
        Some(_) => schema.key.partition.first(),
    };
    let source = source.map(|attribute| SuffixMethod::Calculated(attribute.name.as_str().into()));
    let methods = [SuffixMethod::Random].into_iter().chain(source);
    let of = |method| Remedy::Suffix { table: table.clone(), index: index.cloned(), count, method };
    let mut suffixes: Vec<Remedy> = methods.map(of).collect();
    // Readers who know the suffix ask once.
    suffixes.sort_by_cached_key(|remedy| {
        let change = command(case.context.database, case.context.workload, remedy);
        let Some(Command::Workload(WorkloadCommand::Set(plan))) = change else { return u64::MAX };
        let points = plan.patterns.iter().flat_map(|pattern| &pattern.points);
        points.map(|(_, rate)| *rate).fold(0, u64::saturating_add)
    });
    suffixes
}

/// The sort key of a table as its partition key, if no partition then is asked for too much of one key.
fn other_key(case: &Case<'_>) -> Option<Remedy> {
    let schema = &case.context.table.schema;
    let sort = schema.key.sort.first().filter(|_| case.index.is_none())?;
    let asked = asked_by(case.context, None, slice::from_ref(sort), in_second);
    let fits = |kind| {
        let (ceiling, side) = (case.context.ceiling(kind) * 100, side(kind));
        asked.values().all(|it| it.units[side].saturating_add(it.error[side]) <= ceiling)
    };
    if ![UnitKind::Write, UnitKind::Read].into_iter().all(fits) {
        return None;
    }
    let (table, partition) = (schema.name.as_str().into(), sort.name.as_str().into());
    Some(Remedy::OtherKey { table, partition })
}

/// More throughput: as much as is needed, with some to spare, or as much as there can be.
fn raised(case: &Case<'_>, table: &Text, limit: &Limit) -> Remedy {
    let needed = match limit {
        Limit::Store { needed } | Limit::Key { needed, .. } => *needed,
        Limit::Partition => 0,
    };
    let needed = needed.max(case.peak(case.kind).0);
    let (table, index) = (table.clone(), case.index.map(|it| it.schema.name.as_str().into()));
    match case.context.table.schema.billing {
        Billing::PayPerRequest => {
            let units = |index: Option<&Index>| {
                [UnitKind::Write, UnitKind::Read].map(|kind| {
                    let is_limit = kind == case.kind
                        && index.map(Index::store) == case.index.map(Index::store);
                    let (most, _) = case.peak_of(index, kind);
                    with_reserve(if is_limit { needed } else { most })
                })
            };
            let indexes = case.context.globals();
            let indexes = indexes.map(|it| (Text::from(it.schema.name.as_str()), units(Some(it))));
            Remedy::Provision { table, units: units(None), indexes: indexes.collect() }
        }
        Billing::Provisioned(_) => {
            let method = match case.kind {
                UnitKind::Read => Method::Read,
                UnitKind::Write => Method::Write,
            };
            // Auto scaling may have raised it since.
            let now = case.limit_in(0);
            let units = with_reserve(needed);
            // A key at the limit of its partition has more throughput than it can use.
            let units =
                if units > now { units } else { now.saturating_mul(2).min(TABLE_THROUGHPUT_MAX) };
            Remedy::Units { table, index, method, units }
        }
    }
}

/// A pause between the pages of a scan, which take a part of what is provisioned.
fn short_pages(case: &Case<'_>) -> Option<Remedy> {
    if case.kind != UnitKind::Read {
        return None;
    }
    let name = case.index.map_or("", |index| index.schema.name.as_str());
    let scan =
        case.context.patterns.iter().find(|tried| {
            tried.pattern.operation == "Scan" && tried.request("IndexName") == name
        })?;
    let halves = scan.halves(case.context, case.index)[1] / WHOLE;
    let page = (case.store_limit() * 2 * PAGE_PERCENT / 100).max(1);
    let pages = halves.div_ceil(page);
    let count = scan.trial.evaluated_count / WHOLE;
    let limit = count.div_ceil(pages.max(1)).max(1);
    (pages > 1).then_some(Remedy::ShortPages { pattern: scan.position, limit, pages })
}
