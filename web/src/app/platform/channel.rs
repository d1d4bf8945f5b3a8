//! A channel between two windows of this browser: that of a presentation, and that with its notes. Each presentation has its own.

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};
use yew::Callback;

use crate::panel::presenter::PresenterMessage;

/// What the name of a channel begins with. The name of the presentation follows.
const NAME: &str = "sparsebox-presenter-";

/// A channel that is open as long as this exists.
#[derive(Debug)]
pub(crate) struct Channel {
    channel: BroadcastChannel,
    _listener: EventListener,
}

impl Channel {
    /// Opens the channel of a presentation; `None` if the browser does not have any. What cannot be read, as from another version of the page, is
    /// ignored.
    pub(crate) fn open(presentation: &str, on_message: Callback<PresenterMessage>) -> Option<Self> {
        let channel = BroadcastChannel::new(&format!("{NAME}{presentation}")).ok()?;
        let listener = EventListener::new(&channel, "message", move |event| {
            let text = event.unchecked_ref::<MessageEvent>().data().as_string();
            let message = text.and_then(|text| serde_json::from_str(&text).ok());
            if let Some(message) = message {
                on_message.emit(message);
            }
        });
        Some(Self { channel, _listener: listener })
    }

    /// Tells the other windows something.
    pub(crate) fn send(&self, message: &PresenterMessage) {
        let text = serde_json::to_string(message).expect("enums and texts are JSON");
        // A channel is closed when its page is; then there is nobody to tell.
        drop(self.channel.post_message(&text.into()));
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.channel.close();
    }
}

/// Opens an address in a new window, which cannot reach this one, and answers whether it is open.
pub(crate) fn open_window(address: &str) -> bool {
    const FEATURES: &str = "popup,width=720,height=760";
    match window().open_with_url_and_target_and_features(address, "_blank", FEATURES) {
        Ok(Some(opened)) => opened.set_opener(&JsValue::NULL).is_ok(),
        Ok(None) | Err(_) => false,
    }
}
