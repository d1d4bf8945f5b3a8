//! The panels of the page: a line for each, in the order in which they are drawn.
//!
//! This is the only place where the types of a panel are erased: its actions travel as `Any` from the element that
//! sends them to the panel's own `update`.

use std::any::Any;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::Place;
use crate::panel::advice::Advice;
use crate::panel::bar::Bar;
use crate::panel::clock::Clock;
use crate::panel::compare::Compare;
use crate::panel::comparison::Comparison;
use crate::panel::contract::{Executed, Last, Panel};
use crate::panel::cost::Cost;
use crate::panel::design::Design;
use crate::panel::effect::{Effect, Findable, FindableKind, Input};
use crate::panel::embed::Embed;
use crate::panel::entities::Entities;
use crate::panel::find::Find;
use crate::panel::glossary::Glossary;
use crate::panel::guide::Guide;
use crate::panel::heat::Heat;
use crate::panel::id::PanelId;
use crate::panel::import::Import;
use crate::panel::indexes::Indexes;
use crate::panel::items::Items;
use crate::panel::lesson::Lesson;
use crate::panel::link::PanelLink;
use crate::panel::meter::Meter;
use crate::panel::notes::Notes;
use crate::panel::notice::Notice;
use crate::panel::operation::Operations;
use crate::panel::patterns::Patterns;
use crate::panel::presentation::Presentation;
use crate::panel::print::Print;
use crate::panel::record::Record;
use crate::panel::request::Request;
use crate::panel::result::ReadResult;
use crate::panel::run::Run;
use crate::panel::setting::{Column, Zone};
use crate::panel::share::Share;
use crate::panel::shared::{Selection, Shared};
use crate::panel::shortcuts::Shortcuts;
use crate::panel::stream::Stream;
use crate::panel::summary::Summary;
use crate::panel::table::Table;
use crate::panel::teach::Teach;
use crate::panel::throughput::Throughput;
use crate::panel::timeline::Timeline;
use crate::panel::why::Why;
use crate::panel::work::Work;
use crate::panel::workload::Workload;

/// Every panel.
pub const PANELS: &[Entry] = &[
    Entry::panel::<Bar>(Place::Top),
    Entry::panel::<Notice>(Place::Top),
    Entry::panel::<Guide>(Place::Top),
    Entry::panel::<Compare>(Place::Top),
    Entry::panel::<Lesson>(Place::Beside).in_embed(),
    Entry::panel::<Presentation>(Place::Presentation),
    Entry::panel::<Notes>(Place::Notes),
    Entry::panel::<Table>(Place::Zone(Zone::Table)).in_embed(),
    Entry::panel::<Operations>(Place::Zone(Zone::Table)),
    Entry::panel::<Items>(Place::Zone(Zone::Table)).in_embed(),
    Entry::panel::<Indexes>(Place::Zone(Zone::Indexes)).in_embed(),
    Entry::panel::<Stream>(Place::Zone(Zone::Indexes)),
    Entry::panel::<Why>(Place::Zone(Zone::Operation)).in_embed(),
    Entry::panel::<ReadResult>(Place::Zone(Zone::Operation)),
    Entry::panel::<Request>(Place::Zone(Zone::Operation)),
    Entry::panel::<Workload>(Place::Column(Column::Traffic)).in_embed(),
    Entry::panel::<Throughput>(Place::Column(Column::Traffic)).in_embed(),
    Entry::panel::<Run>(Place::Column(Column::Results)).in_embed(),
    Entry::panel::<Heat>(Place::Column(Column::Results)).in_embed(),
    Entry::panel::<Comparison>(Place::Column(Column::Comparison)),
    Entry::panel::<Patterns>(Place::Column(Column::Patterns)),
    Entry::panel::<Cost>(Place::Column(Column::Costs)),
    Entry::panel::<Advice>(Place::Column(Column::Findings)),
    Entry::panel::<Summary>(Place::Bottom).in_embed(),
    Entry::panel::<Clock>(Place::Bottom),
    Entry::panel::<Meter>(Place::Bottom),
    Entry::panel::<Timeline>(Place::Bottom),
    Entry::panel::<Embed>(Place::Embed).in_embed(),
    Entry::panel::<Design>(Place::Over),
    Entry::panel::<Entities>(Place::Over),
    Entry::panel::<Import>(Place::Over),
    Entry::panel::<Find>(Place::Over),
    Entry::panel::<Glossary>(Place::Over).in_embed(),
    Entry::panel::<Shortcuts>(Place::Over),
    Entry::panel::<Share>(Place::Over),
    Entry::panel::<Teach>(Place::Over),
    Entry::panel::<Record>(Place::Over),
    Entry::panel::<Work>(Place::Over),
    Entry::panel::<Print>(Place::Over),
];

