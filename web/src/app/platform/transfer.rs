//! Text that comes to the page from elsewhere: pasted outside of any field, dropped, or chosen as a file to import.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use playground::import::TEXT_SIZE_MAX;
use playground::lesson::own::{FILE_COUNT_MAX, LessonFile, is_lesson_file};
use playground::lesson::source::FILE_SIZE_MAX as LESSON_SIZE_MAX;
use playground::link::work_file;
use playground::sandbox::limit::FILE_SIZE_MAX;
use playground::view::first::First;
use playground::view::import::{ImportFile, ImportForm};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, DragEvent, Element, File, FileList, HtmlInputElement};
use yew::Callback;

use super::{BrowserEvent, picture};
use crate::app::clock::whole_ms;
use crate::app::platform::file_fault::FileFault;
use crate::app::ticket::{Questions, Ticket};
use crate::panel::part::file_choice::BESIDE;

/// Where text goes.
#[derive(Debug, Clone)]
pub(crate) struct Listeners {
    /// Which sandbox the user wants to see.
    pub(crate) openings: Questions,
    /// A text to import.
    pub(crate) import: Callback<ImportForm>,
    /// A sandbox that was saved as a file.
    pub(crate) sandbox: Callback<Result<String, FileFault>>,
    pub(crate) lessons: Callback<First<LessonFile>>,
    /// A picture: the part after `#` of the link in it, if it has one.
    pub(crate) picture: Callback<Option<String>>,
}

/// Handles text from elsewhere, as long as the listeners exist.
pub(crate) fn listen(listeners: &Listeners) -> Vec<EventListener> {
    let document = document();
    let options = EventListenerOptions::enable_prevent_default();
    let (on_change, on_drop) = (listeners.clone(), listeners.clone());
    let on_paste = listeners.import.clone();
    let on_lessons = listeners.clone();
    vec![
        EventListener::new(&document, "change", move |event| {
            let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            let input = input.filter(|input| input.has_attribute("data-open-lesson"));
            let Some(input) = input else { return };
            read_lessons(all(input.files()), &on_lessons);
            // The same files can be chosen again.
            input.set_value("");
        }),
        EventListener::new(&document, "change", move |event| {
            let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            let input = input.filter(|input| input.has_attribute("data-import-file"));
            let Some(input) = input else { return };
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                read(file, on_change.clone());
            }
            // The same file can be chosen again.
            input.set_value("");
        }),
        EventListener::new_with_options(&document, "dragover", options, |event| {
            // A file that is not taken replaces the page.
            if drags_file(event.unchecked_ref()) {
                event.prevent_default();
            }
        }),
        EventListener::new_with_options(&document, "drop", options, move |event| {
            let files = dropped_files(event.unchecked_ref());
            if files.is_empty() {
                return;
            }
            event.prevent_default();
            if is_dialog_open("dialog[open]:not(.is-import)") {
                return;
            }
            if files.iter().any(|file| is_lesson_file(&file.name())) {
                read_lessons(files, &on_drop);
            } else if let [file] = files.as_slice() {
                read(file.clone(), on_drop.clone());
            } else {
                on_drop.sandbox.emit(Err(FileFault::Several { count: files.len() as u64 }));
            }
        }),
        EventListener::new(&document, "paste", move |event| {
            if let Some(text) = pasted(event.unchecked_ref()) {
                on_paste.emit(ImportForm { text: text.into(), ..ImportForm::default() });
            }
        }),
    ]
}

/// Whether a file is being dragged over the page.
fn drags_file(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

fn dropped_files(event: &DragEvent) -> Vec<File> {
    all(event.data_transfer().and_then(|data| data.files()))
}

/// The files of a list.
fn all(files: Option<FileList>) -> Vec<File> {
    let files = files.iter();
    files.flat_map(|files| (0..files.length()).filter_map(|position| files.get(position))).collect()
}

/// The text that was pasted, if no field and no dialog takes it.
fn pasted(event: &ClipboardEvent) -> Option<String> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_taken = target
        .is_some_and(|element| !matches!(element.closest("input, textarea, select"), Ok(None)));
    if is_taken || is_dialog_open("dialog[open]") {
        return None;
    }
    let text = event.clipboard_data()?.get_data("text/plain").ok()?;
    (!text.trim().is_empty()).then_some(text)
}

