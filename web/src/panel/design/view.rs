//! The form about a table that is open, and what it would do. Pure.

use playground::view::design::{DesignCheck, DesignInterest, DesignPlace, KeyDesign, TableDesign};
use playground::view::message::{Argument, Message};

use crate::panel::design::state::State;
use crate::panel::shared::Shared;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What is filled in.
    pub interest: DesignInterest,
    /// The part in which the focus begins.
    pub focus: DesignPlace,
    /// What it would send and do, and whether DynamoDB would accept it.
    pub check: DesignCheck,
}

/// The fields that have to be filled in, by their labels: "Table name", "Sort key of ByDate".
pub(super) fn missing(design: &TableDesign) -> Vec<Message> {
    let field = |name: &str, key| name.is_empty().then(|| Message::plain(key));
    let sort_key = design.sort_key.as_ref();
    let of_table = [
        field(&design.name, "design.name"),
        field(&design.partition_key.name, "design.partition_key"),
        sort_key.and_then(|key| field(&key.name, "design.sort_key")),
    ];
    // The partition key of a local index is the table's.
    let local = design.local_indexes.iter().map(|index| (index, false));
    let of_indexes = local.chain(design.global_indexes.iter().map(|index| (index, true)));
    let of_indexes = of_indexes.flat_map(|(index, has_partition_key)| {
        let keys = |keys: &[KeyDesign], key| keys.iter().find_map(|it| field(&it.name, key));
        let partition_key = has_partition_key
            .then(|| keys(&index.partition_keys, "design.partition_key"))
            .flatten();
        let fields = [partition_key, keys(&index.sort_keys, "design.sort_key")];
        let of_index = |field| match index.name.is_empty() {
            true => Message::plain("design.field_of_new").with("field", field),
            false => Message::plain("design.field_of")
                .with("field", field)
                .with("index", Argument::Name(index.name.as_str().into(), None)),
        };
        let of_index = fields.into_iter().flatten().map(of_index).collect::<Vec<Message>>();
        field(&index.name, "design.index_name").into_iter().chain(of_index)
    });
    of_table.into_iter().flatten().chain(of_indexes).collect()
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let interest = state.interest.clone()?;
    let check = shared.session.check_design(&interest);
    Some(View { check, focus: state.focus, interest })
}

#[cfg(test)]
mod tests {
    use playground::message::text;
    use playground::view::design::{CapacityDesign, IndexDesign, KeyKind, ProjectionDesign};

    use super::*;

    #[test]
    fn each_field_that_is_missing_is_named() {
        let key = |name: &str| KeyDesign { name: name.to_owned(), kind: KeyKind::S };
        let index = |name: &str, partition_key: &str, sort_key: &str| IndexDesign {
            name: name.to_owned(),
            partition_keys: vec![key(partition_key)],
            sort_keys: vec![key(sort_key)],
            projection: ProjectionDesign::All,
            capacity: CapacityDesign::default(),
        };
        let design = TableDesign {
            name: String::new(),
            partition_key: key(""),
            sort_key: Some(key("Date")),
            local_indexes: vec![index("ByTotal", "", "")],
            global_indexes: vec![index("", "", "Date"), index("ByDate", "Date", "Id")],
            settings: None,
        };
        let names = missing(&design).iter().map(text).collect::<Vec<String>>();
        let expected = [
            "Table name",
            "Partition key",
            "Sort key of ByTotal",
            "Index name",
            "Partition key of the new index",
        ];
        assert_eq!(names, expected);
    }
}
