//! What an operation is made of: the constraints of its request, and what it does.

use crate::api::error::validation::ValidationError;
use crate::api::error::violation::{Constraint, Layer, MessagePrefix, Violation, Violations};
use crate::api::error::{ApiError, Rejected};
use crate::api::operation::prepared::Prepared;
use crate::api::request::check;
use crate::api::request::fields::Fields;
use crate::api::request::layer::Checks;
use crate::api::request::shape::Member;
use crate::api::request::unknown_member::find_refused;
use crate::api::value::error::{ValueError, WireType};
use crate::database::Database;
use crate::json::text::{Json, JsonObject, JsonText};

/// The type of a request as a whole.
const REQUEST: WireType = WireType::Structure("Request");

/// An operation: the constraints of its request, and what it does.
#[derive(Debug)]
pub(crate) struct Definition {
    /// In the order in which the older layer reports their faults.
    pub(crate) members: &'static [Member],
    pub(crate) prepare: fn(Fields<'_>, &Database) -> Result<Prepared, Rejected>,
}

impl Definition {
    /// Checks types, then names of members, then constraints.
    pub(crate) fn check<'j>(
        &self,
        text: &'j JsonText<'_>,
        checks: &Checks,
    ) -> Result<Fields<'j>, Rejected> {
        let request = match text.root() {
            Json::Object(members) => members,
            other => return Err(ValueError::wrong_type(REQUEST, other).into()),
        };
        check::check_types(request, self.members)?;
        if let Some(unknown) = find_refused(request, self.members) {
            return Err(ValidationError::UnknownMember(unknown).into());
        }
        let fields = Fields::new(request);
        let checked = self
            .check_table_name(request, checks)
            .and_then(|()| self.check_constraints(fields, checks));
        match checked {
            Ok(()) => Ok(fields),
            Err(error) => Err(self.rejection(fields, error.into(), checks)),
        }
    }

    fn check_table_name(
        &self,
        request: JsonObject<'_>,
        checks: &Checks,
    ) -> Result<(), ValidationError> {
        const NAME: &str = "TableName";
        let takes_table = self.members.iter().any(|member| member.name == NAME && member.required);
        let missing = request.get(NAME).is_none_or(Json::is_null);
        match checks.asks_for_table && takes_table && missing {
            true => Err(ValidationError::MissingParameter { name: NAME }),
            false => Ok(()),
        }
    }

    fn check_constraints(
        &self,
        fields: Fields<'_>,
        checks: &Checks,
    ) -> Result<(), ValidationError> {
        let mut all = check::violations(fields.0, self.members);
        if checks.is_of_old_values {
            all.extend(check::old_values_violation(fields));
        }
        if all.is_empty() {
            return Ok(());
        }
        let layer = self.layer(fields, &all, checks);
        let (list, prefix) = match layer {
            Layer::Older if checks.layer == Layer::Newer => (all, MessagePrefix::ErrorCount),
            Layer::Older => checks.first(&all),
            Layer::Newer => {
                all.retain(|violation| !self.is_late(violation));
                checks.first(&all)
            }
        };
        match list.is_empty() {
            true => Ok(()),
            false => Err(ValidationError::Violations(Violations { layer, prefix, list })),
        }
    }

    fn is_late(&self, violation: &Violation) -> bool {
        let name = violation.member();
        self.members.iter().any(|member| member.is_late && member.name == name)
    }

    /// The layer that answers a request with these violations.
    fn layer(&self, fields: Fields<'_>, violations: &[Violation], checks: &Checks) -> Layer {
        let lacks_member = violations.iter().any(|it| it.constraint == Constraint::NotNull);
        match checks.layer {
            Layer::Newer if !lacks_member && !check::is_for_older_layer(fields, self.members) => {
                Layer::Newer
            }
            Layer::Newer | Layer::Older => Layer::Older,
        }
    }

    /// A rejection as it is reported. A value of the wrong JSON type, wherever it is, would have been found first.
    pub(crate) fn rejection(
        &self,
        fields: Fields<'_>,
        mut rejected: Rejected,
        checks: &Checks,
    ) -> Rejected {
        if let Some(fault) = check::value_fault(fields, self.members) {
            return fault.into();
        }
        if let ApiError::Validation { error, prefix: prefix @ MessagePrefix::None } = &mut *rejected
        {
            match self.layer(fields, &[], checks) {
                Layer::Older => error.use_older_words(),
                Layer::Newer => {
                    error.use_newer_words();
                    if error.is_of_request() {
                        *prefix = checks.prefix;
                    }
                }
            }
        }
        rejected
    }
}
