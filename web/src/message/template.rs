//! The text of a message as it is written in a catalogue: `{place}` is filled in, `{{` and `}}` are literal braces.

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Literal text.
    Text(&'t str),
    /// The name of a place.
    Place(&'t str),
}

/// The pieces of a text in order. A place that is not closed extends to the end.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['{', '}']) {
        let (before, from_brace) = rest.split_at(start);
        pieces.push(Piece::Text(before));
        let is_doubled = from_brace.starts_with("{{") || from_brace.starts_with("}}");
        if is_doubled || from_brace.starts_with('}') {
            pieces.push(Piece::Text(&from_brace[..1]));
            rest = &from_brace[if is_doubled { 2 } else { 1 }..];
        } else {
            let (place, after) = from_brace[1..].split_once('}').unwrap_or((&from_brace[1..], ""));
            pieces.push(Piece::Place(place));
            rest = after;
        }
    }
    pieces.push(Piece::Text(rest));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_and_doubled_braces_are_literal() {
        assert_eq!(
            pieces("{count} of {{ {total} }}"),
            [
                Piece::Place("count"),
                Piece::Text(" of "),
                Piece::Text("{"),
                Piece::Text(" "),
                Piece::Place("total"),
                Piece::Text(" "),
                Piece::Text("}"),
            ]
        );
        assert_eq!(pieces("no braces"), [Piece::Text("no braces")]);
        assert_eq!(pieces("{{{a}}}"), [Piece::Text("{"), Piece::Place("a"), Piece::Text("}")]);
        assert_eq!(pieces(""), []);
    }
}
