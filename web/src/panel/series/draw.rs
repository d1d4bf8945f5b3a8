//! Draws period tables.

use playground::message::number;
use playground::sandbox::limit::{SCALED_UNITS, SERIES_TABLES};
use playground::sandbox::series::TURN_COUNT_MAX;
use playground::view::message::{Argument, Message};
use playground::view::series::{Older, Series, SeriesNext, SeriesPeriod, SeriesView};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::part::number::{Number, number as number_field};
use crate::panel::part::press::{press, submit};
use crate::panel::part::words::{sentence, visible, word, word_with};
use crate::panel::series::state::{Action, View};
use crate::panel::setting::panel_heading_id;

/// The `id` of what is wrong with what is edited.
const FAULT_ID: &str = "series-fault";

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let view = self;
        html! {
            <section class="series card" aria-labelledby={panel_heading_id(PanelId::SERIES)}>
                <header class="card-head">
                    <h3 id={panel_heading_id(PanelId::SERIES)} tabindex="-1">{ word("series.panel") }</h3>
                    <p class="small muted">{ word("series.about") }</p>
                </header>
                <ul class="series-list">{ for view.list.series.iter().map(|it| series(it, view, send)) }</ul>
                if view.is_editable {
                    if let Some((draft, fault)) = &view.editor {
                        { form(draft, fault.as_ref(), send) }
                    } else {
                        <div class="series-new">
                            <button type="button" class="button outlined" onclick={press(send, Action::Edit(view.list.proposal.clone()))}>
                                { word_with("series.new", "table", &*view.table) }
                            </button>
                        </div>
                    }
                }
            </section>
        }
    }
}

fn series(shown: &SeriesView, view: &View, send: &Callback<Action>) -> Html {
    let SeriesView { series, rejected, .. } = shown;
    let name = Text::from(series.name.as_str());
    html! {
        <li class="series-row stack" key={&*name}>
            <div class="row wrap">
                <b translate="no">{ visible(&name) }</b>
                <span class="push" />
                if view.is_editable {
                    <button type="button" class="button small outlined" disabled={view.editor.is_some()} onclick={press(send, Action::Edit(series.clone()))}>
                        { word_with("series.edit", "name", &*name) }
                    </button>
                    <button type="button" class="button small" onclick={press(send, Action::Delete(name.clone()))}>
                        { word_with("series.delete", "name", &*name) }
                    </button>
                }
            </div>
            <p class="small">{ sentence(&sum(shown)) }</p>
            { next(&shown.next) }
            { for rejected.iter().map(|it| html! { <p class="small is-danger">{ sentence(it) }</p> }) }
        </li>
    }
}

/// What the tables of a series have, and what they cost.
fn sum(shown: &SeriesView) -> Message {
    // Tables that are paid for by the request have no units.
    let key = match shown.write_units {
        0 => "series.sum_on_demand",
        _ => "series.sum",
    };
    Message::plain(key)
        .with("count", Argument::Count(shown.tables.len() as u64))
        .with("write", Argument::Count(shown.write_units))
        .with("read", Argument::Count(shown.read_units))
        .with("size", Argument::Size(shown.size))
        .with("money", Argument::Cents(shown.money))
}

fn next(next: &SeriesNext) -> Html {
    let (unix_ms, changes) = match next {
        SeriesNext::Stopped => {
            let words =
                Message::plain("series.stopped").with("count", Argument::Count(TURN_COUNT_MAX));
            return html! { <p class="small is-danger">{ sentence(&words) }</p> };
        }
        SeriesNext::At { unix_ms, changes } => (*unix_ms, changes),
    };
    html! {
        <div class="small">
            { word_with("series.at", "date", number::date(unix_ms)) }
            <ul class="series-next">
                { for changes.iter().map(|it| html! { <li>{ sentence(it) }</li> }) }
                if changes.is_empty() { <li>{ word("series.nothing") }</li> }
            </ul>
        </div>
    }
}

fn form(draft: &Series, fault: Option<&Message>, send: &Callback<Action>) -> Html {
    let on_submit = submit(send, Action::Save);
    let number = |key: &'static str, value, range, action: fn(u64) -> Action| {
        number_field(
            Number { key: key.to_owned(), label: word(key), value, range },
            send.reform(action),
        )
    };
    let period = SeriesPeriod::ALL.iter().position(|it| *it == draft.period).unwrap_or_default();
    let older = Older::ALL.iter().position(|it| *it == draft.older).unwrap_or_default();
    html! {
        <form class="series-form stack" onsubmit={on_submit}>
            <div class="row wrap">
                <TextField
                    label={word("series.name")}
                    label_hidden=false
                    text={AttrValue::from(draft.name.clone())}
                    focused=true
                    invalid={fault.is_some()}
                    described_by={FAULT_ID}
                    on_type={send.reform(Action::Name)}
                />
                <label class="stack">
                    <span class="small muted">{ word("series.length") }</span>
                    <Select
                        label={word("series.length")}
                        options={SeriesPeriod::ALL.map(|it| word(it.words())).to_vec()}
                        chosen={period}
                        on_choose={send.reform(|place: usize| Action::Period(SeriesPeriod::ALL[place]))}
                    />
                </label>
                { number("series.ahead", draft.ahead, SERIES_TABLES, Action::Ahead) }
                if !draft.is_on_demand() { { number("series.read", draft.read_units, SCALED_UNITS, Action::ReadUnits) } }
                { number("series.keep", draft.keep, SERIES_TABLES, Action::Keep) }
                <label class="stack">
                    <span class="small muted">{ word("series.older") }</span>
                    <Select
                        label={word("series.older")}
                        options={Older::ALL.map(|it| word(it.words(draft))).to_vec()}
                        chosen={older}
                        on_choose={send.reform(|place: usize| Action::Older(Older::ALL[place]))}
                    />
                </label>
            </div>
            <p class="small is-danger" id={FAULT_ID} aria-live="polite">
                if let Some(fault) = fault { { sentence(fault) } }
            </p>
            <div class="row wrap">
                <button type="submit" class="button primary" disabled={fault.is_some()}>{ word("series.save") }</button>
                <button type="button" class="button" onclick={press(send, Action::Cancel)}>{ word("series.cancel") }</button>
            </div>
        </form>
    }
}
