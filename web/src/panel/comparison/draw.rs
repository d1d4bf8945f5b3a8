//! Draws what differs between two designs.

use playground::view::compare::{ComparisonGroup, ComparisonView, Difference, Letter, SchemaPart};
use playground::view::message::Message;
use yew::prelude::*;

use crate::panel::comparison::state::Action;
use crate::panel::comparison::view::View;
use crate::panel::part::amounts::amounts;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, table_name, word, word_with};

/// Draws the panel: what differs, or the way to a second design.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(View { comparison: view, differences, .. }) = view else {
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
            if !differences.is_empty() { { of_tables(differences, send) } }
            <div class="comparison-groups">{ for view.groups.iter().map(group) }</div>
            <p class="small muted">{ word("compare.kept") }</p>
        </>
    }
}

/// Each difference of the tables, as A and B have it, with what takes it over.
fn of_tables(differences: &[Difference], send: &Callback<Action>) -> Html {
    let is_alone = differences.iter().all(|it| it.table == differences[0].table);
    let side = |difference: &Difference, position: usize| {
        let into = Letter::ALL[position].other();
        let Difference { table, part, words, sides, obstacle, losses } = difference;
        let is_whole = matches!(part, SchemaPart::Table | SchemaPart::Index(_));
        let is_lacking = is_whole && sides[position].key == "compare.none";
        let (take_word, label) = match is_lacking {
            true => (word_with("compare.delete", "design", into.name()), "compare.delete_part"),
            false => (word_with("compare.take", "design", into.name()), "compare.take_part"),
        };
        let label = Message::plain(label)
            .with("part", words.clone())
            .with("table", &**table)
            .with("other", into.other().name())
            .with("design", into.name());
        let take = Action::Take { table: table.clone(), part: part.clone(), into };
        html! {
            <td>
                <p>{ sentence(&sides[position]) }</p>
                if obstacle.is_none() {
                    <button type="button" class="button small outlined" aria-label={plain(&label)} onclick={press(send, take)}>
                        { take_word }
                    </button>
                    if let Some(loss) = &losses[position] { <p class="small is-danger">{ sentence(loss) }</p> }
                }
            </td>
        }
    };
    let row = |difference: &Difference| {
        html! {
            <tr>
                <th scope="row">
                    if !is_alone { { table_name(&difference.table) }{ " · " } }
                    { sentence(&difference.words) }
                    if let Some(obstacle) = &difference.obstacle { <p class="small muted">{ sentence(obstacle) }</p> }
                </th>
                { for [0, 1].map(|position| side(difference, position)) }
            </tr>
        }
    };
    html! {
        <table class="differences">
            <thead><tr>
                <th scope="col">{ word("compare.design_differs") }</th>
                { for Letter::ALL.iter().map(|letter| html! { <th scope="col">{ letter.name() }</th> }) }
            </tr></thead>
            <tbody>{ for differences.iter().map(row) }</tbody>
        </table>
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
