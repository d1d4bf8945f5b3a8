//! The limits, through real sockets.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::protocol::access::Access;
use crate::service::Service;

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_mins(1);

/// As long as a test has to wait for a limit of time.
const SHORT: Duration = Duration::from_millis(50);

const GENEROUS: Limits = Limits {
    connection_count: 8,
    head_time: LONG,
    idle_time: LONG,
    request_time: LONG,
    stopping_time: LONG,
};

/// The head of a request whose body has ten bytes.
const HEAD: &str = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n";

const WHOLE: &str = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A server, and what makes it stop.
struct Running {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

async fn start(limits: Limits) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let service = Arc::new(Service::new(Service::empty_database(), None));
    let protocol = Protocol { service, access: Access::default() };
    let server = tokio::spawn(serve(listener, protocol, limits, async {
        drop(stopped.await);
    }));
    Running { address, stop, server }
}

impl Running {
    /// Connects and sends something.
    async fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }
}

/// The status line of an answer, empty if the connection was closed without one.
async fn status(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 4_096];
    let count = stream.read(&mut bytes).await.unwrap();
    let answer = String::from_utf8_lossy(&bytes[..count]).into_owned();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_body_that_is_too_large_is_rejected_however_it_is_sent() {
    let endpoint = start(GENEROUS).await;
    let body = " ".repeat(BODY_SIZE_MAX + 1);
    let size = body.len();
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
    for request in [
        format!("{head}Content-Length: {size}\r\n\r\n{body}"),
        format!("{head}Transfer-Encoding: chunked\r\n\r\n{size:x}\r\n{body}\r\n0\r\n\r\n"),
    ] {
        let mut stream = endpoint.send(&request).await;
        assert_eq!(status(&mut stream).await, "HTTP/1.1 413 Payload Too Large");
    }
}

#[tokio::test]
async fn a_head_that_announces_too_large_a_body_is_rejected_before_the_body() {
    let endpoint = start(GENEROUS).await;
    for size in ["16777217", "9223372036854775807"] {
        let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n");
        let mut stream = endpoint.send(&head).await;
        assert_eq!(status(&mut stream).await, "HTTP/1.1 413 Payload Too Large");
    }
    let head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n";
    assert_eq!(status(&mut endpoint.send(head).await).await, "HTTP/1.1 400 Bad Request");
}

#[tokio::test]
async fn a_body_that_breaks_off_or_has_a_bad_chunk_is_rejected() {
    let endpoint = start(GENEROUS).await;
    let mut stream = endpoint.send(&format!("{HEAD}half")).await;
    stream.shutdown().await.unwrap();
    assert_eq!(status(&mut stream).await, "HTTP/1.1 400 Bad Request");
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = endpoint.send(&format!("{head}2\r\n{{}}\r\nxyz\r\n")).await;
    assert_eq!(status(&mut stream).await, "HTTP/1.1 400 Bad Request");
}

#[tokio::test]
async fn a_connection_waits_until_another_is_closed() {
    let endpoint = start(Limits { connection_count: 1, ..GENEROUS }).await;
    let mut first = endpoint.send(WHOLE).await;
    assert_eq!(status(&mut first).await, "HTTP/1.1 200 OK");
    let mut second = endpoint.send(WHOLE).await;
    assert!(time::timeout(SHORT, status(&mut second)).await.is_err(), "it waits");
    drop(first);
    assert_eq!(status(&mut second).await, "HTTP/1.1 200 OK");
}

#[tokio::test]
async fn a_body_that_does_not_arrive_in_time_is_not_waited_for() {
    let endpoint = start(Limits { request_time: SHORT, ..GENEROUS }).await;
    let mut stream = endpoint.send(&format!("{HEAD}half")).await;
    assert_eq!(status(&mut stream).await, "HTTP/1.1 408 Request Timeout");
}

#[tokio::test]
async fn a_head_that_does_not_arrive_in_time_is_not_waited_for() {
    let endpoint = start(Limits { head_time: SHORT, ..GENEROUS }).await;
    assert_eq!(status(&mut endpoint.send(&HEAD[..20]).await).await, "", "half a head");
    let mut stream = endpoint.send(WHOLE).await;
    assert_eq!(status(&mut stream).await, "HTTP/1.1 200 OK");
    assert!(time::timeout(2 * SHORT, status(&mut stream)).await.is_err(), "it may be idle");
    stream.write_all(WHOLE.as_bytes()).await.unwrap();
    assert_eq!(status(&mut stream).await, "HTTP/1.1 200 OK");
    stream.write_all(&HEAD.as_bytes()[..20]).await.unwrap();
    assert_eq!(status(&mut stream).await, "", "half a second head");
}

