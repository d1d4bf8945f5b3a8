//! The expressions of one request, with the placeholders that they share.

use crate::api::error::Rejected;
use crate::api::error::legacy::LegacyError;
use crate::api::error::validation::ValidationError;
use crate::api::request::fields::Fields;
use crate::api::value::error::FaultClass;
use crate::api::value::{check_name, read_attribute_value};
use crate::database::Wording;
use crate::expression::binding::Bindings;
use crate::expression::condition::Condition;
use crate::expression::error::{ExpressionError, ExpressionErrorKind, Parameter};
use crate::expression::key_condition::KeyConditionExpression;
use crate::expression::projection::ProjectionExpression;
use crate::expression::update::Update;
use crate::json::text::Json;
use crate::model::attribute_value::AttributeValue;
use crate::model::name::AttributeName;

/// What an operation can be asked with: expressions, or the parameters that were before them.
#[derive(Debug)]
pub(crate) struct Parameters {
    pub(crate) expressions: &'static [Parameter],
    pub(crate) legacy: &'static [&'static str],
}

/// The texts of a request's expressions, and what they refer to.
#[derive(Debug)]
pub(crate) struct Expressions<'j> {
    fields: Fields<'j>,
    bindings: Bindings,
}

impl Parameters {
    /// Checks which parameters are used together, before any value or expression is read.
    pub(crate) fn check(&self, fields: Fields<'_>) -> Result<(), Rejected> {
        let is_given = |parameter: &Parameter| fields.value(parameter.name()).is_some();
        let expressions: Vec<_> = self.expressions.iter().copied().filter(is_given).collect();
        if !expressions.is_empty() {
            self.check_mixture(fields, expressions)?;
        } else if fields.value(Parameter::ExpressionAttributeNames.name()).is_some() {
            return Err(self.unusable(Parameter::ExpressionAttributeNames).into());
        }
        let values_are_unusable = || !self.users_of_values().any(|parameter| is_given(&parameter));
        match fields.value(Parameter::ExpressionAttributeValues.name()) {
            Some(_) if values_are_unusable() => {
                Err(self.unusable(Parameter::ExpressionAttributeValues).into())
            }
            _ => Ok(()),
        }
    }

    /// Checks that no legacy parameter except KeyConditions is used together with an expression.
    fn check_mixture(
        &self,
        fields: Fields<'_>,
        expressions: Vec<Parameter>,
    ) -> Result<(), LegacyError> {
        let of_key = expressions.contains(&Parameter::KeyConditionExpression);
        let is_mixed =
            |name: &&str| fields.value(name).is_some() && (of_key || *name != "KeyConditions");
        let legacy: Vec<_> = self.legacy.iter().copied().filter(is_mixed).collect();
        match legacy.is_empty() {
            true => Ok(()),
            false => Err(LegacyError::Mixed { legacy, expressions }),
        }
    }

    /// The expressions that can use values.
    fn users_of_values(&self) -> impl Iterator<Item = Parameter> {
        let expressions = self.expressions.iter().copied();
        expressions.filter(|parameter| *parameter != Parameter::ProjectionExpression)
    }

    fn unusable(&self, parameter: Parameter) -> ValidationError {
        let absent = match parameter {
            Parameter::ExpressionAttributeValues => self.users_of_values().collect(),
            _ => Vec::new(),
        };
        let wording = Wording::Revised;
        ValidationError::PlaceholdersWithoutExpression { parameter, absent, wording }
    }
}

impl<'j> Expressions<'j> {
    /// Takes the placeholders out of a request whose parameters were checked.
    pub(crate) fn take(fields: Fields<'j>) -> Result<Self, Rejected> {
        let bindings = take_bindings(fields)?;
        Ok(Self { fields, bindings })
    }

    pub(crate) fn update(&mut self) -> Result<Option<Update>, Rejected> {
        self.parse(Parameter::UpdateExpression, Update::parse)
    }

    pub(crate) fn condition(
        &mut self,
        parameter: Parameter,
    ) -> Result<Option<Condition>, Rejected> {
        self.parse(parameter, |text, bindings| Condition::parse(text, parameter, bindings))
    }

    pub(crate) fn key_condition(&mut self) -> Result<Option<KeyConditionExpression>, Rejected> {
        self.parse(Parameter::KeyConditionExpression, KeyConditionExpression::parse)
    }

    pub(crate) fn projection(&mut self) -> Result<Option<ProjectionExpression>, Rejected> {
        self.parse(Parameter::ProjectionExpression, ProjectionExpression::parse)
    }

    /// Checks that every placeholder was used. Called when all expressions are parsed.
    pub(crate) fn finish(self) -> Result<(), Rejected> {
        Ok(self.bindings.finish()?)
    }

    fn parse<T>(
        &mut self,
        parameter: Parameter,
        parse: impl FnOnce(&str, &mut Bindings) -> Result<T, ExpressionError>,
    ) -> Result<Option<T>, Rejected> {
        let text = self.fields.text(parameter.name());
        Ok(text.map(|text| parse(text, &mut self.bindings)).transpose()?)
    }
}

/// Checks that an expression is not the empty text.
pub(crate) fn check_not_empty(
    fields: Fields<'_>,
    parameter: Parameter,
) -> Result<(), ExpressionError> {
    match fields.text(parameter.name()) {
        Some("") => {
            Err(ExpressionError { parameter, kind: ExpressionErrorKind::Empty, span: None })
        }
        Some(_) | None => Ok(()),
    }
}

fn take_bindings(fields: Fields<'_>) -> Result<Bindings, Rejected> {
    let mut bound_names = Vec::new();
    if let Some(names) = fields.map(Parameter::ExpressionAttributeNames.name()) {
        reject_empty(names.is_empty(), Parameter::ExpressionAttributeNames)?;
        for (placeholder, name) in names.iter() {
            let Json::String(name) = name else { continue };
            check_name(name).map_err(|error| ValidationError::ExpressionValue {
                parameter: Parameter::ExpressionAttributeNames,
                error,
                placeholder: placeholder.to_owned(),
            })?;
            bound_names.push((placeholder.to_owned(), AttributeName::from(name)));
        }
    }
    let mut bound_values = Vec::new();
    if let Some(values) = fields.map(Parameter::ExpressionAttributeValues.name()) {
        reject_empty(values.is_empty(), Parameter::ExpressionAttributeValues)?;
        for (placeholder, value) in values.iter() {
            let value = read_value(value, placeholder)?;
            bound_values.push((placeholder.to_owned(), value));
        }
    }
    Ok(Bindings::new(bound_names, bound_values)?)
}

fn reject_empty(empty: bool, parameter: Parameter) -> Result<(), ValidationError> {
    match empty {
        true => Err(ValidationError::NoPlaceholders(parameter)),
        false => Ok(()),
    }
}

fn read_value(value: Json<'_>, placeholder: &str) -> Result<AttributeValue, Rejected> {
    read_attribute_value(value).map_err(|error| match error.class() {
        FaultClass::Serialization => error.into(),
        FaultClass::Validation => {
            let (parameter, placeholder) =
                (Parameter::ExpressionAttributeValues, placeholder.to_owned());
            ValidationError::ExpressionValue { parameter, error, placeholder }.into()
        }
    })
}
