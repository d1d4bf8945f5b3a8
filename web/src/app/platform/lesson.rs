//! What lessons need of the browser: the address, the files of the site, progress, and a light on a card.

use gloo::utils::{document, window};
use gloo_net::http::Request;
use playground::lesson::list::LessonList;
use playground::lesson::own::OwnLessons;
use playground::lesson::progress::Progress;
use playground::lesson::source::FILE_SIZE_MAX;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition, Url, UrlSearchParams};

use crate::app::clock::whole_ms;
use crate::app::platform::{is_embed, local, now_ms, parameter, session};
use crate::panel::setting::index_id;

/// The parameters of an address that open a lesson at a step: `?lesson=open-orders&step=ship`.
pub(super) const PARAMETERS: [&str; 2] = ["lesson", "step"];

/// The parameter of an address with the lessons that a teacher has chosen: `?course=item-cost,open-orders`.
pub(super) const LIST: &str = "course";

/// The parameter of an address that opens the page for teachers: `?teach=1`.
pub(super) const TEACH: &str = "teach";

/// The parameter of an address that shows the notes of a presentation in another window: `?notes=` and the name of the presentation.
pub(super) const NOTES: &str = "notes";

/// Whether the address asks for the page for teachers.
pub(crate) fn is_asked_to_teach() -> bool {
    parameter(TEACH).as_deref() == Some("1") && !is_embed()
}

/// Whether the page is the window with the notes of a presentation.
pub(crate) fn is_notes_window() -> bool {
    presentation_of_notes().is_some()
}

/// The presentation whose notes the page shows, if it is their window.
pub(crate) fn presentation_of_notes() -> Option<String> {
    parameter(NOTES).filter(|name| !name.is_empty() && !is_embed())
}

/// Where the name of the presentation of this tab is stored, so that its notes find it after a reload.
const PRESENTATION: &str = "sparsebox:presentation";

/// The name of the presentation of this tab.
pub(crate) fn presentation() -> String {
    let storage = session();
    let stored = storage.as_ref().and_then(|it| it.get_item(PRESENTATION).ok().flatten());
    stored.unwrap_or_else(|| {
        let name = random_number(u32::MAX).to_string();
        if let Some(storage) = storage {
            // A tab that cannot store it has another name after a reload.
            drop(storage.set_item(PRESENTATION, &name));
        }
        name
    })
}

/// The lessons that a teacher has chosen, as the address names them.
pub(crate) fn asked_list() -> Option<LessonList> {
    parameter(LIST).filter(|_| !is_embed()).map(|text| LessonList::parse(&text))
}

/// The lesson and step that the address asks for.
pub(crate) fn asked_lesson() -> Option<(String, Option<String>)> {
    let search = window().location().search().ok()?;
    let parameters = UrlSearchParams::new_with_str(&search).ok()?;
    let [lesson, step] = PARAMETERS.map(|name| parameters.get(name).filter(|it| !it.is_empty()));
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

/// Puts into the address whether the page presents, so that a reload continues with that.
pub(crate) fn show_presenting(is_presenting: bool) {
    const PRESENT: &str = "present";
    let (Ok(history), Ok(href)) = (window().history(), window().location().href()) else { return };
    let Ok(url) = Url::new(&href) else { return };
    let parameters = url.search_params();
    match is_presenting {
        true => parameters.set(PRESENT, "1"),
        false => parameters.delete(PRESENT),
    }
    drop(history.replace_state_with_url(&JsValue::NULL, "", Some(&url.href())));
    if !is_presenting && let Some(storage) = session() {
        drop(storage.remove_item(PRESENTATION_START));
    }
}

/// Where it is stored when the presentation of this tab began.
const PRESENTATION_START: &str = "sparsebox:presentation-start";

/// When the presentation of this tab began, in milliseconds since 1970. A reload is not another beginning.
pub(crate) fn presentation_start() -> u64 {
    let storage = session();
    let stored = storage.as_ref().and_then(|it| it.get_item(PRESENTATION_START).ok().flatten());
    if let Some(started) = stored.and_then(|text| text.parse().ok()) {
        return started;
    }
    let now = now_ms();
    if let Some(storage) = storage {
        // A tab that cannot store it counts from the last reload.
        drop(storage.set_item(PRESENTATION_START, &now.to_string()));
    }
    now
}

/// Where the progress in lessons is stored.
const PROGRESS: &str = "sparsebox:lessons";

/// How far the user has come in lessons.
pub(crate) fn progress() -> Progress {
    let text = local().and_then(|storage| storage.get_item(PROGRESS).ok().flatten());
    // What cannot be read is as if nothing had been stored.
    text.and_then(|text| Progress::parse(&text)).unwrap_or_default()
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

/// Where earlier versions of the page have stored the user's own lessons.
const OWN_LESSONS: &str = "sparsebox:own-lessons";

/// The own lessons that an earlier version of the page has stored, if there are any.
pub(super) fn earlier_own_lessons() -> Option<OwnLessons> {
    let text = local()?.get_item(OWN_LESSONS).ok().flatten()?;
    Some(OwnLessons::parse(&text)).filter(|own| !own.lessons.is_empty())
}

/// Removes them, once they are stored elsewhere.
pub(super) fn forget_earlier_own_lessons() {
    if let Some(storage) = local() {
        // What stays is taken over again, and is the same.
        drop(storage.remove_item(OWN_LESSONS));
    }
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

/// Scrolls to the last question or task of the step, as far as that is necessary.
pub(crate) fn show_last_part() {
    let Ok(parts) = document().query_selector_all(".lesson-part") else { return };
    let last = parts.length().checked_sub(1).and_then(|last| parts.item(last));
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    if let Some(part) = last.and_then(|part| part.dyn_into::<Element>().ok()) {
        part.scroll_into_view_with_scroll_into_view_options(&options);
    }
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
