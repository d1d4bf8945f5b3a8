//! Sending several requests that are one operation, one after the other. One that is rejected does not keep the next from being sent.

use std::rc::Rc;

use engine::api::access::Caller;
use engine::api::error::ApiError;
use engine::database::Database;
use engine::receipt::{Receipt, steps};
use serde_json::Value;

use crate::sandbox::budget::Budget;
use crate::sandbox::caller::Judged;
use crate::sandbox::mark::Marks;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::request::Request;
use crate::sandbox::several::{RejectedRequest, Several, SeveralKind, Tally, is_throttled};
use crate::sandbox::state::State;

/// What came back so far for several requests on one table.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    /// Who sends them; `None` if the owner does.
    pub caller: Option<Caller>,
    /// What the policies said to the first that was denied, or else to the last.
    pub access: Option<Judged>,
    /// How many were sent.
    pub count: usize,
    /// What became of the items.
    pub tally: Tally,
    pub rejections: Vec<RejectedRequest>,
    /// A bill for each request that has one.
    pub receipts: Vec<Receipt>,
    /// The reply to the first request that was accepted.
    pub reply: Option<Value>,
}

impl Sent {
    /// Sends the next request. Returns how many steps that took.
    pub(crate) fn send(&mut self, database: &mut Database, table: &str, request: &Request) -> u64 {
        let count_before = item_count(database, table);
        let (operation, text) = (&request.operation, &request.text);
        let decided = engine::api::decide_as(self.caller.as_ref(), database, operation, text);
        let was_denied = self.access.as_ref().is_some_and(Judged::is_denied);
        if let Some(caller) = self.caller.as_ref().filter(|_| !was_denied) {
            let (caller, rulings) = (caller.name.as_str().into(), decided.rulings.clone());
            self.access = Some(Judged { caller, rulings });
        }
        let outcome = decided.apply(database).into_tree();
        let arms = outcome.receipt.as_ref().map_or(&[][..], |receipt| &receipt.arms);
        let rejected = outcome.reply.as_ref().map_or_else(ApiError::steps, |_| 0);
        let steps = steps(arms, request.text.len() as u64) + rejected;
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
        steps
    }

    /// Sends those of some requests that were not sent, as far as the budget goes. Returns whether all were sent.
    pub(crate) fn send_rest(
        &mut self,
        database: &mut Database,
        table: &str,
        requests: &[Request],
        budget: &mut Budget,
    ) -> bool {
        while let Some(request) = requests.get(self.count) {
            if budget.is_spent() {
                return false;
            }
            budget.spend(self.send(database, table, request));
        }
        true
    }
}

fn item_count(database: &Database, table: &str) -> usize {
    database.table(table).map_or(0, |table| table.items.count())
}

impl State {
    /// Enters what several requests did, and returns it. `first` is the first of them.
    pub(crate) fn finish_several(
        &mut self,
        kind: SeveralKind,
        first: Request,
        sent: Sent,
    ) -> Rc<OperationRecord> {
        let Sent { access, tally, rejections, receipts, reply, .. } = sent;
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
            access,
            wrote: tally.written_count() > 0,
            rejections: left_out.skip(usize::from(reply.is_err())).collect(),
            receipts,
            several: Some(Several { kind, tally, rejections }),
            events: events.into(),
            ..OperationRecord::new(self.database.now(), first, reply)
        })
    }
}
