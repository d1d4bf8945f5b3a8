//! Two designs: a strip that says which of them is shown, and a dialog that says what differs.

use yew::prelude::*;

use crate::app::state::action::{Action, PageAction, SandboxAction};
use crate::app::state::setting::Menu;
use crate::component::dialog::Dialog;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, word, word_with};
use crate::panel::{Page, PanelFunction, Place};
use playground::view::compare::{
    CompareCommand, ComparisonGroup, ComparisonRow, ComparisonView, Letter,
};
use playground::view::message::Message;

/// The strip's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId("compare"), title: "compare.title", place: Place::Top, draw };

/// The dialog's place on the page.
pub const DIALOG: PanelFunction = PanelFunction {
    id: PanelId("comparison"),
    title: "compare.title",
    place: Place::Over,
    draw: draw_dialog,
};

fn draw(page: &Page) -> Html {
    let Some(pair) = &page.views.pair else { return Html::default() };
    let on_action = page.on_action;
    html! {
        <section class="notice row wrap" aria-label={word("compare.title")}>
            { for Letter::ALL.iter().map(|letter| html! {
                <button
                    type="button"
                    class="button small outlined"
                    aria-pressed={(*letter == pair.letter).to_string()}
                    onclick={press(on_action, command(CompareCommand::Show(*letter)))}
                >
                    if *letter == pair.letter { <span aria-hidden="true">{ "● " }</span> }
                    { word_with("compare.design", "design", letter.name()) }
                </button>
            }) }
            <button
                type="button"
                id={Menu::Compare.id()}
                class="button small outlined"
                aria-haspopup="dialog"
                onclick={press(on_action, Action::Page(PageAction::ToggleMenu(Menu::Compare)))}
            >
                { word("compare.open") }
            </button>
            <span class="push" />
            <button
                type="button"
                class="button small"
                onclick={press(on_action, command(CompareCommand::Keep))}
            >
                { word_with("compare.keep", "design", pair.letter.name()) }
            </button>
        </section>
    }
}

fn draw_dialog(page: &Page) -> Html {
    let comparison = page.views.pair.as_ref().and_then(|pair| pair.comparison.as_ref());
    let (Some(view), Some(Menu::Compare)) = (comparison, page.state.menu) else {
        return Html::default();
    };
    let on_action = page.on_action;
    let content = html! {
        <div class="why">
            <p>{ sentence(&view.words) }</p>
            { run(view, on_action) }
            <div class="frame-x" tabindex="0" role="region" aria-label={word("compare.title")}>
                <table class="numbers small">
                    { for view.groups.iter().map(group) }
                </table>
            </div>
            <p class="small muted">{ word("compare.kept") }</p>
        </div>
    };
    html! {
        <Dialog
            title={word("compare.title")}
            close_label={word("dialog.close")}
            class="is-wide"
            on_close={on_action.reform(|()| Action::Page(PageAction::CloseMenu))}
        >
            { content }
        </Dialog>
    }
}

fn run(view: &ComparisonView, on_action: &Callback<Action>) -> Html {
    if let Some(percent) = view.running_percent {
        return html! {
            <progress max="100" value={percent.to_string()} aria-label={word("compare.running")} />
        };
    }
    html! {
        <p>
            <button
                type="button"
                class="button outlined"
                aria-disabled={(!view.can_run).then_some("true")}
                onclick={press(on_action, command(CompareCommand::Run))}
            >
                { word("compare.run") }
            </button>
        </p>
    }
}

/// A heading, then a row for each amount.
fn group(group: &ComparisonGroup) -> Html {
    let ComparisonGroup { name: of, hue, rows } = group;
    html! {
        <tbody>
            <tr>
                <th scope="rowgroup">
                    if let Some(of) = of { { name(of, *hue) } } else { <b>{ word("compare.all") }</b> }
                </th>
                { for Letter::ALL.iter().map(|letter| html! { <th scope="col">{ letter.name() }</th> }) }
                <th scope="col">{ word("compare.difference") }</th>
            </tr>
            { for rows.iter().map(row) }
        </tbody>
    }
}

fn row(row: &ComparisonRow) -> Html {
    let ComparisonRow { words, amounts, difference } = row;
    html! {
        <tr>
            <th scope="row">{ sentence(words) }</th>
            { for amounts.iter().map(|amount| html! {
                <td>
                    { match amount {
                        Some(amount) => plain(
                            &Message::plain("compare.amount").with("amount", amount.clone()),
                        ),
                        None => word("compare.none"),
                    } }
                </td>
            }) }
            <td>{ sentence(difference) }</td>
        </tr>
    }
}

const fn command(command: CompareCommand) -> Action {
    Action::Sandbox(SandboxAction::Compare(command))
}
