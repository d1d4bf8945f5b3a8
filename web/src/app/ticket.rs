//! Answers that arrive late: of the browser, its storage or the network, to a question that is no longer open. And what is stored
//! late: after what was meant to take its place.

use std::cell::Cell;
use std::rc::Rc;

/// All kinds of questions of which only the last is open.
#[derive(Debug, Default)]
pub(crate) struct OpenQuestions {
    /// Which sandbox to show, while it is read.
    pub(crate) sandbox: Questions,
    /// Which step of which lesson to show, while its files are fetched.
    pub(crate) lesson: Questions,
    /// What is stored, while it is listed.
    pub(crate) work: Questions,
    /// The own lessons, while they are written.
    pub(crate) own_lessons: Writes,
}

/// Writes of one thing, one after the other: the last one is what was meant last.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    /// Whether one is under way, and whether another has to follow it.
    is_writing: bool,
    is_waiting: bool,
}

impl Writes {
    /// Whether to write now. Otherwise a write is under way, and another follows it.
    pub(crate) fn begin(&mut self) -> bool {
        self.is_waiting = self.is_writing;
        !std::mem::replace(&mut self.is_writing, true)
    }

    /// A write has ended. Returns whether to begin another.
    pub(crate) fn end(&mut self) -> bool {
        self.is_writing = false;
        std::mem::take(&mut self.is_waiting)
    }

    pub(crate) fn are_under_way(&self) -> bool {
        self.is_writing
    }
}

/// The questions of one kind. Only the last is open.
#[derive(Debug, Clone, Default)]
pub(crate) struct Questions(Rc<Cell<u64>>);

/// Goes with a question until it is answered.
#[derive(Debug)]
pub(crate) struct Ticket {
    questions: Questions,
    number: u64,
}

impl Questions {
    /// Asks another question. Answers to those before are dropped.
    pub(crate) fn ask(&self) -> Ticket {
        self.close();
        Ticket { questions: self.clone(), number: self.0.get() }
    }

    /// Asks nothing. Answers to the questions before are dropped.
    pub(crate) fn close(&self) {
        self.0.set(self.0.get() + 1);
    }
}

impl Ticket {
    /// Passes an answer on, if its question is still open.
    pub(crate) fn answer<T>(&self, pass_on: impl FnOnce(T), answer: T) {
        if self.questions.0.get() == self.number {
            pass_on(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_write_begins_when_the_one_before_has_ended() {
        let mut writes = Writes::default();
        assert_eq!([writes.begin(), writes.begin(), writes.begin()], [true, false, false]);
        assert!(writes.are_under_way());
        assert!(writes.end(), "one write for both that waited");
        assert!(writes.begin() && !writes.end() && !writes.are_under_way());
    }

    #[test]
    fn only_answers_to_the_last_question_are_passed_on() {
        let heard = RefCell::new(Vec::new());
        let pass_on = |answer| heard.borrow_mut().push(answer);
        let questions = Questions::default();
        let (slow, fast) = (questions.ask(), questions.ask());
        fast.answer(pass_on, "second");
        slow.answer(pass_on, "first");
        questions.close();
        fast.answer(pass_on, "second again");
        Questions::default().ask().answer(pass_on, "of another kind");
        assert_eq!(*heard.borrow(), ["second", "of another kind"]);
    }
}
