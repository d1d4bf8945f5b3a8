//! Planning something else with the tables.

use std::rc::Rc;

use crate::sandbox::command::{PlanCommand, Response};
use crate::sandbox::entity::fault_of;
use crate::sandbox::input::Input;
use crate::sandbox::plan::Plan;
use crate::session::Session;
use crate::view::message::Message;

impl Session {
    /// Does what the page asks about what is planned.
    pub(crate) fn handle_plan(&mut self, command: PlanCommand) -> Response {
        let plan = &self.state.plan;
        let (plan, key, name) = match command {
            PlanCommand::SetCost(cost) => {
                (Plan { cost, ..Plan::clone(plan) }, "action.cost", String::new())
            }
            PlanCommand::SavePattern(draft) => {
                (plan.with_pattern(&draft), "action.save_pattern", draft.name.to_string())
            }
            PlanCommand::SetEntities { table, entities } => {
                let fault = (0..entities.len()).find_map(|it| fault_of(&entities, it));
                if let Some(fault) = fault {
                    return self.announce(vec![fault], false);
                }
                (plan.with_entities(&table, entities), "action.entities", table)
            }
            PlanCommand::DeletePattern { position } => match plan.without_pattern(position) {
                Some((plan, name)) => (plan, "action.delete_pattern", name),
                None => return Response::default(),
            },
        };
        self.plan(plan, Message::plain(key).with("name", name))
    }

    /// Plans something else with the tables.
    pub(crate) fn plan(&mut self, plan: Plan, action: Message) -> Response {
        self.run(Input::Plan(Rc::new(plan)), Some(action))
    }
}
