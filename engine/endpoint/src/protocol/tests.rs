//! What clients see of the protocol, reply by reply.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use engine::api::protocol::crc32;
use serde_json::{Value, json};

use super::access::Access;
use super::{Call, Protocol, Reply};
use crate::gzip;
use crate::service::Service;

const SIGNATURE: &str =
    "AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, Signature=00";

/// A request that is right in everything but its body.
const HEADERS: [(&str, &str); 5] = [
    ("host", "localhost:8000"),
    ("content-type", "application/x-amz-json-1.0"),
    ("x-amz-target", "DynamoDB_20120810.ListTables"),
    ("x-amz-date", "20261120T130000Z"),
    ("authorization", SIGNATURE),
];

/// Sends a request with some headers replaced, or left out if they are empty.
fn send(method: Method, changed: &[(&str, &str)], query: Option<&str>, body: &[u8]) -> Reply {
    send_to("/", method, changed, query, body)
}

fn send_to(
    path: &str,
    method: Method,
    changed: &[(&str, &str)],
    query: Option<&str>,
    body: &[u8],
) -> Reply {
    let mut headers = HeaderMap::new();
    for (name, text) in HEADERS.iter().chain(changed) {
        let name: HeaderName = name.parse().unwrap();
        headers.insert(name, HeaderValue::from_str(text).unwrap());
    }
    for (name, _) in changed.iter().filter(|(_, text)| text.is_empty()) {
        headers.remove(*name);
    }
    let call = Call { method: &method, path, headers: &headers, query, body };
    let service = Arc::new(Service::new(Service::empty_database(), None));
    let access = Access { origins: vec!["http://example.com".to_owned()], ..Access::default() };
    let reply = Protocol { service, access }.answer(&call);
    check_frame(&reply);
    reply
}

/// Every reply has a name of its request and the sum of its bytes.
#[track_caller]
fn check_frame(reply: &Reply) {
    assert_eq!(reply.headers["x-amzn-requestid"].len(), 52);
    assert_eq!(text(reply, "x-amz-crc32"), crc32(&reply.body).to_string());
}

fn text<'r>(reply: &'r Reply, name: &str) -> &'r str {
    reply.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

fn post(changed: &[(&str, &str)], body: &str) -> (u16, Value) {
    let reply = send(Method::POST, changed, None, body.as_bytes());
    assert_eq!(text(&reply, "content-type"), "application/x-amz-json-1.0");
    (reply.status.as_u16(), serde_json::from_slice(&reply.body).unwrap())
}

#[track_caller]
fn check_rejected(changed: &[(&str, &str)], body: &str, expected: Value) {
    assert_eq!(post(changed, body), (400, expected));
}

#[test]
fn a_call_is_answered() {
    assert_eq!(post(&[], "{}"), (200, json!({ "TableNames": [] })));
    let streams = [("x-amz-target", "DynamoDBStreams_20120810.ListStreams")];
    assert_eq!(post(&streams, "{}"), (200, json!({ "Streams": [] })));
}

#[test]
fn a_rejection_of_the_engine_is_handed_on() {
    let describe = [("x-amz-target", "DynamoDB_20120810.DescribeTable")];
    check_rejected(
        &describe,
        r#"{"TableName":"Orders"}"#,
        json!({
            "__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
            "message": "Requested resource not found: Table: Orders not found",
        }),
    );
}

#[test]
fn the_address_is_the_one_that_was_asked() {
    let endpoints = [("x-amz-target", "DynamoDB_20120810.DescribeEndpoints")];
    let endpoint = json!({ "Address": "localhost:8000", "CachePeriodInMinutes": 1_440 });
    assert_eq!(post(&endpoints, "{}"), (200, json!({ "Endpoints": [endpoint] })));
}

#[test]
fn a_target_that_is_none_is_unknown() {
    for target in [
        "",
        "ListTables",
        "DynamoDB_20120810.Nothing",
        "DynamoDB_20111205.ListTables",
        "DynamoDB_20120810.ListStreams",
        "DynamoDBStreams_20120810.ListTables",
        "DynamoDB_20120810.listTables",
    ] {
        let unknown = json!({ "__type": "com.amazon.coral.service#UnknownOperationException" });
        check_rejected(&[("x-amz-target", target)], "{}", unknown);
    }
}

