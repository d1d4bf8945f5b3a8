//! The tables that can be asked, and a first statement about them.

use engine::database::Database;
use engine::table::Table;
use gluesql_core::prelude::parse;
use gluesql_core::sqlparser::keywords::{
    ALL_KEYWORDS, ALL_KEYWORDS_INDEX, RESERVED_FOR_TABLE_ALIAS,
};
use playground::view::value::Text;

use crate::store::{columns, sql_tables};

/// A table and its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    pub table: Text,
    pub columns: Vec<Text>,
}

/// The tables that can be asked.
pub fn sketches(database: &Database) -> Vec<Sketch> {
    let sketch = |table: &Table| Sketch {
        table: table.schema.name.as_str().into(),
        columns: columns(table).into_iter().map(Text::from).collect(),
    };
    sql_tables(database).map(sketch).collect()
}

/// A statement to begin with: a join of two tables, one of which has the key of the other, or all rows of the first one.
pub fn example(sketches: &[Sketch]) -> Text {
    let pairs = sketches.iter().flat_map(|one| sketches.iter().map(move |other| (one, other)));
    let mut joins = pairs.filter_map(|(one, other)| {
        let key = other.columns.first()?;
        (one != other && one.columns.contains(key)).then(|| {
            let [one, other, key] = [&one.table, &other.table, key].map(|name| quoted(name));
            format!("SELECT *\nFROM {one}\nJOIN {other} ON {other}.{key} = {one}.{key}")
        })
    });
    let join = joins.next();
    let all = || Some(format!("SELECT *\nFROM {}", quoted(&sketches.first()?.table)));
    join.or_else(all).unwrap_or_default().into()
}

/// A name as a statement has it: in quotation marks if it would not be read as a name otherwise.
fn quoted(name: &str) -> String {
    let is_plain = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
        && !ALL_KEYWORDS_INDEX.iter().zip(ALL_KEYWORDS).any(|(keyword, word)| {
            RESERVED_FOR_TABLE_ALIAS.contains(keyword) && name.eq_ignore_ascii_case(word)
        });
    match is_plain && parse(format!("SELECT {name} FROM {name}")).is_ok() {
        true => name.to_owned(),
        false => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}
