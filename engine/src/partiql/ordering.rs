//! ORDER BY: which terms a SELECT may have, and the order in which its reads are made.

use std::cmp::Ordering;

use crate::model::attribute_value::AttributeValue;
use crate::partiql::ast::Direction;
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::reads::{KeyRead, ReadKey};
use crate::partiql::statement::{OrderTerm, Select};

/// The direction in which each key attribute is sorted, if it is among the terms.
#[derive(Clone, Copy, Default)]
pub(crate) struct Order {
    partition: Option<Direction>,
    sort: Option<Direction>,
}

impl Order {
    /// The order that a SELECT asks for.
    pub(crate) fn of(select: &Select, key: ReadKey<'_>) -> Result<Self, PartiqlErrorKind> {
        let mut order = Self::default();
        if select.order.is_empty() {
            return Ok(order);
        }
        let Some(condition) = &select.condition else {
            return Err(PartiqlErrorKind::OrderWithoutCondition);
        };
        for OrderTerm { path, direction } in &select.order {
            let direction = *direction;
            let name = path.top_level();
            if path.is_top_level() && *name == key.partition.name {
                order.partition.get_or_insert(direction);
            } else if path.is_top_level() && key.sort.is_some_and(|sort| sort.name == *name) {
                order.sort.get_or_insert(direction);
            } else {
                let attribute = path.to_string().into();
                return Err(PartiqlErrorKind::OrderByOther { attribute });
            }
        }
        match key.is_pinned(condition) {
            true => Ok(order),
            false => Err(PartiqlErrorKind::OrderWithoutPartitionKey),
        }
    }

    /// Whether partitions are read in the ascending order of the sort key.
    ///
    /// Observed: an order by the partition key alone, even ascending, reads each partition from its end.
    pub(crate) fn is_forward(self) -> bool {
        match (self.sort, self.partition) {
            (Some(direction), _) => direction == Direction::Ascending,
            (None, Some(_)) => false,
            (None, None) => true,
        }
    }

    /// Puts reads in order.
    ///
    /// Model: without ORDER BY the reads are made in the order of the text. With it, partitions come one after the other,
    /// also where the sort key is the first term.
    pub(crate) fn sort(
        self,
        reads: &mut [KeyRead<'_>],
        key: ReadKey<'_>,
    ) -> Result<(), PartiqlErrorKind> {
        if self.partition.is_none() && self.sort.is_none() {
            return Ok(());
        }
        let first = reads.first().map(|read| read.condition.partition.clone());
        let is_several = reads.iter().any(|read| Some(&read.condition.partition) != first.as_ref());
        if is_several && self.partition.is_none() {
            return Err(PartiqlErrorKind::OrderOfSeveralPartitions);
        }
        let start = |read: &KeyRead<'_>| key.schema.range(&read.condition, true).start;
        reads.sort_by(|one, two| {
            let by_partition = compare(&one.condition.partition[0], &two.condition.partition[0]);
            let by_partition = match self.partition {
                Some(Direction::Descending) => by_partition.reverse(),
                Some(Direction::Ascending) | None => by_partition,
            };
            let by_sort = start(one).cmp(&start(two));
            by_partition.then(if self.is_forward() { by_sort } else { by_sort.reverse() })
        });
        Ok(())
    }
}

fn compare(one: &AttributeValue, two: &AttributeValue) -> Ordering {
    one.compare(two).unwrap_or(Ordering::Equal)
}
