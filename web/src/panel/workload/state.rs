//! The workload as it is typed, the request of it that is open, and what can be done with them. Pure.

use std::rc::Rc;

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::call::{CallForm, TextOrigin};
use playground::view::pattern::PatternTarget;
use playground::view::request::{Caret, FieldChange, FieldInput};
use playground::view::traffic::Placement;
use playground::view::value::Text;
use playground::view::workload::{PatternPlan, WorkloadPlan};
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The workload as it is typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The plan while it is typed or drawn; `None` if it is as the sandbox has it.
    pub draft: Option<Rc<WorkloadPlan>>,
    /// The position of the request that is open to be changed.
    pub open: Option<usize>,
    /// Where the user types in an expression of that request.
    pub caret: Option<Caret>,
}

/// What can be done with a workload.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Send the access patterns again, and no longer an experiment.
    Leave,
    /// The plan after a keystroke, or after a step of a drag.
    Edit(Rc<WorkloadPlan>),
    /// Keep the plan as it was typed.
    Commit,
    /// Keep a plan in which a switch was turned.
    Set(Rc<WorkloadPlan>),
    /// Keep a plan in which a request was moved, duplicated or removed.
    Rearrange(Rc<WorkloadPlan>),
    /// Open a request to change it; none if `None`.
    OpenRequest(Option<usize>),
    /// Add a request, or change the one that is open.
    Request(RequestChange),
    /// Start the run.
    Start,
    Pause,
    /// Continue it.
    Resume,
    /// End it.
    Stop,
}

/// What is done to the request that is open.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestChange {
    /// Add another one, and open it.
    Add,
    /// Give it another operation.
    Operation(Text),
    /// Let it look elsewhere.
    Target(PatternTarget),
    /// Move its key to another partition, by position.
    Place(Placement, usize),
    /// What the user does in its fields.
    Field(FieldInput),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        // The button that was pressed is no longer there, or is another request's.
        let mut focus = None;
        let command = match action {
            Action::Edit(plan) => {
                self.draft = Some(plan);
                return Vec::new();
            }
            Action::Leave => {
                self.draft = None;
                focus = Some(Effect::Open(PanelId::WORKLOAD));
                let put_back = shared.session.put_back().map(|(_, request)| request);
                WorkloadCommand::LeaveExperiment { put_back }
            }
            Action::Commit => match self.draft.take() {
                Some(plan) => WorkloadCommand::Set(plan),
                None => return Vec::new(),
            },
            Action::Set(plan) => {
                self.draft = None;
                WorkloadCommand::Set(plan)
            }
            Action::Rearrange(plan) => {
                self.draft = None;
                focus = Some(Effect::Open(PanelId::WORKLOAD));
                self.open = None;
                WorkloadCommand::Set(plan)
            }
            Action::OpenRequest(position) => {
                (self.open, self.caret) = (position, None);
                return Vec::new();
            }
            Action::Request(change) => match self.change(change, shared) {
                Some(plan) => {
                    self.draft = None;
                    WorkloadCommand::Set(Rc::new(plan))
                }
                None => return Vec::new(),
            },
            Action::Start => {
                // Where the verdict will be.
                focus = Some(Effect::Open(PanelId::RUN));
                WorkloadCommand::Start
            }
            Action::Pause => WorkloadCommand::Pause,
            Action::Resume => WorkloadCommand::Resume,
            Action::Stop => WorkloadCommand::Stop,
        };
        [Effect::Command(Command::Workload(command))].into_iter().chain(focus).collect()
    }

    /// Takes note of a command. A plan that was rejected stays, to be corrected.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        match executed.command {
            Command::Workload(WorkloadCommand::Set(plan)) => {
                self.draft = (!executed.accepted).then(|| Rc::clone(plan));
            }
            // What was typed was about other requests.
            Command::Workload(
                WorkloadCommand::Choose { .. } | WorkloadCommand::LeaveExperiment { .. },
            ) => *self = Self::default(),
            _ => {}
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        serde_json::to_value(self.draft.as_ref()?).ok()
    }

    fn resume(&mut self, unfinished: Value) {
        self.draft = serde_json::from_value(unfinished).ok();
    }
}

impl State {
    /// The plan as it is typed, or as the sandbox has it.
    fn plan(&self, shared: &Shared) -> WorkloadPlan {
        let plan = self.draft.clone().unwrap_or_else(|| shared.session.workload(None).plan);
        Rc::unwrap_or_clone(plan)
    }

    /// The plan in which a request is added, or the open one is changed; `None` if it is not to be kept yet.
    fn change(&mut self, change: RequestChange, shared: &Shared) -> Option<WorkloadPlan> {
        let (session, table) = (shared.session, shared.table_name());
        let mut plan = self.plan(shared);
        if change == RequestChange::Add {
            let request = session.new_request(table, &plan)?;
            self.open = Some(plan.patterns.len());
            plan.patterns.push(request);
            return Some(plan);
        }
        let position = self.open?;
        let pattern = plan.patterns.get(position)?;
        let changed = match change {
            RequestChange::Add => return None,
            RequestChange::Operation(operation) => {
                session.request_with(&plan, position, &operation, None)
            }
            RequestChange::Target(target) => {
                session.request_with(&plan, position, &pattern.operation, Some(&target))
            }
            RequestChange::Place(placement, partition) => {
                session.placed(pattern, &placement, partition)?
            }
            RequestChange::Field(FieldInput::MoveCaret(caret)) => {
                self.caret = caret;
                return None;
            }
            RequestChange::Field(FieldInput::Change { path, change, caret }) => {
                let form = session.change_call(table, &form_of(pattern), &path, &change)?;
                self.caret = caret;
                plan.patterns[position].request = form.text;
                return match change {
                    // What is typed is kept when the focus leaves.
                    FieldChange::Text(_) | FieldChange::Key(_) | FieldChange::Complete(_) => {
                        self.draft = Some(Rc::new(plan));
                        None
                    }
                    FieldChange::Choose(_)
                    | FieldChange::ChooseKey(_)
                    | FieldChange::Flag(_)
                    | FieldChange::Kind(_)
                    | FieldChange::Add
                    | FieldChange::Remove => Some(plan),
                };
            }
        };
        plan.patterns[position] = changed;
        Some(plan)
    }
}

