//! The meaning of the part of the address after `#`. The address, the title and the content always agree.

use playground::sandbox::command::ExampleId;

/// What the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    /// An example, as it is.
    Example(ExampleId),
    /// A slot of this browser.
    Work(String),
    /// A sandbox that is in the address.
    Link(String),
}

impl Address {
    /// Of the part after `#`; empty if there is none.
    pub(crate) fn of(fragment: &str) -> Self {
        if let Some(slot) = fragment.strip_prefix("work=") {
            return Self::Work(slot.to_owned());
        }
        match ExampleId::of_fragment(fragment) {
            Some(example) => Self::Example(example),
            None => Self::Link(fragment.to_owned()),
        }
    }

    /// The part after `#`.
    pub(crate) fn fragment(&self) -> String {
        match self {
            Self::Example(example) => example.fragment().to_owned(),
            Self::Work(slot) => format!("work={slot}"),
            Self::Link(link) => link.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_what_its_fragment_says() {
        for address in [
            Address::Example(ExampleId::OpenOrders),
            Address::Example(ExampleId::Champions),
            Address::Work("1f".to_owned()),
            Address::Link("z1.a".to_owned()),
        ] {
            assert_eq!(Address::of(&address.fragment()), address);
        }
        assert_eq!(Address::of("example=none"), Address::Link("example=none".to_owned()));
    }
}
