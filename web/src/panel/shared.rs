//! What panels share: the sandbox, and what is selected in it.

use engine::table::Table;
use playground::link::error::LinkError;
use playground::session::Session;
use playground::view::edit::ItemId;
use playground::view::value::Text;

use crate::panel::page::PageState;

/// What the panels of the page share. They read it; effects change it.
#[derive(Debug, Clone, Copy)]
pub struct Shared<'a> {
    /// The sandbox.
    pub session: &'a Session,
    /// What is selected in it.
    pub selection: &'a Selection,
    /// The page as a whole.
    pub page: &'a PageState,
}

impl<'a> Shared<'a> {
    /// The open table; `None` when the sandbox has no table.
    pub fn table(&self) -> Option<&'a Table> {
        self.session.table(self.table_name())
    }

    /// The name of the selected table.
    pub fn table_name(&self) -> Option<&'a str> {
        self.selection.table.as_deref()
    }

    /// The address of the whole page with the sandbox as it is. Making one of a large sandbox takes time.
    pub fn link(&self) -> Result<Text, LinkError> {
        Ok(format!("{}#{}", self.page.address, self.session.link()?).into())
    }

    /// The address of the step of the lesson that is played; `None` if none is, or if other browsers do not have it.
    pub fn step_link(&self) -> Option<Text> {
        self.step_link_at(&self.page.address)
    }

    /// The same for a page at another address.
    pub fn step_link_at(&self, address: &str) -> Option<Text> {
        let played = self.page.learn.played().filter(|played| played.source.is_shared())?;
        let (source, step) = (played.source.in_parameter(), &played.player.step().id);
        Some(with_parameters(address, &format!("lesson={source}&step={step}")))
    }
}

#[cfg(test)]
impl Shared<'static> {
    /// What the panels of a first visit share. Tests end before it matters that it is never freed.
    pub fn first() -> Self {
        let first = Box::leak(Box::<(_, _, _)>::new((
            Session::first(),
            Selection::default(),
            PageState::default(),
        )));
        Self { session: &first.0, selection: &first.1, page: &first.2 }
    }
}

/// An address of the page, which may have parameters, with more of them.
pub fn with_parameters(address: &str, parameters: &str) -> Text {
    let mark = if address.contains('?') { '&' } else { '?' };
    format!("{address}{mark}{parameters}").into()
}

/// What is selected in the sandbox.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// The open table; the first one if `None`.
    pub table: Option<Text>,
    /// The selected item of it.
    pub item: Option<ItemId>,
    /// The operation that is explained, by its number in the timeline; the last one if `None`.
    pub operation: Option<u64>,
}

/// Whether an index of a table has an entry, which can be seen to leave it.
pub fn has_entries(table: &Table) -> bool {
    table.indexes.iter().any(|index| index.entries.count() > 0)
}
