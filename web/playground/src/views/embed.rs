//! What an embed shows of its sandbox: the parts that its address asks for, or the nearest that there are.

use engine::table::Table;
use engine::table::schema::Scope;

use crate::sandbox::order::in_card_order;
use crate::sandbox::state::State;
use crate::view::embed::{EmbedPart, EmbedRequest, EmbedView};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;
use crate::views::map::has_map;
use crate::views::{in_creation_order, open_table};

/// What an embed shows.
pub(crate) fn embed_view(state: &State, request: &EmbedRequest) -> EmbedView {
    let mut problems = Vec::new();
    let asked = asked_table(state, request, &mut problems);
    let Some(table) = open_table(state, asked.as_deref()) else {
        return EmbedView { shows_items: true, problems, ..EmbedView::default() };
    };
    let mut shown = EmbedView {
        table: Some(table.schema.name.as_str().into()),
        problems,
        ..EmbedView::default()
    };
    let all = || in_card_order(table).map(|index| Text::from(index.schema.name.as_str()));
    for part in &request.parts {
        match part {
            EmbedPart::Table(_) => shown.shows_items = true,
            EmbedPart::Indexes => shown.indexes = all().collect(),
            EmbedPart::Map if has_map(state) => shown.shows_map = true,
            EmbedPart::Map => shown.problems.push(Message::plain("embed.no_map")),
            EmbedPart::Global(name) => show_index(&mut shown, table, name, Scope::Global),
            EmbedPart::Local(name) => show_index(&mut shown, table, name, Scope::Local),
            EmbedPart::Unknown(text) => {
                let text = Argument::Code(Text::clone(text));
                shown.problems.push(Message::plain("embed.unknown_part").with("part", text));
            }
        }
    }
    if !shown.shows_items && !shown.shows_map && shown.indexes.is_empty() {
        shown.shows_items = true;
        shown.indexes = all().collect();
    }
    // In the order of the page, each once.
    shown.indexes = all().filter(|name| shown.indexes.contains(name)).collect();
    shown
}

/// The parts that an embed can show of a table: its items and its indexes, in the order of the page.
pub(crate) fn embed_parts(table: &Table) -> Vec<EmbedPart> {
    let name = Text::from(table.schema.name.as_str());
    let indexes = in_card_order(table).map(|index| {
        let name = Text::from(index.schema.name.as_str());
        match index.schema.scope {
            Scope::Global => EmbedPart::Global(name),
            Scope::Local => EmbedPart::Local(name),
        }
    });
    [EmbedPart::Table(Some(name))].into_iter().chain(indexes).collect()
}

/// The table that a request names, or that has an index which it names; `None` for the first one.
fn asked_table(state: &State, request: &EmbedRequest, problems: &mut Vec<Message>) -> Option<Text> {
    let named = request.parts.iter().find_map(|part| {
        let EmbedPart::Table(name) = part else { return None };
        name.as_ref()
    });
    let tables = || in_creation_order(state).into_iter();
    let Some(named) = named else {
        let has = |table: &&Table| request.parts.iter().any(|part| names_index_of(part, table));
        return tables().find(has).map(|table| table.schema.name.as_str().into());
    };
    let is_near = |table: &&Table| table.schema.name.as_str().eq_ignore_ascii_case(named);
    let found = state.database.table(named).or_else(|| tables().find(is_near));
    let found = found.map(|table| Text::from(table.schema.name.as_str()));
    if found.as_ref() != Some(named) {
        let shown =
            found.clone().or_else(|| Some(open_table(state, None)?.schema.name.as_str().into()));
        problems.push(missing("embed.no_table", named, shown));
    }
    found
}

fn names_index_of(part: &EmbedPart, table: &Table) -> bool {
    match part {
        EmbedPart::Global(name) | EmbedPart::Local(name) => {
            table.schema.indexes.iter().any(|index| *index.name.as_str() == **name)
        }
        EmbedPart::Table(_) | EmbedPart::Indexes | EmbedPart::Map | EmbedPart::Unknown(_) => false,
    }
}

/// Shows an index: the one of this name, or one whose name differs in capitals only, or else the first of its kind.
fn show_index(shown: &mut EmbedView, table: &Table, name: &Text, scope: Scope) {
    let indexes = || in_card_order(table).map(|index| &index.schema);
    let named = indexes().find(|index| *index.name.as_str() == **name);
    let found = named
        .or_else(|| indexes().find(|index| index.name.as_str().eq_ignore_ascii_case(name)))
        .or_else(|| indexes().find(|index| index.scope == scope))
        .or_else(|| indexes().next());
    let nearest = found.map(|index| Text::from(index.name.as_str()));
    if named.is_none_or(|index| index.scope != scope) {
        let key = match (named, scope) {
            (None, _) => "embed.no_index",
            (Some(_), Scope::Global) => "embed.is_local",
            (Some(_), Scope::Local) => "embed.is_global",
        };
        shown.problems.push(missing(key, name, nearest.clone()));
    }
    shown.indexes.extend(nearest);
}

/// That something is missing, and what is shown instead.
fn missing(key: &'static str, name: &Text, shown: Option<Text>) -> Message {
    let is_replaced = if shown.is_some() { "replaced" } else { "absent" };
    Message::plain(key)
        .with("name", Argument::Code(Text::clone(name)))
        .with("state", Argument::Choice(is_replaced))
        .with("shown", Argument::Code(shown.unwrap_or_default()))
}
