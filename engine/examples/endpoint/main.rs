//! The engine behind a real HTTP port, for any AWS SDK.
//!
//! `cargo xtask endpoint [--port 8000] [--host 127.0.0.1] [--data sandbox.json] [--delay MS] [--throttle]`
//!
//! One database, one lock: calls happen one after another, and before each of them virtual time catches up with
//! the clock of the machine. [`protocol`] decides what a request is answered with and knows no socket; this file
//! knows sockets and signals, [`service`] the clock and the lock, [`data_file`] the disk.

mod arguments;
mod console;
mod data_file;
mod gzip;
mod keeper;
mod protocol;
mod refusal;
mod service;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::serve::ListenerExt;
use engine::throughput::model::ThroughputModel;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::arguments::Arguments;
use crate::console::{complain, say};
use crate::data_file::DataFile;
use crate::keeper::Keeper;
use crate::protocol::{Call, Reply};
use crate::service::Service;

/// Bytes of a request body. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html>
const BODY_SIZE_MAX: usize = 16 * 1_024 * 1_024;

/// How long answers that are under way may take once the endpoint is asked to stop.
const STOPPING_TIME: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> ExitCode {
    let result = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => run(arguments).await,
        Err(sentence) => Err(sentence),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            complain(&sentence);
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), String> {
    let (file, found) = match &arguments.data {
        None => (None, None),
        Some(path) => DataFile::open(path).map(|(file, found)| (Some(file), found))?,
    };
    for sentence in found.iter().flat_map(|found| &found.damages) {
        complain(sentence);
    }
    let found = found.map(|found| found.database);
    let mut database = found.unwrap_or_else(Service::empty_database);
    if let Some(delay_ms) = arguments.delay_ms {
        database.set_propagation_delay(delay_ms);
    }
    if arguments.throttles {
        let model = database.config().throughput;
        database.set_throughput_model(ThroughputModel { is_enforced: true, ..model });
    }
    let listener = listen(&arguments).await?;
    let service = Arc::new(Service::new(database));
    let mut keeper = file.map(|file| Keeper::new(Arc::clone(&service), file));
    let keeping = async {
        match &mut keeper {
            None => std::future::pending().await,
            Some(keeper) => keeper.keep().await,
        }
    };
    let end = tokio::select! {
        end = serve(listener, service) => end,
        () = keeping => Ok(()),
    };
    match &mut keeper {
        None => end,
        Some(keeper) => end.and(keeper.save().await),
    }
}

async fn listen(arguments: &Arguments) -> Result<TcpListener, String> {
    let address = format!("{}:{}", arguments.host, arguments.port);
    let listener = TcpListener::bind((arguments.host.as_str(), arguments.port)).await;
    let listener = listener.map_err(|error| format!("Cannot listen on {address}: {error}."))?;
    let bound = listener.local_addr();
    let bound = bound.map_err(|error| format!("Cannot tell which port {address} is: {error}."))?;
    say(&format!("Sparsebox answers as DynamoDB on http://{bound}"));
    Ok(listener)
}

/// Answers until the endpoint is asked to stop.
async fn serve(listener: TcpListener, service: Arc<Service>) -> Result<(), String> {
    let router = Router::new().fallback(answer).with_state(service);
    // Answers are small: waiting to fill a packet would cost more than the answer.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let stopping = Arc::new(Notify::new());
    let asked_to_stop = {
        let stopping = Arc::clone(&stopping);
        async move {
            wait_for_signal().await;
            stopping.notify_one();
        }
    };
    let server = axum::serve(listener, router).with_graceful_shutdown(asked_to_stop);
    tokio::select! {
        end = server => end.map_err(|error| format!("The endpoint broke off: {error}.")),
        () = overtime(&stopping) => Ok(()),
    }
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

/// Until the machine or a person asks the endpoint to stop.
async fn wait_for_signal() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else { return };
        tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
    }
    #[cfg(not(unix))]
    drop(interrupted.await);
}

/// Until answers have had their time after the endpoint was asked to stop.
async fn overtime(stopping: &Notify) {
    stopping.notified().await;
    tokio::time::sleep(STOPPING_TIME).await;
}
