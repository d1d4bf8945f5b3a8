//! The panels of the page: a line for each, in the order in which they are drawn, and the part of the program that it is in.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::any_panel::{AnyPanel, PanelAction, mount};
use crate::panel::Place;
use crate::panel::advice::Advice;
use crate::panel::bar::Bar;
use crate::panel::callers::Callers;
use crate::panel::clock::Clock;
use crate::panel::compare::Compare;
use crate::panel::comparison::Comparison;
use crate::panel::contract::Panel;
use crate::panel::cost::Cost;
use crate::panel::design::Design;
use crate::panel::effect::{Effect, Findable, FindableKind};
use crate::panel::embed::Embed;
use crate::panel::entities::Entities;
use crate::panel::experiments::Experiments;
use crate::panel::find::Find;
use crate::panel::gallery::Gallery;
use crate::panel::glossary::Glossary;
use crate::panel::guide::Guide;
use crate::panel::heat::Heat;
use crate::panel::id::PanelId;
use crate::panel::import::Import;
use crate::panel::indexes::Indexes;
use crate::panel::items::Items;
use crate::panel::lesson::Lesson;
use crate::panel::map::Map;
use crate::panel::meter::Meter;
use crate::panel::month::Month;
use crate::panel::notes::Notes;
use crate::panel::notice::Notice;
use crate::panel::operation::RequestForm;
use crate::panel::operations::Operations;
use crate::panel::patterns::Patterns;
use crate::panel::presentation::Presentation;
use crate::panel::print::Print;
use crate::panel::programs::Programs;
use crate::panel::record::Record;
use crate::panel::regions::Regions;
use crate::panel::report::Report;
use crate::panel::request::Request;
use crate::panel::result::ReadResult;
use crate::panel::run::Run;
use crate::panel::series::Series;
use crate::panel::setting::{Column, Menu, Zone};
use crate::panel::share::Share;
use crate::panel::shared::Shared;
use crate::panel::shortcuts::Shortcuts;
use crate::panel::sql::Sql;
use crate::panel::stream::Stream;
use crate::panel::summary::Summary;
use crate::panel::table::Table;
use crate::panel::teach::Teach;
use crate::panel::throughput::Throughput;
use crate::panel::timeline::Timeline;
use crate::panel::tries::Tries;
use crate::panel::why::Why;
use crate::panel::work::Work;
use crate::panel::workload::Workload;

