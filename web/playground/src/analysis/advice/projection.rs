//! Rules on what indexes copy: more than anyone reads, or less.

use std::rc::Rc;

use engine::capacity::cost::write_units;
use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::model::name::AttributeName;
use engine::receipt::{Store, UnitKind};
use engine::table::index::Index;
use engine::table::schema::Scope;
use serde_json::Value;

use crate::analysis::advice::{AdviceContext, INDEXES, LOCAL, Tried, cause_of, finding};
use crate::analysis::demand::{KINDS, Load};
use crate::analysis::pattern::{Basis, Trial, WHOLE, empty_load};
use crate::sandbox::budget::Budget;
use crate::sandbox::design::design_of;
use crate::sandbox::order::distinct;
use crate::sandbox::rebuild::{Rebuild, Rebuilt};
use crate::view::advice::{Finding, Severity};
use crate::view::design::ProjectionDesign;
use crate::view::message::{Argument, Message};
use crate::view::money::Money;

/// A local index that lacks what its readers ask for, so that each item is fetched.
pub(crate) fn too_narrow(context: &AdviceContext<'_>) -> Vec<Finding> {
    let fetching = context.patterns.iter().filter(|tried| tried.trial.fetched_count > 0);
    let narrow = fetching.filter_map(|tried| {
        let index = context.table.index(tried.request("IndexName"))?;
        let own = tried.trial.units.account(&context.table.schema.name, &index.store());
        let fetched: u64 = tried.trial.fetched.iter().map(|(_, units)| units.halves()).sum();
        let average = |halves: u64| Argument::Hundredths(halves * 50 / WHOLE);
        let words = Message::plain("advice.narrow")
            .with("pattern", tried.name())
            .with("count", Argument::Thousandths(tried.trial.fetched_count / (WHOLE / 1_000)))
            .with("fetched", average(fetched))
            .with("own", average(own.units(UnitKind::Read).halves()))
            .with("index", context.name_of(index));
        let what = Message::plain("advice.narrow_do");
        let halves = u128::from(fetched) * tried.yearly_millionths;
        let less = context.load_of(&Store::Table, UnitKind::Read, halves);
        let found = finding(Severity::Expense, LOCAL, cause_of(index), [words, what]);
        Some(context.priced(found, &less, &[]))
    });
    narrow.collect()
}

/// An index whose entries cost more to write than they would with what its readers ask for.
pub(crate) fn too_wide(context: &AdviceContext<'_>) -> Vec<Finding> {
    let wide = context.table.indexes.iter().filter_map(|index| {
        let asked = context.readers(index).map(asked_for).collect::<Option<Vec<_>>>()?;
        if asked.is_empty() {
            return None;
        }
        let asked: Vec<String> = distinct(asked.into_iter().flatten());
        let is_needed = |name: &AttributeName| {
            asked.binary_search_by(|it| it.as_str().cmp(name.as_str())).is_ok()
                || context.table.schema.key.contains(name)
                || index.schema.key.contains(name)
        };
        let (wide, narrow) = write_costs(index, &is_needed);
        let count = index.entries.count().max(1) as u64;
        let average = |halves: u64| Argument::Hundredths(halves * 50 / count);
        (narrow < wide).then(|| {
            let words = Message::plain("advice.wide")
                .with("index", context.name_of(index))
                .with("needless", Argument::List(needless(index, &is_needed)))
                .with("wide", average(wide))
                .with("narrow", average(narrow));
            let what = Message::plain(match index.schema.scope {
                Scope::Global => "advice.wide_do",
                Scope::Local => "advice.wide_local_do",
            });
            let found = finding(Severity::Expense, INDEXES, cause_of(index), [words, what]);
            let store = index.store();
            if let Some(database) = narrowed(context, index, &asked) {
                let less = less_on(context, &database, &store);
                let found = context.priced_on(&database, found, &less, &[]);
                return if is_followed(context) { at_least(found) } else { found };
            }
            let written = context.load.halves(&context.table.schema.name, &store, UnitKind::Write);
            let saved = written / u128::from(wide) * u128::from(wide - narrow);
            let less = context.load_of(&store, UnitKind::Write, saved);
            at_least(context.priced(found, &less, &[]))
        })
    });
    wide.collect()
}

