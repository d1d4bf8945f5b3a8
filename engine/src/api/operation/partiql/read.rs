//! Runs the plan of a SELECT: the reads of GetItem, Query or Scan, one after the other, until a page is full.

use crate::api::error::{ApiError, Rejected};
use crate::api::operation::read::selection::check_consistency;
use crate::capacity::cost::Consistency;
use crate::database::Database;
use crate::database::admission::Admission;
use crate::expression::key_condition::KeyCondition;
use crate::model::bytes::Bytes;
use crate::model::item::{Image, Item};
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::plan::{Column, ReadAccess, ReadPlan};
use crate::receipt::{Arm, Staleness};
use crate::table::Table;
use crate::table::index::Index;
use crate::table::range::Range;
use crate::table::read::{PAGE_SIZE, PageRequest};
use crate::throughput::admission::Charges;

/// Where a page begins: the read, and the item after which it continues.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageStart {
    /// The read, from 0.
    pub(crate) read: usize,
    /// The key of the last item that was evaluated; `None` at the beginning of the read.
    pub(crate) after: Option<Item>,
}

/// A page of a SELECT.
pub(crate) struct SelectedPage {
    pub(crate) items: Vec<Image>,
    pub(crate) arms: Vec<Arm>,
    pub(crate) staleness: Option<Staleness>,
    pub(crate) charges: Charges,
    /// Where the next page begins, if there may be one.
    pub(crate) next: Option<PageStart>,
}

/// The reads of a statement, as far as they were made.
struct Reads<'d> {
    plan: &'d ReadPlan,
    table: &'d Table,
    index: Option<&'d Index>,
    consistency: Consistency,
    limit: Option<usize>,
    admission: Admission<'d>,
    images: Vec<Image>,
    arms: Vec<Arm>,
    evaluated_count: usize,
    size: Bytes,
}

/// Reads a page. Nothing changes.
///
/// Model: if one of several reads is throttled, so is the statement. The limit of items and the megabyte of a page count
/// over all reads; the read in which the megabyte is reached is the last one.
pub(crate) fn read_page(
    plan: &ReadPlan,
    table: &Table,
    database: &Database,
    consistency: Consistency,
    limit: Option<usize>,
    start: PageStart,
) -> Result<SelectedPage, Rejected> {
    let index = plan.index.as_ref().and_then(|name| table.index(name.as_str()));
    check_consistency(table, consistency, database)?;
    let mut reads = Reads {
        plan,
        table,
        index,
        consistency,
        limit,
        admission: database.admission(),
        images: Vec::new(),
        arms: Vec::new(),
        evaluated_count: 0,
        size: Bytes::ZERO,
    };
    let next = reads.run(start)?;
    let items = reads.images.into_iter().map(|image| row(image, plan.columns.as_deref())).collect();
    let staleness = index.and_then(|index| database.staleness(table, index));
    Ok(SelectedPage { items, arms: reads.arms, staleness, charges: reads.admission.finish(), next })
}

/// What a SELECT returns of an item: its columns by name, side by side.
pub(crate) fn row(image: Image, columns: Option<&[Column]>) -> Image {
    let Some(columns) = columns else { return image };
    let cell = |column: &Column| Some((column.name.clone(), column.path.get(&image)?.clone()));
    columns.iter().filter_map(cell).collect::<Item>().into()
}

impl Reads<'_> {
    /// Makes the reads from `start` on, and returns where the next page begins.
    fn run(&mut self, start: PageStart) -> Result<Option<PageStart>, Rejected> {
        match &self.plan.access {
            ReadAccess::GetItem { keys } => self.get_items(keys, start),
            ReadAccess::Query { conditions } => self.query_all(conditions, start),
            ReadAccess::Scan { .. } => self.page(Range::all(), 0, start.after),
        }
    }

    fn get_items(
        &mut self,
        keys: &[Item],
        start: PageStart,
    ) -> Result<Option<PageStart>, Rejected> {
        check_start(start.read < keys.len() && start.after.is_none())?;
        for (read, key) in keys.iter().enumerate().skip(start.read) {
            if self.is_full() {
                return Ok(Some(PageStart { read, after: None }));
            }
            let stored = self.table.get(key);
            let arm = self.table.item_arm(stored, self.consistency);
            self.admission
                .read_item(self.table, key, arm.units)
                .map_err(|throttled| ApiError::throttled(self.table, throttled))?;
            self.arms.push(arm);
            if let Some(stored) = stored {
                self.evaluated_count += 1;
                self.size += stored.size;
                let filter = self.plan.filter.as_ref();
                if filter.is_none_or(|filter| filter.matches(&stored.image)) {
                    self.images.push(stored.image.clone());
                }
            }
        }
        Ok(None)
    }

    fn query_all(
        &mut self,
        conditions: &[KeyCondition],
        start: PageStart,
    ) -> Result<Option<PageStart>, Rejected> {
        check_start(start.read < conditions.len())?;
        let key = self.index.map_or(&self.table.schema.key, |index| &index.schema.key);
        let mut after = start.after;
        for (read, condition) in conditions.iter().enumerate().skip(start.read) {
            if self.is_full() {
                return Ok(Some(PageStart { read, after: None }));
            }
            let range = key.range(condition, self.plan.forward);
            let next = self.page(range, read, after.take())?;
            if next.is_some() {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// Reads a range, up to the end of the page.
    fn page(
        &mut self,
        mut range: Range,
        read: usize,
        after: Option<Item>,
    ) -> Result<Option<PageStart>, Rejected> {
        if let Some(key) = after {
            let position = self.table.start_position(self.index, &key);
            let position = position.filter(|position| range.contains(position));
            range.start_after(&position.ok_or(PartiqlErrorKind::InvalidNextToken)?);
        }
        let limit = self.limit.map(|limit| limit - self.evaluated_count);
        let (filter, fetch) = (self.plan.filter.as_ref(), self.plan.fetches);
        let request = PageRequest { range, limit, filter, fetch };
        let page = self.table.read_page(self.index, &request);
        let mut arms = self.table.page_arms(self.index, &page, self.consistency);
        let units = arms.iter().map(|arm| arm.units).sum();
        self.admission
            .read_page(self.table, self.index, (&request.range, page.scanned_count), units)
            .map_err(|throttled| ApiError::throttled(self.table, throttled))?;
        self.arms.append(&mut arms);
        self.evaluated_count += page.scanned_count;
        self.size += page.size;
        self.images.extend(page.images);
        Ok(page
            .last_evaluated
            .map(|last| PageStart { read, after: Some(self.table.start_key(self.index, &last)) }))
    }

    fn is_full(&self) -> bool {
        self.limit.is_some_and(|limit| self.evaluated_count >= limit) || self.size >= PAGE_SIZE
    }
}

fn check_start(is_valid: bool) -> Result<(), PartiqlErrorKind> {
    match is_valid {
        true => Ok(()),
        false => Err(PartiqlErrorKind::InvalidNextToken),
    }
}
