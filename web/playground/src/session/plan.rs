//! Planning something else with the tables.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::explain::action::of_plan;
use crate::sandbox::attaching::can_be_sql;
use crate::sandbox::command::{PlanCommand, Response};
use crate::sandbox::input::Input;
use crate::sandbox::limit;
use crate::sandbox::plan::Plan;
use crate::session::Session;
use crate::view::message::Message;

impl Session {
    /// Does what the page asks about what is planned.
    pub(crate) fn handle_plan(&mut self, command: PlanCommand) -> Result<Response, Message> {
        let plan = &self.state.plan;
        let plan = match command {
            PlanCommand::SetCost(mut cost) => {
                // In the order of their names and one of each, as a document has them. An earlier version has stored what is no price.
                let prices = BTreeMap::from_iter(cost.prices).into_iter();
                cost.prices = prices.filter(|(_, text)| limit::price(text).is_some()).collect();
                Plan { cost, ..Plan::clone(plan) }
            }
            PlanCommand::SavePattern(draft) => plan.with_pattern(&draft)?,
            PlanCommand::SetEntities { table, entities } => plan.with_entities(&table, entities),
            PlanCommand::SetCallers { callers, sender } => {
                Plan { callers, sender, ..Plan::clone(plan) }
            }
            PlanCommand::SaveProgram(definition) => plan.with_program(&definition)?,
            PlanCommand::DeleteProgram { name } => plan.without_program(&name),
            PlanCommand::SetRegions(regions) => Plan { regions, ..Plan::clone(plan) },
            PlanCommand::SaveSeries(series) => plan.with_series(series),
            PlanCommand::DeleteSeries { name } => plan.without_series(&name),
            PlanCommand::SetSql { table, is_sql } => {
                let known = self.state.database.table(&table);
                let fits = known.is_some_and(|table| can_be_sql(&self.state.database, table));
                if is_sql && !fits {
                    return Err(Message::plain("sql.no_indexes"));
                }
                plan.with_sql(&table, is_sql)
            }
            PlanCommand::DeletePattern { position } => match plan.without_pattern(position) {
                Some((plan, _)) => plan,
                None => return Ok(Response::default()),
            },
        };
        let action = of_plan(&self.state.plan, &plan);
        Ok(self.plan(plan, action))
    }

    /// Plans something else with the tables.
    pub(crate) fn plan(&mut self, plan: Plan, action: Message) -> Response {
        self.run(Input::Plan(Rc::new(plan)), Some(action))
    }
}
