//! The messages between an embed and the page around it, version 1. `static/docs/embed.md` describes them for users, and
//! `static/embed/sparse-box.d.ts` has their types.

use serde::{Deserialize, Serialize};

/// The version of the messages.
pub const VERSION: u32 = 1;

/// The most characters of a text in a request. Model: more than the file of any sandbox that the page opens.
pub const TEXT_LENGTH_MAX: u32 = 32 * 1024 * 1024;

/// The most messages in a second. A page that sends more is not heard any more. Model: more than a page needs that waits for
/// replies.
pub const RATE_MAX: u32 = 200;

/// The members of a request that are texts, which may be long.
pub const TEXT_MEMBERS: [&str; 5] = ["method", "state", "operation", "request", "theme"];

/// A request of the page around an embed, without its `id`, as it arrives. Members that no method has are not read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct HostRequest {
    /// What is asked.
    pub method: Option<String>,
    /// The file of a sandbox.
    pub state: Option<String>,
    /// DynamoDB's name of an operation.
    pub operation: Option<String>,
    /// The JSON of its request.
    pub request: Option<String>,
    /// `auto`, `light` or `dark`.
    pub theme: Option<String>,
}

/// What the page around an embed can ask. It may change a sandbox in which a user can only look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostCall {
    /// The sandbox as the text of a file.
    GetState,
    /// The address of the whole page with the sandbox.
    GetLink,
    /// Open the text of a file.
    SetState(String),
    /// Send a request to the database.
    Run {
        /// DynamoDB's name of the operation.
        operation: String,
        /// The JSON of its request.
        request: String,
    },
    /// Let time pass until the next change arrives.
    Step,
    /// Return to what was opened.
    Reset,
    /// Use other colours.
    SetTheme(String),
}

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostError {
    /// There is no such method.
    UnknownMethod,
    /// A member is missing, or has a value that it cannot have.
    InvalidMember(&'static str),
    /// A member is not of its type.
    WrongType,
    /// A text is longer than [`TEXT_LENGTH_MAX`].
    TooLarge,
    /// It cannot be done, for this reason.
    Rejected(String),
}

/// The reply to the request with the same `id`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostReply {
    /// The number of the request.
    pub id: f64,
    /// Whether it was carried out.
    pub ok: bool,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<HostResult>,
    /// Why it was not carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<HostFault>,
}

/// The result of a request that asks for something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum HostResult {
    /// The text of a file.
    State(String),
    /// An address.
    Link(String),
    /// DynamoDB's reply, as JSON: its numbers are exact as text only.
    Reply(String),
}

/// A [`HostError`] as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostFault {
    /// For programs.
    pub code: &'static str,
    /// For people.
    pub message: String,
}

/// What an embed tells the page around it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum HostEvent {
    /// The embed hears requests.
    Ready {
        /// The version of the messages.
        version: u32,
        /// The height at which nothing has to be scrolled, in pixels.
        height: u32,
        /// Why what the address names was not opened, if it was not.
        problem: Option<String>,
    },
    /// Another height shows everything without scrolling.
    Height {
        /// In pixels.
        height: u32,
    },
    /// An operation ran, or was rejected.
    Operation(HostOperation),
    /// Tables, items, settings or virtual time are different.
    Change,
    /// The goal of a task of the lesson was reached, by the user, by its solution or by the page around. A task that begins again
    /// sends it again.
    Goal {
        /// The text that names the lesson, as in the address.
        lesson: String,
        /// The id of its step.
        step: String,
        /// The id of the task, unique in the step.
        task: String,
    },
    /// Something failed that was not a request.
    Error {
        /// For people.
        message: String,
    },
}

/// An operation, and what it cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HostOperation {
    /// DynamoDB's name of it.
    pub operation: String,
    /// Whether it ran. If it is false, the operation was rejected.
    pub accepted: bool,
    pub read_units: f64,
    pub write_units: f64,
    /// The units of the table and of each index.
    pub parts: Vec<HostPart>,
}

/// The units of a table or of one of its indexes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostPart {
    pub table: String,
    /// The index; `None` for the table itself.
    pub index: Option<String>,
    /// Read or write units.
    pub units: f64,
}

