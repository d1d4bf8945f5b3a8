//! What one write of a typical item would cost in a table that is designed.

use std::rc::Rc;
use std::sync::Arc;

use engine::api::value::item_to_json;
use engine::database::{Config, Database};
use engine::model::attribute_value::AttributeValue;
use engine::model::item::{AttributeMap, Item};
use engine::model::name::AttributeName;
use engine::receipt::Receipt;
use engine::table::Table;
use engine::table::schema::TableSchema;
use serde_json::json;

use crate::explain::fault::fault;
use crate::explain::receipt::{Context, lines, preview};
use crate::sandbox::design::create_request;
use crate::sandbox::edit::{item_text, requests};
use crate::sandbox::request::Request;
use crate::view::design::{
    DesignPurpose, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign, WriteEstimate,
};
use crate::view::draft::{FaultView, PreviewView};
use crate::view::edit::{Edit, ItemText, JsonForm};
use crate::view::value::Text;

/// An item that is typical for a table.
#[derive(Debug)]
pub(crate) enum Sample {
    /// As it is typed, in plain JSON.
    Typed(String),
    /// As it is stored, or proposed.
    Item(Item),
    /// There is none.
    None,
}

impl Sample {
    /// Of the items of a table, the one of median size. For a new index, only items count that have its keys, if there are
    /// any.
    pub(crate) fn of(table: &Table, purpose: &DesignPurpose, design: &TableDesign) -> Self {
        let index = match purpose {
            DesignPurpose::AddIndex(_) => design.global_indexes.last(),
            DesignPurpose::Create
            | DesignPurpose::Rebuild(_)
            | DesignPurpose::Update(_)
            | DesignPurpose::DeleteIndex { .. } => None,
        };
        let is_indexed = |item: &Item| {
            index.into_iter().flat_map(IndexDesign::keys).all(|key| {
                let mut attributes = item.iter();
                attributes.any(|(name, value)| {
                    name.as_str() == key.name && value.kind().tag() == key.kind.tag()
                })
            })
        };
        let mut items: Vec<_> = table.items.iter().map(|(_, stored)| stored).collect();
        items.sort_by_key(|stored| stored.size);
        let indexed: Vec<_> =
            items.iter().copied().filter(|stored| is_indexed(&stored.image)).collect();
        let items = if indexed.is_empty() { items } else { indexed };
        match items.get(items.len() / 2) {
            Some(stored) => Self::Item(Item::clone(&stored.image)),
            None => Self::None,
        }
    }

    /// As it would be typed, in plain JSON.
    pub(crate) fn text(&self) -> Text {
        match self {
            Self::Typed(text) => text.as_str().into(),
            Self::Item(item) => item_text(item, JsonForm::Plain).into(),
            Self::None => Text::default(),
        }
    }
}

/// What one write of an item costs in a table of a design: it is put into such a table, which is empty. `None` if there is no
/// item. Fails if the text is not an item that the table accepts. `current` is the table to which the design adds an index:
/// the indexes have their colours there.
pub(crate) fn write_estimate(
    design: &TableDesign,
    sample: &Sample,
    current: Option<&TableSchema>,
) -> Result<Option<WriteEstimate>, FaultView> {
    let mut scratch = Database::new(Config::default());
    let create = create_request(design).to_string();
    if engine::api::execute(&mut scratch, "CreateTable", &create).reply.is_err() {
        return Ok(None);
    }
    let Some(table) = scratch.table(&design.name) else { return Ok(None) };
    let put: Option<Request> = match sample {
        Sample::Typed(text) => {
            let text = ItemText { form: JsonForm::Plain, text: text.clone() };
            requests(table, &Edit::Put { text })?.pop()
        }
        Sample::Item(item) => {
            let json = json!({ "TableName": design.name.as_str(), "Item": item_to_json(item) });
            Some(Request::new("PutItem", &json))
        }
        Sample::None => None,
    };
    let Some(Request { operation, text }) = put else { return Ok(None) };
    let outcome = engine::api::preview(&scratch, &operation, &text);
    if let Err(error) = outcome.reply {
        return Err(fault(&error));
    }
    let receipts: Vec<Receipt> = outcome.receipt.into_iter().collect();
    let mut schema = TableSchema::clone(&table.schema);
    if let Some(current) = current {
        number_as_in(current, &mut schema);
    }
    let context = Context { schema: Some(&schema), touched: &[] };
    Ok(Some(WriteEstimate {
        // That entries are put is said line by line.
        cost: Rc::new(PreviewView { effects: Vec::new(), ..preview(&receipts, context) }),
        lines: lines(&receipts, context),
    }))
}

/// Gives indexes the numbers that they have in a table, and to a new one the number that it will get.
fn number_as_in(current: &TableSchema, schema: &mut TableSchema) {
    for index in &mut schema.indexes {
        let number = current.index(index.name.as_str()).map(|(_, index)| index.number);
        Arc::make_mut(index).number = number.unwrap_or_else(|| current.free_index_number());
    }
}

/// An item with the attributes that a design names.
pub(crate) fn proposed_sample(design: &TableDesign) -> Item {
    let mut attributes = AttributeMap::default();
    let mut add = |name: &str, value| {
        let name = AttributeName::from(name);
        if attributes.get(&name).is_none() {
            attributes.insert(name, value);
        }
    };
    let table_keys = [Some(&design.partition_key), design.sort_key.as_ref()];
    let indexes = design.local_indexes.iter().chain(&design.global_indexes);
    let keys = table_keys.into_iter().flatten().chain(indexes.clone().flat_map(IndexDesign::keys));
    for KeyDesign { name, kind } in keys {
        let value = match kind {
            KeyKind::S => AttributeValue::S(format!("{name}-1")),
            KeyKind::N => AttributeValue::N(1.into()),
            KeyKind::B => AttributeValue::B(vec![1]),
        };
        add(name, value);
    }
    for index in indexes {
        let names: &[String] = match &index.projection {
            ProjectionDesign::KeysOnly | ProjectionDesign::All => &[],
            ProjectionDesign::Include(names) => names,
        };
        for name in names {
            add(name, AttributeValue::S(name.clone()));
        }
    }
    Item(attributes)
}
