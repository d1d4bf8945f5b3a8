//! Entities of a table: how many items each has, what the keys suggest, and the form for a new item of one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::name::AttributeName;
use engine::table::Table;
use engine::table::storage::Stored;

use crate::sandbox::entity::{Entities, fault_of};
use crate::sandbox::order::in_key_order;
use crate::view::edit::{Edit, Field, ValueKind, ValueText};
use crate::view::entity::{EntitiesView, Entity, EntityFilter, EntityTag};
use crate::view::first::First;
use crate::views::table::{key_view, kind_of};

/// What ends the prefix of a key.
const SEPARATORS: [char; 3] = ['#', '-', '_'];

/// Items that a suggested entity has at least.
const SUGGESTED_COUNT_MIN: u64 = 2;

/// Entities that are suggested, those with the most items first.
const SUGGESTION_COUNT_MAX: usize = 8;

/// What a list of entities that is being edited would do.
pub(crate) fn entities_view(table: &Table, list: &[Entity]) -> EntitiesView {
    let items = in_key_order(table);
    let entities = Entities::of(list);
    let counts = entities.counts(&items);
    let count_of = |position: usize| {
        let is_it = |tag: &EntityTag| tag.position == position;
        counts.iter().find(|it| it.tag.as_ref().is_some_and(is_it)).map_or(0, |it| it.count)
    };
    let is_other = |stored: &&&Stored| entities.of_item(&stored.image).is_none();
    EntitiesView {
        entities: (0..list.len())
            .map(|position| fault_of(list, position).map_or_else(|| Ok(count_of(position)), Err))
            .collect(),
        other_count: items.iter().filter(is_other).count() as u64,
        suggestions: suggestions(table, list, &items),
    }
}

/// Entities that the prefixes of keys suggest. Where items with one prefix of the sort key are in collections with different prefixes,
/// each of these is an entity.
fn suggestions(table: &Table, list: &[Entity], items: &[&Stored]) -> First<(Entity, u64)> {
    let partition = table.schema.key.partition[0].name.as_str();
    let sort = table.schema.key.sort.first().map(|sort| sort.name.as_str());
    let entities = Entities::of(list);
    // For each pair of prefixes, how many items have them and are of no entity.
    let mut found: BTreeMap<(String, String), u64> = BTreeMap::new();
    for item in items.iter().map(|stored| &*stored.image) {
        let own = item.get(sort.unwrap_or(partition)).and_then(prefix_of);
        let of_partition = item.get(partition).and_then(prefix_of);
        if let Some(own) = own {
            let is_other = entities.of_item(item).is_none();
            *found.entry((own, of_partition.unwrap_or_default())).or_default() +=
                u64::from(is_other);
        }
    }
    let mut collections: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (own, of_partition) in found.keys() {
        collections.entry(own).or_default().insert(of_partition);
    }
    let mut suggestions: BTreeMap<(String, String), u64> = BTreeMap::new();
    for ((own, of_partition), count) in &found {
        let key = match collections[own.as_str()].len() {
            1 => (own.clone(), String::new()),
            _ => (own.clone(), of_partition.clone()),
        };
        *suggestions.entry(key).or_default() += count;
    }
    let mut suggestions: Vec<((String, String), u64)> =
        suggestions.into_iter().filter(|(_, count)| *count >= SUGGESTED_COUNT_MIN).collect();
    suggestions.sort_by_key(|(_, count)| Reverse(*count));
    let suggested = suggestions
        .into_iter()
        .map(|((own, of_partition), count)| (suggestion(table, &own, &of_partition), count));
    let is_new = |(entity, _): &(Entity, u64)| {
        let is_known = list.iter().any(|it| it.name == entity.name);
        !is_known && fault_of(std::slice::from_ref(entity), 0).is_none()
    };
    First::of(suggested.filter(is_new), SUGGESTION_COUNT_MAX)
}

/// The entity of items whose key begins so; whose partition key begins so too, if a prefix of it is given.
fn suggestion(table: &Table, own: &str, of_partition: &str) -> Entity {
    let partition = &table.schema.key.partition[0].name;
    let sort = &table.schema.key.sort.first().unwrap_or(&table.schema.key.partition[0]).name;
    let begins = |attribute: &AttributeName, prefix: &str| {
        format!("begins_with({attribute}, {})", serde_json::Value::from(prefix))
    };
    let of_own = begins(sort, own);
    if of_partition.is_empty() {
        return Entity { name: named(own), rule: of_own };
    }
    let name = match own == of_partition {
        true => named(own),
        false => format!("{} {}", named(of_partition), named(own)),
    };
    Entity { name, rule: format!("{} AND {of_own}", begins(partition, of_partition)) }
}

/// The beginning of a key up to the first separator, with it.
fn prefix_of(value: &AttributeValue) -> Option<String> {
    let AttributeValue::S(text) = value else { return None };
    let end = text.find(SEPARATORS)?;
    (end > 0).then(|| text[..=end].to_owned())
}

/// A prefix as a name: without its separator.
fn named(prefix: &str) -> String {
    prefix.trim_end_matches(SEPARATORS).to_owned()
}

/// The form for a new item of an entity: its keys begin as those of the others do, and it has the attributes that most of them have.
pub(crate) fn entity_form(table: &Table, entities: &Entities, name: &str) -> Edit {
    let filter = EntityFilter::Of(name.into());
    let items = in_key_order(table);
    let items: Vec<&Item> = items
        .iter()
        .map(|stored| &*stored.image)
        .filter(|item| entities.is_of(item, &filter))
        .collect();
    let key = &table.schema.key;
    let keys = key.partition.iter().take(1).chain(key.sort.first()).map(|attribute| {
        let mut prefixes = items.iter().map(|item| item.get(&attribute.name).and_then(prefix_of));
        let first = prefixes.next().flatten();
        let text = first.filter(|first| prefixes.all(|other| other.as_ref() == Some(first)));
        field(attribute.name.as_str(), key_view(attribute).kind, text.unwrap_or_default())
    });
    let mut attributes: BTreeMap<&str, (usize, ValueKind)> = BTreeMap::new();
    for (name, value) in items.iter().flat_map(|item| item.iter()) {
        if !key.contains(name) {
            attributes.entry(name.as_str()).or_insert((0, kind_of(value))).0 += 1;
        }
    }
    let mut attributes: Vec<(&str, (usize, ValueKind))> =
        attributes.into_iter().filter(|(_, (count, _))| count * 2 >= items.len()).collect();
    attributes.sort_by_key(|(_, (count, _))| Reverse(*count));
    let attributes =
        attributes.into_iter().map(|(name, (_, kind))| field(name, kind, String::new()));
    Edit::Compose { copy_of: None, fields: keys.chain(attributes).collect() }
}

fn field(name: &str, kind: ValueKind, text: String) -> Field {
    Field { name: name.to_owned(), value: ValueText { kind, text } }
}
