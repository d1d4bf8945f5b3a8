//! Fetches the list of lessons and the files of a lesson, and opens its sandbox.

use std::rc::Rc;

use playground::lesson::course::{Course, CourseWords};
use playground::lesson::fault::Fault;
use playground::lesson::own::{LessonFile, OwnLessonError, OwnLessons, PROGRESS_END};
use playground::lesson::progress::Progress;
use playground::lesson::read::ReadLesson;
use playground::lesson::source::{LessonSource, WORDS_END};
use playground::sandbox::command::Command;
use playground::view::compare::CompareCommand;
use playground::view::first::First;
use playground::view::value::Text;
use playground::view::work::StorageFailure;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::later;
use crate::app::learn::event::{FetchedExample, FetchedFiles, FetchedLesson, LearnEvent};
use crate::app::learn::read::{lesson_of, read_example};
use crate::app::platform::lesson::{self, fetch_text};
use crate::app::platform::lesson_store;
use crate::app::platform::store::StoreError;
use crate::app::{App, Event, registry, shared};
use crate::panel::effect::Input;
use crate::panel::id::PanelId;
use crate::panel::learn::{Fetched, LearnAction, LessonProblem, OpenLesson};
use crate::panel::page::Focus;
use crate::panel::setting::Menu;

impl App {
    /// Opens the lesson that the address asks for, the first of a teacher's list, or the page for teachers.
    pub(in crate::app) fn begin_lesson(&mut self, ctx: &Context<Self>) {
        self.state.page.learn.progress = Rc::new(lesson::progress());
        self.read_own_lessons(ctx, None);
        if lesson::is_asked_to_teach() {
            self.state.page.menu = Some(Menu::Teach);
            self.fetch_course(ctx);
        }
        if let Some((lesson, step)) = lesson::asked_lesson() {
            self.lesson_address = Some([lesson.clone(), step.clone().unwrap_or_default()]);
            let (lesson, step) = (lesson.into(), step.map(Text::from));
            self.learn(ctx, LearnAction::Open { lesson, step });
        }
        if let Some(list) = lesson::asked_list() {
            self.state.page.learn.list = Rc::new(list);
            self.fetch_course(ctx);
        }
    }

    /// Lists lessons and examples in the dialog that finds things by name, if that is open.
    fn list_found(&mut self) {
        if self.state.page.menu == Some(Menu::Find) {
            let shared = shared(&self.session, &self.state);
            let found = Input::Find(registry::findable(&shared));
            self.panels.begin(&found, &shared);
        }
    }

    /// Opens the first lesson of the teacher's list that is not done, unless one is open. The gallery shows the list if all are.
    fn open_listed(&mut self, ctx: &Context<Self>) {
        let learn = &self.state.page.learn;
        if learn.list.is_empty() || learn.open.is_some() {
            return;
        }
        let next = learn.listed_lessons().find(|lesson| !learn.is_done(lesson));
        match next.map(ToString::to_string) {
            Some(lesson) => self.fetch_lesson(ctx, lesson.into(), None),
            None => self.state.page.menu = Some(Menu::Learn),
        }
    }

