//! The tables of `static/docs/operations.md`.

const TEXT: &str = include_str!("../../static/docs/operations.md");

/// What the document says.
pub(crate) struct Document {
    pub(crate) operations: Vec<OperationRow>,
    pub(crate) members: Vec<MemberRow>,
}

/// A row of the table of operations.
pub(crate) struct OperationRow {
    pub(crate) name: &'static str,
    pub(crate) is_implemented: bool,
    /// Why it is not.
    pub(crate) reason: &'static str,
}

/// A row of the table of members that the engine does not have.
pub(crate) struct MemberRow {
    pub(crate) operation: &'static str,
    pub(crate) path: &'static str,
    pub(crate) reason: &'static str,
}

impl Document {
    pub(crate) fn read() -> Self {
        let (mut operations, mut members) = (Vec::new(), Vec::new());
        for row in TEXT.lines().filter_map(cells) {
            match row.as_slice() {
                ["Operation" | "---", ..] => {}
                [name, "implemented" | "unknown", _] => operations.push(OperationRow {
                    name,
                    is_implemented: row[1] == "implemented",
                    reason: row[2],
                }),
                [operation, path, reason] => {
                    members.push(MemberRow { operation, path: path.trim_matches('`'), reason });
                }
                other => panic!("a row has three cells: {other:?}"),
            }
        }
        Self { operations, members }
    }

    /// The paths of the members of an operation that the engine does not have.
    pub(crate) fn members_of(&self, operation: &str) -> Vec<&'static str> {
        let rows = self.members.iter().filter(|row| row.operation == operation);
        rows.map(|row| row.path).collect()
    }
}

fn cells(line: &'static str) -> Option<Vec<&'static str>> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}
