//! The pieces of a statement as a page shows them. A statement that is being typed has pieces, too.

use std::ops::Range;

use crate::expression::function::find_any;
use crate::partiql::keyword::is_keyword;
use crate::partiql::token::{TokenKind, scan};

/// A piece of the text of a statement. White space and comments are in none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Where it is, in bytes.
    pub range: Range<usize>,
}

/// What a piece is, by its spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// A keyword or the name of a function.
    Keyword,
    /// The name of a table, index or attribute.
    Name,
    /// A string or a number.
    Literal,
    /// A parameter.
    Parameter,
    /// An operator or a bracket.
    Symbol,
    /// What no token begins with, such as a string that is not closed: up to the end of the text.
    Malformed,
}

/// The pieces of a text, in their order.
///
/// ```
/// use engine::partiql::piece::{PieceKind, pieces};
///
/// let text = "SELECT * FROM Orders WHERE id = 'a";
/// let kinds: Vec<PieceKind> = pieces(text).into_iter().map(|piece| piece.kind).collect();
/// use PieceKind::*;
/// assert_eq!(kinds, [Keyword, Symbol, Keyword, Name, Keyword, Name, Symbol, Malformed]);
/// ```
pub fn pieces(text: &str) -> Vec<Piece> {
    // A longer text is no statement, and the positions of tokens have 16 bits.
    if text.len() > usize::from(u16::MAX) {
        return vec![Piece { kind: PieceKind::Malformed, range: 0..text.len() }];
    }
    let (read, malformed) = match scan(text) {
        Ok(_) => (text.len(), None),
        Err(error) => {
            let start = error.span.map_or(0, |span| span.start);
            (start, Some(Piece { kind: PieceKind::Malformed, range: start..text.len() }))
        }
    };
    let tokens = scan(&text[..read]).unwrap_or_default();
    let pieces = tokens.into_iter().filter_map(|token| {
        let kind = match token.kind {
            TokenKind::Word(word) if is_keyword(word) || find_any(word).is_some() => {
                PieceKind::Keyword
            }
            TokenKind::Word(_) | TokenKind::Quoted(_) => PieceKind::Name,
            TokenKind::Text(_) | TokenKind::Number(_) => PieceKind::Literal,
            TokenKind::Symbol("?") => PieceKind::Parameter,
            TokenKind::Symbol(_) => PieceKind::Symbol,
            TokenKind::End => return None,
        };
        Some(Piece { kind, range: token.span.range() })
    });
    pieces.chain(malformed).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pieces_are_in_order_and_within_the_text(text in "(SELECT|FROM|[ -~é'\"]|/\\*|--|\n|begins_with){0,20}") {
            let mut end = 0;
            for piece in pieces(&text) {
                prop_assert!(piece.range.start >= end && piece.range.end > piece.range.start);
                prop_assert!(text.get(piece.range.clone()).is_some());
                end = piece.range.end;
            }
            prop_assert!(end <= text.len());
        }
    }
}
