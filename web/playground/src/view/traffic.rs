//! What a workload will ask of tables and keys, before it runs.

use std::rc::Rc;

use crate::view::message::Message;
use crate::view::pattern::{PatternTarget, PatternTerm};
use crate::view::request::RequestFields;
use crate::view::value::{Hue, Method, Text};

/// What a workload will ask.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrafficView {
    /// A request for each pattern, in their order.
    pub requests: Vec<RequestPlan>,
    pub stores: Vec<StorePlan>,
    /// What a run cannot do: items that it cannot hold.
    pub remarks: Vec<Message>,
    /// How many seconds a shorter run may last that does not reach a limit of the page; `None` if this one does not, or none may.
    pub shorter: Option<u64>,
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

/// What can be changed of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestEditor {
    /// Its members; `None` if its text is not JSON.
    pub fields: Option<Rc<RequestFields>>,
    /// What is wrong with a placeholder in it.
    pub fault: Option<Text>,
    /// Operations that can be chosen, each with what it does: "Read one item · GetItem".
    pub operations: Vec<(Text, Message)>,
    /// Where requests of its operation can look.
    pub targets: Vec<PatternTarget>,
    /// Where it looks; `None` if it is another request than would be written.
    pub target: Option<PatternTarget>,
    /// Its partition keys that are one text each.
    pub placements: Vec<Placement>,
}

/// In which partition of a table or global index the key of a request is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    pub table: Text,
    pub index: Option<Text>,
    /// The attribute of the partition key, and the text that the request has for it.
    pub attribute: Text,
    pub value: Text,
    /// The numbers of the partitions, as the heat shows them.
    pub partitions: Vec<u64>,
    /// The position of the partition.
    pub position: usize,
}
