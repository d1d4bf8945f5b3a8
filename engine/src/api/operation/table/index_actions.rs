//! The parts of UpdateTable that are about single indexes.

use crate::api::error::update_table::UpdateTableError;
use crate::api::error::{ApiError, InUse, Rejected};
use crate::api::operation::table::members::take_throughput;
use crate::api::request::fields::Fields;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::lifecycle::IndexSettings;
use crate::table::schema::{IndexSchema, Scope};
use crate::table::status::IndexStatus;

/// The index actions of one request.
#[derive(Default)]
pub(crate) struct IndexActions<'j> {
    pub(crate) create: Vec<Fields<'j>>,
    pub(crate) delete: Vec<&'j str>,
    pub(crate) update: Vec<(&'j str, Fields<'j>, IndexSettings)>,
}

impl<'j> IndexActions<'j> {
    pub(crate) fn take(fields: Fields<'j>) -> Result<Self, Rejected> {
        let mut actions = Self::default();
        for element in fields.list("GlobalSecondaryIndexUpdates").unwrap_or_default() {
            let name = |fields: Fields<'j>| fields.required_text("IndexName");
            match (element.fields("Create"), element.fields("Delete"), element.fields("Update")) {
                (Some(create), None, None) => actions.create.push(create),
                (None, Some(delete), None) => actions.delete.push(name(delete)),
                (None, None, Some(update)) => {
                    let settings = take_index_update(update)?;
                    actions.update.push((name(update), update, settings));
                }
                (None, None, None) => return Err(UpdateTableError::NoAction.into()),
                _ => return Err(UpdateTableError::SeveralActions.into()),
            }
        }
        Ok(actions)
    }

    /// The names of all indexes that the request is about.
    fn names(&self) -> impl Iterator<Item = &str> {
        let created = self.create.iter().filter_map(|create| create.text("IndexName"));
        created.chain(self.delete.iter().copied()).chain(self.update.iter().map(|(name, ..)| *name))
    }

    /// Checks the actions against each other and against the indexes that there are.
    pub(crate) fn check(&self, table: &Table) -> Result<(), Rejected> {
        let mut names: Vec<&str> = self.names().collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(UpdateTableError::SameIndexTwice { index: pair[0].to_owned() }.into());
        }
        let dropped = |index: &Index| self.delete.contains(&index.schema.name.as_str());
        let mut others = table.indexes.iter().filter(|index| !dropped(index));
        let in_flux = others.any(|index| !index.status.is_ready());
        let changes = self.create.len() + self.delete.len();
        if changes > 1 {
            return Err(UpdateTableError::OneIndexAtATime.into());
        }
        for name in &self.delete {
            check_delete(table, name)?;
        }
        if changes == 1 && in_flux {
            return Err(UpdateTableError::OneIndexAtATime.into());
        }
        for (name, ..) in &self.update {
            find_global(table, name)?;
        }
        Ok(())
    }
}

fn check_delete(table: &Table, name: &str) -> Result<(), Rejected> {
    let Some(found) = table.index(name) else { return Err(missing_index(table, name)) };
    if found.schema.scope == Scope::Local {
        return Err(UpdateTableError::NotGlobal { index: name.to_owned() }.into());
    }
    let (table, index) = (table.schema.name.clone(), found.schema.name.clone());
    match found.status {
        IndexStatus::Creating { backfilling: false } => {
            Err(InUse::IndexBeingAllocated { table, index }.into())
        }
        IndexStatus::Deleting => Err(InUse::IndexBeingDeleted { table, index }.into()),
        IndexStatus::Creating { backfilling: true }
        | IndexStatus::Active
        | IndexStatus::Updating => Ok(()),
    }
}

pub(crate) fn find_global<'t>(table: &'t Table, name: &str) -> Result<&'t IndexSchema, Rejected> {
    match table.index(name).filter(|index| index.schema.scope == Scope::Global) {
        Some(index) => Ok(&index.schema),
        None => Err(missing_index(table, name)),
    }
}

fn missing_index(table: &Table, index: &str) -> Rejected {
    ApiError::IndexNotFound { table: table.schema.name.clone(), index: index.to_owned() }.into()
}

/// The settings of an index update, but for what it leaves to the index.
fn take_index_update(update: Fields<'_>) -> Result<IndexSettings, Rejected> {
    let settings = IndexSettings {
        throughput: take_throughput(update)?,
        on_demand_maximum: None,
        warm_throughput: None,
    };
    let later = ["WarmThroughput", "OnDemandThroughput"];
    let has_later = later.iter().any(|member| update.value(member).is_some());
    match settings == IndexSettings::default() && !has_later {
        true => Err(UpdateTableError::NoAction.into()),
        false => Ok(settings),
    }
}
