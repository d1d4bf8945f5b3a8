//! The units that the parts of a request ask of partitions.

use engine::api::error::ApiError;

use crate::item::Attributes;
use crate::simulation::bill::{Bill, Kind, read_halves};
use crate::simulation::expect::{Expected, Tokens};
use crate::simulation::limit::Ask;
use crate::simulation::meter::{Place, Share};
use crate::simulation::model::{Verdict, key_text};
use crate::simulation::probe;
use crate::simulation::schema::{IndexDefinition, Table};
use crate::simulation::setup::Feature;
use crate::simulation::step::{Get, Read, Transaction};
use crate::simulation::world::World;
use crate::simulation::write::Write;
use crate::size::size;

impl World {
    /// A share of units of the table itself.
    fn share_of_table(&self, table: Table, key: &Attributes, kind: Kind, halves: u64) -> Share {
        let hash = probe::hash(&self.database, table, None, key);
        Share { place: (table, None, kind), hash, halves }
    }

    /// The units that each of several writes asks for: the partition of the item pays for table and local indexes.
    /// Rejected writes have none.
    pub fn shares_of_writes(&self, writes: &[Write], is_transaction: bool) -> Vec<Vec<Share>> {
        if !self.setup.has(Feature::Limits) {
            return Vec::new();
        }
        let verdicts = writes.iter().map(|write| self.model.judge(write, is_transaction));
        let verdicts: Vec<Verdict> = verdicts.collect();
        let is_done = |verdict: &Verdict| matches!(verdict, Verdict::Accepted { .. });
        let is_cancelled = !verdicts.iter().all(is_done);
        let shares = writes.iter().zip(&verdicts).map(|(write, verdict)| {
            let bill = match verdict {
                Verdict::Accepted { bill, .. } | Verdict::ConditionFailed { bill, .. } => bill,
                Verdict::Rejected => return Vec::new(),
            };
            let table = write.target.table;
            let is_paid = |index: Option<&str>| {
                index.is_none_or(|it| IndexDefinition::named(it).is_local && !is_cancelled)
            };
            let paid = bill.halves.iter().filter(|((_, index), _)| is_paid(*index));
            let halves = paid.map(|(_, halves)| halves).sum();
            vec![self.share_of_table(table, &write.key(), Kind::Write, halves)]
        });
        shares.collect()
    }

    /// The units of a transaction with a remembered token: reads of what it wrote.
    pub fn shares_of_replay(&self, transaction: &Transaction, tokens: &Tokens) -> Vec<Vec<Share>> {
        if !self.setup.has(Feature::Limits) {
            return Vec::new();
        }
        let remembered = transaction.token.and_then(|token| tokens.get(token));
        let sizes = remembered.iter().flat_map(|remembered| &remembered.sizes);
        let share = |(write, (table, size)): (&Write, &(Table, usize))| {
            let halves = 2 * read_halves(*size, true);
            vec![self.share_of_table(*table, &write.key(), Kind::Read, halves)]
        };
        // A transaction with other tables is a different one, and is rejected.
        let pairs = transaction.actions.iter().zip(sizes);
        pairs.filter(|(write, (table, _))| write.target.table == *table).map(share).collect()
    }

    /// The units of each of several reads of single items.
    pub fn shares_of_gets(&self, gets: &[Get], is_transaction: bool) -> Vec<Vec<Share>> {
        if !self.setup.has(Feature::Limits) {
            return Vec::new();
        }
        let share = |get: &Get| {
            let table = get.target.table;
            let item = self.model.table(table).items.get(&key_text(&get.key));
            // The first read of a table decides on the consistency of a batch.
            let first = gets.iter().find(|first| first.target == get.target).unwrap_or(get);
            let is_consistent = is_transaction || first.is_consistent;
            let factor = if is_transaction { 2 } else { 1 };
            let halves = factor * read_halves(item.map_or(0, size), is_consistent);
            vec![self.share_of_table(table, &get.key, Kind::Read, halves)]
        };
        gets.iter().map(share).collect()
    }

    /// The units of a page: each partition serves its part of the bytes that are evaluated, to the half unit. `None` if
    /// nothing is evaluated and the partition that was searched is not known.
    pub fn shares_of_page(
        &self,
        read: &Read,
        evaluated: &[Attributes],
        bill: &Bill,
    ) -> Option<Vec<Share>> {
        let table = read.target.table;
        let global = read.index.filter(|index| !index.is_local);
        let name = global.map(|index| index.name);
        let place: Place = (table, name, Kind::Read);
        let halves = bill.total(table);
        // A local index has the partitions of its table, and its partition key.
        let hash = |item: &Attributes| probe::hash(&self.database, table, name, item);
        if let Some(key) = &read.key {
            let partition = key.partition.iter();
            let key = partition.map(|(name, value)| ((*name).to_owned(), value.clone()));
            return Some(vec![Share { place, hash: hash(&key.collect()), halves }]);
        }
        let meter = self.limits.meters.get(&place)?;
        let bytes =
            |item: &Attributes| read.index.map_or(size(item), |it| size(&it.projected(item)));
        let whole: usize = evaluated.iter().map(bytes).sum();
        let mut shares: Vec<Share> = Vec::new();
        let (mut sum, mut given) = (0, 0);
        for (position, item) in evaluated.iter().enumerate() {
            sum += bytes(item);
            let next = evaluated.get(position + 1).map(hash);
            let hash = hash(item);
            if next.is_none_or(|next| meter.partition_of(next) != meter.partition_of(hash)) {
                let so_far = halves * sum as u64 / whole.max(1) as u64;
                shares.push(Share { place, hash, halves: so_far - given });
                given = so_far;
            }
        }
        (!shares.is_empty()).then_some(shares)
    }

    /// Parts that are all admitted, or all throttled.
    pub fn asks(shares: Vec<Vec<Share>>, is_admitted: bool) -> Vec<Ask> {
        let ask = |shares| Ask { shares: Some(shares), is_admitted };
        shares.into_iter().map(ask).collect()
    }

    /// The parts of a transaction, one for each action. The cancellation reasons say which were throttled.
    pub fn asks_of_transaction(&self, shares: Vec<Vec<Share>>) -> Vec<Ask> {
        let exchange = self.exchange.as_ref().expect("a request was made");
        if !exchange.is_throttled() {
            return Self::asks(shares, true);
        }
        let reasons = exchange
            .outcome
            .reply
            .as_ref()
            .map_or_else(ApiError::to_json, |_| serde_json::Value::Null);
        let ask = |(position, shares)| Ask {
            shares: Some(shares),
            is_admitted: reasons["CancellationReasons"][position]["Code"] == "None",
        };
        shares.into_iter().enumerate().map(ask).collect()
    }

    /// Whether a request was rejected before throughput was checked.
    pub fn is_rejected(expected: &Expected) -> bool {
        matches!(expected, Expected::Failure(failure) if failure.bill.is_none())
    }
}
