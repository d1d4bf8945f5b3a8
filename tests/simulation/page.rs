//! What the model expects of the pages of a Query or Scan. Rules: facts of Query and Scan.
//!
//! The order of a Scan, and of entries with the same index key, is not documented: the engine is asked for it. The
//! model itself computes which entries exist, which of them a page evaluates and returns, and what the page costs.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::random::Random;
use crate::simulation::bill::{Bill, read_halves};
use crate::simulation::condition::{Condition, order};
use crate::simulation::expect::with_capacity;
use crate::simulation::index::Progress;
use crate::simulation::model::Model;
use crate::simulation::schema::Projection;
use crate::simulation::step::{KeyCondition, Read, attribute, shown};
use crate::size::{size, value_size};

/// Bytes that a key value of the sort key may have. Source: facts of types and limits.
const SORT_KEY_SIZE_MAX: usize = 1_024;

impl Read {
    /// Whether the read is rejected as invalid, independent of the items.
    pub fn is_invalid(&self, model: &Model) -> bool {
        let key_names: Vec<&str> = match self.index {
            None => self.target.table.keys().to_vec(),
            Some(index) => index.keys().collect(),
        };
        let filter_names = self.filter.iter().flat_map(Condition::names);
        let filters_key = filter_names.clone().any(|name| key_names.contains(&name));
        let has_long_value = self.key.iter().flat_map(|key| &key.sort).any(|condition| {
            let values = condition.values();
            let is_long = |it: &Value| !it["N"].is_string() && value_size(it) > SORT_KEY_SIZE_MAX;
            values.into_iter().any(is_long)
        });
        let is_query = self.key.is_some();
        if !self.has_valid_select() || !self.has_valid_key() {
            return true;
        }
        let Some(index) = self.index else { return has_long_value || is_query && filters_key };
        let existing = model.table(self.target.table).indexes.get(index.name);
        let is_readable = existing.is_some_and(|index| index.progress == Progress::Active);
        let mut filter_names = filter_names;
        let filters_unprojected = filter_names.any(|name| !index.projects(name));
        let names = self.names.iter().flatten();
        let returns_unprojected =
            !index.is_local && names.into_iter().any(|path| !index.projects(attribute(path)));
        !is_readable
            || has_long_value
            || returns_unprojected
            || is_query && (filters_key || filters_unprojected)
    }

    /// The items that the read evaluates, in order, if these are all that the table or index stores, in their order.
    pub fn evaluated(&self, placed: Vec<Attributes>) -> Vec<Attributes> {
        let is_wanted = |item: &Attributes| self.key.as_ref().is_none_or(|key| key.holds(item));
        let mut evaluated: Vec<Attributes> = placed.into_iter().filter(is_wanted).collect();
        if self.key.is_some() && self.is_backward {
            evaluated.reverse();
        }
        evaluated
    }

    /// Whether items are in the order in which a Query returns them.
    pub fn is_sorted(&self, items: &[Attributes]) -> bool {
        let sort: &[&str] = match self.index {
            Some(index) => index.sort,
            None => &self.target.table.keys()[1..],
        };
        let is_ascending = |pair: &[Attributes]| {
            let orders = sort.iter().filter_map(|name| order(&pair[0][*name], &pair[1][*name]));
            let first = orders.into_iter().find(|it| it.is_ne());
            first.is_none_or(|it| it.is_lt() != self.is_backward)
        };
        self.key.is_none() || items.windows(2).all(is_ascending)
    }

