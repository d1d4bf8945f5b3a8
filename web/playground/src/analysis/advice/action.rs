//! Which keys the actions of batches and transactions ask for, and the requests of programs behind access patterns.

use std::borrow::Cow;
use std::collections::BTreeMap;

use engine::database::Database;
use engine::json::value::parse;
use engine::receipt::{Arm, Receipt, Store};
use engine::table::Table;
use engine::workload::pattern::AccessPattern;
use serde_json::{Value, json};

use crate::analysis::advice::named::{tables_of, texts_of};
use crate::analysis::advice::share::{KeyShare, error_of};
use crate::analysis::advice::{AdviceContext, Tried};
use crate::analysis::behind::{PARTS, Sent};
use crate::analysis::demand::side;
use crate::analysis::pattern::{Basis, Trial};
use crate::explain::subject::{is_named, parts};
use crate::view::cost::CostSettings;

/// One of so many batches for which programs ask for a key makes it a hot one. Model: as of the requests of a pattern.
const HOT_PART: u64 = 10;

impl Tried<'_> {
    /// Its actions on the table, or itself if it is one.
    pub(super) fn actions(&self) -> &[Self] {
        if self.actions.is_empty() { std::slice::from_ref(self) } else { &self.actions }
    }

    /// Each of several actions on a table in a request of its own.
    pub(super) fn alone(
        &self,
        database: &Database,
        settings: &CostSettings,
        table: &Table,
    ) -> Vec<Self> {
        let requests = parse(&self.pattern.request).map_or_else(|_| Vec::new(), |it| alone(&it));
        if requests.len() < 2 {
            return Vec::new();
        }
        let is_here = |request: &Value| {
            tables_of(request).iter().any(|it| is_named(it, table.schema.name.as_str()))
        };
        let tried = requests.into_iter().filter(is_here).map(|request| {
            let request = request.to_string();
            let pattern = AccessPattern { request, ..AccessPattern::clone(&self.pattern) };
            let trial = Trial::of(database, &pattern, Basis::Action(settings, &self.note));
            let requests = trial.requests.iter().filter_map(|it| parse(it).ok()).collect();
            let (pattern, trial) = (Cow::Owned(pattern), Cow::Owned(trial));
            let note = self.note.clone();
            Tried { pattern, trial, requests, note, actions: Vec::new(), ..*self }
        });
        tried.collect()
    }
}

/// A request for each action of a batch or a transaction.
fn alone(request: &Value) -> Vec<Value> {
    let with = |member: &str, value: Value| {
        let mut one = request.clone();
        one[member] = value;
        one
    };
    let actions = request["TransactItems"].as_array().into_iter().flatten();
    let actions = actions.map(|action| with("TransactItems", json!([action])));
    let tables = request["RequestItems"].as_object().into_iter().flatten();
    let of_tables = tables.flat_map(|(table, group)| {
        let of_table = |group: Value| with("RequestItems", json!({ table: group }));
        let writes = group.as_array().into_iter().flatten();
        let writes = writes.map(|write| of_table(json!([write])));
        let keys = group["Keys"].as_array().into_iter().flatten();
        let reads = keys.map(|key| {
            let mut one = group.clone();
            one["Keys"] = json!([key]);
            of_table(one)
        });
        writes.chain(reads).collect::<Vec<_>>()
    });
    let of_statements = ["Statements", "TransactStatements"].into_iter().flat_map(|member| {
        let statements = request[member].as_array().into_iter().flatten();
        statements.map(move |statement| with(member, json!([statement])))
    });
    actions.chain(of_tables).chain(of_statements).collect()
}

/// The keys that programs ask for often because of a pattern, and half units of each that stores of the table take: written, read.
pub(super) fn shares_behind(
    context: &AdviceContext<'_>,
    trial: &Trial,
    stores: &[Store],
    attributes: &[&str],
) -> Vec<(KeyShare, [u64; 2])> {
    let mut keys: BTreeMap<String, (u64, [u128; 2])> = BTreeMap::new();
    let mut seen_count = 0;
    let is_here =
        |arm: &&Arm| arm.table == context.table.schema.name && stores.contains(&arm.store);
    for Sent { requests, times } in &trial.behind.sent {
        let mut asked: BTreeMap<Option<String>, [u128; 2]> = BTreeMap::new();
        for (request, receipt) in requests {
            let Ok(request) = parse(request) else { continue };
            for (action, arms) in with_arms(&request, receipt) {
                for arm in arms.iter().filter(is_here) {
                    let key = texts_of(&action, attributes).map(|texts| texts.join(", "));
                    asked.entry(key).or_default()[side(arm.unit_kind())] +=
                        u128::from(arm.units.halves()) * times;
                }
            }
        }
        seen_count += u64::from(!asked.is_empty());
        for (key, halves) in asked.into_iter().filter_map(|(key, halves)| Some((key?, halves))) {
            let (count, sums) = keys.entry(key).or_default();
            *count += 1;
            sums.iter_mut().zip(halves).for_each(|(sum, halves)| *sum += halves);
        }
    }
    // Of requests that are all the same, the records are, too.
    let is_sampled = trial.requests.windows(2).any(|pair| pair[0] != pair[1]);
    let hot = keys.into_iter().filter(|(_, (count, _))| count * HOT_PART >= seen_count);
    hot.map(|(key, (count, sums))| {
        let (error, _) = error_of(count, seen_count);
        let error = ((error, u128::from(count) * 100), seen_count);
        let error = is_sampled.then_some(error);
        let halves = sums.map(|it| u64::try_from(it / PARTS).unwrap_or(u64::MAX));
        (KeyShare { key, share: (1, 1), block_size: None, error }, halves)
    })
    .collect()
}

/// The actions of a request, each with the arms of its receipt: those of its table, and behind each those of indexes.
fn with_arms<'r>(request: &Value, receipt: &'r Receipt) -> Vec<(Value, &'r [Arm])> {
    let actions: Vec<Value> = parts(request).into_iter().map(|part| part.content).collect();
    if actions.is_empty() {
        return vec![(request.clone(), &receipt.arms)];
    }
    let groups = receipt.arms.chunk_by(|_, next| next.store != Store::Table);
    actions.into_iter().zip(groups).collect()
}
