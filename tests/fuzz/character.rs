//! Changes of single characters of a text.

use support::random::Random;

/// The text with a character removed, replaced or added.
pub(crate) fn with_other_character(text: &str, characters: &[char], random: &mut Random) -> String {
    let mut changed: Vec<char> = text.chars().collect();
    let position = usize::try_from(random.below(changed.len() as u64 + 1)).unwrap_or_default();
    match (random.below(3), position < changed.len()) {
        (0, true) => drop(changed.remove(position)),
        (1, true) => changed[position] = random.pick(characters),
        _ => changed.insert(position, random.pick(characters)),
    }
    changed.into_iter().collect()
}
