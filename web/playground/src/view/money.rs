//! Amounts of money.

/// An amount of money, exact: a millionth of a millionth of the currency's unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money {
    /// Pico-dollars, or as small a part of another currency.
    pub pico: u128,
    pub currency: Currency,
    /// Whether it is only the known part of a sum: all of it is at least this.
    pub is_least: bool,
}

/// What a price is given in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Currency {
    /// Dollars of the United States.
    #[default]
    Dollar,
    /// Yuan, in the regions of China.
    Yuan,
}
