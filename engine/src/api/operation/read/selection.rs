//! What GetItem, Query and Scan share: which attributes are wanted, where a page starts, how it is answered.

use crate::api::arn::{INDEX_PART, is_arn};
use crate::api::error::read::{ReadError, StartKeyError};
use crate::api::error::{ApiError, Rejected};
use crate::api::operation::item::write::{check_reachable, find_table};
use crate::api::operation::prepared::Prepared;
use crate::api::reply::Reply;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::fields::Fields;
use crate::api::request::legacy;
use crate::api::request::members::check_account;
use crate::api::value::error::FaultClass;
use crate::api::value::read_item;
use crate::capacity::cost::Consistency;
use crate::database::{Change, Database};
use crate::expression::condition::Condition;
use crate::expression::projection::ProjectionExpression;
use crate::model::document_path::DocumentPath;
use crate::model::item::{Image, Item};
use crate::model::key::KeySchema;
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::read::{Page, PageRequest};
use crate::table::schema::{Projection, Scope};
use crate::table::status::IndexStatus;

/// What a Query or Scan asks for, beside its range.
pub(crate) struct Selection<'t> {
    pub(crate) table: &'t Table,
    pub(crate) index: Option<&'t Index>,
    pub(crate) consistency: Consistency,
    pub(crate) select: Select,
    pub(crate) projection: Option<ProjectionExpression>,
    pub(crate) filter: Option<Condition>,
    pub(crate) limit: Option<usize>,
    pub(crate) capacity: CapacityAnswer<'t>,
}

/// Which attributes a Query or Scan returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Select {
    AllAttributes,
    AllProjectedAttributes,
    SpecificAttributes,
    Count,
}

pub(crate) const SELECT_WORDS: &[&str] =
    &["SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"];

impl Select {
    fn parse(word: &str) -> Self {
        match word {
            "SPECIFIC_ATTRIBUTES" => Self::SpecificAttributes,
            "COUNT" => Self::Count,
            "ALL_PROJECTED_ATTRIBUTES" => Self::AllProjectedAttributes,
            _ => Self::AllAttributes,
        }
    }

    /// What is chosen, as the service words it.
    const fn words(self) -> &'static str {
        match self {
            Self::AllAttributes => "ALL_ATTRIBUTES",
            Self::AllProjectedAttributes => "ALL_PROJECTED_ATTRIBUTES",
            Self::SpecificAttributes => "SPECIFIC_ATTRIBUTES",
            Self::Count => "only the Count",
        }
    }
}

/// The consistency that a request asks for.
pub(crate) fn take_consistency(fields: Fields<'_>) -> Consistency {
    match fields.flag("ConsistentRead", false) {
        true => Consistency::Strong,
        false => Consistency::Eventual,
    }
}

/// Checks that a strongly consistent read of a table can ask a second Region, if it has to.
pub(crate) fn check_consistency(
    table: &Table,
    consistency: Consistency,
    database: &Database,
) -> Result<(), Rejected> {
    match consistency {
        Consistency::Strong => check_reachable(table, database),
        Consistency::Eventual => Ok(()),
    }
}

/// Reads `Select` against the projection that is given beside it.
pub(crate) fn take_select(
    fields: Fields<'_>,
    projection: Option<&ProjectionExpression>,
) -> Result<Option<Select>, ReadError> {
    let select = fields.text("Select").map(Select::parse);
    if select == Some(Select::AllProjectedAttributes) && fields.text("IndexName").is_none() {
        return Err(ReadError::ProjectedAttributesOfTable);
    }
    match (select, projection) {
        (Some(Select::SpecificAttributes), None) => Err(ReadError::NoSpecificAttributes),
        (None | Some(Select::SpecificAttributes), Some(_)) => Ok(Some(Select::SpecificAttributes)),
        (Some(select), Some(_)) => {
            let legacy = legacy::ATTRIBUTES_TO_GET.name;
            let of_expression = fields.value(legacy).is_none();
            let parameter = if of_expression { "ProjectionExpression" } else { legacy };
            Err(ReadError::ProjectionWithSelect { parameter, select: select.words() })
        }
        (select, None) => Ok(select),
    }
}

