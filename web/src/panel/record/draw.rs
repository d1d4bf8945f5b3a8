//! Draws the recorder: the files, and beside them what a learner will see.

use playground::lesson::fault::Place;
use playground::lesson::prediction::Mark;
use playground::lesson::record::question::Question;
use playground::lesson::source::FILE_SIZE_MAX;
use playground::lesson::words::Span;
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::file_editor::FileEditor;
use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::prose::{line, prose, with_code};
use crate::panel::part::words::{plain, sentence, shared, word, word_with};
use crate::panel::record::preview::{PartPreview, Preview, StepPreview};
use crate::panel::record::state::Action;
use crate::panel::record::view::{CheckView, DraftView, FaultView, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let content = html! {
            <div class="stack">
                <p class="small muted">{ word("record.about") }</p>
                if let Some(problem) = &self.problem {
                    <p class="record-notes" role="alert">{ sentence(problem) }</p>
                }
                if let Some(draft) = &self.draft { { files(draft, send) } }
                { foot(self, send) }
            </div>
        };
        html! {
            <Dialog
                title={word("record.title")}
                close_label={word("dialog.close")}
                class="record-dialog"
                on_close={send.reform(|()| Action::Close)}
            >
                { content }
            </Dialog>
        }
    }
}

fn files(view: &DraftView, send: &Callback<Action>) -> Html {
    let copy = match view.copied {
        Some(true) => "record.copied",
        Some(false) => "record.not_copied",
        None => "record.copy",
    };
    html! {
        <>
            if !view.notes.is_empty() {
                <div class="record-notes small" role="note" aria-label={word("record.notes")}>
                    <p>{ word("record.notes") }</p>
                    <ul>{ for view.notes.iter().map(|note| html! { <li>{ note }</li> }) }</ul>
                </div>
            }
            <div class="record-columns">
                <section class="stack" aria-label={word("record.files")}>
                    <div class="row wrap">
                        <div class="row" role="group" aria-label={word("record.files")}>
                            { for [Place::Lesson, Place::Words].map(|place| file(place, view.place, send)) }
                        </div>
                        <button type="button" class="button small push" onclick={press(send, Action::Copy)}>
                            { word(copy) }
                        </button>
                    </div>
                    <FileEditor
                        key={file_key(view.place)}
                        label={word(file_key(view.place))}
                        text={shared(&view.text)}
                        wraps={view.place == Place::Words}
                        shown={view.shown}
                        on_type={typed(view.place, send)}
                        on_pause={send.reform(|()| Action::Pause)}
                    />
                    { checked(view, send) }
                </section>
                if let Some(shown) = &view.preview { { preview(shown, send) } }
            </div>
        </>
    }
}

fn typed(place: Place, send: &Callback<Action>) -> Callback<String> {
    send.reform(move |text| Action::Type(place, text))
}

const fn file_key(place: Place) -> &'static str {
    match place {
        Place::Lesson => "record.file.steps",
        Place::Words => "record.file.words",
    }
}

fn file(place: Place, shown: Place, send: &Callback<Action>) -> Html {
    html! {
        <button
            type="button"
            class="button small outlined"
            aria-pressed={(place == shown).to_string()}
            onclick={press(send, Action::Show(place))}
        >
            { word(file_key(place)) }
        </button>
    }
}

/// What the check has found, and where words of the recorder wait for those of a teacher.
fn checked(view: &DraftView, send: &Callback<Action>) -> Html {
    let found = match &view.check {
        CheckView::Waiting => html! { <p class="muted">{ word("record.waiting") }</p> },
        CheckView::Unchecked => html! { <p>{ word("record.unchecked") }</p> },
        CheckView::TooLarge(place) => {
            let words = Message::plain("record.file_too_large")
                .with("file", Message::plain(file_key(*place)))
                .with("limit", Argument::Size(FILE_SIZE_MAX as u64));
            html! { <p class="record-notes">{ sentence(&words) }</p> }
        }
        CheckView::Right => {
            html! { <p class="row record-right">{ icon(Shape::Check) }{ word("record.right") }</p> }
        }
        CheckView::Faults(faults) => html! {
            <div class="record-notes">
                <p>{ word("record.faults") }</p>
                <ul>{ for faults.iter().map(|view| fault(view, send)) }</ul>
            </div>
        },
    };
    let to_write = view.to_write.first().map(|first| {
        let count = Argument::Count(view.to_write.len() as u64);
        let go = Action::GoTo(Place::Words, *first);
        html! {
            <p class="row wrap">
                <span>{ sentence(&Message::plain("record.to_write").with("count", count)) }</span>
                <button type="button" class="button small outlined" onclick={press(send, go)}>
                    { word("record.first_to_write") }
                </button>
            </p>
        }
    });
    html! {
        <div class="stack small">
            <div role="status">{ found }</div>
            { to_write }
        </div>
    }
}

