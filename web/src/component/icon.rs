//! Line icons of sixteen units, drawn in the colour of the text. They are decoration: the button around one has a name.

use yew::prelude::*;

/// The icons of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Undo,
    Redo,
    Play,
    Pause,
    Step,
    Back,
    First,
    Last,
    Chevron,
    Up,
    Close,
    Sun,
    Moon,
    Contrast,
    More,
    Plus,
    Copy,
    Check,
    Warning,
    Stop,
    Flame,
}

impl Shape {
    const fn path(self) -> &'static str {
        match self {
            Self::Undo => "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7",
            Self::Redo => "m10 3 3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H9",
            Self::Play => "M5 3v10l8-5z",
            Self::Pause => "M5 3v10M11 3v10",
            Self::Step => "M4 3v10l6-5zM12.5 3v10",
            Self::Back => "M12 3v10L6 8zM3.5 3v10",
            Self::First => "M13.5 3v10L8 8zM8 3v10L2.5 8z",
            Self::Last => "M2.5 3v10L8 8zM8 3v10l5.5-5z",
            Self::Chevron => "m4 6 4 4 4-4",
            Self::Up => "m4 10 4-4 4 4",
            Self::Close => "m4 4 8 8M12 4l-8 8",
            Self::Sun => {
                "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1"
            }
            Self::Moon => "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
            Self::Contrast => "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M8 5h4.5M8 8h6M8 11h4.5",
            Self::More => "M2.6 7.6h.8v.8h-.8zM7.6 7.6h.8v.8h-.8zM12.6 7.6h.8v.8h-.8z",
            Self::Plus => "M8 3v10M3 8h10",
            Self::Copy => "M6 6h7.5v7.5H6zM10 6V2.5H2.5V10H6",
            Self::Check => "m3 8.5 3.5 3.5L13 4.5",
            Self::Warning => "M8 2 1.5 13.5h13zM8 6.5v3M8 11.5h.01",
            Self::Stop => "M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM5.5 8h5",
            Self::Flame => {
                "M8.5 1.5c.2 3.3 4 4.6 4 8.3a4.5 4.5 0 0 1-9 0c0-1.6.8-2.900 1.8-3.8.2 1.200.7 1.900 1.5 2.200C6.6 5.700 7 3.3 8.5 1.5z"
            }
        }
    }
}

/// Draws an icon.
pub fn icon(shape: Shape) -> Html {
    html! {
        <svg
            class="icon"
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
        >
            <path d={shape.path()} />
        </svg>
    }
}
