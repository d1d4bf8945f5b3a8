//! The columns of an index's card, and what an entry has in each.

use std::collections::BTreeSet;

use engine::capacity::cost::{Consistency, read_units};
use engine::model::item::{Image, Item};
use engine::model::key::KeySchema;
use engine::model::name::AttributeName;
use engine::table::Table;
use engine::table::schema::{IndexSchema, Projection};

use crate::explain::receipt::units;
use crate::sandbox::mark::Change;
use crate::sandbox::reach::Reach;
use crate::view::index::CellView;
use crate::view::value::Text;
use crate::views::card::ShownRow;
use crate::views::table::value_view;

/// The columns of a card: keys of the index, keys of the table, projected attributes, and what is not projected.
pub(crate) struct Columns<'t> {
    table: &'t Table,
    schema: &'t IndexSchema,
    index_keys: Vec<AttributeName>,
    table_keys: Vec<AttributeName>,
    values: Vec<AttributeName>,
    /// Whether the item of some entry has an attribute that is not projected.
    leaves_out: bool,
}

impl<'t> Columns<'t> {
    /// The columns that the entries need, of which these are the images: all of them, so that columns stay where they are.
    pub(crate) fn of(table: &'t Table, schema: &'t IndexSchema, images: &[&Image]) -> Self {
        let index_keys = names_of(&schema.key);
        let mut table_keys = names_of(&table.schema.key);
        table_keys.retain(|name| !index_keys.contains(name));
        let mut values: Vec<AttributeName> = match &schema.projection {
            Projection::KeysOnly => Vec::new(),
            Projection::Include(names) => names.clone(),
            Projection::All => {
                let names = images.iter().flat_map(|image| image.iter().map(|(name, _)| name));
                names.collect::<BTreeSet<_>>().into_iter().cloned().collect()
            }
        };
        values.retain(|name| !index_keys.contains(name) && !table_keys.contains(name));
        let is_left_out =
            |image: &&Image| current(table, image).iter().any(|(name, _)| !schema.projects(name));
        let leaves_out = schema.projection != Projection::All && images.iter().any(is_left_out);
        Self { table, schema, index_keys, table_keys, values, leaves_out }
    }

    /// The names of the columns; that of what is not projected has none.
    pub(crate) fn headings(&self) -> Vec<Text> {
        let names = self.index_keys.iter().chain(&self.table_keys).chain(&self.values);
        let left_out = self.leaves_out.then(|| Text::from(""));
        names.map(|name| Text::from(name.as_str())).chain(left_out).collect()
    }

    /// The cells of an entry; `change` is what the last action did to its item, if it changed the entry.
    pub(crate) fn cells(&self, row: &ShownRow<'_>, change: Option<&Change>) -> Vec<CellView> {
        let value = |name: &AttributeName| row.image.get(name).map(value_view);
        // Each entry has a key of the table, which leads to its item.
        let is_link = |name: &&AttributeName| self.table.schema.key.contains(name);
        let link = self.index_keys.iter().rfind(is_link).filter(|_| self.table_keys.is_empty());
        let index_keys = self.index_keys.iter().map(|name| {
            let cell = if link == Some(name) { CellView::TableKey } else { CellView::Key };
            value(name).map(cell)
        });
        let table_keys = self.table_keys.iter().map(|name| value(name).map(CellView::TableKey));
        let was = |name: &AttributeName| {
            let old = change?.old.as_ref()?.get(name)?;
            (row.image.get(name) != Some(old)).then(|| value_view(old).text)
        };
        let values = self
            .values
            .iter()
            .map(|name| value(name).map(|value| CellView::Value { value, was: was(name) }));
        let cells = index_keys.chain(table_keys).chain(values);
        let left_out = self.leaves_out.then(|| self.left_out(row));
        cells.map(|cell| cell.unwrap_or(CellView::Absent)).chain(left_out).collect()
    }

    /// The positions of the cells that a caller cannot read.
    pub(crate) fn hidden(&self, reach: &Reach<'_>, image: &Item) -> Vec<usize> {
        let names = self.headings();
        let is_hidden = |name: &str| image.get(name).is_some() && !reach.has(image, name);
        (0..names.len()).filter(|place| is_hidden(&names[*place])).collect()
    }

    /// The attributes of an entry's item that the index does not hold.
    fn left_out(&self, row: &ShownRow<'_>) -> CellView {
        let names = current(self.table, row.image).iter().map(|(name, _)| name);
        let names = names.filter(|name| !self.schema.projects(name));
        let names: Vec<Text> = names.map(|name| name.as_str().into()).collect();
        let stored = self.table.get(row.image).filter(|_| !names.is_empty());
        let fetch = stored.map(|stored| units(read_units(stored.size, Consistency::Eventual)));
        CellView::NotProjected { names, fetch }
    }
}

/// The item of an entry as the table holds it. An entry keeps the image that it was made of, and what it
/// does not project may have changed since.
pub(crate) fn current<'t>(table: &'t Table, image: &'t Item) -> &'t Item {
    table.get(image).map_or(image, |stored| &stored.image)
}

fn names_of(key: &KeySchema) -> Vec<AttributeName> {
    key.attributes().map(|attribute| attribute.name.clone()).collect()
}
