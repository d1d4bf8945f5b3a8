//! The markup of a stream.

use playground::view::message::{Argument, Message};
use playground::view::stream::{IteratorType, ReaderView, RecordEvent, RecordView, StreamView};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::json_editor::json;
use crate::component::select::Select;
use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, visible, word, word_with};
use crate::panel::setting::panel_heading_id;
use crate::panel::stream::state::Action;

impl Draw<Action> for StreamView {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let trimmed = self.made - self.readable;
        html! {
            <section class="stream card" aria-labelledby={panel_heading_id(PanelId::STREAM)}>
                <header class="card-head">
                    <div class="row wrap">
                        <h3 id={panel_heading_id(PanelId::STREAM)} tabindex="-1">{ word("stream.title") }</h3>
                        <code class="tag">{ &*self.view_type }</code>
                        <span class="push" />
                        <span>{ &*self.status }</span>
                    </div>
                    <p class="small muted">
                        { sentence(&Message::plain("stream.readable").with("count", Argument::Count(self.readable))) }
                        if trimmed > 0 {
                            { " " }
                            { sentence(&Message::plain("stream.trimmed").with("count", Argument::Count(trimmed))) }
                        }
                    </p>
                    <p class="small muted stream-shard">{ word("stream.shard") }{ " " }<code>{ visible(&self.shard) }</code></p>
                </header>
                { reader(&self.reader, send) }
                if self.made == 0 {
                    <p class="empty muted">{ word("stream.empty") }</p>
                } else if !self.records.is_empty() {
                    <ol class="stream-records" reversed={true} aria-label={word("stream.records")}>
                        { for self.records.iter().map(|it| record(it, &self.reader, send)) }
                    </ol>
                }
                if (self.records.len() as u64) < self.readable {
                    <button type="button" class="button stream-more" onclick={press(send, Action::ShowMore)}>
                        { word("stream.more") }
                    </button>
                }
            </section>
        }
    }
}

/// What a reader gets, by where it begins.
fn reader(view: &ReaderView, send: &Callback<Action>) -> Html {
    let chosen = IteratorType::ALL.iter().position(|it| *it == view.iterator).unwrap_or_default();
    html! {
        <div class="stream-reader stack">
            <div class="row wrap">
                <span class="muted">{ word("stream.reader") }</span>
                <Select
                    label={word("stream.iterator")}
                    options={IteratorType::ALL.map(|it| AttrValue::from(it.word())).to_vec()}
                    {chosen}
                    on_choose={send.reform(|position: usize| Action::Begin(IteratorType::ALL[position]))}
                />
                if let Some(at) = &view.at { <code>{ short(at) }</code> }
            </div>
            <p class="small" aria-live="polite">
                { word(view.iterator.meaning()) }{ " " }
                if let Some((first, last)) = &view.range {
                    { sentence(&Message::plain("stream.gets")
                        .with("count", Argument::Count(view.count))
                        .with("first", Argument::Code(short(first)))
                        .with("last", Argument::Code(short(last)))) }
                } else {
                    { word("stream.gets_nothing") }
                }
            </p>
        </div>
    }
}

fn record(view: &RecordView, reader: &ReaderView, send: &Callback<Action>) -> Html {
    let is_named = reader.at.as_ref() == Some(&view.sequence_number);
    let class = classes!("stream-record", view.is_read.then_some("is-read"));
    let glyph = match view.event {
        RecordEvent::Insert => "+",
        RecordEvent::Modify => "~",
        RecordEvent::Remove => "−",
    };
    html! {
        <li {class} key={&*view.sequence_number}>
            <div class="row wrap">
                <span aria-hidden="true" class="stream-glyph">{ glyph }</span>
                <b>{ view.event.word() }</b>
                <code>{ for view.key.iter().enumerate().map(|(position, value)| html! {
                    <>if position > 0 { { " / " } }{ visible(value) }</>
                }) }</code>
                if view.is_expiry { <span class="tag" title={word("stream.expiry_why")}>{ word("stream.expiry") }</span> }
                if view.is_read { <span class="visually-hidden">{ word("stream.is_read") }</span> }
                <span class="push" />
                <span class="small muted">{ sentence(&size(view)) }</span>
                <button
                    type="button"
                    class="button small outlined"
                    aria-pressed={is_named.to_string()}
                    aria-label={word_with("stream.begin_at", "number", &*short(&view.sequence_number))}
                    title={word_with("stream.begin_at", "number", &*view.sequence_number)}
                    onclick={press(send, Action::BeginAt(Text::clone(&view.sequence_number)))}
                >
                    { &*short(&view.sequence_number) }
                </button>
            </div>
            { images(view) }
        </li>
    }
}

fn size(view: &RecordView) -> Message {
    Message::plain("stream.at_size")
        .with("at", Argument::Ms(view.at_ms))
        .with("size", Argument::Bytes(view.size))
}

/// The images that the stream shows, folded away.
fn images(view: &RecordView) -> Html {
    let images = [("stream.old", &view.old), ("stream.new", &view.new)];
    let images = images.into_iter().filter_map(|(key, image)| Some((key, image.as_ref()?)));
    let images: Vec<_> = images.collect();
    if images.is_empty() {
        return Html::default();
    }
    html! {
        <details>
            <summary class="small">{ word("stream.images") }</summary>
            { for images.into_iter().map(|(key, image)| html! {
                <div><p class="small muted">{ word(key) }</p><pre class="code">{ json(image) }</pre></div>
            }) }
        </details>
    }
}

/// A sequence number without the zeros that all of them have.
fn short(sequence_number: &str) -> Text {
    let digits = sequence_number.get(1..).unwrap_or_default().trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    format!("…{digits}").into()
}
