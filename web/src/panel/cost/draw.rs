//! Draws the estimate.

use playground::message::number::{self, cents};
use playground::sandbox::limit::{
    BACKUP_COUNTS, EXPECTED_ENTRIES, EXPECTED_ITEMS, SCALED_PERCENTS, STREAM_READS,
    UTILISATION_PERCENTS,
};
use playground::view::cost::{
    BillPart, BillView, CostSettings, CostView, LoadSource, PayMode, PriceRow, PriceSource,
    ReservedPrice, TableClass, price,
};
use playground::view::value::Text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::select::Select;
use crate::component::toggle::toggle;
use crate::panel::contract::Draw;
use crate::panel::cost::bill::{bill, meeting};
use crate::panel::cost::day::day;
use crate::panel::cost::growth::growth;
use crate::panel::cost::state::{Action, RejectedPrice};
use crate::panel::cost::view::View;
use crate::panel::part::number::{decimal_number, optional_number};
use crate::panel::part::words::{plain, sentence, shared, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { cost, rejected, rejected_day, drawn, open } = self;
        let Some(view) = cost else {
            return html! { <p class="empty muted">{ word("cost.no_table") }</p> };
        };
        let CostView { headline, basis, ways, break_even, prices, .. } = view;
        let drawing = Drawing { view, rejected: rejected.as_ref(), send };
        html! {
            <>
                <p class="lead">{ sentence(headline) }</p>
                { parts(&view.bill) }
                { drawing.choices() }
                { drawing.expected() }
                { drawing.extras() }
                { bill(view, open.as_ref(), send) }
                <p class="small muted">{ word("cost.left_out") }</p>
                <p class="small muted">{ word("cost.exact") }</p>
                { day(view, rejected_day.as_ref(), *drawn, send) }
                { growth(view, send) }
                <section class="stack" aria-label={word("cost.ways")}>
                    <h3>{ word("cost.ways") }</h3>
                    <dl class="stack">
                        { for ways.iter().map(|way| html! {
                            <div class="row wrap">
                                <dt>{ sentence(&way.words) }</dt>
                                <dd class="push">
                                    if way.is_cheapest { <span class="small muted">{ word("cost.cheapest") }{ " " }</span> }
                                    <b>{ sentence(&price(way.total, way.throttled_permille)) }</b>
                                </dd>
                                { for way.steps.iter().chain(&way.notes).map(|note| html! { <dd class="small muted way-note">{ sentence(note) }</dd> }) }
                            </div>
                        }) }
                    </dl>
                    if let Some(break_even) = break_even { { meeting(break_even) } }
                </section>
                <details>
                    <summary>{ word("cost.prices") }</summary>
                    <div class="stack">
                        { for prices.iter().map(|price| drawing.price(price)) }
                        { for view.reserved_prices.iter().map(|it| drawing.reserved(it)) }
                        { for view.sources.iter().enumerate().map(|(position, it)| drawing.source(position, it)) }
                    </div>
                </details>
                <>{ for basis.iter().map(|words| html! { <p class="small muted">{ sentence(words) }</p> }) }</>
            </>
        }
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
        let CostView { settings, regions, classes, modes, is_provisioned, has_run, .. } = self.view;
        let names = regions.clone();
        let all = settings.clone();
        let on_region = self.send.reform(move |position: usize| {
            Action::Set(CostSettings { region: Text::clone(&names[position]), ..all.clone() })
        });
        // The first choice is no choice: as the tables are set.
        let class = TableClass::ALL.iter().position(|it| Some(*it) == settings.class);
        let mode = PayMode::ALL.iter().position(|it| Some(*it) == settings.mode);
        let place = |chosen: Option<usize>| chosen.map(|it| it + 1);
        let on_free = self.change(|settings, _: Event| settings.free_tier = !settings.free_tier);
        html! {
            <>
            <div class="row wrap">
                { chooser("cost.region", regions.iter().map(shared).collect(), regions.iter().position(|it| *it == settings.region), on_region) }
                { chooser("cost.class", classes.iter().map(plain).collect(), place(class), self.change(|settings, position: usize| {
                    settings.class = position.checked_sub(1).map(|it| TableClass::ALL[it]);
                })) }
                { chooser("cost.mode", modes.iter().map(plain).collect(), place(mode), self.change(|settings, position: usize| {
                    settings.mode = position.checked_sub(1).map(|it| PayMode::ALL[it]);
                })) }
                if *has_run {
                    { chooser("cost.source", vec![word("cost.source_patterns"), word("cost.source_run")], Some(usize::from(settings.source == LoadSource::Run)), self.change(|settings, position: usize| {
                        settings.source = if position == 0 { LoadSource::Patterns } else { LoadSource::Run };
                    })) }
                }
                if !is_provisioned {
                    { toggle(word("cost.scaled"), settings.is_scaled, &self.change(|settings, on| settings.is_scaled = on)) }
                    { decimal_number(
                        "utilisation",
                        word("cost.utilisation"),
                        settings.utilisation_percent,
                        if settings.is_scaled { SCALED_PERCENTS } else { UTILISATION_PERCENTS },
                        self.change(|settings, percent| settings.utilisation_percent = percent),
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
            if let Some(target) = &self.view.target { <p class="small">{ sentence(target) }</p> }
            <p class="small muted">{ word("cost.items_change") }</p>
            </>
        }
    }

    /// What can be added to the tables.
    fn extras(&self) -> Html {
        let settings = &self.view.settings;
        html! {
            <details>
                <summary>{ word("extra.title") }</summary>
                <div class="stack">
                    { toggle(word("extra.recovery"), settings.has_recovery, &self.change(|settings, on| settings.has_recovery = on)) }
                    { optional_number(
                        "backups",
                        word("extra.backup_count"),
                        number::count(0).into(),
                        settings.backup_count,
                        BACKUP_COUNTS,
                        self.change(|settings, count: Option<u64>| settings.backup_count = count),
                    ) }
                    { optional_number(
                        "stream reads",
                        word("extra.stream_count"),
                        number::count(0).into(),
                        settings.stream_reads,
                        STREAM_READS,
                        self.change(|settings, count: Option<u64>| settings.stream_reads = count),
                    ) }
                </div>
            </details>
        }
    }

    /// How many items each table and entries each index will have.
    fn expected(&self) -> Html {
        let tables = self.view.tables.iter();
        let tables = tables.filter_map(|table| Some((table.expected_as.as_ref()?, table)));
        let fields = tables.flat_map(|(table_name, table)| {
            table.stores.iter().enumerate().map(move |(position, store)| {
                let index = (position > 0).then(|| Text::clone(&store.name));
                let label = match &index {
                    None => word_with("cost.expected_items", "table", table_name.as_ref()),
                    Some(index) => word_with("cost.expected_entries", "index", index.as_ref()),
                };
                let settings = self.view.settings.clone();
                let own = settings.expected_of(table_name, index.as_deref());
                let name = Text::clone(table_name);
                let on_change = self.send.reform(move |count: Option<u64>| {
                    let mut settings = settings.clone();
                    settings.expect(&name, index.as_ref(), count);
                    Action::Set(settings)
                });
                // Two tables may have indexes of one name.
                let key = [&**table_name, if position > 0 { &*store.name } else { "" }].join("/");
                html! {
                    <>
                        { optional_number(
                            &key,
                            label,
                            number::count(store.expected_count).into(),
                            own,
                            EXPECTED_ENTRIES,
                            on_change,
                        ) }
                        if let Some(remark) = &store.remark {
                            <p class="small is-danger">{ sentence(remark) }</p>
                        }
                    </>
                }
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

    /// What a block of reserved units costs.
    fn reserved(&self, ReservedPrice { words, price, source }: &ReservedPrice) -> Html {
        html! {
            <p class="row wrap">
                <span>{ sentence(words) }</span>
                if let Some(number) = source.and_then(|it| self.number_of(it)) {
                    <span class="small muted">{ number }</span>
                }
                <span class="push">{ sentence(price) }</span>
            </p>
        }
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
        let PriceRow { key, text, is_own, source, .. } = row;
        let rejected = self.rejected.filter(|rejected| rejected.key == *key);
        let (settings, key) = (self.view.settings.clone(), Text::clone(key));
        let on_change = self.send.reform(move |event: Event| Action::SetPrice {
            settings: settings.clone(),
            key: Text::clone(&key),
            text: number::read(&typed(&event)).into(),
        });
        let shown = rejected.map_or(text, |rejected| &rejected.text);
        html! {
            <label class="stack">
                <span class="row wrap">
                    <span>{ sentence(&row.words()) }</span>
                    if let Some(number) = source.and_then(|it| self.number_of(it)) {
                        <span class="small muted">{ number }</span>
                    }
                    if *is_own { <b class="small">{ word("cost.own") }</b> }
                    <input
                        class="field price-field push"
                        type="text"
                        inputmode="decimal"
                        value={number::written(shown)}
                        aria-invalid={rejected.map(|_| "true")}
                        onchange={on_change}
                    />
                </span>
                if rejected.is_some() {
                    <span class="is-danger small" role="alert">
                        { word("cost.not_a_price") }
                        if !text.is_empty() { { " " }{ word_with("cost.price_in_use", "price", number::written(text)) } }
                    </span>
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
