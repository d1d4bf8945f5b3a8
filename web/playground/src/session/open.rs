//! Opening documents in a session, and making the documents that are stored and shared.

use std::rc::Rc;

use crate::import::known::known;
use crate::link::address::{decode, encode};
use crate::link::envelope::{Design, Envelope, Presentation};
use crate::link::error::{DOCUMENT_SIZE_MAX, LinkError};
use crate::link::limit::{check_work, value_count};
use crate::link::work_file;
use crate::sandbox::budget::ITEM_VALUE_COUNT_MAX;
use crate::sandbox::command::Response;
use crate::sandbox::document::Document;
use crate::sandbox::document::text::{DocumentError, shape};
use crate::sandbox::example;
use crate::sandbox::limit::STORED_SIZE_MAX;
use crate::sandbox::log::InputLog;
use crate::sandbox::pair::Pair;
use crate::sandbox::story::Story;
use crate::session::Session;
use crate::session::opening::Opening;
use crate::session::restore::Restoring;
use crate::view::compare::Letter;
use crate::view::message::{Argument, Message};
use crate::view::rewind::Travel;

impl Session {
    /// The first example, just opened.
    pub fn first() -> Self {
        Self::of(&example::first())
    }

    /// Opens a link, unless opening it would hold up the page.
    pub(crate) fn open_link(&mut self, link: &str) -> Response {
        match of_link(link) {
            Ok(envelope) => self.begin_opening(Opening::new(envelope, true, None)),
            Err(reason) => self.reject_opening(reason),
        }
    }

    /// Opens a document that is stored or in a file; of stored work with the lines behind it.
    pub(crate) fn open_text(&mut self, text: &str, restoring: Option<Restoring>) -> Response {
        match of_text(text) {
            Ok(envelope) => self.begin_opening(Opening::new(envelope, false, restoring)),
            Err(reason) => self.reject_opening(reason),
        }
    }

    /// Opens a link, or the text of a file, beside the sandbox as design B, unless there is one.
    pub(crate) fn open_beside(&mut self, text: &str) -> Response {
        if self.pair.is_some() {
            return Response::default();
        }
        self.rewind(Travel::Now);
        let opening = match work_file::read(text).as_deref() {
            Some([work]) => of_text(&work.checkpoint)
                .map(|envelope| Opening::new(envelope, false, Some(Restoring::all(&work.lines)))),
            Some(several) => {
                let count = Argument::Count(several.len() as u64);
                Err(Message::plain("compare.not_one").with("count", count))
            }
            None if text.trim_start().starts_with('{') => {
                of_text(text).map(|envelope| Opening::new(envelope, false, None))
            }
            None => of_link(link_in(text)).map(|envelope| Opening::new(envelope, true, None)),
        };
        match opening {
            Ok(opening) => self.begin_opening(opening.beside()),
            Err(reason) => self.reject_opening(reason),
        }
    }

    /// Opens one design.
    pub(crate) fn open(&mut self, document: Document) -> Response {
        self.begin_opening(Opening::new(Envelope::of_design(Letter::A, document), false, None))
    }

    /// Leaves the sandbox as it is, and explains why.
    fn reject_opening(&mut self, message: Message) -> Response {
        self.set_notice(message.clone());
        self.announce(vec![message], false)
    }

    /// A notice that is shown once, in place of the last one.
    pub(crate) fn set_notice(&mut self, notice: Message) {
        self.notice = Some(Rc::new(notice));
        self.noticed = Rc::default();
    }

    /// The sandbox that is shown, as canonical JSON of one design.
    pub fn document(&self) -> String {
        self.state.document().into_text()
    }

    /// The database of the moment that is shown, with everything that later requests depend on, as the engine saves it.
    pub fn snapshot(&self) -> String {
        engine::api::snapshot::save(&self.state.database)
    }

    /// The present sandbox, even while an earlier moment is shown, with both designs and their logs: for storage and files.
    pub fn work(&self) -> String {
        self.work_within(ITEM_VALUE_COUNT_MAX).0
    }

    /// The same, with at most so many values if what led to it is left out where it has more; and whether it is not.
    pub(crate) fn work_within(&self, value_count_max: u64) -> (String, bool) {
        let state = self.present().at_rest();
        let values = state.database.value_count() + self.values_beside();
        let mut room = value_count_max.saturating_sub(values);
        let story = story_within(&mut room, &self.log);
        let consumed = state.ledger.clone();
        let mut is_whole = story.is_some() || !self.log.has_steps();
        let design = |letter| Design { story, consumed, ..Design::new(letter, state.document()) };
        let other = self.pair.as_ref().map(|pair| {
            let story = story_within(&mut room, &pair.log);
            is_whole &= story.is_some() || !pair.log.has_steps();
            let consumed = pair.state.at_rest().ledger.clone();
            Design { story, consumed, ..waiting(pair) }
        });
        (self.envelope(design, other).into_text(), is_whole)
    }

