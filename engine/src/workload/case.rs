//! Which of its optional attributes a request has.

use crate::workload::percentage::Percentage;
use crate::workload::template::{Member, Node, Template};

/// The whole of all requests, in millionths.
const MILLION: u64 = 1_000_000;

/// Cases that are told apart. Model: those of four optional attributes.
const CASE_COUNT_MAX: usize = 16;

impl Template {
    /// The cases of a request with `{maybe}`: templates without it, each with the millionths of all requests that are filled from it. `None`
    /// if there are more than 16 of them, or if a part is no whole number of millionths.
    pub fn cases(&self) -> Option<Vec<(Self, u64)>> {
        let mut cases = Vec::new();
        let mut undecided = vec![(self.clone(), MILLION)];
        while let Some((absent, part)) = undecided.pop() {
            let (mut present, mut absent) = (absent.clone(), absent);
            decide(&mut present.request, true);
            let Some(percentage) = decide(&mut absent.request, false) else {
                cases.push((absent, part));
                continue;
            };
            let product = part * percentage.millionths();
            if !product.is_multiple_of(MILLION) {
                return None;
            }
            let there = product / MILLION;
            let both = [(absent, part - there), (present, there)];
            undecided.extend(both.into_iter().filter(|(_, part)| *part > 0));
            if cases.len() + undecided.len() > CASE_COUNT_MAX {
                return None;
            }
        }
        Some(cases)
    }
}

/// Decides whether the first optional attribute is there; how often it is. `None` if there is none.
fn decide(members: &mut Vec<Member>, is_there: bool) -> Option<Percentage> {
    let Some(position) = members.iter().position(|member| member.presence.is_some()) else {
        return members.iter_mut().find_map(|member| decide_within(&mut member.node, is_there));
    };
    let presence = members[position].presence.take()?;
    if !is_there {
        members.remove(position);
    }
    Some(presence.percentage)
}

fn decide_within(node: &mut Node, is_there: bool) -> Option<Percentage> {
    match node {
        Node::Literal(_) | Node::Text(_) => None,
        Node::Array(nodes) => nodes.iter_mut().find_map(|node| decide_within(node, is_there)),
        Node::Object(members) => decide(members, is_there),
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::UnixTime;
    use crate::random::Random;
    use crate::workload::filling::Filling;
    use crate::workload::template::Template;

    /// The cases of an item with these attributes, in the order of their JSON.
    fn cases(attributes: &str) -> Option<Vec<(String, u64)>> {
        let request = format!(r#"{{"Item":{{{attributes}}}}}"#);
        let cases = Template::compile("PutItem", &request).expect("it is right").cases()?;
        let filling = Filling { number: 1, random: Random::new(1), now: UnixTime(0) };
        let mut filled: Vec<_> =
            cases.into_iter().map(|(template, part)| (template.fill(&filling), part)).collect();
        filled.sort();
        Some(filled)
    }

    #[test]
    fn each_choice_of_optional_attributes_is_a_case() {
        let case = |item: &str, part| (format!(r#"{{"Item":{{{item}}}}}"#), part);
        let id = r#""id":{"S":"7"}"#;
        assert_eq!(cases(id), Some(vec![case(id, 1_000_000)]));
        let both = format!(r#"{id},"a":{{"S":"{{maybe 5%}}x"}},"b":{{"S":"{{maybe 20%}}y"}}"#);
        let (a, b) = (r#""a":{"S":"x"}"#, r#""b":{"S":"y"}"#);
        let expected = [
            case(&format!("{id},{a},{b}"), 10_000),
            case(&format!("{id},{a}"), 40_000),
            case(&format!("{id},{b}"), 190_000),
            case(id, 760_000),
        ];
        let mut expected = expected.to_vec();
        expected.sort();
        assert_eq!(cases(&both), Some(expected));
        // What is always there, or never, is no choice.
        let always = format!(r#"{id},"a":{{"S":"{{maybe 100%}}x"}},"b":{{"S":"{{maybe 0%}}y"}}"#);
        assert_eq!(cases(&always), Some(vec![case(&format!("{id},{a}"), 1_000_000)]));
    }

    #[test]
    fn many_or_very_rare_cases_are_not_told_apart() {
        let attribute = |number: usize| format!(r#""a{number}":{{"S":"{{maybe 50%}}x"}}"#);
        let of = |count: usize| cases(&(0..count).map(attribute).collect::<Vec<_>>().join(","));
        assert_eq!(of(4).map(|cases| cases.len()), Some(16));
        assert_eq!(of(5), None);
        let rare = r#""a":{"S":"{maybe 0.0001%}x"},"b":{"S":"{maybe 50%}x"}"#;
        assert_eq!(cases(rare), None);
    }
}