/// Whether a dialog of this kind is open.
fn is_dialog_open(selector: &str) -> bool {
    !matches!(document().query_selector(selector), Ok(None))
}

/// Reads a chosen file: a folder, or a file that has changed since it was chosen, cannot be read.
pub(super) fn read_chosen(
    input: &HtmlInputElement,
    ticket: Ticket,
    on_event: &Callback<BrowserEvent>,
) {
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    let is_beside = input.get_attribute("data-open-file").as_deref() == Some(BESIDE);
    let on_event = on_event.reform(move |event| match event {
        BrowserEvent::File(Ok(text)) | BrowserEvent::Picture(Some(text)) if is_beside => {
            BrowserEvent::Beside(text)
        }
        event => event,
    });
    if picture::is_picture(&file) {
        picture::read(file, ticket, on_event.reform(BrowserEvent::Picture));
    } else {
        let on_text = on_event.reform(BrowserEvent::File);
        spawn_local(async move {
            ticket.answer(|it| on_text.emit(it), text_of(&file, FILE_SIZE_MAX as u64).await);
        });
    }
    // The same file can be chosen again.
    input.set_value("");
}

/// Reads a file to import. A sandbox that was saved as a file or a picture is opened instead.
fn read(file: File, listeners: Listeners) {
    let ticket = listeners.openings.ask();
    if picture::is_picture(&file) {
        return picture::read(file, ticket, listeners.picture);
    }
    let (name, size) = (file.name(), whole_ms(file.size()));
    spawn_local(async move {
        if work_file::is_file_name(&name) {
            let text = text_of(&file, FILE_SIZE_MAX as u64).await;
            return ticket.answer(|it| listeners.sandbox.emit(it), text);
        }
        let text = match text_of(&file, TEXT_SIZE_MAX).await {
            Ok(text) if work_file::is_sandbox(&text) => {
                return ticket.answer(|it| listeners.sandbox.emit(it), Ok(text));
            }
            Ok(text) => text,
            // The form says so.
            Err(FileFault::TooLarge { .. }) => String::new(),
            Err(fault @ (FileFault::Unreadable | FileFault::Several { .. })) => {
                return ticket.answer(|it| listeners.sandbox.emit(it), Err(fault));
            }
        };
        let file = Some(ImportFile { name: name.as_str().into(), size });
        let form = ImportForm { text: text.into(), file, ..ImportForm::default() };
        ticket.answer(|it| listeners.import.emit(it), form);
    });
}

/// The text of a file. One that is too large is not read.
async fn text_of(file: &File, size_max: u64) -> Result<String, FileFault> {
    let size = whole_ms(file.size());
    if size > size_max {
        return Err(FileFault::TooLarge { size });
    }
    let text = JsFuture::from(file.text()).await.ok();
    text.and_then(|text| text.as_string()).ok_or(FileFault::Unreadable)
}

/// Reads files of lessons, and hands them out together. One that is too large is not read to its end, and more than can be opened
/// at once are only counted.
fn read_lessons(files: Vec<File>, listeners: &Listeners) {
    let (ticket, on_lessons) = (listeners.openings.ask(), listeners.lessons.clone());
    spawn_local(async move {
        let mut lessons = Vec::new();
        let files = files.into_iter().filter(|file| is_lesson_file(&file.name()));
        let files = First::of(files, FILE_COUNT_MAX);
        for file in files.shown {
            // One byte more than a lesson can have shows that it is too large.
            let end = i32::try_from(LESSON_SIZE_MAX + 1).unwrap_or(i32::MAX);
            let text = match file.slice_with_i32_and_i32(0, end) {
                Ok(blob) => {
                    JsFuture::from(blob.text()).await.ok().and_then(|text| text.as_string())
                }
                Err(_) => None,
            };
            // A file that cannot be read is as one that was not opened.
            lessons.extend(text.map(|text| LessonFile { name: file.name(), text }));
        }
        let lessons = First { shown: lessons, more: files.more };
        ticket.answer(|it| on_lessons.emit(it), lessons);
    });
}
