//! A panel is rendered only when its view has changed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use js_sys::Promise;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::throughput::Setting;
use playground::view::workspace::Workspace;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web::app::any_panel::PanelAction;
use web::app::panels::Panels;
use web::app::registry::Entry;
use web::app::state::AppState;
use web::panel::Place;
use web::panel::bar::Bar;
use web::panel::clock::Clock;
use web::panel::compare::Compare;
use web::panel::comparison::Comparison;
use web::panel::contract::{Draw, Executed, Last, Panel};
use web::panel::design::Design;
use web::panel::effect::Effect;
use web::panel::heat::Heat;
use web::panel::id::PanelId;
use web::panel::indexes::Indexes;
use web::panel::items::Items;
use web::panel::meter::Meter;
use web::panel::notice::Notice;
use web::panel::operations::Operations;
use web::panel::setting::{Column, Zone};
use web::panel::shared::Shared;
use web::panel::shortcuts::Shortcuts;
use web::panel::summary::Summary;
use web::panel::table::Table;
use web::panel::timeline::Timeline;
use web::panel::why::Why;
use web::panel::work::Work;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

thread_local! {
    /// How often each panel was rendered since this was looked at last.
    static COUNTS: RefCell<BTreeMap<&'static str, u32>> = const { RefCell::new(BTreeMap::new()) };
}

/// A panel that counts how often it is rendered.
struct Counted<P>(PhantomData<P>);

impl<P: Panel> Panel for Counted<P> {
    const ID: PanelId = P::ID;
    const UNFINISHED: &'static str = P::UNFINISHED;
    const TITLE: &'static str = P::TITLE;
    const FOLLOWS_TIME: bool = P::FOLLOWS_TIME;

    type State = P::State;
    type Action = P::Action;
    type View = CountedView<P>;

    fn view(state: &P::State, shared: &Shared) -> CountedView<P> {
        CountedView(P::view(state, shared))
    }

    fn renew(state: &P::State, shared: &Shared, last: Last<CountedView<P>>) -> CountedView<P> {
        let Last { view, is_current } = last;
        CountedView(P::renew(state, shared, Last { view: &view.0, is_current }))
    }
}

/// The view of a panel that counts how often it is rendered.
struct CountedView<P: Panel>(P::View);

impl<P: Panel> PartialEq for CountedView<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P: Panel> Draw<P::Action> for CountedView<P> {
    fn draw(&self, send: &Callback<P::Action>) -> Html {
        COUNTS.with_borrow_mut(|counts| *counts.entry(P::ID.0).or_default() += 1);
        self.0.draw(send)
    }
}

const fn counted<P: Panel>(place: Place) -> Entry {
    Entry::panel::<Counted<P>>(place)
}

/// Panels of every workspace, and those around them.
const PANELS: &[Entry] = &[
    counted::<Bar>(Place::Top),
    counted::<Notice>(Place::Top),
    counted::<Compare>(Place::Top),
    counted::<Table>(Place::Zone(Zone::Table)),
    counted::<Operations>(Place::Zone(Zone::Table)),
    counted::<Items>(Place::Zone(Zone::Table)),
    counted::<Indexes>(Place::Zone(Zone::Indexes)),
    counted::<Why>(Place::Zone(Zone::Operation)),
    counted::<Heat>(Place::Column(Column::Results)),
    counted::<Summary>(Place::Bottom),
    counted::<Clock>(Place::Bottom),
    counted::<Meter>(Place::Bottom),
    counted::<Timeline>(Place::Bottom),
    counted::<Design>(Place::Over),
    counted::<Shortcuts>(Place::Over),
    counted::<Comparison>(Place::Column(Column::Comparison)),
    counted::<Work>(Place::Over),
];

/// A page of these panels, which it looks at after each event as `App` does.
struct Host {
    session: Session,
    state: AppState,
    panels: Panels,
}

enum Event {
    Panel(PanelAction),
    Command(Command),
}

#[derive(PartialEq, Properties)]
struct HostProps {
    workspace: Workspace,
}

impl Host {
    fn look(&mut self) {
        let shared = shared(&self.session, &self.state);
        self.panels.look(&shared);
    }
}

fn shared<'a>(session: &'a Session, state: &'a AppState) -> Shared<'a> {
    Shared { session, selection: &state.selection, page: &state.page }
}

impl Component for Host {
    type Message = Event;
    type Properties = HostProps;

    fn create(ctx: &Context<Self>) -> Self {
        let mut host = Self {
            session: Session::first(),
            state: AppState::default(),
            panels: Panels::new(PANELS, &ctx.link().callback(Event::Panel)),
        };
        host.state.page.workspace = ctx.props().workspace;
        host.look();
        host
    }

