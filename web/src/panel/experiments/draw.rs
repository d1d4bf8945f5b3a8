//! Draws the experiments as cards.

use playground::view::experiment::ExperimentView;
use playground::view::message::Argument;
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::select::Select;
use crate::component::shape::Shape;
use crate::panel::contract::Draw;
use crate::panel::experiments::state::Action;
use crate::panel::experiments::view::View;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, shared, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let is_open = !self.experiments.is_empty();
        let label = if is_open { "experiment.hide" } else { "experiment.show" };
        html! {
            <>
                if self.has_result {
                    <p>
                        <button
                            type="button"
                            class="button small outlined"
                            aria-expanded={is_open.to_string()}
                            onclick={press(send, Action::Show(!is_open))}
                        >
                            { word(label) }
                        </button>
                    </p>
                }
                if is_open {
                    <p>{ word("experiment.intro") }</p>
                    { for [&self.subject, &self.put_back].into_iter().flatten().map(|words| html! { <p>{ sentence(words) }</p> }) }
                    if self.tables.len() > 1 { { tables(self, send) } }
                    <ul class="experiments">
                        { for self.experiments.iter().map(|it| html! { <li>{ card(it, send) }</li> }) }
                    </ul>
                }
            </>
        }
    }
}

/// The table on which those run that have none of their own.
fn tables(view: &View, send: &Callback<Action>) -> Html {
    let names = view.tables.clone();
    let on_choose = send.reform(move |position: usize| Action::Open(Text::clone(&names[position])));
    let options: Vec<AttrValue> = view.tables.iter().map(shared).collect();
    let label = word("experiment.table");
    html! {
        <label class="row wrap">
            <span class="small muted">{ label.clone() }</span>
            <Select {label} {options} chosen={view.chosen} {on_choose} />
        </label>
    }
}

fn card(experiment: &ExperimentView, send: &Callback<Action>) -> Html {
    let ExperimentView { name, title, about, picture, seconds, changes, lack } = experiment;
    html! {
        <button
            type="button"
            class="experiment"
            aria-disabled={lack.is_some().then_some("true")}
            onclick={press(send, Action::Run(name))}
        >
            { Shape { levels: &picture.rates, limit: None, marks: &picture.keys }.draw() }
            <b>{ plain(title) }</b>
            <span>{ sentence(about) }</span>
            <span class="muted">{ word_with("experiment.time", "time", Argument::Ms(seconds * 1_000)) }</span>
            if let Some(lack) = lack {
                <span class="is-danger">{ sentence(lack) }</span>
            } else if let Some(changes) = changes {
                <span class="muted">{ sentence(changes) }</span>
            }
        </button>
    }
}
