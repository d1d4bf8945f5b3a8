//! What programs on streams did, in words.

use engine::receipt::Taken;

use crate::explain::sql::sql_use;
use crate::sandbox::program::ProgramRun;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// What a program did because of an operation.
pub(crate) fn program_words(run: &ProgramRun) -> Message {
    let ProgramRun { taken: Taken { read, written, sql }, .. } = run;
    let key = match (run.failure_count > 0, run.is_shared()) {
        (true, false) => "why.program_failed",
        (true, true) => "why.program_failed_shared",
        (false, false) => "why.program_ran",
        (false, true) => "why.program_ran_shared",
    };
    let words = Message::plain(key)
        .with("failures", Argument::Count(run.failure_count))
        .with("program", Argument::Name(Text::clone(&run.program), None))
        .with("count", Argument::Count(run.record_count))
        .with("own", Argument::Count(run.own_count))
        .with("read", Argument::HalfUnits(read.halves()))
        .with("written", Argument::HalfUnits(written.halves()));
    match sql.is_empty() {
        true => words,
        false => Message::plain("sql.plus")
            .with("words", words)
            .with("sql", Message::from(sql_use(*sql))),
    }
}
