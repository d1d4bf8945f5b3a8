//! What decides whether, and how often, the commands of a script run.

use crate::code::fault::CodeFault;
use crate::code::read::shell::{Script, Word};

/// Commands that run another command for each of their inputs, or again and again.
const REPEATING: [&str; 3] = ["xargs", "parallel", "watch"];

/// Commands that only print the words that follow.
const PRINTING: [&str; 2] = ["echo", "printf"];

/// How a command of a script runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Running {
    /// Once, in its place.
    Once,
    /// Never: its words are printed.
    Printed,
    /// It is not known whether or how often, because of what is at this byte.
    Unknown(CodeFault, usize),
}

/// How each command of a script runs.
pub(super) fn running(script: &Script) -> Vec<Running> {
    let mut open: Vec<(CodeFault, usize)> = Vec::new();
    let commands = script.commands.iter().enumerate();
    let running = commands.map(|(position, words)| {
        let Some(first) = words.first() else { return Running::Once };
        match opened_by(words) {
            Some(fault) => open.push((fault, first.start)),
            None if ["fi", "done", "esac", "}"].contains(&first.text.as_str()) => {
                open.pop();
            }
            None => {}
        }
        if let Some((fault, start)) = open.last() {
            return Running::Unknown(fault.clone(), *start);
        }
        if script.alternatives.contains(&position) {
            return Running::Unknown(CodeFault::Branch, first.start);
        }
        let word = |names: &[&str]| words.iter().find(|it| names.contains(&it.text.as_str()));
        match (PRINTING.contains(&first.text.as_str()), word(&REPEATING)) {
            (true, _) => Running::Printed,
            (false, Some(word)) => Running::Unknown(CodeFault::Loop, word.start),
            (false, None) => Running::Once,
        }
    });
    running.collect()
}

/// What a command opens by its first words: a branch, a loop or a function.
fn opened_by(words: &[Word]) -> Option<CodeFault> {
    match words.first()?.text.as_str() {
        "if" | "case" | "function" => Some(CodeFault::Branch),
        "for" | "while" | "until" | "foreach" | "select" => Some(CodeFault::Loop),
        name if name.ends_with("()") => Some(CodeFault::Branch),
        _ => None,
    }
}
