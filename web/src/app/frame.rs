//! The frame of the page: the bar, the workspace that is shown, and the strip below it.

use playground::message::sentences;
use playground::view::workspace::Workspace;
use web_sys::Element;
use yew::prelude::*;

use crate::app::panels::Panels;
use crate::app::registry::{Entry, PANELS};
use crate::component::icon::{Shape, icon};
use crate::component::separator::Separator;
use crate::component::spotlight::Spotlight;
use crate::component::style::use_style_properties;
use crate::panel::Place;
use crate::panel::page::PageAction;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::setting::{Column, Edge, WORKSPACE_ID, Zone, panel_heading_id};
use crate::panel::shared::Shared;

/// What the frame is drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page<'a> {
    /// What panels share.
    pub(super) shared: Shared<'a>,
    pub(super) panels: &'a Panels,
    /// Where actions on the page as a whole go.
    pub(super) send: &'a Callback<PageAction>,
}

/// What the spotlight of a presentation is on, the first that is shown: an edit before it is sent, an entry that a change
/// is about to reach, one that has left, one that has changed, the item that was written, and what to try first.
const SPOTLIGHT: &[&str] = &[
    ".draft-strip",
    ".is-indexes .entry:is(.is-leaving, .is-arriving, .is-changing)",
    ".is-indexes .has-left",
    ".is-indexes .entry:is(.is-added, .is-changed, .is-moved)",
    ".is-indexes .ghost.is-removed",
    ".items .item.is-selected > tr:first-child",
    ".items .is-pulsing .cell",
];

/// Draws the whole page.
pub(super) fn frame(page: &Page) -> Html {
    let workspace = page.shared.page.workspace;
    if page.shared.page.embed.is_some() {
        return embed(page);
    }
    if page.shared.page.notes.is_some() {
        return html! { <main class="frame is-notes">{ for draw_all(page, Place::Notes) }</main> };
    }
    let is_presenting = page.shared.page.presentation.is_some();
    let top = if is_presenting { Place::Presentation } else { Place::Top };
    html! {
        <div class={classes!("frame", ["in-", workspace.id()].concat(), is_presenting.then_some("is-presenting"), asking(page))}>
            <button
                type="button"
                class="skip button primary"
                onclick={press(page.send, PageAction::SkipToWorkspace)}
            >
                { word("zone.skip") }
            </button>
            <div class="top">
                { for draw_all(page, top) }
                if workspace == Workspace::Explore { { for draw_all(page, Place::Map) } }
            </div>
            { for draw_all(page, Place::Beside) }
            { match workspace {
                Workspace::Explore => explore(page),
                Workspace::Load | Workspace::Design => columns(page, workspace),
            } }
            <footer class="bottom">{ for draw_all(page, Place::Bottom) }</footer>
            { for draw_all(page, Place::Over) }
            <p class="visually-hidden" role="status">{ word(workspace.title()) }</p>
            { announced(page) }
        </div>
    }
}

/// What is shown in a frame of another page: the zones of Explore that it asks for, and a line below them. A lesson is beside them,
/// and can show another workspace.
fn embed(page: &Page) -> Html {
    let workspace = page.shared.page.workspace;
    html! {
        <div class={classes!("frame", ["in-", workspace.id()].concat(), "is-embedded", asking(page))}>
            { for draw_all(page, Place::Beside) }
            if page.shared.page.embed.as_ref().is_some_and(|embed| embed.view.shows_map) {
                { for draw_all(page, Place::Map) }
            }
            { match workspace {
                Workspace::Explore => explore(page),
                Workspace::Load | Workspace::Design => columns(page, workspace),
            } }
            <footer class="bottom">
                { for draw_all(page, Place::Bottom) }
                { for draw_all(page, Place::Embed) }
            </footer>
            { for draw_all(page, Place::Over) }
            { announced(page) }
        </div>
    }
}

