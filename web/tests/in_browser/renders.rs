//! A panel is rendered only when its view has changed.

use std::cell::Cell;

use js_sys::Promise;
use playground::sandbox::command::{Command, ExampleId};
use playground::session::Session;
use playground::view::throughput::Setting;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web::app::registry::{Entry, PanelAction, Panels};
use web::app::state::AppState;
use web::panel::contract::Panel;
use web::panel::effect::Effect;
use web::panel::heat::Heat;
use web::panel::heat::state::{Action, State};
use web::panel::heat::view::View;
use web::panel::id::PanelId;
use web::panel::shared::Shared;
use web::panel::{Page, Place};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

thread_local! {
    /// How often the panel was rendered.
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

/// The heat panel, which counts how often it is rendered.
struct Counted;

impl Panel for Counted {
    const ID: PanelId = Heat::ID;
    const TITLE: &'static str = Heat::TITLE;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn update(state: &mut State, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        Heat::update(state, action, shared)
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        Heat::view(state, shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        COUNT.set(COUNT.get() + 1);
        Heat::draw(view, send)
    }
}

const PANELS: &[Entry] = &[Entry::panel::<Counted>(Place::Tab)];

/// A page with a single panel, which it looks at after each event as `App` does.
struct Host {
    session: Session,
    state: AppState,
    panels: Panels,
}

enum Event {
    Panel(PanelAction),
    Command(Command),
}

impl Host {
    fn look(&mut self) {
        let shared = Shared { session: &self.session, selection: &self.state.selection };
        self.panels.look(Counted::ID, &shared);
    }
}

impl Component for Host {
    type Message = Event;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let mut host = Self {
            session: Session::new(ExampleId::OpenOrders),
            state: AppState::default(),
            panels: Panels::new(PANELS, &ctx.link().callback(Event::Panel)),
        };
        host.look();
        host
    }

    fn update(&mut self, _: &Context<Self>, event: Event) -> bool {
        let effects = match event {
            Event::Command(command) => vec![Effect::Command(command)],
            Event::Panel(action) => {
                let shared = Shared { session: &self.session, selection: &self.state.selection };
                self.panels.update(action, &shared)
            }
        };
        for effect in effects {
            match effect {
                Effect::Command(command) => assert!(self.session.handle(command).accepted),
                Effect::Open(_) | Effect::Show(_) | Effect::Copy { .. } => {}
            }
        }
        self.look();
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        let views = Session::new(ExampleId::OpenOrders).views(&self.state.interest());
        let on_action = Callback::noop();
        let page = Page { views: &views, state: &self.state, on_action: &on_action };
        self.panels.draw(&PANELS[0], &page)
    }
}

#[wasm_bindgen_test]
async fn a_panel_is_rendered_only_when_its_view_has_changed() {
    let root = gloo::utils::document().create_element("div").expect("a document has elements");
    let host = yew::Renderer::<Host>::with_root(root.clone()).render();
    assert_eq!(count().await, 1);

    host.send_message(Event::Command(Command::Advance { by_ms: 5_000 }));
    assert_eq!(count().await, 1, "time passes, and nothing is measured");
    let item = r#"{"CustomerId": {"S": "C9"}, "OrderId": {"S": "O9"}}"#;
    let request = format!(r#"{{"TableName": "Orders", "Item": {item}}}"#);
    let operation = "PutItem".to_owned();
    host.send_message(Event::Command(Command::Call { operation, request }));
    assert_eq!(count().await, 1, "an item is written, and nothing is measured");

    let value = 1;
    let command = Command::SetThroughput { setting: Setting::Enforcement, value };
    host.send_message(Event::Command(command));
    assert_eq!(count().await, 2, "throughput is limited");

    let reads = not_pressed(&root);
    reads.click();
    assert_eq!(count().await, 3, "reads are shown");
    reads.click();
    assert_eq!(count().await, 3, "reads are shown already");
}

/// Turns of the browser's event loop in which Yew handles an event: it lets the browser work in between.
const TURN_COUNT: usize = 20;

/// How often the panel has been rendered once all events are handled.
async fn count() -> u32 {
    for _ in 0..TURN_COUNT {
        let turn = Promise::new(&mut |resolve, _| {
            let window = gloo::utils::window();
            window.set_timeout_with_callback(&resolve).expect("a window has timers");
        });
        JsFuture::from(turn).await.expect("a timer does not fail");
    }
    COUNT.get()
}

/// The one of two buttons that is not pressed.
fn not_pressed(root: &Element) -> HtmlElement {
    let button = root.query_selector("[aria-pressed=false]").expect("the selector is valid");
    button.expect("there is such a button").unchecked_into()
}
