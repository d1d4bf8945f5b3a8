//! What led to stored work is replayed beside the sandbox, and takes its place when all of it has been replayed: when it is opened, if
//! that is short and no workload ran, or else when its last action is undone.

use engine::model::bytes::Bytes;

use crate::sandbox::budget::{Budget, SLICE_STEPS};
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::log::InputLog;
use crate::sandbox::state::State;
use crate::sandbox::story::Story;
use crate::session::Session;
use crate::view::message::Message;
use crate::view::share::PlaybackView;

/// Steps that a replay at an opening may take. Model: a few seconds in a browser.
const REPLAYED_STEPS_MAX: u64 = 64 * SLICE_STEPS;

/// Items with which it may begin, which are loaded at once. Model: two slices.
const BASE_ITEM_COUNT_MAX: u64 = 2 * SLICE_STEPS;

/// What led to a sandbox, which is replayed.
#[derive(Debug)]
pub(crate) struct Retelling {
    session: Box<Session>,
    left: Budget,
    /// Whether it has led to the sandbox as it was opened; what follows is the time since.
    is_confirmed: bool,
}

impl Retelling {
    /// All of a story.
    fn of(story: &Story) -> Self {
        let session = Session::replaying(story);
        Self { session, left: Budget::unlimited(), is_confirmed: false }
    }

    /// The story of a sandbox that is being opened, unless it is long or has a run.
    pub(crate) fn of_short(story: &Story) -> Option<Self> {
        let items = story.base.tables.iter().map(|table| table.items.len() as u64).sum::<u64>();
        if items > BASE_ITEM_COUNT_MAX || story.has_run() {
            return None;
        }
        let told = Self::of(story);
        let weight = told.session.playback.as_ref().map_or(0, |playback| playback.weight);
        let left = Budget { steps: REPLAYED_STEPS_MAX, ..Budget::unlimited() };
        let is_short = weight <= REPLAYED_STEPS_MAX && told.session.problems.is_empty();
        is_short.then_some(Self { left, ..told })
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

    /// Whether it has led to a sandbox that was opened. Another version of the page may do otherwise with what was done.
    fn leads_to(&self, opened: &State) -> bool {
        let told = &self.session;
        !told.plays() && !told.is_busy() && told.state.document() == opened.document()
    }

    /// Takes the place of a design and its log, if it has led to what was opened. Units that were consumed beyond it are added.
    pub(crate) fn finish(self, state: &mut State, log: &mut InputLog) {
        if !self.is_confirmed && !self.leads_to(log.opened()) {
            return;
        }
        let Self { session: mut told, .. } = self;
        let beyond = state.ledger.beyond(&told.state.at_rest().ledger);
        told.state.ledger.add_all(&beyond);
        told.log.add_units(&beyond);
        (*state, *log) = (told.state, told.log);
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
        let earlier = || self.story_before_opening().and(self.log.before_opening.clone());
        self.log.undoable().cloned().or_else(earlier)
    }

    /// What led to the sandbox, if no action since its opening is left to be undone, and one before it can be.
    fn story_before_opening(&self) -> Option<&Story> {
        let log = &self.log;
        let is_first = log.undoable().is_none() && log.begins_at_opening();
        log.opened().story().filter(|_| is_first && log.before_opening.is_some())
    }

    /// Begins to replay what led to the sandbox, in order to undo the last action of it.
    pub(crate) fn recall(&mut self) -> Response {
        let Some(story) = self.story_before_opening() else { return Response::default() };
        self.recalling = Some(Retelling::of(story));
        self.step_recalling(&mut Budget::slice())
    }

    /// Continues to replay.
    pub(crate) fn step_recalling(&mut self, budget: &mut Budget) -> Response {
        let Some(retelling) = &mut self.recalling else { return Response::DONE };
        if !retelling.step(budget) {
            return Response::DONE;
        }
        let opened = self.log.opened();
        if !retelling.is_confirmed {
            if !retelling.leads_to(opened) {
                return self.give_up_recalling();
            }
            retelling.is_confirmed = true;
            let by_ms = opened.database.now().until(self.state.database.now());
            if by_ms > 0 {
                retelling.session.apply_slice(Input::Advance { by_ms }, None, budget);
                return self.step_recalling(budget);
            }
        }
        let Some(retelling) = self.recalling.take() else { return Response::DONE };
        retelling.finish(&mut self.state, &mut self.log);
        self.journal.break_off();
        self.undo()
    }

    /// Leaves the sandbox as it is, since the replay has led to another, and says why. What led to it is not offered again.
    fn give_up_recalling(&mut self) -> Response {
        let problem =
            self.recalling.take().and_then(|told| told.session.problems.into_iter().last());
        let words = problem.map_or(Message::plain("said.not_recalled"), |it| it.message());
        self.log.before_opening = None;
        self.changed();
        self.set_notice(words.clone());
        self.announce(vec![words], false)
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
        self.recalling.as_ref()?.session.playback_view()
    }

    /// Memory of what is to take the place of the sandbox.
    pub(crate) fn replacement_memory(&self) -> Bytes {
        let opening = self.opening.as_ref().map_or(Bytes::ZERO, |opening| opening.memory());
        opening + self.recalling.as_ref().map_or(Bytes::ZERO, Retelling::memory)
    }
}
