//! Draws the menu of the sandbox, beside its name.

use playground::view::message::Argument;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::panel::bar::state::Action;
use crate::panel::bar::view::SandboxView;
use crate::panel::part::file_choice::{OF_SANDBOX, file_choice};
use crate::panel::part::press::press;
use crate::panel::part::words::{visible, word, word_with};
use crate::panel::setting::Menu as MenuId;

/// Draws the button, and the menu if it is open.
pub(super) fn sandbox_menu(view: Option<&SandboxView>, send: &Callback<Action>) -> Html {
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

fn content(view: &SandboxView, send: &Callback<Action>) -> Html {
    html! {
        <>
            <button type="button" class="menu-item" onclick={press(send, Action::DesignTable)}>
                { word("design.new") }
            </button>
            <button type="button" class="menu-item" onclick={press(send, Action::OpenNew)}>
                { word("bar.new") }
            </button>
            { file_choice("menu-item", OF_SANDBOX, word("bar.open_file")) }
            if !view.work.is_empty() { { work(view, send) } }
            <hr />
            <button
                type="button"
                class="menu-item"
                disabled={!view.is_single}
                onclick={press(send, Action::Duplicate)}
            >
                { word("compare.duplicate") }
                <span class="small muted">{ word("compare.duplicate_about") }</span>
            </button>
            <button
                type="button"
                class="menu-item"
                disabled={!view.is_edited}
                onclick={press(send, Action::Reset)}
            >
                { word("bar.reset") }
            </button>
        </>
    }
}

/// The sandboxes that were changed last, and the way to all of them.
fn work(view: &SandboxView, send: &Callback<Action>) -> Html {
    html! {
        <>
            <hr />
            <h2 class="menu-title small muted">{ word("bar.work") }</h2>
            { for view.work.iter().map(|work| html! {
                <button
                    type="button"
                    class="menu-item"
                    aria-current={work.is_open.then_some("true")}
                    onclick={press(send, Action::OpenWork(work.slot.clone()))}
                >
                    <b>{ visible(&work.title) }</b>
                </button>
            }) }
            <button type="button" class="menu-item" onclick={press(send, Action::ShowWork)}>
                { word_with("bar.all_work", "count", Argument::Count(view.work_count)) }
            </button>
        </>
    }
}
