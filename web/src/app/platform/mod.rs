//! The browser: storage, address bar, clipboard, files and focus. With `clock`, the only place that touches it.
//!
//! Any of these may be denied (a private window, an embedded page, an old browser). The answer is then `None` or
//! `false`, and the page continues without it.

pub(crate) mod channel;
pub mod connection;
pub mod crash;
pub mod file;
mod file_fault;
pub mod focus;
pub mod host;
pub mod lesson;
pub(crate) mod lesson_store;
pub mod lock;
mod migrate;
pub mod picture;
mod press;
pub mod store;
pub mod transfer;
mod typing;

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use js_sys::{Array, Promise};
use playground::lesson::own::LessonFile;
use playground::link::address::fragment_of;
use playground::view::embed::EmbedRequest;
use playground::view::first::First;
use playground::view::import::ImportForm;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::{
    CustomEvent, Element, HtmlElement, HtmlInputElement, KeyboardEvent, ScrollIntoViewOptions,
    ScrollLogicalPosition, Storage, Url, UrlSearchParams,
};
use yew::Callback;

use crate::app::clock::whole_ms;
use crate::app::platform::file_fault::FileFault;
use crate::app::state::key::{Key, Target};
use crate::app::ticket::Questions;
use crate::panel::setting::index_id;

/// Storage key of the preferences.
const PREFERENCES: &str = "sparsebox:preferences";

/// Session storage key under which earlier versions remembered what the tab shows: a slot, or the title of an example.
const SLOT: &str = "sparsebox:slot";

/// What the tab showed before it was reloaded into this version. Forgotten by asking.
pub fn take_earlier_slot() -> Option<String> {
    let storage = session()?;
    let slot = storage.get_item(SLOT).ok()??;
    // If it were not deleted, the next address without a fragment would open it, too.
    drop(storage.remove_item(SLOT));
    Some(slot)
}

/// Session storage key of what is being typed.
const UNFINISHED: &str = "sparsebox:unfinished";

/// The unfinished input of this tab, as it was stored.
pub fn unfinished() -> Option<String> {
    session()?.get_item(UNFINISHED).ok()?
}

/// Remembers, or forgets, what is being typed in this tab.
pub fn set_unfinished(text: Option<String>) {
    if let Some(storage) = session() {
        // A tab that cannot store it starts with an empty one after a reload.
        drop(match text {
            Some(text) => storage.set_item(UNFINISHED, &text),
            None => storage.remove_item(UNFINISHED),
        });
    }
}

/// The result of `work`, or `None` if it takes longer than `ms`. The work continues then, and its result is dropped.
pub async fn answer_within<T: 'static>(
    ms: u32,
    work: impl Future<Output = T> + 'static,
) -> Option<T> {
    let result = Rc::new(Cell::new(None));
    let cell = Rc::clone(&result);
    let done = future_to_promise(async move {
        cell.set(Some(work.await));
        Ok(JsValue::UNDEFINED)
    });
    let late = Promise::new(&mut |resolve, _| {
        Timeout::new(ms, move || drop(resolve.call0(&JsValue::UNDEFINED))).forget();
    });
    // Neither promise is rejected.
    drop(JsFuture::from(Promise::race(&Array::of2(&done, &late))).await);
    result.take()
}

/// A slot that is not in use.
pub fn new_slot() -> String {
    format!("{:x}{:x}", now_ms(), js_sys::Math::random().to_bits())
}

/// An event of the browser about the whole page.
#[derive(Debug, Clone)]
pub enum BrowserEvent {
    /// A key was pressed, and no field took it.
    Key(PressedKey),
    /// The user does something on the page: see `PRESSES`.
    Press,
    /// The address has another part after `#`, or none.
    Address(String),
    /// A file was chosen; its text, or why it is not opened.
    File(Result<String, FileFault>),
    /// A file or the link of a picture was chosen as design B.
    Beside(String),
    /// Files of lessons were chosen or dropped.
    Lessons(First<LessonFile>),
    /// A picture was dropped or chosen; the part after `#` of the link in it, if it has one.
    Picture(Option<String>),
    /// A text to import was pasted outside of any field, dropped or chosen.
    Import(ImportForm),
    /// The page is about to be printed, or has been.
    Print(bool),
    /// A journey tests a panic.
    Crash(Crash),
}

/// Where a journey provokes a panic, by `dispatchEvent(new CustomEvent("sparsebox-crash", { detail: "saving" }))`.
/// Neither an address nor a document can do that, so it is not a risk for users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crash {
    /// At once, in the engine.
    Engine,
    /// The next time that the page is rendered.
    Rendering,
    /// The next time that the sandbox is stored.
    Saving,
}