/// The index that a request names.
fn find_index<'t>(fields: Fields<'_>, table: &'t Table) -> Result<Option<&'t Index>, ReadError> {
    match fields.text("IndexName") {
        None => Ok(None),
        Some(name) => match table.index(name).map(|index| (index, index.status)) {
            Some((index, IndexStatus::Active | IndexStatus::Updating)) => Ok(Some(index)),
            Some((index, IndexStatus::Creating { .. })) => {
                Err(ReadError::IndexNotReady { index: index.schema.name.clone() })
            }
            Some((_, IndexStatus::Deleting)) | None => {
                Err(ReadError::UnknownIndex { index: name.to_owned() })
            }
        },
    }
}

/// Checks that an index of a table named by its ARN is one of this account. Reads of an index need the permission for
/// the index, and not for its table.
///
/// Source: <https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html>
fn check_index_account(fields: Fields<'_>, action: &'static str) -> Result<(), Rejected> {
    let table = fields.required_text("TableName");
    match fields.text("IndexName") {
        Some(index) if is_arn(table) => {
            Ok(check_account(&format!("{table}{INDEX_PART}{index}"), action)?)
        }
        _ => Ok(()),
    }
}

impl<'t> Selection<'t> {
    /// Finds the table and index of a request, and checks what is asked of them.
    pub(crate) fn take(
        fields: Fields<'t>,
        action: &'static str,
        database: &'t Database,
        select: Option<Select>,
        filter: Option<Condition>,
        projection: Option<ProjectionExpression>,
    ) -> Result<Self, Rejected> {
        check_index_account(fields, action)?;
        let table = find_table(fields, action, database)?;
        let index = find_index(fields, table)?;
        let whole = index.map_or(Select::AllAttributes, |_| Select::AllProjectedAttributes);
        let selection = Self {
            table,
            index,
            consistency: take_consistency(fields),
            select: select.unwrap_or(whole),
            projection,
            filter,
            limit: fields.integer("Limit").and_then(|limit| usize::try_from(limit).ok()),
            capacity: CapacityAnswer::take(fields),
        };
        selection.check()?;
        check_consistency(table, selection.consistency, database)?;
        Ok(selection)
    }

