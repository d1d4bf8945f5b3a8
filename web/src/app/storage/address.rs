//! The meaning of the part of the address after `#`. The address names what the page shows. The link beside a slot follows a second
//! after a change.

use playground::link::address::begins_as_link;
use playground::sandbox::example;

/// What is between a sandbox and the slot of the browser in which it was changed: `#z2.…&work=SLOT`. Links are read up to their
/// end, so every page understands such an address.
const BEFORE_SLOT: &str = "&work=";

/// What the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    /// An example: the id of the lesson that begins with it.
    Example(String),
    /// A slot of this browser. Where there is no such slot, the sandbox beside it is opened.
    Work {
        slot: String,
        /// The sandbox as a link, if it fits into the address.
        link: Option<String>,
    },
    /// A sandbox that is in the address.
    Link(String),
}

impl Address {
    /// Of the part after `#`; empty if there is none.
    pub(crate) fn of(fragment: &str) -> Self {
        if let Some(slot) = fragment.strip_prefix("work=") {
            return Self::of_slot(slot.to_owned());
        }
        if let Some((link, rest)) = fragment.split_once(BEFORE_SLOT)
            && begins_as_link(link)
        {
            // The sentence around an address may have added a full stop.
            let slot = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            return Self::Work { slot, link: Some(link.to_owned()) };
        }
        match example::of_fragment(fragment) {
            Some(id) => Self::Example(id.to_owned()),
            None => Self::Link(fragment.to_owned()),
        }
    }

    /// A slot without its sandbox.
    pub(crate) fn of_slot(slot: String) -> Self {
        Self::Work { slot, link: None }
    }

    /// The slot that it names.
    pub(crate) fn slot(&self) -> Option<&str> {
        match self {
            Self::Work { slot, link: _ } => Some(slot),
            Self::Example(_) | Self::Link(_) => None,
        }
    }

    /// What stays the same while the sandbox changes: the part after `#`, without the link beside a slot.
    pub(crate) fn identity(&self) -> String {
        match self {
            Self::Work { slot, link: _ } => format!("work={slot}"),
            Self::Example(_) | Self::Link(_) => self.fragment(),
        }
    }

    /// The part after `#`.
    pub(crate) fn fragment(&self) -> String {
        match self {
            Self::Example(id) => example::fragment_of(id),
            Self::Work { slot, link: None } => format!("work={slot}"),
            Self::Work { slot, link: Some(link) } => [link, BEFORE_SLOT, slot].concat(),
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
            Address::Example("open-orders".to_owned()),
            Address::Example("champions".to_owned()),
            Address::of_slot("1f".to_owned()),
            Address::Work { slot: "1f".to_owned(), link: Some("z2.a".to_owned()) },
            Address::Link("z1.a".to_owned()),
        ] {
            assert_eq!(Address::of(&address.fragment()), address);
        }
        assert_eq!(Address::of("example=No"), Address::Link("example=No".to_owned()));
        let both = Address::Work { slot: "1f".to_owned(), link: Some("z2.a".to_owned()) };
        assert_eq!(Address::of("z2.a&work=1f)."), both);
        assert_eq!(both.identity(), Address::of_slot("1f".to_owned()).fragment());
        assert_eq!(Address::of("a&work=1f"), Address::Link("a&work=1f".to_owned()));
    }
}
