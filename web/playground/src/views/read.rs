//! The query and scan forms as requests, and what the forms need to know.

use std::ops::RangeInclusive;
use std::rc::Rc;

use engine::api::access::Caller;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::item::Item;
use engine::model::key::{KeyAttribute, KeySchema, KeyType};
use engine::table::Table;
use engine::table::schema::{IndexSchema, Scope};
use serde_json::{Map, Value, json};

use crate::explain::access::fault_as;
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::{Context, preview};
use crate::sandbox::edit::{value_json, value_text};
use crate::sandbox::kind::key_kind;
use crate::sandbox::order::compare_partitions;
use crate::sandbox::request::Request;
use crate::view::draft::FaultView;
use crate::view::edit::ValueText;
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::read::{
    Filter, FilterOperator, LIMIT, ReadForm, ReadFormView, ReadOperation, SortCondition,
    SortKeyView, SortOperator, SourceView,
};
use crate::view::value::Text;
use crate::views::table::key_view;

/// Partition key values that are offered.
const PARTITION_VALUE_COUNT_MAX: usize = 20;

/// The numbers that Limit can be. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html>
/// gives the smallest; the largest is that of the type Integer.
const LIMITS: RangeInclusive<u64> = 1..=2_147_483_647;

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
pub(crate) fn read_form_view(
    caller: Option<&Caller>,
    database: &Database,
    table: &Table,
    form: &ReadForm,
) -> ReadFormView {
    let key = key_of(table, form);
    let (request, preview, fault) = match request(table, form) {
        Err(fault) => (Text::from(""), None, Some(Rc::new(fault))),
        Ok(request) => {
            let (preview, fault) = answer(caller, database, table, &request);
            (request.text, preview, fault)
        }
    };
    ReadFormView {
        sources: sources(table),
        partition_keys: key.partition.iter().map(key_view).collect(),
        sort_keys: sort_keys(key, form),
        partition_values: partition_values(table, form),
        consistent_allowed: index_of(table, form).is_none_or(|index| index.scope == Scope::Local),
        request,
        preview,
        fault,
    }
}

/// The request of a form, or why what is typed cannot be read.
pub(crate) fn request(table: &Table, form: &ReadForm) -> Result<Request, FaultView> {
    let mut expressions = Expressions::default();
    let mut json =
        json!({ "TableName": table.schema.name.as_str(), "ReturnConsumedCapacity": "INDEXES" });
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
    let filters = filters.collect::<Result<Vec<_>, _>>()?;
    if !filters.is_empty() {
        json["FilterExpression"] = filters.join(" AND ").into();
    }
    // A read of the table returns all attributes anyway.
    if form.all_attributes && form.index.is_some() {
        json["Select"] = "ALL_ATTRIBUTES".into();
    }
    if form.consistent {
        json["ConsistentRead"] = true.into();
    }
    if let Some(limit) = limit(&form.limit)? {
        json["Limit"] = limit.into();
    }
    expressions.write_to(&mut json);
    Ok(Request::new(operation, &json))
}

/// The request for the page after a reply, if there is one.
pub(crate) fn next_page(request: &Request, reply: &Value) -> Option<Request> {
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
        let mut conditions = Vec::new();
        for (position, attribute) in key.partition.iter().enumerate() {
            let value = self.key(attribute, &form.partition_value(position));
            let value = value.map_err(|fault| at_attribute(fault, attribute))?;
            conditions.push(format!("{} = {value}", self.name(&attribute.name)));
        }
        for (attribute, condition) in sort_conditions(key, form) {
            if condition.operator != SortOperator::Any {
                let condition = self.sort(attribute, &condition);
                conditions.push(condition.map_err(|fault| at_attribute(fault, attribute))?);
            }
        }
        Ok(conditions.join(" AND "))
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
        elements.collect::<Vec<_>>().join(".")
    }

    fn key(&mut self, attribute: &KeyAttribute, text: &str) -> Result<String, FaultView> {
        let kind = key_kind(attribute.kind);
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
    caller: Option<&Caller>,
    database: &Database,
    table: &Table,
    request: &Request,
) -> (Option<Rc<crate::view::draft::PreviewView>>, Option<Rc<FaultView>>) {
    let decided = engine::api::decide_as(caller, database, &request.operation, &request.text);
    let outcome = decided.outcome;
    if let Err(error) = outcome.reply {
        let fault = fault_as(&error, caller.map(|it| &*it.name), &decided.rulings, None);
        return (None, Some(Rc::new(fault)));
    }
    let receipts = Vec::from_iter(outcome.receipt);
    let context = Context { schema: Some(&table.schema), touched: &[] };
    (Some(Rc::new(preview(&receipts, context))), None)
}

