//! Runs the clock and the workload, frame by frame.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::workload::WorkloadStage;
use yew::prelude::*;

use crate::app::clock::Slice;
use crate::app::state::action::Action;
use crate::app::{App, Event};
use crate::panel::page::PageAction;

impl App {
    /// Asks for frames while time passes, and only then.
    pub(super) fn run_clock(&mut self, ctx: &Context<Self>) {
        let is_running = self.is_time_running();
        let unseen = self.session.is_opening();
        self.clock.run(is_running, unseen, &ctx.link().callback(Event::Frame));
    }

    /// Whether virtual time passes without being asked for.
    pub(super) fn is_time_running(&self) -> bool {
        let awaited = self.state.page.rewound || self.session.clock().awaited;
        match self.session.workload_stage() {
            WorkloadStage::Running => true,
            WorkloadStage::Paused => false,
            WorkloadStage::Idle => self.state.page.is_playing() && awaited,
        }
    }

    /// What holds the run that is under way, or goes on with it: it has its own clock.
    pub(super) fn hold_of_run(&self, action: &Action) -> Option<Command> {
        self.session.running_since()?;
        let hold = match self.session.workload_stage() {
            WorkloadStage::Paused => WorkloadCommand::Resume,
            WorkloadStage::Running | WorkloadStage::Idle => WorkloadCommand::Pause,
        };
        let is_clock = matches!(action, Action::Page(PageAction::SetPlaying(_)));
        is_clock.then_some(Command::Workload(hold))
    }

    /// Shows what a frame has led to. Nothing was typed in it, so no draft is kept.
    pub(super) fn continued(&mut self, ctx: &Context<Self>) {
        self.continue_lesson(ctx);
        self.answer_host(ctx);
        self.play_lesson(ctx);
        self.tell_notes(ctx);
        self.look();
        self.run_clock(ctx);
    }

    /// Gives the workload its part of a frame, and looks what has become of it.
    pub(super) fn run_workload(&mut self, ctx: &Context<Self>) {
        let slice = Slice::begin();
        while self.session.workload_stage() == WorkloadStage::Running && slice.lasts() {
            self.ask(ctx, slice.command());
        }
        self.continued(ctx);
    }
}
