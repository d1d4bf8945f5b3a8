//! Which tab writes a slot: one at a time. A browser without locks lets every tab write, and then the latest wins.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use yew::Callback;

/// That no other tab may write a slot, until it is released or this tab is closed.
#[derive(Debug, Clone)]
pub struct Lock {
    /// Settles the promise until which the browser holds it; `None` in a browser without locks.
    release: Option<Function>,
}

impl Lock {
    /// Lets other tabs write the slot.
    pub fn release(self) {
        if let Some(release) = self.release {
            drop(release.call0(&JsValue::UNDEFINED));
        }
    }
}

/// Asks that no other tab may write the slot. Answers with the lock, if it was granted.
pub fn lock(slot: &str, on_answer: Callback<Option<Lock>>) {
    let without_locks = on_answer.clone();
    let answer = Closure::once_into_js(move |lock: JsValue| {
        if lock.is_null() {
            on_answer.emit(None);
            return JsValue::UNDEFINED;
        }
        let mut release = None;
        let held = Promise::new(&mut |settle, _| release = Some(settle));
        on_answer.emit(Some(Lock { release }));
        JsValue::from(held)
    });
    if request(slot, &answer).is_none() {
        without_locks.emit(Some(Lock { release: None }));
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
