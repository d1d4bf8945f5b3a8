//! Which part of the requests of a pattern asks for one key: by the arithmetic of its placeholders, or else by the requests that were
//! tried, with the error of such a sample.

use std::collections::BTreeMap;

use engine::database::Database;
use engine::json::value::parse;
use engine::random::Random;
use engine::workload::filling::Filling;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use serde_json::json;

use crate::analysis::advice::Tried;
use crate::analysis::advice::named::texts_of;
use crate::analysis::pattern::SAMPLE_COUNT;
use crate::view::decimal::Decimal;

/// Requests of all that are tried, from which on a key is no accident. Model: a tenth.
const HOT_COUNT_MIN: u64 = SAMPLE_COUNT / 10;

/// The weight of the first number of Zipf's law, of which others are fractions. Model: that of workloads.
const ZIPF_WEIGHT: u128 = 1 << 32;

/// A part of all requests, as a fraction.
type Share = (u128, u128);

/// A key, and the part of the requests of a pattern that ask for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeyShare {
    /// The text of the key; of a key of several attributes with commas between.
    pub key: String,
    /// The part of all requests.
    pub share: Share,
    /// How many consecutive requests have this key, if `{block}` makes it.
    pub block_size: Option<u64>,
    /// By how much it may be more or less, if it was counted in samples: a part of all, too; and how many samples.
    pub error: Option<(Share, u64)>,
}

impl Tried<'_> {
    /// The keys that a pattern asks for often, by these attributes. None if its requests do not name them.
    pub(super) fn key_shares(&self, database: &Database, attributes: &[&str]) -> Vec<KeyShare> {
        let Ok(template) = parse(&self.pattern.request) else { return Vec::new() };
        let texts = texts_of(&template, attributes);
        match texts.map(|texts| exact_share(database, &texts)) {
            None => Vec::new(),
            Some(Some(share)) => vec![share],
            Some(None) => self.sampled_shares(attributes),
        }
    }

    /// The keys that many of the tried requests have.
    fn sampled_shares(&self, attributes: &[&str]) -> Vec<KeyShare> {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for texts in self.requests.iter().filter_map(|request| texts_of(request, attributes)) {
            *counts.entry(texts.join(", ")).or_insert(0) += 1;
        }
        let many = counts.into_iter().filter(|(_, count)| *count >= HOT_COUNT_MIN);
        many.map(|(key, count)| KeyShare {
            key,
            share: (count.into(), SAMPLE_COUNT.into()),
            block_size: None,
            error: Some((error_of(count, SAMPLE_COUNT), SAMPLE_COUNT)),
        })
        .collect()
    }
}

/// Half of the interval in which the true part is in 95 of 100 cases, of so many samples of all: 1.96 standard deviations of a binomial
/// distribution. If all samples are alike, three of them may be others.
pub(super) fn error_of(count: u64, of_all: u64) -> Share {
    let rest = of_all - count;
    let deviation = (38_400 * count * rest / of_all.max(1)).isqrt();
    (u128::from(if rest == 0 { 300 } else { deviation }), u128::from(of_all) * 100)
}

/// The key that is asked for most often, and how often; `None` if there is no arithmetic for one of its placeholders.
fn exact_share(database: &Database, texts: &[impl AsRef<str>]) -> Option<KeyShare> {
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let (mut keys, mut share, mut block_size) = (Vec::new(), (1, 1), None);
    for text in &texts {
        let mut rest = *text;
        let mut key = String::new();
        while let Some((before, behind)) = rest.split_once('{') {
            let (placeholder, behind) = behind.split_once('}')?;
            let (becomes, (part, whole)) = most_frequent(placeholder)?;
            key.extend([before, &becomes]);
            let own = placeholder.strip_prefix("block ").and_then(|size| size.trim().parse().ok());
            block_size = [block_size, own].into_iter().flatten().min();
            share = (share.0 * part, u128::saturating_mul(share.1, whole));
            rest = behind;
        }
        keys.push(written(database, key + rest)?);
    }
    // Numbers that go round do so together.
    let rounds: usize = texts.iter().map(|text| text.matches("{round").count()).sum();
    let key = keys.join(", ");
    (rounds < 2).then_some(KeyShare { key, share, block_size, error: None })
}