    fn update(&mut self, _: &Context<Self>, event: Event) -> bool {
        let effects = match event {
            Event::Command(command) => vec![Effect::Command(command)],
            Event::Panel(action) => {
                let shared = shared(&self.session, &self.state);
                self.panels.update(action, &shared)
            }
        };
        for effect in effects {
            match effect {
                Effect::Command(command) => {
                    assert!(self.session.handle(command.clone()).accepted);
                    let shared = shared(&self.session, &self.state);
                    let outcomes = self.session.outcomes();
                    let executed = Executed { command: &command, accepted: true, outcomes };
                    assert!(self.panels.observe(&executed, &shared).is_empty());
                }
                Effect::Select(_)
                | Effect::Open(_)
                | Effect::Follow(_)
                | Effect::Show(_)
                | Effect::Begin(_)
                | Effect::Page(_)
                | Effect::Work(_)
                | Effect::Learn(_)
                | Effect::Copy { .. }
                | Effect::Download { .. }
                | Effect::SavePicture { .. }
                | Effect::OpenWindow { .. }
                | Effect::OpenTab { .. } => {}
            }
        }
        self.look();
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        // A panel of another workspace has no view, so nothing is drawn of it.
        PANELS.iter().map(|entry| self.panels.draw(entry)).collect()
    }
}

/// A write of an item that is in no index.
fn put() -> Command {
    let item = r#"{"CustomerId": {"S": "C9"}, "OrderId": {"S": "O9"}}"#;
    let request = format!(r#"{{"TableName": "Orders", "Item": {item}}}"#);
    Command::Call { operation: "PutItem".to_owned(), request }
}

#[wasm_bindgen_test]
async fn an_edit_renders_the_panels_whose_views_it_changes_and_no_others() {
    let root = gloo::utils::document().create_element("div").expect("a document has elements");
    let props = HostProps { workspace: Workspace::Explore };
    let host = yew::Renderer::<Host>::with_root_and_props(root, props).render();
    let is_shown = |entry: &&Entry| {
        entry.place().workspace().is_none_or(|workspace| workspace == Workspace::Explore)
    };
    let all = PANELS.iter().filter(is_shown).map(|entry| (entry.id().0, 1));
    assert_eq!(rendered().await, all.collect(), "each is rendered at first");

    host.send_message(Event::Command(put()));
    let changed =
        [Bar::ID, Indexes::ID, Items::ID, Meter::ID, Summary::ID, Table::ID, Timeline::ID, Why::ID];
    assert_eq!(rendered().await, changed.map(|id| (id.0, 1)).into());
    host.send_message(Event::Command(Command::Advance { by_ms: 16 }));
    assert_eq!(rendered().await, [(Clock::ID.0, 1)].into(), "only the clock shows the time");
}

#[wasm_bindgen_test]
async fn a_panel_is_rendered_only_when_its_view_has_changed() {
    let root = gloo::utils::document().create_element("div").expect("a document has elements");
    let props = HostProps { workspace: Workspace::Load };
    let host = yew::Renderer::<Host>::with_root_and_props(root.clone(), props).render();
    assert_eq!(heat_count().await, 1);

    host.send_message(Event::Command(Command::Advance { by_ms: 5_000 }));
    assert_eq!(heat_count().await, 0, "time passes, and nothing is measured");
    host.send_message(Event::Command(put()));
    assert_eq!(heat_count().await, 0, "an item is written, and nothing is measured");

    let value = 1;
    let command = Command::Set { setting: Setting::Enforcement, value };
    host.send_message(Event::Command(command));
    assert_eq!(heat_count().await, 1, "throughput is limited");

    let reads = not_pressed(&root);
    reads.click();
    assert_eq!(heat_count().await, 1, "reads are shown");
    reads.click();
    assert_eq!(heat_count().await, 0, "reads are shown already");
}

/// Turns of the browser's event loop in which Yew handles an event: it lets the browser work in between.
const TURN_COUNT: usize = 20;

/// How often the heat panel has been rendered since the last event.
async fn heat_count() -> u32 {
    rendered().await.get(Heat::ID.0).copied().unwrap_or_default()
}

/// How often each panel has been rendered since the last event, once all events are handled.
async fn rendered() -> BTreeMap<&'static str, u32> {
    turns().await;
    COUNTS.take()
}

/// Lets Yew handle all events.
pub(crate) async fn turns() {
    for _ in 0..TURN_COUNT {
        let turn = Promise::new(&mut |resolve, _| {
            let window = gloo::utils::window();
            window.set_timeout_with_callback(&resolve).expect("a window has timers");
        });
        JsFuture::from(turn).await.expect("a timer does not fail");
    }
}

/// The one of two buttons that is not pressed.
fn not_pressed(root: &Element) -> HtmlElement {
    let button = root.query_selector("[aria-pressed=false]").expect("the selector is valid");
    button.expect("there is such a button").unchecked_into()
}
