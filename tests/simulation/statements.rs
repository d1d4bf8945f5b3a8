//! Batches and transactions of PartiQL statements. The model expects of each statement what it expects of the operation.

use serde_json::{Map, Value, json};

use crate::random::Random;
use crate::simulation::bill::{Bill, Kind};
use crate::simulation::expect::{Expected, batch_write, do_not_fit, with_capacity};
use crate::simulation::invariant::Violation;
use crate::simulation::limit::Ask;
use crate::simulation::meter::Share;
use crate::simulation::model::{Model, Verdict, key_text};
use crate::simulation::statement::as_statement;
use crate::simulation::step::{Get, Step, Transaction};
use crate::simulation::world::World;
use crate::simulation::write::{Action, Target, Write};

/// The codes of statements of a batch that were throttled.
const THROTTLED: [&str; 3] =
    ["ProvisionedThroughputExceeded", "ThrottlingError", "RequestLimitExceeded"];

/// Sometimes the batch or transaction as one of statements that do nearly the same.
pub fn sometimes(step: Step, random: &mut Random) -> Step {
    let statements = |writes: &[Write]| writes.iter().map(as_statement).collect::<Option<Vec<_>>>();
    let are_selects = |gets: &[Get]| gets.iter().all(Get::has_statement);
    let replacement = match (&step, random.below(4)) {
        (Step::BatchWrite(writes), 0) => {
            let writes: Vec<Write> = writes.iter().map(batch_write).collect();
            statements(&writes).map(Step::BatchOfWriteStatements)
        }
        (Step::TransactWrite(transaction), 0) => statements(&transaction.actions).map(|actions| {
            Step::TransactionOfWriteStatements(Transaction { actions, ..transaction.clone() })
        }),
        (Step::TransactWrite(transaction), 1) => statements(&transaction.actions)
            .filter(|writes| !writes.iter().any(|it| matches!(it.action, Action::Check(_))))
            .map(Step::BatchOfWriteStatements),
        (Step::BatchGet(gets), 0 | 1) if are_selects(gets) => {
            Some(Step::BatchOfGetStatements(gets.clone()))
        }
        (Step::TransactGet(gets), 0 | 1) if are_selects(gets) => {
            Some(Step::TransactionOfGetStatements(gets.clone()))
        }
        _ => None,
    };
    replacement.unwrap_or(step)
}

/// The request of a `BatchExecuteStatement` or `ExecuteTransaction`, made of requests of `ExecuteStatement`. `member` is the list of
/// statements.
fn request(member: &str, statements: impl Iterator<Item = Value>, detail: &str) -> Value {
    let element = |mut request: Value| {
        if let Some(members) = request.as_object_mut() {
            members.remove("ReturnConsumedCapacity");
        }
        request
    };
    let elements: Vec<Value> = statements.map(element).collect();
    json!({ member: elements, "ReturnConsumedCapacity": detail })
}

impl Transaction {
    /// The request of the transaction of statements.
    pub(super) fn statements(&self, detail: &str) -> Value {
        let statements = self.actions.iter().map(|write| write.statement(detail));
        let mut request = request("TransactStatements", statements, detail);
        if let Some(token) = self.token {
            request["ClientRequestToken"] = token.into();
        }
        request
    }
}

/// The request of a batch of statements that write.
pub fn batch_of_writes(writes: &[Write], detail: &str) -> Value {
    request("Statements", writes.iter().map(|write| write.statement(detail)), detail)
}

/// The request of a batch of SELECTs.
pub fn batch_of_gets(gets: &[Get], detail: &str) -> Value {
    request("Statements", gets.iter().map(|get| get.statement(detail)), detail)
}

/// The request of a transaction of SELECTs.
pub fn transaction_of_gets(gets: &[Get], detail: &str) -> Value {
    let element = |get: &Get| {
        let mut request = get.statement(detail);
        if let Some(members) = request.as_object_mut() {
            members.remove("ConsistentRead");
        }
        request
    };
    request("TransactStatements", gets.iter().map(element), detail)
}

/// Whether a response of a batch says that its statement was throttled.
fn is_throttled(response: &Value) -> bool {
    let code = response["Error"]["Code"].as_str();
    code.is_some_and(|code| THROTTLED.contains(&code))
}

/// The response of a statement that failed. Its message is the received one: specs check messages.
fn failed(code: &str, item: Option<Value>, received: &Value) -> Value {
    let mut error = json!({ "Code": code, "Message": received["Error"]["Message"] });
    if let Some(item) = item {
        error["Item"] = item;
    }
    json!({ "Error": error })
}

