//! What a change of a field does to a request.

use engine::api::operation::registry::members;
use engine::api::request::shape::Member;
use engine::json::text::JsonText;
use engine::operation::Operation;
use engine::table::Table;

use crate::code::literal::Literal;
use crate::code::write::json::dynamodb_json;
use crate::form::fields::TRUE_BY_DEFAULT;
use crate::form::follow::{key_of, replace_keys};
use crate::form::place::{Place, behind, child, members_of, tagged};
use crate::form::subject::{Subject, empty_key, key_template, start_key};
use crate::form::value::{add_to_value, content_mut, is_number, of_text, text_of};
use crate::view::request::{FieldChange, FieldPath, Step, Suggestion};

/// A request as a tree; `None` if a text is not a JSON object.
pub(crate) fn read(text: &str) -> Option<Literal> {
    let text = JsonText::parse(text).ok()?;
    let literal = Literal::from(text.root());
    members_of(&literal).is_some().then_some(literal)
}

/// The text of a request after a change of a field; `None` if the request does not have the field.
pub(crate) fn change(
    operation: Operation,
    request: &Literal,
    subject: Subject<'_>,
    path: &FieldPath,
    change: &FieldChange,
) -> Option<String> {
    let root = Place::Structure(members(operation));
    let context = Context { request, subject, path, root };
    let mut changed = request.clone();
    let target = Target { key: None, value: &mut changed, place: root };
    if let FieldChange::Complete(suggestion) = change {
        let (Step::Member(expression), steps) = path.0.split_last()? else { return None };
        visit(target, steps, &mut |target| {
            complete(target.value, expression, suggestion);
            true
        })?;
    } else {
        visit(target, &path.0, &mut |target| context.apply(target, change))?;
    }
    if is_table_name(path) {
        context.follow_table(&mut changed);
    }
    Some(dynamodb_json(&changed))
}

fn is_table_name(path: &FieldPath) -> bool {
    path.0.last() == Some(&Step::Member("TableName"))
}

/// A part of a request that is changed.
struct Target<'t> {
    /// Its name, if it is an entry of a map.
    key: Option<&'t mut String>,
    value: &'t mut Literal,
    place: Place,
}

/// Changes the part that a path leads to. It is removed if `apply` returns false. An absent member is added first.
fn visit(
    target: Target<'_>,
    path: &[Step],
    apply: &mut impl FnMut(Target<'_>) -> bool,
) -> Option<bool> {
    let [step, rest @ ..] = path else { return Some(apply(target)) };
    let Target { value, place, .. } = target;
    let of_child = behind(value, place, step)?;
    let content = match place {
        Place::Value => content_mut(value)?,
        _ => value,
    };
    match (step, content) {
        (Step::Member(name), Literal::Map(entries)) => {
            let known = entries.iter().rposition(|(other, _)| other == name);
            let position = known.unwrap_or_else(|| {
                entries.push(((*name).to_owned(), Literal::Null));
                entries.len() - 1
            });
            let value = &mut entries[position].1;
            let stays = visit(Target { key: None, value, place: of_child }, rest, apply)?;
            let is_empty = matches!(of_child, Place::Names | Place::Attributes)
                && members_of(value).is_some_and(<[_]>::is_empty);
            if !stays || is_empty || *value == Literal::Null {
                entries.remove(position);
            }
        }
        (Step::Entry(position), Literal::Map(entries)) => {
            let (key, value) = entries.get_mut(*position)?;
            let target = Target { key: Some(key), value, place: of_child };
            if !visit(target, rest, apply)? {
                entries.remove(*position);
            }
        }
        (Step::Entry(position), Literal::List(elements)) => {
            let value = elements.get_mut(*position)?;
            if !visit(Target { key: None, value, place: of_child }, rest, apply)? {
                elements.remove(*position);
            }
        }
        _ => return None,
    }
    Some(true)
}

/// Inserts a suggestion into an expression of a structure, with the placeholders that it adds.
fn complete(structure: &mut Literal, expression: &str, suggestion: &Suggestion) {
    let text = structure.member(expression).and_then(Literal::as_text).unwrap_or_default();
    let (before, after) = (text.get(..suggestion.start), text.get(suggestion.end..));
    let (Some(before), Some(after)) = (before, after) else { return };
    let text = format!("{before}{}{after}", suggestion.insert);
    set(structure, expression, Literal::Text(text));
    if let Some((placeholder, name)) = &suggestion.adds_name {
        set_in(structure, "ExpressionAttributeNames", placeholder, Literal::text(&**name));
    }
    if let Some((placeholder, kind, text)) = &suggestion.adds_value {
        let value = Literal::single(kind.tag(), of_text(*kind, text));
        set_in(structure, "ExpressionAttributeValues", placeholder, value);
    }
}

fn set(structure: &mut Literal, name: &str, value: Literal) {
    let Literal::Map(members) = structure else { return };
    match members.iter_mut().rev().find(|(other, _)| other == name) {
        Some((_, old)) => *old = value,
        None => members.push((name.to_owned(), value)),
    }
}

fn set_in(structure: &mut Literal, member: &str, name: &str, value: Literal) {
    let mut map = structure.member(member).cloned().unwrap_or(Literal::Null);
    if members_of(&map).is_none() {
        map = Literal::Map(Vec::new());
    }
    set(&mut map, name, value);
    set(structure, member, map);
}

/// What a change is made of.
struct Context<'c> {
    request: &'c Literal,
    subject: Subject<'c>,
    path: &'c FieldPath,
    root: Place,
}

