//! Answers to what is being typed: edits and designs before they are sent, and the link.

use std::rc::Rc;

use engine::api::error::ApiError;
use engine::api::error::schema::SchemaError;
use engine::api::error::validation::ValidationError;
use engine::api::limit::RESOURCE_NAME_LENGTH;
use engine::database::Database;
use engine::receipt::{Receipt, UnitKind};
use engine::table::Table;

use crate::explain::fault::fault;
use crate::explain::receipt::{Context, preview};
use crate::link::error::LinkError;
use crate::sandbox::design::create_request;
use crate::sandbox::edit::{other_notation, request, stored_text, with_stored_text};
use crate::sandbox::rebuild::Rebuilt;
use crate::sandbox::request::Request;
use crate::view::DesignInterest;
use crate::view::design::{DesignCheck, DesignPlace, IndexDesign, ProjectionDesign, TableDesign};
use crate::view::draft::{Draft, DraftView, FaultView, PreviewView};
use crate::view::edit::Edit;
use crate::view::message::{Argument, Message};
use crate::view::share::{LinkTier, ShareView};

/// Characters that a link may have to fit everywhere, most places, and browsers.
const TIERS: [(usize, LinkTier); 3] =
    [(2_000, LinkTier::Everywhere), (8_000, LinkTier::Most), (32_000, LinkTier::Browsers)];

/// What an edit would do.
pub(crate) fn draft_view(database: &Database, table: &Table, draft: &Draft) -> DraftView {
    let edit = match draft.typed {
        true => draft.edit.clone(),
        false => with_stored_text(table, &draft.edit),
    };
    let (preview, fault) = match request(table, &edit) {
        Err(fault) => (None, Some(fault)),
        Ok(request) => match try_out(database, table, &request) {
            Ok(preview) => (Some(preview), None),
            Err(fault) => (None, Some(fault)),
        },
    };
    let other_notation = match &edit {
        Edit::Replace { text, .. } | Edit::Put { text } => other_notation(text),
        Edit::Set { .. } | Edit::Remove { .. } | Edit::Compose { .. } | Edit::Delete { .. } => None,
    };
    DraftView {
        text: stored_text(table, &edit).into(),
        other_notation: other_notation.map(Into::into),
        preview: preview.map(Rc::new),
        fault: fault.map(|fault| Rc::new(at_edited_attribute(fault, &edit))),
    }
}

/// What a design would lead to.
pub(crate) fn design_check(database: &Database, interest: &DesignInterest) -> DesignCheck {
    let DesignInterest { rebuilds, design } = interest;
    let request = Request::new("CreateTable", &create_request(design));
    let (error, rebuild) = match rebuilds {
        None => {
            let outcome = engine::api::preview(database, &request.operation, &request.text);
            (outcome.reply.err(), Vec::new())
        }
        Some(table) => {
            let rebuilt = Rebuilt::of(database, table, design);
            let messages = rebuild_messages(&rebuilt);
            (rebuilt.reply.err(), messages)
        }
    };
    DesignCheck {
        request: request.text,
        place: error.as_ref().map_or(DesignPlace::Form, |error| place(error, design)),
        fault: error.map(|error| Rc::new(fault(&error))),
        rebuild,
    }
}

/// The sandbox as a link.
pub(crate) fn share_view(link: Result<String, LinkError>) -> ShareView {
    let words = match &link {
        Ok(link) => Message::plain("share.words").with("count", Argument::Count(link.len() as u64)),
        Err(error) => error.message(),
    };
    let fragment = link.unwrap_or_default();
    let tier = TIERS.iter().find(|(length, _)| fragment.len() <= *length && !fragment.is_empty());
    ShareView {
        length: fragment.len() as u64,
        tier: tier.map_or(LinkTier::File, |(_, tier)| *tier),
        fragment: fragment.into(),
        words,
    }
}

fn try_out(
    database: &Database,
    table: &Table,
    request: &Request,
) -> Result<PreviewView, FaultView> {
    let outcome = engine::api::preview(database, &request.operation, &request.text);
    if let Err(error) = outcome.reply {
        return Err(fault(&error));
    }
    let receipts: Vec<Receipt> = outcome.receipt.into_iter().collect();
    Ok(preview(&receipts, Context { schema: Some(&table.schema), touched: &[] }))
}

