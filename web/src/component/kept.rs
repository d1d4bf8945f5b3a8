//! A part of the page that stays as it is until what it shows has changed.
//!
//! One component for all such parts: of each type of component Yew makes a copy of how it lives and dies, some
//! kilobytes of code.

use std::any::Any;
use std::rc::Rc;

use yew::virtual_dom::{Key, VComp};
use yew::{Component, Context, Html, NodeRef, Properties};

/// What such a part shows, and how.
pub trait Part: PartialEq + 'static {
    /// Draws it. The reference is for the element that [`Part::drawn`] needs to find.
    fn draw(&self, node: &NodeRef) -> Html;

    /// It stands on the page; before, this stood there.
    fn drawn(&self, _node: &NodeRef, _before: Option<&Self>) {}

    /// It is about to leave the page.
    fn gone(&self, _node: &NodeRef) {}
}

/// Draws a part, unless an equal one stands there already.
pub fn kept(part: impl Part) -> Html {
    component(Rc::new(part), None)
}

/// The same for one of several siblings, told from the others by a key.
pub fn kept_by(key: impl Into<Key>, part: impl Part) -> Html {
    component(Rc::new(part), Some(key.into()))
}

fn component(part: Rc<dyn AnyPart>, key: Option<Key>) -> Html {
    VComp::new::<Kept>(Rc::new(Props { part }), key).into()
}

/// A part of any type.
trait AnyPart {
    fn as_any(&self) -> &dyn Any;
    fn is(&self, other: &dyn AnyPart) -> bool;
    fn draw_any(&self, node: &NodeRef) -> Html;
    fn drawn_any(&self, node: &NodeRef, before: Option<&dyn AnyPart>);
    fn gone_any(&self, node: &NodeRef);
}

impl<P: Part> AnyPart for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn AnyPart) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn draw_any(&self, node: &NodeRef) -> Html {
        self.draw(node)
    }

    fn drawn_any(&self, node: &NodeRef, before: Option<&dyn AnyPart>) {
        self.drawn(node, before.and_then(|before| before.as_any().downcast_ref()));
    }

    fn gone_any(&self, node: &NodeRef) {
        self.gone(node);
    }
}

#[derive(Properties)]
struct Props {
    part: Rc<dyn AnyPart>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.part.is(other.part.as_ref())
    }
}

/// The component.
struct Kept {
    node: NodeRef,
    /// What stands on the page.
    drawn: Option<Rc<dyn AnyPart>>,
}

impl Component for Kept {
    type Message = ();
    type Properties = Props;

    fn create(_ctx: &Context<Self>) -> Self {
        Self { node: NodeRef::default(), drawn: None }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        ctx.props().part.draw_any(&self.node)
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        let before = self.drawn.replace(Rc::clone(&ctx.props().part));
        ctx.props().part.drawn_any(&self.node, before.as_deref());
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        ctx.props().part.gone_any(&self.node);
    }
}
