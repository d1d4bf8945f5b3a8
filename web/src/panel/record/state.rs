//! The draft of a lesson, and what can be done with it. Pure.

use std::rc::Rc;

use playground::lesson::check::{PAGE_STEPS, check_within};
use playground::lesson::fault::{Fault, Place};
use playground::lesson::file::Lesson;
use playground::lesson::own::{OWN_LESSON_MAX, OwnLesson};
use playground::lesson::record::draft::{Draft, record};
use playground::lesson::record::question::{Question, ask};
use playground::lesson::source::{LESSON_END, LessonSource, WORDS_END, to_id};
use playground::message::text;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::learn::{LearnAction, RECORD_LESSON};
use crate::panel::page::{Focus, PageAction};
use crate::panel::record::preview::Preview;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The draft of a lesson.
#[derive(Debug, Default)]
pub struct State {
    /// Whether the dialog is open. The draft stays when it is closed.
    pub is_open: bool,
    /// The draft.
    pub files: Option<Files>,
    /// Why there is none.
    pub problem: Option<Message>,
    /// The draft that was replaced by another recording.
    pub replaced: Option<Files>,
    /// What the learner will see, and what the check has found. None before the first pause.
    pub preview: Option<Rc<Preview>>,
    /// What the last check has found.
    pub faults: Option<Rc<[Fault]>>,
    /// Whether the files have not changed since.
    pub is_checked: bool,
    /// The file that is shown.
    pub place: Place,
    /// The line that is shown in it, and the number of the request.
    pub shown: Option<(usize, usize)>,
    /// How often a line was shown.
    shown_count: usize,
    /// Whether the file that is shown was copied; `None` before that.
    pub copied: Option<bool>,
}

/// The two files of a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files {
    /// The texts that were played last: they are among the own lessons of this browser, unless another file has replaced them.
    played: Option<[Text; 2]>,
    /// The file with the steps.
    pub lesson: Text,
    pub words: Text,
    /// What of the sandbox is not in the draft.
    pub notes: Vec<String>,
    /// Whether anything was changed since it was recorded. If not, it is recorded again when the dialog is opened.
    is_edited: bool,
}

/// What can be done with a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Close the dialog.
    Close,
    /// Show one of the files.
    Show(Place),
    /// Show a line of a file.
    GoTo(Place, usize),
    /// Take another text of a file.
    Type(Place, String),
    /// Nothing was typed for a while: look at the files, and check them if that is quick.
    Pause,
    /// Check them.
    Check,
    /// Ask about the action in a line of the steps.
    Ask(usize, Question),
    /// Record the sandbox again, in place of the draft.
    Record,
    /// Take the replaced draft back.
    Restore,
    /// Keep the draft in this browser, and play it.
    Play,
    /// Save both files.
    Save,
    /// Copy the file that is shown.
    Copy,
    /// It was copied, or the browser did not allow that.
    Copied(bool),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Close => return self.close(shared),
            Action::Show(place) => {
                (self.place, self.shown, self.copied) = (place, None, None);
            }
            Action::GoTo(place, line) => {
                self.place = place;
                self.shown_count += 1;
                self.shown = Some((line, self.shown_count));
            }
            Action::Type(place, text) => self.edit(place, &text),
            Action::Pause => self.look(),
            Action::Check => {
                self.look();
                self.check();
            }
            Action::Ask(line, question) => self.ask(line, question),
            Action::Record => {
                self.keep_edited();
                self.record(shared);
            }
            Action::Restore => {
                std::mem::swap(&mut self.files, &mut self.replaced);
                (self.problem, self.shown) = (None, None);
                self.changed();
                self.look();
            }
            Action::Play => return self.play(shared).into_iter().collect(),
            Action::Save => return self.save(),
            Action::Copy => {
                let text = self.shown_text();
                let (copied, denied) = (Action::Copied(true), Action::Copied(false));
                return text
                    .map(|text| Effect::Copy { text, copied, denied })
                    .into_iter()
                    .collect();
            }
            Action::Copied(is_copied) => self.copied = Some(is_copied),
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        if self.files.is_none() && self.replaced.is_none() {
            return None;
        }
        let [files, replaced] =
            [&self.files, &self.replaced].map(|it| it.as_ref().map(Files::json));
        Some(json!({ "is_open": self.is_open, "files": files, "replaced": replaced }))
    }

    fn resume(&mut self, unfinished: Value) {
        [self.files, self.replaced] =
            ["files", "replaced"].map(|name| Files::of_json(&unfinished[name]));
        self.is_open = unfinished["is_open"] == true;
        self.changed();
        self.look();
    }

    /// Opens the dialog: with the draft that there is, or with a recording of the sandbox, or with the lesson that is played.
    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        if topic == RECORD_LESSON.topic {
            self.edit_played(shared);
        } else if self.files.as_ref().is_none_or(|files| !files.is_edited) {
            self.record(shared);
        }
        self.is_open = true;
        vec![Effect::Page(PageAction::CloseMenu)]
    }
}

impl State {
    /// Closes the dialog, with the focus where it may have been opened.
    fn close(&mut self, shared: &Shared) -> Vec<Effect<Action>> {
        (self.is_open, self.shown) = (false, None);
        let focus = match shared.page.learn.open {
            Some(_) => Focus::Panel(PanelId::LESSON),
            None => Focus::Menu(Menu::Learn),
        };
        vec![Effect::Page(PageAction::Focus(focus))]
    }

