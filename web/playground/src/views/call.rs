//! The request form: a first proposal for each operation, made of the items that there are, and what it would cost.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use engine::api::access::Caller;
use engine::api::table_arn;
use engine::api::value::item_to_json;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::attribute_value::AttributeValue;
use engine::model::bytes::Bytes;
use engine::model::item::{AttributeMap, Item};
use engine::model::key::KeyType;
use engine::operation::{Access, Operation};
use engine::table::Table;
use engine::table::schema::Scope;
use serde_json::{Map, Value, json};

use crate::code::literal::Literal;
use crate::code::partiql_name::shortest;
use crate::code::read::pasted::{is_code, read as read_code};
use crate::code::write::json::dynamodb_json;
use crate::explain::access::fault_as;
use crate::explain::fault::member_at_fault;
use crate::explain::receipt::{Context, preview};
use crate::form::change::{change, read};
use crate::form::complete::suggestions;
use crate::form::fields::fields;
use crate::form::recognize::other_operation;
use crate::form::subject::Subject;
use crate::sandbox::long_text::write_out;
use crate::sandbox::order::in_key_order;
use crate::sandbox::request::Request;
use crate::sandbox::typed_json::ambiguity;
use crate::view::call::{CallForm, CallFormView, TextOrigin};
use crate::view::draft::{FaultView, PreviewView};
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::request::{Caret, FieldChange, FieldPath, RequestFields, Suggestion};
use crate::view::value::Text;
use crate::views::statement::statement_views;

/// The operations that the form offers, in the order in which it lists them.
const OFFERED: [Operation; 22] = [
    Operation::BatchWriteItem,
    Operation::BatchGetItem,
    Operation::TransactWriteItems,
    Operation::TransactGetItems,
    Operation::PutItem,
    Operation::UpdateItem,
    Operation::DeleteItem,
    Operation::GetItem,
    Operation::Query,
    Operation::Scan,
    Operation::ExecuteStatement,
    Operation::BatchExecuteStatement,
    Operation::ExecuteTransaction,
    Operation::UpdateTable,
    Operation::UpdateTimeToLive,
    Operation::DescribeTimeToLive,
    Operation::DescribeTable,
    Operation::CreateTable,
    Operation::ListTables,
    Operation::TagResource,
    Operation::UntagResource,
    Operation::ListTagsOfResource,
];

/// What is proposed for each of them. A text that begins with `$` is replaced by a name or value of the table.
const PROPOSALS: &str = include_str!("../../../../static/requests.json");

/// Items that a proposal is about, at most.
const ITEM_COUNT_MAX: usize = 3;

/// Bytes of a value that looks well as a key.
const KEY_SIZE_MAX: u64 = 64;

/// What a request would cost, or why it would be rejected.
pub(crate) fn call_form_view(
    caller: Option<&Caller>,
    database: &Database,
    table: &Table,
    form: &CallForm,
) -> CallFormView {
    let text = text_of(table, form);
    let request = request_of(table, form, &text);
    let subject = Subject { database, table };
    let written = match &request {
        Err(fault) => Err(fault.clone()),
        Ok(request) => written(form, request),
    };
    let request = request.ok();
    let operation = request.as_ref().map_or(&form.operation, |it| &it.operation).clone();
    let answer = match written {
        Ok(written) => answer(caller, database, table, written),
        Err(fault) => {
            let request = request.as_ref().map(|request| request.text.clone());
            Answer { request, fault: Some(fault), ..Answer::default() }
        }
    };
    let mut operations = OFFERED.map(|it| Text::from(it.name())).to_vec();
    if !operations.contains(&operation) {
        operations.push(operation.clone());
    }
    let literal = request.as_ref().and_then(|request| read(&request.text));
    let statements = match (&literal, has_statements(&operation)) {
        (Some(literal), true) => statement_views(database, literal),
        (None, _) | (_, false) => Vec::new(),
    };
    let fields = literal
        .and_then(|literal| fields_of(&operation, &literal, subject, answer.at_fault.as_deref()));
    let meant = match form.origin == TextOrigin::Typed && !is_code(&text) {
        true => other_operation(&text, &operation).map(|it| it.name().into()),
        false => None,
    };
    CallFormView {
        meant,
        operations,
        text,
        operation,
        request: answer.request,
        fields: fields.map(Rc::new),
        statements,
        preview: answer.preview.map(Rc::new),
        fault: answer.fault.map(Rc::new),
    }
}

