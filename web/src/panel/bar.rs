//! Zone A: the name of the sandbox, whether it is kept, undo and redo, and the menus.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::state::action::{Action, DesignAction, PageAction, SandboxAction, WorkAction};
use crate::app::state::setting::{EXAMPLES, Menu as MenuId, Saving, Theme};
use crate::app::state::work::MENU_COUNT;
use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::component::visible_text::visible_text;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, word, word_with};
use crate::panel::share::share;
use crate::panel::{Page, PanelFunction, Place};
use playground::message::text;
use playground::view::compare::CompareCommand;
use playground::view::message::{Argument, Message};

/// The bar's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId("bar"), title: "bar.title", place: Place::Top, draw };

fn draw(page: &Page) -> Html {
    let (view, on_action) = (&page.views.bar, page.on_action);
    html! {
        <header class="bar row">
            <h1 class="brand row">{ brand() }<span>{ "Sparsebox" }</span></h1>
            <Title title={shared(&view.title)} on_action={on_action.clone()} />
            <span class={classes!("saving", "small", "nowrap", saving_class(page))}>{ word(saving_key(page)) }</span>
            { history(on_action, ["bar.undo", "bar.undo_what"], view.undo.as_ref(), Shape::Undo, SandboxAction::Undo) }
            { history(on_action, ["bar.redo", "bar.redo_what"], view.redo.as_ref(), Shape::Redo, SandboxAction::Redo) }
            <span class="push" />
            { examples_menu(page) }
            { share_menu(page) }
            { theme(page) }
            <button
                type="button"
                id={MenuId::Keys.id()}
                class="button is-wide-only"
                aria-label={word("keys.title")}
                title={word("keys.title")}
                aria-haspopup="dialog"
                onclick={toggle(on_action, MenuId::Keys)}
            >
                { "?" }
            </button>
        </header>
    }
}

/// The mark: four cells of which two are filled, one in the hue of an index, one in that of the table.
fn brand() -> Html {
    html! {
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor">
            <rect x="1" y="1" width="18" height="18" rx="4" />
            <rect fill="var(--violet)" stroke="none" x="4.5" y="4.5" width="4" height="4" rx="1" />
            <rect stroke-dasharray="1.4" x="11.5" y="4.5" width="4" height="4" rx="1" />
            <rect stroke-dasharray="1.4" x="4.5" y="11.5" width="4" height="4" rx="1" />
            <rect fill="var(--teal)" stroke="none" x="11.5" y="11.5" width="4" height="4" rx="1" />
        </svg>
    }
}

/// The title, renamed in place.
#[derive(Debug, PartialEq, Properties)]
struct TitleProps {
    title: AttrValue,
    on_action: Callback<Action>,
}

/// Draws the title as a field.
#[component]
fn Title(props: &TitleProps) -> Html {
    let on_change = props.on_action.reform(|event: Event| {
        let title = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Sandbox(SandboxAction::Rename(title))
    });
    let title = props.title.clone();
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let input = event.target_unchecked_into::<HtmlInputElement>();
        if event.key() == "Escape" {
            input.set_value(&title);
        }
        if matches!(event.key().as_str(), "Escape" | "Enter") {
            // Losing the focus is what commits a changed title; it cannot fail.
            drop(input.blur());
        }
    });
    let width = props.title.chars().count().clamp(6, 32).to_string();
    html! {
        <input
            class="sandbox-title"
            size={width}
            type="text"
            value={&props.title}
            maxlength="120"
            aria-label={word("bar.rename")}
            title={word("bar.rename")}
            spellcheck="false"
            autocomplete="off"
            onchange={on_change}
            onkeydown={on_key}
        />
    }
}

const fn saving_class(page: &Page) -> &'static str {
    match page.state.saving {
        Saving::Untouched | Saving::Saving | Saving::Saved | Saving::Elsewhere => "muted",
        Saving::Full { .. } | Saving::Refused | Saving::Silent => "refused",
    }
}

fn saving_key(page: &Page) -> &'static str {
    match (page.state.saving, page.views.bar.edited) {
        (Saving::Full { .. } | Saving::Refused | Saving::Silent, _) => "bar.not_saved",
        (Saving::Saving, _) => "bar.saving",
        (Saving::Saved, _) => "bar.saved",
        (Saving::Elsewhere, _) => "bar.elsewhere",
        (Saving::Untouched, true) => "bar.edited",
        (Saving::Untouched, false) if page.views.bar.from_link => "bar.from_link",
        (Saving::Untouched, false) if page.state.damaged.is_some() => "bar.copy",
        (Saving::Untouched, false) => "bar.untouched",
    }
}

