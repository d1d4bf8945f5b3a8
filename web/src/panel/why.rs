//! Zone E, first tab: the receipt of an operation, unfolded into arithmetic.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::state::action::{Action, DesignAction, PageAction, ReadAction};
use crate::panel::id::PanelId;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::term::{Term, TermId};
use crate::panel::part::words::{sentence, shared, visible, word};
use crate::panel::read::new_form;
use crate::panel::{Page, PanelFunction, Place};
use playground::message::number;
use playground::view::index::IndexScope;
use playground::view::message::{Argument, Message};
use playground::view::read::ReadOperation;
use playground::view::receipt::{Deed, ReceiptLine, ReceiptView, Suggestion, WhyView};
use playground::view::table::TableView;
use playground::view::value::{Hue, Method, OperationOutcome, Text};

/// The receipt's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId::WHY, title: "why.title", place: Place::Tab, draw };

fn draw(page: &Page) -> Html {
    let mut cards = page.views.indexes.cards.iter();
    let global = cards.find(|card| matches!(card.scope, IndexScope::Global { .. }));
    let props = Props {
        view: Rc::clone(&page.views.why),
        global: global.map(|card| Rc::clone(&card.name)),
        key_name: page.views.table.as_deref().and_then(sparse_key),
        on_action: page.on_action.clone(),
    };
    why(&props)
}

/// The receipt of an operation.
#[derive(Debug)]
struct Props {
    view: Rc<WhyView>,
    /// The first global index, for a suggestion.
    global: Option<Text>,
    /// The index key to take away first.
    key_name: Option<Text>,
    on_action: Callback<Action>,
}

/// The key of a global index that some item lacks: taking it away is the first thing to try.
fn sparse_key(table: &TableView) -> Option<Text> {
    let mut items = table.collections.iter().flat_map(|collection| &collection.items);
    let absent = items.find_map(|item| item.absent.iter().find(|it| it.hue != Hue::Teal));
    absent.map(|absent| Rc::clone(&absent.key.name))
}

fn why(props: &Props) -> Html {
    let WhyView { operation, outcome, latest, receipt, fault: refused, suggestions, .. } =
        props.view.as_ref();
    let back = press(&props.on_action, Action::Page(PageAction::ShowOperation(None)));
    html! {
        <>
            if operation.is_none() { { welcome(props.key_name.as_ref()) } }
            if operation.is_some() && !latest {
                <button type="button" class="link" onclick={back}>{ word("why.back") }</button>
            }
            if let Some(refused) = refused { { fault(refused, None) } }
            if let Some(receipt) = receipt { { bill(receipt) } }
            if *outcome == Some(OperationOutcome::Free) { <p class="rule">{ word("why.free") }</p> }
            if !suggestions.is_empty() {
                <div class="suggestions">
                    <h3 class="small muted">{ word("why.next") }</h3>
                    { for suggestions.iter().map(|suggestion| suggested(props, suggestion)) }
                </div>
            }
        </>
    }
}

/// What stands here before anything has happened.
fn welcome(key_name: Option<&Text>) -> Html {
    let first = match key_name {
        Some(name) => Message::plain("welcome.first").with("name", Argument::Code(Rc::clone(name))),
        None => Message::plain("welcome.any"),
    };
    html! {
        <div class="welcome">
            <p class="lead">{ word("welcome.lead") }</p>
            <ol>
                <li><span>{ sentence(&first) }</span></li>
                <li>{ word("welcome.second") }</li>
                <li>{ word("welcome.third") }</li>
            </ol>
            <p class="muted">{ word("welcome.private") }</p>
        </div>
    }
}

fn suggested(props: &Props, suggestion: &Suggestion) -> Html {
    let read = |operation, index| Action::Read(ReadAction::Open(new_form(operation, index, None)));
    let action = match &suggestion.deed {
        Deed::Send { operation, request } => {
            let (operation, request) = (Rc::clone(operation), Rc::clone(request));
            Action::Read(ReadAction::Call { operation, request })
        }
        Deed::QueryIndex => read(ReadOperation::Query, props.global.clone()),
        Deed::ScanTable => read(ReadOperation::Scan, None),
        Deed::OpenDesign => Action::Design(DesignAction::Open(None)),
    };
    html! {
        <button type="button" class="suggestion" onclick={press(&props.on_action, action)}>
            { sentence(&suggestion.words) }
        </button>
    }
}

fn bill(view: &ReceiptView) -> Html {
    let ReceiptView { operation, subject, method, total, lines, rule } = view;
    let (class, words, term) = match method {
        Method::Write => ("is-write", "why.units_written", TermId::WCU),
        Method::Read => ("is-read", "why.units_read", TermId::RCU),
    };
    let total = Message::plain(words).with("units", Argument::HalfUnits(total.halves).strong());
    html! {
        <div class={classes!("receipt", class)}>
            <pre class="receipt-subject">
                <b>{ shared(operation) }</b>
                { for subject.iter().map(|line| html! { <span>{ visible(line) }</span> }) }
            </pre>
            <p class="receipt-total row muted"><Term id={term}>{ sentence(&total) }</Term></p>
            <ol class="receipt-lines">{ for lines.iter().map(line) }</ol>
            if let Some(rule) = rule { <p class="rule">{ sentence(rule) }</p> }
        </div>
    }
}

fn line(line: &ReceiptLine) -> Html {
    let ReceiptLine { units, words, hue, arithmetic } = line;
    let free = (units.halves == 0).then_some("is-none");
    html! {
        <li class={classes!("receipt-line", free)}>
            <b class="receipt-units">{ number::units(*units) }</b>
            <span class={classes!(hue.map(Hue::class))}>{ sentence(words) }</span>
            { for arithmetic.iter().map(|step| html! { <p class="small muted">{ sentence(step) }</p> }) }
        </li>
    }
}
