//! What an access pattern costs in the second of two designs beside the first, and what its answer lacks there.

use std::cmp::Ordering;

use crate::view::compare::Letter;
use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::pattern::{PatternAnswer, PatternDifference, Verdict};
use crate::view::value::Text;

/// Which attributes items lack in one design that they have in the other, where both find some.
pub(crate) fn lost(answers: &[Option<PatternAnswer>]) -> Option<Message> {
    let [Some(a), Some(b)] = answers else { return None };
    let lacking = |letter: Letter, own: &PatternAnswer, other: &PatternAnswer| {
        let names = other.attributes.iter().filter(|name| !own.attributes.contains(name));
        let names: Vec<Text> = names.cloned().collect();
        (!names.is_empty() && !own.attributes.is_empty()).then(|| {
            Message::plain("pattern.lost")
                .with("design", letter.name())
                .with("names", Argument::List(names))
        })
    };
    [lacking(Letter::B, b, a), lacking(Letter::A, a, b)].into_iter().flatten().reduce(Message::and)
}

/// What a pattern costs in the second design beside the first, if there are two.
pub(crate) fn difference(
    answers: &[Option<PatternAnswer>],
    is_alike: bool,
) -> Option<PatternDifference> {
    let [a, b] = answers else { return None };
    let is_served = |it: &PatternAnswer| it.verdict != Verdict::Fails;
    let (a, b) = (a.as_ref(), b.as_ref());
    let is_lost = a.is_some_and(is_served) && b.is_some_and(|it| !is_served(it));
    let words = |words| Some(PatternDifference { words, is_lost, pico: 0 });
    let only_in = |it: Letter| words(Message::plain("compare.only_in").with("design", it.name()));
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (Some(_), None) => return only_in(Letter::A),
        (None, Some(_)) => return only_in(Letter::B),
        (None, None) => return None,
    };
    let currency = a.cost.currency;
    let is_priced = |it: &PatternAnswer| {
        is_served(it) && it.throttled_permille.is_none() && it.cost.currency == currency
    };
    if is_lost {
        return words(Message::plain("pattern.not_served"));
    }
    if !is_priced(a) || !is_priced(b) {
        return words(Message::plain("compare.none"));
    }
    if !is_alike {
        return words(Message::plain("compare.not_comparable"));
    }
    let (a, b) = (a.cost, b.cost);
    let change = match a.is_least || b.is_least {
        true => 0,
        false => b.pico.abs_diff(a.pico),
    };
    let key = match (a.is_least || b.is_least, b.pico.cmp(&a.pico)) {
        (true, _) => "compare.none",
        (false, Ordering::Equal) => "compare.same",
        (false, Ordering::Greater) => "compare.more",
        (false, Ordering::Less) => "compare.less",
    };
    let money = Money { pico: change, currency, is_least: false };
    let pico = i128::try_from(change).unwrap_or(i128::MAX);
    Some(PatternDifference {
        words: Message::plain(key).with("amount", Argument::Cents(money)),
        is_lost,
        pico: if b.pico < a.pico { -pico } else { pico },
    })
}