    /// Lists the lessons of the course, and the user's own.
    pub(in crate::app) fn fetch_course(&mut self, ctx: &Context<Self>) {
        self.read_own_lessons(ctx, None);
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
        name: Text,
        step: Option<Text>,
    ) {
        self.cancel_lesson(ctx);
        let learn = &mut self.state.page.learn;
        if learn.open.is_none() {
            self.before_lesson.clone_from(&self.keeper.shown);
        }
        learn.open = Some(OpenLesson::Loading(name.clone()));
        self.state.page.menu = None;
        self.focus = Some(Focus::Panel(PanelId::LESSON));
        let progress = learn.progress.lessons.get(&*name);
        let named = self.keeper.named_slot();
        let slot = progress.and_then(|it| it.slot_of(named.as_deref())).map(str::to_owned);
        let source = LessonSource::parse(&name);
        let own = match &source {
            Some(LessonSource::Own(name)) => Some((name.clone(), learn.own.find(name).cloned())),
            Some(LessonSource::Course(_) | LessonSource::Address(_)) | None => None,
        };
        let store = self.keeper.store.clone();
        let (ticket, on_answer) = (self.questions.lesson.ask(), ctx.link().callback(Event::Learn));
        spawn_local(async move {
            let files = match source.and_then(|source| source.paths()) {
                Some([lesson, words]) => {
                    [lesson::fetch_file(&lesson).await, lesson::fetch_file(&words).await]
                }
                None => match own {
                    Some((_, Some(own))) => [own.lesson, own.words],
                    // The page has just been opened, or another tab has added it.
                    Some((name, None)) => {
                        let own = lesson_store::read().await.ok();
                        let own = own.and_then(|own| own.find(&name).cloned());
                        own.map(|own| [own.lesson, own.words]).unwrap_or_default()
                    }
                    None => Default::default(),
                },
            };
            let work = match (store, slot) {
                (Some(store), Some(slot)) => store.read(&slot).await.ok().flatten(),
                _ => None,
            };
            let files = match files {
                [Some(lesson), words] => match later::read_lesson(lesson, words).await {
                    Ok(read) => FetchedFiles::Read(read),
                    Err(later::Missing) => FetchedFiles::NoReader,
                },
                [None, words] => FetchedFiles::NoSteps { has_words: words.is_some() },
            };
            let fetched = FetchedLesson { name, step, files, work };
            ticket.answer(|it| on_answer.emit(it), LearnEvent::Lesson(Box::new(fetched)));
        });
    }

    /// Fetches the lessons with these ids that were not fetched yet. An own lesson with the id is used before one of the course.
    pub(in crate::app) fn fetch_questions(&mut self, ctx: &Context<Self>, ids: Vec<Text>) {
        let learn = &mut self.state.page.learn;
        for id in ids {
            if !matches!(learn.questions.get(&id), None | Some(Fetched::Not | Fetched::Failed)) {
                continue;
            }
            learn.questions.insert(id.clone(), Fetched::Loading);
            let (own, link) = (Rc::clone(&learn.own), ctx.link().clone());
            spawn_local(async move {
                let files = own_or_course_lesson(&own, &id).await;
                link.send_message(Event::Learn(LearnEvent::Questions(id, files)));
            });
        }
    }

    /// Fetches a lesson of the course, to open its example.
    pub(super) fn fetch_example(&mut self, ctx: &Context<Self>, id: Text, is_beside: bool) {
        let (ticket, on_answer) = (self.questions.lesson.ask(), ctx.link().callback(Event::Learn));
        spawn_local(async move {
            let example = read_example(id.to_string()).await;
            let answer = LearnEvent::Example { id, example, is_beside };
            ticket.answer(|it| on_answer.emit(it), answer);
        });
    }

    /// Opens the example with which a lesson begins, also as design B.
    fn on_example(
        &mut self,
        ctx: &Context<Self>,
        id: Text,
        example: Option<FetchedExample>,
        is_beside: bool,
    ) {
        let Some(example) = example else {
            self.keep_address();
            return self.fail_lesson(id, None, LessonProblem::NoExample);
        };
        self.state.page.menu = None;
        match example.command {
            Command::OpenExample { document, .. } if is_beside => {
                self.ask(ctx, Command::Compare(CompareCommand::Open(document.into())));
            }
            _ => self.open_example(ctx, example),
        }
    }

    /// Opens an example. One that opens at once shows where it has something to see, and what can be done first.
    pub(in crate::app) fn open_example(&mut self, ctx: &Context<Self>, example: FetchedExample) {
        let FetchedExample { command, workspace, tries } = example;
        let is_opened = self.execute(ctx, command).accepted && self.keeper.opening.is_none();
        if is_opened && self.state.page.embed.is_none() {
            self.show_workspace(ctx, workspace);
            self.state.page.learn.tries = Some(tries);
        }
        self.acted(ctx);
    }

    /// Reads the own lessons that this browser has stored, also by other tabs, then does something with them.
    pub(in crate::app) fn read_own_lessons(&self, ctx: &Context<Self>, then: Option<LearnAction>) {
        if self.state.page.embed.is_some() {
            return;
        }
        let link = ctx.link().clone();
        let before = Rc::clone(&self.state.page.learn.own);
        spawn_local(async move {
            let own = lesson_store::read().await;
            link.send_message(Event::Learn(LearnEvent::Own { own, before, then }));
        });
    }

