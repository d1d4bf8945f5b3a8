//! Embeds and links of Sparsebox in a text.

use html5gum::{DefaultEmitter, HtmlString, Spanned, StartTag, Token, Tokenizer};
use playground::link::address::{begins_as_link, fragment_of};
use playground::sandbox::example;
use playground::view::embed::{EmbedPart, EmbedRequest};
use regex_lite::{Captures, Regex};

use crate::embeds::document::Format;

/// An embed or a link in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Embed {
    /// Where it begins, in bytes.
    pub at: usize,
    pub kind: Kind,
    /// The sandbox that it opens.
    pub source: Source,
    /// The parts of the sandbox that it shows, if it names any.
    pub view: Option<String>,
    /// What is written beside it as the units of its last operation, and where.
    pub units: Option<(usize, String)>,
}

/// How a sandbox is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `<sparse-box>`
    Element,
    /// `<iframe>`
    Frame {
        has_title: bool,
        /// MDX does not accept this attribute as a text.
        has_style: bool,
    },
    /// An address in a text.
    Link,
}

/// What is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The part of an address after `#` that contains the sandbox.
    Link(String),
    /// An example: the id of its lesson.
    Example(String),
    /// A file beside the page, or an address of another site.
    File(String),
    /// A lesson, by the text that names it.
    Lesson(String),
    /// An element without `href`, `src` and `lesson`.
    None,
}

/// What a text has of Sparsebox.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// In their order.
    pub embeds: Vec<Embed>,
    /// Where units are stated without an embed or link before them, or where it already has units.
    pub stray_units: Vec<usize>,
}

/// An address with a sandbox in it, wherever it is written.
const LINK: &str = r#"[^\s"'<>()\[\]{}|`]*(?:#|%23)[zj][0-9]+\.[A-Za-z0-9_.%~-]+"#;

/// `<!-- sparsebox units: 5 = Orders 4 + OpenOrders 1 -->`, as a comment of any of the formats.
const UNITS: &str = r"sparsebox units:\s*([^\r\n]*?)\s*(?:-->|\*/|\r?\n|$)";

/// The embeds and links of a text.
pub(crate) fn find(text: &str, format: Format) -> Found {
    let text = format.without_code(text);
    let mut found = Found::default();
    let mut elements = Vec::new();
    for tag in start_tags(&text) {
        let embed = match tag.name.as_ref() as &[u8] {
            b"sparse-box" => Some(element(&tag)),
            b"iframe" => frame(&tag),
            _ => None,
        };
        elements.extend(embed.iter().map(|_| tag.span.start..tag.span.end));
        found.embeds.extend(embed);
    }
    for link in regex(LINK).find_iter(&text) {
        let is_in_element = elements.iter().any(|element| element.contains(&link.start()));
        let address = link.as_str().replace("&amp;", "&");
        if let Some(fragment) = fragment_of(&address).filter(|_| !is_in_element) {
            found.embeds.push(Embed {
                at: link.start(),
                kind: Kind::Link,
                source: Source::Link(fragment.to_owned()),
                view: parameter(&address, "view"),
                units: None,
            });
        }
    }
    found.embeds.sort_by_key(|embed| embed.at);
    for units in regex(UNITS).captures_iter(&text) {
        found.take_units(&units);
    }
    found
}

impl Found {
    /// Gives the units of a comment to the embed or link before it.
    fn take_units(&mut self, units: &Captures<'_>) {
        let (Some(comment), Some(stated)) = (units.get(0), units.get(1)) else { return };
        match self.embeds.iter_mut().rev().find(|embed| embed.at < comment.start()) {
            Some(embed) if embed.units.is_none() => {
                embed.units = Some((comment.start(), stated.as_str().to_owned()));
            }
            Some(_) | None => self.stray_units.push(comment.start()),
        }
    }
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant that a test has compiled")
}

fn start_tags(text: &str) -> impl Iterator<Item = StartTag<usize>> {
    let tokens = Tokenizer::new_with_emitter(text, DefaultEmitter::<usize>::new_with_span());
    tokens.filter_map(|token| match token {
        Ok(Token::StartTag(tag)) => Some(tag),
        _ => None,
    })
}

fn element(tag: &StartTag<usize>) -> Embed {
    let [src, lesson, href] = [b"src".as_slice(), b"lesson", b"href"].map(|it| attribute(tag, it));
    let source = match (src, lesson, href) {
        (Some(src), _, _) => Source::File(src),
        (None, Some(lesson), _) => Source::Lesson(lesson),
        (None, None, Some(href)) => match parameter(&href, "lesson") {
            Some(lesson) => Source::Lesson(lesson),
            None => source_of(&href).unwrap_or(Source::Link(href)),
        },
        (None, None, None) => Source::None,
    };
    Embed {
        at: tag.span.start,
        kind: Kind::Element,
        source,
        view: attribute(tag, b"view"),
        units: attribute(tag, b"units").map(|units| (tag.span.start, units)),
    }
}

/// A frame, if it shows a sandbox.
fn frame(tag: &StartTag<usize>) -> Option<Embed> {
    let address = attribute(tag, b"src")?;
    Some(Embed {
        at: tag.span.start,
        kind: Kind::Frame {
            has_title: attribute(tag, b"title").is_some_and(|title| !title.trim().is_empty()),
            has_style: attribute(tag, b"style").is_some(),
        },
        source: source_of(&address)?,
        view: parameter(&address, "view"),
        units: None,
    })
}