/// A request of a workload as a form.
pub(super) fn form_of(pattern: &PatternPlan) -> CallForm {
    let PatternPlan { operation, request, .. } = pattern;
    let (operation, text) = (Text::clone(operation), Text::clone(request));
    CallForm { operation, text, origin: TextOrigin::Typed }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;
    use playground::view::request::{FieldPath, Step};

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    /// A panel of the first example, whose commands are done.
    struct Opened {
        state: State,
        session: Session,
    }

    impl Opened {
        fn act(&mut self, action: Action) {
            let (selection, page) = (Selection::default(), PageState::default());
            let shared = Shared { session: &self.session, selection: &selection, page: &page };
            for effect in self.state.update(action, &shared) {
                let Effect::Command(command) = effect else { continue };
                let accepted = self.session.handle(command.clone()).accepted;
                let shared = Shared { session: &self.session, selection: &selection, page: &page };
                let executed = Executed { command: &command, accepted, outcomes: &[] };
                self.state.observe(&executed, &shared);
            }
        }

        /// The requests of the sandbox, each as its name and its text without spaces.
        fn requests(&self) -> Vec<(String, String)> {
            let plan = self.session.workload(None).plan;
            let line = |text: &str| text.split_whitespace().collect::<String>();
            plan.patterns.iter().map(|it| (it.name.to_string(), line(&it.request))).collect()
        }
    }

    #[test]
    fn a_request_of_any_operation_is_added_and_changed_by_fields() {
        let mut page = Opened { state: State::default(), session: Session::first() };
        page.act(Action::Request(RequestChange::Add));
        page.act(Action::Request(RequestChange::Add));
        assert_eq!(page.state.open, Some(1));
        let names: Vec<String> = page.requests().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Query Orders", "Query Orders 2"]);
        page.act(Action::Request(RequestChange::Operation("GetItem".into())));
        let key = |order: &str| {
            format!(
                r#"{{"Key":{{"CustomerId":{{"S":"C1"}},"OrderId":{{"S":"{order}"}}}},"TableName":"Orders"}}"#
            )
        };
        assert_eq!(page.requests()[1], ("GetItem Orders".to_owned(), key("O-1001")));

        let path = FieldPath(vec![Step::Member("Key"), Step::Entry(1)]);
        let type_key = FieldInput::change(&path, FieldChange::Text("O-{uniform 9}".into()));
        page.act(Action::Request(RequestChange::Field(type_key)));
        assert_eq!(page.requests()[1].1, key("O-1001"), "it is kept when the focus leaves");
        page.act(Action::Commit);
        assert_eq!(page.requests()[1].1, key("O-{uniform9}"));
        let path = FieldPath(vec![Step::Member("ConsistentRead")]);
        let turn = FieldInput::change(&path, FieldChange::Flag(true));
        page.act(Action::Request(RequestChange::Field(turn)));
        assert!(page.requests()[1].1.contains(r#""ConsistentRead":true"#));
    }

    #[test]
    fn the_key_of_a_request_is_moved_to_a_partition() {
        let mut page = Opened { state: State::default(), session: Session::first() };
        page.act(Action::Request(RequestChange::Add));
        page.act(Action::Request(RequestChange::Operation("GetItem".into())));
        let placement = |page: &Opened| {
            let pattern = page.session.workload(None).plan.patterns[0].clone();
            let editor = page.session.request_editor(None, &pattern).expect("there is a table");
            editor.placements[0].clone()
        };
        let first = placement(&page);
        assert_eq!((&*first.value, first.partitions.len()), ("C1", 4));
        for partition in 0..4 {
            let last = placement(&page);
            page.act(Action::Request(RequestChange::Place(last, partition)));
            assert_eq!(placement(&page).position, partition);
        }
        page.act(Action::Request(RequestChange::Place(placement(&page), first.position)));
        assert_eq!(
            placement(&page),
            first,
            "a number is added to the text only where it is needed"
        );
    }

    #[test]
    fn a_plan_that_is_typed_is_kept_once() {
        let plan = Rc::new(WorkloadPlan {
            seed: u64::MAX,
            seconds: 60,
            patterns: Vec::new(),
            retries: true,
            limits: true,
            idle: false,
        });
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let update = |state: &mut State, action| state.update(action, &shared);
        let mut state = State::default();
        assert_eq!(update(&mut state, Action::Edit(Rc::clone(&plan))), []);
        let mut after = State::default();
        after.resume(state.unfinished().expect("a plan is being typed"));
        assert_eq!(after, state, "a reload does not lose it");
        let command = Command::Workload(WorkloadCommand::Set(plan));
        assert_eq!(update(&mut state, Action::Commit), [Effect::Command(command.clone())]);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] }, &shared);
        assert_eq!(state, after, "a plan that was rejected stays");
        update(&mut state, Action::Commit);
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(update(&mut state, Action::Commit), []);
        assert_eq!(state.unfinished(), None);
    }
}
