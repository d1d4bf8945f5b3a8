//! What a workload sends: each access pattern with its curve of rates and its request, the duration and the seed.

use std::ops::RangeInclusive;
use std::rc::Rc;

use playground::message::text;
use playground::sandbox::limit::{RATES, WORKLOAD_SECONDS};
use playground::sandbox::plan::free_name;
use playground::sandbox::workload::rate_without_curve;
use playground::view::message::{Argument, Message};
use playground::view::traffic::{RequestPlan, TrafficView};
use playground::view::value::Text;
use playground::view::workload::{PatternPlan, WorkloadPlan};
use yew::prelude::*;

use crate::component::curve::{Curve, Point, scale_above};
use crate::panel::part::number::{Number, number};
use crate::panel::part::press::press;
use crate::panel::part::price::average;
use crate::panel::part::words::{sentence, shared, visible, word, word_with};
use crate::panel::workload::state::Action;
use crate::panel::workload::view::OpenRequest;

/// A plan that is being edited.
#[derive(Debug, Clone, Copy)]
pub(super) struct Editor<'e> {
    pub(super) plan: &'e Rc<WorkloadPlan>,
    /// The end of the scale of rates. It stays as it is while a point is dragged.
    rate_max: u64,
    pub(super) send: &'e Callback<Action>,
}

/// Draws the plan as it is typed; `kept_plan` is the one that the sandbox has.
pub(super) fn plan(
    typed: &Rc<WorkloadPlan>,
    kept_plan: &WorkloadPlan,
    traffic: &TrafficView,
    open: Option<&OpenRequest>,
    send: &Callback<Action>,
) -> Html {
    let drawn = kept_plan.patterns.iter().filter(|pattern| pattern.span == 1);
    let rates = drawn.flat_map(|pattern| &pattern.points);
    let rate_max = scale_above(rates.map(|point| point.1).max().unwrap_or_default());
    let editor = Editor { plan: typed, rate_max, send };
    let without_view = RequestPlan::default();
    let request = |position: usize| traffic.requests.get(position).unwrap_or(&without_view);
    let commit = Action::Commit;
    html! {
        <div class="stack" onfocusout={press(send, commit.clone())} onpointerup={press(send, commit)}>
            { for typed.patterns.iter().enumerate().map(|(position, pattern)| {
                let open = open.filter(|it| it.position == position);
                html! { <key={position}>{ editor.pattern(position, pattern, request(position), open) }</> }
            }) }
            { editor.number("seconds", "workload.seconds", typed.seconds, WORKLOAD_SECONDS, |plan, seconds| plan.seconds = seconds) }
            { editor.number("seed", "workload.seed", typed.seed, 0..=u64::MAX, |plan, seed| plan.seed = seed) }
        </div>
    }
}

impl Editor<'_> {
    /// Lets what is given change the plan.
    pub(super) fn change<E: 'static>(
        &self,
        change: impl Fn(&mut WorkloadPlan, E) + 'static,
    ) -> Callback<E> {
        let plan = Rc::clone(self.plan);
        self.send.reform(move |given: E| {
            let mut plan = plan.as_ref().clone();
            change(&mut plan, given);
            Action::Edit(Rc::new(plan))
        })
    }

    pub(super) fn number(
        &self,
        key: &str,
        label: &'static str,
        value: u64,
        range: RangeInclusive<u64>,
        set: impl Fn(&mut WorkloadPlan, u64) + 'static,
    ) -> Html {
        number(Number { key: key.into(), label: word(label), value, range }, self.change(set))
    }

    fn pattern(
        &self,
        position: usize,
        pattern: &PatternPlan,
        request_plan: &RequestPlan,
        open: Option<&OpenRequest>,
    ) -> Html {
        let PatternPlan { name, operation, points, .. } = pattern;
        let rate = rate_without_curve(pattern);
        let curve = Curve {
            label: shared(name),
            points: points.as_slice().into(),
            words: point_words,
            across_max: self.plan.seconds.max(1),
            up_max: self.rate_max,
            is_fixed: false,
            on_change: self.change(move |plan, points| plan.patterns[position].points = points),
        };
        let opened = open.is_some();
        let turn = Action::OpenRequest((!opened).then_some(position));
        html! {
            <fieldset class="request stack">
                <legend class="row"><b>{ visible(name) }</b>if name != operation { <code>{ shared(operation) }</code> }</legend>
                { meaning(request_plan) }
                if let Some(rate) = &rate {
                    <p>{ sentence(rate) }</p>
                } else if let [(_, per_second)] = points.as_slice() {
                    { self.number(&format!("{position} rate"), "workload.rate", *per_second, RATES, move |plan, rate| {
                        plan.patterns[position].points[0].1 = rate;
                    }) }
                } else {
                    { curve.draw() }
                }
                if let Some(open) = open { { self.open(open, pattern) } }
                <p class="row wrap">
                    <button
                        type="button"
                        class="button small outlined"
                        aria-expanded={opened.to_string()}
                        aria-label={word_with("workload.change_request", "name", name.as_ref())}
                        onclick={press(self.send, turn)}
                    >
                        { word("workload.change") }
                    </button>
                    if position > 0 {
                        { self.rearrange(["workload.up", "workload.earlier_request"], name, move |patterns| patterns.swap(position - 1, position)) }
                    }
                    { self.rearrange(["item.duplicate", "workload.duplicate_request"], name, move |patterns| duplicate(patterns, position)) }
                    { self.rearrange(["draft.remove", "workload.remove_request"], name, move |patterns| drop(patterns.remove(position))) }
                </p>
            </fieldset>
        }
    }

    /// A button that moves or removes a request.
    fn rearrange(
        &self,
        [short, long]: [&'static str; 2],
        name: &Text,
        change: impl Fn(&mut Vec<PatternPlan>) + 'static,
    ) -> Html {
        let plan = Rc::clone(self.plan);
        let onclick = self.send.reform(move |_: MouseEvent| {
            let mut plan = plan.as_ref().clone();
            change(&mut plan.patterns);
            Action::Rearrange(Rc::new(plan))
        });
        let label = word_with(long, "name", name.as_ref());
        html! { <button type="button" class="button small outlined" aria-label={label} {onclick}>{ word(short) }</button> }
    }
}

