//! Long runs of one character, written by their length: `‹3500›` is 3,500 times `x`, and `‹3500 é›` is 3,500 times `é`.

/// [`collapse`] replaces runs of at least this many equal characters.
const RUN_SHOWN_BY_LENGTH: usize = 40;

/// The largest text that [`expand`] writes because of lengths, in bytes: more than the largest request of DynamoDB, and small
/// enough for memory.
const EXPANDED_SIZE_MAX: usize = 32 * 1024 * 1024;

/// Writes out each length. Text in `‹›` that is not a length, or with which the whole would become more than 32 MiB, is not changed.
pub fn expand(text: &str) -> String {
    let mut expanded = String::with_capacity(text.len());
    for part in parts(text) {
        match part {
            Part::Text(text) => expanded.push_str(text),
            Part::Run { count, unit, .. } if is_small(count, unit, expanded.len()) => {
                expanded.push_str(&unit.repeat(count));
            }
            Part::Run { source, .. } => expanded.push_str(source),
        }
    }
    expanded
}

/// Writes out each length, as [`expand`] does. `None` if the result would have more than `size_max` bytes because of a length.
///
/// ```
/// use notation::long_text::expand_up_to;
///
/// assert_eq!(expand_up_to("a‹3›", 10).as_deref(), Some("axxx"));
/// assert_eq!(expand_up_to("a‹30›", 10), None);
/// assert_eq!(expand_up_to("longer, but without a length", 10).as_deref(), Some("longer, but without a length"));
/// ```
pub fn expand_up_to(text: &str, size_max: usize) -> Option<String> {
    let mut expanded = String::with_capacity(text.len());
    for part in parts(text) {
        match part {
            Part::Text(text) => expanded.push_str(text),
            Part::Run { count, unit, .. } => {
                let size = count.checked_mul(unit.len())?.checked_add(expanded.len())?;
                if size > size_max {
                    return None;
                }
                expanded.push_str(&unit.repeat(count));
            }
        }
    }
    Some(expanded)
}

/// A piece of a text.
enum Part<'t> {
    /// Text that is not a length.
    Text(&'t str),
    /// A length.
    Run {
        /// How often the unit is repeated.
        count: usize,
        /// What is repeated.
        unit: &'t str,
        /// The length as it is written.
        source: &'t str,
    },
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.find('‹') {
        let (before, opened) = rest.split_at(start);
        parts.push(Part::Text(before));
        let inside = &opened['‹'.len_utf8()..];
        let Some((length, tail)) = inside.split_once('›') else {
            parts.push(Part::Text("‹"));
            rest = inside;
            continue;
        };
        let source = &opened[..opened.len() - tail.len()];
        parts.push(match run(length) {
            Some((count, unit)) => Part::Run { count, unit, source },
            None => Part::Text(source),
        });
        rest = tail;
    }
    parts.push(Part::Text(rest));
    parts
}

fn is_small(count: usize, unit: &str, before: usize) -> bool {
    let size = count.checked_mul(unit.len()).and_then(|size| size.checked_add(before));
    size.is_some_and(|size| size <= EXPANDED_SIZE_MAX)
}

/// How often a text is repeated, and the text.
fn run(length: &str) -> Option<(usize, &str)> {
    let (count, unit) = length.split_once(' ').unwrap_or((length, "x"));
    Some((count.parse().ok()?, unit))
}

/// The inverse of [`expand`], for long runs of one character.
pub fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let count = rest.chars().take_while(|character| *character == first).count();
        let (run, tail) = rest.split_at(count * first.len_utf8());
        let shown = match (count < RUN_SHOWN_BY_LENGTH || first == ' ', first) {
            (true, _) => run.to_owned(),
            (false, 'x') => format!("‹{count}›"),
            (false, _) => format!("‹{count} {first}›"),
        };
        collapsed.push_str(&shown);
        rest = tail;
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_string_is_written_by_its_length() {
        let long = format!("a{}b{}", "x".repeat(2000), "é".repeat(50));
        assert_eq!(collapse(&long), "a‹2000›b‹50 é›");
        assert_eq!(expand("a‹2000›b‹50 é›"), long);
        assert_eq!(collapse("xxx"), "xxx");
    }

    #[test]
    fn lengths_are_limited_together() {
        let many = "‹20000000›".repeat(200);
        assert!(expand(&many).len() < 20_000_000 + many.len());
        assert_eq!(expand_up_to("‹5›‹5›", 10), Some("x".repeat(10)));
        assert_eq!(expand_up_to("‹5›‹6›", 10), None);
        assert_eq!(expand_up_to("‹4294967296 é›", 10), None);
        assert_eq!(expand_up_to("‹many›", 10).as_deref(), Some("‹many›"));
    }

    #[test]
    fn what_is_not_a_length_is_not_changed() {
        for text in ["‹many›", "‹", "a‹3", "‹3 ‹", "›", "‹99999999999999999999›", "‹4294967296›"]
        {
            assert_eq!(expand(text), text);
        }
    }
}
