//! The first of many things, and how many more there are: a limit of the page that says what it leaves out.

use std::borrow::Cow;
use std::ops::Deref;

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// The first of many things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First<T> {
    /// Those that are shown.
    pub shown: Vec<T>,
    /// How many there are beside them.
    pub more: u64,
}

impl<T> First<T> {
    /// The first things, at most `max`.
    pub fn of(all: impl IntoIterator<Item = T>, max: usize) -> Self {
        let mut all = all.into_iter();
        let shown = all.by_ref().take(max).collect();
        Self { shown, more: all.count() as u64 }
    }

    /// Each of those that are shown as something else. What is left out is not made.
    pub fn map<U>(self, to: impl FnMut(T) -> U) -> First<U> {
        First { shown: self.shown.into_iter().map(to).collect(), more: self.more }
    }

    /// "and 12 more"; `None` if all are shown.
    pub fn more_words(&self) -> Option<Message> {
        let words = Message::plain("first.more").with("count", Argument::Count(self.more));
        (self.more > 0).then_some(words)
    }
}

/// Those that are shown.
impl<T> Deref for First<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.shown
    }
}

impl<T: Into<Text>> First<T> {
    /// Those that are shown, and "+12" after them: for a list within a sentence.
    pub fn listed(self) -> Vec<Text> {
        let more = (self.more > 0).then(|| Text::from(format!("+{}", self.more)));
        self.shown.into_iter().map(Into::into).chain(more).collect()
    }
}

impl<T> Default for First<T> {
    fn default() -> Self {
        Self { shown: Vec::new(), more: 0 }
    }
}

/// The beginning of a text, with "…" behind it if the text is longer than so many characters.
pub fn beginning(text: &str, length_max: usize) -> Cow<'_, str> {
    match text.char_indices().nth(length_max) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::text;

    #[test]
    fn what_is_left_out_is_counted() {
        let all = First::of(["a", "b"], 2);
        assert_eq!((all.more_words(), all.listed().join(", ")), (None, "a, b".to_owned()));
        let some = First::of(["a", "b", "c", "d"], 2);
        assert_eq!(some.more_words().as_ref().map(text).as_deref(), Some("and 2 more"));
        assert_eq!(beginning("déjà", 4), "déjà");
        assert_eq!(beginning("déjà vu", 4), "déjà…");
        assert_eq!(some.listed().join(", "), "a, b, +2");
    }
}