impl Model {
    /// The expected result of a batch of statements that write, and the statements that are done. The received responses
    /// say which ones were throttled.
    fn expect_batch_of_writes(
        &self,
        writes: &[Write],
        received: &[Value],
        detail: &str,
    ) -> (Expected, Vec<Write>) {
        let keys = writes.iter().map(|write| (write.target.table, write.action.key_source()));
        if do_not_fit(keys) {
            return (Expected::invalid(), Vec::new());
        }
        let mut bill = self.bill(Kind::Write);
        let mut bill_of_done = self.bill(Kind::Write);
        let (mut responses, mut done) = (Vec::new(), Vec::new());
        for (position, write) in writes.iter().enumerate() {
            let received = received.get(position).unwrap_or(&Value::Null);
            if is_throttled(received) {
                responses.push(received.clone());
                continue;
            }
            let (mut response, of_write) =
                self.expect_statement_of_batch(write, &mut done, received);
            if let Some(of_write) = of_write {
                bill.add_all(&of_write);
                if response["Error"].is_null() {
                    bill_of_done.add_all(&of_write);
                }
            }
            // Whether the table of an invalid statement is named depends on what is wrong with it.
            let code = response["Error"]["Code"].as_str();
            let name = match code {
                Some("ValidationError") => received.get("TableName").cloned(),
                Some(_) | None => Some(write.target.table.name().into()),
            };
            if let Some(name) = name {
                response["TableName"] = name;
            }
            responses.push(response);
        }
        let targets: Vec<Target> = writes.iter().map(|write| write.target).collect();
        // Statements that fail count only in the total of a table that has others.
        let mut consumed = bill_of_done.consumed_list(&targets, detail, false);
        for entry in consumed.as_array_mut().into_iter().flatten() {
            let target = targets.iter().find(|it| entry["TableName"] == it.named());
            let target = *target.expect("only tables of the request consume");
            let whole = bill.consumed(target, detail, false);
            entry["CapacityUnits"] = whole["CapacityUnits"].clone();
        }
        let reply = with_capacity(json!({ "Responses": responses }), detail, consumed);
        (Expected::Reply(reply, bill), done)
    }

    /// The response of one statement after those that were done, and its price.
    fn expect_statement_of_batch(
        &self,
        write: &Write,
        done: &mut Vec<Write>,
        received: &Value,
    ) -> (Value, Option<Bill>) {
        match self.judge(write, false) {
            Verdict::Rejected => (failed("ValidationError", None, received), None),
            Verdict::ConditionFailed { bill, old } => {
                let response = match &write.action {
                    Action::Put(_) => failed("DuplicateItem", None, received),
                    Action::Update(..) | Action::Delete(_) | Action::Check(_) => {
                        let item = old.filter(|_| write.returns != "NONE").map(|item| json!(item));
                        failed("ConditionalCheckFailed", item, received)
                    }
                };
                (response, Some(bill))
            }
            Verdict::Accepted { bill, old, new } => {
                done.push(write.clone());
                if self.overfills(done).last() == Some(&true) {
                    done.pop();
                    return (failed("ItemCollectionSizeLimitExceeded", None, received), None);
                }
                let attributes = write.attributes(old.as_ref(), new.as_ref());
                let response = attributes.map_or_else(|| json!({}), |it| json!({ "Item": it }));
                (response, Some(bill))
            }
        }
    }

    /// The expected result of a batch of SELECTs.
    fn expect_batch_of_gets(&self, gets: &[Get], received: &[Value], detail: &str) -> Expected {
        if do_not_fit(gets.iter().map(|get| (get.target.table, &get.key))) {
            return Expected::invalid();
        }
        let mut bill = self.bill(Kind::Read);
        let mut responses = Vec::new();
        for (position, get) in gets.iter().enumerate() {
            if let Some(throttled) = received.get(position).filter(|it| is_throttled(it)) {
                responses.push(throttled.clone());
                continue;
            }
            let (item, of_item) = self.read_one(get, get.is_consistent, 1);
            bill.add_all(&of_item);
            let mut response = Map::new();
            response.extend(item.map(|it| ("Item".to_owned(), json!(get.shown(it)))));
            response.insert("TableName".to_owned(), get.target.table.name().into());
            responses.push(response.into());
        }
        let targets: Vec<Target> = gets.iter().map(|get| get.target).collect();
        let consumed = bill.consumed_list(&targets, detail, false);
        let reply = with_capacity(json!({ "Responses": responses }), detail, consumed);
        Expected::Reply(reply, bill)
    }
}

