//! Does what a lesson says and what the user asks of it, and keeps how far it has come.

use std::rc::Rc;

use playground::lesson::action::{Action as LessonAction, ActionKind};
use playground::lesson::file::Focus as LessonFocus;
use playground::lesson::finish::NUMBER_MAX;
use playground::lesson::player::{NextAction, Player, Stage, item_with_key};
use playground::sandbox::command::Command;
use playground::view::workspace::Workspace;
use yew::prelude::*;

use crate::app::App;
use crate::app::platform::lesson;
use crate::app::state::action::Action;
use crate::panel::effect::Select;
use crate::panel::id::PanelId;
use crate::panel::learn::{LearnAction, OpenLesson};
use crate::panel::page::{Focus, PageAction};
use crate::panel::presenter::PresenterMessage;
use crate::panel::setting::Zone;

impl App {
    /// Does what the user asks of a lesson.
    pub(in crate::app) fn learn(&mut self, ctx: &Context<Self>, action: LearnAction) {
        let learn = &mut self.state.page.learn;
        match action {
            LearnAction::List => self.fetch_course(ctx),
            LearnAction::Open { lesson, step } => self.fetch_lesson(ctx, lesson, step),
            LearnAction::OpenExample(lesson) => self.fetch_example(ctx, lesson, false),
            LearnAction::CompareExample(lesson) => self.fetch_example(ctx, lesson, true),
            LearnAction::OpenFiles(_)
            | LearnAction::PlayDraft { .. }
            | LearnAction::RemoveOwn(_) => {
                self.read_own_lessons(ctx, Some(action));
            }
            LearnAction::Try(position) => self.try_step(ctx, position),
            LearnAction::CloseTries => learn.tries = None,
            LearnAction::NotesForward => self.send_to_window(&PresenterMessage::Forward),
            LearnAction::NotesBack => self.send_to_window(&PresenterMessage::Back),
            LearnAction::FetchQuestions(ids) => self.fetch_questions(ctx, ids),
            LearnAction::Close => {
                self.cancel_lesson(ctx);
                self.state.page.learn.open = None;
                // A presentation without a lesson has Explore only.
                if self.state.page.presentation.is_some() {
                    self.state.page.workspace = Workspace::Explore;
                }
                if let Some(address) = self.before_lesson.take() {
                    self.open_address(ctx, &address);
                }
            }
            LearnAction::Answer { prediction, answer } => {
                self.change_player(|player| player.answer_prediction(&prediction, answer));
            }
            LearnAction::Run => self.change_player(Player::run),
            LearnAction::SkipWait => self.change_player(Player::skip_wait),
            LearnAction::Hint => self.change_player(Player::hint),
            LearnAction::ShowSolution => self.show_solution(ctx),
            LearnAction::Again => {
                let position = learn.played().map(|played| played.player.position());
                self.prepare_step(ctx, position.unwrap_or_default());
                self.show_step(Player::begin_again);
            }
            LearnAction::Next => {
                let position = learn.played().map_or(0, |played| played.player.position() + 1);
                self.begin_step(position);
            }
            LearnAction::GoTo(position) => {
                self.prepare_step(ctx, position);
                self.begin_step(position);
            }
        }
    }

    fn change_player(&mut self, change: impl FnOnce(&mut Player)) {
        if let Some(player) = self.state.page.learn.player_mut() {
            change(player);
        }
    }

    /// Shows a step from its beginning. A presentation asks its questions, even if they were answered before.
    fn begin_step(&mut self, position: usize) {
        if self.state.page.presents_lesson() {
            self.show_step(|player| player.begin_anew(position));
        } else {
            self.show_step(|player| player.begin(position));
        }
    }

    /// Shows another step, or the same from its beginning.
    fn show_step(&mut self, change: impl FnOnce(&mut Player)) {
        self.change_player(change);
        // The receipts of earlier steps are not what this step is about.
        self.state.page.zone = Zone::Table;
        self.focus = Some(Focus::Panel(PanelId::LESSON));
    }

    /// Makes the sandbox with which a step begins, in the place of the one on the page.
    fn prepare_step(&mut self, ctx: &Context<Self>, position: usize) {
        let Some(played) = self.state.page.learn.played() else { return };
        let lesson = Rc::clone(played.player.lesson());
        self.ask(ctx, Command::Reset);
        self.perform_all(ctx, &Player::actions_before(&lesson, position));
    }

    fn show_solution(&mut self, ctx: &Context<Self>) {
        let Some(played) = self.state.page.learn.played() else { return };
        let Stage::Task(task) = played.player.stage() else { return };
        let solution = task.solution.clone();
        self.perform_all(ctx, &solution.iter().collect::<Vec<_>>());
    }

