//! Writes, decided before anything changes.
//!
//! [`Table::plan_write`] takes the table by shared reference and says all that a write will do and
//! cost. Applying a plan cannot fail.

use std::sync::Arc;

use crate::capacity::cost::write_units;
use crate::capacity::units::CapacityUnits;
use crate::expression::clause::Clause;
use crate::expression::condition::Condition;
use crate::expression::error::UpdateError;
use crate::expression::update::Update;
use crate::model::attribute_value::NESTING_LEVELS_MAX;
use crate::model::bytes::Bytes;
use crate::model::item::{Image, Item};
use crate::model::key::{KeyType, Position};
use crate::model::name::AttributeName;
use crate::receipt::{Arm, Reason, Store};
use crate::table::Table;
use crate::table::index::IndexEffect;
use crate::table::storage::Stored;
use crate::table::write::accept::{ITEM_SIZE_MAX, Rejection};

/// Bytes that UpdateItem adds to the changed item before it compares with the limit of an item.
/// Observed: 2026-08, eu-west-2, by bisection (facts of item limits).
const UPDATE_OVERHEAD: Bytes = Bytes(3);

/// Bytes that UpdateItem adds for each SET or ADD. Observed: as above.
const UPDATE_OVERHEAD_PER_SET: Bytes = Bytes(19);

/// Bytes that UpdateItem adds for each REMOVE or DELETE. Observed: as above.
const UPDATE_OVERHEAD_PER_REMOVE: Bytes = Bytes(2);

/// One write, as asked.
#[derive(Debug, Clone)]
pub struct Write {
    /// What to do.
    pub action: WriteAction,
    /// What must be true of the existing item.
    pub condition: Option<Condition>,
}

/// The three ways to write an item.
#[derive(Debug, Clone)]
pub enum WriteAction {
    /// Store an item, in place of one with the same key.
    Put(Image),
    /// Change attributes of an item, or make one.
    Update {
        /// Primary key of the item.
        key: Item,
        /// The changes; none makes sure that an item with this key exists.
        update: Option<Update>,
        /// How large the changed item may be.
        ceiling: UpdateCeiling,
    },
    /// Remove an item.
    Delete {
        /// Primary key of the item.
        key: Item,
    },
    /// Write nothing: only check the condition, within a transaction.
    Check {
        /// Primary key of the item.
        key: Item,
    },
}

/// How large an item may be after an update.
///
/// Observed: 2026-08, eu-west-2, by bisection (facts of item limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateCeiling {
    /// As large as any item, within a transaction.
    Item,
    /// A little less, by UpdateItem.
    UpdateItem,
}

/// What a write will do, made of the table as it was when it was planned.
#[derive(Debug, Clone)]
pub struct WritePlan {
    /// The position of the item.
    pub position: Position,
    /// The item before.
    pub old: Option<Stored>,
    /// The item after.
    pub new: Option<Stored>,
    /// Whether the condition held; if not, nothing is written and the table is charged anyway.
    pub condition_met: bool,
    /// What happens to the table, and why.
    pub reason: Reason,
    /// Write units of the table itself.
    pub units: CapacityUnits,
    /// What happens to each index that follows its table, by its place in the schema; empty if the
    /// condition failed.
    pub effects: Vec<(usize, IndexEffect)>,
}

/// Why a write is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// The key or the item does not fit the table.
    Rejected(Rejection),
    /// The update sets an attribute of the primary key.
    UpdatesKey {
        /// The attribute.
        attribute: AttributeName,
    },
    /// The update sets the key of an index to an empty value.
    UpdatesIndexKeyToEmpty {
        /// String or binary.
        kind: KeyType,
    },
    /// An attribute that the item has and that the update does not set cannot be the key of an index.
    StoredIndexKey(Rejection),
    /// The update cannot be evaluated on the existing item.
    Update(UpdateError),
    /// The changed item would be too large.
    UpdateTooLarge,
    /// The changed item would have values nested too deeply.
    UpdateTooDeep,
}