    /// The sandbox as a link, without `#`. A design in which a workload ran is its base and the inputs since. Fails if
    /// it is too large, or if no page would open it.
    pub fn link(&self) -> Result<String, LinkError> {
        self.link_with(if self.rewound.is_some() { None } else { self.log.story() }, None)
    }

    /// The sandbox as a link that repeats what was done since it was opened or reset: the page then shows the receipt of
    /// the last operation, and earlier moments. While an earlier moment is shown, the link shows it too. A moment
    /// within time that passes is shown as the beginning of that time. It is [`Session::link`] if nothing was done, or at a moment before
    /// the last reset.
    pub fn link_with_steps(&self) -> Result<String, LinkError> {
        let Some(rewound) = &self.rewound else {
            return self.link_with(self.log.story_of_steps(), None);
        };
        match self.log.story_with_moment(&rewound.line, rewound.at) {
            Some((story, step)) => self.link_with(Some(story), Some(step)),
            None => self.link(),
        }
    }

    fn link_with(&self, story: Option<Story>, step: Option<u64>) -> Result<String, LinkError> {
        let design = |letter| match story {
            Some(story) => Design { log: story.log, ..Design::new(letter, story.base) },
            None => Design::new(letter, self.state.document()),
        };
        let other = self.pair.as_ref().map(waiting);
        let mut envelope = self.envelope(design, other);
        envelope.presentation.step = step;
        let link = encode(&envelope.clone().into_text())?;
        check_work(&envelope, link.len())?;
        Ok(link)
    }

    /// How the sandbox is presented, as its link or document said.
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// Shows the present after playing, even if the link names an earlier moment.
    pub fn stay_at_present(&mut self) {
        if let Some(playback) = &mut self.playback {
            playback.shown_step = None;
        }
    }

    /// Sets how the sandbox is presented, for links made from here on.
    pub fn present_as(&mut self, presentation: Presentation) {
        self.presentation = presentation;
    }

    fn envelope(&self, design: impl FnOnce(Letter) -> Design, other: Option<Design>) -> Envelope {
        let shown = other.as_ref().map_or(Letter::A, |other| other.letter.other());
        let mut designs = vec![design(shown)];
        designs.extend(other);
        designs.sort_by_key(|design| design.letter.name());
        let presentation = self.presentation.clone();
        Envelope { designs, shown, presentation, problems: Vec::new() }
    }
}

/// What a link says, unless opening it would hold up the page. What only stored work and files have is left out of it.
fn of_link(link: &str) -> Result<Envelope, Message> {
    let text = decode(link).map_err(|error| error.message())?;
    let mut envelope =
        Envelope::parse(&text, DOCUMENT_SIZE_MAX).map_err(|error| error.message())?;
    check_work(&envelope, link.len()).map_err(|error| error.message())?;
    envelope.leave_out_history();
    Ok(envelope)
}

/// What a document says that is stored or in a file.
fn of_text(text: &str) -> Result<Envelope, Message> {
    Envelope::parse(text, STORED_SIZE_MAX).map_err(|error| {
        let known = match &error {
            DocumentError::NotJson { .. }
            | DocumentError::NotAnObject
            | DocumentError::NoVersion(_) => known(text),
            DocumentError::TooLarge { .. }
            | DocumentError::TooDeep
            | DocumentError::TooManyValues
            | DocumentError::InvalidVersion
            | DocumentError::Newer { .. } => None,
        };
        known.unwrap_or_else(|| error.message())
    })
}

/// The part of an address that is a link: behind `#`, and before the slot of its work.
fn link_in(address: &str) -> &str {
    let fragment = address.trim().rsplit('#').next().unwrap_or_default();
    fragment.split('&').next().unwrap_or_default()
}

/// The design that is not shown.
fn waiting(pair: &Pair) -> Design {
    Design::new(pair.letter.other(), pair.state.document())
}

/// The story of a log, if it has no more values than there is room for: those that it has are taken of it. Without a story the
/// items can be opened again, but not what led to them.
fn story_within(room: &mut u64, log: &InputLog) -> Option<Story> {
    let story = log.story_until_now()?;
    let items = story.base.tables.iter().flat_map(|table| &table.items);
    let lines = story.log.iter().map(|line| shape(line).value_count as u64);
    let count = items.map(value_count).sum::<u64>() + lines.sum::<u64>();
    *room = room.checked_sub(count)?;
    Some(story)
}
