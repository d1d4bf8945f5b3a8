//! A text as a QR code.

use std::fmt::Write;

use qrcode::{Color, EcLevel};
use yew::prelude::*;

/// Modules of light around a code, without which it cannot be scanned. Source: ISO/IEC 18004:2015, 6.3.8.
const MARGIN: usize = 4;

#[derive(Debug, PartialEq, Properties)]
pub struct QrCodeProps {
    /// The text that is in it. Nothing is drawn if it is too long.
    pub text: AttrValue,
    /// What the code is called; `None` if something around it has a name.
    pub label: Option<AttrValue>,
}

/// Draws the code, dark on light in every theme: not all programs can read the inverse.
#[component]
pub fn QrCode(props: &QrCodeProps) -> Html {
    let code = use_memo(props.text.clone(), |text| Code::of(text));
    let Some(Code { size, path }) = &*code else { return Html::default() };
    let size = size + 2 * MARGIN;
    html! {
        <svg
            class="qr-code"
            viewBox={format!("-{MARGIN} -{MARGIN} {size} {size}")}
            role={if props.label.is_some() { "img" } else { "presentation" }}
            aria-label={props.label.clone()}
            shape-rendering="crispEdges"
        >
            <path d={path.clone()} />
        </svg>
    }
}

/// The dark modules of a code as a path, and how many modules a side has.
#[derive(Debug, PartialEq)]
struct Code {
    size: usize,
    path: AttrValue,
}

impl Code {
    /// `None` if no code has room for the text.
    fn of(text: &str) -> Option<Self> {
        // What is on a screen is not dirty: a lower level means larger modules.
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let size = code.width();
        let colors = code.to_colors();
        let mut path = String::new();
        for (y, row) in colors.chunks(size).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, next| one == next) {
                if run[0] == Color::Dark {
                    let width = run.len();
                    write!(path, "M{x} {y}h{width}v1h-{width}z").expect("a string grows");
                }
                x += run.len();
            }
        }
        Some(Self { size, path: path.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_begins_with_the_upper_edge_of_its_first_corner() {
        let code = Code::of("https://sparsebox.example/").expect("it is short");
        assert_eq!(code.size, 25, "version 2");
        assert!(code.path.starts_with("M0 0h7v1h-7z"), "{}", code.path);
    }

    #[test]
    fn a_text_of_2953_bytes_has_a_code_and_a_longer_one_has_none() {
        assert_eq!(Code::of(&"a".repeat(2_953)).expect("it fits").size, 177);
        assert_eq!(Code::of(&"a".repeat(2_954)), None);
    }
}
