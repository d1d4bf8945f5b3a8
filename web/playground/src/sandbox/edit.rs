//! Edits of the page as requests: each becomes one real operation, exactly as it is shown and can be copied.

use engine::api::value::error::ValueError;
use engine::api::value::{
    attribute_value_from_json, attribute_value_to_json, item_from_json, item_from_plain,
    item_to_json, plain_from_item, plain_from_value, value_from_plain,
};
use engine::json::value as json_value;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::{Image, Item};
use engine::table::Table;
use serde_json::{Map, Value, json};

use crate::sandbox::item_id::{item_id, stored_item};
use crate::sandbox::kind::shown_kind;
use crate::sandbox::long_text::{write_out, written_out};
use crate::sandbox::mark::Change;
use crate::sandbox::request::Request;
use crate::sandbox::several::EditKind;
use crate::sandbox::typed_json::{parse, set_members};
use crate::view::draft::FaultView;
use crate::view::edit::{Edit, Field, ItemId, ItemText, JsonForm, ValueKind, ValueText};
use crate::view::message::{Argument, Message};
use crate::visible;

/// The requests of an edit, or why its text cannot be read: one, or one for each of several items.
pub(crate) fn requests(table: &Table, edit: &Edit) -> Result<Vec<Request>, FaultView> {
    let (operation, mut json) = match edit {
        Edit::Set { item, attribute, value } => {
            let json = json!({
                "Key": key(item)?,
                "UpdateExpression": "SET #a = :v",
                "ExpressionAttributeNames": { "#a": attribute.as_str() },
                "ExpressionAttributeValues": { ":v": value_json(value)? },
            });
            ("UpdateItem", json)
        }
        Edit::Remove { item, attribute } => {
            let json = json!({
                "Key": key(item)?,
                "UpdateExpression": "REMOVE #a",
                "ExpressionAttributeNames": { "#a": attribute.as_str() },
            });
            ("UpdateItem", json)
        }
        Edit::Replace { item, text } => {
            let new = item_json(text)?;
            check_same_key(table, item, &new)?;
            ("PutItem", json!({ "Item": new }))
        }
        Edit::Put { text } => ("PutItem", put_new(table, item_json(text)?)),
        Edit::Compose { copy_of, fields } => {
            ("PutItem", put_new(table, compose(table, copy_of.as_ref(), fields)?))
        }
        Edit::Delete { item } => ("DeleteItem", json!({ "Key": key(item)? })),
        Edit::SetAll { items, attribute, value } => {
            return for_each(table, items, |item| Edit::Set {
                item,
                attribute: attribute.clone(),
                value: value.clone(),
            });
        }
        Edit::DeleteAll { items } => return for_each(table, items, |item| Edit::Delete { item }),
    };
    json["TableName"] = table.schema.name.as_str().into();
    json["ReturnConsumedCapacity"] = "INDEXES".into();
    Ok(vec![Request::new(operation, &json)])
}

/// What an edit of several items does to each of them; `None` for an edit of one item.
pub(crate) fn several_kind(edit: &Edit) -> Option<EditKind> {
    match edit {
        Edit::SetAll { .. } => Some(EditKind::Update),
        Edit::DeleteAll { .. } => Some(EditKind::Delete),
        Edit::Set { .. }
        | Edit::Remove { .. }
        | Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::Delete { .. } => None,
    }
}

/// The requests of an edit for each of some items.
fn for_each(
    table: &Table,
    items: &[ItemId],
    edit: impl Fn(ItemId) -> Edit,
) -> Result<Vec<Request>, FaultView> {
    let requests: Result<Vec<Vec<Request>>, FaultView> =
        items.iter().map(|item| requests(table, &edit(item.clone()))).collect();
    Ok(requests?.concat())
}

/// The request that restores an item: the attributes that differ, or the whole item if it was deleted.
/// `None` if it lost nothing.
pub(crate) fn restoring_request(table: &Table, change: &Change) -> Option<Request> {
    let old = change.old.as_ref()?;
    let (operation, mut json) = if change.new.is_some() {
        ("UpdateItem", set_back(change, old)?)
    } else {
        ("PutItem", put_new(table, item_to_json(old)))
    };
    json["TableName"] = table.schema.name.as_str().into();
    json["ReturnConsumedCapacity"] = "INDEXES".into();
    Some(Request::new(operation, &json))
}

/// The request of `UpdateItem` that sets what an item had before a change; `None` if the change took nothing away.
fn set_back(change: &Change, old: &Item) -> Option<Value> {
    let (mut sets, mut names, mut values) = (Vec::new(), Map::new(), Map::new());
    for (position, name) in change.touched().iter().enumerate() {
        if let Some(value) = old.get(name) {
            sets.push(format!("#a{position} = :v{position}"));
            names.insert(format!("#a{position}"), name.as_str().into());
            values.insert(format!(":v{position}"), attribute_value_to_json(value));
        }
    }
    if sets.is_empty() {
        return None;
    }
    Some(json!({
        "Key": key(&change.item).ok()?,
        "UpdateExpression": format!("SET {}", sets.join(", ")),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
    }))
}

