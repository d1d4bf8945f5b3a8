//! A text as a QR code.

use playground::picture::qr;
use yew::prelude::*;

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
    let code = use_memo(props.text.clone(), |text| qr::QrCode::of(text));
    let Some(qr::QrCode { view_box, path }) = &*code else { return Html::default() };
    html! {
        <svg
            class="qr-code"
            viewBox={view_box.clone()}
            role={if props.label.is_some() { "img" } else { "presentation" }}
            aria-label={props.label.clone()}
            shape-rendering="crispEdges"
        >
            <path d={path.clone()} />
        </svg>
    }
}