/// A line of the registry.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    id: PanelId,
    title: &'static str,
    place: Place,
    /// Whether it is a part of an embed.
    is_in_embed: bool,
    /// What of the panel can be found by name.
    findable: fn(&Shared) -> Vec<Findable>,
    /// Starts the panel.
    mount: fn(&Callback<PanelAction>) -> Box<dyn AnyPanel>,
}

impl Entry {
    /// The line of a panel.
    pub const fn panel<P: Panel>(place: Place) -> Self {
        Self {
            id: P::ID,
            title: P::TITLE,
            place,
            is_in_embed: false,
            findable: P::findable,
            mount: mount::<P>,
        }
    }

    /// The same panel, which is a part of embeds too.
    const fn in_embed(self) -> Self {
        Self { is_in_embed: true, ..self }
    }

    /// The panel's name.
    pub const fn id(&self) -> PanelId {
        self.id
    }

    /// What the panel is called: a key of the catalogue.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Where the panel is drawn.
    pub const fn place(&self) -> Place {
        self.place
    }
}

/// Everything that can be found by name: what the panels offer, and the panels of Load and Design themselves.
pub fn findable(shared: &Shared) -> Rc<[Findable]> {
    let panels = PANELS.iter().filter(|entry| matches!(entry.place, Place::Column(_)));
    let parts = panels
        .map(|entry| Findable::titled(FindableKind::Part, entry.title, Effect::Open(entry.id)));
    PANELS.iter().flat_map(|entry| (entry.findable)(shared)).chain(parts).collect()
}

/// An action that is delivered to its panel.
#[derive(Debug)]
pub struct PanelAction {
    panel: PanelId,
    action: Box<dyn Any>,
}

/// The states and the views of the panels.
#[derive(Debug)]
pub struct Panels {
    mounted: Vec<Mounted>,
    /// What the views were made of last, besides the states of the panels and the time.
    basis: Option<Basis>,
    /// Rises when `basis` changes.
    version: u64,
}

/// What panels make their views of, besides their states and the time.
#[derive(Debug, PartialEq)]
struct Basis {
    revision: u64,
    selection: Selection,
}

#[derive(Debug)]
struct Mounted {
    id: PanelId,
    place: Place,
    is_in_embed: bool,
    panel: Box<dyn AnyPanel>,
}

impl Panels {
    /// Starts the panels of some lines. Their actions are sent to `on_action`.
    pub fn new(entries: &[Entry], on_action: &Callback<PanelAction>) -> Self {
        let panels = entries.iter().map(|entry| Mounted {
            id: entry.id,
            place: entry.place,
            is_in_embed: entry.is_in_embed,
            panel: (entry.mount)(on_action),
        });
        Self { mounted: panels.collect(), basis: None, version: 0 }
    }

    /// Gives a panel its action, and returns what it asks of the page.
    pub fn update(&mut self, action: PanelAction, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let mut panels = self.mounted.iter_mut();
        let mounted = panels.find(|it| it.id == action.panel).expect("a mounted panel sent it");
        mounted.panel.update(action.action, shared)
    }

    /// Lets every panel take note of a command, and returns what they ask of the page. Time that passes without an event
    /// concerns no panel.
    pub fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<PanelAction>> {
        if executed.command.only_passes_time() && executed.outcomes.is_empty() {
            return Vec::new();
        }
        let panels = self.mounted.iter_mut();
        panels.flat_map(|mounted| mounted.panel.observe(executed, shared)).collect()
    }