    /// The own lessons were read. If that failed, or this tab has changed its own since they were `before`, those are used.
    fn on_own_lessons(
        &mut self,
        ctx: &Context<Self>,
        own: Result<OwnLessons, StoreError>,
        before: &Rc<OwnLessons>,
        then: Option<LearnAction>,
    ) {
        let is_writing = self.questions.own_lessons.are_under_way();
        let learn = &mut self.state.page.learn;
        let is_current = Rc::ptr_eq(before, &learn.own) && !is_writing;
        if let Some(own) = own.ok().filter(|_| is_current) {
            learn.stored = Rc::new(own);
            if learn.not_stored.is_none() {
                learn.own = Rc::clone(&learn.stored);
            }
        }
        match then {
            Some(LearnAction::OpenFiles(files)) => self.open_lesson_files(ctx, files),
            Some(LearnAction::PlayDraft { name, id, files }) => {
                self.play_draft(ctx, name, &id, files);
            }
            Some(LearnAction::RemoveOwn(name)) => self.remove_own_lesson(ctx, &name),
            // Nothing else needs the own lessons first.
            Some(_) | None => {}
        }
    }

    /// Adds the progress of a file to that of this browser, and shows it in the gallery.
    fn open_progress(&mut self, ctx: &Context<Self>, file: &LessonFile) {
        let Some(read) = Progress::parse(&file.text) else {
            let problem = LessonProblem::NotOpened(OwnLessonError::NoProgress(file.name.clone()));
            return self.fail_lesson(Text::default(), None, problem);
        };
        let progress = lesson::progress().with_file(read);
        lesson::set_progress(&progress);
        self.state.page.learn.progress = Rc::new(progress);
        self.fetch_course(ctx);
        self.state.page.menu = Some(Menu::Learn);
    }

    /// Keeps files of lessons, and opens the first.
    fn open_lesson_files(&mut self, ctx: &Context<Self>, files: First<LessonFile>) {
        if let Some(file) = files.shown.iter().find(|file| file.name.ends_with(PROGRESS_END)) {
            return self.open_progress(ctx, file);
        }
        let mut own = OwnLessons::clone(&self.state.page.learn.own);
        match own.add(files) {
            Ok(name) => {
                let name: Text = LessonSource::Own(name).to_string().into();
                self.set_own_lessons(ctx, own, &name);
                self.fetch_lesson(ctx, name, None);
            }
            Err(error) => {
                let problem = LessonProblem::NotOpened(error);
                self.fail_lesson(Text::default(), None, problem);
            }
        }
    }

    /// Keeps both files of an own lesson, and plays it. The name of a new one is free in what this browser has stored, also by other
    /// tabs.
    fn play_draft(
        &mut self,
        ctx: &Context<Self>,
        name: Option<Text>,
        id: &str,
        files: [String; 2],
    ) {
        let mut own = OwnLessons::clone(&self.state.page.learn.own);
        let name = name.map_or_else(|| own.free_name(id), |name| name.to_string());
        let source: Text = LessonSource::Own(name.clone()).to_string().into();
        match own.set(&name, files) {
            Ok(()) => {
                self.set_own_lessons(ctx, own, &source);
                self.fetch_lesson(ctx, source, None);
            }
            Err(error) => {
                self.fail_lesson(Text::default(), None, LessonProblem::NotOpened(error));
            }
        }
    }

    /// Keeps the own lessons after a file of one was replaced. What was done with the tables of the earlier file is no longer
    /// that of the lesson, so its step begins again.
    fn set_own_lessons(&mut self, ctx: &Context<Self>, own: OwnLessons, replaced: &str) {
        self.store_own_lessons(ctx, own);
        let learn = &mut self.state.page.learn;
        if let Some(progress) = Rc::make_mut(&mut learn.progress).lessons.get_mut(replaced) {
            progress.forget_sandbox();
        }
    }

    /// Removes an own lesson. Its sandbox stays with the user's own work.
    fn remove_own_lesson(&mut self, ctx: &Context<Self>, name: &str) {
        let mut own = OwnLessons::clone(&self.state.page.learn.own);
        own.remove(name);
        self.store_own_lessons(ctx, own);
    }

