//! Characters that cannot be seen, or that reorder the text around them, as visible marks.
//!
//! A value may hold any character. A name that looks like another because of one that is not visible, or that is drawn
//! backwards, must be recognised on the page.

use std::borrow::Cow;
use std::fmt::Write;

use engine::model::name::TableName;

/// The mark of a character: a control picture such as "␀", or its number such as "U+202E". `None` if it is visible.
pub fn mark(character: char) -> Option<String> {
    if !is_hidden(character) {
        return None;
    }
    let picture = match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)),
        '\u{7f}' => Some('\u{2421}'),
        _ => None,
    };
    Some(picture.map_or_else(|| format!("U+{:04X}", u32::from(character)), String::from))
}

/// What the page calls a table: a replica, which is called by its ARN, by its name and Region.
pub fn table(name: &str) -> Cow<'_, str> {
    let table = TableName::new(name);
    match table.region() {
        Some(region) => format!("{} ({region})", table.short()).into(),
        None => name.into(),
    }
}

/// A text with its hidden characters replaced by their marks: for labels and announcements.
pub fn text(text: &str) -> Cow<'_, str> {
    replaced(text, mark)
}

/// A text of JSON with the hidden characters in its strings written as escapes: the same JSON, and visible.
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(text, |character| {
        // White space between the values of JSON is layout. In strings it is escaped already.
        if !is_hidden(character) || matches!(character, '\t' | '\n' | '\r') {
            return None;
        }
        let mut units = [0; 2];
        let mut escapes = String::new();
        for unit in character.encode_utf16(&mut units) {
            write!(escapes, "\\u{unit:04x}").expect("a String takes any text");
        }
        Some(escapes)
    })
}

/// Whether a text has a hidden character.
pub fn has_hidden(text: &str) -> bool {
    // Most texts are plain ASCII, which a look at their bytes shows.
    !text.bytes().all(|byte| (b' '..0x7f).contains(&byte)) && text.chars().any(is_hidden)
}

/// Controls, characters without width, fillers, and those that set the direction of text.
const fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

fn replaced(text: &str, replace: impl Fn(char) -> Option<String>) -> Cow<'_, str> {
    if !has_hidden(text) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        match replace(character) {
            Some(mark) => visible.push_str(&mark),
            None => visible.push(character),
        }
    }
    Cow::Owned(visible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_have_marks() {
        for (hidden, visible) in [
            ("a\0b", "a␀b"),
            ("a\nb\tc\u{7f}", "a␊b␉c␡"),
            ("exe\u{202e}gnp", "exeU+202Egnp"),
            ("a\u{200b}b\u{feff}", "aU+200BbU+FEFF"),
            ("\u{2066}a\u{2069}", "U+2066aU+2069"),
            ("\u{85}\u{ad}", "U+0085U+00AD"),
            ("\u{e0041}", "U+E0041"),
        ] {
            assert!(has_hidden(hidden), "{hidden:?}");
            assert_eq!(text(hidden), visible);
        }
    }

    #[test]
    fn what_is_visible_stays_as_it_is() {
        for visible in ["", "plain", "née", "日本語", "שלום", "1 € \u{a0}", "❤\u{fe0f}"]
        {
            assert!(!has_hidden(visible), "{visible:?}");
            assert!(matches!(text(visible), Cow::Borrowed(_)));
        }
    }

    #[test]
    fn json_keeps_its_meaning_and_its_layout() {
        let source = "{\n  \"exe\u{202e}gnp\": \"a\u{e0041}\u{7f}\"\n}";
        let visible = json(source);
        assert_eq!(visible, "{\n  \"exe\\u202egnp\": \"a\\udb40\\udc41\\u007f\"\n}");
        let parse = |text: &str| engine::json::value::parse(text);
        assert_eq!(parse(&visible), parse(source));
    }
}