/// The database in which an index copies what is asked for only; `None` if it takes too long to build the table again.
fn narrowed(context: &AdviceContext<'_>, index: &Index, asked: &[String]) -> Option<Database> {
    let table = context.table.schema.name.as_str();
    let mut design = design_of(context.unlimited, context.table);
    let mut indexes = design.global_indexes.iter_mut().chain(&mut design.local_indexes);
    let narrow = indexes.find(|it| it.name == index.schema.name.as_str())?;
    let is_key = |name: &AttributeName| {
        context.table.schema.key.contains(name) || index.schema.key.contains(name)
    };
    let copied = asked.iter().filter(|name| !is_key(&AttributeName::from(name.as_str())));
    let copied: Vec<String> = copied.cloned().collect();
    narrow.projection = match copied.is_empty() {
        true => ProjectionDesign::KeysOnly,
        false => ProjectionDesign::Include(copied),
    };
    let mut rebuild = Rebuild::new(context.unlimited, table, &Rc::new(design));
    let is_done = rebuild.step(&mut Budget::slice());
    let Rebuilt { database, reply, .. } = is_done.then(|| rebuild.finish())?;
    reply.is_ok().then_some(database)
}

/// Whether programs or other Regions write to the table or to its copies, too.
fn is_followed(context: &AdviceContext<'_>) -> bool {
    let AdviceContext { database, table, .. } = context;
    database.programs().next().is_some() || !database.replicas_of(&table.schema.name).is_empty()
}

/// A finding that costs more than was counted.
fn at_least(found: Finding) -> Finding {
    Finding { monthly: found.monthly.map(|it| Money { is_least: true, ..it }), ..found }
}

/// What the patterns ask less of an index in another database.
fn less_on(context: &AdviceContext<'_>, database: &Database, store: &Store) -> Load {
    let table = &context.table.schema.name;
    let load = |trial: &Trial, tried: &Tried<'_>| {
        let account = trial.units.account(table, store);
        KINDS.map(|kind| u128::from(account.units(kind).halves()) * tried.yearly_millionths)
    };
    let mut less = empty_load();
    for tried in &context.patterns {
        let basis = Basis::Expected(context.settings, &tried.note);
        let [here, there] =
            [load(&tried.trial, tried), load(&Trial::of(database, &tried.pattern, basis), tried)];
        for (kind, (here, there)) in KINDS.into_iter().zip(here.into_iter().zip(there)) {
            less.add(table, store, kind, here.saturating_sub(there));
        }
    }
    less
}

/// The attributes that a pattern asks for and filters by; `None` if it asks for all.
fn asked_for(tried: &Tried<'_>) -> Option<Vec<String>> {
    let request = tried.requests.first()?;
    let projection = match (request["Select"].as_str(), request["ProjectionExpression"].as_str()) {
        (_, Some(projection)) => projection,
        (Some("COUNT"), None) => "",
        _ => return None,
    };
    let filter = request["FilterExpression"].as_str().unwrap_or_default();
    Some([names_in(request, projection), names_in(request, filter)].concat())
}

/// Names of top-level attributes that an expression may contain: each word, with placeholders resolved.
pub(crate) fn names_in(request: &Value, expression: &str) -> Vec<String> {
    let is_part =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '#' | ':' | '.');
    let words = expression
        .split(|letter| !is_part(letter))
        .map(|path| path.split('.').next().unwrap_or(path));
    let words = words.filter(|word| !word.is_empty() && !word.starts_with(':'));
    let names =
        words.map(|word| request["ExpressionAttributeNames"][word].as_str().unwrap_or(word));
    names.map(str::to_owned).collect()
}

/// Half write units of all entries as they are, and with what is needed only.
fn write_costs(index: &Index, is_needed: &dyn Fn(&AttributeName) -> bool) -> (u64, u64) {
    index.entries.iter().fold((0, 0), |(wide, narrow), (_, stored)| {
        let needed = index.schema.projected(&stored.image).filter(|(name, _)| is_needed(name));
        let size: u64 = needed.map(|(name, value)| name.len() as u64 + value.size().0).sum();
        (wide + write_units(stored.size).halves(), narrow + write_units(Bytes(size)).halves())
    })
}

/// Attributes that entries hold and no pattern reads.
fn needless(index: &Index, is_needed: &dyn Fn(&AttributeName) -> bool) -> Vec<std::rc::Rc<str>> {
    let held = index.entries.iter().flat_map(|(_, stored)| index.schema.projected(&stored.image));
    let names = distinct(held.map(|(name, _)| name).filter(|name| !is_needed(name)));
    names.into_iter().map(|name| name.as_str().into()).collect()
}