    /// Performs actions, each to its end: at once, or between frames if they take long.
    pub(in crate::app) fn perform_all(&mut self, ctx: &Context<Self>, actions: &[&LessonAction]) {
        let commands: Vec<Command> = actions.iter().flat_map(|action| action.commands()).collect();
        self.ask(ctx, Command::Perform(commands.into()));
        self.state.page.zone = Zone::Table;
    }

    /// Does what the lesson does without the user, and keeps how far it has come.
    pub(in crate::app) fn play_lesson(&mut self, ctx: &Context<Self>) {
        // At an earlier moment a request would begin another history, and a goal may be met that no longer is.
        while let Some(player) =
            self.state.page.learn.player_mut().filter(|_| !self.session.is_rewound())
        {
            match player.next(&self.session) {
                Some(NextAction::Command(command)) => self.ask(ctx, command),
                Some(NextAction::Look(focus)) => self.show_focus(ctx, focus),
                None => break,
            }
        }
        self.tell_host_of_goals();
        self.set_lesson_clock();
        self.keep_progress();
        self.show_lesson_address();
    }

    /// Holds the clock or lets it run, once for each change of the lesson.
    fn set_lesson_clock(&mut self) {
        let Some(OpenLesson::Playing(played)) = &mut self.state.page.learn.open else { return };
        let revision = played.player.revision();
        if played.clock_revision.replace(revision) != Some(revision) {
            self.state.page.held = played.player.holds_clock() && self.session.clock().awaited;
        }
    }

    /// An embed leaves its address as it is.
    fn show_lesson_address(&mut self) {
        if self.state.page.embed.is_some() {
            return;
        }
        let learn = &self.state.page.learn;
        let address = learn
            .played()
            .map(|played| [played.source.to_string(), played.player.step().id.clone()]);
        // While a lesson is fetched, and if it could not be, the address names it already.
        let is_settled = learn.open.is_none() || address.is_some();
        if is_settled && address != self.lesson_address {
            lesson::show_lesson(address.as_ref());
            self.lesson_address = address;
        }
    }

    /// Stores how far the learner has come. What another tab has stored meanwhile is kept.
    fn keep_progress(&mut self) {
        // An address alone changes nothing that is stored. An embed stores nothing anyway.
        if !self.keeper.is_pressed && self.state.page.embed.is_none() {
            return;
        }
        let slot = self.own_slot().cloned();
        let learn = &mut self.state.page.learn;
        let Some(OpenLesson::Playing(played)) = &mut learn.open else { return };
        let mut now = played.player.progress(slot.as_deref());
        now.number = played.kept.number;
        if played.kept == now {
            return;
        }
        let mut progress = lesson::progress();
        let name = played.source.to_string();
        let stored = progress.lessons.remove(&name).unwrap_or_else(|| played.kept.clone());
        let mut merged = now.merged(&played.kept, &stored);
        merged.number.get_or_insert_with(|| lesson::random_number(NUMBER_MAX));
        now.number = merged.number;
        played.kept = now;
        progress.lessons.insert(name, merged);
        lesson::set_progress(&progress);
        learn.progress = Rc::new(progress);
    }

    fn show_focus(&mut self, ctx: &Context<Self>, focus: LessonFocus) {
        match focus {
            LessonFocus::Table(name) => {
                self.do_on_page(ctx, Action::Select(Select::Table(name.into())));
            }
            LessonFocus::Index(name) => self.pointed = Some(name.into()),
            LessonFocus::Item { table, key } => {
                let item = item_with_key(&self.session, &table, &key);
                self.do_on_page(ctx, Action::Select(Select::Table(table.into())));
                if let Some(item) = item {
                    self.do_on_page(ctx, Action::Select(Select::Item(item)));
                }
            }
            LessonFocus::Workspace(workspace) => self.show_workspace(ctx, workspace),
        }
    }

    pub(super) fn show_workspace(&mut self, ctx: &Context<Self>, workspace: Workspace) {
        let workspace = match workspace {
            // An embed has no panels of Design.
            Workspace::Design if self.state.page.embed.is_some() => Workspace::Explore,
            workspace => workspace,
        };
        self.do_on_page(ctx, Action::Page(PageAction::ShowWorkspace(workspace)));
    }

    /// Does one of the things that can be done first in an example, where its result is seen.
    fn try_step(&mut self, ctx: &Context<Self>, position: usize) {
        let tries = &mut self.state.page.learn.tries;
        let Some(step) = tries.as_mut().and_then(|it| it.steps.get_mut(position)) else { return };
        step.is_done = true;
        let actions = Rc::clone(&step.actions);
        let has_run = actions
            .iter()
            .any(|action| matches!(action.kind, ActionKind::Workload(_) | ActionKind::Run));
        let place = if has_run { Workspace::Load } else { Workspace::Explore };
        self.show_workspace(ctx, place);
        self.perform_all(ctx, &actions.iter().collect::<Vec<_>>());
    }
}
