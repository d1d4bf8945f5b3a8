//! Draws the estimate.

use playground::message::number::{self, cents};
use playground::message::sentences;
use playground::sandbox::limit::{EXPECTED_ENTRIES, EXPECTED_ITEMS, UTILISATION_PERCENTS};
use playground::view::cost::{
    BillPart, BillView, BreakEven, CostSettings, CostView, LoadSource, PayMode, PriceRow,
    PriceSource, StoreCost, TableClass, TableCost, WayCost, throttles,
};
use playground::view::message::Message;
use playground::view::money::Money;
use playground::view::value::Text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::select::Select;
use crate::panel::cost::state::{Action, RejectedPrice};
use crate::panel::cost::view::View;
use crate::panel::part::number::{Number, number, optional_number};
use crate::panel::part::words::{name, plain, sentence, shared, word, word_with};

/// Draws the panel.
pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    let View { cost, rejected } = view;
    let Some(view) = cost else {
        return html! { <p class="empty muted">{ word("cost.no_table") }</p> };
    };
    let CostView { headline, basis, ways, break_even, prices, .. } = view;
    let drawing = Drawing { view, rejected: rejected.as_ref(), send };
    let ways_title =
        Message::plain(if view.tables.len() == 1 { "cost.ways" } else { "cost.ways_of" })
            .with("table", &*view.table);
    html! {
        <>
            <p class="lead">{ sentence(headline) }</p>
            { parts(&view.bill) }
            { drawing.choices() }
            { drawing.expected() }
            { stores(view) }
            <details>
                <summary>{ word("cost.arithmetic") }</summary>
                { for view.tables.iter().flat_map(|table| &table.stores).map(arithmetic) }
            </details>
            <section class="stack" aria-label={plain(&ways_title)}>
                <h3>{ sentence(&ways_title) }</h3>
                <dl class="stack">
                    { for ways.iter().map(|way| html! {
                        <div class="row">
                            <dt>{ sentence(&way.words) }</dt>
                            <dd class="push">
                                if way.is_cheapest { <span class="small muted">{ word("cost.cheapest") }{ " " }</span> }
                                <b>{ price_of(way) }</b>
                            </dd>
                        </div>
                    }) }
                </dl>
                if let Some(break_even) = break_even { { meeting(break_even) } }
            </section>
            <details>
                <summary>{ word("cost.prices") }</summary>
                <div class="stack">
                    { for prices.iter().map(|price| drawing.price(price)) }
                    { for view.sources.iter().enumerate().map(|(position, it)| drawing.source(position, it)) }
                </div>
            </details>
            { for basis.iter().map(|words| html! { <p class="small muted">{ sentence(words) }</p> }) }
        </>
    }
}

/// An estimate that is being drawn.
struct Drawing<'d> {
    view: &'d CostView,
    rejected: Option<&'d RejectedPrice>,
    send: &'d Callback<Action>,
}

