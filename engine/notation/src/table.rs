//! Tables in one-line notation: a line for the table, and a line for each index and each provisioned throughput.
//!
//! ```text
//! Orders  customer S  order S
//!   local  ByDate    date S              KEYS_ONLY
//!   global ByStatus  status S  total N   INCLUDE total, note
//!   provisioned           5 read, 400 write
//!   provisioned ByStatus  5 read, 100 write
//! ```

use std::error::Error;
use std::fmt;

/// The words that begin a projection, and so end the key of an index.
const PROJECTION_KINDS: [&str; 3] = ["KEYS_ONLY", "INCLUDE", "ALL"];

/// A table as it is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    /// Its primary key.
    pub key: Key,
    /// Its indexes, in the order of their lines.
    pub indexes: Vec<Index>,
    /// What is provisioned for it, if a line says so.
    pub throughput: Option<Throughput>,
}

/// A secondary index as it is written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    pub name: String,
    /// Local, with its sort key, or global, with its key.
    pub kind: IndexKind,
    /// The attributes that its entries have.
    pub projection: Projection,
    /// What is provisioned for it, if a line says so. `None` for a local index.
    pub throughput: Option<Throughput>,
}

/// The kinds of index, with what each adds to the keys of its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexKind {
    /// A local index has the partition key of its table.
    Local { sort_key: KeyAttribute },
    /// A global index has a key of its own.
    Global { key: Key },
}

/// A primary key, or the key of a global index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub partition_key: KeyAttribute,
    /// The sort key, if there is one.
    pub sort_key: Option<KeyAttribute>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyAttribute {
    pub name: String,
    /// Its type as it is written, such as `S`. Whether DynamoDB has such a type is not checked.
    pub kind: String,
}

/// What an index copies from its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Projection {
    /// `INCLUDE total, note`: the keys, and these attributes.
    Include {
        /// The names of the attributes.
        attributes: Vec<String>,
    },
    /// Any other text, such as `ALL` or `KEYS_ONLY`. Whether DynamoDB has such a projection is not checked.
    Named {
        /// The text.
        name: String,
    },
}

/// Provisioned throughput.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throughput {
    /// Read capacity units per second.
    pub read_units_per_second: u64,
    /// Write capacity units per second.
    pub write_units_per_second: u64,
}

/// A table whose notation cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The line at fault, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: TableFault,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableFault {
    /// There is no line for the table.
    NoTable,
    /// A table or index has no key.
    NoKey,
    /// A key has more than a partition key and a sort key.
    LongKey,
    /// A local index does not have exactly one sort key.
    LocalKey,
    /// A key attribute has no type.
    NoType {
        attribute: String,
    },
    NoIndexName,
    /// A line is about neither an index nor throughput.
    UnknownLine {
        /// Its first word.
        word: String,
    },
    /// A line does not say units as `5 read, 10 write`.
    Throughput,
    /// There is no global index of this name.
    NoSuchIndex {
        /// The name.
        index: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for TableFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => formatter.write_str("a table needs a name and a key"),
            Self::NoKey => formatter.write_str("a partition key is missing"),
            Self::LongKey => formatter.write_str("a key has at most two attributes"),
            Self::LocalKey => {
                formatter.write_str("a local index has one key attribute: its sort key")
            }
            Self::NoType { attribute } => {
                write!(formatter, "the key attribute {attribute} has no type")
            }
            Self::NoIndexName => formatter.write_str("an index without a name"),
            Self::UnknownLine { word } => {
                write!(formatter, "not local, global or provisioned: {word}")
            }
            Self::Throughput => formatter.write_str("not units as in: 5 read, 10 write"),
            Self::NoSuchIndex { index } => write!(formatter, "no global index is called {index}"),
        }
    }
}

impl Error for TableError {}

