//! The panels of the page: a line for each, in the order in which they are drawn.
//!
//! This is the only place where the types of a panel are erased: its actions travel as `Any` from the element that
//! sends them to the panel's own `update`.

use std::any::Any;
use std::rc::Rc;

use yew::prelude::*;

use crate::panel::advice::Advice;
use crate::panel::contract::Panel;
use crate::panel::cost::Cost;
use crate::panel::effect::Effect;
use crate::panel::glossary::Glossary;
use crate::panel::heat::Heat;
use crate::panel::id::PanelId;
use crate::panel::link::PanelLink;
use crate::panel::request::Request;
use crate::panel::shared::{Selection, Shared};
use crate::panel::{
    Page, PanelFunction, Place, bar, clock, compare, design, index, keys, meter, notice, pattern,
    result, rewind, table, timeline, toast, why, work, workload,
};

/// Every panel.
pub const PANELS: &[Entry] = &[
    Entry::Function(bar::PANEL),
    Entry::Function(notice::PANEL),
    Entry::Function(compare::PANEL),
    Entry::Function(table::PANEL),
    Entry::Function(index::PANEL),
    Entry::Function(why::PANEL),
    Entry::panel::<Request>(Place::Tab),
    Entry::Function(result::PANEL),
    Entry::panel::<Heat>(Place::Tab),
    Entry::Function(workload::PANEL),
    Entry::panel::<Cost>(Place::Tab),
    Entry::Function(pattern::PANEL),
    Entry::panel::<Advice>(Place::Tab),
    Entry::panel::<Glossary>(Place::Tab),
    Entry::Function(toast::PANEL),
    Entry::Function(clock::PANEL),
    Entry::Function(meter::PANEL),
    Entry::Function(timeline::PANEL),
    Entry::Function(rewind::PANEL),
    Entry::Function(design::PANEL),
    Entry::Function(keys::PANEL),
    Entry::Function(compare::DIALOG),
    Entry::Function(work::PANEL),
];

/// A line of the registry.
#[derive(Debug, Clone, Copy)]
pub enum Entry {
    /// A panel with a state of its own.
    Panel {
        /// Its name.
        id: PanelId,
        /// What it is called: a key of the catalogue.
        title: &'static str,
        /// Where it is drawn.
        place: Place,
        /// Starts it.
        mount: fn(&Callback<PanelAction>) -> Box<dyn AnyPanel>,
    },
    /// A function that draws from the whole page.
    Function(PanelFunction),
}

impl Entry {
    /// The line of a panel.
    pub const fn panel<P: Panel>(place: Place) -> Self {
        Self::Panel { id: P::ID, title: P::TITLE, place, mount: mount::<P> }
    }

    /// The panel's name.
    pub const fn id(&self) -> PanelId {
        match self {
            Self::Panel { id, .. } | Self::Function(PanelFunction { id, .. }) => *id,
        }
    }

    /// What the panel is called: a key of the catalogue.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Panel { title, .. } | Self::Function(PanelFunction { title, .. }) => title,
        }
    }

    /// Where the panel is drawn.
    pub const fn place(&self) -> Place {
        match self {
            Self::Panel { place, .. } | Self::Function(PanelFunction { place, .. }) => *place,
        }
    }
}

/// An action that is delivered to its panel.
#[derive(Debug)]
pub struct PanelAction {
    panel: PanelId,
    action: Box<dyn Any>,
}

/// The states and the views of the panels.
#[derive(Debug)]
pub struct Panels(Vec<Mounted>);

#[derive(Debug)]
struct Mounted {
    id: PanelId,
    place: Place,
    panel: Box<dyn AnyPanel>,
}

impl Panels {
    /// Starts the panels of some lines. Their actions are sent to `on_action`.
    pub fn new(entries: &[Entry], on_action: &Callback<PanelAction>) -> Self {
        let panels = entries.iter().filter_map(|entry| match *entry {
            Entry::Panel { id, place, mount, .. } => {
                Some(Mounted { id, place, panel: mount(on_action) })
            }
            Entry::Function(_) => None,
        });
        Self(panels.collect())
    }

    /// Gives a panel its action, and returns what it asks of the page.
    pub fn update(&mut self, action: PanelAction, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let mut panels = self.0.iter_mut();
        let mounted = panels.find(|it| it.id == action.panel).expect("a mounted panel sent it");
        mounted.panel.update(action.action, shared)
    }

    /// Lets a panel show what a link leads to.
    pub fn open(&mut self, link: PanelLink) {
        for mounted in self.0.iter_mut().filter(|mounted| mounted.id == link.panel) {
            mounted.panel.open(link.topic);
        }
    }

    /// Makes the views of the panels that are shown: of the tabs only the open one.
    pub fn look(&mut self, open: PanelId, shared: &Shared) {
        for Mounted { id, place, panel } in &mut self.0 {
            match place {
                Place::Tab if *id != open => panel.hide(),
                Place::Tab | Place::Top | Place::Zone(_) | Place::Bottom | Place::Over => {
                    panel.look(shared);
                }
            }
        }
    }

    /// Lets every panel forget its state: another sandbox was opened.
    pub fn reset(&mut self) {
        self.0.iter_mut().for_each(|mounted| mounted.panel.reset());
    }

    /// Draws the panel of a line, or nothing if the panel is not shown.
    pub fn draw(&self, entry: &Entry, page: &Page) -> Html {
        match entry {
            Entry::Panel { id, .. } => {
                let mounted = self.0.iter().find(|mounted| mounted.id == *id);
                mounted.map(|mounted| mounted.panel.draw()).unwrap_or_default()
            }
            Entry::Function(PanelFunction { draw, .. }) => draw(page),
        }
    }
}