impl From<Rejection> for WriteError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl Table {
    /// Returns what a write will do and cost, or why it is rejected. Nothing changes.
    pub fn plan_write(&self, write: &Write) -> Result<WritePlan, WriteError> {
        let condition = write.condition.as_ref();
        match &write.action {
            WriteAction::Put(image) => self.plan_put(Arc::clone(image), condition),
            WriteAction::Update { key, update, ceiling } => {
                self.plan_update(key, update.as_ref(), *ceiling, condition)
            }
            WriteAction::Delete { key } => self.plan_delete(key, condition),
            WriteAction::Check { key } => self.plan_check(key, condition),
        }
    }

    fn plan_put(
        &self,
        image: Image,
        condition: Option<&Condition>,
    ) -> Result<WritePlan, WriteError> {
        self.schema.key.check_item(&image).map_err(|rejection| match image.size() {
            size if size > ITEM_SIZE_MAX => Rejection::ItemTooLarge,
            _ => rejection,
        })?;
        let position = self.position(&image);
        let size = image.size();
        self.schema.check_size(&image, size, &position)?;
        self.check_index_keys(&image, &|_| true)?;
        self.check_condition_paths(condition)?;
        let new = Stored { image, size };
        let old = self.items.get(&position).cloned();
        match holds(condition, old.as_ref()) {
            true => Ok(self.plan_change(position, old, Some(new))),
            false => Ok(self.failed(position, old, Some(size))),
        }
    }

    /// Model: whether a false condition or a fault of the update is reported, if there are both, is not documented. Here a
    /// new item that is too large or has an illegal index key is reported before the condition is looked at, as in a put;
    /// an operand that the old item cannot give is reported after it.
    fn plan_update(
        &self,
        key: &Item,
        update: Option<&Update>,
        ceiling: UpdateCeiling,
        condition: Option<&Condition>,
    ) -> Result<WritePlan, WriteError> {
        self.schema.key.check_key(key)?;
        self.check_update_paths(update)?;
        self.check_condition_paths(condition)?;
        let position = self.position(key);
        let old = self.items.get(&position).cloned();
        let attempt = self.attempt_update(key, old.as_ref(), update, ceiling, &position);
        match (attempt, holds(condition, old.as_ref())) {
            (Ok(new), true) => Ok(self.plan_change(position, old, new)),
            (Ok(new), false) => Ok(self.failed(position, old, new.map(|new| new.size))),
            (Err(WriteError::Update(_)), false) => Ok(self.failed(position, old, None)),
            (Err(error), _) => Err(error),
        }
    }

    fn plan_delete(
        &self,
        key: &Item,
        condition: Option<&Condition>,
    ) -> Result<WritePlan, WriteError> {
        self.schema.key.check_key(key)?;
        self.check_condition_paths(condition)?;
        let position = self.position(key);
        let old = self.items.get(&position).cloned();
        match holds(condition, old.as_ref()) {
            true => Ok(self.plan_change(position, old, None)),
            false => Ok(self.failed(position, old, None)),
        }
    }

    fn plan_check(
        &self,
        key: &Item,
        condition: Option<&Condition>,
    ) -> Result<WritePlan, WriteError> {
        self.schema.key.check_key(key)?;
        self.check_condition_paths(condition)?;
        let position = self.position(key);
        let old = self.items.get(&position).cloned();
        if !holds(condition, old.as_ref()) {
            return Ok(self.failed(position, old, None));
        }
        let reason = Reason::Checked { size: old.as_ref().map(|old| old.size) };
        let plan = self.plan_change(position, old.clone(), old);
        Ok(WritePlan { effects: Vec::new(), reason, ..plan })
    }

    /// The removal of the item at a position, without a request.
    pub(crate) fn plan_removal(&self, position: Position) -> WritePlan {
        self.plan_replacement(position, None)
    }

