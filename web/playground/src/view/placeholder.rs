//! The placeholders of requests, in words.

use crate::view::message::{Argument, Message};

/// Each placeholder as it is written, with arguments: all of `engine::workload::placeholder`.
pub const EXAMPLES: [&str; 17] = [
    "{uniform 1000}",
    "{zipf 1000}",
    "{hot 1000 90%}",
    "{round 4}",
    "{block 500}",
    "{sequence}",
    "{day}",
    "{hour}",
    "{minute}",
    "{now}",
    "{unix}",
    "{shard 200}",
    "{hash 200 OrderId}",
    "{product 200 OrderId}",
    "{text 400}",
    "{maybe 5%}",
    "{{",
];

/// What the placeholders of a text become.
pub fn placeholders(text: &str) -> Vec<Message> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('{') {
        if let Some(behind) = behind.strip_prefix('{') {
            words.push(Message::plain("placeholder.brace"));
            rest = behind;
            continue;
        }
        let Some((placeholder, behind)) = behind.split_once('}') else { break };
        words.extend(words_of(placeholder));
        rest = behind;
    }
    words
}

fn words_of(placeholder: &str) -> Option<Message> {
    let words: Vec<&str> = placeholder.split_whitespace().collect();
    let number = |text: &str| text.parse().ok().map(Argument::Count);
    let (name, rest) = words.split_first()?;
    let counted = |key| Some(Message::plain(key).with("count", number(rest.first()?)?));
    match *name {
        "uniform" => counted("placeholder.uniform"),
        "zipf" => counted("placeholder.zipf"),
        "hot" => Some(counted("placeholder.hot")?.with("percent", *rest.get(1)?)),
        "round" => counted("placeholder.round"),
        "block" => counted("placeholder.block"),
        "shard" => counted("placeholder.shard"),
        "hash" | "product" => {
            let key = if *name == "hash" { "placeholder.hash" } else { "placeholder.product" };
            let attribute = Argument::Code((*rest.get(1)?).into());
            Some(counted(key)?.with("attribute", attribute))
        }
        "sequence" => Some(Message::plain("placeholder.sequence")),
        "day" => Some(Message::plain("placeholder.day")),
        "hour" => Some(Message::plain("placeholder.hour")),
        "minute" => Some(Message::plain("placeholder.minute")),
        "now" => Some(Message::plain("placeholder.now")),
        "unix" => Some(Message::plain("placeholder.unix")),
        "text" => counted("placeholder.text"),
        "maybe" => Some(Message::plain("placeholder.maybe").with("percent", *rest.first()?)),
        _ => None,
    }
}
