//! The page around an embed: the messages to and from it, and the height that the embed would have.
//!
//! Everybody may know that the program runs: `{ sparsebox: 1, type: "loaded" }` goes to the window around this one. That window
//! sends `{ sparsebox: 1, type: "hello" }` with a port. Everything else goes through the port, because only that window has its
//! other end. `boot.js` sends `starting` and `failed`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::events::EventListener;
use js_sys::{JsString, Reflect};
use playground::view::host::{
    HostCall, HostError, HostEvent, HostRequest, MessageRate, RATE_MAX, TEXT_LENGTH_MAX,
    TEXT_MEMBERS, VERSION,
};
use serde::Serialize;
use serde_json::json;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, MessageEvent, MessagePort, Window};
use yew::Callback;

use super::{all, document, is_embed, now_ms, window};
use crate::app::clock::whole_ms;

/// Another height is told if it differs by as many pixels. Model: less is not seen.
const HEIGHT_STEP: u32 = 4;

/// What the page around an embed does.
#[derive(Debug, Clone, PartialEq)]
pub enum HostSignal {
    /// It opened a port.
    Connected,
    /// It sent a request with this number.
    Request(f64, Result<HostRequest, HostError>),
    /// It gave the frame another size.
    Resized,
}

/// What the page around an embed has asked, and is not done.
#[derive(Debug, Default)]
pub struct Asked {
    /// Whether it has opened a port and has not been sent `ready` yet.
    pub(crate) ready: bool,
    /// Requests in the order in which they came, with their numbers.
    pub(crate) calls: VecDeque<(f64, HostCall)>,
    /// The number of the request that is being carried out: opening a document takes several frames.
    pub(crate) current: Option<f64>,
}

/// The page around an embed.
#[derive(Debug, Default)]
pub struct Host {
    port: Rc<RefCell<Option<Port>>>,
    /// The height that was told last.
    height: Cell<u32>,
}

/// The end of a port, and its listener.
#[derive(Debug)]
struct Port {
    port: MessagePort,
    _listener: EventListener,
}

impl Drop for Port {
    fn drop(&mut self) {
        self.port.close();
    }
}

impl Host {
    /// Listens to the page around an embed, and tells it that it can open a port.
    pub fn listen(&self, on_signal: &Callback<HostSignal>) -> Vec<EventListener> {
        let Some(around) = around().filter(|_| is_embed()) else { return Vec::new() };
        let (port, on_message, on_resize) =
            (Rc::clone(&self.port), on_signal.clone(), on_signal.clone());
        let (host, rate) = (around.clone(), Cell::new(MessageRate::default()));
        let listeners = vec![
            EventListener::new(&window(), "message", move |event| {
                let event = event.unchecked_ref::<MessageEvent>();
                if is_from(event, &host)
                    && is_allowed(&rate)
                    && let Some(opened) = opened_port(event)
                {
                    *port.borrow_mut() = Some(Port::listen(opened, &on_message));
                    on_message.emit(HostSignal::Connected);
                }
            }),
            EventListener::new(&window(), "resize", move |_| on_resize.emit(HostSignal::Resized)),
        ];
        let loaded =
            js_sys::JSON::parse(&json!({ "sparsebox": VERSION, "type": "loaded" }).to_string());
        // It says nothing about the sandbox, and the origin of the page around is not known. A window that is closed hears nothing.
        drop(loaded.map(|loaded| around.post_message(&loaded, "*")));
        listeners
    }

    /// Tells that requests are heard, the height, and why what the address names was not opened.
    pub fn tell_ready(&self, problem: Option<String>) {
        let height = content_height();
        self.height.set(height);
        self.send(&HostEvent::Ready { version: VERSION, height, problem });
    }

    /// Tells the height at which nothing has to be scrolled, if it is another one than before.
    pub fn tell_height(&self) {
        if self.port.borrow().is_none() {
            return;
        }
        let height = content_height();
        if height.abs_diff(self.height.get()) >= HEIGHT_STEP {
            self.height.set(height);
            self.send(&HostEvent::Height { height });
        }
    }

    /// Tells what happened, or answers a request, if the page around has opened a port.
    pub fn send(&self, message: &impl Serialize) {
        if let Some(Port { port, .. }) = &*self.port.borrow() {
            post(port, message);
        }
    }
}

