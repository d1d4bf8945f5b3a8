//! Steps that read.

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::bill::Kind;
use crate::simulation::expect::Expected;
use crate::simulation::invariant::{self, Violation};
use crate::simulation::limit::Ask;
use crate::simulation::model::key_text;
use crate::simulation::probe;
use crate::simulation::schema::Table;
use crate::simulation::setup::Feature;
use crate::simulation::step::{Get, Read, batch_get_request};
use crate::simulation::world::World;

impl World {
    /// `GetItem`.
    pub(super) fn get(&mut self, get: &Get) -> Result<(), Violation> {
        let detail = self.detail();
        let shares = self.shares_of_gets(std::slice::from_ref(get), false);
        self.call("GetItem", get.request(detail));
        let asks = Self::asks(shares, !self.was_throttled());
        self.compare(self.model.expect_get(get, detail), asks).map(drop)
    }

    /// `BatchGetItem`.
    pub(super) fn batch_get(&mut self, gets: &[Get]) -> Result<(), Violation> {
        let detail = self.detail();
        let mut in_order: Vec<Get> = gets.to_vec();
        in_order.sort_by_key(|get| get.target.named());
        let shares = self.shares_of_gets(&in_order, false);
        let outcome = self.call("BatchGetItem", batch_get_request(gets, detail));
        let is_rejected = outcome.reply.is_err();
        let unprocessed = outcome.reply.as_ref().map(|reply| reply["UnprocessedKeys"].clone());
        let unprocessed = unprocessed.unwrap_or_default();
        let is_done = |get: &&Get| {
            let left = unprocessed[get.target.named()]["Keys"].as_array();
            !left.is_some_and(|left| left.contains(&json!(get.key)))
        };
        let done: Vec<Get> = gets.iter().filter(is_done).cloned().collect();
        let mut expected = self.model.expect_batch_get(&done, gets, detail);
        if let Expected::Reply(reply, _) = &mut expected
            && done.len() < gets.len()
        {
            reply["UnprocessedKeys"] = unprocessed.clone();
        }
        let ask = |(shares, get)| Ask {
            shares: Some(shares),
            is_admitted: !is_rejected && is_done(&get),
        };
        let asks = shares.into_iter().zip(&in_order).map(ask).collect();
        self.compare(expected, asks).map(drop)
    }

    /// `TransactGetItems`.
    pub(super) fn transact_get(&mut self, gets: &[Get]) -> Result<(), Violation> {
        let detail = self.detail();
        let actions: Vec<Value> = gets.iter().map(Get::transaction_action).collect();
        let request = json!({ "TransactItems": actions, "ReturnConsumedCapacity": detail });
        let shares = self.shares_of_gets(gets, true);
        self.call("TransactGetItems", request);
        let asks = self.asks_of_transaction(shares);
        self.compare(self.model.expect_transact_get(gets, detail), asks).map(drop)
    }

    /// `Query` or `Scan`, page after page, of each segment.
    pub(super) fn read(&mut self, read: &Read) -> Result<(), Violation> {
        let request = read.request(self.detail());
        if read.is_invalid(&self.model) {
            self.call(read.operation(), request);
            return self.compare(Expected::invalid(), Vec::new()).map(drop);
        }
        self.check_statement(read)?;
        let rest = self.in_order(read)?;
        let mut rest = &rest[..];
        for segment in 0..read.segment_count.unwrap_or(1) {
            let mut request = request.clone();
            if let Some(count) = read.segment_count {
                request["Segment"] = segment.into();
                request["TotalSegments"] = count.into();
            }
            let before = rest;
            match self.read_pages(read, request, rest)? {
                Some(left) => rest = left,
                None => return Ok(()),
            }
            if let (Some(next), Some(last)) = (rest.first(), before.first())
                && before.len() > rest.len()
            {
                let last = before.get(before.len() - rest.len() - 1).unwrap_or(last);
                let is_split = read.partition_of(last) == read.partition_of(next);
                let detail = || format!("segment {segment} divides {next:?}");
                invariant::holds(!is_split, invariant::PAGES, detail)?;
            }
        }
        invariant::holds(rest.is_empty(), invariant::PAGES, || format!("{rest:?} was skipped"))
    }

    /// The items that a read evaluates, in order.
    pub(super) fn in_order(&self, read: &Read) -> Result<Vec<Attributes>, Violation> {
        let index = read.index.map(|index| index.name);
        let placed = probe::stored(&self.database, read.target.table, index);
        let table = self.model.table(read.target.table);
        // A local index fetches items from the table; a global one returns only what it stores.
        let whole = |item: Attributes| match read.index {
            Some(index) if index.is_local => table
                .items
                .get(&key_text(&read.target.table.key_of(&item)))
                .cloned()
                .unwrap_or(item),
            Some(_) | None => item,
        };
        let evaluated =
            read.evaluated(placed.into_iter().map(|stored| whole(stored.item)).collect());
        invariant::holds(read.is_sorted(&evaluated), invariant::ORDER, || {
            format!("{evaluated:?}")
        })?;
        Ok(evaluated)
    }

    /// Reads pages to the end of a read or segment. Returns their items; `None` if one was throttled.
    fn read_pages<'i>(
        &mut self,
        read: &Read,
        mut request: Value,
        mut rest: &'i [Attributes],
    ) -> Result<Option<&'i [Attributes]>, Violation> {
        loop {
            let outcome = self.call(read.operation(), request.clone());
            let reply = outcome.reply.as_ref().ok().cloned().unwrap_or_default();
            let scanned = reply["ScannedCount"].as_u64().unwrap_or_default();
            let all = read.limit.unwrap_or(usize::MAX).min(rest.len());
            let count = match read.segment_count {
                None => all,
                Some(_) => usize::try_from(scanned).unwrap_or(usize::MAX).min(all),
            };
            let (evaluated, left) = rest.split_at(count);
            let has_last_key = Some(count) == read.limit;
            let (page, bill) =
                read.page(evaluated, has_last_key, self.detail(), self.model.bill(Kind::Read));
            let asks = match self.setup.has(Feature::Limits) {
                true => vec![Ask {
                    shares: self.shares_of_page(read, evaluated, &bill),
                    is_admitted: !self.was_throttled(),
                }],
                false => Vec::new(),
            };
            if !self.compare(Expected::Reply(page, bill), asks)? {
                return Ok(None);
            }
            rest = left;
            // A Query of a table without sort key has at most one item, and is not continued.
            let has_one =
                read.key.is_some() && read.index.is_none() && read.target.table == Table::Others;
            match reply.get("LastEvaluatedKey") {
                Some(_) if has_one => return Ok(Some(rest)),
                Some(key) => request["ExclusiveStartKey"] = key.clone(),
                None => return Ok(Some(rest)),
            }
        }
    }
}
