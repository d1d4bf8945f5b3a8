//! Draws the menu of the sandbox, beside its name.

use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::panel::bar::state::Action;
use crate::panel::bar::view::SandboxView;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::setting::Menu as MenuId;

/// Draws the button, and the menu if it is open.
pub(super) fn sandbox_menu(view: Option<SandboxView>, send: &Callback<Action>) -> Html {
    html! {
        <Menu
            id={MenuId::Sandbox.id()}
            label={icon(Shape::Chevron)}
            name={word("bar.title")}
            class="button sandbox-menu"
            open={view.is_some()}
            on_toggle={send.reform(|is_open| Action::Toggled(MenuId::Sandbox, is_open))}
        >
            { view.map(|view| content(view, send)).unwrap_or_default() }
        </Menu>
    }
}

fn content(view: SandboxView, send: &Callback<Action>) -> Html {
    let SandboxView { is_edited, is_single } = view;
    html! {
        <>
            <button type="button" class="menu-item" onclick={press(send, Action::DesignTable)}>
                { word("design.new") }
            </button>
            <button type="button" class="menu-item" onclick={press(send, Action::OpenNew)}>
                { word("bar.new") }
            </button>
            <hr />
            <button
                type="button"
                class="menu-item"
                disabled={!is_single}
                onclick={press(send, Action::Duplicate)}
            >
                { word("compare.duplicate") }
                <span class="small muted">{ word("compare.duplicate_about") }</span>
            </button>
            <button
                type="button"
                class="menu-item"
                disabled={!is_edited}
                onclick={press(send, Action::Reset)}
            >
                { word("bar.reset") }
            </button>
        </>
    }
}
