//! SELECTs of several items: by their keys, and page after page. The model expects of them what it expects of the reads.

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::bill::Kind;
use crate::simulation::condition::Condition;
use crate::simulation::expect::{Expected, do_not_fit, with_capacity};
use crate::simulation::invariant::{self, Violation};
use crate::simulation::limit::Ask;
use crate::simulation::model::Model;
use crate::simulation::setup::Feature;
use crate::simulation::statement::select;
use crate::simulation::step::{Get, Read, attribute};
use crate::simulation::world::World;

/// Reads that one SELECT can be divided into. Source: facts of PartiQL.
const READS_MAX: usize = 50;

/// Whether one SELECT reads what these requests read.
pub fn are_of_one_select(gets: &[Get]) -> bool {
    let [first, ..] = gets else { return false };
    let is_alike = |get: &Get| {
        get.target == first.target
            && get.names == first.names
            && get.is_consistent == first.is_consistent
    };
    gets.len() <= READS_MAX && first.has_statement() && gets.iter().all(is_alike)
}

/// The request of a SELECT of items by their keys: with `IN` where only one attribute differs, and with `OR` elsewhere.
pub fn by_keys(gets: &[Get], detail: &str) -> Value {
    let first = &gets[0];
    let mut text = select(first.target, None, first.names.as_deref());
    let keys = first.target.table.keys();
    let (last, before) = keys.split_last().expect("a key has an attribute");
    let are_equal =
        before.iter().all(|name| gets.iter().all(|it| it.key[*name] == first.key[*name]));
    let attributes = |get: &Get, names: &[&'static str]| -> Vec<(&'static str, Value)> {
        names.iter().map(|name| (*name, get.key[*name].clone())).collect()
    };
    if are_equal {
        let before = attributes(first, before);
        text.push_equalities(before.iter().map(|(name, value)| (*name, value)));
        text.text.push_str(if before.is_empty() { " WHERE " } else { " AND " });
        text.push_name(last);
        text.text.push_str(" IN [");
        for (position, get) in gets.iter().enumerate() {
            text.text.push_str(if position == 0 { "" } else { ", " });
            text.push_value(&get.key[*last]);
        }
        text.text.push(']');
    } else {
        for (position, get) in gets.iter().enumerate() {
            text.text.push_str(if position == 0 { " WHERE (" } else { " OR (" });
            for (position, (name, value)) in attributes(get, keys).iter().enumerate() {
                text.text.push_str(if position == 0 { "" } else { " AND " });
                text.push_name(name);
                text.text.push_str(" = ");
                text.push_value(value);
            }
            text.text.push(')');
        }
    }
    let mut request = text.request(detail);
    request["ConsistentRead"] = first.is_consistent.into();
    request
}

impl Read {
    /// The nearest read that a SELECT can make, page after page; `None` if it would be a GetItem.
    pub fn as_select(&self) -> Option<Self> {
        let filter = self.filter.clone().filter(|filter| !self.has_key_in(filter));
        let names = self.names.clone();
        let names = names.filter(|names| names.iter().all(|name| attribute(name) == *name));
        let (segment_count, select, is_legacy) = (None, None, false);
        let read = Self { segment_count, filter, names, select, is_legacy, ..self.clone() };
        read.has_pages().then_some(read)
    }

    /// Whether a SELECT reads the same, page after page. A Query of a whole key would be a GetItem, and a filter on the key
    /// would be a part of the key condition.
    pub fn has_pages(&self) -> bool {
        let is_equality = |it: &Condition| matches!(it, Condition::Compare(_, "=", _));
        let is_of_one_key = self.index.is_none()
            && self.key.as_ref().is_some_and(|key| {
                let count = key.sort.iter().filter(|it| is_equality(it)).count();
                count + 1 == self.target.table.keys().len()
            });
        let filters_key = self.filter.as_ref().is_some_and(|filter| self.has_key_in(filter));
        !filters_key && !is_of_one_key && self.statement("NONE").is_some()
    }