impl HostRequest {
    /// What is asked.
    pub fn call(self) -> Result<HostCall, HostError> {
        let required = |member: Option<String>, name| member.ok_or(HostError::InvalidMember(name));
        match self.method.as_deref() {
            Some("getState") => Ok(HostCall::GetState),
            Some("getLink") => Ok(HostCall::GetLink),
            Some("setState") => Ok(HostCall::SetState(required(self.state, "state")?)),
            Some("run") => Ok(HostCall::Run {
                operation: required(self.operation, "operation")?,
                request: required(self.request, "request")?,
            }),
            Some("step") => Ok(HostCall::Step),
            Some("reset") => Ok(HostCall::Reset),
            Some("setTheme") => Ok(HostCall::SetTheme(required(self.theme, "theme")?)),
            Some(_) | None => Err(HostError::UnknownMethod),
        }
    }
}

impl HostReply {
    /// The reply to the request with this number.
    pub fn new(id: f64, result: Result<Option<HostResult>, HostError>) -> Self {
        match result {
            Ok(result) => Self { id, ok: true, result, error: None },
            Err(error) => Self { id, ok: false, result: None, error: Some(error.fault()) },
        }
    }
}

impl HostError {
    fn fault(self) -> HostFault {
        let (code, message) = match self {
            Self::UnknownMethod => ("unknown-method", "There is no such method.".to_owned()),
            Self::InvalidMember(name) => {
                ("invalid-member", format!("The member {name} is missing or has no valid value."))
            }
            Self::WrongType => {
                ("invalid-member", "All members but id are texts, one of them is not.".to_owned())
            }
            Self::TooLarge => {
                let words = format!("A text has more than {TEXT_LENGTH_MAX} characters.");
                ("too-large", words)
            }
            Self::Rejected(reason) => ("rejected", reason),
        };
        HostFault { code, message }
    }
}

/// How many messages have arrived in this second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MessageRate {
    second: u64,
    count: u32,
}

impl MessageRate {
    /// Counts a message, and returns whether there were at most [`RATE_MAX`] in its second.
    pub fn allows(&mut self, at_ms: u64) -> bool {
        let second = at_ms / 1_000;
        if second != self.second {
            *self = Self { second, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        self.count <= RATE_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(json: &str) -> Result<HostCall, HostError> {
        serde_json::from_str::<HostRequest>(json).expect("all members are texts").call()
    }

    #[test]
    fn a_request_has_a_method_and_its_members() {
        assert_eq!(call(r#"{"method":"getState"}"#), Ok(HostCall::GetState));
        assert_eq!(call(r#"{"method":"step","by":[[[7]]]}"#), Ok(HostCall::Step));
        let run = HostCall::Run { operation: "Scan".to_owned(), request: "{}".to_owned() };
        assert_eq!(call(r#"{"method":"run","operation":"Scan","request":"{}"}"#), Ok(run));
        for (json, error) in [
            ("{}", HostError::UnknownMethod),
            (r#"{"method":"eval","state":"1"}"#, HostError::UnknownMethod),
            (r#"{"method":"GETSTATE"}"#, HostError::UnknownMethod),
            (r#"{"method":"setState"}"#, HostError::InvalidMember("state")),
            (r#"{"method":"run","request":"{}"}"#, HostError::InvalidMember("operation")),
            (r#"{"method":"run","operation":"Scan"}"#, HostError::InvalidMember("request")),
            (r#"{"method":"setTheme"}"#, HostError::InvalidMember("theme")),
        ] {
            assert_eq!(call(json), Err(error), "{json}");
        }
    }

    #[test]
    fn replies_and_events_are_the_documented_json() {
        let json = |reply: HostReply| serde_json::to_value(reply).expect("it has no maps");
        let link = Some(HostResult::Link("https://a.example/#z".to_owned()));
        assert_eq!(
            json(HostReply::new(1.0, Ok(link))),
            serde_json::json!({ "id": 1.0, "ok": true, "result": { "link": "https://a.example/#z" } })
        );
        assert_eq!(
            json(HostReply::new(2.0, Err(HostError::Rejected("No table.".to_owned())))),
            serde_json::json!({
                "id": 2.0, "ok": false, "error": { "code": "rejected", "message": "No table." }
            })
        );
        let ready = HostEvent::Ready { version: VERSION, height: 420, problem: None };
        assert_eq!(
            serde_json::to_value(ready).expect("it has no maps"),
            serde_json::json!({ "event": "ready", "version": 1, "height": 420, "problem": null })
        );
    }

    #[test]
    fn a_flood_ends_at_the_limit() {
        let mut rate = MessageRate::default();
        let allowed = (0..RATE_MAX * 2).filter(|_| rate.allows(5_000)).count();
        assert_eq!(allowed, RATE_MAX as usize);
        assert!(!rate.allows(5_999));
        assert!(rate.allows(6_000), "a second later");
    }
}
