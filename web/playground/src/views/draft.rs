//! Answers to what is being typed: edits before they are sent, and the link.

use std::rc::Rc;

use engine::api::access::Caller;
use engine::database::Database;
use engine::receipt::Receipt;
use engine::table::Table;

use crate::explain::access::fault_as;
use crate::explain::behind::behind_words;
use crate::explain::receipt::{Context, preview};
use crate::sandbox::budget::Budget;
use crate::sandbox::edit::{other_notation, requests, stored_text, with_stored_text};
use crate::sandbox::request::Request;
use crate::sandbox::sending::Sent;
use crate::sandbox::state::State;
use crate::view::draft::{Draft, DraftView, FaultView, PreviewView};
use crate::view::edit::Edit;
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::views::expiry::typed_expiry;

/// Different effects of an edit of several items that are listed.
const EFFECT_COUNT_MAX: usize = 6;

/// What an edit would do.
pub(crate) fn draft_view(state: &State, table: &Table, draft: &Draft) -> DraftView {
    let (caller, database) = (state.caller(), &state.database);
    let caller = caller.as_ref();
    let edit = match draft.typed {
        true => draft.edit.clone(),
        false => with_stored_text(table, &draft.edit),
    };
    let preview = requests(table, &edit).and_then(|requests| match &*requests {
        [request] => {
            let tried = try_out(caller, database, table, request)?;
            let behind = behind_words(state.foreseen(request));
            Ok(PreviewView { effects: [behind, tried.effects].concat(), ..tried })
        }
        requests => try_all(caller, database, table, requests),
    });
    let (preview, fault) = match preview {
        Ok(preview) => (Some(preview), None),
        Err(fault) => (None, Some(with_condition_of(&edit, fault))),
    };
    let other_notation = if let Edit::Replace { text, .. } | Edit::Put { text } = &edit {
        other_notation(text)
    } else {
        None
    };
    DraftView {
        text: stored_text(table, &edit).into(),
        other_notation: other_notation.map(Into::into),
        preview: preview.map(Rc::new),
        fault: fault.map(|fault| Rc::new(at_edited_attribute(fault, &edit))),
        expiry: typed_expiry(database, table, &edit),
    }
}

fn try_out(
    caller: Option<&Caller>,
    database: &Database,
    table: &Table,
    request: &Request,
) -> Result<PreviewView, FaultView> {
    let decided = engine::api::decide_as(caller, database, &request.operation, &request.text);
    let outcome = decided.outcome;
    let receipts: Vec<Receipt> = outcome.receipt.into_iter().collect();
    if let Err(error) = outcome.reply {
        let caller = caller.map(|it| &*it.name);
        return Err(fault_as(&error, caller, &decided.rulings, receipts.first()));
    }
    Ok(preview(&receipts, Context { schema: Some(&table.schema), touched: &[] }))
}

/// What requests that are one action would do: they are sent to a copy of the database, because one may change what the next
/// costs. Of very many, those are tried that fit into a slice.
fn try_all(
    caller: Option<&Caller>,
    database: &Database,
    table: &Table,
    requests: &[Request],
) -> Result<PreviewView, FaultView> {
    let mut sent = Sent { caller: caller.cloned(), ..Sent::default() };
    let mut copy = database.clone();
    let name = table.schema.name.as_str();
    let is_whole = sent.send_rest(&mut copy, name, requests, &mut Budget::slice());
    let Sent { access, count, reply, receipts, rejections, .. } = sent;
    if let (None, Some(rejected)) = (&reply, rejections.first()) {
        let rulings = access.map(|access| access.rulings).unwrap_or_default();
        return Err(fault_as(&rejected.error, caller.map(|it| &*it.name), &rulings, None));
    }
    let mut view = preview(&receipts, Context { schema: Some(&table.schema), touched: &[] });
    let effects = First::of(view.effects, EFFECT_COUNT_MAX);
    let more = effects.more_words();
    view.effects = effects.shown.into_iter().chain(more).collect();
    view.effects.extend(
        (!is_whole)
            .then(|| Message::plain("draft.in_part").with("count", Argument::Count(count as u64))),
    );
    view.effects.extend(rejections.first().map(|rejected| {
        Message::plain("said.left_out")
            .with("count", Argument::Count(rejections.len() as u64))
            .with("error", Argument::English(rejected.error.to_string().into()))
    }));
    Ok(view)
}

/// Of a new item, which condition would be false: the form does not show it.
fn with_condition_of(edit: &Edit, mut fault: FaultView) -> FaultView {
    let is_new = matches!(edit, Edit::Put { .. } | Edit::Compose { .. });
    if let Some(message) = fault.explanation.as_mut().filter(|_| is_new)
        && message.key == "fault.condition_would"
        && let Some((_, units)) = message.arguments.iter().find(|(place, _)| *place == "units")
    {
        *message = Message::plain("draft.exists").with("units", units.clone());
    }
    fault
}

/// A fault of an edit of one attribute belongs to its cell, if nothing else is named.
fn at_edited_attribute(fault: FaultView, edit: &Edit) -> FaultView {
    let edited = match edit {
        Edit::Set { attribute, .. }
        | Edit::Remove { attribute, .. }
        | Edit::SetAll { attribute, .. } => Some(attribute),
        Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::Delete { .. }
        | Edit::DeleteAll { .. } => None,
    };
    let attribute = fault.attribute.or_else(|| edited.map(|name| name.as_str().into()));
    FaultView { attribute, ..fault }
}

/// A name for the download, without its end: letters and digits of the title, in lower case. What is not ASCII stays as it is: the
/// tables of what is a letter and which is its small form are 5 KB of the page.
pub(crate) fn file_name(title: &str) -> String {
    let separates = |character: char| character.is_ascii() && !character.is_ascii_alphanumeric();
    let words = title.split(separates).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
    match words.is_empty() {
        true => "sandbox".to_owned(),
        false => words.join("-"),
    }
}
