//! Text in code that is pasted into pages of other sites. Titles and values come from links, which anyone can write, so they
//! stay text whichever tool makes the page.

use std::fmt::Write;

use crate::visible;

/// Signs that are code in Markdown or in one of its dialects: braces in MDX, Vue, Hugo and Jekyll, `$` and `{role}` in MyST, `:` of
/// directives.
const SIGNS: &str = "\\`*_~^[](){}<>$%#&|!:@+=";

/// A text in a line of Markdown. Two braces become two with a space between them: VitePress makes a template of what the Markdown
/// says, and evaluates them there.
pub(crate) fn markdown(text: &str) -> String {
    let mut markdown = String::new();
    let mut last = None;
    for character in visible::text(text).chars() {
        if matches!(character, '{' | '}') && last == Some(character) {
            markdown.push(' ');
        }
        if SIGNS.contains(character) {
            markdown.push('\\');
        }
        markdown.push(character);
        last = Some(character);
    }
    markdown
}

/// A text as the value of an attribute of HTML. Templates read those, too.
pub(crate) fn attribute(text: &str) -> String {
    numbered(text, "{}")
}

/// A text in an element of HTML, where MDX reads Markdown.
pub(crate) fn html(text: &str) -> String {
    numbered(text, "{}\\`*_~[]$")
}

/// A text that no spreadsheet takes for a formula.
pub(crate) fn spreadsheet(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t']) { format!("'{text}") } else { text }
}

/// A text in HTML, with some signs as numbers.
fn numbered(text: &str, signs: &str) -> String {
    let mut html = String::new();
    for character in visible::text(text).chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            character if signs.contains(character) => {
                write!(html, "&#{};", u32::from(character)).expect("a String takes any text");
            }
            character => html.push(character),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::*;

    /// What each tool would read as code.
    const CODE: [(&str, &str); 14] = [
        ("Vue and Liquid", "{{ 1 + 1 }}"),
        ("MDX", "{alert(1)}"),
        ("MDX and HTML", "<script>alert(1)</script>"),
        ("Hugo", "{{< figure >}} {{% note %}}"),
        ("Liquid", "{% include a %}"),
        ("MyST role", "{eval}`1`"),
        ("MyST mathematics", "$x$"),
        ("directive", ":::danger :abbr[HTML]{title=a}"),
        ("link", "](https://b.example) [a](b)"),
        ("picture", "![a](b)"),
        ("code", "`a` \\`b\\`"),
        ("emphasis", "*a* _b_ ~~c~~ ==d== ++e++ ^f^"),
        ("reference of HTML", "&lt;b&gt; &#60;"),
        ("line", "a\n\n# b\n:::\n---"),
    ];

    #[test]
    fn no_tool_finds_code_in_a_text() {
        for (tool, text) in CODE {
            for written in [markdown(text), html(text), attribute(text)] {
                for code in ["{{", "}}", "{%", "%}", "{<", "\n"] {
                    assert!(!written.contains(code), "{tool}: {written}");
                }
            }
            assert!(!html(text).contains(['<', '>', '{', '}', '`', '$', '*', '_', '[', '"']));
        }
        assert_eq!(markdown("Orders {{x}} in $"), r"Orders \{ \{x\} \} in \$");
        assert_eq!(html("{{x}}"), "&#123;&#123;x&#125;&#125;");
    }

    /// The text of a link in Markdown, with every extension that the parser has except for the quotes of typesetters.
    fn read(text: &str) -> String {
        let extensions = Options::all().difference(Options::ENABLE_SMART_PUNCTUATION);
        let mut link = String::new();
        for event in Parser::new_ext(&format!("[{}](#a)", markdown(text)), extensions) {
            match event {
                Event::Text(text) => link.push_str(&text),
                Event::Start(Tag::Paragraph | Tag::Link { .. })
                | Event::End(TagEnd::Paragraph | TagEnd::Link) => {}
                other => panic!("{text}: {other:?}"),
            }
        }
        link
    }

    proptest! {
        #[test]
        fn markdown_says_what_the_text_says(text in "[ -~]{0,40}") {
            let spaced = text.replace("{{", "{ {").replace("{{", "{ {");
            let spaced = spaced.replace("}}", "} }").replace("}}", "} }");
            prop_assert_eq!(read(&text), spaced);
        }
    }
}