#[test]
fn a_body_that_is_no_json_is_found_before_all_else() {
    let unreadable = json!({ "__type": "com.amazon.coral.service#SerializationException" });
    for changed in [("host", "127.0.0.1"), ("x-amz-target", ""), ("authorization", "")] {
        check_rejected(&[changed], "{", unreadable.clone());
    }
    let reply = send(Method::POST, &[], None, b"\"\xFF\"");
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    check_rejected(&[("content-encoding", "gzip")], "{}", unreadable.clone());
    check_rejected(&[("content-encoding", "br")], "{}", unreadable);
}

#[test]
fn a_request_must_be_signed() {
    let kind = "com.amazon.coral.service#MissingAuthenticationTokenException";
    let missing = json!({ "__type": kind, "message": "Request is missing Authentication Token" });
    check_rejected(&[("authorization", "")], "{}", missing.clone());
    check_rejected(&[("authorization", "Basic abc")], "{}", missing);
}

#[test]
fn a_signature_must_be_whole() {
    let kind = "com.amazon.coral.service#IncompleteSignatureException";
    let message = "Authorization header requires 'Signature' parameter. \
                   Authorization header requires 'SignedHeaders' parameter. \
                   Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. \
                   Authorization=AWS4-HMAC-SHA256";
    let changed = [("authorization", "AWS4-HMAC-SHA256 Credential=a"), ("x-amz-date", "")];
    check_rejected(&changed, "{}", json!({ "__type": kind, "message": message }));

    let query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a&X-Amz-Date=b";
    let reply = send(Method::POST, &[("authorization", "")], Some(query), b"{}");
    let message = "AWS query-string parameters must include 'X-Amz-Signature'. \
                   AWS query-string parameters must include 'X-Amz-SignedHeaders'. \
                   Re-examine the query-string parameters.";
    let expected = json!({ "__type": kind, "message": message });
    assert_eq!(serde_json::from_slice::<Value>(&reply.body).unwrap(), expected);

    let reply = send(Method::POST, &[], Some(query), b"{}");
    assert!(String::from_utf8(reply.body).unwrap().contains("InvalidSignatureException"));
}

#[test]
fn a_request_may_be_signed_in_its_address() {
    let query =
        "X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Date=c&X-Amz-Signature=d&X-Amz-SignedHeaders=e";
    let reply = send(Method::POST, &[("authorization", "")], Some(query), b"{}");
    assert_eq!(reply.body, br#"{"TableNames":[]}"#);
}

#[test]
fn other_methods_and_other_types_know_no_operation() {
    for (method, content_type) in [
        (Method::PUT, "application/x-amz-json-1.0"),
        (Method::DELETE, "application/x-amz-json-1.0"),
        (Method::OPTIONS, "application/x-amz-json-1.0"),
        (Method::POST, "text/plain"),
        (Method::POST, ""),
    ] {
        let reply = send(method, &[("content-type", content_type)], None, b"{}");
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
        assert_eq!(reply.body, b"<UnknownOperationException/>\n");
    }
}

#[test]
fn a_get_is_answered_as_healthy_with_the_host_that_was_asked() {
    let reply = send(Method::GET, &[], None, b"");
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.body, b"healthy: localhost:8000 ");
    let reply = send(Method::GET, &[("host", "")], None, b"");
    assert_eq!(reply.body, b"healthy: dynamodb.us-east-1.amazonaws.com ");
}

#[test]
fn a_get_of_any_other_path_finds_nothing() {
    for path in ["/health/", "//", "/shell/"] {
        let reply = send_to(path, Method::GET, &[], None, b"");
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(reply.body, b"<UnknownOperationException/>\n");
    }
}

#[test]
fn the_type_of_a_reply_is_that_of_its_request() {
    for (sent, expected) in [
        ("application/json", "application/json"),
        ("Application/JSON; charset=utf-8", "application/json"),
        ("application/x-amz-json-1.0", "application/x-amz-json-1.0"),
    ] {
        for body in [b"{}".as_slice(), b"{"] {
            let reply = send(Method::POST, &[("content-type", sent)], None, body);
            assert_eq!(text(&reply, "content-type"), expected);
        }
    }
}

#[test]
fn a_serialization_exception_has_its_message_in_a_member_with_a_capital() {
    check_rejected(
        &[],
        r#"{"Limit":1.5}"#,
        json!({
            "__type": "com.amazon.coral.service#SerializationException",
            "Message": "DECIMAL_VALUE cannot be converted to Integer",
        }),
    );
}

