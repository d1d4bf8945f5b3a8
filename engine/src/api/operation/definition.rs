//! What an operation is made of: the constraints of its request, and what it does.

use crate::api::error::validation::ValidationError;
use crate::api::error::{ApiError, MessagePrefix, Rejected};
use crate::api::operation::prepared::Prepared;
use crate::api::request::check;
use crate::api::request::fields::Fields;
use crate::api::request::shape::Member;
use crate::api::request::unknown_member::find_unknown;
use crate::api::value::error::{ValueError, WireType};
use crate::database::{Database, Wording};
use crate::json::text::{Json, JsonObject, JsonText};

/// The type of a request as a whole.
const REQUEST: WireType = WireType::Structure("Request");

/// An operation: the constraints of its request, and what it does.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) wording: Wording,
    pub(crate) prefix: MessagePrefix,
    pub(crate) members: &'static [Member],
    pub(crate) prepare: fn(Fields<'_>, &Database) -> Result<Prepared, Rejected>,
}

impl Definition {
    /// Checks types, then names of members, then constraints: `TableName` has a check of its own before all others.
    pub(crate) fn check<'j>(
        &self,
        text: &'j JsonText<'_>,
        wording: Wording,
    ) -> Result<Fields<'j>, Rejected> {
        let request = match text.root() {
            Json::Object(members) => members,
            other => return Err(ValueError::wrong_type(REQUEST, other).into()),
        };
        check::check_types(request, self.members)?;
        if let Some(unknown) = find_unknown(request, self.members) {
            return Err(ValidationError::UnknownMember(unknown).into());
        }
        let fields = Fields::new(request);
        let checked = self.check_table_name(request, wording).and_then(|()| {
            check::check_constraints(request, self.members, self.violation_wording_in(wording))
                .map_err(ValidationError::Violations)
        });
        match checked {
            Ok(()) => Ok(fields),
            Err(error) => Err(self.rejection(fields, error.into(), wording)),
        }
    }

    fn check_table_name(
        &self,
        request: JsonObject<'_>,
        wording: Wording,
    ) -> Result<(), ValidationError> {
        const NAME: &str = "TableName";
        if wording == Wording::Revised && self.is_single_write() {
            return Ok(());
        }
        let takes_table = self.members.iter().any(|member| member.name == NAME && member.required);
        let missing = request.get(NAME).is_none_or(Json::is_null);
        match takes_table && missing {
            true => Err(ValidationError::MissingParameter { name: NAME }),
            false => Ok(()),
        }
    }

    /// A rejection as it is reported. A value of the wrong JSON type, wherever it is, would have been found first.
    pub(crate) fn rejection(
        &self,
        fields: Fields<'_>,
        mut rejected: Rejected,
        wording: Wording,
    ) -> Rejected {
        if let Some(fault) = check::value_fault(fields, self.members) {
            return fault.into();
        }
        if let ApiError::Validation { error, prefix: prefix @ MessagePrefix::None } = &mut *rejected
        {
            if self.wording_in(wording) == Wording::Classic {
                error.use_older_words();
            }
            if wording == Wording::Revised && error.is_of_request() {
                *prefix = self.prefix;
            }
            if wording == Wording::Revised && self.is_single_write() {
                error.forget_placeholder_of_empty_set();
            }
        }
        rejected
    }

    /// Whether this is PutItem, UpdateItem or DeleteItem, which count the faults of a request since June 2026.
    fn is_single_write(&self) -> bool {
        self.prefix == MessagePrefix::ErrorCount
    }

    /// The wording of violations. Single-item writes report all of them, a missing `TableName` too, and quote the values.
    fn violation_wording_in(&self, database: Wording) -> Wording {
        match self.is_single_write() {
            true => Wording::Classic,
            false => self.wording_in(database),
        }
    }

    /// The wording of this operation in a database with this wording. Some operations keep to the classic ones.
    fn wording_in(&self, database: Wording) -> Wording {
        match database {
            Wording::Classic => Wording::Classic,
            Wording::Revised => self.wording,
        }
    }
}
