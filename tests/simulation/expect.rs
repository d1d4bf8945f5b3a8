//! What the model expects of a request: the whole reply and its price, or how it fails.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::bill::{Bill, Kind, read_halves};
use crate::simulation::model::{Model, Verdict, key_text};
use crate::simulation::schema::Table;
use crate::simulation::step::{Get, Transaction};
use crate::simulation::write::{Action, Target, Write};
use crate::size::size;

/// How long a token is remembered, in milliseconds. Source: facts of transactions.
const TOKEN_LIFETIME_MS: u64 = 600_000;

/// The expected result of a request.
#[derive(Debug, Clone)]
pub enum Expected {
    /// This reply, and this price.
    Reply(Value, Bill),
    /// One of these errors.
    Failure(Failure),
}

/// How a request fails.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The exceptions that are right.
    pub codes: Vec<&'static str>,
    /// What it costs although it fails.
    pub bill: Option<Bill>,
    /// `Item` of the error.
    pub item: Option<Attributes>,
    /// The codes of `CancellationReasons`, where they are known.
    pub reasons: Option<Vec<&'static str>>,
}

/// The transactions whose tokens are remembered.
pub type Tokens = BTreeMap<&'static str, Remembered>;

/// A transaction whose token is remembered.
#[derive(Debug, Clone)]
pub struct Remembered {
    until: u64,
    actions: Vec<Value>,
    /// The table of each action and the size of what it wrote.
    pub sizes: Vec<(Table, usize)>,
}

impl Expected {
    /// An invalid request. It costs nothing.
    pub fn invalid() -> Self {
        Self::failure(&["ValidationException"], None)
    }

    fn failure(codes: &[&'static str], bill: Option<Bill>) -> Self {
        Self::Failure(Failure { codes: codes.to_vec(), bill, item: None, reasons: None })
    }
}

/// A reply, with `ConsumedCapacity` if the request asks for it.
pub fn with_capacity(mut reply: Value, detail: &str, consumed: Value) -> Value {
    if detail != "NONE" {
        reply["ConsumedCapacity"] = consumed;
    }
    reply
}

/// A reply with the metrics of item collections by table, if there are any.
fn with_metrics(mut reply: Value, metrics: Vec<(String, Value)>) -> Value {
    for (name, metrics) in metrics {
        let list = &mut reply["ItemCollectionMetrics"][name];
        match list.as_array_mut() {
            Some(list) => list.push(metrics),
            None => *list = json!([metrics]),
        }
    }
    reply
}

/// The targets of a request: sorted by name, and each once.
fn sorted(targets: impl Iterator<Item = Target>) -> Vec<Target> {
    let mut targets: Vec<Target> = targets.collect();
    targets.sort_by_key(|target| target.named());
    targets.dedup();
    targets
}

/// Whether items cannot be those of one request: two are the same, whether their tables are named by name or by ARN, or
/// their tables are in two Regions.
pub fn do_not_fit<'k>(keys: impl Iterator<Item = (Table, &'k Attributes)>) -> bool {
    let mut seen = BTreeSet::new();
    let keys: Vec<_> = keys.map(|(table, item)| (table, key_text(&table.key_of(item)))).collect();
    let regions: BTreeSet<_> = keys.iter().map(|(table, _)| table.region()).collect();
    regions.len() > 1 || keys.into_iter().any(|key| !seen.insert(key))
}

impl Model {
    /// The expected result of a single write.
    pub fn expect_write(&self, write: &Write, detail: &str) -> Expected {
        let verdict = self.judge(write, false);
        if self.overfills_alone(write, &verdict) {
            return Expected::failure(&["ItemCollectionSizeLimitExceededException"], None);
        }
        match verdict {
            Verdict::Rejected => Expected::invalid(),
            Verdict::ConditionFailed { bill, old } => {
                let returns_item = write.returns != "NONE" && !write.uses_legacy();
                Expected::Failure(Failure {
                    codes: vec!["ConditionalCheckFailedException"],
                    bill: Some(bill),
                    item: old.filter(|_| returns_item),
                    reasons: None,
                })
            }
            Verdict::Accepted { bill, old, new } => {
                let mut reply = json!({});
                if let Some(attributes) = write.attributes(old.as_ref(), new.as_ref()) {
                    reply["Attributes"] = json!(attributes);
                }
                if let Some(metrics) = self.collection_metrics(write, old.as_ref(), new.as_ref()) {
                    reply["ItemCollectionMetrics"] = metrics;
                }
                let consumed = bill.consumed(write.target, detail, false);
                Expected::Reply(with_capacity(reply, detail, consumed), bill)
            }
        }
    }

