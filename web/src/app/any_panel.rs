//! A panel of any type: the only place where the types of a panel are erased. Its actions travel as `Any` from the element that
//! sends them to the panel's own `update`.

use std::any::Any;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use yew::prelude::*;

use crate::panel::contract::{Draw, Executed, Last, Panel, Reduce};
use crate::panel::effect::{Effect, Input};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// An action that is delivered to its panel.
#[derive(Debug)]
pub struct PanelAction {
    pub(super) panel: PanelId,
    pub(super) action: Box<dyn Any>,
}

/// A panel of any type.
pub trait AnyPanel {
    /// See [`Reduce::update`]. The action is one that this panel has sent.
    fn update(&mut self, action: Box<dyn Any>, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Reduce::open`].
    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Reduce::observe`].
    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Reduce::begin`].
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<PanelAction>>;

    /// See [`Reduce::observe_form`].
    fn observe_form(&mut self, input: &Input);

    /// See [`Reduce::leave_table`].
    fn leave_table(&mut self, shared: &Shared);

    /// The unfinished input, and the name under which it is stored: see [`Reduce::unfinished`].
    fn unfinished(&self) -> Option<(&'static str, Value)>;

    /// Restores the unfinished input if it is among what was stored: see [`Reduce::resume`].
    fn resume(&mut self, unfinished: &BTreeMap<String, Value>);

    /// Makes the view. One that is equal to the last one is dropped. `version` is another number when the sandbox, or
    /// anything else that panels share, has changed.
    fn look(&mut self, shared: &Shared, version: u64);

    /// Drops the view.
    fn hide(&mut self);

    /// Forgets the state that is about the sandbox.
    fn reset(&mut self);

    /// The view, if there is one.
    fn shown(&self) -> Option<Rc<dyn AnyView>>;
}

impl std::fmt::Debug for dyn AnyPanel {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("AnyPanel")
    }
}

/// Starts a panel.
pub(super) fn mount<P: Panel>(on_action: &Callback<PanelAction>) -> Box<dyn AnyPanel> {
    let send = on_action.reform(erased::<P>);
    Box::new(Typed::<P> {
        state: P::State::default(),
        view: None,
        version: 0,
        is_changed: true,
        send,
    })
}

fn erased_effects<P: Panel>(effects: Vec<Effect<P::Action>>) -> Vec<Effect<PanelAction>> {
    effects.into_iter().map(|effect| effect.map(erased::<P>)).collect()
}

fn erased<P: Panel>(action: P::Action) -> PanelAction {
    PanelAction { panel: P::ID, action: Box::new(action) }
}

/// A panel whose types are known.
struct Typed<P: Panel> {
    state: P::State,
    view: Option<Rc<Shown<P>>>,
    /// The version that the view was made of.
    version: u64,
    /// Whether the state may have changed since.
    is_changed: bool,
    /// Made once: another callback would be another property, and the panel would be drawn again.
    send: Callback<P::Action>,
}

impl<P: Panel> AnyPanel for Typed<P> {
    fn update(&mut self, action: Box<dyn Any>, shared: &Shared) -> Vec<Effect<PanelAction>> {
        let action = action.downcast::<P::Action>().expect("an action has the type of its panel");
        self.is_changed = true;
        erased_effects::<P>(self.state.update(*action, shared))
    }

    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_changed = true;
        erased_effects::<P>(self.state.observe(executed, shared))
    }

    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_changed = true;
        erased_effects::<P>(self.state.begin(input, shared))
    }

    fn observe_form(&mut self, input: &Input) {
        self.is_changed = true;
        self.state.observe_form(input);
    }

    fn leave_table(&mut self, shared: &Shared) {
        self.is_changed = true;
        self.state.leave_table(shared);
    }

    fn unfinished(&self) -> Option<(&'static str, Value)> {
        self.state.unfinished().map(|input| (P::UNFINISHED, input))
    }

    fn resume(&mut self, unfinished: &BTreeMap<String, Value>) {
        if let Some(input) = unfinished.get(P::UNFINISHED) {
            self.is_changed = true;
            self.state.resume(input.clone());
        }
    }

    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_changed = true;
        erased_effects::<P>(self.state.open(topic, shared))
    }

    fn look(&mut self, shared: &Shared, version: u64) {
        let is_current = self.version == version;
        if is_current && !self.is_changed && !P::FOLLOWS_TIME {
            return;
        }
        let view = match &self.view {
            Some(shown) => {
                let last = Last { view: &shown.view, is_current };
                P::renew(&self.state, shared, last)
            }
            None => P::view(&self.state, shared),
        };
        self.version = version;
        self.is_changed = false;
        if self.view.as_ref().is_none_or(|shown| shown.view != view) {
            self.view = Some(Rc::new(Shown { view, send: self.send.clone() }));
        }
    }

    fn hide(&mut self) {
        self.view = None;
        self.is_changed = true;
    }

    fn reset(&mut self) {
        if !P::OUTLIVES_SANDBOX {
            self.state = P::State::default();
        }
        self.is_changed = true;
    }

    fn shown(&self) -> Option<Rc<dyn AnyView>> {
        self.view.clone().map(|view| view as Rc<dyn AnyView>)
    }
}

/// A view, and where the actions of its panel are sent.
struct Shown<P: Panel> {
    view: P::View,
    send: Callback<P::Action>,
}

/// A view of any panel.
pub trait AnyView {
    fn draw(&self) -> Html;
}

impl<P: Panel> AnyView for Shown<P> {
    fn draw(&self) -> Html {
        self.view.draw(&self.send)
    }
}

#[derive(Properties)]
pub(super) struct ViewProps {
    /// `None` of a panel that is not shown.
    pub(super) view: Option<Rc<dyn AnyView>>,
}

impl PartialEq for ViewProps {
    /// `look` keeps the pointer of a view that has not changed.
    fn eq(&self, other: &Self) -> bool {
        match (&self.view, &other.view) {
            (Some(view), Some(other)) => Rc::ptr_eq(view, other),
            (view, other) => view.is_none() && other.is_none(),
        }
    }
}

/// Draws a view when it has changed. One component for all panels: a component for each makes the page 6 KB larger.
#[component]
pub(super) fn View(props: &ViewProps) -> Html {
    props.view.as_ref().map(|view| view.draw()).unwrap_or_default()
}
