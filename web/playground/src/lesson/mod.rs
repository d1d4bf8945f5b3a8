//! Lessons: files that ask for a prediction, run a request on a real sandbox, and explain what happened.
//!
//! A lesson is two files, so that a translation cannot change a number: `<id>.lesson` has everything but words, and
//! `<id>.<language>.md` has the words. `static/docs/lesson-format.md` describes both with examples.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`mod@file`] | the parsed form of a `.lesson` file: [`file::Lesson`], its steps and their parts |
//! | [`reader`] | how it is read: [`file::Lesson::parse`] |
//! | [`prediction`] | a question and its choices |
//! | [`words`] | the parsed form of a `.md` file: [`words::Words`] |
//! | [`condition`] | what can be asserted about a sandbox, and whether it holds: [`fact`], or a [`measure`] compared with a [`quantity`] |
//! | [`observed`] | what happened in a sandbox since a moment |
//! | [`action`] | what is done to the sandbox, as commands of a [`Session`](crate::session::Session) |
//! | [`example`] | the lessons of the course, for native programs and tests |
//! | [`play`] | plays actions and steps natively, and opens a lesson at any step |
//! | [`player`] | a lesson as a learner plays it, part by part |
//! | [`source`], [`own`] | where the files of a lesson are, and the files that a user has opened or recorded |
//! | [`progress`] | how far a learner has come in each lesson, as it is stored |
//! | [`finish`], [`tally`] | a short text of what a learner has come to, and those of many learners counted |
//! | [`result`] | what an operation cost and returned, as lines |
//! | [`check`], [`check_words`] | plays a whole lesson, compares its words with it, and lists every fault |
//! | [`record`] | records what was done in a sandbox as a draft of a lesson, and adds questions to it |
//! | [`falsify`] | changes one claim at a time, and lists the changes that the check does not find |
//! | [`course`], [`list`] | the order of the lessons, in chapters, and the order that a teacher has chosen |
//! | [`mod@picture`] | the tables with which a lesson opens, as a picture |
//! | [`rule`] | the rules and patterns that a step can name |
//!
//! # How a page plays a lesson
//!
//! 1. It fetches both files, and reads them with [`file::Lesson::parse`] and [`words::Words::parse`]. Both return the parts
//!    that are right, and a [`fault::Fault`] for each line that is not.
//! 2. It handles [`file::Lesson::opening`], and [`player::Player::actions_before`] to begin at a later step.
//! 3. It does what [`player::Player::next`] returns until that is nothing, tells [`player::Player::note`] what each command did,
//!    and shows [`player::Player::stage`].

pub mod action;
mod base32;
pub mod check;
pub mod check_words;
pub mod condition;
pub mod course;
mod document;
pub mod example;
pub mod fact;
pub mod falsify;
pub mod fault;
pub mod file;
pub mod finish;
pub mod list;
mod lookup;
pub mod measure;
pub mod observed;
pub mod own;
pub mod picture;
pub mod play;
pub mod player;
pub mod prediction;
pub mod progress;
pub mod quantity;
pub mod read;
pub mod reader;
pub mod record;
pub mod result;
pub mod rule;
pub mod setting;
pub mod source;
mod table_name;
pub mod tally;
pub mod words;
