//! What a workload will ask of tables and keys, before it runs.

use std::rc::Rc;

use crate::view::message::Message;
use crate::view::pattern::PatternTerm;
use crate::view::value::{Hue, Method, Text};

/// What a workload will ask.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrafficView {
    /// A request for each pattern, in their order.
    pub requests: Vec<RequestPlan>,
    pub stores: Vec<StorePlan>,
    /// What a run cannot do: items that it cannot hold.
    pub remarks: Vec<Message>,
}

/// A request in words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestPlan {
    /// Its keys and conditions.
    pub parts: Vec<RequestPart>,
    /// Units of one request on average.
    pub terms: Vec<PatternTerm>,
    /// That these are of a sample.
    pub note: Option<Message>,
    /// Why it is rejected, and in how many of a hundred trials.
    pub fault: Option<Message>,
}

/// A key or condition of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestPart {
    /// The attribute, or the member of the request.
    pub name: Text,
    /// As the request has it, with placeholders.
    pub text: Text,
    /// The placeholders in words.
    pub words: Vec<Message>,
}

/// What is asked of a table or index.
#[derive(Debug, Clone, PartialEq)]
pub struct StorePlan {
    pub name: Text,
    pub hue: Option<Hue>,
    pub method: Method,
    /// Units of each second.
    pub units: Rc<[u64]>,
    /// Units that it serves in a second.
    pub limit: u64,
    /// "Orders: 2,000 of 4,000 WCU a second".
    pub words: Message,
    /// Whether requests will be throttled, or served by saved capacity only.
    pub is_over: bool,
    /// "Key final: 1,300 of 1,000 WCU", and whether that is too much.
    pub key: Option<(Message, bool)>,
}
