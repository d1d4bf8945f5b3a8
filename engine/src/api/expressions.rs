//! The expressions of one request, with the placeholders that they share.

use std::collections::BTreeMap;

use crate::api::error::ApiError;
use crate::api::shape::Fields;
use crate::api::validation_error::ValidationError;
use crate::expression::binding::Bindings;
use crate::expression::condition::Condition;
use crate::expression::error::Parameter;
use crate::expression::key_condition::KeyConditionExpression;
use crate::expression::projection::ProjectionExpression;
use crate::expression::update::Update;
use crate::model::attribute_value::AttributeValue;
use crate::model::json::read_attribute_value;
use crate::model::json_text::Json;
use crate::model::name::AttributeName;
use crate::model::value_error::FaultClass;

/// The texts of a request's expressions, and what they refer to.
#[derive(Debug)]
pub(crate) struct Expressions {
    texts: BTreeMap<Parameter, String>,
    bindings: Bindings,
}

impl Expressions {
    /// Takes the named expressions and their placeholders out of a request.
    pub(crate) fn take(fields: Fields<'_>, parameters: &[Parameter]) -> Result<Self, ApiError> {
        let mut texts = BTreeMap::new();
        for parameter in parameters {
            if let Some(text) = fields.text(parameter.name()) {
                texts.insert(*parameter, text.to_owned());
            }
        }
        let bindings = take_bindings(fields, texts.is_empty())?;
        Ok(Self { texts, bindings })
    }

    pub(crate) fn update(&mut self) -> Result<Option<Update>, ApiError> {
        let text = self.texts.remove(&Parameter::UpdateExpression);
        Ok(text.map(|text| Update::parse(&text, &mut self.bindings)).transpose()?)
    }

    pub(crate) fn condition(
        &mut self,
        parameter: Parameter,
    ) -> Result<Option<Condition>, ApiError> {
        let text = self.texts.remove(&parameter);
        Ok(text.map(|text| Condition::parse(&text, parameter, &mut self.bindings)).transpose()?)
    }

    pub(crate) fn key_condition(&mut self) -> Result<Option<KeyConditionExpression>, ApiError> {
        let text = self.texts.remove(&Parameter::KeyConditionExpression);
        Ok(text.map(|text| KeyConditionExpression::parse(&text, &mut self.bindings)).transpose()?)
    }

    pub(crate) fn projection(&mut self) -> Result<Option<ProjectionExpression>, ApiError> {
        let text = self.texts.remove(&Parameter::ProjectionExpression);
        Ok(text.map(|text| ProjectionExpression::parse(&text, &mut self.bindings)).transpose()?)
    }

    /// Checks that every placeholder was used. Called when all expressions are parsed.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        Ok(self.bindings.finish()?)
    }
}

fn take_bindings(fields: Fields<'_>, no_expression: bool) -> Result<Bindings, ApiError> {
    let names = fields.map("ExpressionAttributeNames");
    let values = fields.map("ExpressionAttributeValues");
    for (given, parameter) in [
        (names.is_some(), Parameter::ExpressionAttributeNames),
        (values.is_some(), Parameter::ExpressionAttributeValues),
    ] {
        if given && no_expression {
            return Err(ValidationError::PlaceholdersWithoutExpression(parameter).into());
        }
    }
    let mut bound_names = BTreeMap::new();
    if let Some(names) = names {
        refuse_empty(names.is_empty(), Parameter::ExpressionAttributeNames)?;
        for (placeholder, name) in names.iter() {
            let Json::String(name) = name else { continue };
            bound_names.insert(placeholder.to_owned(), AttributeName::from(name));
        }
    }
    let mut bound_values = BTreeMap::new();
    if let Some(values) = values {
        refuse_empty(values.is_empty(), Parameter::ExpressionAttributeValues)?;
        for (placeholder, value) in values.iter() {
            let value = read_value(value, placeholder)?;
            bound_values.insert(placeholder.to_owned(), value);
        }
    }
    Ok(Bindings::new(bound_names, bound_values)?)
}

fn refuse_empty(empty: bool, parameter: Parameter) -> Result<(), ValidationError> {
    match empty {
        true => Err(ValidationError::NoPlaceholders(parameter)),
        false => Ok(()),
    }
}

fn read_value(value: Json<'_>, placeholder: &str) -> Result<AttributeValue, ApiError> {
    read_attribute_value(value).map_err(|error| match error.class() {
        FaultClass::Serialization => error.into(),
        FaultClass::Validation => {
            let placeholder = placeholder.to_owned();
            ValidationError::ExpressionValue { error, placeholder }.into()
        }
    })
}
