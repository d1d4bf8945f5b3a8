//! Members that an object has more than once. JSON allows them. Of those in a request the last one counts; code that
//! reads what a person wrote should report them instead.

use std::collections::BTreeSet;
use std::fmt;

use crate::json::text::{Json, JsonText};

/// Repeated members that are found at most, so that a hostile text makes no long list.
const REPEATED_COUNT_MAX: usize = 100;

/// A member whose name its object already has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedMember {
    /// The way from the root to the member, its own name last.
    pub path: Vec<PathStep>,
}

/// A step into a JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    /// To a member of an object.
    Member(String),
    /// To an element of an array, from 0.
    Element(usize),
}

impl RepeatedMember {
    /// The name that is there twice.
    pub fn name(&self) -> &str {
        match self.path.last() {
            Some(PathStep::Member(name)) => name,
            Some(PathStep::Element(_)) | None => unreachable!("the last step is a member"),
        }
    }
}

/// The path as JavaScript writes it: `tables[0].Items[3].id`.
impl fmt::Display for RepeatedMember {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.path.iter().enumerate() {
            match step {
                PathStep::Member(name) if position == 0 => formatter.write_str(name)?,
                PathStep::Member(name) => write!(formatter, ".{name}")?,
                PathStep::Element(place) => write!(formatter, "[{place}]")?,
            }
        }
        Ok(())
    }
}

/// The repeated members of a text in its order, at most a hundred.
///
/// ```
/// use engine::json::repeat::repeated_members;
/// use engine::json::text::JsonText;
///
/// let text = JsonText::parse(r#"{ "Items": [{ "a": 1 }, { "a": 1, "b": 2, "a": 3 }] }"#).unwrap();
/// let repeated = repeated_members(&text);
/// assert_eq!(repeated[0].to_string(), "Items[1].a");
/// assert_eq!((repeated[0].name(), repeated.len()), ("a", 1));
/// ```
pub fn repeated_members(text: &JsonText<'_>) -> Vec<RepeatedMember> {
    let mut search = Search { path: Vec::new(), found: Vec::new() };
    search.value(text.root());
    search.found
}

struct Search {
    path: Vec<PathStep>,
    found: Vec<RepeatedMember>,
}

impl Search {
    fn value(&mut self, json: Json<'_>) {
        match json {
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
            Json::Array(elements) => {
                for (place, element) in elements.iter().enumerate() {
                    self.step(PathStep::Element(place), element, false);
                }
            }
            Json::Object(members) => {
                let mut names = BTreeSet::new();
                for (name, member) in members.iter() {
                    let is_repeated = !names.insert(name);
                    self.step(PathStep::Member(name.to_owned()), member, is_repeated);
                }
            }
        }
    }

    fn step(&mut self, step: PathStep, json: Json<'_>, is_repeated: bool) {
        self.path.push(step);
        if is_repeated && self.found.len() < REPEATED_COUNT_MAX {
            self.found.push(RepeatedMember { path: self.path.clone() });
        }
        self.value(json);
        self.path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let text = JsonText::parse(text).expect("it is JSON");
        let found: Vec<String> = repeated_members(&text).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn only_members_of_one_object_repeat_each_other() {
        check(r#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#, &[]);
        check(r#"{"a":1,"a":2,"a":{"x":1,"x":2}}"#, &["a", "a", "a.x"]);
        check(r#"[[{"a":1,"\u0061":2}]]"#, &["[0][0].a"]);
    }

    #[test]
    fn a_hostile_text_makes_no_long_list() {
        let members = vec![r#""a":1"#; 10_000].join(",");
        let text = format!("{{{members}}}");
        let text = JsonText::parse(&text).expect("it is JSON");
        assert_eq!(repeated_members(&text).len(), REPEATED_COUNT_MAX);
    }
}
