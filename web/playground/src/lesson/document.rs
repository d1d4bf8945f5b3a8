//! The blocks of a file that may end in the middle of one: those before it are read.

use notation::document::{Document, DocumentError};

/// What a file without a fault of this kind has.
pub(crate) const EXPECTED: &str =
    "a heading (`# open-orders`), and below it blocks that begin and end with a line of three `";

/// Reads the blocks of a file. Of a file that ends in the middle of a block, those before it, and the error.
pub(crate) fn read(text: &str) -> (Document<String>, Option<DocumentError>) {
    match Document::parse(text) {
        Ok(document) => (document, None),
        Err(error) => {
            let before: String = text.split_inclusive('\n').take(error.line - 1).collect();
            let empty = Document { preamble: Vec::new(), sections: Vec::new() };
            (Document::parse(&before).unwrap_or(empty), Some(error))
        }
    }
}
