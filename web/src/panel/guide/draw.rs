//! Draws the lines: all three where there is room, and otherwise the one that is next.

use std::rc::Rc;

use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::guide::state::Action;
use crate::panel::guide::view::View;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};
use crate::panel::setting::Guide;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let lines = [
            (Guide::Remove, "guide.remove"),
            (Guide::Watch, "guide.watch"),
            (Guide::Read, if self.is_waiting { "guide.read" } else { "guide.read_next" }),
        ];
        let current = lines.iter().position(|(step, _)| *step == self.guide);
        html! {
            <section class="guide row small" aria-label={word("guide.title")}>
                <ol class="row">
                    { for lines.into_iter().enumerate().map(|(position, (_, key))| {
                        line(self, position, current, key, send)
                    }) }
                </ol>
                <button
                    type="button"
                    class="button push"
                    aria-label={word("guide.close")}
                    title={word("guide.close")}
                    onclick={press(send, Action::Close)}
                >
                    { icon(Shape::Close) }
                </button>
            </section>
        }
    }
}

fn line(
    view: &View,
    position: usize,
    current: Option<usize>,
    key: &'static str,
    send: &Callback<Action>,
) -> Html {
    let words = Message::plain(key).with("name", Argument::Code(Rc::clone(&view.attribute)));
    let is_done = current.is_some_and(|current| position < current);
    html! {
        <li
            class={classes!("row", is_done.then_some("is-done"))}
            aria-current={(current == Some(position)).then_some("step")}
        >
            <b class="guide-number" aria-hidden="true">
                if is_done { { icon(Shape::Check) } } else { { position + 1 } }
            </b>
            <span>{ sentence(&words) }</span>
            if view.is_waiting && current == Some(position) {
                <button type="button" class="link" onclick={press(send, Action::LetArrive)}>
                    { word("guide.let_arrive") }
                </button>
            }
        </li>
    }
}
