//! The titles of sandboxes that nobody has named.

use std::iter;

use crate::message::{word, word_with};
use crate::view::message::Argument;

/// "New sandbox", "New sandbox 2", and so on.
pub fn titles() -> impl Iterator<Item = String> {
    iter::once(word("work.untitled").to_string()).chain((2..).map(numbered))
}

/// Whether a title is one of them.
pub(crate) fn is_untitled(title: &str) -> bool {
    let number =
        title.rsplit(|it: char| !it.is_ascii_digit()).next().and_then(|it| it.parse().ok());
    number.map_or_else(|| title == &*word("work.untitled"), |number| title == numbered(number))
}

fn numbered(number: u64) -> String {
    word_with("work.untitled_next", "number", Argument::Count(number))
}

#[cfg(test)]
mod tests {
    use crate::sandbox::untitled::{is_untitled, titles};

    #[test]
    fn a_sandbox_that_nobody_has_named_is_known_by_its_title() {
        let titles: Vec<String> = titles().take(12).collect();
        assert!(titles.iter().all(|title| is_untitled(title)), "{titles:?}");
        for named in ["", "2", "Orders", "New sandboxes", "My New sandbox 2", "New sandbox two"] {
            assert!(!is_untitled(named), "{named}");
        }
    }
}