/// The events by which a user acts on the page. Another site can cause none of them, and a script only such as are not trusted.
const PRESSES: [&str; 5] = ["pointerdown", "keydown", "click", "paste", "drop"];

/// A key that was pressed, and can be kept from the browser.
#[derive(Debug, Clone)]
pub struct PressedKey {
    event: KeyboardEvent,
    name: String,
}

impl PressedKey {
    /// The key, and where the focus was.
    pub fn key(&self) -> Key<'_> {
        let target = target(&self.event);
        let tag = target.map(|element| element.tag_name()).unwrap_or_default();
        Key {
            name: &self.name,
            control: self.event.ctrl_key() || self.event.meta_key(),
            shift: self.event.shift_key(),
            is_sheet_open: is_sheet_open(),
            target: match tag.as_str() {
                _ if is_dialog_open() => Target::Dialog,
                "INPUT" | "TEXTAREA" | "SELECT" => Target::Field,
                "BUTTON" | "SUMMARY" | "A" => Target::Button,
                _ => Target::Page,
            },
        }
    }

    /// Keeps the key from the browser, and from other parts of the page.
    pub fn take(&self) {
        self.event.prevent_default();
        self.event.stop_propagation();
    }
}

/// Handles events of the whole page, as long as the listeners exist.
pub(crate) fn listen(
    on_event: &Callback<BrowserEvent>,
    openings: &Questions,
) -> Vec<EventListener> {
    let (document, window) = (document(), window());
    let on_key = on_event.clone();
    let on_page_key = on_event.clone();
    let (on_change, openings) = (on_event.clone(), openings.clone());
    let on_link = on_event.clone();
    let on_print = on_event.clone();
    let after_print = on_event.clone();
    let on_crash = on_event.clone();
    let options = EventListenerOptions::enable_prevent_default();
    let before_others =
        EventListenerOptions { passive: false, ..EventListenerOptions::run_in_capture_phase() };
    let presses = PRESSES.into_iter().map(|name| {
        let on_press = on_event.clone();
        let before_others = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(&window, name, before_others, move |event| {
            if event.is_trusted() {
                on_press.emit(BrowserEvent::Press);
            }
        })
    });
    let others = [
        EventListener::new_with_options(&document, "keydown", options, move |event| {
            emit_key(event.unchecked_ref(), &on_key);
        }),
        EventListener::new_with_options(&document, "keydown", before_others, move |event| {
            let key = event.unchecked_ref::<KeyboardEvent>();
            // Enter and Escape are then keys of the input method, which composes a character.
            if key.is_composing() {
                event.stop_propagation();
            } else if matches!(key.key().as_str(), "PageUp" | "PageDown") {
                // In a presentation they are not keys of the table.
                emit_key(key, &on_page_key);
            }
        }),
        EventListener::new(&document, "mouseover", |event| link(target(event).as_ref())),
        EventListener::new(&document, "focusin", |event| link(target(event).as_ref())),
        EventListener::new(&document, "change", move |event| {
            let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            if let Some(input) = input.filter(|input| input.has_attribute("data-open-file")) {
                transfer::read_chosen(&input, openings.ask(), &on_change);
            }
        }),
        EventListener::new(&window, "hashchange", move |_| {
            on_link.emit(BrowserEvent::Address(fragment().unwrap_or_default()));
        }),
        EventListener::new(&window, "beforeprint", move |_| {
            on_print.emit(BrowserEvent::Print(true));
        }),
        EventListener::new(&window, "afterprint", move |_| {
            after_print.emit(BrowserEvent::Print(false));
        }),
        EventListener::new(&window, "sparsebox-crash", move |event| {
            let detail = event.unchecked_ref::<CustomEvent>().detail().as_string();
            match detail.as_deref() {
                Some("engine") => on_crash.emit(BrowserEvent::Crash(Crash::Engine)),
                Some("rendering") => on_crash.emit(BrowserEvent::Crash(Crash::Rendering)),
                Some("saving") => on_crash.emit(BrowserEvent::Crash(Crash::Saving)),
                Some(_) | None => {}
            }
        }),
    ];
    let whole_page = typing::listeners(&document).into_iter().chain(press::listeners(&document));
    presses.chain(others).chain(whole_page).collect()
}

