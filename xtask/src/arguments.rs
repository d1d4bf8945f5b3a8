//! The words after `cargo xtask`.

use std::env;
use std::str::FromStr;

use crate::failure::Failure;

/// What is left of the command line: each question takes its answer out, and [`Arguments::finish`] refuses the rest.
pub(crate) struct Arguments(Vec<String>);

impl Arguments {
    pub(crate) fn of_this_process() -> Self {
        Self(env::args().skip(1).collect())
    }

    /// The first word, such as the command's name.
    pub(crate) fn word(&mut self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let position = self.0.iter().position(|argument| argument == name);
        position.map(|position| self.0.remove(position)).is_some()
    }

    /// The number after `name`, if `name` is there.
    pub(crate) fn number<N: FromStr>(&mut self, name: &str) -> Result<Option<N>, Failure> {
        let Some(position) = self.0.iter().position(|argument| argument == name) else {
            return Ok(None);
        };
        let taken: Vec<String> = self.0.drain(position..self.0.len().min(position + 2)).collect();
        match taken.get(1).and_then(|number| number.parse().ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(Failure::new(format!("`{name}` needs a number after it."))),
        }
    }

    /// The word after `name`, if `name` is there.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Failure> {
        let Some(position) = self.0.iter().position(|argument| argument == name) else {
            return Ok(None);
        };
        let mut taken = self.0.drain(position..self.0.len().min(position + 2)).skip(1);
        taken
            .next()
            .map(Some)
            .ok_or_else(|| Failure::new(format!("`{name}` needs a word after it.")))
    }

    pub(crate) fn rest(self) -> Vec<String> {
        self.0
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.0.first() {
            None => Ok(()),
            Some(argument) => Err(Failure::new(format!(
                "`{argument}` is not understood here: `cargo xtask help` lists what is."
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(line: &str) -> Arguments {
        Arguments(line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn options_come_in_any_order() {
        let mut arguments = arguments("serve --release --port 8081");
        assert_eq!(arguments.word().as_deref(), Some("serve"));
        assert_eq!(arguments.number("--port"), Ok(Some(8081)));
        assert!(arguments.flag("--release"));
        assert_eq!(arguments.finish(), Ok(()));
    }

    #[test]
    fn a_number_that_is_missing_or_none_is_refused() {
        let refusal = Err(Failure::new("`--port` needs a number after it."));
        assert_eq!(arguments("--port").number::<u16>("--port"), refusal);
        assert_eq!(arguments("--port 65536").number::<u16>("--port"), refusal);
        assert_eq!(arguments("").number::<u16>("--port"), Ok(None));
    }

    #[test]
    fn what_nobody_asked_for_is_refused() {
        assert!(arguments("--relaese").finish().is_err());
    }
}
