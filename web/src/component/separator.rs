//! A line between two zones that can be dragged, and moved by keys as well.
//!
//! Nothing is remembered between the events of a drag: the line that was pressed captures the pointer.

use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use crate::component::chart::place;

/// What a key moves the line by, in thousandths.
const KEY_STEP: u16 = 10;

/// The line, in an element that is as wide as what it divides.
#[derive(Debug)]
pub struct Separator {
    /// What it separates.
    pub label: AttrValue,
    /// The class that puts it in its place.
    pub class: &'static str,
    /// Where the line is, in thousandths of the width.
    pub at: u16,
    /// The positions that it may have.
    pub range: [u16; 2],
    /// The element that it divides, as a selector.
    pub divides: &'static str,
    /// The new position, which the receiver limits to the range.
    pub on_move: Callback<u16>,
}

impl Separator {
    /// Draws the line.
    pub fn draw(&self) -> Html {
        let [least, most] = self.range.map(|end| (end / 10).to_string());
        html! {
            <div
                class={classes!("edge", self.class)}
                tabindex="0"
                role="separator"
                aria-orientation="vertical"
                aria-label={self.label.clone()}
                aria-valuemin={least}
                aria-valuemax={most}
                aria-valuenow={(self.at / 10).to_string()}
                onpointerdown={Callback::from(|event: PointerEvent| {
                    if let Some(line) = event.target() {
                        // A pointer that is gone cannot be captured; nothing is lost.
                        drop(line.unchecked_into::<Element>().set_pointer_capture(event.pointer_id()));
                    }
                })}
                onpointermove={self.on_drag()}
                onkeydown={self.on_key()}
            />
        }
    }

    fn on_drag(&self) -> Callback<PointerEvent> {
        let (divides, on_move) = (self.divides, self.on_move.clone());
        Callback::from(move |event: PointerEvent| {
            // What was pressed elsewhere passes over the line without taking it along.
            let line = event.target().map(JsCast::unchecked_into::<Element>);
            if !line.is_some_and(|line| line.has_pointer_capture(event.pointer_id())) {
                return;
            }
            let across = place(&event, divides).and_then(|(across, _)| u16::try_from(across).ok());
            if let Some(across) = across {
                on_move.emit(across);
            }
        })
    }

    fn on_key(&self) -> Callback<KeyboardEvent> {
        let (at, [least, most], on_move) = (self.at, self.range, self.on_move.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
                return;
            }
            let to = match event.key().as_str() {
                "ArrowLeft" => at.saturating_sub(KEY_STEP),
                "ArrowRight" => at + KEY_STEP,
                "Home" => least,
                "End" => most,
                _ => return,
            };
            event.prevent_default();
            on_move.emit(to);
        })
    }
}
