//! The program that is edited, and what is shown. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::message::Message;
use playground::view::program::ProgramsView;
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// The program that is edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Its JSON, as typed; `None` if none is edited.
    pub text: Option<String>,
}

/// What can be done with programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Edit a program, or a new one.
    Edit(Text),
    Type(String),
    Cancel,
    Save,
    Delete(Text),
    /// Give the table a stream.
    SwitchOn(Text),
}

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub programs: ProgramsView,
    /// The program that is edited, if one is.
    pub editor: Option<EditorView>,
    /// Whether the user can do more than look.
    pub is_editable: bool,
}

/// A program that is edited.
#[derive(Debug, Clone, PartialEq)]
pub struct EditorView {
    /// Its JSON, as typed.
    pub text: Text,
    /// Why it cannot be saved.
    pub fault: Option<Message>,
    /// What would go wrong if it ran.
    pub warning: Option<Message>,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Edit(definition) => self.text = Some(definition.to_string()),
            Action::Type(text) => self.text = Some(text),
            Action::Cancel => self.text = None,
            Action::Save => {
                let command =
                    self.text.as_deref().map(|text| PlanCommand::SaveProgram(text.into()));
                return command.map(|it| Effect::Command(Command::Plan(it))).into_iter().collect();
            }
            Action::SwitchOn(table) => {
                let stream =
                    json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
                let request = json!({ "TableName": &*table, "StreamSpecification": stream });
                let (operation, request) = ("UpdateTable".to_owned(), request.to_string());
                return vec![Effect::Command(Command::Call { operation, request })];
            }
            Action::Delete(name) => {
                let command = Command::Plan(PlanCommand::DeleteProgram { name });
                return vec![Effect::Command(command)];
            }
        }
        Vec::new()
    }

    /// Closes the editor when its program was saved.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if let (Command::Plan(PlanCommand::SaveProgram(saved)), true) =
            (executed.command, executed.accepted)
            && self.text.as_deref() == Some(&**saved)
        {
            self.text = None;
        }
        Vec::new()
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }

    fn unfinished(&self) -> Option<Value> {
        self.text.as_ref().map(|text| json!(text))
    }

    fn resume(&mut self, unfinished: Value) {
        self.text = unfinished.as_str().map(str::to_owned);
    }
}

impl State {
    /// What the panel shows; nothing for a table of DynamoDB without a stream and programs.
    pub(super) fn view(&self, shared: &Shared) -> Option<View> {
        let programs = shared.session.programs(shared.table_name())?;
        let is_shown = programs.has_stream || programs.is_sql || !programs.programs.is_empty();
        is_shown.then(|| View {
            programs,
            editor: self.text.as_ref().map(|text| EditorView {
                text: Text::from(text.as_str()),
                fault: shared.session.program_fault(text),
                warning: shared.session.program_warning(text),
            }),
            is_editable: !shared.page.is_read_only(),
        })
    }
}
