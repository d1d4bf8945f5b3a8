//! Opens the sandbox of a lesson in slices: the one that was stored, or else the one with which the lesson begins.

use std::mem;
use std::rc::Rc;

use playground::lesson::player::Player;
use playground::lesson::read::ReadLesson;
use playground::lesson::source::LessonSource;
use playground::sandbox::command::{Command, WorkloadCommand};
use yew::prelude::*;

use crate::app::App;
use crate::app::learn::event::{FetchedFiles, FetchedLesson, OpeningLesson};
use crate::app::learn::open::{faults, not_found};
use crate::panel::id::PanelId;
use crate::panel::learn::{LessonProblem, OpenLesson, PlayedLesson};
use crate::panel::page::Focus;

impl App {
    /// Opens a lesson whose files are here, unless the user has closed it meanwhile.
    pub(super) fn open_lesson(&mut self, ctx: &Context<Self>, fetched: FetchedLesson) {
        let FetchedLesson { name, step, files, work } = fetched;
        if !matches!(self.state.page.learn.open, Some(OpenLesson::Loading(_))) {
            return;
        }
        let source = LessonSource::parse(&name);
        let (source, read) = match (source, files) {
            (Some(source), FetchedFiles::Read(read)) => (source, read),
            (source, FetchedFiles::NoSteps { has_words })
            | (source @ None, FetchedFiles::Read(ReadLesson { has_words, .. })) => {
                return self.fail_lesson(name, step, not_found(source, has_words));
            }
            (_, FetchedFiles::NoReader) => {
                return self.fail_lesson(name, step, LessonProblem::NotFetched);
            }
        };
        let faults = faults(&source, &read);
        let ReadLesson { lesson, words, .. } = read;
        if lesson.steps.is_empty() {
            return self.fail_lesson(name, step, LessonProblem::Faults(faults));
        }
        let progress = self.state.page.learn.progress.lessons.get(&*name).cloned();
        let mut progress = progress.unwrap_or_default();
        if let Some(work) = &work {
            progress.continue_in(&work.info.slot);
        }
        let kept = progress.clone();
        let asked = step.as_deref().and_then(|step| lesson.step(step));
        let is_other = asked.is_some_and(|asked| lesson.steps[asked].id != progress.step);
        if let Some(asked) = asked.filter(|_| is_other) {
            progress.show(&lesson.steps[asked].id);
        }
        let is_same = progress.revision == lesson.revision && !is_other;
        let mut opening =
            OpeningLesson { name, step, source, lesson, words, faults, progress, kept, slot: None };
        // What is being opened for another reason is not what the user asked for last.
        self.cancel_opening(ctx);
        match work.filter(|_| is_same) {
            Some(work) => {
                let slot = work.info.slot.clone();
                opening.slot = Some(slot.clone());
                self.set_opening_lesson(Some(opening));
                if self.own_slot() != Some(&slot) {
                    self.show_read(ctx, &slot, work);
                }
                self.continue_lesson(ctx);
            }
            None => self.make_lesson_sandbox(ctx, opening),
        }
    }

    /// Goes on with a lesson when its sandbox is open.
    pub(in crate::app) fn continue_lesson(&mut self, ctx: &Context<Self>) {
        if self.session.is_opening() {
            return;
        }
        let Some(mut opening) = self.set_opening_lesson(None) else { return };
        match opening.slot.take() {
            None => self.begin_playing(ctx, opening, false),
            Some(slot) if self.own_slot() == Some(&slot) => self.begin_playing(ctx, opening, true),
            // A part of it could not be read.
            Some(_) => self.make_lesson_sandbox(ctx, opening),
        }
    }

    /// The sandbox of a lesson will not be opened. The lesson must not change the one that was on the page before.
    pub(in crate::app) fn forget_lesson(&mut self) {
        if let Some(OpeningLesson { name, step, .. }) = self.set_opening_lesson(None) {
            self.fail_lesson(name, step, LessonProblem::NoSandbox);
        }
    }

    /// Stops opening the sandbox of a lesson.
    pub(super) fn cancel_lesson(&mut self, ctx: &Context<Self>) {
        if self.opening_lesson.is_some() {
            self.cancel_opening(ctx);
        }
    }

    fn cancel_opening(&mut self, ctx: &Context<Self>) {
        if self.session.is_opening() {
            self.ask(ctx, Command::Workload(WorkloadCommand::Stop));
        }
    }

    /// Opens the sandbox with which a lesson begins.
    fn make_lesson_sandbox(&mut self, ctx: &Context<Self>, opening: OpeningLesson) {
        let title =
            if opening.words.title.is_empty() { &opening.lesson.id } else { &opening.words.title };
        let command = opening.lesson.opening(title);
        self.set_opening_lesson(Some(opening));
        match self.execute(ctx, command).accepted {
            true => self.continue_lesson(ctx),
            false => self.forget_lesson(),
        }
    }

    fn begin_playing(&mut self, ctx: &Context<Self>, opening: OpeningLesson, has_sandbox: bool) {
        let OpeningLesson { step, source, lesson, words, faults, progress, kept, .. } = opening;
        let missing_step = step.filter(|step| lesson.step(step).is_none());
        let player = Player::resumed(Rc::clone(&lesson), words, &progress, has_sandbox);
        if !has_sandbox {
            self.perform_all(ctx, &Player::actions_before(&lesson, player.position()));
            // What was typed before the user did anything that is stored.
            self.resume_draft();
        }
        let open =
            PlayedLesson { source, player, faults, missing_step, kept, clock_revision: None };
        if lesson.steps.iter().any(|step| step.placement.is_some()) {
            // Its end names chapters and lessons of the course.
            self.fetch_course(ctx);
        }
        self.state.page.learn.open = Some(OpenLesson::Playing(Box::new(open)));
        self.focus = Some(Focus::Panel(PanelId::LESSON));
    }

    /// Notes which lesson opens its sandbox. Returns the one before.
    fn set_opening_lesson(&mut self, opening: Option<OpeningLesson>) -> Option<OpeningLesson> {
        self.state.page.learn.is_opening = opening.is_some();
        mem::replace(&mut self.opening_lesson, opening)
    }
}
