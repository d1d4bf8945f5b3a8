//! An SVG file, written element by element. All words in it are text: nothing that a sandbox contains becomes markup.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use crate::picture::LINK_NAME;
use crate::visible;

/// Text in columns, in which each letter has the same width.
const MONO: &str = "ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace";
const SANS: &str = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// In pixels.
    pub(super) size: u32,
    /// `#rrggbb`.
    pub(super) colour: &'static str,
    pub(super) is_bold: bool,
    /// Whether each letter has the same width.
    pub(super) is_code: bool,
}

/// The elements of a picture.
#[derive(Debug, Default)]
pub(super) struct Svg {
    body: String,
}

impl Svg {
    /// A filled rectangle with a line around it.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [u32; 4], fill: &str, line: &str) {
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}" stroke="{line}"/>"#
        ));
    }

    /// A level line.
    pub(super) fn line(&mut self, [x, y, width]: [u32; 3], colour: &str) {
        self.add(format_args!(r#"<path d="M{x} {y}.5h{width}" stroke="{colour}"/>"#));
    }

    /// An upright line: dashed for a global index, double for a local one.
    pub(super) fn edge(&mut self, [x, y, height]: [u32; 3], colour: &str, is_dashed: bool) {
        match is_dashed {
            true => self.add(format_args!(
                r#"<path d="M{x} {y}v{height}" stroke="{colour}" stroke-width="3" stroke-dasharray="6 4"/>"#
            )),
            false => self.add(format_args!(
                r#"<path d="M{x} {y}v{height}m4 0v-{height}" stroke="{colour}" stroke-width="1.5"/>"#
            )),
        }
    }

    /// A line of text that begins at `x`. `y` is that of its base line.
    pub(super) fn text(&mut self, x: u32, y: u32, text: &str, style: Style) {
        self.anchored(x, y, text, style, "start");
    }

    /// A line of text that ends at `x`.
    pub(super) fn text_end(&mut self, x: u32, y: u32, text: &str, style: Style) {
        self.anchored(x, y, text, style, "end");
    }

    /// As `text`, for a link.
    pub(super) fn link(&mut self, x: u32, y: u32, text: &str, link: &str, style: Style) {
        self.add(format_args!(r#"<a href="{}">"#, escaped(link)));
        self.text_end(x, y, text, style);
        self.add(format_args!("</a>"));
    }

    /// Adds the elements of another picture.
    pub(super) fn append(&mut self, other: Self) {
        self.body.push_str(&other.body);
    }

    fn anchored(&mut self, x: u32, y: u32, text: &str, style: Style, anchor: &str) {
        let Style { size, colour, is_bold, is_code } = style;
        let font = if is_code { MONO } else { SANS };
        let weight = if is_bold { "600" } else { "400" };
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-family="{font}" font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}" xml:space="preserve">{}</text>"#,
            escaped(text)
        ));
    }

    fn add(&mut self, element: impl Display) {
        writeln!(self.body, "{element}").expect("a String takes any text");
    }

    /// The file.
    pub(super) fn finish(
        self,
        [width, height]: [u32; 2],
        title: &str,
        about: &str,
        link: &str,
    ) -> String {
        let (title, about, link) = (escaped(title), escaped(about), escaped(link));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" fill="none">
<title>{title}</title>
<desc>{about}</desc>
<metadata id="{LINK_NAME}">{link}</metadata>
{}</svg>
"#,
            self.body
        )
    }
}

/// The link in a file.
pub(super) fn link_in(file: &str) -> Option<String> {
    let begin = format!(r#"<metadata id="{LINK_NAME}">"#);
    let (_, rest) = file.split_once(&begin)?;
    let (link, _) = rest.split_once("</metadata>")?;
    let text = link.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Some(text.replace("&amp;", "&"))
}

/// A text without markup, and without characters that XML cannot contain.
fn escaped(text: &str) -> String {
    let visible: Cow<str> = visible::text(text);
    let mut escaped = String::with_capacity(visible.len());
    for character in visible.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}