/// The fields of a request that is no form of its own, such as one with placeholders; `None` if it has none.
/// `fault` is the member at fault.
pub(crate) fn fields_of_text(
    subject: Subject<'_>,
    operation: &str,
    text: &str,
    fault: Option<&str>,
) -> Option<RequestFields> {
    fields_of(operation, &read(text)?, subject, fault)
}

fn fields_of(
    operation: &str,
    request: &Literal,
    subject: Subject<'_>,
    fault: Option<&str>,
) -> Option<RequestFields> {
    Some(fields(with_fields(operation)?, request, subject, fault))
}

/// The form after a change of a field; `None` if its text is not a request with that field.
pub(crate) fn changed_call_form(
    database: &Database,
    table: &Table,
    form: &CallForm,
    path: &FieldPath,
    field_change: &FieldChange,
) -> Option<CallForm> {
    let request = request_of(table, form, &text_of(table, form)).ok()?;
    let operation = with_fields(&request.operation)?;
    let subject = Subject { database, table };
    let text = change(operation, &read(&request.text)?, subject, path, field_change)?;
    Some(CallForm { operation: request.operation, text: text.into(), origin: TextOrigin::Typed })
}

/// What an expression of a request can continue with where a user types.
pub(crate) fn call_suggestions(
    database: &Database,
    table: &Table,
    form: &CallForm,
    caret: &Caret,
) -> First<Suggestion> {
    let request = request_of(table, form, &text_of(table, form)).ok();
    let request = request.and_then(|request| read(&request.text));
    request.map_or_else(First::default, |it| suggestions(&it, Subject { database, table }, caret))
}

/// The form with a text that sends a request: JSON of only one operation, or code.
pub(crate) fn request_form(text: &str) -> Option<CallForm> {
    let operation = match is_code(text) {
        true => read_code(text, "").ok()?.first()?.operation,
        false => other_operation(text, "")?,
    };
    let (operation, text) = (operation.name().into(), text.into());
    Some(CallForm { operation, text, origin: TextOrigin::Typed })
}

/// An operation whose request has fields: one on items or tags. A table has forms of its own.
fn with_fields(operation: &str) -> Option<Operation> {
    const ON_TAGS: [Operation; 3] =
        [Operation::TagResource, Operation::UntagResource, Operation::ListTagsOfResource];
    let has_fields = |it: &Operation| it.is_on_items() || ON_TAGS.contains(it);
    Operation::from_name(operation).filter(has_fields)
}

/// Whether a request of an operation contains PartiQL statements.
fn has_statements(operation: &str) -> bool {
    Operation::from_name(operation).map(Operation::access) == Some(Access::RunStatements)
}

/// What the form shows as its text.
fn text_of(table: &Table, form: &CallForm) -> Text {
    match form.origin {
        TextOrigin::Typed | TextOrigin::Sent => form.text.clone(),
        TextOrigin::Proposed => proposal(table, &form.operation).text,
    }
}

/// The request that a text is, or that it sends if it is code.
fn request_of(table: &Table, form: &CallForm, text: &Text) -> Result<Request, FaultView> {
    if form.origin != TextOrigin::Proposed && is_code(text) {
        return from_code(text, table.schema.name.as_str());
    }
    Ok(Request { operation: form.operation.clone(), text: text.clone() })
}

/// The request with its long texts written out. Fails if something in it is ambiguous.
fn written(form: &CallForm, request: &Request) -> Result<Request, FaultView> {
    if let Some(fault) = ambiguity(&request.text) {
        return Err(fault);
    }
    let has_lengths = form.origin == TextOrigin::Typed && request.text.contains('‹');
    let Some(mut json) = has_lengths.then(|| parse(&request.text).ok()).flatten() else {
        return Ok(request.clone());
    };
    let before = json.clone();
    write_out(&mut json)?;
    match json == before {
        true => Ok(request.clone()),
        false => Ok(Request::new(&request.operation, &json)),
    }
}

/// What a request would do.
#[derive(Default)]
struct Answer {
    request: Option<Text>,
    preview: Option<PreviewView>,
    fault: Option<FaultView>,
    /// The member at fault.
    at_fault: Option<String>,
}

