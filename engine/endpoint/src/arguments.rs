//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use crate::protocol::access::ANY_ORIGIN;

/// Answers as DynamoDB does, for any AWS SDK.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask endpoint")]
pub(crate) struct Arguments {
    /// The name or number under which it is reached
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// The port; 0 chooses one that is free
    #[arg(long, default_value_t = 8_000)]
    pub(crate) port: u16,
    /// The file in which the database is kept; without one it is forgotten
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// What a killed process may lose of the data
    #[arg(long, value_enum, default_value_t = Durability::Log, requires = "data")]
    pub(crate) durability: Durability,
    /// Bytes of requests in the log from which a snapshot takes its place
    #[arg(long, value_name = "BYTES", default_value_t = 64 * 1_024 * 1_024)]
    pub(crate) log_size: usize,
    /// How long changes of global indexes take; otherwise as the data say
    #[arg(long = "delay", value_name = "MS")]
    pub(crate) delay_ms: Option<u64>,
    /// Limit throughput; otherwise as the data say
    #[arg(long = "throttle")]
    pub(crate) throttles: bool,
    /// An origin whose pages are answered, such as http://localhost:3000; `*` is every one. May be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    pub(crate) allow_origin: Vec<String>,
    /// A name of this machine that clients use beside addresses and localhost. May be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// The account in ARNs, twelve digits; an ARN of another account is denied
    #[arg(long, value_name = "DIGITS", default_value = "000000000000", value_parser = account)]
    pub(crate) account: String,
    /// The Region in ARNs
    #[arg(long, default_value = "us-east-1", value_parser = region)]
    pub(crate) region: String,
    /// How lines are written to the console
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,
    /// Write a line for each request
    #[arg(long)]
    pub(crate) log_requests: bool,
}

/// How lines are written to the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Sentences
    Text,
    /// An object of JSON in each line
    Json,
}

/// Twelve digits. Source: <https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-identifiers.html>
fn account(text: &str) -> Result<String, String> {
    match text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(text.to_owned()),
        false => Err("an account has twelve digits".to_owned()),
    }
}

/// Letters, digits and hyphens, as in the names of all Regions.
fn region(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    match !text.is_empty() && text.bytes().all(fits) {
        true => Ok(text.to_owned()),
        false => Err("a Region has lower-case letters, digits and hyphens".to_owned()),
    }
}

/// An origin as browsers write it: in small letters, without the port that its scheme has anyway.
fn origin(text: &str) -> Result<String, String> {
    if [ANY_ORIGIN, "null"].contains(&text) {
        return Ok(text.to_owned());
    }
    let text = text.to_ascii_lowercase();
    let fault = || {
        "an origin is a scheme and a host without a path, such as http://localhost:3000".to_owned()
    };
    let (scheme, host) = text.split_once("://").ok_or_else(fault)?;
    let is_host = |byte: u8| byte.is_ascii_graphic() && !b"/?#@*,\\".contains(&byte);
    let port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => "",
    };
    let host = host.strip_suffix(port).unwrap_or(host);
    if scheme.is_empty() || host.is_empty() || !host.bytes().all(is_host) {
        return Err(fault());
    }
    Ok(format!("{scheme}://{host}"))
}

/// What a killed process may lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Durability {
    /// Nothing that was acknowledged: a write is on the disk before its reply is sent
    Log,
    /// About a second of writes: the whole database is saved a moment after it has changed
    Snapshot,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn read(line: &str) -> Arguments {
        Arguments::parse_from(std::iter::once("endpoint").chain(line.split_whitespace()))
    }

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn other_machines_do_not_reach_it_unless_the_host_says_so() {
        assert_eq!(read("").host, "127.0.0.1");
        let arguments = read("--data a.json --host 0.0.0.0 --throttle --port 0 --delay 50");
        assert_eq!((arguments.host.as_str(), arguments.port), ("0.0.0.0", 0));
        assert_eq!(arguments.data, Some(PathBuf::from("a.json")));
        assert_eq!(arguments.durability, Durability::Log);
        let arguments = read("--data a.json --durability snapshot");
        assert_eq!(arguments.durability, Durability::Snapshot);
        let arguments = read("--data a.json --host 0.0.0.0 --throttle --port 0 --delay 50");
        assert_eq!((arguments.delay_ms, arguments.throttles), (Some(50), true));
    }

    #[test]
    fn an_origin_is_written_as_browsers_write_it() {
        for (typed, expected) in [
            ("*", "*"),
            ("null", "null"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("HTTP://LocalHost:3000", "http://localhost:3000"),
            ("https://docs.example:443", "https://docs.example"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(origin(typed), Ok(expected.to_owned()), "{typed}");
        }
        for typed in [
            "",
            "localhost:3000",
            "http://",
            "http://:80",
            "http://localhost:3000/",
            "http://a b",
            "://a",
        ] {
            assert!(origin(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn an_account_has_twelve_digits_and_a_region_no_spaces() {
        let arguments = read("--account 123456789012 --region eu-central-1");
        assert_eq!(
            (arguments.account.as_str(), arguments.region.as_str()),
            ("123456789012", "eu-central-1")
        );
        for line in ["--account 12345", "--account 12345678901x", "--region US", "--region ="] {
            let line = std::iter::once("endpoint").chain(line.split(' '));
            assert!(Arguments::try_parse_from(line).is_err());
        }
    }
}
