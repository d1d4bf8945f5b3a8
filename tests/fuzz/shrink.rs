//! Makes a case smaller for as long as something is wrong with it.

use serde_json::Value;

use crate::case::Case;
use crate::mutation::{at, place_count};

/// The case with the smallest request that shows a fault.
pub(crate) fn shrunk(case: &Case) -> Case {
    let mut smallest = case.clone();
    while let Some(smaller) = smaller(&smallest) {
        smallest = smaller;
    }
    smallest
}

fn smaller(case: &Case) -> Option<Case> {
    let mut candidates: Box<dyn Iterator<Item = String>> =
        match serde_json::from_str::<Value>(&case.request) {
            Ok(request) => Box::new(smaller_values(request).map(|value| value.to_string())),
            Err(_) => Box::new(smaller_texts(&case.request).into_iter()),
        };
    candidates.find_map(|request| {
        let candidate = Case { request, ..case.clone() };
        let is_smaller = candidate.request.len() < case.request.len();
        (is_smaller && candidate.fault().is_some()).then_some(candidate)
    })
}

/// The value with something left out, at each of its places.
fn smaller_values(value: Value) -> impl Iterator<Item = Value> {
    (0..place_count(&value)).flat_map(move |place| {
        let mut copy = value.clone();
        let simpler = at(&mut copy, place).map(|value| simpler(value)).unwrap_or_default();
        let value = value.clone();
        simpler.into_iter().filter_map(move |simpler| {
            let mut copy = value.clone();
            *at(&mut copy, place)? = simpler;
            Some(copy)
        })
    })
}

fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) => {
            let without = |name: &String| {
                let mut members = members.clone();
                members.remove(name);
                Value::Object(members)
            };
            members.keys().map(without).collect()
        }
        Value::Array(elements) => {
            let (first, second) = elements.split_at(elements.len() / 2);
            let mut simpler = vec![Value::from(first), Value::from(second)];
            simpler.extend((0..elements.len()).map(|position| {
                let mut elements = elements.clone();
                elements.remove(position);
                Value::from(elements)
            }));
            simpler
        }
        Value::String(text) => smaller_texts(text).into_iter().map(Value::from).collect(),
        _ => Vec::new(),
    }
}

/// The text without its halves, without each word, without each character.
fn smaller_texts(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let (first, second) = characters.split_at(characters.len() / 2);
    let mut texts = vec![String::from_iter(first), String::from_iter(second)];
    let words: Vec<&str> = text.split(' ').collect();
    let without = |position: usize| {
        let kept = words.iter().enumerate().filter(|(other, _)| *other != position);
        kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    };
    texts.extend((0..words.len()).map(without));
    if characters.len() <= 200 {
        texts.extend((0..characters.len()).map(|position| {
            let kept = characters.iter().enumerate().filter(|(other, _)| *other != position);
            kept.map(|(_, character)| character).collect()
        }));
    }
    texts
}
