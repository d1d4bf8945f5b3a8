//! The page as a whole: the only struct component. It routes: browser events become actions, actions become
//! commands, and what the session says becomes the next picture.

pub mod any_panel;
mod awaited;
mod browser;
pub mod clock;
mod frame;
mod host;
mod later;
mod learn;
pub mod panels;
mod parts;
pub mod platform;
pub mod registry;
mod route;
pub mod state;
mod storage;
mod ticket;
mod time;

use std::rc::Rc;

use gloo::events::EventListener;
use playground::message;
use playground::sandbox::command::{Command, Response};
use playground::sandbox::outcome::Outcome;
use playground::session::Session;
use playground::view::value::Text;
use playground::view::work::StoredWork;
use playground::view::workload::WorkloadStage;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::any_panel::PanelAction;
use crate::app::clock::Clock;
use crate::app::frame::{Page, frame};
use crate::app::later::{Arrived, Missing};
use crate::app::learn::event::{LearnEvent, OpeningLesson};
use crate::app::learn::windows::{WindowEvent, Windows};
use crate::app::panels::Panels;
use crate::app::platform::focus::{self, Focused};
use crate::app::platform::host::{Asked, Host, HostSignal};
use crate::app::platform::{BrowserEvent, Crash, History, crash};
use crate::app::registry::{PANELS, Part};
use crate::app::state::AppState;
use crate::app::state::action::{Action, Effect};
use crate::app::storage::keeper::{Keeper, Opening, StoreEvent};
use crate::app::storage::start::Start;
use crate::app::ticket::OpenQuestions;
use crate::panel::contract::Executed;
use crate::panel::effect::Input;
use crate::panel::link::{OnLink, PanelLink};
use crate::panel::page::{Embed, Focus, PageAction};
use crate::panel::setting::{Menu, Speed};
use crate::panel::shared::Shared;

/// The page.
#[derive(Debug)]
pub struct App {
    state: AppState,
    session: Session,
    /// The panels that have a state of their own.
    panels: Panels,
    /// The title of the browser's tab.
    title: Text,
    clock: Clock,
    keeper: Keeper,
    /// Where the focus goes once the page is drawn.
    focus: Option<Focus>,
    /// What had the focus before the page changed.
    focused: Focused,
    /// The index whose next change is scrolled to once the page is drawn.
    pending: Option<Text>,
    /// The index that is pointed at once the page is drawn.
    pointed: Option<Text>,
    /// What the address named before a lesson was opened.
    before_lesson: Option<String>,
    /// The lesson and the step that are in the address.
    lesson_address: Option<[String; 2]>,
    /// The lesson whose sandbox is being opened.
    opening_lesson: Option<OpeningLesson>,
    /// Where actions on the page as a whole go.
    on_page: Callback<PageAction>,
    /// Follows links into panels. Made once, too.
    on_link: OnLink,
    /// What is asked and not answered.
    questions: OpenQuestions,
    /// The page around an embed.
    host: Host,
    /// What that page has asked, and is not done.
    asked: Asked,
    /// Why what the address of an embed names was not opened.
    unopened: Option<String>,
    /// The other window of a presentation.
    windows: Windows,
    /// The panic that a journey tests.
    crash: Option<Crash>,
    listeners: Vec<EventListener>,
}

/// The messages of the page.
#[derive(Debug)]
pub enum Event {
    /// The user did something.
    Act(Action),
    /// The user did something in a panel.
    Panel(PanelAction),
    /// The user follows a link into a panel.
    Link(PanelLink),
    /// The browser says something about the page as a whole.
    Browser(BrowserEvent),
    /// A frame was drawn, at this time of the page's clock.
    Frame(f64),
    /// The storage answers.
    Store(StoreEvent),
    /// It is time to put the sandbox into the address.
    AddressDue,
    /// Files of lessons were fetched.
    Learn(LearnEvent),
    /// Something happens in the windows of a presentation.
    Window(WindowEvent),
    /// The page around an embed asks something.
    Host(HostSignal),
    /// A part of the program was loaded, or could not be.
    Part(Part, Result<Arrived, Missing>),
    /// The page is idle: the parts are loaded that are likely to be used next.
    Idle,
}

/// Puts the page in place of what `index.html` shows before the program runs.
pub fn start() {
    crash::catch_panics();
    if let Some(language) = platform::asked_language().filter(|it| message::choose(it)) {
        platform::set_language(&language);
    }
    spawn_local(async {
        let props = AppProps { start: Start::read().await };
        match platform::root() {
            Some(root) => drop(yew::Renderer::<App>::with_root_and_props(root, props).render()),
            None => drop(yew::Renderer::<App>::with_props(props).render()),
        }
    });
}

/// The initial state of the page.
#[derive(Debug, Clone, Properties)]
pub struct AppProps {
    start: Option<Start>,
}