#[test]
fn a_page_of_an_allowed_origin_may_call() {
    let asked = [
        ("origin", "http://example.com"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "x-amz-target,authorization"),
    ];
    let reply = send(Method::OPTIONS, &asked, None, b"");
    assert_eq!((reply.status, reply.body.as_slice()), (StatusCode::OK, b"".as_slice()));
    assert_eq!(text(&reply, "access-control-allow-origin"), "http://example.com");
    assert_eq!(text(&reply, "access-control-allow-methods"), "POST");
    assert_eq!(text(&reply, "access-control-allow-headers"), "x-amz-target,authorization");
    assert_eq!(text(&reply, "access-control-max-age"), "172800");
    assert!(text(&reply, "access-control-expose-headers").contains("x-amzn-RequestId"));

    let reply = send(Method::POST, &asked[..1], None, b"{}");
    assert_eq!(text(&reply, "access-control-allow-origin"), "http://example.com");
    assert!(text(&reply, "access-control-expose-headers").contains("x-amzn-RequestId"));
    assert_eq!(text(&send(Method::POST, &[], None, b"{}"), "access-control-allow-origin"), "");
}

#[test]
fn a_packed_request_is_unpacked() {
    let packed = gzip::pack(b"{}");
    let reply = send(Method::POST, &[("content-encoding", "gzip")], None, &packed);
    assert_eq!(reply.body, br#"{"TableNames":[]}"#);
}

#[test]
fn a_long_reply_is_packed_for_those_who_can_unpack_it() {
    let name = |letter: &str| letter.repeat(255);
    let definition = |letter| json!({ "AttributeName": name(letter), "AttributeType": "S" });
    let key = |letter, kind| json!({ "AttributeName": name(letter), "KeyType": kind });
    let table = json!({
        "TableName": "Orders",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [definition("a"), definition("b")],
        "KeySchema": [key("a", "HASH"), key("b", "RANGE")],
    });
    let create = |codings| {
        let target = ("x-amz-target", "DynamoDB_20120810.CreateTable");
        let changed = [target, ("accept-encoding", codings)];
        send(Method::POST, &changed, None, table.to_string().as_bytes())
    };
    let packed = create("deflate, gzip;q=0.5");
    assert_eq!(text(&packed, "content-encoding"), "gzip");
    let plain = gzip::unpack(&packed.body, 10_000).unwrap();
    for codings in ["identity", "gzip;q=0", "br"] {
        let reply = create(codings);
        assert_eq!(text(&reply, "content-encoding"), "");
        assert_eq!(reply.body.len(), plain.len());
    }
    let short = send(Method::POST, &[("accept-encoding", "gzip")], None, b"{}");
    assert_eq!(short.body, br#"{"TableNames":[]}"#);
}

#[test]
fn a_request_that_unpacks_to_too_much_is_rejected() {
    let packed = gzip::pack(&vec![b' '; super::BODY_SIZE_MAX + 1]);
    let reply = send(Method::POST, &[("content-encoding", "gzip")], None, &packed);
    assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[test]
fn a_page_of_another_origin_is_not_answered() {
    for origin in ["http://evil.example", "null", "http://example.com.evil.example"] {
        for method in [Method::POST, Method::OPTIONS, Method::GET] {
            let reply = send(method, &[("origin", origin)], None, b"{}");
            assert_eq!(reply.status, StatusCode::FORBIDDEN, "{origin}");
            assert_eq!(text(&reply, "access-control-allow-origin"), "");
            let body: Value = serde_json::from_slice(&reply.body).unwrap();
            assert_eq!(body["__type"], "com.amazon.coral.service#AccessDeniedException");
            let message = body["message"].as_str().unwrap();
            assert!(message.contains(&format!("--allow-origin {origin}`")), "{message}");
        }
    }
}

#[test]
fn a_name_that_is_not_the_endpoints_own_is_not_answered() {
    for host in ["evil.example", "evil.example:8000", "localhost.evil.example", ""] {
        let changed = if host.is_empty() { ("host", " ") } else { ("host", host) };
        let reply = send(Method::POST, &[changed], None, b"{}");
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{host}");
        assert!(String::from_utf8(reply.body).unwrap().contains("`--allow-host`"));
    }
}

#[test]
fn health_says_whether_writes_can_be_stored() {
    let reply = send_to("/health", Method::GET, &[], None, b"");
    assert_eq!(
        (reply.status, reply.body.as_slice()),
        (StatusCode::OK, &b"{\"status\":\"healthy\"}"[..])
    );
}
