//! The panels that were started, and those that are awaited.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use serde_json::Value;
use yew::prelude::*;

use crate::app::any_panel::{AnyPanel, PanelAction, View};
use crate::app::awaited::{Asked, Awaited, Stage};
use crate::app::later::{Arrived, Missing};
use crate::app::registry::{Entry, Part};
use crate::panel::Place;
use crate::panel::contract::Executed;
use crate::panel::effect::{Effect, Input};
use crate::panel::link::PanelLink;
use crate::panel::shared::{Selection, Shared};

/// The states and the views of the panels.
#[derive(Debug)]
pub struct Panels {
    mounted: Vec<Mounted>,
    /// What the views were made of last, besides the states of the panels and the time.
    basis: Option<Basis>,
    /// Rises when `basis` changes.
    version: u64,
    /// How far the parts are that are loaded when they are used. One that nothing has asked for is not there.
    stages: BTreeMap<Part, Stage>,
}

/// What panels make their views of, besides their states and the time.
#[derive(Debug, PartialEq)]
struct Basis {
    revision: u64,
    selection: Selection,
}

#[derive(Debug)]
struct Mounted {
    entry: Entry,
    panel: Mount,
}

#[derive(Debug)]
enum Mount {
    Started(Box<dyn AnyPanel>),
    Awaited(Awaited),
}

impl Mount {
    fn get(&self) -> &dyn AnyPanel {
        match self {
            Self::Started(panel) => &**panel,
            Self::Awaited(awaited) => awaited,
        }
    }

    fn get_mut(&mut self) -> &mut dyn AnyPanel {
        match self {
            Self::Started(panel) => &mut **panel,
            Self::Awaited(awaited) => awaited,
        }
    }

    fn awaited(&mut self) -> Option<&mut Awaited> {
        match self {
            Self::Started(_) => None,
            Self::Awaited(awaited) => Some(awaited),
        }
    }
}

impl Panels {
    /// Starts the panels of some lines. Their actions are sent to `on_action`.
    pub fn new(entries: &[Entry], on_action: &Callback<PanelAction>) -> Self {
        let panels = entries.iter().map(|entry| Mounted {
            entry: *entry,
            panel: match entry.mount() {
                Some(mount) => Mount::Started(mount(on_action)),
                None => Mount::Awaited(Awaited::new(*entry, on_action)),
            },
        });
        Self { mounted: panels.collect(), basis: None, version: 0, stages: BTreeMap::new() }
    }

    /// The parts that something was asked of and that are not on their way, which they are from now on.
    pub(super) fn take_wanted(&mut self) -> BTreeSet<Part> {
        let awaited = self.mounted.iter_mut().filter_map(|mounted| mounted.panel.awaited());
        let wanted = awaited.filter(|awaited| awaited.is_wanted()).map(|awaited| awaited.part());
        let parts: BTreeSet<Part> = wanted.filter(|it| !self.stages.contains_key(it)).collect();
        self.stages.extend(parts.iter().map(|part| (*part, Stage::Loading)));
        parts
    }

    /// A part that is not here and not on its way, which it is from now on: an idle page loads it.
    pub(super) fn take_next(&mut self) -> Option<Part> {
        let part = Part::LATER.into_iter().find(|part| !self.stages.contains_key(part))?;
        self.stages.insert(part, Stage::Loading);
        Some(part)
    }

    /// Puts the panels of a part into their places, and returns what they ask of the page about what was asked of them meanwhile.
    pub(super) fn arrive(
        &mut self,
        part: Part,
        arrived: Result<Arrived, Missing>,
        shared: &Shared,
    ) -> Vec<Effect<PanelAction>> {
        let Ok(arrived) = arrived else {
            self.stages.insert(part, Stage::Failed);
            return Vec::new();
        };
        self.stages.insert(part, Stage::Here);
        let mut effects = Vec::new();
        for (id, mut panel) in arrived {
            let mounted = self.mounted.iter_mut().find(|it| it.entry.id() == id);
            let Some(mounted) = mounted else { continue };
            let Some(awaited) = mounted.panel.awaited() else { continue };
            if let Some(input) = awaited.input.take() {
                panel.resume(&[(mounted.entry.unfinished().to_owned(), input)].into());
            }
            for asked in mem::take(&mut awaited.asked) {
                effects.extend(match asked {
                    Asked::Open(topic) => panel.open(topic, shared),
                    Asked::Begin(input) => panel.begin(&input, shared),
                });
            }
            mounted.panel = Mount::Started(panel);
        }
        effects
    }

    /// Gives a panel its action, and returns what it asks of the page.
    pub fn update(&mut self, action: PanelAction, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let mut panels = self.mounted.iter_mut();
        let mounted = panels.find(|it| it.entry.id() == action.panel);
        let mounted = mounted.expect("a mounted panel sent it");
        if let Some(awaited) = mounted.panel.awaited() {
            // It is loaded again as soon as something is asked of it, which `Again` does not take back.
            self.stages.remove(&awaited.part());
        }
        mounted.panel.get_mut().update(action.action, shared)
    }

