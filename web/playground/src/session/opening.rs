//! Opening in slices: another session is made beside this one, and takes its place when it is complete. Until then, and if that is
//! cancelled, this one stays as it is.

use std::collections::VecDeque;
use std::mem;

use engine::model::bytes::Bytes;

use crate::explain::action;
use crate::explain::announcement::words_of;
use crate::link::envelope::{Design, Envelope, Presentation};
use crate::sandbox::budget::Budget;
use crate::sandbox::command::Response;
use crate::sandbox::document::Document;
use crate::sandbox::document::load::Loading;
use crate::sandbox::log::InputLog;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::pair::Pair;
use crate::sandbox::state::State;
use crate::session::Session;
use crate::session::recall::Retelling;
use crate::session::restore::Restoring;
use crate::view::compare::Letter;
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::share::{PlaybackView, Problem};

/// The most problems that are listed one by one when a document is opened.
const PROBLEMS_SAID_MAX: usize = 20;

/// A session that is being made.
#[derive(Debug)]
pub(crate) struct Opening {
    session: Session,
    /// The designs that are not complete, the first of which is being loaded.
    designs: VecDeque<Design>,
    loading: Option<Loading>,
    /// The letter of the design that is shown, and its log.
    shown: Letter,
    log: Vec<String>,
    /// The moment that is shown at the end.
    step: Option<u64>,
    /// Everything that was not understood or not accepted.
    problems: Vec<Problem>,
    /// What led to designs, which is replayed one after the other.
    retellings: VecDeque<(Letter, Retelling)>,
    /// The lines behind the document, if it is stored work.
    restoring: Option<Restoring>,
    /// Whether it becomes design B beside the sandbox, and does not take its place.
    is_beside: bool,
    /// What to say when it is complete.
    notices: Vec<Message>,
}

impl Opening {
    /// Designs to be opened, of stored work with the lines behind them.
    pub(crate) fn new(envelope: Envelope, from_link: bool, restoring: Option<Restoring>) -> Self {
        let Envelope { designs, shown, presentation, problems } = envelope;
        let mut session = Session::of(&Document::empty(""));
        session.from_link = from_link;
        let step = presentation.step;
        session.presentation = Presentation { step: None, ..presentation };
        Self {
            session,
            designs: designs.into(),
            loading: None,
            shown,
            log: Vec::new(),
            step,
            problems,
            retellings: VecDeque::new(),
            restoring,
            is_beside: false,
            notices: Vec::new(),
        }
    }

    /// The same beside the sandbox, as it is in the end.
    pub(crate) fn beside(self) -> Self {
        Self { is_beside: true, step: None, ..self }
    }

    /// Loads designs and applies lines while steps are left. Returns whether it is complete.
    fn step(&mut self, budget: &mut Budget) -> bool {
        while let Some(design) = self.designs.front() {
            let loading = self.loading.get_or_insert_with(|| Loading::new(&design.document));
            if !loading.step(&design.document, budget) {
                return false;
            }
            if let (Some(loading), Some(design)) = (self.loading.take(), self.designs.pop_front()) {
                self.add(design, loading);
                if self.designs.is_empty() {
                    self.finish_designs();
                }
            }
        }
        while let Some((_, retelling)) = self.retellings.front_mut() {
            if !retelling.step(budget) {
                return false;
            }
            let Session { state, log, pair, .. } = &mut self.session;
            match (self.retellings.pop_front(), pair) {
                (Some((letter, retelling)), Some(pair)) if letter != self.shown => {
                    retelling.finish(&mut pair.state, &mut pair.log);
                }
                (retelling, _) => retelling.into_iter().for_each(|(_, it)| it.finish(state, log)),
            }
        }
        if let Some(restoring) = &mut self.restoring {
            if !restoring.step(&mut self.session, budget) {
                return false;
            }
            self.restoring = None;
        }
        if self.is_beside && self.session.plays() {
            self.session.begin_playback();
            self.session.step_playback(budget);
            return !self.session.plays();
        }
        true
    }