/// The expected result of the same transaction as statements: its reply has no metrics, and an INSERT has its own reason.
fn as_statements(expected: Expected, transaction: &Transaction) -> Expected {
    match expected {
        Expected::Reply(reply, bill) => {
            let mut of_statements = json!({ "Responses": [] });
            if let Some(consumed) = reply.get("ConsumedCapacity") {
                of_statements["ConsumedCapacity"] = consumed.clone();
            }
            Expected::Reply(of_statements, bill)
        }
        Expected::Failure(mut failure) => {
            for (reason, write) in failure.reasons.iter_mut().flatten().zip(&transaction.actions) {
                if *reason == "ConditionalCheckFailed" && matches!(write.action, Action::Put(_)) {
                    *reason = "DuplicateItem";
                }
            }
            Expected::Failure(failure)
        }
    }
}

impl World {
    /// `BatchExecuteStatement` with statements that write.
    pub(super) fn batch_of_write_statements(&mut self, writes: &[Write]) -> Result<(), Violation> {
        let detail = self.detail();
        let alone = |write| self.shares_of_writes(std::slice::from_ref(write), false);
        let shares = writes.iter().flat_map(alone).collect();
        self.call("BatchExecuteStatement", batch_of_writes(writes, detail));
        let received = self.received_responses();
        let (expected, done) = self.model.expect_batch_of_writes(writes, &received, detail);
        let asks = Self::asks_of_batch(shares, &received);
        if self.compare(expected, asks)? {
            self.apply(&done);
        }
        Ok(())
    }

    /// `BatchExecuteStatement` with SELECTs.
    pub(super) fn batch_of_get_statements(&mut self, gets: &[Get]) -> Result<(), Violation> {
        let detail = self.detail();
        let shares = gets.iter().map(|get| self.shares_of_gets(std::slice::from_ref(get), false));
        let shares = shares.flatten().collect();
        self.call("BatchExecuteStatement", batch_of_gets(gets, detail));
        let received = self.received_responses();
        let asks = Self::asks_of_batch(shares, &received);
        let expected = self.model.expect_batch_of_gets(gets, &received, detail);
        self.compare(expected, asks).map(drop)
    }

    /// `ExecuteTransaction` with statements that write or check.
    pub(super) fn transaction_of_write_statements(
        &mut self,
        transaction: &Transaction,
    ) -> Result<(), Violation> {
        let detail = self.detail();
        let tokens = &self.statement_tokens;
        let expected = self.model.expect_transaction(transaction, tokens, detail);
        let is_replay = self.model.is_replay(transaction, tokens);
        let shares = match is_replay {
            true => self.shares_of_replay(transaction, tokens),
            false => self.shares_of_writes(&transaction.actions, true),
        };
        self.call("ExecuteTransaction", transaction.statements(detail));
        let asks = self.asks_of_transaction(shares);
        if self.compare(as_statements(expected, transaction), asks)? && !is_replay {
            self.model.remember(transaction, &mut self.statement_tokens);
            self.apply(&transaction.actions);
        }
        Ok(())
    }

    /// `ExecuteTransaction` with SELECTs.
    pub(super) fn transaction_of_get_statements(&mut self, gets: &[Get]) -> Result<(), Violation> {
        let detail = self.detail();
        let shares = self.shares_of_gets(gets, true);
        self.call("ExecuteTransaction", transaction_of_gets(gets, detail));
        let asks = self.asks_of_transaction(shares);
        let mut expected = self.model.expect_transact_get(gets, detail);
        if let Expected::Reply(reply, _) = &mut expected {
            let responses = reply["Responses"].as_array_mut().into_iter().flatten();
            for (response, get) in responses.zip(gets) {
                let table = self.model.table(get.target.table);
                // An item without the columns is an empty item, and not an absent one.
                if table.items.contains_key(&key_text(&get.key)) && response["Item"].is_null() {
                    *response = json!({ "Item": {} });
                }
            }
        }
        self.compare(expected, asks).map(drop)
    }

    /// `Responses` of the latest reply; empty if the request was rejected.
    fn received_responses(&self) -> Vec<Value> {
        let reply = self.exchange.as_ref().map(|exchange| &exchange.outcome.reply);
        let responses = match reply {
            Some(Ok(reply)) => reply["Responses"].as_array().cloned(),
            Some(Err(_)) | None => None,
        };
        responses.unwrap_or_default()
    }

    /// The parts of a batch, one for each statement. Its responses say which were throttled.
    fn asks_of_batch(shares: Vec<Vec<Share>>, received: &[Value]) -> Vec<Ask> {
        let ask = |(position, shares)| Ask {
            shares: Some(shares),
            is_admitted: received.get(position).is_some_and(|response| !is_throttled(response)),
        };
        shares.into_iter().enumerate().map(ask).collect()
    }
}
