//! Which tab writes a slot: one at a time. A browser without locks lets every tab write, and then the latest wins.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use yew::Callback;

/// Asks that no other tab may write the slot, as long as this one is open. Answers whether that was granted.
pub fn lock(slot: &str, on_answer: Callback<bool>) {
    let without_locks = on_answer.clone();
    let answer = Closure::once_into_js(move |lock: JsValue| {
        let granted = !lock.is_null();
        on_answer.emit(granted);
        // The lock is held until the promise is settled: never.
        if granted { JsValue::from(Promise::new(&mut |_, _| ())) } else { JsValue::UNDEFINED }
    });
    if request(slot, &answer).is_none() {
        without_locks.emit(true);
    }
}

/// Whether no tab, this one included, has the slot.
pub async fn is_free(slot: &str) -> bool {
    let answer = Closure::once_into_js(|lock: JsValue| !lock.is_null());
    match request(slot, &answer) {
        Some(promise) => JsFuture::from(promise).await.is_ok_and(|it| it.is_truthy()),
        None => true,
    }
}

/// Requests a lock if it is available. `None` if the browser has none.
fn request(slot: &str, answer: &JsValue) -> Option<Promise> {
    let navigator = JsValue::from(gloo::utils::window().navigator());
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    let request = Reflect::get(&locks, &"request".into()).ok()?.dyn_into::<Function>().ok()?;
    let options = js_sys::Object::new();
    let set = Reflect::set(&options, &"ifAvailable".into(), &JsValue::TRUE);
    debug_assert!(set.is_ok(), "an object of our own takes any property");
    let name = format!("sparsebox:{slot}");
    request.call3(&locks, &name.into(), &options, answer).ok()?.dyn_into().ok()
}
