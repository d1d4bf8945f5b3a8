//! Checks of a request against the shapes of its members: types first, then constraints.

use crate::api::arn::is_arn;
use crate::api::error::violation::{Constraint, Layer, MessagePrefix, Violation, Violations};
use crate::api::limit::{RESOURCE_NAME_LENGTH, TABLE_REFERENCE_LENGTH};
use crate::api::request::fields::{Fields, cut_integer, integer};
use crate::api::request::shape::{Member, Shape};
use crate::api::request::violated_value::{camel_case, worded};
use crate::api::value::error::{FaultClass, ValueError, WireType};
use crate::api::value::{boolean, read_attribute_value, read_item};
use crate::json::text::{Json, JsonObject};
use crate::model::attribute_value::ValueKind;

/// Checks that every member has the JSON type it should have, in the order of the text.
pub(crate) fn check_types(request: JsonObject<'_>, members: &[Member]) -> Result<(), ValueError> {
    for (name, value) in request.iter().filter(|(_, value)| !value.is_null()) {
        if let Some(member) = members.iter().find(|member| member.name == name) {
            check_type(value, &member.shape)?;
        }
    }
    Ok(())
}

/// All constraints that members break, those of late members included.
pub(crate) fn violations(request: JsonObject<'_>, members: &[Member]) -> Vec<Violation> {
    let mut list = Vec::new();
    collect_members(request, members, &Path::ROOT, &mut list);
    list
}

/// Checks members, and reports all that break constraints together.
pub(crate) fn check_constraints(
    request: JsonObject<'_>,
    members: &[Member],
    layer: Layer,
) -> Result<(), Violations> {
    let list = violations(request, members);
    match list.is_empty() {
        true => Ok(()),
        false => Err(Violations { layer, prefix: MessagePrefix::ErrorCount, list }),
    }
}

/// The violation of a write that asks for values which only an update returns.
pub(crate) fn old_values_violation(fields: Fields<'_>) -> Option<Violation> {
    let value = fields.text("ReturnValues")?;
    let is_of_update = matches!(value, "ALL_NEW" | "UPDATED_OLD" | "UPDATED_NEW");
    let path = Path { parent: Some(&Path::ROOT), step: Step::Member("ReturnValues") };
    let constraint = Constraint::OldValues;
    is_of_update.then(|| path.broken(Json::String(value), &Shape::Value, constraint))
}

/// Whether the newer layer leaves a request to the older one: a number was cut, a truth value of an attribute is a word,
/// a value has no type or two, or nests too deeply. That a required member is missing is a violation.
pub(crate) fn is_for_older_layer(fields: Fields<'_>, members: &[Member]) -> bool {
    members.iter().any(|member| {
        fields.value(member.name).is_some_and(|value| is_unreadable(value, &member.shape))
    })
}

fn is_unreadable(value: Json<'_>, shape: &Shape) -> bool {
    match (shape, value) {
        (Shape::CutInteger { .. }, Json::Number(number)) => {
            number.parse() != Ok(cut_integer(number))
        }
        (Shape::Attributes, Json::Object(values)) => {
            values.iter().any(|(_, value)| is_unreadable_value(value, 1))
        }
        (Shape::Value, value) => is_unreadable_value(value, 1),
        (Shape::List { of, .. }, Json::Array(elements)) => {
            elements.iter().any(|element| is_unreadable(element, of))
        }
        (Shape::Map { of, .. }, Json::Object(values)) => {
            values.iter().any(|(_, value)| is_unreadable(value, of))
        }
        (Shape::Structure { members, .. }, Json::Object(object)) => {
            is_for_older_layer(Fields(object), members)
        }
        _ => false,
    }
}

/// Levels of a value that the newer layer reads. Observed: 2026-10, requests that were sent to the service.
const NEWER_LEVELS_MAX: usize = 62;