    /// Opens a form in the panel that has it, and returns what panels ask of the page.
    pub fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let panels = self.mounted.iter_mut();
        panels.flat_map(|mounted| mounted.panel.begin(input, shared)).collect()
    }

    /// The unfinished input of every panel that has some, by the name under which it is stored.
    pub fn unfinished(&self) -> BTreeMap<String, Value> {
        let panels = self.mounted.iter().filter_map(|mounted| mounted.panel.unfinished());
        panels.map(|(name, input)| (name.to_owned(), input)).collect()
    }

    /// Restores what `unfinished` returned.
    pub fn resume(&mut self, unfinished: &BTreeMap<String, Value>) {
        for mounted in &mut self.mounted {
            mounted.panel.resume(unfinished);
        }
    }

    /// Lets a panel show what a link leads to, and returns what it asks of the page.
    pub fn open(&mut self, link: PanelLink, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let panels = self.mounted.iter_mut().filter(|mounted| mounted.id == link.panel);
        panels.flat_map(|mounted| mounted.panel.open(link.topic, shared)).collect()
    }

    /// Makes the views of the panels that are shown: those of the open workspace, and those that belong to none. An embed
    /// has few of them.
    pub fn look(&mut self, shared: &Shared) {
        let revision = shared.session.revision();
        let basis = Basis { revision, selection: shared.selection.clone() };
        if self.basis.as_ref() != Some(&basis) {
            self.basis = Some(basis);
            self.version += 1;
        }
        let version = self.version;
        let is_embedded = shared.page.embed.is_some();
        for Mounted { place, is_in_embed, panel, .. } in &mut self.mounted {
            let is_here = place.workspace().is_none_or(|it| it == shared.page.workspace);
            let is_part = if is_embedded { *is_in_embed } else { *place != Place::Embed };
            match is_here && is_part {
                true => panel.look(shared, version),
                false => panel.hide(),
            }
        }
    }

    /// Lets every panel discard what is about the open table: another table is opened.
    pub fn leave_table(&mut self) {
        self.mounted.iter_mut().for_each(|mounted| mounted.panel.leave_table());
    }

    /// Lets every panel forget its state: another sandbox was opened.
    pub fn reset(&mut self) {
        self.mounted.iter_mut().for_each(|mounted| mounted.panel.reset());
    }

    /// Draws the panel of a line, or nothing if the panel is not shown.
    pub fn draw(&self, entry: &Entry) -> Html {
        let mounted = self.mounted.iter().find(|mounted| mounted.id == entry.id);
        mounted.map(|mounted| mounted.panel.draw()).unwrap_or_default()
    }
}

/// A panel of any type.
pub trait AnyPanel {
    /// See [`Panel::update`]. The action is one that this panel has sent.
    fn update(&mut self, action: Box<dyn Any>, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Panel::open`].
    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Panel::observe`].
    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Panel::begin`].
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Panel::leave_table`].
    fn leave_table(&mut self);

    /// The unfinished input, and the name under which it is stored: see [`Panel::unfinished`].
    fn unfinished(&self) -> Option<(&'static str, Value)>;

    /// Restores the unfinished input if it is among what was stored: see [`Panel::resume`].
    fn resume(&mut self, unfinished: &BTreeMap<String, Value>);

    /// Makes the view. One that is equal to the last one is dropped. `version` is another number when the sandbox, or
    /// anything else that panels share, has changed.
    fn look(&mut self, shared: &Shared, version: u64);

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
    Box::new(Typed::<P> {
        state: P::State::default(),
        view: None,
        version: 0,
        is_changed: true,
        send,
    })
}

fn erased_effects<P: Panel>(effects: Vec<Effect<P::Action>>) -> Vec<Effect<PanelAction>> {
    effects.into_iter().map(|effect| effect.map(erased::<P>)).collect()
}

fn erased<P: Panel>(action: P::Action) -> PanelAction {
    PanelAction { panel: P::ID, action: Box::new(action) }
}

/// A panel whose types are known.
struct Typed<P: Panel> {
    state: P::State,
    view: Option<Rc<Shown<P>>>,
    /// The version that the view was made of.
    version: u64,
    /// Whether the state may have changed since.
    is_changed: bool,
    /// Made once: another callback would be another property, and the panel would be drawn again.
    send: Callback<P::Action>,
}

