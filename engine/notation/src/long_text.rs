//! Long runs of one character, written by their length: `‹3500›` is 3,500 times `x`, and `‹3500 é›` is 3,500 times `é`.

/// [`collapse`] replaces runs of at least this many equal characters.
const RUN_SHOWN_BY_LENGTH: usize = 40;

/// The largest text that [`expand`] writes for one length, in bytes: more than the largest request of DynamoDB, and small
/// enough for memory.
const EXPANDED_SIZE_MAX: usize = 32 * 1024 * 1024;

/// Writes out each length. Text in `‹›` that is not a length, or would become more than 32 MiB, is not changed.
pub fn expand(text: &str) -> String {
    let mut expanded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('‹') {
        expanded.push_str(before);
        let Some((length, tail)) = after.split_once('›') else {
            expanded.push('‹');
            rest = after;
            continue;
        };
        match run(length) {
            Some((count, unit)) => expanded.push_str(&unit.repeat(count)),
            None => expanded.extend(["‹", length, "›"]),
        }
        rest = tail;
    }
    expanded + rest
}

/// How often a text is repeated, and the text.
fn run(length: &str) -> Option<(usize, &str)> {
    let (count, unit) = length.split_once(' ').unwrap_or((length, "x"));
    let count: usize = count.parse().ok()?;
    (count.checked_mul(unit.len())? <= EXPANDED_SIZE_MAX).then_some((count, unit))
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
    fn what_is_not_a_length_is_not_changed() {
        for text in ["‹many›", "‹", "a‹3", "‹3 ‹", "›", "‹99999999999999999999›", "‹4294967296›"]
        {
            assert_eq!(expand(text), text);
        }
    }
}
