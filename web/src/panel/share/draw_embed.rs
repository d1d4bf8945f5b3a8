//! The markup of the code of an embed, with a preview of what it shows.

use playground::link::snippet::{HEIGHT, WIDTH};
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::select::Select;
use crate::component::toggle::toggle;
use crate::panel::part::words::{sentence, shared, word, word_with};
use crate::panel::setting::Theme;
use crate::panel::share::draw_copy::{code, copy, denied};
use crate::panel::share::embed::{EmbedChoice, EmbedCode, EmbedVersion};
use crate::panel::share::state::{Action, Copy, Done};
use crate::panel::share::view::EmbedView;

/// Draws the code, what can be chosen about it, and the embed at its real size.
pub(super) fn embed(view: &EmbedView, done: Option<&Done>, send: &Callback<Action>) -> Html {
    html! {
        <>
            { choices(view, &send.reform(Action::Choose)) }
            <p>{ word(if view.has_lesson == Some(true) { "share.embed.lesson_about" } else { view.kind.about() }) }</p>
            { code("share.embed.code", &view.code, "4") }
            <p class="row wrap">
                { copy(Copy::Embed, "share.embed.copy", done, send) }
                <span class="muted">{ word_with("share.length", "count", Argument::Count(view.length)) }</span>
            </p>
            { denied(done) }
            { preview(view) }
        </>
    }
}

fn choices(view: &EmbedView, choose: &Callback<EmbedChoice>) -> Html {
    let code = EmbedCode::ALL.into_iter().position(|code| code == view.kind).unwrap_or_default();
    let theme = Theme::ALL.into_iter().position(|theme| theme == view.theme).unwrap_or_default();
    html! {
        <fieldset class="row wrap share-choices">
            <legend class="visually-hidden">{ word("share.embed.parts") }</legend>
            <Select
                label={word("share.embed.kind")}
                options={EmbedCode::ALL.map(|code| word(code.title())).to_vec()}
                chosen={code}
                on_choose={choose.reform(|position: usize| EmbedChoice::Code(EmbedCode::ALL[position]))}
            />
            { toggle(word("share.embed.items"), view.shows_items, &choose.reform(EmbedChoice::Items)) }
            { for view.shows_map.map(|is_shown| toggle(word("map.title"), is_shown, &choose.reform(EmbedChoice::Map))) }
            { for view.indexes.iter().map(|(name, is_shown)| {
                let index = name.clone();
                let on_change = choose.reform(move |is_shown| EmbedChoice::Index(index.clone(), is_shown));
                toggle(shared(name), *is_shown, &on_change)
            }) }
            { toggle(word("share.embed.read_only"), view.is_read_only, &choose.reform(EmbedChoice::ReadOnly)) }
            { for view.has_lesson.map(|has_lesson| {
                toggle(word("share.embed.lesson"), has_lesson, &choose.reform(EmbedChoice::Lesson))
            }) }
            <Select
                label={word("share.embed.theme")}
                options={Theme::ALL.map(|theme| word(theme.title())).to_vec()}
                chosen={theme}
                on_choose={choose.reform(|position: usize| EmbedChoice::Theme(Theme::ALL[position]))}
            />
            { for view.version.map(|version| html! {
                <Select
                    label={word("share.embed.version")}
                    options={EmbedVersion::ALL.map(|version| word(version.title())).to_vec()}
                    chosen={EmbedVersion::ALL.into_iter().position(|it| it == version).unwrap_or_default()}
                    on_choose={choose.reform(|position: usize| EmbedChoice::Version(EmbedVersion::ALL[position]))}
                />
            }) }
        </fieldset>
    }
}

/// The embed at its real size. Another address is another element: a frame would add it to the way back of the page.
fn preview(view: &EmbedView) -> Html {
    let size = Message::plain("share.embed.preview")
        .with("width", Argument::Count(u64::from(WIDTH)))
        .with("height", Argument::Count(u64::from(HEIGHT)));
    html! {
        <>
            <h3 class="small muted">{ sentence(&size) }</h3>
            <div class="share-preview">
                <iframe
                    key={view.address.as_ref()}
                    src={shared(&view.address)}
                    title={shared(&view.title)}
                    width={WIDTH.to_string()}
                    height={HEIGHT.to_string()}
                />
            </div>
        </>
    }
}