    /// Another item at a position, or none, without a request.
    pub(crate) fn plan_replacement(&self, position: Position, image: Option<Image>) -> WritePlan {
        let old = self.items.get(&position).cloned();
        let new = image.map(|image| Stored { size: image.size(), image });
        self.plan_change(position, old, new)
    }

    /// The item after an update; none if there is none and the update only removes.
    fn attempt_update(
        &self,
        key: &Item,
        old: Option<&Stored>,
        update: Option<&Update>,
        ceiling: UpdateCeiling,
        position: &Position,
    ) -> Result<Option<Stored>, WriteError> {
        let before = old.map_or(key, |old| old.image.as_ref());
        let Some(update) = update else {
            let checked = self.check_index_keys(before, &|_| true);
            checked.map_err(|rejection| match old {
                None => WriteError::Rejected(rejection),
                Some(_) => WriteError::StoredIndexKey(rejection),
            })?;
            return Ok(Some(old.cloned().unwrap_or_else(|| stored(key.clone()))));
        };
        if old.is_none() && !update.creates_missing_item() {
            return Ok(None);
        }
        let new = stored(update.apply(before, old.is_some()).map_err(WriteError::Update)?);
        if ceiling == UpdateCeiling::UpdateItem {
            self.check_updated_size(update, &new)?;
        }
        self.schema
            .check_size(&new.image, new.size, position)
            .map_err(|_| WriteError::UpdateTooLarge)?;
        check_updated_levels(update, &new.image)?;
        // An update that creates an item also sets its key, which may be the key of an index too.
        let touched = |name: &AttributeName| {
            old.is_none() || update.paths().any(|(_, path)| path.top_level() == name)
        };
        self.check_index_keys(&new.image, &touched).map_err(|rejection| match rejection {
            Rejection::EmptyIndexKey { kind, .. } => WriteError::UpdatesIndexKeyToEmpty { kind },
            rejection => WriteError::Rejected(rejection),
        })?;
        self.check_index_keys(&new.image, &|_| true).map_err(WriteError::StoredIndexKey)?;
        Ok(Some(new))
    }

    fn check_update_paths(&self, update: Option<&Update>) -> Result<(), WriteError> {
        let paths = || update.into_iter().flat_map(Update::paths).map(|(_, path)| path);
        self.schema.check_paths(paths())?;
        match paths().find(|path| self.schema.key.contains(path.top_level())) {
            None => Ok(()),
            Some(path) => Err(WriteError::UpdatesKey { attribute: path.top_level().clone() }),
        }
    }

    fn check_condition_paths(&self, condition: Option<&Condition>) -> Result<(), Rejection> {
        self.schema.check_paths(condition.into_iter().flat_map(Condition::paths))
    }

    /// UpdateItem's own ceiling, a little lower than that of PutItem.
    fn check_updated_size(&self, update: &Update, new: &Stored) -> Result<(), WriteError> {
        let overhead = update.paths().map(|(clause, _)| match clause {
            Clause::Set | Clause::Add => UPDATE_OVERHEAD_PER_SET,
            Clause::Remove | Clause::Delete => UPDATE_OVERHEAD_PER_REMOVE,
        });
        let keys = self.schema.key.key_of(&new.image).size();
        let counted = new.size - keys + UPDATE_OVERHEAD + overhead.sum();
        match counted > ITEM_SIZE_MAX {
            true => Err(WriteError::UpdateTooLarge),
            false => Ok(()),
        }
    }

    fn plan_change(
        &self,
        position: Position,
        old: Option<Stored>,
        new: Option<Stored>,
    ) -> WritePlan {
        let reason = reason(old.as_ref(), new.as_ref());
        let units = self.charged(table_units(old.as_ref(), new.as_ref()));
        let images = (old.as_ref().map(|old| &old.image), new.as_ref().map(|new| &new.image));
        let mut effects = Vec::with_capacity(self.indexes.len());
        if old.is_some() || new.is_some() {
            for (ordinal, index) in self.indexes.iter().enumerate() {
                if index.status.follows_writes() {
                    let effect = index.schema.effect(images.0, images.1, &position);
                    let units = self.charged(effect.units);
                    effects.push((ordinal, IndexEffect { units, ..effect }));
                }
            }
        }
        WritePlan { position, old, new, condition_met: true, reason, units, effects }
    }