/// A panel of any type.
pub trait AnyPanel {
    /// See [`Panel::update`]. The action is one that this panel has sent.
    fn update(&mut self, action: Box<dyn Any>, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Panel::open`].
    fn open(&mut self, topic: &'static str);

    /// Makes the view. One that is equal to the last one is dropped.
    fn look(&mut self, shared: &Shared);

    /// Drops the view.
    fn hide(&mut self);

    /// Forgets the state.
    fn reset(&mut self);

    /// Draws the view, if there is one.
    fn draw(&self) -> Html;
}

impl std::fmt::Debug for dyn AnyPanel {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("AnyPanel")
    }
}

fn mount<P: Panel>(on_action: &Callback<PanelAction>) -> Box<dyn AnyPanel> {
    let send = on_action.reform(erased::<P>);
    Box::new(Typed::<P> { state: P::State::default(), view: None, basis: None, send })
}

fn erased<P: Panel>(action: P::Action) -> PanelAction {
    PanelAction { panel: P::ID, action: Box::new(action) }
}

/// A panel whose types are known.
struct Typed<P: Panel> {
    state: P::State,
    view: Option<Rc<P::View>>,
    /// What the view was made of, if it can be used again while only time passes.
    basis: Option<Basis>,
    /// Made once: another callback would be another property, and the panel would be drawn again.
    send: Callback<P::Action>,
}

/// What a view that does not follow time is made of, besides the state of its panel.
#[derive(PartialEq)]
struct Basis {
    revision: u64,
    selection: Selection,
}

impl<P: Panel> AnyPanel for Typed<P> {
    fn update(&mut self, action: Box<dyn Any>, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let action = action.downcast::<P::Action>().expect("an action has the type of its panel");
        self.basis = None;
        let effects = P::update(&mut self.state, *action, shared);
        effects.into_iter().map(|effect| effect.map(erased::<P>)).collect()
    }

    fn open(&mut self, topic: &'static str) {
        self.basis = None;
        P::open(&mut self.state, topic);
    }

    fn look(&mut self, shared: &Shared) {
        let basis = (!P::FOLLOWS_TIME).then(|| Basis {
            revision: shared.session.revision(),
            selection: shared.selection.clone(),
        });
        if basis.is_some() && basis == self.basis {
            return;
        }
        self.basis = basis;
        let view = P::view(&self.state, shared);
        if self.view.as_deref() != Some(&view) {
            self.view = Some(Rc::new(view));
        }
    }

    fn hide(&mut self) {
        self.view = None;
        self.basis = None;
    }

    fn reset(&mut self) {
        self.state = P::State::default();
        self.basis = None;
    }

    fn draw(&self) -> Html {
        let Self { view, send, .. } = self;
        html! {
            if let Some(view) = view { <View<P> view={Rc::clone(view)} send={send.clone()} /> }
        }
    }
}

#[derive(Properties)]
struct ViewProps<P: Panel> {
    view: Rc<P::View>,
    send: Callback<P::Action>,
}

impl<P: Panel> PartialEq for ViewProps<P> {
    /// `look` keeps the pointer of a view that has not changed.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view) && self.send == other.send
    }
}

/// Draws a view when it has changed.
#[component]
fn View<P: Panel>(props: &ViewProps<P>) -> Html {
    P::draw(&props.view, &props.send)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use playground::sandbox::command::{Command, ExampleId};
    use playground::session::Session;

    thread_local! {
        /// How often the view of the panel was made.
        static COUNT: Cell<u32> = const { Cell::new(0) };
    }

    /// A panel that counts how often its view is made.
    struct Counted;

    impl Panel for Counted {
        const ID: PanelId = PanelId("counted");
        const TITLE: &'static str = "heat.title";
        const FOLLOWS_TIME: bool = false;

        type State = ();
        type Action = ();
        type View = ();

        fn update((): &mut (), (): (), _: &Shared) -> Vec<Effect<()>> {
            Vec::new()
        }

        fn view((): &(), _: &Shared) {
            COUNT.set(COUNT.get() + 1);
        }

        fn draw((): &(), _: &Callback<()>) -> Html {
            Html::default()
        }
    }

    #[test]
    fn a_view_is_made_while_it_is_shown_and_when_its_sandbox_has_changed() {
        let mut session = Session::new(ExampleId::OpenOrders);
        let entries = [Entry::panel::<Counted>(Place::Tab)];
        let mut panels = Panels::new(&entries, &Callback::noop());
        let mut look = |session: &Session, open| {
            panels.look(open, &Shared { session, selection: &Selection::default() });
            COUNT.get()
        };
        assert_eq!(look(&session, PanelId::HEAT), 0, "another tab is open");
        assert_eq!(look(&session, Counted::ID), 1);
        assert_eq!(look(&session, Counted::ID), 1, "nothing has changed");
        session.handle(Command::Advance { by_ms: 1_000 });
        assert_eq!(look(&session, Counted::ID), 1, "only time has passed");
        session.handle(Command::Rename("Another".to_owned()));
        assert_eq!(look(&session, Counted::ID), 2);
    }

    #[test]
    fn every_panel_has_a_name_of_its_own() {
        let mut names: Vec<PanelId> = PANELS.iter().map(Entry::id).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), PANELS.len());
    }

    #[test]
    fn a_panel_that_other_code_opens_is_a_tab() {
        let opened = [
            PanelId::WHY,
            PanelId::REQUEST,
            PanelId::RESULT,
            PanelId::GLOSSARY,
            PanelId::HEAT,
            PanelId::WORKLOAD,
            PanelId::PATTERNS,
        ];
        for id in opened {
            assert!(PANELS.iter().any(|it| it.id() == id && it.place() == Place::Tab), "{id:?}");
        }
    }
}
