//! Access patterns: what an application asks of its tables, whether they can answer, and what that costs.

use std::cmp::Ordering;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::compare::Letter;
use crate::view::cost::price;
use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::value::{Hue, Method, Text};

/// An access pattern being written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternDraft {
    /// The pattern that it replaces, by its position; a new one if `None`.
    pub position: Option<usize>,
    /// What it is called.
    pub name: Text,
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The request in DynamoDB's JSON, with placeholders.
    pub request: Text,
    /// How often it is sent, as typed: requests in a period.
    pub rate: Text,
    pub period: Period,
    /// Bytes that one request reads or writes, or each item of a batch or transaction, as typed; nothing means as here.
    pub size: Text,
    /// Items that one Query or Scan reads, as typed; nothing means as many as here of a key, or all.
    #[serde(default)]
    pub items: Text,
    /// Of a request that was sent: the items as they were before it, as the actions of a transaction. It is tried on them.
    #[serde(default)]
    pub before: Text,
}

/// What a rate is counted in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Period {
    #[default]
    Second,
    Minute,
    Hour,
    Day,
    /// A month, which is 730 hours.
    Month,
}

impl Period {
    /// All, in the order of the list.
    pub const ALL: [Self; 5] = [Self::Second, Self::Minute, Self::Hour, Self::Day, Self::Month];

    /// How long it is. A month is as long as in prices. Source: <https://aws.amazon.com/dynamodb/pricing/provisioned/>
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 24 * 3_600,
            Self::Month => 730 * 3_600,
        }
    }

    /// What it is called: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Second => "pattern.a_second",
            Self::Minute => "pattern.a_minute",
            Self::Hour => "pattern.an_hour",
            Self::Day => "pattern.a_day",
            Self::Month => "pattern.a_month",
        }
    }
}

/// The access patterns of a sandbox, or of two designs.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternsView {
    /// The designs in which each pattern is tried: none has a letter if there is only one.
    pub designs: Vec<Option<Letter>>,
    /// The patterns of the design that is shown, in their order, then those of the other one only.
    pub patterns: Vec<PatternView>,
    /// What all of them cost in a month, and what all tables cost.
    pub sums: Message,
    /// In what two designs are not asked and priced alike, if they are not.
    pub unlike: Option<Message>,
    /// Patterns that the open table could have, ready to be kept.
    pub proposals: Vec<PatternDraft>,
    /// Requests that were sent in this sandbox, the last one first.
    pub sent: Vec<PatternDraft>,
    /// Operations that can be chosen, each with what it does: "Read one item · GetItem".
    pub operations: Vec<(Text, Message)>,
    /// Where requests can look.
    pub targets: Vec<PatternTarget>,
}

/// Where a request looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternTarget {
    pub table: Text,
    pub index: Option<Text>,
    /// The attributes by which it finds items.
    pub key: Vec<Text>,
    /// Whether no key begins with the attribute, so that all is read.
    pub is_searched: bool,
    /// Whether an index of another table has the name of the index.
    pub is_of_several: bool,
}

impl PatternTarget {
    /// Whether an operation can look there. Statements say it themselves.
    pub fn fits(&self, operation: &str) -> bool {
        match operation {
            "Query" | "Scan" => true,
            "ExecuteStatement" | "BatchExecuteStatement" | "ExecuteTransaction" => false,
            _ => self.index.is_none() && !self.is_searched,
        }
    }

    /// "OpenOrders, by CustomerId", "all of Orders".
    pub fn words(&self, operation: &str) -> Message {
        let key = match (operation, self.is_searched) {
            (_, true) => "pattern.where_searched",
            ("Scan", false) => "pattern.where_all",
            (_, false) => "pattern.where_key",
        };
        // A Query of a table finds what has one partition key.
        let count = if operation == "Query" && self.index.is_none() { 1 } else { self.key.len() };
        let names = self.key.iter().take(count).cloned().collect();
        let table = || Argument::Name(Text::clone(&self.table), None);
        let store = match &self.index {
            None => table(),
            Some(index) if self.is_of_several => {
                let words = Message::plain("pattern.index_of").with("index", &**index);
                words.with("table", table()).into()
            }
            Some(index) => Argument::Text(Text::clone(index)),
        };
        Message::plain(key).with("store", store).with("names", Argument::List(names))
    }
}

