//! A field for text with a list of what it can continue with: a combobox, whose list is below it while it has the focus.
//!
//! Down and Up move in the list, Enter takes what is marked, and Escape closes the list. Without a mark, Enter does what
//! it does in other fields. In a field of several lines, Down and Up move between the lines while the list is closed.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{
    HtmlElement, HtmlInputElement, HtmlTextAreaElement, ScrollIntoViewOptions,
    ScrollLogicalPosition,
};
use yew::prelude::*;

/// A field with suggestions.
#[derive(Debug, PartialEq, Properties)]
pub struct SuggestFieldProps {
    /// The `id` of the field. Those of its list begin with it.
    pub id: AttrValue,
    /// What is typed here.
    pub label: AttrValue,
    pub text: AttrValue,
    /// Whether it has several lines.
    pub multiline: bool,
    /// What the list is called.
    pub list_label: AttrValue,
    /// What is suggested where the caret is, as it is drawn; empty while the field does not have the focus.
    pub suggestions: Vec<Suggested>,
    /// How many more there are, as words.
    pub more: Option<AttrValue>,
    /// The `id` of the element that describes the field, such as an error.
    pub described_by: &'static str,
    /// Whether something is wrong with it.
    pub invalid: bool,
    /// The text after a keystroke, and the caret in it, in bytes.
    pub on_type: Callback<(String, usize)>,
    /// The caret has moved, in bytes; `None` if the focus has left the field.
    pub on_caret: Callback<Option<usize>>,
    /// A suggestion is taken, by its position.
    pub on_take: Callback<usize>,
}

/// A suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggested {
    /// What is listed.
    pub label: AttrValue,
    pub kind: AttrValue,
    /// What is inserted, if that is not what is listed.
    pub insert: Option<AttrValue>,
    /// The caret after it is taken, in bytes.
    pub caret: usize,
}

/// The list: whether it is open, and the suggestion that is marked. It opens when the user types, presses the field or
/// moves down, and not when the focus only passes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct List {
    is_open: bool,
    marked: Option<usize>,
}

/// Draws the field and its list. State: the list.
#[component]
pub fn SuggestField(props: &SuggestFieldProps) -> Html {
    let node = use_node_ref();
    let list = use_state(List::default);
    let caret_to_be = use_caret_after(&node, &props.text);
    let is_open = list.is_open && !props.suggestions.is_empty();
    let marked = list.marked.filter(|marked| is_open && *marked < props.suggestions.len());
    let list_id = format!("{}-list", props.id);
    use_effect_with((node.clone(), marked, list_id.clone()), |(node, marked, list_id)| {
        if let Some(marked) = marked {
            show_option(node, list_id, *marked);
        }
    });
    let take = take(&list, props, caret_to_be);
    let moved = moved(&node, &props.on_caret);
    let parts = Parts {
        is_open,
        list_id: is_open.then(|| list_id.clone().into()),
        active: marked.map(|marked| option_id(props, marked).into()),
        on_type: input(&node, &list, &props.on_type),
        on_keys: keys(&list, props, marked, is_open, &take),
        on_key_up: key_up(&moved, props.multiline),
        on_focus: moved.reform(|_: FocusEvent| ()),
        on_press: press(&list, &moved),
        on_leave: leave(&list, &props.on_caret),
    };
    html! {
        <div class="suggest">
            { if props.multiline { area(props, node, parts) } else { line(props, node, parts) } }
            if is_open { { options(props, &list_id, marked, &take) } }
        </div>
    }
}

/// What both kinds of field have: the list and what is marked in it, and the callbacks of its events.
struct Parts {
    is_open: bool,
    /// The `id` of the list, if it is open.
    list_id: Option<AttrValue>,
    /// The `id` of the marked suggestion.
    active: Option<AttrValue>,
    on_type: Callback<InputEvent>,
    on_keys: Callback<KeyboardEvent>,
    on_key_up: Callback<KeyboardEvent>,
    on_focus: Callback<FocusEvent>,
    on_press: Callback<MouseEvent>,
    on_leave: Callback<FocusEvent>,
}

