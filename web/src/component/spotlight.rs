//! A light on one element, which follows it: what is around it is darker.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// Space between an element and the edge of the light, in pixels.
const MARGIN: f64 = 4.0;

/// A light in the element around it.
#[derive(Debug, PartialEq, Properties)]
pub struct SpotlightProps {
    /// Selectors. The light is on the first element that the first of them finds, and has an extent.
    pub on: &'static [&'static str],
}

/// Draws the light. In each frame it is placed, because what it is on moves by scrolling and by layout.
#[component]
pub fn Spotlight(props: &SpotlightProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.on, move |on| {
            let follower = Rc::new(Follower { light: node, on, ..Follower::default() });
            follow(&follower);
            move || drop(follower.frame.take())
        });
    }
    html! { <div ref={node} class="spotlight is-off" aria-hidden="true" /> }
}

#[derive(Default)]
struct Follower {
    light: NodeRef,
    on: &'static [&'static str],
    /// What the light is on.
    element: RefCell<Option<Element>>,
    /// The heights of the boxes around that.
    room: RefCell<Option<Vec<i32>>>,
    /// Where it is.
    place: RefCell<Option<Place>>,
    frame: RefCell<Option<AnimationFrame>>,
}

/// Left, top, width and height in the element around the light, in pixels.
type Place = [f64; 4];

fn follow(follower: &Rc<Follower>) {
    let next = Rc::clone(follower);
    let frame = request_animation_frame(move |_| {
        next.update();
        follow(&next);
    });
    follower.frame.replace(Some(frame));
}

impl Follower {
    fn update(&self) {
        let Some(light) = self.light.cast::<HtmlElement>() else { return };
        let Some(around) = light.parent_element() else { return };
        let element = self.on.iter().find_map(|selector| {
            let found = around.query_selector(selector).ok().flatten()?;
            (found.get_bounding_client_rect().height() > 0.0).then_some(found)
        });
        let room = element.as_ref().map(|element| room(element, &around));
        if *self.element.borrow() != element || *self.room.borrow() != room {
            if let Some(element) = &element {
                show(element);
            }
            self.element.replace(element.clone());
            self.room.replace(room);
        }
        let place = element.and_then(|element| place(&element, &around));
        if *self.place.borrow() == place {
            return;
        }
        self.place.replace(place);
        // An attribute with a fixed name can always be set.
        drop(light.class_list().toggle_with_force("is-off", place.is_none()));
        let names = ["--left", "--top", "--width", "--height"];
        for (name, value) in names.into_iter().zip(place.into_iter().flatten()) {
            // Every browser accepts any text as the value of a custom property.
            drop(light.style().set_property(name, &format!("{value}px")));
        }
    }
}

/// Scrolls to an element, as far as that is necessary.
fn show(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_inline(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// The boxes around an element that may cut it off.
fn frames<'e>(element: &Element, around: &'e Element) -> impl Iterator<Item = Element> + use<'e> {
    let parent = move |element: &Element| element.parent_element().filter(|it| it != around);
    let frames = std::iter::successors(parent(element), move |it| parent(it));
    frames.filter(|it| {
        it.scroll_width() > it.client_width() || it.scroll_height() > it.client_height()
    })
}

/// The heights of those boxes: when one is smaller, the element may be out of view.
fn room(element: &Element, around: &Element) -> Vec<i32> {
    frames(element, around).map(|frame| frame.client_height()).collect()
}

/// The part of an element that is in view, with a margin; `None` if none of it is.
fn place(element: &Element, around: &Element) -> Option<Place> {
    let frame = around.get_bounding_client_rect();
    let part = element.get_bounding_client_rect();
    let (mut left, mut right) = (part.left() - MARGIN, part.right() + MARGIN);
    let (mut top, mut bottom) = (part.top() - MARGIN, part.bottom() + MARGIN);
    for edge in frames(element, around).chain([around.clone()]) {
        let edge = edge.get_bounding_client_rect();
        left = left.max(edge.left());
        right = right.min(edge.right());
        top = top.max(edge.top());
        bottom = bottom.min(edge.bottom());
    }
    let (width, height) = (right - left, bottom - top);
    let is_in_view = width > 2.0 * MARGIN && height > 2.0 * MARGIN;
    is_in_view.then_some([left - frame.left(), top - frame.top(), width, height])
}
