//! Markup: `html!` as Yew has it, written for size.
//!
//! Yew's own macro makes each element one nested expression, half a kilobyte of code. This one reads the same and
//! makes each tag, attribute and text a call of a [`Markup`], which puts the elements together. Lower-case tags,
//! fragments, `if`, `{ content }` and `{ for contents }` are understood; a component is drawn by its function.
//! Each `if`, `for` and fragment is one node, whatever it holds: what stands behind it keeps its place.
//! What each element calls is never inlined: it would be copied some hundred times.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use yew::virtual_dom::{
    AttributeOrProperty, Attributes, Key, Listener, ListenerKind, VList, VTag, VText,
};
use yew::{AttrValue, Callback, Event, Html, NodeRef};

/// Markup, as in Yew: `html! { <p class="lead">{ words }</p> }`.
macro_rules! html {
    (@nodes $markup:ident) => {};
    (@nodes $markup:ident <> $($rest:tt)*) => {
        $markup.open_list();
        html!(@nodes $markup $($rest)*);
    };
    (@nodes $markup:ident </> $($rest:tt)*) => {
        $markup.close();
        html!(@nodes $markup $($rest)*);
    };
    (@nodes $markup:ident </ $tag:ident> $($rest:tt)*) => {
        $markup.close();
        html!(@nodes $markup $($rest)*);
    };
    (@nodes $markup:ident <$tag:ident $($rest:tt)*) => {
        html!(@attributes $markup $tag [] [] $($rest)*);
    };
    (@nodes $markup:ident { for $contents:expr } $($rest:tt)*) => {
        $markup.open_list();
        for content in $contents {
            $crate::component::markup::Content::put(content, &mut $markup);
        }
        $markup.close();
        html!(@nodes $markup $($rest)*);
    };
    (@nodes $markup:ident { $($content:tt)* } $($rest:tt)*) => {
        $crate::component::markup::Content::put({ $($content)* }, &mut $markup);
        html!(@nodes $markup $($rest)*);
    };
    (@nodes $markup:ident if $($rest:tt)*) => {
        html!(@if $markup [] [] $($rest)*);
    };

    // Attributes are gathered until the tag ends: names and literal values as text, the others as calls.
    (@attributes $markup:ident $tag:ident [$($text:tt)*] [$($give:tt)*] /> $($rest:tt)*) => {
        $markup.open(concat!(stringify!($tag) $($text)*));
        $($give)*
        $markup.close();
        html!(@nodes $markup $($rest)*);
    };
    (@attributes $markup:ident $tag:ident [$($text:tt)*] [$($give:tt)*] > $($rest:tt)*) => {
        $markup.open(concat!(stringify!($tag) $($text)*));
        $($give)*
        html!(@nodes $markup $($rest)*);
    };
    (@attributes $markup:ident $tag:ident $text:tt [$($give:tt)*] key=$key:tt $($rest:tt)*) => {
        html!(@attributes $markup $tag $text [$($give)* $markup.key($key);] $($rest)*);
    };
    (@attributes $markup:ident $tag:ident $text:tt [$($give:tt)*] ref=$node:tt $($rest:tt)*) => {
        html!(@attributes $markup $tag $text [$($give)* $markup.node($node);] $($rest)*);
    };
    (@attributes $markup:ident $tag:ident [$($text:tt)*] [$($give:tt)*]
        { $value:ident } $($rest:tt)*
    ) => {
        html!(@attributes $markup $tag [$($text)*, "\n", stringify!($value)] [
            $($give)*
            $crate::component::markup::Value::give($value, &mut $markup);
        ] $($rest)*);
    };
    (@attributes $markup:ident $tag:ident [$($text:tt)*] $give:tt
        $first:ident $(-$more:ident)* = $value:literal $($rest:tt)*
    ) => {
        html!(@attributes $markup $tag [
            $($text)*, "\n", stringify!($first) $(, "-", stringify!($more))*, "=", $value
        ] $give $($rest)*);
    };
    (@attributes $markup:ident $tag:ident [$($text:tt)*] [$($give:tt)*]
        $first:ident $(-$more:ident)* = $value:tt $($rest:tt)*
    ) => {
        html!(@attributes $markup $tag [
            $($text)*, "\n", stringify!($first) $(, "-", stringify!($more))*
        ] [
            $($give)*
            $crate::component::markup::Value::give($value, &mut $markup);
        ] $($rest)*);
    };

    // Conditions are gathered up to the braces of their nodes; those of a pattern are followed by `=`.
    (@if $markup:ident $before:tt [$($condition:tt)*] { $($fields:tt)* } = $($rest:tt)*) => {
        html!(@if $markup $before [$($condition)* { $($fields)* } =] $($rest)*);
    };
    // Branches are gathered until no `else` follows.
    (@if $markup:ident [$($before:tt)*] [$($condition:tt)*]
        { $($nodes:tt)* } else if $($rest:tt)*
    ) => {
        html!(@if $markup [
            $($before)* if $($condition)* { html!(@nodes $markup $($nodes)*); } else
        ] [] $($rest)*);
    };
    (@if $markup:ident [$($before:tt)*] [$($condition:tt)*]
        { $($nodes:tt)* } else { $($others:tt)* } $($rest:tt)*
    ) => {
        $markup.open_list();
        $($before)* if $($condition)* {
            html!(@nodes $markup $($nodes)*);
        } else {
            html!(@nodes $markup $($others)*);
        }
        $markup.close();
        html!(@nodes $markup $($rest)*);
    };
    (@if $markup:ident [$($before:tt)*] [$($condition:tt)*] { $($nodes:tt)* } $($rest:tt)*) => {
        $markup.open_list();
        $($before)* if $($condition)* {
            html!(@nodes $markup $($nodes)*);
        }
        $markup.close();
        html!(@nodes $markup $($rest)*);
    };
    (@if $markup:ident $before:tt [$($condition:tt)*] $next:tt $($rest:tt)*) => {
        html!(@if $markup $before [$($condition)* $next] $($rest)*);
    };

    ($($nodes:tt)*) => {{
        let mut markup = $crate::component::markup::Markup::default();
        html!(@nodes markup $($nodes)*);
        markup.done()
    }};
}

