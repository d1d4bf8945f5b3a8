//! NextToken: where the next page of a SELECT begins, bound to the text of the statement and its parameters.
//!
//! Model: the service's token is opaque. Here it is JSON in base64: a hash of what it is bound to, the read, and the key
//! after which that continues.

use serde_json::json;

use crate::api::operation::partiql::read::PageStart;
use crate::api::request::fields::Fields;
use crate::api::value::{item_to_json, read_item};
use crate::json::text::{Json, JsonText};
use crate::model::base64;
use crate::model::key::hash;
use crate::partiql::error::PartiqlErrorKind;

/// What a token is bound to. `None` if there is a parameter that is a list or a map: then no token fits.
pub(crate) struct Binding(Option<String>);

impl Binding {
    /// The binding of the statement of a request.
    pub(crate) fn of(fields: Fields<'_>) -> Self {
        let mut text = fields.required_text("Statement").to_owned();
        if let Some(parameters) = fields.elements("Parameters") {
            for parameter in parameters.iter() {
                let Some(parameter) = parameter_text(parameter) else { return Self(None) };
                text.push('\n');
                text.push_str(&parameter);
            }
        }
        Self(Some(format!("{:016x}", hash(text.as_bytes()))))
    }

    /// The token of a page that begins there.
    pub(crate) fn token(&self, start: &PageStart) -> String {
        let mut token = json!({ "statement": self.0, "read": start.read });
        if let Some(key) = &start.after {
            token["key"] = item_to_json(key);
        }
        base64::encode(token.to_string().as_bytes())
    }

    /// Where the page of a token begins.
    ///
    /// Fails with [`PartiqlErrorKind::InvalidNextToken`] or [`PartiqlErrorKind::NextTokenMismatch`].
    pub(crate) fn start(&self, token: &str) -> Result<PageStart, PartiqlErrorKind> {
        let (statement, start) = decode(token).ok_or(PartiqlErrorKind::InvalidNextToken)?;
        match self.0.is_some() && statement == self.0 {
            true => Ok(start),
            false => Err(PartiqlErrorKind::NextTokenMismatch),
        }
    }
}

fn decode(token: &str) -> Option<(Option<String>, PageStart)> {
    let text = String::from_utf8(base64::decode(token).ok()?).ok()?;
    let text = JsonText::parse(&text).ok()?;
    let fields = Fields::from_json(text.root())?;
    let read = usize::try_from(fields.integer("read")?).ok()?;
    let after = fields.value("key").map(read_item).transpose().ok()?;
    Some((fields.text("statement").map(str::to_owned), PageStart { read, after }))
}

/// A parameter as text, the same for every spelling that the service takes for the same value: the order of a set does not
/// matter, but the zeros at the end of a number do. `None` for lists and maps.
fn parameter_text(parameter: Json<'_>) -> Option<String> {
    let Json::Object(members) = parameter else { return None };
    let (tag, content) = members.iter().find(|(_, content)| !content.is_null())?;
    let text = match (tag, content) {
        ("L" | "M", _) => return None,
        ("N", Json::String(number)) => number_text(number),
        ("SS" | "NS" | "BS", Json::Array(members)) => {
            let mut texts = Vec::new();
            for member in members.iter() {
                let Json::String(member) = member else { return None };
                texts.push(if tag == "NS" { number_text(member) } else { member.to_owned() });
            }
            texts.sort_unstable();
            format!("{texts:?}")
        }
        (_, Json::String(text)) => format!("{text:?}"),
        (_, Json::Bool(flag)) => flag.to_string(),
        _ => return None,
    };
    Some(format!("{tag} {text}"))
}

/// The digits of a number and its power of ten: `1E2` and `1e+2` are the same, `100` is not.
fn number_text(number: &str) -> String {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(mantissa) => ("-", mantissa),
        None => ("", mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let exponent = exponent.parse::<i64>().unwrap_or_default();
    let scale = exponent.saturating_sub(fraction.len().try_into().unwrap_or(i64::MAX));
    format!("{sign}{}e{scale}", digits.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_equal_by_digits_and_power_of_ten() {
        assert_eq!(number_text("1E2"), number_text("1e+2"));
        assert_eq!(number_text("01"), number_text("+1"));
        assert_ne!(number_text("1"), number_text("1.0"));
        assert_ne!(number_text("100"), number_text("1E2"));
        assert_ne!(number_text("-1"), number_text("1"));
    }
}
