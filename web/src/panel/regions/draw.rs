//! Draws a table in its Regions.

use playground::message::number;
use playground::view::message::{Argument, Message};
use playground::view::region::{RegionView, RegionsView};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::select::Select;
use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, visible, word, word_with};
use crate::panel::regions::state::{Action, View};
use crate::panel::setting::panel_heading_id;

/// The ways between Regions that the page offers, in milliseconds of virtual time.
const DELAYS: [u64; 5] = [0, 200, 800, 2_000, 10_000];

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let regions = &self.regions;
        let about = if regions.is_strong { "region.strong_about" } else { "region.about" };
        html! {
            <section class="regions card" aria-labelledby={panel_heading_id(PanelId::REGIONS)}>
                <header class="card-head">
                    <h3 id={panel_heading_id(PanelId::REGIONS)} tabindex="-1">{ word("region.title") }</h3>
                    <p class="small muted">{ word_with(about, "table", &*regions.table) }</p>
                </header>
                <ul class="regions-list">
                    { for regions.regions.iter().map(|it| region(it, self, send)) }
                    { for regions.witness.iter().map(|it| witness(it, self, send)) }
                </ul>
                if regions.needs_scaling {
                    <p class="small">{ word_with("region.needs_scaling", "table", &*regions.table) }</p>
                }
                if regions.has_items && regions.regions.len() == 1 {
                    <p class="small muted">{ word("region.strong_empty") }</p>
                }
                if self.is_editable {
                    <div class="regions-foot row wrap">
                        if regions.is_strong {
                            <button type="button" class="button outlined" onclick={press(send, Action::RemoveAll)}>
                                { word("region.strong_remove") }
                            </button>
                        } else {
                            { addition(self, send) }
                        }
                        { strong(regions, send) }
                        if regions.regions.len() > 1 { { delay(regions, send) } }
                    </div>
                }
            </section>
        }
    }
}

/// A button in the row of a Region: what it says, and what it is called.
fn button(
    [key, name]: [&'static str; 2],
    region: &Text,
    action: Action,
    send: &Callback<Action>,
) -> Html {
    html! {
        <button
            type="button"
            class="button small outlined"
            aria-label={word_with(name, "region", &**region)}
            onclick={press(send, action)}
        >
            { word(key) }
        </button>
    }
}

/// The button that cuts a Region off or connects it.
fn cut(region: &Text, is_cut_off: bool, send: &Callback<Action>) -> Html {
    let keys = match is_cut_off {
        true => ["region.connect_short", "region.connect"],
        false => ["region.is_cut_off", "region.cut_off"],
    };
    button(keys, region, Action::CutOff(region.clone(), !is_cut_off), send)
}

/// A Region that has writes only.
fn witness((region, is_cut_off): &(Text, bool), view: &View, send: &Callback<Action>) -> Html {
    html! {
        <li class="region row wrap" key={&**region}>
            <b translate="no">{ visible(region) }</b>
            <span class="muted small">{ word("region.witness") }</span>
            if *is_cut_off { <span class="is-danger small">{ word("region.is_cut_off") }</span> }
            <span class="push" />
            if view.is_editable { { cut(region, *is_cut_off, send) } }
        </li>
    }
}

/// The ways to make the table strongly consistent, if it can be.
fn strong(regions: &RegionsView, send: &Callback<Action>) -> Html {
    let Some(with) = regions.strong_with else { return Html::default() };
    let [first, second] = with.map(|region| Argument::Text(region.into()));
    let choice = |key, is_witness| {
        let words = Message::plain(key).with("first", first.clone()).with("second", second.clone());
        let action = Action::BeStrong(with, is_witness);
        html! {
            <button type="button" class="button outlined" onclick={press(send, action)}>{ sentence(&words) }</button>
        }
    };
    html! {
        <>{ choice("region.strong", false) }{ choice("region.strong_witness", true) }</>
    }
}

fn region(region: &RegionView, view: &View, send: &Callback<Action>) -> Html {
    // The Region of the database comes first, and stays.
    let is_first = view.regions.regions.first() == Some(region);
    let has_others = view.regions.regions.len() > 1;
    let name = &region.region;
    html! {
        <li class="region row wrap" key={&*region.region}>
            <b translate="no">{ visible(&region.region) }</b>
            <span class="muted small">
                { word_with("region.items", "count", Argument::Count(region.item_count)) }
            </span>
            if region.is_cut_off { <span class="is-danger small">{ word("region.is_cut_off") }</span> }
            if region.waiting_count > 0 {
                <span class="small">
                    { sentence(&Message::plain("region.waiting").with("count", Argument::Count(region.waiting_count))) }
                </span>
            }
            <span class="push" />
            if !region.is_open { { button(["region.show_short", "region.show"], name, Action::Show(region.table.clone()), send) } }
            if view.is_editable && has_others {
                { cut(name, region.is_cut_off, send) }
                if !is_first && !view.regions.is_strong {
                    { button(["region.remove_short", "region.remove"], name, Action::Remove(name.clone()), send) }
                }
            }
        </li>
    }
}

/// The choice of a Region for a new replica.
fn addition(view: &View, send: &Callback<Action>) -> Html {
    let Some(chosen) = view.chosen else { return Html::default() };
    let free = view.regions.free.clone();
    let position = free.iter().position(|region| *region == chosen).unwrap_or_default();
    html! {
        <div class="row">
            <Select
                label={word("region.new")}
                options={free.iter().map(|region| AttrValue::from(*region)).collect::<Vec<_>>()}
                chosen={position}
                on_choose={send.reform(move |position: usize| Action::Choose(free[position]))}
            />
            <button type="button" class="button outlined" onclick={press(send, Action::Add(chosen))}>
                { word("region.add") }
            </button>
        </div>
    }
}

/// How long a write travels.
fn delay(regions: &RegionsView, send: &Callback<Action>) -> Html {
    let mut delays = DELAYS.to_vec();
    if let Err(position) = delays.binary_search(&regions.delay_ms) {
        delays.insert(position, regions.delay_ms);
    }
    let options = delays.iter().map(|ms| AttrValue::from(number::seconds(*ms)));
    let chosen = delays.iter().position(|ms| *ms == regions.delay_ms).unwrap_or_default();
    html! {
        <label class="row small">
            { word("region.delay") }
            <Select
                label={word("region.delay")}
                options={options.collect::<Vec<_>>()}
                {chosen}
                on_choose={send.reform(move |position: usize| Action::SetDelay(delays[position]))}
            />
        </label>
    }
}
