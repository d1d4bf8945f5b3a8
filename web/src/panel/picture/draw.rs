//! The markup of the dialog with the picture of the sandbox.

use playground::picture::Format;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::selected_text::SelectedText;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word};
use crate::panel::picture::state::{Action, Done};
use crate::panel::picture::view::View;

/// Draws the dialog, if it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(view) = view else { return Html::default() };
    let content = match &view.picture {
        Ok(address) => html! {
            <>
                <img class="picture-preview" src={shared(address)} alt={shared(&view.title)} />
                { actions(view, send) }
            </>
        },
        Err(reason) => html! { <p>{ sentence(reason) }</p> },
    };
    html! {
        <Dialog
            title={word("picture.title")}
            close_label={word("dialog.close")}
            class="picture-dialog"
            on_close={send.reform(|()| Action::Close)}
        >
            <div class="stack">
                <p>{ word("picture.about") }</p>
                { content }
            </div>
        </Dialog>
    }
}

fn actions(view: &View, send: &Callback<Action>) -> Html {
    html! {
        <>
            <p class="row wrap">
                <button type="button" class="button primary" onclick={press(send, Action::Save(Format::Svg))}>
                    { word("picture.save_svg") }
                </button>
                <button type="button" class="button outlined" onclick={press(send, Action::Save(Format::Png))}>
                    { word("picture.save_png") }
                </button>
                <button type="button" class="button outlined" onclick={press(send, Action::CopyMarkdown)}>
                    if view.done == Some(Done::Copied) {
                        { icon(Shape::Check) }{ word("share.copied") }
                    } else {
                        { word("picture.copy_markdown") }
                    }
                </button>
            </p>
            { match &view.done {
                Some(Done::Denied(text)) => html! {
                    <>
                        <p class="is-danger" role="alert">{ word("share.copy_denied") }</p>
                        <SelectedText label={word("share.address")} text={shared(text)} />
                    </>
                },
                Some(Done::Failed) => html! { <p class="is-danger" role="alert">{ word("picture.failed") }</p> },
                Some(Done::Copied) | None => Html::default(),
            } }
            <p class="muted small">{ word("picture.markdown_about") }</p>
        </>
    }
}
