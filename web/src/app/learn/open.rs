//! Fetches the list of lessons and the files of a lesson, and opens its sandbox.

use std::rc::Rc;

use playground::lesson::course::{Course, CourseWords};
use playground::lesson::fault::Fault;
use playground::lesson::file::Lesson;
use playground::lesson::player::Player;
use playground::lesson::words::Words;
use playground::view::value::Text;
use playground::view::work::StoredWork;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::learn::event::{FetchedLesson, LearnEvent};
use crate::app::platform::lesson::{self, fetch_text};
use crate::app::{App, Event};
use crate::panel::id::PanelId;
use crate::panel::learn::{Fetched, LearnAction, OpenLesson, PlayedLesson};
use crate::panel::page::Focus;

impl App {
    /// Opens the lesson that the address asks for. An embed shows none, and stores nothing.
    pub(in crate::app) fn begin_lesson(&mut self, ctx: &Context<Self>) {
        if self.state.page.embed.is_some() {
            return;
        }
        self.state.page.learn.progress = Rc::new(lesson::progress());
        if let Some((lesson, step)) = lesson::asked_lesson() {
            self.lesson_address = Some([lesson.clone(), step.clone().unwrap_or_default()]);
            let (lesson, step) = (lesson.into(), step.map(Text::from));
            self.learn(ctx, LearnAction::Open { lesson, step });
        }
    }

    pub(in crate::app) fn fetch_course(&mut self, ctx: &Context<Self>) {
        let course = &mut self.state.page.learn.course;
        if matches!(course, Fetched::Loading | Fetched::Here(_)) {
            return;
        }
        *course = Fetched::Loading;
        let link = ctx.link().clone();
        spawn_local(async move {
            let files = [fetch_text("lessons/course.json").await, fetch_text(COURSE_WORDS).await];
            let course = match files {
                [Some(course), Some(words)] => {
                    let course = Course::parse(&course).ok();
                    course.zip(CourseWords::parse(&words).ok()).map(Rc::new)
                }
                _ => None,
            };
            link.send_message(Event::Learn(LearnEvent::Course(course)));
        });
    }

    pub(in crate::app) fn fetch_lesson(
        &mut self,
        ctx: &Context<Self>,
        id: Text,
        step: Option<Text>,
    ) {
        let learn = &mut self.state.page.learn;
        if learn.open.is_none() {
            self.before_lesson = Some(self.keeper.shown.clone());
        }
        learn.open = Some(OpenLesson::Loading(id.clone()));
        self.state.page.menu = None;
        self.focus = Some(Focus::Panel(PanelId::LESSON));
        let progress = learn.progress.lessons.get(&*id);
        let slot = progress.and_then(|progress| progress.slot.clone());
        let store = self.keeper.store.clone();
        let link = ctx.link().clone();
        spawn_local(async move {
            let files = match is_id(&id) {
                true => [
                    fetch_text(&format!("lessons/{id}.lesson")).await,
                    fetch_text(&format!("lessons/{id}.en.md")).await,
                ],
                false => [None, None],
            };
            let files = match files {
                [Some(lesson), Some(words)] => Some([lesson, words]),
                _ => None,
            };
            let work = match (store, slot) {
                (Some(store), Some(slot)) => store.read(&slot).await.ok().flatten(),
                _ => None,
            };
            let fetched = FetchedLesson { id, step, files, work };
            link.send_message(Event::Learn(LearnEvent::Lesson(Box::new(fetched))));
        });
    }

    /// Something was fetched.
    pub(in crate::app) fn on_learn_event(&mut self, ctx: &Context<Self>, event: LearnEvent) {
        match event {
            LearnEvent::Course(course) => {
                self.state.page.learn.course = course.map_or(Fetched::Failed, Fetched::Here);
            }
            LearnEvent::Lesson(fetched) => self.open_lesson(ctx, *fetched),
        }
        self.acted(ctx);
    }

    /// Opens a lesson whose files are here, unless the user has closed it meanwhile.
    fn open_lesson(&mut self, ctx: &Context<Self>, fetched: FetchedLesson) {
        let FetchedLesson { id, step, files, work } = fetched;
        if self.state.page.learn.open != Some(OpenLesson::Loading(id.clone())) {
            return;
        }
        let mut faults: Vec<Fault> = Vec::new();
        let parsed = files.map(|[lesson, words]| {
            let ((lesson, wrong), (words, wrong_words)) =
                (Lesson::parse(&lesson), Words::parse(&words));
            faults.extend(wrong.into_iter().chain(wrong_words));
            (Rc::new(lesson), Rc::new(words))
        });
        let Some((lesson, words)) = parsed.filter(|(lesson, _)| !lesson.steps.is_empty()) else {
            let faults = faults.into();
            self.state.page.learn.open = Some(OpenLesson::Failed { id, step, faults });
            return;
        };
        let progress = self.state.page.learn.progress.lessons.get(&*id).cloned();
        let mut progress = progress.unwrap_or_default();
        let asked = step.as_deref().and_then(|step| lesson.step(step));
        let is_other = asked.is_some_and(|asked| lesson.steps[asked].id != progress.step);
        if let Some(asked) = asked.filter(|_| is_other) {
            progress.show(&lesson.steps[asked].id);
        }
        let is_same = progress.revision == lesson.revision && !is_other;
        let has_sandbox = is_same && self.show_lesson_sandbox(ctx, work);
        let opening = lesson.opening(&words.title);
        let player = Player::resumed(Rc::clone(&lesson), words, &progress, has_sandbox);
        if !has_sandbox {
            self.state.page.learn.is_opening = true;
            self.ask(ctx, opening);
            self.state.page.learn.is_opening = false;
            self.perform_all(ctx, &Player::actions_before(&lesson, player.position()));
        }
        let missing_step = step.filter(|_| asked.is_none());
        let lesson =
            PlayedLesson { player, faults: faults.into(), missing_step, clock_revision: None };
        self.state.page.learn.open = Some(OpenLesson::Playing(Box::new(lesson)));
        self.focus = Some(Focus::Panel(PanelId::LESSON));
    }

    /// Puts the stored sandbox of a lesson on the page, if there is one.
    fn show_lesson_sandbox(&mut self, ctx: &Context<Self>, work: Option<StoredWork>) -> bool {
        let Some(work) = work else { return false };
        let slot = work.info.slot.clone();
        if self.own_slot() == Some(&slot) {
            return true;
        }
        self.state.page.learn.is_opening = true;
        self.show_read(ctx, &slot, work);
        self.state.page.learn.is_opening = false;
        self.own_slot() == Some(&slot)
    }
}

/// The titles of the lessons.
const COURSE_WORDS: &str = "lessons/course.en.json";

/// Whether a text can be the id of a lesson: it becomes part of an address.
fn is_id(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= 80 && text.bytes().all(is_letter)
}
