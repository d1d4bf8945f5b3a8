//! DynamoDB's wire protocol, from a request to a reply, without sockets.
//!
//! The order of checks, the bodies and the headers are those that clients' authors have observed at the service:
//! method and content type, then JSON, then target, then signature, then the operation. A signature has to be
//! there, but is not verified: there is no secret to verify it with. [`access`] says who is answered at all.

pub(crate) mod access;
mod request_id;
mod signature;

use std::sync::Arc;

use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, CONTENT_ENCODING, CONTENT_TYPE,
    HOST, HeaderName, ORIGIN, SERVER, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};

use engine::api::protocol::{MEDIA_TYPE, operation};
use engine::json::text::JsonText;
use engine::operation::Operation;
use serde_json::{Value, json};

use crate::gzip;
use crate::log::recorder::Space;
use crate::protocol::access::Access;
use crate::rejection::Rejection;
use crate::service::{Answer, Service};

/// Bytes of a request body. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html>
pub(crate) const BODY_SIZE_MAX: usize = 16 * 1_024 * 1_024;

/// Other names of JSON that are let pass.
const JSON_TYPES: [&str; 2] = [MEDIA_TYPE, "application/json"];

const TARGET: &str = "x-amz-target";
const REQUEST_ID: HeaderName = HeaderName::from_static("x-amzn-requestid");
const CHECKSUM: HeaderName = HeaderName::from_static("x-amz-crc32");

/// Bytes from which a reply is packed for those who can unpack it. Model: the service does not say.
const PACKED_SIZE_MIN: usize = 1_024;

/// How long a browser need not ask again, in seconds. Observed: by authors of clients.
const PREFLIGHT_SECONDS: &str = "172800";

/// Headers of a reply that a page from elsewhere may read.
const EXPOSED: &str = "x-amzn-RequestId,x-amzn-ErrorType,x-amz-request-id,x-amz-id-2,x-amzn-ErrorMessage,x-amz-crc32,Date";

/// The name in the reply to a GET that names no host. The Region is that of the engine's ARNs.
const SERVICE_HOST: &str = "dynamodb.us-east-1.amazonaws.com";

/// Where it is asked whether the endpoint can do its work. Model: the service has no such path.
const HEALTH_PATH: &str = "/health";

const UNKNOWN: &str = "<UnknownOperationException/>\n";

/// A request, whole.
pub(crate) struct Call<'r> {
    pub(crate) method: &'r Method,
    pub(crate) path: &'r str,
    pub(crate) headers: &'r HeaderMap,
    pub(crate) query: Option<&'r str>,
    pub(crate) body: &'r [u8],
}

/// A reply, ready to be sent.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// The entry of the log that has to be stored before it is sent.
    pub(crate) entry: Option<u64>,
}

/// A database, and who may ask it.
pub(crate) struct Protocol {
    pub(crate) service: Arc<Service>,
    pub(crate) access: Access,
}

impl Protocol {
    /// Answers a request.
    pub(crate) fn answer(&self, call: &Call<'_>) -> Reply {
        if let Some(fault) = self.access.fault(call.headers) {
            return self.finish(reject(&fault), call);
        }
        if *call.method == Method::OPTIONS && call.headers.contains_key(ORIGIN) {
            return self.finish(preflight(call), call);
        }
        let reply = match body(call) {
            Ok(body) => answer_body(call, &body, &self.service),
            Err(gzip::Fault::TooLarge) => Reply::too_large(),
            Err(gzip::Fault::Damaged) => reject(&Rejection::Unreadable),
        };
        self.finish(reply, call)
    }

    /// Answers a request whose body cannot be read to its end: a chunk is malformed, or the client closed its side.
    pub(crate) fn answer_unreadable(&self, call: &Call<'_>) -> Reply {
        self.finish(reject(&Rejection::Unreadable), call)
    }

