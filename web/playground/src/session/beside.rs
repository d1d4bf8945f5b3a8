//! Views of what is beside a table: programs, Regions, period tables, and the map of all.

use crate::sandbox::program::{foreseen_fault, read_program};
use crate::session::Session;
use crate::view::map::MapView;
use crate::view::message::Message;
use crate::view::program::ProgramsView;
use crate::view::region::RegionsView;
use crate::view::series::{Series, SeriesListView};
use crate::views::map::{has_map, map_view};
use crate::views::open_table;
use crate::views::program::programs_view;
use crate::views::region::regions_view;
use crate::views::series::series_list_view;

impl Session {
    /// Whether a table, or else the first one, has a stream that programs can read, or would have it for stored procedures, or
    /// whether there are programs.
    pub fn has_programs(&self, table: Option<&str>) -> bool {
        let table = open_table(&self.state, table);
        table.is_some_and(|table| table.is_sql || table.open_stream().is_some())
            || !self.state.plan.programs.is_empty()
    }

    /// Whether any table stands for one of an SQL database.
    pub fn has_sql(&self) -> bool {
        self.state.database.tables().any(|table| table.is_sql)
    }

    /// Whether a table, or else the first one, has or had a stream.
    pub fn has_stream(&self, table: Option<&str>) -> bool {
        open_table(&self.state, table).is_some_and(|table| table.stream.is_some())
    }

    /// Whether any table has replicas in other Regions.
    pub fn has_replicas(&self) -> bool {
        self.state.database.has_replicas()
    }

    /// A table, or else the first one, in its Regions; `None` if there is none.
    pub fn regions(&self, table: Option<&str>) -> Option<RegionsView> {
        Some(regions_view(&self.state, open_table(&self.state, table)?))
    }

    /// Whether there are period tables.
    pub fn has_series(&self) -> bool {
        !self.state.plan.series.is_empty()
    }

    /// The period tables, and what can be begun with beside a table, or else the first one; `None` if there is no table.
    pub fn series(&self, table: Option<&str>) -> Option<SeriesListView> {
        Some(series_list_view(&self.state, open_table(&self.state, table)?))
    }

    /// What is wrong with period tables.
    pub fn series_fault(&self, series: &Series) -> Option<Message> {
        series.check().err()
    }

    /// Whether there is more to see on a map than one table with its indexes.
    pub fn has_map(&self) -> bool {
        has_map(&self.state)
    }

    /// All tables and what moves between them; `None` if there is no more than one table with its indexes.
    pub fn map(&self, table: Option<&str>) -> Option<MapView> {
        let open = open_table(&self.state, table)?;
        self.has_map().then(|| map_view(&self.state, open))
    }

    /// What is wrong with a program.
    pub fn program_fault(&self, definition: &str) -> Option<Message> {
        read_program(definition).err()
    }

    /// What would go wrong if a program ran that can be saved.
    pub fn program_warning(&self, definition: &str) -> Option<Message> {
        foreseen_fault(&self.state.database, definition)
    }

    /// The programs that read the stream of a table, or else of the first one; `None` if there is none.
    pub fn programs(&self, table: Option<&str>) -> Option<ProgramsView> {
        Some(programs_view(&self.state, open_table(&self.state, table)?))
    }
}