fn line(props: &SuggestFieldProps, node: NodeRef, parts: Parts) -> Html {
    html! {
        <input
            ref={node}
            id={&props.id}
            class="field code"
            type="text"
            role="combobox"
            value={&props.text}
            aria-label={&props.label}
            aria-autocomplete="list"
            aria-expanded={parts.is_open.to_string()}
            aria-controls={parts.list_id}
            aria-activedescendant={parts.active}
            aria-describedby={props.described_by}
            aria-invalid={props.invalid.then_some("true")}
            autocomplete="off"
            spellcheck="false"
            autocapitalize="off"
            oninput={parts.on_type}
            onkeydown={parts.on_keys}
            onkeyup={parts.on_key_up}
            onfocus={parts.on_focus}
            onclick={parts.on_press}
            onblur={parts.on_leave}
        />
    }
}

/// A `textarea` cannot have the role `combobox`, and its own role has no `aria-expanded`.
fn area(props: &SuggestFieldProps, node: NodeRef, parts: Parts) -> Html {
    html! {
        <textarea
            ref={node}
            id={&props.id}
            class="field code"
            rows={row_count(&props.text).to_string()}
            value={&props.text}
            aria-label={&props.label}
            aria-autocomplete="list"
            aria-controls={parts.list_id}
            aria-activedescendant={parts.active}
            aria-describedby={props.described_by}
            aria-invalid={props.invalid.then_some("true")}
            spellcheck="false"
            autocapitalize="off"
            oninput={parts.on_type}
            onkeydown={parts.on_keys}
            onkeyup={parts.on_key_up}
            onfocus={parts.on_focus}
            onclick={parts.on_press}
            onblur={parts.on_leave}
        />
    }
}

/// The rows of a field of several lines: those of its text and an empty one, within limits.
fn row_count(text: &str) -> usize {
    (text.matches('\n').count() + 2).clamp(3, 12)
}

/// Puts the caret where it belongs when the text has changed to what was taken. The caret to be is put into the cell.
#[hook]
fn use_caret_after(node: &NodeRef, text: &AttrValue) -> Rc<RefCell<Option<usize>>> {
    let caret_to_be = use_mut_ref(|| None::<usize>);
    let (node, caret) = (node.clone(), caret_to_be.clone());
    use_effect_with(text.clone(), move |text| {
        if let Some(caret) = caret.take() {
            let units = text.get(..caret).unwrap_or(text).encode_utf16().count();
            let units = u32::try_from(units).unwrap_or(u32::MAX);
            // A field that was removed has no selection.
            if let Some(input) = node.cast::<HtmlInputElement>() {
                drop(input.set_selection_range(units, units));
            } else if let Some(area) = node.cast::<HtmlTextAreaElement>() {
                drop(area.set_selection_range(units, units));
            }
        }
    });
    caret_to_be
}

fn take(
    list: &UseStateHandle<List>,
    props: &SuggestFieldProps,
    caret_to_be: Rc<RefCell<Option<usize>>>,
) -> Callback<usize> {
    let (list, on_take) = (list.clone(), props.on_take.clone());
    let carets: Vec<usize> = props.suggestions.iter().map(|it| it.caret).collect();
    Callback::from(move |position: usize| {
        *caret_to_be.borrow_mut() = carets.get(position).copied();
        list.set(List { is_open: true, marked: None });
        on_take.emit(position);
    })
}

/// Says where the caret is.
fn moved(node: &NodeRef, on_caret: &Callback<Option<usize>>) -> Callback<()> {
    let (node, on_caret) = (node.clone(), on_caret.clone());
    Callback::from(move |()| {
        if let Some((_, caret)) = content(&node) {
            on_caret.emit(Some(caret));
        }
    })
}

fn press(list: &UseStateHandle<List>, moved: &Callback<()>) -> Callback<MouseEvent> {
    let list = list.clone();
    moved.reform(move |_: MouseEvent| list.set(List { is_open: true, marked: None }))
}

fn key_up(moved: &Callback<()>, multiline: bool) -> Callback<KeyboardEvent> {
    let moved = moved.clone();
    Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowLeft" | "ArrowRight" | "Home" | "End" => moved.emit(()),
        "ArrowUp" | "ArrowDown" | "PageUp" | "PageDown" if multiline => moved.emit(()),
        _ => {}
    })
}

