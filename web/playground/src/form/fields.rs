//! The fields of a request, made of its JSON and the members of its operation.

use engine::api::operation::registry::{is_legacy, members};
use engine::api::request::shape::Member;
use engine::operation::Operation;

use crate::code::literal::Literal;
use crate::code::write::json::dynamodb_json;
use crate::form::place::{Place, child, elements_of, members_of, tagged};
use crate::form::subject::Subject;
use crate::view::edit::ValueKind;
use crate::view::request::{
    Choice, FieldContent, FieldPath, FieldView, KeyField, RequestFields, Step,
};
use crate::view::value::Text;

/// The members that most requests have, in the order in which they are read. Others follow.
const COMMON: [&str; 20] = [
    "Statement",
    "Statements",
    "TransactStatements",
    "Parameters",
    "TableName",
    "IndexName",
    "TransactItems",
    "RequestItems",
    "Key",
    "Keys",
    "Item",
    "KeyConditionExpression",
    "UpdateExpression",
    "ConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
    "ConsistentRead",
    "ScanIndexForward",
];

/// The members that few requests have.
const RARE: [&str; 11] = [
    "Limit",
    "NextToken",
    "ExclusiveStartKey",
    "Select",
    "Segment",
    "TotalSegments",
    "ReturnValues",
    "ReturnValuesOnConditionCheckFailure",
    "ClientRequestToken",
    "ReturnConsumedCapacity",
    "ReturnItemCollectionMetrics",
];

/// The flag that is true if it is absent.
pub(super) const TRUE_BY_DEFAULT: &str = "ScanIndexForward";

/// The fields of a request. `fault` is the member because of which it would be rejected.
pub(crate) fn fields(
    operation: Operation,
    request: &Literal,
    subject: Subject<'_>,
    fault: Option<&str>,
) -> RequestFields {
    let builder = Builder { request, subject };
    let mut fields =
        builder.structure(members(operation), Some(request), &FieldPath::default(), "");
    if let Some(fault) = fault {
        mark(&mut fields, fault);
    }
    fields
}

/// Marks the field of a name, if the request has one such field only.
fn mark(fields: &mut RequestFields, name: &str) {
    let mut found = Vec::new();
    collect(fields, name, &mut found);
    if let [only] = found.as_mut_slice() {
        only.is_at_fault = true;
    }
}

fn collect<'f>(fields: &'f mut RequestFields, name: &str, found: &mut Vec<&'f mut FieldView>) {
    for field in fields.common.iter_mut().chain(&mut fields.rare) {
        collect_in(field, name, found);
    }
}

fn collect_in<'f>(field: &'f mut FieldView, name: &str, found: &mut Vec<&'f mut FieldView>) {
    if *field.name == *name {
        found.push(field);
        return;
    }
    match &mut field.content {
        FieldContent::Entries(elements) | FieldContent::Value { elements, .. } => {
            for element in elements {
                collect_in(element, name, found);
            }
        }
        FieldContent::Structure(fields) | FieldContent::Variant { fields, .. } => {
            collect(fields, name, found);
        }
        FieldContent::Text(_)
        | FieldContent::Integer(_)
        | FieldContent::Expression(_)
        | FieldContent::Statement(_)
        | FieldContent::Choice(_)
        | FieldContent::Flag(_)
        | FieldContent::Unreadable(_) => {}
    }
}

/// What fields are made of.
struct Builder<'b> {
    request: &'b Literal,
    subject: Subject<'b>,
}

