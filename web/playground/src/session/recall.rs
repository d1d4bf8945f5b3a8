//! Undoing what was done before stored work was opened. The history is replayed beside the sandbox, and takes its place when all of it
//! has been replayed; then its last action is undone.

use engine::model::bytes::Bytes;

use crate::sandbox::budget::Budget;
use crate::sandbox::command::Response;
use crate::sandbox::input::Input;
use crate::sandbox::story::Story;
use crate::session::Session;
use crate::view::message::Message;
use crate::view::share::PlaybackView;

impl Session {
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
        let (mut session, mut problems) = (Box::new(Self::of(&story.base)), Vec::new());
        session.play(&story.log, None, &mut problems);
        session.begin_playback();
        session.problems.extend(problems);
        self.recalling = Some(session);
        self.step_recalling(&mut Budget::slice())
    }

    /// Continues to replay.
    pub(crate) fn step_recalling(&mut self, budget: &mut Budget) -> Response {
        let Some(session) = &mut self.recalling else { return Response::DONE };
        while session.plays() || session.is_busy() {
            if budget.is_spent() {
                return Response::DONE;
            }
            match session.plays() {
                true => session.step_playback(budget),
                false => session.step_busy(budget),
            };
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