impl Drawing<'_> {
    /// A callback that changes the settings with what was chosen or typed.
    fn change<T: 'static>(&self, change: fn(&mut CostSettings, T)) -> Callback<T> {
        let settings = self.view.settings.clone();
        self.send.reform(move |input| {
            let mut settings = settings.clone();
            change(&mut settings, input);
            Action::Set(settings)
        })
    }

    fn choices(&self) -> Html {
        let CostView { settings, regions, class, mode, is_provisioned, has_run, .. } = self.view;
        let names = regions.clone();
        let all = settings.clone();
        let on_region = self.send.reform(move |position: usize| {
            Action::Set(CostSettings { region: Text::clone(&names[position]), ..all.clone() })
        });
        let classes = [word("cost.class_standard"), word("cost.class_infrequent")];
        let modes = [word("cost.mode_on_demand"), word("cost.mode_provisioned")];
        let on_free = self.change(|settings, _: Event| settings.free_tier = !settings.free_tier);
        html! {
            <div class="row wrap">
                { chooser("cost.region", regions.iter().map(shared).collect(), regions.iter().position(|it| *it == settings.region), on_region) }
                { chooser("cost.class", classes.to_vec(), TableClass::ALL.iter().position(|it| it == class), self.change(|settings, position: usize| {
                    settings.class = Some(TableClass::ALL[position]);
                })) }
                { chooser("cost.mode", modes.to_vec(), PayMode::ALL.iter().position(|it| it == mode), self.change(|settings, position: usize| {
                    settings.mode = Some(PayMode::ALL[position]);
                })) }
                if *has_run {
                    { chooser("cost.source", vec![word("cost.source_patterns"), word("cost.source_run")], Some(usize::from(settings.source == LoadSource::Run)), self.change(|settings, position: usize| {
                        settings.source = if position == 0 { LoadSource::Patterns } else { LoadSource::Run };
                    })) }
                }
                if !is_provisioned {
                    { number(
                        Number {
                            key: "utilisation".into(),
                            label: word("cost.utilisation"),
                            value: settings.utilisation_percent,
                            range: UTILISATION_PERCENTS,
                        },
                        self.change(|settings, percent: u64| settings.utilisation_percent = percent),
                    ) }
                }
                { optional_number(
                    "items",
                    word(if self.view.tables.len() == 1 { "cost.items" } else { "cost.items_each" }),
                    word("cost.items_as_is"),
                    settings.item_count,
                    EXPECTED_ITEMS,
                    self.change(|settings, count: Option<u64>| settings.item_count = count),
                ) }
                <label class="row">
                    <input type="checkbox" checked={settings.free_tier} onchange={on_free} />
                    { word("cost.free_tier") }
                </label>
            </div>
        }
    }

    /// How many items each table and entries each index will have.
    fn expected(&self) -> Html {
        let fields = self.view.tables.iter().flat_map(|table| {
            table.stores.iter().enumerate().map(|(position, store)| {
                let index = (position > 0).then(|| Text::clone(&store.name));
                let label = match &index {
                    None => word_with("cost.expected_items", "table", store.name.as_ref()),
                    Some(index) => word_with("cost.expected_entries", "index", index.as_ref()),
                };
                let settings = self.view.settings.clone();
                let own = settings.expected_of(&table.name, index.as_deref());
                let name = Text::clone(&table.name);
                let on_change = self.send.reform(move |count: Option<u64>| {
                    let mut settings = settings.clone();
                    settings.expect(&name, index.as_ref(), count);
                    Action::Set(settings)
                });
                // Two tables may have indexes of one name.
                let key = [&*table.name, if position > 0 { &*store.name } else { "" }].join("/");
                optional_number(
                    &key,
                    label,
                    number::count(store.expected_count).into(),
                    own,
                    EXPECTED_ENTRIES,
                    on_change,
                )
            })
        });
        html! {
            <details>
                <summary>{ word("cost.expected") }</summary>
                <div class="stack">{ for fields }</div>
            </details>
        }
    }

    /// The number of a source, if there are several: "[2]".
    fn number_of(&self, source: usize) -> Option<String> {
        (self.view.sources.len() > 1).then(|| format!("[{}]", source + 1))
    }

    /// Where prices are from.
    fn source(&self, position: usize, source: &PriceSource) -> Html {
        let PriceSource { words, is_checked } = source;
        html! {
            <p class="small muted">
                if let Some(number) = self.number_of(position) { { number }{ " " } }
                { if *is_checked { "✓ " } else { "? " } }{ sentence(words) }
            </p>
        }
    }

    /// A price, the number of its source, and a field to put another in its place.
    fn price(&self, row: &PriceRow) -> Html {
        let PriceRow { position, key, text, is_own, is_invalid, source } = row;
        let rejected = self.rejected.filter(|rejected| rejected.key == *key);
        let (settings, key) = (self.view.settings.clone(), Text::clone(key));
        let on_change = self.send.reform(move |event: Event| Action::SetPrice {
            settings: settings.clone(),
            key: Text::clone(&key),
            text: number::read(&typed(&event)).into(),
        });
        let shown = rejected.map_or(text, |rejected| &rejected.text);
        let is_invalid = *is_invalid || rejected.is_some();
        html! {
            <label class="stack">
                <span class="row wrap">
                    <span>{ word(position.words()) }</span>
                    if let Some(number) = source.and_then(|it| self.number_of(it)) {
                        <span class="small muted">{ number }</span>
                    }
                    if *is_own { <b class="small">{ word("cost.own") }</b> }
                    <input
                        class="field price-field push"
                        type="text"
                        inputmode="decimal"
                        value={number::written(shown)}
                        aria-invalid={is_invalid.then_some("true")}
                        onchange={on_change}
                    />
                </span>
                if let Some(rejected) = rejected {
                    <span class="is-danger small" role="alert">{ sentence(&rejected.fault) }</span>
                } else if is_invalid {
                    <span class="is-danger small">{ word("cost.not_a_price") }</span>
                }
            </label>
        }
    }
}

fn chooser(
    label: &'static str,
    options: Vec<AttrValue>,
    chosen: Option<usize>,
    on_choose: Callback<usize>,
) -> Html {
    html! {
        <Select
            label={word(label)}
            {options}
            chosen={chosen.unwrap_or_default()}
            {on_choose}
        />
    }
}

