//! A row of choices of which one is chosen, with the arrow keys as in a group of radio buttons. It scrolls sideways, so
//! that the choice that is chosen is in view.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// A key that moves the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// To the previous choice.
    Previous,
    /// To the next choice.
    Next,
    /// To the first choice.
    First,
    /// To the last choice.
    Last,
}

/// A row. Its children are buttons with the role `radio`.
#[derive(Debug, PartialEq, Properties)]
pub struct ChoiceRowProps {
    /// What is chosen.
    pub label: AttrValue,
    /// Which choice is chosen, and how many there are: when this changes, the choice is scrolled into view.
    pub position: (usize, usize),
    /// Whether the end of the row is shown.
    pub is_at_end: bool,
    /// A key was pressed.
    pub on_move: Callback<Move>,
    pub children: Html,
}

/// Draws the row.
#[component]
pub fn ChoiceRow(props: &ChoiceRowProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.position, props.is_at_end), move |(_, is_at_end)| {
            if let Some(row) = node.cast::<Element>() {
                show_chosen(&row, *is_at_end);
            }
        });
    }
    let on_move = props.on_move.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
            return;
        }
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowUp" => Move::Previous,
            "ArrowRight" | "ArrowDown" => Move::Next,
            "Home" => Move::First,
            "End" => Move::Last,
            _ => return,
        };
        event.prevent_default();
        on_move.emit(to);
    });
    html! {
        <div ref={node} class="choice-row row" role="radiogroup" aria-label={props.label.clone()} {onkeydown}>
            { props.children.clone() }
        </div>
    }
}

/// Scrolls the chosen one into view, and moves the focus to it if the focus is in the row.
fn show_chosen(row: &Element, is_at_end: bool) {
    let Ok(Some(chosen)) = row.query_selector("[aria-checked=true]") else { return };
    if is_at_end {
        row.set_scroll_left(row.scroll_width());
    } else {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        options.set_inline(ScrollLogicalPosition::Nearest);
        chosen.scroll_into_view_with_scroll_into_view_options(&options);
    }
    let has_focus = matches!(row.query_selector(":focus"), Ok(Some(_)));
    if let (true, Some(chosen)) = (has_focus, chosen.dyn_ref::<HtmlElement>()) {
        // An element that is no longer in the page cannot have the focus; nothing is lost.
        drop(chosen.focus());
    }
}
