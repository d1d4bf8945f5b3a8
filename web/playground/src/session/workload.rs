//! The workload of a session: how it is set, and how it runs in slices between which the page is drawn.
//!
//! A run works on a copy of the sandbox. When it is over, or anything else is asked, the copy takes the place of the
//! sandbox, and the whole run is one action of the log.

use std::mem;
use std::rc::Rc;

use engine::operation::Operation;
use engine::workload::result::FinalThroughput;
use engine::workload::run::Run;

use crate::explain::action::of_plan;
use crate::sandbox::budget::Budget;
use crate::sandbox::command::{Response, SetUp, WorkloadCommand};
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::plan::{Experiment, Plan};
use crate::sandbox::record::RunEnd;
use crate::sandbox::request::Request;
use crate::sandbox::running::Running;
use crate::sandbox::workload::{obstacle, too_many_requests, workload_of};
use crate::session::Session;
use crate::session::repair::Repair;
use crate::view::message::Message;
use crate::view::value::Text;
use crate::view::workload::WorkloadStage;
use crate::views::workload::last_run_words;

impl Session {
    /// Whether a workload runs, is held, or neither. One that runs on two designs cannot be held.
    pub fn workload_stage(&self) -> WorkloadStage {
        match &self.running {
            Some(running) => running.stage(),
            None if self.playback.as_ref().is_some_and(|it| it.is_held) => WorkloadStage::Paused,
            None if self.compares() || self.tries() || self.plays() || self.is_busy() => {
                WorkloadStage::Running
            }
            None => WorkloadStage::Idle,
        }
    }

    /// What the partitions measured at the end of the last run, if it was limited.
    pub fn last_run_throughput(&self) -> Option<&FinalThroughput> {
        self.current().run.as_ref()?.result.throughput.as_ref()
    }

    /// The second of virtual time in which the run under way began; `None` if none is.
    pub fn running_since(&self) -> Option<u64> {
        self.running.as_ref().map(|running| running.result().first_second)
    }

    /// The second of virtual time in which the last run began.
    pub fn last_run_since(&self) -> Option<u64> {
        self.current().run.as_ref().map(|run| run.result.first_second)
    }

    /// Does what the page asks about the workload.
    pub(crate) fn handle_workload(&mut self, command: WorkloadCommand) -> Response {
        if !matches!(command, WorkloadCommand::Step { .. }) {
            self.cancel_import();
        }
        match command {
            WorkloadCommand::Set(plan) => {
                self.set_traffic(|old| old.with_traffic(workload_of(&plan)))
            }
            WorkloadCommand::Choose { experiment, set_up } => self.choose(&experiment, set_up),
            WorkloadCommand::LeaveExperiment { put_back } => self.leave_experiment(put_back),
            WorkloadCommand::Start => self.start_workload(),
            WorkloadCommand::Step { turn_count } => self.step_workload(turn_count),
            WorkloadCommand::Pause => self.hold_workload(true),
            WorkloadCommand::Resume if self.plays() => self.begin_playback(),
            WorkloadCommand::Resume => self.hold_workload(false),
            WorkloadCommand::Stop if self.is_opening() => self.cancel_opening(),
            WorkloadCommand::Stop if self.recalling.is_some() => self.cancel_recalling(),
            WorkloadCommand::Stop if self.plays() => self.cancel_playback(),
            WorkloadCommand::Stop if self.underway.is_some() => self.settle_underway(),
            WorkloadCommand::Stop if self.compares() => self.cancel_comparison(),
            WorkloadCommand::Stop if self.tries() => self.cancel_trying(),
            WorkloadCommand::Stop => self.settle_workload(RunEnd::Stopped),
            WorkloadCommand::Try(remedy) => self.try_remedy(remedy),
            WorkloadCommand::Keep(remedy) => self.keep_remedy(&remedy),
        }
    }

    /// The last run and why it ended, in words for a picture or paper.
    pub fn last_run_words(&self) -> Option<Message> {
        last_run_words(&self.state)
    }

    fn set_traffic(&mut self, change: impl FnOnce(&Plan) -> Plan) -> Response {
        self.settle_workload(RunEnd::Interrupted);
        let plan = change(&self.state.plan);
        let action = of_plan(&self.state.plan, &plan);
        self.plan(plan, action)
    }

