//! Draws what differs between two designs.

use playground::view::compare::{
    ComparisonGroup, ComparisonView, Difference, Letter, MergePreview, SchemaPart,
};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::select::Select;

use crate::panel::comparison::state::{Action, Taken};
use crate::panel::comparison::view::{Asked, Examples, TwoDesigns, View};
use crate::panel::contract::Draw;
use crate::panel::part::amounts::amounts;
use crate::panel::part::file_choice::file_choice_beside;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, table_name, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        match self {
            View::One(examples) => one(examples, send),
            View::Two(view) => two(view, send),
        }
    }
}

/// The ways to a second design: a copy, a file, a link or an example.
fn one(Examples { lessons, is_awaited }: &Examples, send: &Callback<Action>) -> Html {
    let on_link = send.reform(|event: Event| {
        Action::Open(event.target_unchecked_into::<HtmlInputElement>().value().into())
    });
    let example = lessons.as_ref().map(|titled| {
        let label = word("compare.example");
        let titles = titled.iter().map(|(_, title)| AttrValue::from(title.clone()));
        let options: Vec<AttrValue> = std::iter::once(label.clone()).chain(titles).collect();
        let lessons: Vec<Text> = titled.iter().map(|(lesson, _)| Text::clone(lesson)).collect();
        let send = send.clone();
        let on_choose = Callback::from(move |position: usize| {
            if let Some(lesson) = position.checked_sub(1).and_then(|it| lessons.get(it)) {
                send.emit(Action::OpenExample(Text::clone(lesson)));
            }
        });
        html! { <Select {label} {options} chosen=0 focused={*is_awaited} {on_choose} /> }
    });
    html! {
        <div class="stack">
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
            <div class="row wrap open-beside" role="group" aria-label={word("compare.open_about")}>
                <span class="muted">{ word("compare.open_about") }</span>
                { file_choice_beside("button outlined", word("compare.open_file")) }
                <input class="field" type="text" aria-label={word("compare.open_link")} placeholder={word("compare.open_link")} onchange={on_link} />
                if let Some(example) = example {
                    { example }
                } else {
                    <button type="button" class="button outlined" onclick={press(send, Action::ListExamples)}>
                        { word("compare.examples") }
                    </button>
                }
            </div>
        </div>
    }
}

fn two(view: &TwoDesigns, send: &Callback<Action>) -> Html {
    let TwoDesigns { comparison: view, differences, asked, .. } = view;
    html! {
        <>
            <p>{ sentence(&view.words) }</p>
            if let Some([unlike, align]) = &view.unlike {
                <p><b>{ sentence(unlike) }</b></p>
                <p><button type="button" class="button outlined" onclick={press(send, Action::Align)}>{ sentence(align) }</button></p>
            }
            { run(view, send) }
            if !differences.is_empty() { { of_tables(differences, asked.as_deref(), send) } }
            <div class="comparison-groups">{ for view.groups.iter().map(group) }</div>
            <p class="small muted">{ word("compare.kept") }</p>
        </>
    }
}

/// Each difference of the tables, as A and B have it, with what takes it over.
fn of_tables(differences: &[Difference], asked: Option<&Asked>, send: &Callback<Action>) -> Html {
    let is_alone = differences.iter().all(|it| it.table == differences[0].table);
    let side = |difference: &Difference, position: usize| {
        let into = Letter::ALL[position].other();
        let Difference { table, part, words, sides, obstacle, losses } = difference;
        let is_whole = matches!(part, SchemaPart::Table | SchemaPart::Index(_));
        let is_lacking = is_whole && sides[position].key == "compare.none";
        let is_table = *part == SchemaPart::Table;
        let take_word = if is_lacking { "compare.delete" } else { "compare.take" };
        let label = match (is_lacking, is_table) {
            (true, true) => "compare.delete_table",
            (true, false) => "compare.delete_part",
            (false, true) => "compare.take_table",
            (false, false) => "compare.take_part",
        };
        let label = Message::plain(label)
            .with("part", words.clone())
            .with("table", &**table)
            .with("other", into.other().name())
            .with("design", into.name());
        let taken = Taken { table: table.clone(), part: part.clone(), into };
        let tried = asked.filter(|(asked, _)| *asked == taken).map(|(_, preview)| preview);
        let class = if tried.is_some() { "primary" } else { "outlined" };
        let take = match tried {
            Some(_) => Action::Take(taken),
            None => Action::Ask(Some(taken)),
        };
        html! {
            <td>
                <p>{ sentence(&sides[position]) }</p>
                if obstacle.is_none() {
                    <button type="button" class={classes!("button", "small", class)} aria-label={plain(&label)} onclick={press(send, take)}>
                        { word_with(take_word, "design", into.name()) }
                    </button>
                    if tried.is_some() {
                        <button type="button" class="button small" onclick={press(send, Action::Ask(None))}>{ word("draft.cancel") }</button>
                    }
                    if let Some(loss) = &losses[position] { <p class="small is-danger">{ sentence(loss) }</p> }
                    if let Some(preview) = tried { { previewed(preview.as_ref(), into) } }
                }
            </td>
        }
    };
    let row = |difference: &Difference| {
        html! {
            <tr>
                <th scope="row">
                    if !is_alone && difference.part != SchemaPart::Table { { table_name(&difference.table) }{ " · " } }
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

/// What taking a difference over does.
fn previewed(preview: Option<&MergePreview>, into: Letter) -> Html {
    let Some(MergePreview { broken, mended, costs }) = preview else {
        let words = word_with("compare.untried", "design", into.name());
        return html! { <p class="small" role="status">{ words }</p> };
    };
    let costs = costs.map(|[before, after]| {
        Message::plain("compare.costs")
            .with("design", into.name())
            .with("before", Argument::Cents(before))
            .with("after", Argument::Cents(after))
    });
    html! {
        <div class="small" role="status">
            if let Some(broken) = broken { <p class="is-danger">{ sentence(broken) }</p> }
            if let Some(mended) = mended { <p>{ sentence(mended) }</p> }
            if let Some(costs) = &costs { <p>{ sentence(costs) }</p> }
        </div>
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
