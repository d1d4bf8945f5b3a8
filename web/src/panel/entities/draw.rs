//! The markup of the dialog.

use playground::view::entity::{ENTITY_COUNT_MAX, Entity, EntityTag};
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::text_field::TextField;
use crate::panel::contract::Draw;
use crate::panel::entities::state::Action;
use crate::panel::entities::view::View;
use crate::panel::part::entity::entity_tag;
use crate::panel::part::more::more;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <Dialog
                title={word_with("entities.title_of", "table", self.table.as_ref())}
                close_label={word("dialog.close")}
                class="is-entities"
                on_close={send.reform(|()| Action::Close)}
            >
                <div class="stack">
                    <p class="muted">{ word("entities.about") }</p>
                    if !self.list.is_empty() { { list(self, send) } }
                    { suggestions(self, send) }
                    { foot(self, send) }
                </div>
            </Dialog>
        }
    }
}

fn list(view: &View, send: &Callback<Action>) -> Html {
    html! {
        <ol class="entity-list stack">
            { for view.list.iter().enumerate().map(|(position, entity)| row(view, position, entity, send)) }
        </ol>
    }
}

fn row(view: &View, position: usize, entity: &Entity, send: &Callback<Action>) -> Html {
    let number = Argument::Count(position as u64 + 1);
    let label = |key| word_with(key, "number", number.clone());
    let words_id = format!("entity-words-{position}");
    let result = &view.entities.entities[position];
    let on_name = {
        let rule = entity.rule.clone();
        send.reform(move |name| {
            let entity = Entity { name, rule: rule.clone() };
            Action::Type { position, entity }
        })
    };
    let on_rule = {
        let name = entity.name.clone();
        send.reform(move |rule| {
            let entity = Entity { name: name.clone(), rule };
            Action::Type { position, entity }
        })
    };
    html! {
        <li class="entity-row" key={position}>
            <div class="row wrap">
                <TextField
                    label={label("entities.name")}
                    placeholder={word("entities.name_example")}
                    code=false
                    described_by={words_id.clone()}
                    invalid={result.is_err() && entity.name.is_empty()}
                    text={entity.name.clone()}
                    on_type={on_name}
                />
                <TextField
                    label={label("entities.rule")}
                    placeholder={word("entities.rule_example")}
                    described_by={words_id.clone()}
                    invalid={result.is_err() && !entity.name.is_empty()}
                    text={entity.rule.clone()}
                    on_type={on_rule}
                />
                <button
                    type="button"
                    class="button small"
                    disabled={position == 0}
                    aria-label={label("entities.move_up")}
                    title={label("entities.move_up")}
                    onclick={press(send, Action::MoveUp(position))}
                >
                    { "↑" }
                </button>
                <button
                    type="button"
                    class="button small"
                    aria-label={label("entities.remove")}
                    title={label("entities.remove")}
                    onclick={press(send, Action::Remove(position))}
                >
                    { icon(Shape::Close) }
                </button>
            </div>
            <p class="small row" id={words_id}>{ result_words(position, entity, result) }</p>
        </li>
    }
}

fn result_words(position: usize, entity: &Entity, result: &Result<u64, Message>) -> Html {
    match result {
        Err(fault) => html! { <span class="is-danger">{ sentence(fault) }</span> },
        Ok(count) => {
            let tag = EntityTag { name: entity.name.as_str().into(), position };
            html! { <>{ entity_tag(&tag) }<span class="muted">{ items(*count) }</span></> }
        }
    }
}

fn items(count: u64) -> Html {
    sentence(&Message::plain("table.items").with("count", Argument::Count(count)))
}

/// What the keys of items without an entity suggest. One press adds it.
fn suggestions(view: &View, send: &Callback<Action>) -> Html {
    let other =
        Message::plain("entities.other").with("count", Argument::Count(view.entities.other_count));
    html! {
        <section class="stack">
            <p class="muted">{ sentence(&other) }</p>
            if !view.entities.suggestions.is_empty() {
                <h3>{ word("entities.suggested") }</h3>
                <ul class="entity-suggestions stack">
                    { for view.entities.suggestions.iter().map(|(entity, count)| html! {
                        <li key={entity.name.clone()}>
                            <AddButton
                                class="suggestion row wrap"
                                disabled={!view.can_add}
                                on_add={press(send, Action::Add(entity.clone()))}
                            >
                                <b>{ word_with("entities.accept", "name", entity.name.as_str()) }</b>
                                <code>{ &entity.rule }</code>
                                <span class="muted">{ items(*count) }</span>
                            </AddButton>
                        </li>
                    }) }
                </ul>
                { more(view.entities.suggestions.more) }
            }
        </section>
    }
}

fn foot(view: &View, send: &Callback<Action>) -> Html {
    html! {
        <div class="row wrap">
            <AddButton
                class="button outlined"
                disabled={!view.can_add}
                on_add={press(send, Action::Add(Entity::default()))}
            >
                { word("entities.add") }
            </AddButton>
            if !view.can_add {
                <span class="small muted">
                    { word_with("entities.full", "limit", Argument::Count(ENTITY_COUNT_MAX as u64)) }
                </span>
            }
            <span class="row push">
                <button type="button" class="button" onclick={press(send, Action::Close)}>
                    { word("draft.cancel") }
                </button>
                <button
                    type="button"
                    class="button primary"
                    disabled={!view.entities.is_valid()}
                    onclick={press(send, Action::Save)}
                >
                    { word("draft.set") }
                </button>
            </span>
        </div>
    }
}