/// A key that no part of the page has taken is a shortcut of the page. Escape closes an open menu, which the browser does.
fn emit_key(event: &KeyboardEvent, on_event: &Callback<BrowserEvent>) {
    let closes_menu = || matches!(document().query_selector(":popover-open"), Ok(Some(_)));
    if event.key() == "Escape" && closes_menu() {
        return;
    }
    if !event.alt_key() && !event.default_prevented() {
        on_event.emit(BrowserEvent::Key(PressedKey { event: event.clone(), name: event.key() }));
    }
}

fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The saved preferences, as they were written.
pub fn preferences() -> Option<String> {
    local()?.get_item(PREFERENCES).ok()?
}

/// Saves preferences.
pub fn set_preferences(text: &str) {
    if let Some(storage) = local() {
        // Preferences that are not kept are chosen again.
        drop(storage.set_item(PREFERENCES, text));
    }
}

/// The language that the address asks for: `?lang=en-XA`.
pub fn asked_language() -> Option<String> {
    // Addresses of earlier versions have the longer name.
    parameter("lang").or_else(|| parameter("language"))
}

/// The parameter of an address that opens the page as a presentation: `?present=1`.
const PRESENT: &str = "present";

/// The parameter of an address that shows parts of a sandbox, as in a frame of another page: `?view=table,gsi:OpenOrders`.
const VIEW: &str = "view";

/// The parameter of an embed that lets a user only look: `ro=1`.
const READ_ONLY: &str = "ro";

/// The parameter of an embed with its colours: `theme=dark`.
const THEME: &str = "theme";

/// Whether the address asks for a presentation.
pub fn is_asked_to_present() -> bool {
    parameter(PRESENT).as_deref() == Some("1")
}

/// What the address asks an embed to show; `None` if the page is not one.
pub fn embed_request() -> Option<EmbedRequest> {
    let is_read_only = parameter(READ_ONLY).as_deref() == Some("1");
    Some(EmbedRequest::parse(&parameter(VIEW)?, is_read_only))
}

/// The colours that the address of an embed asks for.
pub fn asked_theme() -> Option<String> {
    parameter(THEME).filter(|_| is_embed())
}

/// Whether the page is an embed. It then reads and writes no storage, and leaves the focus and the address to the page around it.
fn is_embed() -> bool {
    parameter(VIEW).is_some()
}

/// A parameter of the address. Some programs write `&` as `&amp;` in an address.
fn parameter(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    UrlSearchParams::new_with_str(&search.replace("&amp;", "&")).ok()?.get(name)
}

/// The address of the page for links to it: without the part after `#`, and without what is about this window only.
pub fn address_to_share() -> String {
    let address = address();
    let Ok(url) = Url::new(&address) else { return address };
    let parameters = url.search_params();
    let of_window = [PRESENT, lesson::LIST, lesson::TEACH, lesson::NOTES, VIEW, READ_ONLY, THEME]
        .into_iter()
        .chain(lesson::PARAMETERS);
    let of_window = of_window.filter(|name| parameters.has(name));
    match of_window.map(|name| parameters.delete(name)).count() {
        0 => address,
        _ => url.href(),
    }
}

/// Says in which language the page is, for screen readers, fonts and line breaks.
pub fn set_language(language: &str) {
    if let Some(root) = document().document_element() {
        drop(root.set_attribute("lang", language));
    }
}

/// The part of the address after `#`.
pub fn fragment() -> Option<String> {
    let address = window().location().href().ok()?;
    fragment_of(&address).map(str::to_owned)
}

/// The address of the page without the part after `#`.
pub fn address() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Whether the user can go back to the address before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum History {
    /// By the browser's button.
    Push,
    /// The address takes its place.
    Replace,
}

/// Shows another address, and loads nothing.
pub fn set_fragment(shown: &str, by: History) {
    let Ok(history) = window().history() else { return };
    let address = match shown {
        "" => address(),
        shown => format!("{}#{shown}", address()),
    };
    // A page that must not change its address, such as one in a frame, works without.
    drop(match by {
        History::Push => history.push_state_with_url(&JsValue::NULL, "", Some(&address)),
        History::Replace => history.replace_state_with_url(&JsValue::NULL, "", Some(&address)),
    });
}

/// Puts a text on the clipboard, and answers whether it is there. Without permission or on an insecure host it is not.
pub fn copy(text: &str, on_answer: Callback<bool>) {
    let clipboard = window().navigator().clipboard();
    // An insecure host has no clipboard.
    if clipboard.is_undefined() {
        return on_answer.emit(false);
    }
    // Safari allows writing only in the same turn as the click: the request is made before anything is awaited.
    let written = JsFuture::from(clipboard.write_text(text));
    spawn_local(async move { on_answer.emit(written.await.is_ok()) });
}

