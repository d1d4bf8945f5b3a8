//! The code that shows a sandbox in another page.

use crate::view::embed::EmbedRequest;

/// The width of a frame in which the table, an index, the price and the receipt of an example are in view, in pixels.
pub const WIDTH: u32 = 640;

/// Its height, in pixels.
pub const HEIGHT: u32 = 420;

/// The address of an embed. `page` is the address of the whole page, with or without parameters; `theme` is empty for the
/// colours of the reader.
pub fn embed_address(page: &str, request: &EmbedRequest, theme: &str, fragment: &str) -> String {
    let separator = if page.contains('?') { '&' } else { '?' };
    let read_only = if request.is_read_only { "&ro=1" } else { "" };
    let theme = if theme.is_empty() { String::new() } else { format!("&theme={theme}") };
    format!("{page}{separator}view={}{read_only}{theme}#{fragment}", request.view())
}

/// A frame as HTML. It needs no script, and has no `style`, which MDX rejects.
pub fn iframe(address: &str, title: &str) -> String {
    format!(
        r#"<iframe src="{}" title="{}" width="100%" height="{HEIGHT}" loading="lazy" allow="clipboard-write"></iframe>"#,
        escape(address),
        escape(title)
    )
}

/// A picture that is a link as Markdown, for pages that show neither frames nor scripts. `file` is the name of the picture.
pub fn markdown_picture(address: &str, title: &str, file: &str) -> String {
    let title: String = title.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    let title = ["\\", "[", "]", "<", "`", "*", "_", "!"]
        .iter()
        .fold(title, |title, sign| title.replace(sign, &format!("\\{sign}")));
    format!("[![{title}]({file})]({address})")
}

/// The comment behind a frame that `sparsebox embeds` compares with the last operation of the sandbox.
pub fn units_comment(units: &str) -> String {
    // A comment of HTML ends at two hyphens and a bracket, which a name can contain.
    format!("<!-- sparsebox units: {} -->", units.replace("--", "- -"))
}

/// A text as the value of an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_the_parameters_of_its_page() {
        let request = EmbedRequest::parse("table,gsi:OpenOrders", true);
        let plain = EmbedRequest::parse("table", false);
        assert_eq!(
            embed_address("https://a.example/?lang=de", &request, "dark", "z2.a"),
            "https://a.example/?lang=de&view=table,gsi:OpenOrders&ro=1&theme=dark#z2.a"
        );
        assert_eq!(
            embed_address("https://a.example/", &plain, "", "z2.a"),
            "https://a.example/?view=table#z2.a"
        );
    }

    #[test]
    fn a_picture_in_markdown_is_a_link() {
        assert_eq!(
            markdown_picture("https://a.example/#z2.a", "Open orders", "open-orders.svg"),
            "[![Open orders](open-orders.svg)](https://a.example/#z2.a)"
        );
        assert_eq!(
            markdown_picture("#z2.a", "](https://b.example)\n<b>", "a.svg"),
            r"[![\](https://b.example) \<b>](a.svg)](#z2.a)"
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
