//! Draws the request and the reply.

use playground::code::form::CodeForm;
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::json_editor::json;
use crate::component::select::Select;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word, word_with};
use crate::panel::request::state::Action;
use crate::panel::request::view::{TextView, Texts, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { operation, texts } = self;
        let on_toggle = send.reform(|event: MouseEvent| {
            // The view opens and closes it.
            event.prevent_default();
            Action::Toggle
        });
        html! {
            <details class="exchange" open={texts.is_some()}>
                <summary onclick={on_toggle}><span>{ word("request.title") }</span>{ " " }<code>{ shared(operation) }</code></summary>
                if let Some(Texts { form, request, reply, several_count }) = texts {
                    <div class="stack">
                        if let Some(count) = several_count {
                            <p class="muted">{ word_with("request.several", "count", Argument::Count(*count)) }</p>
                        }
                        { block("request.sent", forms(*form, send), request.as_ref(), send) }
                        { block("request.reply", Html::default(), Ok(reply), send) }
                    </div>
                }
            </details>
        }
    }
}

fn forms(form: CodeForm, send: &Callback<Action>) -> Html {
    let chosen = CodeForm::ALL.iter().position(|it| *it == form).unwrap_or_default();
    let on_choose = send.reform(|position: usize| Action::Choose(CodeForm::ALL[position]));
    html! {
        <Select
            label={word("request.form")}
            options={CodeForm::ALL.map(name).to_vec()}
            {chosen}
            {on_choose}
        />
    }
}

fn name(form: CodeForm) -> AttrValue {
    word(match form {
        CodeForm::DynamoDbJson => "request.form_dynamodb_json",
        CodeForm::PlainJson => "request.form_plain_json",
        CodeForm::Cli => "request.form_cli",
        CodeForm::JavaScript => "request.form_javascript",
        CodeForm::Python => "request.form_python",
        CodeForm::Rust => "request.form_rust",
        CodeForm::PartiQl => "request.form_partiql",
    })
}

fn block(
    title: &'static str,
    chooser: Html,
    view: Result<&TextView, &Message>,
    send: &Callback<Action>,
) -> Html {
    html! {
        <section class="code-block" aria-label={word(title)}>
            <header class="row wrap">
                <h3 class="nowrap">{ word(title) }</h3>
                { chooser }
                { for view.ok().map(|view| copy_button(view, send)) }
            </header>
            {
                match view {
                    Ok(TextView { text, is_json, .. }) => html! {
                        <pre tabindex="0" aria-label={word(title)}>
                            { if *is_json { json(text) } else { html! { { shared(text) } } } }
                        </pre>
                    },
                    Err(reason) => html! { <p class="muted">{ sentence(reason) }</p> },
                }
            }
        </section>
    }
}

fn copy_button(view: &TextView, send: &Callback<Action>) -> Html {
    let (shape, key) = match view.is_copied {
        true => (Shape::Check, "share.copied"),
        false => (Shape::Copy, "share.copy"),
    };
    html! {
        <button
            type="button"
            class="button small muted push"
            onclick={press(send, Action::Copy(view.text.clone()))}
        >
            { icon(shape) }{ word(key) }
        </button>
    }
}