/// Every panel, with the function that starts it. The lines are used in constants only: at run time they would bring the code of
/// every panel into the first part.
const LINES: [Entry; 51] = [
    Entry::panel::<Bar>(Place::Top),
    Entry::panel::<Notice>(Place::Top),
    Entry::panel::<Guide>(Place::Top),
    Entry::panel::<Tries>(Place::Top)
        .later(Part::Learn)
        .shown_if(|it| it.page.learn.tries.is_some()),
    Entry::panel::<Compare>(Place::Top)
        .later(Part::Design)
        .shown_if(|it| it.session.shown_design().is_some()),
    Entry::panel::<Lesson>(Place::Beside)
        .in_embed()
        .later(Part::Learn)
        .shown_if(|it| it.page.learn.open.is_some()),
    Entry::panel::<Presentation>(Place::Presentation)
        .later(Part::Learn)
        .shown_if(|it| it.page.presentation.is_some()),
    Entry::panel::<Notes>(Place::Notes).later(Part::Learn).shown_if(|it| it.page.notes.is_some()),
    Entry::panel::<Map>(Place::Map)
        .in_embed()
        .later(Part::Forms)
        .shown_if(|it| it.session.has_map()),
    Entry::panel::<Table>(Place::Zone(Zone::Table)).in_embed(),
    Entry::panel::<Operations>(Place::Zone(Zone::Table)),
    Entry::panel::<RequestForm>(Place::Zone(Zone::Table)).later(Part::Forms).shown_if(|_| false),
    Entry::panel::<Items>(Place::Zone(Zone::Table)).in_embed(),
    Entry::panel::<Indexes>(Place::Zone(Zone::Indexes)).in_embed(),
    Entry::panel::<Regions>(Place::Zone(Zone::Indexes))
        .later(Part::Forms)
        .shown_if(|it| it.session.has_replicas()),
    Entry::panel::<Series>(Place::Zone(Zone::Indexes))
        .later(Part::Forms)
        .shown_if(|it| it.session.has_series()),
    Entry::panel::<Sql>(Place::Zone(Zone::Indexes))
        .later(Part::Sql)
        .shown_if(|it| it.session.has_sql()),
    Entry::panel::<Stream>(Place::Zone(Zone::Indexes))
        .later(Part::Forms)
        .shown_if(|it| it.session.has_stream(it.selection.table.as_deref())),
    Entry::panel::<Programs>(Place::Zone(Zone::Indexes))
        .later(Part::Forms)
        .shown_if(|it| it.session.has_programs(it.selection.table.as_deref())),
    Entry::panel::<Why>(Place::Zone(Zone::Operation)).in_embed(),
    Entry::panel::<Month>(Place::Zone(Zone::Operation)).later(Part::Design).shown_if(|_| false),
    Entry::panel::<ReadResult>(Place::Zone(Zone::Operation)),
    Entry::panel::<Request>(Place::Zone(Zone::Operation))
        .later(Part::Forms)
        .shown_if(|it| it.session.exchange(it.selection.operation).is_some()),
    Entry::panel::<Workload>(Place::Column(Column::Traffic)).in_embed().later(Part::Load),
    Entry::panel::<Throughput>(Place::Column(Column::Traffic)).in_embed().later(Part::Load),
    Entry::panel::<Experiments>(Place::Column(Column::Results)).in_embed().later(Part::Load),
    Entry::panel::<Run>(Place::Column(Column::Results)).in_embed().later(Part::Load),
    Entry::panel::<Heat>(Place::Column(Column::Results)).in_embed().later(Part::Load),
    Entry::panel::<Comparison>(Place::Column(Column::Comparison)).later(Part::Design),
    Entry::panel::<Patterns>(Place::Column(Column::Patterns)).later(Part::Design),
    Entry::panel::<Cost>(Place::Column(Column::Costs)).later(Part::Design),
    Entry::panel::<Advice>(Place::Column(Column::Findings)).later(Part::Design),
    Entry::panel::<Report>(Place::Column(Column::Findings)).later(Part::Design),
    Entry::panel::<Summary>(Place::Bottom).in_embed(),
    Entry::panel::<Clock>(Place::Bottom),
    Entry::panel::<Meter>(Place::Bottom),
    Entry::panel::<Timeline>(Place::Bottom),
    Entry::panel::<Embed>(Place::Embed).in_embed(),
    Entry::panel::<Design>(Place::Over).later(Part::Forms).shown_if(|_| false),
    Entry::panel::<Entities>(Place::Over).later(Part::Forms).shown_if(|_| false),
    Entry::panel::<Callers>(Place::Over).later(Part::Forms).shown_if(|_| false),
    Entry::panel::<Import>(Place::Over).later(Part::Forms).shown_if(|_| false),
    Entry::panel::<Find>(Place::Over)
        .later(Part::Forms)
        .shown_if(|it| it.page.menu == Some(Menu::Find)),
    Entry::panel::<Glossary>(Place::Over)
        .in_embed()
        .later(Part::Forms)
        .shown_if(|it| it.page.menu == Some(Menu::Glossary)),
    Entry::panel::<Shortcuts>(Place::Over)
        .later(Part::Forms)
        .shown_if(|it| it.page.menu == Some(Menu::Shortcuts)),
    Entry::panel::<Share>(Place::Over)
        .later(Part::Share)
        .shown_if(|it| it.page.menu == Some(Menu::Share)),
    Entry::panel::<Gallery>(Place::Over)
        .later(Part::Learn)
        .shown_if(|it| it.page.menu == Some(Menu::Learn)),
    Entry::panel::<Teach>(Place::Over)
        .later(Part::Learn)
        .shown_if(|it| it.page.menu == Some(Menu::Teach)),
    Entry::panel::<Record>(Place::Over).later(Part::Learn).shown_if(|_| false),
    Entry::panel::<Work>(Place::Over).later(Part::Forms).shown_if(|it| it.page.work.is_open),
    Entry::panel::<Print>(Place::Over).later(Part::Design).shown_if(|it| it.page.printing),
];

