//! Draws the form of an access pattern, with what it costs beside it.

use playground::view::message::{Argument, Message};
use playground::view::pattern::{
    PatternAnswer, PatternDraft, PatternTarget, PatternsView, Period, Verdict,
};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::json_editor::JsonEditor;
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::part::fault::fault;
use crate::panel::part::placeholders::placeholders;
use crate::panel::part::press::press;
use crate::panel::part::price::average;
use crate::panel::part::words::{labelled, plain, sentence, shared, word, word_with};
use crate::panel::patterns::state::Action;
use crate::panel::patterns::view::View;

/// Draws the form, if a pattern is being written.
pub(super) fn form(view: &View, send: &Callback<Action>) -> Html {
    let Some((draft, answer)) = &view.draft else { return Html::default() };
    let View { patterns, target, has_own, is_refused, .. } = view;
    let (answer, target, has_own) = (answer.as_ref(), target.as_ref(), *has_own);
    Form { draft, answer, is_refused: *is_refused, patterns, target, has_own, send }.draw()
}

/// What is drawn, and where actions go.
struct Form<'f> {
    draft: &'f PatternDraft,
    answer: Result<&'f PatternAnswer, &'f Message>,
    /// Whether it was to be kept and could not be.
    is_refused: bool,
    patterns: &'f PatternsView,
    /// Where the request looks, if it is one that would be written.
    target: Option<&'f PatternTarget>,
    /// Whether there is a request that would not be written.
    has_own: bool,
    send: &'f Callback<Action>,
}

impl Form<'_> {
    /// A callback that changes the draft with what was chosen or typed.
    fn change<T: 'static>(&self, change: fn(&mut PatternDraft, T)) -> Callback<T> {
        let draft = self.draft.clone();
        self.send.reform(move |input| {
            let mut draft = draft.clone();
            change(&mut draft, input);
            Action::Type(draft)
        })
    }

    fn draw(&self) -> Html {
        let on_submit = self.send.reform(|event: SubmitEvent| {
            event.prevent_default();
            Action::Save
        });
        let escape = self.send.reform(|()| Action::Escape);
        let on_key = Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !event.default_prevented() {
                event.prevent_default();
                escape.emit(());
            }
        });
        let fault = self.answer.ok().and_then(|answer| answer.fault.as_ref());
        // Another operation has another text, which begins at its start.
        let position = self.draft.position.map_or_else(|| "new".to_owned(), |it| it.to_string());
        let key = [&position, " ", &*self.draft.operation].concat();
        html! {
            <form class="form-rows" aria-label={word("pattern.form")} onsubmit={on_submit} onkeydown={on_key}>
                <div class="pattern-fields">{ self.fields() }</div>
                { match self.answer {
                    Ok(answer) => outcome(answer),
                    Err(fault) => html! {
                        <p class="is-danger small" id="pattern-words" role="alert">{ sentence(fault) }</p>
                    },
                } }
                <details key={position}>
                    <summary>{ word("pattern.as_json") }</summary>
                    <div class="stack">
                        <JsonEditor
                            {key}
                            label={word("pattern.request")}
                            text={shared(&self.draft.request)}
                            invalid={fault.is_some()}
                            fault_line={fault.and_then(|fault| fault.place).map(|(line, _)| line)}
                            described_by="pattern-words"
                            focused={false}
                            on_type={self.change(|draft, text: String| draft.request = text.into())}
                        />
                        { placeholders() }
                    </div>
                </details>
                { self.buttons() }
            </form>
        }
    }

    fn fields(&self) -> Html {
        let draft = self.draft;
        let operations = &self.patterns.operations;
        let chosen = operations.iter().position(|it| it.0 == draft.operation).unwrap_or_default();
        let options: Vec<AttrValue> = operations.iter().map(|(_, what)| plain(what)).collect();
        let names: Vec<Text> = operations.iter().map(|(name, _)| Text::clone(name)).collect();
        let on_operation = self
            .send
            .reform(move |position: usize| Action::ChooseOperation(Text::clone(&names[position])));
        let field = |label, placeholder: Option<AttrValue>, text: &Text, on_type| {
            let invalid = self.answer.is_err_and(|fault| is_about(fault, label));
            html! {
                <TextField
                    label_hidden=false
                    {placeholder}
                    label={word(label)}
                    text={shared(text)}
                    {invalid}
                    focused={invalid && self.is_refused}
                    described_by={invalid.then_some(AttrValue::Static("pattern-words"))}
                    {on_type}
                />
            }
        };
        html! {
            <>
                <TextField
                    label_hidden=false
                    code=false
                    focused=true
                    label={word("pattern.name")}
                    text={shared(&draft.name)}
                    on_type={self.change(|draft, text: String| draft.name = text.into())}
                />
                { labelled("pattern.operation", html! {
                    <Select label={word("pattern.operation")} {options} {chosen} on_choose={on_operation} />
                }) }
                { self.place() }
                { field("pattern.rate_label", None, &draft.rate, self.change(|draft, text: String| draft.rate = text.into())) }
                { labelled("pattern.period", html! {
                    <Select
                        label={word("pattern.period")}
                        options={Period::ALL.iter().map(|period| word(period.words())).collect::<Vec<_>>()}
                        chosen={Period::ALL.iter().position(|it| *it == draft.period).unwrap_or_default()}
                        on_choose={self.change(|draft, position: usize| draft.period = Period::ALL[position])}
                    />
                }) }
                { field("pattern.size", Some(word("pattern.size_as_here")), &draft.size, self.change(|draft, text: String| draft.size = text.into())) }
                if reads_many(draft) {
                    { field("pattern.items", Some(word("pattern.items_share")), &draft.items, self.change(|draft, text: String| draft.items = text.into())) }
                }
            </>
        }
    }

    /// Where the request looks. What the user has written in JSON may be none of the places.
    fn place(&self) -> Html {
        let operation = &self.draft.operation;
        let targets: Vec<PatternTarget> =
            self.patterns.targets.iter().filter(|it| it.fits(operation)).cloned().collect();
        if targets.is_empty() {
            return Html::default();
        }
        let own = self.has_own.then_some(word("pattern.target_own"));
        let count = usize::from(own.is_some());
        let options = own.into_iter().chain(targets.iter().map(|it| plain(&it.words(operation))));
        let options: Vec<AttrValue> = options.collect();
        let place = targets.iter().position(|it| Some(it) == self.target);
        let chosen = place.map_or(0, |place| count + place);
        let on_choose = self.send.reform(move |position: usize| {
            let target = position.checked_sub(count).map(|position| targets[position].clone());
            Action::ChooseTarget(target)
        });
        labelled(
            "pattern.target",
            html! { <Select label={word("pattern.target")} {options} {chosen} {on_choose} /> },
        )
    }

    /// What can be done with the pattern: keep what is written, and, of one that is kept, all the rest.
    fn buttons(&self) -> Html {
        let draft = self.draft;
        let label = |key| word_with(key, "name", draft.name.as_ref());
        let copy = PatternDraft {
            position: None,
            name: word_with("pattern.copy_of", "name", draft.name.as_ref()).as_str().into(),
            ..draft.clone()
        };
        let run = self.answer.ok().filter(|it| it.verdict != Verdict::Fails).map(|answer| {
            let operation = Text::clone(&draft.operation);
            press(self.send, Action::Run { operation, request: Text::clone(&answer.filled) })
        });
        let small = |key, label_key, on_click: Option<Callback<MouseEvent>>| {
            html! { <button type="button" class="button small outlined" aria-label={label(label_key)} disabled={on_click.is_none()} onclick={on_click}>{ word(key) }</button> }
        };
        html! {
            <div class="row wrap">
                if let Some(position) = draft.position {
                    { small("pattern.run", "pattern.run_label", run) }
                    { small("pattern.copy", "pattern.copy_label", Some(press(self.send, Action::Type(copy)))) }
                    <button type="button" class="button small is-danger" aria-label={label("pattern.delete_label")} onclick={press(self.send, Action::Delete(position))}>{ word("pattern.delete") }</button>
                }
                <span class="draft-buttons row push">
                    <button type="button" class="button" onclick={press(self.send, Action::Close)}>{ word("draft.cancel") }</button>
                    <button type="submit" class="button primary">{ word("pattern.keep") }</button>
                </span>
            </div>
        }
    }
}

