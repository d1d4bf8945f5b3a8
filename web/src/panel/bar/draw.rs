//! Draws the bar.

use playground::message::text;
use playground::view::message::Message;
use playground::view::workspace::Workspace;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::panel::bar::more::More;
use crate::panel::bar::sandbox::sandbox_menu;
use crate::panel::bar::state::Action;
use crate::panel::bar::view::View;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word};
use crate::panel::setting::{Menu as MenuId, PRESENT_ID, Theme};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let saving_class = if self.is_failing { "is-danger" } else { "muted" };
        html! {
            <header class="bar row">
                <h1 class="brand row">{ brand() }<span>{ "Sparsebox" }</span></h1>
                <Title
                    title={shared(&self.title)}
                    is_invalid={self.title_fault.is_some()}
                    send={send.clone()}
                />
                { sandbox_menu(self.sandbox.as_ref(), send) }
                if let Some(fault) = &self.title_fault {
                    <span class="small is-danger" role="alert">{ sentence(fault) }</span>
                }
                <span class={classes!("saving", "small", "nowrap", saving_class)}>{ word(self.saving) }</span>
                { history(send, ["bar.undo", "bar.undo_what"], self.undo.as_ref(), Shape::Undo, Action::Undo) }
                { history(send, ["bar.redo", "bar.redo_what"], self.redo.as_ref(), Shape::Redo, Action::Redo) }
                <More>
                    { workspaces(self.workspace, send) }
                    { dialog_button(MenuId::Learn, "bar.learn", "button", self.menu, send) }
                    { dialog_button(MenuId::Share, "bar.share", "button primary", self.menu, send) }
                    { present(send) }
                    { theme(self.theme, self.next_theme, send) }
                    { help_menu(self.menu == Some(MenuId::Help), send) }
                </More>
            </header>
        }
    }
}

/// The mark: four cells of which two are filled, one in the hue of an index, one in that of the table.
fn brand() -> Html {
    html! {
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor">
            <rect x="1" y="1" width="18" height="18" rx="4" />
            <rect fill="var(--index-violet)" stroke="none" x="4.5" y="4.5" width="4" height="4" rx="1" />
            <rect stroke-dasharray="1.4" x="11.5" y="4.5" width="4" height="4" rx="1" />
            <rect stroke-dasharray="1.4" x="4.5" y="11.5" width="4" height="4" rx="1" />
            <rect fill="var(--index-teal)" stroke="none" x="11.5" y="11.5" width="4" height="4" rx="1" />
        </svg>
    }
}

/// The title, renamed in place.
#[derive(Debug, PartialEq, Properties)]
struct TitleProps {
    title: AttrValue,
    is_invalid: bool,
    send: Callback<Action>,
}

/// Draws the title as a field.
#[component]
fn Title(props: &TitleProps) -> Html {
    let on_input = props.send.reform(|event: InputEvent| {
        Action::Type(event.target_unchecked_into::<HtmlInputElement>().value())
    });
    let on_change = props.send.reform(|_: Event| Action::Rename);
    let send = props.send.clone();
    let on_key = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            send.emit(Action::Restore);
        }
        if matches!(event.key().as_str(), "Escape" | "Enter") {
            // Losing the focus is what commits a changed title; it cannot fail.
            drop(event.target_unchecked_into::<HtmlInputElement>().blur());
        }
    });
    let width = props.title.chars().count().clamp(6, 32).to_string();
    html! {
        <input
            class="sandbox-title"
            size={width}
            type="text"
            value={&props.title}
            aria-invalid={props.is_invalid.then_some("true")}
            aria-label={word("bar.rename")}
            title={word("bar.rename")}
            spellcheck="false"
            autocomplete="off"
            oninput={on_input}
            onchange={on_change}
            onkeydown={on_key}
        />
    }
}

fn history(
    send: &Callback<Action>,
    [key, key_with]: [&'static str; 2],
    what: Option<&Message>,
    shape: Shape,
    action: Action,
) -> Html {
    let label = match what {
        Some(what) => AttrValue::from(text(&Message::plain(key_with).with("what", what.clone()))),
        None => word(key),
    };
    html! {
        <button
            type="button"
            class="button history"
            aria-label={label.clone()}
            title={label}
            aria-disabled={what.is_none().then_some("true")}
            onclick={press(send, action)}
        >
            { icon(shape) }
        </button>
    }
}

/// What the page can show of the sandbox.
fn workspaces(shown: Workspace, send: &Callback<Action>) -> Html {
    html! {
        <nav class="workspaces row" aria-label={word("workspace.all")}>
            { for Workspace::ALL.map(|workspace| html! {
                <button
                    type="button"
                    class="tab"
                    aria-current={(workspace == shown).then_some("page")}
                    onclick={press(send, Action::ShowWorkspace(workspace))}
                >
                    { word(workspace.title()) }
                </button>
            }) }
        </nav>
    }
}

/// The glossary and the keys.
fn help_menu(is_open: bool, send: &Callback<Action>) -> Html {
    let item = |menu, title| {
        html! {
            <button type="button" class="menu-item" onclick={press(send, Action::Toggle(menu))}>
                { word(title) }
            </button>
        }
    };
    html! {
        <Menu
            id={MenuId::Help.id()}
            label={html! { <>{ "?" }<span class="phone-only">{ word("bar.help") }</span></> }}
            name={word("bar.help")}
            class="button"
            open={is_open}
            on_toggle={toggled(MenuId::Help, send)}
        >
            <button type="button" class="menu-item" onclick={press(send, Action::Find)}>
                { word("find.open") }
            </button>
            <button
                type="button"
                class="menu-item present-item"
                title={word("bar.present_title")}
                onclick={press(send, Action::Present)}
            >
                { word("bar.present") }
            </button>
            { item(MenuId::Glossary, "glossary.title") }
            { item(MenuId::Shortcuts, "shortcuts.title") }
        </Menu>
    }
}

/// A button that opens a dialog.
fn dialog_button(
    menu: MenuId,
    title: &'static str,
    class: &'static str,
    open: Option<MenuId>,
    send: &Callback<Action>,
) -> Html {
    html! {
        <button
            type="button"
            id={menu.id()}
            {class}
            aria-haspopup="dialog"
            aria-expanded={(open == Some(menu)).to_string()}
            onclick={press(send, Action::Toggle(menu))}
        >
            { word(title) }
        </button>
    }
}

fn toggled(menu: MenuId, send: &Callback<Action>) -> Callback<bool> {
    send.reform(move |is_open| Action::Toggled(menu, is_open))
}

fn present(send: &Callback<Action>) -> Html {
    html! {
        <button
            type="button"
            id={PRESENT_ID}
            class="button"
            title={word("bar.present_title")}
            onclick={press(send, Action::Present)}
        >
            { word("bar.present") }
        </button>
    }
}

fn theme(theme: Theme, next: Theme, send: &Callback<Action>) -> Html {
    let shape = match theme {
        Theme::Auto => Shape::Contrast,
        Theme::Light => Shape::Sun,
        Theme::Dark => Shape::Moon,
    };
    let title = word(theme.title());
    html! {
        <button
            type="button"
            class="button"
            aria-label={title.clone()}
            title={title.clone()}
            onclick={press(send, Action::SetTheme(next))}
        >
            { icon(shape) }<span class="phone-only">{ title }</span>
        </button>
    }
}