fn answer(caller: Option<&Caller>, database: &Database, table: &Table, request: Request) -> Answer {
    let decided = engine::api::decide_as(caller, database, &request.operation, &request.text);
    let outcome = decided.outcome;
    let context = Context { schema: Some(&table.schema), touched: &[] };
    let receipts = Vec::from_iter(outcome.receipt.filter(|receipt| !receipt.arms.is_empty()));
    let request = Some(request.text);
    match outcome.reply {
        Err(error) => {
            let at_fault = member_at_fault(&error);
            let caller = caller.map(|it| &*it.name);
            let fault = fault_as(&error, caller, &decided.rulings, receipts.first());
            Answer { request, fault: Some(fault), at_fault, preview: None }
        }
        Ok(_) if receipts.is_empty() => Answer { request, ..Answer::default() },
        Ok(_) => {
            Answer { request, preview: Some(preview(&receipts, context)), ..Answer::default() }
        }
    }
}

/// The request that code sends. Fails if that is not known, or if it sends several.
fn from_code(code: &str, table: &str) -> Result<Request, FaultView> {
    let pasted = read_code(code, table).map_err(|error| FaultView::from(&error))?;
    let list = |names: Vec<&str>| Argument::List(names.into_iter().map(Rc::from).collect());
    match pasted.as_slice() {
        [only] if only.unknown.is_empty() => {
            Ok(Request { operation: only.operation.name().into(), text: only.body.as_str().into() })
        }
        [only] => {
            let names = list(only.unknown.iter().map(String::as_str).collect());
            let message = Message::plain("fault.code_unknown").with("names", names);
            Err(FaultView::unreadable(message, FaultView::place(only.line, 1)))
        }
        several => {
            let names = list(several.iter().map(|it| it.operation.name()).collect());
            let message = Message::plain("fault.code_several").with("names", names);
            let second = several.get(1).map_or(1, |second| second.line);
            Err(FaultView::unreadable(message, FaultView::place(second, 1)))
        }
    }
}

/// A request that works on this table as it is.
pub(crate) fn proposal(table: &Table, operation: &str) -> Request {
    let mut proposals = parse(PROPOSALS).expect("the proposals are tested");
    let proposal = proposals.get_mut(operation).map(Value::take).unwrap_or_default();
    let mut items: Vec<&Item> = in_key_order(table).into_iter().map(|it| &*it.image).collect();
    items.truncate(ITEM_COUNT_MAX);
    let filled = Proposal { table, items: &items }.fill(proposal).to_string();
    let text = read(&filled).map_or(filled, |request| dynamodb_json(&request));
    Request { operation: operation.into(), text: text.into() }
}

/// What a proposal is made of.
struct Proposal<'s> {
    table: &'s Table,
    items: &'s [&'s Item],
}

