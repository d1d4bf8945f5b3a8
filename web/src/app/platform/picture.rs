//! Pictures of a sandbox as files: made by the browser, and read for the link in them.

use js_sys::{Promise, Uint8Array};
use playground::picture::{FILE_SIZE_MAX, Format, fragment_in, png};
use playground::view::value::Text;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, CanvasRenderingContext2d, File, HtmlCanvasElement, HtmlImageElement, Url};
use yew::Callback;

use super::document;
use super::file::{blob, download_blob};
use crate::app::clock::whole_ms;
use crate::app::ticket::Ticket;

/// Pixels of a PNG for each pixel of its picture, so that it is sharp on dense screens.
const SCALE: u32 = 2;

/// Saves a picture as a file.
pub fn save(name: &str, svg: Text, link: Text, format: Format, on_failure: Callback<()>) {
    let name = name.to_owned();
    spawn_local(async move {
        let file = match format {
            Format::Svg => blob(&svg.as_ref().into(), "image/svg+xml"),
            Format::Png => png(&svg, &link).await,
        };
        match file {
            Some(file) => download_blob(&name, &file),
            None => on_failure.emit(()),
        }
    });
}

/// Whether a file is a picture that can contain a link.
pub fn is_picture(file: &File) -> bool {
    let name = file.name().to_lowercase();
    [Format::Svg, Format::Png].iter().any(|format| name.ends_with(format.end()))
}

/// Reads the link in a picture. What is too large is not read.
pub(super) fn read(file: File, ticket: Ticket, on_link: Callback<Option<String>>) {
    spawn_local(async move {
        let link = match whole_ms(file.size()) > FILE_SIZE_MAX {
            true => None,
            false => bytes(&file).await.and_then(|bytes| fragment_in(&bytes)),
        };
        ticket.answer(|it| on_link.emit(it), link);
    });
}

/// The picture as the browser draws it, with the link.
async fn png(svg: &str, link: &str) -> Option<Blob> {
    let url = Url::create_object_url_with_blob(&blob(&svg.into(), "image/svg+xml")?).ok()?;
    let drawn = drawn(&url).await;
    // An address that is not revoked is forgotten with the page.
    drop(Url::revoke_object_url(&url));
    let bytes = png::with_link(&bytes(&drawn?).await?, link)?;
    blob(&Uint8Array::from(&*bytes), "image/png")
}

/// The picture of this address as a PNG.
async fn drawn(url: &str) -> Option<Blob> {
    let image = HtmlImageElement::new().ok()?;
    image.set_src(url);
    JsFuture::from(image.decode()).await.ok()?;
    let canvas = document().create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    let (width, height) = (image.width() * SCALE, image.height() * SCALE);
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    let (width, height) = (f64::from(width), f64::from(height));
    context
        .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)
        .ok()?;
    let encoded = Promise::new(&mut |resolve, reject| {
        if canvas.to_blob(&resolve).is_err() {
            drop(reject.call0(&JsValue::UNDEFINED));
        }
    });
    JsFuture::from(encoded).await.ok()?.dyn_into().ok()
}

async fn bytes(blob: &Blob) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(blob.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
