//! The query and scan forms as requests, and what the forms need to know.

use std::rc::Rc;

use engine::database::Database;
use engine::model::item::Item;
use engine::model::json_value::{object, parse};
use engine::model::key::{KeyAttribute, KeySchema};
use engine::model::list::{Listed, ListedResults, joined};
use engine::model::order::sort_by;
use engine::table::Table;
use engine::table::schema::{IndexSchema, Scope};
use serde_json::{Map, Value};

use crate::session::edit::{value_json, value_text};
use crate::session::explain::{Context, hue_of_index, preview};
use crate::session::fault::{fault, unreadable};
use crate::session::order::compare_partitions;
use crate::session::state::Request;
use crate::view::draft::FaultView;
use crate::view::edit::{ValueKind, ValueText};
use crate::view::message::Message;
use crate::view::read::{
    Filter, FilterOperator, ReadForm, ReadFormView, ReadOperation, SortCondition, SortOperator,
    SourceView,
};
use crate::view::table::KeyView;
use crate::view::value::Text;

/// Partition key values that are offered.
const PARTITION_VALUE_COUNT_MAX: usize = 20;

/// Operators for a sort key of any type.
const OPERATORS: [SortOperator; 7] = [
    SortOperator::Any,
    SortOperator::Equal,
    SortOperator::Less,
    SortOperator::LessOrEqual,
    SortOperator::Greater,
    SortOperator::GreaterOrEqual,
    SortOperator::Between,
];

/// What a form needs to know, and what its request would cost.
pub(super) fn read_form_view(database: &Database, table: &Table, form: &ReadForm) -> ReadFormView {
    let key = key_of(table, form);
    let sort_key = key.sort.first().map(key_view);
    let (request, preview, fault) = match request(table, form) {
        Err(fault) => (Text::from(""), None, Some(Rc::new(fault))),
        Ok(request) => {
            let (preview, fault) = answer(database, table, &request);
            (request.text, preview, fault)
        }
    };
    ReadFormView {
        sources: sources(table),
        partition_key: key_view(&key.partition[0]),
        partition_values: partition_values(table, form),
        sort_operators: sort_operators(key.sort.first()),
        sort_key,
        consistent_allowed: index_of(table, form).is_none_or(|index| index.scope == Scope::Local),
        request,
        preview,
        fault,
    }
}

/// The request of a form, or why what is typed cannot be read.
pub(super) fn request(table: &Table, form: &ReadForm) -> Result<Request, FaultView> {
    let mut expressions = Expressions::default();
    let mut json = object([
        ("TableName", table.schema.name.as_str().into()),
        ("ReturnConsumedCapacity", "INDEXES".into()),
    ]);
    if let Some(index) = &form.index {
        json["IndexName"] = index.as_ref().into();
    }
    let operation = match form.operation {
        ReadOperation::Scan => "Scan",
        ReadOperation::Query => {
            json["KeyConditionExpression"] = expressions.key_condition(table, form)?.into();
            if !form.forward {
                json["ScanIndexForward"] = false.into();
            }
            "Query"
        }
    };
    let filters = form.filters.iter().map(|filter| expressions.filter(filter));
    let filters = filters.listed_results()?;
    if !filters.is_empty() {
        json["FilterExpression"] = joined(&filters, " AND ").into();
    }
    // A read of the table returns all attributes anyway.
    if form.all_attributes && form.index.is_some() {
        json["Select"] = "ALL_ATTRIBUTES".into();
    }
    if form.consistent {
        json["ConsistentRead"] = true.into();
    }
    if let Some(limit) = limit(&form.limit)? {
        json["Limit"] = limit;
    }
    expressions.write_to(&mut json);
    Ok(Request::new(operation, &json))
}

/// The request for the page after a reply, if there is one.
pub(super) fn next_page(request: &Request, reply: &Value) -> Option<Request> {
    let start = reply.get("LastEvaluatedKey")?;
    let mut json = parse(&request.text).ok()?;
    json["ExclusiveStartKey"] = start.clone();
    Some(Request::new(&request.operation, &json))
}

/// Names and values of the expressions of one request.
#[derive(Debug, Default)]
struct Expressions {
    names: Map<String, Value>,
    values: Map<String, Value>,
}

impl Expressions {
    fn key_condition(&mut self, table: &Table, form: &ReadForm) -> Result<String, FaultView> {
        let key = key_of(table, form);
        let partition = &key.partition[0];
        let equal =
            format!("{} = {}", self.name(&partition.name), self.key(partition, &form.partition)?);
        match (&form.sort.operator, key.sort.first()) {
            (SortOperator::Any, _) | (_, None) => Ok(equal),
            (_, Some(sort)) => Ok(format!("{equal} AND {}", self.sort(sort, &form.sort)?)),
        }
    }

    fn sort(
        &mut self,
        attribute: &KeyAttribute,
        condition: &SortCondition,
    ) -> Result<String, FaultView> {
        let name = self.name(&attribute.name);
        let value = self.key(attribute, &condition.text)?;
        Ok(match condition.operator {
            SortOperator::Any | SortOperator::Equal => format!("{name} = {value}"),
            SortOperator::Less => format!("{name} < {value}"),
            SortOperator::LessOrEqual => format!("{name} <= {value}"),
            SortOperator::Greater => format!("{name} > {value}"),
            SortOperator::GreaterOrEqual => format!("{name} >= {value}"),
            SortOperator::BeginsWith => format!("begins_with({name}, {value})"),
            SortOperator::Between => {
                let upper = self.key(attribute, &condition.upper)?;
                format!("{name} BETWEEN {value} AND {upper}")
            }
        })
    }

