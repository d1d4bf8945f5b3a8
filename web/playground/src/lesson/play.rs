//! Plays actions and steps at once, without a page.

use crate::lesson::action::Action;
use crate::lesson::file::Lesson;
use crate::lesson::observed::Observed;
use crate::lesson::player::Player;
use crate::sandbox::command::{Command, Response, WorkloadCommand};
use crate::session::Session;
use crate::view::workload::WorkloadStage;

/// Turns of a workload between two looks at whether it is over.
const TURN_COUNT: u64 = 10_000;

/// The sandbox with which a lesson begins.
pub fn opened(lesson: &Lesson, title: &str) -> Session {
    let mut session = Session::first();
    session.handle(lesson.opening(title));
    session
}

/// The sandbox with which a step begins: every action of the steps before it has been played, and every task solved.
/// A position behind the last step gives the sandbox at the end.
pub fn at_step(lesson: &Lesson, title: &str, position: usize) -> Session {
    let mut session = opened(lesson, title);
    let mut observed = Observed::default();
    for action in Player::actions_before(lesson, position) {
        perform(&mut session, action, &mut observed);
    }
    session
}

/// Performs an action to its end, and notes what happened. Returns false if a command was not accepted, as when DynamoDB
/// rejects a request. The commands after it are still performed.
pub fn perform(session: &mut Session, action: &Action, observed: &mut Observed) -> bool {
    perform_within(session, action, observed, u64::MAX)
}

/// The same, but what is under way when the session has taken more than so many steps is stopped.
pub(crate) fn perform_within(
    session: &mut Session,
    action: &Action,
    observed: &mut Observed,
    steps: u64,
) -> bool {
    let mut accepted = true;
    for command in action.commands() {
        accepted &= handle(session, command, observed).accepted;
        while session.workload_stage() == WorkloadStage::Running {
            let is_enough = session.spent_steps() > steps;
            let step = WorkloadCommand::Step { turn_count: TURN_COUNT };
            let next = if is_enough { WorkloadCommand::Stop } else { step };
            handle(session, Command::Workload(next), observed);
        }
    }
    accepted
}

fn handle(session: &mut Session, command: Command, observed: &mut Observed) -> Response {
    let response = session.handle(command);
    observed.note(session.outcomes());
    response
}
