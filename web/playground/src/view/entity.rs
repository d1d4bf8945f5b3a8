//! Entities: the kinds of items that one table holds.

use serde::{Deserialize, Serialize};

use crate::view::first::First;
use crate::view::message::Message;
use crate::view::value::Text;

/// Entities of a table. Model: more than a user can tell apart.
pub const ENTITY_COUNT_MAX: usize = 20;

/// Characters of the name of an entity. Model: a tag beside the key of an item.
pub const ENTITY_NAME_LENGTH_MAX: usize = 40;

/// Characters of the rule of an entity. Model: what a user can read.
pub const ENTITY_RULE_LENGTH_MAX: usize = 500;

/// Colours of entities. With more entities, colours repeat.
pub const ENTITY_COLOUR_COUNT: usize = 6;

/// A kind of items.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    pub name: String,
    /// A condition expression with values in place of placeholders: `begins_with(SK, "Bill-")`.
    pub rule: String,
}

/// The entity of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityTag {
    pub name: Text,
    /// Its position among the entities of the table.
    pub position: usize,
}

impl EntityTag {
    /// Its colour, from 0.
    pub const fn colour(&self) -> usize {
        self.position % ENTITY_COLOUR_COUNT
    }
}

/// How many items an entity has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityCount {
    /// The entity; `None` for items that have none.
    pub tag: Option<EntityTag>,
    /// How many items.
    pub count: u64,
}

/// Only the items of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntityFilter {
    /// Of the entity with this name.
    Of(Text),
    /// Those without an entity.
    Other,
}

impl EntityFilter {
    /// The filter for the items of a count.
    pub fn of(tag: Option<&EntityTag>) -> Self {
        tag.map_or(Self::Other, |tag| Self::Of(Text::clone(&tag.name)))
    }
}

/// What a list of entities that is being edited would do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EntitiesView {
    /// For each entity, how many items it has, or why it cannot be saved.
    pub entities: Vec<Result<u64, Message>>,
    /// Items without an entity.
    pub other_count: u64,
    /// Entities that the keys of the other items suggest, with how many items each would have.
    pub suggestions: First<(Entity, u64)>,
}

impl EntitiesView {
    /// Whether each entity has a name and a rule that can be read.
    pub fn is_valid(&self) -> bool {
        self.entities.iter().all(Result::is_ok)
    }
}
