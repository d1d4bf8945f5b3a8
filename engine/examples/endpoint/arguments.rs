//! The words of the command line.

use std::path::PathBuf;

/// What the endpoint is asked to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// The name or number under which it is reached.
    pub(crate) host: String,
    /// The port; 0 stands for any that is free.
    pub(crate) port: u16,
    /// Where the database is kept; it is forgotten if there is none.
    pub(crate) data: Option<PathBuf>,
    /// How long changes of global indexes are on their way; as the data say if it is not given.
    pub(crate) delay_ms: Option<u64>,
    /// Whether throughput is limited; as the data say if it is not asked for.
    pub(crate) throttles: bool,
}

impl Arguments {
    /// Reads options in any order. Fails with a sentence.
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let host = "127.0.0.1".to_owned();
        let mut arguments =
            Self { host, port: 8_000, data: None, delay_ms: None, throttles: false };
        while let Some(option) = words.next() {
            if option == "--throttle" {
                arguments.throttles = true;
                continue;
            }
            let word = words.next();
            let word = || word.ok_or_else(|| format!("`{option}` needs a word after it."));
            let not_a_number = |_| format!("`{option}` needs a number after it.");
            match option.as_str() {
                "--host" => arguments.host = word()?,
                "--port" => arguments.port = word()?.parse().map_err(not_a_number)?,
                "--delay" => arguments.delay_ms = Some(word()?.parse().map_err(not_a_number)?),
                "--data" => arguments.data = Some(PathBuf::from(word()?)),
                _ => {
                    return Err(format!(
                        "`{option}` is not understood: [--port 8000] [--host 127.0.0.1] \
                         [--data sandbox.json] [--delay MS] [--throttle] is."
                    ));
                }
            }
        }
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        Arguments::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn nobody_else_reaches_an_endpoint_that_was_not_told_so() {
        assert_eq!(read("").unwrap().host, "127.0.0.1");
        let told = read("--data a.json --host 0.0.0.0 --throttle --port 0 --delay 50").unwrap();
        let (host, data) = ("0.0.0.0".to_owned(), Some(PathBuf::from("a.json")));
        let delay_ms = Some(50);
        assert_eq!(told, Arguments { host, port: 0, data, delay_ms, throttles: true });
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert!(read("--prot 1").unwrap_err().starts_with("`--prot` is not understood"));
        assert_eq!(read("--port 65536").unwrap_err(), "`--port` needs a number after it.");
        assert_eq!(read("--data").unwrap_err(), "`--data` needs a word after it.");
    }
}