/// A fault of an edit of one attribute belongs to its cell, if nothing else is named.
fn at_edited_attribute(fault: FaultView, edit: &Edit) -> FaultView {
    let edited = match edit {
        Edit::Set { attribute, .. } | Edit::Remove { attribute, .. } => Some(attribute),
        Edit::Replace { .. } | Edit::Put { .. } | Edit::Compose { .. } | Edit::Delete { .. } => {
            None
        }
    };
    let attribute = fault.attribute.or_else(|| edited.map(|name| name.as_str().into()));
    FaultView { attribute, ..fault }
}

/// What rebuilding costs, store by store, and what it would leave out.
fn rebuild_messages(rebuilt: &Rebuilt) -> Vec<Message> {
    let Some(first) = rebuilt.receipts.first() else { return Vec::new() };
    let count = Argument::Count(rebuilt.receipts.len() as u64);
    let mut messages = vec![Message::plain("design.rewrites").with("count", count)];
    let total = rebuilt.receipts.iter().map(|receipt| receipt.units(UnitKind::Write)).sum();
    let total: engine::capacity::units::CapacityUnits = total;
    messages.push(
        Message::plain("design.costs")
            .with("units", Argument::HalfUnits(total.halves()))
            .with("table", first.arms.first().map_or("", |arm| arm.table.as_str())),
    );
    if let Some(rejection) = rebuilt.rejections.first() {
        messages.push(
            Message::plain("design.rejects")
                .with("count", Argument::Count(rebuilt.rejections.len() as u64))
                .with("error", Argument::English(rejection.to_string().into())),
        );
    }
    messages
}

/// The part of the form that a rejection is about.
fn place(error: &ApiError, design: &TableDesign) -> DesignPlace {
    let named = |name: &str| index_place(design, |index| index.name == name);
    match error {
        ApiError::TableExists { .. } => DesignPlace::Name,
        ApiError::Validation { error: ValidationError::Schema(error), .. } => match error {
            SchemaError::DuplicateIndex { index }
            | SchemaError::IndexWithoutSort { index }
            | SchemaError::IndexOtherPartition { index, .. }
            | SchemaError::IndexThroughputMissing { index }
            | SchemaError::IndexThroughputForbidden { index } => {
                named(index).unwrap_or(DesignPlace::Form)
            }
            SchemaError::IncludeWithoutAttributes => {
                index_place(design, is_malformed).unwrap_or(DesignPlace::Form)
            }
            SchemaError::LocalIndexWithoutTableSort
            | SchemaError::SameHashAndRange
            | SchemaError::TableKeyUndefined => DesignPlace::Keys,
            _ => DesignPlace::Form,
        },
        ApiError::Validation { error: ValidationError::Violations(_), .. } => {
            match is_name(&design.name) {
                false => DesignPlace::Name,
                true if design.partition_key.name.is_empty() => DesignPlace::Keys,
                true => index_place(design, is_malformed).unwrap_or(DesignPlace::Form),
            }
        }
        _ => DesignPlace::Form,
    }
}

/// Whether an index has a constraint broken that needs no other part of the form.
fn is_malformed(index: &IndexDesign) -> bool {
    let includes_nothing = match &index.projection {
        ProjectionDesign::Include(names) => names.is_empty() || names.iter().any(String::is_empty),
        ProjectionDesign::KeysOnly | ProjectionDesign::All => false,
    };
    includes_nothing || !is_name(&index.name)
}

fn is_name(text: &str) -> bool {
    let (shortest, longest) = RESOURCE_NAME_LENGTH;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (shortest..=longest).contains(&text.len()) && text.bytes().all(is_plain)
}

fn index_place(design: &TableDesign, holds: impl Fn(&IndexDesign) -> bool) -> Option<DesignPlace> {
    let local = design.local_indexes.iter().position(&holds).map(DesignPlace::Local);
    local.or_else(|| design.global_indexes.iter().position(&holds).map(DesignPlace::Global))
}

/// A name for the download: letters and digits of the title, in lower case. What is not ASCII stays as it is: the
/// tables of what is a letter and which is its small form are 5 KB of the page.
pub(crate) fn file_name(title: &str) -> String {
    let separates = |character: char| character.is_ascii() && !character.is_ascii_alphanumeric();
    let words = title.split(separates).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
    match words.is_empty() {
        true => "sandbox.sparsebox.json".to_owned(),
        false => format!("{}.sparsebox.json", words.join("-")),
    }
}