    /// Whether a condition is about the key of the table or index.
    fn has_key_in(&self, condition: &Condition) -> bool {
        let keys: Vec<&str> = match self.index {
            None => self.target.table.keys().to_vec(),
            Some(index) => index.keys().collect(),
        };
        condition.names().into_iter().any(|name| keys.contains(&name))
    }
}

impl Model {
    /// The expected result of a SELECT of items by their keys, which are read in the order of the text.
    fn expect_by_keys(&self, gets: &[Get], detail: &str) -> Expected {
        if do_not_fit(gets.iter().map(|get| (get.target.table, &get.key))) {
            return Expected::invalid();
        }
        let mut bill = self.bill(Kind::Read);
        let mut items: Vec<Attributes> = Vec::new();
        for get in gets {
            let (item, of_item) = self.read_one(get, get.is_consistent, 1);
            bill.add_all(&of_item);
            items.extend(item.map(|item| get.shown(item)));
        }
        let consumed = bill.consumed(gets[0].target, detail, false);
        Expected::Reply(with_capacity(json!({ "Items": items }), detail, consumed), bill)
    }
}

impl World {
    /// SELECT of items by their keys.
    pub(super) fn keys_statement(&mut self, gets: &[Get]) -> Result<(), Violation> {
        let detail = self.detail();
        let shares = self.shares_of_gets(gets, false);
        self.call("ExecuteStatement", by_keys(gets, detail));
        let asks = Self::asks(shares, !self.was_throttled());
        self.compare(self.model.expect_by_keys(gets, detail), asks).map(drop)
    }

    /// A SELECT with a token that does not fit.
    fn continue_in_vain(&mut self, request: Value) -> Result<(), Violation> {
        self.call("ExecuteStatement", request);
        self.compare(Expected::invalid(), Vec::new())?;
        let exchange = self.exchange.as_ref().expect("a request was made");
        let reason = exchange.outcome.reply.as_ref().err().map(ToString::to_string);
        let is_right = reason.as_deref() == Some("NextToken does not match request");
        invariant::holds(is_right, invariant::PAGES, || format!("continued: {reason:?}"))
    }

    /// SELECT, page after page.
    pub(super) fn read_statement(&mut self, read: &Read) -> Result<(), Violation> {
        let request = read.statement(self.detail());
        let mut request = request.expect("the step was made of a read that has a statement");
        if read.is_invalid(&self.model) {
            self.call("ExecuteStatement", request);
            return self.compare(Expected::invalid(), Vec::new()).map(drop);
        }
        let evaluated = self.in_order(read)?;
        let mut rest = &evaluated[..];
        loop {
            let outcome = self.call("ExecuteStatement", request.clone());
            let token = outcome.reply.as_ref().ok().and_then(|it| it.get("NextToken").cloned());
            let count = read.limit.unwrap_or(usize::MAX).min(rest.len());
            let (page, left) = rest.split_at(count);
            let (mut reply, bill) =
                read.page(page, false, self.detail(), self.model.bill(Kind::Read));
            if let Some(members) = reply.as_object_mut() {
                members.retain(|name, _| name != "Count" && name != "ScannedCount");
            }
            if Some(count) == read.limit {
                // A token is opaque.
                reply["NextToken"] = token.clone().unwrap_or_default();
            }
            let asks = match self.setup.has(Feature::Limits) {
                true => vec![Ask {
                    shares: self.shares_of_page(read, page, &bill),
                    is_admitted: !self.was_throttled(),
                }],
                false => Vec::new(),
            };
            if !self.compare(Expected::Reply(reply, bill), asks)? {
                return Ok(());
            }
            rest = left;
            // A statement with a parameter that is a list or a map cannot be continued.
            let parameters = request["Parameters"].as_array().into_iter().flatten();
            let is_last =
                parameters.into_iter().any(|it| it["L"].is_array() || it["M"].is_object());
            match token {
                Some(token) => request["NextToken"] = token,
                None => break,
            }
            if is_last {
                return self.continue_in_vain(request);
            }
        }
        invariant::holds(rest.is_empty(), invariant::PAGES, || format!("{rest:?} was skipped"))
    }
}