impl PartialEq for AppProps {
    /// The page begins once.
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Component for App {
    type Message = Event;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let mut state = AppState::default();
        if let Some(text) = platform::preferences() {
            state.read_preferences(&text);
        }
        state.page.address = platform::address_to_share().into();
        if platform::is_asked_to_present() {
            state.page.presentation = Some(Speed::PRESENTATION);
        }
        state.page.is_system_dark = platform::is_system_dark();
        if let Some(request) = platform::embed_request() {
            state.page.embed = Some(Embed { request: Rc::new(request), ..Embed::default() });
        }
        if let Some(theme) = platform::asked_theme() {
            state.read_preferences(&format!("theme={theme}"));
        }
        platform::set_theme(state.page.theme.id());
        let session = Session::first();
        let questions = OpenQuestions::default();
        let mut app = Self {
            state,
            session,
            panels: Panels::new(&PANELS, &ctx.link().callback(Event::Panel)),
            title: Text::default(),
            clock: Clock::default(),
            keeper: Keeper::default(),
            focus: None,
            focused: Focused::default(),
            pending: None,
            pointed: None,
            before_lesson: None,
            lesson_address: None,
            opening_lesson: None,
            on_page: ctx.link().callback(|action| Event::Act(Action::Page(action))),
            on_link: ctx.link().callback(Event::Link),
            host: Host::default(),
            asked: Asked::default(),
            unopened: None,
            windows: Windows::default(),
            crash: None,
            listeners: Self::listen(ctx, &questions.sandbox),
            questions,
        };
        if platform::lesson::is_notes_window() {
            app.begin_notes(ctx);
            app.look();
            return app;
        }
        app.read_unfinished();
        app.begin(ctx, ctx.props().start.clone());
        app.begin_lesson(ctx);
        app.look();
        app.resume_draft();
        app.run_clock(ctx);
        app.focus = None;
        let heard = app.host.listen(&ctx.link().callback(Event::Host));
        app.listeners.extend(heard);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, event: Self::Message) -> bool {
        if crash::has_crashed() {
            return false;
        }
        self.focused.renew();
        match event {
            Event::Act(action) => self.act(ctx, action),
            Event::Panel(action) => self.act_in_panel(ctx, action),
            Event::Link(link) => {
                self.follow(ctx, link);
                self.acted(ctx);
            }
            Event::Browser(event) => return self.handle(ctx, event),
            Event::Frame(at_ms) => {
                if self.session.workload_stage() == WorkloadStage::Running {
                    self.clock.pass(at_ms);
                    self.run_workload(ctx);
                    return true;
                }
                let by_ms = self.clock.frame(at_ms, self.state.page.running_speed());
                if by_ms == 0 {
                    self.run_clock(ctx);
                    return false;
                }
                self.act(ctx, Action::Command(Command::Advance { by_ms }));
            }
            Event::Learn(event) => self.on_learn_event(ctx, event),
            Event::Window(event) => self.on_window_event(ctx, event),
            Event::AddressDue => {
                self.on_address_due(ctx);
                return false;
            }
            Event::Host(signal) => return self.on_host_signal(ctx, signal),
            Event::Part(part, arrived) => self.on_part(ctx, part, arrived),
            Event::Idle => {
                self.load_next(ctx);
                return false;
            }
            Event::Store(event) => {
                self.on_store_event(ctx, event);
                self.look();
                self.run_clock(ctx);
            }
        }
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        let Self { session, state, panels, on_page, on_link, .. } = self;
        assert_ne!(self.crash, Some(Crash::Rendering), "a journey provokes a panic");
        html! {
            <ContextProvider<OnLink> context={on_link.clone()}>
                { frame(&Page { shared: shared(session, state), panels, send: on_page }) }
            </ContextProvider<OnLink>>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, is_first: bool) {
        self.load_wanted(ctx);
        if is_first {
            self.load_when_idle(ctx);
        }
        if let Some(focus) = self.focus.take() {
            focus::move_to(&focus);
        }
        self.focused.move_on();
        if let Some(index) = self.pending.take() {
            platform::show_pending(&index);
        }
        self.show_presented_part();
        if let Some(index) = self.pointed.take() {
            platform::lesson::point_at(&index);
        }
        if !self.asked.ready && !self.is_lesson_loading() {
            self.host.tell_height();
        }
    }
}

impl App {
    fn act(&mut self, ctx: &Context<Self>, action: Action) {
        self.do_on_page(ctx, action);
        self.acted(ctx);
    }

    fn do_on_page(&mut self, ctx: &Context<Self>, action: Action) {
        if let Some(command) = self.hold_of_run(&action) {
            return self.ask(ctx, command);
        }
        for effect in self.state.update(action) {
            self.carry_out(ctx, effect);
        }
    }

    /// Shows what an action has led to.
    fn acted(&mut self, ctx: &Context<Self>) {
        self.continued(ctx);
        self.keep_draft();
    }