/// Whether a fault is that of the field with this label.
fn is_about(fault: &Message, label: &str) -> bool {
    let mut arguments = fault.arguments.iter();
    arguments.any(|(_, it)| matches!(it, Argument::Message(words) if words.key == label))
}

/// Whether it works, what one request costs and where, and what a month does.
fn outcome(answer: &PatternAnswer) -> Html {
    let PatternAnswer { verdict, fault: rejected, notes, terms, .. } = answer;
    html! {
        <div class="stack" id="pattern-words">
            <p class="row wrap">
                <b class={classes!((*verdict == Verdict::Fails).then_some("is-danger"))}>
                    <span aria-hidden="true">{ verdict.glyph() }{ " " }</span>{ word(verdict.words()) }
                </b>
                if !terms.is_empty() { <ul class="row wrap small">{ for terms.iter().map(average) }</ul> }
                if *verdict != Verdict::Fails {
                    <span class="push">{ month(answer) }{ " " }{ word("pattern.a_month") }</span>
                }
            </p>
            if let Some(rejected) = rejected { { fault(rejected, None) } }
            if let Some(size) = &answer.item_size { <p class="small muted">{ sentence(size) }</p> }
            { for notes.iter().map(|note| html! { <p class="small muted">{ sentence(note) }</p> }) }
        </div>
    }
}

/// Whether a request reads as many items as there are.
fn reads_many(draft: &PatternDraft) -> bool {
    match &*draft.operation {
        "Query" | "Scan" => true,
        "ExecuteStatement" => draft.request.to_ascii_uppercase().contains("SELECT"),
        _ => false,
    }
}

/// What a month costs, and how much of the load is throttled.
pub(super) fn month(answer: &PatternAnswer) -> Html {
    let is_short = answer.verdict != Verdict::Fails && answer.throttled_permille.is_some();
    let words = sentence(&answer.month());
    if is_short {
        html! { <b class="is-danger">{ words }</b> }
    } else {
        words
    }
}
