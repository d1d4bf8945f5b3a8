//! A request of a workload that is open to be changed: what it does, where it looks, each of its members, its rates and its JSON.

use playground::sandbox::limit::{POINT_SECONDS, RATES};
use playground::sandbox::workload::rate_without_curve;
use playground::view::message::{Argument, Message};
use playground::view::pattern::PatternTarget;
use playground::view::traffic::Placement;
use playground::view::value::Text;
use playground::view::workload::{PatternPlan, WorkloadPlan};
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::curve::Point;
use crate::component::json_editor::JsonEditor;
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::part::placeholders::placeholders;
use crate::panel::part::request_fields::Fields;
use crate::panel::part::words::{labelled, plain, shared, word};
use crate::panel::workload::plan::Editor;
use crate::panel::workload::state::{Action, RequestChange};
use crate::panel::workload::view::OpenRequest;

/// The `id` of the words on what the fields may contain.
const WORDS: &str = "workload-placeholders";

impl Editor<'_> {
    pub(super) fn open(&self, open: &OpenRequest, pattern: &PatternPlan) -> Html {
        let OpenRequest { position, editor, caret, suggestions } = open;
        let position = *position;
        let fields = Fields {
            words: WORDS,
            caret: caret.as_ref(),
            suggestions,
            fault: editor.fault.as_ref(),
            send: &self.send.reform(|input| Action::Request(RequestChange::Field(input))),
        };
        let on_name = self.change(move |plan, text: String| {
            plan.patterns[position].name = text.into();
        });
        let on_type = self.change(move |plan, text: String| {
            plan.patterns[position].request = text.into();
        });
        html! {
            <div class="stack request-editor">
                <TextField label_hidden=false code=false label={word("pattern.name")} text={shared(&pattern.name)} on_type={on_name} />
                { self.operation(open, pattern) }
                { self.target(open, &pattern.operation) }
                if let Some(members) = &editor.fields {
                    <fieldset class="request-fields">
                        <legend class="visually-hidden">{ word("request.fields") }</legend>
                        { fields.draw(members) }
                    </fieldset>
                } else {
                    <p class="is-danger" role="alert">{ word("workload.no_json") }</p>
                }
                <>{ for editor.placements.iter().map(|it| self.placement(it)) }</>
                <div id={WORDS}>{ placeholders() }</div>
                if rate_without_curve(pattern).is_none() { { self.points(position, &pattern.points) } }
                <details>
                    <summary>{ word("pattern.as_json") }</summary>
                    <JsonEditor
                        key={pattern.operation.as_ref()}
                        label={word("workload.request")}
                        text={shared(&pattern.request)}
                        invalid={editor.fields.is_none()}
                        fault_line={None::<u32>}
                        described_by={WORDS}
                        focused=false
                        {on_type}
                    />
                </details>
            </div>
        }
    }

    fn operation(&self, open: &OpenRequest, pattern: &PatternPlan) -> Html {
        let operations = &open.editor.operations;
        let names: Vec<Text> = operations.iter().map(|(name, _)| Text::clone(name)).collect();
        let chosen = names.iter().position(|it| *it == pattern.operation).unwrap_or_default();
        let options: Vec<AttrValue> = operations.iter().map(|(_, what)| plain(what)).collect();
        let on_choose = self.send.reform(move |chosen: usize| {
            Action::Request(RequestChange::Operation(Text::clone(&names[chosen])))
        });
        let label = word("pattern.operation");
        labelled(
            "pattern.operation",
            html! { <Select {label} {options} {chosen} focused=true {on_choose} /> },
        )
    }

    /// Where it looks. What the user has written may be none of the places.
    fn target(&self, open: &OpenRequest, operation: &str) -> Html {
        let targets: Vec<PatternTarget> = open.editor.targets.clone();
        if targets.is_empty() {
            return Html::default();
        }
        let place = targets.iter().position(|it| Some(it) == open.editor.target.as_ref());
        let own = place.is_none().then(|| word("pattern.target_own"));
        let count = usize::from(own.is_some());
        let options = own.into_iter().chain(targets.iter().map(|it| plain(&it.words(operation))));
        let options: Vec<AttrValue> = options.collect();
        let send = self.send.clone();
        let on_choose = Callback::from(move |chosen: usize| {
            if let Some(target) = chosen.checked_sub(count).and_then(|place| targets.get(place)) {
                send.emit(Action::Request(RequestChange::Target(target.clone())));
            }
        });
        let (label, chosen) = (word("pattern.target"), place.unwrap_or_default());
        labelled("pattern.target", html! { <Select {label} {options} {chosen} {on_choose} /> })
    }

    /// In which partition the key is.
    fn placement(&self, placement: &Placement) -> Html {
        let Placement { table, index, attribute, value, partitions, position } = placement;
        let label = Message::plain("workload.placement")
            .with("value", Argument::Text(Text::clone(value)))
            .with("attribute", Argument::Text(Text::clone(attribute)))
            .with("store", Argument::Text(Text::clone(index.as_ref().unwrap_or(table))));
        let label = plain(&label);
        let option = |number: &u64| {
            plain(&Message::plain("workload.partition").with("number", Argument::Count(*number)))
        };
        let options: Vec<AttrValue> = partitions.iter().map(option).collect();
        let chosen = placement.clone();
        let on_choose = self.send.reform(move |partition| {
            Action::Request(RequestChange::Place(chosen.clone(), partition))
        });
        html! {
            <label class="stack">
                <span class="small muted">{ label.clone() }</span>
                <Select {label} {options} chosen={*position} {on_choose} />
            </label>
        }
    }

    /// The fields of the points of its curve, for users who type and do not drag.
    fn points(&self, pattern: usize, points: &[Point]) -> Html {
        let add = self.change(move |plan: &mut WorkloadPlan, _: MouseEvent| {
            let points = &mut plan.patterns[pattern].points;
            let (second, rate) = points.last().copied().unwrap_or_default();
            points.push(((second + 10).min(*POINT_SECONDS.end()), rate));
        });
        html! {
            <>
                <>{ for points.iter().enumerate().map(|(number, point)| self.point(pattern, number, *point)) }</>
                <AddButton on_add={add}>{ word("workload.add_point") }</AddButton>
            </>
        }
    }

    fn point(&self, pattern: usize, number: usize, (second, rate): Point) -> Html {
        let id = |what: &str| format!("{pattern} {number} {what}");
        html! {
            <div class="row" key={number}>
                { self.number(&id("second"), "workload.second", second, POINT_SECONDS, move |plan, second| {
                    plan.patterns[pattern].points[number].0 = second;
                }) }
                { self.number(&id("rate"), "workload.rate", rate, RATES, move |plan, rate| {
                    plan.patterns[pattern].points[number].1 = rate;
                }) }
            </div>
        }
    }
}
