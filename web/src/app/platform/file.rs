//! Files that are handed out.

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::document;

/// Hands a text out as a file.
pub fn download(name: &str, text: &str) {
    let media_type = match name.rsplit('.').next() {
        Some("json") => "application/json",
        Some("csv") => "text/csv",
        Some(_) | None => "text/plain",
    };
    if let Some(blob) = blob(&text.into(), media_type) {
        download_blob(name, &blob);
    }
}

/// A text or bytes as a file in memory.
pub(super) fn blob(content: &JsValue, media_type: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    Blob::new_with_buffer_source_sequence_and_options(&Array::of1(content), &options).ok()
}

/// Hands out a file that is in memory.
pub(super) fn download_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    let link = document().create_element("a").ok();
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // An address that is not revoked is forgotten with the page.
    drop(Url::revoke_object_url(&url));
}
