//! What the dialog shows. Pure.

use std::rc::Rc;

use playground::view::call::CallForm;
use playground::view::import::{ImportForm, ImportView};

use crate::panel::import::state::{SHOWN_SIZE_MAX, State};
use crate::panel::shared::Shared;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The text, and how it is to be read.
    pub form: ImportForm,
    /// Whether the text is shown. A long one is not.
    pub is_shown: bool,
    /// What was found in it; `None` if there is no table.
    pub import: Option<ImportView>,
    /// The form of the request that the text is, if it has no items.
    pub request: Option<CallForm>,
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let opened = state.opened.as_ref()?;
    let table = shared.table_name();
    let reading = opened.reading.clone();
    // What was restored after a reload has not been read.
    let reading = reading.or_else(|| shared.session.read_import(table, &opened.form).map(Rc::new));
    let import = reading.map(|reading| shared.session.import_view(&reading));
    let is_problem = import.as_ref().is_some_and(|import| import.problem.is_some());
    let text = Some(opened.form.text.as_ref()).filter(|_| is_problem);
    Some(View {
        request: text.and_then(|text| shared.session.request_form(text)),
        form: opened.form.clone(),
        is_shown: opened.form.text.len() <= SHOWN_SIZE_MAX,
        import,
    })
}
