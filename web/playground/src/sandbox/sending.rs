//! Sending several requests that are one operation, one after the other. One that is rejected does not keep the next from being sent.

use std::rc::Rc;

use engine::database::Database;
use engine::receipt::Receipt;
use serde_json::Value;

use crate::sandbox::mark::Marks;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::request::Request;
use crate::sandbox::several::{
    EditKind, RejectedRequest, Several, SeveralKind, Tally, is_throttled,
};
use crate::sandbox::state::State;

/// What came back so far for several requests on one table.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    /// How many were sent.
    pub count: usize,
    /// What became of the items.
    pub tally: Tally,
    /// The requests that were rejected.
    pub rejections: Vec<RejectedRequest>,
    /// A bill for each request that has one.
    pub receipts: Vec<Receipt>,
    /// The reply to the first request that was accepted.
    pub reply: Option<Value>,
}

impl Sent {
    /// Sends the next request. Returns the units that it was charged.
    pub(crate) fn send(&mut self, database: &mut Database, table: &str, request: &Request) -> u64 {
        let count_before = item_count(database, table);
        let outcome = engine::api::execute(database, &request.operation, &request.text);
        let arms = outcome.receipt.iter().flat_map(|receipt| &receipt.arms);
        let halves: u64 = arms.map(|arm| arm.units.halves()).sum();
        self.receipts.extend(outcome.receipt);
        match outcome.reply {
            Ok(reply) => {
                match item_count(database, table) > count_before {
                    true => self.tally.new_count += 1,
                    false => self.tally.replaced_count += 1,
                }
                self.reply.get_or_insert(reply);
            }
            Err(error) => {
                self.tally.rejected_count += 1;
                self.tally.throttled_count += u64::from(is_throttled(&error));
                let request = request.clone();
                self.rejections.push(RejectedRequest { position: self.count, request, error });
            }
        }
        self.count += 1;
        halves / 2
    }

    /// Sends requests.
    pub(crate) fn send_all(database: &mut Database, table: &str, requests: &[Request]) -> Self {
        let mut sent = Self::default();
        for request in requests {
            sent.send(database, table, request);
        }
        sent
    }
}

fn item_count(database: &Database, table: &str) -> usize {
    database.table(table).map_or(0, |table| table.items.count())
}

impl State {
    /// Sends the requests of an edit of several items.
    pub(crate) fn edit_several(
        &mut self,
        kind: EditKind,
        table: &str,
        requests: &[Request],
    ) -> Rc<OperationRecord> {
        let sent = Sent::send_all(&mut self.database, table, requests);
        let kind = SeveralKind::Edit(kind);
        self.finish_several(kind, requests.first().cloned().unwrap_or_default(), sent)
    }

    /// Enters what several requests did, and returns it. `first` is the first of them.
    pub(crate) fn finish_several(
        &mut self,
        kind: SeveralKind,
        first: Request,
        sent: Sent,
    ) -> Rc<OperationRecord> {
        let Sent { tally, rejections, receipts, reply, .. } = sent;
        self.marks = Marks::default();
        let events = self.database.drain_events();
        self.mark_entries(&events);
        // If nothing was written, the first rejection is the reply.
        let reply = match (reply, rejections.first()) {
            (None, Some(rejected)) => Err(rejected.error.clone()),
            (reply, _) => Ok(reply.unwrap_or_default()),
        };
        let left_out = rejections.iter().map(|rejected| rejected.error.clone());
        self.record(OperationRecord {
            backfill: None,
            number: 0,
            at: self.database.now(),
            request: first,
            wrote: tally.written_count() > 0,
            rejections: left_out.skip(usize::from(reply.is_err())).collect(),
            reply,
            receipts,
            change: None,
            stale: None,
            several: Some(Several { kind, tally, rejections }),
            events: events.into(),
        })
    }
}
