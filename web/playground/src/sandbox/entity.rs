//! Which entity an item is of.
//!
//! The rule of an entity is a condition expression of DynamoDB in which values are written out. It is rewritten with placeholders, so
//! that the engine reads it: names too, because a rule may use reserved words.

use engine::expression::binding::Bindings;
use engine::expression::condition::Condition;
use engine::expression::error::Parameter;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::number::Number;
use engine::table::storage::Stored;

use crate::view::entity::{
    ENTITY_COUNT_MAX, ENTITY_NAME_LENGTH_MAX, ENTITY_RULE_LENGTH_MAX, Entity, EntityCount,
    EntityFilter, EntityTag,
};
use crate::view::message::{Argument, Message};

/// Words of expressions that are not names of attributes.
const KEYWORDS: [&str; 5] = ["AND", "OR", "NOT", "BETWEEN", "IN"];

/// The entities of one table, ready to be asked. The first whose rule holds is that of an item.
#[derive(Debug, Default)]
pub(crate) struct Entities {
    entities: Vec<(EntityTag, Condition)>,
}

impl Entities {
    /// Entities whose rule cannot be read have no items.
    pub(crate) fn of(entities: &[Entity]) -> Self {
        let read = entities.iter().enumerate().filter_map(|(position, entity)| {
            let tag = EntityTag { name: entity.name.as_str().into(), position };
            Some((tag, read_rule(&entity.rule).ok()?))
        });
        Self { entities: read.collect() }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    pub(crate) fn of_item(&self, item: &Item) -> Option<&EntityTag> {
        let (tag, _) = self.entities.iter().find(|(_, rule)| rule.matches(item))?;
        Some(tag)
    }

    /// Whether an item is one of those that a filter shows.
    pub(crate) fn is_of(&self, item: &Item, filter: &EntityFilter) -> bool {
        match (filter, self.of_item(item)) {
            (EntityFilter::Of(name), Some(tag)) => tag.name == *name,
            (EntityFilter::Other, None) => true,
            (EntityFilter::Of(_), None) | (EntityFilter::Other, Some(_)) => false,
        }
    }

    /// Whether a filter is for an entity that is there, or for the items without one.
    pub(crate) fn have(&self, filter: &EntityFilter) -> bool {
        match filter {
            EntityFilter::Of(name) => self.tags().any(|tag| tag.name == *name),
            EntityFilter::Other => !self.is_empty(),
        }
    }

    /// How many items each of them has, then how many have none; nothing for a table without entities.
    pub(crate) fn counts(&self, items: &[&Stored]) -> Vec<EntityCount> {
        if self.is_empty() {
            return Vec::new();
        }
        let tags = self.tags().cloned().map(Some).chain([None]);
        let mut counts: Vec<EntityCount> = tags.map(|tag| EntityCount { tag, count: 0 }).collect();
        for stored in items {
            let tag = self.of_item(&stored.image);
            let of_item = counts.iter_mut().find(|it| it.tag.as_ref() == tag);
            of_item.expect("each tag is counted, and no tag").count += 1;
        }
        counts
    }

    /// All of them, in their order.
    pub(crate) fn tags(&self) -> impl Iterator<Item = &EntityTag> {
        self.entities.iter().map(|(tag, _)| tag)
    }
}

/// Why an entity of a list cannot be saved.
pub(crate) fn fault_of(entities: &[Entity], position: usize) -> Option<Message> {
    let Entity { name, rule } = &entities[position];
    let limit =
        |key, limit: usize| Some(Message::plain(key).with("limit", Argument::Count(limit as u64)));
    if position >= ENTITY_COUNT_MAX {
        return limit("entity.too_many", ENTITY_COUNT_MAX);
    }
    if name.trim().is_empty() {
        return Some(Message::plain("entity.no_name"));
    }
    if name.chars().nth(ENTITY_NAME_LENGTH_MAX).is_some() {
        return limit("entity.name_too_long", ENTITY_NAME_LENGTH_MAX);
    }
    if entities[..position].iter().any(|other| other.name == *name) {
        return Some(Message::plain("entity.same_name").with("name", name.as_str()));
    }
    if rule.chars().nth(ENTITY_RULE_LENGTH_MAX).is_some() {
        return limit("entity.rule_too_long", ENTITY_RULE_LENGTH_MAX);
    }
    read_rule(rule).err()
}

/// Reads a rule. Fails with the reason why it is none, in the words of DynamoDB where it is one of an expression.
fn read_rule(rule: &str) -> Result<Condition, Message> {
    let written = Written::of(rule)?;
    let Written { text, names, values, .. } = &written;
    let names = names.iter().enumerate();
    let names = names.map(|(place, name)| (name_placeholder(place), name.as_str().into()));
    let values = values.iter().enumerate();
    let values = values.map(|(place, (value, _))| (value_placeholder(place), value.clone()));
    let condition = Bindings::new(names.collect(), values.collect()).and_then(|mut bindings| {
        Condition::parse(text, Parameter::FilterExpression, &mut bindings)
    });
    condition.map_err(|error| {
        let error = written.in_words_of_the_rule(&error.to_string());
        Message::plain("entity.bad_rule").with("error", Argument::English(error.into()))
    })
}

fn name_placeholder(place: usize) -> String {
    format!("#n{place}_")
}

fn value_placeholder(place: usize) -> String {
    format!(":v{place}_")
}

/// A rule with placeholders.
#[derive(Debug, Default)]
struct Written {
    text: String,
    names: Vec<String>,
    /// The values, and how the rule writes them.
    values: Vec<(AttributeValue, String)>,
}

impl Written {
    fn of(rule: &str) -> Result<Self, Message> {
        let mut written = Self::default();
        let mut rest = rule;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '"' => written.add_text(rest)?,
                '0'..='9' | '-' => written.add_number(rest)?,
                first if is_in_word(first) => written.add_word(rest),
                first => {
                    written.text.push(first);
                    first.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        Ok(written)
    }

    /// A text in quotation marks, with the escapes of JSON.
    fn add_text(&mut self, rest: &str) -> Result<usize, Message> {
        let mut is_escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, character)| {
            let ends = *character == '"' && !is_escaped;
            is_escaped = *character == '\\' && !is_escaped;
            ends
        });
        let literal = end.map(|(end, _)| &rest[..=end]);
        let value = literal.and_then(|literal| serde_json::from_str(literal).ok());
        let (Some(literal), Some(value)) = (literal, value) else {
            return Err(Message::plain("entity.open_text"));
        };
        self.add_value(AttributeValue::S(value), literal);
        Ok(literal.len())
    }

