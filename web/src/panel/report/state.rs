//! What can be done with a report. Pure.

use playground::report::ReportFile;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// What can be done with a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Save(ReportFile),
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let Action::Save(file) = action;
        vec![Effect::Download {
            name: shared.session.file_name_with(file.end()),
            text: file.text(shared.session, shared.link().ok().as_ref()).into(),
        }]
    }
}
