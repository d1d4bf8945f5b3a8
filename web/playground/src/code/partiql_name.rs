//! Names in PartiQL statements.

use engine::partiql::piece::{PieceKind, pieces};

/// A name in quotation marks, which every table, index and attribute can have.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A name as short as it can be: in quotation marks if it needs them.
pub(crate) fn shortest(name: &str) -> String {
    match pieces(name).as_slice() {
        [only] if only.kind == PieceKind::Name && only.range.len() == name.len() => name.to_owned(),
        _ => quoted(name),
    }
}