/// What an operation would cost in a month, if it were done again and again.
#[derive(Debug, Clone, PartialEq)]
pub struct MonthView {
    pub cost: Money,
    /// How much of the load is throttled, in thousandths: then the cost is no price of it.
    pub throttled_permille: Option<u64>,
    /// What the request itself took, if that differs: other items are there or expected.
    pub again: Option<Message>,
    /// Whether it is an access pattern at this rate.
    pub is_kept: bool,
}

/// An access pattern, and its result in each design.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternView {
    /// The pattern, ready to be changed; without a position if only the other design has it.
    pub draft: PatternDraft,
    /// What its request does: "Reads the items of OpenOrders with CustomerId = "C1""; of both designs if their requests differ.
    pub does: Message,
    /// "100 a second", "3 a day"; of both designs if they differ.
    pub rate: Message,
    /// Millionths of requests in a year.
    pub yearly_millionths: u128,
    /// Its result in each design; `None` in one that does not have it.
    pub answers: Vec<Option<PatternAnswer>>,
    /// Its request in each design.
    pub requests: Vec<Option<Text>>,
    /// The position of the design that is shown.
    pub shown: usize,
    /// From design A to design B, if there are two.
    pub difference: Option<PatternDifference>,
}

/// What a pattern costs in design B beside design A.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternDifference {
    /// "−$1.23", "not served".
    pub words: Message,
    /// Whether A answers it and B does not.
    pub is_lost: bool,
    /// How much more a month is in B, in pico-dollars: nothing where the two cannot be compared.
    pub pico: i128,
}

/// What patterns can be sorted by. `usize` is the position of a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternColumn {
    Name,
    Rate,
    /// Items that a request reads.
    Items,
    /// The worst first, in any design; then the dearest.
    Verdict(usize),
    Units(usize),
    Month(usize),
    Difference,
}

impl PatternView {
    /// The result in the design that is shown, or in the other one if only that has the pattern.
    pub fn answer(&self) -> Option<&PatternAnswer> {
        let own = self.answers[self.shown].as_ref();
        own.or_else(|| self.answers.iter().flatten().next())
    }

    /// The order of two patterns in a column: the worst and the largest first, and names from A to Z.
    pub fn compare(&self, other: &Self, column: PatternColumn) -> Ordering {
        let both = |key: &dyn Fn(&PatternAnswer) -> u128, design: usize| {
            [other, self].map(|it| it.answers.get(design).and_then(|it| it.as_ref().map(key)))
        };
        let dearest = |design| both(&|answer| answer.cost.pico, design);
        let order = |[a, b]: [Option<u128>; 2]| a.cmp(&b);
        match column {
            PatternColumn::Name => self.draft.name.cmp(&other.draft.name),
            PatternColumn::Rate => other.yearly_millionths.cmp(&self.yearly_millionths),
            PatternColumn::Items => {
                let items = [other, self].map(|it| it.answer().and_then(|it| it.item_thousandths));
                items[0].cmp(&items[1])
            }
            PatternColumn::Verdict(design) => {
                let worst = |it: &Self| it.answers.iter().flatten().map(PatternAnswer::rank).min();
                worst(self).cmp(&worst(other)).then_with(|| order(dearest(design)))
            }
            PatternColumn::Units(design) => {
                order(both(&|answer| answer.hundredths().into(), design))
            }
            PatternColumn::Month(design) => order(dearest(design)),
            PatternColumn::Difference => {
                let key = |it: &Self| it.difference.as_ref().map(|it| (it.is_lost, it.pico.abs()));
                key(other).cmp(&key(self))
            }
        }
    }
}