/// The classes of an element, each there or not: `classes!("item", selected.then_some("is-selected"))`.
macro_rules! classes {
    ($($class:expr),* $(,)?) => { [$(Option::<&'static str>::from($class)),*] };
}

pub(crate) use {classes, html};

/// Elements in the making, each within the one before.
#[derive(Debug)]
pub struct Markup {
    open: Vec<Open>,
}

/// An element or list that is not closed yet.
#[derive(Debug, Default)]
struct Open {
    /// What begins the element; nothing begins a list.
    tag: Option<&'static Tag>,
    /// The values of its attributes. That of a listener is none.
    values: Vec<Option<AttributeOrProperty>>,
    /// How many attributes have got their value.
    given: usize,
    listeners: Vec<Option<Rc<dyn Listener>>>,
    key: Option<Key>,
    node: NodeRef,
    children: Vec<Html>,
}

/// The beginning of an element as it stands in the source, read once.
#[derive(Debug)]
struct Tag {
    /// The name of the element, and on a line each the names of its attributes, some with `=` and a value.
    text: &'static str,
    name: &'static str,
    attributes: Vec<&'static str>,
    /// The values that stand in the source.
    literals: Vec<Option<AttributeOrProperty>>,
}

impl Tag {
    /// Yew knows by the address of their names that two elements have the same attributes.
    fn of(text: &'static str) -> &'static Self {
        thread_local! {
            /// In the order of their addresses. There is one for each element in the source.
            static TAGS: RefCell<Vec<&'static Tag>> = const { RefCell::new(Vec::new()) };
        }
        TAGS.with_borrow_mut(|tags| {
            let place = |text: &str| (text.as_ptr(), text.len());
            match tags.binary_search_by_key(&place(text), |tag| place(tag.text)) {
                Ok(position) => tags[position],
                Err(position) => {
                    tags.insert(position, Box::leak(Box::new(Self::read(text))));
                    tags[position]
                }
            }
        })
    }

    fn read(text: &'static str) -> Self {
        let mut lines = text.split('\n');
        let name = lines.next().unwrap_or_default();
        let (mut attributes, mut literals) = (Vec::new(), Vec::new());
        for line in lines {
            let (attribute, literal) = match line.split_once('=') {
                Some((attribute, literal)) => (attribute, Some(literal)),
                None => (line, None),
            };
            attributes.push(attribute);
            literals.push(literal.map(AttributeOrProperty::Static));
        }
        Self { text, name, attributes, literals }
    }
}

/// What hears an event.
struct Heard {
    event: &'static str,
    callback: Callback<Event>,
}

/// What can be an attribute's value.
pub trait Value {
    /// Gives the next attribute of the open element its value.
    fn give(self, markup: &mut Markup);
}

/// What can stand in an element.
pub trait Content {
    /// Puts it behind what the open element holds already.
    fn put(self, markup: &mut Markup);
}

impl Default for Markup {
    #[inline(never)]
    fn default() -> Self {
        Self { open: vec![Open::default()] }
    }
}

impl Markup {
    /// Begins an element by its name and, on a line each, the names of its attributes. A literal value stands
    /// behind a `=`; the others are given in their order.
    pub fn open(&mut self, text: &'static str) {
        let tag = Tag::of(text);
        self.open.push(Open { tag: Some(tag), values: tag.literals.clone(), ..Open::default() });
    }

    /// Begins several nodes that stand in the place of one.
    pub fn open_list(&mut self) {
        self.open.push(Open::default());
    }

    /// Ends the element or list that was begun last.
    pub fn close(&mut self) {
        let node = self.take().node();
        self.put(node);
    }

    /// What was written: a node, or several.
    #[inline(never)]
    pub fn done(mut self) -> Html {
        one(self.take().children)
    }

    /// Tells the open element from its siblings.
    pub fn key(&mut self, key: impl Into<Key>) {
        self.last().key = Some(key.into());
    }

    /// Lets a reference find the open element.
    pub fn node(&mut self, node: &NodeRef) {
        self.last().node = node.clone();
    }

    fn put(&mut self, node: Html) {
        self.last().children.push(node);
    }

    fn attribute(&mut self, value: Option<AttributeOrProperty>) {
        let open = self.last();
        let position = open.next();
        open.values[position] = value;
    }

    fn text(&mut self, value: AttrValue) {
        self.attribute(Some(AttributeOrProperty::Attribute(value)));
    }

    fn listen(&mut self, callback: Callback<Event>) {
        let open = self.last();
        let position = open.next();
        if let Some(tag) = open.tag {
            let event = tag.attributes[position];
            let event = event.strip_prefix("on").unwrap_or(event);
            open.listeners.push(Some(Rc::new(Heard { event, callback })));
        }
    }

    fn last(&mut self) -> &mut Open {
        self.open.last_mut().expect("what was begun is not ended yet")
    }

    fn take(&mut self) -> Open {
        self.open.pop().expect("what was begun is ended once")
    }
}

impl Open {
    /// The position of the next attribute that has no literal value.
    fn next(&mut self) -> usize {
        let literals = self.tag.map_or(&[][..], |tag| &tag.literals);
        while literals.get(self.given).is_some_and(Option::is_some) {
            self.given += 1;
        }
        self.given += 1;
        self.given - 1
    }

    fn node(mut self) -> Html {
        let Some(Tag { name, attributes, .. }) = self.tag else {
            return VList::from(self.children).into();
        };
        let mut tag = VTag::new(*name);
        // What a person has typed or ticked is a property, and lives apart from the attributes.
        if let (true, Some(position)) = (
            matches!(*name, "input" | "textarea"),
            attributes.iter().position(|attribute| matches!(*attribute, "value" | "checked")),
        ) {
            match self.values[position].take() {
                Some(AttributeOrProperty::Attribute(value)) => tag.set_value(value),
                checked => tag.set_checked(checked.is_some()),
            }
        }
        tag.attributes =
            Attributes::Dynamic { keys: attributes, values: self.values.into_boxed_slice() };
        if !self.listeners.is_empty() {
            tag.set_listeners(self.listeners.into_boxed_slice());
        }
        if let Some(children) = tag.children_mut() {
            *children = one(self.children);
        }
        tag.key = self.key;
        tag.node_ref = self.node;
        tag.into()
    }
}

/// Several nodes as one.
fn one(mut nodes: Vec<Html>) -> Html {
    match nodes.len() {
        1 => nodes.remove(0),
        _ => VList::from(nodes).into(),
    }
}

impl Listener for Heard {
    fn kind(&self) -> ListenerKind {
        ListenerKind::other(self.event.into())
    }

    fn handle(&self, event: Event) {
        self.callback.emit(event);
    }

    fn passive(&self) -> bool {
        false
    }
}

impl Value for &'static str {
    #[inline(never)]
    fn give(self, markup: &mut Markup) {
        markup.attribute(Some(AttributeOrProperty::Static(self)));
    }
}

impl Value for AttrValue {
    #[inline(never)]
    fn give(self, markup: &mut Markup) {
        markup.text(self);
    }
}

impl Value for &AttrValue {
    #[inline(never)]
    fn give(self, markup: &mut Markup) {
        self.clone().give(markup);
    }
}

impl Value for String {
    #[inline(never)]
    fn give(self, markup: &mut Markup) {
        AttrValue::from(self).give(markup);
    }
}

/// There or not there, as `disabled` is.
impl Value for bool {
    #[inline(never)]
    fn give(self, markup: &mut Markup) {
        markup.attribute(self.then_some(AttributeOrProperty::Static("")));
    }
}

/// Words with a space between them, as in `class`.
impl<const N: usize> Value for [Option<&'static str>; N] {
    fn give(self, markup: &mut Markup) {
        words(&self).give(markup);
    }
}

fn words(words: &[Option<&'static str>]) -> Option<String> {
    let mut line = String::new();
    for word in words.iter().flatten() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    (!line.is_empty()).then_some(line)
}

impl<V: Value> Value for Option<V> {
    fn give(self, markup: &mut Markup) {
        match self {
            Some(value) => value.give(markup),
            None => markup.attribute(None),
        }
    }
}

impl<E: JsCast + 'static> Value for Callback<E> {
    fn give(self, markup: &mut Markup) {
        markup.listen(self.reform(|event: Event| event.unchecked_into()));
    }
}

impl Content for Html {
    fn put(self, markup: &mut Markup) {
        markup.put(self);
    }
}

impl Content for AttrValue {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        markup.put(VText::new(self).into());
    }
}

impl Content for &AttrValue {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        self.clone().put(markup);
    }
}

impl Content for String {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        AttrValue::from(self).put(markup);
    }
}

impl Content for &'static str {
    #[inline(never)]
    fn put(self, markup: &mut Markup) {
        AttrValue::Static(self).put(markup);
    }
}