/// Whether attributes nest in more levels than the newer layer reads.
pub(crate) fn nests_very_deeply(attributes: JsonObject<'_>) -> bool {
    fn levels(value: Json<'_>) -> usize {
        let Json::Object(members) = value else { return 0 };
        let nested = members.iter().map(|(_, content)| match content {
            Json::Array(elements) => elements.iter().map(levels).max().unwrap_or_default(),
            Json::Object(values) => {
                values.iter().map(|(_, it)| levels(it)).max().unwrap_or_default()
            }
            _ => 0,
        });
        1 + nested.max().unwrap_or_default()
    }
    attributes.iter().any(|(_, value)| levels(value) > NEWER_LEVELS_MAX)
}

fn is_unreadable_value(value: Json<'_>, level: usize) -> bool {
    let Json::Object(members) = value else { return true };
    let mut types = members
        .iter()
        .filter(|(tag, content)| ValueKind::from_tag(tag).is_some() && !content.is_null());
    let (Some((tag, content)), None) = (types.next(), types.next()) else { return true };
    if level > NEWER_LEVELS_MAX {
        return true;
    }
    match (tag, content) {
        ("BOOL" | "NULL", Json::String(_)) => true,
        ("L", Json::Array(elements)) => {
            elements.iter().any(|element| is_unreadable_value(element, level + 1))
        }
        ("M", Json::Object(values)) => {
            values.iter().any(|(_, value)| is_unreadable_value(value, level + 1))
        }
        _ => false,
    }
}

/// A serialization fault in the attribute values of a request, which would be reported before any violation.
pub(crate) fn value_fault(fields: Fields<'_>, members: &[Member]) -> Option<ValueError> {
    members.iter().find_map(|member| value_fault_in(fields.value(member.name)?, &member.shape))
}

fn value_fault_in(value: Json<'_>, shape: &Shape) -> Option<ValueError> {
    match (shape, value) {
        (Shape::Attributes, value) => read_item(value).err().filter(is_serialization),
        (Shape::Value, value) => read_attribute_value(value).err().filter(is_serialization),
        (Shape::List { of, .. }, Json::Array(elements)) => {
            elements.iter().find_map(|element| value_fault_in(element, of))
        }
        (Shape::Map { of, .. }, Json::Object(values)) => {
            values.iter().find_map(|(_, value)| value_fault_in(value, of))
        }
        (Shape::Structure { members, .. }, Json::Object(object)) => {
            value_fault(Fields(object), members)
        }
        _ => None,
    }
}

fn is_serialization(error: &ValueError) -> bool {
    error.class() == FaultClass::Serialization
}

fn check_type(value: Json<'_>, shape: &Shape) -> Result<(), ValueError> {
    let expected = |wire| Err(ValueError::wrong_type(wire, value));
    match (shape, value) {
        (Shape::CutInteger { .. }, Json::Number(_)) | (Shape::LenientBoolean, Json::Bool(_)) => {
            Ok(())
        }
        (Shape::CutInteger { .. }, _) => expected(WireType::Integer),
        (Shape::LenientBoolean, value) => boolean(value).map(drop),
        (Shape::Integer { .. } | Shape::Maximum, Json::Number(number)) if !is_whole(number) => {
            expected(number_type(shape))
        }
        (
            Shape::Text { .. } | Shape::AttributeName { .. } | Shape::Table { .. } | Shape::Word(_),
            Json::String(_),
        )
        | (Shape::Integer { .. } | Shape::Maximum, Json::Number(_))
        | (Shape::Boolean, Json::Bool(_))
        | (Shape::Attributes | Shape::Value, Json::Object(_)) => Ok(()),
        (
            Shape::Text { .. } | Shape::AttributeName { .. } | Shape::Table { .. } | Shape::Word(_),
            _,
        ) => expected(WireType::String),
        (Shape::Integer { .. } | Shape::Maximum, _) => expected(number_type(shape)),
        (Shape::Boolean, _) => expected(WireType::Boolean),
        (Shape::Attributes, _) => expected(WireType::ATTRIBUTE_MAP),
        (Shape::Value, _) => expected(WireType::ATTRIBUTE_VALUE),
        (Shape::Texts, Json::Object(texts)) => texts.iter().try_for_each(|(_, text)| match text {
            Json::String(_) => Ok(()),
            other => Err(ValueError::wrong_type(WireType::String, other)),
        }),
        (Shape::Texts, _) => expected(WireType::Map("java.lang.String")),
        (Shape::List { of, .. }, Json::Array(elements)) => {
            elements.iter().try_for_each(|element| check_type(element, of))
        }
        (Shape::List { .. }, _) => expected(WireType::List),
        (Shape::Map { of, .. }, Json::Object(values)) => {
            values.iter().try_for_each(|(_, value)| check_type(value, of))
        }
        (Shape::Map { .. }, _) => expected(WireType::Map("java.lang.Object")),
        (Shape::Structure { members, .. }, Json::Object(object)) => check_types(object, members),
        (Shape::Structure { name, .. }, _) => expected(WireType::Structure(name)),
    }
}

