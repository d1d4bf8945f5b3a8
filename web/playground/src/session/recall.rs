//! What led to stored work is replayed beside the sandbox, and takes its place when all of it has been replayed: when it is opened, if
//! that is short and no workload ran, or else when its last action is undone.

use engine::model::bytes::Bytes;

use crate::sandbox::budget::{Budget, SLICE_STEPS};
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::story::Story;
use crate::session::Session;
use crate::view::message::Message;
use crate::view::share::PlaybackView;

/// Steps that a replay at an opening may take. Model: a few seconds in a browser.
const REPLAYED_STEPS_MAX: u64 = 64 * SLICE_STEPS;

/// Items with which it may begin, which are loaded at once. Model: two slices.
const BASE_ITEM_COUNT_MAX: u64 = 2 * SLICE_STEPS;

/// What led to a sandbox that is being opened, and is replayed while it is short.
#[derive(Debug)]
pub(crate) struct Retelling {
    session: Box<Session>,
    left: Budget,
}

impl Retelling {
    /// The story of a sandbox, unless it is long or has a run.
    pub(crate) fn of(story: &Story) -> Option<Self> {
        let items = story.base.tables.iter().map(|table| table.items.len() as u64).sum::<u64>();
        if items > BASE_ITEM_COUNT_MAX || story.has_run() {
            return None;
        }
        let session = Session::replaying(story);
        let weight = session.playback.as_ref().map_or(0, |playback| playback.weight);
        let left = Budget { steps: REPLAYED_STEPS_MAX, ..Budget::unlimited() };
        let is_short = weight <= REPLAYED_STEPS_MAX && session.problems.is_empty();
        is_short.then_some(Self { session, left })
    }

    /// Replays while steps are left. Returns whether it is over.
    pub(crate) fn step(&mut self, budget: &mut Budget) -> bool {
        let mut part = Budget { steps: budget.steps.min(self.left.steps), ..*budget };
        let before = part.steps;
        let is_over = self.session.step_replay(&mut part);
        self.left.spend(before - part.steps);
        budget.spend(before - part.steps);
        is_over || self.left.is_spent()
    }

    /// Takes the place of the session that was opened, if it has led to the same. What was consumed before it began is added.
    pub(crate) fn finish(self, session: &mut Session, consumed: &Ledger) {
        let Self { session: mut told, .. } = self;
        let is_complete = !told.plays() && !told.is_busy();
        if !is_complete || told.state.document() != session.state.document() {
            return;
        }
        let before = consumed.beyond(&told.state.at_rest().ledger);
        told.state.ledger.add_all(&before);
        told.log.add_units(&before);
        (session.state, session.log, session.before_opening) = (told.state, told.log, None);
    }

    /// Memory that it takes.
    pub(crate) fn memory(&self) -> Bytes {
        self.session.memory()
    }
}

impl Session {
    /// A session that begins where a story does, and replays it.
    fn replaying(story: &Story) -> Box<Self> {
        let (mut session, mut problems) = (Box::new(Self::of(&story.base)), Vec::new());
        session.play(&story.log, None, &mut problems);
        session.begin_playback();
        session.problems = problems;
        session
    }

    /// Replays while steps are left. Returns whether it is over.
    fn step_replay(&mut self, budget: &mut Budget) -> bool {
        while self.plays() || self.is_busy() {
            if budget.is_spent() {
                return false;
            }
            match self.plays() {
                true => self.step_playback(budget),
                false => self.step_busy(budget),
            };
        }
        true
    }

    /// What undo would revert: an action of the log, or one before the sandbox was opened.
    pub(crate) fn undoable(&self) -> Option<Message> {
        let earlier = || self.story_before_opening().and(self.before_opening.clone());
        self.log.undoable().cloned().or_else(earlier)
    }

    /// What led to the sandbox, if no action since its opening is left to be undone.
    fn story_before_opening(&self) -> Option<&Story> {
        let is_first = self.log.undoable().is_none() && self.log.begins_at_opening();
        self.log.opened().story().filter(|_| is_first)
    }

    /// Begins to replay what led to the sandbox, in order to undo the last action of it.
    pub(crate) fn recall(&mut self) -> Response {
        let Some(story) = self.story_before_opening() else { return Response::default() };
        self.recalling = Some(Self::replaying(story));
        self.step_recalling(&mut Budget::slice())
    }

    /// Continues to replay.
    pub(crate) fn step_recalling(&mut self, budget: &mut Budget) -> Response {
        let Some(session) = &mut self.recalling else { return Response::DONE };
        if !session.step_replay(budget) {
            return Response::DONE;
        }
        let left_ms = session.state.database.now().until(self.state.database.now());
        if left_ms > 0 && session.problems.is_empty() {
            session.apply_slice(Input::Advance { by_ms: left_ms }, None, budget);
            return self.step_recalling(budget);
        }
        let Some(session) = self.recalling.take() else { return Response::DONE };
        let Self { state, log, mut problems, .. } = *session;
        if let Some(problem) = problems.pop() {
            self.set_notice(problem.message());
            return self.announce(vec![problem.message()], false);
        }
        (self.state, self.log) = (state, log);
        self.journal.break_off();
        self.undo()
    }

    /// Leaves the sandbox as it is.
    pub(crate) fn cancel_recalling(&mut self) -> Response {
        match self.recalling.take() {
            Some(_) => self.announce(vec![Message::plain("said.sending_cancelled")], true),
            None => Response::default(),
        }
    }

    /// How far the replay has come.
    pub(crate) fn recalling_view(&self) -> Option<PlaybackView> {
        self.recalling.as_ref()?.playback_view()
    }

    /// Memory of what is to take the place of the sandbox.
    pub(crate) fn replacement_memory(&self) -> Bytes {
        let opening = self.opening.as_ref().map_or(Bytes::ZERO, |opening| opening.memory());
        opening + self.recalling.as_ref().map_or(Bytes::ZERO, |session| session.memory())
    }
}
