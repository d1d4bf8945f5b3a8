//! The examples: each lesson of the course, at its beginning. The page fetches their files; native programs and tests have them here.

use crate::lesson::play;
use crate::lesson::read::ReadLesson;
use crate::session::Session;

/// The id, the steps and the English words of each lesson of the course.
const LESSONS: &[(&str, &str, &str)] = &include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// The ids of the lessons, sorted.
pub fn ids() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().map(|(id, _, _)| *id)
}

/// Both files of a lesson of the course.
pub fn read(id: &str) -> Option<ReadLesson> {
    let (_, lesson, words) = LESSONS.iter().find(|(it, _, _)| *it == id)?;
    Some(ReadLesson::of(lesson, Some(words)))
}

/// The sandbox with which a lesson of the course begins. Panics if there is no such lesson.
pub fn opened(id: &str) -> Session {
    let read = read(id).expect("the course has a lesson with this id");
    play::opened(&read.lesson, &read.words.title)
}

#[cfg(test)]
mod tests;
