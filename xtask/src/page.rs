//! `index.html` as it is written, with Trunk's links, turned into the page that is served.
//!
//! Only what `index.html` uses is understood; anything else is refused by name, so that the two ways of
//! building cannot part unnoticed. All addresses that come out are relative.

use crate::failure::Failure;

/// What a `<link data-trunk>` asks for. Paths are relative to `index.html`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asset {
    /// `rel="rust"`: the program.
    Program,
    /// `rel="css"`: a style sheet.
    Style { path: String },
    /// `rel="icon"`: the icon of the page, with its media type.
    Icon { path: String, media_type: Option<String> },
    /// `rel="inline"`: the text of a file, in place of the link.
    Inline { path: String },
    /// `rel="copy-file"`: a file that keeps its name.
    File { path: String },
    /// `rel="copy-dir"`: a folder that keeps its name, and the folder it goes to.
    Folder { path: String, target: Option<String> },
}

/// All that the page asks for, in its order.
pub(crate) fn assets(html: &str) -> Result<Vec<Asset>, Failure> {
    let mut assets = Vec::new();
    rewrite(html, |asset| {
        assets.push(asset);
        Ok(String::new())
    })?;
    Ok(assets)
}

/// The page with each of Trunk's links replaced, and without its comments.
pub(crate) fn rewrite(
    html: &str,
    mut replacement: impl FnMut(Asset) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let mut page = String::new();
    let mut rest = html;
    while let Some(start) = rest.find("<link").into_iter().chain(rest.find("<!--")).min() {
        let is_comment = rest[start..].starts_with("<!--");
        let end_mark = if is_comment { "-->" } else { ">" };
        let Some(length) = rest[start..].find(end_mark) else {
            return Err(Failure::new(format!("index.html: `{end_mark}` is missing.")));
        };
        let end = start + length + end_mark.len();
        let tag = &rest[start..end];
        let in_place = match (is_comment, tag.contains(" data-trunk")) {
            (true, _) => String::new(),
            (false, true) => replacement(asset(tag)?)?,
            (false, false) => tag.to_owned(),
        };
        page.push_str(&rest[..start]);
        page.push_str(&in_place);
        rest = &rest[end..];
        if in_place.is_empty() {
            // The line of something that is gone goes too.
            page.truncate(page.trim_end_matches(' ').len());
            rest = rest.strip_prefix('\n').unwrap_or(rest);
        }
    }
    page.push_str(rest);
    Ok(page)
}

/// What one of Trunk's links asks for.
fn asset(tag: &str) -> Result<Asset, Failure> {
    let path = || {
        let path = attribute(tag, "href").map(str::to_owned);
        path.ok_or_else(|| Failure::new(format!("index.html: `{tag}` needs a href.")))
    };
    let owned = |name| attribute(tag, name).map(str::to_owned);
    Ok(match attribute(tag, "rel") {
        Some("rust") => Asset::Program,
        Some("css") => Asset::Style { path: path()? },
        Some("icon") => Asset::Icon { path: path()?, media_type: owned("type") },
        Some("inline") => Asset::Inline { path: path()? },
        Some("copy-file") => Asset::File { path: path()? },
        Some("copy-dir") => Asset::Folder { path: path()?, target: owned("data-target-path") },
        _ => {
            return Err(Failure::new(format!(
                "index.html: xtask/src/page.rs does not know what to do with `{tag}`."
            )));
        }
    })
}

fn attribute<'tag>(tag: &'tag str, name: &str) -> Option<&'tag str> {
    let (_, after) = tag.split_once(&format!(" {name}=\""))?;
    after.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trunks_links_are_replaced_and_others_kept() {
        let page = "<head>\n  <link data-trunk rel=\"css\" href=\"a.css\" />\n  <link rel=\"license\" href=\"b\">\n</head>";
        let rewritten = rewrite(page, |asset| Ok(format!("[{asset:?}]")));
        assert_eq!(
            rewritten.as_deref(),
            Ok(
                "<head>\n  [Style { path: \"a.css\" }]\n  <link rel=\"license\" href=\"b\">\n</head>"
            )
        );
    }

    #[test]
    fn comments_and_links_that_leave_nothing_go_with_their_line() {
        let page = "<head>\n  <!-- <link data-trunk rel=\"?\"> -->\n  <link data-trunk rel=\"copy-dir\" href=\"words\">\n</head>";
        assert_eq!(rewrite(page, |_| Ok(String::new())).as_deref(), Ok("<head>\n</head>"));
    }

    #[test]
    fn every_kind_of_link_is_read() {
        let page = r#"
            <link data-trunk rel="rust" href="web/Cargo.toml" data-wasm-opt="z" />
            <link data-trunk rel="icon" href="icon.svg" type="image/svg+xml" />
            <link data-trunk rel="inline" href="first.css" />
            <link data-trunk rel="copy-file" href="robots.txt" />
            <link data-trunk rel="copy-dir" href="static/lessons" data-target-path="lessons" />"#;
        let path = str::to_owned;
        assert_eq!(
            assets(page),
            Ok(vec![
                Asset::Program,
                Asset::Icon { path: path("icon.svg"), media_type: Some(path("image/svg+xml")) },
                Asset::Inline { path: path("first.css") },
                Asset::File { path: path("robots.txt") },
                Asset::Folder { path: path("static/lessons"), target: Some(path("lessons")) },
            ])
        );
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert!(assets("<link data-trunk rel=\"sass\" href=\"a.scss\">").is_err());
        assert!(assets("<link data-trunk rel=\"css\">").is_err());
        assert!(assets("<link data-trunk rel=\"css\" href=\"a.css\"").is_err());
    }
}