    /// A draft that was edited is not lost by another one.
    fn keep_edited(&mut self) {
        if let Some(files) = self.files.take_if(|files| files.is_edited) {
            self.replaced = Some(files);
        }
    }

    fn record(&mut self, shared: &Shared) {
        self.shown = None;
        (self.files, self.problem) = match record(shared.session) {
            Ok(Draft { lesson, words, notes, .. }) => {
                let notes = notes.iter().map(text).collect();
                let (lesson, words) = (lesson.into(), words.into());
                let is_edited = false;
                (Some(Files { played: None, lesson, words, notes, is_edited }), None)
            }
            Err(problem) => (None, Some(problem)),
        };
        self.changed();
        self.look();
    }

    /// Takes the files of the own lesson that is played. A draft of them stays, but not one of files that were replaced since.
    fn edit_played(&mut self, shared: &Shared) {
        let learn = &shared.page.learn;
        let Some(LessonSource::Own(name)) = learn.played().map(|played| &played.source) else {
            return;
        };
        let Some([lesson, words]) = learn.own.find(name).map(texts) else { return };
        let played = Some([Text::clone(&lesson), Text::clone(&words)]);
        if self.files.as_ref().is_some_and(|files| files.played == played) {
            return;
        }
        self.keep_edited();
        self.shown = None;
        let (notes, is_edited) = (Vec::new(), true);
        self.files = Some(Files { played, lesson, words, notes, is_edited });
        self.changed();
        self.look();
    }

    fn edit(&mut self, place: Place, text: &str) {
        if let Some(files) = &mut self.files {
            files.is_edited = true;
            match place {
                Place::Lesson => files.lesson = text.into(),
                Place::Words => files.words = text.into(),
            }
            self.changed();
        }
    }

    /// The files are others than those that were checked and copied.
    fn changed(&mut self) {
        (self.is_checked, self.copied) = (false, None);
    }

    /// Makes the preview, and checks the files if that is quick.
    fn look(&mut self) {
        let Some(files) = &self.files else { return self.preview = None };
        let preview = Preview::of(&files.lesson, &files.words);
        if preview.is_quick && !self.is_checked {
            self.check();
        }
        self.preview = Some(Rc::new(preview));
    }

    fn check(&mut self) {
        self.faults = self
            .files
            .as_ref()
            .map(|files| check_within(&files.lesson, &files.words, PAGE_STEPS).into());
        self.is_checked = true;
    }

    fn ask(&mut self, line: usize, question: Question) {
        let Some(files) = &mut self.files else { return };
        if let Some([lesson, words]) = ask([&files.lesson, &files.words], line, question) {
            (files.lesson, files.words) = (lesson.into(), words.into());
            files.is_edited = true;
            self.changed();
            self.look();
        }
    }

    /// The name of the files: the id of the lesson, as it is written.
    fn name(files: &Files) -> String {
        to_id(&Lesson::parse(&files.lesson).0.id)
    }

    /// Plays the draft in the place of the lesson that it was, or as a new one.
    fn play(&mut self, shared: &Shared) -> Option<Effect<Action>> {
        let files = self.files.as_mut()?;
        let lessons = &shared.page.learn.own.lessons;
        let own = files.played.as_ref().and_then(|it| lessons.iter().find(|own| texts(own) == *it));
        if own.is_none() && lessons.len() >= OWN_LESSON_MAX {
            let limit = Argument::Count(OWN_LESSON_MAX as u64);
            self.problem = Some(Message::plain("lesson.too_many").with("limit", limit));
            return None;
        }
        let (name, id) = (own.map(|own| own.name.as_str().into()), Self::name(files).into());
        files.played = Some([Text::clone(&files.lesson), Text::clone(&files.words)]);
        files.is_edited = true;
        let files = [&files.lesson, &files.words].map(ToString::to_string);
        (self.is_open, self.problem) = (false, None);
        Some(Effect::Learn(LearnAction::PlayDraft { name, id, files }))
    }

    fn save(&self) -> Vec<Effect<Action>> {
        let Some(files) = &self.files else { return Vec::new() };
        let name = Self::name(files);
        let file = |end: &str, text: &Text| Effect::Download {
            name: format!("{name}{end}").into(),
            text: Text::clone(text),
        };
        vec![file(LESSON_END, &files.lesson), file(WORDS_END, &files.words)]
    }

    fn shown_text(&self) -> Option<Text> {
        self.files.as_ref().map(|files| Text::clone(files.text(self.place)))
    }
}

impl Files {
    pub fn text(&self, place: Place) -> &Text {
        match place {
            Place::Lesson => &self.lesson,
            Place::Words => &self.words,
        }
    }

    fn json(&self) -> Value {
        let Self { played, lesson, words, notes, is_edited } = self;
        let played = played.as_ref().map(|texts| texts.each_ref().map(|text| &**text));
        json!({
            "lesson": &**lesson, "words": &**words, "notes": notes, "played": played, "is_edited": is_edited,
        })
    }

    fn of_json(files: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(Text::from);
        let notes = files["notes"].as_array().into_iter().flatten();
        Some(Self {
            played: text(&files["played"][0]).zip(text(&files["played"][1])).map(<[Text; 2]>::from),
            lesson: text(&files["lesson"])?,
            words: text(&files["words"])?,
            notes: notes.filter_map(|note| note.as_str().map(str::to_owned)).collect(),
            is_edited: files["is_edited"] == true,
        })
    }
}

/// The texts of an own lesson.
fn texts(own: &OwnLesson) -> [Text; 2] {
    [&own.lesson, &own.words].map(|text| text.as_deref().unwrap_or_default().into())
}