    /// The key in whose order the items are read.
    pub(crate) fn key(&self) -> &'t KeySchema {
        self.index.map_or(&self.table.schema.key, |index| &index.schema.key)
    }

    /// Checks what can be asked of a table, a local and a global index.
    fn check(&self) -> Result<(), Rejected> {
        let projected = self.projection.iter().flat_map(ProjectionExpression::paths);
        let filtered = self.filter.iter().flat_map(Condition::paths);
        self.table.schema.check_paths(projected.chain(filtered))?;
        Ok(self.check_index()?)
    }

    fn check_index(&self) -> Result<(), ReadError> {
        match self.index {
            Some(index) if index.schema.scope == Scope::Global => self.check_global(index),
            None | Some(_) => Ok(()),
        }
    }

    fn check_global(&self, index: &Index) -> Result<(), ReadError> {
        let name = || index.schema.name.clone();
        if self.consistency == Consistency::Strong {
            return Err(ReadError::ConsistentGlobalIndex);
        }
        if self.select == Select::AllAttributes && index.schema.projection != Projection::All {
            return Err(ReadError::AllAttributesOfGlobalIndex { index: name() });
        }
        let asked = self.projection.iter().flat_map(ProjectionExpression::paths);
        let attributes = unprojected(index, asked);
        match attributes.is_empty() {
            true => Ok(()),
            false => Err(ReadError::NotProjected { index: name(), attributes }),
        }
    }

    /// Whether a local index must fetch whole items to give what is asked.
    fn fetches(&self) -> bool {
        let local = self.index.filter(|index| index.schema.scope == Scope::Local);
        local.is_some_and(|index| match self.select {
            Select::AllAttributes => index.schema.projection != Projection::All,
            Select::SpecificAttributes => {
                let asked = self.projection.iter().flat_map(ProjectionExpression::paths);
                !unprojected(index, asked).is_empty()
            }
            Select::AllProjectedAttributes | Select::Count => false,
        })
    }

    /// Reads the page and makes its answer.
    pub(crate) fn prepare(
        &self,
        range: crate::table::range::Range,
        database: &Database,
    ) -> Result<Prepared, Rejected> {
        let filter = self.filter.as_ref();
        let request = PageRequest { range, limit: self.limit, filter, fetch: self.fetches() };
        let page = self.table.read_page(self.index, &request);
        let arms = self.table.page_arms(self.index, &page, self.consistency);
        let units = arms.iter().map(|arm| arm.units).sum();
        let read = (&request.range, page.scanned_count);
        let charges = database.admit_page(self.table, self.index, read, units);
        let charges = charges.map_err(|throttled| ApiError::throttled(self.table, throttled))?;
        let mut reply = self.reply(&page);
        self.capacity.add_to(&mut reply, self.table.schema.name.as_str(), &arms);
        let staleness = self.index.and_then(|index| database.staleness(self.table, index));
        Ok(Prepared { staleness, ..Prepared::paid(reply, arms, Change::None, charges) })
    }

    fn reply(&self, page: &Page) -> Reply {
        let mut reply = Reply::default();
        reply.put_count("Count", page.images.len() as u64);
        reply.put_count("ScannedCount", page.scanned_count as u64);
        if self.select != Select::Count {
            let projection = self.projection.as_ref();
            let images = page.images.iter().cloned();
            reply.put_list("Items", images.map(|image| projected(image, projection)));
        }
        if let Some(last) = &page.last_evaluated {
            let key = self.table.start_key(self.index, last);
            reply.put("LastEvaluatedKey", key);
        }
        reply
    }
}

/// What a read returns of an item.
pub(crate) fn projected(image: Image, projection: Option<&ProjectionExpression>) -> Image {
    match projection {
        None => image,
        Some(projection) => projection.apply(&image).into(),
    }
}

/// The attributes among some paths that an index does not hold, each once.
pub(crate) fn unprojected<'p>(
    index: &Index,
    paths: impl Iterator<Item = &'p DocumentPath>,
) -> Vec<AttributeName> {
    let mut attributes = Vec::new();
    for name in paths.map(DocumentPath::top_level) {
        if !index.schema.projects(name) && !attributes.contains(name) {
            attributes.push(name.clone());
        }
    }
    attributes.sort();
    attributes
}

/// The key behind which a page starts, as it was sent.
pub(crate) fn take_start_key(fields: Fields<'_>) -> Result<Option<Item>, Rejected> {
    let Some(json) = fields.value("ExclusiveStartKey") else { return Ok(None) };
    read_item(json).map(Some).map_err(|error| match error.class() {
        FaultClass::Serialization => error.into(),
        FaultClass::Validation => StartKeyError::Value(error).into(),
    })
}

/// Checks that a start key has exactly the key attributes of table and index, with legal values.
pub(crate) fn check_start_key(
    table: &Table,
    index: Option<&Index>,
    key: &Item,
    misfit: StartKeyError,
) -> Result<(), StartKeyError> {
    let schemas = [Some(&table.schema.key), index.map(|index| &index.schema.key)];
    let mut schemas = schemas.into_iter().flatten();
    let is_complete = schemas.clone().all(|schema| schema.is_complete_in(key));
    if !is_complete || table.start_key(index, key).len() != key.len() {
        return Err(misfit);
    }
    schemas.try_for_each(|schema| schema.check_values(key)).map_err(StartKeyError::Rejected)
}