fn fault(view: &FaultView, send: &Callback<Action>) -> Html {
    let FaultView { fault, quote } = view;
    let key = match fault.place {
        Place::Lesson => "record.line_of_steps",
        Place::Words => "record.line_of_words",
    };
    let name = word_with(key, "line", Argument::Count(fault.line as u64));
    let words = Message::plain("record.fault")
        .with("expected", fault.expected.as_str())
        .with("found", fault.found.as_str());
    html! {
        <li>
            <button
                type="button"
                class="button small outlined"
                onclick={press(send, Action::GoTo(fault.place, fault.line))}
            >
                { name }
            </button>
            if !quote.is_empty() { { " " }<code>{ quote }</code> }
            <br />
            { with_code(&plain(&words)) }
        </li>
    }
}

/// What a learner will see.
fn preview(view: &Preview, send: &Callback<Action>) -> Html {
    html! {
        <section class="record-preview stack" tabindex="0" aria-label={word("record.preview")}>
            <h3 translate="no">{ &view.title }</h3>
            <ol class="stack">{ for view.steps.iter().map(|view| step(view, send)) }</ol>
        </section>
    }
}

fn step(view: &StepPreview, send: &Callback<Action>) -> Html {
    html! {
        <li class="record-step stack">
            <h4 translate="no">{ &view.title }</h4>
            <div class="stack" translate="no">{ prose(&view.text) }</div>
            { for view.parts.iter().map(|view| part(view, send)) }
        </li>
    }
}

fn part(view: &PartPreview, send: &Callback<Action>) -> Html {
    match view {
        PartPreview::Prediction { question, choices } => html! {
            <div class="record-question" translate="no">
                { prose(question) }
                <ul>{ for choices.iter().map(|(label, mark)| choice(label, *mark)) }</ul>
            </div>
        },
        PartPreview::Operation { name, result, line, questions } => {
            operation(name.as_deref(), result, *line, questions, send)
        }
        PartPreview::Task(text) => html! {
            <div class="record-question"><b>{ word("lesson.task") }</b><div translate="no">{ prose(text) }</div></div>
        },
        PartPreview::Time(ms) => {
            html! { <p class="small muted">{ word_with("record.time", "time", Argument::Ms(*ms)) }</p> }
        }
        PartPreview::Change => html! { <p class="small muted">{ word("record.change") }</p> },
        PartPreview::Free => html! { <p class="small muted">{ word("record.free") }</p> },
    }
}

fn choice(label: &[Span], mark: Mark) -> Html {
    let mark = match mark {
        Mark::Right => Some("record.mark.right"),
        Mark::Common => Some("record.mark.common"),
        Mark::Wrong => None,
    };
    html! {
        <li>{ line(label) }if let Some(mark) = mark { <span class="muted">{ " · " }{ word(mark) }</span> }</li>
    }
}

fn operation(
    name: Option<&str>,
    result: &[String],
    line: usize,
    questions: &[Question],
    send: &Callback<Action>,
) -> Html {
    let ask = |question: &Question| {
        html! {
            <button
                type="button"
                class="button small outlined"
                onclick={press(send, Action::Ask(line, *question))}
            >
                { word(question.key()) }
            </button>
        }
    };
    let name = name.map_or_else(|| word("record.workload"), |name| name.to_owned().into());
    html! {
        <div class="record-operation">
            <p><b>{ name }</b></p>
            { for result.iter().map(|line| html! { <p><code>{ line }</code></p> }) }
            if !questions.is_empty() { <p class="row wrap">{ for questions.iter().map(ask) }</p> }
        </div>
    }
}

fn foot(view: &View, send: &Callback<Action>) -> Html {
    let button = |class: &'static str, key: &'static str, action: Action| {
        html! { <button type="button" {class} onclick={press(send, action)}>{ word(key) }</button> }
    };
    html! {
        <div class="record-foot row wrap">
            if let Some(draft) = &view.draft {
                if !matches!(draft.check, CheckView::TooLarge(_)) {
                    { button("button primary", "record.play", Action::Play) }
                }
                { button("button outlined", "record.check", Action::Check) }
                { button("button outlined", "record.save", Action::Save) }
            }
            { button("button push", "record.again", Action::Record) }
            if view.can_restore { { button("button", "record.restore", Action::Restore) } }
        </div>
    }
}