/// The index of a form; `None` for the table, and for an index that was deleted.
fn index_of<'t>(table: &'t Table, form: &ReadForm) -> Option<&'t IndexSchema> {
    let (_, index) = table.schema.index(form.index.as_ref()?)?;
    Some(index)
}

fn key_of<'t>(table: &'t Table, form: &ReadForm) -> &'t KeySchema {
    index_of(table, form).map_or(&table.schema.key, |index| &index.key)
}

/// Values of the partition key that have items or entries, in order.
fn partition_values(table: &Table, form: &ReadForm) -> First<Vec<Text>> {
    let key = key_of(table, form);
    let index = form.index.as_ref().and_then(|name| table.index(name));
    // An index that is being filled will have the entries of these items.
    let storage = match index {
        Some(index) if index.entries.count() > 0 => &index.entries,
        Some(_) | None => &table.items,
    };
    let images = storage.iter().map(|(_, stored)| &*stored.image);
    let mut images: Vec<&Item> = images.filter(|item| key.is_complete_in(item)).collect();
    images.dedup_by(|left, right| compare_partitions(key, left, right).is_eq());
    images.sort_by(|left, right| compare_partitions(key, left, right));
    images.dedup_by(|left, right| compare_partitions(key, left, right).is_eq());
    let values = |item: &Item| {
        let values = key.partition.iter().filter_map(|attribute| item.get(&attribute.name));
        values.map(|value| value_text(value).into()).collect()
    };
    First::of(images, PARTITION_VALUE_COUNT_MAX).map(values)
}

/// The attributes of a sort key that can have a condition, with the condition they have: from left to right, up to the
/// first that is not compared by `=`.
fn sort_conditions<'k>(
    key: &'k KeySchema,
    form: &ReadForm,
) -> Vec<(&'k KeyAttribute, SortCondition)> {
    let mut conditions = Vec::new();
    for (position, attribute) in key.sort.iter().enumerate() {
        let condition = form.condition(position);
        let is_last = condition.operator != SortOperator::Equal;
        conditions.push((attribute, condition));
        if is_last {
            break;
        }
    }
    conditions
}

fn sort_keys(key: &KeySchema, form: &ReadForm) -> Vec<SortKeyView> {
    let conditions = sort_conditions(key, form).into_iter();
    let views = conditions.map(|(attribute, _)| SortKeyView {
        key: key_view(attribute),
        operators: match attribute.kind {
            KeyType::N => OPERATORS.to_vec(),
            KeyType::S | KeyType::B => [&OPERATORS[..], &[SortOperator::BeginsWith]].concat(),
        },
    });
    views.collect()
}

/// A fault of a value belongs to the field of its attribute.
fn at_attribute(fault: FaultView, attribute: &KeyAttribute) -> FaultView {
    FaultView { attribute: Some(attribute.name.as_str().into()), ..fault }
}

fn sources(table: &Table) -> Vec<SourceView> {
    let name: Text = table.schema.name.as_str().into();
    let indexes = table.schema.indexes.iter().map(|index| {
        let name: Text = index.name.as_str().into();
        let hue = hue_of_index(&table.schema, &name);
        SourceView { index: Some(name.clone()), name, hue }
    });
    [SourceView { index: None, name, hue: None }].into_iter().chain(indexes).collect()
}

/// A limit as typed; an empty one is none.
fn limit(text: &str) -> Result<Option<u64>, FaultView> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_digits.then(|| text.parse().ok()).flatten();
    match number.filter(|number| LIMITS.contains(number)) {
        Some(number) => Ok(Some(number)),
        None => Err(FaultView {
            attribute: Some(LIMIT.into()),
            ..FaultView::unreadable(
                Message::plain("fault.limit").with("max", Argument::Count(*LIMITS.end())),
                None,
            )
        }),
    }
}