fn typed(event: &Event) -> String {
    event.target_unchecked_into::<HtmlInputElement>().value().trim().to_owned()
}

/// The parts of the sum, if there are several.
fn parts(bill: &BillView) -> Html {
    if bill.parts.len() < 2 {
        return Html::default();
    }
    html! {
        <ul class="row wrap small" aria-label={word("cost.parts")}>
            { for bill.parts.iter().map(|BillPart { words, money, is_taken_off }| html! {
                <li>
                    { sentence(words) }{ " " }
                    <b>{ if *is_taken_off { number::negative(&cents(*money)) } else { cents(*money) } }</b>
                </li>
            }) }
        </ul>
    }
}

/// The price of a way to pay, or how much of the load it throttles.
fn price_of(way: &WayCost) -> Html {
    match way.throttled_permille {
        Some(permille) => sentence(&throttles(permille)),
        None => cents(way.total).into(),
    }
}

/// Every table with its indexes, and a sum.
fn stores(view: &CostView) -> Html {
    let CostView { tables, free, bill, .. } = view;
    let sum = |words: Html, amount: AttrValue| {
        html! { <tr><th scope="row" colspan="4">{ words }</th><td>{ amount }</td></tr> }
    };
    let of_table = |table: &TableCost| {
        let TableCost { name, stores, total } = table;
        let words = Message::plain("cost.table_total").with("table", &**name);
        html! {
            <>
                { for stores.iter().map(store) }
                if tables.len() > 1 && stores.len() > 1 {
                    { sum(sentence(&words), cents(*total).into()) }
                }
            </>
        }
    };
    html! {
        <div class="frame-x" tabindex="0" role="region" aria-label={word("cost.by_store")}>
            <table class="entries">
                <thead>
                    <tr>
                        { for ["cost.store", "cost.writes", "cost.reads", "cost.storage", "cost.total"].map(|title| html! {
                            <th scope="col">{ word(title) }</th>
                        }) }
                    </tr>
                </thead>
                <tbody>
                    { for tables.iter().map(of_table) }
                    if let Some(free) = free {
                        { sum(word("cost.part_free").into(), number::negative(&cents(*free)).into()) }
                    }
                    <tr><th scope="row" colspan="4">{ word("cost.total") }</th><td><b>{ cents(bill.total) }</b></td></tr>
                </tbody>
            </table>
        </div>
    }
}

fn store(store: &StoreCost) -> Html {
    let StoreCost {
        name: store_name,
        hue,
        writes,
        reads,
        storage,
        total,
        expected_count: _,
        arithmetic: _,
    } = store;
    html! {
        <tr>
            <th scope="row">{ name(store_name, *hue) }</th>
            { for [writes, reads, storage].map(|cost| html! { <td class={classes!(cost.is_none().then_some("muted"))}>{ amount(*cost) }</td> }) }
            <td>{ cents(*total) }</td>
        </tr>
    }
}

fn amount(cost: Option<Money>) -> AttrValue {
    cost.map_or_else(|| word("cost.unknown"), |cost| cents(cost).into())
}

fn arithmetic(store: &StoreCost) -> Html {
    html! {
        <div class="stack">
            { name(&store.name, store.hue) }
            { for store.arithmetic.iter().map(|step| html! { <p class="small">{ sentence(step) }</p> }) }
        </div>
    }
}

/// All utilisations from left to right: where on-demand is cheaper, where provisioned is, and where this load is.
fn meeting(view: &BreakEven) -> Html {
    let BreakEven { permille, utilisation_permille, words } = view;
    let meeting = (*permille).min(1_000);
    let here = utilisation_permille.map(|permille| permille.min(1_000));
    html! {
        <>
            <svg viewBox="0 0 1000 90" width="100%" role="img" aria-label={sentences(words)}>
                <rect y="30" width={meeting.to_string()} height="26" fill="var(--accent)" fill-opacity=".25" stroke="var(--accent)" />
                <rect x={meeting.to_string()} y="30" width={(1_000 - meeting).to_string()} height="26" fill="var(--write)" fill-opacity=".25" stroke="var(--write)" stroke-dasharray="8 6" />
                if let Some(here) = here {
                    <path d={format!("M{here} 26v34m-12 22 12-20 12 20z")} fill="var(--ink)" stroke="var(--ink)" stroke-width="3" />
                }
            </svg>
            <p class="row small muted" aria-hidden="true">
                <span>{ word("cost.mode_on_demand") }</span>
                <span class="push">{ word("cost.mode_provisioned") }</span>
            </p>
            { for words.iter().map(|words| html! { <p class="small">{ sentence(words) }</p> }) }
        </>
    }
}