fn leave(list: &UseStateHandle<List>, on_caret: &Callback<Option<usize>>) -> Callback<FocusEvent> {
    let (list, on_caret) = (list.clone(), on_caret.clone());
    Callback::from(move |_: FocusEvent| {
        list.set(List::default());
        on_caret.emit(None);
    })
}

fn input(
    node: &NodeRef,
    list: &UseStateHandle<List>,
    on_type: &Callback<(String, usize)>,
) -> Callback<InputEvent> {
    let (node, list, on_type) = (node.clone(), list.clone(), on_type.clone());
    Callback::from(move |event: InputEvent| {
        // After a line break, Up and Down move between the lines.
        let is_open = event.input_type() != "insertLineBreak";
        list.set(List { is_open, marked: None });
        if let Some(content) = content(&node) {
            on_type.emit(content);
        }
    })
}

fn option_id(props: &SuggestFieldProps, position: usize) -> String {
    format!("{}-{position}", props.id)
}

fn options(
    props: &SuggestFieldProps,
    list_id: &str,
    marked: Option<usize>,
    take: &Callback<usize>,
) -> Html {
    let options = props.suggestions.iter().enumerate();
    html! {
        <ul class="suggest-list" id={list_id.to_owned()} role="listbox" aria-label={&props.list_label}>
            { for options.map(|(position, it)| {
                option(it, option_id(props, position), marked == Some(position), take, position)
            }) }
            if let Some(more) = &props.more {
                <li class="small muted" role="option" aria-disabled="true" aria-selected="false">{ more }</li>
            }
        </ul>
    }
}

fn option(
    suggested: &Suggested,
    id: String,
    is_marked: bool,
    take: &Callback<usize>,
    position: usize,
) -> Html {
    let take = take.clone();
    html! {
        <li
            {id}
            class="row"
            role="option"
            aria-selected={is_marked.to_string()}
            // The focus stays in the field.
            onmousedown={|event: MouseEvent| event.prevent_default()}
            onclick={move |_: MouseEvent| take.emit(position)}
        >
            <code class="suggest-label">{ &suggested.label }</code>
            if let Some(insert) = &suggested.insert { <code class="muted">{ insert }</code> }
            <span class="push small muted">{ &suggested.kind }</span>
        </li>
    }
}

fn keys(
    list: &UseStateHandle<List>,
    props: &SuggestFieldProps,
    marked: Option<usize>,
    is_open: bool,
    take: &Callback<usize>,
) -> Callback<KeyboardEvent> {
    let (list, take) = (list.clone(), take.clone());
    let count = props.suggestions.len();
    let moves_in_list = count > 0 && (is_open || !props.multiline);
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let mark = |marked| list.set(List { is_open: true, marked: Some(marked) });
        match event.key().as_str() {
            "ArrowDown" if moves_in_list => {
                event.prevent_default();
                mark(marked.map_or(0, |marked| (marked + 1) % count));
            }
            "ArrowUp" if moves_in_list => {
                event.prevent_default();
                mark(marked.map_or(count - 1, |marked| (marked + count - 1) % count));
            }
            "Enter" => {
                if let Some(marked) = marked {
                    event.prevent_default();
                    take.emit(marked);
                }
            }
            "Escape" if is_open => {
                event.stop_propagation();
                list.set(List::default());
            }
            _ => {}
        }
    })
}

/// The text of a field, and the caret in it, in bytes.
fn content(node: &NodeRef) -> Option<(String, usize)> {
    let (text, end) = if let Some(input) = node.cast::<HtmlInputElement>() {
        (input.value(), input.selection_end())
    } else {
        let area = node.cast::<HtmlTextAreaElement>()?;
        (area.value(), area.selection_end())
    };
    let mut left = end.ok().flatten().map_or(0, |units| units as usize);
    let before = text.chars().take_while(|character| {
        let fits = left > 0;
        left = left.saturating_sub(character.len_utf16());
        fits
    });
    let caret = before.map(char::len_utf8).sum();
    Some((text, caret))
}

fn show_option(node: &NodeRef, list_id: &str, position: usize) {
    let document = node.cast::<HtmlElement>().and_then(|it| it.owner_document());
    let list = document.and_then(|document| document.get_element_by_id(list_id));
    let options = list.map(|list| list.children());
    let position = u32::try_from(position).unwrap_or(u32::MAX);
    if let Some(option) = options.and_then(|options| options.item(position)) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        option.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
