//! What lessons need of the browser: the address, the files of the site, progress, and a light on a card.

use gloo::utils::{document, window};
use gloo_net::http::Request;
use playground::lesson::own::OwnLessons;
use playground::lesson::progress::Progress;
use playground::lesson::source::FILE_SIZE_MAX;
use wasm_bindgen::prelude::*;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition, Url, UrlSearchParams};

use crate::app::clock::whole_ms;
use crate::app::platform::local;
use crate::panel::setting::index_id;

/// The parameters of an address that open a lesson at a step: `?lesson=open-orders&step=ship`.
pub(super) const PARAMETERS: [&str; 2] = ["lesson", "step"];

/// The lesson and step that the address asks for.
pub(crate) fn asked_lesson() -> Option<(String, Option<String>)> {
    let search = window().location().search().ok()?;
    let parameters = UrlSearchParams::new_with_str(&search).ok()?;
    let [lesson, step] = PARAMETERS.map(|name| parameters.get(name));
    Some((lesson?, step))
}

/// Puts a lesson and its step into the address, or takes them out.
pub(crate) fn show_lesson(shown: Option<&[String; 2]>) {
    let (Ok(history), Ok(href)) = (window().history(), window().location().href()) else { return };
    let Ok(url) = Url::new(&href) else { return };
    let parameters = url.search_params();
    match shown {
        Some(shown) => {
            PARAMETERS.iter().zip(shown).for_each(|(name, value)| parameters.set(name, value));
        }
        None => PARAMETERS.iter().for_each(|name| parameters.delete(name)),
    }
    // A page that must not change its address, such as one in a frame, works without.
    drop(history.replace_state_with_url(&JsValue::NULL, "", Some(&url.href())));
}

/// Where the progress in lessons is stored.
const PROGRESS: &str = "sparsebox:lessons";

/// How far the user has come in lessons.
pub(crate) fn progress() -> Progress {
    let text = local().and_then(|storage| storage.get_item(PROGRESS).ok().flatten());
    text.map(|text| Progress::parse(&text)).unwrap_or_default()
}

/// Stores how far the user has come in lessons.
pub(crate) fn set_progress(progress: &Progress) {
    if let Some(storage) = local() {
        // Progress that is not stored lasts as long as the page.
        drop(storage.set_item(PROGRESS, &progress.to_text()));
    }
}

/// A random number of at most so much.
pub(crate) fn random_number(max: u32) -> u32 {
    let count = f64::from(max) + 1.0;
    u32::try_from(whole_ms(js_sys::Math::random() * count)).unwrap_or(max).min(max)
}

/// Where the user's own lessons are stored.
const OWN_LESSONS: &str = "sparsebox:own-lessons";

/// The user's own lessons.
pub(crate) fn own_lessons() -> OwnLessons {
    let text = local().and_then(|storage| storage.get_item(OWN_LESSONS).ok().flatten());
    text.map(|text| OwnLessons::parse(&text)).unwrap_or_default()
}

/// Stores the user's own lessons, and answers whether they are stored.
pub(crate) fn set_own_lessons(own: &OwnLessons) -> bool {
    local().is_some_and(|storage| storage.set_item(OWN_LESSONS, &own.to_text()).is_ok())
}

/// Fetches a file of a lesson; `None` if it is not there, or too large to be one.
pub(crate) async fn fetch_file(path: &str) -> Option<String> {
    fetch_text(path).await.filter(|text| text.len() <= FILE_SIZE_MAX)
}

/// Fetches a file of the site; `None` if it is not there.
pub(crate) async fn fetch_text(path: &str) -> Option<String> {
    let response = Request::get(path).send().await.ok()?;
    if !response.ok() {
        return None;
    }
    response.text().await.ok()
}

/// Scrolls to the card of an index, and lights its edge for a moment. A class would be lost when the card is drawn anew, so it is
/// an attribute that the page itself never writes.
pub(crate) fn point_at(index: &str) {
    const POINTED: &str = "data-pointed";
    if let Ok(Some(last)) = document().query_selector(&format!("[{POINTED}]")) {
        drop(last.remove_attribute(POINTED));
    }
    let heading = document().get_element_by_id(&index_id(index));
    let Some(card) = heading.and_then(|it| it.closest(".card").ok().flatten()) else { return };
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    card.scroll_into_view_with_scroll_into_view_options(&options);
    // An attribute with a fixed name can always be set.
    drop(card.set_attribute(POINTED, ""));
}