    /// Answers a request that was performed, but whose effects could not be stored.
    pub(crate) fn answer_not_stored(&self, call: &Call<'_>) -> Reply {
        self.finish(reject(&Rejection::NotStored), call)
    }
}

/// The body as it was before it was packed.
fn body<'r>(call: &Call<'r>) -> Result<std::borrow::Cow<'r, [u8]>, gzip::Fault> {
    match call.text(CONTENT_ENCODING.as_str()) {
        None | Some("" | "identity") => Ok(call.body.into()),
        Some("gzip") => gzip::unpack(call.body, BODY_SIZE_MAX).map(Into::into),
        Some(_) => Err(gzip::Fault::Damaged),
    }
}

fn answer_body(call: &Call<'_>, body: &[u8], service: &Service) -> Reply {
    if [Method::GET, Method::HEAD].contains(call.method) && call.path == "/" {
        let host = call.text(HOST.as_str()).unwrap_or(SERVICE_HOST);
        return Reply::text(StatusCode::OK, &format!("healthy: {host} "));
    }
    if *call.method == Method::GET && call.path == HEALTH_PATH {
        return health(service);
    }
    if *call.method != Method::POST || (!body.is_empty() && !call.is_json()) {
        return Reply::text(StatusCode::NOT_FOUND, UNKNOWN);
    }
    let Ok(request) = str::from_utf8(body) else { return reject(&Rejection::Unreadable) };
    let operation = call.target().and_then(operation);
    let fault = match operation {
        None => Some(Rejection::UnknownOperation),
        Some(_) => signature::fault(call),
    };
    match (fault, operation) {
        (Some(_), _) if !request.is_empty() && JsonText::parse(request).is_err() => {
            reject(&Rejection::Unreadable)
        }
        (Some(fault), _) => reject(&fault),
        (None, None) => reject(&Rejection::UnknownOperation),
        (None, Some(operation)) => perform(call, operation, request, service),
    }
}

/// Whether the endpoint can do its work, and what it cannot do.
fn health(service: &Service) -> Reply {
    let (status, text) = match (service.is_broken(), service.space()) {
        (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "broken"),
        (false, Space::Nothing) => (StatusCode::SERVICE_UNAVAILABLE, "writes cannot be stored"),
        (false, Space::Scarce) => (StatusCode::SERVICE_UNAVAILABLE, "only deletes can be stored"),
        (false, Space::Plenty) if service.is_unsaved() => {
            (StatusCode::SERVICE_UNAVAILABLE, "changes cannot be saved")
        }
        (false, Space::Plenty) => (StatusCode::OK, "healthy"),
    };
    Reply::json(status, json!({ "status": text }).to_string())
}

fn perform(call: &Call<'_>, operation: Operation, request: &str, service: &Service) -> Reply {
    match service.call(operation, request) {
        Answer::Reply { text, .. } if operation == Operation::DescribeEndpoints => {
            Reply::json(StatusCode::OK, here(&text, call))
        }
        Answer::Reply { text, entry } => Reply { entry, ..Reply::json(StatusCode::OK, text) },
        Answer::Rejection(error) => {
            let status = StatusCode::from_u16(error.code().status());
            Reply::json(status.unwrap_or(StatusCode::BAD_REQUEST), error.to_json().to_string())
        }
        Answer::Broken => reject(&Rejection::Internal),
        Answer::NotStored => reject(&Rejection::NotStored),
        Answer::DiskFull => reject(&Rejection::DiskFull),
    }
}

/// The reply of DescribeEndpoints, with the address that was asked.
fn here(reply: &str, call: &Call<'_>) -> String {
    let parsed: Result<Value, _> = serde_json::from_str(reply);
    match (parsed, call.text(HOST.as_str())) {
        (Ok(mut parsed), Some(host)) => {
            parsed["Endpoints"][0]["Address"] = host.into();
            parsed.to_string()
        }
        _ => reply.to_owned(),
    }
}