impl Port {
    /// Starts a port. Requests are passed on until there are too many.
    fn listen(port: MessagePort, on_signal: &Callback<HostSignal>) -> Self {
        let (on_signal, rate) = (on_signal.clone(), Cell::new(MessageRate::default()));
        let other = port.clone();
        let listener = EventListener::new(&port, "message", move |event| {
            if is_allowed(&rate) {
                let data = event.unchecked_ref::<MessageEvent>().data();
                if let Some((id, request)) = request(&data) {
                    on_signal.emit(HostSignal::Request(id, request));
                }
                return;
            }
            let message = format!("More than {RATE_MAX} messages in a second: the port is closed.");
            post(&other, &HostEvent::Error { message });
            other.close();
        });
        port.start();
        Self { port, _listener: listener }
    }
}

/// Sends a message. A port that is closed has no reader.
fn post(port: &MessagePort, message: &impl Serialize) {
    if let Ok(message) = message.serialize(&Serializer::json_compatible()) {
        drop(port.post_message(&message));
    }
}

/// The window around this one.
fn around() -> Option<Window> {
    window().parent().ok()?.filter(|parent| *parent != window())
}

fn is_from(event: &MessageEvent, window: &Window) -> bool {
    event.source().is_some_and(|source| source == ***window)
}

fn is_allowed(rate: &Cell<MessageRate>) -> bool {
    let mut counted = rate.get();
    let is_allowed = counted.allows(now_ms());
    rate.set(counted);
    is_allowed
}

/// The port of a message that opens one.
fn opened_port(event: &MessageEvent) -> Option<MessagePort> {
    let hello = event.data();
    let member = |name: &str| Reflect::get(&hello, &name.into()).ok();
    let is_hello = hello.is_object()
        && member("sparsebox")?.as_f64() == Some(f64::from(VERSION))
        && member("type")?.as_string()? == "hello";
    let port = event.ports().get(0);
    port.dyn_into().ok().filter(|_| is_hello)
}

/// A request and its number. What has no number is not one.
fn request(data: &JsValue) -> Option<(f64, Result<HostRequest, HostError>)> {
    if !data.is_object() {
        return None;
    }
    let member = |name: &str| Reflect::get(data, &name.into()).unwrap_or_default();
    let id = member("id").as_f64().filter(|id| id.is_finite())?;
    // Before a text is copied.
    let is_long = |name: &str| {
        member(name).dyn_ref::<JsString>().is_some_and(|text| text.length() > TEXT_LENGTH_MAX)
    };
    let request = match TEXT_MEMBERS.iter().any(|name| is_long(name)) {
        true => Err(HostError::TooLarge),
        false => serde_wasm_bindgen::from_value(data.clone()).map_err(|_| HostError::WrongType),
    };
    Some((id, request))
}

/// The height at which the parts of the embed need no scroll bars, in pixels. Their parts beside each other need that of the highest,
/// those below each other the sum.
fn content_height() -> u32 {
    let zones = all(".zones > .zone:not(.is-operation), .is-embedded > .columns > .column");
    let content = |zone: &web_sys::Element| {
        let range = document().create_range().ok()?;
        range.select_node_contents(zone).ok()?;
        let style = window().get_computed_style(zone).ok()??;
        let edges = ["padding-top", "padding-bottom", "border-top-width", "border-bottom-width"];
        let edges = edges.iter().filter_map(|name| style.get_property_value(name).ok());
        let edges = edges.filter_map(|length| length.trim_end_matches("px").parse::<f64>().ok());
        Some(range.get_bounding_client_rect().height() + edges.sum::<f64>())
    };
    let heights: Vec<f64> = zones.iter().filter_map(content).collect();
    let lefts: Vec<f64> = zones.iter().map(|zone| zone.get_bounding_client_rect().left()).collect();
    let is_stacked = lefts.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1.0);
    let parts = match is_stacked {
        true => heights.iter().sum(),
        false => heights.iter().copied().fold(0.0, f64::max),
    };
    let parts = parts.max(lesson_height());
    let line = all(".bottom").into_iter().filter_map(|it| it.dyn_into::<HtmlElement>().ok());
    let line: i32 = line.map(|line| line.offset_height()).sum();
    let height = whole_ms((parts + f64::from(line)).ceil());
    u32::try_from(height).unwrap_or(u32::MAX)
}

/// The height at which a lesson needs no scroll bar; 0 without one.
fn lesson_height() -> f64 {
    let children = all(".is-embedded > .lesson > *").into_iter();
    let children = children.filter_map(|it| it.dyn_into::<HtmlElement>().ok());
    children.map(|child| f64::from(child.offset_height().max(child.scroll_height()))).sum()
}
