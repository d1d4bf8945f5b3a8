//! Draws the line below the bar.

use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::effect::{Effect, PageEffect};
use crate::panel::learn::{ExampleTries, LearnAction, TriedStep};
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, word};

impl Draw<PageEffect> for ExampleTries {
    fn draw(&self, send: &Callback<PageEffect>) -> Html {
        let lesson = LearnAction::Open { lesson: self.lesson.clone(), step: None };
        html! {
            <section class="tries row small" aria-label={word("tries.title")}>
                <b>{ word("tries.title") }</b>
                <ul class="row">
                    { for self.steps.iter().enumerate().map(|(position, tried)| step(position, tried, send)) }
                    <li>
                        <button type="button" class="link" onclick={press(send, Effect::Learn(lesson))}>{ word("gallery.take") }</button>
                    </li>
                </ul>
                <button
                    type="button"
                    class="button push"
                    aria-label={word("tries.close")}
                    title={word("tries.close")}
                    onclick={press(send, Effect::Learn(LearnAction::CloseTries))}
                >
                    { icon(Shape::Close) }
                </button>
            </section>
        }
    }
}

fn step(position: usize, step: &TriedStep, send: &Callback<PageEffect>) -> Html {
    html! {
        <li>
            <button
                type="button"
                class="button outlined row"
                translate="no"
                onclick={press(send, Effect::Learn(LearnAction::Try(position)))}
            >
                if step.is_done { { icon(Shape::Check) } }
                { shared(&step.title) }
            </button>
        </li>
    }
}
