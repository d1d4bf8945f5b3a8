//! The hue of an index.

use engine::table::schema::{Scope, TableSchema};

use crate::view::value::Hue;

/// The hue of an index: global ones by their order, local ones all alike.
pub fn hue_of_index(schema: &TableSchema, name: &str) -> Option<Hue> {
    let (_, index) = schema.index(name)?;
    match index.scope {
        Scope::Local => Some(Hue::Teal),
        Scope::Global => {
            let mut globals = schema.indexes.iter().filter(|index| index.scope == Scope::Global);
            globals.position(|index| index.name.as_str() == name).map(Hue::of_global)
        }
    }
}