    /// The reply that a page should have, and its price on an empty bill, if it evaluates these items. The items are whole, also of an
    /// index.
    pub fn page(
        &self,
        evaluated: &[Attributes],
        has_last_key: bool,
        detail: &str,
        mut bill: Bill,
    ) -> (Value, Bill) {
        let table = self.target.table;
        let entry = |item: &Attributes| match self.index {
            None => item.clone(),
            Some(index) => index.projected(item),
        };
        let matches = |item: &&Attributes| {
            self.filter.as_ref().is_none_or(|filter| filter.holds(&entry(item)))
        };
        let matching: Vec<&Attributes> = evaluated.iter().filter(matches).collect();
        let fetches = self.fetches();
        let source = |item: &Attributes| if fetches { item.clone() } else { entry(item) };
        let returned = |item: &&Attributes| shown(&source(item), self.names.as_deref());
        let returned: Vec<Attributes> = matching.iter().map(returned).collect();
        let bytes = evaluated.iter().map(|item| size(&entry(item))).sum();
        bill.add(table, None, 0);
        bill.add(table, self.index.map(|index| index.name), read_halves(bytes, self.is_consistent));
        for item in evaluated.iter().filter(|_| fetches) {
            bill.add(table, None, read_halves(size(item), self.is_consistent));
        }
        let mut reply = json!({
            "Items": returned,
            "Count": returned.len(),
            "ScannedCount": evaluated.len(),
        });
        if self.select == Some("COUNT")
            && let Some(members) = reply.as_object_mut()
        {
            members.remove("Items");
        }
        if let Some(last) = evaluated.last().filter(|_| has_last_key) {
            reply["LastEvaluatedKey"] = json!(self.start_key(last));
        }
        let consumed = bill.consumed(self.target, detail, false);
        (with_capacity(reply, detail, consumed), bill)
    }

    /// Whether a local index fetches items from the table, because it does not have what is asked for.
    fn fetches(&self) -> bool {
        let Some(index) = self.index.filter(|index| index.is_local) else { return false };
        let mut names = self.names.iter().flatten();
        let wants_all = self.select == Some("ALL_ATTRIBUTES");
        wants_all && index.projection != Projection::All
            || names.any(|path| !index.projects(attribute(path)))
    }

    /// Whether a key condition has an equality for each attribute of the partition key, and for each attribute of the sort key
    /// before the last that it names.
    fn has_valid_key(&self) -> bool {
        let Some(key) = &self.key else { return true };
        let (partition, sort): (&[&str], &[&str]) = match self.index {
            Some(index) => (index.partition, index.sort),
            None => self.target.table.keys().split_at(1),
        };
        let leading = &key.sort[..key.sort.len().saturating_sub(1)];
        let is_equality = |it: &Condition| matches!(it, Condition::Compare(_, "=", _));
        let names = key.sort.iter().flat_map(Condition::names);
        key.partition.len() == partition.len()
            && names.zip(sort).all(|(used, name)| used == *name)
            && leading.iter().all(is_equality)
    }

    /// Whether `Select` matches the paths and the index. Rules: facts of Query and Scan.
    fn has_valid_select(&self) -> bool {
        match (self.select, self.index) {
            (Some("SPECIFIC_ATTRIBUTES"), _) => self.names.is_some(),
            (Some(_), _) if self.names.is_some() => false,
            (Some("ALL_PROJECTED_ATTRIBUTES"), index) => index.is_some(),
            (Some("ALL_ATTRIBUTES"), Some(index)) => {
                index.is_local || index.projection == Projection::All
            }
            (None | Some(_), _) => true,
        }
    }

    /// The key after which the next page begins: the keys of the table and of the index.
    fn start_key(&self, item: &Attributes) -> Attributes {
        let mut names: BTreeSet<&str> = self.target.table.keys().iter().copied().collect();
        names.extend(self.index.iter().flat_map(|index| index.keys()));
        let names: Vec<&str> = names.into_iter().collect();
        shown(item, Some(&names))
    }

    /// The values of the partition key of an item, by which a parallel Scan is divided.
    pub fn partition_of(&self, item: &Attributes) -> Vec<Value> {
        let names: &[&str] = match self.index {
            Some(index) => index.partition,
            None => &self.target.table.keys()[..1],
        };
        names.iter().map(|name| item[*name].clone()).collect()
    }
}

impl KeyCondition {
    /// Mostly the condition as it is; sometimes one that lacks an attribute or an equality that the key needs.
    #[must_use]
    pub fn sometimes_incomplete(mut self, random: &mut Random) -> Self {
        match random.below(16) {
            0 if self.partition.len() > 1 => drop(self.partition.pop()),
            1 if self.sort.len() > 1 => drop(self.sort.remove(0)),
            2 if self.sort.len() > 1 => {
                if let Condition::Compare(_, comparator, _) = &mut self.sort[0] {
                    *comparator = ">";
                }
            }
            _ => {}
        }
        self
    }
}
