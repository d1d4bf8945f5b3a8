//! The markup of the head of a presentation.

use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::qr_code::QrCode;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word};
use crate::panel::presentation::state::Action;
use crate::panel::presentation::view::{LinkView, QR_LENGTH_MAX, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <>
                <header class="presentation row" aria-label={word("present.title")}>
                    <h1 class="presentation-sentence">
                        { self.sentence.as_ref().map_or_else(|| html! { { word("summary.none") } }, sentence) }
                    </h1>
                    if self.has_lesson {
                        <button type="button" class="button outlined presentation-notes" onclick={press(send, Action::OpenNotes)}>
                            { word("present.notes") }
                        </button>
                    }
                    { enlarge(self, send) }
                    <button
                        type="button"
                        class="button"
                        aria-label={word("present.leave")}
                        title={word("present.leave")}
                        onclick={press(send, Action::Leave)}
                    >
                        { icon(Shape::Close) }
                    </button>
                </header>
                if self.are_notes_denied { <p class="presentation-notice" role="alert">{ word("present.notes_denied") }</p> }
                if self.is_enlarged { { enlarged(self, send) } }
            </>
        }
    }
}

/// The button with the small code, which can be scanned from a short distance.
fn enlarge(view: &View, send: &Callback<Action>) -> Html {
    let content = match &*view.link {
        LinkView::Short(link) => html! { <QrCode text={shared(link)} label={None::<AttrValue>} /> },
        LinkView::Long { .. } | LinkView::None(_) => html! { { word("present.qr_none") } },
    };
    html! {
        <button
            type="button"
            class="presentation-code button"
            aria-label={word("present.qr_enlarge")}
            title={word("present.qr_enlarge")}
            onclick={press(send, Action::Enlarge(true))}
        >
            { content }
        </button>
    }
}

/// The code as large as the window, or why there is none and the sandbox as a file.
fn enlarged(view: &View, send: &Callback<Action>) -> Html {
    let (title, about) = match view.has_lesson {
        true => ("present.qr_lesson", "present.qr_lesson_about"),
        false => ("present.qr", "present.qr_about"),
    };
    let content = match &*view.link {
        LinkView::Short(link) => html! {
            <>
                <QrCode text={shared(link)} label={word(title)} />
                <p>{ word(about) }</p>
            </>
        },
        LinkView::Long { length } => {
            let words = Message::plain("present.qr_too_long")
                .with("count", Argument::Count(*length))
                .with("limit", Argument::Count(QR_LENGTH_MAX as u64));
            file(&words, send)
        }
        LinkView::None(reason) => file(reason, send),
    };
    html! {
        <Dialog
            title={word(title)}
            close_label={word("dialog.close")}
            class="presentation-dialog"
            on_close={send.reform(|()| Action::Enlarge(false))}
        >
            { content }
        </Dialog>
    }
}

fn file(words: &Message, send: &Callback<Action>) -> Html {
    html! {
        <div class="stack">
            <p>{ sentence(words) }</p>
            <button type="button" class="button primary" onclick={press(send, Action::Download)}>
                { word("share.download") }
            </button>
        </div>
    }
}
