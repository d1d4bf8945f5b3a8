//! Draws what differs between two designs.

use playground::view::compare::{ComparisonGroup, ComparisonView, Letter};
use yew::prelude::*;

use crate::panel::comparison::state::Action;
use crate::panel::part::amounts::amounts;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, sentence, word};

/// Draws the panel: what differs, or the way to a second design.
pub(super) fn draw(view: Option<&ComparisonView>, send: &Callback<Action>) -> Html {
    let Some(view) = view else {
        return html! {
            <p class="row wrap">
                <span class="muted">{ word("compare.duplicate_about") }</span>
                <button
                    type="button"
                    class="button outlined"
                    onclick={press(send, Action::Duplicate)}
                >
                    { word("compare.duplicate") }
                </button>
            </p>
        };
    };
    html! {
        <>
            <p>{ sentence(&view.words) }</p>
            if let Some([unlike, align]) = &view.unlike {
                <p><b>{ sentence(unlike) }</b></p>
                <p><button type="button" class="button outlined" onclick={press(send, Action::Align)}>{ sentence(align) }</button></p>
            }
            { run(view, send) }
            <div class="comparison-groups">{ for view.groups.iter().map(group) }</div>
            <p class="small muted">{ word("compare.kept") }</p>
        </>
    }
}

fn run(view: &ComparisonView, send: &Callback<Action>) -> Html {
    if let Some(percent) = view.running_percent {
        return html! {
            <p class="row">
                <progress max="100" value={percent.to_string()} aria-label={word("compare.running")} />
                <button
                    type="button"
                    class="button small outlined"
                    onclick={press(send, Action::Cancel)}
                >
                    { word("compare.cancel") }
                </button>
            </p>
        };
    }
    html! {
        <p>
            <button
                type="button"
                class="button outlined"
                aria-disabled={(!view.can_run).then_some("true")}
                onclick={press(send, Action::Run)}
            >
                { word("compare.run") }
            </button>
        </p>
    }
}

/// A heading, then a row for each amount.
fn group(group: &ComparisonGroup) -> Html {
    let ComparisonGroup { name: of, hue, rows, .. } = group;
    html! {
        <table class="numbers">
            <thead><tr>
                <th scope="col">
                    if let Some(of) = of { { name(of, *hue) } } else { <b>{ word("compare.all") }</b> }
                </th>
                { for Letter::ALL.iter().map(|letter| html! { <th scope="col">{ letter.name() }</th> }) }
                <th scope="col">{ word("compare.difference") }</th>
            </tr></thead>
            <tbody>{ for rows.iter().map(amounts) }</tbody>
        </table>
    }
}
