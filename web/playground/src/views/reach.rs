//! What a caller cannot read of a table or an index, in a sentence.

use engine::model::item::Item;

use crate::explain::access::access_words;
use crate::sandbox::order::distinct;
use crate::sandbox::reach::Reach;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Items that are looked at. Model: as many questions as are answered between two frames.
const ITEM_COUNT_MAX: usize = 200;

/// What is out of reach of a table or index with these items, and why; `None` if nothing is, or if no caller was chosen. Of very many items, only the first are
/// looked at, and then they are not counted.
pub(crate) fn reach_words<'i>(
    reach: Option<&Reach<'_>>,
    items: impl Iterator<Item = &'i Item>,
) -> Option<Message> {
    let reach = reach?;
    let mut looked_at: Vec<&Item> = items.take(ITEM_COUNT_MAX + 1).collect();
    let is_counted = looked_at.len() <= ITEM_COUNT_MAX;
    looked_at.truncate(ITEM_COUNT_MAX);
    let total = Argument::Count(looked_at.len() as u64);
    let (readable, hidden): (Vec<&Item>, Vec<&Item>) =
        looked_at.into_iter().partition(|item| reach.has_some(item));
    if let Some(first) = hidden.first() {
        let key = if is_counted { "reach.items" } else { "reach.some_items" };
        let words = Message::plain(key)
            .with("caller", reach.caller())
            .with("count", Argument::Count(hidden.len() as u64))
            .with("total", total);
        return Some(because(words, reach, first, None));
    }
    let lacking = readable.into_iter().flat_map(|item| {
        let lacks = |name: &&str| !reach.has(item, name);
        reach.names(item).filter(lacks).map(|name| (item, name)).collect::<Vec<_>>()
    });
    let lacking: Vec<(&Item, &str)> = lacking.collect();
    let (item, name) = lacking.first()?;
    let all = distinct(lacking.iter().map(|(_, name)| *name));
    let words = Message::plain("reach.attributes")
        .with("caller", reach.caller())
        .with("names", Argument::List(all.into_iter().map(Text::from).collect()));
    Some(because(words, reach, item, Some(name)))
}

/// Why an item, or one of its attributes, is out of reach.
fn because(words: Message, reach: &Reach<'_>, item: &Item, attribute: Option<&str>) -> Message {
    let rulings = reach.rulings(item, attribute);
    access_words(reach.caller(), &rulings).into_iter().take(1).fold(words, Message::and)
}