/// The type of a whole number: the service's model has a long where no bound is below it.
fn number_type(shape: &Shape) -> WireType {
    match shape {
        Shape::Integer { max, .. } if *max < u64::MAX => WireType::Integer,
        _ => WireType::Long,
    }
}

/// Whether a number is written without a fraction and an exponent.
fn is_whole(number: &str) -> bool {
    !number.contains(['.', 'e', 'E'])
}

/// A path through a request, without allocation until something is wrong with it.
struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

enum Step<'p> {
    Root,
    Member(&'static str),
    Element(usize),
    Value(&'p str),
}

impl Path<'_> {
    const ROOT: Self = Self { parent: None, step: Step::Root };

    /// The path with the names of members spelled in some way; the names in maps are as they are.
    fn text(&self, spell: fn(&str) -> String) -> String {
        let parent = self.parent.map(|parent| parent.text(spell)).unwrap_or_default();
        let separator = if parent.is_empty() { "" } else { "." };
        match self.step {
            Step::Root => String::new(),
            Step::Member(name) => format!("{parent}{separator}{}", spell(name)),
            Step::Element(position) => format!("{parent}{separator}{}.member", position + 1),
            Step::Value(name) => format!("{parent}{separator}{name}.member"),
        }
    }

    fn broken(&self, value: Json<'_>, shape: &Shape, constraint: Constraint) -> Violation {
        let (path, classic_path) = (self.text(str::to_owned), self.text(camel_case));
        Violation { path, classic_path, value: worded(value, shape), constraint }
    }
}

fn collect_members(
    object: JsonObject<'_>,
    members: &[Member],
    path: &Path<'_>,
    list: &mut Vec<Violation>,
) {
    for (member, value) in members.iter().zip(values_of(object, members)) {
        let path = Path { parent: Some(path), step: Step::Member(member.name) };
        match value {
            Some(value) => collect(value, &member.shape, &path, list),
            None if member.required => {
                list.push(path.broken(Json::Null, &member.shape, Constraint::NotNull));
            }
            None => {}
        }
    }
}

/// The values of members, in the order of the members.
fn values_of<'j>(object: JsonObject<'j>, members: &[Member]) -> Vec<Option<Json<'j>>> {
    let mut values = vec![None; members.len()];
    for (name, value) in object.iter() {
        if let Some(position) = members.iter().position(|member| member.name == name) {
            values[position] = Some(value).filter(|value| !value.is_null());
        }
    }
    values
}

