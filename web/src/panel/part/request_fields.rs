//! The fields of a request: one for each member, made of the same data for every operation.

use playground::view::edit::ValueKind;
use playground::view::first::First;
use playground::view::message::Argument;
use playground::view::request::{
    Caret, Choice, FieldChange, FieldContent, FieldInput, FieldPath, FieldView, KeyField,
    RequestFields, Suggestion, SuggestionKind,
};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::component::suggest_field::{SuggestField, Suggested};
use crate::component::text_field::TextField;
use crate::panel::part::value::{example, kind_select};
use crate::panel::part::words::{plain, shared, visible, word, word_with};

/// The fields, and what is suggested in one of them.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'f> {
    /// The `id` of the words on price or fault, which describe every field.
    pub words: &'static str,
    /// Where the user types in an expression.
    pub caret: Option<&'f Caret>,
    /// What is suggested there.
    pub suggestions: &'f First<Suggestion>,
    /// What is said at the value at fault, if the words above do not say it.
    pub fault: Option<&'f Text>,
    /// Where what the user does goes.
    pub send: &'f Callback<FieldInput>,
}

impl Fields<'_> {
    /// Draws all fields of a request, or of a structure in it.
    pub fn draw(self, fields: &RequestFields) -> Html {
        let given = fields.rare.iter().filter(|field| is_given(field)).count();
        html! {
            <>
                { for fields.common.iter().map(|field| self.field(field)) }
                if !fields.rare.is_empty() {
                    <details class="request-more">
                        <summary>
                            { word("request.more") }
                            if given > 0 {
                                <span class="muted">{ " · " }{ word_with("request.given", "count", Argument::Count(given as u64)) }</span>
                            }
                        </summary>
                        <div class="request-fields">
                            { for fields.rare.iter().map(|field| self.field(field)) }
                        </div>
                    </details>
                }
            </>
        }
    }

    fn field(self, field: &FieldView) -> Html {
        let key = field.path.id();
        match &field.content {
            FieldContent::Text(text) | FieldContent::Integer(text) => {
                html! { <div class="request-field" {key}>{ self.name(field) }{ self.text(field, text) }</div> }
            }
            FieldContent::Expression(text) => {
                html! { <div class="request-field is-expression" {key}>{ self.name(field) }{ self.expression(field, text, false) }</div> }
            }
            FieldContent::Statement(text) => {
                html! { <div class="request-field is-expression" {key}>{ self.name(field) }{ self.expression(field, text, true) }</div> }
            }
            FieldContent::Choice(choice) => {
                html! { <div class="request-field" {key}>{ self.name(field) }{ self.choice(field, choice) }</div> }
            }
            FieldContent::Flag(on) => html! {
                <label class="request-field is-flag row" {key}>
                    <input
                        type="checkbox"
                        checked={*on}
                        aria-describedby={self.words}
                        aria-invalid={field.is_at_fault.then_some("true")}
                        onchange={self.change(&field.path, FieldChange::Flag(!on))}
                    />
                    <span class="form-name code">{ visible(&field.name) }</span>
                </label>
            },
            FieldContent::Value { kind, text, elements } => {
                self.value(field, *kind, text.as_ref(), elements)
            }
            FieldContent::Entries(elements) => self.entries(field, elements),
            FieldContent::Structure(fields) => self.structure(field, None, fields),
            FieldContent::Variant { choice, fields } => self.structure(field, Some(choice), fields),
            FieldContent::Unreadable(text) => html! {
                <div class="request-field" {key}>
                    { self.name(field) }
                    <p class="small muted">
                        { word("request.unreadable") }{ " " }<code>{ visible(text) }</code>
                    </p>
                </div>
            },
        }
    }

    /// The name of a member, or of an entry with its type to type.
    fn name(self, field: &FieldView) -> Html {
        match &field.key {
            None if field.is_entry() => Html::default(),
            None => html! {
                <span class={classes!("form-name", "code", field.is_at_fault.then_some("is-danger"))}>
                    { visible(&field.name) }
                    if field.required { <span class="muted" aria-hidden="true">{ " *" }</span> }
                </span>
            },
            Some(KeyField::Typed(text)) => {
                let (path, send) = (field.path.clone(), self.send.clone());
                html! {
                    <TextField
                        label={word_with("request.name_of", "name", field.label.as_ref())}
                        text={shared(text)}
                        described_by={self.words}
                        invalid={field.is_at_fault}
                        on_type={send.reform(move |text: String| FieldInput::change(&path, FieldChange::Key(text.into())))}
                    />
                }
            }
            Some(KeyField::Table(choice)) => {
                let (path, send) = (field.path.clone(), self.send.clone());
                html! {
                    <Select
                        label={word_with("request.name_of", "name", field.label.as_ref())}
                        options={choice.options.iter().map(shared).collect::<Vec<_>>()}
                        chosen={choice.chosen.unwrap_or_default()}
                        on_choose={send.reform(move |position| FieldInput::change(&path, FieldChange::ChooseKey(position)))}
                    />
                }
            }
        }
    }

    fn text(self, field: &FieldView, text: &Text) -> Html {
        let (path, send) = (field.path.clone(), self.send.clone());
        html! {
            <>
                <TextField
                    label={shared(&field.label)}
                    text={shared(text)}
                    described_by={self.words}
                    invalid={field.is_at_fault}
                    on_type={send.reform(move |text: String| FieldInput::change(&path, FieldChange::Text(text.into())))}
                />
                { self.remove(field) }
            </>
        }
    }

    /// A field with suggestions.
    fn expression(self, field: &FieldView, text: &Text, multiline: bool) -> Html {
        let is_here = self.caret.is_some_and(|caret| caret.path == field.path);
        let none = First::default();
        let suggestions = if is_here { self.suggestions } else { &none };
        let taken: Vec<_> = suggestions
            .iter()
            .map(|it| FieldInput::change(&field.path, FieldChange::Complete(it.clone())))
            .collect();
        let carets: Vec<usize> = suggestions.iter().map(|it| it.start + it.insert.len()).collect();
        let (path, send) = (field.path.clone(), self.send.clone());
        let on_type = send.reform({
            let path = path.clone();
            move |(text, position): (String, usize)| FieldInput::Change {
                change: FieldChange::Text(text.into()),
                caret: Some(Caret { path: path.clone(), position }),
                path: path.clone(),
            }
        });
        let on_caret = send.reform({
            let path = path.clone();
            move |position: Option<usize>| {
                FieldInput::MoveCaret(
                    position.map(|position| Caret { path: path.clone(), position }),
                )
            }
        });
        let on_take = send.reform(move |position: usize| match &taken[position] {
            FieldInput::Change { path, change, .. } => FieldInput::Change {
                path: path.clone(),
                change: change.clone(),
                caret: Some(Caret { path: path.clone(), position: carets[position] }),
            },
            moved @ FieldInput::MoveCaret(_) => moved.clone(),
        });
        html! {
            <SuggestField
                id={[self.words, "-", &field.path.id()].concat()}
                label={shared(&field.label)}
                text={shared(text)}
                {multiline}
                list_label={word("complete.list")}
                suggestions={suggestions.iter().map(suggested).collect::<Vec<_>>()}
                more={suggestions.more_words().as_ref().map(plain)}
                described_by={self.words}
                invalid={field.is_at_fault}
                {on_type}
                {on_caret}
                {on_take}
            />
        }
    }

    fn choice(self, field: &FieldView, choice: &Choice) -> Html {
        let has_none = choice.optional || choice.chosen.is_none();
        let none = has_none.then(|| word("request.not_set"));
        let options = none.into_iter().chain(choice.options.iter().map(shared));
        let first = usize::from(has_none);
        let (path, send) = (field.path.clone(), self.send.clone());
        html! {
            <Select
                label={shared(&field.label)}
                options={options.collect::<Vec<_>>()}
                chosen={choice.chosen.map_or(0, |chosen| chosen + first)}
                on_choose={send.reform(move |position: usize| {
                    FieldInput::change(&path, FieldChange::Choose(position.checked_sub(first)))
                })}
            />
        }
    }

    /// An attribute or an element: its name, its type and its value.
    fn value(
        self,
        field: &FieldView,
        kind: ValueKind,
        text: Option<&Text>,
        elements: &[FieldView],
    ) -> Html {
        let (path, send) = (field.path.clone(), self.send.clone());
        let on_kind = send.reform(move |kind| FieldInput::change(&path, FieldChange::Kind(kind)));
        html! {
            <div class="request-entry" key={field.path.id()}>
                <div class="row">
                    { self.name(field) }
                    { kind_select(kind, &on_kind) }
                    { self.scalar(field, kind, text) }
                    if text.is_none() {
                        { self.add(field) }
                        <span class="push" />
                    }
                    { self.remove(field) }
                </div>
                if let Some(fault) = self.fault.filter(|_| field.is_at_fault) {
                    <p class="small is-danger" role="status">{ shared(fault) }</p>
                }
                if !elements.is_empty() {
                    <div class="request-elements">
                        { for elements.iter().map(|element| self.field(element)) }
                    </div>
                }
            </div>
        }
    }

    fn scalar(self, field: &FieldView, kind: ValueKind, text: Option<&Text>) -> Html {
        let Some(text) = text else { return Html::default() };
        let (path, send) = (field.path.clone(), self.send.clone());
        let set = move |text: String| FieldInput::change(&path, FieldChange::Text(text.into()));
        match kind {
            ValueKind::Null => html! { <span class="push" /> },
            ValueKind::Bool => html! {
                <>
                    <Select
                        label={word_with("attribute.value", "name", field.label.as_ref())}
                        options={vec![AttrValue::from("true"), AttrValue::from("false")]}
                        chosen={usize::from(&**text != "true")}
                        on_choose={send.reform(move |position| set((position == 0).to_string()))}
                    />
                    <span class="push" />
                </>
            },
            ValueKind::S
            | ValueKind::N
            | ValueKind::B
            | ValueKind::Ss
            | ValueKind::Ns
            | ValueKind::Bs
            | ValueKind::L
            | ValueKind::M => html! {
                <TextField
                    label={word_with("attribute.value", "name", field.label.as_ref())}
                    text={shared(text)}
                    placeholder={word(example(kind))}
                    described_by={self.words}
                    invalid={field.is_at_fault}
                    on_type={send.reform(set)}
                />
            },
        }
    }

    /// A member with elements or entries.
    fn entries(self, field: &FieldView, elements: &[FieldView]) -> Html {
        html! {
            <fieldset class="request-group" key={field.path.id()} aria-describedby={self.words}>
                <legend class="visually-hidden">{ visible(&field.label) }</legend>
                <div class="row">{ self.name(field) }<span class="push" />{ self.add(field) }{ self.remove(field) }</div>
                if !elements.is_empty() {
                    <div class="request-elements">
                        { for elements.iter().map(|element| self.field(element)) }
                    </div>
                }
            </fieldset>
        }
    }

    /// An element or an entry that is a structure, or has one of several.
    fn structure(
        self,
        field: &FieldView,
        variant: Option<&Choice>,
        fields: &RequestFields,
    ) -> Html {
        html! {
            <fieldset class="request-group is-structure" key={field.path.id()}>
                <legend class="visually-hidden">{ visible(&field.label) }</legend>
                <div class="row">
                    if field.is_entry() && field.key.is_none() {
                        <span class="request-number muted">{ visible(&field.name) }</span>
                    }
                    { self.name(field) }
                    if let Some(variant) = variant.filter(|it| it.options.len() > 1 || it.chosen.is_none()) {
                        { self.choice(field, variant) }
                    }
                    <span class="push" />
                    { self.remove(field) }
                </div>
                <div class="request-fields">{ self.draw(fields) }</div>
            </fieldset>
        }
    }

    fn add(self, field: &FieldView) -> Html {
        html! {
            <AddButton
                label={word_with("request.add_to", "name", field.label.as_ref())}
                on_add={self.change(&field.path, FieldChange::Add)}
            >
                { word("request.add") }
            </AddButton>
        }
    }

    fn remove(self, field: &FieldView) -> Html {
        if !field.is_entry() {
            return Html::default();
        }
        html! {
            <button
                type="button"
                class="button small muted"
                aria-label={word_with("request.remove", "name", field.label.as_ref())}
                onclick={self.change(&field.path, FieldChange::Remove)}
            >
                { icon(Shape::Close) }
            </button>
        }
    }

    fn change<E: 'static>(self, path: &FieldPath, change: FieldChange) -> Callback<E> {
        let path = path.clone();
        self.send.reform(move |_| FieldInput::change(&path, change.clone()))
    }
}