    fn choose(&mut self, experiment: &str, set_up: SetUp) -> Response {
        let SetUp { commands, plan, put_back } = set_up;
        for command in commands {
            let response = self.perform(command);
            if !response.accepted {
                return response;
            }
        }
        let (name, workload) = (experiment.to_owned(), Rc::new(workload_of(&plan)));
        let chosen = Some(Experiment { name, workload, put_back });
        self.set_traffic(|old| Plan { experiment: chosen, ..old.clone() })
    }

    /// Sends the access patterns again. What the experiment has provisioned is put back in the same step.
    fn leave_experiment(&mut self, put_back: Option<Text>) -> Response {
        self.settle_workload(RunEnd::Interrupted);
        let plan = Plan { experiment: None, ..Plan::clone(&self.state.plan) };
        let action = of_plan(&self.state.plan, &plan);
        let Some(request) = put_back else {
            return self.plan(plan, action);
        };
        let update = Request::of_text(Operation::UpdateTable.name(), &request);
        let inputs = [Input::Call(update), Input::Plan(Rc::new(plan))];
        self.run(Input::Together(inputs.into()), Some(action))
    }

    fn start_workload(&mut self) -> Response {
        self.settle_workload(RunEnd::Interrupted);
        let workload = self.state.plan.traffic().clone();
        if let Some(obstacle) = obstacle(&workload).or_else(|| too_many_requests(&workload)) {
            return self.announce(vec![obstacle], false);
        }
        self.fork();
        let mut state = self.state.clone();
        state.run = None;
        let run = Run::new(&workload, &mut state.database).expect("there is no obstacle");
        let (is_paused, expected, until) = (false, None, self.ends_at);
        self.running = Some(Running { workload, run, state, is_paused, expected, until });
        self.announce(vec![Message::plain("said.workload_started")], true)
    }

    /// Takes some turns of the workload that runs, and settles it when it is over.
    fn step_workload(&mut self, turn_count: u64) -> Response {
        if self.workload_stage() == WorkloadStage::Paused {
            return Response::default();
        }
        let values_beside = self.values_beside();
        let mut budget = Budget { values_beside, ..Budget::of_turns(turn_count) };
        let steps = budget.steps;
        let response = match () {
            () if self.plays() => self.step_playback(&mut budget),
            () if self.is_busy() => self.step_busy(&mut budget),
            () if self.tries() => self.step_trying(&mut budget),
            () => self.step_comparison(&mut budget),
        };
        self.spent_steps = self.spent_steps.saturating_add(steps - budget.steps);
        response
    }

    /// Goes on until the second of the run is over, or as far as a slice goes. A run that is held stays so.
    pub(crate) fn step_second(&mut self) -> Response {
        let mut response = Response::DONE;
        let begun = |session: &Self| Some(session.running.as_ref()?.result().seconds.len());
        let second = begun(self);
        let mut budget = Budget { values_beside: self.values_beside(), ..Budget::slice() };
        while begun(self).is_some() && begun(self) == second && !budget.is_spent() {
            let mut turn = Budget { turn_count: 1, ..budget };
            response = self.step_busy(&mut turn);
            budget.steps = turn.steps;
        }
        response
    }

    /// Pauses the workload, or resumes it.
    fn hold_workload(&mut self, is_paused: bool) -> Response {
        let Some(running) = &mut self.running else { return Response::default() };
        running.is_paused = is_paused;
        Response::DONE
    }

    /// Lets the sandbox become what the workload has made of it. Nothing happens if none is under way.
    pub(crate) fn settle_workload(&mut self, end: RunEnd) -> Response {
        let Some(Running { workload, run, state, expected, .. }) = self.running.take() else {
            return Response::default();
        };
        self.log.prepare(&self.state);
        let before = mem::replace(&mut self.state, state);
        let run = self.state.finish_run(&workload, run, end);
        let record = run.record.clone();
        let (role, weight) = (Role::Action(record.action()), record.turn_count);
        self.keep(Input::RunWorkload(record), role, weight);
        let (after, last) = ((&self.state, &self.log), self.repair.as_ref());
        self.repair = Some(Repair::new(run.clone(), before, after, last));
        self.report(Outcome::RunEnded { run, is_replay: expected.is_some() }, None)
    }
}
