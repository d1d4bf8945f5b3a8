//! The reads or writes of a store against what it may consume: "▲ 3 of 5, 212 s of burst left, 4 throttled".

use playground::message::number;
use playground::view::message::Argument;
use playground::view::throughput::{BurstView, FlowView};
use playground::view::value::Method;
use yew::prelude::*;

use crate::component::chart::share_bar;
use crate::component::icon::{Shape, icon};
use crate::panel::part::words::{word, word_with};

/// Draws what flows, what was saved up, and what was rejected.
pub fn flow(view: &FlowView) -> Html {
    let burst = view.burst.map(|burst| {
        let words = word_with("throughput.burst", "time", Argument::Ms(burst.seconds * 1000));
        html! { <span class="muted">{ words }</span> }
    });
    draw(view, "row wrap small", burst.unwrap_or_default())
}

/// The same where there is little room: only the reservoir.
pub fn small_flow(view: &FlowView) -> Html {
    draw(view, "row small", Html::default())
}

fn draw(view: &FlowView, row: &'static str, burst_words: Html) -> Html {
    let FlowView { method, limit, consumed, percent, burst, throttled } = view;
    let (class, paint, glyph, key) = match method {
        Method::Write => ("is-write", "var(--write)", "▲", "throughput.written"),
        Method::Read => ("is-read", "var(--accent)", "▼", "throughput.read"),
    };
    html! {
        <span class={row}>
            <span class={classes!("price", class)}>
                <span aria-hidden="true">{ glyph }{ "\u{a0}" }{ number::units(*consumed) }{ "/" }{ number::count(*limit) }</span>
                <span class="visually-hidden">{ word(key) }</span>
            </span>
            <span class="gauge">{ share_bar((*percent).into(), 100, paint) }</span>
            if let Some(BurstView { percent, .. }) = burst {
                <span class="gauge" title={word("throughput.burst_title")}>{ share_bar((*percent).into(), 100, "var(--index-teal)") }</span>
                { burst_words }
            }
            if *throttled > 0 {
                <span class="row is-danger">
                    { icon(Shape::Stop) }
                    { word_with("throughput.throttled", "count", Argument::Count(*throttled)) }
                </span>
            }
        </span>
    }
}