/// What an address opens, if it is one of a sandbox: it contains one, names an example, or asks for a view of one or of a lesson.
fn source_of(address: &str) -> Option<Source> {
    let fragment = fragment_of(address).unwrap_or_default();
    if begins_as_link(fragment) {
        return Some(Source::Link(fragment.to_owned()));
    }
    let asks_for_view = parameter(address, "view").is_some_and(|view| {
        let request = EmbedRequest::parse(&view, false);
        request.parts.iter().any(|part| !matches!(part, EmbedPart::Unknown(_)))
    });
    if let Some(lesson) = parameter(address, "lesson").filter(|_| asks_for_view) {
        return Some(Source::Lesson(lesson));
    }
    if !asks_for_view && !fragment.starts_with("example=") {
        return None;
    }
    Some(match example::of_fragment(fragment) {
        Some(id) => Source::Example(id.to_owned()),
        None => Source::Link(fragment.to_owned()),
    })
}

/// The value of an attribute. In MDX it may be an expression: `{"…"}`.
fn attribute(tag: &StartTag<usize>, name: &[u8]) -> Option<String> {
    let value: &Spanned<HtmlString, usize> = tag.attributes.get(name)?;
    let value = String::from_utf8_lossy(value).into_owned();
    let expression = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    Some(match expression {
        Some(expression) => expression.trim_matches(['"', '\'', '`']).to_owned(),
        None => value,
    })
}

/// A parameter of an address.
fn parameter(address: &str, name: &str) -> Option<String> {
    let (_, query) = address.split('#').next()?.split_once('?')?;
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(format: Format, text: &str) -> Vec<(Kind, Source, Option<String>)> {
        let found = find(text, format);
        assert!(found.stray_units.is_empty());
        let embeds = found.embeds.into_iter();
        embeds.map(|it| (it.kind, it.source, it.units.map(|(_, units)| units))).collect()
    }

    fn link(text: &str) -> Source {
        Source::Link(text.to_owned())
    }

    const FRAME: Kind = Kind::Frame { has_title: true, has_style: false };

    #[test]
    fn frames_elements_and_links_are_found_in_all_formats() {
        let frame = r#"<iframe src="https://a.example/?view=table&amp;ro=1#z2.1-1.A.b" title="t"></iframe>"#;
        let element = r#"<sparse-box src="orders.json" units="5 = Orders 4 + OpenOrders 1"><p>no script</p></sparse-box>"#;
        let units = Some("5 = Orders 4 + OpenOrders 1".to_owned());
        let expected = [
            (FRAME, link("z2.1-1.A.b"), Some("1 = T 1".to_owned())),
            (Kind::Element, Source::File("orders.json".to_owned()), units),
        ];
        let html = format!("<p>{frame}<!-- sparsebox units: 1 = T 1 --></p>\n{element}");
        assert_eq!(found(Format::Html, &html), expected);
        assert_eq!(found(Format::Markdown, &html), expected);
        let mdx = format!("{frame}\n{{/* sparsebox units: 1 = T 1 */}}\n\n{element}");
        assert_eq!(found(Format::Mdx, &mdx), expected);
        let rst = format!(
            ".. raw:: html\n\n   {frame}\n\n.. sparsebox units: 1 = T 1\n\n.. raw:: html\n\n   {element}\n"
        );
        assert_eq!(found(Format::ReStructuredText, &rst), expected);
    }

    #[test]
    fn an_address_in_a_text_is_a_link_and_one_in_code_is_not() {
        let text = "See [this](https://a.example/#z2.1-1.A.bc), <https://a.example/#j1.AAAA> and `https://a.example/#z2.9-9.A.code`.";
        let links = found(Format::Markdown, text);
        let sources: Vec<&Source> = links.iter().map(|(_, source, _)| source).collect();
        assert_eq!(sources, [&link("z2.1-1.A.bc"), &link("j1.AAAA")]);
        let text = "`this <https://a.example/%23z2.1-1.A.b>`_";
        let links = found(Format::ReStructuredText, text);
        assert_eq!(links, [(Kind::Link, link("z2.1-1.A.b"), None)]);
    }

    #[test]
    fn a_frame_of_another_kind_is_not_an_embed() {
        let text = r#"<iframe src="https://video.example/?view=large#t=10"></iframe>
            <iframe src="https://a.example/?view=table"></iframe>
            <iframe src={"https://a.example/#example=champions"} style="x"></iframe><iframe></iframe>"#;
        let untitled = |has_style| Kind::Frame { has_title: false, has_style };
        assert_eq!(
            found(Format::Mdx, text),
            [
                (untitled(false), Source::Example("open-orders".to_owned()), None),
                (untitled(true), Source::Example("champions".to_owned()), None),
            ]
        );
    }

    #[test]
    fn units_without_an_embed_before_them_are_stray() {
        let text = "<!-- sparsebox units: 1 = T 1 -->\n<sparse-box></sparse-box>\n<!-- sparsebox units: 1 --> <!-- sparsebox units: 2 -->";
        let found = find(text, Format::Html);
        assert_eq!(found.embeds[0].source, Source::None);
        assert_eq!(found.stray_units.len(), 2);
    }

    #[test]
    fn malformed_markup_ends_no_search() {
        for text in ["<iframe src=\"", "<sparse-box href='z2.", "<!-- sparsebox units:", "<<>>\0&"]
        {
            let before = format!("<a href='https://a.example/#z2.1-1.A.b'>a</a>{text}");
            for format in [Format::Html, Format::Mdx] {
                assert_eq!(find(&before, format).embeds.len(), 1, "{text}");
            }
        }
    }

    #[test]
    fn a_parameter_is_read_as_the_page_reads_it() {
        let address = "https://a.example/?lesson=talks%2fa+b.lesson&view=gsi%3a%C3%9C#view=z";
        assert_eq!(parameter(address, "lesson").as_deref(), Some("talks/a b.lesson"));
        assert_eq!(parameter(address, "view").as_deref(), Some("gsi:Ü"));
        assert_eq!(parameter(address, "ro"), None);
    }
}
