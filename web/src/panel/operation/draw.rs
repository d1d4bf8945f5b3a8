//! The markup of the form that is open.

use std::rc::Rc;

use yew::prelude::*;

use crate::panel::operation::read::ReadPanel;
use crate::panel::operation::state::Action;
use crate::panel::operation::view::View;
use crate::panel::operation::{call, read};

/// Draws the form, if one is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    match view {
        Some(View::Read(form, view)) => {
            read::draw(&ReadPanel { form: form.clone(), view: Rc::clone(view), send: send.clone() })
        }
        Some(View::Call(form, view, fields)) => call::draw(form, view, fields, send),
        None => Html::default(),
    }
}
