//! A text area for a file: it says when a user pauses, and shows a line that is asked for.

use gloo::timers::callback::Timeout;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// A user who has not typed for so long pauses, in milliseconds.
const PAUSE_MS: u32 = 500;

#[derive(Debug, PartialEq, Properties)]
pub struct FileEditorProps {
    /// What is typed here.
    pub label: AttrValue,
    pub text: AttrValue,
    /// Whether long lines are broken.
    pub wraps: bool,
    /// The line that is shown and selected, from 1, and the number of the request: the same line can be asked for again.
    pub shown: Option<(usize, usize)>,
    /// The text after a keystroke.
    pub on_type: Callback<String>,
    /// The text has not changed for a while.
    pub on_pause: Callback<()>,
}

/// Draws the editor.
#[component]
pub fn FileEditor(props: &FileEditorProps) -> Html {
    let area = use_node_ref();
    {
        let on_pause = props.on_pause.clone();
        use_effect_with(props.text.clone(), move |_| {
            let timeout = Timeout::new(PAUSE_MS, move || on_pause.emit(()));
            move || drop(timeout)
        });
    }
    {
        let (area, text) = (area.clone(), props.text.clone());
        use_effect_with(props.shown, move |shown| {
            if let (Some((line, _)), Some(area)) = (shown, area.cast::<HtmlTextAreaElement>()) {
                show(&area, &text, *line);
            }
        });
    }
    let on_input = props
        .on_type
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <textarea
            ref={area}
            class="field code file-editor"
            aria-label={&props.label}
            value={&props.text}
            wrap={if props.wraps { "soft" } else { "off" }}
            spellcheck={if props.wraps { "true" } else { "false" }}
            autocapitalize="off"
            autocomplete="off"
            oninput={on_input}
        />
    }
}

/// Selects a line, with the focus in the text area.
fn show(area: &HtmlTextAreaElement, text: &str, line: usize) {
    let units = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let before = line.saturating_sub(1).min(lines.len());
    let start = units(&lines[..before].concat());
    let end = start + lines.get(before).map_or(0, |line| units(line.trim_end_matches('\n')));
    // A browser scrolls to the caret when the area takes the focus. Without a selection nothing is lost.
    drop(area.set_selection_range(start, start));
    drop(area.blur());
    drop(area.focus());
    drop(area.set_selection_range(start, end));
    // Lines have one height where none is broken. Three lines above the one that is shown stay in view.
    let line_height = area.scroll_height() / i32::try_from(lines.len().max(1)).unwrap_or(i32::MAX);
    if area.wrap() == "off" {
        let above = i32::try_from(before).unwrap_or(i32::MAX).saturating_sub(3).max(0);
        area.set_scroll_top(above.saturating_mul(line_height));
        area.set_scroll_left(0);
    }
}
