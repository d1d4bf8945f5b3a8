//! Planning something else with the tables.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::sandbox::command::{PlanCommand, Response};
use crate::sandbox::input::Input;
use crate::sandbox::plan::Plan;
use crate::session::Session;
use crate::view::message::Message;

impl Session {
    /// Does what the page asks about what is planned.
    pub(crate) fn handle_plan(&mut self, command: PlanCommand) -> Response {
        let plan = &self.state.plan;
        let (plan, key, name) = match command {
            PlanCommand::SetCost(mut cost) => {
                // In the order of their names and one of each, as a document has them.
                cost.prices = BTreeMap::from_iter(cost.prices).into_iter().collect();
                (Plan { cost, ..Plan::clone(plan) }, "action.cost", String::new())
            }
            PlanCommand::SavePattern(draft) => match plan.with_pattern(&draft) {
                Ok(plan) => (plan, "action.save_pattern", draft.name.to_string()),
                Err(fault) => return self.announce(vec![fault], false),
            },
            PlanCommand::SetEntities { table, entities } => {
                (plan.with_entities(&table, entities), "action.entities", table)
            }
            PlanCommand::SetCallers { callers, sender } => {
                let key = match (callers == plan.callers, &sender) {
                    (false, _) => "action.callers",
                    (true, Some(_)) => "action.send_as",
                    (true, None) => "action.send_as_owner",
                };
                let name = sender.clone().unwrap_or_default();
                (Plan { callers, sender, ..Plan::clone(plan) }, key, name)
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
