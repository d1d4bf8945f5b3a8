//! The words of a draft: sentences that say what a teacher should write in their place.

use crate::message::word;

/// Begins each sentence in which a draft says what a teacher should write there.
pub const PLACEHOLDER: char = '✎';

/// The words of a draft with one step or none, and the step in which the learner continues alone.
pub(super) fn words(title: &str, has_step: bool) -> String {
    let title =
        if title.trim().is_empty() { word("record.untitled").to_string() } else { title.into() };
    let mut words = format!("# {title}\n\n{}\n", word("record.words.summary"));
    if has_step {
        words += &step_words("step-1", "record.words.title", "record.words.text");
    }
    words + &step_words("yours", "record.words.free_title", "record.words.free_text")
}

/// The section of a step.
pub(super) fn step_words(id: &str, title: &'static str, text: &'static str) -> String {
    format!("\n## {id}: {}\n\n{}\n", word(title), word(text))
}

/// The places of a file in which a teacher has not written yet: their lines.
pub fn places_to_write(words: &str) -> Vec<usize> {
    let lines = words.lines().zip(1..);
    lines.filter(|(line, _)| line.contains(PLACEHOLDER)).map(|(_, number)| number).collect()
}
