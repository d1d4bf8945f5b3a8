//! The playground, mounted on the page.

use yew::prelude::*;

#[component]
fn Hello() -> Html {
    html! { <p>{ "Sparsebox" }</p> }
}

fn main() {
    yew::Renderer::<Hello>::new().render();
}
