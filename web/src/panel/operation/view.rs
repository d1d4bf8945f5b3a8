//! What can be done with the table, and the form that is open, as plain data. Pure.

use std::rc::Rc;

use playground::view::call::{CallForm, CallFormView};
use playground::view::read::{ReadForm, ReadFormView, ReadOperation};
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
    Call(CallForm, Rc<CallFormView>),
}

impl OperationsView {
    /// Whether the form for a query or scan is open.
    pub fn reads(&self, operation: ReadOperation) -> bool {
        matches!(&self.form, Some(FormView::Read(form, _)) if form.operation == operation)
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
    let last = last.filter(|_| !shared.session.is_throughput_limited());
    match (state.form.as_ref()?, last) {
        (Form::Read(form), Some(FormView::Read(last_form, view))) if form == last_form => {
            Some(FormView::Read(form.clone(), Rc::clone(view)))
        }
        (Form::Call(form), Some(FormView::Call(last_form, view))) if form == last_form => {
            Some(FormView::Call(form.clone(), Rc::clone(view)))
        }
        (Form::Read(form), _) => {
            let view = shared.session.read_form(table, form)?;
            Some(FormView::Read(form.clone(), Rc::new(view)))
        }
        (Form::Call(form), _) => {
            let view = shared.session.call_form(table, form)?;
            Some(FormView::Call(form.clone(), Rc::new(view)))
        }
    }
}
