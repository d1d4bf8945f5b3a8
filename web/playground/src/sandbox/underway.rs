//! An input that is applied in slices, between which the page is drawn.

use engine::model::bytes::Bytes;

use crate::sandbox::input::Input;
use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::log::replay::Replay;
use crate::sandbox::log::walk::Walk;
use crate::sandbox::outcome::Replacement;
use crate::sandbox::passing::Passing;
use crate::sandbox::several_requests::SeveralRequests;
use crate::sandbox::state::State;
use crate::view::message::Message;

/// What happens in more than one slice, as an action of the user.
#[derive(Debug)]
pub(crate) struct Underway {
    pub work: Work,
    pub action: Option<Message>,
}

/// What happens in more than one slice.
#[derive(Debug)]
pub(crate) enum Work {
    /// Time passes.
    Passing(Passing),
    /// The requests of an input are sent.
    Sending(Input, SeveralRequests),
    /// The log is replayed.
    Replaying(Box<Replay>, Aim),
    /// An earlier moment moves along the line.
    Walking(Box<Walk>),
}

/// What the log is replayed for.
#[derive(Debug)]
pub(crate) enum Aim {
    /// Another past: without the last action, or with it again.
    Past(Replacement),
    /// To show a moment, and to say so or not.
    Moment { line: Line, to: Moment, is_told: bool },
    /// To find the last event before a moment, from which on it is looked for.
    EventBefore { line: Line, from: Moment, since: Moment },
    /// To continue behind so many entries, at which a branch ends.
    Branch { end: usize },
}

impl Work {
    /// Thousandths that are done.
    pub(crate) fn permille(&self, state: &State) -> u64 {
        match self {
            Self::Passing(passing) => passing.permille(state),
            Self::Sending(_, several) => several.permille(),
            Self::Replaying(replay, _) => replay.permille(),
            Self::Walking(walk) => walk.permille(),
        }
    }

    /// Memory that it takes.
    pub(crate) fn memory(&self) -> Bytes {
        match self {
            Self::Passing(_) => Bytes::ZERO,
            Self::Sending(_, several) => several.memory(),
            Self::Replaying(replay, _) => replay.memory(),
            Self::Walking(walk) => walk.memory(),
        }
    }
}
