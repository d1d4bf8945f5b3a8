//! One language's file, read once.

use std::rc::Rc;

use engine::json::value::parse;
use serde_json::Value;

const ENGLISH: &str = include_str!("../../../static/words/en.json");

/// A sentence, in as many forms as its language needs.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    /// One form for every amount.
    Single(Rc<str>),
    /// English needs two. A language without a singular form, such as Chinese, has only `other`.
    Plural {
        /// For exactly one.
        one: Rc<str>,
        /// For everything else.
        other: Rc<str>,
    },
}

impl Entry {
    /// The form for an amount in halves; without one, that for many.
    pub(super) fn form(&self, halves: Option<u64>) -> Rc<str> {
        match (self, halves) {
            (Self::Single(text), _) => Rc::clone(text),
            (Self::Plural { one, .. }, Some(2)) => Rc::clone(one),
            (Self::Plural { other, .. }, _) => Rc::clone(other),
        }
    }
}

/// The entry of a key.
pub(super) fn entry(key: &str) -> Option<Entry> {
    thread_local! {
        static ENTRIES: Vec<(String, Entry)> = read(ENGLISH);
    }
    ENTRIES.with(|entries| {
        let position = entries.binary_search_by(|(other, _)| other.as_str().cmp(key)).ok()?;
        Some(entries[position].1.clone())
    })
}

/// Every key of the file.
#[cfg(test)]
pub(super) fn keys() -> Vec<String> {
    read(ENGLISH).into_iter().map(|(key, _)| key).collect()
}

/// Every form of every entry of the file, with its key.
#[cfg(test)]
pub(super) fn texts() -> Vec<(String, Rc<str>)> {
    let forms = |(key, entry): (String, Entry)| match entry {
        Entry::Single(text) => vec![(key, text)],
        Entry::Plural { one, other } => vec![(key.clone(), one), (key, other)],
    };
    read(ENGLISH).into_iter().flat_map(forms).collect()
}

/// The entries of a file, in order of their keys: so a map of JSON hands them out.
fn read(file: &str) -> Vec<(String, Entry)> {
    let Ok(Value::Object(words)) = parse(file) else {
        unreachable!("the file of words is JSON: a test reads it")
    };
    words.into_iter().filter_map(|(key, value)| Some((key, read_entry(&value)?))).collect()
}

fn read_entry(value: &Value) -> Option<Entry> {
    match value {
        Value::String(text) => Some(Entry::Single(text.as_str().into())),
        Value::Object(forms) => {
            let form = |name: &str| forms.get(name).and_then(Value::as_str).map(Rc::from);
            let other = form("other")?;
            Some(match form("one") {
                Some(one) => Entry::Plural { one, other },
                None => Entry::Single(other),
            })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_with_one_form_only_is_that_form_for_every_amount() {
        let entries = read(r#"{"table.items": {"other": "{count} 个项目"}, "word": "词"}"#);
        let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["table.items", "word"]);
        assert_eq!(&*entries[0].1.form(Some(2)), "{count} 个项目");
        assert_eq!(&*entries[0].1.form(None), "{count} 个项目");
    }
}
