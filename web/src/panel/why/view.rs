//! The receipt of an operation, and what a newcomer can try first. Pure.

use engine::model::key::KeyAttribute;
use engine::table::Table;
use engine::table::schema::Scope;
use playground::view::receipt::WhyView;
use playground::view::value::Text;

use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The operation that is explained.
    pub why: WhyView,
    /// Before the first operation: the key of a global index that some item lacks. Removing it is the first thing to try.
    pub key_name: Option<Text>,
}

/// What the panel shows.
pub(super) fn view(shared: &Shared) -> View {
    let why = shared.session.why(shared.selection.operation);
    let is_first = why.operation.is_none();
    let key_name = shared.table().filter(|_| is_first).and_then(sparse_key);
    View { why, key_name }
}

/// A key of a global index that some item lacks.
fn sparse_key(table: &Table) -> Option<Text> {
    let indexes = table.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
    let mut attributes = indexes.flat_map(|index| index.schema.key.attributes());
    let is_absent = |attribute: &&KeyAttribute| {
        table.items.iter().any(|(_, stored)| attribute.value_in(&stored.image).is_none())
    };
    attributes.find(is_absent).map(|attribute| attribute.name.as_str().into())
}