    fn add_number(&mut self, rest: &str) -> Result<usize, Message> {
        // The position in a list, such as `Tags[0]`, is none.
        if self.text.ends_with('[') {
            let length = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len()).max(1);
            self.text.push_str(&rest[..length]);
            return Ok(length);
        }
        let is_part = |it: char| it.is_ascii_alphanumeric() || "+-.".contains(it);
        let length = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let literal = &rest[..length];
        let number = Number::parse(literal)
            .map_err(|_| Message::plain("entity.bad_number").with("text", literal))?;
        self.add_value(AttributeValue::N(number), literal);
        Ok(length)
    }

    fn add_word(&mut self, rest: &str) -> usize {
        let length = rest.find(|it| !is_in_word(it)).unwrap_or(rest.len());
        let word = &rest[..length];
        let is_function = rest[length..].trim_start().starts_with('(');
        let is_keyword = KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word));
        match word {
            _ if is_keyword || is_function => self.text.push_str(word),
            "true" | "false" => self.add_value(AttributeValue::Bool(word == "true"), word),
            name => {
                self.text.push_str(&name_placeholder(self.names.len()));
                self.names.push(name.to_owned());
            }
        }
        length
    }

    fn add_value(&mut self, value: AttributeValue, literal: &str) {
        self.text.push_str(&value_placeholder(self.values.len()));
        self.values.push((value, literal.to_owned()));
    }

    /// A message with what the rule says in place of placeholders.
    fn in_words_of_the_rule(&self, message: &str) -> String {
        let mut message = message.replace("Invalid FilterExpression: ", "");
        for (place, name) in self.names.iter().enumerate() {
            message = message.replace(&name_placeholder(place), name);
        }
        for (place, (_, literal)) in self.values.iter().enumerate() {
            message = message.replace(&value_placeholder(place), literal);
        }
        message
    }
}

