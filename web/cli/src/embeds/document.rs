//! A file of documentation, with everything that readers see as code blanked out.

use std::ops::Range;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A format in which embeds are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Html,
    Markdown,
    /// Markdown with JSX.
    Mdx,
    ReStructuredText,
}

impl Format {
    /// Of a file, by its extension; `None` if no embeds are looked for in it.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()? {
            "html" | "htm" => Self::Html,
            "md" | "markdown" => Self::Markdown,
            "mdx" => Self::Mdx,
            "rst" => Self::ReStructuredText,
            _ => return None,
        })
    }

    /// The text without code: each character of it is replaced by spaces, so that everything else keeps its position.
    pub(crate) fn without_code(self, text: &str) -> String {
        let code = match self {
            Self::Html => Vec::new(),
            Self::Markdown | Self::Mdx => code_in_markdown(text),
            Self::ReStructuredText => code_in_restructured_text(text),
        };
        let mut bytes = text.as_bytes().to_vec();
        for byte in code.into_iter().flat_map(|range| range.start..range.end.min(text.len())) {
            if bytes[byte] != b'\n' {
                bytes[byte] = b' ';
            }
        }
        String::from_utf8(bytes).expect("whole characters are replaced by spaces")
    }
}

fn code_in_markdown(text: &str) -> Vec<Range<usize>> {
    let mut code = Vec::new();
    let mut block = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Code(_) => code.push(range),
            Event::Start(Tag::CodeBlock(_)) => block = Some(range),
            Event::End(TagEnd::CodeBlock) => code.extend(block.take()),
            _ => {}
        }
    }
    code
}

/// The indented lines after a line that ends in `::`, unless they are HTML.
fn code_in_restructured_text(text: &str) -> Vec<Range<usize>> {
    let mut code = Vec::new();
    // The indentation of the line that began the block.
    let mut block: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let indentation = line.len() - line.trim_start().len();
        let is_in_block = block.is_some_and(|outer| content.is_empty() || indentation > outer);
        if is_in_block {
            code.push(at..at + line.len());
        } else {
            block = begins_code(content).then_some(indentation);
        }
        at += line.len();
    }
    code
}

fn begins_code(line: &str) -> bool {
    match line.strip_prefix(".. ") {
        Some(directive) => ["code::", "code-block::", "sourcecode::", "literalinclude::"]
            .iter()
            .any(|name| directive.starts_with(name)),
        None => line.ends_with("::"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: Format, text: &str, kept: &[&str]) {
        let without = format.without_code(text);
        assert_eq!(without.len(), text.len());
        assert_eq!(without.lines().count(), text.lines().count());
        let words: Vec<&str> =
            without.split_whitespace().filter(|word| word.starts_with("word")).collect();
        assert_eq!(words, kept, "{without}");
    }

    #[test]
    fn code_of_markdown_is_left_out() {
        let text =
            "word1 `word2 é` word3\n\n```html\nword4\n```\n\n    word5\n\n<p>\nword6\n</p>\n";
        check(Format::Markdown, text, &["word1", "word3", "word6"]);
        check(Format::Mdx, "~~~\nword1\n~~~\nword2", &["word2"]);
        // A block without an end is code up to the end of the text.
        check(Format::Markdown, "word1\n\n```\nword2\n", &["word1"]);
    }

    #[test]
    fn code_of_restructured_text_is_left_out_and_html_is_not() {
        let text = "word1 an example::\n\n  word2\n\nword3\n\n.. raw:: html\n\n   word4\n\n.. code-block:: html\n   :linenos:\n\n   word5\n";
        check(Format::ReStructuredText, text, &["word1", "word3", "word4"]);
    }

    #[test]
    fn html_is_kept_as_it_is() {
        check(Format::Html, "<pre>word1</pre>\n    word2", &["word2"]);
        assert_eq!(Format::Html.without_code("<pre>`x`</pre>"), "<pre>`x`</pre>");
        assert_eq!(Format::of(Path::new("a/b.MD")), None);
        assert_eq!(Format::of(Path::new("a/b.rst")), Some(Format::ReStructuredText));
    }
}
