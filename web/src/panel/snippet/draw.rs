//! The markup of the dialog with the code of an embed.

use playground::link::snippet::{HEIGHT, WIDTH};
use playground::view::message::{Argument, Message};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::component::selected_text::SelectedText;
use crate::component::toggle::toggle;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word};
use crate::panel::setting::Theme;
use crate::panel::snippet::state::{Action, Copied};
use crate::panel::snippet::view::{CodeView, View};

/// Draws the dialog, if it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(view) = view else { return Html::default() };
    let content = match &view.code {
        Ok(code) => self::code(view, code, send),
        Err(reason) => html! { <p>{ sentence(reason) }</p> },
    };
    html! {
        <Dialog
            title={word("snippet.title")}
            close_label={word("dialog.close")}
            class="snippet-dialog"
            on_close={send.reform(|()| Action::Close)}
        >
            <div class="stack">
                <p>{ word("snippet.about") }</p>
                { content }
            </div>
        </Dialog>
    }
}

fn code(view: &View, code: &CodeView, send: &Callback<Action>) -> Html {
    html! {
        <>
            { choices(view, send) }
            <textarea
                class="field code snippet-code"
                readonly=true
                rows="4"
                spellcheck="false"
                aria-label={word("snippet.code")}
                value={shared(&code.code)}
                onfocus={Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlTextAreaElement>().select())}
            />
            <p class="row wrap">
                <button type="button" class="button primary" onclick={press(send, Action::Copy)}>
                    if view.copied == Some(Copied::Done) {
                        { icon(Shape::Check) }{ word("share.copied") }
                    } else {
                        { word("snippet.copy") }
                    }
                </button>
                <span class="muted">{ sentence(&code.words) }</span>
            </p>
            if view.copied == Some(Copied::Denied) {
                <p class="is-danger" role="alert">{ word("share.copy_denied") }</p>
                <SelectedText label={word("share.address")} text={shared(&code.code)} />
            }
            { preview(view, code) }
        </>
    }
}

fn choices(view: &View, send: &Callback<Action>) -> Html {
    let chosen = Theme::ALL.into_iter().position(|theme| theme == view.theme).unwrap_or_default();
    html! {
        <fieldset class="row wrap snippet-choices">
            <legend class="visually-hidden">{ word("snippet.parts") }</legend>
            { toggle(word("snippet.items"), view.shows_items, &send.reform(Action::ShowItems)) }
            { for view.indexes.iter().map(|(name, is_shown)| {
                let index = name.clone();
                let on_change = send.reform(move |is_shown| Action::ShowIndex(index.clone(), is_shown));
                toggle(shared(name), *is_shown, &on_change)
            }) }
            { toggle(word("snippet.read_only"), view.is_read_only, &send.reform(Action::SetReadOnly)) }
            { for view.has_steps.map(|has_steps| {
                toggle(word("snippet.steps"), has_steps, &send.reform(Action::SetSteps))
            }) }
            <Select
                label={word("snippet.theme")}
                options={Theme::ALL.map(|theme| word(theme.title())).to_vec()}
                {chosen}
                on_choose={send.reform(|position: usize| Action::SetTheme(Theme::ALL[position]))}
            />
        </fieldset>
    }
}

/// The embed at its real size. Another address is another element: a frame would add it to the way back of the page.
fn preview(view: &View, code: &CodeView) -> Html {
    let size = Message::plain("snippet.preview")
        .with("width", Argument::Count(u64::from(WIDTH)))
        .with("height", Argument::Count(u64::from(HEIGHT)));
    html! {
        <>
            <h3 class="small muted">{ sentence(&size) }</h3>
            <div class="snippet-preview">
                <iframe
                    key={code.address.as_ref()}
                    src={shared(&code.address)}
                    title={shared(&view.title)}
                    width={WIDTH.to_string()}
                    height={HEIGHT.to_string()}
                />
            </div>
        </>
    }
}