    fn failed(
        &self,
        position: Position,
        old: Option<Stored>,
        attempted: Option<Bytes>,
    ) -> WritePlan {
        let existing = old.as_ref().map(|old| old.size);
        let charged = existing.max(attempted).unwrap_or_default();
        WritePlan {
            position,
            old,
            new: None,
            condition_met: false,
            reason: Reason::ConditionFailed { existing, attempted },
            units: self.charged(write_units(charged)),
            effects: Vec::new(),
        }
    }
}

impl WriteAction {
    /// The item or key that says which item is written.
    pub fn key_source(&self) -> &Item {
        match self {
            Self::Put(image) => image,
            Self::Update { key, .. } | Self::Delete { key } | Self::Check { key } => key,
        }
    }
}

impl WritePlan {
    /// The same write within a transaction: the table's part is prepared and committed, and costs double.
    ///
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html>;
    /// that index parts do not is Observed: 2026-08, eu-west-2, in reported capacity.
    #[must_use]
    pub(crate) fn in_transaction(mut self) -> Self {
        self.units = self.units.doubled();
        self
    }

    /// The arms of the receipt: the table, then each index.
    pub fn arms(&self, table: &Table) -> Vec<Arm> {
        self.arms_of(table, |_| true)
    }

    /// The arms that charge something.
    pub(crate) fn paid_arms(&self, table: &Table) -> Vec<Arm> {
        self.arms_of(table, |units| !units.is_zero())
    }

    fn arms_of(&self, table: &Table, is_wanted: fn(CapacityUnits) -> bool) -> Vec<Arm> {
        let arm = |store, reason: &Reason, units| Arm {
            table: table.schema.name.clone(),
            store,
            reason: reason.clone(),
            units,
            is_sql: table.is_sql,
        };
        let mut arms = Vec::with_capacity(1 + self.effects.len());
        arms.push(arm(Store::Table, &self.reason, self.units));
        for (ordinal, effect) in self.effects.iter().filter(|(_, effect)| is_wanted(effect.units)) {
            arms.push(arm(table.indexes[*ordinal].store(), &effect.reason, effect.units));
        }
        arms
    }
}

/// A path and a value that are both legal may together lead too deep.
fn check_updated_levels(update: &Update, image: &Image) -> Result<(), WriteError> {
    let mut touched = update.paths().filter_map(|(_, path)| image.get(path.top_level()));
    match touched.any(|value| value.levels() > NESTING_LEVELS_MAX) {
        true => Err(WriteError::UpdateTooDeep),
        false => Ok(()),
    }
}

fn holds(condition: Option<&Condition>, old: Option<&Stored>) -> bool {
    match (condition, old) {
        (None, _) => true,
        (Some(condition), Some(old)) => condition.matches(&old.image),
        (Some(condition), None) => condition.matches(&Item::default()),
    }
}

fn stored(item: Item) -> Stored {
    let size = item.size();
    Stored { image: Arc::new(item), size }
}

fn reason(old: Option<&Stored>, new: Option<&Stored>) -> Reason {
    match (old, new) {
        (None, None) => Reason::Absent,
        (None, Some(new)) => Reason::Put { size: new.size },
        (Some(old), None) => Reason::Delete { size: old.size, faults: Vec::new() },
        (Some(old), Some(new)) if old.image == new.image => Reason::Unchanged { size: new.size },
        (Some(old), Some(new)) => Reason::Change { old: old.size, new: new.size },
    }
}

/// The table pays for the larger of the two images, however small the change.
fn table_units(old: Option<&Stored>, new: Option<&Stored>) -> CapacityUnits {
    let sizes = [old, new].into_iter().flatten().map(|stored| stored.size);
    write_units(sizes.max().unwrap_or_default())
}
