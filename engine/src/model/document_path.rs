//! Document paths: where in an item a value is, as in `a.b[0]`.
//!
//! The first element of a path is always the name of a top-level attribute.
//! [`DocumentPath::set`] and [`DocumentPath::remove`] make one change at a time; an update, whose positions all mean
//! the item before the change, sets first and in ascending order of paths, then removes in descending order.

use std::fmt;

use crate::model::attribute_value::AttributeValue;
use crate::model::item::Item;
use crate::model::name::AttributeName;

/// A step of a path: into a map by name, or into a list by position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathElement {
    /// The member of a map; at the beginning of a path, an attribute of the item.
    Name(AttributeName),
    /// The element of a list, counted from 0.
    Position(usize),
}

/// Where in an item a value is. Ordered by element, list positions as numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DocumentPath {
    top_level: AttributeName,
    /// The elements after the first.
    nested: Vec<PathElement>,
}

/// What keeps two paths from standing in one expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathClash {
    /// One path is the other, or leads to it.
    Overlap,
    /// At one spot, one path looks into a map and the other into a list.
    Conflict,
}

/// The path leads through a value that is missing or is no map or list as the path says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidPath;

impl DocumentPath {
    /// The path of a top-level attribute.
    pub fn new(top_level: AttributeName) -> Self {
        Self { top_level, nested: Vec::new() }
    }

    /// Extends the path by a step.
    pub fn push(&mut self, element: PathElement) {
        self.nested.push(element);
    }

    /// The path extended by a step.
    #[must_use]
    pub fn child(&self, element: PathElement) -> Self {
        let nested = self.nested.iter().cloned().chain([element]).collect();
        Self { top_level: self.top_level.clone(), nested }
    }

    /// The attribute of the item in which the path begins.
    pub fn top_level(&self) -> &AttributeName {
        &self.top_level
    }

    /// The steps after the top-level attribute.
    pub fn nested(&self) -> &[PathElement] {
        &self.nested
    }

    /// Whether the path is a top-level attribute and nothing below it.
    pub fn is_top_level(&self) -> bool {
        self.nested.is_empty()
    }

    /// How many steps there are, the top-level attribute included.
    pub fn depth(&self) -> usize {
        self.nested.len() + 1
    }

    /// The value at the path, if there is one.
    pub fn get<'item>(&self, item: &'item Item) -> Option<&'item AttributeValue> {
        let top_level = item.get(&self.top_level)?;
        self.nested.iter().try_fold(top_level, |parent, element| element.get(parent))
    }

    /// Puts a value at the path and returns the value that was there. A position beyond the end of a list appends.
    ///
    /// Fails if the parent of the path is missing, or is no map or list as the path says; then nothing has changed.
    pub fn set(
        &self,
        item: &mut Item,
        value: AttributeValue,
    ) -> Result<Option<AttributeValue>, InvalidPath> {
        let Some((element, parents)) = self.nested.split_last() else {
            return Ok(item.insert(self.top_level.clone(), value));
        };
        match (self.parent_mut(item, parents)?, element) {
            (AttributeValue::M(map), PathElement::Name(name)) => {
                Ok(map.insert(name.clone(), value))
            }
            (AttributeValue::L(list), PathElement::Position(position)) => {
                if let Some(old) = list.get_mut(*position) {
                    return Ok(Some(std::mem::replace(old, value)));
                }
                list.push(value);
                Ok(None)
            }
            _ => Err(InvalidPath),
        }
    }

    /// Takes the value at the path out and returns it. Elements of a list after it move up;
    /// a value that is not there is no error.
    ///
    /// Fails if the parent of the path is missing, or is no map or list as the path says; then nothing has changed.
    pub fn remove(&self, item: &mut Item) -> Result<Option<AttributeValue>, InvalidPath> {
        let Some((element, parents)) = self.nested.split_last() else {
            return Ok(item.remove(&self.top_level));
        };
        match (self.parent_mut(item, parents)?, element) {
            (AttributeValue::M(map), PathElement::Name(name)) => Ok(map.remove(name)),
            (AttributeValue::L(list), PathElement::Position(position)) => {
                Ok((*position < list.len()).then(|| list.remove(*position)))
            }
            _ => Err(InvalidPath),
        }
    }

    /// Why one expression may not have both paths; `None` if it may.
    pub fn clash(&self, other: &Self) -> Option<PathClash> {
        if self.top_level != other.top_level {
            return None;
        }
        let differing = self.nested.iter().zip(&other.nested).find(|(one, two)| one != two);
        match differing {
            None => Some(PathClash::Overlap),
            Some(
                (PathElement::Name(_), PathElement::Name(_))
                | (PathElement::Position(_), PathElement::Position(_)),
            ) => None,
            Some(_) => Some(PathClash::Conflict),
        }
    }

    /// The path as DynamoDB's errors list it: `[a, b, [0]]`.
    pub fn as_list(&self) -> impl fmt::Display {
        fmt::from_fn(|formatter| {
            write!(formatter, "[{}", self.top_level)?;
            for element in &self.nested {
                match element {
                    PathElement::Name(name) => write!(formatter, ", {name}")?,
                    PathElement::Position(position) => write!(formatter, ", [{position}]")?,
                }
            }
            formatter.write_str("]")
        })
    }

    fn parent_mut<'item>(
        &self,
        item: &'item mut Item,
        parents: &[PathElement],
    ) -> Result<&'item mut AttributeValue, InvalidPath> {
        let top_level = item.get_mut(&self.top_level).ok_or(InvalidPath)?;
        parents
            .iter()
            .try_fold(top_level, |parent, element| element.get_mut(parent))
            .ok_or(InvalidPath)
    }
}

