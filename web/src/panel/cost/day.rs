//! Draws how the load is spread over the hours of a day, and what each hour costs on demand and as it is provisioned.

use playground::message::number;
use playground::message::sentences;
use playground::view::cost::{CostSettings, CostView};
use playground::view::day::{DayCurve, DayView, HOUR_COUNT, HOUR_LOADS, HourView, PRESETS};
use playground::view::message::{Argument, Message};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::curve::{Curve, Point, scale_above};
use crate::component::select::Select;
use crate::panel::cost::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, word};

/// The load of each hour before any is drawn.
const FLAT: u64 = 50;

/// The width of the picture: ten for each hour.
const WIDTH: u64 = 10 * HOUR_COUNT as u64;

/// The curve, which can be chosen or typed, and its picture.
pub(super) fn day(
    view: &CostView,
    rejected: Option<&(String, Message)>,
    drawn: Option<[u64; HOUR_COUNT]>,
    send: &Callback<Action>,
) -> Html {
    let settings = &view.settings;
    let preset = PRESETS.iter().position(|(_, curve)| Some(*curve) == settings.day);
    let own = settings.day.filter(|_| preset.is_none());
    let names = ["day.flat"].into_iter().chain(PRESETS.map(|(name, _)| name));
    let options: Vec<AttrValue> = names.chain(own.map(|_| "day.own")).map(word).collect();
    let chosen = match (preset, own) {
        (Some(position), _) => position + 1,
        (None, Some(_)) => options.len() - 1,
        (None, None) => 0,
    };
    let all = settings.clone();
    let on_choose = send.reform(move |position: usize| {
        let preset = position.checked_sub(1).and_then(|it| PRESETS.get(it));
        let day = preset.map(|(_, curve)| *curve).or(own.filter(|_| position > 0));
        Action::Set(CostSettings { day, ..all.clone() })
    });
    let all = settings.clone();
    let on_change = send.reform(move |event: Event| Action::SetDay {
        settings: all.clone(),
        text: event.target_unchecked_into::<HtmlInputElement>().value(),
    });
    let typed = settings.day.as_ref().map(DayCurve::text).unwrap_or_default();
    let shown = rejected.map_or(typed, |(text, _)| text.clone());
    html! {
        <section class="stack" aria-label={word("day.title")}>
            <h3>{ word("day.title") }</h3>
            <Select label={word("day.title")} {options} {chosen} {on_choose} />
            { curve(settings, drawn, send) }
            <label class="stack">
                <span>{ word("day.hours") }</span>
                <input
                    class="field"
                    type="text"
                    placeholder={word("day.flat")}
                    value={shown}
                    aria-invalid={rejected.map(|_| "true")}
                    onchange={on_change}
                />
                if let Some((_, fault)) = rejected {
                    <span class="is-danger small" role="alert">{ sentence(fault) }</span>
                }
            </label>
            if let Some(view) = &view.day { { picture(view) } }
        </section>
    }
}

/// The load of each hour as a point that is dragged, or moved by keys. It is used when it is let go.
fn curve(
    settings: &CostSettings,
    drawn: Option<[u64; HOUR_COUNT]>,
    send: &Callback<Action>,
) -> Html {
    // The same in all hours is the middle, with room above it.
    let kept = settings.day.map_or([FLAT; HOUR_COUNT], |day| day.hours());
    let hours = drawn.unwrap_or(kept);
    let most = kept.iter().max().copied().unwrap_or_default();
    let curve = Curve {
        label: word("day.title"),
        // Each point is in the middle of its hour.
        points: hours.iter().zip(0..).map(|(load, hour)| (2 * hour + 1, *load)).collect(),
        words: |(place, load)| {
            plain(
                &Message::plain("day.point")
                    .with("hour", (place / 2).to_string())
                    .with("load", Argument::Count(load)),
            )
        },
        across_max: 2 * HOUR_COUNT as u64,
        up_max: scale_above(most).min((*HOUR_LOADS.end()).into()),
        is_fixed: true,
        on_change: send
            .reform(|points: Vec<Point>| Action::Draw(std::array::from_fn(|hour| points[hour].1))),
    };
    let keep = Action::KeepDrawn(settings.clone());
    html! {
        <div
            onfocusout={press(send, keep.clone())}
            onpointerup={press(send, keep.clone())}
            onkeyup={press(send, keep)}
        >
            { curve.draw() }
        </div>
    }
}

/// A bar for what each hour costs on demand, and a line for what is provisioned; below them, the same as a table.
fn picture(view: &DayView) -> Html {
    let DayView { words, hours } = view;
    let bar = |(position, hour): (u64, &HourView)| {
        let [on_demand, _] = hour.permilles;
        let ink = if hour.is_provisioned_cheaper() { "day-bar is-dear" } else { "day-bar" };
        html! {
            <rect class={ink} x={(position * 10 + 1).to_string()} y={(1_000 - on_demand).to_string()} width="8" height={on_demand.to_string()} />
        }
    };
    let line = hours.iter().zip(0_u64..).map(|(hour, position)| {
        let at = 1_000 - hour.permilles[1];
        let from = if position == 0 { "M" } else { "L" };
        format!("{from}{} {at}H{}", position * 10, position * 10 + 10)
    });
    let columns = [
        "day.column_hour",
        "unit.write",
        "unit.read",
        "cost.mode_on_demand",
        "cost.mode_provisioned",
    ];
    let row = |hour: &HourView| {
        html! {
            <tr>
                <th scope="row">{ sentence(&hour.name) }</th>
                { for hour.unit_thousandths.map(|units| html! { <td>{ number::thousandths(units) }</td> }) }
                { for hour.costs.map(|cost| html! { <td>{ number::money(cost) }</td> }) }
            </tr>
        }
    };
    html! {
        <>
            <svg width="100%" height="120" viewBox={format!("0 0 {WIDTH} 1000")} preserveAspectRatio="none" role="img" aria-label={sentences(words)}>
                <rect width={WIDTH.to_string()} height="1000" fill="var(--raised)" />
                { for (0..).zip(hours).map(bar) }
                <path d={line.collect::<String>()} class="day-line" vector-effect="non-scaling-stroke" />
            </svg>
            <p class="row small muted" aria-hidden="true">
                <span>{ sentence(&hours[0].name) }</span>
                <span class="push">{ word("day.legend") }</span>
                <span class="push">{ sentence(&hours[HOUR_COUNT - 1].name) }</span>
            </p>
            { for words.iter().map(|words| html! { <p class="small">{ sentence(words) }</p> }) }
            <details>
                <summary>{ word("day.table") }</summary>
                <div class="frame-x" tabindex="0" role="region" aria-label={word("day.table")}>
                    <table class="numbers bill">
                        <thead><tr>{ for columns.map(|key| html! { <th scope="col">{ word(key) }</th> }) }</tr></thead>
                        <tbody>{ for hours.iter().map(row) }</tbody>
                    </table>
                </div>
            </details>
        </>
    }
}