impl Proposal<'_> {
    /// A proposal with the table's own names, keys and items.
    fn fill(&self, proposal: Value) -> Value {
        match proposal {
            Value::String(text) => match text.strip_prefix('$') {
                Some(word) => self.meaning(word),
                None => text.into(),
            },
            Value::Array(elements) => {
                elements.into_iter().map(|element| self.fill(element)).collect()
            }
            Value::Object(members) => {
                let mut filled = Map::new();
                for (name, value) in members {
                    let name = if name == "$table" { self.name().to_owned() } else { name };
                    filled.insert(name, self.fill(value));
                }
                filled.into()
            }
            value @ (Value::Null | Value::Bool(_) | Value::Number(_)) => value,
        }
    }

    /// What replaces a word of the proposals.
    fn meaning(&self, word: &str) -> Value {
        let partition = self.table.schema.key.partition[0].name.as_str();
        let expiry = self.table.time_to_live.status.attribute();
        match word {
            "item" => item_to_json(self.item(0).as_ref()),
            "key" => self.key(0),
            "next_key" => self.key(1),
            "last_key" => self.key(self.items.len().max(2) - 1),
            "partition" => partition.into(),
            "partition_value" => self.key(0).get(partition).cloned().unwrap_or_default(),
            "select_partition" => self.select(&[partition]).into(),
            "select_key" => self.select(&self.key_names()).into(),
            "key_values" => self.key_values(0),
            "last_key_values" => self.key_values(self.items.len().max(2) - 1),
            "expiry" => expiry.map_or("ExpiresAt", |attribute| attribute.as_str()).into(),
            "expiry_off" => expiry.is_none().into(),
            "arn" => table_arn(self.name()).into(),
            "tags" => {
                self.tags().map(|(key, value)| json!({ "Key": key, "Value": value })).collect()
            }
            "tag_keys" => self.tags().map(|(key, _)| Value::from(key)).collect(),
            "new_table" => format!("{}-2", self.name()).into(),
            "new_key" => new_index(self.table).attribute.into(),
            "new_key_type" => new_index(self.table).kind.into(),
            "new_index" => new_index(self.table).name.into(),
            _ => self.name().into(),
        }
    }

    /// A PartiQL statement that reads what has these key attributes.
    fn select(&self, names: &[&str]) -> String {
        let conditions: Vec<_> =
            names.iter().map(|name| format!("{} = ?", shortest(name))).collect();
        format!("SELECT * FROM {} WHERE {}", shortest(self.name()), conditions.join(" AND "))
    }

    fn key_names(&self) -> Vec<&str> {
        self.table.schema.key.attributes().map(|attribute| attribute.name.as_str()).collect()
    }

    /// The values of a key, in the order of its attributes.
    fn key_values(&self, position: usize) -> Value {
        let key = self.key(position);
        self.key_names().into_iter().filter_map(|name| key.get(name).cloned()).collect()
    }

    /// The tags of the table, or an example of one.
    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let tags = self.table.tags.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let example = self.table.tags.is_empty().then_some(("project", "sparsebox"));
        tags.chain(example)
    }

    fn name(&self) -> &str {
        self.table.schema.name.as_str()
    }

    /// An item that is there, or else nothing but a key that could be.
    fn item(&self, position: usize) -> Cow<'_, Item> {
        if let Some(item) = self.items.get(position) {
            return Cow::Borrowed(item);
        }
        let mut example = AttributeMap::default();
        for attribute in self.table.schema.key.attributes() {
            let value = match attribute.kind {
                KeyType::S => AttributeValue::S(format!("{}-{}", attribute.name, position + 1)),
                KeyType::N => AttributeValue::N((position as u64 + 1).into()),
                KeyType::B => AttributeValue::B(vec![u8::try_from(position).unwrap_or(0)]),
            };
            example.insert(attribute.name.clone(), value);
        }
        Cow::Owned(Item(example))
    }

    fn key(&self, position: usize) -> Value {
        item_to_json(&self.table.schema.key.key_of(&self.item(position)))
    }
}

/// A global index that a table does not have yet.
#[derive(Debug)]
pub(crate) struct NewIndex<'t> {
    pub name: String,
    /// The attribute of its key.
    pub attribute: &'t str,
    /// DynamoDB's tag for the type of the attribute.
    pub kind: &'static str,
}

/// An index to propose for a table.
pub(crate) fn new_index(table: &Table) -> NewIndex<'_> {
    let (attribute, kind) = new_key(table);
    let name = format!("By{attribute}");
    let is_taken = table.schema.index(&name).is_some();
    let name = if is_taken { format!("{attribute}Index") } else { name };
    NewIndex { name, attribute, kind }
}

/// An attribute for a new index, and its type: the rarest that can be a key.
fn new_key(table: &Table) -> (&str, &'static str) {
    let counts = scalar_counts(table);
    let mut rarest = ("Note", "S", usize::MAX);
    for (name, (kind, count)) in &counts {
        if *count < rarest.2 {
            rarest = (name, kind, *count);
        }
    }
    (rarest.0, rarest.1)
}

/// How many items have each attribute that could be a key of an index and is none of a global one, with its type.
fn scalar_counts(table: &Table) -> BTreeMap<&str, (&'static str, usize)> {
    let mut counts = BTreeMap::new();
    for (_, stored) in table.items.iter() {
        for (name, value) in stored.image.iter() {
            let kind = value.kind().tag();
            let globals = table.schema.indexes.iter().filter(|index| index.scope == Scope::Global);
            let is_key = table.schema.key.contains(name)
                || globals.into_iter().any(|index| index.key.contains(name));
            let fits = value.size() <= Bytes(KEY_SIZE_MAX);
            if !is_key && fits && matches!(kind, "S" | "N" | "B") {
                counts.entry(name.as_str()).or_insert((kind, 0)).1 += 1;
            }
        }
    }
    counts
}
