//! A message as data: the catalogue of words makes the sentence.

use std::rc::Rc;

use crate::view::decimal::Decimal;
use crate::view::money::Money;
use crate::view::value::{Hue, SqlUse};

/// A key of the catalogue and what fills the places of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The key in `static/words/*.json`.
    pub key: &'static str,
    /// The places' names and what goes there.
    pub arguments: Vec<(&'static str, Argument)>,
}

/// What fills a place. Numbers stay numbers, so that each language writes them its own way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A name or value, put in as it is.
    Text(Rc<str>),
    /// Words of DynamoDB, which are English in every language.
    English(Rc<str>),
    /// The name of an index in its hue; of the table if it has none.
    Name(Rc<str>, Option<Hue>),
    /// An attribute, key or value, set as code.
    Code(Rc<str>),
    /// A word that chooses a form, and is not shown itself.
    Choice(&'static str),
    /// Names or values, put in as the language joins a list.
    List(Vec<Rc<str>>),
    Count(u64),
    /// Bytes, exact: "3,560 B".
    Bytes(u64),
    /// Bytes in their larger unit: "35.4 KB".
    Size(u64),
    /// Capacity units, in halves.
    HalfUnits(u64),
    /// A ratio in hundredths: 348 is 3.48.
    Hundredths(u64),
    /// A number as it was typed: "2,739.726".
    Decimal(Decimal),
    /// A number in thousandths, without needless zeros: 289 is 0.289.
    Thousandths(u64),
    /// A share in thousandths, said in percent: 289 is "28.9%".
    Permille(u64),
    /// A share in ten-thousandths, said in percent: 625 is "6.25%".
    TenThousandths(u64),
    /// An amount of money, exact.
    Money(Money),
    /// An amount of money in cents: "$65.70", "<$0.01".
    Cents(Money),
    /// Milliseconds, said in seconds.
    Ms(u64),
    /// Milliseconds since 1970-01-01, UTC, said as date and time.
    Date(u64),
    /// Another message.
    Message(Box<Message>),
    /// What matters most in the sentence, set in bold.
    Strong(Box<Argument>),
}

impl From<SqlUse> for Message {
    /// "1 SQL read", "2 SQL reads, 1 SQL write".
    fn from(SqlUse { read_count, write_count }: SqlUse) -> Self {
        let key = match (read_count, write_count) {
            (_, 0) => "sql.read",
            (0, _) => "sql.write",
            (_, _) => "sql.both",
        };
        let [reads, writes] = [read_count, write_count].map(Argument::Count);
        Self::plain(key).with("reads", reads).with("writes", writes)
    }
}

impl Message {
    /// This sentence, then another.
    #[must_use]
    pub fn and(self, next: Self) -> Self {
        Self::plain("message.both").with("first", self).with("second", next)
    }

    /// A message without places.
    pub const fn plain(key: &'static str) -> Self {
        Self { key, arguments: Vec::new() }
    }

    /// A message with places.
    pub fn new(key: &'static str, arguments: impl Into<Vec<(&'static str, Argument)>>) -> Self {
        Self { key, arguments: arguments.into() }
    }

    /// The same message with one more place filled.
    #[must_use]
    pub fn with(mut self, place: &'static str, argument: impl Into<Argument>) -> Self {
        self.arguments.push((place, argument.into()));
        self
    }
}

impl Argument {
    /// A part of a whole, to the nearest tenth of a percent. What is not nothing, or not everything, is not said to be.
    pub fn share(part: u64, whole: u64) -> Self {
        let nearest = (part.saturating_mul(1_000) + whole / 2) / whole.max(1);
        let beyond = |key, permille| {
            Self::from(Message::plain(key).with("number", Self::Permille(permille)))
        };
        match nearest {
            0 if part > 0 => beyond("number.less_than", 1),
            1_000 if part < whole => beyond("number.more_than", 999),
            _ => Self::Permille(nearest),
        }
    }

    /// The same, set in bold.
    #[must_use]
    pub fn strong(self) -> Self {
        Self::Strong(Box::new(self))
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

/// What the last change was, for the live region.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Announcement {
    /// Rises with each announcement, so that the same words are spoken again.
    pub serial: u64,
    /// The sentences, in order.
    pub messages: Vec<Message>,
}

#[cfg(test)]
mod tests {
    use crate::message::text;
    use crate::view::message::{Argument, Message};

    #[test]
    fn a_share_is_rounded_but_neither_to_nothing_nor_to_everything() {
        let share = |part, whole| {
            text(&Message::plain("compare.amount").with("amount", Argument::share(part, whole)))
        };
        assert_eq!([share(1_200, 5_200), share(13_748, 68_100)], ["23.1%", "20.2%"]);
        assert_eq!([share(0, 7), share(7, 7), share(0, 0)], ["0%", "100%", "0%"]);
        assert_eq!([share(1, 8_979), share(99_999, 100_000)], ["<0.1%", ">99.9%"]);
        assert_eq!(share(3, 2), "150%");
    }
}
