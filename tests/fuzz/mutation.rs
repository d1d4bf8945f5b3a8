//! Changes of a call: of its JSON, of the texts in it, of its bytes.

use serde_json::Value;
use support::random::Random;

use crate::case::Case;
use crate::character::with_other_character;
use crate::dictionary::Dictionary;
use crate::statement;

/// Characters that mean something in JSON, or nothing.
const CHARACTERS: [char; 16] =
    ['"', '{', '}', '[', ']', ',', ':', '\\', '0', '-', '.', ' ', '\n', '\0', 'é', '🙂'];

/// The call with one change. A request that is no longer JSON is changed as text.
pub(crate) fn changed(mut case: Case, dictionary: &Dictionary, random: &mut Random) -> Case {
    let is_statement = statement::has_statements(&case) && random.below(4) > 0;
    match (random.below(40), serde_json::from_str::<Value>(&case.request)) {
        (0, _) => case.operation = random.pick(&dictionary.operations),
        (1, _) | (_, Err(_)) => {
            case.request = with_other_character(&case.request, &CHARACTERS, random);
        }
        (_, Ok(mut request)) if is_statement => {
            statement::change(&mut request, dictionary, random);
            case.request = request.to_string();
        }
        (_, Ok(mut request)) => {
            let count = place_count(&request);
            let place = random.below(count);
            change_at(&mut request, place, dictionary, random);
            case.request = request.to_string();
        }
    }
    case
}

/// How many values there are in a value, itself among them.
pub(crate) fn place_count(value: &Value) -> u64 {
    1 + match value {
        Value::Object(members) => members.values().map(place_count).sum::<u64>(),
        Value::Array(elements) => elements.iter().map(place_count).sum::<u64>(),
        _ => 0,
    }
}

/// The value at a position, counted through a value from the outside in.
pub(crate) fn at(value: &mut Value, place: u64) -> Option<&mut Value> {
    let Some(mut rest) = place.checked_sub(1) else { return Some(value) };
    let inner: Vec<&mut Value> = match value {
        Value::Object(members) => members.values_mut().collect(),
        Value::Array(elements) => elements.iter_mut().collect(),
        _ => Vec::new(),
    };
    for value in inner {
        let count = place_count(value);
        if rest < count {
            return at(value, rest);
        }
        rest -= count;
    }
    None
}

fn change_at(request: &mut Value, place: u64, dictionary: &Dictionary, random: &mut Random) {
    let copy = {
        let count = place_count(request);
        at(request, random.below(count)).cloned().unwrap_or_default()
    };
    let Some(value) = at(request, place) else { return };
    match (random.below(8), &mut *value) {
        (0, _) => *value = random.pick(&dictionary.values),
        (1, _) => *value = copy,
        (_, Value::Object(members)) => change_members(members, dictionary, random),
        (_, Value::Array(elements)) => change_elements(elements, dictionary, random),
        (_, Value::String(text)) => *text = other_text(text, dictionary, random),
        (_, other) => *other = random.pick(&dictionary.values),
    }
}

fn change_members(
    members: &mut serde_json::Map<String, Value>,
    dictionary: &Dictionary,
    random: &mut Random,
) {
    let names: Vec<String> = members.keys().cloned().collect();
    match (random.below(4), names.is_empty()) {
        (0 | 1, false) => {
            let removed = members.remove(&random.pick(&names));
            // Half of the removed members are added again under another name.
            if let Some(value) = removed.filter(|_| random.below(2) == 0) {
                members.insert(random.pick(&dictionary.names), value);
            }
        }
        (2, false) => {
            let (one, other) = (random.pick(&names), random.pick(&names));
            let (left, right) = (members[&one].clone(), members[&other].clone());
            members.insert(one, right);
            members.insert(other, left);
        }
        _ => {
            members.insert(random.pick(&dictionary.names), random.pick(&dictionary.values));
        }
    }
}

fn change_elements(elements: &mut Vec<Value>, dictionary: &Dictionary, random: &mut Random) {
    let position = |random: &mut Random, count: usize| {
        usize::try_from(random.below(count.max(1) as u64)).unwrap_or_default()
    };
    match (random.below(4), elements.len()) {
        (0, count) if count > 0 => {
            elements.remove(position(random, count));
        }
        (1, count) if count > 0 => {
            let copy = elements[position(random, count)].clone();
            elements.push(copy);
        }
        (2, count) if count > 0 => {
            // Many of them, past the limits of lists.
            let copy = elements[position(random, count)].clone();
            elements.extend(std::iter::repeat_n(copy, 101));
        }
        _ => elements.push(random.pick(&dictionary.values)),
    }
}

fn other_text(text: &str, dictionary: &Dictionary, random: &mut Random) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let position = usize::try_from(random.below(words.len() as u64)).unwrap_or_default();
    match random.below(8) {
        0 => return random.pick(&dictionary.texts),
        1 => return with_other_character(text, &CHARACTERS, random),
        2 => return text.repeat(usize::try_from(random.below(6)).unwrap_or_default()),
        3 => drop(words.remove(position)),
        4 => words.insert(position, random.pick(&dictionary.tokens)),
        5 => words[position] = random.pick(&dictionary.tokens),
        6 => words[position].insert_str(0, &"(".repeat(100)),
        _ => {
            let other = words[position].clone();
            words.push(other);
        }
    }
    words.join(" ")
}
