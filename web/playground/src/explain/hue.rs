//! What an index looks like.

use engine::table::schema::{Scope, TableSchema};

use crate::view::value::{Colour, Hue, Rim};

/// The colour and edge of an index. Its colour does not change when other indexes are deleted.
pub fn hue_of_index(schema: &TableSchema, name: &str) -> Option<Hue> {
    let (_, index) = schema.index(name)?;
    let rim = match index.scope {
        Scope::Global => Rim::Dashed,
        Scope::Local => Rim::Double,
    };
    Some(Hue { colour: Colour::ALL[index.number % Colour::ALL.len()], rim })
}