impl Table {
    /// Reads a table. Lines of spaces are skipped.
    ///
    /// Fails with the first line at fault.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let (head, number) =
            lines.next().ok_or(TableError { line: 1, fault: TableFault::NoTable })?;
        let at = |line: usize| move |fault: TableFault| TableError { line, fault };
        let mut table = Self::parse_head(head).map_err(at(number))?;
        let mut provisioned = Vec::new();
        for (line, number) in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["provisioned", rest @ ..] => provisioned.push((rest.to_vec(), number)),
                words => table.indexes.push(Index::parse(words).map_err(at(number))?),
            }
        }
        // An index can be described below the line that provisions its throughput.
        for (words, number) in provisioned {
            table.provision(&words).map_err(at(number))?;
        }
        Ok(table)
    }

    /// Whether a line provisions throughput for the table or for an index.
    pub fn is_provisioned(&self) -> bool {
        let of_indexes = self.indexes.iter().map(|index| index.throughput);
        of_indexes.chain([self.throughput]).any(|throughput| throughput.is_some())
    }

    fn parse_head(line: &str) -> Result<Self, TableFault> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, words) = words.split_first().ok_or(TableFault::NoTable)?;
        let key = Key::of_attributes(key_attributes(words)?)?;
        Ok(Self { name: (*name).to_owned(), key, indexes: Vec::new(), throughput: None })
    }

    /// Notes what a line provisions for the table, or for the global index that it names.
    fn provision(&mut self, words: &[&str]) -> Result<(), TableFault> {
        let (index, words) = match words {
            [index, _, _, _, _] => (Some(*index), &words[1..]),
            words => (None, words),
        };
        let throughput = Some(Throughput::parse(words)?);
        let Some(name) = index else {
            self.throughput = throughput;
            return Ok(());
        };
        let is_meant = |index: &&mut Index| {
            index.name == name && matches!(index.kind, IndexKind::Global { .. })
        };
        let index = self.indexes.iter_mut().find(is_meant);
        let fault = || TableFault::NoSuchIndex { index: name.to_owned() };
        index.ok_or_else(fault)?.throughput = throughput;
        Ok(())
    }
}

impl Index {
    fn parse(words: &[&str]) -> Result<Self, TableFault> {
        let (scope, words) = words.split_first().ok_or(TableFault::NoIndexName)?;
        if !["local", "global"].contains(scope) {
            return Err(TableFault::UnknownLine { word: (*scope).to_owned() });
        }
        let (name, words) = words.split_first().ok_or(TableFault::NoIndexName)?;
        let end = words.iter().position(|word| PROJECTION_KINDS.contains(word));
        let (key, projection) = words.split_at(end.unwrap_or(words.len()));
        let key = key_attributes(key)?;
        let kind = match (*scope, key.as_slice()) {
            ("local", [sort_key]) => IndexKind::Local { sort_key: sort_key.clone() },
            ("local", _) => return Err(TableFault::LocalKey),
            _ => IndexKind::Global { key: Key::of_attributes(key)? },
        };
        let projection = Projection::of_words(projection);
        Ok(Self { name: (*name).to_owned(), kind, projection, throughput: None })
    }
}

impl Key {
    fn of_attributes(attributes: Vec<KeyAttribute>) -> Result<Self, TableFault> {
        let mut attributes = attributes.into_iter();
        let partition_key = attributes.next().ok_or(TableFault::NoKey)?;
        let sort_key = attributes.next();
        match attributes.next() {
            None => Ok(Self { partition_key, sort_key }),
            Some(_) => Err(TableFault::LongKey),
        }
    }
}

impl Projection {
    fn of_words(words: &[&str]) -> Self {
        match words {
            ["INCLUDE", names @ ..] => {
                let names = names.iter().map(|name| name.trim_end_matches(',').to_owned());
                Self::Include { attributes: names.collect() }
            }
            words => Self::Named { name: words.join(" ") },
        }
    }
}

impl Throughput {
    fn parse(words: &[&str]) -> Result<Self, TableFault> {
        let units = |word: &str| word.parse().map_err(|_| TableFault::Throughput);
        match words {
            [read, "read,", write, "write"] => Ok(Self {
                read_units_per_second: units(read)?,
                write_units_per_second: units(write)?,
            }),
            _ => Err(TableFault::Throughput),
        }
    }
}