fn reject(rejection: &Rejection) -> Reply {
    let status = match rejection {
        Rejection::Internal | Rejection::NotStored | Rejection::DiskFull => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
        Rejection::OtherOrigin { .. } | Rejection::OtherHost { .. } => StatusCode::FORBIDDEN,
        Rejection::Unreadable
        | Rejection::UnknownOperation
        | Rejection::NoSignature
        | Rejection::TwoSignatures
        | Rejection::IncompleteHeader { .. }
        | Rejection::IncompleteQuery { .. } => StatusCode::BAD_REQUEST,
    };
    Reply::json(status, rejection.to_json().to_string())
}

/// Tells a browser what a page may send.
fn preflight(call: &Call<'_>) -> Reply {
    let mut reply = Reply::new(StatusCode::OK, Vec::new());
    let granted = [
        (ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_ALLOW_HEADERS),
        (ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_ALLOW_METHODS),
    ];
    for (asked, allowed) in granted {
        if let Some(names) = call.headers.get(asked) {
            reply.headers.insert(allowed, names.clone());
        }
    }
    reply.headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(PREFLIGHT_SECONDS));
    reply
}

impl Protocol {
    /// Packs a long reply for those who can unpack it, and adds the headers that every reply has. The sum is that of the
    /// bytes as they are sent.
    fn finish(&self, mut reply: Reply, call: &Call<'_>) -> Reply {
        let headers = &mut reply.headers;
        if headers.contains_key(CONTENT_TYPE) {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(call.json_type()));
        }
        if reply.body.len() >= PACKED_SIZE_MIN && call.accepts_gzip() {
            reply.body = gzip::pack(&reply.body);
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        headers.insert(CHECKSUM, HeaderValue::from(crc32fast::hash(&reply.body)));
        let id = HeaderValue::from_str(&request_id::next());
        headers.insert(REQUEST_ID, id.expect("it is made of letters and digits"));
        headers.insert(SERVER, HeaderValue::from_static("Server"));
        let origin = self.access.allowed_origin(call.headers).map(HeaderValue::from_str);
        if let Some(Ok(origin)) = origin {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
            headers.insert(VARY, HeaderValue::from_static("Origin"));
        }
        reply
    }
}

impl Call<'_> {
    /// The text of a header.
    fn text(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim)
    }

    /// The interface and the operation that are asked for.
    pub(crate) fn target(&self) -> Option<&str> {
        self.text(TARGET)
    }

    fn is_json(&self) -> bool {
        self.known_json_type().is_some()
    }

    /// The media type of the reply, which is that of the request.
    fn json_type(&self) -> &'static str {
        self.known_json_type().unwrap_or(MEDIA_TYPE)
    }

    fn known_json_type(&self) -> Option<&'static str> {
        let media_type = self.text(CONTENT_TYPE.as_str()).unwrap_or_default();
        let media_type = media_type.split(';').next().unwrap_or_default().trim();
        JSON_TYPES.into_iter().find(|known| media_type.eq_ignore_ascii_case(known))
    }

    fn accepts_gzip(&self) -> bool {
        let codings = self.text(ACCEPT_ENCODING.as_str()).unwrap_or_default();
        codings.split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let rejected = ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains(&weight.trim());
            name.trim().eq_ignore_ascii_case("gzip") && !rejected
        })
    }
}

impl Reply {
    fn new(status: StatusCode, body: Vec<u8>) -> Self {
        Self { status, headers: HeaderMap::new(), body, entry: None }
    }

    /// To a body of more than sixteen megabytes.
    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, Vec::new())
    }

    fn json(status: StatusCode, body: String) -> Self {
        let mut reply = Self::new(status, body.into_bytes());
        reply.headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        reply
    }

    fn text(status: StatusCode, body: &str) -> Self {
        Self::new(status, body.into())
    }
}

#[cfg(test)]
mod tests;
