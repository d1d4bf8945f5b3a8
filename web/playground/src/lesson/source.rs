//! Where the two files of a lesson are. One text names it: in the address of the page, in a list, and where progress is stored.

use std::fmt;

/// The longest id of a lesson, in characters.
const ID_LENGTH_MAX: usize = 80;

/// The longest address of a lesson, in bytes: what every browser and every host accepts.
const ADDRESS_LENGTH_MAX: usize = 2_000;

/// The largest file of a lesson, in bytes. Model: twenty times the largest of the course.
pub const FILE_SIZE_MAX: usize = 256 * 1024;

/// How the name of a file with the steps ends.
pub const LESSON_END: &str = ".lesson";

/// How the name of a file with the words ends, in the language that is shown.
pub const WORDS_END: &str = ".en.md";

/// Where the two files of a lesson are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonSource {
    /// In the course of the site: its id.
    Course(String),
    /// Among the user's own lessons in this browser: its name.
    Own(String),
    /// At an address: that of the file with the steps. The file with the words is beside it.
    Address(String),
}

impl LessonSource {
    /// Reads the text that names a lesson: `open-orders`, `own:open-orders` or `https://host/open-orders.lesson`.
    ///
    /// ```
    /// use playground::lesson::source::LessonSource;
    ///
    /// let source = LessonSource::parse("https://host/open-orders.lesson").expect("it is an address");
    /// let words = "https://host/open-orders.en.md".to_owned();
    /// assert_eq!(source.paths().map(|[_, words]| words), Some(words));
    /// assert_eq!(LessonSource::parse("../secrets"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        if is_id(text) {
            return Some(Self::Course(text.to_owned()));
        }
        if let Some(name) = text.strip_prefix("own:") {
            return is_id(name).then(|| Self::Own(name.to_owned()));
        }
        is_address(text).then(|| Self::Address(text.to_owned()))
    }

    /// The addresses of its two files, the steps first. `None` of an own lesson, which is in this browser.
    pub fn paths(&self) -> Option<[String; 2]> {
        match self {
            Self::Course(id) => {
                Some([LESSON_END, WORDS_END].map(|end| format!("lessons/{id}{end}")))
            }
            Self::Own(_) => None,
            Self::Address(address) => {
                let path = address.strip_suffix(LESSON_END)?;
                Some([address.clone(), format!("{path}{WORDS_END}")])
            }
        }
    }

    /// The text that names it as the value of a parameter of an address.
    pub fn in_parameter(&self) -> String {
        // `%` first: the others contain it.
        let signs = [("%", "%25"), ("&", "%26"), ("+", "%2B"), (" ", "%20")];
        signs.iter().fold(self.to_string(), |text, (sign, encoded)| text.replace(sign, encoded))
    }

    /// Whether other browsers find it by this name.
    pub const fn is_shared(&self) -> bool {
        match self {
            Self::Course(_) | Self::Address(_) => true,
            Self::Own(_) => false,
        }
    }
}

impl fmt::Display for LessonSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Course(text) | Self::Address(text) => formatter.write_str(text),
            Self::Own(name) => write!(formatter, "own:{name}"),
        }
    }
}

/// Whether a text can be the id of a lesson: small letters, digits and hyphens.
pub fn is_id(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= ID_LENGTH_MAX && text.bytes().all(is_letter)
}

/// Any text as the id of a lesson; `lesson` if nothing of it is left.
pub fn to_id(text: &str) -> String {
    let letter = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' };
    let id: String = text.chars().take(ID_LENGTH_MAX).map(letter).collect();
    let id = id.trim_matches('-');
    if id.is_empty() { "lesson".to_owned() } else { id.to_owned() }
}

/// Whether a text is the address of a file with steps: one of the web, or one on the same site.
fn is_address(text: &str) -> bool {
    let is_of_web = text.starts_with("https://") || text.starts_with("http://");
    let is_of_site = text.contains('/') && !text.contains(':') && !text.contains("..");
    let is_whole = text.len() <= ADDRESS_LENGTH_MAX && !text.contains(['?', '#', '\\']);
    is_whole && text.ends_with(LESSON_END) && (is_of_web || is_of_site)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_a_lesson_and_the_lesson_gives_the_same_text() {
        for text in
            ["open-orders", "own:my-lesson", "https://a.example/b/c.lesson", "talks/a.lesson"]
        {
            let source = LessonSource::parse(text).unwrap();
            assert_eq!(source.to_string(), text);
        }
        for text in [
            "",
            "own:",
            "Open",
            "../a.lesson",
            "own:../a",
            "javascript:alert(1)//.lesson",
            "data:text/plain,a/.lesson",
            "https://a.example/a.html",
            "https://a.example/a.lesson?x=1",
        ] {
            assert_eq!(LessonSource::parse(text), None, "{text}");
        }
    }

    #[test]
    fn any_text_becomes_an_id() {
        assert_eq!(to_id("My Lesson (2)"), "my-lesson--2");
        assert_eq!(to_id("…"), "lesson");
        assert!(is_id(&to_id("Ünïcode")));
    }
}