/// Whether a request has a member.
fn is_given(field: &FieldView) -> bool {
    match &field.content {
        FieldContent::Text(text)
        | FieldContent::Integer(text)
        | FieldContent::Expression(text)
        | FieldContent::Statement(text) => !text.is_empty(),
        FieldContent::Choice(choice) => choice.chosen.is_some(),
        FieldContent::Flag(on) => *on,
        FieldContent::Entries(elements) => !elements.is_empty(),
        FieldContent::Value { .. }
        | FieldContent::Structure(_)
        | FieldContent::Variant { .. }
        | FieldContent::Unreadable(_) => true,
    }
}

fn suggested(suggestion: &Suggestion) -> Suggested {
    let insert = suggestion.insert.trim_end();
    let is_other = match suggestion.kind {
        SuggestionKind::Attribute | SuggestionKind::Value | SuggestionKind::Placeholder => {
            insert != &*suggestion.label
        }
        SuggestionKind::NewValue
        | SuggestionKind::Function
        | SuggestionKind::Word
        | SuggestionKind::Table
        | SuggestionKind::Index => false,
    };
    Suggested {
        label: shared(&suggestion.label),
        kind: word(suggestion.kind.key()),
        insert: is_other.then(|| insert.to_owned().into()),
        caret: suggestion.start + suggestion.insert.len(),
    }
}