impl Builder<'_> {
    fn structure(
        &self,
        members: &'static [Member],
        literal: Option<&Literal>,
        path: &FieldPath,
        label: &str,
    ) -> RequestFields {
        let mut fields = RequestFields::default();
        let mut sorted: Vec<&'static Member> = members.iter().collect();
        let place = |name: &str| COMMON.iter().chain(&RARE).position(|other| *other == name);
        sorted.sort_by_key(|member| place(member.name).unwrap_or(COMMON.len()));
        for member in sorted {
            let given = literal.and_then(|literal| literal.member(member.name));
            if is_legacy(member) && given.is_none() {
                continue;
            }
            let field = self.member(member, given, path, label);
            match RARE.contains(&member.name) {
                true => fields.rare.push(field),
                false => fields.common.push(field),
            }
        }
        fields
    }

    fn member(
        &self,
        member: &'static Member,
        literal: Option<&Literal>,
        path: &FieldPath,
        label: &str,
    ) -> FieldView {
        let path = path.then(Step::Member(member.name));
        let label: Text = labelled(label, member.name);
        let literal = literal.filter(|literal| **literal != Literal::Null);
        let content = if is_legacy(member) {
            unreadable(literal)
        } else {
            self.content(member.name, Place::of_member(member), literal, &path, &label)
        };
        FieldView {
            path,
            name: member.name.into(),
            label,
            key: None,
            content: match content {
                FieldContent::Choice(choice) => {
                    FieldContent::Choice(Choice { optional: !member.required, ..choice })
                }
                content => content,
            },
            required: member.required,
            is_at_fault: false,
        }
    }

    /// What is in a part of the request. What has another type than it should have is for the text to show.
    fn content(
        &self,
        name: &str,
        place: Place,
        literal: Option<&Literal>,
        path: &FieldPath,
        label: &str,
    ) -> FieldContent {
        let text = match literal {
            None => Some(Text::default()),
            Some(Literal::Text(text) | Literal::Number(text)) => Some(text.as_str().into()),
            Some(_) => None,
        };
        let content = match place {
            Place::Text | Place::SetMember => text.map(FieldContent::Text),
            Place::Integer => text.map(FieldContent::Integer),
            Place::Expression => text.map(FieldContent::Expression),
            Place::Statement => text.map(FieldContent::Statement),
            Place::Word(words) => text.map(|text| {
                FieldContent::Choice(choice(
                    words.iter().map(|it| Text::from(*it)).collect(),
                    &text,
                ))
            }),
            Place::Table => {
                text.map(|text| FieldContent::Choice(choice(self.subject.tables(), &text)))
            }
            Place::Index => text.map(|text| {
                let indexes = &self.subject.table_of(self.request, path).schema.indexes;
                let names = indexes.iter().map(|index| Text::from(index.name.as_str()));
                FieldContent::Choice(choice(names.collect(), &text))
            }),
            Place::Flag => match literal {
                None => Some(FieldContent::Flag(name == TRUE_BY_DEFAULT)),
                Some(Literal::Bool(flag)) => Some(FieldContent::Flag(*flag)),
                Some(_) => None,
            },
            Place::Names | Place::Attributes | Place::Tables(_) | Place::List(_) => {
                let is_list = matches!(place, Place::List(_));
                let fits = literal.is_none_or(|literal| match is_list {
                    true => elements_of(literal).is_some(),
                    false => members_of(literal).is_some(),
                });
                fits.then(|| FieldContent::Entries(self.entries(place, literal, path, label)))
            }
            Place::Value => literal.and_then(|literal| self.value(literal, path, label)),
            Place::Structure(_) => self.of_structure(place, literal, path, label),
        };
        content.unwrap_or_else(|| unreadable(literal))
    }

    fn of_structure(
        &self,
        place: Place,
        literal: Option<&Literal>,
        path: &FieldPath,
        label: &str,
    ) -> Option<FieldContent> {
        let Place::Structure(members) = place else { return None };
        let Some(variants) = place.variants() else {
            return Some(FieldContent::Structure(self.structure(members, literal, path, label)));
        };
        let given =
            variants.iter().filter(|it| literal.is_some_and(|of| of.member(it.name).is_some()));
        let options = variants.iter().map(|it| Text::from(it.name)).collect();
        let fields = match given.collect::<Vec<_>>().as_slice() {
            [] => (choice(options, ""), RequestFields::default()),
            [only] => {
                let step = Step::Member(only.name);
                let inner = literal.and_then(|literal| literal.member(only.name));
                let Place::Structure(members) = Place::of_member(only) else { return None };
                let fields = self.structure(members, inner, &path.then(step), label);
                (choice(options, only.name), fields)
            }
            // DynamoDB rejects several: the text shows them.
            _ => return None,
        };
        Some(FieldContent::Variant { choice: fields.0, fields: fields.1 })
    }

    fn entries(
        &self,
        place: Place,
        literal: Option<&Literal>,
        path: &FieldPath,
        label: &str,
    ) -> Vec<FieldView> {
        let Some(literal) = literal else { return Vec::new() };
        let Some(of_entry) = place.of_entry(literal) else { return Vec::new() };
        let content = match place {
            Place::Value => tagged(literal).map(|(_, content)| content),
            _ => Some(literal),
        };
        let names: Vec<Option<&str>> = match content.and_then(members_of) {
            Some(members) => members.iter().map(|(name, _)| Some(name.as_str())).collect(),
            None => vec![None; content.and_then(elements_of).map_or(0, <[_]>::len)],
        };
        let mut entries = Vec::new();
        for (position, key) in names.into_iter().enumerate() {
            let step = Step::Entry(position);
            let value = child(literal, place, &step);
            let path = path.then(step);
            let name: Text = key.map_or_else(|| (position + 1).to_string().into(), Text::from);
            let label = labelled(label, &name);
            entries.push(FieldView {
                content: self.content(&name, of_entry, value, &path, &label),
                key: key.map(|key| match place {
                    Place::Tables(_) => KeyField::Table(choice(self.subject.tables(), key)),
                    _ => KeyField::Typed(key.into()),
                }),
                path,
                name,
                label,
                required: true,
                is_at_fault: false,
            });
        }
        entries
    }

    fn value(&self, literal: &Literal, path: &FieldPath, label: &str) -> Option<FieldContent> {
        let (kind, content) = tagged(literal)?;
        let (text, elements) = match (kind, content) {
            (ValueKind::S | ValueKind::N | ValueKind::B, Literal::Text(text)) => {
                (Some(Text::from(text.as_str())), Vec::new())
            }
            (ValueKind::Bool, Literal::Bool(flag)) => (Some(flag.to_string().into()), Vec::new()),
            (ValueKind::Null, Literal::Bool(true)) => (Some(Text::default()), Vec::new()),
            (ValueKind::L | ValueKind::Ss | ValueKind::Ns | ValueKind::Bs, Literal::List(_))
            | (ValueKind::M, Literal::Map(_)) => {
                (None, self.entries(Place::Value, Some(literal), path, label))
            }
            _ => return None,
        };
        Some(FieldContent::Value { kind, text, elements })
    }
}

fn unreadable(literal: Option<&Literal>) -> FieldContent {
    FieldContent::Unreadable(
        literal.map_or_else(Text::default, |it| dynamodb_json(it).trim().into()),
    )
}

/// A choice of a text. A text that is none of the options is offered too.
fn choice(mut options: Vec<Text>, text: &str) -> Choice {
    if !text.is_empty() && options.iter().all(|option| **option != *text) {
        options.push(text.into());
    }
    let chosen = options.iter().position(|option| **option == *text);
    Choice { options, chosen, optional: false }
}

fn labelled(outer: &str, name: &str) -> Text {
    match outer {
        "" => name.into(),
        outer => format!("{outer} {name}").into(),
    }
}
