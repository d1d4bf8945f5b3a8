//! Routes: what panels ask of the page, and links into panels.

use std::cell::Cell;

use yew::prelude::*;

use crate::app::any_panel::PanelAction;
use crate::app::registry::PANELS;
use crate::app::state::action::Action;
use crate::app::{App, Event, platform, shared};
use crate::panel::Place;
use crate::panel::effect::{Effect as PanelEffect, Target};
use crate::panel::id::PanelId;
use crate::panel::link::PanelLink;
use crate::panel::page::PageAction;
use crate::panel::setting::Zone;

impl App {
    pub(super) fn act_in_panel(&mut self, ctx: &Context<Self>, action: PanelAction) {
        let shared = shared(&self.session, &self.state);
        for effect in self.panels.update(action, &shared) {
            self.carry_out_for_panel(ctx, effect);
        }
        self.acted(ctx);
    }

    pub(super) fn carry_out_for_panel(
        &mut self,
        ctx: &Context<Self>,
        effect: PanelEffect<PanelAction>,
    ) {
        match effect {
            PanelEffect::Command(command) => self.do_on_page(ctx, Action::Command(command)),
            PanelEffect::Select(select) => self.do_on_page(ctx, Action::Select(select)),
            PanelEffect::Page(action) => self.do_on_page(ctx, Action::Page(action)),
            PanelEffect::Work(action) => self.do_on_page(ctx, Action::Work(action)),
            PanelEffect::Learn(action) => self.learn(ctx, action),
            PanelEffect::Begin(input) => self.do_on_page(ctx, Action::Begin(input)),
            PanelEffect::Copy { text, copied, denied } => {
                let answers = Cell::new(Some((copied, denied)));
                platform::copy(
                    &text,
                    ctx.link().batch_callback(move |is_copied: bool| {
                        let (copied, denied) = answers.take()?;
                        Some(Event::Panel(if is_copied { copied } else { denied }))
                    }),
                );
            }
            PanelEffect::Download { name, text } => platform::file::download(&name, &text),
            PanelEffect::SavePicture { name, svg, link, format, failed } => {
                let failed = Cell::new(Some(failed));
                let on_failure =
                    ctx.link().batch_callback(move |()| failed.take().map(Event::Panel));
                platform::picture::save(&name, svg, link, format, on_failure);
            }
            PanelEffect::OpenTab { address, denied } => {
                if !platform::open_tab(&address) {
                    ctx.link().send_message(Event::Panel(denied));
                }
            }
            PanelEffect::OpenWindow { address, denied } => {
                if !platform::channel::open_window(&address) {
                    ctx.link().send_message(Event::Panel(denied));
                }
            }
            PanelEffect::Open(panel) => self.open_panel(ctx, panel),
            PanelEffect::Follow(link) => self.follow(ctx, link),
            PanelEffect::Show(target) => self.show(ctx, target),
        }
    }

    pub(super) fn show(&mut self, ctx: &Context<Self>, target: Target) {
        let action = match target {
            Target::Table => Action::Page(PageAction::GoToZone(Zone::Table)),
            Target::Index(name) => Action::Page(PageAction::GoToIndex(name)),
            Target::Item(item) => Action::Page(PageAction::GoToItem(item)),
            Target::Operation(operation) => Action::Page(PageAction::ShowOperation(operation)),
        };
        self.do_on_page(ctx, action);
    }

    pub(super) fn open_in_panel(&mut self, ctx: &Context<Self>, link: PanelLink) {
        let shared = shared(&self.session, &self.state);
        for effect in self.panels.open(link, &shared) {
            self.carry_out_for_panel(ctx, effect);
        }
    }

    pub(super) fn follow(&mut self, ctx: &Context<Self>, link: PanelLink) {
        self.open_panel(ctx, link.panel);
        self.open_in_panel(ctx, link);
    }

    /// Shows a panel where it is. One that is over the page opens itself.
    pub(super) fn open_panel(&mut self, ctx: &Context<Self>, panel: PanelId) {
        let entry = PANELS.iter().find(|entry| entry.id() == panel).expect("a panel is registered");
        let action = match entry.place() {
            Place::Zone(zone) => PageAction::GoToZone(zone),
            Place::Map => PageAction::GoToZone(Zone::Table),
            Place::Column(column) => PageAction::GoToPanel(column, panel),
            Place::Top
            | Place::Presentation
            | Place::Beside
            | Place::Bottom
            | Place::Embed
            | Place::Notes
            | Place::Over => return,
        };
        self.do_on_page(ctx, Action::Page(action));
    }
}
