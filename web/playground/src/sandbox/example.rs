//! The example that the page opens with. The others are fetched.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use engine::table::schema::Scope;

use crate::sandbox::command::Command;
use crate::sandbox::document::Document;

/// The id of the lesson that begins with the first example.
pub const FIRST_ID: &str = "open-orders";

/// The document of the first example, made of its lesson.
/// The page shows it before it can read lessons.
pub const FIRST: &str = include_str!("../../../../static/open-orders.json");

/// The first example.
pub fn first() -> Document {
    Document::parse(FIRST).expect("a test compares it with its lesson")
}

/// The command that opens the first example.
pub fn open_first() -> Command {
    Command::OpenExample { lesson: FIRST_ID.to_owned(), document: FIRST.to_owned() }
}

/// What is before the id of a lesson in the part of an address after `#`.
const EXAMPLE: &str = "example=";

/// The part of an address after `#` that names the example of a lesson. The first example is the page without one.
pub fn fragment_of(id: &str) -> String {
    if id == FIRST_ID { String::new() } else { [EXAMPLE, id].concat() }
}

/// The id of the lesson whose example the part of an address after `#` names.
pub fn of_fragment(fragment: &str) -> Option<&str> {
    let id = match fragment {
        "" => FIRST_ID,
        // Addresses have this name from the time before its lesson.
        "example=invoices" => "adjacency",
        fragment => fragment.strip_prefix(EXAMPLE)?,
    };
    let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (!id.is_empty() && id.bytes().all(is_id)).then_some(id)
}

/// Whether the first example has a table of this name with a global index of which this attribute is a key.
pub fn has_index_key(table: &str, attribute: &str) -> bool {
    static KEYS: LazyLock<BTreeSet<[String; 2]>> = LazyLock::new(|| {
        let mut keys = BTreeSet::new();
        for table in first().load().database.tables() {
            let name = table.schema.name.as_str();
            let indexes = table.indexes.iter().map(|index| &index.schema);
            let globals = indexes.filter(|index| index.scope == Scope::Global);
            let attributes = globals.flat_map(|index| index.key.attributes());
            keys.extend(attributes.map(|it| [name.to_owned(), it.name.to_string()]));
        }
        keys
    });
    KEYS.contains(&[table.to_owned(), attribute.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_the_lesson_that_begins_with_its_example() {
        for id in [FIRST_ID, "champions", "adjacency"] {
            assert_eq!(of_fragment(&fragment_of(id)), Some(id));
        }
        assert_eq!(of_fragment("example=open-orders"), Some(FIRST_ID));
        assert_eq!(of_fragment("example=invoices"), Some("adjacency"));
        for fragment in ["example=", "example=../a", "example=a/b", "z2.a", "champions"] {
            assert_eq!(of_fragment(fragment), None, "{fragment}");
        }
    }

    #[test]
    fn a_key_of_an_index_of_the_example_is_known_by_its_table() {
        assert!(has_index_key("Orders", "OrderOpenDate"));
        assert!(!has_index_key("Orders", "Due"));
        assert!(!has_index_key("Bills", "OrderOpenDate"));
    }
}
