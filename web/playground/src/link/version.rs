//! The versions of Sparsebox on a host, by the address of the page: `static/docs/hosting.md` says how they are published.
//!
//! Each version is in a folder that is named after it, and a copy of the last one is in the folder `latest` beside these:
//!
//! ```text
//! https://a.example/sparsebox/1.4.0/index.html     does not change
//! https://a.example/sparsebox/latest/index.html    the version that was published last
//! ```

/// The folder with the version that was published last.
const LATEST: &str = "latest";

/// The version of this page, which is the name of its folder.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The address of this version of the page. `None` if the page is not published in versions.
pub fn pinned(address: &str) -> Option<String> {
    pinned_at(address, VERSION)
}

fn pinned_at(address: &str, version: &str) -> Option<String> {
    let folder = Folder::of(address)?;
    Some(folder.renamed(if folder.name == LATEST { version } else { folder.name }))
}

/// The address of the version that was published last. `None` if the page is not published
/// in versions.
pub fn latest(address: &str) -> Option<String> {
    Some(Folder::of(address)?.renamed(LATEST))
}

/// The folder of a version in an address.
struct Folder<'a> {
    /// What is before its name.
    before: &'a str,
    name: &'a str,
    /// What is after its name, from the slash on.
    after: &'a str,
}

impl<'a> Folder<'a> {
    /// The folder of the page, if its name is `latest` or that of a version.
    fn of(address: &'a str) -> Option<Self> {
        let path = address.split(['?', '#']).next()?;
        let end = path.rfind('/')?;
        let start = path[..end].rfind('/')? + 1;
        let (before, name, after) = (&address[..start], &address[start..end], &address[end..]);
        // A host can have such a name too.
        let is_host = before.ends_with("//");
        let is_folder = !is_host && (name == LATEST || is_version(name));
        is_folder.then_some(Self { before, name, after })
    }

    fn renamed(&self, name: &str) -> String {
        [self.before, name, self.after].concat()
    }
}

/// Whether a text is three numbers with full stops between them, and possibly a pre-release after a hyphen: `1.4.0-rc.1`.
fn is_version(text: &str) -> bool {
    let (numbers, _) = text.split_once('-').unwrap_or((text, ""));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    numbers.split('.').count() == 3 && numbers.split('.').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: &str = "index.html?view=table&theme=a/b#z2.a/latest/b";

    #[test]
    fn a_page_in_the_folder_of_a_version_has_both_addresses() {
        let of = |folder: &str| format!("https://a.example/box/{folder}/{REST}");
        for version in ["1.4.0", "0.1.0", "10.20.30", "1.4.0-rc.1"] {
            assert_eq!(pinned(&of(version)), Some(of(version)));
            assert_eq!(latest(&of(version)), Some(of("latest")));
        }
        assert_eq!(pinned_at(&of("latest"), "1.4.0"), Some(of("1.4.0")));
        assert_eq!(latest(&of("latest")), Some(of("latest")));
    }

    #[test]
    fn the_page_names_its_own_version() {
        let address = pinned("https://a.example/latest/").expect("it is published in versions");
        assert_eq!(address, format!("https://a.example/{}/", env!("CARGO_PKG_VERSION")));
        assert_eq!(latest(&address).as_deref(), Some("https://a.example/latest/"));
    }

    #[test]
    fn a_page_in_another_folder_has_neither() {
        for address in [
            "https://a.example/",
            "https://a.example/box/index.html",
            "https://a.example/1.4.0/box/",
            "https://a.example/latest",
            "https://a.example/latest/box/",
            "https://a.example/latest-news/",
            "https://a.example/1.4/",
            "https://a.example/1.4.0.1/",
            "https://a.example/v1.4.0/",
            "https://a.example/1..0/",
            "https://a.example/-1.4.0/",
            "https://a.example/?a=/latest/",
            "https://a.example/#/1.4.0/",
            "https://latest/",
            "https://1.4.0/index.html",
            "latest/",
            "/",
            "",
        ] {
            assert_eq!((pinned(address), latest(address)), (None, None), "{address}");
        }
    }
}