    fn carry_out(&mut self, ctx: &Context<Self>, effect: Effect) {
        match effect {
            Effect::Ask(command) => self.ask(ctx, command),
            Effect::Begin(input) => {
                let shared = shared(&self.session, &self.state);
                let effects = self.panels.begin(&input, &shared);
                self.state.page.menu = None;
                for effect in effects {
                    self.carry_out_for_panel(ctx, effect);
                }
            }
            Effect::Find => {
                let findable = registry::findable(&shared(&self.session, &self.state));
                self.do_on_page(ctx, Action::Begin(Input::Find(findable)));
                // Before its part is loaded, too: letters are typed then, and no keys of the page.
                self.do_on_page(ctx, Action::Page(PageAction::ToggleMenu(Menu::Find)));
            }
            Effect::LeaveTable => {
                self.panels.leave_table(&shared(&self.session, &self.state));
            }
            Effect::Work(action) => self.handle_work(ctx, action),
            Effect::Learn(action) => self.learn(ctx, action),
            Effect::ShowPending => {
                let timeline = self.session.timeline(None);
                self.pending = timeline.future.shown.into_iter().next().map(|mark| mark.index);
            }
            Effect::SavePreferences => {
                platform::set_preferences(&self.state.preferences());
                platform::set_theme(self.state.page.theme.id());
            }
            Effect::Focus(focus) => self.focus = Some(focus),
        }
    }

    fn ask(&mut self, ctx: &Context<Self>, command: Command) {
        drop(self.execute(ctx, command));
    }

    /// Executes a command, shows what follows from it, and returns what the session made of it.
    fn execute(&mut self, ctx: &Context<Self>, command: Command) -> Response {
        if command.opens() {
            self.finish(ctx);
        }
        let may_open = command.opens() || self.keeper.opening.is_some();
        let unstored = if may_open { self.unstored() } else { None };
        let response = self.session.handle(command.clone());
        let Some(command) = self.take_opened(ctx, command, &response, unstored.as_ref()) else {
            return response;
        };
        // What follows from the answer may be another command.
        let outcomes = self.session.outcomes().to_vec();
        if command.opens() {
            self.note_opening(&command, &response);
        }
        self.state.page.learn.note(&outcomes);
        self.tell_host(&outcomes);
        for effect in self.state.answer(&command, &response) {
            self.carry_out(ctx, effect);
        }
        let shared = shared(&self.session, &self.state);
        let accepted = response.accepted;
        let executed = Executed { command: &command, accepted, outcomes: &outcomes };
        for effect in self.panels.observe(&executed, &shared) {
            self.carry_out_for_panel(ctx, effect);
        }
        match (command.opens(), response.accepted) {
            (true, true) => self.opened(ctx, &command, unstored),
            (true, false) => self.keep_address(),
            // A link that plays its log is not changed by that.
            (false, _) if self.is_playing_link(&command) => {}
            (false, _) => {
                self.keep(ctx);
                if command == Command::KeepCopy {
                    self.write_to_own_slot(ctx, History::Replace);
                }
            }
        }
        response
    }

    /// The command whose consequences follow: a sandbox that is being opened in slices is shown when it is complete. `None` if nothing
    /// follows now.
    fn take_opened(
        &mut self,
        ctx: &Context<Self>,
        command: Command,
        response: &Response,
        unstored: Option<&StoredWork>,
    ) -> Option<Command> {
        if self.session.is_opening() {
            if command.opens() {
                self.forget_opening();
                self.keeper.opening = Some(Opening::Command(command));
            }
            return None;
        }
        let is_complete = self.session.outcomes().iter().any(|it| matches!(it, Outcome::Opened));
        if command.opens() || !is_complete {
            self.forget_opening();
            return Some(command);
        }
        match self.keeper.opening.take() {
            Some(Opening::Command(opening)) => Some(opening),
            Some(Opening::Work(origin, work)) => {
                self.restored(ctx, origin, work, response, unstored.cloned());
                None
            }
            None => Some(command),
        }
    }

    /// Sees what the session says to what the page looks at.
    fn look(&mut self) {
        self.state.page.rewound = self.session.is_rewound();
        self.state.page.held &= self.session.clock().awaited;
        if let Some(embed) = &mut self.state.page.embed {
            let view = self.session.embed(&embed.request);
            self.state.selection.table.clone_from(&view.table);
            if *embed.view != view {
                embed.view = Rc::new(view);
            }
        }
        let table = self.session.table(self.state.selection.table.as_deref());
        self.state.selection.table = table.map(|table| table.schema.name.as_str().into());
        self.put_view_into_links();
        let shared = shared(&self.session, &self.state);
        self.panels.look(&shared);
        self.tell_unfinished();
        let title = self.page_title();
        if *self.title != *title {
            self.title = title;
            platform::set_title(&self.title);
        }
    }
}

/// What panels share.
fn shared<'a>(session: &'a Session, state: &'a AppState) -> Shared<'a> {
    Shared { session, selection: &state.selection, page: &state.page }
}
