//! Programs that read the streams of a sandbox.

use engine::api::program::{read, trial};
use engine::api::value::item_from_json;
use engine::database::Database;
use engine::database::program::Program;
use engine::model::item::Item;
use engine::model::key::KeyType;
use engine::receipt::Taken;
use engine::table::Table;
use serde_json::{Map, json};

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// A program that ran because of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramRun {
    pub program: Text,
    /// The records of the batches on which it ran to its end: those of the operation, and those that were given with them.
    pub record_count: u64,
    /// How many of these records follow from the operation.
    pub own_count: u64,
    /// How often it failed.
    pub failure_count: u64,
    /// What its requests took.
    pub taken: Taken,
}

impl ProgramRun {
    /// Whether other operations led to it, too.
    pub(crate) fn is_shared(&self) -> bool {
        self.own_count < self.record_count
    }
}

/// Items that a program is tried with. Model: among them are those that its filter accepts.
const TRIED_ITEM_COUNT_MAX: usize = 20;

/// What would go wrong if a program ran: its table is not there, or one of its requests is rejected for an item of the table.
pub(crate) fn foreseen_fault(database: &Database, definition: &str) -> Option<Message> {
    let program = read(definition).ok()?;
    let name = program.table.as_str();
    let Some(table) = database.table(name) else {
        return Some(Message::plain("program.no_table").with("table", name));
    };
    let made_up = (table.items.count() == 0).then(|| key_of_kinds(table)).flatten();
    // What an item has beside its key is not known while there is none.
    let made_up = made_up.filter(|_| !definition.contains("{new."));
    let items = table.items.iter().take(TRIED_ITEM_COUNT_MAX).map(|(_, stored)| &*stored.image);
    let failure = items.chain(&made_up).find_map(|item| trial(database, definition, item))?;
    Some(Message::plain("program.would_fail").with("error", Argument::English(failure.into())))
}

/// An item that has nothing but a key.
fn key_of_kinds(table: &Table) -> Option<Item> {
    let attributes = table.schema.key.attributes();
    let members: Map<_, _> = attributes
        .map(|it| {
            let value = match it.kind {
                KeyType::S => json!({ "S": "a" }),
                KeyType::N => json!({ "N": "1" }),
                KeyType::B => json!({ "B": "YQ==" }),
            };
            (it.name.to_string(), value)
        })
        .collect();
    item_from_json(members.into()).ok()
}

/// Reads a program. Fails with what is wrong with it.
pub(crate) fn read_program(definition: &str) -> Result<Program, Message> {
    read(definition).map_err(|error| {
        let error = Argument::English(error.to_string().into());
        Message::plain("program.wrong").with("error", error)
    })
}