impl<P: Panel> AnyPanel for Typed<P> {
    fn update(&mut self, action: Box<dyn Any>, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let action = action.downcast::<P::Action>().expect("an action has the type of its panel");
        self.is_changed = true;
        erased_effects::<P>(P::update(&mut self.state, *action, shared))
    }

    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_changed = true;
        erased_effects::<P>(P::observe(&mut self.state, executed, shared))
    }

    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_changed = true;
        erased_effects::<P>(P::begin(&mut self.state, input, shared))
    }

    fn leave_table(&mut self) {
        self.is_changed = true;
        P::leave_table(&mut self.state);
    }

    fn unfinished(&self) -> Option<(&'static str, Value)> {
        P::unfinished(&self.state).map(|input| (P::UNFINISHED, input))
    }

    fn resume(&mut self, unfinished: &BTreeMap<String, Value>) {
        if let Some(input) = unfinished.get(P::UNFINISHED) {
            self.is_changed = true;
            P::resume(&mut self.state, input.clone());
        }
    }

    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_changed = true;
        erased_effects::<P>(P::open(&mut self.state, topic, shared))
    }

    fn look(&mut self, shared: &Shared, version: u64) {
        let is_current = self.version == version;
        if is_current && !self.is_changed && !P::FOLLOWS_TIME {
            return;
        }
        let view = match &self.view {
            Some(shown) => {
                let last = Last { view: &shown.view, is_current };
                P::renew(&self.state, shared, last)
            }
            None => P::view(&self.state, shared),
        };
        self.version = version;
        self.is_changed = false;
        if self.view.as_ref().is_none_or(|shown| shown.view != view) {
            self.view = Some(Rc::new(Shown { view, send: self.send.clone() }));
        }
    }

    fn hide(&mut self) {
        self.view = None;
        self.is_changed = true;
    }

    fn reset(&mut self) {
        self.state = P::State::default();
        self.is_changed = true;
    }

    fn draw(&self) -> Html {
        let view = self.view.clone().map(|view| view as Rc<dyn AnyView>);
        html! {
            // Another panel in the same place is another element.
            if let Some(view) = view { <View key={P::ID.0} {view} /> }
        }
    }
}

/// A view, and where the actions of its panel are sent.
struct Shown<P: Panel> {
    view: P::View,
    send: Callback<P::Action>,
}

/// A view of any panel.
trait AnyView {
    /// Draws the view.
    fn draw(&self) -> Html;
}

impl<P: Panel> AnyView for Shown<P> {
    fn draw(&self) -> Html {
        P::draw(&self.view, &self.send)
    }
}

#[derive(Properties)]
struct ViewProps {
    view: Rc<dyn AnyView>,
}

impl PartialEq for ViewProps {
    /// `look` keeps the pointer of a view that has not changed.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.view, &other.view)
    }
}

