//! What the console shows: the only place that prints.

use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::clock::Moment;

/// How lines are written. Lines that are written before it is set are plain.
static STYLE: OnceLock<Style> = OnceLock::new();

/// How lines are written, and which.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Style {
    /// Whether a line is an object of JSON with its time, and not a sentence.
    pub(crate) is_json: bool,
    /// Whether each request has a line.
    pub(crate) has_requests: bool,
}

/// A request that was answered.
pub(crate) struct Served {
    /// What its `X-Amz-Target` says.
    pub(crate) target: String,
    pub(crate) status: u16,
    /// Bytes of the body.
    pub(crate) request_size: usize,
    pub(crate) reply_size: usize,
    /// From the end of its head until the reply.
    pub(crate) took: Duration,
}

/// Sets once how lines are written.
pub(crate) fn set_style(style: Style) {
    STYLE.set(style).ok();
}

/// Where the endpoint is, and what happens to the data.
pub(crate) fn say(line: &str) {
    print(&text("info", line));
}

/// Why it stops, or what went wrong.
#[expect(clippy::print_stderr, reason = "a server says on standard error what went wrong")]
pub(crate) fn complain(line: &str) {
    eprintln!("{}", text("error", line));
}

/// A request that was answered, if each has a line.
pub(crate) fn report(served: impl FnOnce() -> Served) {
    let style = style();
    if !style.has_requests {
        return;
    }
    let Served { target, status, request_size, reply_size, took } = served();
    let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    print(&match style.is_json {
        true => object(
            "info",
            json!({
                "target": target, "status": status, "request_bytes": request_size,
                "reply_bytes": reply_size, "us": us,
            }),
        ),
        false => format!("{status} {target} {request_size} B, {reply_size} B, {us} µs"),
    });
}

fn style() -> Style {
    STYLE.get().copied().unwrap_or_default()
}

fn text(level: &str, line: &str) -> String {
    match style().is_json {
        true => object(level, json!({ "message": line })),
        false => line.to_owned(),
    }
}

/// A line as JSON, with its time in milliseconds since 1970.
fn object(level: &str, members: Value) -> String {
    let mut object = Map::new();
    object.insert("unix_ms".to_owned(), Moment::now().unix_ms.into());
    object.insert("level".to_owned(), level.into());
    object.extend(members.as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())));
    Value::Object(object).to_string()
}

#[expect(clippy::print_stdout, reason = "a server says where it is reached")]
fn print(line: &str) {
    println!("{line}");
}