impl PathElement {
    /// The member of a map or the element of a list to which this step leads.
    pub fn get<'value>(&self, parent: &'value AttributeValue) -> Option<&'value AttributeValue> {
        match (parent, self) {
            (AttributeValue::M(map), Self::Name(name)) => map.get(name),
            (AttributeValue::L(list), Self::Position(position)) => list.get(*position),
            _ => None,
        }
    }

    fn get_mut<'value>(
        &self,
        parent: &'value mut AttributeValue,
    ) -> Option<&'value mut AttributeValue> {
        match (parent, self) {
            (AttributeValue::M(map), Self::Name(name)) => map.get_mut(name),
            (AttributeValue::L(list), Self::Position(position)) => list.get_mut(*position),
            _ => None,
        }
    }
}

impl From<AttributeName> for DocumentPath {
    fn from(top_level: AttributeName) -> Self {
        Self::new(top_level)
    }
}

impl fmt::Display for DocumentPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.top_level)?;
        for element in &self.nested {
            match element {
                PathElement::Name(name) => write!(formatter, ".{name}")?,
                PathElement::Position(position) => write!(formatter, "[{position}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::value::{item_from_plain, plain_from_item};

    fn item() -> Item {
        item_from_plain(json!({ "a": { "b": [1, 2, 3], "c": "x" }, "l": [[0], { "d": 1 }] }))
            .unwrap()
    }

    /// The path of a text such as `a.b[0]`, whose names have no special characters.
    fn path(text: &str) -> DocumentPath {
        let separated = text.replace('[', ".[");
        let mut steps = separated.split('.');
        let mut path = DocumentPath::new(steps.next().unwrap().into());
        for step in steps {
            path.push(match step.strip_prefix('[') {
                Some(position) => {
                    PathElement::Position(position.trim_end_matches(']').parse().unwrap())
                }
                None => PathElement::Name(step.into()),
            });
        }
        path
    }

    #[test]
    fn a_path_is_printed_as_it_is_written_and_listed_as_errors_list_it() {
        assert_eq!(path("a.b[0].c").to_string(), "a.b[0].c");
        assert_eq!(path("a.b[0].c").as_list().to_string(), "[a, b, [0], c]");
        assert_eq!(path("a").as_list().to_string(), "[a]");
    }

    #[test]
    fn paths_are_in_the_order_of_their_elements() {
        let mut paths = ["a[10]", "b", "a[9]", "a", "a.x", "a[9].z"].map(path);
        paths.sort();
        assert_eq!(paths.map(|it| it.to_string()), ["a", "a.x", "a[9]", "a[9].z", "a[10]", "b"]);
    }

    #[test]
    fn a_path_leads_to_a_value_or_to_nothing() {
        for (text, found) in [
            ("a.b[2]", Some(3)),
            ("l[0][0]", Some(0)),
            ("l[1].d", Some(1)),
            ("a.b[3]", None),
            ("a[0]", None),
            ("a.b.c", None),
            ("a.c.d", None),
            ("missing", None),
            ("missing.x", None),
        ] {
            let value = found.map(|integer| AttributeValue::N(integer.into()));
            assert_eq!(path(text).get(&item()), value.as_ref(), "{text}");
        }
    }

    /// Sets a path to 9 and shows the attribute in which the path begins.
    #[track_caller]
    fn check_set(text: &str, top_level: &str) {
        let mut item = item();
        let outcome = path(text).set(&mut item, AttributeValue::N(9.into()));
        assert_eq!(show(&item, text, outcome.map(|_| ())), top_level);
    }

    /// Removes a path and shows the attribute in which the path begins.
    #[track_caller]
    fn check_remove(text: &str, top_level: &str) {
        let mut item = item();
        let outcome = path(text).remove(&mut item);
        assert_eq!(show(&item, text, outcome.map(|_| ())), top_level);
    }

    fn show(after: &Item, text: &str, outcome: Result<(), InvalidPath>) -> String {
        if outcome == Err(InvalidPath) {
            assert_eq!(*after, item(), "a rejected change changes nothing");
            return "invalid".to_owned();
        }
        plain_from_item(after)[path(text).top_level().as_str()].to_string()
    }

    #[test]
    fn setting_replaces_adds_or_appends() {
        check_set("a", "9");
        check_set("new", "9");
        check_set("a.c", r#"{"b":[1,2,3],"c":9}"#);
        check_set("a.d", r#"{"b":[1,2,3],"c":"x","d":9}"#);
        check_set("a.b[0]", r#"{"b":[9,2,3],"c":"x"}"#);
        check_set("a.b[3]", r#"{"b":[1,2,3,9],"c":"x"}"#);
        check_set("a.b[99]", r#"{"b":[1,2,3,9],"c":"x"}"#);
        check_set("l[1].d", r#"[[0],{"d":9}]"#);
    }

    #[test]
    fn removing_moves_later_elements_up_and_ignores_what_is_missing() {
        check_remove("a", "null");
        check_remove("missing", "null");
        check_remove("a.c", r#"{"b":[1,2,3]}"#);
        check_remove("a.d", r#"{"b":[1,2,3],"c":"x"}"#);
        check_remove("a.b[0]", r#"{"b":[2,3],"c":"x"}"#);
        check_remove("a.b[3]", r#"{"b":[1,2,3],"c":"x"}"#);
        check_remove("l[1].d", "[[0],{}]");
    }

    #[test]
    fn a_path_through_a_missing_or_other_value_is_invalid() {
        for text in
            ["missing.x", "missing[0]", "a[0]", "a.b.c", "a.c.d", "a.d.e", "l[2].d", "a.b[3].c"]
        {
            check_set(text, "invalid");
            check_remove(text, "invalid");
        }
    }

    #[test]
    fn paths_overlap_if_one_leads_to_the_other_and_conflict_if_they_disagree_on_a_type() {
        for (one, two, clash) in [
            ("a", "a", Some(PathClash::Overlap)),
            ("a", "a.b", Some(PathClash::Overlap)),
            ("a[1].b", "a[1]", Some(PathClash::Overlap)),
            ("a.b", "a[1]", Some(PathClash::Conflict)),
            ("a.b.c[0]", "a.b[1]", Some(PathClash::Conflict)),
            ("a.b", "a.c", None),
            ("a[0].b", "a[1][0]", None),
            ("a", "b", None),
        ] {
            assert_eq!(path(one).clash(&path(two)), clash, "{one}, {two}");
            assert_eq!(path(two).clash(&path(one)), clash, "{two}, {one}");
        }
    }
}
