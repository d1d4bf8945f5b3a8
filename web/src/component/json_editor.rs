//! A text area for JSON with colours behind it, and the place of a fault marked.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Longer text has no colours: each piece of it is an element, and thousands of them hold up every keystroke.
const COLOURED_BYTES_MAX: usize = 32 * 1024;

#[derive(Debug, PartialEq, Properties)]
pub struct JsonEditorProps {
    /// What is typed here.
    pub label: AttrValue,
    pub text: AttrValue,
    /// Whether something is wrong with it.
    pub invalid: bool,
    /// The line at fault, from 1.
    pub fault_line: Option<u32>,
    /// The `id` of the element that describes the error.
    pub described_by: &'static str,
    /// Whether it takes the focus when it appears.
    #[prop_or(true)]
    pub focused: bool,
    /// The text after a keystroke.
    pub on_type: Callback<String>,
}

/// What a piece of JSON is, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Name,
    Text,
    Number,
    Word,
    Other,
}

impl Piece {
    const fn class(self) -> Option<&'static str> {
        match self {
            Self::Name => Some("json-name"),
            Self::Text => Some("json-text"),
            Self::Number => Some("json-number"),
            Self::Word => Some("json-word"),
            Self::Other => None,
        }
    }
}

/// Draws the editor.
#[component]
pub fn JsonEditor(props: &JsonEditorProps) -> Html {
    let area = use_node_ref();
    {
        let (area, focused) = (area.clone(), props.focused);
        use_effect_with((), move |()| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>().filter(|_| focused) {
                // Typing begins at the first line. A removed area cannot take the focus; nothing is lost.
                drop(area.set_selection_range(0, 0));
                drop(area.focus());
            }
        });
    }
    let on_input = props
        .on_type
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <div class="json-editor">
            <pre aria-hidden="true">{ painted(props) }{ "\n" }</pre>
            <textarea
                ref={area}
                value={&props.text}
                aria-label={&props.label}
                aria-describedby={props.described_by}
                aria-invalid={props.invalid.then_some("true")}
                spellcheck="false"
                autocapitalize="off"
                oninput={on_input}
            />
        </div>
    }
}

/// The coloured text behind the text area, line by line, unless it is long.
fn painted(editor: &JsonEditorProps) -> Html {
    if editor.text.len() > COLOURED_BYTES_MAX {
        return html! { { &editor.text } };
    }
    let lines = editor.text.split_inclusive('\n').zip(1..);
    lines
        .map(|(line, number)| {
            let class = (editor.fault_line == Some(number)).then_some("json-fault");
            html! { <span {class}>{ json(line) }</span> }
        })
        .collect()
}

/// JSON as coloured text, unless it is long. Text that is not JSON is coloured as far as it can be read.
pub fn json(text: &str) -> Html {
    if text.len() > COLOURED_BYTES_MAX {
        return html! { { text.to_owned() } };
    }
    pieces(text)
        .into_iter()
        .map(|(piece, text)| {
            let Some(class) = piece.class() else { return html! { { text.to_owned() } } };
            html! { <span {class}>{ text.to_owned() }</span> }
        })
        .collect()
}

fn pieces(text: &str) -> Vec<(Piece, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, piece) = match first {
            '"' => {
                let length = string_length(rest);
                let is_name = rest[length..].trim_start().starts_with(':');
                (length, if is_name { Piece::Name } else { Piece::Text })
            }
            '-' | '0'..='9' => (
                run(rest, |it| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.')),
                Piece::Number,
            ),
            'a'..='z' => (run(rest, |it| it.is_ascii_alphabetic()), Piece::Word),
            _ => (
                run(rest, |it| !it.is_ascii_alphanumeric() && !matches!(it, '"' | '-')),
                Piece::Other,
            ),
        };
        // A letter that begins nothing is a piece by itself.
        let length = if length == 0 { first.len_utf8() } else { length };
        let (head, tail) = rest.split_at(length);
        pieces.push((piece, head));
        rest = tail;
    }
    pieces
}

/// Bytes at the start of `text` whose characters all satisfy `belongs`.
fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|it| !belongs(it)).unwrap_or(text.len())
}

/// Bytes of the string literal at the start of `text`, quotes included; all of it if it does not end.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (position, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\\' => escaped = !escaped,
            b'"' if !escaped => return position + 1,
            _ => escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_texts_numbers_and_words_are_told_apart() {
        assert_eq!(
            pieces(r#"{"a\"b": "é", "n": -1.5e3, "t": true}"#),
            [
                (Piece::Other, "{"),
                (Piece::Name, r#""a\"b""#),
                (Piece::Other, ": "),
                (Piece::Text, "\"é\""),
                (Piece::Other, ", "),
                (Piece::Name, "\"n\""),
                (Piece::Other, ": "),
                (Piece::Number, "-1.5e3"),
                (Piece::Other, ", "),
                (Piece::Name, "\"t\""),
                (Piece::Other, ": "),
                (Piece::Word, "true"),
                (Piece::Other, "}"),
            ]
        );
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in ["\"open", "A", "\\", "\"\\", "{é", "-"] {
            let read: String = pieces(text).into_iter().map(|(_, piece)| piece).collect();
            assert_eq!(read, text);
        }
    }
}