/// Pairs of a name and a type.
fn key_attributes(words: &[&str]) -> Result<Vec<KeyAttribute>, TableFault> {
    let pairs = words.chunks(2).map(|pair| match pair {
        [name, kind] => Ok(KeyAttribute { name: (*name).to_owned(), kind: (*kind).to_owned() }),
        words => Err(TableFault::NoType { attribute: words.concat() }),
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_rejected(text: &str, expected: &str) {
        assert_eq!(Table::parse(text).unwrap_err().to_string(), expected);
    }

    fn attribute(name: &str, kind: &str) -> KeyAttribute {
        KeyAttribute { name: name.to_owned(), kind: kind.to_owned() }
    }

    #[test]
    fn a_table_has_a_key_and_indexes() {
        let table = Table::parse(
            "Orders  customer S  order S\n  local ByDate  date S  KEYS_ONLY\n\n  global ByTotal  total N  INCLUDE note, tags\n",
        )
        .unwrap();
        assert_eq!(table.name, "Orders");
        assert_eq!(table.key.partition_key, attribute("customer", "S"));
        assert_eq!(table.key.sort_key, Some(attribute("order", "S")));
        let [local, global] = table.indexes.as_slice() else { panic!("two indexes") };
        assert_eq!(local.kind, IndexKind::Local { sort_key: attribute("date", "S") });
        assert_eq!(local.projection, Projection::Named { name: "KEYS_ONLY".to_owned() });
        let key = Key { partition_key: attribute("total", "N"), sort_key: None };
        assert_eq!(global.kind, IndexKind::Global { key });
        let attributes = vec!["note".to_owned(), "tags".to_owned()];
        assert_eq!(global.projection, Projection::Include { attributes });
        assert!(!table.is_provisioned());
    }

    #[test]
    fn throughput_is_of_the_table_or_of_a_global_index() {
        let table = Table::parse(
            "T  id S\n  provisioned  5 read, 400 write\n  provisioned ByA  6 read, 7 write\n  global ByA  a S  ALL\n",
        )
        .unwrap();
        let throughput = |read_units_per_second, write_units_per_second| {
            Some(Throughput { read_units_per_second, write_units_per_second })
        };
        assert_eq!(table.throughput, throughput(5, 400));
        assert_eq!(table.indexes[0].throughput, throughput(6, 7));
        assert!(table.is_provisioned());
    }

    #[test]
    fn what_dynamodb_rejects_is_not_checked() {
        let table =
            Table::parse("T  id X\n  global ByA  a S  ALL SOME\n  global ByA  a S").unwrap();
        assert_eq!(table.key.partition_key, attribute("id", "X"));
        assert_eq!(table.indexes[0].projection, Projection::Named { name: "ALL SOME".to_owned() });
        assert_eq!(table.indexes[1].projection, Projection::Named { name: String::new() });
    }

    #[test]
    fn a_line_at_fault_is_rejected_with_its_number() {
        check_rejected("", "line 1: a table needs a name and a key");
        check_rejected("T", "line 1: a partition key is missing");
        check_rejected("\nT  id", "line 2: the key attribute id has no type");
        check_rejected("T  a S  b S  c S", "line 1: a key has at most two attributes");
        check_rejected("T  id S\n  local", "line 2: an index without a name");
        check_rejected(
            "T  id S\n\n  local L  a S  b S  ALL",
            "line 3: a local index has one key attribute: its sort key",
        );
        check_rejected("T  id S\n  global G  ALL", "line 2: a partition key is missing");
        check_rejected(
            "T  id S\n  index G  a S",
            "line 2: not local, global or provisioned: index",
        );
        let units = "line 2: not units as in: 5 read, 10 write";
        check_rejected("T  id S\n  provisioned", units);
        check_rejected("T  id S\n  provisioned  5 read 10 write", units);
        check_rejected("T  id S\n  provisioned  many read, 10 write", units);
        check_rejected("T  id S\n  provisioned  -5 read, 10 write", units);
        check_rejected(
            "T  id S\n  provisioned G  5 read, 10 write",
            "line 2: no global index is called G",
        );
        check_rejected(
            "T  id S\n  local G  a S  ALL\n  provisioned G  5 read, 10 write",
            "line 3: no global index is called G",
        );
    }
}
