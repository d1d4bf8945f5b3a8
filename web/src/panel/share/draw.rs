//! The markup of the dialog in which the sandbox is shared.

use playground::picture::Format;
use playground::sandbox::limit::STORED_SIZE_MAX;
use playground::view::message::{Argument, Message};
use playground::view::share::LinkPlace;
use playground::view::value::Text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::qr_code::QrCode;
use crate::component::toggle::toggle;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word, word_with};
use crate::panel::share::draw_copy::{code, copy, denied};
use crate::panel::share::draw_embed;
use crate::panel::share::state::{Action, Copy, Done, Part};
use crate::panel::share::view::{Content, LinkView, MarkdownView, PictureView, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let done = self.done.as_ref();
        let content = match &self.content {
            Err(reason) => html! { <p class="is-danger">{ sentence(reason) }</p> },
            Ok(Content::Link(link)) => self::link(link, done, send),
            Ok(Content::QrCode(text)) => qr_code(text),
            Ok(Content::Embed(embed)) => draw_embed::embed(embed, done, send),
            Ok(Content::Markdown(markdown)) => self::markdown(markdown, done, send),
            Ok(Content::Picture(picture)) => self::picture(picture, done, send),
            Ok(Content::File(name)) => file(name, send),
        };
        html! {
            <Dialog
                title={word("share.title")}
                close_label={word("dialog.close")}
                class="share-dialog"
                on_close={send.reform(|()| Action::Close)}
            >
                <div class="stack">
                    { parts(self.part, send) }
                    { for self.has_steps.map(|has_steps| toggle(word("share.steps"), has_steps, &send.reform(Action::Steps))) }
                    if self.holds_changes { <p class="small">{ word("share.holds_changes") }</p> }
                    { content }
                    <p class="small muted">{ word("share.private") }</p>
                </div>
            </Dialog>
        }
    }
}

/// The forms to choose from.
fn parts(shown: Part, send: &Callback<Action>) -> Html {
    html! {
        <div class="tabs row wrap" role="group" aria-label={word("share.parts")}>
            { for Part::ALL.map(|part| html! {
                <button
                    type="button"
                    class="tab"
                    aria-current={(part == shown).then_some("true")}
                    onclick={press(send, Action::Show(part))}
                >
                    { word(part.title()) }
                </button>
            }) }
        </div>
    }
}

fn link(view: &LinkView, done: Option<&Done>, send: &Callback<Action>) -> Html {
    html! {
        <>
            <input
                class="field code"
                readonly=true
                aria-label={word("share.link")}
                value={shared(&view.address)}
                onfocus={Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlInputElement>().select())}
            />
            <p class="row wrap">
                { copy(Copy::Link, "share.copy_link", done, send) }
                <span class="muted">{ word_with("share.length", "count", Argument::Count(view.length)) }</span>
            </p>
            { denied(done) }
            <p>{ word("share.about") }</p>
            { places(view) }
            <p class="muted">{ word("share.no_preview") }</p>
        </>
    }
}

/// Where links are sent, and whether this one fits there.
fn places(view: &LinkView) -> Html {
    let row = |(place, is_fitting): (LinkPlace, bool)| {
        let (class, shape, key) = match is_fitting {
            true => ("is-fitting", Shape::Check, "share.fits"),
            false => ("is-danger", Shape::Close, "share.too_long"),
        };
        html! {
            <tr>
                <th scope="row">{ word(place.title()) }</th>
                <td class="muted">{ word_with("share.up_to", "count", Argument::Count(place.length_max() as u64)) }</td>
                <td {class}>{ icon(shape) }{ word(key) }</td>
            </tr>
        }
    };
    html! {
        <table class="share-places">
            <caption class="visually-hidden">{ word("share.places") }</caption>
            <tbody>{ for view.places.into_iter().map(row) }</tbody>
        </table>
    }
}

fn qr_code(text: &Text) -> Html {
    html! {
        <div class="row wrap">
            <div class="share-qr-code"><QrCode text={shared(text)} label={word("share.qr_code")} /></div>
            <p>{ word("share.qr_about") }</p>
        </div>
    }
}

fn markdown(view: &MarkdownView, done: Option<&Done>, send: &Callback<Action>) -> Html {
    let about = Message::plain("share.markdown_picture_about")
        .with("file", Argument::Code(Text::clone(&view.file)));
    html! {
        <>
            <h3>{ word("share.markdown_link") }</h3>
            { code("share.markdown_link", &view.link, "2") }
            <p class="row wrap">{ copy(Copy::Markdown, "share.copy_markdown", done, send) }</p>
            <h3>{ word("share.markdown_picture") }</h3>
            <p>{ sentence(&about) }</p>
            { code("share.markdown_picture", &view.picture, "2") }
            <p class="row wrap">
                { copy(Copy::MarkdownPicture, "share.copy_markdown_picture", done, send) }
                { save_picture("picture.save_svg", "button outlined", Format::Svg, send) }
            </p>
            { denied(done) }
        </>
    }
}

fn picture(view: &PictureView, done: Option<&Done>, send: &Callback<Action>) -> Html {
    html! {
        <>
            <p>{ word("picture.about") }</p>
            <img class="share-picture" src={shared(&view.address)} alt={shared(&view.title)} />
            <p class="row wrap">
                { save_picture("picture.save_svg", "button primary", Format::Svg, send) }
                { save_picture("picture.save_png", "button outlined", Format::Png, send) }
            </p>
            if done == Some(&Done::Failed) {
                <p class="is-danger" role="alert">{ word("picture.failed") }</p>
            }
            <p class="small muted">{ word("picture.converted") }</p>
        </>
    }
}

fn save_picture(
    key: &'static str,
    class: &'static str,
    format: Format,
    send: &Callback<Action>,
) -> Html {
    html! {
        <button type="button" {class} onclick={press(send, Action::SavePicture(format))}>
            { word(key) }
        </button>
    }
}

fn file(name: &Text, send: &Callback<Action>) -> Html {
    let about = Message::plain("share.file_about")
        .with("file", Argument::Code(Text::clone(name)))
        .with("limit", Argument::Size(STORED_SIZE_MAX as u64));
    html! {
        <>
            <p>{ sentence(&about) }</p>
            <p class="row wrap">
                <button type="button" class="button primary" onclick={press(send, Action::Download)}>
                    { word("share.download") }
                </button>
            </p>
        </>
    }
}
