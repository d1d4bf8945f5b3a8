//! Panels come and go in one place.
use playground::session::Session;
use playground::view::workspace::Workspace;
use wasm_bindgen_test::wasm_bindgen_test;
use web::app::panels::Panels;
use web::app::registry::Entry;
use web::panel::Place;
use web::panel::contract::{Draw, Panel};
use web::panel::effect::PageEffect;
use web::panel::id::PanelId;
use web::panel::page::PageState;
use web::panel::setting::Column;
use web::panel::shared::{Selection, Shared};
use yew::prelude::*;

use crate::renders::turns;

/// A panel of a workspace, or, without a name, one that is everywhere and shows nothing.
struct Named<const POSITION: usize>;

const NAMES: [&str; 3] = ["design", "", "load"];

impl<const POSITION: usize> Panel for Named<POSITION> {
    const ID: PanelId = PanelId(["of-design", "of-all", "of-load"][POSITION]);
    const TITLE: &'static str = "heat.title";

    type State = ();
    type Action = PageEffect;
    type View = Name;

    fn view((): &(), _: &Shared) -> Name {
        Name(NAMES[POSITION])
    }
}

/// What the panel shows.
#[derive(PartialEq)]
struct Name(&'static str);

impl Draw<PageEffect> for Name {
    fn draw(&self, _: &Callback<PageEffect>) -> Html {
        match self.0 {
            "" => Html::default(),
            name => html! { <p>{ name }</p> },
        }
    }
}

const PANELS: [Entry; 3] = [
    Entry::panel::<Named<0>>(Place::Column(Column::Patterns)),
    Entry::panel::<Named<1>>(Place::Top),
    Entry::panel::<Named<2>>(Place::Column(Column::Results)),
];

/// The panels in one element.
struct Host {
    session: Session,
    page: PageState,
    panels: Panels,
}

impl Host {
    fn look(&mut self) {
        let Self { session, page, panels } = self;
        panels.look(&Shared { session, selection: &Selection::default(), page });
    }
}

impl Component for Host {
    type Message = Workspace;
    type Properties = ();

    fn create(_: &Context<Self>) -> Self {
        let mut host = Self {
            session: Session::first(),
            page: PageState { workspace: Workspace::Load, ..PageState::default() },
            panels: Panels::new(&PANELS, &Callback::noop()),
        };
        host.look();
        host
    }

    fn update(&mut self, _: &Context<Self>, workspace: Workspace) -> bool {
        self.page.workspace = workspace;
        self.look();
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        PANELS.iter().map(|entry| self.panels.draw(entry)).collect()
    }
}

#[wasm_bindgen_test]
async fn a_panel_takes_the_place_of_another_with_one_between_that_shows_nothing() {
    let root = gloo::utils::document().create_element("div").expect("a document has elements");
    let host = yew::Renderer::<Host>::with_root(root.clone()).render();
    for (workspace, shown) in [
        (None, "load"),
        (Some(Workspace::Design), "design"),
        (Some(Workspace::Load), "load"),
        (Some(Workspace::Design), "design"),
    ] {
        if let Some(workspace) = workspace {
            host.send_message(workspace);
        }
        turns().await;
        assert_eq!(root.text_content().as_deref(), Some(shown));
    }
}
