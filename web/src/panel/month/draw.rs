//! Draws how much an operation would cost in a month.

use playground::message::number;
use playground::view::cost::price;
use playground::view::pattern::{MonthView, Period};
use yew::prelude::*;

use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::contract::Draw;
use crate::panel::month::state::Action;
use crate::panel::month::view::View;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let on_toggle = send.reform(|event: MouseEvent| {
            // The view opens and closes it.
            event.prevent_default();
            Action::Toggle
        });
        html! {
            <details open={self.answer.is_some()}>
                <summary onclick={on_toggle}>{ word("month.title") }</summary>
                if self.answer.is_some() { { form(self, send) } }
            </details>
        }
    }
}

fn form(view: &View, send: &Callback<Action>) -> Html {
    let View { answer, rate, period } = view;
    let on_submit = send.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Add
    });
    html! {
        <form class="stack" aria-label={word("month.title")} onsubmit={on_submit}>
            <div class="month-rate row">
                <TextField
                    label_hidden=false
                    label={word("pattern.rate_label")}
                    text={rate.clone()}
                    focused=true
                    described_by={AttrValue::Static("month-answer")}
                    on_type={send.reform(Action::Rate)}
                />
                <Select
                    label={word("pattern.period")}
                    options={Period::ALL.iter().map(|period| word(period.words())).collect::<Vec<_>>()}
                    chosen={Period::ALL.iter().position(|it| it == period).unwrap_or_default()}
                    on_choose={send.reform(|position: usize| Action::Period(Period::ALL[position]))}
                />
            </div>
            <div id="month-answer" class="stack">
                { match answer {
                    Some(Ok(MonthView { cost, throttled_permille, again, is_kept: _ })) => html! {
                        <>
                            <p class="lead">
                                { match throttled_permille {
                                    Some(_) => sentence(&price(*cost, *throttled_permille)),
                                    None => word_with("month.cost", "money", number::cents(*cost)).into(),
                                } }
                            </p>
                            if let Some(again) = again { <p class="small muted">{ sentence(again) }</p> }
                        </>
                    },
                    Some(Err(fault)) => html! { <p class="is-danger small" role="alert">{ sentence(fault) }</p> },
                    None => Html::default(),
                } }
            </div>
            <div class="row wrap">
                if matches!(answer, Some(Ok(MonthView { is_kept: true, .. }))) {
                    <span class="muted">{ word("month.added") }</span>
                    <button type="button" class="link" onclick={press(send, Action::Show)}>{ word("month.show") }</button>
                } else {
                    <button type="submit" class="button small outlined" disabled={!matches!(answer, Some(Ok(_)))}>{ word("month.add") }</button>
                }
            </div>
        </form>
    }
}