    /// Uses these own lessons, and stores what has changed.
    fn store_own_lessons(&mut self, ctx: &Context<Self>, own: OwnLessons) {
        self.state.page.learn.own = Rc::new(own);
        self.write_own_lessons(ctx);
    }

    /// Stores what has changed of the own lessons, after the write that is under way.
    fn write_own_lessons(&mut self, ctx: &Context<Self>) {
        if !self.questions.own_lessons.begin() {
            return;
        }
        let learn = &self.state.page.learn;
        let (before, after) = (Rc::clone(&learn.stored), Rc::clone(&learn.own));
        let link = ctx.link().clone();
        spawn_local(async move {
            let result = lesson_store::write(&before, &after).await;
            link.send_message(Event::Learn(LearnEvent::OwnStored(after, result)));
        });
    }

    /// Own lessons were stored, or not. Those that were not are stored with the next change.
    fn on_own_stored(
        &mut self,
        ctx: &Context<Self>,
        own: Rc<OwnLessons>,
        result: Result<(), StoreError>,
    ) {
        let learn = &mut self.state.page.learn;
        learn.not_stored = result.err().map(StorageFailure::from);
        if learn.not_stored.is_none() {
            learn.stored = own;
        }
        if self.questions.own_lessons.end() {
            self.write_own_lessons(ctx);
        }
    }

    pub(super) fn fail_lesson(&mut self, name: Text, step: Option<Text>, problem: LessonProblem) {
        self.state.page.menu = None;
        self.state.page.learn.open = Some(OpenLesson::Failed { name, step, problem });
        self.focus = Some(Focus::Panel(PanelId::LESSON));
    }

    /// Something was fetched.
    pub(in crate::app) fn on_learn_event(&mut self, ctx: &Context<Self>, event: LearnEvent) {
        match event {
            LearnEvent::Course(course) => {
                self.state.page.learn.course = course.map_or(Fetched::Failed, Fetched::Here);
                self.list_found();
                self.open_listed(ctx);
            }
            LearnEvent::Own { own, before, then } => self.on_own_lessons(ctx, own, &before, then),
            LearnEvent::OwnStored(own, result) => self.on_own_stored(ctx, own, result),
            LearnEvent::Lesson(fetched) => self.open_lesson(ctx, *fetched),
            LearnEvent::Example { id, example, is_beside } => {
                self.on_example(ctx, id, example, is_beside);
            }
            LearnEvent::Questions(id, lesson) => {
                let lesson = lesson.map_or(Fetched::Failed, Fetched::Here);
                self.state.page.learn.questions.insert(id, lesson);
            }
        }
        self.acted(ctx);
    }
}

/// The titles of the lessons.
const COURSE_WORDS: &str = "lessons/course.en.json";

/// The lines that are wrong in both files, in order.
pub(super) fn faults(source: &LessonSource, read: &ReadLesson) -> Rc<[Fault]> {
    let ReadLesson { lesson, faults, has_words, .. } = read;
    let mut faults = faults.clone();
    if !has_words {
        let name = source.paths().map_or_else(|| format!("{}{WORDS_END}", lesson.id), |[_, it]| it);
        let expected = format!("a file `{name}`, which begins with `# The title of the lesson`");
        faults.push(Fault::words(1, expected, "no such file"));
    }
    faults.sort_by_key(|fault| (fault.place, fault.line));
    faults.into()
}

/// The own lesson with an id, or else the one of the course.
async fn own_or_course_lesson(own: &OwnLessons, id: &str) -> Option<ReadLesson> {
    for own in &own.lessons {
        let Some(lesson) = own.lesson.clone() else { continue };
        let read = later::read_lesson(lesson, own.words.clone()).await.ok()?;
        if read.lesson.id == *id {
            return Some(read);
        }
    }
    lesson_of(&LessonSource::Course(id.to_owned())).await
}

/// Why there is no file with steps.
pub(super) fn not_found(source: Option<LessonSource>, has_words: bool) -> LessonProblem {
    match source {
        Some(LessonSource::Own(name)) if has_words => LessonProblem::OnlyWords(name.into()),
        Some(LessonSource::Own(_)) => LessonProblem::NotHere,
        Some(LessonSource::Address(address)) => LessonProblem::NotFetchedFrom(address.into()),
        Some(LessonSource::Course(_)) | None => LessonProblem::NotFetched,
    }
}