    /// The expected result of a batch of writes, if these writes are done and the others throttled.
    pub fn expect_batch_write(
        &self,
        writes: &[(Target, Action)],
        all: &[(Target, Action)],
        detail: &str,
    ) -> Expected {
        let keys = writes.iter().map(|(target, action)| (target.table, action.key_source()));
        if do_not_fit(keys) {
            return Expected::invalid();
        }
        let mut bill = self.bill(Kind::Write);
        let mut metrics = Vec::new();
        let mut writes: Vec<Write> = writes.iter().map(batch_write).collect();
        writes.sort_by_key(|write| write.target.named());
        for write in &writes {
            match self.judge(write, false) {
                Verdict::Accepted { bill: of_write, old, new } => {
                    bill.add_all(&of_write);
                    let of_write = self.collection_metrics(write, old.as_ref(), new.as_ref());
                    metrics.extend(of_write.map(|it| (write.target.named(), it)));
                }
                Verdict::ConditionFailed { .. } | Verdict::Rejected => return Expected::invalid(),
            }
        }
        if self.overfills(&writes).contains(&true) {
            return Expected::failure(&["ItemCollectionSizeLimitExceededException"], None);
        }
        let targets = sorted(all.iter().map(|(target, _)| *target));
        let consumed = bill.consumed_list(&targets, detail, false);
        let reply = with_metrics(json!({ "UnprocessedItems": {} }), metrics);
        Expected::Reply(with_capacity(reply, detail, consumed), bill)
    }