/// Opens an address in a new tab, which cannot reach this one, and answers whether it is open. A frame may not be allowed to.
pub fn open_tab(address: &str) -> bool {
    match window().open_with_url_and_target(address, "_blank") {
        Ok(Some(tab)) => tab.set_opener(&JsValue::NULL).is_ok(),
        Ok(None) | Err(_) => false,
    }
}

/// The element that the page is drawn in.
pub fn root() -> Option<Element> {
    document().get_element_by_id("app")
}

/// Whether the system is set to dark.
pub fn is_system_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.is_ok_and(|query| query.is_some_and(|query| query.matches()))
}

/// Sets `data-theme` on the page.
pub fn set_theme(theme: &str) {
    if let Some(root) = document().document_element() {
        // An attribute with a fixed name can always be set.
        drop(root.set_attribute("data-theme", theme));
    }
}

/// Sets the title of the page.
pub fn set_title(title: &str) {
    document().set_title(title);
}

/// Scrolls to the entry of an index that is about to change, as far as that is necessary.
pub fn show_pending(index: &str) {
    // The page around an embed would scroll, too.
    if is_elsewhere() {
        return;
    }
    let heading = document().get_element_by_id(&index_id(index));
    let card = heading.and_then(|heading| heading.closest(".card").ok().flatten());
    let entry = card.and_then(|card| card.query_selector(".is-leaving, .is-arriving").ok()?);
    if let Some(entry) = entry {
        scroll_to(&entry);
    }
}

/// Scrolls to an element, as far as that is necessary.
fn scroll_to(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_inline(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Presses the button with this `id`.
pub fn press(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(button) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        button.click();
    }
}

/// Marks an item and its entries as belonging together. A class would be lost when an entry is drawn anew, so it is an
/// attribute that the page itself never writes.
fn link(from: Option<&Element>) {
    let item = from
        .and_then(|element| element.closest("[data-item]").ok()?)
        .and_then(|element| element.get_attribute("data-item"));
    for element in all("[data-linked]") {
        drop(element.remove_attribute("data-linked"));
    }
    let Some(item) = item else { return };
    for element in all("[data-item]") {
        if element.get_attribute("data-item").as_ref() == Some(&item) {
            drop(element.set_attribute("data-linked", ""));
        }
    }
}

/// Milliseconds since 1970, by the clock on the wall.
pub fn now_ms() -> u64 {
    whole_ms(js_sys::Date::now())
}

/// The day by the clock on the wall: when it began, in seconds since 1970-01-01, UTC.
pub fn today_seconds() -> u64 {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    now_ms() / DAY_MS * DAY_MS / 1_000
}

/// Whether a dialog is open, which keeps the rest of the page from being used.
fn is_dialog_open() -> bool {
    matches!(document().query_selector("dialog[open]"), Ok(Some(_)))
}

/// Whether the last operation is shown as a sheet: only then it has a button that closes it.
fn is_sheet_open() -> bool {
    all(".sheet-close").iter().any(|button| button.client_height() > 0)
}

/// The entry of an item in the card of an index.
fn find_in_card(index: &str, item: &str) -> Option<Element> {
    let heading = document().get_element_by_id(&index_id(index))?;
    let card = heading.closest(".card").ok()??;
    let links = all(".entries .entry-link").into_iter();
    let mut links = links.filter(|link| card.contains(Some(link)));
    links.find(|link| is_of_item(link, item))
}

fn find_item(item: &str, selector: &str) -> Option<Element> {
    all(selector).into_iter().find(|element| is_of_item(element, item))
}

fn is_of_item(element: &Element, item: &str) -> bool {
    let owner = element.closest("[data-item]").ok().flatten();
    owner.and_then(|owner| owner.get_attribute("data-item")).as_deref() == Some(item)
}

fn all(selector: &str) -> Vec<Element> {
    let Ok(nodes) = document().query_selector_all(selector) else { return Vec::new() };
    (0..nodes.length()).filter_map(|position| nodes.item(position)?.dyn_into().ok()).collect()
}

fn window() -> web_sys::Window {
    gloo::utils::window()
}

fn document() -> web_sys::Document {
    gloo::utils::document()
}

/// Whether the page is an embed, and the focus is on the page around it.
fn is_elsewhere() -> bool {
    is_embed() && !document().has_focus().unwrap_or(false)
}

fn local() -> Option<Storage> {
    if is_embed() { None } else { window().local_storage().ok()? }
}

fn session() -> Option<Storage> {
    if is_embed() { None } else { window().session_storage().ok()? }
}