/// What a placeholder becomes most often, and how often. What is the same in all requests of a second is left to be written.
fn most_frequent(placeholder: &str) -> Option<(String, Share)> {
    let words: Vec<&str> = placeholder.split_whitespace().collect();
    let first = |share| Some(("1".to_owned(), share));
    match words.as_slice() {
        ["uniform" | "shard" | "round", count] => first((1, count.parse().ok()?)),
        // The second is asked for half as often as the first, the third a third as often.
        ["zipf", count] => {
            let weights = (1..=count.parse().ok()?).map(|number| ZIPF_WEIGHT / number);
            first((ZIPF_WEIGHT, weights.sum()))
        }
        ["hot", count, percent] => {
            let (part, whole) = Decimal::parse(percent.strip_suffix('%')?)?.fraction();
            let (part, whole) = (u128::from(part), u128::from(whole) * 100);
            let others = count.parse::<u128>().ok()?.saturating_sub(1);
            match part.saturating_mul(others) < whole.saturating_sub(part) {
                true => Some(("2".to_owned(), (whole - part, whole * others.max(1)))),
                false => first((part, whole)),
            }
        }
        // Of the requests of a block, all have the same number.
        ["block", _] => first((1, 1)),
        // Each request has another number.
        ["sequence"] => first((0, 1)),
        ["day" | "hour" | "minute" | "unix"] => Some((format!("{{{placeholder}}}"), (1, 1))),
        // Who is counted has the attribute.
        ["maybe", _] => Some((String::new(), (1, 1))),
        _ => None,
    }
}

/// A text with the date of the sandbox in the places of its placeholders.
fn written(database: &Database, text: String) -> Option<String> {
    if !text.contains('{') {
        return Some(text);
    }
    let request = json!({ "TableName": "any", "Key": { "key": { "S": text } } }).to_string();
    let (name, operation) = ("any".to_owned(), "GetItem".to_owned());
    let pattern = AccessPattern { name, operation, request, rate: RateCurve::default() };
    let now = database.unix_time(database.now());
    let filled = pattern.template().ok()?.fill(&Filling { number: 1, random: Random::new(1), now });
    parse(&filled).ok()?["Key"]["key"]["S"].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::database::Config;

    #[track_caller]
    fn check(text: &str, key: &str, share: Share) {
        let database = Database::new(Config::default());
        let found = exact_share(&database, &[text]).expect("there is arithmetic for it");
        assert_eq!((&*found.key, found.share), (key, share));
    }

    #[test]
    fn placeholders_have_their_most_frequent_value() {
        check("constant", "constant", (1, 1));
        check("d-{uniform 20}", "d-1", (1, 20));
        check("{maybe 5%}{shard 3}", "1", (1, 3));
        check("{hot 50 25%}", "1", (25, 100));
        check("{hot 50 1%}", "2", (99, 100 * 49));
        check("{day}.{shard 200}", "1970-01-01.1", (1, 200));
        check("{sequence}", "1", (0, 1));
        check("p-{block 100}.{shard 4}", "p-1.1", (1, 4));
    }

    #[test]
    fn a_key_has_the_requests_of_its_smallest_block() {
        let database = Database::new(Config::default());
        let block_size = |texts: &[&str]| exact_share(&database, texts).unwrap().block_size;
        assert_eq!(block_size(&["p-{block 100}"]), Some(100));
        assert_eq!(block_size(&["{block 100}", "{block 30}", "x"]), Some(30));
        assert_eq!(block_size(&["{uniform 100}"]), None);
    }

    #[test]
    fn what_has_no_arithmetic_is_none() {
        let database = Database::new(Config::default());
        for text in ["{text 3}", "{hash 9 id}", "{{", "{round 2}{round 3}"] {
            assert_eq!(exact_share(&database, &[text]), None, "{text}");
        }
    }

    /// p = 0.25 of 100: 1.96 × √(0.25 × 0.75 / 100) = 8.49 of 100.
    #[test]
    fn the_error_of_samples_is_that_of_a_binomial_distribution() {
        assert_eq!(error_of(25, 100), (848, 10_000));
        assert_eq!(error_of(100, 100), (300, 10_000));
    }
}