/// The result of an access pattern on the current tables.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternAnswer {
    /// Whether the tables can answer.
    pub verdict: Verdict,
    /// Why they cannot.
    pub fault: Option<Rc<FaultView>>,
    /// Further messages about it.
    pub notes: Vec<Message>,
    /// Units of one request, by store.
    pub terms: Vec<PatternTerm>,
    /// Hundredths of write units and of read units that come behind one request: in other Regions, and of programs.
    pub behind: [u64; 2],
    /// Items or entries that one request reads, in thousandths; `None` if it reads none.
    pub item_thousandths: Option<u64>,
    /// How many requests one is, a page of 1 MB each, in thousandths.
    pub request_thousandths: u64,
    /// If it returns few of the items that it reads: "reads 10,000 to return 3".
    pub waste: Option<Message>,
    /// What it costs in a month: its share of what is provisioned, if that is paid for.
    pub cost: Money,
    /// How much of the load is throttled, in thousandths, at the store that lacks most of those that it asks: then the cost is no
    /// price of the pattern.
    pub throttled_permille: Option<u64>,
    /// The size of the items that are written or deleted, unless the user has said it.
    pub item_size: Option<Message>,
    /// The attributes of the items that a Query or Scan returns, in ascending order.
    pub attributes: Vec<Text>,
    /// The request as it would be sent first; empty if it cannot be filled.
    pub filled: Text,
}

impl PatternAnswer {
    /// How bad it is: 0 is the worst.
    pub fn rank(&self) -> u8 {
        match self.verdict {
            Verdict::Fails => 0,
            Verdict::Partly => 1,
            _ if self.throttled_permille.is_some() => 2,
            Verdict::ChangesNothing => 3,
            Verdict::FindsNothing => 4,
            Verdict::Works if self.waste.is_some() => 5,
            Verdict::Works => 6,
        }
    }

    /// "+ 7 WCU behind it".
    pub fn behind_words(&self) -> Option<Message> {
        let kinds = [Method::Write, Method::Read].into_iter().zip(self.behind);
        let words = kinds.filter(|(_, hundredths)| *hundredths > 0).map(|(method, hundredths)| {
            Message::plain("pattern.behind")
                .with("units", Argument::Thousandths(hundredths * 10))
                .with("unit", Message::plain(method.unit()))
        });
        words.reduce(Message::and)
    }

    /// Whether it has a price: it does not if it fails, or takes no units.
    pub fn has_price(&self) -> bool {
        let takes_none = self.terms.is_empty() && self.cost.pico == 0 && !self.cost.is_least;
        self.verdict != Verdict::Fails && !takes_none
    }

    /// What a month costs, and how much of the load is throttled.
    pub fn month(&self) -> Message {
        match self.has_price() {
            true => price(self.cost, self.throttled_permille),
            false => Message::plain("compare.none"),
        }
    }

    /// Hundredths of units of one request in all stores.
    pub fn hundredths(&self) -> u64 {
        self.terms.iter().map(|term| term.hundredths).sum()
    }
}

/// Whether a pattern works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every request that was tried would be answered.
    Works,
    /// Every one would be answered and charged, and none would change anything.
    ChangesNothing,
    /// Every one would be answered and charged, and none would return an item.
    FindsNothing,
    /// Some would be rejected.
    Partly,
    /// All would be.
    Fails,
}

impl Verdict {
    /// The sign drawn beside the word.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Works => "✓",
            Self::ChangesNothing | Self::FindsNothing => "○",
            Self::Partly => "~",
            Self::Fails => "✕",
        }
    }

    /// The word: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Works => "pattern.works",
            Self::ChangesNothing => "pattern.changes_nothing",
            Self::FindsNothing => "pattern.finds_nothing",
            Self::Partly => "pattern.partly",
            Self::Fails => "pattern.fails",
        }
    }
}

/// Units of a request that one store accounts for.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternTerm {
    /// Reads or writes.
    pub method: Method,
    /// Hundredths of a unit: an average need not be whole.
    pub hundredths: u64,
    /// The table or index.
    pub store: Text,
    /// The hue of an index.
    pub hue: Option<Hue>,
    /// Whether these are items that were fetched because an index lacks what was asked for.
    pub is_fetch: bool,
}
