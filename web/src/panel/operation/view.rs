//! The form that is open, as plain data. Pure.

use std::rc::Rc;

use playground::view::call::{CallForm, CallFormView};
use playground::view::first::First;
use playground::view::read::{ReadForm, ReadFormView};
use playground::view::request::{Caret, RequestFields, Suggestion};

use crate::panel::operation::state::{Form, State};
use crate::panel::shared::Shared;

/// A form, with what it needs to know of the table.
#[derive(Debug, Clone, PartialEq)]
pub enum View {
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
    pub suggestions: First<Suggestion>,
}

/// What the panel shows: the form that is open. `last` is what it showed for the same sandbox and selection; it is shown again for
/// the same form, unless what is throttled changes with time.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> Option<View> {
    let table = shared.table_name();
    let is_same = !shared.session.is_throughput_limited();
    match (state.form.as_ref()?, last) {
        (Form::Read(form), Some(View::Read(last_form, view))) if is_same && form == last_form => {
            Some(View::Read(form.clone(), Rc::clone(view)))
        }
        (Form::Call(form), Some(View::Call(last_form, view, fields)))
            if is_same && form == last_form =>
        {
            let fields = shown_fields(state, shared, form, view, Some(fields));
            Some(View::Call(form.clone(), Rc::clone(view), fields))
        }
        (Form::Read(form), _) => {
            let view = shared.session.read_form(table, form)?;
            Some(View::Read(form.clone(), Rc::new(view)))
        }
        (Form::Call(form), last) => {
            let view = Rc::new(shared.session.call_form(table, form));
            let last = match last {
                Some(View::Call(last_form, _, fields)) => {
                    (last_form.operation == form.operation).then_some(fields)
                }
                Some(View::Read(..)) | None => None,
            };
            let fields = shown_fields(state, shared, form, &view, last);
            Some(View::Call(form.clone(), view, fields))
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
    let table = shared.table_name();
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