/// Puts a copy of a pattern behind it, with a name of its own: what is stated of a pattern is found by its name.
fn duplicate(patterns: &mut Vec<PatternPlan>, position: usize) {
    let pattern = &patterns[position];
    let name = free_name(&pattern.name, |name| patterns.iter().any(|it| *it.name == *name));
    patterns.insert(position + 1, PatternPlan { name, ..pattern.clone() });
}

/// The keys and conditions of a request, what one costs, and why it is rejected.
fn meaning(request: &RequestPlan) -> Html {
    let RequestPlan { parts, terms, note, fault } = request;
    html! {
        <>
            <dl class="small">
                { for parts.iter().map(|part| html! {
                    <>
                        <dt>{ visible(&part.name) }</dt>
                        <dd><code>{ shared(&part.text) }</code>{ for part.words.iter().map(|words| html! { <>{ " " }{ sentence(words) }</> }) }</dd>
                    </>
                }) }
            </dl>
            if let Some(fault) = fault {
                <p class="is-danger">{ sentence(fault) }</p>
            } else if !terms.is_empty() {
                <ul class="row wrap small">{ for terms.iter().map(average) }</ul>
                if let Some(note) = note { <p class="small muted">{ sentence(note) }</p> }
            }
        </>
    }
}

/// "From second 10: 200 requests a second".
fn point_words((second, rate): Point) -> AttrValue {
    let message = Message::plain("workload.point")
        .with("second", Argument::Count(second))
        .with("rate", Argument::Count(rate));
    text(&message).into()
}

#[cfg(test)]
mod tests {
    use playground::sandbox::limit::PATTERN_NAME_LENGTH_MAX;
    use playground::view::workload::PatternPlan;

    use crate::panel::workload::plan::duplicate;

    #[test]
    fn a_copy_has_a_name_of_its_own_and_follows_its_pattern() {
        let pattern = |name: &str| PatternPlan {
            name: name.into(),
            operation: "PutItem".into(),
            request: "{}".into(),
            points: vec![(0, 10)],
            span: 1,
        };
        let mut patterns = vec![pattern("Vote"), pattern("Vote 3"), pattern("Count")];
        duplicate(&mut patterns, 0);
        duplicate(&mut patterns, 0);
        let found: Vec<&str> = patterns.iter().map(|it| &*it.name).collect();
        assert_eq!(found, ["Vote", "Vote 4", "Vote 2", "Vote 3", "Count"]);
        let mut patterns = vec![pattern(&"é".repeat(PATTERN_NAME_LENGTH_MAX))];
        duplicate(&mut patterns, 0);
        let copy = &patterns[1].name;
        assert_eq!(copy.chars().count(), PATTERN_NAME_LENGTH_MAX);
        assert!(copy.ends_with("é… 2"), "{copy}");
    }
}