    /// The expected result of a transaction that is not throttled.
    pub fn expect_transaction(
        &self,
        transaction: &Transaction,
        tokens: &Tokens,
        detail: &str,
    ) -> Expected {
        let targets: Vec<Target> = transaction.actions.iter().map(|it| it.target).collect();
        if let Some(remembered) = self.remembered(transaction, tokens) {
            return remembered.expect_replay(self.bill(Kind::Read), transaction, &targets, detail);
        }
        let keys = transaction.actions.iter();
        if do_not_fit(keys.map(|write| (write.target.table, write.action.key_source())))
            || self.spans_databases(&targets)
        {
            return Expected::invalid();
        }
        let verdicts: Vec<Verdict> =
            transaction.actions.iter().map(|write| self.judge(write, true)).collect();
        if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Rejected)) {
            let codes = ["TransactionCanceledException", "ValidationException"];
            return Expected::failure(&codes, None);
        }
        let mut bill = self.bill(Kind::Write);
        let mut tables_only = self.bill(Kind::Write);
        let (mut reasons, mut metrics) = (Vec::new(), Vec::new());
        for (write, verdict) in transaction.actions.iter().zip(&verdicts) {
            if let Verdict::Accepted { old, new, .. } = verdict {
                let of_action = self.collection_metrics(write, old.as_ref(), new.as_ref());
                metrics.extend(of_action.map(|it| (write.target.table.name().to_owned(), it)));
            }
            let (of_action, reason) = match verdict {
                Verdict::Accepted { bill, .. } => (bill, "None"),
                Verdict::ConditionFailed { bill, .. } => (bill, "ConditionalCheckFailed"),
                Verdict::Rejected => unreachable!("rejected actions are dealt with above"),
            };
            bill.add_all(of_action);
            for ((table, index), halves) in &of_action.halves {
                tables_only.add(*table, None, if index.is_none() { *halves } else { 0 });
            }
            reasons.push(reason);
        }
        if reasons.contains(&"ConditionalCheckFailed") {
            return Expected::Failure(Failure {
                codes: vec!["TransactionCanceledException"],
                bill: Some(tables_only),
                item: None,
                reasons: Some(reasons),
            });
        }
        let overfills = self.overfills(&transaction.actions);
        if overfills.contains(&true) {
            let reason =
                |overfills| if overfills { "ItemCollectionSizeLimitExceeded" } else { "None" };
            return Expected::Failure(Failure {
                codes: vec!["TransactionCanceledException"],
                bill: None,
                item: None,
                reasons: Some(overfills.into_iter().map(reason).collect()),
            });
        }
        let consumed = bill.consumed_list(&targets, detail, true);
        let reply = with_metrics(json!({}), metrics);
        Expected::Reply(with_capacity(reply, detail, consumed), bill)
    }

    /// Whether some tables are of an SQL database, and others are not.
    fn spans_databases(&self, targets: &[Target]) -> bool {
        let is_sql = |target: &Target| self.sql == Some(target.table);
        targets.iter().any(is_sql) && !targets.iter().all(is_sql)
    }

    fn remembered<'t>(
        &self,
        transaction: &Transaction,
        tokens: &'t Tokens,
    ) -> Option<&'t Remembered> {
        let remembered = tokens.get(transaction.token?)?;
        (self.now < remembered.until).then_some(remembered)
    }

    /// Remembers the token of a transaction that was accepted and is about to be applied.
    pub fn remember(&self, transaction: &Transaction, tokens: &mut Tokens) {
        let Some(token) = transaction.token else { return };
        if self.remembered(transaction, tokens).is_some() {
            return;
        }
        let image = |write: &Write| {
            let old = self.table(write.target.table).items.get(&key_text(&write.key()));
            let new = write.action.after(old).unwrap_or_default();
            (write.target.table, old.map_or(0, size).max(new.as_ref().map_or(0, size)))
        };
        let remembered = Remembered {
            until: self.now + TOKEN_LIFETIME_MS,
            actions: transaction.actions.iter().map(Write::transaction_action).collect(),
            sizes: transaction.actions.iter().map(image).collect(),
        };
        tokens.insert(token, remembered);
    }

    /// Whether a transaction with a remembered token would be answered without being executed again.
    pub fn is_replay(&self, transaction: &Transaction, tokens: &Tokens) -> bool {
        self.remembered(transaction, tokens).is_some()
    }

    /// The expected result of a read of one item.
    pub fn expect_get(&self, get: &Get, detail: &str) -> Expected {
        let (item, bill) = self.read_one(get, get.is_consistent, 1);
        let mut reply = json!({});
        if let Some(item) = item {
            reply["Item"] = json!(get.shown(item));
        }
        let consumed = bill.consumed(get.target, detail, false);
        Expected::Reply(with_capacity(reply, detail, consumed), bill)
    }

    /// The item that a read finds, and what the read costs.
    pub fn read_one(
        &self,
        get: &Get,
        is_consistent: bool,
        factor: u64,
    ) -> (Option<&Attributes>, Bill) {
        let item = self.table(get.target.table).items.get(&key_text(&get.key));
        let mut bill = self.bill(Kind::Read);
        let halves = factor * read_halves(item.map_or(0, size), is_consistent);
        bill.add(get.target.table, None, halves);
        (item, bill)
    }

    /// The expected result of a batch of reads, if these reads are done and the others throttled. The
    /// first read of a table decides on consistency and projection.
    pub fn expect_batch_get(&self, gets: &[Get], all: &[Get], detail: &str) -> Expected {
        if do_not_fit(all.iter().map(|get| (get.target.table, &get.key))) {
            return Expected::invalid();
        }
        let mut bill = self.bill(Kind::Read);
        let mut responses = json!({});
        for get in all {
            responses[get.target.named()] = json!([]);
        }
        for get in gets {
            let first = all.iter().find(|first| first.target == get.target).unwrap_or(get);
            let (item, of_item) = self.read_one(get, first.is_consistent, 1);
            bill.add_all(&of_item);
            let list = responses[get.target.named()].as_array_mut();
            if let (Some(item), Some(list)) = (item, list) {
                list.push(json!(first.shown(item)));
            }
        }
        let targets = sorted(gets.iter().map(|get| get.target));
        let consumed = bill.consumed_list(&targets, detail, false);
        let reply = json!({ "Responses": responses, "UnprocessedKeys": {} });
        Expected::Reply(with_capacity(reply, detail, consumed), bill)
    }

    /// The expected result of a transaction of reads that is not throttled.
    pub fn expect_transact_get(&self, gets: &[Get], detail: &str) -> Expected {
        let targets: Vec<Target> = gets.iter().map(|get| get.target).collect();
        if do_not_fit(gets.iter().map(|get| (get.target.table, &get.key)))
            || self.spans_databases(&targets)
        {
            return Expected::invalid();
        }
        let mut bill = self.bill(Kind::Read);
        let mut responses = Vec::new();
        for get in gets {
            let (item, of_item) = self.read_one(get, true, 2);
            bill.add_all(&of_item);
            let shown = item.map(|item| get.shown(item)).filter(|item| !item.is_empty());
            responses.push(shown.map_or(json!({}), |item| json!({ "Item": item })));
        }
        let consumed = bill.consumed_list(&targets, detail, true);
        let reply = json!({ "Responses": responses });
        Expected::Reply(with_capacity(reply, detail, consumed), bill)
    }
}

impl Remembered {
    /// The same request is answered again and costs transactional reads. Another one with its token is an error.
    fn expect_replay(
        &self,
        mut bill: Bill,
        transaction: &Transaction,
        targets: &[Target],
        detail: &str,
    ) -> Expected {
        let actions: Vec<Value> =
            transaction.actions.iter().map(Write::transaction_action).collect();
        if actions != self.actions {
            return Expected::failure(&["IdempotentParameterMismatchException"], None);
        }
        for (table, size) in &self.sizes {
            bill.add(*table, None, 2 * read_halves(*size, true));
        }
        let consumed = bill.consumed_list(targets, detail, true);
        Expected::Reply(with_capacity(json!({}), detail, consumed), bill)
    }
}

/// The write that an element of a batch asks for.
pub fn batch_write((target, action): &(Target, Action)) -> Write {
    Write {
        target: *target,
        action: action.clone(),
        condition: None,
        is_legacy: false,
        returns: "NONE",
    }
}