impl<'c> Context<'c> {
    fn table(&self) -> &'c Table {
        self.subject.table_of(self.request, self.path)
    }

    /// Changes a part of the request. Returns whether it stays in the request.
    fn apply(&self, target: Target<'_>, change: &FieldChange) -> bool {
        let Target { key, value, place } = target;
        match change {
            FieldChange::Remove => return false,
            FieldChange::Key(text) => {
                if let Some(key) = key {
                    text.trim().clone_into(key);
                }
            }
            FieldChange::ChooseKey(position) => {
                if let (Some(key), Some(name)) = (key, self.subject.tables().get(*position)) {
                    key.clear();
                    key.push_str(name);
                    if let Some(table) = self.subject.database.table(name) {
                        replace_keys(value, table);
                    }
                }
            }
            FieldChange::Text(text) => return self.type_text(value, place, text),
            FieldChange::Choose(position) => return self.choose(value, place, *position),
            FieldChange::Flag(flag) => {
                *value = Literal::Bool(*flag);
                let is_default = self.path.0.last() == Some(&Step::Member(TRUE_BY_DEFAULT));
                return *flag != is_default;
            }
            FieldChange::Kind(kind) => {
                let text = tagged(value).map(|(_, content)| text_of(content)).unwrap_or_default();
                *value = Literal::single(kind.tag(), of_text(*kind, &text));
            }
            FieldChange::Add => self.add(value, place),
            FieldChange::Complete(_) => {}
        }
        true
    }

    fn type_text(&self, value: &mut Literal, place: Place, text: &str) -> bool {
        let is_member = matches!(self.path.0.last(), Some(Step::Member(_)));
        *value = match place {
            Place::Value => match tagged(value) {
                Some((kind, _)) => Literal::single(kind.tag(), of_text(kind, text)),
                None => return true,
            },
            // What is no number is for the engine to reject.
            Place::Integer if is_number(text) => Literal::Number(text.to_owned()),
            _ => Literal::text(text),
        };
        !(is_member && text.is_empty())
    }

    fn choose(&self, value: &mut Literal, place: Place, position: Option<usize>) -> bool {
        let Some(position) = position else { return false };
        if let Some(variants) = place.variants() {
            if let Some(variant) = variants.get(position) {
                *value = self.as_variant(value, variant);
            }
            return true;
        }
        let options: Vec<String> = match place {
            Place::Word(words) => words.iter().map(|it| (*it).to_owned()).collect(),
            Place::Table => self.subject.tables().iter().map(ToString::to_string).collect(),
            Place::Index => {
                self.table().schema.indexes.iter().map(|it| it.name.to_string()).collect()
            }
            _ => Vec::new(),
        };
        if let Some(option) = options.get(position) {
            *value = Literal::text(option.as_str());
        }
        true
    }

    /// A structure with another of its variants, which takes over the members that it has too.
    fn as_variant(&self, value: &Literal, variant: &'static Member) -> Literal {
        let old = members_of(value).and_then(|members| members.first());
        let old = old.map_or(&Literal::Null, |(_, inner)| inner);
        let Place::Structure(members) = Place::of_member(variant) else { return value.clone() };
        let table = self.subject.table_of(old, &FieldPath::default());
        let has_own_table = old.member("TableName").is_some();
        let table = if has_own_table { table } else { self.table() };
        let mut inner = Vec::new();
        for member in members {
            let taken = match member.name {
                "Key" => old.member("Key").cloned().or_else(|| {
                    let of_item = old.member("Item").map(|item| key_of(item, table));
                    let of_item = of_item.filter(|key| *key != empty_key(table));
                    Some(of_item.unwrap_or_else(|| key_template(table, self.position())))
                }),
                "Item" => old.member("Item").or_else(|| old.member("Key")).cloned(),
                "TableName" => {
                    let open = || Literal::text(table.schema.name.as_str());
                    Some(old.member("TableName").cloned().unwrap_or_else(open))
                }
                name => old.member(name).cloned(),
            };
            let taken = taken.or_else(|| (member.name == "Item").then(|| empty_key(table)));
            if let Some(taken) = taken {
                inner.push((member.name.to_owned(), taken));
            }
        }
        Literal::single(variant.name, Literal::Map(inner))
    }

    /// Adds an element or an entry, or a member that was absent.
    fn add(&self, value: &mut Literal, place: Place) {
        let name = match self.path.0.last() {
            Some(Step::Member(name)) => *name,
            Some(Step::Entry(_)) | None => "",
        };
        let table = self.table();
        if *value == Literal::Null {
            *value = match (name, place) {
                ("Key", _) => return *value = key_template(table, 0),
                ("ExclusiveStartKey", _) => {
                    let index = self.sibling("IndexName");
                    return *value = start_key(table, index);
                }
                ("Item", _) => return *value = empty_key(table),
                (_, Place::List(_)) => Literal::List(Vec::new()),
                _ => Literal::Map(Vec::new()),
            };
        }
        match (place, value) {
            (Place::Names, Literal::Map(entries)) => {
                entries.push((unused(entries, "#name"), Literal::text("")));
            }
            (Place::Attributes, Literal::Map(entries)) => {
                let key = match name {
                    "ExpressionAttributeValues" => unused(entries, ":value"),
                    _ => String::new(),
                };
                entries.push((key, Literal::single("S", Literal::text(""))));
            }
            (Place::Tables(shape), Literal::Map(entries)) => {
                let tables: Vec<_> = self.subject.tables();
                let is_asked = |name: &str| entries.iter().any(|(other, _)| other == name);
                let open = table.schema.name.as_str();
                let free = tables.iter().map(|it| &**it).find(|name| !is_asked(name));
                let name = if is_asked(open) { free.unwrap_or("") } else { open };
                let table = self.subject.database.table(name).unwrap_or(table);
                entries.push((name.to_owned(), of_table(Place::of_shape(shape), table)));
            }
            (Place::List(shape), Literal::List(elements)) => {
                let element = match Place::of_shape(shape) {
                    Place::Attributes => other_key(elements, table),
                    place => self.element(place),
                };
                elements.push(element);
            }
            (Place::Value, value) => add_to_value(value),
            _ => {}
        }
    }

    /// A new element of a list.
    fn element(&self, place: Place) -> Literal {
        if let Some(variants) = place.variants() {
            let names = ["Put", "PutRequest", "Get"];
            let is_usual = |variant: &&Member| names.contains(&variant.name);
            return match variants.iter().find(is_usual) {
                Some(usual) => self.as_variant(&Literal::Null, usual),
                None => Literal::Map(Vec::new()),
            };
        }
        match place {
            Place::Value => Literal::single("S", Literal::text("")),
            Place::Structure(_) => Literal::Map(Vec::new()),
            _ => Literal::text(""),
        }
    }

    /// The position of the element that is changed.
    fn position(&self) -> usize {
        match self.path.0.last() {
            Some(Step::Entry(position)) => *position,
            Some(Step::Member(_)) | None => 0,
        }
    }

    /// The text of a member of the structure that the changed member is in.
    fn sibling(&self, name: &str) -> Option<&'c str> {
        let (_, steps) = self.path.0.split_last()?;
        let mut part = self.request;
        let mut place = self.root;
        for step in steps {
            let next = behind(part, place, step)?;
            part = child(part, place, step)?;
            place = next;
        }
        part.member(name).and_then(Literal::as_text)
    }

    /// Lets the key and the index of a request follow the table that it was given.
    fn follow_table(&self, request: &mut Literal) {
        let Some((_, steps)) = self.path.0.split_last() else { return };
        let table = self.subject.table_of(request, self.path);
        let mut follow = |target: Target<'_>| {
            replace_keys(target.value, table);
            true
        };
        let _ = visit(Target { key: None, value: request, place: self.root }, steps, &mut follow);
    }
}

/// What is asked of a table that is added to a batch.
fn of_table(place: Place, table: &Table) -> Literal {
    match place {
        Place::List(_) => {
            let put = Literal::single("Item", empty_key(table));
            Literal::List(vec![Literal::single("PutRequest", put)])
        }
        _ => Literal::single("Keys", Literal::List(vec![key_template(table, 0)])),
    }
}

/// The key of an item that a list of keys does not have, if there is one.
fn other_key(keys: &[Literal], table: &Table) -> Literal {
    let templates = (0..=keys.len()).map(|position| key_template(table, position));
    let mut others = templates.filter(|key| !keys.contains(key));
    others.next().unwrap_or_else(|| empty_key(table))
}

/// A placeholder that a request does not have yet.
pub(super) fn unused(entries: &[(String, Literal)], wanted: &str) -> String {
    let is_free = |name: &String| entries.iter().all(|(other, _)| other != name);
    let numbered = (2..).map(|number| format!("{wanted}{number}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