/// The workspace Explore: three zones beside each other where a screen has room for them. On others the last operation is a
/// sheet over the zones.
fn explore(page: &Page) -> Html {
    let is_presenting = page.shared.page.presentation.is_some();
    let embed = page.shared.page.embed.as_ref().map(|embed| &embed.view);
    let content = html! {
        <>
            if embed.is_none_or(|embed| embed.shows_items) {
                <section class="zone is-table" aria-labelledby={Zone::Table.id()}>
                    { for draw_all(page, Place::Zone(Zone::Table)) }
                </section>
            }
            if embed.is_none_or(|embed| !embed.indexes.is_empty()) {
                <section class="zone is-indexes" aria-labelledby={Zone::Indexes.id()}>
                    { for draw_all(page, Place::Zone(Zone::Indexes)) }
                </section>
            }
            if !is_presenting || page.shared.session.outcome(None).is_some() {
                { operation(page) }
            }
            if is_presenting {
                <Spotlight on={SPOTLIGHT} />
            } else if embed.is_none() {
                { separator(page, Edge::Table) }
                { separator(page, Edge::Indexes) }
            }
        </>
    };
    yew::html! {
        <Zones zone={page.shared.page.zone.id()} edges={page.shared.page.edges.places()}>{ content }</Zones>
    }
}

/// The class of the page while a question of a lesson covers something.
fn asking(page: &Page) -> Option<&'static str> {
    page.shared.page.learn.covering_question().map(|_| "is-asking")
}

/// The third zone: the last operation, with what it cost, what it found, and its request.
fn operation(page: &Page) -> Html {
    let Shared { session, selection, page: state } = page.shared;
    let last = session.last_operation().map(|it| it.number);
    let content = html! {
        <>
            <div class="zone-head row">
                <h2 id={Zone::Operation.id()} tabindex="-1">{ word("zone.operation") }</h2>
                <button
                    type="button"
                    class="button sheet-close push"
                    aria-label={word("dialog.close")}
                    onclick={press(page.send, PageAction::CloseOperation)}
                >
                    { icon(Shape::Close) }
                </button>
            </div>
            <div class="panel-body">
                if asking(page).is_some() {
                    <p class="muted">{ word("lesson.covered") }</p>
                } else {
                    { for draw_all(page, Place::Zone(Zone::Operation)) }
                }
            </div>
        </>
    };
    yew::html! {
        <OperationZone number={selection.operation.or(last)} zone={state.zone.id()}>{ content }</OperationZone>
    }
}

#[derive(Debug, PartialEq, Properties)]
struct OperationZoneProps {
    number: Option<u64>,
    /// The zone that is worked in: see `ZonesProps`.
    zone: &'static str,
    children: Html,
}

/// Another operation begins at the top, wherever the one before was scrolled to.
#[component]
fn OperationZone(props: &OperationZoneProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.number, props.zone), move |_| {
            if let Some(zone) = node.cast::<Element>() {
                zone.set_scroll_top(0);
            }
        });
    }
    yew::html! {
        <section ref={node} class="zone is-operation" aria-label={word("zone.operation")}>
            { props.children.clone() }
        </section>
    }
}

/// A workspace of panels in columns.
fn columns(page: &Page, workspace: Workspace) -> Html {
    html! {
        <main key={workspace.id()} id={WORKSPACE_ID} class="columns" tabindex="-1" aria-label={word(workspace.title())}>
            { for Column::of(workspace).iter().map(|column| html! {
                <div class={classes!("column", column.class())}>
                    { for in_place(Place::Column(*column)).map(|entry| titled(page, entry)) }
                </div>
            }) }
        </main>
    }
}

/// A panel with its heading.
fn titled(page: &Page, entry: &Entry) -> Html {
    let id = panel_heading_id(entry.id());
    html! {
        <section class={classes!("panel", ["is-", entry.id().0].concat())} aria-labelledby={id.clone()}>
            <h2 {id} tabindex="-1">{ word(entry.title()) }</h2>
            <div class="panel-body">{ page.panels.draw(entry) }</div>
        </section>
    }
}

#[derive(Debug, PartialEq, Properties)]
struct ZonesProps {
    /// The zone that is worked in: small screens show the last operation only there.
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
        <main ref={node} id={WORKSPACE_ID} class="zones" tabindex="-1" data-zone={props.zone}>{ props.children.clone() }</main>
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
    in_place(place).map(|entry| page.panels.draw(entry))
}

fn in_place(place: Place) -> impl Iterator<Item = &'static Entry> {
    PANELS.iter().filter(move |entry| entry.place() == place)
}

/// The last change. Equal messages in succession differ by a space, because a screen reader announces a text only
/// when it changes.
fn announced(page: &Page) -> Html {
    let announcement = page.shared.session.announcement();
    let words = match asking(page) {
        Some(_) => String::new(),
        None => sentences(&announcement.messages),
    };
    let again = if announcement.serial.is_multiple_of(2) { "" } else { "\u{a0}" };
    html! {
        <p class="visually-hidden" role="status" aria-live="polite">{ words }{ again }</p>
    }
}
