//! The frame of the page: where each zone is. Small screens show one zone at a time, by its tab.

use playground::message::{number, sentences};
use playground::view::message::Announcement;
use yew::prelude::*;

use crate::app::registry::{Entry, PANELS, Panels};
use crate::component::separator::Separator;
use crate::component::style::use_style_properties;
use crate::component::tabs::Tabs;
use crate::panel::Place;
use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::setting::{Edge, Zone};
use crate::panel::shared::Shared;

/// What the frame is drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page<'a> {
    /// What panels share.
    pub(super) shared: Shared<'a>,
    /// The panels.
    pub(super) panels: &'a Panels,
    /// Where actions on the page as a whole go.
    pub(super) send: &'a Callback<PageAction>,
}

/// Draws the whole page.
pub(super) fn frame(page: &Page) -> Html {
    html! {
        <div class="frame">
            <button
                type="button"
                class="skip button primary"
                onclick={press(page.send, PageAction::GoToZone(Zone::Table))}
            >
                { word("zone.skip") }
            </button>
            <div class="top">{ for draw_all(page, Place::Top) }</div>
            { zones(page) }
            { zones_beside_each_other(page) }
            <footer class="bottom">{ for draw_all(page, Place::Bottom) }</footer>
            { for draw_all(page, Place::Over) }
            { announced(page.shared.session.announcement()) }
        </div>
    }
}

fn zones_beside_each_other(page: &Page) -> Html {
    let content = html! {
        <>
            <section class="zone is-table" aria-labelledby={Zone::Table.id()}>
                { for draw_all(page, Place::Zone(Zone::Table)) }
            </section>
            <section class="zone is-indexes" aria-labelledby={Zone::Indexes.id()}>
                { for draw_all(page, Place::Zone(Zone::Indexes)) }
            </section>
            <section class="zone is-why" aria-label={word("zone.why")}>{ why(page) }</section>
            { separator(page, Edge::Table) }
            { separator(page, Edge::Indexes) }
        </>
    };
    yew::html! {
        <Zones zone={page.shared.page.zone.id()} edges={page.shared.page.edges.places()}>{ content }</Zones>
    }
}

#[derive(Debug, PartialEq, Properties)]
struct ZonesProps {
    /// The zone that small screens show.
    zone: &'static str,
    /// Where the zones meet where a screen shows all three, in thousandths of the width.
    edges: [u16; 2],
    children: Html,
}

#[component]
fn Zones(props: &ZonesProps) -> Html {
    let [first, second] = props.edges.map(percent);
    let node = use_style_properties(vec![("--first-edge", first), ("--second-edge", second)]);
    yew::html! {
        <main ref={node} class="zones" data-zone={props.zone}>{ props.children.clone() }</main>
    }
}

/// Thousandths as a style sheet has them.
fn percent(thousandths: u16) -> String {
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

fn separator(page: &Page, edge: Edge) -> Html {
    let edges = page.shared.page.edges;
    let [first, second] = edges.places();
    let (label, class, at) = match edge {
        Edge::Table => (word("zone.table_edge"), "at-first", first),
        Edge::Indexes => (word("zone.indexes_edge"), "at-second", second),
    };
    let line = Separator {
        label,
        class,
        at,
        range: edges.range(edge),
        divides: "main",
        on_move: page.send.reform(move |to: u16| PageAction::MoveEdge(edge, to)),
    };
    line.draw()
}

fn draw_all<'a>(page: &'a Page<'a>, place: Place) -> impl Iterator<Item = Html> + 'a {
    let entries = PANELS.iter().filter(move |entry| entry.place() == place);
    entries.map(|entry| page.panels.draw(entry))
}

/// The tabs that small screens show instead of three zones.
fn zones(page: &Page) -> Html {
    let table = page.shared.selection.table.as_deref();
    let (count, pending) = page.shared.session.index_counts(table);
    let all =
        [(Zone::Table, "zone.table"), (Zone::Indexes, "zone.indexes"), (Zone::Why, "zone.why")];
    html! {
        <nav class="zone-tabs" data-zone={page.shared.page.zone.id()} aria-label={word("zone.tabs")}>
            { for all.map(|(zone, title)| html! {
                <button
                    type="button"
                    class={classes!("tab", zone_class(zone))}
                    aria-current={(zone == page.shared.page.zone).then_some("true")}
                    onclick={press(page.send, PageAction::ShowZone(zone))}
                >
                    { word(title) }
                    if zone == Zone::Indexes {
                        { " " }
                        <span class={classes!("tab-badge", "small", (pending > 0).then_some("is-pending"))}>
                            { number::count(count) }
                        </span>
                    }
                </button>
            }) }
        </nav>
    }
}

/// Beside each other, the table needs no tab and the indexes are open unless the explanation is.
const fn zone_class(zone: Zone) -> Option<&'static str> {
    match zone {
        Zone::Table => Some("is-phone-only"),
        Zone::Indexes => Some("is-second"),
        Zone::Why => None,
    }
}

/// The third zone: tabs, and the panel of the open one.
fn why(page: &Page) -> Html {
    let tabs: Vec<&Entry> = PANELS.iter().filter(|entry| entry.place() == Place::Tab).collect();
    let open = tabs.iter().position(|entry| entry.id() == page.shared.page.tab).unwrap_or_default();
    let order: Vec<PanelId> = tabs.iter().map(|entry| entry.id()).collect();
    let row = Tabs {
        label: word("zone.why"),
        tabs: tabs.iter().map(|entry| word(entry.title())).collect(),
        open,
        controls: "why-panel",
        on_open: page.send.reform(move |position: usize| PageAction::ShowTab(order[position])),
    };
    html! {
        <>
            <h2 class="visually-hidden" id={Zone::Why.id()} tabindex="-1">{ word("zone.why") }</h2>
            { row.draw() }
            <div class="why" id="why-panel" role="tabpanel" aria-label={word(tabs[open].title())}>
                { page.panels.draw(tabs[open]) }
            </div>
        </>
    }
}

/// The only live region: the last change. Equal messages in succession differ by a space, because a screen reader announces a text only
/// when it changes.
fn announced(announcement: &Announcement) -> Html {
    let words = sentences(&announcement.messages);
    let again = if announcement.serial.is_multiple_of(2) { "" } else { "\u{a0}" };
    html! {
        <p class="visually-hidden" role="status" aria-live="polite">{ words }{ again }</p>
    }
}
