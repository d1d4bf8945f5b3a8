//! Sockets: connections, how many there may be, how long they may take, and how they end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time;
use tower_http::timeout::TimeoutLayer;

use crate::console::complain;
use crate::protocol::{self, BODY_SIZE_MAX, Call, Reply};
use crate::service::Service;

/// What one client may take from the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Connections that are open at once. Further ones wait until one of these closes.
    pub(crate) connection_count: usize,
    /// From the first byte of a request's head to its last, and how long a connection may be idle.
    pub(crate) head_time: Duration,
    /// From the end of a request's head until its answer: the time in which its body must arrive.
    pub(crate) request_time: Duration,
    /// How long answers that are under way may take once the endpoint is asked to stop.
    pub(crate) stopping_time: Duration,
}

/// Model: far more than clients of a test open, and fewer than the files that a process may open.
pub(crate) const LIMITS: Limits = Limits {
    connection_count: 512,
    head_time: Duration::from_mins(1),
    request_time: Duration::from_secs(30),
    stopping_time: Duration::from_secs(3),
};

/// How long to wait after a connection could not be accepted, such as because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Answers until `stop` is over, then waits for the answers that are under way.
pub(crate) async fn serve(
    listener: TcpListener,
    service: Arc<Service>,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let timeout = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_time);
    let router = Router::new().fallback(answer).with_state(service).layer(timeout);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_time);
    let slots = Arc::new(Semaphore::new(limits.connection_count));
    let connections = GracefulShutdown::new();

    let accept = async {
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
            // Answers are small: waiting to fill a packet would cost more than the answer.
            drop(stream.set_nodelay(true));
            let service = TowerToHyperService::new(router.clone());
            let connection = http.serve_connection(TokioIo::new(stream), service);
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                // A client that breaks off ends its own connection only.
                drop(connection.await);
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

async fn answer(State(service): State<Arc<Service>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let reply = match to_bytes(body, BODY_SIZE_MAX).await {
        Ok(body) => {
            let call = Call {
                method: &head.method,
                headers: &head.headers,
                query: head.uri.query(),
                body: &body,
            };
            protocol::answer(&call, &service)
        }
        // A client that breaks off does not read the answer; what remains is a body that is too large.
        Err(_) => Reply::too_large(),
    };
    let Reply { status, headers, body } = reply;
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

#[cfg(test)]
mod tests;