    /// Lets every panel take note of a command, and returns what they ask of the page. Time that passes without an event
    /// concerns no panel.
    pub fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<PanelAction>> {
        if executed.command.only_passes_time() && executed.outcomes.is_empty() {
            return Vec::new();
        }
        let panels = self.mounted.iter_mut();
        panels.flat_map(|mounted| mounted.panel.get_mut().observe(executed, shared)).collect()
    }

    /// Opens a form in the panel that has it, of which the others take note, and returns what the panel asks of the page.
    pub fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let mut effects = Vec::new();
        for mounted in &mut self.mounted {
            let panel = mounted.panel.get_mut();
            match mounted.entry.id() == input.panel() {
                true => effects = panel.begin(input, shared),
                false => panel.observe_form(input),
            }
        }
        effects
    }

    /// The unfinished input of every panel that has some, by the name under which it is stored.
    pub fn unfinished(&self) -> BTreeMap<String, Value> {
        let panels = self.mounted.iter().filter_map(|mounted| mounted.panel.get().unfinished());
        panels.map(|(name, input)| (name.to_owned(), input)).collect()
    }

    /// Restores what `unfinished` returned.
    pub fn resume(&mut self, unfinished: &BTreeMap<String, Value>) {
        for mounted in &mut self.mounted {
            mounted.panel.get_mut().resume(unfinished);
        }
    }

    /// Lets a panel show what a link leads to, and returns what it asks of the page.
    pub fn open(&mut self, link: PanelLink, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let panels = self.mounted.iter_mut().filter(|it| it.entry.id() == link.panel);
        panels.flat_map(|mounted| mounted.panel.get_mut().open(link.topic, shared)).collect()
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
        for Mounted { entry, panel } in &mut self.mounted {
            let place = entry.place();
            let is_here = place.workspace().is_none_or(|it| it == shared.page.workspace);
            let is_part = if is_embedded { entry.is_in_embed() } else { place != Place::Embed };
            match is_here && is_part {
                true => panel.get_mut().look(shared, version),
                false => panel.get_mut().hide(),
            }
            if let Some(awaited) = panel.awaited() {
                awaited.stage = self.stages.get(&awaited.part()).copied();
            }
        }
    }

    /// Lets every panel discard what is about the open table: another table is opened.
    pub fn leave_table(&mut self, shared: &Shared) {
        self.mounted.iter_mut().for_each(|mounted| mounted.panel.get_mut().leave_table(shared));
    }

    /// Lets every panel forget its state: another sandbox was opened.
    pub fn reset(&mut self) {
        self.mounted.iter_mut().for_each(|mounted| mounted.panel.get_mut().reset());
    }

    /// Draws the panel of a line, or nothing if the panel is not shown.
    pub fn draw(&self, entry: &Entry) -> Html {
        let mounted = self.mounted.iter().find(|it| it.entry.id() == entry.id());
        let view = mounted.and_then(|mounted| mounted.panel.get().shown());
        // Yew 0.23 draws a new component before it tells the components in front of it which element now follows theirs. If the
        // element that followed was removed in the same render, it panics. So no panel is ever new or gone.
        html! { <View key={entry.id().0} {view} /> }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use playground::sandbox::command::Command;
    use playground::sandbox::outcome::Outcome;
    use playground::session::Session;
    use playground::view::workspace::Workspace;

    use super::*;
    use crate::app::any_panel::mount;
    use crate::app::awaited;
    use crate::panel::contract::{Draw, Last, Panel, Reduce};
    use crate::panel::effect::PageEffect;
    use crate::panel::id::PanelId;
    use crate::panel::page::{PageAction, PageState};
    use crate::panel::setting::Column;

    thread_local! {
        /// How often the view of the panel was made.
        static COUNT: Cell<u32> = const { Cell::new(0) };
    }

    /// The views show nothing.
    impl<Action> Draw<Action> for () {
        fn draw(&self, _: &Callback<Action>) -> Html {
            Html::default()
        }
    }

    impl<Action> Draw<Action> for u64 {
        fn draw(&self, _: &Callback<Action>) -> Html {
            Html::default()
        }
    }

    /// A panel that counts how often its view is made.
    struct Counted;

    impl Panel for Counted {
        const ID: PanelId = PanelId("counted");
        const TITLE: &'static str = "heat.title";
        const FOLLOWS_TIME: bool = false;

        type State = ();
        type Action = PageEffect;
        type View = ();

        fn view((): &(), _: &Shared) {
            COUNT.set(COUNT.get() + 1);
        }
    }

    #[test]
    fn a_view_is_made_while_it_is_shown_and_when_its_sandbox_has_changed() {
        let mut session = Session::first();
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

    impl Reduce<()> for u64 {
        fn update(&mut self, (): (), _: &Shared) -> Vec<Effect<()>> {
            *self += 1;
            Vec::new()
        }

        fn observe(&mut self, _: &Executed, _: &Shared) -> Vec<Effect<()>> {
            *self += 1;
            vec![Effect::Open(Noted::ID)]
        }

        fn open(&mut self, _: &'static str, _: &Shared) -> Vec<Effect<()>> {
            *self += 10;
            Vec::new()
        }

        fn unfinished(&self) -> Option<Value> {
            (*self > 0).then(|| (*self).into())
        }

        fn resume(&mut self, unfinished: Value) {
            *self = unfinished.as_u64().unwrap_or_default();
        }
    }

    impl Panel for Noted {
        const ID: PanelId = PanelId("noted");
        const UNFINISHED: &'static str = "earlier name";
        const TITLE: &'static str = "heat.title";

        type State = u64;
        type Action = ();
        type View = u64;

        fn view(count: &u64, _: &Shared) -> u64 {
            *count
        }

        fn renew(count: &u64, _: &Shared, last: Last<u64>) -> u64 {
            IS_CURRENT.set(Some(last.is_current));
            *count
        }
    }

    const NOTED: &[Entry] = &[Entry::panel::<Noted>(Place::Column(Column::Results))];

    #[test]
    fn a_panel_takes_note_of_commands_and_events_and_keeps_its_input_across_a_reload() {
        let session = Session::first();
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

    /// The place of a panel of a later part, and what starts it.
    fn awaited() -> (Panels, Arrived) {
        let entry = NOTED[0].later(Part::Load).shown_if(|_| false);
        let panels = Panels::new(&[entry.without_mount()], &Callback::noop());
        (panels, vec![(Noted::ID, mount::<Noted>(&Callback::noop()))])
    }

    #[test]
    fn what_is_asked_of_a_panel_before_it_is_loaded_is_done_when_it_comes() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let (mut panels, arrived) = awaited();
        let stored = BTreeMap::from([("earlier name".to_owned(), Value::from(7))]);
        panels.look(&shared);
        assert_eq!(panels.take_wanted(), [].into(), "nothing was asked of it");
        panels.resume(&stored);
        panels.open(PanelLink { panel: Noted::ID, topic: "add" }, &shared);
        assert_eq!(panels.take_wanted(), [Part::Load].into());
        assert_eq!(panels.take_wanted(), [].into(), "it is on its way");
        assert!(panels.arrive(Part::Load, Err(Missing), &shared).is_empty());
        assert_eq!(panels.take_wanted(), [].into(), "it is not loaded again without a press");
        assert_eq!(panels.unfinished(), stored, "what was typed is kept");
        let again = PanelAction { panel: Noted::ID, action: Box::new(awaited::Action::Again) };
        assert!(panels.update(again, &shared).is_empty());
        assert_eq!(panels.take_wanted(), [Part::Load].into());
        panels.arrive(Part::Load, Ok(arrived), &shared);
        let counted = BTreeMap::from([("earlier name".to_owned(), Value::from(17))]);
        assert_eq!(
            panels.unfinished(),
            counted,
            "its input was restored, and its topic was opened"
        );
    }

    #[test]
    fn a_part_is_asked_for_once_by_several_panels() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let place = Place::Over;
        let of = |part| Entry::panel::<Noted>(place).later(part).without_mount();
        let entries = [of(Part::Forms), of(Part::Learn), of(Part::Forms)];
        let mut panels = Panels::new(&entries, &Callback::noop());
        panels.look(&shared);
        assert_eq!(panels.take_wanted(), [Part::Forms, Part::Learn].into());
    }

    #[test]
    fn a_panel_that_could_not_be_loaded_is_closed_without_what_was_typed_being_lost() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let (mut panels, _) = awaited();
        let stored = BTreeMap::from([("earlier name".to_owned(), Value::from(7))]);
        panels.resume(&stored);
        assert_eq!(panels.take_wanted(), [Part::Load].into());
        panels.arrive(Part::Load, Err(Missing), &shared);
        let close = PanelAction { panel: Noted::ID, action: Box::new(awaited::Action::Close) };
        let effects = panels.update(close, &shared);
        assert!(matches!(effects[..], [Effect::Page(PageAction::CloseMenu)]));
        assert_eq!(panels.take_wanted(), [].into());
        assert_eq!(panels.unfinished(), stored);
        assert_eq!(panels.take_next(), Some(Part::Forms), "an idle page loads the others in order");
    }

    #[test]
    fn a_panel_is_told_whether_its_last_view_is_of_the_same_sandbox_and_selection() {
        let mut session = Session::first();
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
}