    /// Adds a design that is loaded.
    fn add(&mut self, design: Design, loading: Loading) {
        let Design { letter, document, log, story, consumed } = design;
        let session = &mut self.session;
        let loaded = loading.finish(&document);
        self.problems.extend_from_slice(&document.problems);
        self.problems.extend(loaded.problems());
        let mut state = State::new(loaded.database, &document);
        let retelling = story.as_ref().and_then(Retelling::of_short);
        self.retellings.extend(retelling.map(|it| (letter, it)));
        state.set_story(story);
        state.ledger = consumed;
        let mut of_state = InputLog::new(state.clone());
        of_state.before_opening = state.story().map(action::last_of);
        if letter == self.shown {
            (self.log, session.log, session.state) = (log, of_state, state);
            return;
        }
        if !log.is_empty() {
            let path = format!("designs.{}.log", letter.name());
            let part = Message::plain("problem.member").with("path", Argument::Code(path.into()));
            self.problems.push(Problem { part, reason: Message::plain("problem.other_log") });
        }
        session.pair = Some(Pair::new(letter.other(), state, of_state));
    }

    /// Begins to play the log, and says what was not understood or not accepted.
    fn finish_designs(&mut self) {
        let session = &mut self.session;
        let mut problems = mem::take(&mut self.problems);
        session.play(&self.log, self.step, &mut problems);
        let title = words_of(&session.state, &Outcome::Opened, None);
        self.notices = [title, said(&problems)].concat();
        session.notice = summary(&problems).map(Into::into);
        session.noticed = if problems.len() > 1 { problems.clone().into() } else { [].into() };
        session.problems = problems;
    }

    /// Thousandths that are done.
    fn permille(&self) -> u64 {
        let loaded = self.loading.as_ref().map_or(1_000, Loading::permille);
        match &self.restoring {
            Some(restoring) => loaded.midpoint(restoring.permille()),
            None => loaded,
        }
    }

    /// How far it has come.
    pub(crate) fn view(&self) -> PlaybackView {
        let permille = self.permille();
        let words =
            Message::plain("share.opening").with("share", Argument::Permille(permille / 10 * 10));
        PlaybackView { words, permille, is_held: false }
    }

    /// Memory that it takes.
    pub(crate) fn memory(&self) -> Bytes {
        let loading = self.loading.as_ref().map_or(Bytes::ZERO, Loading::memory);
        let retellings = self.retellings.iter().map(|(_, retelling)| retelling.memory());
        self.session.memory() + loading + retellings.sum()
    }
}

impl Session {
    /// Whether another sandbox is being opened, and is not complete.
    pub fn is_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Begins to open what takes the place of this sandbox, and does what fits into a slice.
    pub(crate) fn begin_opening(&mut self, opening: Opening) -> Response {
        self.opening = Some(Box::new(opening));
        let mut budget = Budget::slice();
        self.step_opening(&mut budget)
    }

    /// Continues to open what is being opened.
    pub(crate) fn step_opening(&mut self, budget: &mut Budget) -> Response {
        let Some(opening) = &mut self.opening else { return Response::DONE };
        if !opening.step(budget) {
            return Response::DONE;
        }
        let Some(opening) = self.opening.take() else { return Response::DONE };
        let Opening { session, notices, is_beside, .. } = *opening;
        if is_beside {
            return self.put_beside(session, notices);
        }
        let announcement = mem::take(&mut self.announcement);
        let outcomes = mem::take(&mut self.outcomes);
        let Self { revision, spent_steps, .. } = *self;
        *self = Self { announcement, outcomes, revision, spent_steps, ..session };
        self.note(Outcome::Opened);
        self.announce(notices, true)
    }

    /// Leaves the sandbox as it is, and does not open the other.
    pub(crate) fn cancel_opening(&mut self) -> Response {
        match self.opening.take() {
            Some(_) => self.announce(vec![Message::plain("said.opening_cancelled")], true),
            None => Response::default(),
        }
    }
}

/// The messages about problems: the first ones one by one.
fn said(problems: &[Problem]) -> Vec<Message> {
    let First { mut shown, more } =
        First::of(problems.iter().map(Problem::message), PROBLEMS_SAID_MAX);
    if more > 0 {
        shown.push(Message::plain("share.left_out.more").with("count", Argument::Count(more)));
    }
    shown
}

/// One notice for all that an opened document lacks.
fn summary(problems: &[Problem]) -> Option<Message> {
    match problems {
        [] => None,
        [problem] => Some(problem.message()),
        several => {
            let count = Argument::Count(several.len() as u64);
            Some(Message::plain("share.left_out.several").with("count", count))
        }
    }
}
