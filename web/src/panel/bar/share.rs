//! Draws the menu of links: the link and where it can be sent, and the sandbox as a file.

use playground::view::share::{LinkTier, ShareView};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::selected_text::SelectedText;
use crate::panel::bar::state::{Action, Copied};
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};
use crate::panel::setting::Menu;

/// Draws the content of the menu.
pub(super) fn share(view: &ShareView, copied: Option<&Copied>, send: &Callback<Action>) -> Html {
    html! {
        <div class="share stack">
            <h2 class="menu-title small muted">{ word("share.title") }</h2>
            <p>{ word("share.about") }</p>
            { link_field(view) }
            <p class={classes!("share-tier", tier_class(view.tier))}>{ sentence(&view.words) }</p>
            { copies(view, copied, send) }
            if let Some(Copied::Denied(text)) = copied { { denied(text) } }
            <p class="row wrap">
                <button type="button" class="button outlined" onclick={press(send, Action::Toggle(Menu::Snippet))}>
                    { word("snippet.title") }
                </button>
                <button type="button" class="button outlined" onclick={press(send, Action::Toggle(Menu::Picture))}>
                    { word("picture.title") }
                </button>
            </p>
            <hr />
            <p class="row wrap">
                <button
                    type="button"
                    class="button outlined"
                    onclick={press(send, Action::Download)}
                >
                    { word("share.download") }
                </button>
                <label class="button outlined file-button">
                    { word("share.open_file") }
                    <input type="file" class="visually-hidden" accept=".json,.svg,.png,application/json,image/svg+xml,image/png" data-open-file="true" />
                </label>
            </p>
            <p class="muted">{ word("share.private") }</p>
        </div>
    }
}

/// The link, if there is one: what is too large for any has only a file.
fn link_field(view: &ShareView) -> Html {
    if view.fragment.is_empty() {
        return Html::default();
    }
    html! {
        <input
            class="field code"
            readonly=true
            aria-label={word("share.link")}
            value={format!("#{}", view.fragment)}
            onfocus={Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlInputElement>().select())}
        />
    }
}

/// What copies the link, if there is one.
fn copies(view: &ShareView, copied: Option<&Copied>, send: &Callback<Action>) -> Html {
    if view.fragment.is_empty() {
        return Html::default();
    }
    html! {
        <p class="row wrap">
            { copy(send, "button primary", "share.copy_link", Action::CopyLink, copied == Some(&Copied::Link)) }
            { copy(send, "button outlined", "share.copy_markdown", Action::CopyMarkdown, copied == Some(&Copied::Markdown)) }
        </p>
    }
}

const fn tier_class(tier: LinkTier) -> &'static str {
    match tier {
        LinkTier::Everywhere => "is-everywhere",
        LinkTier::Most => "is-most",
        LinkTier::Browsers => "is-browsers",
        LinkTier::File => "is-file",
    }
}

fn copy(
    send: &Callback<Action>,
    class: &'static str,
    key: &'static str,
    action: Action,
    copied: bool,
) -> Html {
    html! {
        <button type="button" {class} onclick={press(send, action)}>
            if copied { { icon(Shape::Check) }{ word("share.copied") } } else { { word(key) } }
        </button>
    }
}

/// The text to be copied by hand, because the browser did not let the page do it.
fn denied(text: &str) -> Html {
    yew::html! {
        <>
            <p class="is-danger" role="alert">{ word("share.copy_denied") }</p>
            <SelectedText label={word("share.address")} text={text.to_owned()} />
        </>
    }
}
