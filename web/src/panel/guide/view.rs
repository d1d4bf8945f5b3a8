//! What the lines are about in the open table. Pure.

use engine::table::Table;
use engine::table::schema::Scope;
use playground::sandbox::example;
use playground::view::value::Text;
use playground::view::workspace::Workspace;

use crate::panel::setting::Guide;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The line that is next.
    pub guide: Guide,
    /// The attribute to remove: a key of a global index.
    pub attribute: Text,
    /// Whether the clock waits: an index of the table is behind it, and is to be read.
    pub is_waiting: bool,
}

/// What the panel shows; `None` once the steps are done, and where there is nothing to do them with.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let page = shared.page;
    // A lesson says itself what to do next.
    if page.learn.open.is_some() {
        return None;
    }
    if page.guide == Guide::Done || page.workspace != Workspace::Explore || page.rewound {
        return None;
    }
    // They are about the first example, and not about what a user makes.
    let table = shared.table()?;
    let attribute = removable_key(table)?;
    if !example::has_index_key(table.schema.name.as_str(), &attribute) {
        return None;
    }
    let (_, pending_count) = shared.session.index_counts(shared.table_name());
    let is_waiting = page.guide == Guide::Read && pending_count > 0;
    Some(View { guide: page.guide, attribute, is_waiting })
}

/// A key of a global index that is no key of the table.
fn removable_key(table: &Table) -> Option<Text> {
    let globals = table.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
    let mut attributes = globals.flat_map(|index| index.schema.key.attributes());
    let attribute = attributes.find(|attribute| !table.schema.key.contains(&attribute.name))?;
    Some(attribute.name.as_str().into())
}