/// Every panel. Those of a later part cannot be started from here.
pub static PANELS: [Entry; LINES.len()] = {
    let mut entries = LINES;
    let mut position = 0;
    while position < entries.len() {
        if entries[position].part as u8 != Part::First as u8 {
            entries[position] = entries[position].without_mount();
        }
        position += 1;
    }
    entries
};

/// Starts a panel.
pub(super) type Mount = fn(&Callback<PanelAction>) -> Box<dyn AnyPanel>;

/// A panel of a part, and the function that starts it.
pub(super) type Started = Option<(PanelId, Mount)>;

/// The panels of a part.
pub(super) const fn of_part(part: Part) -> [Started; LINES.len()] {
    let mut started = [None; LINES.len()];
    let mut position = 0;
    while position < started.len() {
        if let (true, Some(mount)) =
            (LINES[position].part as u8 == part as u8, LINES[position].mount)
        {
            started[position] = Some((LINES[position].id, mount));
        }
        position += 1;
    }
    started
}

/// A part of the program: what people open together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What a first visit needs.
    First,
    /// Dialogs, and requests as code.
    Forms,
    /// The workspace Load.
    Load,
    /// The workspace Design, and what is printed.
    Design,
    /// Lessons and presentations.
    Learn,
    /// Links and pictures.
    Share,
    /// Statements to SQL tables, with the library that answers them.
    Sql,
}

impl Part {
    /// Those that an idle page loads, in this order. `Sql` is as large as all of them, and only some sandboxes have SQL tables.
    pub const LATER: [Self; 5] = [Self::Forms, Self::Share, Self::Learn, Self::Load, Self::Design];
}

/// A line of the registry.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    id: PanelId,
    title: &'static str,
    place: Place,
    part: Part,
    /// Whether it is a part of an embed.
    is_in_embed: bool,
    /// Whether it is shown in its place before it is loaded.
    is_shown: fn(&Shared) -> bool,
    /// What of the panel can be found by name.
    findable: fn(&Shared) -> Vec<Findable>,
    /// The name under which its unfinished input is stored.
    unfinished: &'static str,
    /// Starts the panel; `None` if it is in a part that is loaded when it is used.
    mount: Option<Mount>,
}

impl Entry {
    /// The line of a panel.
    pub const fn panel<P: Panel>(place: Place) -> Self {
        Self {
            id: P::ID,
            title: P::TITLE,
            place,
            part: Part::First,
            is_in_embed: false,
            is_shown: |_| true,
            findable: P::findable,
            unfinished: P::UNFINISHED,
            mount: Some(mount::<P>),
        }
    }

    /// The same panel, which is a part of embeds too.
    const fn in_embed(self) -> Self {
        Self { is_in_embed: true, ..self }
    }

    /// The same panel, in a part that is loaded when it is used.
    pub(super) const fn later(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// The same panel, which has something to show only if a condition is true, or if it was asked to.
    pub(super) const fn shown_if(self, is_shown: fn(&Shared) -> bool) -> Self {
        Self { is_shown, ..self }
    }

    /// The same line without the function that starts the panel.
    pub(super) const fn without_mount(self) -> Self {
        Self { mount: None, ..self }
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

    /// The part of the program that it is in.
    pub(super) const fn part(&self) -> Part {
        self.part
    }

    /// Whether it is a part of an embed.
    pub(super) const fn is_in_embed(&self) -> bool {
        self.is_in_embed
    }

    /// Whether it has something to show before it is loaded.
    pub(super) fn is_shown(&self, shared: &Shared) -> bool {
        (self.is_shown)(shared)
    }

    /// The name under which its unfinished input is stored.
    pub(super) const fn unfinished(&self) -> &'static str {
        self.unfinished
    }

    /// The function that starts it, if it is in the first part.
    pub(super) const fn mount(&self) -> Option<Mount> {
        self.mount
    }
}

/// Everything that can be found by name: what the panels offer, and the panels of Load and Design themselves.
pub fn findable(shared: &Shared) -> Rc<[Findable]> {
    let panels = PANELS.iter().filter(|entry| matches!(entry.place, Place::Column(_)));
    let parts = panels
        .map(|entry| Findable::titled(FindableKind::Part, entry.title, Effect::Open(entry.id)));
    PANELS.iter().flat_map(|entry| (entry.findable)(shared)).chain(parts).collect()
}

#[cfg(test)]
mod tests {
    use playground::view::workspace::Workspace;

    use super::*;

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
