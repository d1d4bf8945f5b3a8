//! The result of the last operation, and what each table and index took of it. Pure.

use playground::view::value::{Hue, OperationOutcome, Text, Units};

use crate::panel::shared::Shared;

/// The result of the last operation.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What it cost, or that it was rejected.
    pub outcome: OperationOutcome,
    /// What the table and each index took, if any.
    pub parts: Vec<PartView>,
}

/// What a table or index took of the last operation.
#[derive(Debug, Clone, PartialEq)]
pub struct PartView {
    /// What the table or index is called.
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    /// The units.
    pub units: Units,
}

/// What the line shows; `None` before the first operation.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let outcome = shared.session.outcome(None)?;
    let stores = shared.session.meter(shared.selection.table.as_deref()).stores;
    let parts = stores.into_iter().filter_map(|store| {
        let (_, units) = store.last.filter(|(_, units)| units.halves > 0)?;
        Some(PartView { name: store.name, hue: store.hue, units })
    });
    Some(View { outcome, parts: parts.collect() })
}
