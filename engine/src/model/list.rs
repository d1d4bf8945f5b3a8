//! Lists from iterators, compiled once for each type of element.
//!
//! The standard library's `collect` is copied for each iterator, with what the iterator does written out twice: for
//! the first element, which decides the capacity, and for the others. Here all that is copied is the iterator's `next`.

/// Iterators whose elements can be listed.
///
/// ```
/// use engine::model::list::Listed;
///
/// assert_eq!("b,a".split(',').listed(), ["b", "a"]);
/// ```
pub trait Listed: Iterator + Sized {
    /// All elements, in their order.
    fn listed(mut self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        push_all(&mut list, &mut Rest(&mut self));
        list
    }
}

impl<I: Iterator> Listed for I {}

/// Iterators over results.
pub trait ListedResults<T, E>: Iterator<Item = Result<T, E>> + Sized {
    /// What all elements hold if none is an error, or else the first error, behind which nothing is read.
    fn listed_results(mut self) -> Result<Vec<T>, E> {
        let mut list = Vec::new();
        push_until_error(&mut list, &mut Rest(&mut self)).map(|()| list)
    }
}

impl<T, E, I: Iterator<Item = Result<T, E>>> ListedResults<T, E> for I {}

/// Texts one behind the other, with a separator between them: what the standard library writes out for each length of
/// separator.
///
/// ```
/// use engine::model::list::joined;
///
/// assert_eq!(joined(&["a", "b"], ", "), "a, b");
/// ```
pub fn joined<T: AsRef<str>>(texts: &[T], separator: &str) -> String {
    let mut line = String::new();
    for (place, text) in texts.iter().enumerate() {
        if place > 0 {
            line.push_str(separator);
        }
        line.push_str(text.as_ref());
    }
    line
}

/// An iterator of any type: `dyn Iterator` would bring with it, for each type, ways to skip that nobody uses.
trait Elements<T> {
    fn following(&mut self) -> Option<T>;
}

/// What is left of an iterator that belongs to somebody else.
struct Rest<'i, I>(&'i mut I);

impl<I: Iterator> Elements<I::Item> for Rest<'_, I> {
    fn following(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}

#[inline(never)]
fn push_all<T>(list: &mut Vec<T>, elements: &mut dyn Elements<T>) {
    while let Some(element) = elements.following() {
        list.push(element);
    }
}

#[inline(never)]
fn push_until_error<T, E>(
    list: &mut Vec<T>,
    elements: &mut dyn Elements<Result<T, E>>,
) -> Result<(), E> {
    while let Some(element) = elements.following() {
        list.push(element?);
    }
    Ok(())
}
