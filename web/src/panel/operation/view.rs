//! What can be done with the table, and the form that is open, as plain data. Pure.

use std::rc::Rc;

use playground::view::call::{CallForm, CallFormView};
use playground::view::read::{ReadForm, ReadFormView, ReadOperation};
use playground::view::request::{Caret, RequestFields, Suggestion};
use playground::view::table::TableHead;

use crate::panel::operation::state::{Form, State};
use crate::panel::shared::Shared;

/// What the panel shows; nothing if there is no table.
pub type View = Option<OperationsView>;

/// What can be done with a table.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationsView {
    /// The table.
    pub head: Rc<TableHead>,
    /// The form that is open.
    pub form: Option<FormView>,
}

/// A form, with what it needs to know of the table.
#[derive(Debug, Clone, PartialEq)]
pub enum FormView {
    /// A query or scan.
    Read(ReadForm, Rc<ReadFormView>),
    /// A request of any operation.
    Call(CallForm, Rc<CallFormView>, Fields),
}

/// The fields of a request as they are shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    /// The fields; `None` for operations that have none.
    pub fields: Option<Rc<RequestFields>>,
    /// Whether they are those of the last text that was JSON, because the text that is typed is not.
    pub is_stale: bool,
    /// Where the user types in an expression.
    pub caret: Option<Caret>,
    /// What is suggested there.
    pub suggestions: Vec<Suggestion>,
}

impl OperationsView {
    /// Whether the form for a query or scan is open.
    pub fn reads(&self, operation: ReadOperation) -> bool {
        matches!(&self.form, Some(FormView::Read(form, _)) if form.operation == operation)
    }

    /// Whether the form for a request of any operation is open.
    pub fn calls(&self) -> bool {
        matches!(&self.form, Some(FormView::Call(..)))
    }
}

/// What the panel shows. `last` is what it showed for the same sandbox and selection.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let table = shared.selection.table.as_deref();
    let last = last.and_then(Option::as_ref);
    let head = last.map(|last| Rc::clone(&last.head));
    Some(OperationsView {
        head: head.or_else(|| shared.session.table_head(table).map(Rc::new))?,
        form: form_view(state, shared, last.and_then(|last| last.form.as_ref())),
    })
}

/// What was shown last is shown again for the same form, unless what is throttled changes with time.
fn form_view(state: &State, shared: &Shared, last: Option<&FormView>) -> Option<FormView> {
    let table = shared.selection.table.as_deref();
    let is_same = !shared.session.is_throughput_limited();
    match (state.form.as_ref()?, last) {
        (Form::Read(form), Some(FormView::Read(last_form, view)))
            if is_same && form == last_form =>
        {
            Some(FormView::Read(form.clone(), Rc::clone(view)))
        }
        (Form::Call(form), Some(FormView::Call(last_form, view, fields)))
            if is_same && form == last_form =>
        {
            let fields = shown_fields(state, shared, form, view, Some(fields));
            Some(FormView::Call(form.clone(), Rc::clone(view), fields))
        }
        (Form::Read(form), _) => {
            let view = shared.session.read_form(table, form)?;
            Some(FormView::Read(form.clone(), Rc::new(view)))
        }
        (Form::Call(form), last) => {
            let view = Rc::new(shared.session.call_form(table, form)?);
            let last = match last {
                Some(FormView::Call(last_form, _, fields)) => {
                    (last_form.operation == form.operation).then_some(fields)
                }
                Some(FormView::Read(..)) | None => None,
            };
            let fields = shown_fields(state, shared, form, &view, last);
            Some(FormView::Call(form.clone(), view, fields))
        }
    }
}

/// The fields of a request. While its text is not JSON, they are those that were shown last.
fn shown_fields(
    state: &State,
    shared: &Shared,
    form: &CallForm,
    view: &CallFormView,
    last: Option<&Fields>,
) -> Fields {
    let table = shared.selection.table.as_deref();
    let Some(fields) = &view.fields else {
        let fields = last.and_then(|last| last.fields.clone());
        return Fields { is_stale: fields.is_some(), fields, ..Fields::default() };
    };
    let caret = state.caret.clone();
    let suggestions = caret.as_ref().map(|caret| shared.session.suggestions(table, form, caret));
    Fields {
        fields: Some(Rc::clone(fields)),
        is_stale: false,
        caret,
        suggestions: suggestions.unwrap_or_default(),
    }
}
