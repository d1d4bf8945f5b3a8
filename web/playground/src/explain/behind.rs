//! What was paid for what followed from an operation, as a part of its price.

use crate::sandbox::operation::Behind;
use crate::view::message::{Argument, Message};

/// "and 3 behind it", "and 4 in other Regions".
pub(crate) fn behind_words(behind: Behind) -> Vec<Message> {
    let programs = if behind.is_shared { "behind.programs_shared" } else { "behind.programs" };
    words(behind, [programs, "behind.regions"])
}

/// The same as sentences: "What followed took 3 more."
pub(crate) fn behind_sentences(behind: Behind) -> Vec<Message> {
    let programs = match behind.is_shared {
        true => "sentence.behind_shared",
        false => "sentence.behind_programs",
    };
    words(behind, [programs, "sentence.behind_regions"])
}

fn words(Behind { programs, regions, .. }: Behind, keys: [&'static str; 2]) -> Vec<Message> {
    let paid = keys.into_iter().zip([programs, regions]).filter(|(_, units)| !units.is_zero());
    let words = paid
        .map(|(key, units)| Message::plain(key).with("units", Argument::HalfUnits(units.halves())));
    words.collect()
}
