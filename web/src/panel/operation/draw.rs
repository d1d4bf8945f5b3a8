//! The markup of the form that is open.

use std::rc::Rc;

use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::operation::read::ReadPanel;
use crate::panel::operation::state::Action;
use crate::panel::operation::view::View;
use crate::panel::operation::{call, read};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        match self {
            View::Read(form, view) => read::draw(&ReadPanel {
                form: form.clone(),
                view: Rc::clone(view),
                send: send.clone(),
            }),
            View::Call(form, view, fields) => call::draw(form, view, fields, send),
        }
    }
}