#[tokio::test]
async fn half_a_head_that_was_sent_with_the_request_before_it_is_not_waited_for() {
    let endpoint = start(Limits { head_time: SHORT, ..GENEROUS }).await;
    let half = &HEAD[..20];
    let posted = format!("{HEAD}0123456789");
    for (requests, expected) in [
        (WHOLE.to_owned(), "HTTP/1.1 200 OK"),
        (posted.clone(), "HTTP/1.1 404 Not Found"),
        (format!("{WHOLE}{WHOLE}"), "HTTP/1.1 200 OK"),
    ] {
        let mut stream = endpoint.send(&format!("{requests}{half}")).await;
        assert_eq!(status(&mut stream).await, expected);
        let rest = time::timeout(LONG / 6, until_closed(&mut stream)).await;
        assert!(rest.is_ok(), "the connection is closed after {requests:?}");
    }
    // A request that came alone leaves an idle connection, whether its body came with the head or after it.
    for parts in [[posted.as_str(), ""], [HEAD, "0123456789"]] {
        let mut stream = endpoint.send(parts[0]).await;
        time::sleep(SHORT / 5).await;
        stream.write_all(parts[1].as_bytes()).await.unwrap();
        assert_eq!(status(&mut stream).await, "HTTP/1.1 404 Not Found");
        assert!(time::timeout(2 * SHORT, until_closed(&mut stream)).await.is_err(), "{parts:?}");
    }
}

#[tokio::test]
async fn a_head_after_a_chunked_body_has_its_time_from_its_first_byte() {
    let head_time = 20 * SHORT;
    let endpoint = start(Limits { head_time, ..GENEROUS }).await;
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = endpoint.send(&format!("{head}a\r\n0123456789\r\n0\r\n\r\n")).await;
    assert_eq!(status(&mut stream).await, "HTTP/1.1 404 Not Found");
    // The parts arrive within the time of a head, but not within that time after the answer.
    for part in [&WHOLE[..20], &WHOLE[20..]] {
        time::sleep(head_time * 3 / 5).await;
        stream.write_all(part.as_bytes()).await.unwrap();
    }
    assert_eq!(status(&mut stream).await, "HTTP/1.1 200 OK");
    let closed = time::timeout(head_time * 6 / 5, until_closed(&mut stream)).await;
    assert!(closed.is_err(), "the connection may be idle again");
}

#[tokio::test]
async fn a_body_that_arrives_after_the_answer_is_not_the_head_of_a_request() {
    let endpoint = start(Limits { head_time: SHORT, ..GENEROUS }).await;
    let size = BODY_SIZE_MAX + 1;
    let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n");
    let (begun, rest) = (" ".repeat(10), " ".repeat(size - 10));
    for half in ["", &HEAD[..20]] {
        let mut stream = endpoint.send(&head).await;
        assert_eq!(status(&mut stream).await, "HTTP/1.1 413 Payload Too Large");
        stream.write_all(begun.as_bytes()).await.unwrap();
        let closed = time::timeout(3 * SHORT, until_closed(&mut stream)).await;
        assert!(closed.is_err(), "the rest of the body may arrive");
        stream.write_all(format!("{rest}{half}").as_bytes()).await.unwrap();
        let closed = time::timeout(3 * SHORT, until_closed(&mut stream)).await;
        assert_eq!(closed.is_ok(), !half.is_empty(), "half a head: {half:?}");
    }
}

/// Reads until the endpoint closes the connection.
async fn until_closed(stream: &mut TcpStream) {
    while !status(stream).await.is_empty() {}
}

#[tokio::test]
async fn a_connection_that_says_nothing_is_closed() {
    let endpoint = start(Limits { idle_time: SHORT, ..GENEROUS }).await;
    assert_eq!(status(&mut endpoint.send("").await).await, "");
    let mut stream = endpoint.send(WHOLE).await;
    assert_eq!(status(&mut stream).await, "HTTP/1.1 200 OK");
    assert_eq!(status(&mut stream).await, "", "an idle connection");
}

#[tokio::test]
async fn a_request_that_is_under_way_is_answered_before_the_endpoint_stops() {
    let endpoint = start(GENEROUS).await;
    let mut idle = endpoint.send(WHOLE).await;
    assert_eq!(status(&mut idle).await, "HTTP/1.1 200 OK");
    let mut stream = endpoint.send(&format!("{HEAD}half")).await;
    // The endpoint has read the head once it has answered a later request.
    assert_eq!(status(&mut endpoint.send(WHOLE).await).await, "HTTP/1.1 200 OK");
    endpoint.stop.send(()).unwrap();
    assert_eq!(status(&mut idle).await, "", "an idle connection");
    stream.write_all(b"a half").await.unwrap();
    assert_eq!(status(&mut stream).await, "HTTP/1.1 404 Not Found");
    endpoint.server.await.unwrap();
    assert!(TcpStream::connect(endpoint.address).await.is_err(), "it has stopped");
}

#[tokio::test]
async fn a_request_that_never_ends_does_not_keep_the_endpoint_from_stopping() {
    let endpoint = start(Limits { stopping_time: SHORT, ..GENEROUS }).await;
    let _stream = endpoint.send(&format!("{HEAD}half")).await;
    assert_eq!(status(&mut endpoint.send(WHOLE).await).await, "HTTP/1.1 200 OK");
    endpoint.stop.send(()).unwrap();
    endpoint.server.await.unwrap();
}
