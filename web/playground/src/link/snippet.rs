//! The code that shows a sandbox in another page.

use crate::markup;
use crate::view::embed::EmbedRequest;

/// The width of a frame in which the table, an index, the price and the receipt of an example are in view, in pixels.
pub const WIDTH: u32 = 640;

/// Its height, in pixels.
pub const HEIGHT: u32 = 420;

/// What an embed shows, and where.
#[derive(Debug, Clone, Copy)]
pub struct Embed<'a> {
    /// The address of the whole page, with or without parameters, such as those of a lesson.
    pub page: &'a str,
    /// The parts.
    pub request: &'a EmbedRequest,
    /// Its colours; empty for those of the reader.
    pub theme: &'a str,
    /// The sandbox: the part of a link after `#`. Empty if the address of the page names what is shown.
    pub fragment: &'a str,
    /// The title of the sandbox.
    pub title: &'a str,
}

pub fn embed_address(embed: &Embed) -> String {
    let Embed { page, request, theme, fragment, .. } = embed;
    let separator = if page.contains('?') { '&' } else { '?' };
    let read_only = if request.is_read_only { "&ro=1" } else { "" };
    let theme = if theme.is_empty() { String::new() } else { format!("&theme={theme}") };
    with_fragment(&format!("{page}{separator}view={}{read_only}{theme}", request.view()), fragment)
}

fn with_fragment(address: &str, fragment: &str) -> String {
    if fragment.is_empty() { address.to_owned() } else { format!("{address}#{fragment}") }
}

/// A frame as HTML. It needs no script, and has no `style`, which MDX rejects.
pub fn iframe(address: &str, title: &str) -> String {
    format!(
        r#"<iframe src="{}" title="{}" width="100%" height="{HEIGHT}" loading="lazy" allow="clipboard-write"></iframe>"#,
        markup::attribute(address),
        markup::attribute(title)
    )
}

/// The element `<sparse-box>` as HTML, with the script that defines it. The link is at the address of `page`, and the script is
/// beside it. `units` is what the last operation costs, or empty; `fallback` is HTML for readers without scripts and for print.
pub fn element(embed: &Embed, units: &str, fallback: &str) -> String {
    let Embed { page, request, theme, fragment, title } = embed;
    let folder = page.split(['?', '#']).next().unwrap_or_default();
    let folder = &folder[..folder.rfind('/').map_or(0, |slash| slash + 1)];
    let attribute = |name, value: &str| match value {
        "" => String::new(),
        value => format!(r#" {name}="{}""#, markup::attribute(value)),
    };
    let attributes = [
        attribute("href", &with_fragment(page, fragment)),
        attribute("view", &request.view()),
        if request.is_read_only { " ro".to_owned() } else { String::new() },
        attribute("theme", theme),
        attribute("title", title),
        attribute("units", units),
    ];
    let script = markup::attribute(&format!("{folder}embed/sparse-box.js"));
    format!(
        "<script type=\"module\" src=\"{script}\"></script>\n<sparse-box{}>\n{fallback}</sparse-box>",
        attributes.concat()
    )
}

/// A title as a link in Markdown.
pub fn markdown_link(address: &str, title: &str) -> String {
    format!("[{}]({address})", markup::markdown(title))
}

/// A picture that is a link as Markdown, for pages that show neither frames nor scripts. `file` is the name of the picture.
pub fn markdown_picture(address: &str, title: &str, file: &str) -> String {
    format!("[![{}]({file})]({address})", markup::markdown(title))
}

/// The comment behind a frame that `sparsebox embeds` compares with the last operation of the sandbox.
pub fn units_comment(units: &str) -> String {
    // A comment of HTML ends at two hyphens and a bracket, which a name can contain.
    format!("<!-- sparsebox units: {} -->", units.replace("--", "- -"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_the_parameters_of_its_page() {
        let request = EmbedRequest::parse("table,gsi:OpenOrders", true);
        let plain = EmbedRequest::parse("table", false);
        let page = "https://a.example/?lang=de";
        let embed = Embed { page, request: &request, theme: "dark", fragment: "z2.a", title: "" };
        assert_eq!(
            embed_address(&embed),
            "https://a.example/?lang=de&view=table,gsi:OpenOrders&ro=1&theme=dark#z2.a"
        );
        let page = "https://a.example/";
        assert_eq!(
            embed_address(&Embed { page, request: &plain, theme: "", ..embed }),
            "https://a.example/?view=table#z2.a"
        );
        let page = "https://a.example/?lesson=a&step=b";
        assert_eq!(
            embed_address(&Embed { page, request: &plain, theme: "", fragment: "", ..embed }),
            "https://a.example/?lesson=a&step=b&view=table"
        );
    }

    #[test]
    fn the_script_of_an_element_is_beside_its_page() {
        let request = EmbedRequest::parse("table,gsi:OpenOrders", true);
        let page = "https://a.example/box/index.html?lang=de";
        let title = r#""><script>"#;
        let embed = Embed { page, request: &request, theme: "", fragment: "z2.a", title };
        assert_eq!(
            element(&embed, "1 = Orders 1", "<p>Words.</p>\n"),
            r#"<script type="module" src="https://a.example/box/embed/sparse-box.js"></script>
<sparse-box href="https://a.example/box/index.html?lang=de#z2.a" view="table,gsi:OpenOrders" ro title="&quot;&gt;&lt;script&gt;" units="1 = Orders 1">
<p>Words.</p>
</sparse-box>"#
        );
    }

    #[test]
    fn a_title_in_markdown_stays_text() {
        assert_eq!(markdown_link("#z2.a", "Orders [old]"), r"[Orders \[old\]](#z2.a)");
    }

    #[test]
    fn a_picture_in_markdown_is_a_link() {
        assert_eq!(
            markdown_picture("https://a.example/#z2.a", "Open orders", "open-orders.svg"),
            "[![Open orders](open-orders.svg)](https://a.example/#z2.a)"
        );
        assert_eq!(
            markdown_picture("#z2.a", "](https://b.example)\n<b>", "a.svg"),
            r"[![\]\(https\://b.example\)␊\<b\>](a.svg)](#z2.a)"
        );
    }

    #[test]
    fn markup_in_a_title_stays_text() {
        let code = iframe("https://a.example/?a=1&b=2", r#""><script>alert(1)</script>"#);
        assert!(code.starts_with(
            r#"<iframe src="https://a.example/?a=1&amp;b=2" title="&quot;&gt;&lt;script&gt;"#
        ));
        assert!(!code.contains("<script") && !code.contains("style="), "{code}");
    }
}
