//! Sockets: connections, how many there may be, how long they may take, and how they end.

mod head_timer;

use std::error::Error;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError};
use hyper::body::Body as _;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{self, Instant};
use tower_http::timeout::TimeoutLayer;

use crate::clock::Moment;
use crate::console::{self, complain};
use crate::protocol::{BODY_SIZE_MAX, Call, Protocol, Reply};
use crate::server::head_timer::{HeadTimer, TimedService, TimedStream};

/// What one client may take from the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Connections that are open at once. Further ones wait until one of these closes.
    pub(crate) connection_count: usize,
    /// From the first byte of a request's head to its last.
    pub(crate) head_time: Duration,
    /// How long a connection may be idle.
    pub(crate) idle_time: Duration,
    /// From the end of a request's head until its answer: the time in which its body must arrive.
    pub(crate) request_time: Duration,
    /// How long answers that are under way may take once the endpoint is asked to stop.
    pub(crate) stopping_time: Duration,
}

/// Model: far more than clients of a test open, and fewer than the files that a process may open.
pub(crate) const LIMITS: Limits = Limits {
    connection_count: 512,
    head_time: Duration::from_secs(10),
    idle_time: Duration::from_mins(1),
    request_time: Duration::from_secs(30),
    stopping_time: Duration::from_secs(3),
};

/// Bytes of a body that is too large which are read before its connection is closed. Model: four times the largest body.
const DISCARDED_SIZE_MAX: usize = 4 * BODY_SIZE_MAX;

/// How long to wait after a connection could not be accepted, such as because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Answers until `stop` is over, then waits for the answers that are under way.
pub(crate) async fn serve(
    listener: TcpListener,
    protocol: Protocol,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let timeout = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_time);
    let router = Router::new().fallback(answer).with_state(Arc::new(protocol)).layer(timeout);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.idle_time);
    let slots = Arc::new(Semaphore::new(limits.connection_count));
    let connections = GracefulShutdown::new();

    let accept = async {
        let mut is_told = false;
        loop {
            let slot = Arc::clone(&slots).acquire_owned().await.expect("it is never closed");
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    complain(&format!("A connection was not accepted: {error}."));
                    time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            // Within a connection, hyper panics at a time that has no date.
            if let Some(fault) = Moment::now().date_fault() {
                if !mem::replace(&mut is_told, true) {
                    complain(fault);
                }
                continue;
            }
            is_told = false;
            // Answers are small: waiting to fill a packet would cost more than the answer.
            drop(stream.set_nodelay(true));
            let head = Arc::new(HeadTimer::default());
            let stream = TimedStream { stream, head: Arc::clone(&head) };
            let service = TowerToHyperService::new(TimedService {
                service: router.clone(),
                head: Arc::clone(&head),
            });
            let connection = http.serve_connection(TokioIo::new(stream), service);
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                // A client that breaks off ends its own connection only.
                tokio::select! {
                    connection = connection => drop(connection),
                    () = head.overdue(limits.head_time) => {}
                }
                drop(slot);
            });
        }
    };
    tokio::select! {
        () = accept => {}
        () = stop => {}
    }
    drop(listener);
    // Those that take longer are closed with the process.
    drop(time::timeout(limits.stopping_time, connections.shutdown()).await);
}

/// Why a body cannot be read to its end.
enum BodyFault {
    /// It has more bytes than a request can have, or says so in its head.
    TooLarge,
    /// A chunk is malformed, or the client closed its side.
    Incomplete,
}

impl From<axum::Error> for BodyFault {
    fn from(error: axum::Error) -> Self {
        match error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) {
            true => Self::TooLarge,
            false => Self::Incomplete,
        }
    }
}

/// Reads a body that is too large, up to a limit: a client that sends it to its end before it reads can then read the reply.
async fn discard(mut body: Body) {
    let mut rest = DISCARDED_SIZE_MAX;
    while let Some(Ok(frame)) = body.frame().await {
        rest = rest.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
        if rest == 0 {
            break;
        }
    }
}

async fn answer(State(protocol): State<Arc<Protocol>>, request: Request) -> Response {
    let begun = Instant::now();
    let (head, body) = request.into_parts();
    let call = |body| Call {
        method: &head.method,
        path: head.uri.path(),
        headers: &head.headers,
        query: head.uri.query(),
        body,
    };
    let body = if body.size_hint().lower() > BODY_SIZE_MAX as u64 {
        tokio::spawn(time::timeout(LIMITS.request_time, discard(body)));
        Err(BodyFault::TooLarge)
    } else {
        to_bytes(body, BODY_SIZE_MAX).await.map_err(BodyFault::from)
    };
    let reply = match &body {
        Ok(body) => {
            let reply = protocol.answer(&call(body));
            match reply.entry {
                Some(entry) if !protocol.service.wait_until_stored(entry).await => {
                    protocol.answer_not_stored(&call(body))
                }
                Some(_) | None => reply,
            }
        }
        Err(BodyFault::TooLarge) => Reply::too_large(),
        Err(BodyFault::Incomplete) => protocol.answer_unreadable(&call(&[])),
    };
    let Reply { status, headers, body: bytes, entry: _ } = reply;
    console::report(|| console::Served {
        target: call(&[]).target().unwrap_or_default().to_owned(),
        status: status.as_u16(),
        request_size: body.as_ref().map_or(0, Bytes::len),
        reply_size: bytes.len(),
        took: begun.elapsed(),
    });
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

#[cfg(test)]
mod tests;
