//! Changes of a text of any language: of single letters.

use support::random::Random;

/// The text with a character removed, replaced or added.
pub(crate) fn with_other_letter(text: &str, letters: &[char], random: &mut Random) -> String {
    let mut changed: Vec<char> = text.chars().collect();
    let position = usize::try_from(random.below(changed.len() as u64 + 1)).unwrap_or_default();
    match (random.below(3), position < changed.len()) {
        (0, true) => drop(changed.remove(position)),
        (1, true) => changed[position] = random.pick(letters),
        _ => changed.insert(position, random.pick(letters)),
    }
    changed.into_iter().collect()
}