/// Draws a view when it has changed. One component for all panels: a component for each makes the page 6 KB larger.
#[component]
fn View(props: &ViewProps) -> Html {
    props.view.draw()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use playground::sandbox::command::{Command, ExampleId};
    use playground::sandbox::outcome::Outcome;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::setting::Workspace;

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
        let entries = [Entry::panel::<Counted>(Place::Column(Column::Results))];
        let mut panels = Panels::new(&entries, &Callback::noop());
        let mut look = |session: &Session, workspace| {
            let selection = Selection::default();
            let page = PageState { workspace, ..PageState::default() };
            panels.look(&Shared { session, selection: &selection, page: &page });
            COUNT.get()
        };
        assert_eq!(look(&session, Workspace::Explore), 0, "another workspace is open");
        assert_eq!(look(&session, Workspace::Load), 1);
        assert_eq!(look(&session, Workspace::Load), 1, "nothing has changed");
        session.handle(Command::Advance { by_ms: 1_000 });
        assert_eq!(look(&session, Workspace::Load), 1, "only time has passed");
        session.handle(Command::Rename("Another".to_owned()));
        assert_eq!(look(&session, Workspace::Load), 2);
    }

    thread_local! {
        /// Whether the view of [`Noted`] was made while nothing but its state had changed; `None` if there was none.
        static IS_CURRENT: Cell<Option<bool>> = const { Cell::new(None) };
    }

    /// A panel that counts the commands that it takes note of, and stores their number.
    struct Noted;

    impl Panel for Noted {
        const ID: PanelId = PanelId("noted");
        const UNFINISHED: &'static str = "earlier name";
        const TITLE: &'static str = "heat.title";

        type State = u64;
        type Action = ();
        type View = u64;

        fn update(count: &mut u64, (): (), _: &Shared) -> Vec<Effect<()>> {
            *count += 1;
            Vec::new()
        }

        fn observe(count: &mut u64, _: &Executed, _: &Shared) -> Vec<Effect<()>> {
            *count += 1;
            vec![Effect::Open(Self::ID)]
        }

        fn unfinished(count: &u64) -> Option<Value> {
            (*count > 0).then(|| (*count).into())
        }

        fn resume(count: &mut u64, unfinished: Value) {
            *count = unfinished.as_u64().unwrap_or_default();
        }

        fn view(count: &u64, _: &Shared) -> u64 {
            *count
        }

        fn renew(count: &u64, _: &Shared, last: Last<u64>) -> u64 {
            IS_CURRENT.set(Some(last.is_current));
            *count
        }

        fn draw(_: &u64, _: &Callback<()>) -> Html {
            Html::default()
        }
    }

    const NOTED: &[Entry] = &[Entry::panel::<Noted>(Place::Column(Column::Results))];

    #[test]
    fn a_panel_takes_note_of_commands_and_events_and_keeps_its_input_across_a_reload() {
        let session = Session::new(ExampleId::OpenOrders);
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut panels = Panels::new(NOTED, &Callback::noop());
        let mut observe = |command: &Command, outcomes: &[Outcome]| {
            panels.observe(&Executed { command, accepted: true, outcomes }, &shared).len()
        };
        let time = Command::Advance { by_ms: 16 };
        assert_eq!(observe(&time, &[]), 0);
        assert_eq!(observe(&time, &[Outcome::TimePassed([].into())]), 1);
        assert_eq!(observe(&Command::Undo, &[]), 1);
        let stored = panels.unfinished();
        assert_eq!(stored, BTreeMap::from([("earlier name".to_owned(), Value::from(2))]));
        let mut after = Panels::new(NOTED, &Callback::noop());
        after.resume(&stored);
        assert_eq!(after.unfinished(), stored);
        after.reset();
        assert_eq!(after.unfinished(), BTreeMap::new());
    }

    #[test]
    fn a_panel_is_told_whether_its_last_view_is_of_the_same_sandbox_and_selection() {
        let mut session = Session::new(ExampleId::OpenOrders);
        let mut panels = Panels::new(NOTED, &Callback::noop());
        let mut look = |session: &Session, table: Option<&str>| {
            let selection = Selection { table: table.map(Into::into), ..Selection::default() };
            let page = PageState { workspace: Workspace::Load, ..PageState::default() };
            let shared = Shared { session, selection: &selection, page: &page };
            panels.look(&shared);
            IS_CURRENT.get()
        };
        assert_eq!(look(&session, None), None, "there is no earlier view");
        assert_eq!(look(&session, None), Some(true));
        assert_eq!(look(&session, Some("Orders")), Some(false));
        session.handle(Command::Advance { by_ms: 1 });
        assert_eq!(look(&session, Some("Orders")), Some(true), "only time has passed");
        session.handle(Command::Rename("Another".to_owned()));
        assert_eq!(look(&session, Some("Orders")), Some(false));
    }

    #[test]
    fn every_panel_has_a_name_of_its_own() {
        let mut names: Vec<PanelId> = PANELS.iter().map(Entry::id).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), PANELS.len());
    }

    #[test]
    fn a_panel_that_other_code_opens_is_in_a_workspace_or_over_the_page() {
        let place = |id| PANELS.iter().find(|it| it.id() == id).map(Entry::place);
        for id in [PanelId::COMPARISON, PanelId::HEAT, PanelId::PATTERNS, PanelId::RUN] {
            assert!(matches!(place(id), Some(Place::Column(_))), "{id:?}");
        }
        assert_eq!(place(PanelId::GLOSSARY), Some(Place::Over));
    }

    #[test]
    fn every_column_has_a_panel() {
        for column in Workspace::ALL.into_iter().flat_map(Column::of) {
            assert!(PANELS.iter().any(|it| it.place() == Place::Column(*column)), "{column:?}");
        }
    }
}
