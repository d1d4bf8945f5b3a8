//! What can be done with a receipt: following a suggestion, and returning to the last operation. Pure.

use engine::table::Table;
use engine::table::schema::Scope;
use playground::sandbox::command::Command;
use playground::view::design::DesignPurpose;
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::receipt::NextStep;
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Input, Target, read_stale};
use crate::panel::shared::Shared;

/// What can be done with a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Explain the last operation again.
    Return,
    /// Follow a suggestion.
    Do(NextStep),
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let read =
            |operation, index| Effect::Begin(Input::Read(ReadForm::new(operation, index, None)));
        let effect = match action {
            Action::Do(NextStep::ReadStale { operation, request }) => {
                return read_stale(&operation, &request);
            }
            Action::Return => Effect::Show(Target::Operation(None)),
            Action::Do(NextStep::Send { operation, request }) => Effect::Command(Command::Call {
                operation: operation.to_string(),
                request: request.to_string(),
            }),
            Action::Do(NextStep::QueryIndex) => {
                read(ReadOperation::Query, shared.table().and_then(first_global_index))
            }
            Action::Do(NextStep::ScanTable) => read(ReadOperation::Scan, None),
            Action::Do(NextStep::OpenDesign) => Effect::Begin(Input::design(DesignPurpose::Create)),
        };
        vec![effect]
    }
}

/// The first global index of a table.
fn first_global_index(table: &Table) -> Option<Text> {
    let index = table.indexes.iter().find(|index| index.schema.scope == Scope::Global)?;
    Some(index.schema.name.as_str().into())
}