/// The text from which to start an edit: what is stored, as it would be typed.
pub(crate) fn stored_text(table: &Table, edit: &Edit) -> String {
    match edit {
        Edit::Set { item, attribute, .. } => find(table, item)
            .and_then(|image| image.get(attribute).map(value_text))
            .unwrap_or_default(),
        Edit::Replace { item, text } => {
            find(table, item).map(|image| item_text(image, text.form)).unwrap_or_default()
        }
        Edit::Put { text } => item_text(&example_item(table), text.form),
        Edit::Compose { .. }
        | Edit::Remove { .. }
        | Edit::Delete { .. }
        | Edit::SetAll { .. }
        | Edit::DeleteAll { .. } => String::new(),
    }
}

/// The same edit with another text, in the type that the stored value has.
pub(crate) fn with_stored_text(table: &Table, edit: &Edit) -> Edit {
    let text = stored_text(table, edit);
    match edit {
        Edit::Set { item, attribute, value } => {
            let stored = find(table, item).and_then(|image| image.get(attribute));
            let kind = stored.map_or(value.kind, |stored| shown_kind(stored.kind()));
            let value = ValueText { kind, text };
            Edit::Set { item: item.clone(), attribute: attribute.clone(), value }
        }
        Edit::Replace { item, text: old } => {
            Edit::Replace { item: item.clone(), text: ItemText { form: old.form, text } }
        }
        Edit::Put { text: old } => Edit::Put { text: ItemText { form: old.form, text } },
        Edit::Compose { .. }
        | Edit::Remove { .. }
        | Edit::Delete { .. }
        | Edit::SetAll { .. }
        | Edit::DeleteAll { .. } => edit.clone(),
    }
}

/// An item in the other notation; none if its text cannot be read.
pub(crate) fn other_notation(text: &ItemText) -> Option<String> {
    let item = item_from_json(item_json(text).ok()?).ok()?;
    let other = match text.form {
        JsonForm::DynamoDb => JsonForm::Plain,
        JsonForm::Plain => JsonForm::DynamoDb,
    };
    Some(item_text(&item, other))
}

/// The image of the item of an id.
pub(crate) fn find<'t>(table: &'t Table, id: &ItemId) -> Option<&'t Image> {
    stored_item(table, id).map(|stored| &stored.image)
}

/// How an item is called: its sort key, or its partition key if it has no other.
pub(crate) fn label(table: &Table, id: &ItemId) -> String {
    let key = json_value::parse(&id.0).ok().and_then(|json| item_from_json(json).ok());
    let schema = &table.schema.key;
    let name = schema.sort.first().or(schema.partition.first());
    let value = key.as_ref().zip(name).and_then(|(key, attribute)| key.get(&attribute.name));
    value.map(value_text).unwrap_or_default()
}

/// A value as it would be typed into a cell: see [`ValueText`].
pub fn value_text(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.clone(),
        AttributeValue::N(number) => number.to_string(),
        AttributeValue::Bool(flag) => flag.to_string(),
        AttributeValue::Null => String::new(),
        AttributeValue::B(_) => match plain_from_value(value) {
            Value::String(base64) => base64,
            other => other.to_string(),
        },
        AttributeValue::Ss(_) | AttributeValue::Ns(_) | AttributeValue::Bs(_) => {
            visible::json(&plain_from_value(value).to_string()).into_owned()
        }
        AttributeValue::L(_) | AttributeValue::M(_) => {
            let plain = visible::json(&plain_from_value(value).to_string()).into_owned();
            let kind = shown_kind(value.kind());
            if reads_as(&ValueText { kind, text: plain.clone() }, value) {
                return plain;
            }
            let json = attribute_value_to_json(value)[value.kind().tag()].to_string();
            visible::json(&json).into_owned()
        }
    }
}

/// The DynamoDB JSON of a value as typed.
pub(crate) fn value_json(value: &ValueText) -> Result<Value, FaultView> {
    let ValueText { kind, text } = value;
    let content = match kind {
        ValueKind::S => written_out(text)?.into(),
        ValueKind::N | ValueKind::B => text.trim().into(),
        ValueKind::Null => true.into(),
        ValueKind::Bool => match text.trim() {
            "true" => true.into(),
            "false" => false.into(),
            _ => return Err(FaultView::unreadable(Message::plain("fault.bool"), None)),
        },
        ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => set_members(*kind, &parse_value(text)?)?,
        ValueKind::L | ValueKind::M => return nested_json(*kind, parse_value(text)?),
    };
    Ok(tagged(*kind, content))
}