/// Whether a character can be in a word. Attribute names of any alphabet need no placeholder here.
fn is_in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use engine::api::value::item_from_json;
    use serde_json::{Value, json};

    use super::*;
    use crate::view::entity::Entity;

    fn entity(name: &str, rule: &str) -> Entity {
        Entity { name: name.to_owned(), rule: rule.to_owned() }
    }

    /// Whether a rule holds for an item, or why it is none.
    fn holds(rule: &str, item: Value) -> Result<bool, String> {
        let item = item_from_json(item).unwrap();
        let rule = read_rule(rule).map_err(|error| match error.arguments.first() {
            Some((_, Argument::English(error))) => error.to_string(),
            _ => error.key.to_owned(),
        })?;
        Ok(rule.matches(&item))
    }

    #[test]
    fn a_rule_is_a_condition_expression_with_values() {
        let bill = || json!({ "PK": { "S": "B#1" }, "SK": { "S": "Bill-1" }, "status": { "S": "a\"b" }, "size": { "N": "3" }, "open": { "BOOL": true }, "tags": { "L": [{ "S": "x" }] } });
        for (rule, expected) in [
            (r#"begins_with(SK, "Bill-")"#, true),
            (r#"begins_with ( SK , "Invoice-" )"#, false),
            (r#"begins_with(PK, "B#") and SK = "Bill-1""#, true),
            (r#"begins_with(PK, "B#") AND NOT SK = "Bill-1""#, false),
            ("attribute_exists(Champ)", false),
            ("attribute_not_exists(Champ)", true),
            (r#"status = "a\"b""#, true),
            ("size BETWEEN 2 AND 3.5", true),
            ("size IN (-1, 4e2)", false),
            ("open = true OR open = false", true),
            (r#"tags[0] = "x""#, true),
            ("size(SK) > 5", true),
        ] {
            assert_eq!(holds(rule, bill()), Ok(expected), "{rule}");
        }
    }

    #[test]
    fn what_is_no_rule_is_rejected_with_what_was_typed() {
        let fault = |rule| holds(rule, json!({})).unwrap_err();
        assert_eq!(fault(""), "The expression can not be empty;");
        assert_eq!(fault("SK \"x\""), "Syntax error; token: \"\"x\"\", near: \"SK \"x\"\"");
        assert!(fault("begins_with(SK)").contains("begins_with"));
        assert!(fault("like(SK, \"a\")").contains("like"));
        assert_eq!(fault("SK = \"x"), "entity.open_text");
        assert_eq!(fault("SK = 1x"), "entity.bad_number");
        assert_eq!(fault("SK = :v"), "Syntax error; token: \":\", near: \"= :v\"");
        assert!(!fault(&"(".repeat(5_000)).is_empty());
    }

    #[test]
    fn the_first_entity_whose_rule_holds_counts() {
        let entities = [
            entity("Profile", "SK = \"PROFILE\""),
            entity("broken", "SK ="),
            entity("User", "begins_with(PK, \"USER#\")"),
        ];
        let of = |sort: &str| {
            let item = json!({ "PK": { "S": "USER#1" }, "SK": { "S": sort } });
            let item = item_from_json(item).unwrap();
            Entities::of(&entities).of_item(&item).map(|tag| (tag.name.to_string(), tag.position))
        };
        assert_eq!(of("PROFILE"), Some(("Profile".to_owned(), 0)));
        assert_eq!(of("ORDER#1"), Some(("User".to_owned(), 2)));
    }

    #[test]
    fn names_and_lengths_are_limited() {
        let fault =
            |entities: &[Entity]| fault_of(entities, entities.len() - 1).map(|message| message.key);
        let any = "attribute_exists(SK)";
        assert_eq!(fault(&[entity("<b>", any)]), None);
        assert_eq!(fault(&[entity(" ", any)]), Some("entity.no_name"));
        assert_eq!(fault(&[entity(&"x".repeat(10_000), any)]), Some("entity.name_too_long"));
        assert_eq!(fault(&[entity("A", &"x".repeat(10_000))]), Some("entity.rule_too_long"));
        assert_eq!(fault(&[entity("A", any), entity("A", any)]), Some("entity.same_name"));
        let many: Vec<Entity> = (0..1_000).map(|it| entity(&it.to_string(), any)).collect();
        assert_eq!(fault(&many), Some("entity.too_many"));
    }
}
