//! Rejects a page with a reference to a file that was not built, or with an address that works at one path of a host only.

use std::path::Path;

use crate::failure::Failure;
use crate::file;

/// The attributes that contain an address.
const ATTRIBUTES: [&str; 4] = ["href", "src", "data-script", "data-wasm"];

/// Checks the page and its style sheets.
pub(crate) fn check(site: &Path) -> Result<(), Failure> {
    let html = file::read(&site.join("index.html"))?;
    let mut dead = dead(&addresses(&html), site);
    for path in file::list(site)? {
        if path.extension().is_some_and(|extension| extension == "css") {
            dead.extend(self::dead(&urls(&file::read(&path)?), site));
        }
    }
    match dead.is_empty() {
        true => Ok(()),
        false => {
            Err(Failure::new(format!("The page refers to what is not in it: {}.", dead.join(", "))))
        }
    }
}

/// Those addresses that name no file of the site.
fn dead(addresses: &[&str], site: &Path) -> Vec<String> {
    let is_inside = |address: &str| address.starts_with('#') || address.starts_with("data:");
    let is_file = |address: &str| {
        address.strip_prefix("./").is_some_and(|path| !path.is_empty() && site.join(path).is_file())
    };
    let dead = addresses.iter().filter(|address| !is_inside(address) && !is_file(address));
    dead.map(|&address| address.to_owned()).collect()
}

/// The addresses in the attributes of a page.
pub(crate) fn addresses(html: &str) -> Vec<&str> {
    let values = ATTRIBUTES.iter().flat_map(|name| {
        let starts = html.split(&format!(" {name}=\"") as &str).skip(1).collect::<Vec<_>>();
        starts.into_iter().filter_map(|rest| rest.split('"').next())
    });
    values.collect()
}

/// The addresses in a style sheet.
fn urls(css: &str) -> Vec<&str> {
    let starts = css.split("url(").skip(1);
    starts.filter_map(|rest| Some(rest.split(')').next()?.trim_matches(['"', '\'']))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn addresses_of_pages_and_style_sheets_are_found() {
        let html = r##"<link href="./a.css"><a href="#b">b</a><meta data-wasm="./c.wasm">"##;
        assert_eq!(addresses(html), ["./a.css", "#b", "./c.wasm"]);
        assert_eq!(urls("a { b: url(\"./d.png\"); c: url(data:,) }"), ["./d.png", "data:,"]);
    }

    #[test]
    fn a_missing_file_and_an_absolute_address_are_dead() {
        let root = workspace::root();
        let addresses = ["./Cargo.toml", "#b", "data:,", "./none", "/Cargo.toml", "./"];
        assert_eq!(dead(&addresses, root), ["./none", "/Cargo.toml", "./"]);
    }
}