fn reads_as(text: &ValueText, value: &AttributeValue) -> bool {
    let json = value_json(text).ok();
    json.and_then(|json| attribute_value_from_json(json).ok()).as_ref() == Some(value)
}

/// A list or map, in DynamoDB's notation if it is in that, or else in plain JSON.
fn nested_json(kind: ValueKind, json: Value) -> Result<Value, FaultView> {
    let as_typed = tagged(kind, json.clone());
    if attribute_value_from_json(as_typed.clone()).is_ok() {
        return Ok(as_typed);
    }
    match value_from_plain(json) {
        Ok(value) if value.kind().tag() == kind.tag() => Ok(attribute_value_to_json(&value)),
        Ok(_) => Err(FaultView::unreadable(
            Message::plain("fault.nested").with("kind", Argument::Code(kind.tag().into())),
            None,
        )),
        // It is nested too deeply in both notations. Other errors are reported later.
        Err(error @ ValueError::TooDeep) => Err(FaultView {
            message: Some(error.to_string().into()),
            ..FaultView::unreadable(Message::plain("fault.too_deep"), None)
        }),
        // The engine states what is wrong.
        Err(_) => Ok(as_typed),
    }
}

/// JSON as it is typed into an editor of values, the lengths in it written out.
fn parse_value(text: &str) -> Result<Value, FaultView> {
    let mut json = parse(text)?;
    write_out(&mut json)?;
    Ok(json)
}

fn item_json(text: &ItemText) -> Result<Value, FaultView> {
    let json = parse_value(&text.text)?;
    if !json.is_object() {
        return Err(FaultView::unreadable(Message::plain("fault.item_object"), None));
    }
    match text.form {
        JsonForm::DynamoDb => Ok(json),
        JsonForm::Plain => {
            item_from_plain(json).map(|item| item_to_json(&item)).map_err(|error| FaultView {
                message: Some(error.to_string().into()),
                ..FaultView::unreadable(Message::plain("fault.plain"), None)
            })
        }
    }
}

/// The fields typed, and of the item that is copied those that were not.
fn compose(table: &Table, copy_of: Option<&ItemId>, fields: &[Field]) -> Result<Value, FaultView> {
    let mut item = Map::new();
    for Field { name, value } in fields {
        let at_field = |fault| FaultView { attribute: Some(name.as_str().into()), ..fault };
        let value = value_json(value).map_err(at_field)?;
        if item.insert(name.clone(), value).is_some() {
            return Err(at_field(FaultView::unreadable(Message::plain("fault.field_twice"), None)));
        }
    }
    let copied = copy_of.and_then(|id| find(table, id));
    for (name, value) in copied.iter().flat_map(|image| image.iter()) {
        item.entry(name.as_str()).or_insert_with(|| attribute_value_to_json(value));
    }
    Ok(Value::Object(item))
}

/// A put that cannot overwrite: "add item" must not replace one by accident.
fn put_new(table: &Table, item: Value) -> Value {
    let key = table.schema.key.partition[0].name.as_str();
    json!({
        "Item": item,
        "ConditionExpression": "attribute_not_exists(#k)",
        "ExpressionAttributeNames": { "#k": key },
    })
}

/// An edited item keeps its key: with another it would be another item, and this one would stay.
fn check_same_key(table: &Table, id: &ItemId, new: &Value) -> Result<(), FaultView> {
    let Ok(item) = item_from_json(new.clone()) else { return Ok(()) };
    let complete = table.schema.key.is_complete_in(&item);
    match complete && item_id(table, &item) != *id {
        true => Err(FaultView::unreadable(Message::plain("fault.key_changed"), None)),
        false => Ok(()),
    }
}

fn key(id: &ItemId) -> Result<Value, FaultView> {
    parse(&id.0)
}

fn tagged(kind: ValueKind, content: Value) -> Value {
    let mut object = Map::new();
    object.insert(kind.tag().to_owned(), content);
    Value::Object(object)
}

/// An item as it would be typed.
pub(crate) fn item_text(item: &Item, form: JsonForm) -> String {
    let json = match form {
        JsonForm::DynamoDb => item_to_json(item),
        JsonForm::Plain => plain_from_item(item),
    };
    visible::json(&format!("{json:#}")).into_owned()
}

/// An item to start from: the keys of the table, of the right types.
fn example_item(table: &Table) -> Item {
    let attributes = table.schema.key.attributes().map(|attribute| {
        let value = match attribute.kind {
            engine::model::key::KeyType::S => AttributeValue::S(String::new()),
            engine::model::key::KeyType::N => {
                AttributeValue::N(engine::model::number::Number::ZERO)
            }
            engine::model::key::KeyType::B => AttributeValue::B(Vec::new()),
        };
        (attribute.name.clone(), value)
    });
    attributes.collect()
}