    fn filter(&mut self, filter: &Filter) -> Result<String, FaultView> {
        let path = self.path(&filter.path);
        let comparator = match filter.operator {
            FilterOperator::Exists => return Ok(format!("attribute_exists({path})")),
            FilterOperator::NotExists => return Ok(format!("attribute_not_exists({path})")),
            FilterOperator::BeginsWith => {
                return Ok(format!("begins_with({path}, {})", self.operand(filter)?));
            }
            FilterOperator::Contains => {
                return Ok(format!("contains({path}, {})", self.operand(filter)?));
            }
            FilterOperator::Equal => "=",
            FilterOperator::NotEqual => "<>",
            FilterOperator::Less => "<",
            FilterOperator::LessOrEqual => "<=",
            FilterOperator::Greater => ">",
            FilterOperator::GreaterOrEqual => ">=",
        };
        Ok(format!("{path} {comparator} {}", self.operand(filter)?))
    }

    fn operand(&mut self, filter: &Filter) -> Result<String, FaultView> {
        let value = ValueText { kind: filter.kind, text: filter.text.to_string() };
        let at_path = |fault| FaultView { attribute: Some(filter.path.clone()), ..fault };
        Ok(self.value(value_json(&value).map_err(at_path)?))
    }

    /// A path with a placeholder for each name, so that no name is a reserved word.
    fn path(&mut self, path: &str) -> String {
        let elements = path.split('.').map(|element| {
            let end = element.find('[').unwrap_or(element.len());
            let (name, positions) = element.split_at(end);
            self.name(name) + positions
        });
        joined(&elements.listed(), ".")
    }

    fn key(&mut self, attribute: &KeyAttribute, text: &str) -> Result<String, FaultView> {
        let kind = ValueKind::from_tag(attribute.kind.tag()).unwrap_or(ValueKind::S);
        let value = value_json(&ValueText { kind, text: text.to_owned() })?;
        Ok(self.value(value))
    }

    /// The placeholder of a name; the same name has the same one.
    fn name(&mut self, name: &str) -> String {
        if let Some((placeholder, _)) = self.names.iter().find(|(_, other)| *other == name) {
            return placeholder.clone();
        }
        let placeholder = format!("#n{}", self.names.len() + 1);
        self.names.insert(placeholder.clone(), name.into());
        placeholder
    }

    fn value(&mut self, value: Value) -> String {
        let placeholder = format!(":v{}", self.values.len() + 1);
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    fn write_to(self, json: &mut Value) {
        if !self.names.is_empty() {
            json["ExpressionAttributeNames"] = self.names.into();
        }
        if !self.values.is_empty() {
            json["ExpressionAttributeValues"] = self.values.into();
        }
    }
}

/// What the engine would answer.
fn answer(
    database: &Database,
    table: &Table,
    request: &Request,
) -> (Option<Rc<crate::view::draft::PreviewView>>, Option<Rc<FaultView>>) {
    let outcome = engine::api::preview(database, &request.operation, &request.text);
    if let Err(error) = outcome.reply {
        return (None, Some(Rc::new(fault(&error))));
    }
    let receipts = Vec::from_iter(outcome.receipt);
    let context = Context { schema: Some(&table.schema), touched: &[] };
    (Some(Rc::new(preview(&receipts, context))), None)
}

/// The index of a form; none for the table, and for an index that is gone.
fn index_of<'t>(table: &'t Table, form: &ReadForm) -> Option<&'t IndexSchema> {
    let (_, index) = table.schema.index(form.index.as_ref()?)?;
    Some(index)
}

fn key_of<'t>(table: &'t Table, form: &ReadForm) -> &'t KeySchema {
    index_of(table, form).map_or(&table.schema.key, |index| &index.key)
}

/// Values of the partition key that have items or entries, in order.
fn partition_values(table: &Table, form: &ReadForm) -> Vec<Text> {
    let key = key_of(table, form);
    let index = form.index.as_ref().and_then(|name| table.index(name));
    let storage = index.map_or(&table.items, |index| &index.entries);
    let mut images: Vec<&Item> = storage.iter().map(|(_, stored)| &*stored.image).listed();
    images.dedup_by(|left, right| compare_partitions(key, left, right).is_eq());
    sort_by(&mut images, |left, right| compare_partitions(key, left, right));
    let values = images.iter().filter_map(|item| item.get(&key.partition[0].name));
    values.take(PARTITION_VALUE_COUNT_MAX).map(|value| value_text(value).into()).listed()
}

fn key_view(attribute: &KeyAttribute) -> KeyView {
    KeyView {
        name: attribute.name.as_str().into(),
        kind: ValueKind::from_tag(attribute.kind.tag()).unwrap_or(ValueKind::S),
    }
}

fn sort_operators(sort: Option<&KeyAttribute>) -> Vec<SortOperator> {
    match sort.map(|attribute| attribute.kind.tag()) {
        None => vec![SortOperator::Any],
        Some("N") => OPERATORS.to_vec(),
        Some(_) => [&OPERATORS[..], &[SortOperator::BeginsWith]].concat(),
    }
}

fn sources(table: &Table) -> Vec<SourceView> {
    let name: Text = table.schema.name.as_str().into();
    let indexes = table.schema.indexes.iter().map(|index| {
        let name: Text = index.name.as_str().into();
        let hue = hue_of_index(&table.schema, &name);
        SourceView { index: Some(name.clone()), name, hue }
    });
    [SourceView { index: None, name, hue: None }].into_iter().chain(indexes).listed()
}

/// A limit as typed; an empty one is none. What is a number is for the engine to judge.
fn limit(text: &str) -> Result<Option<Value>, FaultView> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number = parse(text).ok().filter(Value::is_number);
    number.map(Some).ok_or_else(|| unreadable(Message::plain("fault.limit"), None))
}