fn collect(value: Json<'_>, shape: &Shape, path: &Path<'_>, list: &mut Vec<Violation>) {
    let mut report = |constraint| list.push(path.broken(value, shape, constraint));
    match (shape, value) {
        (Shape::Text { length, plain: true }, Json::String(text)) => {
            check_name(text, *length, report);
        }
        (Shape::Text { length, plain: false }, Json::String(text)) => {
            check_length(text.chars().count(), *length, report);
        }
        (Shape::AttributeName { size }, Json::String(text)) => {
            check_length(text.len(), *size, report);
        }
        (Shape::Table { .. }, Json::String(text)) if is_arn(text) => {
            check_length(text.chars().count(), TABLE_REFERENCE_LENGTH, report);
        }
        // That a name is not empty is said by the model of the service, its length by a later check.
        (Shape::Table { .. }, Json::String("")) => report(Constraint::LengthAtLeast(1)),
        (Shape::Table { length }, Json::String(text)) => check_name(text, *length, report),
        (Shape::Word(words), Json::String(text)) if !words.contains(&text) => {
            report(Constraint::Enumeration(words));
        }
        (Shape::Integer { min, max }, Json::Number(number)) => match integer(number) {
            None if number.starts_with('-') => report(Constraint::AtLeast(*min)),
            Some(number) if number < *min => report(Constraint::AtLeast(*min)),
            Some(number) if number <= *max => {}
            _ => report(Constraint::AtMost(*max)),
        },
        (Shape::List { of, length }, Json::Array(elements)) => {
            if elements.len() < length.0 {
                report(Constraint::CountAtLeast(length.0));
            }
            if elements.len() > length.1 {
                report(Constraint::CountAtMost(length.1));
            }
            for (position, element) in elements.iter().enumerate() {
                let path = Path { parent: Some(path), step: Step::Element(position) };
                collect(element, of, &path, list);
            }
        }
        (Shape::CutInteger { min, max }, Json::Number(number)) => {
            match u64::try_from(cut_integer(number)) {
                Ok(number) if number > *max => report(Constraint::AtMost(*max)),
                Ok(number) if number >= *min => {}
                Ok(_) | Err(_) => report(Constraint::AtLeast(*min)),
            }
        }
        (Shape::Map { of, list_length, tables }, Json::Object(values)) => {
            if let Some((min, max)) =
                list_length.filter(|length| !lists_are_within(values, *length))
            {
                report(Constraint::ListLength(min, max));
            }
            for (name, value) in values.iter() {
                collect(value, of, &Path { parent: Some(path), step: Step::Value(name) }, list);
            }
            // The last: where only one fault of a member is reported, it is this one.
            if tables.is_some() && !values.iter().all(|(name, _)| is_table_reference(name)) {
                list.push(path.broken(value, shape, Constraint::TableNames));
            }
        }
        (Shape::Structure { members, .. }, Json::Object(object)) => {
            collect_members(object, members, path, list);
        }
        _ => {}
    }
}

fn lists_are_within(values: JsonObject<'_>, (min, max): (usize, usize)) -> bool {
    values.iter().all(|(_, value)| match value {
        Json::Array(elements) => (min..=max).contains(&elements.len()),
        _ => true,
    })
}

/// Checks the name of a table that is to be made. One that was given by an ARN has not been checked yet.
pub(crate) fn check_new_table_name(name: &str) -> Result<(), Violations> {
    let shape = Shape::Table { length: RESOURCE_NAME_LENGTH };
    let path = Path { parent: Some(&Path::ROOT), step: Step::Member("TableName") };
    let mut list = Vec::new();
    check_name(name, RESOURCE_NAME_LENGTH, |constraint| {
        list.push(path.broken(Json::String(name), &shape, constraint));
    });
    match list.is_empty() {
        true => Ok(()),
        false => Err(Violations { layer: Layer::Older, prefix: MessagePrefix::ErrorCount, list }),
    }
}

fn check_name(text: &str, length: (usize, usize), mut report: impl FnMut(Constraint)) {
    if !text.chars().all(is_plain) {
        report(Constraint::Pattern);
    }
    check_length(text.chars().count(), length, report);
}

fn check_length(length: usize, (min, max): (usize, usize), mut report: impl FnMut(Constraint)) {
    if length < min {
        report(Constraint::LengthAtLeast(min));
    }
    if length > max {
        report(Constraint::LengthAtMost(max));
    }
}

/// Whether a text is the name of a table, or may be its ARN.
fn is_table_reference(text: &str) -> bool {
    let (min, max) = RESOURCE_NAME_LENGTH;
    is_arn(text) || (min..=max).contains(&text.chars().count()) && text.chars().all(is_plain)
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-')
}