fn history(
    on_action: &Callback<Action>,
    [key, key_with]: [&'static str; 2],
    what: Option<&Message>,
    shape: Shape,
    action: SandboxAction,
) -> Html {
    let label = match what {
        Some(what) => AttrValue::from(text(&Message::plain(key_with).with("what", what.clone()))),
        None => word(key),
    };
    html! {
        <button
            type="button"
            class="button"
            aria-label={label.clone()}
            title={label}
            aria-disabled={what.is_none().then_some("true")}
            onclick={press(on_action, Action::Sandbox(action))}
        >
            { icon(shape) }
        </button>
    }
}

fn toggle(on_action: &Callback<Action>, menu: MenuId) -> Callback<MouseEvent> {
    press(on_action, Action::Page(PageAction::ToggleMenu(menu)))
}

fn examples_menu(page: &Page) -> Html {
    let menu = Menu {
        id: MenuId::Examples.id(),
        label: html! { <>{ word("bar.examples") }{ icon(Shape::Chevron) }</> },
        name: None,
        class: "button",
        open: page.state.menu == Some(MenuId::Examples),
        on_toggle: toggle(page.on_action, MenuId::Examples),
        content: examples(page),
    };
    menu.draw()
}

fn share_menu(page: &Page) -> Html {
    let copied = page.state.copied.as_ref();
    let share = page.views.share.as_ref().map(|view| share(view, copied, page.on_action));
    let menu = Menu {
        id: MenuId::Share.id(),
        label: html! { { word("bar.share") } },
        name: None,
        class: "button primary",
        open: page.state.menu == Some(MenuId::Share),
        on_toggle: toggle(page.on_action, MenuId::Share),
        content: share.unwrap_or_default(),
    };
    menu.draw()
}

fn examples(page: &Page) -> Html {
    let on_action = page.on_action;
    html! {
        <>
            <h2 class="menu-title small muted">{ word("bar.examples") }</h2>
            { for EXAMPLES.iter().map(|example| {
                let action = Action::Sandbox(SandboxAction::OpenExample(example.id));
                html! {
                    <button type="button" class="menu-item" onclick={press(on_action, action)}>
                        <b>{ word(example.title) }</b>
                        <span class="small muted">{ word(example.about) }</span>
                    </button>
                }
            }) }
            { work(page) }
            <hr />
            <button
                type="button"
                class="menu-item"
                onclick={press(on_action, Action::Design(DesignAction::Open(None)))}
            >
                { word("design.new") }
            </button>
            <button
                type="button"
                class="menu-item"
                disabled={!page.views.bar.edited}
                onclick={press(on_action, Action::Sandbox(SandboxAction::Reset))}
            >
                { word("bar.reset") }
            </button>
            <button
                type="button"
                class="menu-item"
                disabled={page.views.pair.is_some() || page.views.bar.tables.is_empty()}
                onclick={press(on_action, Action::Sandbox(SandboxAction::Compare(CompareCommand::Duplicate)))}
            >
                <b>{ word("compare.duplicate") }</b>
                <span class="small muted">{ word("compare.duplicate_about") }</span>
            </button>
        </>
    }
}

/// The sandboxes that were changed last, and the way to all of them.
fn work(page: &Page) -> Html {
    let work = &page.state.work;
    if work.list.is_empty() {
        return Html::default();
    }
    let open = |slot: &str| Action::Sandbox(SandboxAction::OpenWork(slot.into()));
    html! {
        <>
            <h2 class="menu-title small muted">{ word("bar.work") }</h2>
            { for work.list.iter().take(MENU_COUNT).map(|info| html! {
                <button
                    type="button"
                    class="menu-item"
                    aria-current={(work.open_slot.as_deref() == Some(info.slot.as_str())).then_some("true")}
                    onclick={press(page.on_action, open(&info.slot))}
                >
                    <b>{ visible_text(info.title.clone().into()) }</b>
                </button>
            }) }
            <button
                type="button"
                class="menu-item"
                onclick={press(page.on_action, Action::Work(WorkAction::Open))}
            >
                { word_with("bar.all_work", "count", Argument::Count(work.list.len() as u64)) }
            </button>
        </>
    }
}

fn theme(page: &Page) -> Html {
    let (shape, key) = match page.state.theme {
        Theme::Auto => (Shape::Contrast, "bar.theme_auto"),
        Theme::Light => (Shape::Sun, "bar.theme_light"),
        Theme::Dark => (Shape::Moon, "bar.theme_dark"),
    };
    let next = page.state.theme.next();
    html! {
        <button
            type="button"
            class="button"
            aria-label={word(key)}
            title={word(key)}
            onclick={press(page.on_action, Action::Page(PageAction::SetTheme(next)))}
        >
            { icon(shape) }
        </button>
    }
}
