//! What can be wrong with a number, in DynamoDB's words.

use std::fmt;

use crate::model::number::NumberError;

impl fmt::Display for NumberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                formatter.write_str("The parameter cannot be converted to a numeric value")
            }
            Self::NotANumber { text } => {
                write!(formatter, "The parameter cannot be converted to a numeric value: {text}")
            }
            Self::Overflow => formatter.write_str(
                "Number overflow. Attempting to store a number with magnitude larger than supported range",
            ),
            Self::Underflow => formatter.write_str(
                "Number underflow. Attempting to store a number with magnitude smaller than supported range",
            ),
            Self::ByGeneration { newer, .. } => newer.fmt(formatter),
            Self::TooManyDigits => formatter
                .write_str("Attempting to store more than 38 significant digits in a Number"),
        }
    }
}

impl std::error::Error for NumberError {}
